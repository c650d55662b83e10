// The order that layers are drawn in, and where each is on the output.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

extension PlanBuilder {
  /// Fills the node columns from the tree.
  mutating func buildNodes(_ tree: LayerTree) {
    for node in nodes where Int(node.slot) < nodeOfSlot.count { nodeOfSlot[Int(node.slot)] = -1 }
    while nodeOfSlot.count < tree.ids.count { nodeOfSlot.append(-1) }
    nodes.removeAll(keepingCapacity: true)
    sublayerMatrices.removeAll(keepingCapacity: true)
    layersTooDeep = 0
    if tree.root != LayerTree.noSlot {
      appendNode(tree, tree.root, parent: -1, level: 0)
    }
  }

  private mutating func appendNode(
    _ tree: LayerTree,
    _ slot: Int32,
    parent: Int32,
    level: Int
  ) {
    guard level < tree.limits.depth else {
      layersTooDeep += 1
      return
    }
    let index = Int32(nodes.count)
    nodes.append(PlanNode(slot: slot, parent: parent))
    nodeOfSlot[Int(slot)] = index
    let look = LayerLook(tree, slot)
    place(index, look, tree)
    if !nodes[Int(index)].flags.contains(.skipped) {
      appendSublayers(tree, slot, parent: index, level: level + 1)
    }
    nodes[Int(index)].end = Int32(nodes.count)
  }

  private mutating func appendSublayers(
    _ tree: LayerTree,
    _ slot: Int32,
    parent: Int32,
    level: Int
  ) {
    let children = tree.children[Int(slot)]
    guard children.count > 1, needsDepthOrder(tree, children, parent) else {
      for child in children { appendNode(tree, child, parent: parent, level: level) }
      return
    }
    var order: [(depth: Double, position: Int)] = []
    order.reserveCapacity(children.count)
    for (position, child) in children.enumerated() {
      let depth = depth(LayerLook(tree, child), parent: parent)
      order.append((depth.isNaN ? 0 : depth, position))
    }
    // Equal depths fall back to the list's order.
    order.sort { ($0.depth, $0.position) < ($1.depth, $1.position) }
    for entry in order {
      appendNode(tree, children[entry.position], parent: parent, level: level)
    }
  }

  /// Whether any of the siblings may be out of the plane of the others.
  private func needsDepthOrder(
    _ tree: LayerTree,
    _ children: ContiguousArray<Int32>,
    _ parent: Int32
  ) -> Bool {
    if let matrix = sublayerMatrix(ofNode: parent), !matrix.isAffine2D { return true }
    return children.contains { child in
      if tree.animatedIndex[Int(child)] >= 0 { return true }
      let keys = tree.models[Int(child)].keys
      return keys.contains(.zPosition) || keys.contains(.transform)
    }
  }

  func sublayerMatrix(ofNode node: Int32) -> Matrix4x4? {
    guard node >= 0, nodes[Int(node)].sublayerMatrix >= 0 else { return nil }
    return sublayerMatrices[Int(nodes[Int(node)].sublayerMatrix)]
  }

  /// The z of a layer's anchor point in its superlayer's space, after perspective.
  func depth(_ look: LayerLook, parent: Int32) -> Double {
    var point: SIMD4<Double> = look.transform?.row4 ?? [0, 0, 0, 1]
    point += SIMD4(look.position.x, look.position.y, look.zPosition, 0) * point.w
    if let matrix = sublayerMatrix(ofNode: parent) { point = matrix.transform(point) }
    return point.w == 1 || point.w == 0 ? point.z : point.z / point.w
  }

  /// Works out a node's geometry and parts from its look; the parent's must be right already.
  ///
  /// Keeps what the emission has set. A layer without a meaning or that cannot show is skipped.
  mutating func place(_ index: Int32, _ look: LayerLook, _ tree: LayerTree) {
    var node = nodes[Int(index)]
    node.flags = []
    node.parts = []
    node.ownBounds = .empty
    node.depth = depth(look, parent: node.parent)
    defer { nodes[Int(index)] = node }
    let isUp = node.parent >= 0 ? contentSpaceIsFlipped(node.parent, tree) : configuration.isYUp
    if isUp { node.flags.insert(.flipped) }
    guard !look.isHidden, look.opacity > 0, look.isFinite else {
      node.flags.insert(.skipped)
      return
    }
    let parentWorld = node.parent >= 0 ? nodes[Int(node.parent)].world : base
    var showsBack = node.parent >= 0 && nodes[Int(node.parent)].flags.contains(.back)
    if look.transform == nil, sublayerMatrix(ofNode: node.parent) == nil {
      let anchor = look.anchor
      let moved = parentWorld.transform(look.position.x - anchor.x, look.position.y - anchor.y)
      node.world = Homography(parentWorld.row1, parentWorld.row2, moved)
    } else {
      var matrix = look.matrix
      if let outer = sublayerMatrix(ofNode: node.parent) { matrix = matrix * outer }
      let flat = Homography(flattening: matrix)
      node.world = (flat * parentWorld).normalized
      // The normal's z is the cofactor of m33 over the determinant.
      if !matrix.isAffine2D, flat.determinant * matrix.determinant < 0 { showsBack.toggle() }
    }
    if showsBack { node.flags.insert(.back) }
    guard node.world.isFinite, look.isDoubleSided || !showsBack else {
      node.flags.insert(.skipped)
      return
    }
    if let matrix = look.sublayerMatrix {
      if node.sublayerMatrix >= 0 {
        sublayerMatrices[Int(node.sublayerMatrix)] = matrix
      } else {
        node.sublayerMatrix = Int32(sublayerMatrices.count)
        sublayerMatrices.append(matrix)
      }
    }
    setParts(&node, look, tree)
  }

  private func setParts(_ node: inout PlanNode, _ look: LayerLook, _ tree: LayerTree) {
    if look.drawsBackground { node.parts.insert(.background) }
    if look.drawsContents { node.parts.insert(.contents) }
    if look.drawsBorder { node.parts.insert(.border) }
    if !node.parts.isDisjoint(with: [.background, .border]) {
      node.ownBounds = Shape(look.bounds, radii: .zero, world: node.world)?.bounds ?? .empty
    }
    if node.parts.contains(.contents) {
      let place = ContentsPlacement(look, tree, isFlipped: node.flags.contains(.flipped))
      if let place, let shape = Shape(place.rect, radii: .zero, world: node.world) {
        node.ownBounds = node.ownBounds.union(shape.bounds)
      }
    }
    if !look.masksToBounds && look.opacity == 1 && node.sublayerMatrix < 0 {
      node.flags.insert(.plain)
    }
  }

  /// Whether y points up for the sublayers of a node.
  private func contentSpaceIsFlipped(_ index: Int32, _ tree: LayerTree) -> Bool {
    let node = nodes[Int(index)]
    let isFlipped = tree.models[Int(node.slot)].value(.geometryFlipped).bool ?? false
    return node.flags.contains(.flipped) != isFlipped
  }
}

extension Homography {
  /// The same map with a last component of 1 where that is possible, so that its class shows.
  fileprivate var normalized: Homography {
    guard row1.z == 0, row2.z == 0, row3.z != 1, row3.z > 0 else { return self }
    let factor = 1 / row3.z
    return Homography(row1 * factor, row2 * factor, row3 * factor)
  }
}
