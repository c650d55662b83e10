// Layers that are placed again, with all below them, in a table that stays.
// Licensed under the MIT license; see LICENSE.
//
// They are appended as always: behind all nodes of the table. Then they move to the places of the
// old nodes, if they are as many.

import QuartzModel

extension NodePlacer {
  /// Whether a node can be placed again with all below it, and nothing else changes by that: it is
  /// a sublayer at a place of its own, and no plane cuts another around it.
  func isPlacedAlone(_ index: NodeIndex, _ tree: LayerTree) -> Bool {
    // Layers around it that had no room for a picture may have it now.
    guard unrasterized.isEmpty else { return false }
    let node = table.nodes[index]
    guard node.parent != .none, node.slot == node.style, node.instance == .none, node.slice == -1,
      node.flags.isDisjoint(with: [.shared, .isMask, .skipped]),
      !styles[node.style].pointee.compositingMode.erases,
      !keepsDepth(node.slot, node.style, tree)
    else { return false }
    // The planes of layers around it depend on how far it reaches.
    var parent = node.parent
    while parent != .none {
      if table.nodes[parent].flags.contains(.cutting) { return false }
      parent = table.nodes[parent].parent
    }
    return true
  }

  /// Places a node again, and all below it.
  ///
  /// - Returns: False if they are not as many nodes as before, or other nodes depend on them; then
  ///   the table has to be filled anew.
  mutating func placeAgain(_ index: NodeIndex, _ tree: LayerTree) -> Bool {
    let old = table.nodes[index]
    let start = table.nodes.nextIndex
    let rasters = table.rasters.count
    let hadEffects = table.hasEffects
    delayed.goOn()
    for node in index..<old.end {
      guard table.nodes[node].mask == .none else { return false }
      table.nodeOfSlot[Int(table.nodes[node].slot)] = .none
      table.filterChains[node] = nil
    }
    let placement = NodePlacement(space: old.space, isTurned: old.flags.contains(.turned))
    let new = NewNode(
      slot: old.slot,
      style: old.style,
      parent: old.parent,
      level: level(of: old.slot, tree),
      placement: placement
    )
    appendNode(new, tree)
    appendOpen(tree)
    // The nodes of masks come after all others.
    let hasMasks = !pendingMasks.isEmpty
    pendingMasks.removeAll(keepingCapacity: true)
    guard !hasMasks, !meter.isSpent, table.instances.count <= mostInstances / 2,
      table.nodes.count - start.position == index.distance(to: old.end),
      table.hasEffects == hadEffects, table.nodes[start].depth == old.depth,
      !isTilted(old.style, old.space) || isOnly(index)
    else { return false }
    // All pictures that layers can do without share a budget.
    guard table.rasters[rasters...].allSatisfy({ !$0.key.isOptional }) else { return false }
    for node in table.nodes[start.position...] {
      guard node.slice == -1, !node.flags.contains(.cutting) else { return false }
      // The pictures of filters are known by the numbers of instances.
      if node.instance != .none, node.flags.contains(.filtered) { return false }
    }
    if hadEffects { measureExtents(from: start, tree) }
    moveNodes(from: start, to: index)
    return true
  }

  /// Whether a node is the only sublayer of its superlayer.
  private func isOnly(_ index: NodeIndex) -> Bool {
    let parent = table.nodes[index].parent
    return index == parent.next && table.nodes[index].end == table.nodes[parent].end
  }

  /// Moves the last nodes to the places of others, of which there are as many.
  private mutating func moveNodes(from start: NodeIndex, to index: NodeIndex) {
    let (count, distance) = (table.nodes.count - start.position, start.distance(to: index))
    for place in start..<table.nodes.nextIndex {
      var node = table.nodes[place]
      let target = place.advanced(by: distance)
      node.end = node.end.advanced(by: distance)
      if place > start { node.parent = node.parent.advanced(by: distance) }
      if table.nodeOfSlot[Int(node.slot)] == place { table.nodeOfSlot[Int(node.slot)] = target }
      table.nodes[target] = node
      if let chain = table.filterChains.removeValue(forKey: place) {
        table.filterChains[target] = chain
      }
      guard table.hasEffects else { continue }
      table.bodies[target.position] = table.bodies[place.position]
      table.extents[target.position] = table.extents[place.position]
    }
    table.nodes.removeLast(count)
    guard table.hasEffects else { return }
    table.bodies.removeLast(count)
    table.extents.removeLast(count)
  }

  /// How many layers are around a layer.
  private func level(of slot: Int32, _ tree: LayerTree) -> Int {
    var (parent, level) = (slot, 0)
    while parent != output.top?.slot ?? tree.root, tree.parents[Int(parent)] >= 0 {
      parent = tree.parents[Int(parent)]
      level += 1
    }
    return level
  }
}
