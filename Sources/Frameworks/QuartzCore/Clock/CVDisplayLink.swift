// Callbacks at the pace of frames from a thread of their own: Core Video's display link.
// Licensed under the MIT license; see LICENSE.

public import CoreVideo
import Synchronization

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

    func tick(_ tick: FrameTick) -> (() -> Void)? {
      guard let handler = state.withLock({ $0.isRunning ? $0.handler : nil }),
        let link = link.withLock({ $0.link })
      else { return nil }
      let now = CVTimeStamp(seconds: tick.time, period: tick.period)
      let output = CVTimeStamp(seconds: tick.time + tick.period, period: tick.period)
      var flags: CVOptionFlags = 0
      withUnsafePointer(to: now) { now in
        withUnsafePointer(to: output) { output in _ = handler(link, now, output, 0, &flags) }
      }
      return nil
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
