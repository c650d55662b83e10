// The sending half of a connection.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults

/// A sender that sends messages in order as the socket takes them, and queues the rest.
///
/// One thread at a time.
package final class MessageSender {
  private let socket: Socket
  // The messages to send start at `first`; that message continues at `sentBytes`.
  private var queue: ContiguousArray<EncodedMessage> = []
  private var first = 0
  private var sentBytes = 0
  /// The queued bytes, which wait for the other side to read.
  package private(set) var queuedBytes = 0

  package init(_ socket: Socket) {
    self.socket = socket
  }

  package func enqueue(_ message: EncodedMessage) {
    queue.append(message)
    queuedBytes += message.byteCount
  }

  /// Withdraws the last message, if none of it has been sent.
  ///
  /// - Returns: Whether it was withdrawn.
  func withdrawLast() -> Bool {
    guard let last = queue.last, first < queue.count - 1 || sentBytes == 0 else { return false }
    queue.removeLast()
    queuedBytes -= last.byteCount
    return true
  }

  /// The result of `flush`.
  package enum Progress {
    /// Nothing waits.
    case done
    /// The socket is full; `poll` reports when it is not.
    case full
    /// Too many descriptors of this user are in flight, until a receiver reads.
    case tooManyDescriptors
  }

  /// Sends as much as the socket takes, without waiting.
  ///
  /// - Throws: `WireError.disconnected` if the other side is gone.
  @discardableResult
  package func flush() throws(WireError) -> Progress {
    while first < queue.count {
      guard let count = try send(queue[first]) else { return .full }
      if count < 0 { return .tooManyDescriptors }
      if sentBytes == 0 { queue[first].attachments.forEach { $0.wasSent() } }
      sentBytes += count
      queuedBytes -= count
      if sentBytes == queue[first].byteCount {
        first += 1
        sentBytes = 0
      }
    }
    queue.removeAll(keepingCapacity: true)
    first = 0
    return .done
  }

  /// Sends the rest of the first message.
  ///
  /// Returns the bytes sent, nil if the socket is full, -1 if there are too many descriptors.
  private func send(_ message: EncodedMessage) throws(WireError) -> Int? {
    // The descriptors go with the first byte, so they are sent once any byte is.
    let descriptors =
      sentBytes == 0 ? message.descriptors : []
    let count = uninterrupted {
      quartz_send(
        socket.descriptor,
        message.block.base + sentBytes,
        message.byteCount - sentBytes,
        descriptors,
        Int32(descriptors.count)
      )
    }
    if count >= 0 { return count }
    switch errno {
    case EAGAIN: return nil
    case ETOOMANYREFS: return -1
    case EPIPE, ECONNRESET: throw .disconnected
    default: throw .system("sendmsg")
    }
  }
}
