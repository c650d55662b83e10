// Damages messages as a broken or hostile sender would.
// Licensed under the MIT license; see LICENSE.

package import TestRandom

extension SampleMessage {
  /// The message with one to four random changes: bits, bytes, numbers, pieces cut out, doubled or
  /// moved.
  ///
  /// Half of the time the length in the header is made right again, so that the damage reaches what
  /// reads the payload.
  package func mutated(using generator: inout SeededGenerator) -> SampleMessage {
    var copy = self
    for _ in 0...generator.index(below: 4) where !copy.bytes.isEmpty { copy.damage(&generator) }
    if generator.once(in: 2) { copy.repairLength() }
    return copy
  }

  private mutating func damage(_ generator: inout SeededGenerator) {
    let place = generator.index(below: bytes.count)
    let length = min(1 + generator.index(below: 16), bytes.count - place)
    switch generator.index(below: 7) {
    case 0: bytes[place] ^= 1 << UInt8(generator.index(below: 8))
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 2: overwrite(place, &generator)
    case 3: bytes.removeSubrange(place..<place + length)
    case 4: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
    case 5: bytes.removeLast(bytes.count - place)
    default:
      let other = generator.index(below: bytes.count)
      let count = min(length, bytes.count - other)
      bytes.replaceSubrange(place..<place + min(count, length), with: bytes[other..<other + count])
    }
  }

  /// Puts a number at the edge of some range over four bytes.
  private mutating func overwrite(_ place: Int, _ generator: inout SeededGenerator) {
    let edges: [UInt32] = [
      0, 1, 0x7F, 0xFF, 0x100, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
      UInt32(bytes.count),
    ]
    let edge = edges[generator.index(below: edges.count)]
    for index in 0..<min(4, bytes.count - place) {
      bytes[place + index] = UInt8(truncatingIfNeeded: edge >> UInt32(8 * index))
    }
  }
}
