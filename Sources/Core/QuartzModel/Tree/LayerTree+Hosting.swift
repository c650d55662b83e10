// Trees of other contexts in this one: below a layer that hosts, as if they were its sublayers.
// Licensed under the MIT license; see LICENSE.
//
// A hosted tree is a copy in the columns of the host's tree. Its layers have ids with a scope, so
// that no client can name them, and its images have numbers of the renderer's. All that holds for
// sublayers holds for it: clips, masks, filters, clocks, replicators, damage. Commits of
// the hosted context are translated (`CommitTranslation`) and applied to the copy as well.

/// The layers of a tree that host others, and how much is hosted.
package struct HostedLayers: Sendable {
  /// The client that each hosting layer asks for; never 0.
  package private(set) var clients: [LayerID: UInt32] = [:]
  /// The layers that ask for each client; none is empty.
  package private(set) var layersOfClient: [UInt32: Set<LayerID>] = [:]
  /// Those of them that ask for another client since `takeHostingChanges`, or are gone.
  var changed: Set<LayerID> = []
  /// The root of the hosted tree below each layer that shows one, both by their slots.
  var roots: [Int32: Int32] = [:]
  package internal(set) var layers = 0
  package internal(set) var images = 0
  package internal(set) var imageBytes = 0
  package internal(set) var animations = 0
  package internal(set) var valueBytes = 0

  /// Sets the client that a layer asks for, or nil.
  ///
  /// - Returns: Whether the layer asked for one before.
  @discardableResult
  mutating func setClient(_ client: UInt32?, of layer: LayerID) -> Bool {
    let old = clients.removeValue(forKey: layer)
    if let old {
      layersOfClient[old]?.remove(layer)
      if layersOfClient[old]?.isEmpty == true { layersOfClient[old] = nil }
    }
    if let client {
      clients[layer] = client
      layersOfClient[client, default: []].insert(layer)
    }
    return old != nil
  }
}

/// All of a tree, for a context that begins to host it.
package struct HostedTree: Sendable {
  package var commit: Commit
  /// When the particles of each emitter began, in the layer's own time.
  package var emission: [LayerID: Double] = [:]
  /// Pictures that wait for a later time, in their order.
  package var presents: [ImagePresent] = []

  package init(_ commit: Commit) {
    self.commit = commit
  }
}

/// An update that a hosted context sends to those that host it.
package enum HostedUpdate: Sendable {
  case tree(HostedTree)
  case commit(Commit)
  case present(ImagePresent)
  /// The pictures of an image that wait for their time are dropped.
  case flush(ImageID)
}

extension LayerTree {
  // MARK: Hosting layers

  package var hasHostingChanges: Bool { !hosting.changed.isEmpty }

  /// The layers that ask for another client since the last call, or are gone.
  package mutating func takeHostingChanges() -> Set<LayerID> {
    defer { hosting.changed.removeAll() }
    return hosting.changed
  }

  mutating func noteHosting(_ layer: LayerID, _ value: PropertyValue) {
    let client = value.integer.flatMap { UInt32(exactly: $0) } ?? 0
    hosting.setClient(client == 0 ? nil : client, of: layer)
    // Also for the same client again: the host may ask anew for a tree that was taken away.
    hosting.changed.insert(layer)
  }

  /// Forgets a layer that is destroyed, as host and as the root of a hosted tree.
  mutating func forgetHosting(_ layer: LayerID, _ slot: Int32) {
    if hosting.clients.isEmpty { return }
    if hosting.setClient(nil, of: layer) { hosting.changed.insert(layer) }
    hosting.roots[slot] = nil
    let parent = parents[Int(slot)]
    if layer.scope != 0, parent >= 0, hosting.roots[parent] == slot { hosting.roots[parent] = nil }
  }

  /// Puts the hosted root, if the layer has one, in front of the list that is made for it.
  mutating func keepHostedRoot(of slot: Int32) {
    guard !hosting.roots.isEmpty, let root = hosting.roots[slot] else { return }
    children[Int(slot)].append(root)
    parents[Int(root)] = slot
  }

  // MARK: Hosted trees

  /// Applies the translated commit of a hosted tree, wholly or not at all.
  ///
  /// - Parameters:
  ///   - commit: A commit without a root of its own.
  ///   - root: The root of the hosted tree if it changes; `.some(.none)` for no root any more.
  ///   - host: The layer below which the tree shows.
  /// - Throws: `CommitError` as `apply`; hosted trees together have the limits of one context.
  package mutating func apply(
    hosted commit: Commit,
    root: LayerID?,
    below host: LayerID
  ) throws(CommitError) {
    let before = (slots.count, images.count, imageBytes, animationCount, valueBytes)
    let movesLayers =
      root != nil || !commit.created.isEmpty || !commit.destroyed.isEmpty
      || !commit.sublayers.isEmpty
    // A root may become a sublayer, and the other way round.
    let old = movesLayers ? detachHostedRoot(of: host) : .none
    do {
      try apply(commit, isHosted: true)
    } catch {
      attach(old, below: host)
      throw error
    }
    hosting.layers += slots.count - before.0
    hosting.images += images.count - before.1
    hosting.imageBytes += imageBytes - before.2
    hosting.animations += animationCount - before.3
    hosting.valueBytes += valueBytes - before.4
    if movesLayers { attach(root ?? old, below: host) }
  }

  /// Presents a picture of a hosted tree.
  package mutating func present(hosted present: ImagePresent) throws(CommitError) {
    let before = imageBytes
    try put(present, imageBytes: hosting.imageBytes)
    hosting.imageBytes += imageBytes - before
  }

  /// Drops the pictures of an image of a hosted tree that are held back.
  package mutating func flush(hosted image: ImageID) {
    let before = imageBytes
    forgetPresents(of: [image])
    hosting.imageBytes += imageBytes - before
  }

  private mutating func detachHostedRoot(of host: LayerID) -> LayerID {
    guard let slot = slot(of: host), let root = hosting.roots.removeValue(forKey: slot) else {
      return .none
    }
    parents[Int(root)] = LayerTree.noSlot
    children[Int(slot)].removeAll { $0 == root }
    structureChanged = true
    return ids[Int(root)]
  }

  /// A layer that has a superlayer, or is gone, does not show.
  private mutating func attach(_ root: LayerID, below host: LayerID) {
    guard root != .none, let slot = slot(of: host), let child = self.slot(of: root),
      parents[Int(child)] == LayerTree.noSlot
    else { return }
    children[Int(slot)].insert(child, at: 0)
    parents[Int(child)] = slot
    hosting.roots[slot] = child
    structureChanged = true
  }

  /// The layer of the context's own that a layer is, or in which it is hosted.
  package func ownLayer(of layer: LayerID) -> LayerID {
    guard layer.scope != 0, var slot = self.slot(of: layer) else { return layer }
    while parents[Int(slot)] >= 0, ids[Int(slot)].scope != 0 { slot = parents[Int(slot)] }
    return ids[Int(slot)].scope == 0 ? ids[Int(slot)] : .none
  }

  // MARK: Copies

  /// All of the context's own tree as one commit, without what it hosts itself.
  ///
  /// Transitions that are under way begin with nothing in the copy.
  package func wholeTree(at time: Double) -> HostedTree {
    var commit = Commit(time: time)
    for (image, pixels) in images.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where !image.isOfRenderer {
      commit.createdImages.append(Commit.ImageCreation(image, pixels))
    }
    var emission: [LayerID: Double] = [:]
    for slot in ids.indices where ids[slot] != .none && ids[slot].scope == 0 {
      let layer = ids[slot]
      commit.created.append(Commit.Creation(layer, classes[slot]))
      if !models[slot].isEmpty { commit.changes.append(Commit.Change(layer, models[slot])) }
      let sublayers = children[slot].map { ids[Int($0)] }.filter { $0.scope == 0 }
      let mask = masks[slot] < 0 ? LayerID.none : ids[Int(masks[slot])]
      if !sublayers.isEmpty || mask != .none {
        commit.sublayers.append(Commit.Sublayers(layer, sublayers, mask: mask))
      }
      if animatedIndex[slot] >= 0 {
        for track in animated[Int(animatedIndex[slot])].tracks {
          commit.animations.append(.add(layer, key: track.key, track.state))
        }
      }
      if let start = emissionStart(of: Int32(slot)) { emission[layer] = start }
    }
    commit.root = root < 0 ? nil : ids[Int(root)]
    var tree = HostedTree(commit)
    tree.emission = emission
    tree.presents = heldPresents.filter { !$0.image.isOfRenderer }
    return tree
  }

  /// Goes on with other memory when a part of an image changes, so that images which others have
  /// stay as they are.
  package mutating func shareImages() { patchedImages.removeAll() }
}
