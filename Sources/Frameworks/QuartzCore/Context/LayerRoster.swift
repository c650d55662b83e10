// Which layers a context has: its root, those that left, and the IDs of all.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The layers of a context and their IDs.
///
/// A layer that is removed from the tree stays known until the next commit: it may be back by then.
/// To be used under the lock of layers.
final class LayerRoster {
  private(set) var root: CALayer? { didSet { depths = LayerDepths() } }
  /// Whether a new root has to be sent.
  private(set) var hasNewRoot = false
  // Layers that were removed from lists of sublayers since the last commit.
  private var removed: [CALayer] = []
  // Layers that moved to another context, by their old IDs.
  private var departed: [LayerID] = []
  // The depths of layers that were asked for; nothing has left its place since.
  private var depths = LayerDepths()
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
  func remove(_ layer: CALayer) {
    removed.append(layer)
    depths = LayerDepths()
  }

  /// Records that a layer was added to a list of sublayers.
  func add() { depths = LayerDepths() }

  /// Records that a layer that the server knows moved to another context.
  func depart(_ id: LayerID) {
    departed.append(id)
    depths = LayerDepths()
  }

  /// Whether a layer that has an ID here is below the root.
  func holds(_ layer: CALayer) -> Bool {
    removed.isEmpty || depth(of: layer) != nil
  }

  /// Returns the number of superlayers of a layer below the root, which it counts; nil for a layer
  /// that is not below the root.
  ///
  /// Depths are cached, so that a chain of layers costs its length and not the square of it.
  func depth(of layer: CALayer) -> Int? { depths.depth(of: layer, below: root) }

  /// Forgets the layers that left since the last commit.
  ///
  /// - Parameter destroy: Called for each layer that was removed and is not back.
  /// - Returns: The IDs of layers that moved to another context.
  func settle(_ destroy: (CALayer) -> Void) -> [LayerID] {
    for layer in removed where !holds(layer) { destroy(layer) }
    removed.removeAll()
    depths = LayerDepths()
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

  /// Removes the root, if there is one, for good; it settles with those that left before.
  func close() {
    guard let root else { return }
    self.root = nil
    removed.append(root)
  }
}

/// The depths of layers of a tree that stays as it is; each path to the root is walked once.
struct LayerDepths {
  private var known: [ObjectIdentifier: Int] = [:]
  private static let outside = -1
  /// The number of layers that were walked over.
  private(set) var steps = 0

  /// Returns the number of superlayers of a layer; nil if its topmost one is not the root.
  mutating func depth(of layer: CALayer, below root: CALayer?) -> Int? {
    var path: [CALayer] = []
    var depth = Self.outside
    var node: CALayer? = layer
    while let next = node {
      if let found = known[ObjectIdentifier(next)] {
        depth = found
        break
      }
      path.append(next)
      steps += 1
      node = next.parent
    }
    if node == nil, let top = path.popLast() {
      depth = top === root ? 0 : Self.outside
      known[ObjectIdentifier(top)] = depth
    }
    for next in path.reversed() {
      if depth != Self.outside { depth += 1 }
      known[ObjectIdentifier(next)] = depth
    }
    return depth == Self.outside ? nil : depth
  }
}
