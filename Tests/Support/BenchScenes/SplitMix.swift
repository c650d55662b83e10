// The random numbers of scenes.
// Licensed under the MIT license; see LICENSE.

/// SplitMix64 (Steele, Lea, Flood 2014).
///
/// Peers/skia_bench.py has the same generator, so that peers draw the same scenes.
package struct SplitMix {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A fraction of 24 bits, 0..<1, which a Float has exactly.
  package mutating func unit() -> Double { Double(next() >> 40) / 16_777_216 }

  /// A fraction of 53 bits, 0..<1.
  package mutating func fineUnit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
