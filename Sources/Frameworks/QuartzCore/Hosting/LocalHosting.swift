// Trees in one another that this process draws itself, without a server.
// Licensed under the MIT license; see LICENSE.
//
// A hosted context puts what it commits into a queue of each context that shows it. That one takes
// it before its next frame. The queue's lock is held for nothing else, so contexts of several
// threads may host one another in any way.

import QuartzModel
import QuartzSharing
import Synchronization

/// The contexts of this process that others may host.
final class LocalHosting: Sendable {
  static let shared = LocalHosting()

  private struct Source {
    weak var carrier: InProcessCarrier?
    let client: UInt32
  }

  private struct State {
    var lastToken: UInt64 = 0
    /// Changes whenever an id stands for another context than before.
    var version = 0
    var offers: [UInt32: UInt64] = [:]
    var sources: [UInt64: Source] = [:]
    var feeds: [UInt64: [LocalFeed]] = [:]
  }

  // Carriers may be used from any thread; they lock themselves.
  private let state = Guarded(State())

  /// A number for a context of this process.
  func takeToken() -> UInt64 {
    state.withLock { state in
      state.lastToken += 1
      return state.lastToken
    }
  }

  var version: Int { state.withLock { $0.version } }

  /// Offers a context; false if another one has the id.
  func offer(_ carrier: InProcessCarrier, as client: UInt32) -> Bool {
    let (token, source) = (carrier.token, Source(carrier: carrier, client: client))
    return state.withLock { state in
      guard state.offers[client] == nil else { return false }
      state.offers[client] = token
      state.sources[token] = source
      state.version += 1
      return true
    }
  }

  func withdraw(_ token: UInt64) {
    state.withLock { state in
      guard let source = state.sources.removeValue(forKey: token) else { return }
      if state.offers[source.client] == token { state.offers[source.client] = nil }
      state.feeds[token] = nil
      state.version += 1
    }
  }

  /// Notes that ids may stand for something else, such as nothing.
  func noteChange() {
    state.withLock { $0.version += 1 }
  }

  func resolve(_ client: UInt32) -> UInt64? {
    if LayerHost.shared.isRevoked(client) { return nil }
    return state.withLock { $0.offers[client] }
  }

  func carrier(_ token: UInt64) -> InProcessCarrier? {
    state.withLock { $0.sources[token]?.carrier }
  }

  func publish(_ update: HostedUpdate, of token: UInt64) {
    let feeds = state.withLock { $0.feeds[token] ?? [] }
    for feed in feeds { feed.add(update) }
  }

  /// Lets a feed get what a context commits from now on, and its tree first.
  func connect(_ feed: LocalFeed, to token: UInt64, tree: () -> HostedTree) {
    feed.begin(tree())
    state.withLock { state in
      guard state.sources[token] != nil else { return }
      if state.feeds[token]?.contains(where: { $0 === feed }) == true { return }
      state.feeds[token, default: []].append(feed)
    }
  }

  func disconnect(_ feed: LocalFeed, from token: UInt64) {
    state.withLock { $0.feeds[token]?.removeAll { $0 === feed } }
  }
}

/// The updates that wait for a context of this process that hosts another one.
final class LocalFeed: Sendable {
  /// More updates than these are not kept: the tree is taken over as a whole instead.
  private static let mostWaiting = 4096

  private struct State {
    var waiting: [HostedUpdate] = []
    var isOverrun = false
  }

  private let state = Mutex(State())

  func add(_ update: HostedUpdate) {
    state.withLock { state in
      if state.isOverrun { return }
      state.waiting.append(update)
      guard state.waiting.count > LocalFeed.mostWaiting else { return }
      state.waiting.removeAll()
      state.isOverrun = true
    }
  }

  func begin(_ tree: HostedTree) {
    state.withLock { $0 = State(waiting: [.tree(tree)]) }
  }

  /// The updates that wait, and whether some of it was not kept.
  func take() -> (updates: [HostedUpdate], isOverrun: Bool) {
    state.withLock { state in
      defer { state.waiting = [] }
      return (state.waiting, state.isOverrun)
    }
  }
}
