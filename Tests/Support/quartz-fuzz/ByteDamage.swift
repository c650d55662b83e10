// Damages bytes as a broken disk, a hasty program or an attacker would.
// Licensed under the MIT license; see LICENSE.

import TestRandom

extension [UInt8] {
  /// Changes a few bytes, numbers or pieces.
  mutating func damage(_ generator: inout SeededGenerator, head: Int = 64) {
    for _ in 0...generator.index(below: 4) where !isEmpty { damageOnce(&generator, head) }
  }

  private mutating func damageOnce(_ generator: inout SeededGenerator, _ head: Int) {
    // Heads are hit as often as all the rest.
    let place = generator.index(below: generator.once(in: 2) ? Swift.min(count, head) : count)
    let length = Swift.min(1 + generator.index(below: 24), count - place)
    switch generator.index(below: 8) {
    case 0: self[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: self[place] ^= 1 << UInt8(generator.index(below: 8))
    case 2: self[place] &+= generator.once(in: 2) ? 1 : 255
    case 3: putNumber(at: place, &generator)
    case 4: removeSubrange(place..<place + length)
    case 5: insert(contentsOf: self[place..<place + length], at: place)
    case 6:
      let other = generator.index(below: count - length + 1)
      replaceSubrange(place..<place + length, with: Array(self[other..<other + length]))
    default: if generator.once(in: 6) { removeLast(count - place) }
    }
  }

  /// A number at the edge of some range, of one to eight bytes, in either order.
  private mutating func putNumber(at place: Int, _ generator: inout SeededGenerator) {
    let edges: [UInt64] = [
      0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
      0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max, UInt64(count), 16_384, 65_537,
    ]
    let edge = edges[generator.index(below: edges.count)]
    let width = 1 << generator.index(below: 4)
    let isBig = generator.once(in: 2)
    for index in 0..<Swift.min(width, count - place) {
      let shift = UInt64(8 * (isBig ? width - 1 - index : index))
      self[place + index] = UInt8(truncatingIfNeeded: edge >> shift)
    }
  }
}

/// Numbers that programs are seldom tested with, and plain ones.
enum HostileNumber {
  private static let edges: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e-300, -1e-300, 1e300, -1e308, .greatestFiniteMagnitude,
    .leastNonzeroMagnitude, .nan, .infinity, -.infinity, 9_007_199_254_740_992, 2_147_483_648,
    -2_147_483_649, 4_294_967_296, 9.3e18, -9.3e18, 1.9e19, 16_384, 16_385, 1e-8, 1e7,
  ]

  /// Two of three are such as programs use.
  static func next(_ generator: inout SeededGenerator, oddOnceIn odd: Int = 8) -> Double {
    if generator.once(in: odd) { return edges[generator.index(below: edges.count)] }
    if generator.once(in: 3) { return Double(generator.index(below: 65)) }
    return Double.random(in: -40...80, using: &generator)
  }
}
