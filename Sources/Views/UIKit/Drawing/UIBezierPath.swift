// Paths with the lines that stroke them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A path, with the width and the shape of its stroke, that draws itself into the current context.
///
/// ```swift
/// let path = UIBezierPath(roundedRect: bounds, cornerRadius: 12)
/// UIColor.systemBlue.setFill()
/// path.fill()
/// ```
open class UIBezierPath: NSObject, NSCopying, NSSecureCoding {
  private var own = CGMutablePath()
  private var dash: [CGFloat] = []
  private var dashPhase: CGFloat = 0

  /// The width of strokes in points; 1 by default.
  open var lineWidth: CGFloat = 1
  /// The ends of strokes; butt by default.
  open var lineCapStyle = CGLineCap.butt
  /// The corners of strokes; miter by default.
  open var lineJoinStyle = CGLineJoin.miter
  /// How far mitres may reach, in line widths; 10 by default.
  open var miterLimit: CGFloat = 10
  /// Kept, without effect: curves are flattened to 1/32 pixel; 0.6 by default.
  open var flatness: CGFloat = 0.6
  /// Whether areas that the path winds around twice are outside; false by default.
  open var usesEvenOddFillRule = false

  /// The class, the address and the elements, one a line.
  open override var description: String {
    let elements = cgPath.elementsText
    return elements.isEmpty ? "<\(appleName)>" : "<\(appleName); \(elements)"
  }

  // MARK: Creating paths

  /// An empty path.
  public override init() {
    super.init()
  }

  /// A rectangle.
  public convenience init(rect: CGRect) {
    self.init(path: CGPath(rect: rect, transform: nil))
  }

  /// The ellipse that fills a rectangle.
  public convenience init(ovalIn rect: CGRect) {
    self.init(path: CGPath(ellipseIn: rect, transform: nil))
  }

  /// A rectangle with continuous corners.
  ///
  /// A corner takes 1.528665 radii of its edges where these have room for two of them. Where they
  /// have not, it goes over to the circle, which it is once two radii are as long as the shorter
  /// edge.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: Clamped to 0 and half of the shorter edge.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(path: CGPath(continuousRoundedRect: rect, cornerRadius: cornerRadius, transform: nil))
  }

  /// A rectangle with some continuous corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - corners: The corners that are round.
  ///   - cornerRadii: The width counts; clamped to 0 and half of the shorter edge.
  public convenience init(
    roundedRect rect: CGRect,
    byRoundingCorners corners: UIRectCorner,
    cornerRadii: CGSize
  ) {
    func radius(_ corner: UIRectCorner) -> Double {
      corners.contains(corner) ? Double(cornerRadii.width) : 0
    }
    self.init(
      path: CGPath(
        roundedRect: rect,
        radii: SIMD4(
          radius(.topLeft),
          radius(.topRight),
          radius(.bottomLeft),
          radius(.bottomRight)
        ),
        isContinuous: true
      )
    )
  }

  /// An arc of a circle.
  ///
  /// - Parameters:
  ///   - center: The centre of the circle.
  ///   - radius: In points.
  ///   - startAngle: In radians, from the x axis on, clockwise where y points down.
  ///   - endAngle: Likewise.
  ///   - clockwise: The direction, as seen where y points down.
  public convenience init(
    arcCenter center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center,
      radius: radius,
      startAngle: startAngle,
      endAngle: endAngle,
      clockwise: clockwise
    )
  }

  /// The path of Core Graphics, copied.
  public convenience init(cgPath CGPath: CGPath) {
    self.init(path: CGPath)
  }

  private convenience init(path: CGPath) {
    self.init()
    own.addPath(path)
  }

  /// The path of an archive; an empty one if it holds none.
  public required init?(coder: NSCoder) {
    super.init()
    guard coder.containsValue(forKey: "UIBezierPathElements") else { return }
    lineWidth = CGFloat(coder.decodeDouble(forKey: "UIBezierPathLineWidth"))
    lineCapStyle =
      CGLineCap(rawValue: coder.decodeInt32(forKey: "UIBezierPathLineCap")) ?? .butt
    lineJoinStyle =
      CGLineJoin(rawValue: coder.decodeInt32(forKey: "UIBezierPathLineJoin")) ?? .miter
    miterLimit = CGFloat(coder.decodeDouble(forKey: "UIBezierPathMiterLimit"))
    flatness = CGFloat(coder.decodeDouble(forKey: "UIBezierPathFlatness"))
    usesEvenOddFillRule = coder.decodeBool(forKey: "UIBezierPathEvenOdd")
    let bytes = coder.object(of: NSData.self, forKey: "UIBezierPathElements")
    own = PathBytes.path(bytes as Data? ?? Data())
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the elements and the stroke, without its dashes.
  open func encode(with coder: NSCoder) {
    coder.encode(Double(lineWidth), forKey: "UIBezierPathLineWidth")
    coder.encode(lineCapStyle.rawValue, forKey: "UIBezierPathLineCap")
    coder.encode(lineJoinStyle.rawValue, forKey: "UIBezierPathLineJoin")
    coder.encode(Double(miterLimit), forKey: "UIBezierPathMiterLimit")
    coder.encode(Double(flatness), forKey: "UIBezierPathFlatness")
    coder.encode(usesEvenOddFillRule, forKey: "UIBezierPathEvenOdd")
    coder.encode(PathBytes.bytes(own) as NSData, forKey: "UIBezierPathElements")
  }

  // `Any` because: it is NSCopying's.
  /// A path with the same elements and the same stroke.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIBezierPath(path: own)
    copy.takeStroke(of: self)
    return copy
  }

  private func takeStroke(of other: UIBezierPath) {
    lineWidth = other.lineWidth
    lineCapStyle = other.lineCapStyle
    lineJoinStyle = other.lineJoinStyle
    miterLimit = other.miterLimit
    flatness = other.flatness
    usesEvenOddFillRule = other.usesEvenOddFillRule
    (dash, dashPhase) = (other.dash, other.dashPhase)
  }

  /// The path of Core Graphics: a copy to read, and a path to copy from when it is set.
  open var cgPath: CGPath {
    get { own.copy() ?? CGMutablePath() }
    set {
      let path = CGMutablePath()
      path.addPath(newValue)
      own = path
    }
  }

  // MARK: Adding elements

  /// Begins a subpath at a point.
  open func move(to point: CGPoint) { own.move(to: point) }

  /// Adds a line; does nothing without a current point.
  open func addLine(to point: CGPoint) {
    guard !own.isEmpty else { return }
    own.addLine(to: point)
  }

  /// Adds a cubic curve; does nothing without a current point.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    guard !own.isEmpty else { return }
    own.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic curve; does nothing without a current point.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    guard !own.isEmpty else { return }
    own.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// Adds an arc of a circle, after a line to where it begins.
  ///
  /// - Parameters:
  ///   - center: The centre of the circle.
  ///   - radius: In points.
  ///   - startAngle: In radians, from the x axis on, clockwise where y points down.
  ///   - endAngle: Likewise.
  ///   - clockwise: The direction, as seen where y points down.
  open func addArc(
    withCenter center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool
  ) {
    guard center.x.isFinite, center.y.isFinite, radius.isFinite, startAngle.isFinite,
      endAngle.isFinite
    else { return }
    // Core Graphics' clockwise is as seen where y points up.
    own.addArc(
      center: center,
      radius: radius,
      startAngle: startAngle,
      endAngle: endAngle,
      clockwise: !clockwise
    )
  }

  /// Closes the subpath.
  open func close() { own.closeSubpath() }

  /// Removes all elements.
  open func removeAllPoints() { own = CGMutablePath() }

  /// Adds the elements of another path.
  open func append(_ bezierPath: UIBezierPath) { own.addPath(bezierPath.cgPath) }

  /// The path in the opposite direction, with the same stroke.
  open func reversing() -> UIBezierPath {
    let reversed = UIBezierPath(path: ReversedPath(own).path)
    reversed.takeStroke(of: self)
    return reversed
  }

  /// Maps all points.
  open func apply(_ transform: CGAffineTransform) {
    let path = CGMutablePath()
    path.addPath(own, transform: transform)
    own = path
  }

  // MARK: Asking

  /// Whether there are no elements.
  open var isEmpty: Bool { own.isEmpty }

  /// The smallest rectangle around the path; the null rectangle for an empty one.
  open var bounds: CGRect { own.boundingBoxOfPath }

  /// Where the next element begins; zero for an empty path.
  open var currentPoint: CGPoint { own.currentPoint }

  /// Whether a point is inside, by the fill rule of the path.
  open func contains(_ point: CGPoint) -> Bool {
    own.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  // MARK: Dashes

  /// Sets the lengths of dashes and gaps in turn.
  ///
  /// - Parameters:
  ///   - pattern: As many lengths as `count` says, in points; nil for no dashes.
  ///   - count: The number of lengths; 0 for no dashes.
  ///   - phase: Where in the pattern strokes begin.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    // Bounds: the caller vouches for `count` lengths.
    dash = pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? []
    dashPhase = phase
  }

  /// Writes the lengths of dashes and gaps, their number and the phase; nil where one is not
  /// wanted.
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?,
    count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    if let pattern {
      // Bounds: the caller vouches for room for as many as `count` said before.
      for (index, length) in dash.enumerated() { pattern[index] = length }
    }
    count?.pointee = dash.count
    phase?.pointee = dashPhase
  }

  // MARK: Drawing

  /// Fills the path with the fill colour of the current context.
  open func fill() {
    drawing { $0.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding) }
  }

  /// Strokes the path with the stroke colour of the current context.
  open func stroke() {
    drawing { context in
      takeLine(context)
      context.strokePath()
    }
  }

  /// Fills the path with the fill colour of the current context.
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    drawing { context in
      context.setBlendMode(blendMode)
      context.setAlpha(alpha)
      context.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding)
    }
  }

  /// Strokes the path with the stroke colour of the current context.
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    drawing { context in
      takeLine(context)
      context.setBlendMode(blendMode)
      context.setAlpha(alpha)
      context.strokePath()
    }
  }

  /// Clips drawing to the inside of the path.
  open func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(own)
    context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  private func drawing(_ body: (CGContext) -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.beginPath()
    context.addPath(own)
    body(context)
    context.restoreGState()
  }

  private func takeLine(_ context: CGContext) {
    context.setLineWidth(lineWidth)
    context.setLineCap(lineCapStyle)
    context.setLineJoin(lineJoinStyle)
    context.setMiterLimit(miterLimit)
    context.setLineDash(phase: dashPhase, lengths: dash)
  }

  // MARK: Equality

  // `Any?` because: it is NSObject's.
  /// Whether both have the same elements and the same stroke.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIBezierPath else { return false }
    if other === self { return true }
    return own == other.own && lineWidth == other.lineWidth && lineCapStyle == other.lineCapStyle
      && lineJoinStyle == other.lineJoinStyle && miterLimit == other.miterLimit
      && usesEvenOddFillRule == other.usesEvenOddFillRule && dash == other.dash
      && dashPhase == other.dashPhase
  }

  /// Equal paths have equal hashes.
  open override var hash: Int { own.hashValue }
}
