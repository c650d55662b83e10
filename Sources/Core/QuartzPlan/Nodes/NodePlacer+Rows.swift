// Instances of a layer that differ by moves along the plane they lie in.
// Licensed under the MIT license; see LICENSE.
//
// They are all at one depth, in the order in which they are made. So there is nothing to list and
// to sort: each goes from where it is made into a run, or to a node of its own.

import QuartzMath
import QuartzModel

extension NodePlacer {
  /// Places the instances of a replicator's only sublayer, if that has no sublayers and no space of
  /// its own and the replicator moves it along the plane.
  ///
  /// - Returns: Whether it placed them; if not, they are to be listed among siblings.
  mutating func appendRow(in superlayer: Superlayer, _ tree: LayerTree) -> Bool {
    let (slot, placement) = (superlayer.slot, superlayer.placement)
    guard styles[superlayer.style].pointee.layerClass == .replicator,
      tree.children[Int(slot)].count == 1, superlayer.level < tree.limits.depth
    else { return false }
    let child = tree.children[Int(slot)][0]
    guard tree.children[Int(child)].isEmpty, !isHiddenByPortal(child),
      !styles[child].pointee.layerClass.drawsItself
    else { return false }
    let replication = replication(tree, slot, superlayer.style)
    guard replication.staysInPlane,
      replication.delay == 0 || !(tree.isAnimated(child) || tree.hasActiveTime(child))
    else { return false }
    let space = placement.space != .none ? table.sublayerMatrices[placement.space] : .identity
    let outer = outerInstance(placement)
    let style = self.style(of: child, placement.instance, tree)
    guard space.isAffine2D, !isTilted(style, placement.space) else { return false }
    let room = mostInstances - table.layerCount - siblings.count
    var row = InstanceRow(replication, space, placement, outer, room: room)
    var hasInstance = advance(&row)
    while hasInstance {
      let node = table.nodes.nextIndex
      let new = NewNode(
        slot: child,
        style: style,
        parent: superlayer.node,
        level: superlayer.level,
        placement: nodePlacement(row, placement)
      )
      appendNode(new, tree)
      hasInstance = advance(&row)
      guard hasInstance, var run = openRun(node, tree) else { continue }
      while hasInstance, row.isMoved || placement.space != .none,
        extend(&run, row.space, row.opacity, row.instance, tree)
      {
        hasInstance = advance(&row) && follow(&run, &row)
      }
      close(run)
    }
    return true
  }

  /// Goes on to the next instance of which something shows; false if there is none.
  @inline(__always)
  mutating func advance(_ row: inout InstanceRow) -> Bool {
    while table.instances.count < mostInstances, let instance = row.next() {
      row.instance = table.instances.add(instance)
      if row.opacity > 0 { return true }
    }
    return false
  }

  /// The placement of an instance that gets a node.
  private mutating func nodePlacement(_ row: InstanceRow, _ outer: NodePlacement) -> NodePlacement {
    var placement = outer
    placement.opacity = row.opacity
    placement.instance = row.instance
    guard row.isMoved else { return placement }
    placement.space = table.sublayerMatrices.add(row.space)
    return placement
  }
}

/// The instances of a layer that is moved along its plane, one after the other.
struct InstanceRow {
  private let replication: Replication
  private let outer: PlanInstance
  private let outerOpacity: Double
  /// The matrix that follows the moves, and whether there is one.
  private let plane: Matrix4x4
  private let hasPlane: Bool
  private let isMoving: Bool
  /// Whether even the farthest instance is in range.
  private let isInCoordinateRange: Bool
  private var index = 0
  /// How many instances there may be.
  private var room: Int
  // The last row of the next instance's move.
  private var move = SIMD4<Double>(0, 0, 0, 1)

  /// The matrix that follows the layer's own, for the current instance.
  private(set) var space: Matrix4x4
  private(set) var opacity = 1.0
  /// Its index in `NodeTable.instances`.
  var instance = InstanceIndex.none

  init(
    _ replication: Replication,
    _ plane: Matrix4x4,
    _ placement: NodePlacement,
    _ outer: PlanInstance,
    room: Int
  ) {
    (self.replication, self.plane, self.outer, self.room) = (replication, plane, outer, room)
    outerOpacity = placement.opacity
    space = plane
    hasPlane = !plane.isIdentity
    let step = replication.moveStep
    isMoving = step != .zero
    let farthest = (abs(step.x) + abs(step.y)) * Double(replication.count)
    isInCoordinateRange = farthest < farthestCoordinate / 2
  }

  /// Whether the instance is elsewhere than the layer itself.
  var isMoved: Bool { isMoving && index > 1 }

  /// Goes on to the next instance; nil behind the last.
  @inline(__always)
  mutating func next() -> PlanInstance? {
    guard index < replication.count, room > 0, isInCoordinateRange || isMoveInRange else {
      return nil
    }
    let color = replication.color(index)
    let instance = outer.instance(color, delay: replication.delay * Double(index))
    opacity = outerOpacity * color.w
    if opacity > 0 { room -= 1 }
    if index > 0 {
      let centred = replication.centred(move)
      space.row4 = hasPlane ? plane.transform(centred) : centred
    }
    move += replication.moveStep
    index += 1
    return instance
  }

  /// As `Matrix4x4.isInCoordinateRange` of the next instance's move.
  private var isMoveInRange: Bool {
    let limit = farthestCoordinate * farthestCoordinate
    return move.x * move.x + 1 <= limit && move.y * move.y + 1 <= limit
  }
}
