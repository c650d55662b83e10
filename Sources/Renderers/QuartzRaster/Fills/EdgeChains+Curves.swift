// Curves as chains of lines.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension EdgeChains {
  /// The most lines for a curve, or a part of one, that is not halved before.
  private static let mostSteps = 64.0
  /// Enough to halve a curve of a billion pixels until few steps are left.
  private static let deepest = 24

  /// Goes on along a curve of snapped points.
  ///
  /// Curves that are not in sight count as lines. Those that need many steps are halved before, so
  /// that the steps are spent on the parts in sight: the number of lines is bounded by the size of
  /// the area, not by that of the curve.
  mutating func add(_ curve: Curve, depth: Int = 0) {
    if isFull { return }
    guard curve.degree != .line, isVisible(curve) else { return line(to: curve.to) }
    let steps = curve.steps(tolerance: PathRasterizer.tolerance)
    if steps > EdgeChains.mostSteps, depth < EdgeChains.deepest {
      let (first, second) = curve.split(at: 0.5)
      add(first, depth: depth + 1)
      return add(second, depth: depth + 1)
    }
    let count = Int(min(steps, EdgeChains.mostSteps).rounded(.up))
    curve.polynomial.forEachPoint(of: count) { line(to: EdgeChains.snapped($0)) }
    line(to: curve.to)
  }

  /// Whether the hull of a curve reaches into the area.
  private func isVisible(_ curve: Curve) -> Bool {
    let hull = curve.controlBounds
    return hull.max.x > 0 && hull.min.x < width && hull.max.y > 0 && hull.min.y < height
  }

  /// Adds the contours of a path that is brought to pixels by `transform`, all closed.
  mutating func add(_ path: Path, transform: Affine, origin: Point) {
    // The origin is whole, so that taking it off afterwards is exact.
    func point(_ point: Point) -> Point {
      let snapped = EdgeChains.snapped(transform.transform(point))
      return Point(snapped.x - origin.x, snapped.y - origin.y)
    }
    path.forEachStep { step in
      if isFull { return }
      switch step {
      case .move(let to): move(to: point(to))
      case .line(_, let to): line(to: point(to))
      case .quad(_, let control, let to): add(Curve(current, point(control), point(to)))
      case .cubic(_, let control1, let control2, let to):
        add(Curve(current, point(control1), point(control2), point(to)))
      case .close(_, let to):
        closeContour()
        move(to: point(to))
      }
    }
    closeContour()
  }
}
