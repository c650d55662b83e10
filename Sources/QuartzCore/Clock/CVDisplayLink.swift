// Callbacks at the pace of frames from a thread of their own: Core Video's display link.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// The result of a Core Video function; 0 is success.
public typealias CVReturn = Int32
/// Options of Core Video functions; none are defined.
public typealias CVOptionFlags = UInt64

/// Success.
public let kCVReturnSuccess: CVReturn = 0
/// The display link runs already.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6671
/// The display link does not run.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6672
/// The display link has no callback.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6673

/// A length of time as a fraction of a second.
public struct CVTime: Hashable, Sendable {
  /// The numerator.
  public var timeValue: Int64
  /// The denominator: parts of a second.
  public var timeScale: Int32
  /// None are set.
  public var flags: Int32

  /// A length of time.
  public init(timeValue: Int64 = 0, timeScale: Int32 = 0, flags: Int32 = 0) {
    self.timeValue = timeValue
    self.timeScale = timeScale
    self.flags = flags
  }
}

/// A moment, by the clock of the machine and by that of an output.
public struct CVTimeStamp: Hashable, Sendable {
  /// 0.
  public var version: UInt32 = 0
  /// The units per second of `videoTime` and `videoRefreshPeriod`.
  public var videoTimeScale: Int32 = 0
  /// The output's time.
  public var videoTime: Int64 = 0
  /// Nanoseconds of `CACurrentMediaTime()`'s clock.
  public var hostTime: UInt64 = 0
  /// The speed of the output's clock relative to the machine's.
  public var rateScalar = 1.0
  /// The time from a frame to the next.
  public var videoRefreshPeriod: Int64 = 0
  /// The valid fields: video time, host time, refresh period and rate.
  public var flags: UInt64 = 0

  /// A moment at the beginning of time.
  public init() {}

  /// Creates a moment of an output, with the length of its frames.
  package init(seconds: Double, period: Double) {
    videoTimeScale = 1_000_000
    videoTime = Int64(seconds * 1e6)
    hostTime = UInt64(max(seconds, 0) * 1e9)
    videoRefreshPeriod = Int64((period * 1e6).rounded())
    flags = 1 | 2 | 8 | 16
  }
}

/// The callback of a display link.
///
/// Its arguments are the link, the current time, the time at which the frame drawn now will show,
/// and two empty sets of options; it returns `kCVReturnSuccess`.
public typealias CVDisplayLinkOutputHandler =
  @Sendable (
    CVDisplayLink, UnsafePointer<CVTimeStamp>, UnsafePointer<CVTimeStamp>, CVOptionFlags,
    UnsafeMutablePointer<CVOptionFlags>
  ) -> CVReturn

/// Calls a function once per frame, on a thread of its own.
///
/// The calls come while the program's main thread is busy, too; a call that takes longer than a
/// frame misses the frames in between.
///
///     var link: CVDisplayLink?
///     CVDisplayLinkCreateWithActiveCGDisplays(&link)
///     CVDisplayLinkSetOutputHandler(link!) { _, now, output, _, _ in
///       step(to: Double(output.pointee.hostTime) / 1e9)
///       return kCVReturnSuccess
///     }
///     CVDisplayLinkStart(link!)
///
/// **Differences**: the displays are the frames that this process draws, 60 a second.
public final class CVDisplayLink: Sendable {
  fileprivate let calls = Calls()

  fileprivate init() {}

  deinit {
    TickThread.local.remove(calls)
  }

  /// The part that the tick thread retains.
  fileprivate final class Calls: TickListener {
    struct State {
      var handler: CVDisplayLinkOutputHandler?
      var isRunning = false
    }

    let state = Mutex(State())
    /// A weak reference to the link.
    let link = Mutex(WeakLink())

    func tick(_ tick: FrameTick) {
      guard let handler = state.withLock({ $0.isRunning ? $0.handler : nil }),
        let link = link.withLock({ $0.link })
      else { return }
      let now = CVTimeStamp(seconds: tick.time, period: tick.period)
      let output = CVTimeStamp(seconds: tick.time + tick.period, period: tick.period)
      var flags: CVOptionFlags = 0
      withUnsafePointer(to: now) { now in
        withUnsafePointer(to: output) { output in _ = handler(link, now, output, 0, &flags) }
      }
    }
  }

  fileprivate struct WeakLink {
    weak var link: CVDisplayLink?
  }
}

/// Creates a display link for the frames of this process.
@discardableResult
public func CVDisplayLinkCreateWithActiveCGDisplays(
  _ displayLinkOut: UnsafeMutablePointer<CVDisplayLink?>
) -> CVReturn {
  let link = CVDisplayLink()
  link.calls.link.withLock { $0.link = link }
  displayLinkOut.pointee = link
  return kCVReturnSuccess
}

/// Sets the callback.
@discardableResult
public func CVDisplayLinkSetOutputHandler(
  _ displayLink: CVDisplayLink,
  _ handler: @escaping CVDisplayLinkOutputHandler
) -> CVReturn {
  displayLink.calls.state.withLock { $0.handler = handler }
  return kCVReturnSuccess
}

/// Starts the calls.
@discardableResult
public func CVDisplayLinkStart(_ displayLink: CVDisplayLink) -> CVReturn {
  let result = displayLink.calls.state.withLock { state in
    if state.isRunning { return kCVReturnDisplayLinkAlreadyRunning }
    if state.handler == nil { return kCVReturnDisplayLinkCallbacksNotSet }
    state.isRunning = true
    return kCVReturnSuccess
  }
  if result == kCVReturnSuccess { TickThread.local.add(displayLink.calls) }
  return result
}

/// Ends the calls; one may still be running.
@discardableResult
public func CVDisplayLinkStop(_ displayLink: CVDisplayLink) -> CVReturn {
  let wasRunning = displayLink.calls.state.withLock { state in
    defer { state.isRunning = false }
    return state.isRunning
  }
  TickThread.local.remove(displayLink.calls)
  return wasRunning ? kCVReturnSuccess : kCVReturnDisplayLinkNotRunning
}

/// Returns whether the link is running.
public func CVDisplayLinkIsRunning(_ displayLink: CVDisplayLink) -> Bool {
  displayLink.calls.state.withLock { $0.isRunning }
}

/// Returns the time from a frame to the next.
public func CVDisplayLinkGetNominalOutputVideoRefreshPeriod(_ displayLink: CVDisplayLink) -> CVTime
{
  CVTime(timeValue: 1, timeScale: Int32(LocalTicks.rate))
}

/// Sets a moment to now.
@discardableResult
public func CVDisplayLinkGetCurrentTime(
  _ displayLink: CVDisplayLink,
  _ outTime: UnsafeMutablePointer<CVTimeStamp>
) -> CVReturn {
  outTime.pointee = CVTimeStamp(seconds: MonotonicClock.now, period: 1 / LocalTicks.rate)
  return kCVReturnSuccess
}
