// Frames in which layers moved or changed their looks, but nothing about how they are put together.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The nodes whose draws are to be made again: two bits for each.
struct PlanPatches {
  // Bit i of word w is node 64 w + i.
  private var changed: ContiguousArray<UInt64> = []
  private var moved: ContiguousArray<UInt64> = []

  /// Empties the set, for nodes up to `count`.
  mutating func reset(count: Int) {
    let words = (count + 63) / 64
    for index in changed.indices {
      changed[index] = 0
      moved[index] = 0
    }
    while changed.count < words {
      changed.append(0)
      moved.append(0)
    }
  }

  mutating func insert(_ node: Int32, isMoved: Bool) {
    let bit: UInt64 = 1 << UInt64(node & 63)
    changed[Int(node >> 6)] |= bit
    if isMoved { moved[Int(node >> 6)] |= bit }
  }

  func isMoved(_ node: Int32) -> Bool {
    moved[Int(node >> 6)] & (1 << UInt64(node & 63)) != 0
  }

  /// The first member from `node` on.
  func next(from node: Int32) -> Int32? {
    var word = Int(node >> 6)
    guard word < changed.count else { return nil }
    var bits = changed[word] & (~0 << UInt64(node & 63))
    while bits == 0 {
      word += 1
      guard word < changed.count else { return nil }
      bits = changed[word]
    }
    return Int32(word * 64 + bits.trailingZeroBitCount)
  }
}

extension PlanBuilder {
  /// Makes the draws of changed layers again in place; their old and new pixels become damage.
  ///
  /// - Returns: False if the plan must be rebuilt, because a change may touch groups, clips, the
  ///   order or the number of draws. The damage so far then still holds.
  mutating func patch(_ tree: LayerTree, _ changes: TreeChanges) -> Bool {
    patches.reset(count: nodes.count)
    for position in changes.slots.indices {
      let (slot, damage) = (changes.slots[position], changes.damage[position])
      guard Int(slot) < nodeOfSlot.count else { continue }
      let index = nodeOfSlot[Int(slot)]
      if index < 0 || damage.isDisjoint(with: .picture) { continue }
      guard let isNeeded = canPatch(index, looks[slot], damage) else { return false }
      if isNeeded { patches.insert(index, isMoved: damage.contains(.geometry)) }
    }
    // Superlayers first: what lies below a moved layer is made again with it.
    var position: Int32 = 0
    while let start = patches.next(from: position) {
      position = patches.isMoved(start) ? nodes[Int(start)].end : start + 1
      for index in start..<position {
        guard redraw(index, looks[nodes[Int(index)].slot], tree) else { return false }
      }
    }
    return true
  }

  /// Whether a node can be patched: true or false if it must or need not be, nil if it cannot.
  private func canPatch(
    _ index: Int32,
    _ look: borrowing LayerLook,
    _ damage: PropertyDamage
  ) -> Bool? {
    let flags = nodes[Int(index)].flags
    if flags.contains(.skipped) {
      // Still hidden for a reason that needs no geometry: nothing to see, nothing to do.
      return look.isHidden || look.opacity <= 0 ? false : nil
    }
    let environment = nodes[Int(index)].environment
    guard environment >= 0, !environments[Int(environment)].decides else { return nil }
    if damage.contains(.order) {
      let depth = depth(look, nodes[Int(index)].slot, parent: nodes[Int(index)].parent)
      if depth != nodes[Int(index)].depth { return nil }
    }
    if damage.contains(.subtree) {
      guard !look.isHidden, look.opacity > 0, !look.masksToBounds else { return nil }
      let isFolded = nodes[Int(index)].end == index + 1 && nodes[Int(index)].parts.count <= 1
      guard isFolded || (flags.contains(.plain) && look.opacity == 1) else { return nil }
    }
    return true
  }

  /// Places a node anew and makes its draws again; false if that takes more than that.
  private mutating func redraw(
    _ index: Int32,
    _ look: borrowing LayerLook,
    _ tree: LayerTree
  ) -> Bool {
    let (oldParts, oldFlags) = (nodes[Int(index)].parts, nodes[Int(index)].flags)
    if oldFlags.contains(.skipped) { return false }
    place(index, look)
    let (parts, flags) = (nodes[Int(index)].parts, nodes[Int(index)].flags)
    let isLeaf = nodes[Int(index)].end == index + 1
    let isFolded = isLeaf && parts.count <= 1
    guard parts == oldParts, nodes[Int(index)].environment >= 0, !flags.contains(.skipped),
      isLeaf ? !look.masksToBounds : flags.contains(.plain) && oldFlags.contains(.plain),
      isFolded || look.opacity == 1
    else { return false }
    if parts.isEmpty { return true }
    let environment = environments[Int(nodes[Int(index)].environment)]
    var next = nodes[Int(index)].firstDraw
    if parts.contains(.background) {
      emitBackground(index, look, look.opacity, environment, at: next)
      next += 1
    }
    if parts.contains(.contents) {
      guard imageIndexes[look.contents] == plan.draws[Int(next)].source else { return false }
      emitContents(index, look, look.opacity, environment, tree, at: next)
    }
    if parts.contains(.border) {
      let place = nodes[Int(index)].borderDraw
      emitBorder(index, look, look.opacity, environment, at: place)
    }
    return true
  }
}
