// Which layers a context has: its root, those that left, and the IDs of all.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The layers of a context and their IDs.
///
/// A layer that is removed from the tree stays known until the next commit: it may be back by then.
/// To be used under the lock of layers.
final class LayerRoster {
  private(set) var root: CALayer?
  /// Whether another root than before is to be sent.
  private(set) var hasNewRoot = false
  // Layers that were removed from lists of sublayers since the last commit.
  private var removed: [CALayer] = []
  // Layers that moved to another context, by their old IDs.
  private var departed: [LayerID] = []
  private var freeIDs: [LayerID] = []
  private var lastID: UInt32 = 0

  /// Whether nothing about the tree waits for a commit, but for lists of sublayers.
  var isSettled: Bool { removed.isEmpty && departed.isEmpty && !hasNewRoot }

  /// Takes another root.
  func setRoot(_ layer: CALayer?) {
    if let root { removed.append(root) }
    root = layer
    hasNewRoot = true
  }

  /// Notes that the root is sent.
  func sendRoot() { hasNewRoot = false }

  /// Records that a layer was removed from its superlayer's list.
  func remove(_ layer: CALayer) { removed.append(layer) }

  /// Records that a layer that the server knows moved to another context.
  func depart(_ id: LayerID) { departed.append(id) }

  /// Whether a layer that has an ID here is below the root.
  func holds(_ layer: CALayer) -> Bool {
    if removed.isEmpty { return true }
    var top = layer
    while let parent = top.parent { top = parent }
    return top === root
  }

  /// Forgets the layers that left since the last commit.
  ///
  /// - Parameter destroy: Called for each layer that was removed and is not back.
  /// - Returns: The IDs of layers that moved to another context.
  func settle(_ destroy: (CALayer) -> Void) -> [LayerID] {
    for layer in removed where !holds(layer) { destroy(layer) }
    removed.removeAll()
    defer { departed.removeAll() }
    return departed
  }

  func makeID() -> LayerID {
    if let id = freeIDs.popLast() { return id }
    lastID += 1
    return LayerID(lastID)
  }

  /// Allows IDs to be given to other layers.
  func free(_ ids: [LayerID]) { freeIDs.append(contentsOf: ids) }

  /// Removes the root for good.
  ///
  /// - Returns: Whether there was one.
  func close() -> Bool {
    guard let root else { return false }
    self.root = nil
    removed.append(root)
    return true
  }
}
