// The pixels that layers can touch, with shadows, masks and pictures of their own.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzRaster

/// A mask whose nodes are still to be made.
struct PendingMask {
  var node: NodeIndex
  var slot: Int32
  var level: Int
}

extension LayerStylePointer {
  /// Whether the layer alone says that it is more than its draws; a mask makes it so, too.
  @inline(__always)
  var hasEffects: Bool {
    guard case .normal = pointee.compositingMode else { return true }
    return castsShadow || pointee.isInTransition || pointee.hasFilters
      || pointee.hasBackgroundFilters
  }
}

extension NodePlacer {
  /// Fills `bodies` and `extents` of all nodes.
  mutating func measureExtents(_ tree: LayerTree) {
    table.bodies.removeAll(keepingCapacity: true)
    table.extents.removeAll(keepingCapacity: true)
    measureExtents(from: .first, tree)
  }

  /// Appends the bodies and extents of the nodes from one on, from the leaves to the root.
  mutating func measureExtents(from start: NodeIndex, _ tree: LayerTree) {
    // First the inside: contents and sublayers.
    for index in start..<table.nodes.nextIndex {
      let node = table.nodes[index]
      table.bodies.append(node.parts.isDisjoint(with: .inside) ? .empty : node.ownBounds)
    }
    table.extents.append(contentsOf: table.bodies[start.position...])
    // Sublayers and masks come after the layer that they belong to.
    for index in (start..<table.nodes.nextIndex).reversed()
    where !table.nodes[index].flags.contains(.skipped) {
      measure(index, styles[table.nodes[index].style], tree)
      let parent = table.nodes[index].parent
      if parent >= start, !table.nodes[index].flags.contains(.isMask) {
        let extent = table.extents[index.position]
        table.bodies[parent.position] = table.bodies[parent.position].union(extent)
      }
    }
  }

  private mutating func measure(_ index: NodeIndex, _ style: LayerStylePointer, _ tree: LayerTree) {
    let node = table.nodes[index]
    var body = table.bodies[index.position]
    if node.flags.contains(.clips) {
      let shape = Shape(style.pointee.bounds, radii: .zero, world: node.world)
      body = body.intersection(shape?.bounds ?? .empty)
    }
    // A layer's frame is added after its inside, because `insideExtent` is without the frame.
    body = node.parts.isDisjoint(with: .frame) ? body : body.union(node.ownBounds)
    table.bodies[index.position] = body
    guard node.flags.contains(.effects) else {
      table.extents[index.position] = body
      return
    }
    if node.flags.contains(.filtered) {
      body = filteredExtent(index, style, body)
      table.bodies[index.position] = body
    }
    var extent = body.union(shadowExtent(index, style, body, tree))
    if node.mask != .none { extent = extent.intersection(table.extents[node.mask.position]) }
    if let transition = style.pointee.transition {
      extent = transition.extent(style, node.world, new: extent)
    }
    if node.raster != .none {
      table.rasters[node.raster].frame = extent
      extent = table.rasters[node.raster].bounds
    }
    if node.flags.contains(.backdrop) {
      let world = table.outerWorld(index)
      let shape = Shape(style.pointee.bounds, radii: .zero, world: world)
      extent = extent.union(shape?.bounds ?? .empty)
    }
    table.extents[index.position] = extent.isEmpty ? .empty : extent
  }

  /// The pixels that a layer's shadow can touch.
  private func shadowExtent(
    _ index: NodeIndex,
    _ style: LayerStylePointer,
    _ body: PixelRect,
    _ tree: LayerTree
  ) -> PixelRect {
    let outline = outlineExtent(index, style, tree)
    guard !style.pointee.hasShadowPath, let shadow = PixelShadow(style, table.nodes[index].world)
    else { return outline }
    return outline.union(shadow.moved(shadow.blurred(body)))
  }

  /// The pixels that the shadow of a layer's bounds, or of its shadow's path, can touch.
  func outlineExtent(
    _ index: NodeIndex,
    _ style: LayerStylePointer,
    _ tree: LayerTree
  ) -> PixelRect {
    guard style.castsShadow else { return .empty }
    var rect = style.pointee.bounds
    if style.pointee.hasShadowPath {
      let slot = table.nodes[index].slot
      guard let path = tree.value(.shadowPath, of: slot).path,
        meter.spend(path.points.count / 4, of: .outlines, for: slot),
        let bounds = path.boundsInRange
      else { return .empty }
      rect = bounds
    }
    let room = BlurExtent.outline(sigma: style.pointee.shadowDeviation)
    let offset = style.pointee.shadowOffset
    let area = Rect(
      rect.x + offset.width - room,
      rect.y + offset.height - room,
      rect.width + 2 * room,
      rect.height + 2 * room
    )
    return Shape(area, radii: .zero, world: table.nodes[index].world)?.bounds ?? .empty
  }
}
