// Colours with a headroom over the wire: what arrives, and what is refused.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzWireSamples
import Testing

@testable import QuartzWire

@Suite struct ColorHeadroomTests {
  private let pool = BufferPool()
  private let releases = ReleaseQueue()

  /// A commit of one layer's values, with an animation between two colours.
  private func commit(_ values: [(PropertyID, PropertyValue)]) -> Commit {
    var bag = PropertyBag()
    for (id, value) in values { bag[id] = value }
    var commit = Commit()
    commit.changes = [.init(LayerID(1), bag)]
    return commit
  }

  private func sample(_ commit: Commit) throws -> SampleMessage {
    try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool)
  }

  private func decode(_ sample: SampleMessage) throws -> Commit {
    let received = try sample.decoded(as: ClientMessage.self, releases: releases)
    guard case .commit(let message) = received.message else { return Commit() }
    return message.commit
  }

  private static let bright = Color(1.25, -0.5, 0, 0.5, headroom: 2.5)
  private static let plain = Color(0.25, 0.5, 0.75, 1)

  @Test func headroomsArrive() throws {
    var cell = ParticleCell()
    (cell.color, cell.end) = (Self.bright, 1)
    var commit = commit([
      (.backgroundColor, .color(Self.bright)), (.borderColor, .color(Self.plain)),
      (.colors, .colors([Self.plain, Self.bright])), (.emitterCells, .cells(CellBox([cell]))),
    ])
    let ends = BasicAnimation(
      from: .color(Self.plain),
      to: .color(Self.bright),
      by: nil
    )
    commit.animations = [
      .add(
        LayerID(1),
        key: "color",
        AnimationState(
          target: AnimationTarget(.backgroundColor),
          kind: .basic(ends),
          timing: MediaTiming()
        )
      )
    ]
    let decoded = try decode(try sample(commit))
    #expect(decoded.changes == commit.changes)
    #expect(decoded.animations == commit.animations)
    #expect(decoded.changes[0].values[.colors]?.colors == [Self.plain, Self.bright])
  }

  /// Colours without a headroom have the bytes that older servers read.
  @Test func plainColorsAreAsEver() throws {
    let empty = try sample(commit([])).bytes.count
    let color = try sample(commit([(.backgroundColor, .color(Self.plain))])).bytes.count
    let bright = try sample(commit([(.backgroundColor, .color(Self.bright))])).bytes.count
    #expect(bright - color == 8 && color > empty)
    #expect(PropertyValue.colors([Self.plain, Self.plain]).kind == .numbers)
    #expect(PropertyValue.colors([Self.plain, Self.bright]).kind == .brightColors)
    let list = try sample(commit([(.colors, .colors([Self.plain, Self.bright]))])).bytes.count
    let numbers = try sample(commit([(.colors, .colors([Self.plain, Self.plain]))])).bytes.count
    #expect(list - numbers == 16)
  }

  /// The message with another number in the place of a headroom of 2.5.
  private func replacing(_ sample: SampleMessage, by number: Double) throws -> SampleMessage {
    func bytes(_ number: Double) -> [UInt8] {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
    }
    let old = bytes(2.5)
    let place = sample.bytes.indices.last {
      $0 + 8 <= sample.bytes.count && Array(sample.bytes[$0..<$0 + 8]) == old
    }
    var changed = sample
    let start = try #require(place)
    changed.bytes.replaceSubrange(start..<start + 8, with: bytes(number))
    return changed
  }

  @Test func otherHeadroomsAreRefused() throws {
    let one = try sample(commit([(.backgroundColor, .color(Self.bright))]))
    let list = try sample(commit([(.colors, .colors([Self.plain, Self.bright]))]))
    for number in [Double.nan, Double.infinity, -Double.infinity, -1, 0.5, 65505, 1e300] {
      #expect(throws: WireError.self, "\(number)") {
        try decode(try replacing(one, by: number))
      }
      #expect(throws: WireError.self, "\(number)") {
        try decode(try replacing(list, by: number))
      }
    }
    // A colour that says nothing has another tag.
    #expect(throws: WireError.self) { try decode(try replacing(one, by: 0)) }
    #expect(throws: WireError.self) { try decode(try replacing(list, by: 0)) }
    let largest = try decode(try replacing(one, by: 65504)).changes[0].values[.backgroundColor]
    #expect(largest?.color?.headroom == 65504)
  }

  /// Servers that draw no extended ranges get colours within SDR white: A6.2 from headroom 2.
  @Test func olderServersGetMappedColors() throws {
    let bright = commit([
      (.backgroundColor, .color(Color(1, 1, 1, 0.5, headroom: 2))),
      (.borderColor, .color(Self.plain)),
      (.colors, .colors([Self.plain, Color(1.353256, 1.353256, 1.353256, headroom: 2)])),
    ])
    let values = bright.inStandardRange.changes[0].values
    let color = try #require(values[.backgroundColor]?.color)
    // The encoded value of 0.78265.
    #expect(abs(color.red - 0.897589) < 1e-5 && color.alpha == 0.5 && color.headroom == 0)
    #expect(values[.borderColor] == .color(Self.plain))
    #expect(values[.colors]?.kind == .numbers)
    #expect(abs((values[.colors]?.numbers?[4] ?? 0) - 1) < 1e-5)
  }
}
