// Both halves of a connection.
// Licensed under the MIT license; see LICENSE.

/// A transport of whole messages over a socket, with or without waiting.
///
/// A server polls `descriptor`, calls `receive` and then `next` until no message is left, and
/// `flush` when the socket can be written and `wantsToSend`. A client calls `send(_:until:)`. One
/// thread at a time.
package final class SocketTransport {
  package let socket: Socket
  package let sender: MessageSender
  package let receiver: MessageReceiver
  private let limits: WireLimits

  /// Takes over a connection; `limits` are those of this end.
  ///
  /// `messageBytes` is the longest message that is accepted at first: a server starts with
  /// `WireLimits.handshakeBytes` and raises it after the handshake.
  package init(_ socket: Socket, limits: WireLimits, messageBytes: Int? = nil) {
    self.socket = socket
    self.limits = limits
    sender = MessageSender(socket)
    receiver = MessageReceiver(
      socket,
      limits: limits,
      messageBytes: messageBytes ?? limits.messageBytes
    )
  }

  /// The socket's number, for `poll`.
  package var descriptor: Int32 { socket.descriptor }

  /// Whether queued bytes wait for the socket.
  package var wantsToSend: Bool { sender.queuedBytes > 0 }

  /// Sends without waiting; the bytes that the socket does not take are queued for `flush`.
  ///
  /// The message may be larger than what may wait: the other side had no time to read it yet.
  ///
  /// - Throws: `WireError.queueFull` if too much is queued already, `.disconnected`.
  package func send(_ message: EncodedMessage) throws(WireError) {
    if sender.queuedBytes > 0 { try sender.flush() }
    guard sender.queuedBytes <= limits.queueBytes else {
      throw .queueFull(bytes: sender.queuedBytes, limit: limits.queueBytes)
    }
    sender.enqueue(message)
    try sender.flush()
  }

  /// Sends more queued bytes, without waiting.
  package func flush() throws(WireError) {
    try sender.flush()
  }

  /// Sends and waits until the socket has taken everything.
  ///
  /// It reads meanwhile, so that two sides that both send do not deadlock.
  ///
  /// `read` is called when something can be read.
  package func send(
    _ message: EncodedMessage,
    until deadline: Deadline,
    whileWaiting read: () throws(WireError) -> Void
  ) throws(WireError) {
    sender.enqueue(message)
    while true {
      switch try sender.flush() {
      case .done: return
      case .full:
        try socket.wait(orSend: true, until: deadline)
        try read()
      case .tooManyDescriptors:
        // No event reports when the other side has taken some, so try again after a millisecond.
        try pause(until: deadline)
        try read()
      }
    }
  }

  /// Sends a message if the socket takes it at once, and does nothing if it does not.
  ///
  /// - Returns: Whether it was sent.
  package func sendAtOnce(_ message: EncodedMessage) throws(WireError) -> Bool {
    guard !wantsToSend else { return false }
    sender.enqueue(message)
    guard try sender.flush() != .done else { return true }
    return !sender.withdrawLast()
  }

  private func pause(until deadline: Deadline) throws(WireError) {
    do {
      try socket.wait(orSend: false, until: Deadline(seconds: 0.001))
    } catch .timedOut {
      if deadline.milliseconds == 0 { throw .timedOut(seconds: deadline.seconds) }
    }
  }
}
