// Instances of one layer that follow one another among its siblings: one node for all of them.
// Licensed under the MIT license; see LICENSE.
//
// A layer in a replicator has one placement for each instance. If it has neither sublayers nor
// effects, its instances differ only in their placements. Such instances are a run: one node for
// their style, and a column of their placements. A run gives the draws that one node for each
// instance would give, in the same order.

import QuartzMath
import QuartzModel

extension NodePlacer {
  /// Gives the siblings after a node that are instances of its layer to the node, as long as they
  /// follow one another and look alike but for placement, opacity and tint.
  ///
  /// - Parameter first: The first sibling after the node's own.
  /// - Returns: The first sibling that still needs a node.
  mutating func appendRun(_ index: NodeIndex, from first: Int, _ tree: LayerTree) -> Int {
    guard first < siblings.count, var run = openRun(index, tree) else { return first }
    var next = first
    while next < siblings.count, isInstance(siblings[next], of: table.nodes[index]) {
      let placement = siblings[next].placement
      guard placement.space != .none,
        extend(
          &run,
          table.sublayerMatrices[placement.space],
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
  func openRun(_ index: NodeIndex, _ tree: LayerTree) -> OpenRun? {
    guard index.position < table.nodes.count, canRun(index, tree) else { return nil }
    return OpenRun(
      index,
      table.nodes[index],
      styles[table.nodes[index].style],
      styles.matrices(of: table.nodes[index].style),
      parent: table.nodes[table.nodes[index].parent],
      start: table.runs.placements.count
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
    _ instance: InstanceIndex,
    _ tree: LayerTree
  ) -> Bool {
    let isFirst = table.runs.placements.count == run.start
    let opacity = opacity * run.style.pointee.opacity
    // A single part takes its opacity with it. While a run is open it counts its node twice.
    guard run.takesOpacity || opacity == 1,
      table.layerCount - (isFirst ? 0 : 1) < mostInstances
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
      table.runs.append(
        row3,
        opacity: opacity,
        instance: instance,
        frame: shape.rect,
        bounds: shape.bounds
      )
      run.bounds = run.bounds.union(shape.bounds)
    } else {
      let bounds = ownBounds(
        run.parts,
        run.style,
        run.map.world,
        isFlipped: run.isFlipped,
        tree
      )
      table.runs.append(row3, opacity: opacity, instance: instance, bounds: bounds)
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
    let room = mostInstances + 1 - table.layerCount + table.runs.placements.count
    while hasInstance, table.runs.placements.count < room {
      map.move(instances.space.row4)
      guard map.isInCoordinateRange, frame.move(map.world.row3) else { break }
      let shape = frame.shape
      table.runs.append(
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
    let node = table.nodes[run.index]
    table.runs.append(node.world)
    table.runs.append(
      node.world.row3,
      opacity: node.opacity,
      instance: node.instance,
      bounds: node.ownBounds
    )
  }

  /// Keeps the map of an instance that is more than moved.
  private mutating func startMap(of run: inout OpenRun) {
    table.runs.append(run.map.world)
    run.frame = MovingShape(run.style.pointee.bounds, radii: .zero, world: run.map.world)
  }

  /// Gives a run to its node, if there is more in it than the node's own instance.
  mutating func close(_ run: OpenRun) {
    guard table.runs.placements.count > run.start else { return }
    table.nodes[run.index].run = table.runs.end(from: run.start)
    table.nodes[run.index].ownBounds = run.bounds
    show(run.index, table.runs.placements[table.runs.placements.count - 1])
  }

  @inline(__always)
  private func isInstance(_ sibling: Sibling, of node: PlanNode) -> Bool {
    sibling.slot == node.slot && sibling.style == node.style && sibling.placement.instance != .none
      && sibling.placement.slice == node.slice
  }

  /// Whether nothing but its placement tells a layer from its instances.
  private func canRun(_ index: NodeIndex, _ tree: LayerTree) -> Bool {
    let node = table.nodes[index]
    if styles[node.style].pointee.borderPattern != nil { return false }
    let isPlain = node.flags.isDisjoint(with: [
      .skipped, .effects, .rasterized, .curved, .isMask, .cutting, .fading, .isolated,
    ])
    guard isPlain, node.instance != .none, node.slice == -1, node.classStyle < 0,
      tree.children[Int(node.slot)].isEmpty
    else { return false }
    if node.flags.contains(.clips), !node.parts.isDisjoint(with: .inside) { return false }
    return node.parts.count <= 1 || node.opacity == 1
  }

  /// Makes a node that of one of its instances.
  @inline(__always)
  private mutating func show(_ index: NodeIndex, _ placement: RunPlacement) {
    table.nodes[index].world = table.runs.world(placement)
    table.nodes[index].opacity = placement.opacity
    table.nodes[index].instance = placement.instance
  }

}

/// A run that instances are being added to.
struct OpenRun {
  fileprivate let index: NodeIndex
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
    _ index: NodeIndex,
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
