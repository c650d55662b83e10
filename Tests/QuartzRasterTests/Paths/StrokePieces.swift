// A stroke as the union of simple pieces, for counting samples.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzRaster

/// Rectangles along very short lines, joins and caps, each a contour of its own and all in one
/// direction: what a stroke is by definition, without an outline.
struct StrokePieces {
  private(set) var path = Path()
  private let style: StrokeStyle
  private var radius: Double { style.width / 2 }

  init(_ stroked: Path, _ style: StrokeStyle, pieces: Int = 240) {
    self.style = style
    var points: [Point] = []
    var smooth: [Bool] = []
    var next = 0
    func flush(isClosed: Bool) {
      add(points, smooth, isClosed)
      points = []
      smooth = []
    }
    for element in stroked.elements {
      let from = points.last ?? .zero
      let used = Array(stroked.points[next..<(next + element.pointCount)])
      next += element.pointCount
      switch element {
      case .move:
        flush(isClosed: false)
        points = used
        smooth = [false]
      case .line:
        points.append(used[0])
        smooth.append(false)
      case .quad, .cubic:
        for index in 1...pieces {
          points.append(StrokePieces.point(from, used, Double(index) / Double(pieces)))
          smooth.append(index < pieces)
        }
      case .close:
        let start = points[0]
        flush(isClosed: true)
        points = [start]
        smooth = [false]
      }
    }
    flush(isClosed: false)
  }

  private static func point(_ from: Point, _ used: [Point], _ t: Double) -> Point {
    func mix(_ a: Point, _ b: Point) -> Point {
      Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
    }
    var points = [from] + used
    while points.count > 1 { points = zip(points, points.dropFirst()).map(mix) }
    return points[0]
  }

  private mutating func add(_ all: [Point], _ isSmooth: [Bool], _ isClosed: Bool) {
    guard all.count > 1 || isClosed else { return }
    var points: [Point] = []
    var smooth: [Bool] = []
    for (point, flag) in zip(all, isSmooth) where points.last != point {
      points.append(point)
      smooth.append(flag)
    }
    if isClosed, points.count > 1, points.first == points.last { points.removeLast() }
    guard points.count > 1 else { return addDot(points[0]) }
    let count = points.count
    for index in 0..<(isClosed ? count : count - 1) {
      let (a, b) = (points[index], points[(index + 1) % count])
      let n = normal(a, b)
      polygon([
        Point(a.x + n.x, a.y + n.y), Point(b.x + n.x, b.y + n.y), Point(b.x - n.x, b.y - n.y),
        Point(a.x - n.x, a.y - n.y),
      ])
    }
    for index in isClosed ? 0..<count : 1..<(count - 1) {
      let (a, b, c) = (
        points[(index + count - 1) % count], points[index], points[(index + 1) % count]
      )
      addJoin(a, b, c, isSmooth: smooth[index])
    }
    guard !isClosed else { return }
    addCap(points[1], points[0])
    addCap(points[count - 2], points[count - 1])
  }

  /// To the left of the line from a to b, as long as half of the width.
  private func normal(_ a: Point, _ b: Point) -> Point {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = (dx * dx + dy * dy).squareRoot()
    return Point(-dy / length * radius, dx / length * radius)
  }

  private mutating func addJoin(_ a: Point, _ b: Point, _ c: Point, isSmooth: Bool) {
    var (m, n) = (normal(a, b), normal(b, c))
    let cross = m.x * n.y - m.y * n.x
    // The outer side is the right one where the line turns left.
    if cross > 0 { (m, n) = (Point(-m.x, -m.y), Point(-n.x, -n.y)) }
    let (p, q) = (Point(b.x + m.x, b.y + m.y), Point(b.x + n.x, b.y + n.y))
    if isSmooth || style.join == .round {
      // A line that turns back goes around its left side forwards.
      let turn = atan2(abs(cross), m.x * n.x + m.y * n.y)
      addSector(b, m, turn: cross > 0 ? turn : -turn)
      // A curve sweeps its inner side, too.
      if isSmooth { addSector(b, Point(-m.x, -m.y), turn: cross > 0 ? turn : -turn) }
      return
    }
    let cosine = (m.x * n.x + m.y * n.y) / (radius * radius)
    let ratio = (2 / (1 + cosine)).squareRoot()
    if style.join == .miter, ratio <= style.miterLimit {
      let scale = 1 / (1 + cosine)
      let tip = Point(b.x + (m.x + n.x) * scale, b.y + (m.y + n.y) * scale)
      polygon([b, p, tip, q])
    } else {
      polygon([b, p, q])
    }
  }

  private mutating func addCap(_ from: Point, _ end: Point) {
    let n = normal(from, end)
    let d = Point(n.y, -n.x)
    switch style.cap {
    case .butt: break
    case .round: addDisc(end)
    case .square:
      polygon([
        Point(end.x + n.x, end.y + n.y), Point(end.x + n.x + d.x, end.y + n.y + d.y),
        Point(end.x - n.x + d.x, end.y - n.y + d.y), Point(end.x - n.x, end.y - n.y),
      ])
    }
  }

  private mutating func addDot(_ center: Point) {
    switch style.cap {
    case .butt: break
    case .round: addDisc(center)
    case .square:
      let r = radius
      polygon([
        Point(center.x - r, center.y - r), Point(center.x + r, center.y - r),
        Point(center.x + r, center.y + r), Point(center.x - r, center.y + r),
      ])
    }
  }

  /// The sector of a disc from a direction on.
  private mutating func addSector(_ center: Point, _ from: Point, turn: Double) {
    let steps = Int(abs(turn) * 15) + 1
    polygon(
      [center]
        + (0...steps).map { index in
          let angle = turn * Double(index) / Double(steps)
          let (c, s) = (cos(angle), sin(angle))
          return Point(center.x + from.x * c - from.y * s, center.y + from.x * s + from.y * c)
        }
    )
  }

  private mutating func addDisc(_ center: Point) {
    polygon(
      (0..<90).map { index in
        let angle = Double(index) / 45 * Double.pi
        return Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
      }
    )
  }

  /// A contour from the x axis towards the y axis.
  private mutating func polygon(_ points: [Point]) {
    var area = 0.0
    for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
      area += a.x * b.y - a.y * b.x
    }
    let points = area < 0 ? points.reversed() : points
    path.move(to: points[0])
    for point in points.dropFirst() { path.line(to: point) }
    path.close()
  }
}
