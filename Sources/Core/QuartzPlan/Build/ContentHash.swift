// A hash that is the same in every process.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// A 64-bit hash that is the same in every process.
struct ContentHash {
  private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0xff51_afd7_ed55_8ccd
    value ^= value >> 32
  }

  mutating func add(_ number: Int32) { add(UInt64(truncatingIfNeeded: number)) }

  mutating func add(_ number: Float) { add(UInt64(number.bitPattern)) }

  mutating func add(_ vector: SIMD4<Float>) {
    add(UInt64(vector.x.bitPattern) << 32 | UInt64(vector.y.bitPattern))
    add(UInt64(vector.z.bitPattern) << 32 | UInt64(vector.w.bitPattern))
  }

  mutating func add(_ rect: PixelRect) {
    add(UInt64(UInt32(bitPattern: rect.minX)) << 32 | UInt64(UInt32(bitPattern: rect.minY)))
    add(UInt64(UInt32(bitPattern: rect.maxX)) << 32 | UInt64(UInt32(bitPattern: rect.maxY)))
  }
}
