// The clock that layers, animations and servers share.
// Licensed under the MIT license; see LICENSE.

import Glibc
import Synchronization

/// A length of time in seconds.
///
/// **Differences**: Foundation for Linux does not have this name.
public typealias CFTimeInterval = Double

/// The current time of the clock that animations run by, in seconds; only differences have a meaning.
///
/// It is `currentTime` of the context that the calling thread made or used last, as long as that lives:
/// used means that its layer was set, a picture was asked for or its time was moved. So begin times
/// made from it agree with the context's pictures:
///
///     let context = try CAContext(size: CGSize(width: 320, height: 240))
///     context.layer = layer
///     animation.beginTime = CACurrentMediaTime() + 0.5
///     let picture = try context.image(at: 0.75)
///
/// A context made for pictures has a time that stands still, and so this stands still with it. On a thread
/// without a context, and for contexts in real time, it is the machine's monotonic clock, which
/// every process reads, the render server too. Make the context first: what was taken from the
/// monotonic clock before lies far in the future of a context made for pictures, and gives a
/// diagnostic there. To measure how long something takes, use a clock of Swift, as `ContinuousClock`.
///
/// **Differences**: on Apple's platforms there is the monotonic clock alone. It is CLOCK_MONOTONIC, which
/// stands still while the machine sleeps, as there.
public func CACurrentMediaTime() -> CFTimeInterval {
  if let context = TransactionStack.current.mediaContext { return context.currentTime }
  return MonotonicClock.handOut()
}

/// The machine's clock.
enum MonotonicClock {
  /// Seconds of CLOCK_MONOTONIC.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  // When a program first got a time of this clock, as bits of a Double; 0 before.
  private static let firstHandedOut = Atomic<UInt64>(0)

  /// The current time, for a program.
  static func handOut() -> Double {
    let time = now
    if firstHandedOut.load(ordering: .relaxed) == 0 {
      _ = firstHandedOut.compareExchange(
        expected: 0,
        desired: time.bitPattern,
        ordering: .relaxed
      )
    }
    return time
  }

  /// Whether a time can only be one that a program got here, or made from one: from the first of
  /// them on, until an hour from now.
  static func explains(_ time: Double) -> Bool {
    let first = Double(bitPattern: firstHandedOut.load(ordering: .relaxed))
    return first > 0 && time >= first && time < now + 3600
  }
}
