// Instances of one layer that follow one another among its siblings: one node for all of them.
// Licensed under the MIT license; see LICENSE.
//
// A layer in a replicator has one placement for each instance. If it has neither sublayers nor
// effects, its instances differ only in their placements. Such instances are a run: one node for
// their style, and a column of their placements. A run gives the draws that one node for each
// instance would give, in the same order.

import QuartzMath
import QuartzModel

/// Where one instance of a run is.
struct RunPlacement {
  /// The last row of its map to pixels.
  var row3: SIMD3<Double>
  var opacity: Double
  /// Index of a map that has its other rows, in `NodeRuns.maps`.
  var map: Int32
  /// As in `PlanNode`.
  var instance: Int32
  /// The layer's frame in pixels; all 0 where its edges are not parallel to those of pixels, or its
  /// parts are not all within it.
  var frame: SIMD4<Float>
  /// The pixels that it can touch, unclipped.
  var bounds: PixelRect
}

/// The draws of a run, where each instance has one that nothing cuts off.
struct DrawnRun {
  var draws: Range<Int32>
  /// All pixels that they can touch.
  var bounds: PixelRect
  /// How many pixels the largest can touch.
  var area: Int
}

/// Instances of layers that have nodes in common.
struct NodeRuns {
  /// Where each instance is, run upon run.
  private(set) var placements: ContiguousArray<RunPlacement> = []
  /// The maps of those instances that are more than moved.
  private(set) var maps: ContiguousArray<Homography> = []
  /// The placements of each run.
  private(set) var ranges: ContiguousArray<Range<Int>> = []

  /// How many layers more there are than nodes.
  var count: Int { placements.count - ranges.count }

  mutating func removeAll() {
    placements.removeAll(keepingCapacity: true)
    maps.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
  }

  /// Appends a map, for the placements that come after.
  mutating func append(_ map: Homography) { maps.append(map) }

  /// Appends an instance whose map has the rows of the last one, but for the third.
  @inline(__always)
  mutating func append(
    _ row3: SIMD3<Double>,
    opacity: Double,
    instance: Int32,
    frame: SIMD4<Float> = .zero,
    bounds: PixelRect
  ) {
    placements.append(
      RunPlacement(
        row3: row3,
        opacity: opacity,
        map: Int32(maps.count) - 1,
        instance: instance,
        frame: frame,
        bounds: bounds
      )
    )
  }

  /// The map of an instance to pixels.
  @inline(__always)
  func world(_ placement: RunPlacement) -> Homography {
    let map = maps[Int(placement.map)]
    return Homography(map.row1, map.row2, placement.row3)
  }

  /// Ends a run that begins at a placement.
  mutating func end(from start: Int) -> Int32 {
    ranges.append(start..<placements.count)
    return Int32(ranges.count) - 1
  }
}

extension PlanBuilder {
  /// How many layers have been placed.
  var layerCount: Int { nodes.count + runs.count }

  /// Gives the siblings after a node that are instances of its layer to the node, as long as they
  /// follow one another and look alike but for placement, opacity and tint.
  ///
  /// - Parameter first: The first sibling after the node's own.
  /// - Returns: The first sibling that still needs a node.
  mutating func appendRun(_ index: Int32, from first: Int, _ tree: LayerTree) -> Int {
    guard first < siblings.count, var run = openRun(index, tree) else { return first }
    var next = first
    while next < siblings.count, isInstance(siblings[next], of: nodes[Int(index)]) {
      let placement = siblings[next].placement
      guard placement.space >= 0,
        extend(
          &run,
          sublayerMatrices[Int(placement.space)],
          placement.opacity,
          placement.instance,
          tree
        )
      else { break }
      next += 1
    }
    close(run)
    return next
  }

  /// A run that begins with a node's own instance; nil if it can have no others.
  func openRun(_ index: Int32, _ tree: LayerTree) -> OpenRun? {
    guard Int(index) < nodes.count, canRun(index, tree) else { return nil }
    return OpenRun(
      index,
      nodes[Int(index)],
      styles[nodes[Int(index)].style],
      styles.matrices(of: nodes[Int(index)].style),
      parent: nodes[Int(nodes[Int(index)].parent)],
      start: runs.placements.count
    )
  }

  /// Adds an instance to a run.
  ///
  /// - Parameters:
  ///   - space: The matrix that follows the layer's own.
  ///   - opacity: The opacity of the layers around it that have no plane.
  /// - Returns: Whether the instance was added; if not, it needs a node.
  @inline(__always)
  mutating func extend(
    _ run: inout OpenRun,
    _ space: Matrix4x4,
    _ opacity: Double,
    _ instance: Int32,
    _ tree: LayerTree
  ) -> Bool {
    let isFirst = runs.placements.count == run.start
    let opacity = opacity * run.style.pointee.opacity
    // A single part takes its opacity with it. While a run is open it counts its node twice.
    guard run.takesOpacity || opacity == 1,
      layerCount - (isFirst ? 0 : 1) < PlanBuilder.mostInstances
    else { return false }
    let isMoved = run.map.move(space)
    guard run.map.isInCoordinateRange,
      run.style.pointee.isDoubleSided || run.isParentBack == run.map.isTurned
    else { return false }
    if isFirst { putFirst(of: run) }
    if !isMoved { startMap(of: &run) }
    let row3 = run.map.world.row3
    if run.isFrame, run.frame.move(row3) {
      let shape = run.frame.shape
      runs.append(
        row3,
        opacity: opacity,
        instance: instance,
        frame: shape.rect,
        bounds: shape.bounds
      )
      run.bounds = run.bounds.union(shape.bounds)
    } else {
      let bounds = ownBounds(run.parts, run.style, run.map.world, run.isFlipped, tree)
      runs.append(row3, opacity: opacity, instance: instance, bounds: bounds)
      run.bounds = run.bounds.union(bounds)
    }
    return true
  }

  /// Adds instances of a row to a run, as long as each is a single frame that differs from the one
  /// before only in its placement.
  ///
  /// - Parameter row: Is at an instance that is not added yet, before and after the call.
  /// - Returns: Whether there is such an instance.
  mutating func follow(_ run: inout OpenRun, _ row: inout InstanceRow) -> Bool {
    guard run.isSteady, row.space.row4.w == 1 else { return true }
    var (map, frame, instances) = (run.map, run.frame, row)
    var hasInstance = true
    let room = PlanBuilder.mostInstances + 1 - layerCount + runs.placements.count
    while hasInstance, runs.placements.count < room {
      map.move(instances.space.row4)
      guard map.isInCoordinateRange, frame.move(map.world.row3) else { break }
      let shape = frame.shape
      runs.append(
        map.world.row3,
        opacity: instances.opacity * run.style.pointee.opacity,
        instance: instances.instance,
        frame: shape.rect,
        bounds: shape.bounds
      )
      hasInstance = advance(&instances)
    }
    // They lie on a line: all that is between the instance before them and the last one.
    run.bounds = run.bounds.union(frame.shape.bounds)
    (run.map, run.frame, row) = (map, frame, instances)
    return hasInstance
  }

  /// Puts the instance that the node itself is at the beginning of its run.
  private mutating func putFirst(of run: OpenRun) {
    let node = nodes[Int(run.index)]
    runs.append(node.world)
    runs.append(
      node.world.row3,
      opacity: node.opacity,
      instance: node.instance,
      bounds: node.ownBounds
    )
  }

  /// Keeps the map of an instance that is more than moved.
  private mutating func startMap(of run: inout OpenRun) {
    runs.append(run.map.world)
    run.frame = MovingShape(run.style.pointee.bounds, radii: .zero, world: run.map.world)
  }

  /// Gives a run to its node, if there is more in it than the node's own instance.
  mutating func close(_ run: OpenRun) {
    guard runs.placements.count > run.start else { return }
    nodes[Int(run.index)].run = runs.end(from: run.start)
    nodes[Int(run.index)].ownBounds = run.bounds
    show(run.index, runs.placements[runs.placements.count - 1])
  }

  @inline(__always)
  private func isInstance(_ sibling: Sibling, of node: PlanNode) -> Bool {
    sibling.slot == node.slot && sibling.style == node.style && sibling.placement.instance >= 0
      && sibling.placement.slice == node.slice
  }

  /// Whether nothing but its placement tells a layer from its instances.
  private func canRun(_ index: Int32, _ tree: LayerTree) -> Bool {
    let node = nodes[Int(index)]
    if styles[node.style].pointee.borderPattern != nil { return false }
    let isPlain = node.flags.isDisjoint(with: [
      .skipped, .effects, .rasterized, .curved, .isMask, .cutting, .fading, .isolated,
    ])
    guard isPlain, node.instance >= 0, node.slice == -1, node.classStyle < 0,
      tree.children[Int(node.slot)].isEmpty
    else { return false }
    if node.flags.contains(.clips), !node.parts.isDisjoint(with: .inside) { return false }
    return node.parts.count <= 1 || node.opacity == 1
  }

  /// Makes a node that of one of its instances.
  @inline(__always)
  private mutating func show(_ index: Int32, _ placement: RunPlacement) {
    nodes[Int(index)].world = runs.world(placement)
    nodes[Int(index)].opacity = placement.opacity
    nodes[Int(index)].instance = placement.instance
  }

  /// Emits all instances of a run.
  mutating func emitRun(_ layer: DrawnLayer, _ tree: LayerTree) {
    let range = runs.ranges[Int(layer.node.run)]
    if layer.node.parts == .background, !layer.style.pointee.hasPattern,
      let color = layer.style.pointee.backgroundColor
    {
      let start = Int32(plan.draws.count)
      let area = emitSolids(range, layer, color)
      let bounds = layer.node.ownBounds
      if layer.environment.scissor.contains(bounds) {
        drawnRuns.append(
          DrawnRun(draws: start..<Int32(plan.draws.count), bounds: bounds, area: area)
        )
      }
      return
    }
    var instance = layer
    for position in range {
      let placement = runs.placements[position]
      instance.node.world = runs.world(placement)
      instance.instance = instances[Int(placement.instance)]
      instance.opacity = placement.opacity
      emitBackground(instance, tree)
      emitContents(instance, tree)
      emitBorder(instance)
    }
  }

  /// Emits the backgrounds of instances that have nothing else.
  ///
  /// - Returns: How many pixels the largest can touch.
  private mutating func emitSolids(
    _ range: Range<Int>,
    _ layer: DrawnLayer,
    _ color: Color
  ) -> Int {
    let (style, environment) = (layer.style, layer.environment)
    let (bounds, radii) = (style.pointee.bounds, style.radii)
    var area = 0
    let (isSoft, hardEdges) = (style.hasSoftEdges, style.hardEdges)
    var map: Int32 = -1
    var shape = Shape()
    var record = SolidRecord(shape)
    for position in range {
      let placement = runs.placements[position]
      if placement.map == map, placement.frame != .zero {
        shape.rect = placement.frame
        shape.bounds = placement.bounds
        record.shape.rect = placement.frame
      } else {
        shape = Shape(shown: bounds, radii: radii, world: runs.world(placement))
        map = placement.map
        record = SolidRecord(shape)
      }
      if !isSoft {
        shape.harden(hardEdges, runs.world(placement))
        record = SolidRecord(shape)
      }
      record.color = instances[Int(placement.instance)].tinted(color)
        .premultiplied(opacity: placement.opacity * environment.opacity)
      putSolid(shape, record, environment, slot: layer.node.slot, at: nil)
      area = max(area, shape.bounds.area)
    }
    return area
  }
}

/// A run that instances are being added to.
struct OpenRun {
  fileprivate let index: Int32
  fileprivate let style: LayerStylePointer
  fileprivate let parts: NodeParts
  fileprivate let start: Int
  fileprivate let takesOpacity: Bool
  fileprivate let isParentBack: Bool
  fileprivate let isFlipped: Bool
  /// Whether nothing of the layer is outside of its bounds.
  fileprivate let isFrame: Bool
  fileprivate var map: RunMap
  fileprivate var frame: MovingShape
  /// The pixels that its instances can touch.
  fileprivate var bounds: PixelRect

  fileprivate init(
    _ index: Int32,
    _ node: PlanNode,
    _ style: LayerStylePointer,
    _ matrices: LayerMatrices,
    parent: PlanNode,
    start: Int
  ) {
    self.index = index
    self.style = style
    self.start = start
    parts = node.parts
    takesOpacity = node.parts.count <= 1
    isParentBack = parent.flags.contains(.back)
    isFlipped = node.flags.contains(.flipped)
    isFrame = !node.parts.isEmpty && node.parts.isSubset(of: .frame)
    map = RunMap(style.matrix(matrices), parent.world)
    frame = MovingShape(style.pointee.bounds, radii: .zero, world: node.world)
    bounds = node.ownBounds
  }

  /// Whether instances may follow that only the last row of their space tells from the last one.
  fileprivate var isSteady: Bool { takesOpacity && isFrame && frame.isAxis && map.hasSpace }
}

/// How instances of one layer come to pixels.
private struct RunMap {
  /// The layer's own matrix, and the superlayer's map to pixels.
  private let matrix: Matrix4x4
  private let parent: Homography
  private let isAffine: Bool
  private var space = Matrix4x4.identity
  /// Whether other instances may differ by the last row of their space alone.
  private(set) var hasSpace = false
  /// The layer's position, mapped by all rows of the space but the last.
  private var fixed = SIMD4<Double>.zero
  /// The map of the last instance, and whether it turns the back of the layer to the front.
  private(set) var world = Homography.identity
  private(set) var isTurned = false
  /// Whether all numbers of the map are in range.
  private(set) var isInCoordinateRange = false
  private var isSmall = false

  /// Maps in which no number is larger are surely near.
  private static let close = farthestCoordinate / 16

  init(_ matrix: Matrix4x4, _ parent: Homography) {
    (self.matrix, self.parent) = (matrix, parent)
    isAffine = matrix.isAffine && parent.isAffine
  }

  /// Goes on to an instance in a space.
  ///
  /// Most instances are only somewhere else than the one before: of affine maps then only the last
  /// row differs, to the last bit.
  ///
  /// - Returns: Whether all but the last row is as before.
  @inline(__always)
  mutating func move(_ space: Matrix4x4) -> Bool {
    if hasSpace, space.row1 == self.space.row1, space.row2 == self.space.row2,
      space.row3 == self.space.row3, space.row4.w == 1
    {
      move(space.row4)
      return true
    }
    (world, isTurned) = parent.flattening(matrix * space)
    isInCoordinateRange = world.isInCoordinateRange
    isSmall =
      abs(world.row1.x) + abs(world.row1.y) + abs(world.row2.x) + abs(world.row2.y) < RunMap.close
    self.space = space
    hasSpace = isAffine && space.isAffine
    let placement = matrix.row4
    fixed = space.row1 * placement.x + space.row2 * placement.y + space.row3 * placement.z
    return false
  }

  /// Goes on to an instance in a space of which only the last row, whose last number is 1, is new.
  @inline(__always)
  mutating func move(_ row4: SIMD4<Double>) {
    let row = fixed + row4 * matrix.row4.w
    world.row3 = parent.row1 * row.x + parent.row2 * row.y + parent.row3 * row.w
    let isClose = abs(world.row3.x) + abs(world.row3.y) < RunMap.close
    isInCoordinateRange = isSmall && isClose || world.isInCoordinateRange
  }
}

extension Matrix4x4 {
  /// Whether parallels stay parallel, without a common factor.
  fileprivate var isAffine: Bool {
    row1.w == 0 && row2.w == 0 && row3.w == 0 && row4.w == 1
  }
}
