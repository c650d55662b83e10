// The words of paths: elements, fill rules, caps, joins.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The kind of a path element.
public enum CGPathElementType: Int32, Hashable, Sendable {
  /// Begins a subpath: one point.
  case moveToPoint = 0
  /// A line from the current point: one point.
  case addLineToPoint = 1
  /// A quadratic Bézier curve: its control point and its end.
  case addQuadCurveToPoint = 2
  /// A cubic Bézier curve: its two control points and its end.
  case addCurveToPoint = 3
  /// A line back to where the subpath began: no points.
  case closeSubpath = 4
}

/// An element of a path, as `CGPath.applyWithBlock(_:)` shows it.
public struct CGPathElement {
  /// The kind of the element, which determines the number of points.
  public var type: CGPathElementType
  /// The points of the element; they are valid while the block runs.
  public var points: UnsafeMutablePointer<CGPoint>

  /// An element of that type with these points.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

/// The function that `CGPath.apply(info:function:)` calls for each element.
///
/// **Differences**: a Swift closure rather than a C function pointer.
public typealias CGPathApplierFunction = (
  _ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>
) -> Void

/// Called for each element of a path, in order.
public typealias CGPathApplyBlock = (_ element: UnsafePointer<CGPathElement>) -> Void

/// The rule that decides which points are inside a path.
public enum CGPathFillRule: Int, Hashable, Sendable {
  /// Points that the path goes around, more often in one direction than in the other.
  case winding = 0
  /// Points from which a ray crosses the path an odd number of times.
  case evenOdd = 1
}

/// The shape of the ends of a stroke.
public enum CGLineCap: Int32, Hashable, Sendable {
  /// Cut off at the end.
  case butt = 0
  /// A half disc around the end.
  case round = 1
  /// Cut off half a line width after the end.
  case square = 2
}

/// The shape of corners of a stroke.
public enum CGLineJoin: Int32, Hashable, Sendable {
  /// The outer edges meet in a point, unless that is further away than the miter limit allows: then
  /// a bevel.
  case miter = 0
  /// A disc around the corner.
  case round = 1
  /// A straight cut between the outer edges.
  case bevel = 2
}
