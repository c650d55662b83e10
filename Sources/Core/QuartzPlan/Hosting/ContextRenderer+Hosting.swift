// Hosted trees: which layers show which contexts, and the commits of those contexts.
// Licensed under the MIT license; see LICENSE.
//
// The owner of a renderer (a loop of the server, a carrier in a program) says which context a
// client's id stands for, and passes on what those contexts commit. A tree that would be in itself,
// is too large or costs more than the host's frame may take is not hosted, and is counted.

package import QuartzModel

/// Ids of clients that may stand for other contexts than before.
package enum ChangedOffers: Equatable, Sendable {
  case ids(Set<UInt32>)
  case all

  /// More ids than these count as all: they would take as long, and memory.
  package static let mostNamed = 4096

  package var isEmpty: Bool { self == .ids([]) }

  package mutating func insert(_ client: UInt32) {
    guard case .ids(var clients) = self else { return }
    // The set has one owner while it grows.
    self = .all
    clients.insert(client)
    if clients.count <= ChangedOffers.mostNamed { self = .ids(clients) }
  }
}

extension ContextRenderer {
  /// The most hosted trees of a context.
  package static let mostGrafts = 4096
  /// How many trees may be in one another.
  package static let graftDepth = 16
  /// So many trees are taken away one by one when a frame is over its budget; then all are.
  private static let mostDropsPerFrame = 4

  package var hostingCounts: HostingCounts {
    var counts = hostingTotals
    counts.hosted = grafts.grafts.count
    return counts
  }

  /// The contexts that the tree shows.
  package var hostedSources: Set<UInt64> { Set(grafts.scopesOfSource.keys) }

  /// Those of them whose whole trees are needed.
  package var sourcesToFill: Set<UInt64> { Set(grafts.unfilled.keys) }

  /// Whether the tree shows a context.
  package func hosts(_ source: UInt64) -> Bool { grafts.scopesOfSource[source] != nil }

  /// Whether the whole tree of a context that shows is needed.
  package func needsTree(of source: UInt64) -> Bool { grafts.unfilled[source] != nil }

  /// The contexts that began to show, that ended, or whose whole trees became needed, since the
  /// last call.
  package func takeChangedSources() -> Set<UInt64> { grafts.takeChangedSources() }

  /// The trees that show, in the order of their layers; the id of one in another hosted tree is 0.
  package var hostedTrees: [(client: UInt32, source: UInt64, layers: Int)] {
    let sorted = grafts.grafts.values.sorted {
      ($0.host.scope, $0.host.rawValue) < ($1.host.scope, $1.host.rawValue)
    }
    return sorted.map { graft in
      let client = graft.host.scope == 0 ? tree.hosting.clients[graft.host] ?? 0 : 0
      return (client, graft.source, graft.translation.layers.count)
    }
  }

  /// Whether `updateHosting` has something to do.
  package var needsHostingUpdate: Bool { tree.hasHostingChanges }

  /// Brings the hosted trees in line with the layers that host.
  ///
  /// - Parameters:
  ///   - token: The token of this context.
  ///   - offers: The ids that may stand for other contexts than before. Only the layers that ask
  ///     for one of them are looked at, besides those that changed.
  ///   - resolve: Returns the token of the context that a client's id stands for in the program of
  ///     the context with a token.
  package func updateHosting(
    token: UInt64,
    offers: ChangedOffers = .ids([]),
    resolve: (_ client: UInt32, _ context: UInt64) -> UInt64?
  ) {
    var changed = tree.takeHostingChanges()
    for layer in changed { forgetRefusal(below: layer) }
    switch offers {
    case .all: changed.formUnion(tree.hosting.clients.keys)
    case .ids(let clients):
      for client in clients { changed.formUnion(tree.hosting.layersOfClient[client] ?? []) }
    }
    // Taking a tree away may take layers away that host, too.
    while !changed.isEmpty {
      for layer in changed.sorted(by: { ($0.scope, $0.rawValue) < ($1.scope, $1.rawValue) }) {
        update(layer, token, resolve)
      }
      changed = tree.takeHostingChanges()
    }
  }

  private func forgetRefusal(below layer: LayerID) {
    // Only the host's own wish counts: a hosted program could otherwise ask for ever.
    if layer.scope == 0 { grafts.refused.removeAll() }
  }

  private func update(
    _ layer: LayerID,
    _ token: UInt64,
    _ resolve: (UInt32, UInt64) -> UInt64?
  ) {
    let outer = layer.scope == 0 ? nil : grafts[layer.scope]
    let context = outer?.source ?? token
    let isThere = layer.scope == 0 || outer != nil
    let source = tree.hosting.clients[layer].flatMap { isThere ? resolve($0, context) : nil }
    if let old = grafts.graft(below: layer) {
      if old.source == source { return }
      removeGraft(below: layer)
    }
    guard let source, !grafts.refused.contains(source) else { return }
    let enclosing = (outer?.enclosing ?? []) + [context]
    guard !enclosing.contains(source) else {
      hostingTotals.cycles += 1
      return
    }
    guard enclosing.count <= ContextRenderer.graftDepth,
      grafts.grafts.count < ContextRenderer.mostGrafts
    else {
      hostingTotals.refusals += 1
      return
    }
    grafts.add(host: layer, source: source, enclosing: enclosing)
  }

  /// Takes over what a hosted context committed or presented.
  ///
  /// - Returns: Whether the context shows it.
  @discardableResult
  package func receive(_ update: HostedUpdate, from source: UInt64) -> Bool {
    guard let scopes = grafts.scopesOfSource[source] else { return false }
    for scope in scopes {
      guard let graft = grafts[scope] else { continue }
      do {
        switch update {
        case .tree(let tree) where !graft.isFilled: try fill(scope, with: tree)
        case .commit(let commit) where graft.isFilled: try apply(commit, to: scope)
        case .present(let present) where graft.isFilled:
          var own = present
          own.image = graft.translation.image(present.image)
          if own.image != .none { try self.present(hosted: own) }
        case .flush(let image) where graft.isFilled:
          let own = graft.translation.image(image)
          if own != .none { flush(hosted: own) }
        case .tree, .commit, .present, .flush: break
        }
      } catch {
        refuse(graft)
      }
    }
    return true
  }

  /// All of the context's own tree, for another thread.
  package func sharedTree(at time: Double) -> HostedTree {
    tree.shareImages()
    return tree.wholeTree(at: time)
  }

  /// Notes that commits of a context were missed; its trees stay as they are until `.tree` comes.
  package func missUpdates(from source: UInt64) {
    for scope in grafts.scopesOfSource[source] ?? [] {
      grafts.setFilled(false, scope)
    }
  }

  private func fill(_ scope: UInt32, with hosted: HostedTree) throws(CommitError) {
    empty(scope)
    try apply(hosted.commit, to: scope)
    guard let graft = grafts[scope] else { return }
    var starts: [LayerID: Double] = [:]
    for (layer, start) in hosted.emission { starts[graft.translation.layer(layer)] = start }
    tree.restartEmission(starts)
    for present in hosted.presents {
      var own = present
      own.image = graft.translation.image(present.image)
      if own.image != .none { try self.present(hosted: own) }
    }
    grafts.setFilled(true, scope)
  }

  private func apply(_ commit: Commit, to scope: UInt32) throws(CommitError) {
    guard let graft = grafts[scope] else { return }
    var translation = graft.translation
    let (translated, root) = translation.translate(commit) { takeImageNumber() }
    try apply(hosted: translated, root: root, below: graft.host)
    grafts.update(scope) { $0.translation = translation }
  }

  /// Takes the trees of a context away because they are too much.
  package func refuseTrees(of source: UInt64) {
    for scope in grafts.scopesOfSource[source] ?? [] {
      if let graft = grafts[scope] { refuse(graft) }
    }
  }

  /// Takes a hosted tree away because it is too much.
  private func refuse(_ graft: Graft) {
    hostingTotals.refusals += 1
    grafts.refused.insert(graft.source)
    removeGraft(below: graft.host)
  }

  private func removeGraft(below host: LayerID) {
    guard let scope = grafts.scopes[host] else { return }
    empty(scope)
    grafts.remove(below: host)
  }

  private func empty(_ scope: UInt32) {
    guard let graft = grafts[scope], !graft.translation.layers.isEmpty else { return }
    var all = Commit()
    grafts.update(scope) { all = $0.translation.takeAll() }
    do {
      try apply(hosted: all, root: LayerID.none, below: graft.host)
    } catch {
      // Only for want of memory; the layers then stay, and are not attached to anything.
      hostingTotals.refusals += 1
    }
  }

  /// Takes the hosted tree with the most layers away, so that a frame may fit its budget.
  ///
  /// - Parameter attempt: How many were taken away for this frame already.
  /// - Returns: Whether there was one.
  func dropHostedTree(attempt: Int) -> Bool {
    let outermost = grafts.grafts.values.filter { $0.host.scope == 0 }
    if outermost.isEmpty { return false }
    if attempt >= ContextRenderer.mostDropsPerFrame {
      for graft in outermost { refuse(graft) }
    } else if let largest = outermost.max(by: {
      ($0.translation.layers.count, $0.host.rawValue)
        < ($1.translation.layers.count, $1.host.rawValue)
    }) {
      refuse(largest)
    }
    removeOrphans()
    return true
  }

  /// Removes the grafts whose hosting layers went with other grafts.
  private func removeOrphans() {
    var changed = tree.takeHostingChanges()
    while !changed.isEmpty {
      for layer in changed where tree.hosting.clients[layer] == nil { removeGraft(below: layer) }
      changed = tree.takeHostingChanges()
    }
  }

  /// The ids that costs of slots are reported with: the host does not learn those of other
  /// programs.
  var layersForCosts: ContiguousArray<LayerID> {
    if grafts.isEmpty { return tree.ids }
    return ContiguousArray(tree.ids.map { tree.ownLayer(of: $0) })
  }
}
