// What a path encloses: its bounds, and whether a point lies inside.
// Licensed under the MIT license; see LICENSE.

/// A line or curve of a path with its begin; lines and quadratics as cubics.
package struct PathSegment: Equatable, Sendable {
  package var p0: Point
  package var p1: Point
  package var p2: Point
  package var p3: Point
  /// Whether the controls are on the straight way from begin to end.
  package var isLine: Bool

  fileprivate init(line p0: Point, _ p3: Point) {
    self.init(p0: p0, p1: p0, p2: p3, p3: p3, isLine: true)
  }

  fileprivate init(quad p0: Point, _ control: Point, _ p3: Point) {
    // Degree elevation: each handle is two thirds of the way to the control.
    func handle(_ end: Point) -> Point {
      Point(end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3)
    }
    self.init(p0: p0, p1: handle(p0), p2: handle(p3), p3: p3, isLine: false)
  }

  fileprivate init(p0: Point, p1: Point, p2: Point, p3: Point, isLine: Bool) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
    self.isLine = isLine
  }
}

/// A cubic polynomial in the form of Bernstein: one coordinate of a curve.
private struct Bernstein {
  var a: Double
  var b: Double
  var c: Double
  var d: Double

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  func callAsFunction(_ t: Double) -> Double {
    let s = 1 - t
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
  }

  /// Where the derivative is zero inside of 0...1, in order; at most two places.
  var extrema: [Double] {
    // The derivative over 3: (b - a) s² + 2 (c - b) s t + (d - c) t².
    let (u, v, w) = (b - a, c - b, d - c)
    let (quadratic, linear) = (u - 2 * v + w, 2 * (v - u))
    let discriminant = linear * linear - 4 * quadratic * u
    guard discriminant >= 0 else { return [] }
    // The form that does not cancel: W. Press et al., "Numerical Recipes", section 5.6.
    let q = -0.5 * (linear + (linear < 0 ? -1 : 1) * discriminant.squareRoot())
    let roots = [q / quadratic, u / q].filter { $0 > 0 && $0 < 1 }
    return roots.sorted()
  }
}

extension Path {
  /// Calls `body` with each line and curve, and with the lines that closes stand for.
  ///
  /// With `closing`, subpaths that are left open are closed, as filling does.
  package func forEachSegment(closing: Bool, _ body: (PathSegment) -> Void) {
    var next = 0
    var (start, current) = (Point.zero, Point.zero)
    func closeSubpath() {
      if start != current { body(PathSegment(line: current, start)) }
      current = start
    }
    for element in elements {
      switch element {
      case .move:
        if closing { closeSubpath() }
        start = points[next]
        current = start
      case .line:
        body(PathSegment(line: current, points[next]))
      case .quad:
        body(PathSegment(quad: current, points[next], points[next + 1]))
      case .cubic:
        let (control1, control2) = (points[next], points[next + 1])
        body(
          PathSegment(
            p0: current,
            p1: control1,
            p2: control2,
            p3: points[next + 2],
            isLine: false
          )
        )
      case .close:
        closeSubpath()
      }
      next += element.pointCount
      if element != .close { current = points[next - 1] }
    }
    if closing { closeSubpath() }
  }

  /// The smallest rectangle around what the path draws, without its control points; nil without points.
  ///
  /// Curves count with their extrema. Every subpath's begin counts, too.
  package var tightBounds: Rect? {
    guard let first = points.first else { return nil }
    var (low, high) = (first, first)
    func add(_ point: Point) {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    var next = 0
    for element in elements {
      next += element.pointCount
      if element != .close { add(points[next - 1]) }
    }
    forEachSegment(closing: false) { segment in
      guard !segment.isLine else { return }
      let x = Bernstein(segment.p0.x, segment.p1.x, segment.p2.x, segment.p3.x)
      let y = Bernstein(segment.p0.y, segment.p1.y, segment.p2.y, segment.p3.y)
      for t in x.extrema { add(Point(x(t), segment.p0.y)) }
      for t in y.extrema { add(Point(segment.p0.x, y(t))) }
    }
    return Rect(low.x, low.y, high.x - low.x, high.y - low.y)
  }

  /// How often the path goes around `point`, anticlockwise in a space whose y points up.
  ///
  /// Open subpaths are closed. Curves are not flattened: each is cut where it turns in y, and where a
  /// piece crosses the height of the point is found by bisection, to the last bit.
  package func windingNumber(around point: Point) -> Int {
    var winding = 0
    forEachSegment(closing: true) { segment in
      winding += segment.crossings(right: point)
    }
    return winding
  }
}

extension PathSegment {
  /// Signed crossings with the ray from `point` towards greater x: 1 upwards, -1 downwards.
  fileprivate func crossings(right point: Point) -> Int {
    if isLine { return crossing(point, 0, 1, p0.y, p3.y) }
    let y = Bernstein(p0.y, p1.y, p2.y, p3.y)
    var winding = 0
    var (from, yFrom) = (0.0, p0.y)
    for to in y.extrema + [1] {
      let yTo = to == 1 ? p3.y : y(to)
      winding += crossing(point, from, to, yFrom, yTo)
      (from, yFrom) = (to, yTo)
    }
    return winding
  }

  /// The crossing of a piece that is monotonous in y; heights are half open, so that ends count once.
  private func crossing(
    _ point: Point,
    _ from: Double,
    _ to: Double,
    _ yFrom: Double,
    _ yTo: Double
  ) -> Int {
    let isUp = yFrom <= point.y && point.y < yTo
    let isDown = yTo <= point.y && point.y < yFrom
    guard isUp || isDown else { return 0 }
    return place(atHeight: point.y, from, to, isUp: isUp) > point.x ? (isUp ? 1 : -1) : 0
  }

  /// The x where a monotonous piece has the height `y`.
  private func place(atHeight y: Double, _ from: Double, _ to: Double, isUp: Bool) -> Double {
    if isLine { return p0.x + (y - p0.y) / (p3.y - p0.y) * (p3.x - p0.x) }
    let (curveX, curveY) = (
      Bernstein(p0.x, p1.x, p2.x, p3.x), Bernstein(p0.y, p1.y, p2.y, p3.y)
    )
    var (low, high) = (from, to)
    // 53 halvings of an interval inside of 0...1 exhaust a Double.
    for _ in 0..<53 {
      let middle = (low + high) / 2
      if (curveY(middle) < y) == isUp { low = middle } else { high = middle }
    }
    return curveX((low + high) / 2)
  }
}
