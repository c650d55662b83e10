// The names that Core Foundation has for run loops and timers.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
public import CoreVideo
public import Foundation

/// A run loop; on Apple's platforms a class of Core Foundation that is bridged to this one.
public typealias CFRunLoop = RunLoop
/// A timer; on Apple's platforms a class of Core Foundation that is bridged to this one.
public typealias CFRunLoopTimer = Timer
/// Seconds since the start of 2001.
public typealias CFAbsoluteTime = Double
/// Returns the seconds since the start of 2001, by the clock of the machine.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// Bits of options.
public typealias CFOptionFlags = UInt

/// A mode of run loops.
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: CFString

  /// A mode of a name.
  public init(rawValue: CFString) { self.rawValue = rawValue }

  /// A mode of a name.
  public init(_ rawValue: CFString) { self.rawValue = rawValue }

  /// The mode in which a run loop waits if nothing else is said.
  public static let defaultMode = CFRunLoopMode(RunLoop.Mode.default.rawValue)
  /// All modes that were made common ones.
  public static let commonModes = CFRunLoopMode(RunLoop.Mode.common.rawValue)

  fileprivate var foundation: RunLoop.Mode { RunLoop.Mode(rawValue: rawValue) }
}

/// The mode in which a run loop waits if nothing else is said.
public let kCFRunLoopDefaultMode = CFRunLoopMode.defaultMode
/// All modes that were made common ones.
public let kCFRunLoopCommonModes = CFRunLoopMode.commonModes

/// Why a run loop returned.
public enum CFRunLoopRunResult: Int32, Hashable, Sendable {
  /// There is nothing that it could wait for.
  case finished = 1
  /// It was stopped.
  case stopped = 2
  /// The time is over.
  case timedOut = 3
  /// Something was handled.
  case handledSource = 4
}

// MARK: - Loops

// Programs unwrap it, as on Apple's platforms.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The run loop of the calling thread.
public func CFRunLoopGetCurrent() -> CFRunLoop! { RunLoop.current }

// Programs unwrap it, as on Apple's platforms.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The run loop of the first thread.
public func CFRunLoopGetMain() -> CFRunLoop! { RunLoop.main }

/// Runs the loop of the calling thread until there is nothing that it could wait for.
public func CFRunLoopRun() { RunLoop.current.run() }

/// Runs the loop of the calling thread for some time.
///
/// - Parameters:
///   - mode: The things that it waits for.
///   - seconds: How long; 0 for one pass.
///   - returnAfterSourceHandled: Whether it returns when something was handled.
@discardableResult
public func CFRunLoopRunInMode(
  _ mode: CFRunLoopMode,
  _ seconds: CFTimeInterval,
  _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
  let end = Date(timeIntervalSinceNow: max(seconds, 0))
  repeat {
    guard RunLoop.current.run(mode: mode.foundation, before: end) else { return .finished }
    if returnAfterSourceHandled, Date() < end { return .handledSource }
  } while Date() < end
  return .timedOut
}

/// Makes a mode one of the common ones: what waits in those waits in it too.
///
/// For the run loop of another thread that happens with its next turn.
public func CFRunLoopAddCommonMode(_ rl: CFRunLoop?, _ mode: CFRunLoopMode?) {
  guard let rl, let mode else { return }
  let name = mode.rawValue
  if rl === RunLoop.current { return quartz_add_common_mode(quartz_current_run_loop(), name) }
  rl.perform { quartz_add_common_mode(quartz_current_run_loop(), name) }
}

// MARK: - Timers

// Programs unwrap it, as on Apple's platforms.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Creates a timer that calls a block.
///
/// - Parameters:
///   - allocator: Without effect.
///   - fireDate: When it is called first, in seconds since the start of 2001.
///   - interval: Seconds from call to call; 0 for a single call.
///   - flags: Without effect.
///   - order: Without effect.
///   - block: Called with the timer, on the thread of the run loop.
public func CFRunLoopTimerCreateWithHandler(
  _ allocator: CFAllocator?,
  _ fireDate: CFAbsoluteTime,
  _ interval: CFTimeInterval,
  _ flags: CFOptionFlags,
  _ order: CFIndex,
  _ block: @escaping @Sendable (CFRunLoopTimer?) -> Void
) -> CFRunLoopTimer! {
  Timer(
    fire: Date(timeIntervalSinceReferenceDate: fireDate),
    interval: max(interval, 0),
    repeats: interval > 0
  ) { block($0) }
}

/// Adds a timer to a mode of a run loop.
public func CFRunLoopAddTimer(
  _ rl: CFRunLoop?,
  _ timer: CFRunLoopTimer?,
  _ mode: CFRunLoopMode?
) {
  guard let rl, let timer, let mode else { return }
  rl.add(timer, forMode: mode.foundation)
}

/// Ends a timer for good.
public func CFRunLoopTimerInvalidate(_ timer: CFRunLoopTimer?) { timer?.invalidate() }

/// Whether a timer has not ended.
public func CFRunLoopTimerIsValid(_ timer: CFRunLoopTimer?) -> Bool { timer?.isValid ?? false }

/// When a timer is called next, in seconds since the start of 2001; 0 for one that has ended.
public func CFRunLoopTimerGetNextFireDate(_ timer: CFRunLoopTimer?) -> CFAbsoluteTime {
  guard let timer, timer.isValid else { return 0 }
  return timer.fireDate.timeIntervalSinceReferenceDate
}

/// Sets when a timer is called next, in seconds since the start of 2001.
public func CFRunLoopTimerSetNextFireDate(_ timer: CFRunLoopTimer?, _ fireDate: CFAbsoluteTime) {
  timer?.fireDate = Date(timeIntervalSinceReferenceDate: fireDate)
}

/// The seconds from call to call; 0 for a timer of a single call.
public func CFRunLoopTimerGetInterval(_ timer: CFRunLoopTimer?) -> CFTimeInterval {
  timer.map { CFRunLoopTimerDoesRepeat($0) ? $0.timeInterval : 0 } ?? 0
}

/// Whether a timer is called again and again.
public func CFRunLoopTimerDoesRepeat(_ timer: CFRunLoopTimer?) -> Bool {
  (timer?.timeInterval ?? 0) > 0
}
