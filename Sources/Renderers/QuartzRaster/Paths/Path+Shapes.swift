// Rectangles, ellipses, rounded rectangles: circular corners and continuous ones.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension Path {
  /// The distance of a control point for a quarter of a unit circle: 4/3 tan(π/8), with the ten
  /// digits that Apple's ellipses have.
  ///
  /// The curve is at most 0.00027 radii outside of the circle.
  static let quarterArc = 0.552_284_749_8

  /// A closed subpath, from the origin along the x axis first; mirrored if a side is negative.
  package mutating func addRect(_ rect: Rect) {
    move(to: Point(rect.x, rect.y))
    line(to: Point(rect.x + rect.width, rect.y))
    line(to: Point(rect.x + rect.width, rect.y + rect.height))
    line(to: Point(rect.x, rect.y + rect.height))
    close()
  }

  /// A closed subpath of four curves, from the middle of the right side towards larger y.
  package mutating func addEllipse(in rect: Rect) {
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    let (x, y) = (rect.x + rx, rect.y + ry)
    let (kx, ky) = (rx * Path.quarterArc, ry * Path.quarterArc)
    func at(_ dx: Double, _ dy: Double) -> Point { Point(x + dx, y + dy) }
    move(to: at(rx, 0))
    cubic(to: at(0, ry), control1: at(rx, ky), control2: at(kx, ry))
    cubic(to: at(-rx, 0), control1: at(-kx, ry), control2: at(-rx, ky))
    cubic(to: at(0, -ry), control1: at(-rx, -ky), control2: at(-kx, -ry))
    cubic(to: at(rx, 0), control1: at(kx, -ry), control2: at(rx, -ky))
    close()
  }

  /// A closed subpath with elliptical corners, from the middle of the right side towards larger y.
  ///
  /// Corners are clamped to 0 and to half of the sides.
  package mutating func addRoundedRect(_ rect: Rect, cornerWidth: Double, cornerHeight: Double) {
    let rect = rect.standardized
    let cw = min(max(cornerWidth, 0), rect.width / 2)
    let ch = min(max(cornerHeight, 0), rect.height / 2)
    guard cw > 0, ch > 0 else { return addRect(rect) }
    let (kx, ky) = (cw * (1 - Path.quarterArc), ch * (1 - Path.quarterArc))
    let (x0, y0, x1, y1) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(x1, rect.y + rect.height / 2))
    line(to: Point(x1, y1 - ch))
    cubic(
      to: Point(x1 - cw, y1),
      control1: Point(x1, y1 - ky),
      control2: Point(x1 - kx, y1)
    )
    line(to: Point(x0 + cw, y1))
    cubic(
      to: Point(x0, y1 - ch),
      control1: Point(x0 + kx, y1),
      control2: Point(x0, y1 - ky)
    )
    line(to: Point(x0, y0 + ch))
    cubic(
      to: Point(x0 + cw, y0),
      control1: Point(x0, y0 + ky),
      control2: Point(x0 + kx, y0)
    )
    line(to: Point(x1 - cw, y0))
    cubic(
      to: Point(x1, y0 + ch),
      control1: Point(x1 - kx, y0),
      control2: Point(x1, y0 + ky)
    )
    close()
  }
}

// MARK: - Continuous corners

/// Half of a continuous corner, in radii: along one side from where the curve begins to the middle
/// piece of the corner.
///
/// Coordinates are (along the side, away from the side), both from the corner of the rectangle.
private struct CornerHalf {
  /// Where the straight part of the side ends.
  var reach: Double
  /// The control points after it; the first is on the side.
  var control1: Double
  var control2: Point
  /// Where the middle piece begins, and its control point there.
  var joint: Point
  var handle: Point

  /// UIKit's curve.
  ///
  /// Source: the figures that PaintCode read off UIBezierPath(roundedRect:cornerRadius:) of iOS 7.
  static let continuous = CornerHalf(
    reach: 1.528_664_98,
    control1: 1.088_492_96,
    control2: Point(0.868_406_94, 0),
    joint: Point(0.631_493_79, 0.074_911_39),
    handle: Point(0.372_823_83, 0.169_059_56)
  )

  /// A quarter of a circle in the same three pieces: 21.72, 46.56 and 21.72 degrees.
  static let circular = CornerHalf(
    reach: 1,
    control1: 0.873_260_17,
    control2: Point(0.747_675_56, 0.024_092_54),
    joint: Point(0.629_933_59, 0.070_994_70),
    handle: Point(0.374_765_83, 0.172_639_99)
  )

  /// The curve for a side that has room for `room` radii, at least 1: where the continuous curve is
  /// too long, what lies between it and the circle.
  init(room: Double) {
    let (full, least) = (CornerHalf.continuous, CornerHalf.circular)
    let t = min(max((room - least.reach) / (full.reach - least.reach), 0), 1)
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
    self.init(
      reach: mix(least.reach, full.reach),
      control1: mix(least.control1, full.control1),
      control2: least.control2.mixed(with: full.control2, t),
      joint: least.joint.mixed(with: full.joint, t),
      handle: least.handle.mixed(with: full.handle, t)
    )
  }

  init(reach: Double, control1: Double, control2: Point, joint: Point, handle: Point) {
    self.reach = reach
    self.control1 = control1
    self.control2 = control2
    self.joint = joint
    self.handle = handle
  }
}

extension Path {
  /// A closed subpath with continuous corners, whose curvature begins gently: UIKit's curve.
  ///
  /// The radius is clamped to 0 and to half of the shorter side. A curve reaches 1.53 radii along a
  /// side; where the side is too short for two of them, they go over to the circle's.
  package mutating func addContinuousRoundedRect(_ rect: Rect, radius: Double) {
    addRoundedRect(rect, radii: SIMD4(repeating: radius), isContinuous: true)
  }

  /// A closed subpath with a radius for each corner: minX-minY, maxX-minY, minX-maxY, maxX-maxY.
  ///
  /// Radii are clamped to 0 and to half of the shorter side. Corners are quarters of circles, or
  /// continuous as `addContinuousRoundedRect(_:radius:)` says.
  package mutating func addRoundedRect(
    _ rect: Rect,
    radii: SIMD4<Double>,
    isContinuous: Bool
  ) {
    let rect = rect.standardized
    let limit = SIMD4(repeating: min(rect.width, rect.height) / 2)
    let radii = radii.replacing(with: 0, where: .!(radii .> 0))
      .replacing(with: limit, where: radii .> limit)
    guard radii != .zero else { return addRect(rect) }
    func half(_ side: Double, _ radius: Double) -> CornerHalf {
      isContinuous && radius > 0 ? CornerHalf(room: side / 2 / radius) : .circular
    }
    func add(_ x: Double, _ y: Double, _ sx: Double, _ sy: Double, _ radius: Double) {
      let (alongX, alongY) = (half(rect.width, radius), half(rect.height, radius))
      let isFromY = sx * sy > 0
      addCorner(
        Point(x, y),
        sx * radius,
        sy * radius,
        isFromY ? alongY : alongX,
        isFromY ? alongX : alongY,
        isFromY: isFromY
      )
    }
    let (x0, y0, x1, y1) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(x1, rect.y + rect.height / 2))
    add(x1, y1, -1, -1, radii.w)
    add(x0, y1, 1, -1, radii.z)
    add(x0, y0, 1, 1, radii.x)
    add(x1, y0, -1, 1, radii.y)
    close()
  }

  /// The curve around a corner; `sx` and `sy` lead into the rectangle, one radius long.
  ///
  /// Without a radius, the corner itself.
  private mutating func addCorner(
    _ corner: Point,
    _ sx: Double,
    _ sy: Double,
    _ first: CornerHalf,
    _ second: CornerHalf,
    isFromY: Bool
  ) {
    guard sx != 0 else { return line(to: corner) }
    func at(_ along: Double, _ away: Double, alongY isAlongY: Bool) -> Point {
      isAlongY
        ? Point(corner.x + away * sx, corner.y + along * sy)
        : Point(corner.x + along * sx, corner.y + away * sy)
    }
    line(to: at(first.reach, 0, alongY: isFromY))
    cubic(
      to: at(first.joint.x, first.joint.y, alongY: isFromY),
      control1: at(first.control1, 0, alongY: isFromY),
      control2: at(first.control2.x, first.control2.y, alongY: isFromY)
    )
    cubic(
      to: at(second.joint.x, second.joint.y, alongY: !isFromY),
      control1: at(first.handle.x, first.handle.y, alongY: isFromY),
      control2: at(second.handle.x, second.handle.y, alongY: !isFromY)
    )
    cubic(
      to: at(second.reach, 0, alongY: !isFromY),
      control1: at(second.control2.x, second.control2.y, alongY: !isFromY),
      control2: at(second.control1, 0, alongY: !isFromY)
    )
  }
}
