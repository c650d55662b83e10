// One line or Bézier curve.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// A piece of a path that has a length.
struct Curve: BitwiseCopyable, Sendable {
  enum Degree: UInt8, BitwiseCopyable, Sendable { case line, quad, cubic }

  var from: Point
  /// The first control point; of a line, its end.
  var control1: Point
  /// The second control point; of a quadratic curve the first one again, of a line its end.
  var control2: Point
  var to: Point
  var degree: Degree

  init(_ from: Point, _ to: Point) {
    self.init(from, to, to, to, .line)
  }

  init(_ from: Point, _ control: Point, _ to: Point) {
    self.init(from, control, control, to, .quad)
  }

  init(_ from: Point, _ control1: Point, _ control2: Point, _ to: Point) {
    self.init(from, control1, control2, to, .cubic)
  }

  private init(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ degree: Degree) {
    from = a
    control1 = b
    control2 = c
    to = d
    self.degree = degree
  }

  /// The same the other way.
  var reversed: Curve {
    switch degree {
    case .line: Curve(to, from)
    case .quad: Curve(to, control1, from)
    case .cubic: Curve(to, control2, control1, from)
    }
  }

  /// The smallest rectangle around all points that define the curve.
  var controlBounds: (min: Point, max: Point) {
    (
      Point(
        min(min(from.x, control1.x), min(control2.x, to.x)),
        min(min(from.y, control1.y), min(control2.y, to.y))
      ),
      Point(
        max(max(from.x, control1.x), max(control2.x, to.x)),
        max(max(from.y, control1.y), max(control2.y, to.y))
      )
    )
  }

  /// The curve before and after the share `t` of its parameter.
  func split(at t: Double) -> (Curve, Curve) {
    switch degree {
    case .line:
      let middle = from.mixed(with: to, t)
      return (Curve(from, middle), Curve(middle, to))
    case .quad:
      let (a, b) = (from.mixed(with: control1, t), control1.mixed(with: to, t))
      let middle = a.mixed(with: b, t)
      return (Curve(from, a, middle), Curve(middle, b, to))
    case .cubic:
      let (a, b) = (from.mixed(with: control1, t), control1.mixed(with: control2, t))
      let c = control2.mixed(with: to, t)
      let (d, e) = (a.mixed(with: b, t), b.mixed(with: c, t))
      let middle = d.mixed(with: e, t)
      return (Curve(from, a, d, middle), Curve(middle, e, c, to))
    }
  }

  /// The part between two parameters, 0 <= t0 <= t1 <= 1.
  func part(from t0: Double, to t1: Double) -> Curve {
    let head = t1 < 1 ? split(at: t1).0 : self
    return t0 > 0 ? head.split(at: t0 / t1).1 : head
  }

  /// The coefficients of from + ((a t + b) t + c) t.
  @inline(__always)
  var polynomial: CurvePolynomial {
    switch degree {
    case .line:
      return CurvePolynomial(from: from, a: .zero, b: .zero, c: from.vector(to: to))
    case .quad:
      let b = Point(
        from.x - 2 * control1.x + to.x,
        from.y - 2 * control1.y + to.y
      )
      let c = Point(2 * (control1.x - from.x), 2 * (control1.y - from.y))
      return CurvePolynomial(from: from, a: .zero, b: b, c: c)
    case .cubic:
      let (u, v) = secondDifferences
      return CurvePolynomial(
        from: from,
        a: Point(v.x - u.x, v.y - u.y),
        b: Point(3 * u.x, 3 * u.y),
        c: Point(3 * (control1.x - from.x), 3 * (control1.y - from.y))
      )
    }
  }

  private var secondDifferences: (Point, Point) {
    (
      Point(from.x - 2 * control1.x + control2.x, from.y - 2 * control1.y + control2.y),
      Point(control1.x - 2 * control2.x + to.x, control1.y - 2 * control2.y + to.y)
    )
  }

  /// How many lines of equal steps keep within `tolerance`, not rounded; see `CurvePolynomial`.
  @inline(__always)
  func steps(tolerance: Double) -> Double {
    // A chord of a step h is at most h²/8 · max|p''| off (Wang; see Filip, Magedson, Markot 1986).
    switch degree {
    case .line: return 1
    case .quad:
      let x = from.x - 2 * control1.x + to.x
      let y = from.y - 2 * control1.y + to.y
      return ((x * x + y * y).squareRoot() / (4 * tolerance)).squareRoot()
    case .cubic:
      let (u, v) = secondDifferences
      let largest = max(u.x * u.x + u.y * u.y, v.x * v.x + v.y * v.y).squareRoot()
      return (0.75 * largest / tolerance).squareRoot()
    }
  }
}

/// from + ((a t + b) t + c) t.
///
/// Points on the curve would make lines that all lie on its inner side, and a disc too small. So
/// the points between the ends are moved outwards by h²/12 · p'', two thirds of the distance of the
/// chord (the mean distance of a parabola from its chord), and a bit more as the ends stay: n / (n
/// - 1) of it. Then the area is right; the distance from the curve is mostly 2/3 of the tolerance
/// outside and 1/3 inside, at most 4/3 (n = 2). That is a change of two coefficients, and costs
/// nothing.
struct CurvePolynomial {
  var from: Point
  var a: Point
  var b: Point
  var c: Point

  func point(at t: Double) -> Point {
    Point(
      from.x + ((a.x * t + b.x) * t + c.x) * t,
      from.y + ((a.y * t + b.y) * t + c.y) * t
    )
  }

  func derivative(at t: Double) -> Point {
    Point(
      (3 * a.x * t + 2 * b.x) * t + c.x,
      (3 * a.y * t + 2 * b.y) * t + c.y
    )
  }

  /// Calls `body` with the points between the ends of `count` lines.
  @inline(__always)
  func forEachPoint(of count: Int, _ body: (Point) -> Void) {
    guard count > 1 else { return }
    let h = 1 / Double(count)
    let out = h * h * Double(count) / Double(count - 1)
    let (slopeX, slopeY) = (c.x - a.x * out / 2, c.y - a.y * out / 2)
    let (outX, outY) = (b.x * out / 6, b.y * out / 6)
    for index in 1..<count {
      let t = Double(index) * h
      body(
        Point(
          from.x + (((a.x * t + b.x) * t + slopeX) * t - outX),
          from.y + (((a.y * t + b.y) * t + slopeY) * t - outY)
        )
      )
    }
  }
}

extension Point {
  @inline(__always)
  func vector(to other: Point) -> Point { Point(other.x - x, other.y - y) }

  @inline(__always)
  var length: Double { (x * x + y * y).squareRoot() }
}

extension PathStep {
  /// The curve that the step draws; nil for a move.
  @inline(__always)
  var curve: Curve? {
    switch self {
    case .move: nil
    case .line(let from, let to), .close(let from, let to): Curve(from, to)
    case .quad(let from, let control, let to): Curve(from, control, to)
    case .cubic(let from, let control1, let control2, let to):
      Curve(from, control1, control2, to)
    }
  }
}

extension Path {
  /// Appends a curve that begins at the current point.
  mutating func append(_ curve: Curve) {
    switch curve.degree {
    case .line: line(to: curve.to)
    case .quad: quad(to: curve.to, control: curve.control1)
    case .cubic: cubic(to: curve.to, control1: curve.control1, control2: curve.control2)
    }
  }
}
