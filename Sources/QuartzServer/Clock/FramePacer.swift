// When a context's frames are due.
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

  /// When a picture that changes at `time` is to be drawn.
  func due(at time: Double) -> Double {
    guard let lastFrame else { return time }
    return max(time, lastFrame + period)
  }

  /// The time that a frame shows which was due at `due` and is drawn at `now`: frames that were
  /// missed are left out.
  func frameTime(due: Double, now: Double) -> Double {
    let missed = ((now - due) / period).rounded(.down)
    return missed > 0 && missed.isFinite ? due + missed * period : due
  }

  mutating func didDraw(at time: Double) {
    lastFrame = time
  }
}
