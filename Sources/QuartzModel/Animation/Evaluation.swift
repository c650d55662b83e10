// Evaluating a tree's animations at a time.
// Licensed under the MIT license; see LICENSE.
//
// The value at a time depends on the committed tree and the time alone, never on the frames before.
// Only animated layers are visited; values go into one column that keeps its capacity.

import QuartzMath

/// What one property of an animated layer shows.
package struct PresentationValue: Sendable {
  // In this order the property fits into the padding of the value.
  package var value: AnimatedValue
  package var property: PropertyID
}

/// A layer that has animations.
package struct AnimatedLayer: Sendable {
  package let slot: Int32
  /// In the order they were added; a later one acts on what earlier ones show.
  package internal(set) var tracks: ContiguousArray<AnimationTrack> = []
  /// Where the layer's values are in `LayerTree.presentation`.
  package internal(set) var range: Range<Int> = 0..<0
  /// The members of the model's transform as they were when an animation last asked for them.
  var members: CachedMembers?
  /// What the layer's transition, the one with the key, began with.
  var snapshot: (key: String, picture: Snapshot)?
  /// The transition as of the last evaluation.
  var transition: TransitionLook?

  init(slot: Int32) {
    self.slot = slot
  }
}

/// A matrix of the model, taken apart.
struct CachedMembers: Sendable {
  let property: PropertyID
  // Kept alive, so that no other matrix can be at the same place.
  let matrix: TransformBox
  let members: TransformMembers
}

/// A transform while animations set its members: put together once, when all have done so.
private struct OpenTransform {
  let property: PropertyID
  var members: TransformMembers
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
      if layerTime.isFinite { present(index, at: layerTime, start: start) }
      advanceTransition(index, at: layerTime)
      animated[index].range = start..<presentation.count
      compare(slot, old, start..<presentation.count)
    }
    previousPresentation.removeAll(keepingCapacity: true)
  }

  /// Appends the values of an animated layer; those of it begin at `start`.
  private mutating func present(_ index: Int, at layerTime: Double, start: Int) {
    var open: OpenTransform?
    for track in animated[index].tracks.indices {
      let program = animated[index].tracks[track].program
      program.run(at: layerTime) { motion, fraction, cycle in
        guard case .row(let target) = motion.property else { return }
        if let member = target.member, PropertyTable.transforms.contains(target.property) {
          openMembers(of: target.property, index, start: start, &open)
          open?.members.apply(motion, member, fraction, cycle)
        } else {
          if open?.property == target.property { close(&open, start: start) }
          apply(motion, target, index, fraction, cycle, start: start)
        }
        if let angle = motion.angle(at: fraction) {
          if open?.property == .transform { close(&open, start: start) }
          turn(index, by: angle, start: start)
        }
      }
    }
    close(&open, start: start)
  }

  /// Makes `open` the members of a property as they are now.
  private mutating func openMembers(
    of property: PropertyID,
    _ index: Int,
    start: Int,
    _ open: inout OpenTransform?
  ) {
    if open?.property == property { return }
    close(&open, start: start)
    if let place = place(of: property, start: start) {
      guard case .transform(let matrix) = presentation[place].value else { return }
      open = OpenTransform(property: property, members: TransformMembers(matrix))
    } else {
      open = OpenTransform(property: property, members: modelMembers(of: property, index))
    }
  }

  /// The members of the model's matrix, taken apart when it is another one than the last time.
  private mutating func modelMembers(of property: PropertyID, _ index: Int) -> TransformMembers {
    guard case .transform(let box)? = models[Int(animated[index].slot)][property] else {
      return .identity
    }
    if let cached = animated[index].members, cached.matrix === box, cached.property == property {
      return cached.members
    }
    let members = TransformMembers(box.matrix)
    animated[index].members = CachedMembers(property: property, matrix: box, members: members)
    return members
  }

  private mutating func close(_ open: inout OpenTransform?, start: Int) {
    guard let transform = open else { return }
    store(.transform(transform.members.matrix), transform.property, start: start)
    open = nil
  }

  private func place(of property: PropertyID, start: Int) -> Int? {
    for place in start..<presentation.count where presentation[place].property == property {
      return place
    }
    return nil
  }

  private mutating func store(_ value: AnimatedValue, _ property: PropertyID, start: Int) {
    if let place = place(of: property, start: start) {
      presentation[place].value = value
    } else {
      presentation.append(PresentationValue(value: value, property: property))
    }
  }

  /// The value of a row so far.
  private func current(_ property: PropertyID, _ index: Int, start: Int) -> AnimatedValue {
    if let place = place(of: property, start: start) { return presentation[place].value }
    return AnimatedValue(models[Int(animated[index].slot)].value(property))
  }

  private mutating func apply(
    _ motion: PropertyMotion,
    _ target: AnimationTarget,
    _ index: Int,
    _ fraction: Double,
    _ cycle: Double,
    start: Int
  ) {
    guard let member = target.member else {
      let base: AnimatedValue =
        motion.needsBase
        ? current(target.property, index, start: start) : .vector(.zero, .number)
      let value = motion.value(at: fraction, cycle: cycle, base: base)
      return store(value, target.property, start: start)
    }
    let base = current(target.property, index, start: start)
    guard let old = base.member(member) else { return }
    let part = motion.value(at: fraction, cycle: cycle, base: old)
    if let value = base.replacing(member, with: part) {
      store(value, target.property, start: start)
    }
  }

  /// Turns a layer about z, after its own transform.
  private mutating func turn(_ index: Int, by angle: Double, start: Int) {
    guard case .transform(let matrix) = current(.transform, index, start: start) else { return }
    let turned = matrix * Matrix4x4.rotation(angle, 0, 0, 1)
    store(.transform(turned), .transform, start: start)
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

  /// Lists the layer as changed if what it shows is not what it showed.
  private mutating func compare(_ slot: Int32, _ old: Range<Int>, _ new: Range<Int>) {
    var damage: PropertyDamage = []
    for index in old {
      let property = previousPresentation[index].property
      let match = place(of: property, start: new.lowerBound)
      if match.map({ presentation[$0].value == previousPresentation[index].value }) != true {
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
      if animated[index].snapshot?.key == key { animated[index].snapshot = nil }
      animated[index].tracks.append(AnimationTrack(key: key, state: state))
      animationCount += animated[index].tracks.count - before
    case .remove(_, let key):
      let index = Int(animatedIndex[Int(slot)])
      guard index >= 0 else { return }
      let before = animated[index].tracks.count
      animated[index].tracks.removeAll { $0.key == key }
      if animated[index].snapshot?.key == key { animated[index].snapshot = nil }
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
    if animated[index].transition != nil { damage.formUnion([.content, .subtree]) }
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

extension TransformMembers {
  /// Sets a member to what an animation makes of it.
  fileprivate mutating func apply(
    _ motion: PropertyMotion,
    _ member: ValueMember,
    _ fraction: Double,
    _ cycle: Double
  ) {
    let base: AnimatedValue =
      if member == .translation {
        .vector(SIMD4(parts.translation, 0) * SIMD4(1, 1, 0, 0), .size)
      } else {
        .vector(SIMD4(number(member) ?? 0, 0, 0, 0), .number)
      }
    if case .vector(let value, _) = motion.value(at: fraction, cycle: cycle, base: base) {
      _ = set(member, value)
    }
  }
}

extension AnimatedValue {
  /// The value of a member, or nil if there is none.
  fileprivate func member(_ member: ValueMember) -> AnimatedValue? {
    guard case .vector(let v, let type) = self else { return nil }
    switch (type, member) {
    case (.point, .x), (.size, .width), (.rect, .originX):
      return .vector(SIMD4(v.x, 0, 0, 0), .number)
    case (.point, .y), (.size, .height), (.rect, .originY):
      return .vector(SIMD4(v.y, 0, 0, 0), .number)
    case (.rect, .sizeWidth): return .vector(SIMD4(v.z, 0, 0, 0), .number)
    case (.rect, .sizeHeight): return .vector(SIMD4(v.w, 0, 0, 0), .number)
    case (.rect, .origin): return .vector(SIMD4(v.x, v.y, 0, 0), .point)
    case (.rect, .size): return .vector(SIMD4(v.z, v.w, 0, 0), .size)
    default: return nil
    }
  }

  /// The value with one member replaced, or nil if it does not fit.
  fileprivate func replacing(_ member: ValueMember, with part: AnimatedValue) -> AnimatedValue? {
    guard case .vector(var v, let type) = self, case .vector(let p, _) = part else { return nil }
    switch (type, member) {
    case (.point, .x), (.size, .width), (.rect, .originX): v.x = p.x
    case (.point, .y), (.size, .height), (.rect, .originY): v.y = p.x
    case (.rect, .sizeWidth): v.z = p.x
    case (.rect, .sizeHeight): v.w = p.x
    case (.rect, .origin): (v.x, v.y) = (p.x, p.y)
    case (.rect, .size): (v.z, v.w) = (p.x, p.y)
    default: return nil
    }
    return .vector(v, type)
  }
}
