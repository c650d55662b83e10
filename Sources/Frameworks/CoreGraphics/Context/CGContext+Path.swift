// The current path of a context.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

extension CGContext {
  /// Throws the current path away and begins an empty one.
  public func beginPath() {
    devicePath = Path()
  }

  /// Begins a subpath.
  public func move(to point: CGPoint) {
    devicePath.move(to: state.ctm.transform(Point(point)))
  }

  /// A line from the current point to `point`; nothing without a current point.
  public func addLine(to point: CGPoint) {
    devicePath.line(to: state.ctm.transform(Point(point)))
  }

  /// A new subpath: lines from each of the points to the next.
  public func addLines(between points: [CGPoint]) {
    devicePath.addLines(between: points, ctm)
  }

  /// A quadratic Bézier curve from the current point to `end`.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    let ctm = state.ctm
    devicePath.quad(to: ctm.transform(Point(end)), control: ctm.transform(Point(control)))
  }

  /// A cubic Bézier curve from the current point to `end`.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    let ctm = state.ctm
    devicePath.cubic(
      to: ctm.transform(Point(end)),
      control1: ctm.transform(Point(control1)),
      control2: ctm.transform(Point(control2))
    )
  }

  /// An arc of a circle, as
  /// `CGMutablePath.addArc(center:radius:startAngle:endAngle:clockwise:transform:)`.
  public func addArc(
    center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool
  ) {
    devicePath.addContinued(ctm) {
      $0.addArc(
        center: Point(center),
        radius: radius,
        start: startAngle,
        end: endAngle,
        clockwise: clockwise
      )
    }
  }

  /// An arc that touches the lines from the current point to `tangent1End` and on to `tangent2End`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    devicePath.addContinued(ctm) {
      $0.addArc(tangent1: Point(tangent1End), tangent2: Point(tangent2End), radius: radius)
    }
  }

  /// A closed rectangle.
  public func addRect(_ rect: CGRect) {
    devicePath.addRect(rect, ctm)
  }

  /// A closed rectangle for each of `rects`.
  public func addRects(_ rects: [CGRect]) {
    for rect in rects { addRect(rect) }
  }

  /// A closed ellipse that touches the edges of `rect`.
  public func addEllipse(in rect: CGRect) {
    devicePath.addEllipse(in: rect, ctm)
  }

  /// The elements of `path`.
  public func addPath(_ path: CGPath) {
    devicePath.append(path.path.transformed(by: state.ctm))
  }

  /// A line from the current point to where the subpath began.
  public func closePath() {
    devicePath.close()
  }

  /// Makes the outline of the current path's stroke the current path.
  ///
  /// Nothing is left of it under a transform without an inverse.
  public func replacePathWithStrokedPath() {
    let path = takePath()
    guard let user = userPath(path) else { return }
    // The outline is to be 1/32 pixel exact, not 1/32 unit.
    let scale = abs(state.ctm.determinant).squareRoot()
    let outline = user.stroked(state.line, tolerance: PathRasterizer.tolerance / max(scale, 1e-6))
    devicePath = outline.transformed(by: state.ctm)
  }
}

// MARK: - Questions

extension CGContext {
  /// Whether the current path has no elements.
  public var isPathEmpty: Bool { devicePath.isEmpty }

  /// The start of the next element, in user space; (0, 0) without a current point.
  public var currentPointOfPath: CGPoint {
    guard let current = devicePath.current else { return .zero }
    return CGPoint(current).applying(ctm.inverted())
  }

  /// The smallest rectangle around the points of the current path, in user space; null without
  /// points.
  public var boundingBoxOfPath: CGRect {
    userPath(devicePath)?.controlBounds.map(CGRect.init) ?? .null
  }

  /// A copy of the current path, in user space; nil if it is empty.
  public var path: CGPath? {
    guard !devicePath.isEmpty, let path = userPath(devicePath) else { return nil }
    return CGPath(path)
  }

  /// Whether `drawPath(using:)` with this mode would paint `point`, which is in user space.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    guard let path = userPath(devicePath) else { return false }
    let point = Point(point)
    func strokeContains() -> Bool { path.stroked(state.line).contains(point, rule: .nonZero) }
    switch mode {
    case .fill: return path.contains(point, rule: .nonZero)
    case .eoFill: return path.contains(point, rule: .evenOdd)
    case .stroke: return strokeContains()
    case .fillStroke: return path.contains(point, rule: .nonZero) || strokeContains()
    case .eoFillStroke: return path.contains(point, rule: .evenOdd) || strokeContains()
    }
  }

  /// The current path, which is empty afterwards.
  func takePath() -> Path {
    defer { devicePath = Path() }
    return devicePath
  }

  /// A path of device space in user space; nil under a transform without an inverse.
  func userPath(_ path: Path) -> Path? {
    if state.ctm.isIdentity { return path }
    return state.ctm.inverse.map { path.transformed(by: $0) }
  }
}
