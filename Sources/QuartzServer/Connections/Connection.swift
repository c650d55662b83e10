// One client's socket as the connections' thread has it.
// Licensed under the MIT license; see LICENSE.

import QuartzWire

/// Reads a client's messages and queues what it is sent.
///
/// Belongs to the connections' thread.
final class Connection {
  /// How reading or writing went.
  enum Outcome {
    /// It goes on when the socket is ready again.
    case open
    /// The client is gone.
    case closed
  }

  let id: ClientID
  let gauge: InboxGauge
  private let transport: SocketTransport
  private let releases: ReleaseQueue
  private let limits: WireLimits
  private let events: Mailbox<ServerEvent>
  /// No more is read until the render thread has handled what waits.
  private var isPaused = false
  /// It has erred; the render thread is told and will end it.
  private var isBroken = false
  /// The socket takes no descriptors now; nothing tells when it does again.
  private(set) var isStalled = false

  /// - Parameter wake: Called on any thread when `sendReleases` has something to do.
  init(
    _ id: ClientID,
    _ socket: Socket,
    limits: ServerLimits,
    events: Mailbox<ServerEvent>,
    wake: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.limits = limits.wire
    self.events = events
    gauge = InboxGauge(limits: limits)
    transport = SocketTransport(
      socket,
      limits: limits.wire,
      messageBytes: WireLimits.handshakeBytes
    )
    releases = ReleaseQueue(limit: limits.wire.buffers, wake: wake)
  }

  var descriptor: Int32 { transport.descriptor }
  var wantsToRead: Bool { !isPaused && !isBroken }
  var wantsToWrite: Bool { transport.wantsToSend && !isStalled && !isBroken }

  /// Reads what has come and posts each message.
  func read() -> Outcome {
    // A connection that does not want to read is woken only by its end.
    guard wantsToRead else { return .closed }
    return readMessages()
  }

  func resume() -> Outcome {
    isPaused = false
    // What is in memory already makes no socket readable.
    return isBroken ? .open : readMessages()
  }

  private func readMessages() -> Outcome {
    do throws(WireError) {
      while wantsToRead {
        switch try transport.receiver.receive() {
        case .nothing: return .open
        case .end: return .closed
        case .message:
          let received = try transport.receiver.next(ClientMessage.self, releases: releases)
          if let received { post(received) }
        }
      }
    } catch {
      fail(error, serial: transport.receiver.lastSerial)
    }
    return .open
  }

  private func post(_ received: Received<ClientMessage>) {
    let mayGoOn = gauge.add(byteCount: received.byteCount)
    let letter = ClientLetter(
      received.message,
      serial: received.serial,
      byteCount: received.byteCount
    )
    events.post(.letter(id, letter))
    isPaused = !mayGoOn
  }

  /// Has the render thread end the client, after what it said before.
  private func fail(_ error: WireError, serial: UInt64) {
    guard !isBroken else { return }
    isBroken = true
    _ = gauge.add(byteCount: 0)
    events.post(.letter(id, ClientLetter(error, serial: serial)))
  }

  // MARK: Sending

  /// Sends a message as far as the socket takes it; the rest waits.
  func send(_ message: ServerMessage, answering serial: UInt64) -> Outcome {
    guard !isBroken else { return .open }
    if case .welcome = message { transport.receiver.messageBytes = limits.messageBytes }
    return attempt { () throws(WireError) in
      try transport.send(try encode(message.message, serial))
    }
  }

  /// Gives buffers back that are no longer drawn.
  func sendReleases() -> Outcome {
    let numbers = releases.take()
    return numbers.isEmpty
      ? .open : send(.buffersReleased(BuffersReleased(buffers: numbers)), answering: 0)
  }

  /// Sends more of what waits.
  func flush() -> Outcome {
    attempt { () throws(WireError) in
      isStalled = try transport.sender.flush() == .tooManyDescriptors
    }
  }

  /// The last message; what the socket does not take at once is lost.
  func sendLast(_ failure: Failure, answering serial: UInt64) {
    do throws(WireError) {
      try transport.send(try encode(failure, serial))
    } catch {
      // The client does not read or is gone; it will not learn why.
    }
  }

  private func encode(
    _ message: some Message,
    _ serial: UInt64
  ) throws(WireError) -> EncodedMessage {
    try WireWriter.encode(message, serial: serial, limits: limits)
  }

  private func attempt(_ body: () throws(WireError) -> Void) -> Outcome {
    do throws(WireError) {
      try body()
    } catch {
      if error == .disconnected { return .closed }
      fail(error, serial: 0)
    }
    return .open
  }
}
