// Pictures that wait to be sent, because somebody who makes them must not wait.
// Licensed under the MIT license; see LICENSE.
//
// A producer puts a picture here and tries to send it. It goes at once unless a call has the
// connection, the socket is full, or the server has two pictures of the same image already: the one
// that it shows and the one that comes next. Then the picture waits here, where a later one takes its
// place: a server that stands still costs a producer nothing, and shows the latest picture when it
// goes on. Whoever had the connection sends what waits, and who asks for a frame sends all of it first;
// for the rest there is a thread, for as long as something waits.

import QuartzFaults
package import QuartzModel
import Synchronization

/// The pictures of one connection that are not sent yet.
final class PresentQueue: Sendable {
  struct Item: Sendable {
    var context: RemoteContext
    var present: ImagePresent

    var slot: SlotKey { SlotKey(context: context.id, image: present.image) }
  }

  private struct State {
    var items: [Item] = []
    // Whether there are some that nobody has tried to send.
    var hasNew = false
    var hasThread = false
  }

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.items.isEmpty } }
  var hasNew: Bool { state.withLock { $0.hasNew } }

  /// Adds a picture; of one image only the last one that is not for a certain time waits.
  func add(_ item: Item) {
    state.withLock { state in
      if item.present.time == nil {
        state.items.removeAll { $0.slot == item.slot && $0.present.time == nil }
      }
      state.items.append(item)
      state.hasNew = true
    }
  }

  /// Takes back what waits for an image without being for a certain time.
  ///
  /// - Returns: Whether there was something.
  func withdraw(_ slot: SlotKey) -> Bool {
    state.withLock { state in
      let count = state.items.count
      state.items.removeAll { $0.slot == slot && $0.present.time == nil }
      return state.items.count < count
    }
  }

  /// Forgets the pictures for images, or all of a context.
  func remove(_ images: [ImageID]? = nil, of context: UInt32) {
    state.withLock { state in
      state.items.removeAll { item in
        item.context.id == context && images?.contains(item.present.image) != false
      }
    }
  }

  /// Calls `body` for the items in their order, drops those that it takes, and ends where it says that
  /// the socket is full.
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

  /// Whether a thread is needed that does not run yet; the caller starts it.
  func needsThread() -> Bool {
    state.withLock { state in
      guard !state.items.isEmpty, !state.hasThread else { return false }
      state.hasThread = true
      return true
    }
  }

  /// Whether the thread has nothing to do any more, and ends.
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

/// What became of a picture that was to be sent.
enum PresentOutcome {
  /// It was sent, or there is nobody any more to send it to.
  case taken
  /// The server has enough of this image.
  case waits
  /// The socket takes nothing.
  case full
}

extension ServerConnection {
  /// Shows another picture in the place of an image of a context; from any thread, without waiting.
  ///
  /// What cannot be sent at once is sent when that is possible, unless a later one has taken its
  /// place by then. A connection that has ended forgets it.
  package func present(_ present: ImagePresent, in context: RemoteContext) {
    presents.add(PresentQueue.Item(context: context, present: present))
    sendPresents()
  }

  /// Takes back a picture of an image that was not sent yet and is not for a certain time.
  ///
  /// - Returns: Whether there was one.
  package func withdrawPresent(of image: ImageID, in context: RemoteContext) -> Bool {
    presents.withdraw(SlotKey(context: context.id, image: image))
  }

  /// Learns which buffers the server has given back, unless a call has the connection just now.
  package func collectReleases() {
    _ = session.withLockIfAvailable { $0.collect() }
    sendPresents()
  }

  /// Sends what waits, as far as that is possible without waiting.
  func sendPresents() {
    guard !presents.isEmpty else { return }
    repeat {
      // Whoever has the lock sends them after it lets go.
      guard session.withLockIfAvailable({ $0.send(presents) }) != nil else { return }
    } while presents.hasNew
    if presents.needsThread() { startSending() }
  }

  /// How long the thread sleeps at most: what it waits for may have been read by others.
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

  /// Sends what waits until nothing does.
  private static func sendWaiting(_ start: SendingStart) {
    while !start.queue.endThread() {
      // Between two looks the connection may go away, and with it what waits.
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

/// What the thread starts with.
private final class SendingStart: Sendable {
  // Safe because: set once, before the thread begins; weak references may be read from any thread.
  nonisolated(unsafe) weak var connection: ServerConnection?
  let queue: PresentQueue

  init(_ connection: ServerConnection, _ queue: PresentQueue) {
    self.connection = connection
    self.queue = queue
  }
}
