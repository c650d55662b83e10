// Paths: elements, shapes, arcs, copies, equality.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

/// The elements of a path as text, coordinates with three places after the point.
func elements(_ path: CGPath) -> [String] {
  var result: [String] = []
  path.applyWithBlock { element in
    let names = ["move", "line", "quad", "cubic", "close"]
    let counts = [1, 1, 2, 3, 0]
    let type = Int(element.pointee.type.rawValue)
    let points = (0..<counts[type]).map { index in
      let point = element.pointee.points[index]
      return String(format: "%g,%g", rounded(point.x), rounded(point.y))
    }
    result.append(([names[type]] + points).joined(separator: " "))
  }
  return result
}

private func rounded(_ value: CGFloat) -> Double {
  let places = (Double(value) * 1000).rounded() / 1000
  return places == 0 ? 0 : places
}

@Suite struct PathTests {
  private let box = CGRect(x: 10, y: 20, width: 40, height: 60)

  @Test(.shows("CGPath.init(rect:transform:)", "CGPath.isEmpty", "CGPath.applyWithBlock(_:)"))
  func rectangleElements() {
    let expected = ["move 10,20", "line 50,20", "line 50,80", "line 10,80", "close"]
    #expect(elements(CGPath(rect: box, transform: nil)) == expected)
    let reversed = CGRect(x: 50, y: 80, width: -40, height: -60)
    #expect(elements(CGPath(rect: reversed, transform: nil)) == expected)
    var double = CGAffineTransform(scaleX: 2, y: 2)
    #expect(elements(CGPath(rect: box, transform: &double)).first == "move 20,40")
    #expect(CGPath(rect: .null, transform: nil).isEmpty)
  }

  @Test(.shows("CGPath.init(ellipseIn:transform:)")) func ellipseElements() {
    let unit = CGRect(x: -1, y: -1, width: 2, height: 2)
    #expect(
      elements(CGPath(ellipseIn: unit, transform: nil)) == [
        "move 1,0", "cubic 1,0.552 0.552,1 0,1", "cubic -0.552,1 -1,0.552 -1,0",
        "cubic -1,-0.552 -0.552,-1 0,-1", "cubic 0.552,-1 1,-0.552 1,0", "close",
      ]
    )
  }

  @Test(.shows("CGPath.init(roundedRect:cornerWidth:cornerHeight:transform:)"))
  func roundedRectangleElements() {
    let path = CGPath(
      roundedRect: CGRect(x: 0, y: 0, width: 100, height: 100),
      cornerWidth: 10,
      cornerHeight: 10,
      transform: nil
    )
    #expect(
      elements(path) == [
        "move 100,50", "line 100,90", "cubic 100,95.523 95.523,100 90,100", "line 10,100",
        "cubic 4.477,100 0,95.523 0,90", "line 0,10", "cubic 0,4.477 4.477,0 10,0", "line 90,0",
        "cubic 95.523,0 100,4.477 100,10", "close",
      ]
    )
  }

  @Test func roundedRectangleClampsRadii() {
    let path = CGPath(roundedRect: box, cornerWidth: 1000, cornerHeight: -5, transform: nil)
    #expect(path == CGPath(rect: box, transform: nil))
    let capsule = CGPath(roundedRect: box, cornerWidth: 1000, cornerHeight: 20, transform: nil)
    #expect(elements(capsule)[1...2] == ["line 50,60", "cubic 50,71.046 41.046,80 30,80"])
  }

  @Test func continuousRoundedRectangleFollowsThePublishedCurve() {
    let path = CGPath(
      continuousRoundedRect: CGRect(x: 0, y: 0, width: 400, height: 400),
      cornerRadius: 100,
      transform: nil
    )
    #expect(
      elements(path)[1...4] == [
        "line 400,247.134", "cubic 400,291.151 400,313.159 392.509,336.851",
        "cubic 383.094,362.718 362.718,383.094 336.851,392.509",
        "cubic 313.159,400 291.151,400 247.134,400",
      ]
    )
    // Without room for more, the corners are quarter circles: half of a circle at either end.
    let capsule = CGPath(
      continuousRoundedRect: CGRect(x: 0, y: 0, width: 20, height: 20),
      cornerRadius: 10,
      transform: nil
    )
    for angle in stride(from: 0.0, to: 2 * .pi, by: 0.1) {
      let inside = CGPoint(x: 10 + 9.95 * cos(angle), y: 10 + 9.95 * sin(angle))
      let outside = CGPoint(x: 10 + 10.05 * cos(angle), y: 10 + 10.05 * sin(angle))
      #expect(capsule.contains(inside) && !capsule.contains(outside))
    }
  }

  @Test(
    .shows(
      "CGMutablePath",
      "CGMutablePath.move(to:transform:)",
      "CGMutablePath.addLine(to:transform:)",
      "CGMutablePath.addQuadCurve(to:control:transform:)",
      "CGMutablePath.addCurve(to:control1:control2:transform:)",
      "CGMutablePath.closeSubpath()",
      "CGMutablePath.addLines(between:transform:)",
      "CGPath.currentPoint",
      "CGPath.isEmpty"
    )
  ) func buildingWithTransforms() {
    let path = CGMutablePath()
    let move = CGAffineTransform(translationX: 100, y: 0)
    path.addLine(to: CGPoint(x: 5, y: 5))
    #expect(path.isEmpty, "a line needs a current point")
    path.move(to: .zero, transform: move)
    path.addLine(to: CGPoint(x: 1, y: 1), transform: move)
    path.addQuadCurve(to: CGPoint(x: 2, y: 0), control: CGPoint(x: 2, y: 2), transform: move)
    path.addCurve(
      to: CGPoint(x: 3, y: 0),
      control1: CGPoint(x: 2, y: -1),
      control2: CGPoint(x: 3, y: -1),
      transform: move
    )
    #expect(path.currentPoint == CGPoint(x: 103, y: 0))
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 100, y: 0))
    path.addLines(between: [CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 4)], transform: move)
    #expect(
      elements(path) == [
        "move 100,0", "line 101,1", "quad 102,2 102,0", "cubic 102,-1 103,-1 103,0", "close",
        "move 101,2", "line 103,4",
      ]
    )
  }

  @Test func arcDirections() {
    func end(_ start: Double, _ end: Double, clockwise: Bool) -> [String] {
      let path = CGMutablePath()
      path.addArc(
        center: .zero,
        radius: 1,
        startAngle: start,
        endAngle: end,
        clockwise: clockwise
      )
      return elements(path)
    }
    let quarter = ["move 1,0", "cubic 1,0.552 0.552,1 0,1"]
    #expect(end(0, .pi / 2, clockwise: false) == quarter)
    #expect(end(0, .pi / 2, clockwise: true).count == 4, "the long way round: three quarters")
    #expect(end(0, .pi / 2, clockwise: true)[1] == "cubic 1,-0.552 0.552,-1 0,-1")
    #expect(end(0, -.pi / 2, clockwise: false).count == 4)
    #expect(end(0, 2 * .pi, clockwise: false).count == 5, "a whole circle")
    #expect(end(1, 1, clockwise: false).count == 1, "nothing")
  }

  @Test func arcsGoOnFromTheCurrentPoint() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 5, y: 0))
    path.addArc(
      center: .zero,
      radius: 1,
      startAngle: 0,
      endAngle: .pi / 2,
      clockwise: false,
      transform: CGAffineTransform(scaleX: 2, y: 3)
    )
    #expect(elements(path) == ["move 5,0", "line 2,0", "cubic 2,1.657 1.105,3 0,3"])
    path.addRelativeArc(
      center: CGPoint(x: 0, y: 2),
      radius: 1,
      startAngle: .pi / 2,
      delta: -.pi / 2
    )
    #expect(elements(path).last == "cubic 0.552,3 1,2.552 1,2")
  }

  @Test(.shows("CGMutablePath.addArc(center:radius:startAngle:endAngle:clockwise:transform:)"))
  func arcsKeepTheLineToTheirStart() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 0))
    path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    path.addRelativeArc(center: .zero, radius: 1, startAngle: .pi / 2, delta: .pi / 2)
    #expect(
      elements(path) == [
        "move 1,0", "line 1,0", "cubic 1,0.552 0.552,1 0,1", "line 0,1",
        "cubic -0.552,1 -1,0.552 -1,0",
      ]
    )
  }

  @Test(.shows("CGPath.init(ellipseIn:transform:)")) func ellipsesHaveTenDigits() {
    let circle = CGPath(ellipseIn: CGRect(x: -1, y: -1, width: 2, height: 2), transform: nil)
    var controls: [CGPoint] = []
    circle.applyWithBlock { element in
      if element.pointee.type == .addCurveToPoint { controls.append(element.pointee.points[0]) }
    }
    #expect(controls.first == CGPoint(x: 1, y: 0.5522847498) && controls.count == 4)
  }

  @Test(.shows("CGPath.copy(using:)", "CGPath.mutableCopy(using:)")) func noCopiesOfNaN() {
    let path = CGPath(rect: box, transform: nil)
    for place in 0..<6 {
      var numbers: [CGFloat] = [1, 0, 0, 1, 0, 0]
      numbers[place] = .nan
      var transform = CGAffineTransform(
        a: numbers[0],
        b: numbers[1],
        c: numbers[2],
        d: numbers[3],
        tx: numbers[4],
        ty: numbers[5]
      )
      #expect(path.copy(using: &transform) == nil && path.mutableCopy(using: &transform) == nil)
    }
    var flat = CGAffineTransform(scaleX: 0, y: 0)
    #expect(path.copy(using: &flat) != nil && path.copy(using: nil) == path)
  }

  @Test func tangentArc() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addArc(
      tangent1End: CGPoint(x: 10, y: 0),
      tangent2End: CGPoint(x: 10, y: 10),
      radius: 4
    )
    #expect(elements(path) == ["move 0,0", "line 6,0", "cubic 8.209,0 10,1.791 10,4"])
    path.addArc(tangent1End: CGPoint(x: 10, y: 20), tangent2End: CGPoint(x: 10, y: 40), radius: 4)
    #expect(elements(path).last == "line 10,20", "points on a line: no arc")
    let moved = CGMutablePath()
    moved.move(to: CGPoint(x: 100, y: 0))
    moved.addArc(
      tangent1End: CGPoint(x: 10, y: 0),
      tangent2End: CGPoint(x: 10, y: 10),
      radius: 4,
      transform: CGAffineTransform(translationX: 100, y: 0)
    )
    #expect(elements(moved).last == "cubic 108.209,0 110,1.791 110,4")
  }

  @Test func copiesAreIndependent() throws {
    let path = CGMutablePath()
    path.addRect(box)
    let copy = try #require(path.copy())
    let mutable = try #require(copy.mutableCopy())
    #expect(copy == path && copy.hashValue == path.hashValue)
    path.addEllipse(in: box)
    #expect(copy != path)
    #expect(elements(copy).count == 5)
    mutable.addPath(mutable)
    #expect(elements(mutable).count == 10 && elements(copy).count == 5)
    var flip = CGAffineTransform(scaleX: 1, y: -1)
    #expect(copy.copy(using: &flip)?.boundingBox == CGRect(x: 10, y: -80, width: 40, height: 60))
    #expect(copy.mutableCopy(using: nil) == copy)
    #expect(Set([copy, mutable, copy.copy()]).count == 2)
  }

  @Test func applyHandsInfoThrough() {
    var count = 0
    withUnsafeMutablePointer(to: &count) { count in
      CGPath(ellipseIn: box, transform: nil).apply(info: count) { info, _ in
        info?.assumingMemoryBound(to: Int.self).pointee += 1
      }
    }
    #expect(count == 6)
  }

  @Test func changesFromManyThreads() async {
    let path = CGMutablePath()
    path.move(to: .zero)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { for _ in 0..<500 { path.addLine(to: CGPoint(x: thread, y: 0)) } }
      }
    }
    #expect(elements(path).count == 4001)
  }
}
