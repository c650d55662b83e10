// What the planner makes of the values of one layer.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

extension LayerLook {
  /// The corner radius as drawn: clamped to half of the shorter side, 0 if it has no meaning.
  var radius: Double {
    let limit = min(bounds.width, bounds.height) / 2
    return cornerRadius > 0 ? min(cornerRadius, limit) : 0
  }

  /// The radii of the four corners, in the order of `CornerMask`'s bits.
  var radii: SIMD4<Double> {
    let radius = radius
    guard radius > 0 else { return .zero }
    return SIMD4(
      maskedCorners.contains(.minXMinY) ? radius : 0,
      maskedCorners.contains(.maxXMinY) ? radius : 0,
      maskedCorners.contains(.minXMaxY) ? radius : 0,
      maskedCorners.contains(.maxXMaxY) ? radius : 0
    )
  }

  var drawsBackground: Bool {
    guard let color = backgroundColor else { return false }
    return color.alpha > 0 && hasArea
  }

  var drawsContents: Bool { contents != .none && hasArea }

  var drawsBorder: Bool {
    guard borderWidth > 0, let color = borderColor else { return false }
    return color.alpha > 0 && hasArea
  }

  private var hasArea: Bool { bounds.width > 0 && bounds.height > 0 }

  /// The anchor point in the layer's own space, points.
  var anchor: SIMD3<Double> {
    SIMD3(
      bounds.x + anchorPoint.x * bounds.width,
      bounds.y + anchorPoint.y * bounds.height,
      anchorPointZ
    )
  }

  /// The map from the layer's own space to that of its superlayer's sublayers, before the
  /// superlayer's `sublayerTransform` and flip.
  func matrix(_ matrices: LayerMatrices) -> Matrix4x4 {
    let anchor = anchor
    var matrix = hasTransform ? matrices.transform : .identity
    let moved = matrix.row1 * -anchor.x + matrix.row2 * -anchor.y
    matrix.row4 += moved + matrix.row3 * -anchor.z
    return matrix * .translation(position.x, position.y, zPosition)
  }

  /// Whether the layer does something to the space of its sublayers.
  var hasSublayerMatrix: Bool { hasSublayerTransform || isGeometryFlipped }

  /// What the layer does to the space of its sublayers: sublayerTransform about the anchor point,
  /// then the flip about the middle of the bounds.
  func sublayerMatrix(_ matrices: LayerMatrices) -> Matrix4x4 {
    var matrix = Matrix4x4.identity
    if hasSublayerTransform {
      let anchor = anchor
      matrix =
        .translation(-anchor.x, -anchor.y, -anchor.z) * matrices.sublayerTransform
        * .translation(anchor.x, anchor.y, anchor.z)
    }
    if isGeometryFlipped {
      matrix =
        matrix * .scale(1, -1) * .translation(0, bounds.y + bounds.y + bounds.height)
    }
    return matrix
  }
}
