// The time of animations: from a layer's clock to a fraction of the way.
// Licensed under the MIT license; see LICENSE.

/// What an animation shows outside its active time.
package enum FillMode: UInt8, NamedValue {
  case removed, forwards, backwards, both

  package var name: String { "\(self)" }

  package var fillsBackwards: Bool { self == .backwards || self == .both }
  package var fillsForwards: Bool { self == .forwards || self == .both }
}

/// The timing of an animation, in seconds of the clock of the layer that it is attached to.
package struct MediaTiming: Equatable, Sendable {
  /// When it begins, in the layer's time.
  package var beginTime = 0.0
  /// The length of one cycle, in the animation's own time.
  package var duration = 0.25
  /// How fast the animation's own time runs; negative runs backwards, 0 stands still.
  package var speed = 1.0
  /// Added to the animation's own time; wraps within the cycle.
  package var timeOffset = 0.0
  /// Cycles; fractions and infinity are allowed, 0 counts as 1.
  package var repeatCount = 0.0
  /// Seconds of own time to repeat for; 0 means that `repeatCount` rules.
  package var repeatDuration = 0.0
  package var autoreverses = false
  package var fillMode = FillMode.removed
  package var isRemovedOnCompletion = true

  package init() {}

  /// The length of one cycle there and, if it autoreverses, back.
  private var period: Double { autoreverses ? duration * 2 : duration }

  /// All cycles together, in the animation's own time; may be infinite.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return repeatCount > 0 ? period * repeatCount : period
  }

  /// When the animation is over, in the layer's time; infinity if it never is.
  package var endTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(speed)
  }

  /// Whether every number has a meaning.
  package var isValid: Bool {
    beginTime.isFinite && duration >= 0 && duration.isFinite && speed.isFinite
      && timeOffset.isFinite && repeatCount >= 0 && repeatDuration >= 0
  }

  /// Where in its way the animation is at a time of the layer's clock.
  ///
  /// - Returns: The fraction of the cycle in 0...1 before the timing function, and how many whole
  ///   cycles are over; nil where the animation has no effect.
  package func progress(at layerTime: Double) -> (fraction: Double, cycle: Double)? {
    guard isValid else { return nil }
    var local = (layerTime - beginTime) * abs(speed)
    let active = activeDuration
    if local < 0 {
      guard fillMode.fillsBackwards else { return nil }
      local = 0
    }
    if local >= active {
      guard fillMode.fillsForwards, !isRemovedOnCompletion else { return nil }
      local = active
    }
    if speed < 0 { local = active.isFinite ? active - local : -local }
    return position(at: local, isAtEnd: local == active)
  }

  /// The fraction and cycle at a moment of the active time.
  private func position(at local: Double, isAtEnd: Bool) -> (fraction: Double, cycle: Double) {
    guard duration > 0 else { return (autoreverses ? 0 : 1, 0) }
    let time = local + timeOffset
    var cycle = (time / period).rounded(.down)
    var within = time - cycle * period
    // The last moment belongs to the last cycle, not to the first moment of another one.
    if isAtEnd && within == 0 && cycle > 0 {
      cycle -= 1
      within = period
    }
    let fraction = within / duration
    return (min(max(fraction > 1 ? 2 - fraction : fraction, 0), 1), cycle)
  }
}

/// A layer's own clock: local = (parent - beginTime) x speed + timeOffset.
package struct LayerClock: Equatable, Sendable {
  package var beginTime = 0.0
  package var timeOffset = 0.0
  package var speed = 1.0

  package init(_ bag: PropertyBag) {
    beginTime = bag.value(.beginTime).number ?? 0
    timeOffset = bag.value(.timeOffset).number ?? 0
    speed = bag.value(.speed).number ?? 1
  }

  package init() {}

  package func local(_ parentTime: Double) -> Double {
    (parentTime - beginTime) * speed + timeOffset
  }

  /// The parent's time at a local one; nil for a clock that stands still.
  package func parent(_ localTime: Double) -> Double? {
    speed == 0 ? nil : (localTime - timeOffset) / speed + beginTime
  }
}
