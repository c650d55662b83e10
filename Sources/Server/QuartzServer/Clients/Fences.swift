// Fences: changes of several programs in the same frame, or not at all.
// Licensed under the MIT license; see LICENSE.
//
// Each loop holds the messages of its own party (`HeldFence`). The directory counts: when all
// parties are there, it releases them. Each then applies its part, passes it on to its hosts and
// is frozen. A host puts what it gets aside. When all parties are done, every loop is notified,
// shows what it put aside, and goes on. A part is passed on before its party is done, so that no
// loop is notified before it has everything.

import QuartzModel
import QuartzWire

/// Something about a fence, for the loop of a party or of a host.
enum FenceEvent: Sendable {
  /// All parties are there.
  case released(FenceToken, ClientID)
  /// A party is missing, with a description of it.
  case broken(FenceToken, ClientID, String)
  /// All parties have applied their parts; or one is late, and the others go on without it.
  case done(FenceToken, isLate: Bool)
}

/// The fences of all clients, under the lock of the directory.
struct Fences {
  fileprivate struct Entry {
    let parties: Int
    var members: Set<ClientID> = []
    var ready: Set<ClientID> = []
    var applied: Set<ClientID> = []
    var isReleased = false
  }

  fileprivate var entries: [FenceToken: Entry] = [:]
}

/// The fence that holds a client.
struct HeldFence {
  enum Phase {
    /// Commits of this party or others have yet to come.
    case gathering
    /// The part is being applied.
    case released
    /// The part is applied, and others are not yet.
    case applied
  }

  let message: Fence
  let serial: UInt64
  /// When it breaks, or ends without those that are late; on the clock of the server.
  var deadline: Double
  var phase = Phase.gathering
  /// Commits of the part that are not yet applied.
  var left: Int
  var isReady = false

  /// Whether pictures of the client's contexts are frozen.
  var isFrozen: Bool { phase != .gathering }
}

/// Updates of hosted trees that wait for a fence, in their order.
struct HeldUpdates {
  struct Update {
    let fence: FenceToken?
    let update: HostedUpdate
    let source: UInt64
    let host: ClientID
    let feed: HostedFeed
  }

  private var updates: [Update] = []
  private var sources: [UInt64: Int] = [:]

  /// Puts an update aside if it is behind a fence, or if one before it is.
  ///
  /// - Returns: Whether it did.
  mutating func hold(_ update: Update) -> Bool {
    guard update.fence != nil || sources[update.source] != nil else { return false }
    updates.append(update)
    sources[update.source, default: 0] += 1
    return true
  }

  /// Takes the updates that wait no longer.
  mutating func take(_ fence: FenceToken) -> [Update] {
    var (taken, rest): ([Update], [Update]) = ([], [])
    var blocked: Set<UInt64> = []
    for update in updates {
      if blocked.contains(update.source) || (update.fence != nil && update.fence != fence) {
        blocked.insert(update.source)
        rest.append(update)
      } else {
        taken.append(update)
      }
    }
    updates = rest
    sources = rest.reduce(into: [:]) { $0[$1.source, default: 0] += 1 }
    return taken
  }
}

extension LoopDirectory {
  /// Counts a party in.
  func join(_ message: Fence, by client: ClientID) {
    let token = message.token
    let (broken, reason): (Set<ClientID>, String) = fences.withLock { fences in
      var entry = fences.entries[token] ?? Fences.Entry(parties: Int(message.parties))
      guard !entry.isReleased, entry.members.count < entry.parties else {
        return ([client], "the fence has all of its parties")
      }
      entry.members.insert(client)
      guard entry.parties == Int(message.parties) else {
        fences.entries[token] = nil
        return (entry.members, "a party named another number of parties")
      }
      fences.entries[token] = entry
      return ([], "")
    }
    tell(broken, token, reason)
  }

  /// Says that all commits of a party have come.
  func getReady(_ token: FenceToken, _ client: ClientID) {
    let members: Set<ClientID> = fences.withLock { fences in
      guard var entry = fences.entries[token], entry.members.contains(client) else { return [] }
      entry.ready.insert(client)
      entry.isReleased = entry.ready.count == entry.parties
      fences.entries[token] = entry
      return entry.isReleased ? entry.members : []
    }
    for member in members { post(.fence(.released(token, member)), to: member) }
  }

  /// Says that a party has applied its part, and passed it on.
  func finishPart(of token: FenceToken, _ client: ClientID) {
    let isDone = fences.withLock { fences in
      guard let entry = fences.entries[token], entry.isReleased, entry.members.contains(client)
      else { return false }
      fences.entries[token]?.applied.insert(client)
      guard entry.applied.count + (entry.applied.contains(client) ? 0 : 1) == entry.parties else {
        return false
      }
      fences.entries[token] = nil
      return true
    }
    if isDone { postToAll(.fence(.done(token, isLate: false))) }
  }

  /// Ends a fence that is complete without those parties that have not applied their parts.
  func endLateFence(_ token: FenceToken) {
    let isThere = fences.withLock { fences in
      guard fences.entries[token]?.isReleased == true else { return false }
      fences.entries[token] = nil
      return true
    }
    if isThere { postToAll(.fence(.done(token, isLate: true))) }
  }

  /// Breaks a fence that is not complete.
  func breakFence(_ token: FenceToken, because reason: String) {
    let members: Set<ClientID> = fences.withLock { fences in
      guard let entry = fences.entries[token], !entry.isReleased else { return [] }
      fences.entries[token] = nil
      return entry.members
    }
    tell(members, token, reason)
  }

  /// Takes a client that is gone out of its fence.
  func leaveFence(_ token: FenceToken, _ client: ClientID) {
    breakFence(token, because: "a party is gone")
    // The part that it had passed on goes with its tree.
    finishPart(of: token, client)
  }

  private func tell(_ members: Set<ClientID>, _ token: FenceToken, _ reason: String) {
    for member in members { post(.fence(.broken(token, member, reason)), to: member) }
  }
}

extension RenderLoop {
  /// Holds a client's messages from its next commits on.
  ///
  /// - Throws: `Refusal`, which ends the client, while commits of the fence before have yet to be
  ///   applied: it would be unclear which fence a commit belongs to.
  func hold(_ client: Client, _ message: Fence, _ serial: UInt64) throws(Refusal) {
    if let fence = client.fence {
      throw Refusal(
        .fence,
        .malformed,
        "expected \(fence.left) commits of the fence before, found another fence"
      )
    }
    client.fence = HeldFence(
      message: message,
      serial: serial,
      deadline: clock.now + Fence.timeout,
      left: Int(message.commits)
    )
    directory.join(message, by: client.id)
  }

  /// Whether a client's messages wait for a fence.
  func isHeld(_ client: Client) -> Bool {
    guard var fence = client.fence else { return false }
    switch fence.phase {
    case .released: return false
    case .applied: return true
    case .gathering:
      if client.hasError {
        directory.breakFence(fence.message.token, because: "a party sent what cannot be read")
      } else if !fence.isReady, client.waitingCommits - client.droppedCommits >= fence.left {
        fence.isReady = true
        client.fence = fence
        directory.getReady(fence.message.token, client.id)
      }
      return true
    }
  }

  /// Counts a commit that was applied; the last of a part ends it.
  func countFenced(_ client: Client) {
    guard var fence = client.fence, fence.phase == .released else { return }
    fence.left -= 1
    if fence.left == 0 {
      fence.phase = .applied
      fence.deadline = clock.now + Fence.timeout
    }
    client.fence = fence
    if fence.left == 0 { directory.finishPart(of: fence.message.token, client.id) }
  }

  /// Breaks the fences whose time is over, and ends those in which this loop waits for another one.
  func breakLateFences() {
    let now = clock.now
    for client in clients.values {
      guard let fence = client.fence, fence.deadline <= now else { continue }
      let token = fence.message.token
      switch fence.phase {
      case .gathering:
        directory.breakFence(token, because: "a party was missing after \(Fence.timeout) s")
      // All commits of the part are here, and this loop is about to apply them.
      case .released: break
      case .applied: directory.endLateFence(token)
      }
    }
  }

  /// The time at which the next fence breaks.
  var nextFenceTime: Double? {
    clients.values.compactMap { client in
      client.fence.flatMap { $0.phase == .released ? nil : $0.deadline }
    }.min()
  }

  /// Whether the pictures of a client's contexts are frozen.
  func isFrozen(_ client: ClientID) -> Bool { clients[client]?.fence?.isFrozen ?? false }

  var hasFrozenClients: Bool { clients.values.contains { $0.fence?.isFrozen ?? false } }

  func receive(_ event: FenceEvent) {
    switch event {
    case .released(let token, let id):
      guard let client = clients[id], client.fence?.message.token == token else { return }
      client.fence?.phase = .released
    case .broken(let token, let id, let reason):
      guard let client = clients[id], let fence = client.fence, fence.message.token == token
      else { return }
      client.fence = nil
      client.droppedCommits += fence.left
      tell(client, fence, reason)
    case .done(let token, let isLate):
      for update in heldUpdates.take(token) {
        take(update.update, of: update.source, for: update.host, update.feed)
      }
      for client in clients.values {
        guard let fence = client.fence, fence.message.token == token else { continue }
        client.fence = nil
        if isLate {
          let reason = "a party did not apply its part in \(Fence.timeout) s; it shows later"
          tell(client, fence, reason)
        }
      }
      let late = postponed
      postponed = []
      for event in late { receive(event) }
    }
  }

  private func tell(_ client: Client, _ fence: HeldFence, _ reason: String) {
    let failure = Failure(
      refusedOpcode: Opcode.fence.rawValue,
      code: .fenceBroken,
      endsConnection: false,
      reason: reason
    )
    logger.notice("\(client.label): \(reason)")
    sink.send(.failure(failure), answering: fence.serial, to: client.id)
  }
}
