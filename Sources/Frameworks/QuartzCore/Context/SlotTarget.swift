// The destinations of slots' pictures.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel
import QuartzWire
import Synchronization

/// Receives the pictures of one context's slots, from any thread and without waiting.
package protocol SlotTarget: AnyObject, Sendable {
  /// Takes a picture; of one image only the last unread one need be retained.
  func present(_ present: ImagePresent)
  /// Gives up the unread picture of an image, unless it has a presentation time.
  ///
  /// - Returns: Whether there was one.
  func withdraw(_ image: ImageID) -> Bool
  /// Drops the pictures of an image that wait for a later time.
  func flush(_ image: ImageID)
  /// Collects the buffers that are no longer read.
  func collect()
}

/// A context in a render server.
final class RemoteSlots: SlotTarget {
  private let connection: ServerConnection
  private let context: RemoteContext

  init(_ connection: ServerConnection, _ context: RemoteContext) {
    self.connection = connection
    self.context = context
  }

  func present(_ present: ImagePresent) {
    connection.present(present, in: context)
  }

  func withdraw(_ image: ImageID) -> Bool {
    connection.withdrawPresent(of: image, in: context)
  }

  func flush(_ image: ImageID) {
    connection.flushPresents(of: image, in: context)
  }

  func collect() {
    connection.collectReleases()
  }
}

/// A context in this process: pictures wait until its thread draws the next frame.
final class LocalSlots: SlotTarget {
  /// The news since the last frame.
  struct News {
    /// The images whose pictures for later times are dropped, before the others are presented.
    var flushed: Set<ImageID> = []
    var presents: [ImagePresent] = []
  }

  private struct State {
    var news = News()
    var fenced = FencedPresents()

    /// Takes what is made by now.
    mutating func update() {
      if fenced.isEmpty { return }
      let outcome = fenced.take(now: MonotonicClock.now)
      for present in outcome.made { news.add(present) }
      guard outcome.lateCount > 0 else { return }
      let patience = FencedPresents.patience
      Diagnostics.report(
        "\(outcome.lateCount) pictures of slots were not made within \(patience) s"
      )
    }
  }

  private let state = Mutex(State())

  /// Whether there is news since the last frame.
  var hasNews: Bool {
    state.withLock { state in
      state.update()
      return !state.news.presents.isEmpty || !state.news.flushed.isEmpty
    }
  }

  func present(_ present: ImagePresent) {
    state.withLock { state in
      state.update()
      if let made = state.fenced.add(present, now: MonotonicClock.now) { state.news.add(made) }
    }
  }

  func withdraw(_ image: ImageID) -> Bool {
    state.withLock { state in
      let count = state.news.presents.count
      state.news.presents.removeAll { $0.image == image && $0.time == nil }
      return state.news.presents.count < count
    }
  }

  func flush(_ image: ImageID) {
    state.withLock { state in
      state.fenced.forget(image) { $0 != nil }
      state.news.presents.removeAll { $0.image == image && $0.time != nil }
      state.news.flushed.insert(image)
    }
  }

  func collect() {}

  /// Removes and returns the news since the last frame.
  func take() -> News {
    state.withLock { state in
      state.update()
      defer { state.news = News() }
      return state.news
    }
  }
}

extension LocalSlots.News {
  /// Adds a picture; of one image only the last one without a time counts.
  fileprivate mutating func add(_ present: ImagePresent) {
    if present.time == nil { presents.removeAll { $0.image == present.image && $0.time == nil } }
    presents.append(present)
  }
}
