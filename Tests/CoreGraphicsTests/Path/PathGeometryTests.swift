// Paths: bounds, what is inside, rectangles, dashes, outlines of strokes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct PathGeometryTests {
  @Test(.shows("CGPath.boundingBox", "CGPath.boundingBoxOfPath"))
  func boundsWithAndWithoutControlPoints() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addCurve(
      to: CGPoint(x: 10, y: 0),
      control1: CGPoint(x: 0, y: 8),
      control2: CGPoint(x: 10, y: 8)
    )
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 8))
    // y(1/2) = 3/4 · 8.
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 10, height: 6))
    let circle = CGPath(
      ellipseIn: CGRect(x: -3, y: -4, width: 6, height: 8),
      transform: nil
    )
    #expect(circle.boundingBoxOfPath == CGRect(x: -3, y: -4, width: 6, height: 8))
    #expect(CGMutablePath().boundingBox.isNull && CGMutablePath().boundingBoxOfPath.isNull)
    let dot = CGMutablePath()
    dot.move(to: CGPoint(x: 3, y: 4))
    #expect(dot.boundingBoxOfPath == CGRect(x: 3, y: 4, width: 0, height: 0))
  }

  @Test(
    .shows(
      "CGPath.contains(_:using:transform:)",
      "CGPathFillRule.winding",
      "CGPathFillRule.evenOdd"
    )
  ) func containsByBothRules() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    path.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
    let (middle, ring) = (CGPoint(x: 5, y: 5), CGPoint(x: 1, y: 5))
    #expect(path.contains(middle) && path.contains(ring))
    #expect(!path.contains(middle, using: .evenOdd) && path.contains(ring, using: .evenOdd))
    #expect(!path.contains(CGPoint(x: 11, y: 5)))
    let move = CGAffineTransform(translationX: 100, y: 0)
    #expect(path.contains(CGPoint(x: 101, y: 5), transform: move))
    #expect(!path.contains(middle, transform: move))
    #expect(!path.contains(middle, transform: CGAffineTransform(scaleX: 0, y: 1)))
    #expect(!path.contains(CGPoint(x: Double.nan, y: 5)))
  }

  @Test(.shows("CGPath.contains(_:using:transform:)"), arguments: [false, true])
  func edgesOfHolesAreInside(_ isBackwards: Bool) {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    let hole = CGRect(x: 2, y: 2, width: 6, height: 6)
    let corners = [
      hole.origin, CGPoint(x: 2, y: 8), CGPoint(x: 8, y: 8), CGPoint(x: 8, y: 2),
    ]
    path.addLines(between: isBackwards ? corners : corners.reversed())
    path.closeSubpath()
    let rule = isBackwards ? CGPathFillRule.winding : .evenOdd
    for place in corners + [(2, 5), (8, 5), (5, 2), (5, 8)].map({ CGPoint(x: $0, y: $1) }) {
      #expect(path.contains(place, using: rule), "\(place)")
    }
    #expect(!path.contains(CGPoint(x: 5, y: 5), using: rule))
    // Of the outer edges those of least x and y count.
    for (x, y, isInside) in [(0, 5, true), (5, 0, true), (10, 5, false), (5, 10, false)] {
      #expect(path.contains(CGPoint(x: x, y: y), using: rule) == isInside)
    }
  }

  @Test(.shows("CGPath.contains(_:using:transform:)")) func containsClosesOpenSubpaths() {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 10, y: 0), CGPoint(x: 0, y: 10)])
    #expect(path.contains(CGPoint(x: 2, y: 2)) && !path.contains(CGPoint(x: 6, y: 6)))
  }

  @Test(.shows("CGPath.isRect(_:)")) func rectangleDetection() {
    func isRect(_ path: CGPath) -> CGRect? {
      var rect = CGRect.zero
      return path.isRect(&rect) ? rect : nil
    }
    let box = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(isRect(CGPath(rect: box, transform: nil)) == box)
    var quarter = CGAffineTransform(0, 1, -1, 0, 0, 0)
    let turned = CGPath(rect: box, transform: &quarter)
    #expect(isRect(turned) == CGRect(x: -6, y: 1, width: 4, height: 3))
    var shear = CGAffineTransform(1, 0, 0.5, 1, 0, 0)
    #expect(isRect(CGPath(rect: box, transform: &shear)) == nil)
    #expect(isRect(CGPath(ellipseIn: box, transform: nil)) == nil)
    let open = CGMutablePath()
    open.addLines(between: [.zero, CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: 0, y: 1)])
    #expect(isRect(open) == nil, "three sides")
    open.addLine(to: .zero)
    #expect(isRect(open) == CGRect(x: 0, y: 0, width: 1, height: 1))
    open.addRect(box)
    #expect(isRect(open) == nil, "two rectangles")
    #expect(CGPath(rect: box, transform: nil).isRect(nil))
  }

  @Test(.shows("CGPath.copy(dashingWithPhase:lengths:transform:)")) func dashing() {
    let line = CGMutablePath()
    line.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
    #expect(
      elements(line.copy(dashingWithPhase: 0, lengths: [4, 2])) == [
        "move 0,0", "line 4,0", "move 6,0", "line 10,0",
      ]
    )
    #expect(
      elements(line.copy(dashingWithPhase: 3, lengths: [4, 2])) == [
        "move 0,0", "line 1,0", "move 3,0", "line 7,0", "move 9,0", "line 10,0",
      ]
    )
    #expect(line.copy(dashingWithPhase: 0, lengths: []) == line)
    #expect(line.copy(dashingWithPhase: 0, lengths: [-1, 2]) == line)
    let double = CGAffineTransform(scaleX: 2, y: 2)
    let dashes = line.copy(dashingWithPhase: 0, lengths: [15, 100], transform: double)
    #expect(elements(dashes) == ["move 0,0", "line 15,0"])
  }

  @Test(.shows("CGPath.copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)"))
  func strokeOutlines() {
    let line = CGMutablePath()
    line.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
    func outline(_ cap: CGLineCap, _ transform: CGAffineTransform = .identity) -> CGPath {
      line.copy(
        strokingWithWidth: 2,
        lineCap: cap,
        lineJoin: .miter,
        miterLimit: 10,
        transform: transform
      )
    }
    #expect(outline(.butt).boundingBoxOfPath == CGRect(x: 0, y: -1, width: 10, height: 2))
    #expect(outline(.square).boundingBoxOfPath == CGRect(x: -1, y: -1, width: 12, height: 2))
    let round = outline(.round).boundingBoxOfPath
    #expect(abs(round.minX + 1) < 1.0 / 64 && abs(round.maxX - 11) < 1.0 / 64)
    #expect(outline(.butt).contains(CGPoint(x: 5, y: 0.9)))
    #expect(!outline(.butt).contains(CGPoint(x: 5, y: 1.1)))
    // The transform moves the path, not the width.
    let double = outline(.butt, CGAffineTransform(scaleX: 2, y: 2))
    #expect(double.boundingBoxOfPath == CGRect(x: 0, y: -1, width: 20, height: 2))
  }

  @Test func valuesOfTypes() {
    // From the headers of Core Graphics.
    #expect(CGPathElementType.closeSubpath.rawValue == 4)
    #expect([CGLineCap.butt, .round, .square].map(\.rawValue) == [0, 1, 2])
    #expect([CGLineJoin.miter, .round, .bevel].map(\.rawValue) == [0, 1, 2])
    #expect(CGPathDrawingMode.eoFillStroke.rawValue == 4)
    #expect(
      CGInterpolationQuality.high.rawValue == 3 && CGInterpolationQuality.medium.rawValue == 4
    )
    #expect(CGBlendMode.luminosity.rawValue == 15 && CGBlendMode.plusLighter.rawValue == 27)
    #expect(CGTextDrawingMode.clip.rawValue == 7)
    #expect(CGBlendMode.allCases.count == 28)
  }
}
