// Evaluating a tree's animations at a time.
// Licensed under the MIT license; see LICENSE.
//
// The value at a time depends on the committed tree and the time alone, never on the frames before.
// Only animated layers are visited; values go into one column that keeps its capacity.

/// What one property of an animated layer shows.
package struct PresentationValue: Sendable {
  package var property: PropertyID
  package var value: AnimatedValue
}

/// A layer that has animations.
package struct AnimatedLayer: Sendable {
  package let slot: Int32
  /// In the order they were added; a later one acts on what earlier ones show.
  package internal(set) var tracks: ContiguousArray<AnimationTrack> = []
  /// Where the layer's values are in `LayerTree.presentation`.
  package internal(set) var range: Range<Int> = 0..<0
}

extension LayerTree {
  /// Works out the presentation values at a time of the context's clock, in seconds.
  ///
  /// Layers whose values differ from those of the evaluation before are listed as changed.
  package mutating func evaluate(at time: Double) {
    self.time = time
    guard !animated.isEmpty || !presentation.isEmpty else { return }
    swap(&presentation, &previousPresentation)
    presentation.removeAll(keepingCapacity: true)
    for index in animated.indices {
      let old = animated[index].range
      let start = presentation.count
      let slot = animated[index].slot
      let layerTime = layerTime(of: slot, at: time)
      if layerTime.isFinite {
        for track in animated[index].tracks.indices {
          applyTrack(track, of: index, at: layerTime, start: start)
        }
      }
      animated[index].range = start..<presentation.count
      compare(slot, old, start..<presentation.count)
    }
    previousPresentation.removeAll(keepingCapacity: true)
  }

  /// The animated values of a layer at the last evaluation; empty if it has none.
  package func presentationRange(of slot: Int32) -> Range<Int> {
    let index = animatedIndex[Int(slot)]
    return index < 0 ? 0..<0 : animated[Int(index)].range
  }

  /// All values of a layer as it appears: the model's, and what animations make of them.
  package func presentationValues(of slot: Int32) -> PropertyBag {
    var bag = models[Int(slot)]
    for index in presentationRange(of: slot) {
      bag[presentation[index].property] = presentation[index].value.propertyValue
    }
    return bag
  }

  /// The value of a row of a layer as it appears.
  package func value(_ property: PropertyID, of slot: Int32) -> PropertyValue {
    for index in presentationRange(of: slot) where presentation[index].property == property {
      return presentation[index].value.propertyValue
    }
    return models[Int(slot)].value(property)
  }

  private mutating func applyTrack(
    _ track: Int,
    of index: Int,
    at layerTime: Double,
    start: Int
  ) {
    let animation = animated[index].tracks[track]
    let target = animation.state.target
    let place = presentation[start...].firstIndex { $0.property == target.property }
    let current =
      place.map { presentation[$0].value }
      ?? AnimatedValue(unprepared: models[Int(animated[index].slot)].value(target.property))
    let value: AnimatedValue?
    if let member = target.member {
      value = animation.value(at: layerTime, base: current.member(member) ?? .discrete(.null))
        .flatMap { current.replacing(member, with: $0) }
    } else {
      value = animation.value(at: layerTime, base: current)
    }
    guard let value else { return }
    if let place {
      presentation[place].value = value
    } else {
      presentation.append(PresentationValue(property: target.property, value: value))
    }
  }

  /// Lists the layer as changed if what it shows is not what it showed.
  private mutating func compare(_ slot: Int32, _ old: Range<Int>, _ new: Range<Int>) {
    var damage: PropertyDamage = []
    for index in old {
      let property = previousPresentation[index].property
      let match = presentation[new].first { $0.property == property }
      if match?.value != previousPresentation[index].value {
        damage.formUnion(PropertyTable.damage(property))
      }
    }
    for index in new {
      let property = presentation[index].property
      if !previousPresentation[old].contains(where: { $0.property == property }) {
        damage.formUnion(PropertyTable.damage(property))
      }
    }
    if !damage.isEmpty { touch(slot, damage) }
  }

  // MARK: Attaching

  mutating func applyAnimation(_ change: Commit.AnimationChange) {
    guard let slot = slot(of: change.layer) else { return }
    switch change {
    case .add(_, let key, let state):
      var index = Int(animatedIndex[Int(slot)])
      if index < 0 {
        index = animated.count
        animatedIndex[Int(slot)] = Int32(index)
        animated.append(AnimatedLayer(slot: slot))
      }
      let before = animated[index].tracks.count
      animated[index].tracks.removeAll { $0.key == key }
      animated[index].tracks.append(AnimationTrack(key: key, state: state))
      animationCount += animated[index].tracks.count - before
    case .remove(_, let key):
      let index = Int(animatedIndex[Int(slot)])
      guard index >= 0 else { return }
      let before = animated[index].tracks.count
      animated[index].tracks.removeAll { $0.key == key }
      animationCount += animated[index].tracks.count - before
      if animated[index].tracks.isEmpty { removeAnimations(of: slot) }
    case .removeAll: removeAnimations(of: slot)
    }
  }

  mutating func removeAnimations(of slot: Int32) {
    let index = Int(animatedIndex[Int(slot)])
    guard index >= 0 else { return }
    animationCount -= animated[index].tracks.count
    var damage: PropertyDamage = []
    for value in presentation[animated[index].range] {
      damage.formUnion(PropertyTable.damage(value.property))
    }
    animatedIndex[Int(slot)] = -1
    animated.swapAt(index, animated.count - 1)
    animated.removeLast()
    if index < animated.count { animatedIndex[Int(animated[index].slot)] = Int32(index) }
    if !damage.isEmpty { touch(slot, damage) }
  }

  // MARK: Activity

  /// When the picture will change by itself, seen from a time of the context's clock.
  ///
  /// - Returns: `time` itself while an animation runs, the begin of the next one if all are still
  ///   to come, nil if nothing will move any more.
  package func nextActivity(after time: Double) -> Double? {
    var next: Double?
    for layer in animated {
      let clock = clock(of: layer.slot)
      guard clock.factor != 0 else { continue }
      let layerTime = clock.factor * time + clock.offset
      for track in layer.tracks where track.problem == nil {
        let timing = track.state.timing
        if clock.factor < 0 { return time }
        if layerTime >= timing.beginTime {
          if layerTime < timing.endTime && timing.speed != 0 { return time }
        } else {
          let begin = (timing.beginTime - clock.offset) / clock.factor
          next = min(next ?? begin, begin)
        }
      }
    }
    return next
  }
}

extension AnimatedValue: Equatable {
  package static func == (left: AnimatedValue, right: AnimatedValue) -> Bool {
    switch (left, right) {
    case (.vector(let a, let s), .vector(let b, let t)): a == b && s == t
    case (.transform(let a, _), .transform(let b, _)): a == b
    case (.discrete(let a), .discrete(let b)): a == b
    default: false
    }
  }

  /// The value of a member, or nil if there is none.
  func member(_ member: ValueMember) -> AnimatedValue? {
    if case .transform(let matrix, _) = self {
      return TransformMembers(matrix).member(member).map { AnimatedValue($0) }
    }
    return propertyValue.member(member).map { AnimatedValue($0) }
  }

  /// The value with one member replaced, or nil if it does not fit.
  func replacing(_ member: ValueMember, with value: AnimatedValue) -> AnimatedValue? {
    if case .transform(let matrix, _) = self {
      guard
        let matrix = TransformMembers(matrix).replacing(member, with: value.propertyValue)
      else { return nil }
      return .transform(matrix, nil)
    }
    return propertyValue.replacing(member, with: value.propertyValue).map { AnimatedValue($0) }
  }
}
