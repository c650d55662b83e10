// Lengths, trimming, bounds, and what is inside, against closed forms.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzRaster
import Testing

@Suite struct PathMeasureTests {
  private func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
    abs(a - b) <= tolerance * max(1, abs(b))
  }

  // MARK: - Lengths

  @Test func lengths() {
    #expect(PathMeasure(Path()).length == 0)
    #expect(PathMeasure(Path()).position(at: 0) == nil)
    var path = Path()
    path.addRect(Rect(1, 2, 30, 40))
    #expect(PathMeasure(path).length == 140)
    // The parabola y = x² from 0 to 1.
    path = Path()
    path.move(to: Point(0, 0))
    path.quad(to: Point(1, 1), control: Point(0.5, 0))
    #expect(near(PathMeasure(path).length, 5.0.squareRoot() / 2 + asinh(2) / 4, 1e-9))
    // y² = x³, with a cusp in the middle: t², t³ for t in -1...1.
    path = Path()
    path.move(to: Point(1, -1))
    path.cubic(to: Point(1, 1), control1: Point(-1.0 / 3, 1), control2: Point(-1.0 / 3, -1))
    #expect(near(PathMeasure(path).length, 2 * (13 * 13.0.squareRoot() - 8) / 27, 1e-6))
  }

  @Test func circle() throws {
    var path = Path()
    path.addArc(center: Point(5, 7), radius: 100, start: 0, end: 2 * Double.pi, clockwise: false)
    let measure = PathMeasure(path)
    // because: a cubic is up to 0.00027 radii off
    #expect(near(measure.length, 200 * Double.pi, 3e-4))
    for share in [0, 0.1, 0.25, 0.6, 0.99, 1] {
      let position = try #require(measure.position(at: share * measure.length))
      let angle = share * 2 * Double.pi
      #expect(abs(position.point.x - (5 + 100 * cos(angle))) < 0.03)
      #expect(abs(position.point.y - (7 + 100 * sin(angle))) < 0.03)
      #expect(abs(position.tangent.x + sin(angle)) < 0.001)
      #expect(abs(position.tangent.y - cos(angle)) < 0.001)
    }
    #expect(measure.position(at: -5)?.point == Point(105, 7))
    #expect(measure.position(at: .infinity)?.point == measure.position(at: measure.length)?.point)
    #expect(measure.position(at: .nan)?.point == Point(105, 7))
  }

  @Test func tangentsWhereTheDerivativeVanishes() throws {
    var path = Path()
    path.move(to: Point(0, 0))
    path.cubic(to: Point(10, 10), control1: Point(0, 0), control2: Point(10, 10))
    for share in [0, 0.5, 1] {
      let measure = PathMeasure(path)
      let tangent = try #require(measure.position(at: share * measure.length)).tangent
      #expect(near(tangent.x, 0.5.squareRoot(), 1e-9))
      #expect(near(tangent.y, 0.5.squareRoot(), 1e-9))
    }
  }

  // MARK: - Trimming

  @Test func trimmedLengths() {
    for figure in Figure.allCases {
      let measure = PathMeasure(figure.path)
      for (start, end) in [(0.2, 0.7), (0, 0.5), (0.5, 1), (0.33, 0.34)] {
        let part = PathMeasure(measure.trimmed(from: start, to: end))
        #expect(near(part.length, measure.length * (end - start)), "\(figure)")
        let begins = part.position(at: 0)?.point
        let expected = measure.position(at: start * measure.length)?.point
        #expect(near(begins?.x ?? 0, expected?.x ?? 1))
        #expect(near(begins?.y ?? 0, expected?.y ?? 1))
      }
      #expect(measure.trimmed(from: -1, to: 2) == figure.path)
      #expect(measure.trimmed(from: 0.5, to: 0.5).isEmpty)
      #expect(measure.trimmed(from: 0.7, to: 0.2).isEmpty)
      #expect(measure.trimmed(from: .nan, to: 0.5).isEmpty == false)
    }
  }

  @Test func trimmedSubpaths() {
    var path = Path()
    path.addRect(Rect(0, 0, 10, 10))
    path.addRect(Rect(20, 0, 10, 10))
    // The whole first rectangle stays closed; half of the second is open.
    let trimmed = PathMeasure(path).trimmed(from: 0, to: 0.75)
    var expected = Path()
    expected.addRect(Rect(0, 0, 10, 10))
    expected.move(to: Point(20, 0))
    expected.line(to: Point(30, 0))
    expected.line(to: Point(30, 10))
    #expect(trimmed == expected)
  }

  // MARK: - Geometry

  @Test(arguments: Figure.allCases) func bounds(figure: Figure) throws {
    let bounds = try #require(figure.path.bounds)
    let lines = PathOracle(figure.path, pieces: 2000).lines.dropFirst()
    #expect(near(bounds.minX, lines.map { min($0.0.x, $0.1.x) }.min()!, 1e-4))
    #expect(near(bounds.minY, lines.map { min($0.0.y, $0.1.y) }.min()!, 1e-4))
    #expect(near(bounds.maxX, lines.map { max($0.0.x, $0.1.x) }.max()!, 1e-4))
    #expect(near(bounds.maxY, lines.map { max($0.0.y, $0.1.y) }.max()!, 1e-4))
  }

  @Test(arguments: Figure.allCases, [FillRule.nonZero, .evenOdd])
  func contains(figure: Figure, rule: FillRule) {
    let mask = CoverageMask.filling(figure.path, rule)
    var misses = 0
    for y in 0..<128 as Range<Int32> {
      for x in 0..<128 as Range<Int32> {
        let coverage = mask.coverage(x: x, y: y)
        guard coverage == 0 || coverage == 255 else { continue }
        let isInside = figure.path.contains(Point(Double(x) + 0.5, Double(y) + 0.5), rule: rule)
        if isInside != (coverage == 255) { misses += 1 }
      }
    }
    #expect(misses == 0)
  }

  @Test func containsOnEdges() {
    var path = Path()
    path.addRect(Rect(10, 10, 20, 20))
    #expect(path.contains(Point(10, 10), rule: .nonZero))
    #expect(path.contains(Point(10, 20), rule: .evenOdd))
    #expect(!path.contains(Point(30, 20), rule: .nonZero))
    #expect(!path.contains(Point(20, 30), rule: .nonZero))
    #expect(!path.contains(Point(.nan, 20), rule: .nonZero))
  }

  @Test func reversedTwice() {
    for figure in Figure.allCases {
      let path = figure.path
      let reversed = path.reversed
      #expect(near(PathMeasure(reversed).length, PathMeasure(path).length))
      #expect(PathMeasure(reversed.reversed).length == PathMeasure(path).length)
      for point in [Point(64, 64), Point(20, 60), Point(100, 100)] {
        #expect(reversed.winding(around: point) == -path.winding(around: point))
      }
    }
  }

  // MARK: - Shapes

  @Test func arcDirections() {
    func arc(_ start: Double, _ end: Double, _ clockwise: Bool) -> Double {
      var path = Path()
      path.addArc(center: .zero, radius: 1, start: start, end: end, clockwise: clockwise)
      return PathMeasure(path).length
    }
    let pi = Double.pi
    // because: a cubic is up to 0.00027 radii off
    #expect(near(arc(0, pi / 2, false), pi / 2, 5e-4))
    #expect(near(arc(0, pi / 2, true), 3 * pi / 2, 5e-4))
    #expect(near(arc(pi / 2, 0, true), pi / 2, 5e-4))
    #expect(near(arc(pi / 2, 0, false), 3 * pi / 2, 5e-4))
    #expect(near(arc(0, 2 * pi, true), 2 * pi, 5e-4))
    #expect(near(arc(0, 2 * pi, false), 2 * pi, 5e-4))
    #expect(near(arc(0, -2 * pi, true), 2 * pi, 5e-4))
    #expect(near(arc(0, -2 * pi, false), 2 * pi, 5e-4))
    #expect(arc(1, 1, false) == 0)
    #expect(arc(.nan, 1, false) == 0)
  }

  @Test func arcBetweenTangents() throws {
    for (corner, end) in [(Point(50, 0), Point(50, 50)), (Point(50, 0), Point(20, -60))] {
      var path = Path()
      path.move(to: .zero)
      path.addArc(tangent1: corner, tangent2: end, radius: 10)
      // The arc ends on the second tangent, and its middle is the radius away from the centre.
      let last = try #require(path.current)
      let (dx, dy) = (end.x - corner.x, end.y - corner.y)
      let cross = (last.x - corner.x) * dy - (last.y - corner.y) * dx
      #expect(abs(cross) < 1e-9)
      let tangent = try #require(PathMeasure(path).position(at: .infinity)).tangent
      let length = (dx * dx + dy * dy).squareRoot()
      #expect(near(tangent.x, dx / length, 1e-6))
      #expect(near(tangent.y, dy / length, 1e-6))
    }
    var straight = Path()
    straight.move(to: .zero)
    straight.addArc(tangent1: Point(10, 0), tangent2: Point(30, 0), radius: 5)
    #expect(straight.points == [.zero, Point(10, 0)])
  }

  @Test func continuousCorners() {
    // Room for the whole curve: it leaves the side 1.528665 radii from the corner.
    var path = Path()
    path.addContinuousRoundedRect(Rect(0, 0, 200, 200), radius: 40)
    #expect(path.points.contains(Point(200, 200 - 1.528_664_98 * 40)))
    // A square without room becomes a circle.
    path = Path()
    path.addContinuousRoundedRect(Rect(0, 0, 100, 100), radius: 80)
    for share in 0..<100 {
      let measure = PathMeasure(path)
      let point = measure.position(at: measure.length * Double(share) / 100)?.point ?? .zero
      let (dx, dy) = (point.x - 50, point.y - 50)
      #expect(abs((dx * dx + dy * dy).squareRoot() - 50) < 0.01)
    }
    path = Path()
    path.addContinuousRoundedRect(Rect(0, 0, 100, 50), radius: 0)
    #expect(path.points.count == 4)
  }
}
