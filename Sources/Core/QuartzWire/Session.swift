// One connection of a `ServerConnection`, from handshake to end.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzModel

/// The state of a conversation, protected by the lock of the `ServerConnection`.
struct Session {
  let number: Int
  private(set) var welcome: Welcome
  var lastContext: UInt32 = 0
  /// The choices of the server's user for all programs.
  private(set) var settings = ClientSettings()
  /// Whether the server was asked for it.
  var followsSettings = false
  /// The key whose clients the layers of the connection host; nil for nothing.
  var servedKey: LayerServerKey?

  private let transport: SocketTransport
  private let timeout: Double
  private let pool: BufferPool
  private let releases: ReleaseQueue
  private let capture: (recorder: CaptureRecorder, connection: UInt32)?
  private var lastSerial: UInt64 = 0
  // The reason for the end of the conversation. The first call after it throws the reason, and
  // later calls throw that the connection is closed.
  private var end: WireError?
  // The refusal of a message without an answer, until the next call throws it.
  private var lateRefusal: WireError?
  /// Bytes of the messages that have come, without pixels.
  private(set) var receivedBytes = 0
  // The serial of the awaited answer, and the answer.
  private var awaitedSerial: UInt64 = 0
  private var answer: ServerMessage?
  // Buffers that the server reads, with the number of messages that named each.
  private var inUse: [UInt32: (buffer: SharedBuffer, count: Int)] = [:]
  // The image of each picture that the server has, and the number of pictures of each image.
  private var presented: [UInt32: SlotKey] = [:]
  private var presentCounts: [SlotKey: Int] = [:]

  /// Connects and shakes hands.
  init(
    number: Int,
    path: String,
    options: ServerConnection.Options,
    pool: BufferPool
  ) throws(WireError) {
    self.number = number
    self.pool = pool
    timeout = options.timeout
    releases = ReleaseQueue(limit: options.limits.buffers)
    capture = options.recorder.map { ($0, $0.open()) }
    let deadline = Deadline(seconds: options.timeout)
    transport = SocketTransport(
      try Socket.connect(to: path, until: deadline),
      limits: options.limits
    )
    welcome = Welcome(
      backend: BackendDescription(name: "", renderer: ""),
      maximumSide: 0,
      limits: WireLimits()
    )
    let hello = Hello(clientName: options.clientName)
    let answer = try call(hello)
    guard case .welcome(let welcome) = answer else { throw unexpected(answer) }
    self.welcome = welcome
  }

  var isConnected: Bool {
    mutating get {
      // Reading detects a server that has died.
      readArrived()
      return end == nil
    }
  }

  var buffersInUse: Int {
    mutating get {
      readArrived()
      return inUse.count
    }
  }

  /// The socket, to wait for what arrives.
  var socket: Socket { transport.socket }

  /// Reads the arrived messages, without waiting.
  mutating func collect() {
    readArrived()
  }

  mutating func close() {
    finish(.disconnected)
  }

  /// Calls `onEnd` when this conversation has ended.
  func watch(onEnd: @escaping @Sendable () -> Void) throws(WireError) {
    try HangUpWatch.start(transport.socket, onEnd: onEnd)
  }

  /// Ends the conversation and frees the server's memory in it and this side's buffers.
  private mutating func finish(_ error: WireError) {
    guard end == nil else { return }
    transport.socket.shutDown()
    if let capture { capture.recorder.close(capture.connection) }
    inUse.removeAll()
    presented.removeAll()
    presentCounts.removeAll()
    end = error
  }

  func check(_ context: RemoteContext) throws(WireError) {
    guard context.session == number else { throw .disconnected }
  }
}

// MARK: Sending

extension Session {
  /// Sends a message that has no answer.
  mutating func post(_ message: some Message) throws(WireError) {
    readArrived()
    // An exceeded budget does not block a commit, which may be the one that fixes it.
    if case .refused(let failure)? = lateRefusal, failure.code == .budgetSpent { lateRefusal = nil }
    try throwWhatHappened()
    try send(message, until: Deadline(seconds: timeout))
  }

  /// Sends a message and waits for its answer.
  mutating func call(_ message: some Message) throws(WireError) -> ServerMessage {
    readArrived()
    try throwWhatHappened()
    let deadline = Deadline(seconds: timeout)
    answer = nil
    awaitedSerial = try send(message, until: deadline)
    defer { awaitedSerial = 0 }
    while true {
      readArrived()
      if let answer {
        self.answer = nil
        return answer
      }
      try throwWhatHappened()
      try transport.socket.wait(orSend: false, until: deadline)
    }
  }

  mutating func frame(_ request: some Message) throws(WireError) -> Frame {
    let answer = try call(request)
    guard case .frame(var frame) = answer else { throw unexpected(answer) }
    // The server lends a limited number of frames, so a client that keeps many gets copies.
    if releases.inUse > welcome.limits.framesInFlight / 2, let copy = frame.pixels.copy() {
      frame.pixels = copy
    }
    return frame
  }

  /// Returns the error of an answer of the wrong kind, and ends the conversation.
  mutating func unexpected(_ answer: ServerMessage) -> WireError {
    finish(.disconnected)
    return .unexpectedOpcode(answer.opcode)
  }

  /// Sends the buffers to release and then the message; returns the message's number.
  @discardableResult
  private mutating func send(
    _ message: some Message,
    until deadline: Deadline
  ) throws(WireError) -> UInt64 {
    let released = releases.take()
    if !released.isEmpty { try transmit(ReleaseFrames(buffers: released), until: deadline) }
    try transmit(message, until: deadline)
    return lastSerial
  }

  private mutating func transmit(
    _ message: some Message,
    until deadline: Deadline
  ) throws(WireError) {
    lastSerial += 1
    let encoded = try WireWriter.encode(
      message,
      serial: lastSerial,
      limits: welcome.limits,
      pool: pool
    )
    for buffer in encoded.attachments {
      inUse[buffer.id, default: (buffer, 0)].count += 1
    }
    if let capture { capture.recorder.record(encoded, of: capture.connection) }
    do throws(WireError) {
      try transport.send(encoded, until: deadline) { readArrived() }
    } catch {
      // The server may have sent the reason before it closed the connection.
      readArrived()
      finish(error)
      try throwWhatHappened()
    }
  }

  private mutating func throwWhatHappened() throws(WireError) {
    if let error = end {
      end = .disconnected
      throw error
    }
    if let error = lateRefusal {
      lateRefusal = nil
      throw error
    }
  }
}

// MARK: Presents

extension Session {
  /// The limit of pictures of one image in the server: the one it shows and the next.
  private static let mostPresents = 2

  /// Sends the waiting pictures that can be sent without waiting.
  mutating func send(_ queue: PresentQueue) {
    readArrived()
    queue.send { send($0) }
  }

  /// Sends all waiting pictures, so that a frame requested now shows them.
  mutating func sendAll(_ queue: PresentQueue) throws(WireError) {
    let deadline = Deadline(seconds: timeout)
    while !queue.isEmpty {
      queue.send { send($0, isLimited: false) }
      readArrived()
      if !queue.isEmpty { try transport.socket.wait(orSend: true, until: deadline) }
    }
  }

  private mutating func send(
    _ item: PresentQueue.Item,
    isLimited: Bool = true
  ) -> PresentOutcome {
    guard end == nil, item.context.session == number else { return .taken }
    guard
      !item.isAtOnce || !isLimited || presentCounts[item.slot, default: 0] < Session.mostPresents
    else {
      return .waits
    }
    do throws(WireError) {
      let encoded = try encode(item)
      guard try transport.sendAtOnce(encoded) else { return .full }
      lastSerial += 1
      if let capture {
        // A capture is drawn when all pictures are made.
        var plain = item
        plain.present?.fence = nil
        let message = encoded.fence == nil ? encoded : try encode(plain)
        capture.recorder.record(message, of: capture.connection)
      }
      for buffer in encoded.attachments {
        inUse[buffer.id, default: (buffer, 0)].count += 1
        if presented.updateValue(item.slot, forKey: buffer.id) == nil {
          presentCounts[item.slot, default: 0] += 1
        }
      }
    } catch {
      // The next call throws an encoding error, or the end of the conversation.
      if case .cannotEncode = error { lateRefusal = error } else { finish(error) }
    }
    return .taken
  }
}

extension Session {
  private func encode(_ item: PresentQueue.Item) throws(WireError) -> EncodedMessage {
    let (serial, limits) = (lastSerial + 1, welcome.limits)
    guard let present = item.present else {
      let message = FlushSlot(context: item.context.id, image: item.image)
      return try WireWriter.encode(message, serial: serial, limits: limits, pool: pool)
    }
    if present.fence != nil {
      let message = PresentFencedSlot(context: item.context.id, present: present)
      return try WireWriter.encode(message, serial: serial, limits: limits, pool: pool)
    }
    let message = PresentSlot(context: item.context.id, present: present)
    return try WireWriter.encode(message, serial: serial, limits: limits, pool: pool)
  }
}

// MARK: Receiving

extension Session {
  /// Reads all arrived messages, without waiting.
  private mutating func readArrived() {
    do throws(WireError) {
      while end == nil {
        switch try transport.receiver.receive() {
        case .message:
          if let received = try transport.receiver.next(ServerMessage.self, releases: releases) {
            take(received)
          }
        case .nothing, .more: return
        case .noDescriptors: throw .system(call: "recvmsg", path: "", code: EMFILE)
        case .end: throw .disconnected
        }
      }
    } catch {
      finish(error)
    }
  }

  private mutating func take(_ received: Received<ServerMessage>) {
    receivedBytes += received.byteCount
    switch received.message {
    case .buffersReleased(let released):
      for id in released.buffers { release(id) }
    case .failure(let failure) where failure.endsConnection:
      finish(.refused(failure))
    case .failure(let failure):
      lateRefusal = .refused(failure)
    case .clientSettings(let settings): self.settings = settings
    case .welcome, .contextCreated, .frame, .statistics, .pong, .frameBegan, .hosting,
      .contextStatistics, .contexts, .change, .overridden, .outputEvents:
      // An answer that came too late for its call is dropped, together with a frame's memory.
      if received.serial == awaitedSerial { answer = received.message }
    }
  }

  private mutating func release(_ id: UInt32) {
    guard let (buffer, count) = inUse[id] else { return }
    inUse[id] = count > 1 ? (buffer, count - 1) : nil
    if count == 1, let slot = presented.removeValue(forKey: id) {
      presentCounts[slot] = presentCounts[slot].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }
}
