// Filling and stroking: areas, edges, rules, blend modes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct DrawingTests {
  @Test(.shows("CGContext.fill(_:)")) func fractionalRectanglesCoverByArea() throws {
    let picture = try PaintedPicture(3, 3)
    picture.context.fill(CGRect(x: 0.5, y: 0.25, width: 2, height: 1.5))
    // Columns are covered by 1/2, 1, 1/2; rows from below by 3/4, 3/4.
    #expect(picture.alphas(row: 2) == [96, 191, 96])
    #expect(picture.alphas(row: 1) == [96, 191, 96])
    #expect(picture.alphas(row: 0) == [0, 0, 0])
  }

  @Test(
    .shows(
      "CGContext.fillEllipse(in:)",
      "CGContext.addPath(_:)",
      "CGContext.addLines(between:)",
      "CGContext.fillPath(using:)"
    )
  ) func areasOfShapes() throws {
    func area(_ draw: (CGContext) -> Void) throws -> Double {
      let picture = try PaintedPicture(100, 100)
      draw(picture.context)
      return picture.area
    }
    // Lines stand for curves, on the average neither inside nor outside of them; bytes round the
    // rest. A circle is four cubics with handles k, each of which encloses (10 + 12 k - 3 k²) / 20
    // radii².
    let k = 4.0 / 3 * tan(.pi / 8)
    let circle = try area { $0.fillEllipse(in: CGRect(x: 10, y: 10, width: 80, height: 80)) }
    #expect(abs(circle - (10 + 12 * k - 3 * k * k) / 5 * 1600) < 0.5)
    let rounded = try area {
      $0.addPath(
        CGPath(
          roundedRect: CGRect(x: 10.3, y: 9.7, width: 70, height: 50),
          cornerWidth: 20,
          cornerHeight: 10,
          transform: nil
        )
      )
      $0.fillPath()
    }
    #expect(abs(rounded - (3500 - (4 - .pi) * 200)) < 1)
    let triangle = try area {
      $0.addLines(between: [CGPoint(x: 1, y: 1), CGPoint(x: 91, y: 7), CGPoint(x: 33, y: 88)])
      $0.fillPath()
    }
    #expect(abs(triangle - abs(90 * 87 - 32 * 6) / 2) < 0.5)
  }

  @Test(
    .shows(
      "CGContext.setLineWidth(_:)",
      "CGContext.setLineCap(_:)",
      "CGContext.strokePath()",
      "CGLineCap",
      "CGLineCap.butt",
      "CGLineCap.square",
      "CGLineCap.round"
    )
  ) func areasOfStrokes() throws {
    func area(_ cap: CGLineCap) throws -> Double {
      let picture = try PaintedPicture(100, 60)
      let context = picture.context
      context.setLineWidth(20)
      context.setLineCap(cap)
      context.move(to: CGPoint(x: 25, y: 30))
      context.addLine(to: CGPoint(x: 75, y: 30))
      context.strokePath()
      #expect(context.isPathEmpty)
      return picture.area
    }
    #expect(try area(.butt) == 1000)
    #expect(try area(.square) == 1400)
    #expect(abs(try area(.round) - (1000 + .pi * 100)) < 0.25)
  }

  @Test(
    .shows(
      "CGContext.setLineJoin(_:)",
      "CGContext.setMiterLimit(_:)",
      "CGLineJoin",
      "CGLineJoin.miter",
      "CGLineJoin.bevel",
      "CGLineJoin.round"
    )
  ) func joins() throws {
    func area(_ join: CGLineJoin, _ limit: CGFloat = 10) throws -> Double {
      let picture = try PaintedPicture(60, 60)
      let context = picture.context
      context.setLineWidth(10)
      context.setLineJoin(join)
      context.setMiterLimit(limit)
      context.addLines(between: [
        CGPoint(x: 10, y: 10), CGPoint(x: 40, y: 10), CGPoint(x: 40, y: 40),
      ])
      context.strokePath()
      return picture.area
    }
    // Two lines of 30 x 10, which share a square of 5 x 5; outside of the corner is such a square.
    let lines = 600.0 - 25
    #expect(try area(.miter) == lines + 25)
    #expect(abs(try area(.bevel) - (lines + 12.5)) < 0.1)
    #expect(abs(try area(.round) - (lines + .pi * 25 / 4)) < 0.2)
    #expect(abs(try area(.miter, 1.4) - (lines + 12.5)) < 0.1, "below sqrt 2 a bevel")
  }

  @Test(.shows("CGContext.setLineWidth(_:)", "CGContext.strokeLineSegments(between:)"))
  func lineWidthLivesInUserSpace() throws {
    let picture = try PaintedPicture(40, 40)
    let context = picture.context
    context.scaleBy(x: 4, y: 1)
    context.setLineWidth(2)
    context.strokeLineSegments(between: [
      CGPoint(x: 5, y: 0), CGPoint(x: 5, y: 20), CGPoint(x: 0, y: 30), CGPoint(x: 10, y: 30),
      CGPoint(x: 0, y: 0),
    ])
    // The vertical line is 8 pixels wide, the horizontal one 2 pixels high.
    #expect(picture.alphas(row: 30).reduce(0, +) == 8 * 255)
    #expect((0..<40).reduce(0) { $0 + Int(picture.pixel(2, $1)[3]) } == 2 * 255)
    let flat = try PaintedPicture(10, 10)
    flat.context.scaleBy(x: 0, y: 1)
    flat.context.stroke(CGRect(x: 1, y: 1, width: 5, height: 5))
    flat.context.setLineWidth(0)
    flat.context.stroke(CGRect(x: 1, y: 1, width: 5, height: 5))
    #expect(flat.area == 0, "no width, and no way back to user space")
  }

  @Test(.shows("CGContext.setLineDash(phase:lengths:)")) func dashes() throws {
    let picture = try PaintedPicture(20, 3)
    let context = picture.context
    context.setLineDash(phase: 1, lengths: [4, 2])
    context.move(to: CGPoint(x: 0, y: 1.5))
    context.addLine(to: CGPoint(x: 20, y: 1.5))
    context.strokePath()
    let on = picture.alphas(row: 1).map { $0 / 255 }
    #expect(on == [1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1])
  }

  @Test(.shows("CGContext.stroke(_:width:)", "CGContext.strokeEllipse(in:)"))
  func strokedRectangles() throws {
    let picture = try PaintedPicture(20, 20)
    picture.context.setStrokeColor(.red)
    picture.context.stroke(CGRect(x: 5, y: 5, width: 10, height: 10), width: 2)
    #expect(picture.area == 144 - 64)
    #expect(
      picture.pixel(4, 4) == PaintedPicture.red && picture.pixel(10, 10) == PaintedPicture.clear
    )
    picture.context.strokeEllipse(in: CGRect(x: 9, y: 9, width: 2, height: 2))
    #expect(picture.pixel(10, 10)[3] > 0)
  }

  @Test(.shows("CGContext.fillPath(using:)")) func rules() throws {
    for (rule, inner) in [
      (CGPathFillRule.winding, PaintedPicture.black), (.evenOdd, PaintedPicture.clear),
    ] {
      let picture = try PaintedPicture(10, 10)
      picture.context.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
      picture.context.addRect(CGRect(x: 2, y: 2, width: 6, height: 6))
      picture.context.fillPath(using: rule)
      #expect(picture.pixel(5, 5) == inner && picture.pixel(1, 1) == PaintedPicture.black)
    }
  }

  @Test(
    .shows(
      "CGContext.drawPath(using:)",
      "CGPathDrawingMode.fill",
      "CGPathDrawingMode.eoFill",
      "CGPathDrawingMode.stroke",
      "CGPathDrawingMode.fillStroke",
      "CGPathDrawingMode.eoFillStroke"
    )
  ) func drawingModes() throws {
    let expected: [(CGPathDrawingMode, [[UInt8]])] = [
      (.fill, [PaintedPicture.red, PaintedPicture.red, PaintedPicture.clear]),
      (.eoFill, [PaintedPicture.red, PaintedPicture.clear, PaintedPicture.clear]),
      (.stroke, [PaintedPicture.clear, PaintedPicture.clear, PaintedPicture.blue]),
      (.fillStroke, [PaintedPicture.red, PaintedPicture.red, PaintedPicture.blue]),
      (.eoFillStroke, [PaintedPicture.red, PaintedPicture.clear, PaintedPicture.blue]),
    ]
    for (mode, pixels) in expected {
      let picture = try PaintedPicture(20, 20)
      picture.context.setFillColor(.red)
      picture.context.setStrokeColor(.blue)
      picture.context.setLineWidth(2)
      picture.context.addRect(CGRect(x: 2, y: 2, width: 16, height: 16))
      picture.context.addRect(CGRect(x: 6, y: 6, width: 8, height: 8))
      picture.context.drawPath(using: mode)
      #expect([picture.pixel(4, 4), picture.pixel(10, 10), picture.pixel(1, 10)] == pixels)
    }
  }

  @Test(.shows("CGContext.fill(_:)")) func rectanglesAreFilledTogether() throws {
    let picture = try PaintedPicture(10, 10)
    picture.context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    picture.context.fill([
      CGRect(x: 0, y: 0, width: 6, height: 6), CGRect(x: 8, y: 8, width: -4, height: -4),
    ])
    #expect(picture.pixel(5, 5) == picture.pixel(1, 8), "not darker where they overlap")
    #expect(picture.area == Double(36 + 16 - 4) * 128 / 255)
  }

  @Test(.shows("CGContext.setAllowsAntialiasing(_:)", "CGContext.setShouldAntialias(_:)"))
  func antialiasingOff() throws {
    for isAllowed in [true, false] {
      let picture = try PaintedPicture(40, 40)
      picture.context.setAllowsAntialiasing(isAllowed)
      picture.context.setShouldAntialias(!isAllowed)
      picture.context.fillEllipse(in: CGRect(x: 3.3, y: 4.4, width: 31, height: 29))
      let alphas = Set((0..<40).flatMap { picture.alphas(row: $0) })
      #expect(alphas == [0, 255])
      #expect(abs(picture.area - .pi * 31 * 29 / 4) < 8)
    }
  }

  @Test(.shows("CGContext.clear(_:)")) func clearingKeepsToTheClipAlone() throws {
    let picture = try PaintedPicture(4, 4)
    let context = picture.context
    context.setFillColor(.red)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.setAlpha(0.1)
    context.setBlendMode(.multiply)
    context.setShadow(offset: .zero, blur: 3)
    context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 4))
    context.clear(CGRect(x: 1, y: 0, width: 3, height: 4))
    #expect(
      (0..<4).map { picture.pixel($0, 1) } == [
        PaintedPicture.red, PaintedPicture.clear, PaintedPicture.red, PaintedPicture.red,
      ]
    )
  }

  @Test(.shows("CGContext.replacePathWithStrokedPath()", "CGContext.strokePath()"))
  func strokedPathBecomesThePath() throws {
    let direct = try PaintedPicture(60, 60)
    let outlined = try PaintedPicture(60, 60)
    for picture in [direct, outlined] {
      picture.context.setLineWidth(3)
      picture.context.setLineJoin(.round)
      picture.context.scaleBy(x: 2, y: 3)
      picture.context.addEllipse(in: CGRect(x: 4, y: 4, width: 20, height: 10))
    }
    direct.context.strokePath()
    outlined.context.replacePathWithStrokedPath()
    outlined.context.fillPath()
    let worst = zip(direct.bytes, outlined.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
    // Both outlines are flat to 1/32 pixel, but their corners lie elsewhere: 255 / 32.
    #expect(worst <= 8)
  }

  @Test(
    .shows(
      "CGContext.setTextDrawingMode(_:)",
      "CGTextDrawingMode",
      "CGTextDrawingMode.fill",
      "CGTextDrawingMode.stroke",
      "CGTextDrawingMode.fillStroke",
      "CGTextDrawingMode.invisible",
      "CGTextDrawingMode.fillClip",
      "CGTextDrawingMode.strokeClip",
      "CGTextDrawingMode.fillStrokeClip",
      "CGTextDrawingMode.clip"
    )
  ) func glyphsByTextMode() throws {
    let outlines = CGPath(rect: CGRect(x: 2, y: 2, width: 6, height: 6), transform: nil).path
    let expected: [(CGTextDrawingMode, [UInt8], [UInt8], Bool)] = [
      (.fill, PaintedPicture.red, PaintedPicture.clear, false),
      (.stroke, PaintedPicture.clear, PaintedPicture.blue, false),
      (.fillStroke, PaintedPicture.red, PaintedPicture.blue, false),
      (.invisible, PaintedPicture.clear, PaintedPicture.clear, false),
      (.fillClip, PaintedPicture.red, PaintedPicture.clear, true),
      (.strokeClip, PaintedPicture.clear, PaintedPicture.blue, true),
      (.fillStrokeClip, PaintedPicture.red, PaintedPicture.blue, true),
      (.clip, PaintedPicture.clear, PaintedPicture.clear, true),
    ]
    for (mode, fill, stroke, clips) in expected {
      let picture = try PaintedPicture(10, 10)
      picture.context.setFillColor(.red)
      picture.context.setStrokeColor(.blue)
      picture.context.setLineWidth(2)
      picture.context.setTextDrawingMode(mode)
      picture.context.move(to: CGPoint(x: 1, y: 1))
      picture.context.drawGlyphs(outlines)
      #expect(picture.pixel(5, 5) == fill && picture.pixel(1, 5) == stroke)
      #expect(picture.context.boundingBoxOfClipPath.width == (clips ? 6 : 10))
      #expect(picture.context.currentPointOfPath == CGPoint(x: 1, y: 1))
    }
    let context = try PaintedPicture(1, 1).context
    context.textPosition = CGPoint(x: 3, y: 4)
    #expect(context.textMatrix == CGAffineTransform(translationX: 3, y: 4))
  }

  @Test func sameBytesEachTime() throws {
    func draw() throws -> [UInt8] {
      let picture = try PaintedPicture(64, 64)
      picture.context.setFillColor(red: 0.3, green: 0.6, blue: 0.1, alpha: 0.7)
      picture.context.setShadow(offset: CGSize(width: 2.5, height: -1.5), blur: 6)
      picture.context.rotate(by: 0.1)
      picture.context.fillEllipse(in: CGRect(x: 10, y: 10, width: 40, height: 30))
      return picture.bytes
    }
    #expect(try draw() == draw())
  }
}
