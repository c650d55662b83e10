// The clock that layers, animations and servers share.
// Licensed under the MIT license; see LICENSE.

import Glibc
import Synchronization

/// A length of time in seconds.
///
/// **Differences**: Foundation for Linux does not have this name.
public typealias CFTimeInterval = Double

/// Returns the current time of the animation clock, in seconds; only differences have a meaning.
///
/// It is `currentTime` of the context that the calling thread made or used last, while that context
/// lives. A context is used when its layer is set, a picture is requested or its time is moved. So
/// begin times computed from it agree with the context's pictures:
///
///     let context = try CAContext(size: CGSize(width: 320, height: 240))
///     context.layer = layer
///     animation.beginTime = CACurrentMediaTime() + 0.5
///     let picture = try context.image(at: 0.75)
///
/// The time of a context made for pictures is stopped, and so is this one. On a thread without
/// a context, and for contexts in real time, it is the machine's monotonic clock, which every
/// process reads, the render server too. Make the context first: an earlier time of the monotonic
/// clock lies far in the future of a context made for pictures, and gives a diagnostic there. To
/// measure durations, use a clock of Swift, such as `ContinuousClock`.
///
/// **Differences**: Apple's platforms have the monotonic clock alone. It is CLOCK_MONOTONIC, which
/// is stopped while the machine sleeps, as there.
public func CACurrentMediaTime() -> CFTimeInterval {
  if let context = TransactionStack.current.mediaContext { return context.currentTime }
  return MonotonicClock.handOut()
}

/// The machine's clock.
enum MonotonicClock {
  /// The seconds of CLOCK_MONOTONIC.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  // The first time of this clock that a program got, as bits of a Double; 0 before.
  private static let firstHandedOut = Atomic<UInt64>(0)

  /// Returns the current time and records that a program got it.
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

  /// Returns whether a program can have derived a time from this clock: between the first time it
  /// got and an hour from now.
  static func explains(_ time: Double) -> Bool {
    let first = Double(bitPattern: firstHandedOut.load(ordering: .relaxed))
    return first > 0 && time >= first && time < now + 3600
  }
}
