// The time that the inspector shows.
// Licensed under the MIT license; see LICENSE.

/// A clock that runs at any speed, is paused and is set.
///
/// While it follows a live source, its time is the source's. Times are in seconds; those of the
/// machine are of its monotonic clock.
package struct InspectionClock {
  package private(set) var isPaused = false
  /// Seconds shown for a second of the machine, in 0.001...100.
  package private(set) var speed = 1.0
  /// Whether the time is that of the live source.
  package private(set) var isLive: Bool
  private var shown = 0.0
  private var anchor: Double?

  package static let speeds = 0.001...100.0

  package init(isLive: Bool) { self.isLive = isLive }

  /// Returns the time that is shown; the first call starts the clock.
  package mutating func time(at now: Double, live: Double?) -> Double {
    if isLive, let live {
      (shown, anchor) = (live, now)
      return live
    }
    guard !isPaused, let anchor else {
      self.anchor = now
      return shown
    }
    shown += (now - anchor) * speed
    self.anchor = now
    return shown
  }

  /// Goes on from another time.
  package mutating func set(_ time: Double) {
    guard time.isFinite else { return }
    shown = time
    isLive = false
  }

  /// Stops it or has it run, from the time that it shows.
  package mutating func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    if isPaused { isLive = false }
  }

  package mutating func setSpeed(_ speed: Double) {
    guard speed.isFinite else { return }
    self.speed = min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
    if speed != 1 { isLive = false }
  }

  /// Follows the live source again, at its own speed.
  package mutating func follow() { (isLive, isPaused, speed) = (true, false, 1) }
}
