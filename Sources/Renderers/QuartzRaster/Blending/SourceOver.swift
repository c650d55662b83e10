// Source-over on 8-bit pixels: the one rule by which sources become bytes.
// Licensed under the MIT license; see LICENSE.
//
// A source that meets a pixel has four premultiplied channels in 8.8 bits: 65280 = 255 · 256 is 1.
// A colour in Float is rounded to it once; a texel of 8 bits has its byte in the upper half; linear
// sampling fills the lower half too. Coverage, opacity and colour multipliers are factors of 16
// bits, 65535 being 1:
//
//     scaled(s, k) = ((s + 1) · k) >> 16                exactly s for k = 65535, exactly 0 for k = 0
//     exact(k)     = k + (k >> 15)                      saturates at 65535
//     tinted(s, k) = (((s · exact(k)) >> 16) + 128) & 0xFF00
//     over(s, d)   = (s + ((d · 256 · exact(65535 - a)) >> 16) + 128) >> 8
//     a            = s.alpha + (s.alpha >> 8)           65280 becomes 65535
//
// `over` saturates at 255. An opaque source replaces the pixel exactly, a transparent one leaves it
// exactly, and white over white stays white at any alpha. Sources and factors that are bytes, times
// 256 and 257, give exactly the byte that is nearest to `source · factor` and to `source +
// destination · (1 - alpha)`: 255 is odd, so an exact value is at least half of 1/255 of a level
// away from the middle between two levels, and `exact` errs by less than that. A renderer that
// computes in Float therefore gives the same byte. Other sources, which an edge covers in part, are
// within 1/40 of a level of the Float formula before they are rounded. The sixteen bits are what a
// vector unit multiplies at full width; all spans, fast or slow, flat or masked, go through these
// lines, so all give the same bytes.

/// Four premultiplied channels (R, G, B, A) in 8.8 bits; 65280 is 1.
package typealias PixelSource = SIMD4<UInt16>

/// The arithmetic of source-over on pixels of R, G, B, A bytes (red in the lowest byte of a word).
package enum SourceOver {
  /// A factor of 1: coverage, opacity.
  package static let one: UInt16 = 65535

  /// A premultiplied colour as a source; channels outside of 0...1 are clamped, NaN counts as 0.
  package static func source(_ color: SIMD4<Float>) -> PixelSource {
    var source = PixelSource()
    for channel in 0..<4 {
      source[channel] = UInt16(unit(color[channel]) * 65280 + 0.5)
    }
    return source
  }

  /// A factor in 0...1 in 16 bits, rounded to nearest; NaN counts as 0.
  @inline(__always)
  package static func factor(_ value: Float) -> UInt16 {
    UInt16(unit(value) * 65535 + 0.5)
  }

  /// The four channels of a colour as factors.
  package static func factors(_ color: SIMD4<Float>) -> SIMD4<UInt16> {
    SIMD4(factor(color.x), factor(color.y), factor(color.z), factor(color.w))
  }

  /// A pixel as a source.
  @inline(__always)
  package static func source(pixel: UInt32) -> PixelSource {
    PixelSource(
      UInt16((pixel & 0xFF) << 8),
      UInt16(pixel & 0xFF00),
      UInt16((pixel >> 8) & 0xFF00),
      UInt16((pixel >> 16) & 0xFF00)
    )
  }

  /// The source times a factor.
  @inline(__always)
  package static func scaled(_ source: PixelSource, _ factor: UInt16) -> PixelSource {
    scaled(source, SIMD4(repeating: factor))
  }

  /// The source times one factor for each channel.
  @inline(__always)
  package static func scaled(_ source: PixelSource, _ factors: SIMD4<UInt16>) -> PixelSource {
    let wide = SIMD4<UInt32>(truncatingIfNeeded: source) &+ 1
    return PixelSource(truncatingIfNeeded: (wide &* SIMD4(truncatingIfNeeded: factors)) &>> 16)
  }

  /// A factor that takes bytes to the nearest byte exactly.
  @inline(__always)
  private static func exact(_ factor: UInt32) -> UInt32 {
    min(factor &+ (factor &>> 15), 65535)
  }

  /// The source times one factor for each channel, rounded to bytes.
  package static func tinted(_ source: PixelSource, _ factors: SIMD4<UInt16>) -> PixelSource {
    var result = PixelSource()
    for channel in 0..<4 {
      let product = (UInt32(source[channel]) &* exact(UInt32(factors[channel]))) &>> 16
      result[channel] = UInt16(truncatingIfNeeded: (product &+ 128) & 0xFF00)
    }
    return result
  }

  /// The source times a factor, rounded to bytes.
  package static func tinted(_ source: PixelSource, _ factor: UInt16) -> PixelSource {
    tinted(source, SIMD4(repeating: factor))
  }

  /// The pixel that is left when `source` lies over `pixel`.
  @inline(__always)
  package static func blend(_ source: PixelSource, over pixel: UInt32) -> UInt32 {
    let alpha = UInt32(source.w) + UInt32(source.w >> 8)
    let rest = exact(65535 &- alpha)
    var result: UInt32 = 0
    for channel in 0..<4 {
      let shift = UInt32(channel * 8)
      let below = (((pixel &>> shift) & 0xFF) &* 256 &* rest) &>> 16
      let sum = (UInt32(source[channel]) &+ below &+ 128) &>> 8
      result |= min(sum, 255) &<< shift
    }
    return result
  }

  /// The source as a pixel: what it leaves on a pixel that is clear.
  @inline(__always)
  package static func pixel(_ source: PixelSource) -> UInt32 {
    blend(source, over: 0)
  }

  /// `value` clamped to 0...1; 0 for NaN.
  @inline(__always)
  static func unit(_ value: Float) -> Float {
    value > 0 ? (value < 1 ? value : 1) : 0
  }
}
