// Where bytes of coverage lie: the maps from a layer's points, or pixels, to texels.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzRaster

/// One axis of the map from a layer's points to the texels of coverage.
///
/// Between the slice edges nothing changes, so there all points have the texels of `low`.
struct TexelAxis {
  /// Texels for each point.
  var scale: Double
  /// The point that the texel edge 0 is at.
  var origin: Double
  /// The points between which the picture is stretched; equal where it is not.
  var low = TexelAxis.unbroken
  var high = TexelAxis.unbroken

  /// A coordinate that no point reaches; a break there changes nothing.
  static let unbroken = 1e9

  var isStretched: Bool { low < high }
}

/// One axis of the map from shape space to texels:
/// t = (min(l, low) + max(l - high, 0)) scale + offset.
private struct TexelRule {
  var scale: Double
  var offset: Double
  var low: Double
  var high: Double

  /// Shape space is that of the layer's points.
  init(_ axis: TexelAxis) {
    scale = axis.scale
    offset = -axis.origin * axis.scale
    (low, high) = (axis.low, axis.high)
  }

  /// Shape space is that of pixels, where a point p is at p · factor + origin.
  init(_ axis: TexelAxis, factor: Double, origin: Double) {
    scale = axis.scale / factor
    let start = -origin / factor - axis.origin
    guard axis.isStretched else {
      offset = start * axis.scale
      (low, high) = (TexelAxis.unbroken, TexelAxis.unbroken)
      return
    }
    let ends = (axis.low * factor + origin, axis.high * factor + origin)
    (low, high) = (min(ends.0, ends.1), max(ends.0, ends.1))
    // Mirrored, the pixels before the first break are the points after the last one.
    offset = (factor > 0 ? start : start - axis.high + axis.low) * axis.scale
  }
}

extension CoverageRecord {
  /// A record of coverage in a layer's space.
  ///
  /// - Parameters:
  ///   - shape: The area that the coverage lies in, in the layer's space, mapped to pixels; becomes
  ///     general where the map of the class `axis` cannot say it.
  ///   - isStretched: Whether the slice edges count.
  init(
    _ x: TexelAxis,
    _ y: TexelAxis,
    _ shape: Shape,
    _ world: Homography,
    color: SIMD4<Float>,
    size: SIMD2<Float>
  ) {
    let ruleX: TexelRule
    let ruleY: TexelRule
    if shape.kind == .axis {
      ruleX = TexelRule(x, factor: world.row1.x, origin: world.row3.x)
      ruleY = TexelRule(y, factor: world.row2.y, origin: world.row3.y)
    } else {
      ruleX = TexelRule(x)
      ruleY = TexelRule(y)
    }
    self.init(
      inverse1: shape.inverse1,
      inverse2: shape.inverse2,
      inverse3: shape.inverse3,
      color: color,
      texelMap: SIMD4<Float>(SIMD4(ruleX.scale, ruleY.scale, ruleX.offset, ruleY.offset)),
      texelRect: SIMD4(0, 0, size.x, size.y),
      sliceEdges: SIMD4<Float>(SIMD4(ruleX.low, ruleY.low, ruleX.high, ruleY.high)),
      stretch: .zero
    )
  }
}

extension CoverageStrip {
  /// Where the strip of a draw that is drawn texel for pixel lies on the output.
  package func pixels(_ record: CoverageRecord) -> PixelRect {
    // Whole numbers, less than 2^24.
    rect.offset(x: -Int32(record.texelMap.z), y: -Int32(record.texelMap.w))
  }

  /// The record of the strip alone, with its bytes as the texels.
  package func place(_ record: CoverageRecord) -> CoverageRecord {
    var record = record
    record.texelMap.highHalf += SIMD2(Float(shiftX), Float(shiftY))
    return record
  }
}

extension Homography {
  /// Pixels for each point around a point: the root of how areas change; nil behind the eye.
  func scale(at x: Double, _ y: Double) -> Double? {
    change(at: x, y).map { abs($0.x * $0.w - $0.y * $0.z).squareRoot() }
  }

  /// How pixels change with points around a point: (dx/dx, dy/dx, dx/dy, dy/dy); nil behind the
  /// eye.
  func change(at x: Double, _ y: Double) -> SIMD4<Double>? {
    let h = transform(x, y)
    guard h.z > 0 else { return nil }
    let place = SIMD2(h.x, h.y) / h.z
    let alongX = (SIMD2(row1.x, row1.y) - place * row1.z) / h.z
    let alongY = (SIMD2(row2.x, row2.y) - place * row2.z) / h.z
    return SIMD4(lowHalf: alongX, highHalf: alongY)
  }

  /// Whether the x axis is nearer to that of pixels than to their y axis: for maps whose axes are
  /// known to be parallel to those of pixels, whether they are not turned by a quarter.
  var isStraight: Bool { isAffine && abs(row1.x) > abs(row1.y) }

  /// Whether the axes of points run along those of pixels, not turned by a quarter, but for
  /// rounding.
  var isUpright: Bool {
    isAffine && abs(row1.y) <= 1e-9 * abs(row1.x) && abs(row2.x) <= 1e-9 * abs(row2.y)
  }
}
