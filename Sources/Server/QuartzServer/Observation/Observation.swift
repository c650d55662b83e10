// The changes of a context that a client observes, whoever owns the context.
// Licensed under the MIT license; see LICENSE.
//
// The loop that owns the context posts what it has applied (`ObservationFeed`) and goes on; it
// waits for nobody. The loop of the observer copies pixels into memory of its own, so that buffers
// of the observed program return to it as soon as without an observer, and keeps what waits until
// it is asked for. An observer that asks too seldom misses changes, and gets the whole tree again.

import QuartzModel
import QuartzWire
import Synchronization

/// Something about observations, for a loop.
enum ObservationEvent: Sendable {
  /// An observed context has changed.
  case update(ObservedNews, of: UInt64, to: ClientID, ObservationFeed)
  /// An observer does not want to know any more.
  case left(context: UInt64, ClientID)
}

/// A change of an observed context, on its way to the loop of an observer.
struct ObservedNews: Sendable {
  enum Change: Sendable {
    /// With the time that a stepped clock was set to.
    case tree(HostedTree, time: Double?)
    case update(ObservedUpdate)
  }

  let change: Change
  /// When it was made, by the server's clock.
  let moment: Double

  /// How much it adds to what waits: a commit's changes, and bytes of pixels.
  var cost: ObservationCost {
    switch change {
    case .tree: ObservationCost(changes: 1, bytes: 0)
    case .update(let update): update.cost
    }
  }
}

/// How much waits for an observer.
struct ObservationCost: Sendable {
  var changes: Int
  var bytes: Int

  /// The most that may wait, besides the tree.
  static let most = ObservationCost(changes: 100_000, bytes: 64 << 20)
}

extension ObservedUpdate {
  var cost: ObservationCost {
    switch self {
    case .commit(let commit):
      ObservationCost(
        changes: 1 + commit.created.count + commit.changes.count + commit.sublayers.count
          + commit.animations.count + commit.destroyed.count,
        bytes: commit.createdImages.reduce(0) { $0 + $1.pixels.countedBytes }
          + commit.updatedImages.reduce(0) { $0 + $1.pixels.countedBytes }
      )
    case .present(let present):
      ObservationCost(changes: 1, bytes: present.pixels.countedBytes)
    case .nothing, .part, .flush, .time, .ended: ObservationCost(changes: 1, bytes: 0)
    }
  }
}

/// The changes of one context that wait for an observer, counted by both sides.
final class ObservationFeed: Sendable {
  private struct State {
    var cost = ObservationCost(changes: 0, bytes: 0)
    var isOverrun = false
  }

  private let state = Mutex(State())

  /// Counts a change that is to be sent; false if it must not be sent, as too much waits.
  func add(_ news: ObservedNews) -> Bool {
    let cost = news.cost
    return state.withLock { state in
      guard !state.isOverrun else { return false }
      // One change may always wait, however large it is.
      let isFirst = state.cost.changes == 0
      let changes = state.cost.changes + cost.changes
      let bytes = state.cost.bytes + cost.bytes
      state.isOverrun =
        !isFirst && (changes > ObservationCost.most.changes || bytes > ObservationCost.most.bytes)
      if !state.isOverrun { state.cost = ObservationCost(changes: changes, bytes: bytes) }
      return !state.isOverrun
    }
  }

  /// Counts a change that the observer was sent.
  func remove(_ cost: ObservationCost) {
    state.withLock { state in
      state.cost.changes -= cost.changes
      state.cost.bytes -= cost.bytes
    }
  }

  /// Whether changes were missed.
  var isOverrun: Bool { state.withLock { $0.isOverrun } }
}

/// A context that a client observes.
struct Observation {
  /// A change that waits to be asked for, in memory of the observer's loop.
  struct Item {
    var update: ObservedUpdate
    var moment: Double
    /// Where its pixels are.
    var buffer: SharedBuffer?
    var bufferBytes = 0
    /// The share of `feed`.
    var cost = ObservationCost(changes: 0, bytes: 0)
  }

  var feed = ObservationFeed()
  /// The requests for changes that wait for the tree, by their serials.
  var requests: [UInt64] = []
  /// Whether nothing more comes.
  var isEnded = false
  private var items: [Item] = []
  private var next = 0

  var isEmpty: Bool { next == items.count }
  /// Bytes of the copies that wait.
  private(set) var bytes = 0

  mutating func add(_ item: Item) {
    items.append(item)
    bytes += item.bufferBytes
  }

  mutating func take() -> Item? {
    guard next < items.count else { return nil }
    let item = items[next]
    // Items that were sent are not kept.
    items[next] = Item(update: .nothing, moment: 0)
    next += 1
    bytes -= item.bufferBytes
    if next == items.count {
      items.removeAll()
      next = 0
    }
    return item
  }

  /// Drops all that waits.
  mutating func removeAll() {
    items.removeAll()
    next = 0
    bytes = 0
  }
}
