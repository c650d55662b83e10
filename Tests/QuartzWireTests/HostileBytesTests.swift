// Messages that are cut, damaged or made up: an error each time, never a trap.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzWireSamples
import TestRandom
import Testing

@testable import QuartzWire

@Suite struct HostileBytesTests {
  let pool = BufferPool()
  let releases = ReleaseQueue()

  /// Every message cut at every byte, its header telling the truth about the length that is left.
  @Test func everyMessageCutAtEveryByte() throws {
    for sample in try SampleMessages.client(pool: pool) {
      expectNoBeginningIsAMessage(sample, as: ClientMessage.self)
    }
    for sample in try SampleMessages.server(pool: pool) {
      expectNoBeginningIsAMessage(sample, as: ServerMessage.self)
    }
    #expect(releases.inUse == 0)
  }

  private func expectNoBeginningIsAMessage<Messages: MessageSet>(
    _ sample: SampleMessage,
    as type: Messages.Type
  ) {
    for count in 0..<sample.bytes.count {
      var cut = sample
      cut.bytes.removeLast(sample.bytes.count - count)
      cut.repairLength()
      #expect(throws: WireError.self, "\(sample.opcode) cut at \(count)") {
        try cut.decoded(as: type, releases: releases)
      }
    }
  }

  @Test func moreBytesThanTheMessageHas() throws {
    for sample in try SampleMessages.client(pool: pool) {
      var longer = sample
      longer.bytes.append(0)
      longer.repairLength()
      #expect(throws: WireError.self, "\(sample.opcode)") {
        try longer.decoded(as: ClientMessage.self, releases: releases)
      }
    }
  }

  /// 100,000 random changes.
  ///
  /// Messages that still decode can be written again.
  @Test(arguments: 0..<10)
  func randomMutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var limits = WireLimits()
    limits.messageBytes = 1 << 20
    limits.tree.imageBytes = 1 << 20
    let client = try SampleMessages.client(pool: pool, seed: seed)
    let server = try SampleMessages.server(pool: pool, seed: seed)
    var refused = 0
    for index in 0..<10_000 {
      do {
        if index % 4 == 0 {
          let sample = server[generator.index(below: server.count)].mutated(using: &generator)
          _ = try sample.decoded(as: ServerMessage.self, limits: limits, releases: releases)
        } else {
          let sample = client[generator.index(below: client.count)].mutated(using: &generator)
          let received = try sample.decoded(
            as: ClientMessage.self,
            limits: limits,
            releases: releases
          )
          _ = try SampleMessage(received.message.message, pool: pool)
        }
      } catch let error as WireError {
        #expect(!"\(error)".isEmpty)
        refused += 1
      }
    }
    #expect(refused > 5_000)
    #expect(releases.inUse == 0)
  }

  /// A count that the bytes cannot hold is refused before anything is allocated for it.
  @Test func everyCountAtItsLargest() throws {
    for sample in try SampleMessages.client(pool: pool) {
      for place in Header.byteCount..<max(sample.bytes.count - 3, Header.byteCount) {
        var huge = sample
        for index in 0..<4 { huge.bytes[place + index] = 0xFF }
        _ = try? huge.decoded(as: ClientMessage.self, releases: releases)
      }
    }
    #expect(releases.inUse == 0)
  }

  @Test func errorNamesOpcodeOffsetExpectedAndFound() throws {
    var sample = try SampleMessage(ReleaseFrames(buffers: [1]), pool: pool)
    sample.bytes[16] = 2
    expect(
      sample,
      .malformed(
        opcode: .releaseFrames,
        offset: 16,
        expected: "at most 1 numbers in 4 bytes",
        found: "2"
      )
    )
    sample.bytes[4] = 77
    expect(sample, .unknownOpcode(77))
    sample.bytes[4] = Opcode.pong.rawValue
    expect(sample, .unexpectedOpcode(.pong))
    sample.bytes[6] = 1
    expect(
      sample,
      .badHeader(opcode: Opcode.pong.rawValue, offset: 6, expected: "0", found: "1")
    )
  }

  @Test func unknownProperty() throws {
    var values = PropertyBag()
    values[.zPosition] = .number(1)
    var commit = Commit()
    commit.changes = [.init(LayerID(1), values)]
    var sample = try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool)
    // Header, context, time, buffers, images, updates, created, destroyed, count, layer, mask.
    let word = 16 + 4 + 8 + 1 + 4 + 4 + 4 + 4 + 4 + 4 + 1
    #expect(sample.bytes[word] == 1 << PropertyID.zPosition.rawValue)
    sample.bytes[word] = 0
    sample.bytes[word + 7] = 0x80
    expect(
      sample,
      .malformed(
        opcode: .commit,
        offset: word - 1,
        expected: "numbers of properties",
        found: "63"
      )
    )
  }

  @Test func valueOfAnotherType() throws {
    var values = PropertyBag()
    values[.zPosition] = .bool(true)
    var commit = Commit()
    commit.changes = [.init(LayerID(1), values)]
    expect(
      try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool),
      .malformed(opcode: .commit, offset: 62, expected: "zPosition: number", found: "bool")
    )
  }

  @Test func nameThatIsNotInTheList() throws {
    var values = PropertyBag()
    values[.contentsGravity] = .name(12)
    var commit = Commit()
    commit.changes = [.init(LayerID(1), values)]
    expect(
      try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool),
      .malformed(
        opcode: .commit,
        offset: 63,
        expected: "a name's index below 12",
        found: "12"
      )
    )
  }

  @Test func textThatIsNotUTF8() throws {
    var sample = try SampleMessage(Hello(clientName: "abc"), pool: pool)
    sample.bytes[sample.bytes.count - 1] = 0xC3
    expect(
      sample,
      .malformed(
        opcode: .hello,
        offset: 28,
        expected: "3 bytes of UTF-8",
        found: "bytes that are not"
      )
    )
  }

  @Test func otherVersionIsRefused() throws {
    let sample = try SampleMessage(Hello(version: 2, clientName: ""), pool: pool)
    expect(sample, .versionMismatch(ours: 1, theirs: 2))
    #expect(Failure(.versionMismatch(ours: 1, theirs: 2)).code == .unsupportedVersion)
  }

  @Test func sizesOfOutputs() throws {
    for (width, height, scale) in [(0, 1, 1.0), (16385, 1, 1), (1, 1, .nan), (1, 1, 0)] {
      let configuration = ContextConfiguration(width: width, height: height, scale: scale)
      let sample = try SampleMessage(
        CreateContext(context: 1, configuration: configuration, clock: .real),
        pool: pool
      )
      #expect(throws: WireError.self) {
        try sample.decoded(as: ClientMessage.self, releases: releases)
      }
    }
  }

  @Test func limitsOfCommits() throws {
    var limits = WireLimits()
    limits.tree.layers = 4
    limits.messageBytes = 200
    let sample = try SampleMessage(
      CommitMessage(context: 1, commit: .creating(layers: 5)),
      pool: pool
    )
    expect(
      sample,
      .limitExceeded(opcode: .commit, offset: 37, what: "created layers", count: 5, limit: 4),
      limits
    )
    let large = try SampleMessage(
      CommitMessage(context: 1, commit: .creating(layers: 50)),
      pool: pool
    )
    expect(
      large,
      .limitExceeded(
        opcode: .commit,
        offset: 0,
        what: "bytes",
        count: large.bytes.count,
        limit: 200
      ),
      limits
    )
    #expect(throws: WireError.self) {
      try WireWriter.encode(
        CommitMessage(context: 1, commit: .creating(layers: 50)),
        serial: 1,
        limits: limits
      )
    }
  }

  private func expect(
    _ sample: SampleMessage,
    _ error: WireError,
    _ limits: WireLimits = WireLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error, sourceLocation: sourceLocation) {
      try sample.decoded(as: ClientMessage.self, limits: limits, releases: releases)
    }
  }
}
