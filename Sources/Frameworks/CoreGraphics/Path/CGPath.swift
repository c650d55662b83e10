// A path: subpaths of lines and curves.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzMath

/// Subpaths of lines and Bézier curves: a figure to fill, stroke or clip with.
///
/// Coordinates are in the space in which the path is drawn. A path is immutable; `copy()` of a
/// `CGMutablePath` gives an immutable one. Paths may be used from any thread, and two are equal if
/// they have the same elements with the same points.
///
/// ```swift
/// let path = CGMutablePath()
/// path.move(to: CGPoint(x: 10, y: 10))
/// path.addLine(to: CGPoint(x: 90, y: 10))
/// path.addArc(
///   tangent1End: CGPoint(x: 100, y: 10), tangent2End: CGPoint(x: 100, y: 90), radius: 10)
/// path.closeSubpath()
/// context.addPath(path)
/// context.fillPath()
/// ```
public class CGPath {
  private let fixed: Path

  /// The elements, as they are now.
  package var path: Path { fixed }

  /// A path of these elements.
  package init(_ path: Path) {
    fixed = path
  }

  /// A rectangle: from its least x and y along the edge of least y.
  ///
  /// - Parameters:
  ///   - rect: A rectangle; the null one gives an empty path.
  ///   - transform: Applied to the points; nil stands for the identity.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var path = Path()
    path.addRect(rect, transform?.pointee)
    self.init(path)
  }

  /// The ellipse that touches the edges of `rect`: from its greatest x towards its greatest y.
  ///
  /// - Parameters:
  ///   - rect: A rectangle; the null one gives an empty path.
  ///   - transform: Applied to the points; nil stands for the identity.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var path = Path()
    path.addEllipse(in: rect, transform?.pointee)
    self.init(path)
  }

  /// A rectangle whose corners are quarters of ellipses.
  ///
  /// The path begins in the middle of the edge of greatest x and goes towards greater y.
  ///
  /// - Parameters:
  ///   - rect: A rectangle; the null one gives an empty path.
  ///   - cornerWidth: The corners' radius along x; clamped to 0 and half the width.
  ///   - cornerHeight: The corners' radius along y; clamped to 0 and half the height.
  ///   - transform: Applied to the points; nil stands for the identity.
  ///
  /// **Differences**: on Apple's platforms radii out of range end the program.
  public convenience init(
    roundedRect rect: CGRect,
    cornerWidth: CGFloat,
    cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    var path = Path()
    path.addRoundedRect(rect, cornerWidth, cornerHeight, transform?.pointee)
    self.init(path)
  }

  /// A rectangle with continuous corners, as a layer with `cornerCurve` continuous has them.
  ///
  /// Each corner takes 1.528665 radii of its edges and has no jump of curvature where it begins.
  /// Edges that are too short for that get rounder corners, at most quarter circles.
  ///
  /// - Parameters:
  ///   - rect: A rectangle; the null one gives an empty path.
  ///   - cornerRadius: Clamped to 0 and half the shorter side.
  ///   - transform: Applied to the points; nil stands for the identity.
  ///
  /// **Differences**: there is no such initialiser on Apple's platforms, where UIKit and SwiftUI
  /// make these paths.
  public convenience init(
    continuousRoundedRect rect: CGRect,
    cornerRadius: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    var path = Path()
    path.addContinuousRoundedRect(rect, cornerRadius, transform?.pointee)
    self.init(path)
  }

  /// A rectangle with a radius for each corner: minX-minY, maxX-minY, minX-maxY, maxX-maxY.
  ///
  /// Radii are clamped to 0 and half of the shorter side.
  package convenience init(roundedRect rect: CGRect, radii: SIMD4<Double>, isContinuous: Bool) {
    var path = Path()
    if let rect = Rect(drawn: rect) {
      path.addRoundedRect(rect, radii: radii, isContinuous: isContinuous)
    }
    self.init(path)
  }

  /// A path with the same elements that cannot change.
  public func copy() -> CGPath? { CGPath(path) }

  /// A path that cannot change, with all points under `transform`; nil stands for the identity.
  ///
  /// - Returns: Nil for a transform with NaN.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    transformed(transform).map { CGPath($0) }
  }

  /// A path with the same elements that can change.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(path) }

  /// A path that can change, with all points under `transform`; nil stands for the identity.
  ///
  /// - Returns: Nil for a transform with NaN.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    transformed(transform).map { CGMutablePath($0) }
  }

  private func transformed(_ transform: UnsafePointer<CGAffineTransform>?) -> Path? {
    guard let transform = transform?.pointee else { return path }
    let numbers = [
      transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty,
    ]
    if numbers.contains(where: \.isNaN) { return nil }
    return path.transformed(by: Affine(transform))
  }
}

// Safe because: `fixed` never changes, and `CGMutablePath`, the only subclass, guards its value by
// a lock; the class is not open, so that there are no others.
extension CGPath: @unchecked Sendable {}

// MARK: - Elements

extension CGPath {
  /// Whether there are no elements.
  public var isEmpty: Bool { path.isEmpty }

  /// The start of the next element; (0, 0) for an empty path.
  public var currentPoint: CGPoint { CGPoint(path.current ?? .zero) }

  /// Calls `block` with each element, in order.
  ///
  /// The elements are those at the time of the call, even if `block` changes the path.
  public func applyWithBlock(_ block: CGPathApplyBlock) {
    let path = path
    withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { points in
      guard let first = points.baseAddress else { return }
      points.initialize(repeating: .zero)
      var next = 0
      for element in path.elements {
        // Bounds: an element has at most three points.
        for index in 0..<element.pointCount { points[index] = CGPoint(path.points[next + index]) }
        next += element.pointCount
        withUnsafePointer(to: CGPathElement(type: CGPathElementType(element), points: first)) {
          block($0)
        }
      }
    }
  }

  /// Calls `function` with `info` and each element, in order.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    applyWithBlock { function(info, $0) }
  }
}

extension CGPathElementType {
  fileprivate init(_ element: PathElement) {
    switch element {
    case .move: self = .moveToPoint
    case .line: self = .addLineToPoint
    case .quad: self = .addQuadCurveToPoint
    case .cubic: self = .addCurveToPoint
    case .close: self = .closeSubpath
    }
  }
}

// MARK: - Equality

extension CGPath: Hashable {
  /// Whether both have the same elements with the same points.
  public static func == (left: CGPath, right: CGPath) -> Bool {
    left === right || left.path == right.path
  }

  /// Feeds the elements and points into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
  }
}

extension CGPath: CustomStringConvertible {
  /// The elements, one after the other.
  public var description: String {
    let path = path
    var next = 0
    var parts: [String] = []
    for element in path.elements {
      let points = path.points[next..<(next + element.pointCount)]
      next += element.pointCount
      parts.append("\(element)" + points.map { " (\($0.x), \($0.y))" }.joined())
    }
    return "<CGPath \(parts.joined(separator: ", "))>"
  }
}
