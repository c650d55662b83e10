// Editing the tree of layers.
// Licensed under the MIT license; see LICENSE.
//
// A layer holds its sublayers; they know it by a plain reference that it clears when it goes away.
// Walks are loops, so that no depth of a tree overflows the stack.

extension CALayer {
  /// Puts a layer among the sublayers.
  ///
  /// - Parameters:
  ///   - layer: The layer; it leaves the place it has.
  ///   - index: Where, once the layer has left its place; it is kept within the list.
  final func insert(_ layer: CALayer, at index: @autoclosure () -> Int) {
    refuseCycle(with: layer)
    layer.leaveTree()
    children.insert(layer, at: min(max(index(), 0), children.count))
    layer.parent = self
    link.journal?.attach(layer)
    link.journal?.sublayersChanged(self)
    setNeedsLayout()
  }

  /// Makes `layers`, without those that stand in it before, the sublayers.
  final func setChildren(_ layers: [CALayer]) {
    var seen: Set<ObjectIdentifier> = []
    let new = layers.filter { seen.insert(ObjectIdentifier($0)).inserted }
    if new.elementsEqual(children, by: ===) { return }
    for layer in new where layer.parent !== self {
      refuseCycle(with: layer)
      layer.leaveTree()
    }
    for layer in children where !seen.contains(ObjectIdentifier(layer)) {
      layer.parent = nil
      link.journal?.detach(layer)
    }
    children = new
    for layer in new {
      layer.parent = self
      link.journal?.attach(layer)
    }
    link.journal?.sublayersChanged(self)
    setNeedsLayout()
  }

  /// Leaves the superlayer's list, if there is one.
  final func leaveParent() {
    guard let parent else { return }
    // The layer that was added last is the likeliest to go.
    if let index = parent.children.lastIndex(where: { $0 === self }) {
      parent.children.remove(at: index)
    }
    self.parent = nil
    parent.link.journal?.sublayersChanged(parent)
    parent.setNeedsLayout()
    link.journal?.detach(self)
  }

  /// Leaves the superlayer, or the context that the layer is the root of.
  final func leaveTree() {
    if parent != nil {
      leaveParent()
    } else if let journal = link.journal, journal.root === self {
      journal.setRoot(nil)
    }
  }

  private final func refuseCycle(with layer: CALayer) {
    // A layer without sublayers can be nobody's ancestor.
    var ancestor: CALayer? = layer === self || !layer.children.isEmpty ? self : nil
    while let node = ancestor {
      if node === layer {
        preconditionFailure("layer \(layer) is a part of cycle in its layer tree")
      }
      ancestor = node.parent
    }
  }

  /// Lets go of the sublayers, and of what only they hold, without recursion.
  final func releaseSublayers() {
    var released = orphanChildren()
    while var layer = released.popLast() {
      if !layer.children.isEmpty && isKnownUniquelyReferenced(&layer) {
        released.append(contentsOf: layer.orphanChildren())
      }
    }
  }

  private final func orphanChildren() -> [CALayer] {
    let orphans = children
    children = []
    for layer in orphans { layer.parent = nil }
    return orphans
  }
}
