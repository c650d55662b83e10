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

  private let news = Mutex(News())

  /// Whether there is news since the last frame.
  var hasNews: Bool { news.withLock { !$0.presents.isEmpty || !$0.flushed.isEmpty } }

  func present(_ present: ImagePresent) {
    news.withLock { news in
      if present.time == nil {
        news.presents.removeAll { $0.image == present.image && $0.time == nil }
      }
      news.presents.append(present)
    }
  }

  func withdraw(_ image: ImageID) -> Bool {
    news.withLock { news in
      let count = news.presents.count
      news.presents.removeAll { $0.image == image && $0.time == nil }
      return news.presents.count < count
    }
  }

  func flush(_ image: ImageID) {
    news.withLock { news in
      news.presents.removeAll { $0.image == image && $0.time != nil }
      news.flushed.insert(image)
    }
  }

  func collect() {}

  /// Removes and returns the news since the last frame.
  func take() -> News {
    news.withLock { news in
      defer { news = News() }
      return news
    }
  }
}
