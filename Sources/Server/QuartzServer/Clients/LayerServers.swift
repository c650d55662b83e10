// The directory of hosting: the programs that host trees of others, and what they are offered.
// Licensed under the MIT license; see LICENSE.
//
// A host is known by a random number and by its process, which the kernel tells. Programs that were
// given the number can offer their contexts to the host, and do nothing else with it: only layers
// of connections of that very process can show what was offered.

import QuartzModel
import QuartzPlan
import QuartzWire

/// All hosts and offers, under the lock of the directory.
struct LayerServers {
  /// One host.
  struct Host {
    /// The tokens of the contexts that are offered, by the ids under which they are.
    var offers: [UInt32: UInt64] = [:]
    /// Ids that the host does not show any more.
    var revoked: Set<UInt32> = []
    /// The host's connections.
    var connections: Set<ClientID> = []
    /// The loops that looked for one of its clients.
    var watchers: Set<ClientID> = []

    var isUnused: Bool { offers.isEmpty && connections.isEmpty }
  }

  /// An offer, by the token of its context.
  struct Offer {
    let key: LayerServerKey
    let client: UInt32
    let owner: ClientID
  }

  /// The most ids that a host may revoke.
  static let mostRevoked = 1 << 16

  var hosts: [LayerServerKey: Host] = [:]
  var keys: [ClientID: LayerServerKey] = [:]
  var offers: [UInt64: Offer] = [:]
  var watched: [ClientID: Set<LayerServerKey>] = [:]
  /// The ids that changed for each loop since it looked last; one that was notified has an entry.
  fileprivate var changed: [ClientID: ChangedOffers] = [:]

  fileprivate mutating func change(_ key: LayerServerKey, _ body: (inout Host) -> Void) {
    var host = hosts.removeValue(forKey: key) ?? Host()
    body(&host)
    if !host.isUnused { hosts[key] = host }
  }

  /// Takes an offer back.
  ///
  /// - Returns: The offer, and the loops that may show it; nil if there was none.
  fileprivate mutating func withdraw(_ token: UInt64) -> (Offer, watchers: Set<ClientID>)? {
    guard let offer = offers.removeValue(forKey: token) else { return nil }
    var watchers: Set<ClientID> = []
    change(offer.key) { host in
      if host.offers[offer.client] == token { host.offers[offer.client] = nil }
      watchers = host.watchers
    }
    return (offer, watchers)
  }

  /// Notes that an id stands for another context.
  ///
  /// - Parameter tell: Called for the loops that do not know that they have to look.
  fileprivate mutating func note(
    _ client: UInt32,
    for watchers: Set<ClientID>,
    tell: (ClientID) -> Void
  ) {
    for watcher in watchers {
      if changed[watcher] == nil { tell(watcher) }
      changed[watcher, default: .ids([])].insert(client)
    }
  }
}

extension LoopDirectory {
  /// Says that layers of a connection show what is offered to a number.
  func serve(_ message: ServeLayers, by client: Client) {
    let key = LayerServerKey(high: message.high, low: message.low, process: client.process)
    layerServers.withLock { servers in
      if let old = servers.keys.updateValue(key, forKey: client.id), old != key {
        servers.change(old) { $0.connections.remove(client.id) }
      }
      servers.change(key) { $0.connections.insert(client.id) }
    }
  }

  /// Offers a context; false if the id is another connection's.
  func offer(_ token: UInt64, of owner: ClientID, _ message: OfferContext) -> Bool {
    let key = message.key
    let isOffered = layerServers.withLock { servers in
      if let other = servers.hosts[key]?.offers[message.client], other != token,
        servers.offers[other]?.owner != owner
      {
        return false
      }
      if let (old, watchers) = servers.withdraw(token) {
        counts.offers.add(-1)
        servers.note(old.client, for: watchers, tell: tellHost)
      }
      var watchers: Set<ClientID> = []
      servers.change(key) { host in
        host.offers[message.client] = token
        watchers = host.watchers
      }
      servers.offers[token] = LayerServers.Offer(key: key, client: message.client, owner: owner)
      servers.note(message.client, for: watchers, tell: tellHost)
      return true
    }
    if isOffered { counts.offers.add() }
    return isOffered
  }

  /// Takes the offer of a context back, if there is one.
  func withdraw(_ token: UInt64) {
    layerServers.withLock { servers in
      guard let (offer, watchers) = servers.withdraw(token) else { return }
      counts.offers.add(-1)
      servers.note(offer.client, for: watchers, tell: tellHost)
    }
  }

  /// Takes the ids that stand for other contexts since the last call.
  func takeChangedOffers(for watcher: ClientID) -> ChangedOffers {
    layerServers.withLock { $0.changed.removeValue(forKey: watcher) ?? .ids([]) }
  }

  /// Ends an offer for good; false if the host has revoked too many.
  func revoke(_ client: UInt32, by host: ClientID) -> Bool {
    layerServers.withLock { servers in
      guard let key = servers.keys[host] else { return true }
      var watchers: Set<ClientID>?
      servers.change(key) { entry in
        guard entry.revoked.count < LayerServers.mostRevoked else { return }
        entry.revoked.insert(client)
        watchers = entry.watchers
      }
      guard let watchers else { return false }
      servers.note(client, for: watchers, tell: tellHost)
      return true
    }
  }

  /// The context that a client's id stands for in the program of another context.
  ///
  /// - Parameter watcher: The loop to notify when that changes.
  func resolve(_ client: UInt32, of context: UInt64, for watcher: ClientID) -> UInt64? {
    guard let owner = location(of: context)?.owner else { return nil }
    return layerServers.withLock { servers in
      guard let key = servers.keys[owner], var host = servers.hosts[key] else { return nil }
      if host.watchers.insert(watcher).inserted {
        servers.hosts[key] = host
        servers.watched[watcher, default: []].insert(key)
      }
      return host.revoked.contains(client) ? nil : host.offers[client]
    }
  }

  /// Forgets a client as host and as watcher.
  func forgetHosting(of client: ClientID) {
    layerServers.withLock { servers in
      if let key = servers.keys.removeValue(forKey: client) {
        servers.change(key) { $0.connections.remove(client) }
      }
      for key in servers.watched.removeValue(forKey: client) ?? []
      where servers.hosts[key] != nil {
        servers.change(key) { $0.watchers.remove(client) }
      }
      servers.changed[client] = nil
    }
  }

  /// Asks a loop to look; with the lock of the hosts, so that it knows before anything else that
  /// this thread does next.
  private func tellHost(_ watcher: ClientID) {
    post(.hosting(.offersChanged(watcher)), to: watcher)
  }
}
