// The order that layers are drawn in, and where each is on the output.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// A sublayer among its siblings.
struct Sibling {
  var slot: Int32
  /// Index of its style.
  var style: Int32
  var placement: NodePlacement
  /// The z of its anchor point in the superlayer's space.
  var depth: Double
}

/// A node whose sublayers are being appended.
struct OpenNode {
  var index: Int32
  /// The level of its sublayers.
  var level: Int
  /// Where its sublayers begin in `NodePlacer.siblings`, of which they are the last while it is
  /// the last open node, and the one that is next.
  var start: Int
  var next: Int
  /// How many matrices there were before.
  var spaces: Int
  /// Its sublayers' planes, if some are tilted.
  var planes: OpenPlanes?
}

/// Puts the layers of a tree in drawing order, and works out where each is on the output.
///
/// That is the first part of a plan: nothing in it knows of draws or surfaces. `placeAll` fills the
/// table anew; `place` moves one node of it.
struct NodePlacer: ~Copyable {
  let output: PlanOutput
  let styles: LayerStyleColumn
  let meter: FrameMeter
  let measures = MeasuredPaths()

  /// The nodes of the last plan.
  var table = NodeTable()
  // The styles of instances at times of their own.
  var delayed = DelayedStyles()
  // The layers that there is no room for pictures of.
  var unrasterized: Set<RasterKey> = []
  // The masks of layers, whose nodes come after those of the tree.
  var pendingMasks: ContiguousArray<PendingMask> = []
  // The nodes around the one that is appended, and the layers around those that are listed.
  var openNodes: ContiguousArray<OpenNode> = []
  var openSpaces: ContiguousArray<OpenSpace> = []
  var openReplicators: ContiguousArray<OpenReplicator> = []
  // Siblings that are being put in order, level upon level, and a copy for sorting.
  var siblings: ContiguousArray<Sibling> = []
  var sortedSiblings: ContiguousArray<Sibling> = []

  init(output: PlanOutput, styles: LayerStyleColumn, meter: FrameMeter) {
    (self.output, self.styles, self.meter) = (output, styles, meter)
  }

  /// Fills the table from the tree.
  mutating func placeAll(_ tree: LayerTree) {
    measures.begin()
    unrasterized.removeAll(keepingCapacity: true)
    placeNodes(tree)
    if table.hasEffects { measureExtents(tree) }
    guard !table.rasters.isEmpty, findUnrasterized() else { return }
    // Layers without pictures lie in the space around them, with all of their sublayers.
    placeNodes(tree)
    if table.hasEffects { measureExtents(tree) }
  }

  private mutating func placeNodes(_ tree: LayerTree) {
    table.removeAll(slots: tree.ids.count)
    delayed.removeAll()
    openNodes.removeAll(keepingCapacity: true)
    siblings.removeAll(keepingCapacity: true)
    let root = output.top?.slot ?? tree.root
    guard root != LayerTree.noSlot else { return }
    appendNode(tree, root, parent: -1, level: 0)
    appendOpen(tree)
    var index = 0
    while index < pendingMasks.count {
      let mask = pendingMasks[index]
      let node = Int32(table.nodes.count)
      // A mask is no sublayer: it lies in the layer's own space.
      appendNode(
        tree,
        mask.slot,
        parent: mask.node,
        level: mask.level,
        placement: NodePlacement(instance: table.nodes[Int(mask.node)].instance),
        isMask: true
      )
      appendOpen(tree)
      // Where there is no room for it any more, nothing is masked.
      if Int(node) < table.nodes.count { table.nodes[Int(mask.node)].mask = node }
      index += 1
    }
    pendingMasks.removeAll(keepingCapacity: true)
  }

  /// Appends a layer; if it has sublayers, they are opened, and come with `appendOpen`.
  mutating func appendNode(
    _ tree: LayerTree,
    _ slot: Int32,
    parent: Int32,
    level: Int,
    style: Int32? = nil,
    placement: NodePlacement = NodePlacement(),
    isMask: Bool = false
  ) {
    guard level < tree.limits.depth else {
      table.layersTooDeep += 1
      return
    }
    if placement.instance >= 0, table.layerCount >= NodePlacer.mostInstances { return }
    guard meter.spend(1, of: .layers, for: slot) else { return }
    let index = Int32(table.nodes.count)
    var node = PlanNode(slot: slot, style: style ?? slot, parent: parent)
    node.space = placement.space
    node.instance = placement.instance
    node.opacity = placement.opacity
    node.slice = placement.slice
    let isSlice = placement.slice >= 0
    if isMask { node.flags = .isMask }
    if placement.isTurned { node.flags.insert(.turned) }
    // It cannot be patched where it has several nodes, or an opacity that is not its own.
    if placement.instance >= 0 || placement.opacity < 1 { node.flags.insert(.special) }
    table.nodes.append(node)
    table.nodeOfSlot[Int(slot)] = index
    let style = node.style
    self.place(index, styles[style])
    if isSlice {
      table.nodes[Int(index)].parts = []
      table.nodes[Int(index)].flags.remove(.effects)
    }
    if tree.masks[Int(slot)] >= 0, !isSlice, !table.nodes[Int(index)].flags.contains(.skipped) {
      table.nodes[Int(index)].flags.insert(.effects)
      table.nodes[Int(index)].flags.remove(.plain)
      let mask = tree.masks[Int(slot)]
      pendingMasks.append(PendingMask(node: index, slot: mask, level: level + 1))
    }
    if parent >= 0, !isMask, !table.nodes[Int(index)].flags.contains(.skipped),
      styles[style].pointee.compositingMode.erases
    {
      table.nodes[Int(parent)].flags.formUnion([.isolated, .effects])
      table.nodes[Int(parent)].flags.remove(.plain)
      table.hasEffects = true
    }
    if table.nodes[Int(index)].flags.contains(.special) {
      addClassParts(index, styles[style], tree)
    }
    if table.nodes[Int(index)].flags.contains(.effects) { table.hasEffects = true }
    setOwnBounds(index, styles[style], tree)
    table.nodes[Int(index)].end = index + 1
    if !table.nodes[Int(index)].flags.contains(.skipped), !isSlice,
      !tree.children[Int(slot)].isEmpty
    {
      openSublayers(tree, slot, parent: index, level: level + 1)
    }
  }

  /// Appends a layer of which nothing shows, so that it is known once it changes.
  mutating func appendSkippedNode(_ slot: Int32, parent: Int32) {
    let index = Int32(table.nodes.count)
    var node = PlanNode(slot: slot, style: slot, parent: parent)
    node.flags = .skipped
    node.end = index + 1
    table.nodes.append(node)
    table.nodeOfSlot[Int(slot)] = index
  }

  // A client may nest layers to any depth. So the open superlayers are in `openNodes` and not on
  // the thread's stack.

  /// Lists the sublayers of a node in their order, to be appended one after the other.
  private mutating func openSublayers(
    _ tree: LayerTree,
    _ slot: Int32,
    parent: Int32,
    level: Int
  ) {
    let start = siblings.count
    let spaces = table.sublayerMatrices.count
    let placement = NodePlacement(
      space: table.nodes[Int(parent)].sublayerMatrix,
      instance: table.nodes[Int(parent)].instance
    )
    if appendRow(tree, slot, parent: parent, placement, level: level) {
      table.sublayerMatrices.removeLast(table.sublayerMatrices.count - spaces)
      table.nodes[Int(parent)].end = Int32(table.nodes.count)
      return
    }
    collect(tree, slot, table.nodes[Int(parent)].style, parent, placement, level)
    var (isOrdered, isTilted) = (true, false)
    for index in start..<siblings.count {
      if index > start, siblings[index - 1].depth > siblings[index].depth { isOrdered = false }
      let space = siblings[index].placement.space
      if !isTilted, self.isTilted(siblings[index].style, space) { isTilted = true }
    }
    var open = OpenNode(index: parent, level: level, start: start, next: start, spaces: spaces)
    if isTilted, siblings.count - start > 1 {
      open.planes = openPlanes(tree, from: start, parent: parent)
    } else {
      if !isTilted, tree.hasEmitters, sliceParticles(from: start, tree) { isOrdered = false }
      if !isOrdered { orderSiblings(from: start) }
    }
    openNodes.append(open)
  }

  /// Appends the open layers, and all layers below them.
  private mutating func appendOpen(_ tree: LayerTree) {
    while let last = openNodes.indices.last {
      let open = openNodes[last]
      if open.planes != nil {
        appendPlane(tree, last)
      } else if open.next < siblings.count {
        let (sibling, node) = (siblings[open.next], Int32(table.nodes.count))
        openNodes[last].next += 1
        append(sibling, to: open, tree)
        // One that has sublayers has no instances in common with others.
        if sibling.placement.instance >= 0, openNodes.count == last + 1 {
          openNodes[last].next = appendRun(node, from: open.next + 1, tree)
        }
      } else {
        close(open)
      }
    }
  }

  /// Appends a sublayer of an open node.
  mutating func append(_ sibling: Sibling, to open: OpenNode, _ tree: LayerTree) {
    appendNode(
      tree,
      sibling.slot,
      parent: open.index,
      level: open.level,
      style: sibling.style,
      placement: sibling.placement
    )
  }

  /// Ends a node whose sublayers are all there.
  mutating func close(_ open: OpenNode) {
    openNodes.removeLast()
    siblings.removeLast(siblings.count - open.start)
    // Instances are placed once. Few matrices stay in the caches.
    if open.planes == nil,
      styles[table.nodes[Int(open.index)].style].pointee.layerClass == .replicator
    {
      table.sublayerMatrices.removeLast(table.sublayerMatrices.count - open.spaces)
    }
    table.nodes[Int(open.index)].end = Int32(table.nodes.count)
  }

  /// Sorts the siblings from `start` on by depth; equal depths stay as the superlayer lists them.
  ///
  /// A merge sort from the bottom up, because the library's sort asks for memory.
  private mutating func orderSiblings(from start: Int) {
    let end = siblings.count
    var width = 1
    while width < end - start {
      sortedSiblings.removeAll(keepingCapacity: true)
      for low in stride(from: start, to: end, by: 2 * width) {
        let (middle, high) = (min(low + width, end), min(low + 2 * width, end))
        var (left, right) = (low, middle)
        while left < middle || right < high {
          let takesLeft =
            right == high || left < middle && siblings[left].depth <= siblings[right].depth
          sortedSiblings.append(siblings[takesLeft ? left : right])
          if takesLeft { left += 1 } else { right += 1 }
        }
      }
      for index in sortedSiblings.indices { siblings[start + index] = sortedSiblings[index] }
      width *= 2
    }
  }

  // Small questions are inlined: a call would copy the builder's columns to the stack first.

  /// The z of a layer's anchor point in its superlayer's space, after perspective; 0 if undefined.
  @inline(__always)
  func depth(_ index: Int32, space: Int32) -> Double {
    let style = styles[index]
    let outer = Int(space)
    guard outer >= 0 || style.pointee.hasTransform else {
      return style.pointee.zPosition.isNaN ? 0 : style.pointee.zPosition
    }
    var point = SIMD4<Double>(0, 0, 0, 1)
    if style.pointee.hasTransform { point = styles.matrices(of: index).transform.row4 }
    point +=
      SIMD4(style.pointee.position.x, style.pointee.position.y, style.pointee.zPosition, 0)
      * point.w
    if outer >= 0 { point = table.sublayerMatrices[outer].transform(point) }
    let depth = point.w == 1 || point.w == 0 ? point.z : point.z / point.w
    return depth.isNaN ? 0 : depth
  }

  /// Works out a node's geometry and parts from its style.
  ///
  /// The parent's must be up to date.
  ///
  /// Values set by the emission are kept. A layer that has no meaning or cannot show is skipped.
  mutating func place(_ index: Int32, _ style: LayerStylePointer) {
    let position = Int(index)
    let parent = table.nodes[position].parent
    let depth = depth(table.nodes[position].style, space: table.nodes[position].space)
    var flags = table.nodes[position].flags.intersection([.isMask, .special, .turned])
    if isYUp(position, style) { flags.insert(.flipped) }
    if parent >= 0, table.nodes[Int(parent)].flags.contains(.back) { flags.insert(.back) }
    let isShown = style.isShown
    // Of special nodes, which are placed once, it has those of layers around them.
    if !flags.contains(.special) { table.nodes[position].opacity = 1 }
    table.nodes[position].opacity *= style.pointee.opacity
    var world = isShown ? self.world(index, style, &flags) : table.nodes[position].world
    if isShown, style.pointee.isInTransition, let transition = style.pointee.transition {
      let shift = transition.shifts(bounds: style.pointee.bounds).new
      world = .translation(shift.x, shift.y) * world
    }
    guard isShown, world.isInCoordinateRange, style.pointee.isDoubleSided || !flags.contains(.back)
    else {
      table.nodes[position].place(world, depth: depth, [], flags.union(.skipped))
      return
    }
    table.nodes[position].place(world, depth: depth, [], flags)
    if style.pointee.hasSublayerTransform {
      let matrix = style.sublayerMatrix(styles.matrices(of: table.nodes[position].style))
      if table.nodes[position].sublayerMatrix >= 0 {
        table.sublayerMatrices[Int(table.nodes[position].sublayerMatrix)] = matrix
      } else {
        table.nodes[position].sublayerMatrix = Int32(table.sublayerMatrices.count)
        table.sublayerMatrices.append(matrix)
      }
    }
    if style.pointee.masksToBounds { flags.insert(.clips) }
    if style.hasEffects { flags.insert(.effects) }
    if style.isCurved { flags.insert(.curved) }
    if style.pointee.isFading { flags.insert(.fading) }
    if style.pointee.layerClass.drawsItself { flags.insert(.special) }
    // While a layer goes from one state to another, no picture of it is of use for long.
    if style.filters != nil { flags.insert(.filtered) }
    if style.backdropFilters != nil { flags.insert(.backdrop) }
    let wantsPicture = style.pointee.shouldRasterize || flags.contains(.filtered)
    if wantsPicture, !style.pointee.isInTransition {
      rasterize(index, style, &flags)
    }
    let changesNothing =
      table.nodes[position].opacity == 1 && table.nodes[position].sublayerMatrix < 0
    if changesNothing, flags.isDisjoint(with: [.clips, .effects]) { flags.insert(.plain) }
    var parts: NodeParts = []
    if style.drawsBackground { parts.insert(.background) }
    if style.drawsContents { parts.insert(.contents) }
    if style.drawsBorder {
      parts.insert(.border)
      // Its surfaces are made anew with the plan.
      if style.pointee.borderPattern != nil { flags.insert(.special) }
    }
    table.nodes[position].show(parts, flags)
  }

  /// The node's map to pixels; sets whether it shows its back.
  @inline(__always)
  private func world(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ flags: inout NodeFlags
  ) -> Homography {
    let parent = table.nodes[Int(index)].parent
    if parent < 0, let top = output.top { return top.world }
    let parentWorld = parent >= 0 ? table.nodes[Int(parent)].world : output.base
    let outer = Int(table.nodes[Int(index)].space)
    if !style.hasMatrix, outer < 0 {
      let anchor = style.anchor
      let moved = parentWorld.transform(
        style.pointee.position.x - anchor.x,
        style.pointee.position.y - anchor.y
      )
      return Homography(parentWorld.row1, parentWorld.row2, moved)
    }
    var matrix = style.matrix(styles.matrices(of: table.nodes[Int(index)].style))
    if outer >= 0 { matrix = matrix * table.sublayerMatrices[outer] }
    let (world, isTurned) = parentWorld.flattening(matrix)
    if isTurned { flags.formSymmetricDifference(.back) }
    return world
  }

  /// Sets the pixels that the node's own parts can touch, for the decisions about groups and clips.
  private mutating func setOwnBounds(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ tree: LayerTree
  ) {
    let parts = table.nodes[Int(index)].parts
    let world = table.nodes[Int(index)].world
    let isFlipped = table.nodes[Int(index)].flags.contains(.flipped)
    var bounds = ownBounds(parts, style, world, isFlipped, tree)
    if !parts.isDisjoint(with: .path) {
      let path = table.shapes[Int(table.nodes[Int(index)].classStyle)].bounds(parts)
      bounds = bounds.union(Shape(shown: path, radii: .zero, world: world).bounds)
    }
    if parts.contains(.particles) {
      bounds = bounds.union(table.particleBounds(index, tree, output))
    }
    table.nodes[Int(index)].ownBounds = bounds
  }

  /// The pixels that background, contents and border of a layer can touch.
  func ownBounds(
    _ parts: NodeParts,
    _ style: LayerStylePointer,
    _ world: Homography,
    _ isFlipped: Bool,
    _ tree: LayerTree
  ) -> PixelRect {
    var bounds = PixelRect.empty
    if !parts.isDisjoint(with: .frame) {
      bounds = Shape(style.pointee.bounds, radii: .zero, world: world)?.bounds ?? .empty
    }
    guard parts.contains(.contents) else { return bounds }
    func add(_ image: ImageID) {
      let contents = ContentsPlacement(style, image, tree.images, isFlipped: isFlipped)
      if let contents, let shape = Shape(contents.rect, radii: .zero, world: world) {
        bounds = bounds.union(shape.bounds)
      }
    }
    add(style.pointee.contents)
    if let fading = style.pointee.fadingContents { add(fading.image) }
    return bounds
  }

  /// Whether y points up on the output in a node's own space.
  @inline(__always)
  private func isYUp(_ position: Int, _ style: LayerStylePointer) -> Bool {
    let parent = Int(table.nodes[position].parent)
    if parent < 0, let top = output.top { return top.isFlipped }
    let isUp =
      parent < 0 ? output.configuration.isYUp : table.nodes[parent].flags.contains(.flipped)
    let isTurned = table.nodes[position].flags.contains(.turned)
    return (isUp != isTurned) != style.pointee.isGeometryFlipped
  }
}

extension Homography {
  /// The map of a layer's plane by its matrix, then by this map; and whether it turns the back of
  /// the plane to the front.
  @inline(__always)
  func flattening(_ matrix: Matrix4x4) -> (Homography, isTurned: Bool) {
    let flat = Homography(flattening: matrix)
    // The normal's z is the cofactor of m33 over the determinant.
    let isTurned = !matrix.isAffine2D && flat.determinant * matrix.determinant < 0
    return ((flat * self).normalized, isTurned)
  }

  /// The same map with a last component of 1 where that is possible, so that its class shows.
  private var normalized: Homography {
    guard row1.z == 0, row2.z == 0, row3.z != 1, row3.z > 0 else { return self }
    let factor = 1 / row3.z
    return Homography(row1 * factor, row2 * factor, row3 * factor)
  }
}
