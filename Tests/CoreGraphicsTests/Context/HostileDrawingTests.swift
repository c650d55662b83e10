// Drawing calls with numbers that make no sense: nothing traps, and time is bounded.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestRandom
import Testing

@Suite struct HostileDrawingTests {
  private struct Numbers {
    var generator: SeededGenerator

    mutating func next() -> UInt64 { generator.next() }

    mutating func index(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// Mostly a number near the picture, now and then one from far away.
    mutating func number() -> CGFloat {
      let odd: [CGFloat] = [
        .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0, 1e9, -1e9, 4_294_967_296,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      ]
      if index(8) == 0 { return odd[index(odd.count)] }
      return CGFloat(next() % 8192) / 64 - 32
    }

    mutating func point() -> CGPoint { CGPoint(x: number(), y: number()) }

    mutating func rect() -> CGRect {
      CGRect(x: number(), y: number(), width: number(), height: number())
    }
  }

  @Test(arguments: 0..<12) func randomCalls(seed: Int) throws {
    var numbers = Numbers(generator: SeededGenerator(seed: UInt64(seed) * 7919))
    let context = try PaintedPicture(48, 40).context
    let image = try #require(PaintedPicture(5, 3).context.makeImage())
    let gradient = try #require(
      CGGradient(colorsSpace: nil, colors: [CGColor.red, CGColor.blue] as CFArray, locations: nil)
    )
    for _ in 0..<300 {
      state(context, &numbers)
      path(context, &numbers)
      draw(context, &numbers, image, gradient)
      if context.ctm.a == 0 || !context.ctm.a.isFinite || numbers.index(20) == 0 {
        // Begin anew: a transform that is no number stays one.
        for _ in 0..<8 {
          context.endTransparencyLayer()
          context.restoreGState()
        }
        context.beginPath()
      }
    }
    #expect(context.makeImage() != nil)
  }

  private func state(_ context: CGContext, _ n: inout Numbers) {
    switch n.index(14) {
    case 0: context.saveGState()
    case 1: context.restoreGState()
    case 2: context.translateBy(x: n.number(), y: n.number())
    case 3: context.scaleBy(x: n.number() / 16, y: n.number() / 16)
    case 4: context.rotate(by: n.number())
    case 5: context.setLineWidth(n.number())
    case 6: context.setLineDash(phase: n.number(), lengths: [n.number(), n.number(), n.number()])
    case 7: context.setMiterLimit(n.number())
    case 8: context.setAlpha(n.number())
    case 9: context.setBlendMode(CGBlendMode.allCases[n.index(28)])
    case 10:
      context.setShadow(
        offset: CGSize(width: n.number(), height: n.number()),
        blur: min(n.number(), 40)
      )
    case 11: context.setLineCap(CGLineCap(rawValue: Int32(n.index(3))) ?? .butt)
    case 12: context.setLineJoin(CGLineJoin(rawValue: Int32(n.index(3))) ?? .miter)
    default: context.setFillColor(red: n.number(), green: n.number(), blue: 0, alpha: n.number())
    }
  }

  private func path(_ context: CGContext, _ n: inout Numbers) {
    for _ in 0..<n.index(6) {
      switch n.index(10) {
      case 0: context.move(to: n.point())
      case 1: context.addLine(to: n.point())
      case 2: context.addQuadCurve(to: n.point(), control: n.point())
      case 3: context.addCurve(to: n.point(), control1: n.point(), control2: n.point())
      case 4:
        context.addArc(
          center: n.point(),
          radius: n.number(),
          startAngle: n.number(),
          endAngle: n.number(),
          clockwise: n.index(2) == 0
        )
      case 5:
        context.addArc(tangent1End: n.point(), tangent2End: n.point(), radius: n.number())
      case 6: context.addRect(n.rect())
      case 7: context.addEllipse(in: n.rect())
      case 8: context.addLines(between: [n.point(), n.point(), n.point()])
      default: context.closePath()
      }
    }
  }

  private func draw(
    _ context: CGContext,
    _ n: inout Numbers,
    _ image: CGImage,
    _ gradient: CGGradient
  ) {
    switch n.index(18) {
    case 0: context.fillPath()
    case 1: context.strokePath()
    case 2: context.drawPath(using: .eoFillStroke)
    case 3: context.fill(n.rect())
    case 4: context.stroke(n.rect(), width: n.number())
    case 5: context.fillEllipse(in: n.rect())
    case 6: context.clear(n.rect())
    case 7: context.clip(to: n.rect())
    case 8: context.clip(using: .evenOdd)
    case 9: context.clip(to: n.rect(), mask: image)
    case 10: context.draw(image, in: n.rect(), byTiling: n.index(2) == 0)
    case 11: context.drawLinearGradient(gradient, start: n.point(), end: n.point(), options: [])
    case 12:
      context.drawRadialGradient(
        gradient,
        startCenter: n.point(),
        startRadius: n.number(),
        endCenter: n.point(),
        endRadius: n.number(),
        options: .drawsAfterEndLocation
      )
    case 13: context.drawConicGradient(gradient, center: n.point(), angle: n.number())
    case 14: context.beginTransparencyLayer(in: n.rect(), auxiliaryInfo: nil)
    case 15: context.endTransparencyLayer()
    case 16: context.replacePathWithStrokedPath()
    default:
      _ = context.pathContains(n.point(), mode: .fillStroke)
      _ = context.boundingBoxOfClipPath
      _ = context.boundingBoxOfPath
      context.resetClip()
    }
  }
}
