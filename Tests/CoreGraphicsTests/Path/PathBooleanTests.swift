// Boolean operations of paths, against the coverage that their pictures have.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import TestRandom
import Testing

private let side = 120

/// The inside of a path as pixels, without smoothing: whether the middle of each pixel is inside.
private func mask(_ path: CGPath, _ rule: CGPathFillRule = .winding) -> [Bool] {
  (0..<side * side).map { index in
    let point = CGPoint(x: Double(index % side) + 0.5037, y: Double(index / side) + 0.4971)
    return path.contains(point, using: rule, transform: .identity)
  }
}

/// How many pixels of two masks differ.
private func difference(_ one: [Bool], _ other: [Bool]) -> Int {
  zip(one, other).count { $0 != $1 }
}

private func circle(_ x: Double, _ y: Double, _ radius: Double) -> CGPath {
  CGPath(
    ellipseIn: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius),
    transform: nil
  )
}

private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGPath {
  CGPath(rect: CGRect(x: x, y: y, width: width, height: height), transform: nil)
}

private func star(_ points: Int, _ step: Int) -> CGPath {
  let path = CGMutablePath()
  for index in 0..<points {
    let angle = Double(index * step % points) / Double(points) * 2 * .pi
    let point = CGPoint(x: 60 + 55 * cos(angle), y: 60 + 55 * sin(angle))
    if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
  }
  path.closeSubpath()
  return path
}

private func random(_ generator: inout SeededGenerator, onGrid: Bool) -> CGPath {
  func number() -> Double {
    let value = Double(generator.next() % 12000) / 100
    return onGrid ? (value / 10).rounded() * 10 : value
  }
  func point() -> CGPoint { CGPoint(x: number(), y: number()) }
  let path = CGMutablePath()
  for _ in 0..<Int(generator.next() % 3 + 1) {
    path.move(to: point())
    for _ in 0..<Int(generator.next() % 6 + 2) {
      switch generator.next() % (onGrid ? 1 : 3) {
      case 0: path.addLine(to: point())
      case 1: path.addQuadCurve(to: point(), control: point())
      default: path.addCurve(to: point(), control1: point(), control2: point())
      }
    }
    if generator.next() % 2 == 0 { path.closeSubpath() }
  }
  return path
}

@Suite struct PathBooleanTests {
  private func check(
    _ one: CGPath,
    _ other: CGPath,
    _ rule: CGPathFillRule,
    location: SourceLocation = #_sourceLocation
  ) {
    let (first, second) = (mask(one, rule), mask(other, rule))
    let cases: [(String, CGPath, (Bool, Bool) -> Bool)] = [
      ("union", one.union(other, using: rule), { $0 || $1 }),
      ("intersection", one.intersection(other, using: rule), { $0 && $1 }),
      ("subtracting", one.subtracting(other, using: rule), { $0 && !$1 }),
      ("difference", one.symmetricDifference(other, using: rule), { $0 != $1 }),
      ("normalized", one.normalized(using: rule), { first, _ in first }),
    ]
    for (name, result, operation) in cases {
      let expected = zip(first, second).map { operation($0, $1) }
      // Either rule shows the same of a path that does not cut itself.
      for shown in [CGPathFillRule.winding, .evenOdd] {
        let found = difference(mask(result, shown), expected)
        // Because: the middle of a pixel may lie closer to an edge than curves are exact.
        #expect(found <= 2, "\(name) \(shown)", sourceLocation: location)
      }
    }
  }

  @Test(
    .shows(
      "CGPath.union(_:using:)",
      "CGPath.intersection(_:using:)",
      "CGPath.subtracting(_:using:)",
      "CGPath.symmetricDifference(_:using:)",
      "CGPath.normalized(using:)"
    )
  ) func circles() {
    check(circle(40, 60, 30), circle(75, 60, 35), .winding)
    // Inside one another, apart, and the same.
    check(circle(60, 60, 50), circle(60, 60, 20), .winding)
    check(circle(20, 20, 10), circle(90, 90, 20), .winding)
    check(circle(60, 60, 30), circle(60, 60, 30), .winding)
  }

  @Test func sharedEdges() {
    check(rect(10, 10, 40, 40), rect(50, 10, 40, 40), .winding)
    check(rect(10, 10, 40, 40), rect(30, 10, 40, 40), .winding)
    check(rect(10, 10, 40, 40), rect(10, 10, 40, 20), .evenOdd)
    check(rect(10, 10, 40, 40), rect(50, 50, 40, 40), .winding)
  }

  @Test(.shows("CGPath.normalized(using:)", "CGPathFillRule.evenOdd", "CGPathFillRule.winding"))
  func selfCrossing() {
    for rule in [CGPathFillRule.winding, .evenOdd] {
      check(star(5, 2), circle(60, 60, 30), rule)
      check(star(11, 4), star(7, 3), rule)
    }
  }

  @Test(arguments: 0..<12)
  func randomPaths(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for onGrid in [false, true] {
      let one = random(&generator, onGrid: onGrid)
      let other = random(&generator, onGrid: onGrid)
      for rule in [CGPathFillRule.winding, .evenOdd] { check(one, other, rule) }
    }
  }

  /// Curves stay curves, and what is not cut stays as it was.
  @Test func curvesStay() {
    let two = circle(30, 30, 20).union(circle(90, 90, 20))
    var curves = 0
    var lines = 0
    two.applyWithBlock { element in
      switch element.pointee.type {
      case .addCurveToPoint: curves += 1
      case .addLineToPoint, .addQuadCurveToPoint: lines += 1
      case .moveToPoint, .closeSubpath: break
      }
    }
    #expect(curves == 8 && lines == 0)
    let box = two.boundingBoxOfPath
    #expect(box == CGRect(x: 10, y: 10, width: 100, height: 100))
    // Two that cross: at most one cut more for each crossing.
    var cut = 0
    circle(50, 60, 30).union(circle(80, 60, 30)).applyWithBlock { element in
      if element.pointee.type == .addCurveToPoint { cut += 1 }
    }
    #expect((4...10).contains(cut), "\(cut)")
  }

  /// The area of two circles that cross is known; the outline is as exact as it says.
  @Test func precision() {
    let lens = circle(400, 500, 300).intersection(circle(700, 500, 300))
    var points: [CGPoint] = []
    lens.flattened(threshold: 0.0001).applyWithBlock { element in
      if element.pointee.type != .closeSubpath { points.append(element.pointee.points[0]) }
    }
    // All points lie on one of the circles, which cubic curves follow to 0.03 %.
    for point in points {
      let one = hypot(point.x - 400, point.y - 500) - 300
      let other = hypot(point.x - 700, point.y - 500) - 300
      #expect(min(abs(one), abs(other)) < 0.09, "\(point)")
      #expect(one < 0.1 && other < 0.1)
    }
    let top = points.map(\.y).max() ?? 0
    #expect(abs(top - (500 + (300.0 * 300 - 150 * 150).squareRoot())) < 0.1)
  }

  @Test(.shows("CGPath.intersects(_:using:)")) func intersects() {
    #expect(circle(40, 60, 30).intersects(circle(60, 60, 30)))
    #expect(!circle(20, 20, 10).intersects(circle(90, 90, 10)))
    #expect(!rect(10, 10, 40, 40).intersects(rect(50, 10, 40, 40)))
    #expect(rect(0, 0, 100, 100).intersects(rect(40, 40, 10, 10)))
  }

  @Test(.shows("CGPath.componentsSeparated(using:)")) func components() {
    let path = CGMutablePath()
    path.addPath(circle(30, 30, 25))
    path.addPath(circle(30, 30, 15))
    path.addPath(circle(30, 30, 5))
    path.addPath(rect(80, 80, 20, 20))
    let parts = path.componentsSeparated(using: .evenOdd)
    #expect(parts.count == 3)
    var all = [Bool](repeating: false, count: side * side)
    for part in parts {
      let own = mask(part)
      #expect(zip(all, own).allSatisfy { !($0 && $1) })
      all = zip(all, own).map { $0 || $1 }
    }
    #expect(difference(all, mask(path, .evenOdd)) == 0)
  }

  @Test(.shows("CGPath.lineIntersection(_:using:)", "CGPath.lineSubtracting(_:using:)"))
  func lines() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 50))
    path.addLine(to: CGPoint(x: 100, y: 50))
    let area = rect(20, 20, 30, 60)
    #expect(corners(path.lineIntersection(area)) == [20, 50])
    #expect(corners(path.lineSubtracting(area)) == [0, 20, 50, 100])
  }

  /// The x of all points, which are cut on a grid of 2^-29 of the paths' size.
  private func corners(_ path: CGPath) -> [Double] {
    var result: [Double] = []
    path.applyWithBlock { element in
      let point = element.pointee.points[0]
      #expect(point.y == 50)
      result.append((Double(point.x) * 1e5).rounded() / 1e5)
    }
    return result
  }

  @Test(.shows("CGPath.flattened(threshold:)")) func flattened() {
    var worst = 0.0
    circle(50, 50, 40).flattened(threshold: 0.5).applyWithBlock { element in
      switch element.pointee.type {
      case .addCurveToPoint, .addQuadCurveToPoint: Issue.record("a curve")
      case .moveToPoint, .addLineToPoint:
        let point = element.pointee.points[0]
        worst = max(worst, abs(hypot(point.x - 50, point.y - 50) - 40))
      case .closeSubpath: break
      }
    }
    #expect(worst < 0.1)
  }

  @Test func hostile() {
    let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e-320, 0, 5]
    for x in numbers {
      for y in numbers {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 1, y: 2))
        path.addLine(to: CGPoint(x: x, y: y))
        path.addCurve(
          to: CGPoint(x: y, y: x),
          control1: CGPoint(x: x, y: 3),
          control2: CGPoint(x: 4, y: y)
        )
        path.closeSubpath()
        for other in [path as CGPath, rect(0, 0, 10, 10), CGMutablePath()] {
          _ = path.union(other)
          _ = other.subtracting(path)
          _ = path.lineIntersection(other)
          _ = path.componentsSeparated()
          _ = path.flattened(threshold: x)
        }
      }
    }
  }

  /// 3000 lines that all cross make 4.5 million crossings: there is an end, and an empty path.
  @Test func tooManyCrossings() {
    let path = CGMutablePath()
    for index in 0..<3000 {
      let angle = Double(index) / 3000 * .pi
      path.move(to: CGPoint(x: 60 + 60 * cos(angle), y: 60 + 60 * sin(angle)))
      path.addLine(to: CGPoint(x: 60 - 60 * cos(angle + 0.001), y: 60 - 60 * sin(angle + 0.001)))
      path.addLine(to: CGPoint(x: 60 - 60 * cos(angle + 0.002), y: 60 - 60 * sin(angle + 0.002)))
      path.closeSubpath()
    }
    _ = path.normalized()
  }

  /// Many shapes side by side take no more than they should.
  @Test func manyShapes() {
    let path = CGMutablePath()
    for index in 0..<4000 {
      path.addRect(
        CGRect(x: Double(index % 64) * 2, y: Double(index / 64) * 2, width: 1.5, height: 1)
      )
    }
    let result = path.union(rect(-10, 50, 200, 1))
    #expect(!result.isEmpty)
    #expect(result.componentsSeparated().count > 3000)
  }
}
