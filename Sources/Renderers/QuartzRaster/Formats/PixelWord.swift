// One pixel of four bytes as a word: multiplying by alpha and back, other orders of bytes.
// Licensed under the MIT license; see LICENSE.
//
// A word has red in its lowest byte, as everywhere. The rounding rules, with c a colour byte and a
// the alpha byte, are exact and to nearest, halves up:
//
//     premultiplied(c) = (2 c a + 255) / 510
//     straight(c)      = min(255, (2 · 255 c + a) / 2 a)        0 if a = 0
//
// Making a premultiplied pixel (c <= a) straight and premultiplied again gives the same pixel.

/// The arithmetic of single pixels of four bytes.
package enum PixelWord {
  /// c a / 255, rounded to nearest; exact for all bytes.
  @inline(__always)
  package static func product(_ c: UInt32, _ a: UInt32) -> UInt32 {
    let t = c &* a &+ 128
    return (t &+ (t &>> 8)) &>> 8
  }

  @inline(__always)
  package static func premultiplied(_ word: UInt32) -> UInt32 {
    let a = word &>> 24
    return product(word & 0xFF, a) | product((word &>> 8) & 0xFF, a) &<< 8
      | product((word &>> 16) & 0xFF, a) &<< 16 | word & 0xFF00_0000
  }

  @inline(__always)
  package static func straight(_ word: UInt32) -> UInt32 {
    let a = word &>> 24
    guard a != 255 else { return word }
    guard a != 0 else { return 0 }
    // ceil(2^24 / a): for numerators below 2^16 the quotient is exact, for 65152 (2^24 mod a) <
    // 2^24.
    let reciprocal = (16_777_215 &+ a) / a
    var result = word & 0xFF00_0000
    for shift in 0..<3 as Range<UInt32> {
      let c = (word &>> (shift &* 8)) & 0xFF
      let scaled = UInt64(c &* 255 &+ a / 2) &* UInt64(reciprocal)
      result |= min(UInt32(scaled &>> 24), 255) &<< (shift &* 8)
    }
    return result
  }

  /// Red and blue change places.
  @inline(__always)
  package static func swapped(_ word: UInt32) -> UInt32 {
    word & 0xFF00_FF00 | (word & 0xFF) &<< 16 | (word &>> 16) & 0xFF
  }

  /// The word from the four bytes of a layout, in the order of memory; and back.
  @inline(__always)
  static func word(_ bytes: UInt32, from layout: PixelFormat.Layout) -> UInt32 {
    switch layout {
    case .rgba8: bytes
    case .bgra8: swapped(bytes)
    case .argb8: bytes &>> 8 | bytes &<< 24
    case .abgr8: bytes.byteSwapped
    case .gray8: bytes &* 0x01_0101 | 0xFF00_0000
    case .alpha8: bytes &<< 24
    case .rgbaHalf: 0
    }
  }

  @inline(__always)
  static func bytes(_ word: UInt32, to layout: PixelFormat.Layout) -> UInt32 {
    switch layout {
    case .rgba8: word
    case .bgra8: swapped(word)
    case .argb8: word &<< 8 | word &>> 24
    case .abgr8: word.byteSwapped
    case .gray8: word & 0xFF
    case .alpha8: word &>> 24
    case .rgbaHalf: 0
    }
  }

  /// The channels in 0...1.
  @inline(__always)
  package static func color(_ word: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(word & 0xFF) * (1 / 255),
      Float((word &>> 8) & 0xFF) * (1 / 255),
      Float((word &>> 16) & 0xFF) * (1 / 255),
      Float(word &>> 24) * (1 / 255)
    )
  }

  /// The channels, clamped to 0...1 and rounded to nearest; NaN counts as 0.
  @inline(__always)
  package static func word(_ color: SIMD4<Float>) -> UInt32 {
    byte(color.x) | byte(color.y) &<< 8 | byte(color.z) &<< 16 | byte(color.w) &<< 24
  }

  /// The channels in 0...255.
  @inline(__always)
  static func levels(_ word: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(word & 0xFF),
      Float((word &>> 8) & 0xFF),
      Float((word &>> 16) & 0xFF),
      Float(word &>> 24)
    )
  }

  /// Channels of 0...255, which they must not leave, rounded to nearest.
  @inline(__always)
  static func word(levels: SIMD4<Float>) -> UInt32 {
    let v = levels + 0.5
    return UInt32(v.x) | UInt32(v.y) &<< 8 | UInt32(v.z) &<< 16 | UInt32(v.w) &<< 24
  }

  @inline(__always)
  private static func byte(_ value: Float) -> UInt32 { UInt32(SourceOver.unit(value) * 255 + 0.5) }
}
