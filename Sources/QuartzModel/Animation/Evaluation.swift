// Evaluating a tree's animations at a time.
// Licensed under the MIT license; see LICENSE.
//
// The value at a time depends on the committed tree and the time alone, never on the frames before.
// Only animated layers are visited; values go into one column that keeps its capacity.

import QuartzMath

/// What one property of an animated layer shows.
///
/// Thousands of them are written and compared in a frame, so they hold no references: matrices and
/// objects lie in columns beside them.
package struct PresentationValue: Sendable {
  enum Content: Sendable {
    case vector(AnimatedValue.VectorType)
    /// Index in `matrices`.
    case transform(Int32)
    /// Index in `objects`.
    case object(Int32)
  }

  package let property: PropertyID
  var content: Content
  var vector = SIMD4<Double>.zero
}

/// The presentation values of all layers at a time.
struct PresentationColumns: Sendable {
  var values: ContiguousArray<PresentationValue> = []
  private var matrices: ContiguousArray<Matrix4x4> = []
  private var objects: ContiguousArray<AnimatedValue> = []

  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    matrices.removeAll(keepingCapacity: true)
    objects.removeAll(keepingCapacity: true)
  }

  /// Where the value of a property is, from `start` on.
  @inline(__always)
  func place(of property: PropertyID, from start: Int) -> Int? {
    var place = start
    while place < values.count {
      if values[place].property == property { return place }
      place += 1
    }
    return nil
  }

  subscript(place: Int) -> AnimatedValue {
    switch values[place].content {
    case .vector(let type): .vector(values[place].vector, type)
    case .transform(let index): .transform(matrices[Int(index)])
    case .object(let index): objects[Int(index)]
    }
  }

  func isEqual(_ place: Int, _ other: PresentationColumns, _ otherPlace: Int) -> Bool {
    switch (values[place].content, other.values[otherPlace].content) {
    case (.vector, .vector): values[place].vector == other.values[otherPlace].vector
    case (.transform(let a), .transform(let b)): matrices[Int(a)] == other.matrices[Int(b)]
    case (.object(let a), .object(let b)): objects[Int(a)] == other.objects[Int(b)]
    default: false
    }
  }

  @inline(__always)
  mutating func store(
    _ vector: SIMD4<Double>,
    _ type: AnimatedValue.VectorType,
    _ property: PropertyID,
    from start: Int
  ) {
    store(PresentationValue(property: property, content: .vector(type), vector: vector), start)
  }

  mutating func store(_ matrix: Matrix4x4, _ property: PropertyID, from start: Int) {
    if let place = place(of: property, from: start),
      case .transform(let index) = values[place].content
    {
      matrices[Int(index)] = matrix
      return
    }
    let index = Int32(matrices.count)
    matrices.append(matrix)
    store(PresentationValue(property: property, content: .transform(index)), start)
  }

  mutating func store(_ value: AnimatedValue, _ property: PropertyID, from start: Int) {
    switch value {
    case .vector(let vector, let type): store(vector, type, property, from: start)
    case .transform(let matrix): store(matrix, property, from: start)
    case .crossFade, .discrete:
      let index = Int32(objects.count)
      objects.append(value)
      store(PresentationValue(property: property, content: .object(index)), start)
    }
  }

  @inline(__always)
  private mutating func store(_ value: PresentationValue, _ start: Int) {
    if let place = place(of: value.property, from: start) {
      values[place] = value
    } else {
      values.append(value)
    }
  }
}

/// An attached animation as a layer runs it: most are of one property and up to four numbers.
///
/// The animation's program, which the layer's track holds, keeps alive what `motion` refers to.
struct AnimationLane: Sendable {
  let timing: PreparedTiming
  let target: AnimationTarget
  let isTransform: Bool
  let turnsLayer: Bool
  let motion: VectorMotion

  /// Nil for animations that only their program can run: groups, matrices, images, declared properties.
  init?(_ program: AnimationProgram) {
    guard program.steps.count == 1, let motion = program.motions.first,
      let vector = motion.vector, let target = motion.property.target
    else { return nil }
    timing = program.steps[0].timing
    self.target = target
    isTransform = PropertyTable.transforms.contains(target.property)
    turnsLayer = motion.turnsLayer
    self.motion = vector
  }
}

/// A layer that has animations.
package struct AnimatedLayer: Sendable {
  package let slot: Int32
  /// In the order they were added; a later one acts on what earlier ones show.
  package private(set) var tracks: ContiguousArray<AnimationTrack> = []
  /// Index i is how track i runs; nil for those that run their program.
  fileprivate private(set) var lanes: ContiguousArray<AnimationLane?> = []
  /// Where the layer's values are in `LayerTree.presentation`.
  package internal(set) var range: Range<Int> = 0..<0
  /// The members of the model's transform as they were when an animation last asked for them.
  fileprivate var members: CachedMembers?
  /// What the layer's transition, the one with the key, began with.
  var snapshot: (key: String, picture: Snapshot)?
  /// The transition as of the last evaluation.
  var transition: TransitionLook?

  init(slot: Int32) {
    self.slot = slot
  }

  /// Adds an animation, in the place of one with the same key.
  mutating func add(_ track: AnimationTrack) {
    remove(track.key)
    tracks.append(track)
    lanes.append(AnimationLane(track.program))
  }

  mutating func remove(_ key: String) {
    guard let index = tracks.firstIndex(where: { $0.key == key }) else { return }
    tracks.remove(at: index)
    lanes.remove(at: index)
  }
}

/// A matrix of the model, taken apart.
private struct CachedMembers: Sendable {
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
  /// The animated values of the last evaluation; `presentationRange` says whose they are.
  package var presentation: ContiguousArray<PresentationValue> {
    _read { yield presented.values }
  }

  /// The value at an index of `presentation`.
  package func animatedValue(at index: Int) -> AnimatedValue { presented[index] }

  /// Works out the presentation values at a time of the context's clock, in seconds.
  ///
  /// Layers whose values differ from those of the evaluation before are listed as changed.
  package mutating func evaluate(at time: Double) {
    self.time = time
    guard !animated.isEmpty || !presented.values.isEmpty else { return }
    swap(&presented, &previouslyPresented)
    presented.removeAll()
    for index in animated.indices {
      let old = animated[index].range
      let start = presented.values.count
      let slot = animated[index].slot
      let layerTime = layerTime(of: slot, at: time)
      if layerTime.isFinite { present(index, at: layerTime, start: start) }
      advanceTransition(index, at: layerTime)
      animated[index].range = start..<presented.values.count
      compare(slot, old, start..<presented.values.count)
    }
    previouslyPresented.removeAll()
  }

  /// Appends the values of an animated layer; those of it begin at `start`.
  private mutating func present(_ index: Int, at layerTime: Double, start: Int) {
    var open: OpenTransform?
    for track in animated[index].lanes.indices {
      guard let lane = animated[index].lanes[track] else {
        present(animated[index].tracks[track].program, index, at: layerTime, start: start, &open)
        continue
      }
      guard let (fraction, cycle) = lane.timing.progress(at: layerTime) else { continue }
      let value = lane.motion.value(at: fraction, cycle: cycle)
      let target = lane.target
      if let member = target.member, lane.isTransform {
        openMembers(of: target.property, index, start: start, &open)
        open?.members.set(member, value, isAdditive: lane.motion.isAdditive)
      } else if target.member == nil, !lane.motion.isAdditive {
        presented.store(value, lane.motion.type, target.property, from: start)
      } else {
        combine(value, lane, index, start: start)
      }
      if lane.turnsLayer, let angle = lane.motion.angle(at: fraction) {
        turn(index, by: angle, start: start, &open)
      }
    }
    close(&open, start: start)
  }

  /// Runs the program of an animation.
  private mutating func present(
    _ program: AnimationProgram,
    _ index: Int,
    at layerTime: Double,
    start: Int,
    _ open: inout OpenTransform?
  ) {
    program.run(at: layerTime) { motion, fraction, cycle in
      guard case .row(let target) = motion.property else { return }
      if let member = target.member, PropertyTable.transforms.contains(target.property) {
        openMembers(of: target.property, index, start: start, &open)
        open?.members.apply(motion, member, fraction, cycle)
        return
      }
      if open?.property == target.property { close(&open, start: start) }
      apply(motion, target, index, fraction, cycle, start: start)
      if motion.turnsLayer, let angle = motion.vector?.angle(at: fraction) {
        turn(index, by: angle, start: start, &open)
      }
    }
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
    if let place = presented.place(of: property, from: start) {
      guard case .transform(let matrix) = presented[place] else { return }
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
    presented.store(transform.members.matrix, transform.property, from: start)
    open = nil
  }

  /// The value of a row so far.
  private func current(_ property: PropertyID, _ index: Int, start: Int) -> AnimatedValue {
    if let place = presented.place(of: property, from: start) { return presented[place] }
    return AnimatedValue(models[Int(animated[index].slot)].value(property))
  }

  /// Puts an animation's value into a member of a struct, or adds it to what is there.
  private mutating func combine(
    _ value: SIMD4<Double>,
    _ lane: AnimationLane,
    _ index: Int,
    start: Int
  ) {
    let base = current(lane.target.property, index, start: start)
    guard case .vector(let old, let type) = base else {
      // No colour to add to.
      if lane.target.member == nil {
        presented.store(value, lane.motion.type, lane.target.property, from: start)
      }
      return
    }
    var new = value
    if let member = lane.target.member {
      guard let part = type.member(member) else { return }
      new = old
      part.set(&new, lane.motion.isAdditive ? part.get(old) + value : value)
    } else if lane.motion.isAdditive {
      new += old
    }
    presented.store(new, type, lane.target.property, from: start)
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
      return presented.store(value, target.property, from: start)
    }
    let base = current(target.property, index, start: start)
    guard case .vector(var vector, let type) = base, let part = type.member(member) else { return }
    let old = AnimatedValue.vector(part.get(vector), part.type)
    guard case .vector(let new, _) = motion.value(at: fraction, cycle: cycle, base: old) else {
      return
    }
    part.set(&vector, new)
    presented.store(vector, type, target.property, from: start)
  }

  /// Turns a layer about z, after its own transform.
  private mutating func turn(
    _ index: Int,
    by angle: Double,
    start: Int,
    _ open: inout OpenTransform?
  ) {
    if open?.property == .transform { close(&open, start: start) }
    guard case .transform(let matrix) = current(.transform, index, start: start) else { return }
    let turned = matrix * Matrix4x4.rotation(angle, 0, 0, 1)
    presented.store(turned, .transform, from: start)
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
      bag[presented.values[index].property] = presented[index].propertyValue
    }
    return bag
  }

  /// The value of a row of a layer as it appears.
  package func value(_ property: PropertyID, of slot: Int32) -> PropertyValue {
    for index in presentationRange(of: slot) where presented.values[index].property == property {
      return presented[index].propertyValue
    }
    return models[Int(slot)].value(property)
  }

  /// Lists the layer as changed if what it shows is not what it showed.
  private mutating func compare(_ slot: Int32, _ old: Range<Int>, _ new: Range<Int>) {
    var damage: PropertyDamage = []
    for index in old {
      let property = previouslyPresented.values[index].property
      let place = presented.place(of: property, from: new.lowerBound)
      if let place, presented.isEqual(place, previouslyPresented, index) { continue }
      damage.formUnion(PropertyTable.damage(property))
    }
    for index in new {
      let property = presented.values[index].property
      if !old.contains(where: { previouslyPresented.values[$0].property == property }) {
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
      if animated[index].snapshot?.key == key { animated[index].snapshot = nil }
      animated[index].add(AnimationTrack(key: key, state: state))
      animationCount += animated[index].tracks.count - before
    case .remove(_, let key):
      let index = Int(animatedIndex[Int(slot)])
      guard index >= 0 else { return }
      let before = animated[index].tracks.count
      if animated[index].snapshot?.key == key { animated[index].snapshot = nil }
      animated[index].remove(key)
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
    for place in animated[index].range {
      damage.formUnion(PropertyTable.damage(presented.values[place].property))
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
  /// The components of a member.
  private func vector(_ member: ValueMember) -> SIMD4<Double> {
    if member == .translation {
      return SIMD4(parts.translation.x, parts.translation.y, 0, 0)
    }
    return SIMD4(number(member) ?? 0, 0, 0, 0)
  }

  /// Sets a member to what an animation makes of it.
  fileprivate mutating func apply(
    _ motion: PropertyMotion,
    _ member: ValueMember,
    _ fraction: Double,
    _ cycle: Double
  ) {
    let base = AnimatedValue.vector(vector(member), member == .translation ? .size : .number)
    if case .vector(let value, _) = motion.value(at: fraction, cycle: cycle, base: base) {
      _ = set(member, value)
    }
  }

  /// Sets a member to a value, or adds the value to it.
  fileprivate mutating func set(
    _ member: ValueMember,
    _ value: SIMD4<Double>,
    isAdditive: Bool
  ) {
    _ = set(member, isAdditive ? value + vector(member) : value)
  }
}

/// Components of a struct that lie side by side.
private struct VectorPart {
  let first: Int
  let type: AnimatedValue.VectorType

  @inline(__always)
  func get(_ vector: SIMD4<Double>) -> SIMD4<Double> {
    type == .number
      ? SIMD4(vector[first], 0, 0, 0) : SIMD4(vector[first], vector[first + 1], 0, 0)
  }

  @inline(__always)
  func set(_ vector: inout SIMD4<Double>, _ part: SIMD4<Double>) {
    vector[first] = part.x
    if type != .number { vector[first + 1] = part.y }
  }
}

extension AnimatedValue.VectorType {
  /// Where a member is; nil if values of the type do not have it.
  fileprivate func member(_ member: ValueMember) -> VectorPart? {
    switch (self, member) {
    case (.point, .x), (.size, .width), (.rect, .originX): VectorPart(first: 0, type: .number)
    case (.point, .y), (.size, .height), (.rect, .originY): VectorPart(first: 1, type: .number)
    case (.rect, .sizeWidth): VectorPart(first: 2, type: .number)
    case (.rect, .sizeHeight): VectorPart(first: 3, type: .number)
    case (.rect, .origin): VectorPart(first: 0, type: .point)
    case (.rect, .size): VectorPart(first: 2, type: .size)
    default: nil
    }
  }
}
