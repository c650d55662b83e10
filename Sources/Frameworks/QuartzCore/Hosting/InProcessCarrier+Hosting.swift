// A context that this process draws, as host and as hosted one.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzPlan

/// The contexts that a context shows, and how far it has followed them.
struct LocalHostingState {
  var feeds: [UInt64: LocalFeed] = [:]
  /// That of `LocalHosting` when ids were looked up last.
  var version = 0
}

extension InProcessCarrier {
  /// Takes over what the hosted contexts have committed; to be called without the carrier's lock.
  func followHosted() {
    var rounds = 0
    // A tree that comes may host others itself.
    while rounds <= ContextRenderer.graftDepth, followOnce() { rounds += 1 }
  }

  /// - Returns: Whether trees came.
  private func followOnce() -> Bool {
    let hosting = LocalHosting.shared
    let (sources, toFill) = locked { () -> (Set<UInt64>, Set<UInt64>) in
      let version = hosting.version
      let isComplete = version != hostingState.version
      hostingState.version = version
      if isComplete || renderer.needsHostingUpdate {
        renderer.updateHosting(token: token, offers: isComplete ? .all : .ids([])) { client, _ in
          hosting.resolve(client)
        }
      }
      // All of them are gone through anyway, so that changes need not be known.
      _ = renderer.takeChangedSources()
      return (renderer.hostedSources, renderer.sourcesToFill)
    }
    if sources.isEmpty, locked({ hostingState.feeds.isEmpty }) { return false }
    let gone = locked { hostingState.feeds.filter { !sources.contains($0.key) } }
    for (source, feed) in gone { hosting.disconnect(feed, from: source) }
    locked { for source in gone.keys { hostingState.feeds[source] = nil } }
    for source in sources {
      guard let carrier = hosting.carrier(source) else { continue }
      carrier.publishPresents()
      guard toFill.contains(source) else { continue }
      let feed = locked { hostingState.feeds[source] ?? LocalFeed() }
      locked { hostingState.feeds[source] = feed }
      carrier.provideTree(to: feed)
    }
    return locked { takeUpdates() && (!toFill.isEmpty || renderer.needsHostingUpdate) }
  }

  private func takeUpdates() -> Bool {
    var tookSome = false
    for (source, feed) in hostingState.feeds {
      let (updates, isOverrun) = feed.take()
      for update in updates where renderer.receive(update, from: source) { tookSome = true }
      if isOverrun { renderer.missUpdates(from: source) }
    }
    return tookSome
  }

  private func provideTree(to feed: LocalFeed) {
    locked {
      LocalHosting.shared.connect(feed, to: token) {
        renderer.sharedTree(at: renderer.tree.time)
      }
    }
  }

  private func publishPresents() {
    locked { showPresents() }
  }
}
