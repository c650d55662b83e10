// Random numbers that are functions: the same particle has the same ones at any time, anywhere.
// Licensed under the MIT license; see LICENSE.
//
// A particle's key is mixed from the layer's seed, its cell and its number; each of its random
// numbers is mixed from the key and the number's purpose. Nothing is drawn from a sequence, so a
// particle can be worked out without those before it. The mixing is that of SplitMix64 (Steele,
// Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).

/// The random numbers of one particle, or of all that descend from a key.
struct ParticleRandom: Equatable {
  let key: UInt64

  /// The purpose of a random number.
  enum Purpose: UInt64 {
    case lifetime = 1, velocity, longitude, latitude, scale, spin, red, green, blue, alpha
    case positionX, positionY, positionZ, side
    case orientationLatitude, orientationLongitude
  }

  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  private init(key: UInt64) {
    self.key = key
  }

  /// The key of a cell of a layer.
  init(seed: UInt64, cell: Int) {
    key = ParticleRandom.mixed(
      ParticleRandom.mixed(seed &+ ParticleRandom.golden) ^ UInt64(truncatingIfNeeded: cell)
    )
  }

  /// The particle with a number.
  @inline(__always)
  func particle(_ number: UInt64) -> ParticleRandom {
    ParticleRandom(key: ParticleRandom.mixed(key &+ (number &+ 1) &* ParticleRandom.golden))
  }

  /// A cell of which this particle emits.
  @inline(__always)
  func cell(_ cell: Int) -> ParticleRandom {
    ParticleRandom(key: ParticleRandom.mixed(key ^ ~UInt64(truncatingIfNeeded: cell)))
  }

  /// Uniform in 0..<1, in steps of 2^-53.
  @inline(__always)
  func unit(_ purpose: Purpose) -> Double {
    let bits = ParticleRandom.mixed(key &+ purpose.rawValue &* ParticleRandom.golden)
    return Double(bits >> 11) * 0x1p-53
  }

  /// Uniform in `mean` ± `range` / 2.
  @inline(__always)
  func value(_ mean: Double, range: Double, _ purpose: Purpose) -> Double {
    range == 0 ? mean : mean + range * (unit(purpose) - 0.5)
  }

  @inline(__always)
  private static func mixed(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
