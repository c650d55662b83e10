// Paths with the lines that stroke them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A path, with the width and the shape of its stroke, that draws itself into the current context.
open class NSBezierPath: NSObject, NSCopying {
  /// The ends of strokes.
  public enum LineCapStyle: UInt, Sendable {
    /// At the end.
    case butt = 0
    /// A half circle beyond it.
    case round = 1
    /// A half square beyond it.
    case square = 2
  }

  /// The corners of strokes.
  public enum LineJoinStyle: UInt, Sendable {
    /// Pointed.
    case miter = 0
    /// Round.
    case round = 1
    /// Cut off.
    case bevel = 2
  }

  /// The rule that says what is inside.
  public enum WindingRule: UInt, Sendable {
    /// Points that the path winds around.
    case nonZero = 0
    /// Points that the path winds around an odd number of times.
    case evenOdd = 1
  }

  private var path = CGMutablePath()
  private var dash: [CGFloat] = []
  private var dashPhase: CGFloat = 0

  /// The width of strokes in points; 1 by default.
  open var lineWidth: CGFloat = 1
  /// The ends of strokes; butt by default.
  open var lineCapStyle = LineCapStyle.butt
  /// The corners of strokes; miter by default.
  open var lineJoinStyle = LineJoinStyle.miter
  /// How far mitres may reach, in line widths; 10 by default.
  open var miterLimit: CGFloat = 10
  /// The rule that says what is inside.
  open var windingRule = WindingRule.nonZero

  /// An empty path.
  public override init() { super.init() }

  /// A rectangle.
  public convenience init(rect: NSRect) {
    self.init()
    path.addRect(rect)
  }

  /// The ellipse that fills a rectangle.
  public convenience init(ovalIn rect: NSRect) {
    self.init()
    path.addEllipse(in: rect)
  }

  /// A rectangle with round corners.
  public convenience init(roundedRect rect: NSRect, xRadius: CGFloat, yRadius: CGFloat) {
    self.init()
    appendRoundedRect(rect, xRadius: xRadius, yRadius: yRadius)
  }

  /// A path of Core Graphics.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// The path of Core Graphics.
  open var cgPath: CGPath {
    get { path.copy() ?? path }
    set { path = newValue.mutableCopy() ?? CGMutablePath() }
  }

  /// Returns a copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBezierPath(cgPath: path)
    copy.lineWidth = lineWidth
    copy.lineCapStyle = lineCapStyle
    copy.lineJoinStyle = lineJoinStyle
    copy.miterLimit = miterLimit
    copy.windingRule = windingRule
    copy.dash = dash
    copy.dashPhase = dashPhase
    return copy
  }

  // MARK: Building

  /// Begins a new part.
  open func move(to point: NSPoint) { path.move(to: point) }

  /// Adds a straight line.
  open func line(to point: NSPoint) { path.addLine(to: point) }

  /// Adds a cubic curve.
  open func curve(
    to endPoint: NSPoint,
    controlPoint1: NSPoint,
    controlPoint2: NSPoint
  ) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Closes the part.
  open func close() { path.closeSubpath() }

  /// Removes all parts.
  open func removeAllPoints() { path = CGMutablePath() }

  /// Adds another path.
  open func append(_ path: NSBezierPath) { self.path.addPath(path.path) }

  /// Adds a rectangle.
  open func appendRect(_ rect: NSRect) { path.addRect(rect) }

  /// Adds the ellipse that fills a rectangle.
  open func appendOval(in rect: NSRect) { path.addEllipse(in: rect) }

  /// Adds a rectangle with round corners; radii are at most half of the sides.
  open func appendRoundedRect(_ rect: NSRect, xRadius: CGFloat, yRadius: CGFloat) {
    let rect = rect.standardized
    func usable(_ radius: CGFloat, _ side: CGFloat) -> CGFloat {
      radius > 0 ? min(radius, side / 2) : 0
    }
    path.addRoundedRect(
      in: rect,
      cornerWidth: usable(xRadius, rect.width),
      cornerHeight: usable(yRadius, rect.height)
    )
  }

  /// Adds an arc of a circle, counterclockwise, with a line to its begin.
  ///
  /// - Parameters:
  ///   - center: The middle of the circle.
  ///   - radius: In points.
  ///   - startAngle: In degrees, counterclockwise from the right where y points up.
  ///   - endAngle: In degrees.
  ///   - clockwise: Whether the arc goes the other way.
  open func appendArc(
    withCenter center: NSPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool = false
  ) {
    path.addArc(
      center: center,
      radius: radius,
      startAngle: startAngle * .pi / 180,
      endAngle: endAngle * .pi / 180,
      clockwise: clockwise
    )
  }

  /// Applies a transform to all points.
  open func transform(using transform: AffineTransform) {
    var matrix = CGAffineTransform(
      a: transform.m11,
      b: transform.m12,
      c: transform.m21,
      d: transform.m22,
      tx: transform.tX,
      ty: transform.tY
    )
    if let turned = path.mutableCopy(using: &matrix) { path = turned }
  }

  /// Sets the lengths of dashes and gaps of strokes; none for a solid line.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dash = pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? []
    dashPhase = phase
  }

  // MARK: Asking

  /// Whether there are no parts.
  open var isEmpty: Bool { path.isEmpty }
  /// The end of the last part.
  open var currentPoint: NSPoint { path.currentPoint }
  /// The least rectangle around the path.
  open var bounds: NSRect { path.isEmpty ? .zero : path.boundingBoxOfPath }
  /// The least rectangle around all points, those of control too.
  open var controlPointBounds: NSRect { path.isEmpty ? .zero : path.boundingBox }

  /// Whether a point is inside.
  open func contains(_ point: NSPoint) -> Bool {
    path.contains(point, using: windingRule == .evenOdd ? .evenOdd : .winding)
  }

  // MARK: Drawing

  private func draw(_ body: (CGContext) -> Void) {
    guard let context = NSGraphicsContext.current?.cgContext else { return }
    context.saveGState()
    context.beginPath()
    context.addPath(path)
    body(context)
    context.restoreGState()
  }

  /// Fills the path with the current colour.
  open func fill() {
    draw { $0.fillPath(using: windingRule == .evenOdd ? .evenOdd : .winding) }
  }

  /// Strokes the path with the current colour.
  open func stroke() {
    draw { context in
      context.setLineWidth(lineWidth)
      switch lineCapStyle {
      case .butt: context.setLineCap(.butt)
      case .round: context.setLineCap(.round)
      case .square: context.setLineCap(.square)
      }
      switch lineJoinStyle {
      case .miter: context.setLineJoin(.miter)
      case .round: context.setLineJoin(.round)
      case .bevel: context.setLineJoin(.bevel)
      }
      context.setMiterLimit(miterLimit)
      if !dash.isEmpty { context.setLineDash(phase: dashPhase, lengths: dash) }
      context.strokePath()
    }
  }

  /// Clips the drawing to the path.
  open func addClip() {
    guard let context = NSGraphicsContext.current?.cgContext else { return }
    context.beginPath()
    context.addPath(path)
    context.clip(using: windingRule == .evenOdd ? .evenOdd : .winding)
  }

  /// Fills a rectangle with the current colour.
  open class func fill(_ rect: NSRect) { NSBezierPath(rect: rect).fill() }

  /// Strokes a rectangle with the current colour.
  open class func stroke(_ rect: NSRect) { NSBezierPath(rect: rect).stroke() }

  /// Clips the drawing to a rectangle.
  open class func clip(_ rect: NSRect) { NSBezierPath(rect: rect).addClip() }

  /// Strokes a line with the current colour.
  open class func strokeLine(from point1: NSPoint, to point2: NSPoint) {
    let path = NSBezierPath()
    path.move(to: point1)
    path.line(to: point2)
    path.stroke()
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
