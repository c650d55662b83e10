// Values of Core Graphics as values of the modules below it, and path building with them.
// Licensed under the MIT license; see LICENSE.

package import Foundation
package import QuartzMath
import QuartzRaster

extension Affine {
  package init(_ transform: CGAffineTransform) {
    self.init(transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty)
  }
}

extension CGAffineTransform {
  package init(_ affine: Affine) {
    self.init(a: affine.a, b: affine.b, c: affine.c, d: affine.d, tx: affine.tx, ty: affine.ty)
  }
}

extension Point {
  package init(_ point: CGPoint) {
    self.init(point.x, point.y)
  }

  init(_ point: CGPoint, _ transform: CGAffineTransform) {
    self.init(point.applying(transform))
  }
}

extension CGPoint {
  package init(_ point: Point) {
    self.init(x: point.x, y: point.y)
  }
}

extension Rect {
  /// A rectangle to draw; nil for the null one, which is nowhere.
  package init?(drawn rect: CGRect) {
    guard !rect.isNull else { return nil }
    let rect = rect.standardized
    self.init(rect.origin.x, rect.origin.y, rect.width, rect.height)
  }
}

extension CGRect {
  package init(_ rect: Rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}

// MARK: - Building

extension Path {
  mutating func addLines(between points: [CGPoint], _ transform: CGAffineTransform) {
    guard let first = points.first else { return }
    move(to: Point(first, transform))
    for point in points.dropFirst() { line(to: Point(point, transform)) }
  }

  /// Appends the elements that `build` makes, as new subpaths.
  ///
  /// `transform` maps their space to this path's.
  mutating func add(_ transform: CGAffineTransform?, _ build: (inout Path) -> Void) {
    guard let transform, !transform.isIdentity else { return build(&self) }
    var shape = Path()
    build(&shape)
    append(shape.transformed(by: Affine(transform)))
  }

  mutating func addRect(_ rect: CGRect, _ transform: CGAffineTransform?) {
    guard let rect = Rect(drawn: rect) else { return }
    add(transform) { $0.addRect(rect) }
  }

  mutating func addEllipse(in rect: CGRect, _ transform: CGAffineTransform?) {
    guard let rect = Rect(drawn: rect) else { return }
    add(transform) { $0.addEllipse(in: rect) }
  }

  mutating func addRoundedRect(
    _ rect: CGRect,
    _ cornerWidth: CGFloat,
    _ cornerHeight: CGFloat,
    _ transform: CGAffineTransform?
  ) {
    guard let rect = Rect(drawn: rect) else { return }
    add(transform) {
      $0.addRoundedRect(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
    }
  }

  mutating func addContinuousRoundedRect(
    _ rect: CGRect,
    _ radius: CGFloat,
    _ transform: CGAffineTransform?
  ) {
    guard let rect = Rect(drawn: rect) else { return }
    add(transform) { $0.addContinuousRoundedRect(rect, radius: radius) }
  }

  /// Appends the elements that `build` makes, from the current point on.
  ///
  /// `transform` maps their space to this path's. Without a current point `build` begins its own
  /// subpath. Nothing is added if there is one and `transform` cannot be inverted.
  mutating func addContinued(_ transform: CGAffineTransform, _ build: (inout Path) -> Void) {
    if transform.isIdentity { return build(&self) }
    let affine = Affine(transform)
    var piece = Path()
    if let current {
      guard let inverse = affine.inverse else { return }
      piece.move(to: inverse.transform(current))
    }
    build(&piece)
    let mapped = piece.transformed(by: affine)
    if current == nil { append(mapped) } else { appendWithoutMove(mapped) }
  }

  /// The elements of `other` after its first one, a move.
  private mutating func appendWithoutMove(_ other: Path) {
    var next = 1
    for element in other.elements.dropFirst() {
      let points = other.points[next..<(next + element.pointCount)]
      let first = points.startIndex
      next += element.pointCount
      switch element {
      case .move: move(to: points[first])
      case .line: line(to: points[first])
      case .quad: quad(to: points[first + 1], control: points[first])
      case .cubic:
        cubic(to: points[first + 2], control1: points[first], control2: points[first + 1])
      case .close: close()
      }
    }
  }
}
