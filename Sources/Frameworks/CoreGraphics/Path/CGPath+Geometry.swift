// The area that a path encloses.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzMath
import QuartzRaster

extension CGPath {
  /// The smallest rectangle around all points, control points included; null for an empty path.
  public var boundingBox: CGRect { path.controlBounds.map(CGRect.init) ?? .null }

  /// The bounds of the path's outline, control points not included; null for an empty path.
  public var boundingBoxOfPath: CGRect { path.bounds.map(CGRect.init) ?? .null }

  /// Whether `point` lies inside; open subpaths are taken as closed.
  ///
  /// - Parameters:
  ///   - point: In the space of the path after `transform`.
  ///   - rule: The fill rule.
  ///   - transform: Applied to the path. With one that cannot be inverted nothing is inside.
  public func contains(
    _ point: CGPoint,
    using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    guard point.x.isFinite, point.y.isFinite, let inverse = Affine(transform).inverse else {
      return false
    }
    return path.contains(inverse.transform(Point(point)), rule: FillRule(rule))
  }

  /// Whether the path is one rectangle whose edges are parallel to the axes.
  ///
  /// - Parameter rect: Where the rectangle is written, if there is one; may be nil.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = path.rect else { return false }
    rect?.pointee = CGRect(found)
    return true
  }
}

extension Path {
  /// The rectangle that the path is; nil if it is something else.
  package var rect: Rect? {
    // A move, three lines, then a fourth line, a close, or both.
    let drawn = elements.last == .close ? elements.dropLast() : elements[...]
    let isClosed = drawn.count < elements.count
    guard drawn.first == .move, drawn.dropFirst().allSatisfy({ $0 == .line }),
      drawn.count == 5 ? points.first == points.last : drawn.count == 4 && isClosed
    else { return nil }
    let (p0, p1, p2, p3) = (points[0], points[1], points[2], points[3])
    let isAlongX = p0.y == p1.y && p1.x == p2.x && p2.y == p3.y && p3.x == p0.x
    let isAlongY = p0.x == p1.x && p1.y == p2.y && p2.x == p3.x && p3.y == p0.y
    guard isAlongX || isAlongY else { return nil }
    return Rect(p0.x, p0.y, p2.x - p0.x, p2.y - p0.y).standardized
  }
}
