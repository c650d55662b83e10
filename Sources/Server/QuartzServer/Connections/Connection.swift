// A client's socket on the connections' thread.
// Licensed under the MIT license; see LICENSE.

import QuartzWire

/// A connection that reads a client's messages and queues the answers.
///
/// It answers Hello and Ping itself. All other messages go to the client's loop, which is made for
/// the first of them. Messages are not decoded here, and a turn reads a bounded number of bytes
/// before other connections have theirs.
///
/// Belongs to the connections' thread.
final class Connection {
  /// The outcome of reading or writing.
  enum Outcome {
    /// The connection continues when the socket is ready again.
    case open
    /// The client is gone.
    case closed
    /// The client gets the reason and is disconnected; it has no loop to do so.
    case refused(Failure, serial: UInt64)
  }

  /// Bytes that are read before other connections have their turn; a message counts as at least
  /// `messageCost`.
  private static let bytesPerTurn = 1 << 20
  private static let messageCost = 1 << 10

  let id: ClientID
  private let transport: SocketTransport
  private let releases: ReleaseQueue
  private let limits: ServerLimits
  private let welcome: Welcome
  private let flowControl: FlowControl
  private let makeLoop: (NewClient) throws(SystemError) -> Mailbox<ServerEvent>?
  /// The client's own name; nil before its Hello.
  private var name: String?
  /// The client's loop; nil before the first message for it.
  private(set) var loop: Mailbox<ServerEvent>?
  /// The first message for the loop, while there are too many loops for another one.
  private var firstMessage: ReceivedMessage?
  /// Whether reading pauses until the loop has handled the waiting messages.
  private var isPaused = false
  /// Whether the client has erred; its loop knows and will end it.
  private var isBroken = false
  /// Whether there may be more to read, even if the socket is not readable.
  private(set) var hasMore = false
  /// Whether the process lacks room for the next descriptors; no event reports when it has room
  /// again.
  private(set) var lacksDescriptors = false
  /// Whether the socket takes no descriptors now; no event reports when it does again.
  private(set) var isStalled = false

  /// - Parameters:
  ///   - wake: Called on any thread when there is something for `sendReleases` to send.
  ///   - makeLoop: Makes the client's loop; nil if there are too many now.
  // Long because: a connection knows neither the server nor its loops.
  init(
    _ id: ClientID,
    _ socket: Socket,
    limits: ServerLimits,
    memory: MemoryLedger,
    welcome: Welcome,
    wake: @escaping @Sendable () -> Void,
    makeLoop: @escaping (NewClient) throws(SystemError) -> Mailbox<ServerEvent>?
  ) {
    self.id = id
    self.limits = limits
    self.welcome = welcome
    self.makeLoop = makeLoop
    flowControl = FlowControl(limits: limits, memory: memory)
    transport = SocketTransport(
      socket,
      limits: limits.wire,
      messageBytes: WireLimits.handshakeBytes
    )
    releases = ReleaseQueue(limit: limits.wire.buffers, wake: wake)
  }

  var descriptor: Int32 { transport.descriptor }
  var wantsToRead: Bool { !isPaused && !isBroken && !lacksDescriptors && firstMessage == nil }
  var waitsForLoop: Bool { firstMessage != nil }
  var wantsToWrite: Bool { transport.wantsToSend && !isStalled && !isBroken }
  /// The client's name in the log.
  var label: String {
    "\(id) (\(name.flatMap { $0.isEmpty ? nil : LogText.quoted($0) } ?? "no name"))"
  }

  // MARK: Reading

  /// Reads the available bytes, for a turn.
  func read() -> Outcome {
    // A connection that does not want to read is polled only for its end.
    guard wantsToRead else { return .closed }
    return readMessages()
  }

  /// Tries again to receive descriptors.
  func retry() -> Outcome {
    lacksDescriptors = false
    return wantsToRead ? readMessages() : .open
  }

  /// Tries again to get a loop.
  func retryLoop() -> Outcome {
    guard let received = firstMessage else { return .open }
    firstMessage = nil
    do throws(WireError) {
      try post(received)
    } catch {
      return fail(error, serial: received.serial)
    }
    return wantsToRead ? readMessages() : .open
  }

  func resume() -> Outcome {
    isPaused = false
    // Bytes already in memory do not make the socket readable.
    return wantsToRead ? readMessages() : .open
  }

  private func readMessages() -> Outcome {
    var left = Connection.bytesPerTurn
    hasMore = false
    do throws(WireError) {
      while wantsToRead {
        guard left > 0 else {
          hasMore = true
          return .open
        }
        switch try transport.receiver.receive(atMost: left) {
        case .nothing: return .open
        case .more: left = 0
        case .noDescriptors: lacksDescriptors = true
        case .end: return .closed
        case .message:
          guard let message = try transport.receiver.nextUnread() else { continue }
          left -= max(message.byteCount, Connection.messageCost)
          try take(message)
        }
      }
    } catch {
      return fail(error, serial: transport.receiver.lastSerial)
    }
    return .open
  }

  private func take(_ message: UnreadMessage) throws(WireError) {
    let opcode = message.header.opcode
    guard name != nil else {
      guard opcode == .hello else {
        throw .malformed(
          opcode: opcode,
          offset: Header.byteCount,
          expected: "Hello first",
          found: "\(opcode)"
        )
      }
      return try greet(message)
    }
    // A ping is answered at once, even if other messages wait.
    guard opcode != .ping else {
      _ = try decode(message)
      return try send(Pong(), message.header.serial)
    }
    try post(ReceivedMessage(message, releases: releases))
  }

  private func decode(_ message: UnreadMessage) throws(WireError) -> ClientMessage {
    try message.decode(ClientMessage.self, limits: limits.wire, releases: releases)
  }

  private func greet(_ message: UnreadMessage) throws(WireError) {
    guard case .hello(let hello) = try decode(message) else { return }
    name = hello.clientName
    transport.receiver.messageBytes = limits.wire.messageBytes
    try send(welcome, message.header.serial)
  }

  private func post(_ received: ReceivedMessage) throws(WireError) {
    do throws(SystemError) {
      if loop == nil {
        loop = try makeLoop(
          NewClient(
            id: id,
            name: name ?? "",
            flowControl: flowControl,
            process: transport.socket.peerProcess
          )
        )
      }
    } catch {
      throw .system(call: error.call, path: "", code: error.code)
    }
    guard let loop else {
      firstMessage = received
      return
    }
    isPaused = !flowControl.add(received)
    loop.post(.received(id, received))
  }

  /// Ends the client after its earlier messages.
  private func fail(_ error: WireError, serial: UInt64) -> Outcome {
    if error == .disconnected { return .closed }
    guard !isBroken else { return .open }
    isBroken = true
    guard let loop else { return .refused(Failure(error), serial: serial) }
    let received = ReceivedMessage(error, serial: serial)
    _ = flowControl.add(received)
    loop.post(.received(id, received))
    return .open
  }

  // MARK: Sending

  /// Sends as much of a message as the socket takes; the rest is queued.
  func send(_ message: ServerMessage, answering serial: UInt64) -> Outcome {
    guard !isBroken else { return .open }
    return attempt { () throws(WireError) in try send(message.message, serial) }
  }

  /// Releases buffers that are no longer drawn.
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

  /// Sends the last message; bytes that the socket does not take at once are lost.
  func sendLast(_ failure: Failure, answering serial: UInt64) {
    do throws(WireError) {
      try send(failure, serial)
    } catch {
      // The client does not read or is gone; it will not learn why.
    }
  }

  private func send(_ message: some Message, _ serial: UInt64) throws(WireError) {
    try transport.send(try WireWriter.encode(message, serial: serial, limits: limits.wire))
  }

  private func attempt(_ body: () throws(WireError) -> Void) -> Outcome {
    do throws(WireError) {
      try body()
    } catch {
      return fail(error, serial: 0)
    }
    return .open
  }
}
