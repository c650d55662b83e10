// Blocks that are called at times of a film.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
public import Dispatch
public import Foundation

/// The observers of a player's times.
struct TimeObservers {
  final class Observer {
    enum Times {
      /// At multiples of an interval.
      case every(CMTime)
      /// At times.
      case at([CMTime])
    }

    let times: Times
    let queue: DispatchQueue?
    let body: @Sendable (CMTime) -> Void

    init(_ times: Times, _ queue: DispatchQueue?, _ body: @escaping @Sendable (CMTime) -> Void) {
      (self.times, self.queue, self.body) = (times, queue, body)
    }

    /// Calls the block: at once where it belongs to this thread.
    func call(_ time: CMTime) {
      if queue == nil || queue === DispatchQueue.main, Thread.isMainThread || queue == nil {
        body(time)
      } else {
        queue?.async { [body] in body(time) }
      }
    }

    /// The next time to be called at; nil if there is none.
    func next(after time: CMTime, isForwards: Bool) -> CMTime? {
      switch times {
      case .at(let times):
        return isForwards ? times.filter { $0 > time }.min() : times.filter { $0 < time }.max()
      case .every(let interval):
        let count = (time.seconds / interval.seconds).rounded(isForwards ? .down : .up)
        guard abs(count) < Double(Int32.max) - 2 else { return nil }
        // Divisions of Doubles may be one off.
        for step in 0...2 {
          let number = Int32(count) + Int32(isForwards ? step : -step)
          let next = CMTimeMultiply(interval, multiplier: number)
          if isForwards ? next > time : next < time { return next }
        }
        return nil
      }
    }

    func isDue(_ time: CMTime) -> Bool {
      switch times {
      case .at(let times): return times.contains(time)
      case .every(let interval):
        return CMTimeFoldIntoRange(time, foldRange: CMTimeRange(start: .zero, duration: interval))
          == .zero
      }
    }
  }

  private(set) var all: [Observer] = []

  mutating func add(_ observer: Observer) { all.append(observer) }
  mutating func remove(_ observer: Observer) { all.removeAll { $0 === observer } }

  /// The next observed time.
  func next(after time: CMTime, isForwards: Bool) -> CMTime? {
    let times = all.compactMap { $0.next(after: time, isForwards: isForwards) }
    return isForwards ? times.min() : times.max()
  }

  /// The film has come to a time by playing.
  func reach(_ time: CMTime) {
    for observer in all where observer.isDue(time) { observer.call(time) }
  }

  /// The film starts, stops or is moved.
  func jump(to time: CMTime) {
    for observer in all {
      if case .every = observer.times { observer.call(time) }
    }
  }
}

extension AVPlayer {
  /// Calls a block at the multiples of an interval that the film comes to.
  ///
  /// It is also called when the film starts, stops or is moved.
  ///
  /// - Parameters:
  ///   - interval: Above zero.
  ///   - queue: Where the block is called; nil is the player's thread.
  ///   - block: Gets the film's time.
  /// - Returns: The observer, for `removeTimeObserver(_:)`.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime,
    queue: DispatchQueue?,
    using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    guard interval.isNumeric, interval > .zero else {
      preconditionFailure("an observer's interval must be above zero, not \(interval.seconds) s")
    }
    return add(TimeObservers.Observer(.every(interval), queue, block))
  }

  /// Calls a block when the film comes to one of some times by playing.
  ///
  /// - Parameters:
  ///   - times: Boxes made by `NSValue(time:)`.
  ///   - queue: Where the block is called; nil is the player's thread.
  ///   - block: Called at each of the times.
  /// - Returns: The observer, for `removeTimeObserver(_:)`.
  public func addBoundaryTimeObserver(
    forTimes times: [NSValue],
    queue: DispatchQueue?,
    using block: @escaping @Sendable () -> Void
  ) -> Any {
    let numeric = times.map(\.timeValue).filter(\.isNumeric)
    return add(TimeObservers.Observer(.at(numeric), queue) { _ in block() })
  }

  private func add(_ observer: TimeObservers.Observer) -> Any {
    observers.add(observer)
    eventsChanged()
    return observer
  }

  /// Ends the calls of an observer; other objects are left out of account.
  public func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimeObservers.Observer else { return }
    observers.remove(observer)
    eventsChanged()
  }
}

extension NSValue {
  /// Four numbers of 64 bits: value, denominator, flags, epoch.
  private static let timeType = "[4q]"

  /// A box with a time.
  ///
  /// **Differences**: its `objCType` is `[4q]`.
  public convenience init(time: CMTime) {
    self.init(
      bytes: [time.value, Int64(time.timescale), Int64(time.flags.rawValue), time.epoch],
      objCType: NSValue.timeType
    )
  }

  /// The time in the box; invalid for a box with something else.
  public var timeValue: CMTime {
    guard String(cString: objCType) == NSValue.timeType else { return .invalid }
    var numbers = [Int64](repeating: 0, count: 4)
    // Bounds: the type of the box says that it has four.
    numbers.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { getValue(start) }
    }
    return CMTime(
      value: numbers[0],
      timescale: CMTimeScale(truncatingIfNeeded: numbers[1]),
      flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: numbers[2])),
      epoch: numbers[3]
    )
  }
}
