// Round trips: a message that is read equals the one that was written.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzWireSamples
import TestRandom
import Testing

@testable import QuartzWire

@Suite struct MessageRoundTripTests {
  let pool = BufferPool()
  let releases = ReleaseQueue()

  @Test func samplesOfAllMessages() throws {
    let samples = try SampleMessages.client(pool: pool) + SampleMessages.server(pool: pool)
    #expect(Set(samples.map(\.opcode)) == Set(Opcode.allCases))
  }

  @Test func clientMessagesAgain() throws {
    for sample in try SampleMessages.client(pool: pool) {
      try expectSameBytes(sample, as: ClientMessage.self)
    }
  }

  @Test func serverMessagesAgain() throws {
    for sample in try SampleMessages.server(pool: pool) {
      try expectSameBytes(sample, as: ServerMessage.self)
    }
  }

  /// Decoding and encoding again gives the same bytes, but for the numbers of buffers.
  private func expectSameBytes<Messages: MessageSet>(
    _ sample: SampleMessage,
    as type: Messages.Type
  ) throws {
    let received = try sample.decoded(as: type, releases: releases)
    #expect(received.serial == 7)
    let again = try SampleMessage(received.message.message, pool: BufferPool())
    #expect(again.opcode == sample.opcode)
    if sample.attachments.isEmpty {
      #expect(again.bytes == sample.bytes, "\(sample.opcode)")
    } else {
      #expect(again.bytes.count == sample.bytes.count, "\(sample.opcode)")
      #expect(again.attachments.count == sample.attachments.count)
    }
  }

  @Test func fieldsOfMessages() throws {
    var generator = SeededGenerator(seed: 5)
    let pixels = PixelBuffer.random(using: &generator)
    var counters = FrameCounters()
    counters.cacheMisses = 9
    let frame = Frame(
      context: 8,
      time: 2,
      pixels: pixels,
      damage: [PixelRect(1, 2, 3, 4)],
      counters: counters
    )
    let sample = try SampleMessage(frame, pool: pool)
    guard
      case .frame(let decoded) = try sample.decoded(as: ServerMessage.self, releases: releases)
        .message
    else {
      Issue.record("not a frame")
      return
    }
    #expect(decoded.context == 8 && decoded.time == 2 && decoded.damage == frame.damage)
    #expect(decoded.counters == counters)
    expectSamePixels(decoded.pixels, pixels)
  }

  @Test func failureReasonIsCutAtACharacter() throws {
    let failure = Failure(
      refusedOpcode: 4,
      code: .malformed,
      endsConnection: true,
      reason: String(repeating: "é", count: 3000) + "x"
    )
    let sample = try SampleMessage(failure, pool: pool)
    guard
      case .failure(let decoded) = try sample.decoded(as: ServerMessage.self, releases: releases)
        .message
    else {
      Issue.record("not a failure")
      return
    }
    #expect(decoded.reason == String(repeating: "é", count: 2048))
  }

  @Test(arguments: 0..<200)
  func randomCommit(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let commit = Commit.random(
      layers: 30,
      images: seed % 4 == 0 ? 3 : 0,
      using: &generator
    )
    let decoded = try decode(commit)
    #expect(decoded.time == commit.time)
    #expect(decoded.created == commit.created)
    #expect(decoded.destroyed == commit.destroyed)
    #expect(decoded.changes == commit.changes)
    #expect(decoded.sublayers == commit.sublayers)
    #expect(decoded.animations == commit.animations)
    #expect(decoded.root == commit.root)
    #expect(decoded.destroyedImages == commit.destroyedImages)
    #expect(decoded.createdImages.map(\.image) == commit.createdImages.map(\.image))
    for (one, other) in zip(decoded.createdImages, commit.createdImages) {
      expectSamePixels(one.pixels, other.pixels)
    }
    #expect(decoded.updatedImages.map(\.part) == commit.updatedImages.map(\.part))
    #expect(decoded.updatedImages.map(\.image) == commit.updatedImages.map(\.image))
    for (one, other) in zip(decoded.updatedImages, commit.updatedImages) {
      expectSamePixels(one.pixels, other.pixels)
    }
  }

  /// Every row of the table crosses with its default and with another value.
  @Test(arguments: PropertyTable.all.map(\.id))
  func everyProperty(id: PropertyID) throws {
    var generator = SeededGenerator(seed: UInt64(id.rawValue))
    let row = PropertyTable[id]
    let source = ValueSource(layers: 3, hasOddNumbers: false)
    for value in [row.defaultValue, source.value(row.type, &generator)] {
      var commit = Commit()
      var values = PropertyBag()
      values[id] = value
      commit.changes = [.init(LayerID(1), values)]
      #expect(try decode(commit).changes == commit.changes)
    }
  }

  /// NaN with its bits, infinities and negative zero come back as they went.
  @Test func numbersBitByBit() throws {
    let odd = Double(bitPattern: 0x7FF8_0000_DEAD_BEEF)
    var values = PropertyBag()
    values[.position] = .point(Point(odd, -0.0))
    values[.zPosition] = .number(-.infinity)
    var commit = Commit()
    commit.changes = [.init(LayerID(1), values)]
    let decoded = try decode(commit).changes[0].values
    #expect(decoded[.position]?.point?.x.bitPattern == odd.bitPattern)
    #expect(decoded[.position]?.point?.y.sign == .minus)
    #expect(decoded[.zPosition]?.number == -.infinity)
  }

  /// A layer that moved and faded takes 39 bytes, as the codec's head says.
  @Test func changedLayerIsSmall() throws {
    let empty = try SampleMessage(CommitMessage(context: 1, commit: Commit()), pool: pool)
    var values = PropertyBag()
    values[.position] = .point(Point(1, 2))
    values[.opacity] = .number(0.5)
    var commit = Commit()
    commit.changes = [.init(LayerID(1), values)]
    let one = try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool)
    #expect(one.bytes.count - empty.bytes.count == 39)
  }

  private func decode(_ commit: Commit) throws -> Commit {
    let sample = try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool)
    let received = try sample.decoded(as: ClientMessage.self, releases: releases)
    guard case .commit(let message) = received.message else { return Commit() }
    return message.commit
  }
}

/// Compares sizes and the pixels of all rows; gaps between rows do not count.
func expectSamePixels(
  _ one: PixelBuffer,
  _ other: PixelBuffer,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(one.width == other.width && one.height == other.height, sourceLocation: sourceLocation)
  #expect(one.isOpaque == other.isOpaque, sourceLocation: sourceLocation)
  let isSame = one.withBytes { ones in
    other.withBytes { others in
      (0..<min(one.height, other.height)).allSatisfy { row in
        let width = min(one.width, other.width) * 4
        return ones[row * one.rowBytes..<row * one.rowBytes + width]
          .elementsEqual(others[row * other.rowBytes..<row * other.rowBytes + width])
      }
    }
  }
  #expect(isSame, sourceLocation: sourceLocation)
}
