// Laying layers out until nothing changes any more.
// Licensed under the MIT license; see LICENSE.
//
// A layer needs layout when its bounds, its transform or the list of its sublayers changed, or when
// somebody said so. Layers of a context that need it stand in a list of the context's journal. Before
// a transaction is sent, the layers of that list are laid out, superlayers first; whatever that
// marks anew is laid out too, until nothing is left. A layer that belongs to no context waits for
// `layoutIfNeeded()`.
//
// Requests that a layer gets while it is being laid out itself are dropped: to add a sublayer in
// `layoutSublayers()` is no reason to call that again. Layers that go on marking each other are given
// up after `LayoutPass.limit` times, with one line that names the layer.

import CoreGraphics
import QuartzMath

/// One walk over layers that need layout.
struct LayoutPass {
  /// How often a layer is laid out in one pass before it is given up.
  static let limit = 32

  private var counts: [ObjectIdentifier: Int] = [:]

  /// Lays out the sublayers of a layer, if that is needed.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  mutating func layOut(_ layer: CALayer) -> Bool {
    let isDue = LayerLock.with {
      guard layer.layout.isNeeded, !layer.layout.isRunning else { return false }
      layer.layout.isNeeded = false
      return true
    }
    guard isDue else { return false }
    guard layer.mayLayOut else { return true }
    let count = counts[ObjectIdentifier(layer), default: 0] + 1
    counts[ObjectIdentifier(layer)] = count
    guard count <= Self.limit else {
      if count == Self.limit + 1 {
        Diagnostics.report("layer \(layer.label): layout does not settle; it is left as it is")
      }
      return false
    }
    layer.layout.isRunning = true
    layer.layoutSublayers()
    layer.layout.isRunning = false
    return true
  }

  /// Lays out the highest superlayer of a layer that needs it, or the layer itself.
  mutating func layOutHighest(_ layer: CALayer) {
    var highest = layer
    var node = layer.parent
    while let next = node {
      if next.layout.isNeeded { highest = next }
      node = next.parent
    }
    layOut(highest)
  }

  /// Lays out a layer and all below it, until none of them needs it.
  mutating func layOutTree(_ root: CALayer) {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var stack = [root]
      while let layer = stack.popLast() {
        if layOut(layer) { hasChanged = true }
        if let mask = layer.maskLayer { stack.append(mask) }
        stack.append(contentsOf: layer.children.reversed())
      }
    }
  }
}

extension CALayer {
  /// Whether there is anybody who may lay the sublayers out.
  final var mayLayOut: Bool { isSubclass || layout.manager != nil || delegate != nil }

  final func markLayout() {
    let isNew = LayerLock.with {
      guard !layout.isNeeded, !layout.isRunning, presented == nil else { return false }
      layout.isNeeded = true
      return true
    }
    guard isNew else { return }
    layout.manager?.invalidateLayout(of: self)
    link.journal?.layoutNeeded(self)
  }

  /// Lays out from the highest superlayer that needs it, in an unbroken line, downwards.
  final func layOutNow() {
    var top = self
    while let parent = top.parent, parent.layout.isNeeded { top = parent }
    var pass = LayoutPass()
    pass.layOutTree(top)
  }

  /// Asks the layout manager, where the delegate does not lay the sublayers out.
  final func layOutWithManager() {
    layout.manager?.layoutSublayers(of: self)
  }

  /// Does what depends on the bounds, after they have changed.
  final func boundsChanged(from old: Rect) {
    let new = rect(.bounds)
    setNeedsLayout()
    guard old.width != new.width || old.height != new.height else { return }
    if let parent, parent.layout.manager != nil { parent.setNeedsLayout() }
    if !children.isEmpty {
      resizeSublayers(withOldSize: CGSize(width: old.width, height: old.height))
    }
  }
}

extension CommitJournal {
  /// Notes that a layer of the context's tree has to be laid out before the next commit.
  func layoutNeeded(_ layer: CALayer) {
    LayerLock.with { unlaidLayers.append(layer) }
    TransactionStack.current.register(self)
  }

  /// Lays out what needs it.
  fileprivate func performLayout(_ pass: inout LayoutPass) {
    // Layers that have left the tree, but may come back to it before the commit.
    var outside: [CALayer] = []
    while true {
      let due = takeUnlaidLayers()
      if due.isEmpty { break }
      for layer in due where layer.link.journal === self {
        if !layer.mayLayOut { layer.layout.isNeeded = false }
        // Every layout may take the layer out of the tree.
        while layer.layout.isNeeded && holds(layer) { pass.layOutHighest(layer) }
        if layer.layout.isNeeded { outside.append(layer) }
      }
      if !hasUnlaidLayers && outside.contains(where: holds) {
        LayerLock.with { unlaidLayers += outside }
        outside = []
      }
    }
  }

  fileprivate var hasUnlaidLayers: Bool { LayerLock.with { !unlaidLayers.isEmpty } }

  private func takeUnlaidLayers() -> [CALayer] {
    LayerLock.with {
      defer { unlaidLayers = [] }
      return unlaidLayers
    }
  }
}

extension TransactionStack {
  /// Lays out all layers of changed contexts that need it, until none does.
  ///
  /// It belongs into the transaction that is about to end, whose settings hold for the changes.
  func performLayoutPass() {
    var pass = LayoutPass()
    while let journal = journals.first(where: \.hasUnlaidLayers) {
      journal.performLayout(&pass)
    }
  }
}
