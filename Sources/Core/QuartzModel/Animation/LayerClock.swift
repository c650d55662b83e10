// The clock of a layer.
// Licensed under the MIT license; see LICENSE.

/// A layer's own clock: local = (parent - beginTime) x speed + timeOffset.
///
/// A layer with a duration has an active time, in which its own time passes as that of an animation
/// does: it starts anew with every cycle, or runs back. A layer whose duration is infinite, as it
/// is by default, has one that begins with its begin, if it has one, and ends with its repeat
/// duration. Outside of it the layer is hidden, with all below it, but where its fill mode says
/// that it stays as it was at the beginning or at the end.
package struct LayerClock: Equatable, Sendable {
  package var beginTime = 0.0
  package var timeOffset = 0.0
  package var speed = 1.0
  /// In seconds of own time; infinite, or 0, for layers without cycles.
  package var duration = Double.infinity
  package var repeatCount = 0.0
  package var repeatDuration = 0.0
  package var autoreverses = false
  package var fillMode = FillMode.removed

  package init(_ bag: PropertyBag) {
    beginTime = bag.value(.beginTime).number ?? 0
    timeOffset = bag.value(.timeOffset).number ?? 0
    speed = bag.value(.speed).number ?? 1
    guard bag.hasActiveTime else { return }
    duration = bag.value(.duration).number ?? .infinity
    repeatCount = bag.value(.repeatCount).number ?? 0
    repeatDuration = bag.value(.repeatDuration).number ?? 0
    autoreverses = bag.value(.autoreverses).bool ?? false
    fillMode = bag.value(.fillMode).name.flatMap { FillMode(rawValue: $0) } ?? .removed
  }

  package init() {}

  /// Whether the clock is no more than a linear function: there is no time outside of its active
  /// one.
  package var isLinear: Bool {
    beginTime == 0 && !hasCycles && !(repeatDuration > 0 && repeatDuration.isFinite)
  }

  private var hasCycles: Bool { duration.isFinite && duration > 0 }

  /// When the active time ends, in seconds after the start as the parent has them.
  package var activeDuration: Double {
    if speed == 0 { return .infinity }
    return hasCycles
      ? timing.activeDuration / abs(speed)
      : repeatDuration > 0 ? repeatDuration / abs(speed) : .infinity
  }

  private var timing: MediaTiming {
    var timing = MediaTiming()
    timing.beginTime = beginTime
    timing.duration = duration
    timing.speed = speed
    timing.timeOffset = timeOffset
    timing.repeatCount = repeatCount > 0 ? repeatCount : 0
    timing.repeatDuration = repeatDuration > 0 ? repeatDuration : 0
    timing.autoreverses = autoreverses
    timing.fillMode = .both
    timing.isRemovedOnCompletion = false
    return timing
  }

  /// Where a time of the parent is, against the active time.
  private func phase(_ parentTime: Double) -> (isBefore: Bool, isAfter: Bool) {
    let elapsed = parentTime - beginTime
    return (elapsed < 0 && (hasCycles || beginTime != 0), elapsed >= activeDuration)
  }

  /// Whether the layer shows at a time of the parent.
  package func isActive(_ parentTime: Double) -> Bool {
    let phase = phase(parentTime)
    if phase.isBefore { return fillMode.fillsBackwards }
    return !phase.isAfter || fillMode.fillsForwards
  }

  /// The layer's time at one of the parent; outside of the active time that of its begin or end.
  package func local(_ parentTime: Double) -> Double {
    if hasCycles, parentTime.isFinite,
      let progress = PreparedTiming(timing).progress(at: parentTime)
    {
      return progress.fraction * duration
    }
    var elapsed = parentTime - beginTime
    if elapsed < 0, beginTime != 0, fillMode.fillsBackwards { elapsed = 0 }
    return min(elapsed, activeDuration) * speed + timeOffset
  }

  /// The parent's time at a local one, in the first cycle; nil for a stopped clock.
  package func parent(_ localTime: Double) -> Double? {
    speed == 0 ? nil : (localTime - timeOffset) / speed + beginTime
  }

  /// The first time of the parent, not before another, at which the clock has reached a time.
  ///
  /// - Parameters:
  ///   - localTime: A time of the layer.
  ///   - parentTime: Where the parent is; the layer may have passed the time in an earlier cycle.
  /// - Returns: Nil if the clock never gets that far again.
  package func firstParentTime(reaching localTime: Double, from parentTime: Double) -> Double? {
    if local(parentTime) >= localTime { return parentTime }
    if hasCycles { return firstCycleTime(reaching: localTime, from: parentTime) }
    guard speed > 0 else { return nil }
    let elapsed = (localTime - timeOffset) / speed
    return elapsed <= activeDuration ? beginTime + elapsed : nil
  }

  /// The same for a clock with cycles that is before `localTime`.
  private func firstCycleTime(reaching localTime: Double, from parentTime: Double) -> Double? {
    let active = timing.activeDuration
    let elapsed = max((parentTime - beginTime) * abs(speed), 0)
    guard speed != 0, localTime <= duration, elapsed < active else { return nil }
    let period = autoreverses ? duration * 2 : duration
    let position = speed > 0 ? elapsed : active.isFinite ? active - elapsed : -elapsed
    var within = (position + timeOffset).truncatingRemainder(dividingBy: period)
    if within < 0 { within += period }
    // Own time until the position in the cycle shows the wanted time.
    let wait: Double
    if speed > 0 {
      wait = localTime - within + (within < localTime ? 0 : period)
    } else if !autoreverses {
      // The cycle before ends with its whole duration.
      wait = within
    } else {
      wait = within <= duration ? within + localTime : within - (duration * 2 - localTime)
    }
    let time = elapsed + wait
    // The active time of a clock that runs back ends with 0, not with a cycle more.
    guard speed > 0 || autoreverses ? time <= active : time < active else { return nil }
    return beginTime + time / abs(speed)
  }
}
