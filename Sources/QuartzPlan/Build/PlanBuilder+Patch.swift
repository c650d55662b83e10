// Frames in which layers moved or changed their looks, but nothing about how they are put together.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// A node whose draws are to be made again.
struct PlanPatch {
  var node: Int32
  /// Whether it moved, so that everything below it did.
  var isMoved: Bool
}

extension PlanBuilder {
  /// Makes the draws of changed layers again in place; their old and new pixels become damage.
  ///
  /// - Returns: False if the plan must be rebuilt, because a change may touch groups, clips, the
  ///   order or the number of draws. The damage so far then still holds.
  mutating func patch(_ tree: LayerTree, _ changes: TreeChanges) -> Bool {
    patches.removeAll(keepingCapacity: true)
    var moved = 0
    for (slot, damage) in zip(changes.slots, changes.damage) {
      guard Int(slot) < nodeOfSlot.count else { continue }
      let index = nodeOfSlot[Int(slot)]
      if index < 0 || damage.isDisjoint(with: [.content, .geometry, .subtree, .order]) { continue }
      let isMoved = damage.contains(.geometry)
      guard let isNeeded = canPatch(index, damage, tree) else { return false }
      if !isNeeded { continue }
      if isMoved { moved += Int(nodes[Int(index)].end - index) }
      if moved > nodes.count { return false }
      patches.append(PlanPatch(node: index, isMoved: isMoved))
    }
    // Superlayers first: what lies below a moved layer is made again with it.
    patches.sort { $0.node < $1.node }
    var end: Int32 = 0
    for entry in patches where entry.node >= end {
      if entry.isMoved { end = nodes[Int(entry.node)].end }
      for index in entry.node..<(entry.isMoved ? end : entry.node + 1) {
        guard redraw(index, tree) else { return false }
      }
    }
    return true
  }

  /// Whether a node can be patched: true or false if it must or need not be, nil if it cannot.
  private func canPatch(
    _ index: Int32,
    _ damage: PropertyDamage,
    _ tree: LayerTree
  ) -> Bool? {
    let node = nodes[Int(index)]
    let look = LayerLook(tree, node.slot)
    if node.flags.contains(.skipped) {
      // Still hidden for a reason that needs no geometry: nothing to see, nothing to do.
      return look.isHidden || look.opacity <= 0 ? false : nil
    }
    guard node.environment >= 0, !environments[Int(node.environment)].decides else { return nil }
    if damage.contains(.order), depth(look, parent: node.parent) != node.depth { return nil }
    if damage.contains(.subtree) {
      guard !look.isHidden, look.opacity > 0, !look.masksToBounds else { return nil }
      let isLeaf = node.end == index + 1 && node.parts.count <= 1
      guard isLeaf || (node.flags.contains(.plain) && look.opacity == 1) else { return nil }
    }
    return true
  }

  /// Places a node anew and makes its draws again; false if that takes more than that.
  private mutating func redraw(_ index: Int32, _ tree: LayerTree) -> Bool {
    let old = nodes[Int(index)]
    if old.flags.contains(.skipped) { return false }
    let look = LayerLook(tree, old.slot)
    place(index, look, tree)
    let node = nodes[Int(index)]
    let isLeaf = node.end == index + 1
    let isFolded = isLeaf && node.parts.count <= 1
    guard node.parts == old.parts, node.environment >= 0, !node.flags.contains(.skipped),
      isLeaf ? !look.masksToBounds : node.flags.contains(.plain) && old.flags.contains(.plain),
      isFolded || look.opacity == 1
    else { return false }
    let environment = environments[Int(node.environment)]
    var next = node.firstDraw
    if node.parts.contains(.background) {
      emitBackground(index, look, look.opacity, environment, at: next)
      next += 1
    }
    if node.parts.contains(.contents) {
      guard imageIndexes[look.contents] == plan.draws[Int(next)].source else { return false }
      emitContents(index, look, look.opacity, environment, tree, at: next)
    }
    if node.parts.contains(.border) {
      emitBorder(index, look, look.opacity, environment, at: node.borderDraw)
    }
    return true
  }
}
