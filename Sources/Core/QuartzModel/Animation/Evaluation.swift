// Evaluating a tree's animations at a time.
// Licensed under the MIT license; see LICENSE.
//
// The value at a time depends on the committed tree and the time alone, never on the frames before.
// Only animated layers are visited; values go into one column that keeps its capacity.

import QuartzMath

/// A layer that has animations.
package struct AnimatedLayer: Sendable {
  package let slot: Int32
  /// In the order they were added; a later one acts on the result of the earlier ones.
  package internal(set) var tracks: ContiguousArray<AnimationTrack> = []
  /// Where they run: index i of the range is track i.
  var lanes: Range<Int> = 0..<0
  /// Where the place ends that is kept for more of them.
  var lanesEnd = 0
  /// The tracks by their keys, once there are many and one is looked for; else empty.
  fileprivate var trackIndexes: [String: Int] = [:]
  /// Those of them that the commit being applied removed.
  fileprivate var removed: Set<Int> = []
  /// Where the layer's values are in `LayerTree.presentation`.
  package internal(set) var range: Range<Int> = 0..<0
  /// The members of the model's transform as they were when an animation last asked for them.
  fileprivate var members: CachedMembers?
  /// The transition that the layer is in, if it has a picture of the old state.
  var transition: LayerTransition?

  init(slot: Int32) {
    self.slot = slot
  }

  /// Fills `trackIndexes` with the tracks that are not removed; of two with one key there is none.
  fileprivate mutating func listTracks() {
    for index in tracks.indices where !removed.contains(index) {
      trackIndexes[tracks[index].key] = index
    }
  }

  /// The counted bytes of the tracks that are not removed.
  package var trackBytes: Int {
    tracks.indices.reduce(0) { removed.contains($1) ? $0 : $0 + tracks[$1].countedBytes }
  }

  /// The number of tracks that are not removed and have a wish for a frame rate.
  fileprivate var wishes: Int {
    tracks.indices.reduce(0) { removed.contains($1) ? $0 : $0 + tracks[$1].wishes }
  }

  fileprivate mutating func dropRemoved() {
    var kept: ContiguousArray<AnimationTrack> = []
    kept.reserveCapacity(tracks.count - removed.count)
    for index in tracks.indices where !removed.contains(index) { kept.append(tracks[index]) }
    tracks = kept
    trackIndexes = [:]
    removed = []
  }
}

/// A matrix of the model, taken apart.
private final class CachedMembers: Sendable {
  let property: PropertyID
  // Kept alive, so that no other matrix can be at the same place.
  let matrix: TransformBox
  let members: TransformMembers

  init(_ property: PropertyID, _ matrix: TransformBox) {
    self.property = property
    self.matrix = matrix
    members = TransformMembers(matrix.matrix)
  }
}

/// A transform while animations set its members: put together once, when all have done so.
private struct OpenTransform {
  /// Nil while none is open.
  var property: PropertyID?
  var members = TransformMembers()
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
    emissionSteps = 0
    defer { if !emitters.isEmpty { evaluateParticles(at: time) } }
    if !timedSlots.isEmpty { evaluateActiveTimes(at: time) }
    guard !animated.isEmpty || !presented.values.isEmpty else { return }
    swap(&presented, &previouslyPresented)
    presented.removeAll()
    if lanes.isSparse { lanes.compact(&animated) }
    presentLayers(animated.indices, at: time)
    previouslyPresented.removeAll()
  }

  /// Lists a layer as changed whose instances may move while it does not.
  private mutating func touchDelayed(_ index: Int) {
    guard delays(of: animated[index].slot) != 0...0 else { return }
    touch(animated[index].slot, .picture)
  }

  /// Works out the presentation values of a single layer at another time than the others.
  package mutating func evaluate(_ slot: Int32, at time: Double) {
    evaluateActiveTime(of: slot, at: time)
    let index = Int(animatedIndex[Int(slot)])
    guard index >= 0 else { return }
    // Nothing of the evaluation before is there to compare with.
    animated[index].range = 0..<0
    presentLayers(index..<index + 1, at: time)
  }

  /// Appends the values of some animated layers, and lists those that differ as changed.
  private mutating func presentLayers(_ indexes: Range<Int>, at time: Double) {
    // Evaluating changes no lane, so this is no copy.
    let lanes = lanes.lanes
    lanes.withUnsafeBufferPointer { lanes in
      for index in indexes {
        let old = animated[index].range
        let start = presented.values.count
        let slot = animated[index].slot
        let layerTime = layerTime(of: slot, at: time)
        if layerTime.isFinite { present(index, at: layerTime, lanes, start: start) }
        if animated[index].transition != nil {
          advanceTransition(index, at: layerTime)
        }
        animated[index].range = start..<presented.values.count
        compare(slot, old, start..<presented.values.count)
        if replicatorCount > 0 { touchDelayed(index) }
      }
    }
  }

  /// Appends the values of an animated layer; those of it begin at `start`.
  @inline(__always)
  private mutating func present(
    _ index: Int,
    at layerTime: Double,
    _ lanes: UnsafeBufferPointer<AnimationLane>,
    start: Int
  ) {
    let range = animated[index].lanes
    // Most layers have one animation. Bounds: a layer's range lies in the column.
    if range.count == 1 {
      switch lanes[range.lowerBound].kind {
      case .row: return presentRow(index, at: layerTime, lanes, range.lowerBound, start: start)
      case .part: return presentPart(index, at: layerTime, lanes, range.lowerBound, start: start)
      case .transformMember, .matrix, .program: break
      }
    }
    presentAll(index, at: layerTime, lanes, start: start)
  }

  @inline(__always)
  private mutating func presentRow(
    _ index: Int,
    at layerTime: Double,
    _ lanes: UnsafeBufferPointer<AnimationLane>,
    _ lane: Int,
    start: Int
  ) {
    guard let (fraction, cycle) = lanes[lane].timing.progress(at: layerTime) else { return }
    let property = lanes[lane].target.property
    if lanes[lane].turnsLayer {
      let (value, angle) = lanes[lane].motion.valueAndAngle(at: fraction, cycle: cycle)
      presented.store(value, lanes[lane].motion.type, property, from: start)
      if let angle { turn(index, by: angle, start: start) }
    } else {
      let value = lanes[lane].motion.value(at: fraction, cycle: cycle)
      presented.store(value, lanes[lane].motion.type, property, from: start)
    }
  }

  private mutating func presentPart(
    _ index: Int,
    at layerTime: Double,
    _ lanes: UnsafeBufferPointer<AnimationLane>,
    _ lane: Int,
    start: Int
  ) {
    guard let (fraction, cycle) = lanes[lane].timing.progress(at: layerTime) else { return }
    let (value, angle) =
      lanes[lane].turnsLayer
      ? lanes[lane].motion.valueAndAngle(at: fraction, cycle: cycle)
      : (lanes[lane].motion.value(at: fraction, cycle: cycle), nil)
    combine(value, lanes[lane].motion, lanes[lane].target, index, start: start)
    if let angle { turn(index, by: angle, start: start) }
  }

  private mutating func presentAll(
    _ index: Int,
    at layerTime: Double,
    _ lanes: UnsafeBufferPointer<AnimationLane>,
    start: Int
  ) {
    var open = OpenTransform()
    let range = animated[index].lanes
    for lane in range {
      switch lanes[lane].kind {
      case .row:
        if lanes[lane].turnsLayer { close(&open, start: start) }
        presentRow(index, at: layerTime, lanes, lane, start: start)
      case .part:
        if lanes[lane].turnsLayer { close(&open, start: start) }
        presentPart(index, at: layerTime, lanes, lane, start: start)
      case .transformMember:
        guard let (fraction, cycle) = lanes[lane].timing.progress(at: layerTime),
          let member = lanes[lane].target.member
        else { continue }
        let value = lanes[lane].motion.value(at: fraction, cycle: cycle)
        openMembers(of: lanes[lane].target.property, index, start: start, &open)
        open.members.set(member, value, isAdditive: lanes[lane].motion.isAdditive)
      case .matrix:
        guard let (fraction, cycle) = lanes[lane].timing.progress(at: layerTime) else { continue }
        let property = lanes[lane].target.property
        if open.property == property { close(&open, start: start) }
        let value = lanes[lane].matrix?._withUnsafeGuaranteedRef {
          $0.value(at: fraction, cycle: cycle)
        }
        if let value { presented.store(value, property, from: start) }
      case .program:
        let program = animated[index].tracks[lane - range.lowerBound].program
        present(program, index, at: layerTime, start: start, &open)
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
    _ open: inout OpenTransform
  ) {
    program.run(at: layerTime) { motion, fraction, cycle in
      if case .filter(let target) = motion.property {
        return apply(motion, to: target, index, fraction, cycle, start: start)
      }
      guard case .row(let target) = motion.property else { return }
      if let member = target.member, PropertyTable.transforms.contains(target.property) {
        openMembers(of: target.property, index, start: start, &open)
        open.members.apply(motion, member, fraction, cycle)
        return
      }
      if open.property == target.property { close(&open, start: start) }
      apply(motion, target, index, fraction, cycle, start: start)
      if motion.turnsLayer, let angle = motion.angle(at: fraction) {
        close(&open, start: start)
        turn(index, by: angle, start: start)
      }
    }
  }

  /// Makes `open` the members of a property as they are now.
  private mutating func openMembers(
    of property: PropertyID,
    _ index: Int,
    start: Int,
    _ open: inout OpenTransform
  ) {
    if open.property == property { return }
    close(&open, start: start)
    open.property = property
    if let matrix = presented.matrix(of: property, from: start) {
      open.members = TransformMembers(matrix)
    } else {
      loadModelMembers(of: property, index, &open.members)
    }
  }

  /// Gives the members of the model's matrix, taken apart when it is another one than the last
  /// time.
  private mutating func loadModelMembers(
    of property: PropertyID,
    _ index: Int,
    _ members: inout TransformMembers
  ) {
    guard case .transform(let box)? = models[Int(animated[index].slot)][property] else {
      members = TransformMembers()
      return
    }
    if let cached = animated[index].members, cached.matrix === box, cached.property == property {
      members = cached.members
      return
    }
    let cached = CachedMembers(property, box)
    animated[index].members = cached
    members = cached.members
  }

  private mutating func close(_ open: inout OpenTransform, start: Int) {
    guard let property = open.property else { return }
    presented.store(open.members.matrix, property, from: start)
    open.property = nil
  }

  /// The value of a row so far.
  private func current(_ property: PropertyID, _ index: Int, start: Int) -> AnimatedValue {
    if let position = presented.position(of: property, from: start) { return presented[position] }
    return AnimatedValue(models[Int(animated[index].slot)].value(property))
  }

  /// The components of a row so far; nil for rows that have none.
  private func currentVector(
    _ property: PropertyID,
    _ index: Int,
    start: Int
  ) -> (SIMD4<Double>, AnimatedValue.VectorType)? {
    if let position = presented.position(of: property, from: start) {
      guard case .vector(let type) = presented.values[position].content else { return nil }
      return (presented.values[position].vector, type)
    }
    switch models[Int(animated[index].slot)].value(property) {
    case .number(let number): return (SIMD4(number, 0, 0, 0), .number)
    case .point(let point): return (SIMD4(point.x, point.y, 0, 0), .point)
    case .size(let size): return (SIMD4(size.width, size.height, 0, 0), .size)
    case .rect(let rect): return (SIMD4(rect.x, rect.y, rect.width, rect.height), .rect)
    case .color(let color):
      let vector = SIMD4(color.red, color.green, color.blue, color.alpha)
      return (vector, .color(headroom: color.headroom))
    default: return nil
    }
  }

  /// Puts an animation's value into a member of a struct, or adds it to the present value.
  private mutating func combine(
    _ value: SIMD4<Double>,
    _ motion: borrowing VectorMotion,
    _ target: AnimationTarget,
    _ index: Int,
    start: Int
  ) {
    guard let (old, type) = currentVector(target.property, index, start: start) else {
      // No colour to add to.
      if target.member == nil { presented.store(value, motion.type, target.property, from: start) }
      return
    }
    var new = old
    if let member = target.member {
      guard let part = type.member(member) else { return }
      part.set(&new, motion.isAdditive ? part.get(old) + value : value)
    } else {
      new += value
    }
    presented.store(new, type.joined(with: motion.type), target.property, from: start)
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

  /// Gives an input of a filter its value; nothing if there is no such filter.
  private mutating func apply(
    _ motion: PropertyMotion,
    to target: FilterTarget,
    _ index: Int,
    _ fraction: Double,
    _ cycle: Double,
    start: Int
  ) {
    guard case .discrete(.filters(let list)) = current(target.property, index, start: start),
      let position = target.index(in: list.filters)
    else { return }
    let input = (filter: position, key: target.input)
    // Matrices go from one to the other number by number, in their place.
    if let mix = motion.numbers(at: fraction, cycle: cycle) {
      return presented.store(list, changing: input, target.property, from: start) { filter in
        filter.setVector(target.input, mix.count) { mix.number($0) }
        return true
      }
    }
    var base = AnimatedValue.vector(.zero, .number)
    if motion.needsBase {
      guard let value = list.filters[position].value(of: target.input) else { return }
      base = AnimatedValue(input: value)
    }
    let value = motion.value(at: fraction, cycle: cycle, base: base)
    presented.store(list, changing: input, target.property, from: start) { filter in
      if case .vector(let numbers, .triple) = value {
        filter.setVector(target.input, 3) { numbers[$0] }
        return true
      }
      return filter.set(target.input, value.propertyValue)
    }
  }

  /// Turns a layer about z, after its own transform.
  private mutating func turn(
    _ index: Int,
    by angle: Double,
    start: Int
  ) {
    guard case .transform(let matrix) = current(.transform, index, start: start) else { return }
    let turned = matrix * Matrix4x4.rotation(angle, 0, 0, 1)
    presented.store(turned, .transform, from: start)
  }

  /// The animated values of a layer at the last evaluation; empty if it has none.
  package func presentationRange(of slot: Int32) -> Range<Int> {
    let index = animatedIndex[Int(slot)]
    return index < 0 ? 0..<0 : animated[Int(index)].range
  }

  /// Returns all values of a layer as it appears: the model values with the animations applied.
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

  /// Lists the layer as changed if its presentation values differ from the last evaluation.
  private mutating func compare(_ slot: Int32, _ old: Range<Int>, _ new: Range<Int>) {
    var damage: PropertyDamage = []
    for index in old {
      let property = previouslyPresented.values[index].property
      let position = presented.position(of: property, from: new.lowerBound)
      if let position, presented.isEqual(position, previouslyPresented, index) { continue }
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
      var lane: AnimationLane?
      let track = AnimationTrack(key: key, state: state, lane: &lane)
      addAnimation(track, lane ?? AnimationLane(track.program), to: slot)
    case .remove(_, let key):
      let index = Int(animatedIndex[Int(slot)])
      guard index >= 0 else { return }
      removeAnimation(key, of: index)
      if animated[index].tracks.isEmpty { removeAnimations(of: slot) }
    case .removeAll: removeAnimations(of: slot)
    }
  }

  /// Adds an animation, in the place of one with the same key.
  private mutating func addAnimation(
    _ track: AnimationTrack,
    _ lane: AnimationLane,
    to slot: Int32
  ) {
    var index = Int(animatedIndex[Int(slot)])
    if index < 0 {
      index = animated.count
      animatedIndex[Int(slot)] = Int32(index)
      animated.append(AnimatedLayer(slot: slot))
    } else if animated[index].tracks.last?.key == track.key,
      !animated[index].removed.contains(animated[index].tracks.count - 1)
    {
      // As if it had been removed first, but nothing moves.
      if animated[index].transition?.key == track.key { endTransition(index) }
      lanes.replaceLast(of: animated[index].lanes, with: lane)
      let last = animated[index].tracks.count - 1
      valueBytes += track.countedBytes - animated[index].tracks[last].countedBytes
      wishCount += track.wishes - animated[index].tracks[last].wishes
      animated[index].tracks[last] = track
      return
    } else {
      removeAnimation(track.key, of: index)
    }
    var (range, end) = (animated[index].lanes, animated[index].lanesEnd)
    work.animations += lanes.append(lane, to: &range, end: &end)
    (animated[index].lanes, animated[index].lanesEnd) = (range, end)
    if !animated[index].trackIndexes.isEmpty {
      animated[index].trackIndexes[track.key] = animated[index].tracks.count
    }
    animated[index].tracks.append(track)
    animationCount += 1
    wishCount += track.wishes
    valueBytes += track.countedBytes
  }

  /// - Parameter index: The layer's index in `animated`.
  private mutating func removeAnimation(_ key: String, of index: Int) {
    let count = animated[index].tracks.count
    guard count <= LayerTree.fewTracks else { return removeAmongMany(key, of: index) }
    work.animations += count
    guard let track = animated[index].tracks.firstIndex(where: { $0.key == key }) else { return }
    if animated[index].transition?.key == key { endTransition(index) }
    lanes.remove(track, from: &animated[index].lanes)
    let removed = animated[index].tracks.remove(at: track)
    valueBytes -= removed.countedBytes
    wishCount -= removed.wishes
    animationCount -= 1
  }

  /// So many tracks are searched one by one, and closed up when one goes.
  private static let fewTracks = 32

  /// Notes that an animation goes; its track is dropped when the commit is applied.
  private mutating func removeAmongMany(_ key: String, of index: Int) {
    if animated[index].trackIndexes.isEmpty {
      work.animations += animated[index].tracks.count
      animated[index].listTracks()
    }
    guard let track = animated[index].trackIndexes.removeValue(forKey: key) else { return }
    if animated[index].transition?.key == key { endTransition(index) }
    if animated[index].removed.isEmpty { shortenedTracks.append(animated[index].slot) }
    animated[index].removed.insert(track)
    animationCount -= 1
    wishCount -= animated[index].tracks[track].wishes
    valueBytes -= animated[index].tracks[track].countedBytes
  }

  /// Drops the tracks that a commit removed from layers with many of them.
  mutating func dropRemovedAnimations() {
    if shortenedTracks.isEmpty { return }
    for slot in shortenedTracks {
      let index = Int(animatedIndex[Int(slot)])
      guard index >= 0, !animated[index].removed.isEmpty else { continue }
      work.animations += animated[index].tracks.count
      let removed = animated[index].removed
      lanes.remove(removed, from: &animated[index].lanes)
      animated[index].dropRemoved()
      if animated[index].tracks.isEmpty { removeAnimations(of: slot) }
    }
    shortenedTracks.removeAll()
  }

  mutating func removeAnimations(of slot: Int32) {
    let index = Int(animatedIndex[Int(slot)])
    guard index >= 0 else { return }
    animationCount -= animated[index].tracks.count - animated[index].removed.count
    valueBytes -= animated[index].trackBytes
    wishCount -= animated[index].wishes
    lanes.removeAll(animated[index].lanes)
    var damage: PropertyDamage = []
    for position in animated[index].range {
      damage.formUnion(PropertyTable.damage(presented.values[position].property))
    }
    if animated[index].transition?.resolved != nil { damage.formUnion([.content, .subtree]) }
    animatedIndex[Int(slot)] = -1
    animated.swapAt(index, animated.count - 1)
    animated.removeLast()
    if index < animated.count { animatedIndex[Int(animated[index].slot)] = Int32(index) }
    if !damage.isEmpty { touch(slot, damage) }
  }

  // MARK: Activity

  /// When the picture will change by itself, seen from a time of the context's clock.
  ///
  /// - Returns: `time` itself while an animation runs, the start of the next one if all are still
  ///   to come, nil if nothing will move any more.
  package func nextActivity(after time: Double) -> Double? {
    var next = nextUnanimatedActivity(after: time)
    if next == time { return time }
    for layer in animated {
      for index in layer.tracks.indices {
        guard let event = activity(of: layer.tracks[index], on: layer.slot, at: time) else {
          continue
        }
        if event == time { return time }
        next = min(next ?? event, event)
      }
    }
    return next
  }

  /// The same for all that is not animated: particles, presents and layers with an active time.
  func nextUnanimatedActivity(after time: Double) -> Double? {
    var next = emitters.isEmpty ? nil : nextEmission(after: time)
    if next == time { return time }
    if let present = nextPresentTime { next = min(next ?? .infinity, max(present, time)) }
    if !timedSlots.isEmpty, let moment = nextActiveTime(after: time) {
      next = min(next ?? .infinity, moment)
    }
    return next
  }

  /// The same for one animation of a layer.
  func activity(of track: AnimationTrack, on slot: Int32, at time: Double) -> Double? {
    let clock = clock(of: slot)
    guard clock.factor != 0, track.problem == nil else { return nil }
    // Some instances of it may have begun earlier, others end later.
    let delays = delays(of: slot)
    let first = clock.factor * (time - delays.lowerBound) + clock.offset
    let last = clock.factor * (time - delays.upperBound) + clock.offset
    let timing = track.state.timing
    if clock.factor < 0 { return time }
    if first >= timing.beginTime {
      return last < timing.endTime && timing.speed != 0 ? time : nil
    }
    let begin = (timing.beginTime - clock.offset) / clock.factor + delays.lowerBound
    return begin.isNaN ? nil : begin
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

  /// Applies an animation to a member.
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
