// Colour to grey.
// Licensed under the MIT license; see LICENSE.
//
// The grey that looks as light as a colour has its luminance: the channels' light (decoded by the
// curve of sRGB, IEC 61966-2-1), weighted as the eye weights them (ITU-R BT.709), and encoded again.
// Translucent colours are taken as they lie on black. Grey stays exactly what it is.

/// The luminance of pixels as sRGB-encoded grey.
package enum Luminance {
  /// The grey of a colour in sRGB-encoded bytes, as a word with three equal channels; alpha is kept.
  package static func gray(_ word: UInt32) -> UInt32 {
    let (r, g, b) = (word & 0xFF, (word &>> 8) & 0xFF, (word &>> 16) & 0xFF)
    guard r != g || g != b else { return word }
    let light = 0.2126 * decoded[Int(r)] + 0.7152 * decoded[Int(g)] + 0.0722 * decoded[Int(b)]
    // The level whose light is nearest on the encoded scale: thresholds lie half-way between levels.
    var (low, high) = (0, 255)
    while low < high {
      let middle = (low + high + 1) / 2
      if light >= thresholds[middle] { low = middle } else { high = middle - 1 }
    }
    return UInt32(low) &* 0x01_0101 | word & 0xFF00_0000
  }

  /// The light of each level, 0...1.
  private static let decoded = (0...255).map { light(Float($0) / 255) }

  /// The least light of each level.
  private static let thresholds = (0...255).map { light((Float($0) - 0.5) / 255) }

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
