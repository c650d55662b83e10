// Where a pixel's colour is in an image, and how texels are mixed.
// Licensed under the MIT license; see LICENSE.
//
// A texel's channel enters in 8.7 bits (byte · 128) and is mixed by a fraction of 15 bits,
//
//     mix(a, b, f) = a + (((b - a) · f + 16384) >> 15)
//
// first the two rows (by the fraction of y), then the two columns; the source is twice the result.
// That is what a vector unit does in one instruction; it is within 1/60 of a level of mixing in
// Float.
//
// The fractions come from the place in texels less one half. For shapes of class `axis` the place
// is a number in fixed point with 32 bits after the point,
//
//     place(i) = step · i + start,   step = round(scale · 2^32),
//     start = round((scale / 2 + offset - 1/2) · 2^32)
//
// computed from the pixel's index alone, so that it does not depend on where a span starts. For
// shapes of class `general` it is the Float formula of the render plan.

/// Texels in memory: R, G, B, A bytes, premultiplied, rows from the top.
package struct TexelSource {
  /// The first texel of the first row.
  ///
  /// The owner keeps it alive for as long as the value is used.
  package var base: UnsafeRawPointer
  package var width: Int32
  package var height: Int32
  package var rowBytes: Int

  package init(base: UnsafeRawPointer, width: Int32, height: Int32, rowBytes: Int) {
    self.base = base
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
  }

  /// The texel as a word, red in the lowest byte.
  @inline(__always)
  package func texel(_ x: Int32, _ y: Int32) -> UInt32 {
    base.loadUnaligned(fromByteOffset: Int(y) * rowBytes + Int(x) * 4, as: UInt32.self)
  }
}

/// The texels that may be sampled; at least one, all inside of the image.
package struct TexelRange: Equatable {
  package var minX: Int32
  package var minY: Int32
  /// The last ones, not the ones after.
  package var lastX: Int32
  package var lastY: Int32
  /// Whether texels outside are those inside again, as in a tiling; else they are like the nearest.
  package var wraps = false

  /// The texels whose centres lie in `rect` (minX, minY, maxX, maxY), or the nearest one.
  package init(_ rect: SIMD4<Float>, width: Int32, height: Int32) {
    minX = clampedIndex((rect.x - 0.5).rounded(.up), 0, width - 1)
    minY = clampedIndex((rect.y - 0.5).rounded(.up), 0, height - 1)
    lastX = clampedIndex((rect.z - 0.5).rounded(.down), minX, width - 1)
    lastY = clampedIndex((rect.w - 0.5).rounded(.down), minY, height - 1)
  }

  @inline(__always)
  package func clampX(_ x: Int32) -> Int32 { min(max(x, minX), lastX) }
  @inline(__always)
  package func clampY(_ y: Int32) -> Int32 { min(max(y, minY), lastY) }

  /// The texel that stands for the one in column x.
  @inline(__always)
  package func column(_ x: Int32) -> Int32 {
    wraps ? TexelRange.wrapped(x, minX, lastX) : clampX(x)
  }

  /// The texel that stands for the one in row y.
  @inline(__always)
  package func row(_ y: Int32) -> Int32 {
    wraps ? TexelRange.wrapped(y, minY, lastY) : clampY(y)
  }

  /// The same place in a tiling with tiles from `first` to `last`.
  @inline(__always)
  private static func wrapped(_ index: Int32, _ first: Int32, _ last: Int32) -> Int32 {
    // Places are less than 2 to the 31st away, texels are in 0...65535.
    let count = last &- first &+ 1
    let rest = (index &- first) % count
    return first &+ (rest < 0 ? rest &+ count : rest)
  }

  /// The texels of a smaller version of the image that lie inside of these ones, at least one.
  ///
  /// - Parameters:
  ///   - size: The image's width and height.
  ///   - level: The smaller version's.
  package func scaled(
    from size: (width: Int32, height: Int32),
    to level: (width: Int32, height: Int32)
  ) -> TexelRange {
    var range = self
    (range.minX, range.lastX) = TexelRange.scaled(minX, lastX, size.width, level.width)
    (range.minY, range.lastY) = TexelRange.scaled(minY, lastY, size.height, level.height)
    return range
  }

  private static func scaled(
    _ first: Int32,
    _ last: Int32,
    _ size: Int32,
    _ level: Int32
  ) -> (Int32, Int32) {
    let (first, end) = (Int64(first), Int64(last) + 1)
    let (size, level) = (Int64(size), Int64(level))
    let low = (first * level + size - 1) / size
    let high = end * level / size
    // No texel is that small: the one in the middle.
    guard low < high else {
      let middle = Int32(min((first + end) * level / (2 * size), level - 1))
      return (middle, middle)
    }
    return (Int32(low), Int32(high - 1))
  }
}

/// A whole number in Float as an index clamped to a range; the lower end for NaN.
@inline(__always)
package func clampedIndex(_ value: Float, _ lower: Int32, _ upper: Int32) -> Int32 {
  guard value > Float(lower) else { return lower }
  return value < Float(upper) ? Int32(value) : upper
}

/// A line of places in texels along an axis, in fixed point: place(i) = step · i + start.
package struct TexelLine: Equatable, Sendable {
  /// Texels for each pixel, times 2^32.
  package var step: Int64
  /// The place of pixel 0 less half a texel, times 2^32.
  package var start: Int64

  /// The line place = scale · (i + 0.5) + offset, or nil if the numbers are too large for fixed
  /// point.
  package init?(scale: Float, offset: Float) {
    self.init(scale: Double(scale), offset: Double(offset))
  }

  package init?(scale: Double, offset: Double) {
    guard abs(scale) <= 32768, abs(offset) <= 1_073_741_824 else { return nil }
    let one = 4_294_967_296.0
    step = Int64((scale * one).rounded())
    start = Int64(((scale * 0.5 + offset - 0.5) * one).rounded())
  }

  @inline(__always)
  package func place(_ index: Int32) -> Int64 { step &* Int64(index) &+ start }

  /// The texel before the place.
  @inline(__always)
  package static func texel(_ place: Int64) -> Int32 { Int32(truncatingIfNeeded: place >> 32) }

  /// How far the place lies between its texel and the next one, in 15 bits.
  @inline(__always)
  package static func fraction(_ place: Int64) -> Int16 {
    Int16(truncatingIfNeeded: (place >> 17) & 0x7FFF)
  }
}

/// The map from pixels to places in texels in Float: through shape space to texels.
package struct TexelMap: Equatable, Sendable {
  package var isAxis: Bool
  package var inverse1: SIMD4<Float>
  package var inverse2: SIMD4<Float>
  package var inverse3: SIMD4<Float>
  /// Shape space -> texels: scale x, scale y, offset x, offset y.
  package var texelMap: SIMD4<Float>

  package init(
    isAxis: Bool,
    inverse1: SIMD4<Float>,
    inverse2: SIMD4<Float>,
    inverse3: SIMD4<Float>,
    texelMap: SIMD4<Float>
  ) {
    self.isAxis = isAxis
    self.inverse1 = inverse1
    self.inverse2 = inverse2
    self.inverse3 = inverse3
    self.texelMap = texelMap
  }

  /// The place of the centre of the pixel (x, y), in texels from the image's top left.
  @inline(__always)
  package func place(x: Int32, y: Int32) -> SIMD2<Float> {
    let (x, y) = (Float(x) + 0.5, Float(y) + 0.5)
    guard !isAxis else {
      return SIMD2(x * texelMap.x + texelMap.z, y * texelMap.y + texelMap.w)
    }
    let h = inverse1 * x + (inverse2 * y + inverse3)
    return SIMD2(h.x / h.z * texelMap.x + texelMap.z, h.y / h.z * texelMap.y + texelMap.w)
  }
}

/// Mixing of texels.
package enum TexelSampler {
  /// Two channels in 8.7 bits mixed by a fraction of 15 bits.
  @inline(__always)
  package static func mix(_ a: Int16, _ b: Int16, _ fraction: Int16) -> Int16 {
    let product = Int32(b &- a) &* Int32(fraction) &+ 16384
    return a &+ Int16(truncatingIfNeeded: product >> 15)
  }

  @inline(__always)
  package static func mix(
    _ a: SIMD4<Int16>,
    _ b: SIMD4<Int16>,
    _ fraction: Int16
  ) -> SIMD4<Int16> {
    var result = SIMD4<Int16>()
    for channel in 0..<4 { result[channel] = mix(a[channel], b[channel], fraction) }
    return result
  }

  /// A texel's four channels in 8.7 bits.
  @inline(__always)
  package static func channels(_ texel: UInt32) -> SIMD4<Int16> {
    SIMD4(
      Int16((texel & 0xFF) << 7),
      Int16((texel >> 8 & 0xFF) << 7),
      Int16((texel >> 16 & 0xFF) << 7),
      Int16((texel >> 24) << 7)
    )
  }

  /// The texel that holds a place.
  package static func nearest(
    _ image: TexelSource,
    _ range: TexelRange,
    _ place: SIMD2<Float>
  ) -> PixelSource {
    let x = range.column(Int32(clamped(place.x, farthest).rounded(.down)))
    let y = range.row(Int32(clamped(place.y, farthest).rounded(.down)))
    return SourceOver.source(pixel: image.texel(x, y))
  }

  /// The mix of the four texels around a place.
  package static func linear(
    _ image: TexelSource,
    _ range: TexelRange,
    _ place: SIMD2<Float>
  ) -> PixelSource {
    let (x, fractionX) = split(place.x)
    let (y, fractionY) = split(place.y)
    return linear(image, range, x: x, y: y, fractionX: fractionX, fractionY: fractionY)
  }

  /// The texel before a place, and how far the place lies between its centre and the next one's.
  @inline(__always)
  static func split(_ place: Float) -> (texel: Int32, fraction: Int16) {
    let value = clamped(place - 0.5, farthest)
    let floor = value.rounded(.down)
    // A hair below 0 lies a whole texel, in Float, behind the texel -1.
    return (Int32(floor), Int16(min((value - floor) * 32768, 32767)))
  }

  /// Beyond two to the 24th every Float is whole and far outside of an image.
  private static let farthest: Float = 16_777_216

  /// `value` clamped to -limit...limit; -limit for NaN.
  @inline(__always)
  private static func clamped(_ value: Float, _ limit: Float) -> Float {
    value > -limit ? (value < limit ? value : limit) : -limit
  }

  /// The mix of the four texels at (x, y), right of and below it; indexes are clamped to `range`.
  package static func linear(
    _ image: TexelSource,
    _ range: TexelRange,
    x: Int32,
    y: Int32,
    fractionX: Int16,
    fractionY: Int16
  ) -> PixelSource {
    let x0 = range.column(x)
    let x1 = range.column(x &+ 1)
    let y0 = range.row(y)
    let y1 = range.row(y &+ 1)
    let left = mix(channels(image.texel(x0, y0)), channels(image.texel(x0, y1)), fractionY)
    let right = mix(channels(image.texel(x1, y0)), channels(image.texel(x1, y1)), fractionY)
    return PixelSource(truncatingIfNeeded: mix(left, right, fractionX)) &<< 1
  }
}
