// The clock that layers, animations and servers share.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A length of time in seconds.
///
/// **Differences**: Foundation for Linux does not have this name.
public typealias CFTimeInterval = Double

/// The current time of the monotonic clock, in seconds; only differences have a meaning.
///
/// Every process of the machine, the render server too, reads the same clock.
///
/// **Differences**: it is CLOCK_MONOTONIC, which stands still while the machine sleeps, as on
/// Apple's platforms.
public func CACurrentMediaTime() -> CFTimeInterval {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
