// Copies of one layer that follow one another among its siblings: one node for all of them.
// Licensed under the MIT license; see LICENSE.
//
// A layer in a replicator has as many places as there are copies, and where it has neither sublayers
// nor effects the places are all that tells the copies apart. Such copies are a run: a node that says
// what they look like, and a column of where each of them is. They give the draws that a node for
// each would give, in that order.

import QuartzMath
import QuartzModel

/// Where one copy of a run is.
struct RunPlace {
  /// The last row of its map to pixels.
  var row3: SIMD3<Double>
  var opacity: Double
  /// Index of a map that has its other rows, in `NodeRuns.maps`.
  var map: Int32
  /// As in `PlanNode`.
  var copy: Int32
  /// The pixels that it can touch, unclipped.
  var bounds: PixelRect
}

/// Copies of layers that have nodes in common.
struct NodeRuns {
  /// Where each copy is, run upon run.
  private(set) var places: ContiguousArray<RunPlace> = []
  /// The maps of those copies that are more than moved.
  private(set) var maps: ContiguousArray<Homography> = []
  /// The places of each run.
  private(set) var ranges: ContiguousArray<Range<Int>> = []

  /// How many layers more there are than nodes.
  var count: Int { places.count - ranges.count }

  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    maps.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
  }

  /// Appends a map, for the places that come after.
  mutating func append(_ map: Homography) { maps.append(map) }

  /// Appends a copy whose map has the rows of the last one, but for the third.
  @inline(__always)
  mutating func append(
    _ row3: SIMD3<Double>,
    opacity: Double,
    copy: Int32,
    bounds: PixelRect
  ) {
    let map = Int32(maps.count) - 1
    places.append(RunPlace(row3: row3, opacity: opacity, map: map, copy: copy, bounds: bounds))
  }

  /// The map of a copy to pixels.
  @inline(__always)
  func world(_ place: RunPlace) -> Homography {
    let map = maps[Int(place.map)]
    return Homography(map.row1, map.row2, place.row3)
  }

  /// Ends a run that begins at a place.
  mutating func end(from start: Int) -> Int32 {
    ranges.append(start..<places.count)
    return Int32(ranges.count) - 1
  }
}

extension PlanBuilder {
  /// How many layers have been placed.
  var layerCount: Int { nodes.count + runs.count }

  /// Gives the siblings after a node that are copies of its layer to the node, as long as they follow
  /// one another and look alike but for place, opacity and tint.
  ///
  /// - Parameter first: The first sibling after the node's own.
  /// - Returns: The first sibling that still needs a node.
  mutating func appendRun(_ index: Int32, from first: Int, _ tree: LayerTree) -> Int {
    guard Int(index) < nodes.count, canRun(index, tree) else { return first }
    let node = nodes[Int(index)]
    let look = looks[node.look]
    // A single part takes its opacity with it.
    let takesOpacity = node.parts.count <= 1
    let parent = nodes[Int(node.parent)].world
    var map = RunMap(look.matrix(looks.matrices(of: node.look)), parent)
    let isParentBack = nodes[Int(node.parent)].flags.contains(.back)
    let isFlipped = node.flags.contains(.flipped)
    let isFrame = !node.parts.isEmpty && node.parts.isSubset(of: .frame)
    let start = runs.places.count
    var frame = MovingShape(look.pointee.bounds, radii: .zero, world: node.world)
    var bounds = node.ownBounds
    var next = first
    while next < siblings.count, isCopy(siblings[next], of: node),
      layerCount - (next > first ? 1 : 0) < PlanBuilder.mostCopies
    {
      let place = siblings[next].place
      let opacity = place.opacity * look.pointee.opacity
      guard takesOpacity || opacity == 1, place.space >= 0 else { break }
      let isMoved = map.move(sublayerMatrices[Int(place.space)])
      guard map.isNear, look.pointee.isDoubleSided || isParentBack == map.isTurned else {
        break
      }
      if next == first {
        runs.append(node.world)
        runs.append(
          node.world.row3,
          opacity: node.opacity,
          copy: node.copy,
          bounds: node.ownBounds
        )
      }
      if !isMoved {
        runs.append(map.world)
        frame = MovingShape(look.pointee.bounds, radii: .zero, world: map.world)
      }
      let touched =
        isFrame && (!isMoved || frame.move(map.world.row3))
        ? frame.shape.bounds : ownBounds(node.parts, look, map.world, isFlipped, tree)
      runs.append(map.world.row3, opacity: opacity, copy: place.copy, bounds: touched)
      bounds = bounds.union(touched)
      next += 1
    }
    guard next > first else { return first }
    nodes[Int(index)].run = runs.end(from: start)
    nodes[Int(index)].ownBounds = bounds
    show(index, runs.places[runs.places.count - 1])
    return next
  }

  @inline(__always)
  private func isCopy(_ sibling: Sibling, of node: PlanNode) -> Bool {
    sibling.slot == node.slot && sibling.look == node.look && sibling.place.copy >= 0
      && sibling.place.slice == node.slice
  }

  /// Whether nothing but its place tells a layer from its copies.
  private func canRun(_ index: Int32, _ tree: LayerTree) -> Bool {
    let node = nodes[Int(index)]
    let isPlain = node.flags.isDisjoint(with: [
      .skipped, .effects, .rasterized, .curved, .isMask, .cutting, .fading, .isolated,
    ])
    guard isPlain, node.copy >= 0, node.slice == -1, node.classLook < 0,
      tree.children[Int(node.slot)].isEmpty
    else { return false }
    if node.flags.contains(.clips), !node.parts.isDisjoint(with: .inside) { return false }
    return node.parts.count <= 1 || node.opacity == 1
  }

  /// Makes a node that of one of its copies.
  @inline(__always)
  private mutating func show(_ index: Int32, _ place: RunPlace) {
    nodes[Int(index)].world = runs.world(place)
    nodes[Int(index)].opacity = place.opacity
    nodes[Int(index)].copy = place.copy
  }

  /// Emits all copies of a run.
  mutating func emitRun(_ index: Int32, in environment: Int32, _ tree: LayerTree) {
    let look = looks[nodes[Int(index)].look]
    let surroundings = environments[Int(environment)]
    let range = runs.ranges[Int(nodes[Int(index)].run)]
    if nodes[Int(index)].parts == .background, !look.pointee.hasPattern,
      let color = look.pointee.backgroundColor
    {
      return emitSolids(range, look, color, surroundings, slot: nodes[Int(index)].slot)
    }
    for position in range {
      let place = runs.places[position]
      show(index, place)
      emitBackground(index, look, place.opacity, surroundings, tree)
      emitContents(index, look, place.opacity, surroundings, tree)
      emitBorder(index, look, place.opacity, surroundings)
    }
  }

  /// Emits the backgrounds of copies that have nothing else.
  private mutating func emitSolids(
    _ range: Range<Int>,
    _ look: LookPointer,
    _ color: Color,
    _ environment: PlanEnvironment,
    slot: Int32
  ) {
    let (bounds, radii) = (look.pointee.bounds, look.radii)
    let (isSoft, hardEdges) = (look.hasSoftEdges, look.hardEdges)
    var map: Int32 = -1
    var moving = MovingShape(bounds, radii: radii, world: .identity)
    var record = SolidRecord(moving.shape)
    for position in range {
      let place = runs.places[position]
      if place.map == map, moving.move(place.row3) {
        record.rect = moving.shape.rect
      } else {
        moving = MovingShape(bounds, radii: radii, world: runs.world(place))
        map = moving.isAxis ? place.map : -1
        record = SolidRecord(moving.shape)
      }
      if !isSoft {
        moving.shape.harden(hardEdges, runs.world(place))
        record = SolidRecord(moving.shape)
      }
      record.color = copies[Int(place.copy)].tinted(color)
        .premultiplied(opacity: place.opacity * environment.opacity)
      putSolid(moving.shape, record, environment, slot: slot, at: nil)
    }
  }
}

/// How copies of one layer come to pixels.
private struct RunMap {
  /// The layer's own matrix, and the superlayer's map to pixels.
  private let matrix: Matrix4x4
  private let parent: Homography
  private let isAffine: Bool
  private var space = Matrix4x4.identity
  private var hasSpace = false
  /// The map of the last copy, and whether it turns the back of the layer to the front.
  private(set) var world = Homography.identity
  private(set) var isTurned = false
  /// Whether all numbers of the map are near.
  private(set) var isNear = false
  private var isSmall = false

  /// Maps in which no number is larger are surely near.
  private static let close = farthestCoordinate / 16

  init(_ matrix: Matrix4x4, _ parent: Homography) {
    (self.matrix, self.parent) = (matrix, parent)
    isAffine = matrix.isAffine && parent.isAffine
  }

  /// Goes on to a copy in a space.
  ///
  /// Most copies are only somewhere else than the one before: of affine maps then only the last row
  /// differs, to the last bit.
  ///
  /// - Returns: Whether all but the last row is as before.
  @inline(__always)
  mutating func move(_ space: Matrix4x4) -> Bool {
    if hasSpace, space.row1 == self.space.row1, space.row2 == self.space.row2,
      space.row3 == self.space.row3, space.row4.w == 1
    {
      let row = space.transform(matrix.row4)
      world.row3 = parent.row1 * row.x + parent.row2 * row.y + parent.row3 * row.w
      let isClose = abs(world.row3.x) + abs(world.row3.y) < RunMap.close
      isNear = isSmall && isClose || world.isNear
      return true
    }
    (world, isTurned) = parent.flattening(matrix * space)
    isNear = world.isNear
    isSmall =
      abs(world.row1.x) + abs(world.row1.y) + abs(world.row2.x) + abs(world.row2.y) < RunMap.close
    self.space = space
    hasSpace = isAffine && space.isAffine
    return false
  }
}

extension Matrix4x4 {
  /// Whether parallels stay parallel, without a common factor.
  fileprivate var isAffine: Bool {
    row1.w == 0 && row2.w == 0 && row3.w == 0 && row4.w == 1
  }
}
