// Arcs: by angles, by a swept angle, and between two tangents.
// Licensed under the MIT license; see LICENSE.

import Glibc
package import QuartzMath

extension Path {
  /// An arc of a circle, after a line to where it begins; begins a subpath if there is none.
  ///
  /// Angles are radians from the x axis towards the y axis. The arc goes from `start` to `end`
  /// towards larger angles, or smaller ones if it is clockwise (as seen with y up); angles that are
  /// a turn or more apart give at least one whole turn. Draws nothing if a number is not finite or
  /// the radius is negative.
  package mutating func addArc(
    center: Point,
    radius: Double,
    start: Double,
    end: Double,
    clockwise: Bool
  ) {
    let turn = 2 * Double.pi
    var sweep = end - start
    if abs(sweep) >= turn {
      let rest = sweep.truncatingRemainder(dividingBy: turn)
      sweep = clockwise ? -turn + min(rest, 0) : turn + max(rest, 0)
      if rest > 0, clockwise { sweep += rest - turn }
      if rest < 0, !clockwise { sweep += rest + turn }
    } else if clockwise, sweep > 0 {
      sweep -= turn
    } else if !clockwise, sweep < 0 {
      sweep += turn
    }
    addArc(center: center, radius: radius, start: start, sweep: sweep)
  }

  /// An arc of a circle that turns by `sweep` radians, towards smaller angles if that is negative.
  ///
  /// After a line to where it begins; begins a subpath if there is none. At most 64 turns.
  package mutating func addArc(center: Point, radius: Double, start: Double, sweep: Double) {
    guard center.isFinite, radius.isFinite, radius >= 0, start.isFinite, sweep.isFinite else {
      return
    }
    let sweep = min(max(sweep, -128 * Double.pi), 128 * Double.pi)
    // Pieces of at most a quarter: each is at most 0.00027 radii off.
    let count = max(Int((abs(sweep) / (Double.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = sweep / Double(count)
    let handle = 4.0 / 3 * tan(step / 4) * radius
    func direction(_ index: Int) -> Point {
      let angle = start + step * Double(index)
      return Point(Path.exact(cos(angle)), Path.exact(sin(angle)))
    }
    var from = direction(0)
    let first = Point(center.x + from.x * radius, center.y + from.y * radius)
    // As in Core Graphics, the line is there even if it has no length.
    if current == nil { move(to: first) } else { line(to: first) }
    guard sweep != 0 else { return }
    for index in 1...count {
      let to = direction(index)
      let end = Point(center.x + to.x * radius, center.y + to.y * radius)
      cubic(
        to: end,
        control1: Point(
          center.x + from.x * radius - from.y * handle,
          center.y + from.y * radius + from.x * handle
        ),
        control2: Point(end.x + to.y * handle, end.y - to.x * handle)
      )
      from = to
    }
  }

  /// Undoes the rounding of 0, 1 and -1, so that whole turns end where they began.
  private static func exact(_ value: Double) -> Double {
    if abs(value) < 1e-15 { return 0 }
    return abs(value) > 1 - 1e-15 ? (value < 0 ? -1 : 1) : value
  }

  /// An arc that touches the line from the current point to `tangent1` and the one on to
  /// `tangent2`, after a line to where it begins.
  ///
  /// A line to `tangent1` alone if the radius is 0 or the three points lie on a line. Draws nothing
  /// without a current point.
  package mutating func addArc(tangent1: Point, tangent2: Point, radius: Double) {
    guard let current, tangent1.isFinite, tangent2.isFinite, radius.isFinite else { return }
    let (ax, ay) = (current.x - tangent1.x, current.y - tangent1.y)
    let (bx, by) = (tangent2.x - tangent1.x, tangent2.y - tangent1.y)
    let a = (ax * ax + ay * ay).squareRoot()
    let b = (bx * bx + by * by).squareRoot()
    let cross = ax * by - ay * bx
    guard radius > 0, a > 0, b > 0, abs(cross) > a * b * 1e-12 else {
      return line(to: tangent1)
    }
    // The touching points are radius / tan(angle / 2) away from the corner.
    let dot = ax * bx + ay * by
    let distance = radius * (a * b + dot) / abs(cross)
    let first = Point(tangent1.x + ax / a * distance, tangent1.y + ay / a * distance)
    let last = Point(tangent1.x + bx / b * distance, tangent1.y + by / b * distance)
    // From the touching point the centre lies on the side of the second tangent.
    let side = cross < 0 ? 1.0 : -1.0
    let center = Point(first.x + side * ay / a * radius, first.y - side * ax / a * radius)
    let start = atan2(first.y - center.y, first.x - center.x)
    let end = atan2(last.y - center.y, last.x - center.x)
    addArc(center: center, radius: radius, start: start, end: end, clockwise: cross > 0)
  }
}
