// Rectangles, ellipses, rounded rectangles and arcs as subpaths.
// Licensed under the MIT license; see LICENSE.

import Glibc

// Every shape goes where Core Graphics begins and turns, which matters to dashes and to strokes that
// are drawn in part: towards growing angles, from the x axis to the y axis.
//
//     rectangle          from (minX, minY) along the edge minY
//     ellipse            from (maxX, midY) in four quarters
//     rounded rectangle  from (maxX, midY) to the corner (maxX, maxY)

extension Path {
  /// The length of the handles of a cubic that stands for an arc of `angle` radians and radius 1.
  ///
  /// The greatest error of the radius is 2.7e-4 for a quarter turn (T. Goldapp, "Approximation of
  /// circular arcs by cubic polynomials", CAGD 8, 1991).
  private static func handle(_ angle: Double) -> Double { 4.0 / 3 * tan(angle / 4) }

  /// A closed subpath around `rect`, which is standardised.
  package mutating func addRect(_ rect: Rect, _ transform: Affine = .identity) {
    move(to: transform.transform(Point(rect.minX, rect.minY)))
    line(to: transform.transform(Point(rect.maxX, rect.minY)))
    line(to: transform.transform(Point(rect.maxX, rect.maxY)))
    line(to: transform.transform(Point(rect.minX, rect.maxY)))
    close()
  }

  /// A closed subpath: the ellipse that touches the edges of `rect`.
  package mutating func addEllipse(in rect: Rect, _ transform: Affine = .identity) {
    let center = Point((rect.minX + rect.maxX) / 2, (rect.minY + rect.maxY) / 2)
    let frame =
      Affine(abs(rect.width) / 2, 0, 0, abs(rect.height) / 2, center.x, center.y) * transform
    move(to: frame.transform(Point(1, 0)))
    addUnitArc(from: 0, delta: 2 * .pi, frame)
    close()
  }

  /// A closed subpath: `rect` with corners that are quarters of ellipses.
  ///
  /// Corners wider or higher than half the rectangle are cut down to that; negative ones count as 0.
  package mutating func addRoundedRect(
    _ rect: Rect,
    cornerWidth: Double,
    cornerHeight: Double,
    _ transform: Affine = .identity
  ) {
    let width = min(max(cornerWidth, 0), abs(rect.width) / 2)
    let height = min(max(cornerHeight, 0), abs(rect.height) / 2)
    guard width > 0, height > 0 else { return addRect(rect, transform) }
    func corner(_ x: Double, _ y: Double, _ angle: Double) {
      let frame = Affine(width, 0, 0, height, x, y) * transform
      line(to: frame.transform(Path.onUnitCircle(angle)))
      addUnitArc(from: angle, delta: .pi / 2, frame)
    }
    let (minX, maxX) = (rect.minX + width, rect.maxX - width)
    let (minY, maxY) = (rect.minY + height, rect.maxY - height)
    move(to: transform.transform(Point(rect.maxX, (rect.minY + rect.maxY) / 2)))
    corner(maxX, maxY, 0)
    corner(minX, maxY, .pi / 2)
    corner(minX, minY, .pi)
    corner(maxX, minY, .pi * 3 / 2)
    close()
  }

  /// An arc of a circle; joined to the current point by a line if there is one.
  ///
  /// - Parameters:
  ///   - startAngle: In radians from the x axis towards the y axis.
  ///   - delta: In radians, its sign giving the direction. Of more than two whole turns only one
  ///     is drawn besides what is left.
  package mutating func addArc(
    center: Point,
    radius: Double,
    startAngle: Double,
    delta: Double,
    _ transform: Affine = .identity
  ) {
    let frame = Affine(radius, 0, 0, radius, center.x, center.y) * transform
    let start = frame.transform(Path.onUnitCircle(startAngle))
    if current == nil { move(to: start) } else { line(to: start) }
    let turn = 2 * Double.pi
    let rest = delta.truncatingRemainder(dividingBy: turn)
    let isLong = abs(delta) > 2 * turn
    addUnitArc(from: startAngle, delta: isLong ? rest + (delta < 0 ? -turn : turn) : delta, frame)
  }

  /// The angle from `start` to `end` in the given direction, in radians.
  ///
  /// In the direction of growing angles it is never negative, else never positive; an end that lies the
  /// other way is reached the long way round.
  package static func sweep(from start: Double, to end: Double, growing: Bool) -> Double {
    let turn = 2 * Double.pi
    let delta = growing ? end - start : start - end
    let length = delta < 0 ? delta + turn * (-delta / turn).rounded(.up) : delta
    return growing ? length : -length
  }

  /// An arc that touches the lines from the current point to `end1` and from there to `end2`.
  ///
  /// It begins with a line to where it touches the first of them. Where no such arc is, because the
  /// points lie on a line or the radius is not positive, it is only a line to `end1`. The current point
  /// and the others are in the space before `transform`.
  package mutating func addArc(
    tangent1End end1: Point,
    tangent2End end2: Point,
    radius: Double,
    _ transform: Affine = .identity
  ) {
    guard let current else { return }
    guard let begin = transform.inverse?.transform(current) else {
      return line(to: transform.transform(end1))
    }
    let (ux, uy) = (begin.x - end1.x, begin.y - end1.y)
    let (vx, vy) = (end2.x - end1.x, end2.y - end1.y)
    let (u, v) = (hypot(ux, uy), hypot(vx, vy))
    let cross = (ux * vy - uy * vx) / (u * v)
    let dot = (ux * vx + uy * vy) / (u * v)
    // Less than a billionth of a turn off a line is a line; NaN comes from points that coincide.
    guard radius > 0, abs(cross) > 1e-9 else { return line(to: transform.transform(end1)) }
    // The distance from the corner to where the circle touches is radius / tan(half the angle).
    let reach = radius * (1 + dot) / abs(cross)
    let touch = Point(end1.x + ux / u * reach, end1.y + uy / u * reach)
    let side: Double = cross > 0 ? 1 : -1
    let center = Point(touch.x - uy / u * radius * side, touch.y + ux / u * radius * side)
    let turned = Double.pi - acos(min(max(dot, -1), 1))
    addArc(
      center: center,
      radius: radius,
      startAngle: atan2(touch.y - center.y, touch.x - center.x),
      delta: -side * turned,
      transform
    )
  }

  private static func onUnitCircle(_ angle: Double) -> Point { Point(cos(angle), sin(angle)) }

  /// Cubics for an arc of the unit circle under `frame`, each of at most a quarter turn.
  ///
  /// The current point is the arc's begin.
  private mutating func addUnitArc(from start: Double, delta: Double, _ frame: Affine) {
    guard delta != 0, delta.isFinite else { return }
    let count = max((abs(delta) / (.pi / 2) - 1e-9).rounded(.up), 1)
    let step = delta / count
    let handle = Path.handle(step)
    for index in 0..<Int(count) {
      let (a, b) = (start + step * Double(index), start + step * Double(index + 1))
      let (from, to) = (Path.onUnitCircle(a), Path.onUnitCircle(b))
      cubic(
        to: frame.transform(to),
        control1: frame.transform(Point(from.x - handle * from.y, from.y + handle * from.x)),
        control2: frame.transform(Point(to.x + handle * to.y, to.y - handle * to.x))
      )
    }
  }
}
