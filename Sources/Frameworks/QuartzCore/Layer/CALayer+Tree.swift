// Editing the tree of layers.
// Licensed under the MIT license; see LICENSE.
//
// A layer holds its sublayers and its mask; they have a weak reference to it. Internally, a mask is
// below its layer as a sublayer is. Walks are loops, so that no depth of a tree overflows the
// stack.

extension CALayer {
  /// The layer that this one is a sublayer of, or masks.
  final var layerAbove: CALayer? {
    presented?.parent?.presentation() ?? parent
  }

  /// Whether the layer masks another one.
  final var isMask: Bool {
    if let presented { return presented.isMask }
    return parent?.maskLayer === self
  }

  /// The layers that are drawn as sublayers.
  final var drawnSublayers: [CALayer] {
    guard isSubclass, let layerUnderSublayers else { return children }
    return [layerUnderSublayers] + children
  }

  /// Adds the layers directly below this one, its mask among them, to the stack of a walk.
  final func addLayersBelow(to stack: inout [CALayer]) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    stack.append(contentsOf: children)
    if isSubclass, let layerUnderSublayers { stack.append(layerUnderSublayers) }
    if let maskLayer { stack.append(maskLayer) }
  }

  /// Inserts a layer into the sublayers.
  ///
  /// - Parameters:
  ///   - layer: The layer; it is first removed from its place.
  ///   - index: The index after that removal; it is clamped to the list.
  final func insert(_ layer: CALayer, at index: @autoclosure () -> Int) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    refuseCycle(with: layer)
    layer.leaveTree()
    editSublayers {
      let position = min(max(index(), 0), children.count)
      children.insert(layer, at: position)
      layer.parent = self
      layer.lastIndex = position
      link.journal?.attach(layer)
      link.journal?.sublayersChanged(self)
    }
    layer.runAction(kCAOnOrderIn)
    setNeedsLayout()
  }

  /// Makes `layers`, without duplicates, the sublayers.
  final func setChildren(_ layers: [CALayer]) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    var seen: Set<ObjectIdentifier> = []
    let new = layers.filter { seen.insert(ObjectIdentifier($0)).inserted }
    if new.elementsEqual(children, by: ===) { return }
    let added = new.filter { $0.parent !== self }
    for layer in added {
      refuseCycle(with: layer)
      layer.leaveTree()
    }
    let removed = children.filter { !seen.contains(ObjectIdentifier($0)) }
    editSublayers {
      for layer in removed {
        layer.parent = nil
        link.journal?.detach(layer)
      }
      children = new
      for layer in new {
        layer.parent = self
        link.journal?.attach(layer)
      }
      link.journal?.sublayersChanged(self)
    }
    for layer in removed { layer.runAction(kCAOnOrderOut) }
    for layer in added { layer.runAction(kCAOnOrderIn) }
    setNeedsLayout()
  }

  /// Removes the layer from its superlayer's list, if there is one.
  final func leaveParent() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let parent else { return }
    let wasMask = parent.maskLayer === self
    func leave() {
      self.parent = nil
      parent.link.journal?.sublayersChanged(parent)
      parent.setNeedsLayout()
      link.journal?.detach(self)
    }
    if wasMask {
      parent.maskLayer = nil
      leave()
    } else {
      parent.editSublayers {
        if let index = parent.index(of: self) { parent.children.remove(at: index) }
        leave()
      }
      runAction(kCAOnOrderOut)
    }
  }

  /// Where a sublayer stands.
  ///
  /// It is searched from both ends, which most that go are near to, and from where it was last
  /// known to stand, which it is near to unless much has changed.
  final func index(of sublayer: CALayer) -> Int? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard sublayer.parent === self else { return nil }
    let all = children
    var (low, high) = (0, all.count - 1)
    var (below, above) = (min(sublayer.lastIndex, high), min(sublayer.lastIndex + 1, high))
    while low <= high {
      let position =
        all[high] === sublayer
        ? high
        : all[low] === sublayer
          ? low : all[below] === sublayer ? below : all[above] === sublayer ? above : -1
      if position >= 0 {
        sublayer.lastIndex = position
        return position
      }
      (low, high) = (low + 1, high - 1)
      (below, above) = (max(below - 1, 0), min(above + 1, all.count - 1))
    }
    return nil
  }

  /// Removes the layer from its superlayer, or from the context whose root it is.
  final func leaveTree() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    if parent != nil {
      leaveParent()
    } else if let journal = link.journal, journal.root === self {
      journal.setRoot(nil)
    }
  }

  /// Sets the mask in place of the one before.
  final func setMask(_ mask: CALayer?) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard mask !== maskLayer else { return }
    if let mask, mask.contains(layer: self) {
      Diagnostics.report("layer \(label): mask contains the layer itself and is refused")
      return
    }
    let action = prepareAction(DerivedKey.mask.rawValue)
    maskLayer?.leaveParent()
    if let mask {
      mask.leaveTree()
      maskLayer = mask
      mask.parent = self
      link.journal?.attach(mask)
      link.journal?.sublayersChanged(self)
    }
    action?.run(forKey: DerivedKey.mask.rawValue, object: self, arguments: nil)
  }

  private final func refuseCycle(with layer: CALayer) {
    if layer.contains(layer: self) {
      preconditionFailure("layer \(layer) is a part of cycle in its layer tree")
    }
  }

  /// Whether a layer is this one or below it.
  private final func contains(layer: CALayer) -> Bool {
    // A layer without layers below it is not an ancestor.
    if children.isEmpty && maskLayer == nil { return layer === self }
    var ancestor: CALayer? = layer
    while let node = ancestor {
      if node === self { return true }
      ancestor = node.parent
    }
    return false
  }

  /// Releases sublayers and mask, and all that only they hold, without recursion.
  final func releaseSublayers() {
    var released = orphanChildren()
    while var layer = released.popLast() {
      let hasOrphans = !layer.children.isEmpty || layer.maskLayer != nil
      if hasOrphans && isKnownUniquelyReferenced(&layer) {
        released.append(contentsOf: layer.orphanChildren())
      }
    }
  }

  private final func orphanChildren() -> [CALayer] {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    var orphans = children
    children = []
    if let maskLayer { orphans.append(maskLayer) }
    maskLayer = nil
    for layer in orphans { layer.parent = nil }
    return orphans
  }
}
