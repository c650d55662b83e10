// Rounded rectangles whose curvature grows from the edge on.
// Licensed under the MIT license; see LICENSE.
//
// A corner that is a quarter circle turns suddenly: its curvature jumps from 0 to 1/r. UIKit's
// continuous corner is three cubics that begin further out. With the corner at the origin and the
// radius as the unit its control points lie, up to the mirror at the diagonal, at
//
//     (1.528665, 0)  (1.088493, 0) (0.868407, 0)  (0.631494, 0.074911)  (0.372824, 0.169060)
//     where the edge ends           handles        where two cubics meet  handle of the middle one
//
// (numbers: M. Vojir, "Mysterious iOS 7 rounded rectangle", PaintCode blog, 2014). Where an edge is too
// short for two such corners, 2 · 1.528665 · r, the points move towards those of a quarter circle that is
// split in three likewise; an edge of 2 r gets exactly that. So no radius makes corners overlap, and
// nothing jumps while a radius grows.

import Glibc

/// One half of a corner, from the edge to the diagonal: along the edge in x, away from it in y.
private struct HalfCorner {
  var end: Double
  var handle1: Double
  var handle2: Double
  var joint: Point
  var middle: Point

  static let continuous = HalfCorner(
    end: 1.528665,
    handle1: 1.088493,
    handle2: 0.868407,
    joint: Point(0.631494, 0.074911),
    middle: Point(0.372824, 0.169060)
  )

  /// A quarter circle, split where the tangent has turned by as much as at the joint above.
  static let circular: HalfCorner = {
    let angle = asin(1 - continuous.joint.x)
    let (first, second) = (4.0 / 3 * tan(angle / 4), 4.0 / 3 * tan((.pi / 2 - 2 * angle) / 4))
    let joint = Point(1 - sin(angle), 1 - cos(angle))
    return HalfCorner(
      end: 1,
      handle1: 1 - first,
      handle2: joint.x + first * cos(angle),
      joint: joint,
      middle: Point(joint.x - second * cos(angle), joint.y + second * sin(angle))
    )
  }()

  /// The half of a corner whose edge leaves it `reach` radii, at least 1.
  init(reach: Double) {
    let (flat, round) = (HalfCorner.continuous, HalfCorner.circular)
    let part = min(max((reach - 1) / (flat.end - 1), 0), 1)
    func mix(_ a: Double, _ b: Double) -> Double { part == 1 ? b : a + (b - a) * part }
    self.init(
      end: mix(round.end, flat.end),
      handle1: mix(round.handle1, flat.handle1),
      handle2: mix(round.handle2, flat.handle2),
      joint: Point(mix(round.joint.x, flat.joint.x), mix(round.joint.y, flat.joint.y)),
      middle: Point(mix(round.middle.x, flat.middle.x), mix(round.middle.y, flat.middle.y))
    )
  }

  private init(end: Double, handle1: Double, handle2: Double, joint: Point, middle: Point) {
    self.end = end
    self.handle1 = handle1
    self.handle2 = handle2
    self.joint = joint
    self.middle = middle
  }
}

extension Path {
  /// A closed subpath: `rect` with continuous corners, from (maxX, midY) to the corner (maxX, maxY).
  ///
  /// The radius is clamped to 0 and half the shorter side.
  package mutating func addContinuousRoundedRect(
    _ rect: Rect,
    cornerRadius: Double,
    _ transform: Affine = .identity
  ) {
    let radius = min(max(cornerRadius, 0), min(abs(rect.width), abs(rect.height)) / 2)
    guard radius > 0 else { return addRect(rect, transform) }
    let alongX = HalfCorner(reach: abs(rect.width) / 2 / radius)
    let alongY = HalfCorner(reach: abs(rect.height) / 2 / radius)
    move(to: transform.transform(Point(rect.maxX, (rect.minY + rect.maxY) / 2)))
    // Each corner is entered along one edge and left along the other: `frame` maps the entered edge to x.
    func corner(_ x: Double, _ y: Double, entersAlongY: Bool, _ dx: Double, _ dy: Double) {
      let frame =
        (entersAlongY
          ? Affine(0, dy * radius, dx * radius, 0, x, y)
          : Affine(dx * radius, 0, 0, dy * radius, x, y)) * transform
      let (enter, leave) = entersAlongY ? (alongY, alongX) : (alongX, alongY)
      func at(_ along: Double, _ away: Double) -> Point { frame.transform(Point(along, away)) }
      line(to: at(enter.end, 0))
      cubic(
        to: at(enter.joint.x, enter.joint.y),
        control1: at(enter.handle1, 0),
        control2: at(enter.handle2, 0)
      )
      cubic(
        to: at(leave.joint.y, leave.joint.x),
        control1: at(enter.middle.x, enter.middle.y),
        control2: at(leave.middle.y, leave.middle.x)
      )
      cubic(
        to: at(0, leave.end),
        control1: at(0, leave.handle2),
        control2: at(0, leave.handle1)
      )
    }
    corner(rect.maxX, rect.maxY, entersAlongY: true, -1, -1)
    corner(rect.minX, rect.maxY, entersAlongY: false, 1, -1)
    corner(rect.minX, rect.minY, entersAlongY: true, 1, 1)
    corner(rect.maxX, rect.minY, entersAlongY: false, -1, 1)
    close()
  }
}
