// Frames in which layers moved or changed their styles, but nothing about how they are put
// together.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The changed nodes of a patch, each with its damage.
struct PlanPatches {
  // Bit i of word w is node 64 w + i: whether it has damage.
  private var words: ContiguousArray<UInt64> = []
  // Index i is node i; meaningful where the bit is set.
  private var damage: ContiguousArray<PropertyDamage> = []

  /// Empties the set, for nodes up to `count`.
  mutating func reset(count: Int) {
    for index in words.indices { words[index] = 0 }
    while words.count * 64 < count { words.append(0) }
    while damage.count < count { damage.append([]) }
  }

  mutating func insert(_ node: Int32, _ damage: PropertyDamage) {
    words[Int(node >> 6)] |= 1 << UInt64(node & 63)
    self.damage[Int(node)] = damage
  }

  /// The damage of a node itself; empty if it did not change.
  subscript(node: Int32) -> PropertyDamage {
    words[Int(node >> 6)] & (1 << UInt64(node & 63)) == 0 ? [] : damage[Int(node)]
  }

  /// The first member from `node` on.
  func next(from node: Int32) -> Int32? {
    var word = Int(node >> 6)
    guard word < words.count else { return nil }
    var bits = words[word] & (~0 << UInt64(node & 63))
    while bits == 0 {
      word += 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return Int32(word * 64 + bits.trailingZeroBitCount)
  }
}

extension PlanBuilder {
  /// Makes the draws of changed layers again in place; their old and new pixels become damage.
  ///
  /// - Returns: False if the plan must be rebuilt, because a change may touch groups, clips, the
  ///   order or the number of draws. The damage so far then still holds, and all styles are read.
  mutating func patch(_ tree: LayerTree, _ changes: TreeChanges) -> Bool {
    patches.reset(count: nodes.count)
    for position in changes.slots.indices {
      let (slot, damage) = (changes.slots[position], changes.damage[position])
      styles.read(slot, of: tree)
      guard Int(slot) < nodeOfSlot.count, nodeOfSlot[Int(slot)] >= 0 else { continue }
      if !damage.isDisjoint(with: .picture) { patches.insert(nodeOfSlot[Int(slot)], damage) }
    }
    if changes.structureChanged { return false }
    guard patchImages(changes.images) else { return false }
    // Superlayers first: the layers below a moved layer are made again with it.
    var position: Int32 = 0
    while let start = patches.next(from: position) {
      position = patches[start].contains(.geometry) ? nodes[Int(start)].end : start + 1
      for index in start..<position {
        let style = styles[nodes[Int(index)].style]
        guard redraw(index, style, patches[index], tree) else { return false }
      }
    }
    return true
  }

  /// Damages the pixels that show changed parts of images.
  ///
  /// Where an image looks as before but for its texels, no layer is looked at.
  ///
  /// - Returns: False if surfaces that others show have to be made anew.
  private mutating func patchImages(_ changes: ContiguousArray<ImageChange>) -> Bool {
    plan.damage(of: changes, into: &partDamages)
    guard let output = plan.surfaces.last else { return false }
    var isBelow = false
    for part in partDamages {
      guard output.draws.contains(part.draw) else {
        guard part.keepsFormat else { return false }
        isBelow = true
        continue
      }
      plan.damage.add(part.pixels)
      if part.keepsFormat { continue }
      // The image may be opaque now, or no longer.
      let slot = Int(plan.draws[Int(part.draw)].slot)
      guard slot < nodeOfSlot.count, nodeOfSlot[slot] >= 0 else { return false }
      patches.insert(nodeOfSlot[slot], patches[nodeOfSlot[slot]].union(.content))
    }
    guard isBelow else { return true }
    guard let damage = difference.damage(in: plan, parts: partDamages) else { return false }
    for index in 0..<damage.count { plan.damage.add(damage[index]) }
    return true
  }

  /// Places a node anew and makes its draws again; false if a change needs more than that.
  ///
  /// - Parameter damage: The changes of the node itself.
  private mutating func redraw(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ damage: PropertyDamage,
    _ tree: LayerTree
  ) -> Bool {
    work.redrawnLayers += 1
    let position = Int(index)
    let (oldParts, oldFlags) = (nodes[position].parts, nodes[position].flags)
    // Still hidden for a reason that needs no geometry: nothing to see, nothing to do.
    if oldFlags.contains(.skipped) { return style.isUnseen }
    let environment = nodeDraws[position].environment
    guard environment >= 0, !environments[Int(environment)].invalidatesGrouping else {
      return false
    }
    // Before anything else is worked out: an effect reaches beyond the layer's own draws.
    guard oldFlags.isDisjoint(with: .rebuilt) else { return false }
    let (isLeaf, oldDepth) = (nodes[position].end == index + 1, nodes[position].depth)
    place(index, style)
    let (parts, flags) = (nodes[position].parts, nodes[position].flags)
    if damage.contains(.order), nodes[position].depth != oldDepth { return false }
    let parent = nodes[position].parent
    if parent >= 0, isTilted(nodes[position].style, nodes[position].space) {
      let isAlone = index == parent + 1 && nodes[position].end == nodes[Int(parent)].end
      guard isAlone else { return false }
    }
    guard parts == oldParts, flags.isDisjoint(with: .rebuilt.union(.skipped)) else { return false }
    // A single part takes its opacity with it; everything else must be drawn as if it stood alone.
    let isFolded = isLeaf && parts.count <= 1
    let isAlike =
      isFolded
      ? flags.union(oldFlags).isDisjoint(with: .clips)
      : flags.intersection(oldFlags).contains(.plain)
    guard isAlike else { return false }
    guard !parts.isEmpty else { return true }
    var layer = drawnLayer(index, in: environment)
    layer.opacity = style.pointee.opacity
    return redrawParts(layer, tree)
  }

  /// Whether the draw at an index can become the layer's background.
  @inline(__always)
  private func hasBackground(_ style: LayerStylePointer, at position: Int32) -> Bool {
    let draw = plan.draws[Int(position)]
    guard style.pointee.hasPattern, let pattern = style.pointee.backgroundPattern else {
      return draw.kind == .solid
    }
    return draw.kind == .image && imageIndexes[pattern.image] == draw.source
  }

  private mutating func redrawParts(
    _ layer: DrawnLayer,
    _ tree: LayerTree
  ) -> Bool {
    let parts = layer.node.parts
    let draws = nodeDraws[Int(layer.index)]
    var next = draws.first
    if parts.contains(.background) {
      guard hasBackground(layer.style, at: next) else { return false }
      emitBackground(layer, tree, at: next)
      next += 1
    }
    if parts.contains(.contents) {
      guard imageIndexes[layer.style.pointee.contents] == plan.draws[Int(next)].source else {
        return false
      }
      emitContents(layer, tree, at: next)
    }
    if parts.contains(.border) { emitBorder(layer, at: draws.border) }
    return true
  }
}
