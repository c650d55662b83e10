// Copies of a layer that differ by moves along the plane they lie in.
// Licensed under the MIT license; see LICENSE.
//
// They are all at one depth, in the order in which they are made. So there is nothing to list and
// to sort: each goes from where it is made into a run, or to a node of its own.

import QuartzMath
import QuartzModel

extension PlanBuilder {
  /// Places the copies of a replicator's only sublayer, if that has no sublayers and no space of
  /// its own and the replicator moves it along the plane.
  ///
  /// - Parameter placement: Where the replicator's sublayers are but for the copies.
  /// - Returns: Whether it placed them; if not, they are to be listed among siblings.
  mutating func appendRow(
    _ tree: LayerTree,
    _ slot: Int32,
    parent: Int32,
    _ placement: NodePlacement,
    level: Int
  ) -> Bool {
    let replicator = nodes[Int(parent)].style
    guard styles[replicator].pointee.layerClass == .replicator,
      tree.children[Int(slot)].count == 1, level < tree.limits.depth
    else { return false }
    let child = tree.children[Int(slot)][0]
    guard tree.children[Int(child)].isEmpty, !styles[child].pointee.layerClass.drawsItself
    else { return false }
    let instances = instances(tree, slot, replicator)
    guard instances.staysInPlane,
      instances.delay == 0 || !(tree.isAnimated(child) || tree.hasActiveTime(child))
    else { return false }
    let space = placement.space >= 0 ? sublayerMatrices[Int(placement.space)] : .identity
    let outer = outerCopy(placement)
    let style = self.style(of: child, placement.copy, tree)
    guard space.isAffine2D, !isTilted(style, placement.space) else { return false }
    let room = PlanBuilder.mostCopies - layerCount - siblings.count
    var row = CopyRow(instances, space, placement, outer, room: room)
    var hasCopy = advance(&row)
    while hasCopy {
      let node = Int32(nodes.count)
      let placement = nodePlacement(row, placement)
      appendNode(tree, child, parent: parent, level: level, style: style, placement: placement)
      hasCopy = advance(&row)
      guard hasCopy, var run = openRun(node, tree) else { continue }
      while hasCopy, row.isMoved || placement.space >= 0,
        extend(&run, row.space, row.opacity, row.copy, tree)
      {
        hasCopy = advance(&row) && follow(&run, &row)
      }
      close(run)
    }
    return true
  }

  /// Goes on to the next copy of which something shows; false if there is none.
  @inline(__always)
  mutating func advance(_ row: inout CopyRow) -> Bool {
    while copies.count < PlanBuilder.mostCopies, let copy = row.next() {
      row.copy = Int32(copies.count)
      copies.append(copy)
      if row.opacity > 0 { return true }
    }
    return false
  }

  /// The placement of a copy that gets a node.
  private mutating func nodePlacement(_ row: CopyRow, _ outer: NodePlacement) -> NodePlacement {
    var placement = outer
    placement.opacity = row.opacity
    placement.copy = row.copy
    guard row.isMoved else { return placement }
    placement.space = Int32(sublayerMatrices.count)
    sublayerMatrices.append(row.space)
    return placement
  }
}

/// The copies of a layer that is moved along its plane, one after the other.
struct CopyRow {
  private let instances: InstancesStyle
  private let outer: PlanCopy
  private let outerOpacity: Double
  /// The matrix that follows the moves, and whether there is one.
  private let plane: Matrix4x4
  private let hasPlane: Bool
  private let isMoving: Bool
  /// Whether even the farthest copy is near.
  private let isNear: Bool
  private var index = 0
  /// How many copies there may be.
  private var room: Int
  // The last row of the next copy's move.
  private var move = SIMD4<Double>(0, 0, 0, 1)

  /// The matrix that follows the layer's own, for the current copy.
  private(set) var space: Matrix4x4
  private(set) var opacity = 1.0
  /// Its index in `PlanBuilder.copies`.
  var copy: Int32 = -1

  init(
    _ instances: InstancesStyle,
    _ plane: Matrix4x4,
    _ placement: NodePlacement,
    _ outer: PlanCopy,
    room: Int
  ) {
    (self.instances, self.plane, self.outer, self.room) = (instances, plane, outer, room)
    outerOpacity = placement.opacity
    space = plane
    hasPlane = !plane.isIdentity
    let step = instances.moveStep
    isMoving = step != .zero
    let farthest = (abs(step.x) + abs(step.y)) * Double(instances.count)
    isNear = farthest < farthestCoordinate / 2
  }

  /// Whether the copy is elsewhere than the layer itself.
  var isMoved: Bool { isMoving && index > 1 }

  /// Goes on to the next copy; nil behind the last.
  @inline(__always)
  mutating func next() -> PlanCopy? {
    guard index < instances.count, room > 0, isNear || hasNearMove else { return nil }
    let color = instances.color(index)
    let copy = outer.copy(color, delay: instances.delay * Double(index))
    opacity = outerOpacity * color.w
    if opacity > 0 { room -= 1 }
    if index > 0 {
      let centred = instances.centred(move)
      space.row4 = hasPlane ? plane.transform(centred) : centred
    }
    move += instances.moveStep
    index += 1
    return copy
  }

  /// As `Matrix4x4.isNear` of the next copy's move.
  private var hasNearMove: Bool {
    let limit = farthestCoordinate * farthestCoordinate
    return move.x * move.x + 1 <= limit && move.y * move.y + 1 <= limit
  }
}
