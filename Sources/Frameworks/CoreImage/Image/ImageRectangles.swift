// Rectangles and transforms between Core Graphics and the graph.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters
import QuartzMath

extension FilterRect {
  /// The edges of a rectangle; the null rectangle, and one that is not of numbers, is empty.
  init(_ rect: CGRect) {
    let rect = rect.standardized
    self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
  }

  /// The rectangle in Core Graphics; the null rectangle for an empty one.
  ///
  /// An edge at infinity is where that of `CGRect.infinite` is.
  var cgRect: CGRect {
    if isEmpty { return .null }
    let most = CGFloat.greatestFiniteMagnitude / 2
    let (left, bottom) = (max(minX, -most), max(minY, -most))
    return CGRect(
      x: left,
      y: bottom,
      width: min(maxX, most) - left,
      height: min(maxY, most) - bottom
    )
  }
}

extension Affine {
  init(_ transform: CGAffineTransform) {
    self.init(
      transform.a,
      transform.b,
      transform.c,
      transform.d,
      transform.tx,
      transform.ty
    )
  }
}
