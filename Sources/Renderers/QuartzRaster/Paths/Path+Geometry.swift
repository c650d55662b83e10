// Questions about paths: where they are, what is inside; and the same path backwards.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension Path {
  /// The smallest rectangle around the path itself, without control points off the curves.
  ///
  /// Moves count, as in Core Graphics; nil without points. Pieces that are not finite are left out.
  package var bounds: Rect? {
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    func include(_ point: Point) {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    forEachStep { step in
      if case .move(let to) = step { include(to) }
      guard let curve = step.curve else { return }
      include(curve.to)
      let polynomial = curve.polynomial
      let extremes = polynomial.extremes
      for index in 0..<4 where extremes[index] > 0 && extremes[index] < 1 {
        include(polynomial.point(at: extremes[index]))
      }
    }
    guard low.x <= high.x else { return nil }
    return Rect(low.x, low.y, high.x - low.x, high.y - low.y)
  }

  /// Whether a point lies inside, as if open subpaths were closed.
  ///
  /// Of the points on the path itself those on the left and upper (smaller x and y) sides count,
  /// and those on the edges of holes.
  package func contains(_ point: Point, rule: FillRule) -> Bool {
    var (whole, around, inside): (Int32, Int32, Int32) = (0, 0, 0)
    forEachWinding(around: point) { near, far in
      whole += near
      // A subpath that the point lies on winds around one of its sides only.
      if near == far { around += near } else { inside += near == 0 ? far : near }
    }
    if rule.contains(whole) { return true }
    // On the edge of a hole, one side of which is inside.
    return around != 0 && (rule.contains(around) || rule.contains(around + inside))
  }

  /// How often the path winds around a point: from the x axis to the y axis is negative.
  package func winding(around point: Point) -> Int32 {
    var winding: Int32 = 0
    forEachWinding(around: point) { near, _ in winding += near }
    return winding
  }

  /// Calls `body` for each subpath with how often it winds around a point: as it counts, then as if
  /// the points on the right and lower sides counted.
  private func forEachWinding(around point: Point, _ body: (Int32, Int32) -> Void) {
    guard point.isFinite else { return }
    var (near, far): (Int32, Int32) = (0, 0)
    var start = Point.zero
    var current = Point.zero
    func add(_ curve: Curve) {
      near += curve.winding(around: point, countsFarSides: false)
      far += curve.winding(around: point, countsFarSides: true)
    }
    func finish() {
      add(Curve(current, start))
      body(near, far)
      (near, far) = (0, 0)
    }
    forEachStep { step in
      if case .move(let to) = step {
        finish()
        start = to
        current = to
      } else if let curve = step.curve {
        add(curve)
        current = curve.to
      }
    }
    finish()
  }

  /// The subpaths in the same order, each backwards; closed ones begin at the same point.
  package var reversed: Path {
    var result = Path()
    result.reserve(elements: elements.count, points: points.count)
    var curves: [Curve] = []
    var start: Point?
    func finish(isClosed: Bool) {
      guard let first = start else { return }
      if isClosed {
        // The line of the close comes first now; what closed at its own beginning has none.
        result.move(to: first)
        if let last = curves.last, last.to != first { result.line(to: last.to) }
      } else {
        result.move(to: curves.last?.to ?? first)
      }
      for curve in curves.reversed() { result.append(curve.reversed) }
      if isClosed { result.close() }
      curves.removeAll(keepingCapacity: true)
    }
    forEachStep { step in
      switch step {
      case .move(let to):
        finish(isClosed: false)
        start = to
      case .close:
        finish(isClosed: true)
        start = nil
      case .line(let from, _), .quad(let from, _, _), .cubic(let from, _, _, _):
        if start == nil { start = from }
        if let curve = step.curve { curves.append(curve) }
      }
    }
    finish(isClosed: false)
    return result
  }
}

extension CurvePolynomial {
  /// The parameters at which x or y may be largest or smallest; NaN for none.
  fileprivate var extremes: SIMD4<Double> {
    let (x0, x1) = CurvePolynomial.roots(3 * a.x, 2 * b.x, c.x)
    let (y0, y1) = CurvePolynomial.roots(3 * a.y, 2 * b.y, c.y)
    return SIMD4(x0, x1, y0, y1)
  }

  /// The real roots of (a t + b) t + c; NaN for those that are not there.
  fileprivate static func roots(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double) {
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return (.nan, .nan) }
    // Without taking the difference of two numbers that are nearly equal.
    let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return (q / a, c / q)
  }
}

extension Curve {
  /// Returns the winding that the curve adds around a point: 1 for each crossing of the ray from
  /// the point to the left towards larger y, -1 towards smaller.
  ///
  /// - Parameter countsFarSides: Whether points on the right and lower sides of what is enclosed
  ///   are inside, instead of those on the left and upper sides.
  fileprivate func winding(around point: Point, countsFarSides: Bool) -> Int32 {
    let hull = controlBounds
    guard hull.min.y <= point.y, hull.max.y >= point.y, hull.min.x <= point.x else { return 0 }
    let polynomial = polynomial
    // Between the roots of dy/dt the curve goes only up or only down.
    var (first, second) = CurvePolynomial.roots(
      3 * polynomial.a.y,
      2 * polynomial.b.y,
      polynomial.c.y
    )
    if !(first > 0 && first < 1) { first = 0 }
    if !(second > 0 && second < 1) { second = 0 }
    let cuts = (min(first, second), max(first, second))
    func crossing(_ t0: Double, _ t1: Double) -> Int32 {
      self.crossing(polynomial, point, t0, t1, countsFarSides: countsFarSides)
    }
    return crossing(0, cuts.0) + crossing(cuts.0, cuts.1) + crossing(cuts.1, 1)
  }

  /// The winding that a part adds which goes only up or only down.
  private func crossing(
    _ polynomial: CurvePolynomial,
    _ point: Point,
    _ t0: Double,
    _ t1: Double,
    countsFarSides: Bool
  ) -> Int32 {
    guard t0 < t1 else { return 0 }
    func place(_ t: Double) -> Point { t >= 1 ? to : polynomial.point(at: t) }
    func isAbove(_ place: Point) -> Bool {
      countsFarSides ? place.y < point.y : place.y <= point.y
    }
    var (low, high) = (t0, t1)
    let startsAbove = isAbove(place(t0))
    guard startsAbove != isAbove(place(t1)) else { return 0 }
    var x = place(high).x
    if degree == .line {
      x = from.x + (to.x - from.x) * ((point.y - from.y) / (to.y - from.y))
    } else {
      // Halving the interval 52 times leaves no more than rounding.
      for _ in 0..<52 {
        let middle = (low + high) / 2
        let place = place(middle)
        if isAbove(place) == startsAbove { low = middle } else { high = middle }
        x = place.x
      }
    }
    guard countsFarSides ? x < point.x : x <= point.x else { return 0 }
    return startsAbove ? 1 : -1
  }
}

extension Path {
  /// The path with lines in the place of its curves.
  ///
  /// - Parameters:
  ///   - tolerance: How far the lines may be from the curve, in the path's space. The area of what
  ///     a curve encloses stays the same.
  ///   - mostPoints: How many points the lines may have.
  /// - Throws: `TooManyPoints` if they have more.
  package func flattened(tolerance: Double, mostPoints: Int) throws(TooManyPoints) -> Path {
    var result = Path()
    result.reserve(elements: elements.count, points: points.count)
    forEachStep { step in
      if result.points.count > mostPoints { return }
      switch step {
      case .move(let to): result.move(to: to)
      case .close: result.close()
      case .line(_, let to): result.line(to: to)
      case .quad, .cubic:
        guard let curve = step.curve else { return }
        let steps = curve.steps(tolerance: tolerance).rounded(.up)
        let count = Int(min(max(steps, 1), Path.mostLines))
        curve.polynomial.forEachPoint(of: count) { result.line(to: $0) }
        result.line(to: curve.to)
      }
    }
    if result.points.count > mostPoints { throw TooManyPoints() }
    return result
  }

  /// Into how many lines a curve is cut at most.
  private static let mostLines = 1024.0
}
