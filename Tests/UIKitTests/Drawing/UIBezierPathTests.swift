// Paths of views.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing
import UIKit

@Suite("UIBezierPath")
struct UIBezierPathTests {
  private func elements(_ path: UIBezierPath) -> [(CGPathElementType, [CGPoint])] {
    var list: [(CGPathElementType, [CGPoint])] = []
    path.cgPath.applyWithBlock { element in
      let counts: [CGPathElementType: Int] = [
        .moveToPoint: 1, .addLineToPoint: 1, .addQuadCurveToPoint: 2, .addCurveToPoint: 3,
      ]
      let count = counts[element.pointee.type] ?? 0
      list.append((element.pointee.type, (0..<count).map { element.pointee.points[$0] }))
    }
    return list
  }

  private func has(_ path: UIBezierPath, _ point: CGPoint) -> Bool {
    elements(path).contains { element in
      element.1.contains { hypot($0.x - point.x, $0.y - point.y) < 1e-4 }
    }
  }

  // PaintCode, "Code for iOS 7 rounded rectangles": figures of the curve in radii.
  @Test(
    "Small radii make the continuous curve (C5, first regime)",
    .shows("UIBezierPath.init(roundedRect:cornerRadius:)")
  )
  func continuous() {
    let path = UIBezierPath(
      roundedRect: CGRect(x: 0, y: 0, width: 200, height: 100),
      cornerRadius: 10
    )
    #expect(has(path, CGPoint(x: 15.2866483, y: 0)))
    #expect(has(path, CGPoint(x: 6.3149379, y: 0.7491139)))
    #expect(has(path, CGPoint(x: 0, y: 15.2866483)))
    #expect(path.bounds == CGRect(x: 0, y: 0, width: 200, height: 100))
  }

  @Test("Radii whose curve is too long for an edge go over to the circle (C5, second regime)")
  func mixed() {
    // 2 x 1.53 x 40 points fit 200 across and not 100 down.
    let path = UIBezierPath(
      roundedRect: CGRect(x: 0, y: 0, width: 200, height: 100),
      cornerRadius: 40
    )
    #expect(has(path, CGPoint(x: 61.1465993, y: 0)))
    #expect(has(path, CGPoint(x: 0, y: 50)))
  }

  @Test("Two radii as long as an edge make half circles (C5, third regime)")
  func circular() {
    let path = UIBezierPath(
      roundedRect: CGRect(x: 0, y: 0, width: 100, height: 100),
      cornerRadius: 500
    )
    // Points of the curve, not only of its elements.
    for degree in stride(from: 0, to: 360, by: 15) {
      let angle = CGFloat(degree) * .pi / 180
      let direction = CGPoint(x: cos(angle), y: sin(angle))
      #expect(path.contains(CGPoint(x: 50 + 49.8 * direction.x, y: 50 + 49.8 * direction.y)))
      #expect(!path.contains(CGPoint(x: 50 + 50.2 * direction.x, y: 50 + 50.2 * direction.y)))
    }
  }

  @Test(
    "The height of corner radii does not count (C5)",
    .shows("UIBezierPath.init(roundedRect:byRoundingCorners:cornerRadii:)")
  )
  func radiiHeight() {
    let rect = CGRect(x: 0, y: 0, width: 100, height: 80)
    func path(_ height: CGFloat) -> UIBezierPath {
      UIBezierPath(
        roundedRect: rect,
        byRoundingCorners: [.topLeft, .bottomRight],
        cornerRadii: CGSize(width: 20, height: height)
      )
    }
    #expect(path(5) == path(20))
    #expect(!path(5).contains(CGPoint(x: 1, y: 1)))
    #expect(path(5).contains(CGPoint(x: 99, y: 1)))
    #expect(path(5).contains(CGPoint(x: 1, y: 79)))
    #expect(!path(5).contains(CGPoint(x: 99, y: 79)))
    let all = UIBezierPath(
      roundedRect: rect,
      byRoundingCorners: .allCorners,
      cornerRadii: CGSize(width: 20, height: 0)
    )
    #expect(all.cgPath == UIBezierPath(roundedRect: rect, cornerRadius: 20).cgPath)
  }

  @Test(
    "Arcs go clockwise as seen with y down",
    .shows(
      "UIBezierPath.init(arcCenter:radius:startAngle:endAngle:clockwise:)",
      "UIBezierPath.currentPoint",
      "UIBezierPath.bounds"
    )
  )
  func arcs() {
    let path = UIBezierPath(
      arcCenter: CGPoint(x: 10, y: 10),
      radius: 5,
      startAngle: 0,
      endAngle: .pi / 2,
      clockwise: true
    )
    #expect(abs(path.currentPoint.x - 10) < 1e-9 && abs(path.currentPoint.y - 15) < 1e-9)
    #expect(path.bounds.minX >= 9.999 && path.bounds.minY >= 9.999)
  }

  @Test("Lines and curves without a current point do nothing")
  func noCurrentPoint() {
    let path = UIBezierPath()
    path.addLine(to: CGPoint(x: 1, y: 1))
    path.addCurve(to: .zero, controlPoint1: .zero, controlPoint2: .zero)
    path.addQuadCurve(to: .zero, controlPoint: .zero)
    #expect(path.isEmpty)
  }

  @Test(
    "Reversing runs through a path backwards",
    .shows(
      "UIBezierPath.reversing()",
      "UIBezierPath",
      "UIBezierPath.move(to:)",
      "UIBezierPath.addLine(to:)",
      "UIBezierPath.addQuadCurve(to:controlPoint:)",
      "UIBezierPath.addCurve(to:controlPoint1:controlPoint2:)",
      "UIBezierPath.close()",
      "UIBezierPath.lineWidth",
      "UIBezierPath.cgPath"
    )
  )
  func reversing() {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addQuadCurve(to: CGPoint(x: 20, y: 10), controlPoint: CGPoint(x: 20, y: 0))
    path.addCurve(
      to: CGPoint(x: 0, y: 30),
      controlPoint1: CGPoint(x: 20, y: 20),
      controlPoint2: CGPoint(x: 10, y: 30)
    )
    path.close()
    path.lineWidth = 3
    let reversed = path.reversing()
    let list = elements(reversed)
    #expect(
      list.map(\.0) == [
        .moveToPoint, .addCurveToPoint, .addQuadCurveToPoint, .addLineToPoint, .closeSubpath,
      ]
    )
    #expect(list[0].1 == [CGPoint(x: 0, y: 30)])
    #expect(list[1].1 == [CGPoint(x: 10, y: 30), CGPoint(x: 20, y: 20), CGPoint(x: 20, y: 10)])
    #expect(list[3].1 == [CGPoint(x: 0, y: 0)])
    #expect(reversed.lineWidth == 3)
    #expect(reversed.reversing() == path)
  }

  @Test(
    "The fill rule decides what is inside",
    .shows(
      "UIBezierPath.contains(_:)",
      "UIBezierPath.init(rect:)",
      "UIBezierPath.append(_:)",
      "UIBezierPath.usesEvenOddFillRule",
      "UIBezierPath.fill()"
    )
  )
  func rules() throws {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    path.append(UIBezierPath(rect: CGRect(x: 3, y: 3, width: 4, height: 4)))
    #expect(path.contains(CGPoint(x: 5, y: 5)))
    path.usesEvenOddFillRule = true
    #expect(!path.contains(CGPoint(x: 5, y: 5)))
    let pixels = try #require(
      Pixels(
        drawn(10, 10) { _ in
          UIColor.red.setFill()
          path.fill()
        }
      )
    )
    #expect(pixels[1, 1] == Pixels.red)
    #expect(pixels[5, 5] == Pixels.clear)
  }

  @Test(
    "Strokes take width, dashes and blend mode, and leave the context as it was",
    .shows(
      "UIBezierPath.setLineDash(_:count:phase:)",
      "UIBezierPath.getLineDash(_:count:phase:)",
      "UIBezierPath.stroke()",
      "UIBezierPath.lineWidth",
      "UIColor.set()"
    )
  )
  func strokes() throws {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 0, y: 2))
    path.addLine(to: CGPoint(x: 8, y: 2))
    path.lineWidth = 2
    path.setLineDash([2, 2], count: 2, phase: 0)
    let pixels = try #require(
      Pixels(
        drawn(8, 4) { context in
          UIColor.blue.set()
          path.stroke()
          context.fill(CGRect(x: 0, y: 3, width: 8, height: 1))
        }
      )
    )
    #expect(pixels[0, 1] == Pixels.blue)
    #expect(pixels[2, 1] == Pixels.clear)
    #expect(pixels[4, 2] == Pixels.blue)
    #expect(pixels[7, 3] == Pixels.blue)
    var (count, phase) = (0, CGFloat(0))
    path.getLineDash(nil, count: &count, phase: &phase)
    #expect(count == 2)
  }

  @Test(
    "Copies and archives are equal and of their own",
    .shows("UIBezierPath.init(ovalIn:)", "UIBezierPath.lineCapStyle")
  )
  func copies() throws {
    let path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 10, height: 20))
    path.lineCapStyle = .round
    let copy = try #require(path.copy() as? UIBezierPath)
    #expect(copy == path)
    copy.addLine(to: .zero)
    #expect(copy != path)
    let data = try NSKeyedArchiver.archivedData(withRootObject: path, requiringSecureCoding: true)
    let kept = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIBezierPath.self, from: data)
    #expect(kept == path)
  }

  @Test("Numbers that are none make no trap")
  func hostile() {
    let path = UIBezierPath(roundedRect: .infinite, cornerRadius: .nan)
    path.addArc(
      withCenter: .zero,
      radius: .nan,
      startAngle: 0,
      endAngle: .infinity,
      clockwise: true
    )
    path.apply(CGAffineTransform(a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0))
    _ = drawn(4, 4) { _ in
      path.fill()
      path.stroke()
      path.addClip()
    }
    _ = path.bounds
    _ = UIBezierPath(rect: .null).bounds
  }
}
