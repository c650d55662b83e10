// Places in pictures whose middle part is stretched: nine parts, drawn as one.
// Licensed under the MIT license; see LICENSE.
//
// Along an axis the render plan maps a place l of shape space to texels in three parts,
//
//     t = (min(l, a) + max(l - b, 0)) · scale + offset + (clamp(l, a, b) - a) · stretch
//
// which is a line before a, another one from a to b, and after b the first one again, moved on:
//
//     texels                 scale      l < a        scale · l + offset
//       |                ／             a ... b      stretch · (l - a) + scale · a + offset
//       |       ＿ ─ ‾  stretch         b < l        scale · (l - b + a) + stretch · (b - a) + offset
//       |   ／
//       +---a---------b--- l
//
// The parts meet in a and b, so that it does not matter which of two says where these are.

/// A line of places in texels in three parts, each in fixed point; the middle part is all of it
/// where nothing is stretched.
package struct StretchedLine: Equatable, Sendable {
  package var before: TexelLine
  package var middle: TexelLine
  package var after: TexelLine
  /// The pixels of the middle part; empty ranges lie where the parts before and after meet.
  package var pixels: Range<Int32>

  /// A line of one part, or nil if the numbers are too large for fixed point.
  package init?(scale: Float, offset: Float) {
    guard let line = TexelLine(scale: scale, offset: offset) else { return nil }
    (before, middle, after) = (line, line, line)
    pixels = StretchedLine.limits.lowerBound..<StretchedLine.limits.upperBound
  }

  /// The line with the slice edges `first` <= `last`; nil if they are not in this order, or numbers
  /// are too large for fixed point.
  package init?(scale: Float, offset: Float, first: Float, last: Float, stretch: Float) {
    guard first <= last, first.magnitude < .infinity, last.magnitude < .infinity else { return nil }
    if first >= StretchedLine.unbroken {
      guard let line = StretchedLine(scale: scale, offset: offset) else { return nil }
      self = line
      return
    }
    let (scale, offset) = (Double(scale), Double(offset))
    let (first, last, stretch) = (Double(first), Double(last), Double(stretch))
    let start = first * scale + offset
    let end = start + (last - first) * stretch
    guard let before = TexelLine(scale: scale, offset: offset),
      let middle = TexelLine(scale: stretch, offset: start - first * stretch),
      let after = TexelLine(scale: scale, offset: end - last * scale)
    else { return nil }
    (self.before, self.middle, self.after) = (before, middle, after)
    // The centre of pixel i is before the break if i + 0.5 < first, after it if i + 0.5 > last.
    let lower = StretchedLine.index((first - 0.5).rounded(.up))
    let upper = StretchedLine.index((last - 0.5).rounded(.down) + 1)
    pixels = lower..<max(lower, upper)
  }

  /// A break that no pixel reaches, so that the line has one part.
  private static let unbroken: Float = 536_870_912

  /// Whether the middle part is another line than those around it.
  package var isStretched: Bool { middle != before }

  /// No pixel has an index outside of it.
  private static let limits: ClosedRange<Int32> = -1 << 30...1 << 30

  private static func index(_ value: Double) -> Int32 {
    Int32(min(max(value, Double(limits.lowerBound)), Double(limits.upperBound)))
  }

  /// The place of the pixel `index`.
  @inline(__always)
  package func place(_ index: Int32) -> Int64 {
    if index < pixels.lowerBound { return before.place(index) }
    return index < pixels.upperBound ? middle.place(index) : after.place(index)
  }
}

/// A map from shape space to texels in Float: in one part, or in three along each axis.
package struct StretchedMap: Sendable {
  /// Shape space -> texels: scale x, scale y, offset x, offset y.
  package var texelMap: SIMD4<Float>
  /// First x, first y, last x, last y of the middle part, and texels for each unit of it; nil where
  /// nothing is stretched.
  package var middle: (sliceEdges: SIMD4<Float>, stretch: SIMD2<Float>)?

  package init(texelMap: SIMD4<Float>) {
    self.texelMap = texelMap
  }

  package init(texelMap: SIMD4<Float>, sliceEdges: SIMD4<Float>, stretch: SIMD4<Float>) {
    self.texelMap = texelMap
    middle = (sliceEdges, SIMD2(stretch.x, stretch.y))
  }

  /// The lines along both axes for shapes of class `axis`; nil if they have no fixed point.
  package var lines: (x: StretchedLine, y: StretchedLine)? {
    let map = texelMap
    guard let middle else {
      guard let x = StretchedLine(scale: map.x, offset: map.z),
        let y = StretchedLine(scale: map.y, offset: map.w)
      else { return nil }
      return (x, y)
    }
    let (sliceEdges, stretch) = middle
    guard
      let x = StretchedLine(
        scale: map.x,
        offset: map.z,
        first: sliceEdges.x,
        last: sliceEdges.z,
        stretch: stretch.x
      ),
      let y = StretchedLine(
        scale: map.y,
        offset: map.w,
        first: sliceEdges.y,
        last: sliceEdges.w,
        stretch: stretch.y
      )
    else { return nil }
    return (x, y)
  }

  /// The texel of the place (x, y) of shape space.
  @inline(__always)
  package func texel(_ x: Float, _ y: Float) -> SIMD2<Float> {
    guard let (sliceEdges, stretch) = middle else {
      return SIMD2(x * texelMap.x + texelMap.z, y * texelMap.y + texelMap.w)
    }
    return SIMD2(
      part(x, sliceEdges.x, sliceEdges.z, stretch.x, texelMap.x, texelMap.z),
      part(y, sliceEdges.y, sliceEdges.w, stretch.y, texelMap.y, texelMap.w)
    )
  }

  @inline(__always)
  private func part(
    _ l: Float,
    _ first: Float,
    _ last: Float,
    _ stretch: Float,
    _ scale: Float,
    _ offset: Float
  ) -> Float {
    let outer = lesser(l, first) + greater(l - last, 0)
    let middle = lesser(greater(l, first), last) - first
    return outer * scale + offset + middle * stretch
  }
}
