// The animations of all layers of a tree, side by side in memory.
// Licensed under the MIT license; see LICENSE.
//
// A frame reads every running animation once. If each layer kept its own on the heap, a frame of
// ten thousand would mostly wait for memory. So they lie in one column: the lanes of a layer beside
// one another, layers in the order in which they got their first animation. Removed lanes leave
// holes; when more than half are holes, the column is written anew.

/// An attached animation as a layer runs it: most are of one property and up to four numbers.
///
/// Where `motion` or `matrix` refers to something, the animation's program, which the layer's track
/// holds, keeps it alive.
struct AnimationLane: Sendable {
  /// How the animation is evaluated.
  enum Kind: Sendable {
    /// The motion's value replaces the value of a whole row.
    case row
    /// The motion's value is combined with the present value.
    case part
    /// A member of a matrix gets the motion's value.
    case transformMember
    /// A whole matrix gets the value of `matrix`.
    case matrix
    /// The program of the animation: groups, matrices, images, declared properties.
    case program
  }

  let kind: Kind
  let timing: PreparedTiming
  let target: AnimationTarget
  let turnsLayer: Bool
  let motion: VectorMotion
  let matrix: Unmanaged<MatrixMotion>?

  init(_ program: AnimationProgram) {
    guard program.steps.count == 1, let motion = program.motions.first,
      let target = motion.property.target, motion.vector != nil || motion.matrix != nil
    else {
      kind = .program
      timing = PreparedTiming(MediaTiming())
      target = AnimationTarget(.opacity)
      turnsLayer = false
      self.motion = .none
      matrix = nil
      return
    }
    timing = program.steps[0].timing
    self.target = target
    turnsLayer = motion.turnsLayer
    self.motion = motion.vector ?? .none
    matrix = motion.matrix.map { Unmanaged.passUnretained($0) }
    kind = motion.vector == nil ? .matrix : AnimationLane.kind(target, self.motion)
  }

  /// The lane of an animation between two known values of up to four numbers, as most are; nil for
  /// others.
  ///
  /// - Parameter state: Must have no problem.
  init?(between state: AnimationState) {
    guard case .property(let animation) = state.kind, let target = animation.property.target,
      let motion = VectorMotion(between: animation, state)
    else { return nil }
    self.target = target
    self.motion = motion
    timing = PreparedTiming(state.timing)
    turnsLayer = false
    matrix = nil
    kind = AnimationLane.kind(target, motion)
  }

  private static func kind(_ target: AnimationTarget, _ motion: VectorMotion) -> Kind {
    if target.member != nil {
      PropertyTable.transforms.contains(target.property) ? .transformMember : .part
    } else {
      motion.isAdditive ? .part : .row
    }
  }
}

/// The lanes of all layers.
struct AnimationLanes: Sendable {
  private(set) var lanes: ContiguousArray<AnimationLane> = []
  private var usedCount = 0

  /// Whether most of the column is holes.
  var isSparse: Bool { lanes.count > 2 * usedCount + 64 }

  /// Adds a lane to those of a layer.
  ///
  /// - Parameters:
  ///   - range: Where the layer's lanes are, and where they are afterwards.
  ///   - end: Where the place ends that is kept for them. It doubles when it has to be another one,
  ///     so that lanes of several layers can be added in turns.
  /// - Returns: How many lanes had to move.
  mutating func append(
    _ lane: AnimationLane,
    to range: inout Range<Int>,
    end: inout Int
  ) -> Int {
    usedCount += 1
    var moved = 0
    if !range.isEmpty, range.upperBound < min(end, lanes.count) {
      lanes[range.upperBound] = lane
      range = range.lowerBound..<(range.upperBound + 1)
      return 0
    }
    if range.isEmpty {
      range = lanes.count..<lanes.count
    } else if range.upperBound < lanes.count {
      // Others lie behind them: they move to the end.
      moved = range.count
      let start = lanes.count
      for index in range { lanes.append(lanes[index]) }
      range = start..<lanes.count
    }
    lanes.append(lane)
    range = range.lowerBound..<lanes.count
    if moved > 0 { lanes.append(contentsOf: repeatElement(lane, count: moved)) }
    end = lanes.count
    return moved
  }

  /// Puts another lane in the place of the last one of a layer, which has lanes.
  mutating func replaceLast(of range: Range<Int>, with lane: AnimationLane) {
    lanes[range.upperBound - 1] = lane
  }

  /// Removes a lane of a layer.
  ///
  /// - Parameters:
  ///   - index: Counted from the layer's first.
  ///   - range: Where the layer's lanes are, and where they are afterwards.
  mutating func remove(_ index: Int, from range: inout Range<Int>) {
    for slot in (range.lowerBound + index)..<(range.upperBound - 1) {
      lanes[slot] = lanes[slot + 1]
    }
    if range.upperBound == lanes.count { lanes.removeLast() }
    range = range.lowerBound..<(range.upperBound - 1)
    usedCount -= 1
  }

  /// Removes several lanes of a layer, by their indexes counted from its first.
  mutating func remove(_ removed: Set<Int>, from range: inout Range<Int>) {
    var kept = range.lowerBound
    for slot in range where !removed.contains(slot - range.lowerBound) {
      lanes[kept] = lanes[slot]
      kept += 1
    }
    usedCount -= range.upperBound - kept
    if range.upperBound == lanes.count { lanes.removeLast(range.upperBound - kept) }
    range = range.lowerBound..<kept
  }

  /// Makes holes of all lanes of a layer.
  mutating func removeAll(_ range: Range<Int>) {
    usedCount -= range.count
    if usedCount == 0 {
      lanes.removeAll(keepingCapacity: true)
    } else if range.upperBound == lanes.count {
      lanes.removeLast(range.count)
    }
  }

  /// The same lanes without holes.
  ///
  /// - Parameter layers: All that have lanes.
  mutating func compact(_ layers: inout ContiguousArray<AnimatedLayer>) {
    var compact: ContiguousArray<AnimationLane> = []
    compact.reserveCapacity(usedCount)
    for index in layers.indices {
      let start = compact.count
      compact.append(contentsOf: lanes[layers[index].lanes])
      layers[index].lanes = start..<compact.count
      layers[index].lanesEnd = compact.count
    }
    lanes = compact
  }
}
