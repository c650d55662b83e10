// Values that the planner derives from the values of one layer.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// A style where it lies in its column.
///
/// The compiler copies a large value to call a function with it; a pointer it passes on.
typealias LayerStylePointer = UnsafePointer<LayerStyle>

extension LayerStylePointer {
  /// Whether the layer shows if its superlayer does: it is not hidden, and its numbers are in
  /// range.
  ///
  /// In a transition a hidden layer still shows its old state.
  var isShown: Bool { !isUnseen && pointee.isInCoordinateRange }

  /// The same of a layer in a portal, where its own opacity does not count.
  var isShownInPortal: Bool {
    !(pointee.isHidden && pointee.transition == nil) && pointee.isInCoordinateRange
  }

  /// Whether there is a reason besides geometry why the layer does not show.
  var isUnseen: Bool {
    pointee.opacity <= 0 || (pointee.isHidden && pointee.transition == nil)
  }

  /// The corner radius as drawn: clamped to half of the shorter side, 0 if it has no meaning.
  var radius: Double {
    let limit = min(pointee.bounds.width, pointee.bounds.height) / 2
    return pointee.cornerRadius > 0 ? min(pointee.cornerRadius, limit) : 0
  }

  /// The radii of the four corners, in the order of `CornerMask`'s bits.
  var radii: SIMD4<Double> {
    let radius = radius
    guard radius > 0 else { return .zero }
    return SIMD4(
      pointee.maskedCorners.contains(.minXMinY) ? radius : 0,
      pointee.maskedCorners.contains(.maxXMinY) ? radius : 0,
      pointee.maskedCorners.contains(.minXMaxY) ? radius : 0,
      pointee.maskedCorners.contains(.maxXMaxY) ? radius : 0
    )
  }

  var drawsBackground: Bool {
    if pointee.hasPattern { return hasArea }
    guard let color = pointee.backgroundColor else { return false }
    return color.alpha > 0 && hasArea
  }

  var drawsContents: Bool {
    (pointee.contents != .none || pointee.isFading) && hasArea
  }

  var drawsBorder: Bool {
    guard pointee.borderWidth > 0, hasArea else { return false }
    return pointee.borderPattern != nil || (pointee.borderColor?.alpha ?? 0) > 0
  }

  var hasArea: Bool { pointee.bounds.width > 0 && pointee.bounds.height > 0 }

  /// The anchor point in the layer's own space, points.
  var anchor: SIMD3<Double> {
    SIMD3(
      pointee.bounds.x + pointee.anchorPoint.x * pointee.bounds.width,
      pointee.bounds.y + pointee.anchorPoint.y * pointee.bounds.height,
      pointee.anchorPointZ
    )
  }

  /// Whether the layer's own matrix is more than a translation.
  var hasMatrix: Bool { pointee.hasTransform || pointee.isGeometryFlipped }

  /// The map from the layer's own space to that of its superlayer's sublayers, before the
  /// superlayer's `sublayerTransform`.
  ///
  /// The flip about the middle of the bounds comes first: position, anchor and transform do not
  /// depend on it. `LayerSpace` says the same of a CALayer.
  func matrix(_ matrices: LayerMatrices) -> Matrix4x4 {
    let anchor = anchor
    var matrix = pointee.hasTransform ? matrices.transform : .identity
    let moved = matrix.row1 * -anchor.x + matrix.row2 * -anchor.y
    matrix.row4 += moved + matrix.row3 * -anchor.z
    if pointee.isGeometryFlipped {
      matrix.row4 += matrix.row2 * (pointee.bounds.y + pointee.bounds.y + pointee.bounds.height)
      matrix.row2 *= -1
    }
    return matrix * .translation(pointee.position.x, pointee.position.y, pointee.zPosition)
  }

  /// The matrix of the space of its sublayers: `sublayerTransform` about the anchor point.
  func sublayerMatrix(_ matrices: LayerMatrices) -> Matrix4x4 {
    let anchor = anchor
    return .translation(-anchor.x, -anchor.y, -anchor.z) * matrices.sublayerTransform
      * .translation(anchor.x, anchor.y, anchor.z)
  }
}
