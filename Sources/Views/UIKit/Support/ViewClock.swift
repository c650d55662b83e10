// Timers on the view clock.
// Licensed under the MIT license; see LICENSE.
//
// That clock is the one of `CACurrentMediaTime()`: of the window shown last. Animations,
// recognisers, scrolling and timers of views all wait for it. In a window for pictures it stands
// still until a picture of a later time is requested; then the calls in between come in the order
// of their times.

import Foundation
import QuartzCore

/// The clock of views.
package enum ViewClock {
  /// A call that may be cancelled.
  package final class Call {
    fileprivate var timed: TimedCall?
    fileprivate var cancelReal: (() -> Void)?
    fileprivate var isOver = false

    /// Keeps the call from being made.
    package func cancel() {
      isOver = true
      timed?.cancel()
      cancelReal?()
      timed = nil
      cancelReal = nil
    }
  }

  /// The time, in seconds.
  package static var now: TimeInterval { CACurrentMediaTime() }

  /// Calls `body` after a delay, on the calling thread.
  ///
  /// - Parameters:
  ///   - delay: In seconds; a delay that is not finite never ends.
  ///   - window: The window whose clock counts; nil for that of the window shown last.
  @discardableResult
  package static func call(
    after delay: TimeInterval,
    in window: UIWindow? = nil,
    _ body: @escaping @MainActor () -> Void
  ) -> Call {
    let call = Call()
    let make = {
      guard !call.isOver else { return }
      call.isOver = true
      onViewThread { body() }
    }
    let context = onViewThread { window?.context } ?? CAContext.ofCurrentTime
    if let context {
      call.timed = context.call(at: context.currentTime + delay, make)
    } else if delay.isFinite {
      call.cancelReal = CATransaction.perform(after: max(delay, 0), make)
    }
    return call
  }

  /// Calls `body` at a time of a window's clock, on the calling thread.
  @MainActor
  static func call(
    at time: TimeInterval,
    in window: UIWindow,
    _ body: @escaping @MainActor () -> Void
  ) -> Call {
    guard let context = window.context else {
      return call(after: time - CACurrentMediaTime(), in: window, body)
    }
    let call = Call()
    call.timed = context.call(at: time) {
      guard !call.isOver else { return }
      call.isOver = true
      onViewThread { body() }
    }
    return call
  }

  /// Calls `body` in the next turn of the run loop, or with the next picture.
  package static func callNextTurn(_ body: @escaping @MainActor () -> Void) {
    CATransaction.performNextTurn { onViewThread { body() } }
  }
}
