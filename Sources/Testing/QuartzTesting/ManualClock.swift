// A clock that is set by hand.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

/// A clock for contexts that is stopped until a test moves it.
///
///     let clock = ManualClock()
///     var options = CAContext.Options()
///     options.clock = clock
///     let context = try CAContext(size: CGSize(width: 10, height: 10), options: options)
///     …
///     clock.advance(by: 0.5)
public final class ManualClock: CAContext.Clock {
  /// The time in seconds.
  public private(set) var currentTime: CFTimeInterval

  /// Creates a clock that shows a time.
  public init(at time: CFTimeInterval = 0) {
    currentTime = time
  }

  /// Moves the clock forwards and updates the thread's transactions.
  ///
  /// This calls the delegates and completion blocks of animations that end on the way.
  ///
  /// - Parameter duration: Seconds, not negative.
  public func advance(by duration: CFTimeInterval) {
    precondition(duration >= 0, "a clock does not go back")
    CATransaction.flush()
    currentTime += duration
    CATransaction.flush()
  }
}
