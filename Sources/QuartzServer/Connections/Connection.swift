// One client's socket as the connections' thread has it.
// Licensed under the MIT license; see LICENSE.

import QuartzWire

/// Reads a client's messages and queues what it is sent.
///
/// It greets and answers pings by itself; all else goes to the client's loop, which is made for the
/// first message that needs it. Messages are not decoded here, and no more than a bounded number of bytes
/// is read before other connections have their turn.
///
/// Belongs to the connections' thread.
final class Connection {
  /// How reading or writing went.
  enum Outcome {
    /// It goes on when the socket is ready again.
    case open
    /// The client is gone.
    case closed
    /// The client is to be told why, and to be gone; it has no loop that could say so.
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
  private let gauge: InboxGauge
  private let makeLoop: (NewClient) throws(SystemError) -> Mailbox<ServerEvent>?
  /// What the client calls itself; nil before its Hello.
  private var name: String?
  /// The client's loop; nil before the first message for it.
  private(set) var loop: Mailbox<ServerEvent>?
  /// The first letter for the loop, while there are too many loops for another one.
  private var firstLetter: ClientLetter?
  /// No more is read until the loop has handled what waits.
  private var isPaused = false
  /// It has erred; its loop is told and will end it.
  private var isBroken = false
  /// There may be more to read, though the socket may not say so.
  private(set) var hasMore = false
  /// The process has no room for the descriptors that come next; nothing tells when it has again.
  private(set) var lacksDescriptors = false
  /// The socket takes no descriptors now; nothing tells when it does again.
  private(set) var isStalled = false

  /// - Parameters:
  ///   - wake: Called on any thread when `sendReleases` has something to do.
  ///   - makeLoop: Makes the client's loop; nil if there are too many now.
  init(
    _ id: ClientID,
    _ socket: Socket,
    limits: ServerLimits,
    welcome: Welcome,
    wake: @escaping @Sendable () -> Void,
    makeLoop: @escaping (NewClient) throws(SystemError) -> Mailbox<ServerEvent>?
  ) {
    self.id = id
    self.limits = limits
    self.welcome = welcome
    self.makeLoop = makeLoop
    gauge = InboxGauge(limits: limits)
    transport = SocketTransport(
      socket,
      limits: limits.wire,
      messageBytes: WireLimits.handshakeBytes
    )
    releases = ReleaseQueue(limit: limits.wire.buffers, wake: wake)
  }

  var descriptor: Int32 { transport.descriptor }
  var wantsToRead: Bool { !isPaused && !isBroken && !lacksDescriptors && firstLetter == nil }
  var waitsForLoop: Bool { firstLetter != nil }
  var wantsToWrite: Bool { transport.wantsToSend && !isStalled && !isBroken }
  /// What the log calls the client.
  var label: String {
    "\(id) (\(name.flatMap { $0.isEmpty ? nil : LogText.quoted($0) } ?? "no name"))"
  }

  // MARK: Reading

  /// Reads what has come, for a turn.
  func read() -> Outcome {
    // A connection that does not want to read is woken only by its end.
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
    guard let letter = firstLetter else { return .open }
    firstLetter = nil
    do throws(WireError) {
      try post(letter)
    } catch {
      return fail(error, serial: letter.serial)
    }
    return wantsToRead ? readMessages() : .open
  }

  func resume() -> Outcome {
    isPaused = false
    // What is in memory already makes no socket readable.
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
    // Whatever waits, the client learns at once that the server is there.
    guard opcode != .ping else {
      _ = try decode(message)
      return try send(Pong(), message.header.serial)
    }
    try post(ClientLetter(message, releases: releases))
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

  private func post(_ letter: ClientLetter) throws(WireError) {
    do throws(SystemError) {
      if loop == nil { loop = try makeLoop(NewClient(id: id, name: name ?? "", gauge: gauge)) }
    } catch {
      throw .system(call: error.call, path: "", code: error.code)
    }
    guard let loop else {
      firstLetter = letter
      return
    }
    isPaused = !gauge.add(letter)
    loop.post(.letter(id, letter))
  }

  /// Has the client ended, after what it said before.
  private func fail(_ error: WireError, serial: UInt64) -> Outcome {
    if error == .disconnected { return .closed }
    guard !isBroken else { return .open }
    isBroken = true
    guard let loop else { return .refused(Failure(error), serial: serial) }
    let letter = ClientLetter(error, serial: serial)
    _ = gauge.add(letter)
    loop.post(.letter(id, letter))
    return .open
  }

  // MARK: Sending

  /// Sends a message as far as the socket takes it; the rest waits.
  func send(_ message: ServerMessage, answering serial: UInt64) -> Outcome {
    guard !isBroken else { return .open }
    return attempt { () throws(WireError) in try send(message.message, serial) }
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
