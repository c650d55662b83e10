// The events that loops receive, and the interfaces for their answers.
// Licensed under the MIT license; see LICENSE.

package import QuartzWire
import Synchronization

/// The server's number for a connection; never used again.
package struct ClientID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: UInt64

  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static func < (left: ClientID, right: ClientID) -> Bool {
    left.rawValue < right.rawValue
  }

  package var description: String { "client \(rawValue)" }
}

/// A complete message of a client, or the reason why it could not be received.
package struct ReceivedMessage: Sendable {
  package enum Content: Sendable {
    case message(ClientMessage)
    /// The loop that handles it decodes it, so that a large message delays only its own client.
    case unread(UnreadMessage, ReleaseQueue)
    case error(WireError)
  }

  package var content: Content
  /// The client's number for it; the answer has the same.
  package var serial: UInt64
  /// The bytes on the wire, without pixels.
  package var byteCount = 0
  package var descriptorCount = 0

  package init(_ message: ClientMessage, serial: UInt64) {
    content = .message(message)
    self.serial = serial
  }

  /// - Parameter releases: The queue that receives the numbers of its buffers when they are
  ///   released.
  package init(_ message: UnreadMessage, releases: ReleaseQueue) {
    content = .unread(message, releases)
    serial = message.header.serial
    byteCount = message.byteCount
    descriptorCount = message.descriptorCount
  }

  /// The message's number; nil for one that could not be received.
  var opcode: Opcode? {
    switch content {
    case .message(let message): message.opcode
    case .unread(let message, _): message.header.opcode
    case .error: nil
    }
  }

  package init(_ error: WireError, serial: UInt64) {
    content = .error(error)
    self.serial = serial
  }
}

/// A client for a loop to serve.
struct NewClient: Sendable {
  let id: ClientID
  /// The client's own name.
  let name: String
  let flowControl: FlowControl
  /// The process at the other end of its socket; 0 if that is not known.
  var process: UInt32 = 0
}

/// An event for a loop.
enum ServerEvent: Sendable {
  case connected(NewClient)
  case received(ClientID, ReceivedMessage)
  /// The connection is gone; everything of the client's is to be freed.
  case disconnected(ClientID)
  /// A client of another loop requests something of a context.
  case visit(Visit)
  /// The result of a visit by a client of this loop to another.
  case visited(ClientID, serial: UInt64, VisitResult)
  /// A client that visited contexts of this loop is gone.
  case visitorLeft(ClientID)
  /// Something about trees that are hosted.
  case hosting(HostingEvent)
  /// Something about contexts that are observed.
  case observation(ObservationEvent)
  /// Something about a fence.
  case fence(FenceEvent)
  /// Events of a window of a context; the context gets them, or one in its scene.
  case events(EventFeed, of: UInt64, isRouted: Bool)
  /// `LoopDirectory.overlays` are others.
  case overlayChanged
  /// A context came or went; for the thread of windows.
  case contextsChanged
  /// The screen is this loop's now.
  case screen(ScreenState)
  /// Another loop waits for the screen that this one has.
  case screenIsWanted
  /// Calls back when all earlier events have been handled.
  case query(@Sendable () -> Void)
  case stop
}

/// The receiver of the loops' answers.
///
/// Calls come from the loops' threads and return at once.
package protocol ReplySink: AnyObject, Sendable {
  func send(_ message: ServerMessage, answering serial: UInt64, to client: ClientID)
  /// Ends a client: it gets the reason, and its connection is closed. Nothing more is sent to it.
  func end(_ client: ClientID, because failure: Failure, answering serial: UInt64)
  /// Enough of the client's waiting messages have been handled to read more.
  func resume(_ client: ClientID)
}

/// The number of a client's messages that wait for its loop, updated by both sides.
///
/// The side that reads pauses when it is full; the loop says `resume` when half of it has
/// been handled, so that a client that floods the server is slowed down and takes bounded memory.
final class FlowControl: Sendable {
  private struct State {
    var messages = 0
    var bytes = 0
    var descriptors = 0
    var isPaused = false
  }

  private let limits: ServerLimits
  private let state = Mutex(State())
  private let memory: MemoryLedger

  /// - Parameter memory: The memory of all clients, in which waiting messages are.
  init(limits: ServerLimits, memory: MemoryLedger = MemoryLedger()) {
    self.limits = limits
    self.memory = memory
  }

  deinit {
    memory.add(-state.withLock { $0.bytes })
  }

  /// Counts a message that was posted.
  ///
  /// - Returns: Whether more may be read. If not, wait for `resume`.
  func add(_ received: ReceivedMessage) -> Bool {
    state.withLock { state in
      state.messages += 1
      state.bytes += received.byteCount
      memory.add(received.byteCount)
      state.descriptors += received.descriptorCount
      state.isPaused =
        state.messages >= limits.messagesWaiting || state.bytes >= limits.bytesWaiting
        || state.descriptors >= limits.descriptorsWaiting || memory.isFull
      return !state.isPaused
    }
  }

  /// Counts a message that was handled.
  ///
  /// - Returns: Whether the reading side paused and may go on.
  func remove(_ received: ReceivedMessage) -> Bool {
    state.withLock { state in
      state.messages -= 1
      state.bytes -= received.byteCount
      memory.add(-received.byteCount)
      state.descriptors -= received.descriptorCount
      let isLow =
        state.messages <= limits.messagesWaiting / 2 && state.bytes <= limits.bytesWaiting / 2
        && state.descriptors <= limits.descriptorsWaiting / 2
      guard state.isPaused, isLow else { return false }
      state.isPaused = false
      return true
    }
  }
}
