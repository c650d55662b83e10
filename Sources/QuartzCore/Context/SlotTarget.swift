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

  func collect() {
    connection.collectReleases()
  }
}

/// A context in this process: pictures wait until its thread draws the next frame.
final class LocalSlots: SlotTarget {
  private let waiting = Mutex<[ImagePresent]>([])

  func present(_ present: ImagePresent) {
    waiting.withLock { waiting in
      if present.time == nil {
        waiting.removeAll { $0.image == present.image && $0.time == nil }
      }
      waiting.append(present)
    }
  }

  func withdraw(_ image: ImageID) -> Bool {
    waiting.withLock { waiting in
      let count = waiting.count
      waiting.removeAll { $0.image == image && $0.time == nil }
      return waiting.count < count
    }
  }

  func collect() {}

  /// Removes and returns the pictures presented since the last frame.
  func take() -> [ImagePresent] {
    waiting.withLock { waiting in
      defer { waiting.removeAll() }
      return waiting
    }
  }
}
