// The time of a film that plays.
// Licensed under the MIT license; see LICENSE.

import CoreMedia

/// The time of a film as a function of another clock.
struct PlayerClock: Equatable {
  /// A moment of the film.
  var time: CMTime
  /// The other clock's moment for it, in seconds.
  var host: Double
  /// Seconds of the film in one second of the other clock; 0 is paused.
  var rate: Double

  /// The film's time at a moment of the other clock, to the nanosecond.
  func time(at host: Double) -> CMTime {
    guard rate != 0, host.isFinite else { return time }
    let nanoseconds = ((host - self.host) * rate * 1e9).rounded()
    guard let value = CMTimeValue(exactly: nanoseconds) else { return time }
    return time + CMTime(value: value, timescale: 1_000_000_000)
  }

  /// The other clock's moment for a time of the film; nil if it is paused.
  func host(at time: CMTime) -> Double? {
    guard rate != 0, time.isNumeric else { return nil }
    return host + (time - self.time).seconds / rate
  }
}
