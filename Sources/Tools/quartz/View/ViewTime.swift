// The time that a window shows.
// Licensed under the MIT license; see LICENSE.

/// A clock that runs, is paused and is set.
///
/// Times of the machine are seconds of its monotonic clock.
struct ViewTime {
  private(set) var isPaused: Bool
  /// Whether everything moves slowly.
  private(set) var isSlow = false
  /// How many times slower.
  static let slowness = 10.0
  /// How often it jumped, or changed its speed.
  private(set) var changes = 0
  // The time that was shown when the machine's was `anchor`; that of a paused clock.
  private var shown: Double
  private var anchor: Double?

  init(at time: Double, isPaused: Bool, isSlow: Bool = false) {
    shown = time
    self.isSlow = isSlow
    self.isPaused = isPaused
  }

  /// Returns the time that is shown; the first call starts the clock.
  mutating func time(at now: Double) -> Double {
    guard !isPaused else { return shown }
    guard let anchor else {
      self.anchor = now
      return shown
    }
    return shown + (now - anchor) / (isSlow ? ViewTime.slowness : 1)
  }

  /// Goes on with another time.
  mutating func set(_ time: Double, at now: Double) {
    guard time.isFinite else { return }
    shown = time
    anchor = now
    changes += 1
  }

  mutating func setSlow(_ isSlow: Bool, at now: Double) {
    set(time(at: now), at: now)
    self.isSlow = isSlow
  }

  mutating func setPaused(_ isPaused: Bool, at now: Double) {
    set(time(at: now), at: now)
    self.isPaused = isPaused
  }
}

/// The scales that keys choose from, in pixels per point.
enum ViewScale {
  static let largest = 64.0

  private static let steps = [0.125, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 16]

  /// Returns the next larger or smaller one.
  static func next(_ scale: Double, isLarger: Bool) -> Double {
    let found = isLarger ? steps.first { $0 > scale } : steps.last { $0 < scale }
    return found ?? scale
  }
}
