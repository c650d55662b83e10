// The due times of a context's frames.
// Licensed under the MIT license; see LICENSE.

/// Keeps the frames of one output at least a period apart, on a grid that does not drift.
///
/// After a rest the first frame is due at once and starts a grid of its own; while something moves
/// each frame is due a period after the one before, however late that one was drawn.
struct FramePacer: Equatable {
  let period: Double
  /// The time of the last frame on the grid; nil before the first one.
  private(set) var lastFrame: Double?

  init(rate: Double) {
    period = 1 / rate
  }

  /// Returns the time to draw a picture that changes at `time`.
  ///
  /// - Parameter step: Periods from the last frame to the next.
  func due(at time: Double, step: Int = 1) -> Double {
    guard let lastFrame else { return time }
    return max(time, lastFrame + period * Double(step))
  }

  /// The first time of the grid that is not before `time`, and not that of the last frame.
  func onGrid(_ time: Double) -> Double {
    guard let lastFrame else { return time }
    let periods = max(((time - lastFrame) / period - 1e-6).rounded(.up), 1)
    return periods.isFinite ? lastFrame + periods * period : time
  }

  /// Returns the time that a frame shows that was due at `due` and is drawn at `now`; missed frames
  /// are skipped.
  func frameTime(due: Double, now: Double) -> Double {
    let missed = ((now - due) / period).rounded(.down)
    return missed > 0 && missed.isFinite ? due + missed * period : due
  }

  mutating func didDraw(at time: Double) {
    lastFrame = time
  }

  /// The earliest time of the next frame; nil before the first one.
  var nextFrame: Double? { lastFrame.map { $0 + period } }

  /// Moves the next frame to the nearest of a screen's refreshes.
  ///
  /// - Parameters:
  ///   - time: The time when the screen began to show the last frame; the next one is not due
  ///     before it.
  ///   - interval: Seconds from one refresh to the next.
  mutating func align(toFlipAt time: Double, interval: Double) {
    guard let nextFrame else { return }
    let refreshes = max(0, ((nextFrame - time) / interval).rounded())
    lastFrame = time + refreshes * interval - period
  }
}
