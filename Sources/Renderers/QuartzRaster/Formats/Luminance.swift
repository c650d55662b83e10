// Colour to grey.
// Licensed under the MIT license; see LICENSE.
//
// The grey that looks as light as a colour has its luminance: the channels' light (decoded by the
// curve of sRGB, IEC 61966-2-1), weighted as the eye weights them (ITU-R BT.709), and encoded
// again. Translucent colours are taken as they lie on black. Grey stays exactly what it is.

/// The luminance of pixels as sRGB-encoded grey.
package enum Luminance {
  /// Makes colours in sRGB-encoded bytes grey: three equal channels; alpha is kept.
  package static func makeGray(_ words: UnsafeMutablePointer<UInt32>, count: Int) {
    let tables = Luminance.tables
    for index in 0..<max(count, 0) {
      let word = words[index]
      let (r, g, b) = (word & 0xFF, (word &>> 8) & 0xFF, (word &>> 16) & 0xFF)
      guard r != g || g != b else { continue }
      let light =
        0.2126 * tables.decoded[Int(r)] + 0.7152 * tables.decoded[Int(g)] + 0.0722
        * tables.decoded[Int(b)]
      words[index] = tables.level(light) &* 0x01_0101 | word & 0xFF00_0000
    }
  }

  private static let tables = Tables()

  private struct Tables: Sendable {
    /// The light of each level, 0...1.
    let decoded = (0...255).map { light(Float($0) / 255) }
    /// The least light of each level: half-way from the one before, on the encoded scale.
    let thresholds: [Float]
    /// The level at the beginning of each 1024th of light.
    let guesses: [UInt8]

    init() {
      let least = (0...255).map { light((Float($0) - 0.5) / 255) }
      thresholds = least
      guesses = (0..<1024).map { step in
        UInt8(least.lastIndex { Float(step) / 1024 >= $0 } ?? 0)
      }
    }

    /// The level whose light is nearest on the encoded scale.
    @inline(__always)
    func level(_ light: Float) -> UInt32 {
      var level = Int(guesses[min(Int(light * 1024), 1023)])
      while level < 255, light >= thresholds[level + 1] { level += 1 }
      return UInt32(level)
    }
  }

  /// The decoding curve of sRGB by a fixed sequence of roots, so that no library's power decides.
  private static func light(_ encoded: Float) -> Float {
    guard encoded > 0.04045 else { return encoded / 12.92 }
    // x^2.4 = x^2 · x^0.4; Newton's method for x^0.4 = y with y^5 = x^2.
    let x = (Double(encoded) + 0.055) / 1.055
    let square = x * x
    var y = 1.0
    for _ in 0..<40 { y -= (y * y * y * y * y - square) / (5 * y * y * y * y) }
    return Float(square * y)
  }
}
