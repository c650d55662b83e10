// The sending half of a connection.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc

/// Sends messages in order, as far as the socket takes them, and keeps the rest.
///
/// One thread at a time.
package final class MessageSender {
  private let socket: Socket
  // Sent from `first` on; the first of them from `sentBytes` on.
  private var queue: ContiguousArray<EncodedMessage> = []
  private var first = 0
  private var sentBytes = 0
  /// Bytes that wait for the other side to read.
  package private(set) var queuedBytes = 0

  package init(_ socket: Socket) {
    self.socket = socket
  }

  package func enqueue(_ message: EncodedMessage) {
    queue.append(message)
    queuedBytes += message.byteCount
  }

  /// Takes back the last message, if nothing of it has gone.
  ///
  /// - Returns: Whether it was taken back.
  func withdrawLast() -> Bool {
    guard let last = queue.last, first < queue.count - 1 || sentBytes == 0 else { return false }
    queue.removeLast()
    queuedBytes -= last.byteCount
    return true
  }

  /// How far `flush` came.
  package enum Progress {
    /// Nothing waits.
    case done
    /// The socket is full; `poll` tells when it is not.
    case full
    /// Too many descriptors of this user are under way; that passes when somebody reads.
    case tooManyDescriptors
  }

  /// Sends what the socket takes, without waiting.
  ///
  /// - Throws: `WireError.disconnected` if nobody is there to read.
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

  /// Sends the rest of the first message: how much was taken, nil if the socket is full, -1 if there
  /// are too many descriptors.
  private func send(_ message: EncodedMessage) throws(WireError) -> Int? {
    // The descriptors go with the first byte, and are gone once any byte went.
    let descriptors =
      sentBytes == 0 ? message.attachments.map { $0.descriptor } : []
    while true {
      let count = quartz_send(
        socket.descriptor,
        message.block.base + sentBytes,
        message.byteCount - sentBytes,
        descriptors,
        Int32(descriptors.count)
      )
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      case ETOOMANYREFS: return -1
      case EPIPE, ECONNRESET: throw .disconnected
      default: throw .system("sendmsg")
      }
    }
  }
}
