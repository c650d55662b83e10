// Layers that are there for a time only, or again and again.
// Licensed under the MIT license; see LICENSE.
//
// Most trees have none, and ask no more than whether a set is empty.

extension LayerTree {
  /// Whether the layer is outside of its active time at the last evaluation, and its fill mode does
  /// not keep it.
  package func isOutOfTime(_ slot: Int32) -> Bool {
    !slotsOutOfTime.isEmpty && slotsOutOfTime.contains(slot)
  }

  /// Whether the layer shows at different times of instances differently, for its active time.
  package func hasActiveTime(_ slot: Int32) -> Bool {
    !timedSlots.isEmpty && timedSlots.contains(slot)
  }

  mutating func noteActiveTime(of slot: Int32) {
    if LayerClock(models[Int(slot)]).isLinear {
      forgetActiveTime(of: slot)
    } else {
      timedSlots.insert(slot)
    }
  }

  mutating func forgetActiveTime(of slot: Int32) {
    if timedSlots.isEmpty { return }
    timedSlots.remove(slot)
    if slotsOutOfTime.remove(slot) != nil { touch(slot, .subtree) }
  }

  /// The time of the clock above a layer's own.
  private func parentTime(of slot: Int32, at time: Double) -> Double {
    let parent = parents[Int(slot)]
    return parent < 0 ? time : layerTime(of: parent, at: time)
  }

  /// As `layerTime(of:at:)`, through clocks that are more than linear functions.
  func timedLayerTime(of slot: Int32, at time: Double) -> Double {
    var path: [Int32] = []
    var node = slot
    // Layers deeper than the limit are not drawn: they need no clock.
    while node >= 0, path.count <= limits.depth {
      path.append(node)
      node = parents[Int(node)]
    }
    return path.reversed().reduce(time) { LayerClock(models[Int($1)]).local($0) }
  }

  /// Lists the layers as changed that come or go.
  mutating func evaluateActiveTimes(at time: Double) {
    for slot in timedSlots {
      evaluateActiveTime(of: slot, at: time)
      // Instances that are behind come and go when the layer does not.
      if delays(of: slot) != 0...0 { touch(slot, .picture) }
    }
  }

  mutating func evaluateActiveTime(of slot: Int32, at time: Double) {
    guard timedSlots.contains(slot) else { return }
    let isActive = LayerClock(models[Int(slot)]).isActive(parentTime(of: slot, at: time))
    guard isActive == slotsOutOfTime.contains(slot) else { return }
    if isActive { slotsOutOfTime.remove(slot) } else { slotsOutOfTime.insert(slot) }
    touch(slot, .subtree)
  }

  /// When a layer comes or goes by itself next, or begins a cycle in which something moves.
  ///
  /// - Returns: `time` itself while cycles run; nil for never.
  func nextActiveTime(after time: Double) -> Double? {
    var next: Double?
    for slot in timedSlots {
      let clock = LayerClock(models[Int(slot)])
      let parentTime = parentTime(of: slot, at: time)
      let begin = clock.beginTime - parentTime
      let end = begin + clock.activeDuration
      guard let wait = begin > 0 ? begin : end > 0 && end.isFinite ? end : nil else {
        if end > 0, clock.duration.isFinite, !animated.isEmpty || hasEmitters { return time }
        continue
      }
      // Instances that are behind, and clocks above that are not linear, may come to it at any
      // time.
      let isLinear = delays(of: slot) == 0...0 && !hasTimedLayer(above: slot)
      let parent = parents[Int(slot)]
      let factor = parent < 0 ? 1 : self.clock(of: parent).factor
      guard isLinear, factor > 0 else {
        if factor == 0, isLinear { continue }
        return time
      }
      if begin <= 0, clock.duration.isFinite, !animated.isEmpty || hasEmitters { return time }
      let moment = time + wait / factor
      next = min(next ?? moment, moment)
    }
    return next
  }

  private func hasTimedLayer(above slot: Int32) -> Bool {
    var (node, level) = (parents[Int(slot)], 0)
    while node >= 0, level <= limits.depth {
      if timedSlots.contains(node) { return true }
      node = parents[Int(node)]
      level += 1
    }
    return false
  }
}
