// How much of a pixel the bytes of a coverage cover, as factors of 16 bits.
// Licensed under the MIT license; see LICENSE.
//
// A byte is a factor of byte · 257. Bytes are mixed as the channels of texels are
// (TexelSampler.swift): in 8.7 bits by fractions of 15, first the rows, then the columns. The
// result m makes the factor
//
//     s + (s >> 8),   s = 2 m        65280 becomes 65535, and m = byte · 128 becomes byte · 257
//
// Where two factors meet, a coverage and a clip or a mask, their product is
//
//     (a · b + a + b) >> 16          exactly a for b = 65535 and b for a = 65535, 0 for either 0

/// Bytes of coverage in memory, rows from the top: a picture of its own, or one channel of another.
package struct CoverageSource {
  /// The byte of the first texel of the first row.
  ///
  /// The owner keeps it alive for as long as the value is used.
  package var base: UnsafePointer<UInt8>
  package var width: Int32
  package var height: Int32
  package var rowBytes: Int
  /// Bytes from one texel to the next: 1, or 4 for a channel of words.
  package var step: Int

  package init(
    base: UnsafePointer<UInt8>,
    width: Int32,
    height: Int32,
    rowBytes: Int,
    step: Int = 1
  ) {
    self.base = base
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
    self.step = step
  }

  /// The alpha of words of R, G, B, A bytes.
  package init(alphaOf words: TexelSource) {
    self.init(
      base: words.base.assumingMemoryBound(to: UInt8.self) + 3,
      width: words.width,
      height: words.height,
      rowBytes: words.rowBytes,
      step: 4
    )
  }

  @inline(__always)
  package func row(_ y: Int32) -> UnsafePointer<UInt8> { base + Int(y) * rowBytes }

  @inline(__always)
  package func byte(_ x: Int32, _ y: Int32) -> UInt8 { row(y)[Int(x) * step] }
}

/// Mixing of coverage.
package enum CoverageSampler {
  @inline(__always)
  package static func factor(byte: UInt8) -> UInt16 { UInt16(byte) &* 257 }

  /// The factor of a byte of 8.7 bits.
  @inline(__always)
  package static func factor(mixed: Int16) -> UInt16 {
    let source = UInt16(bitPattern: mixed) &<< 1
    return source &+ (source &>> 8)
  }

  /// The product of two factors.
  @inline(__always)
  package static func product(_ a: UInt16, _ b: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(a) &* UInt32(b) &+ UInt32(a) &+ UInt32(b)) &>> 16)
  }

  /// A factor as a byte, rounded to nearest.
  @inline(__always)
  package static func byte(factor: UInt16) -> UInt8 {
    // (factor + 128) / 257: 2^24 / 257 is just below 65281.
    UInt8(truncatingIfNeeded: ((UInt32(factor) &+ 128) &* 65281) &>> 24)
  }

  /// The factor of the texel that holds a place.
  package static func nearest(
    _ source: CoverageSource,
    _ range: TexelRange,
    _ place: SIMD2<Float>
  ) -> UInt16 {
    let x = clampedIndex(place.x.rounded(.down), range.minX, range.lastX)
    let y = clampedIndex(place.y.rounded(.down), range.minY, range.lastY)
    return factor(byte: source.byte(x, y))
  }

  /// The mix of the four texels around a place.
  package static func linear(
    _ source: CoverageSource,
    _ range: TexelRange,
    _ place: SIMD2<Float>
  ) -> UInt16 {
    let (x, fractionX) = TexelSampler.split(place.x)
    let (y, fractionY) = TexelSampler.split(place.y)
    return linear(source, range, x: x, y: y, fractionX: fractionX, fractionY: fractionY)
  }

  /// The mix of the four texels at two places in fixed point.
  package static func linear(
    _ source: CoverageSource,
    _ range: TexelRange,
    x: Int64,
    y: Int64
  ) -> UInt16 {
    linear(
      source,
      range,
      x: TexelLine.texel(x),
      y: TexelLine.texel(y),
      fractionX: TexelLine.fraction(x),
      fractionY: TexelLine.fraction(y)
    )
  }

  /// The mix of the four texels at (x, y), right of and below it; indexes are clamped to `range`.
  package static func linear(
    _ source: CoverageSource,
    _ range: TexelRange,
    x: Int32,
    y: Int32,
    fractionX: Int16,
    fractionY: Int16
  ) -> UInt16 {
    let (x0, x1) = (range.clampX(x), range.clampX(x &+ 1))
    let (upper, lower) = (source.row(range.clampY(y)), source.row(range.clampY(y &+ 1)))
    func column(_ x: Int32) -> Int16 {
      let index = Int(x) * source.step
      return TexelSampler.mix(Int16(upper[index]) << 7, Int16(lower[index]) << 7, fractionY)
    }
    return factor(mixed: TexelSampler.mix(column(x0), column(x1), fractionX))
  }
}
