// The time of animations: from a layer's clock to a fraction of the change.
// Licensed under the MIT license; see LICENSE.

/// The effect of an animation outside its active time.
package enum FillMode: UInt8, NamedValue {
  case removed, forwards, backwards, both

  package var name: String {
    switch self {
    case .removed: "removed"
    case .forwards: "forwards"
    case .backwards: "backwards"
    case .both: "both"
    }
  }

  package var fillsBackwards: Bool { self == .backwards || self == .both }
  package var fillsForwards: Bool { self == .forwards || self == .both }
}

/// The timing of an animation, in seconds of the clock of the layer that it is attached to.
package struct MediaTiming: Equatable, Sendable {
  /// When it begins, in the layer's time.
  package var beginTime = 0.0
  /// The length of one cycle, in the animation's own time.
  package var duration = 0.25
  /// How fast the animation's own time runs; negative runs backwards, 0 pauses.
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
    // Nothing, however often, is nothing.
    return repeatCount > 0 && period > 0 ? period * repeatCount : period
  }

  /// When the animation is over, in the layer's time; infinity if it never is.
  package var endTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(speed)
  }

  /// Whether every number has a meaning.
  package var isValid: Bool { problem == nil }

  /// The problem of the numbers; nil if there is none.
  package var problem: String? {
    if !beginTime.isFinite { return "its begin time is \(beginTime)" }
    if !(duration.isFinite && duration >= 0) { return "its duration is \(duration)" }
    if !speed.isFinite { return "its speed is \(speed)" }
    if !timeOffset.isFinite { return "its time offset is \(timeOffset)" }
    if !(repeatCount >= 0) { return "its repeat count is \(repeatCount)" }
    if !(repeatDuration >= 0) { return "its repeat duration is \(repeatDuration)" }
    return nil
  }

  /// How much of the animation is done at a time of the layer's clock.
  ///
  /// - Returns: The fraction of the cycle in 0...1 before the timing function, and how many whole
  ///   cycles are over; nil where the animation has no effect.
  package func progress(at layerTime: Double) -> (fraction: Double, cycle: Double)? {
    guard isValid, layerTime.isFinite else { return nil }
    return PreparedTiming(self).progress(at: layerTime)
  }
}

/// A valid timing, with values derived from its numbers.
struct PreparedTiming: Sendable {
  private let beginTime: Double
  private let speed: Double
  let duration: Double
  private let period: Double
  private let active: Double
  private let timeOffset: Double
  private let autoreverses: Bool
  private let fillsBackwards: Bool
  private let fillsForwards: Bool
  private let isReversed: Bool

  /// - Parameter timing: Must be valid.
  init(_ timing: MediaTiming) {
    self.init(timing, duration: timing.duration, fillsForwards: !timing.isRemovedOnCompletion)
  }

  /// The timing of an animation in a group.
  ///
  /// It runs for the group's duration if it has none, and is never removed by itself.
  init(_ timing: MediaTiming, inGroupOf groupDuration: Double) {
    var timing = timing
    if timing.duration == 0 { timing.duration = groupDuration }
    self.init(timing, duration: timing.duration, fillsForwards: true)
  }

  private init(_ timing: MediaTiming, duration: Double, fillsForwards: Bool) {
    beginTime = timing.beginTime
    speed = abs(timing.speed)
    isReversed = timing.speed < 0
    self.duration = duration
    period = timing.autoreverses ? duration * 2 : duration
    active = timing.activeDuration
    timeOffset = PreparedTiming.wrapped(timing.timeOffset, period)
    autoreverses = timing.autoreverses
    fillsBackwards = timing.fillMode.fillsBackwards
    self.fillsForwards = timing.fillMode.fillsForwards && fillsForwards
  }

  /// An offset within one cycle, so that skipped time does not count as cycles.
  private static func wrapped(_ offset: Double, _ period: Double) -> Double {
    guard period > 0 else { return 0 }
    let rest = offset.truncatingRemainder(dividingBy: period)
    let wrapped = rest < 0 ? rest + period : rest
    return wrapped < period ? wrapped : 0
  }

  /// How much of the animation is done at a time of the clock that it is on.
  ///
  /// - Parameter includesEnd: Whether the very moment of the end, give or take a nanosecond that
  ///   sums of times are wrong by, still belongs to the animation.
  @inline(__always)
  func progress(
    at time: Double,
    includesEnd: Bool = false
  ) -> (fraction: Double, cycle: Double)? {
    var local = speed == 0 ? 0 : (time - beginTime) * speed
    if local < 0 {
      guard fillsBackwards else { return nil }
      local = 0
    }
    if local >= active {
      guard fillsForwards || (includesEnd && local <= active + 1e-9) else { return nil }
      local = active
    }
    if isReversed {
      // An endless one has no last cycle to begin with: all its cycles count as the first.
      guard active < period * 1e15 || period == 0 else { return (reversedFraction(local), 0) }
      return position(at: active - local, isAtEnd: true)
    }
    return position(at: local, isAtEnd: local == active)
  }

  /// The fraction and cycle at a moment of the active time.
  ///
  /// - Parameter isAtEnd: Whether a moment between two cycles belongs to the earlier one: the last
  ///   moment, and all moments if time runs backwards.
  @inline(__always)
  private func position(at local: Double, isAtEnd: Bool) -> (fraction: Double, cycle: Double) {
    guard duration > 0 else { return (autoreverses ? 0 : 1, 0) }
    var within = local + timeOffset
    var cycle = 0.0
    if within >= period {
      cycle = (within / period).rounded(.down)
      within = max(within.truncatingRemainder(dividingBy: period), 0)
      // More cycles than can be counted: the first moment of one of them.
      guard within.isFinite else { return (0, cycle.isFinite ? cycle : 0) }
      // The quotient may be rounded up to a cycle that has not begun.
      if (cycle - 0.5) * period > local + timeOffset - within { cycle -= 1 }
      if isAtEnd && within == 0 {
        cycle -= 1
        within = period
      }
    }
    return (folded(within), cycle)
  }

  /// The fraction of an endless animation that runs backwards, `local` after its begin.
  private func reversedFraction(_ local: Double) -> Double {
    guard duration > 0 else { return autoreverses ? 0 : 1 }
    let back = (local - timeOffset).truncatingRemainder(dividingBy: period)
    guard back.isFinite else { return 0 }
    return folded(back > 0 ? period - back : -back == 0 ? period : -back)
  }

  /// The fraction of the change, there and back.
  @inline(__always)
  private func folded(_ within: Double) -> Double {
    let fraction = within / duration
    return min(max(fraction > 1 ? 2 - fraction : fraction, 0), 1)
  }
}
