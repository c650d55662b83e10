// Values of Core Graphics as values of the modules below it, and path building with them.
// Licensed under the MIT license; see LICENSE.

package import Foundation
package import QuartzMath

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

  mutating func addRect(_ rect: CGRect, _ transform: CGAffineTransform?) {
    guard let rect = Rect(drawn: rect) else { return }
    addRect(rect, Affine(transform ?? .identity))
  }

  mutating func addEllipse(in rect: CGRect, _ transform: CGAffineTransform?) {
    guard let rect = Rect(drawn: rect) else { return }
    addEllipse(in: rect, Affine(transform ?? .identity))
  }

  mutating func addRoundedRect(
    _ rect: CGRect,
    _ cornerWidth: CGFloat,
    _ cornerHeight: CGFloat,
    _ transform: CGAffineTransform?
  ) {
    guard let rect = Rect(drawn: rect) else { return }
    addRoundedRect(
      rect,
      cornerWidth: cornerWidth,
      cornerHeight: cornerHeight,
      Affine(transform ?? .identity)
    )
  }

  mutating func addRelativeArc(
    _ center: CGPoint,
    _ radius: CGFloat,
    _ startAngle: CGFloat,
    _ delta: CGFloat,
    _ transform: CGAffineTransform
  ) {
    addArc(
      center: Point(center),
      radius: radius,
      startAngle: startAngle,
      delta: delta,
      Affine(transform)
    )
  }
}
