// Points, sizes and rectangles under affine maps.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension CGPoint {
  /// The point that `t` sends this one to.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGSize {
  /// The size under `t` without its translation; either number may become negative.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// The smallest rectangle that holds the four corners of this one under `t`.
  ///
  /// The null rectangle stays null, and the infinite one infinite.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    if isNull || isInfinite { return self }
    let (x, y) = ((minX, maxX), (minY, maxY))
    // Each term is least and greatest at one end of its interval.
    let (ax, cy) = ((t.a * x.0, t.a * x.1), (t.c * y.0, t.c * y.1))
    let (bx, dy) = ((t.b * x.0, t.b * x.1), (t.d * y.0, t.d * y.1))
    let left = min(ax.0, ax.1) + min(cy.0, cy.1) + t.tx
    let right = max(ax.0, ax.1) + max(cy.0, cy.1) + t.tx
    let low = min(bx.0, bx.1) + min(dy.0, dy.1) + t.ty
    let high = max(bx.0, bx.1) + max(dy.0, dy.1) + t.ty
    return CGRect(x: left, y: low, width: right - left, height: high - low)
  }
}
