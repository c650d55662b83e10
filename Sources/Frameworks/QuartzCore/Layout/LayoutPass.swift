// Layout of layers until nothing changes any more.
// Licensed under the MIT license; see LICENSE.
//
// A layer needs layout when its bounds, its transform or the list of its sublayers changed, or when
// it was requested. Layers of a context that need it are in a list of the context's journal. Before
// a transaction is sent, the layers of that list are laid out, superlayers first. Layers that this
// invalidates are laid out too, until none is left. A layer that belongs to no context waits for
// `layoutIfNeeded()`.
//
// Requests for a layer during its own layout are dropped: adding a sublayer in `layoutSublayers()`
// does not call it again. Layers that keep invalidating each other are given up after
// `LayoutPass.limit` times, with one diagnostic that names the layer.

import CoreGraphics
import QuartzMath

/// One walk over layers that need layout.
struct LayoutPass {
  /// The number of times that a layer is laid out in one pass before it is given up.
  static let limit = 32

  private var counts: [ObjectIdentifier: Int] = [:]

  /// Lays out the sublayers of a layer, if that is needed.
  ///
  /// - Returns: Whether it was needed.
  @discardableResult
  mutating func layOut(_ layer: CALayer) -> Bool {
    LayerLock.with { layer.takeLayoutRequest() } && perform(layer)
  }

  /// Lays out the sublayers of a layer that needs it.
  ///
  /// - Returns: False for a layer that was given up.
  private mutating func perform(_ layer: CALayer) -> Bool {
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

  /// Lays out a layer and all below it, until none of them needs it.
  mutating func layOutTree(_ root: CALayer) {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var stack = [root]
      while let layer = stack.popLast() {
        // The lock is taken once for each of the many layers that need nothing.
        let isDue = LayerLock.with {
          let isDue = layer.takeLayoutRequest()
          if !isDue { layer.addLaidOutLayers(to: &stack) }
          return isDue
        }
        guard isDue else { continue }
        if perform(layer) { hasChanged = true }
        LayerLock.with { layer.addLaidOutLayers(to: &stack) }
      }
    }
  }
}

extension CALayer {
  /// Whether a subclass, manager or delegate may lay the sublayers out.
  final var mayLayOut: Bool { isSubclass || layout.manager != nil || delegate != nil }

  /// Whether the layer needs layout and is not within it; then it does not need it any more.
  fileprivate final func takeLayoutRequest() -> Bool {
    guard state.layout.isNeeded, !state.layout.isRunning else { return false }
    state.layout.isNeeded = false
    return true
  }

  /// Adds the layers that are laid out after this one, the first of them last.
  fileprivate final func addLaidOutLayers(to stack: inout [CALayer]) {
    if let mask = state.maskLayer { stack.append(mask) }
    for child in state.children.reversed() { stack.append(child) }
  }

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

  /// Lays out by the layout manager, where the delegate does not lay the sublayers out.
  final func layOutWithManager() {
    layout.manager?.layoutSublayers(of: self)
  }

  /// Updates everything that depends on the bounds, after they have changed.
  final func boundsChanged(from old: Rect) {
    let new = rect(.bounds)
    setNeedsLayout()
    guard old.width != new.width || old.height != new.height else { return }
    if let parent, parent.layout.manager != nil || parent.layout.isOfView {
      parent.setNeedsLayout()
    }
    if !children.isEmpty {
      resizeSublayers(withOldSize: CGSize(width: old.width, height: old.height))
    }
  }
}

extension CommitJournal {
  /// Queues a layer of the context's tree for layout before the next commit.
  func layoutNeeded(_ layer: CALayer) {
    LayerLock.with { unlaidLayers.append(layer) }
    TransactionStack.current.register(self)
  }

  /// Lays out the queued layers, superlayers first.
  fileprivate func performLayout(_ pass: inout LayoutPass) {
    var queue = LayoutQueue()
    // Layers that have left the tree, but may come back to it before the commit.
    var outside: [CALayer] = []
    while true {
      for layer in takeUnlaidLayers() where layer.link.journal === self {
        if !layer.mayLayOut {
          layer.layout.isNeeded = false
        } else if let depth = depth(of: layer) {
          queue.insert(layer, depth: depth)
        } else {
          outside.append(layer)
        }
      }
      if let layer = queue.popFirst() {
        guard layer.layout.isNeeded else { continue }
        // Every layout may remove a layer from the tree.
        if holds(layer) { pass.layOut(layer) } else { outside.append(layer) }
      } else if outside.contains(where: { depth(of: $0) != nil }) {
        // The same question as above: a layer that is put back is laid out, so that the loop ends.
        LayerLock.with { unlaidLayers += outside }
        outside = []
      } else {
        return
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
  /// It runs within the transaction that is about to end, whose settings apply to the changes.
  func performLayoutPass() {
    var pass = LayoutPass()
    while let journal = journals.first(where: \.hasUnlaidLayers) {
      journal.performLayout(&pass)
    }
  }
}

/// Layers that wait for layout: the highest first, equal ones in the order of their requests.
private struct LayoutQueue {
  private struct Entry {
    var layer: CALayer
    var depth: Int
    var number: Int

    func comes(before other: Entry) -> Bool {
      (depth, number) < (other.depth, other.number)
    }
  }

  /// A binary heap.
  private var entries: [Entry] = []
  private var requests = 0

  mutating func insert(_ layer: CALayer, depth: Int) {
    var index = entries.count
    entries.append(Entry(layer: layer, depth: depth, number: requests))
    requests += 1
    while index > 0, entries[index].comes(before: entries[(index - 1) / 2]) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popFirst() -> CALayer? {
    guard let last = entries.popLast() else { return nil }
    guard let first = entries.first else { return last.layer }
    entries[0] = last
    var index = 0
    while true {
      var least = 2 * index + 1
      if least + 1 < entries.count, entries[least + 1].comes(before: entries[least]) { least += 1 }
      guard least < entries.count, entries[least].comes(before: entries[index]) else { break }
      entries.swapAt(index, least)
      index = least
    }
    return first.layer
  }
}
