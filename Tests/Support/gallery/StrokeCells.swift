// Cells of lines: caps, joins, dashes, widths.
// Licensed under the MIT license; see LICENSE.

import CoreText

private let ink = color(0x2A5CAA)

/// The stroke of a path, and the path itself as a thin line on top.
private func stroke(_ context: CGContext, _ path: CGPath, width: CGFloat = 16) {
  context.setLineWidth(width)
  context.setStrokeColor(ink)
  context.addPath(path)
  context.strokePath()
  context.setLineWidth(0.75)
  context.setLineDash(phase: 0, lengths: [])
  context.setStrokeColor(color(0xFFFFFF))
  context.addPath(path)
  context.strokePath()
}

private func lines(_ points: CGPoint...) -> CGMutablePath {
  let path = CGMutablePath()
  path.addLines(between: points)
  return path
}

private func cap(_ label: String, _ cap: CGLineCap) -> Cell {
  Cell(label) {
    $0.setLineCap(cap)
    stroke($0, lines(point(22, 26), point(68, 46)))
  }
}

private func join(_ label: String, _ join: CGLineJoin, limit: CGFloat = 10, tip: CGFloat = 52)
  -> Cell
{
  Cell(label) {
    $0.setLineJoin(join)
    $0.setMiterLimit(limit)
    stroke($0, lines(point(18, 14), point(45, tip), point(72, 14)), width: 14)
  }
}

let strokeCells = [
  cap("butt cap", .butt),
  cap("round cap", .round),
  cap("square cap", .square),
  join("miter join", .miter),
  join("round join", .round),
  join("bevel join", .bevel),
  join("miter limit 1.2", .miter, limit: 1.2),
  Cell("closed, miter") {
    let path = lines(point(20, 16), point(70, 22), point(40, 56))
    path.closeSubpath()
    stroke($0, path, width: 11)
  },
  Cell("length zero") {
    $0.setLineCap(.round)
    stroke($0, lines(point(28, 36), point(28, 36)), width: 22)
    $0.setLineCap(.square)
    stroke($0, lines(point(62, 36), point(62, 36)), width: 22)
  },
  Cell("cusps, loops") {
    let path = CGMutablePath()
    path.move(to: point(10, 14))
    path.addCurve(to: point(80, 14), control1: point(120, 80), control2: point(-30, 80))
    stroke($0, path, width: 8)
  },
]

private func dash(
  _ label: String,
  _ lengths: [CGFloat],
  phase: CGFloat = 0,
  cap: CGLineCap = .butt,
  width: CGFloat = 6
) -> Cell {
  Cell(label) {
    $0.setStrokeColor(ink)
    $0.setLineWidth(width)
    $0.setLineCap(cap)
    $0.setLineDash(phase: phase, lengths: lengths)
    $0.stroke(box(14, 14, 62, 44), width: width)
  }
}

let dashCells = [
  dash("12 6", [12, 6]),
  dash("12 6, phase 9", [12, 6], phase: 9),
  dash("12 3 3 3", [12, 3, 3, 3]),
  dash("odd: 9 3 5", [9, 3, 5]),
  dash("0 9, round", [0, 9], cap: .round),
  dash("6 12, square", [6, 12], cap: .square, width: 4),
  Cell("on a curve") {
    $0.setStrokeColor(ink)
    $0.setLineWidth(5)
    $0.setLineDash(phase: 0, lengths: [7, 4])
    $0.strokeEllipse(in: box(10, 12, 70, 48))
    $0.strokeEllipse(in: box(28, 24, 34, 24))
  },
  Cell("1/8 to 4 px") {
    $0.setStrokeColor(color(0))
    for (index, width) in [0.125, 0.25, 0.5, 1, 2, 3, 4].enumerated() {
      $0.setLineWidth(width)
      let x = 8 + CGFloat(index) * 11
      $0.strokeLineSegments(between: [point(x, 8), point(x + 10, 64)])
    }
  },
  Cell("scaled 4 : 1") {
    $0.translateBy(x: 45, y: 36)
    $0.scaleBy(x: 4, y: 1)
    $0.setStrokeColor(ink)
    $0.setLineWidth(4)
    $0.strokeEllipse(in: box(-8, -24, 16, 48))
  },
  Cell("fan") {
    $0.setStrokeColor(color(0))
    $0.setLineWidth(1)
    for index in 0...18 {
      let angle = CGFloat(index) * .pi / 18
      let (x, y) = (cos(angle), sin(angle))
      $0.strokeLineSegments(between: [
        point(45.5 + 10 * x, 10.5 + 10 * y), point(45.5 + 40 * x, 10.5 + 55 * y),
      ])
    }
  },
]
