// A queue of pictures to send, because their producer must not wait.
// Licensed under the MIT license; see LICENSE.
//
// A producer adds a picture to the queue and tries to send it. It is sent at once unless a call has
// the connection, the socket is full, or the server already has two pictures of the same image: the
// one that it shows and the next one. Then the picture waits in the queue, where a later one
// replaces it. So a stalled server costs a producer nothing, and shows the latest picture when it
// continues. The thread that releases the connection flushes the queue. A frame request flushes it
// first. Otherwise a helper thread flushes it, and runs as long as something waits.

import QuartzFaults
package import QuartzModel
import Synchronization

/// The unsent pictures of one connection.
final class PresentQueue: Sendable {
  struct Item: Sendable {
    var context: RemoteContext
    var image: ImageID
    /// The picture; nil drops those that wait for a later time.
    var present: ImagePresent?

    var slot: SlotKey { SlotKey(context: context.id, image: image) }

    /// Whether it is a picture without a presentation time.
    var isAtOnce: Bool { present.map { $0.time == nil } ?? false }
  }

  private struct State {
    var items: [Item] = []
    // Whether there are pictures that nobody has tried to send.
    var hasNew = false
    var hasThread = false
  }

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.items.isEmpty } }
  var hasNew: Bool { state.withLock { $0.hasNew } }

  /// Adds a picture.
  ///
  /// Of the pictures of an image without a presentation time, only the last one waits.
  func add(_ item: Item) {
    state.withLock { state in
      if item.isAtOnce { state.items.removeAll { $0.slot == item.slot && $0.isAtOnce } }
      if item.present == nil { state.items.removeAll { $0.slot == item.slot && !$0.isAtOnce } }
      state.items.append(item)
      state.hasNew = true
    }
  }

  /// Removes the waiting picture of an image without a presentation time.
  ///
  /// - Returns: Whether there was something.
  func withdraw(_ slot: SlotKey) -> Bool {
    state.withLock { state in
      let count = state.items.count
      state.items.removeAll { $0.slot == slot && $0.isAtOnce }
      return state.items.count < count
    }
  }

  /// Removes the pictures of images, or all of a context.
  func remove(_ images: [ImageID]? = nil, of context: UInt32) {
    state.withLock { state in
      state.items.removeAll { item in
        item.context.id == context && images?.contains(item.image) != false
      }
    }
  }

  /// Calls `body` for the items in order, removes those that it takes, and stops when it reports a
  /// full socket.
  func send(_ body: (Item) -> PresentOutcome) {
    state.withLock { state in
      state.hasNew = false
      var kept: [Item] = []
      for (index, item) in state.items.enumerated() {
        switch body(item) {
        case .taken: continue
        case .waits: kept.append(item)
        case .full:
          state.items = kept + state.items[index...]
          return
        }
      }
      state.items = kept
    }
  }

  /// Returns whether a thread is needed and not running yet; the caller starts it.
  func needsThread() -> Bool {
    state.withLock { state in
      guard !state.items.isEmpty, !state.hasThread else { return false }
      state.hasThread = true
      return true
    }
  }

  /// Returns whether the thread has nothing left to do, and ends.
  func endThread(isForced: Bool = false) -> Bool {
    state.withLock { state in
      guard state.items.isEmpty || isForced else { return false }
      state.hasThread = false
      return true
    }
  }
}

/// An image of a context of a connection.
struct SlotKey: Hashable {
  var context: UInt32
  var image: ImageID
}

/// The outcome of sending a picture.
enum PresentOutcome {
  /// It was sent, or the receiver is gone.
  case taken
  /// The server has enough pictures of this image.
  case waits
  /// The socket takes nothing.
  case full
}

extension ServerConnection {
  /// Replaces an image of a context with another picture; from any thread, without waiting.
  ///
  /// A picture that cannot be sent at once is sent later, unless a newer one replaces it first. A
  /// connection that has ended drops it.
  package func present(_ present: ImagePresent, in context: RemoteContext) {
    var present = present
    // A server from before fences waits for what the kernel knows of a dma-buf.
    if present.fence != nil, !takesFences { present.fence = nil }
    presents.add(PresentQueue.Item(context: context, image: present.image, present: present))
    sendPresents()
  }

  /// Drops the pictures of an image that wait for a later time, here and in the server.
  package func flushPresents(of image: ImageID, in context: RemoteContext) {
    presents.add(PresentQueue.Item(context: context, image: image, present: nil))
    sendPresents()
  }

  /// Withdraws the unsent picture of an image without a presentation time.
  ///
  /// - Returns: Whether there was one.
  package func withdrawPresent(of image: ImageID, in context: RemoteContext) -> Bool {
    presents.withdraw(SlotKey(context: context.id, image: image))
  }

  /// Reads which buffers the server has released, unless a call has the connection.
  package func collectReleases() {
    _ = session.withLockIfAvailable { $0.collect() }
    sendPresents()
  }

  /// Sends the waiting pictures that can be sent without waiting.
  func sendPresents() {
    guard !presents.isEmpty else { return }
    repeat {
      // The holder of the lock sends them after it releases the lock.
      guard session.withLockIfAvailable({ $0.send(presents) }) != nil else { return }
    } while presents.hasNew
    if presents.needsThread() { startSending() }
  }

  /// The longest sleep of the thread, since another thread may have read the message that it waits
  /// for.
  private static let longestWait = 0.05

  private func startSending() {
    let start = SendingStart(self, presents)
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-presents") { ServerConnection.sendWaiting(start) }
    } catch {
      // The next call or present sends it.
      _ = presents.endThread(isForced: true)
    }
  }

  /// Sends the waiting pictures until none is left.
  private static func sendWaiting(_ start: SendingStart) {
    while !start.queue.endThread() {
      // Between two attempts, the connection may be freed with its queue.
      guard let socket = start.connection?.sendOnce() else {
        _ = start.queue.endThread(isForced: true)
        return
      }
      try? socket.wait(orSend: false, until: Deadline(seconds: longestWait))
    }
  }

  private func sendOnce() -> Socket {
    session.withLock { session in
      session.send(presents)
      return session.socket
    }
  }
}

/// The start parameter of the thread.
private final class SendingStart: Sendable {
  // Safe because: set once, before the thread begins; weak references may be read from any thread.
  nonisolated(unsafe) weak var connection: ServerConnection?
  let queue: PresentQueue

  init(_ connection: ServerConnection, _ queue: PresentQueue) {
    self.connection = connection
    self.queue = queue
  }
}
