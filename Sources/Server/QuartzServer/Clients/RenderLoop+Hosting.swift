// Trees of one program in layers of another one.
// Licensed under the MIT license; see LICENSE.
//
// The loop of a host asks the loop of a hosted context for its tree, and from then on gets each
// commit and each picture that the hosted program sends, after they were applied there. The host's
// renderer has a copy of the tree (`ContextRenderer.receive`), so drawing a frame asks nobody: a
// hosted program that stalls goes on moving, and one that is gone is gone from the next frame on.
//
// A host that does not keep up misses commits and takes the whole tree over again (`HostedFeed`):
// what waits for it is bounded.

import QuartzModel
import QuartzPlan
import QuartzWire
import Synchronization

/// Something about hosted trees, for a loop.
enum HostingEvent: Sendable {
  /// Ids may stand for other contexts than before, in the contexts of this client.
  case offersChanged(ClientID)
  /// A host asks for the tree of a context, and all that comes after it.
  case wanted(context: UInt64, by: ClientID, HostedFeed)
  /// A host does not show a context any more.
  case unwanted(context: UInt64, by: ClientID)
  /// A hosted context has changed.
  case update(HostedUpdate, of: UInt64, to: ClientID, HostedFeed, FenceToken?)
}

/// The updates that wait for a host of one context, counted by both sides.
final class HostedFeed: Sendable {
  private struct State {
    var cost = 0
    var isOverrun = false
    var isAsked = false
  }

  /// Changes that may wait, each commit counted as one more.
  static let mostWaiting = 100_000

  private let state = Mutex(State())
  /// How many updates the host took over.
  let updates = SharedCount()

  /// Counts an update that is to be sent; false if it must not be sent, as too many wait.
  func add(_ update: HostedUpdate) -> Bool {
    state.withLock { state in
      if case .tree = update {
        state.isOverrun = false
        state.isAsked = false
      }
      guard !state.isOverrun else { return false }
      // One update may always wait, however large it is.
      state.isOverrun =
        !update.isTree && state.cost > 0 && state.cost + update.cost > HostedFeed.mostWaiting
      if !state.isOverrun { state.cost += update.cost }
      return !state.isOverrun
    }
  }

  /// Counts an update that was taken over; true if others were missed and none waits any more.
  func remove(_ update: HostedUpdate) -> Bool {
    updates.add()
    return state.withLock { state in
      state.cost -= update.cost
      return state.isOverrun && state.cost <= 0
    }
  }

  /// Whether the tree is to be asked for; false if it was already.
  func ask() -> Bool {
    state.withLock { state in
      defer { state.isAsked = true }
      return !state.isAsked
    }
  }
}

extension HostedUpdate {
  fileprivate var isTree: Bool { if case .tree = self { true } else { false } }

  /// Whether a host has more layers with it.
  fileprivate var addsLayers: Bool {
    switch self {
    case .tree: true
    case .commit(let commit): !commit.created.isEmpty || !commit.animations.isEmpty
    case .present, .flush: false
    }
  }

  /// How much it adds to what waits.
  fileprivate var cost: Int {
    switch self {
    case .tree, .present, .flush: 1
    case .commit(let commit):
      1 + commit.created.count + commit.changes.count + commit.sublayers.count
        + commit.animations.count + commit.destroyed.count + commit.createdImages.count
        + commit.updatedImages.count
    }
  }
}

extension RenderLoop {
  // MARK: As the loop of a hosted program

  /// Passes on what a context committed or presented.
  func publish(_ update: HostedUpdate, of context: ServedContext) {
    for (host, feed) in context.hosts { send(update, of: context, to: host, feed) }
  }

  private func send(
    _ update: HostedUpdate,
    of context: ServedContext,
    to host: ClientID,
    _ feed: HostedFeed
  ) {
    guard feed.add(update) else { return }
    let held = clients[context.owner]?.fence
    let fence = held?.isFrozen == true ? held?.message.token : nil
    let event = HostingEvent.update(update, of: context.token, to: host, feed, fence)
    if !directory.post(.hosting(event), to: host) { context.hosts[host] = nil }
  }

  /// Offers a context to a host.
  func offer(_ context: ServedContext, _ message: OfferContext) throws(Refusal) {
    guard message.client != 0 else {
      throw Refusal(.offerContext, .malformed, "the id 0 is no client's")
    }
    guard directory.offer(context.token, of: context.owner, message) else {
      throw Refusal(
        .offerContext,
        .unknownToken,
        "the id \(message.client) is another client's",
        endsConnection: false
      )
    }
    context.isOffered = true
    directory.hide(context.token)
  }

  func revoke(_ message: RevokeClient, by client: Client) throws(Refusal) {
    guard directory.revoke(message.client, by: client.id) else {
      throw Refusal(
        .revokeClient,
        .limitExceeded,
        "more than \(LayerServers.mostRevoked) ids are revoked"
      )
    }
  }

  // MARK: As the loop of a host

  func receive(_ event: HostingEvent) {
    switch event {
    case .offersChanged(let id):
      let offers = directory.takeChangedOffers(for: id)
      if let client = clients[id] { updateHosting(of: client, offers: offers) }
    case .wanted(let token, let host, let feed):
      guard let context = tokens[token] else { return }
      guard !isFrozen(context.owner) else { return postponed.append(event) }
      context.hosts[host] = feed
      let tree = context.renderer.sharedTree(at: clock.now)
      send(.tree(tree), of: context, to: host, feed)
    case .unwanted(let token, let host): tokens[token]?.hosts[host] = nil
    case .update(let update, let source, let host, let feed, let fence):
      let held = HeldUpdates.Update(
        fence: fence,
        update: update,
        source: source,
        host: host,
        feed: feed
      )
      if heldUpdates.hold(held) { return }
      take(update, of: source, for: host, feed)
    }
  }

  func take(
    _ update: HostedUpdate,
    of source: UInt64,
    for host: ClientID,
    _ feed: HostedFeed
  ) {
    let missed = feed.remove(update)
    guard let client = clients[host], client.feeds[source] === feed else { return }
    var changesHosting = missed
    for context in client.contexts.values where context.renderer.receive(update, from: source) {
      if missed { context.renderer.missUpdates(from: source) }
      context.count()
      if directory.counts.memory.isFull, update.addsLayers {
        context.renderer.refuseTrees(of: source)
        context.count()
        changesHosting = true
      }
      context.picturesChange(at: update.time(now: clock.now))
      if context.renderer.needsHostingUpdate { changesHosting = true }
    }
    if missed { directory.counts.hostingOverruns.add() }
    if changesHosting { updateHosting(of: client) }
  }

  /// Brings what a client's contexts host in line with its layers, and with what is offered.
  ///
  /// The work is that of the layers and offers that changed, however many layers host.
  ///
  /// - Parameters:
  ///   - offers: The ids that may stand for other contexts than before.
  ///   - gone: The contexts that a context showed which is gone.
  func updateHosting(
    of client: Client,
    offers: ChangedOffers = .ids([]),
    gone: Set<UInt64> = []
  ) {
    let counts = directory.counts
    if offers == .all { counts.hostingPasses.add() }
    var sources = gone
    for context in client.contexts.values {
      context.renderer.updateHosting(token: context.token, offers: offers) {
        counts.hostingResolutions.add()
        return directory.resolve($0, of: $1, for: client.id)
      }
      let changed = context.renderer.takeChangedSources()
      if context.renderer.hostingCounts != context.countedHosting || !changed.isEmpty {
        context.picturesChange(at: clock.now)
      }
      context.count()
      sources.formUnion(changed)
    }
    for source in sources { follow(source, for: client) }
  }

  /// Begins or ends to get what a context commits, as the client's contexts show it or not.
  private func follow(_ source: UInt64, for client: Client) {
    let contexts = client.contexts.values
    let owner = directory.location(of: source)?.owner
    guard contexts.contains(where: { $0.renderer.hosts(source) }) else {
      guard client.feeds.removeValue(forKey: source) != nil, let owner else { return }
      directory.post(.hosting(.unwanted(context: source, by: client.id)), to: owner)
      return
    }
    guard let owner, contexts.contains(where: { $0.renderer.needsTree(of: source) }) else { return }
    let feed = client.feeds[source] ?? HostedFeed()
    client.feeds[source] = feed
    guard feed.ask() else { return }
    client.visited(owner)
    directory.post(.hosting(.wanted(context: source, by: client.id, feed)), to: owner)
  }

  func hostingStatistics(of client: Client) -> HostingStatistics {
    var statistics = HostingStatistics()
    let counts = directory.counts
    statistics.offers = counts.offers.value
    statistics.hosted = counts.hosted.value
    statistics.cycles = counts.hostingCycles.value
    statistics.refusals = counts.hostingRefusals.value
    statistics.overruns = counts.hostingOverruns.value
    for context in client.contexts.values.sorted(by: { $0.number < $1.number }) {
      for tree in context.renderer.hostedTrees {
        statistics.clients.append(
          HostingStatistics.Client(
            client: tree.client,
            layers: tree.layers,
            updates: client.feeds[tree.source]?.updates.value ?? 0
          )
        )
      }
    }
    return statistics
  }
}

extension HostedUpdate {
  /// When the picture changes.
  fileprivate func time(now: Double) -> Double {
    if case .present(let present) = self { max(present.time ?? now, now) } else { now }
  }
}
