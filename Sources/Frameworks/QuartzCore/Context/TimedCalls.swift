// Calls of programs at times of a context's clock.
// Licensed under the MIT license; see LICENSE.
//
// Timers of views, recognisers and scrolling wait for the same clock as animations do. A context
// for pictures makes the calls when its time is moved past them, in the order of their times, as it
// reports ends of animations. In real time the run loop's timer makes them.

/// A call at a time of a context.
///
/// It belongs to the thread that made it.
package final class TimedCall {
  /// In seconds of the context.
  package let time: Double
  fileprivate var number: UInt64 = 0
  private var body: (() -> Void)?
  private weak var journal: CommitJournal?

  init(at time: Double, _ journal: CommitJournal, _ body: @escaping () -> Void) {
    self.time = time
    self.journal = journal
    self.body = body
  }

  /// Whether it was made or cancelled.
  package var isOver: Bool { body == nil }

  /// Keeps the call from being made.
  package func cancel() {
    body = nil
    journal?.remove(self)
  }

  func make() {
    let body = body
    self.body = nil
    body?()
  }
}

/// Calls in the order of their times; those of one time in the order in which they were added.
///
/// To be used under the lock of layers.
struct TimedCalls {
  // In order, the next one last.
  private var calls: [TimedCall] = []
  private var count: UInt64 = 0

  /// The time of the next call; nil if there is none.
  var nextTime: Double? { calls.last?.time }

  mutating func add(_ call: TimedCall) {
    count += 1
    call.number = count
    var (low, high) = (0, calls.count)
    while low < high {
      let middle = (low + high) / 2
      if calls[middle].time > call.time { low = middle + 1 } else { high = middle }
    }
    calls.insert(call, at: low)
  }

  mutating func remove(_ call: TimedCall) {
    calls.removeAll { $0 === call }
  }

  /// Removes and returns the calls up to a time.
  mutating func takeDue(at time: Double) -> [TimedCall] {
    var due: [TimedCall] = []
    while let call = calls.last, call.time <= time { due.append(calls.removeLast()) }
    return due
  }
}

extension CAContext {
  /// Calls `body` at a time of the context, on the thread that commits its changes.
  ///
  /// - Parameter time: In seconds; a time that has passed is now, one that is not finite is never.
  package func call(at time: Double, _ body: @escaping () -> Void) -> TimedCall {
    let now = currentTime
    let call = TimedCall(at: max(time, now), journal, body)
    if time.isFinite { journal.add(call) } else { call.cancel() }
    return call
  }

  /// The context whose time `CACurrentMediaTime()` returns on this thread; nil for the machine's.
  package static var ofCurrentTime: CAContext? { TransactionStack.current.mediaContext }

  /// Whether its time is stopped until it is moved.
  package var isStepped: Bool { isForPictures }

  /// Whether its pictures are requested one by one, by a clock that is not the machine's.
  package var drawsOnRequest: Bool { clock != nil }
}

extension CATransaction {
  /// Calls `body` in the next turn of the thread's run loop, or with the next flush.
  package static func performNextTurn(_ body: @escaping () -> Void) {
    TransactionStack.current.enqueueForNextTurn(body)
  }

  /// Calls `body` after a time by the machine's clock, where there is no context.
  package static func perform(
    after delay: Double,
    _ body: @escaping () -> Void
  ) -> (() -> Void)? {
    HomeLoop.current.perform(after: delay, body).map { call in { call.cancel() } }
  }
}
