// The layers of a plan in drawing order, with all that is known of them before anything is drawn.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The nodes of a plan, and the columns that they point to.
///
/// `NodePlacer` fills the table. All later parts of a plan read it as a value.
struct NodeTable {
  /// Layers in drawing order, skipped ones without their sublayers.
  var nodes: ContiguousArray<PlanNode> = []
  /// Index of each slot's node.
  var nodeOfSlot: ContiguousArray<NodeIndex> = []
  var sublayerMatrices: ContiguousArray<Matrix4x4> = []
  var instances: ContiguousArray<PlanInstance> = []
  /// The placements of instances that have a node in common.
  var runs = NodeRuns()
  /// The pieces of layers that their siblings cut through.
  var cuts = PlaneCuts()
  var rasters: ContiguousArray<Raster> = []
  /// The filters of nodes with the flag `filtered`.
  var filterChains: [NodeIndex: FilterChain] = [:]

  // The styles of layers with classes of their own.

  var shapes: ContiguousArray<ShapeStyle> = []
  var gradients: ContiguousArray<GradientStyle> = []
  var emissions: ContiguousArray<Emission> = []
  /// Parts of emissions that lie among siblings, and their particles.
  var slices: ContiguousArray<ParticleSlice> = []
  var slicedParticles: ContiguousArray<Int32> = []

  /// Whether a layer has a shadow, a mask, a blend mode, or a picture of its own.
  var hasEffects = false
  /// The pixels that nodes touch, with and without their own shadow and mask, if one has effects.
  var extents: ContiguousArray<PixelRect> = []
  var bodies: ContiguousArray<PixelRect> = []

  /// How many layers were deeper than the limit and are not drawn.
  var layersTooDeep = 0

  @inline(__always)
  subscript(index: NodeIndex) -> PlanNode { nodes[index] }

  /// Whether no layer was placed below a node.
  ///
  /// That alone says what is a leaf: a layer may have sublayers that the limits of depth and of
  /// instances leave no room for.
  @inline(__always)
  func isLeaf(_ index: NodeIndex) -> Bool { nodes[index].isLeaf(at: index) }

  /// Empties all columns but `nodeOfSlot`, which says of `slots` slots that they have no node; the
  /// columns keep their capacity.
  mutating func removeAll(slots: Int) {
    for node in nodes where Int(node.slot) < nodeOfSlot.count { nodeOfSlot[Int(node.slot)] = .none }
    while nodeOfSlot.count < slots { nodeOfSlot.append(.none) }
    nodes.removeAll(keepingCapacity: true)
    sublayerMatrices.removeAll(keepingCapacity: true)
    instances.removeAll(keepingCapacity: true)
    runs.removeAll()
    cuts.removeAll()
    rasters.removeAll(keepingCapacity: true)
    filterChains.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    emissions.removeAll(keepingCapacity: true)
    slices.removeAll(keepingCapacity: true)
    slicedParticles.removeAll(keepingCapacity: true)
    hasEffects = false
    layersTooDeep = 0
  }

  /// The node of a slot; nil if it has none.
  func node(of slot: Int32) -> NodeIndex? {
    guard Int(slot) < nodeOfSlot.count, nodeOfSlot[Int(slot)] != .none else { return nil }
    return nodeOfSlot[Int(slot)]
  }

  /// How many layers have been placed.
  var layerCount: Int { nodes.count + runs.count }

  // MARK: Pixels

  /// The pixels that the parts and sublayers of a node can touch within a scissor.
  ///
  /// - Parameter withFrame: Whether the node's own background and border count.
  func drawnRects(
    _ index: NodeIndex,
    within scissor: PixelRect,
    withFrame: Bool
  ) -> DrawnRects {
    var rects = DrawnRects()
    var own = nodes[index].parts
    if !withFrame { own.formIntersection(.inside) }
    rects.add(nodes[index].ownBounds.intersection(scissor), times: own.count)
    var position = index.next
    while position < nodes[index].end {
      let flags = nodes[position].flags
      if flags.contains(.effects) {
        // Its draws lie upon each other.
        rects.add(extents[position.position].intersection(scissor), times: 2)
        position = nodes[position].end
        continue
      }
      let parts = nodes[position].parts.count
      if nodes[position].run >= 0 {
        for item in runs.ranges[Int(nodes[position].run)] {
          rects.add(runs.placements[item].bounds.intersection(scissor), times: parts)
        }
      } else if !flags.contains(.skipped) {
        rects.add(nodes[position].ownBounds.intersection(scissor), times: parts)
      }
      position = position.next
    }
    return rects
  }

  /// The pixels that a node with all below it can touch.
  func touched(_ node: NodeIndex, within scissor: PixelRect) -> PixelRect {
    if hasEffects { return extents[node.position].intersection(scissor) }
    return drawnRects(node, within: scissor, withFrame: true).union
  }

  /// The pixels that a layer without its shadow can touch.
  func bodyExtent(_ index: NodeIndex) -> PixelRect { bodies[index.position] }

  /// The pixels that a layer's contents and sublayers can touch.
  func insideExtent(_ index: NodeIndex) -> PixelRect {
    let node = nodes[index]
    var rect = node.parts.isDisjoint(with: .inside) ? PixelRect.empty : node.ownBounds
    var child = index.next
    while child < node.end {
      rect = rect.union(extents[child.position])
      child = nodes[child].end
    }
    return rect
  }
}

/// A tree whose layers have been placed: all that the parts of a plan read that make draws.
struct PlacedTree {
  let layers: LayerTree
  let nodes: NodeTable
  let styles: LayerStyleColumn
}
