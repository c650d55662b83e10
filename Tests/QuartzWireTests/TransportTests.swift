// Messages and descriptors over real sockets, whole and in pieces.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzModel
import QuartzWireSamples
import TestRandom
import Testing

@testable import QuartzWire

@Suite struct TransportTests {
  let pool = BufferPool()
  let releases = ReleaseQueue()

  private func ends(
    limits: WireLimits = WireLimits()
  ) throws -> (SocketTransport, SocketTransport) {
    let (one, other) = try Socket.pair()
    return (SocketTransport(one, limits: limits), SocketTransport(other, limits: limits))
  }

  /// Everything that has come.
  private func messages(_ end: SocketTransport) throws -> [Received<ClientMessage>] {
    var found: [Received<ClientMessage>] = []
    while try end.receiver.receive() == .message {
      while let next = try end.receiver.next(ClientMessage.self, releases: releases) {
        found.append(next)
      }
    }
    return found
  }

  @Test func messagesArriveInOrder() throws {
    let (client, server) = try ends()
    for serial in 1...50 {
      try client.send(
        WireWriter.encode(DestroyContext(context: UInt32(serial)), serial: UInt64(serial))
      )
    }
    let found = try messages(server)
    #expect(found.map(\.serial) == Array(1...50))
    #expect(found.last?.message.opcode == .destroyContext)
  }

  @Test func descriptorsTravelWithTheirMessages() throws {
    let (client, server) = try ends()
    var generator = SeededGenerator(seed: 1)
    var sent: [PixelBuffer] = []
    var watched: [SharedBuffer] = []
    for serial in 1...5 {
      var commit = Commit()
      sent.append(.random(width: 100 + serial, height: 170, using: &generator))
      commit.createdImages = [.init(ImageID(1), sent[serial - 1])]
      let encoded = try WireWriter.encode(
        CommitMessage(context: 1, commit: commit),
        serial: UInt64(serial),
        pool: pool
      )
      watched += encoded.attachments
      try client.send(encoded)
      try client.send(WireWriter.encode(Ping(), serial: 0))
    }
    let found = try messages(server)
    #expect(found.count == 10)
    for (index, pixels) in sent.enumerated() {
      guard case .commit(let message) = found[index * 2].message else { continue }
      expectSamePixels(message.commit.createdImages[0].pixels, pixels)
      #expect(descriptors(like: watched[index].descriptor) == 1)
    }
  }

  /// One byte at a time: nothing is whole before the last one.
  @Test func messageInPieces() throws {
    for sample in try SampleMessages.client(pool: pool) {
      let (socket, other) = try Socket.pair()
      let receiver = MessageReceiver(other, limits: WireLimits(), messageBytes: 1 << 20)
      for (index, byte) in sample.bytes.enumerated() {
        let numbers = index == 0 ? sample.descriptors : []
        var byte = byte
        #expect(quartz_send(socket.descriptor, &byte, 1, numbers, Int32(numbers.count)) == 1)
        let isLast = index == sample.bytes.count - 1
        #expect(try receiver.receive() == (isLast ? .message : .nothing))
        let next = try receiver.next(ClientMessage.self, releases: releases)
        #expect((next != nil) == isLast)
      }
    }
  }

  /// A message that is larger than what the socket holds goes piece by piece, with its descriptors.
  @Test func messageLargerThanTheSocket() throws {
    var limits = WireLimits()
    limits.queueBytes = .max
    let (client, server) = try ends(limits: limits)
    var generator = SeededGenerator(seed: 2)
    var commit = Commit.creating(layers: 200_000)
    commit.createdImages = [.init(ImageID(1), .random(using: &generator))]
    try client.send(
      WireWriter.encode(CommitMessage(context: 1, commit: commit), serial: 1, pool: pool)
    )
    #expect(client.wantsToSend)
    var found: [Received<ClientMessage>] = []
    var rounds = 0
    while found.isEmpty {
      found = try messages(server)
      try client.flush()
      rounds += 1
    }
    #expect(rounds > 2 && !client.wantsToSend)
    guard case .commit(let message) = found[0].message else { return }
    #expect(message.commit.created == commit.created)
    #expect(message.commit.createdImages.count == 1)
  }

  @Test func readerThatNeverReads() throws {
    var limits = WireLimits()
    limits.queueBytes = 10_000
    let (client, server) = try ends(limits: limits)
    let message = try WireWriter.encode(
      ReleaseFrames(buffers: Array(repeating: 1, count: 1000)),
      serial: 1
    )
    var sent = 0
    #expect {
      while true {
        try client.send(message)
        sent += 1
      }
    } throws: { error in
      guard case .queueFull(let bytes, 10_000) = error as? WireError else { return false }
      return bytes > 10_000 && bytes < 20_000
    }
    #expect(sent > 2)
    withExtendedLifetime(server) {}
  }

  @Test func deathOfTheOtherSide() throws {
    let (client, server) = try ends()
    server.socket.shutDown()
    #expect(throws: WireError.disconnected) {
      try client.send(WireWriter.encode(Ping(), serial: 1))
    }
    #expect(try client.receiver.receive() == .end)
  }

  /// Messages sent before the end are still read.
  @Test func lastMessageBeforeTheEnd() throws {
    let (client, server) = try ends()
    try client.send(WireWriter.encode(Ping(), serial: 9))
    client.socket.shutDown()
    #expect(try messages(server).map(\.serial) == [9])
    #expect(try server.receiver.receive() == .end)
  }

  @Test func descriptorsThatNoMessageNames() throws {
    let (socket, other) = try Socket.pair()
    let buffer = try pool.buffer(byteCount: 1)
    var receiver: MessageReceiver? = MessageReceiver(
      other,
      limits: WireLimits(),
      messageBytes: 1 << 20
    )
    let sample = try SampleMessage(Ping(), pool: pool)
    let numbers = [buffer.descriptor, buffer.descriptor]
    #expect(quartz_send(socket.descriptor, sample.bytes, sample.bytes.count, numbers, 2) == 16)
    #expect(try receiver?.receive() == .message)
    #expect(descriptors(like: buffer.descriptor) == 3)
    #expect(throws: WireError.strayDescriptors(count: 2)) {
      try receiver?.next(ClientMessage.self, releases: releases)
    }
    receiver = nil
    #expect(descriptors(like: buffer.descriptor) == 1)
  }

  @Test func refusedMessageClosesItsDescriptors() throws {
    let (socket, other) = try Socket.pair()
    let buffer = try pool.buffer(byteCount: 1)
    let receiver = MessageReceiver(other, limits: WireLimits(), messageBytes: 1 << 20)
    var sample = try SampleMessage(Ping(), pool: pool)
    sample.bytes[5] = 1
    #expect(quartz_send(socket.descriptor, sample.bytes, 16, [buffer.descriptor], 1) == 16)
    #expect(try receiver.receive() == .message)
    #expect(throws: WireError.self) {
      try receiver.next(ClientMessage.self, releases: releases)
    }
    #expect(descriptors(like: buffer.descriptor) == 1)
  }

  /// A header that promises much costs nothing before the bytes come.
  @Test func longMessageBeforeTheHandshake() throws {
    let (socket, other) = try Socket.pair()
    let server = SocketTransport(
      other,
      limits: WireLimits(),
      messageBytes: WireLimits.handshakeBytes
    )
    var sample = try SampleMessage(Hello(clientName: "x"), pool: pool)
    sample.bytes.replaceSubrange(0..<4, with: [0, 0, 0, 1])
    #expect(quartz_send(socket.descriptor, sample.bytes, sample.bytes.count, nil, 0) > 0)
    #expect(try server.receiver.receive() == .message)
    #expect(
      throws: WireError.limitExceeded(
        opcode: .hello,
        offset: 0,
        what: "bytes",
        count: 1 << 24,
        limit: 1024
      )
    ) { try server.receiver.next(ClientMessage.self, releases: releases) }
    #expect(server.receiver.lastSerial == 7)
  }

  /// Damaged streams in random pieces: an error or an end, no trap, no descriptor left.
  @Test func randomStreams() throws {
    var generator = SeededGenerator(seed: 12)
    let samples = try SampleMessages.client(pool: pool)
    let withPixels = try #require(samples.first { !$0.attachments.isEmpty })
    for _ in 0..<1000 {
      let (socket, other) = try Socket.pair()
      let receiver = MessageReceiver(other, limits: WireLimits(), messageBytes: 1 << 20)
      for _ in 0..<3 {
        let sample = samples[generator.index(below: samples.count)].mutated(using: &generator)
        send(sample, over: socket, using: &generator)
      }
      socket.shutDown()
      do {
        while try receiver.receive() == .message {
          _ = try receiver.next(ClientMessage.self, releases: releases)
        }
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
    #expect(releases.inUse == 0)
    #expect(descriptors(like: withPixels.attachments[0].descriptor) == 1)
  }

  private func send(
    _ sample: SampleMessage,
    over socket: Socket,
    using generator: inout SeededGenerator
  ) {
    var rest = sample.bytes[...]
    var numbers = sample.descriptors
    while !rest.isEmpty {
      let piece = Array(rest.prefix(1 + generator.index(below: 64)))
      guard
        quartz_send(socket.descriptor, piece, piece.count, numbers, Int32(numbers.count)) > 0
      else { return }
      rest = rest.dropFirst(piece.count)
      numbers = []
    }
  }
}
