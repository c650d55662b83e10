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

/// A layer that is about to get a node.
struct NewNode {
  var slot: Int32
  /// Index of its style.
  var style: Int32
  var parent: NodeIndex
  /// How many layers are around it.
  var level: Int
  var placement = NodePlacement()
  var isMask = false
  /// The map to pixels of a portal's source.
  var portrait: Homography?
}

/// A layer whose sublayers are being placed, as all functions that place them need to know it.
struct Superlayer {
  let node: NodeIndex
  let slot: Int32
  /// Index of its style.
  let style: Int32
  /// Where its sublayers are, but for the instances that it makes of them.
  let placement: NodePlacement
  /// The level of its sublayers.
  let level: Int
}

/// A node whose sublayers are being appended.
struct OpenNode {
  var index: NodeIndex
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
  /// Whether a portal's source is still to come, before all sublayers.
  var hasSource = false
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
  let filters: FilterStore

  /// As `NodePlacer.usualInstances`, for tests of what is where the limit falls.
  var mostInstances = NodePlacer.usualInstances

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
  // The layers that are drawn in portals alone.
  var hiddenSources: Set<Int32> = []
  // Siblings that are being put in order, level upon level, and a copy for sorting.
  var siblings: ContiguousArray<Sibling> = []
  var sortedSiblings: ContiguousArray<Sibling> = []

  init(
    output: PlanOutput,
    styles: LayerStyleColumn,
    meter: FrameMeter,
    filters: FilterStore
  ) {
    (self.output, self.styles, self.meter) = (output, styles, meter)
    self.filters = filters
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
    findHiddenSources(tree)
    let root = output.top?.slot ?? tree.root
    guard root != LayerTree.noSlot else { return }
    appendNode(NewNode(slot: root, style: root, parent: .none, level: 0), tree)
    appendOpen(tree)
    var index = 0
    while index < pendingMasks.count {
      let mask = pendingMasks[index]
      let node = table.nodes.nextIndex
      // A mask is no sublayer: it lies in the layer's own space.
      let new = NewNode(
        slot: mask.slot,
        style: mask.slot,
        parent: mask.node,
        level: mask.level,
        placement: NodePlacement(instance: table.nodes[mask.node].instance),
        isMask: true
      )
      appendNode(new, tree)
      appendOpen(tree)
      // Where there is no room for it any more, nothing is masked.
      if node.position < table.nodes.count { table.nodes[mask.node].mask = node }
      index += 1
    }
    pendingMasks.removeAll(keepingCapacity: true)
  }

  /// Appends a layer; if it has sublayers, they are opened, and come with `appendOpen`.
  mutating func appendNode(_ new: NewNode, _ tree: LayerTree) {
    let (slot, parent, placement) = (new.slot, new.parent, new.placement)
    guard new.level < tree.limits.depth else {
      table.layersTooDeep += 1
      return
    }
    if placement.instance != .none, table.layerCount >= mostInstances { return }
    guard meter.spend(1, of: .layers, for: slot) else { return }
    let index = table.nodes.nextIndex
    var node = PlanNode(slot: slot, style: new.style, parent: parent)
    node.space = placement.space
    node.instance = placement.instance
    node.opacity = placement.opacity
    node.outerOpacity = Float(placement.opacity)
    node.slice = placement.slice
    let isSlice = placement.slice >= 0
    if new.isMask { node.flags = .isMask }
    if placement.isTurned { node.flags.insert(.turned) }
    if let world = new.portrait {
      node.flags.formUnion([.portrait, .inPortal])
      node.world = world
    } else if parent != .none, table.nodes[parent].flags.contains(.inPortal) {
      node.flags.insert(.inPortal)
    }
    if placement.instance != .none || placement.opacity < 1 { node.flags.insert(.shared) }
    table.nodes.append(node)
    // A layer's node is that at its own place.
    if !node.flags.contains(.inPortal) { table.nodeOfSlot[Int(slot)] = index }
    let style = node.style
    self.place(index, styles[style])
    if isSlice {
      table.nodes[index].parts = []
      table.nodes[index].flags.remove(.effects)
    }
    if tree.masks[Int(slot)] >= 0, !isSlice, !table.nodes[index].flags.contains(.skipped) {
      table.nodes[index].flags.insert(.effects)
      table.nodes[index].flags.remove(.plain)
      let mask = tree.masks[Int(slot)]
      pendingMasks.append(PendingMask(node: index, slot: mask, level: new.level + 1))
    }
    if parent != .none, !new.isMask, !table.nodes[index].flags.contains(.skipped),
      styles[style].pointee.compositingMode.erases
    {
      table.nodes[parent].flags.formUnion([.isolated, .effects])
      table.nodes[parent].flags.remove(.plain)
      table.hasEffects = true
    }
    if table.nodes[index].flags.contains(.special) {
      addClassParts(index, styles[style], tree)
    }
    if table.nodes[index].flags.contains(.effects) { table.hasEffects = true }
    setOwnBounds(index, styles[style], tree)
    table.nodes[index].end = index.next
    if !table.nodes[index].flags.contains(.skipped), !isSlice,
      !tree.children[Int(slot)].isEmpty || tree.classes[Int(slot)] == .portal
    {
      openSublayers(of: index, level: new.level + 1, tree)
    }
  }

  /// Appends a layer that shows nothing itself and whose sublayers lie elsewhere, so that it is
  /// known once it changes.
  mutating func appendSkippedNode(_ slot: Int32, parent: NodeIndex) {
    guard meter.spend(1, of: .layers, for: slot) else { return }
    let index = table.nodes.nextIndex
    var node = PlanNode(slot: slot, style: slot, parent: parent)
    node.flags = [.skipped, .shared]
    node.end = index.next
    table.nodes.append(node)
    table.nodeOfSlot[Int(slot)] = index
  }

  // A client may nest layers to any depth. So the open superlayers are in `openNodes` and not on
  // the thread's stack.

  /// Lists the sublayers of a node in their order, to be appended one after the other.
  private mutating func openSublayers(of parent: NodeIndex, level: Int, _ tree: LayerTree) {
    let start = siblings.count
    let spaces = table.sublayerMatrices.count
    let superlayer = Superlayer(
      node: parent,
      slot: table.nodes[parent].slot,
      style: table.nodes[parent].style,
      placement: NodePlacement(
        space: table.nodes[parent].sublayerMatrix,
        instance: table.nodes[parent].instance
      ),
      level: level
    )
    if appendRow(in: superlayer, tree) {
      table.sublayerMatrices.removeLast(table.sublayerMatrices.count - spaces)
      table.nodes[parent].end = table.nodes.nextIndex
      return
    }
    collect(in: superlayer, tree)
    var (isOrdered, isTilted) = (true, false)
    for index in start..<siblings.count {
      if index > start, siblings[index - 1].depth > siblings[index].depth { isOrdered = false }
      let space = siblings[index].placement.space
      if !isTilted, self.isTilted(siblings[index].style, space) { isTilted = true }
    }
    var open = OpenNode(index: parent, level: level, start: start, next: start, spaces: spaces)
    open.hasSource = tree.classes[Int(superlayer.slot)] == .portal
    // Those of portals lie over the source, and do not cut one another.
    if isTilted, !open.hasSource, siblings.count - start > 1 {
      open.planes = openPlanes(tree, from: start, parent: parent)
    } else {
      if !isTilted, tree.hasEmitters, sliceParticles(from: start, tree) { isOrdered = false }
      if !isOrdered { orderSiblings(from: start) }
    }
    openNodes.append(open)
  }

  /// Appends the open layers, and all layers below them.
  mutating func appendOpen(_ tree: LayerTree) {
    while let last = openNodes.indices.last {
      let open = openNodes[last]
      if open.hasSource {
        openNodes[last].hasSource = false
        appendSource(of: open, tree)
      } else if open.planes != nil {
        appendPlane(tree, last)
      } else if open.next < siblings.count {
        let (sibling, node) = (siblings[open.next], table.nodes.nextIndex)
        openNodes[last].next += 1
        append(sibling, to: open, tree)
        // One that has sublayers has no instances in common with others.
        if sibling.placement.instance != .none, openNodes.count == last + 1 {
          openNodes[last].next = appendRun(node, from: open.next + 1, tree)
        }
      } else {
        close(open)
      }
    }
  }

  /// Appends a sublayer of an open node.
  mutating func append(_ sibling: Sibling, to open: OpenNode, _ tree: LayerTree) {
    let new = NewNode(
      slot: sibling.slot,
      style: sibling.style,
      parent: open.index,
      level: open.level,
      placement: sibling.placement
    )
    appendNode(new, tree)
  }

  /// Ends a node whose sublayers are all there.
  mutating func close(_ open: OpenNode) {
    openNodes.removeLast()
    siblings.removeLast(siblings.count - open.start)
    // Instances are placed once. Few matrices stay in the caches.
    if open.planes == nil,
      styles[table.nodes[open.index].style].pointee.layerClass == .replicator
    {
      table.sublayerMatrices.removeLast(table.sublayerMatrices.count - open.spaces)
    }
    table.nodes[open.index].end = table.nodes.nextIndex
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
  func depth(_ index: Int32, space: SpaceIndex) -> Double {
    let style = styles[index]
    let outer = space
    guard outer != .none || style.pointee.hasTransform else {
      return style.pointee.zPosition.isNaN ? 0 : style.pointee.zPosition
    }
    var point = SIMD4<Double>(0, 0, 0, 1)
    if style.pointee.hasTransform { point = styles.matrices(of: index).transform.row4 }
    point +=
      SIMD4(style.pointee.position.x, style.pointee.position.y, style.pointee.zPosition, 0)
      * point.w
    if outer != .none { point = table.sublayerMatrices[outer].transform(point) }
    let depth = point.w == 1 || point.w == 0 ? point.z : point.z / point.w
    return depth.isNaN ? 0 : depth
  }

  /// Works out a node's geometry and parts from its style.
  ///
  /// The parent's must be up to date.
  ///
  /// Values set by the emission are kept. A layer that has no meaning or cannot show is skipped.
  mutating func place(_ index: NodeIndex, _ style: LayerStylePointer) {
    let parent = table.nodes[index].parent
    let depth = depth(table.nodes[index].style, space: table.nodes[index].space)
    var flags = table.nodes[index].flags.intersection(.ofPlacement)
    if isYUp(index, style) { flags.insert(.flipped) }
    if parent != .none, table.nodes[parent].flags.contains(.back) { flags.insert(.back) }
    let isPortrait = flags.contains(.portrait)
    let isShown = isPortrait ? style.isShownInPortal : style.isShown
    // Of shared nodes, which are placed once, it has those of layers around them.
    if !flags.contains(.shared) { table.nodes[index].opacity = 1 }
    if !isPortrait { table.nodes[index].opacity *= style.pointee.opacity }
    var world = isShown ? self.world(index, style, &flags) : table.nodes[index].world
    if isShown, style.pointee.isInTransition, let transition = style.pointee.transition {
      let shift = transition.shifts(bounds: style.pointee.bounds).new
      world = .translation(shift.x, shift.y) * world
    }
    guard isShown, world.isInCoordinateRange, style.pointee.isDoubleSided || !flags.contains(.back)
    else {
      table.nodes[index].place(world, depth: depth, [], flags.union(.skipped))
      return
    }
    table.nodes[index].place(world, depth: depth, [], flags)
    if style.pointee.hasSublayerTransform {
      let matrix = style.sublayerMatrix(styles.matrices(of: table.nodes[index].style))
      if table.nodes[index].sublayerMatrix != .none {
        table.sublayerMatrices[table.nodes[index].sublayerMatrix] = matrix
      } else {
        table.nodes[index].sublayerMatrix = table.sublayerMatrices.add(matrix)
      }
    }
    if style.pointee.masksToBounds { flags.insert(.clips) }
    if style.hasEffects {
      flags.insert(.effects)
      if style.pointee.hasShadowPath { flags.insert(.outlined) }
    }
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
      table.nodes[index].opacity == 1 && table.nodes[index].sublayerMatrix == .none
    if changesNothing, flags.isDisjoint(with: [.clips, .effects]) { flags.insert(.plain) }
    var parts: NodeParts = []
    if style.drawsBackground { parts.insert(.background) }
    if style.drawsContents { parts.insert(.contents) }
    if style.drawsBorder { parts.insert(.border) }
    table.nodes[index].show(parts, flags)
  }

  /// The node's map to pixels; sets whether it shows its back.
  @inline(__always)
  private func world(
    _ index: NodeIndex,
    _ style: LayerStylePointer,
    _ flags: inout NodeFlags
  ) -> Homography {
    let parent = table.nodes[index].parent
    if parent == .none, let top = output.top { return top.world }
    if flags.contains(.portrait) { return table.nodes[index].world }
    let parentWorld = parent != .none ? table.nodes[parent].world : output.base
    let outer = table.nodes[index].space
    if !style.hasMatrix, outer == .none {
      let anchor = style.anchor
      let moved = parentWorld.transform(
        style.pointee.position.x - anchor.x,
        style.pointee.position.y - anchor.y
      )
      return Homography(parentWorld.row1, parentWorld.row2, moved)
    }
    var matrix = style.matrix(styles.matrices(of: table.nodes[index].style))
    if outer != .none { matrix = matrix * table.sublayerMatrices[outer] }
    let (world, isTurned) = parentWorld.flattening(matrix)
    if isTurned { flags.formSymmetricDifference(.back) }
    return world
  }

  /// Sets the pixels that the node's own parts can touch, for the decisions about groups and clips.
  private mutating func setOwnBounds(
    _ index: NodeIndex,
    _ style: LayerStylePointer,
    _ tree: LayerTree
  ) {
    let parts = table.nodes[index].parts
    let world = table.nodes[index].world
    let isFlipped = table.nodes[index].flags.contains(.flipped)
    var bounds = ownBounds(parts, style, world, isFlipped: isFlipped, tree)
    if !parts.isDisjoint(with: .path) {
      let path = table.shapes[Int(table.nodes[index].classStyle)].bounds(parts)
      bounds = bounds.union(Shape(shown: path, radii: .zero, world: world).bounds)
    }
    if parts.contains(.particles) {
      bounds = bounds.union(table.particleBounds(index, tree, output))
    }
    table.nodes[index].ownBounds = bounds
  }

  /// The pixels that background, contents and border of a layer can touch.
  func ownBounds(
    _ parts: NodeParts,
    _ style: LayerStylePointer,
    _ world: Homography,
    isFlipped: Bool,
    _ tree: LayerTree
  ) -> PixelRect {
    var bounds = PixelRect.empty
    if !parts.isDisjoint(with: .frame) {
      bounds = Shape(style.pointee.bounds, radii: .zero, world: world)?.bounds ?? .empty
    }
    guard parts.contains(.contents) else { return bounds }
    let contentsWorld = style.contentsWorld(world)
    func add(_ image: ImageID) {
      let contents = ContentsPlacement(style, image, tree.images, isFlipped: isFlipped)
      if let contents, let shape = Shape(contents.rect, radii: .zero, world: contentsWorld) {
        bounds = bounds.union(shape.bounds)
      }
    }
    add(style.pointee.contents)
    if let fading = style.pointee.fadingContents { add(fading.image) }
    return bounds
  }

  /// Whether y points up on the output in a node's own space.
  @inline(__always)
  private func isYUp(_ index: NodeIndex, _ style: LayerStylePointer) -> Bool {
    let parent = table.nodes[index].parent
    if parent == .none, let top = output.top { return top.isFlipped }
    let isUp =
      parent == .none ? output.configuration.isYUp : table.nodes[parent].flags.contains(.flipped)
    let isTurned = table.nodes[index].flags.contains(.turned)
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
