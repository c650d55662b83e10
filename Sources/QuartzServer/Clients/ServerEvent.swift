// What other threads hand to the render thread, and what it hands to them.
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

/// A message of a client, complete and decoded, or why it could not be.
package struct ClientLetter: Sendable {
  package enum Content: Sendable {
    case message(ClientMessage)
    case error(WireError)
  }

  package var content: Content
  /// The client's number for it; the answer has the same.
  package var serial: UInt64
  /// What it took on the wire, its pixels left out.
  package var byteCount: Int

  package init(_ message: ClientMessage, serial: UInt64, byteCount: Int = 0) {
    content = .message(message)
    self.serial = serial
    self.byteCount = byteCount
  }

  package init(_ error: WireError, serial: UInt64) {
    content = .error(error)
    self.serial = serial
    byteCount = 0
  }
}

/// What the render thread is told.
enum ServerEvent: Sendable {
  case connected(ClientID, InboxGauge)
  case letter(ClientID, ClientLetter)
  /// The connection is gone; everything of the client's is to be freed.
  case disconnected(ClientID)
  /// Asks for the statistics, as they are when all that was posted before has been dealt with.
  case question(@Sendable (Statistics) -> Void)
  case stop
}

/// Where the render thread's answers go.
///
/// Calls come from the render thread and return at once.
package protocol Outlet: AnyObject, Sendable {
  func send(_ message: ServerMessage, answering serial: UInt64, to client: ClientID)
  /// Ends a client: it is told why, and its connection is closed. Nothing more is sent to it.
  func end(_ client: ClientID, because failure: Failure, answering serial: UInt64)
  /// The client's letters that waited have been handled so far that more may be read.
  func resume(_ client: ClientID)
}

/// How many letters of a client wait for the render thread; both sides keep it.
///
/// The side that reads pauses when it is full; the render thread says `resume` when half of it has
/// been handled, so that a client that floods the server is slowed down and takes bounded memory.
final class InboxGauge: Sendable {
  private struct State {
    var letters = 0
    var bytes = 0
    var isPaused = false
  }

  private let limits: ServerLimits
  private let state = Mutex(State())

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// Counts a letter that was posted.
  ///
  /// - Returns: Whether more may be read. If not, wait for `resume`.
  func add(byteCount: Int) -> Bool {
    state.withLock { state in
      state.letters += 1
      state.bytes += byteCount
      state.isPaused =
        state.letters >= limits.messagesWaiting || state.bytes >= limits.bytesWaiting
      return !state.isPaused
    }
  }

  /// Counts a letter that was handled.
  ///
  /// - Returns: Whether the reading side paused and may go on.
  func remove(byteCount: Int) -> Bool {
    state.withLock { state in
      state.letters -= 1
      state.bytes -= byteCount
      let isLow =
        state.letters <= limits.messagesWaiting / 2 && state.bytes <= limits.bytesWaiting / 2
      guard state.isPaused, isLow else { return false }
      state.isPaused = false
      return true
    }
  }
}
