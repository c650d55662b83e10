// Curves as lines.
// Licensed under the MIT license; see LICENSE.
//
// A curve p(t) becomes n lines of equal steps h = 1/n in t. A chord is at most h²/8 · max|p''| off, so n
// follows from the tolerance (Wang, Pottmann 1995; for a cubic |p''| is at most six times its larger
// second difference).
//
// Points on the curve would make lines that all lie on its inner side, and a disc too small. So the
// points between the ends are moved outwards by h²/12 · p'', two thirds of the distance of the chord
// (the mean distance of a parabola from its chord): lines are then up to 2/3 of the tolerance outside
// and 1/3 inside, and the area is right. That is p with two of its coefficients changed, and costs
// nothing.
//
// Curves that are not in sight count as lines. Those that need many steps are halved before, so that
// the steps are spent on the parts in sight: the number of lines is bounded by the size of the area, not
// by that of the curve.

import QuartzMath

extension EdgeChains {
  /// The most lines for a curve, or a part of one, that is not halved before.
  private static let mostSteps = 64.0
  /// Enough to halve a curve of a billion pixels until few steps are left.
  private static let deepest = 24

  /// Goes on to `to` along a quadratic curve of snapped points.
  mutating func quad(to: Point, control: Point, depth: Int = 0) {
    let from = current
    guard isVisible(from, control, control, to) else { return line(to: to) }
    let bx = from.x - 2 * control.x + to.x
    let by = from.y - 2 * control.y + to.y
    let steps = ((bx * bx + by * by).squareRoot() / (4 * PathRasterizer.tolerance)).squareRoot()
    if steps > EdgeChains.mostSteps, depth < EdgeChains.deepest {
      let (first, second) = (from.mixed(with: control, 0.5), control.mixed(with: to, 0.5))
      quad(to: first.mixed(with: second, 0.5), control: first, depth: depth + 1)
      return quad(to: to, control: second, depth: depth + 1)
    }
    let count = stepCount(steps)
    guard count > 1 else { return line(to: to) }
    let h = 1 / Double(count)
    let cx = 2 * (control.x - from.x)
    let cy = 2 * (control.y - from.y)
    let (outX, outY) = (bx * h * h / 6, by * h * h / 6)
    for index in 1..<count {
      let t = Double(index) * h
      line(
        to: EdgeChains.snapped(
          Point(
            from.x + ((bx * t + cx) * t - outX),
            from.y + ((by * t + cy) * t - outY)
          )
        )
      )
    }
    line(to: to)
  }

  /// Goes on to `to` along a cubic curve of snapped points.
  mutating func cubic(to: Point, control1: Point, control2: Point, depth: Int = 0) {
    let from = current
    guard isVisible(from, control1, control2, to) else { return line(to: to) }
    let (ux, uy) = (from.x - 2 * control1.x + control2.x, from.y - 2 * control1.y + control2.y)
    let (vx, vy) = (control1.x - 2 * control2.x + to.x, control1.y - 2 * control2.y + to.y)
    let largest = max(ux * ux + uy * uy, vx * vx + vy * vy).squareRoot()
    let steps = (0.75 / PathRasterizer.tolerance * largest).squareRoot()
    if steps > EdgeChains.mostSteps, depth < EdgeChains.deepest {
      let (a, b) = (from.mixed(with: control1, 0.5), control1.mixed(with: control2, 0.5))
      let c = control2.mixed(with: to, 0.5)
      let (d, e) = (a.mixed(with: b, 0.5), b.mixed(with: c, 0.5))
      cubic(to: d.mixed(with: e, 0.5), control1: a, control2: d, depth: depth + 1)
      return cubic(to: to, control1: e, control2: c, depth: depth + 1)
    }
    let count = stepCount(steps)
    guard count > 1 else { return line(to: to) }
    let h = 1 / Double(count)
    let (ax, ay) = (vx - ux, vy - uy)
    let (bx, by) = (3 * ux, 3 * uy)
    let cx = 3 * (control1.x - from.x) - ax * h * h / 2
    let cy = 3 * (control1.y - from.y) - ay * h * h / 2
    let (outX, outY) = (bx * h * h / 6, by * h * h / 6)
    for index in 1..<count {
      let t = Double(index) * h
      line(
        to: EdgeChains.snapped(
          Point(
            from.x + (((ax * t + bx) * t + cx) * t - outX),
            from.y + (((ay * t + by) * t + cy) * t - outY)
          )
        )
      )
    }
    line(to: to)
  }

  private func stepCount(_ steps: Double) -> Int {
    let whole = Int(min(steps, EdgeChains.mostSteps * 2))
    return Double(whole) < steps ? whole + 1 : max(whole, 1)
  }

  /// Whether the hull of four points reaches into the area.
  private func isVisible(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    let (minX, maxX) = (min(min(a.x, b.x), min(c.x, d.x)), max(max(a.x, b.x), max(c.x, d.x)))
    let (minY, maxY) = (min(min(a.y, b.y), min(c.y, d.y)), max(max(a.y, b.y), max(c.y, d.y)))
    return maxX > 0 && minX < width && maxY > 0 && minY < height
  }

  /// Adds the contours of a path that is brought to pixels by `transform`, all closed.
  mutating func add(_ path: Path, transform: Affine, origin: Point) {
    // The origin is whole, so that taking it off afterwards is exact.
    func place(_ point: Point) -> Point {
      let snapped = EdgeChains.snapped(transform.transform(point))
      return Point(snapped.x - origin.x, snapped.y - origin.y)
    }
    path.forEachStep { step in
      switch step {
      case .move(let to): move(to: place(to))
      case .line(_, let to): line(to: place(to))
      case .quad(_, let control, let to): quad(to: place(to), control: place(control))
      case .cubic(_, let control1, let control2, let to):
        cubic(to: place(to), control1: place(control1), control2: place(control2))
      case .close(_, let to):
        closeContour()
        move(to: place(to))
      }
    }
    closeContour()
  }
}
