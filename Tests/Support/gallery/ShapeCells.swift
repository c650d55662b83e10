// Cells of shapes: rules, corners, arcs, clips.
// Licensed under the MIT license; see LICENSE.

import CoreText

private let ink = color(0x1F7A5C)

/// A star with five points that crosses itself.
func star(_ center: CGPoint, _ radius: CGFloat) -> CGPath {
  let path = CGMutablePath()
  let corners = (0..<5).map { index in
    let angle = CGFloat(index) * 4 * .pi / 5 + .pi / 2
    return CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
  }
  path.addLines(between: corners)
  path.closeSubpath()
  return path
}

private func shape(_ label: String, _ build: @escaping @Sendable (CGMutablePath) -> Void) -> Cell {
  Cell(label) {
    let path = CGMutablePath()
    build(path)
    $0.setFillColor(ink)
    $0.addPath(path)
    $0.fillPath()
  }
}

private func filledStar(_ label: String, _ rule: CGPathFillRule, smooth: Bool = true) -> Cell {
  Cell(label) {
    $0.setShouldAntialias(smooth)
    $0.setFillColor(ink)
    $0.addPath(star(point(45, 33), 34))
    $0.fillPath(using: rule)
  }
}

let shapeCells = [
  filledStar("winding", .winding),
  filledStar("even-odd", .evenOdd),
  filledStar("not anti-aliased", .evenOdd, smooth: false),
  shape("ellipse") { $0.addEllipse(in: box(8, 10, 74, 52)) },
  shape("rounded rect") {
    $0.addRoundedRect(in: box(10, 8, 70, 56), cornerWidth: 24, cornerHeight: 16)
  },
  Cell("continuous") {
    $0.setFillColor(ink)
    let outer = CGPath(continuousRoundedRect: box(8, 6, 74, 60), cornerRadius: 22, transform: nil)
    $0.addPath(outer)
    $0.fillPath()
    $0.setStrokeColor(color(0xFF9A3C))
    $0.addPath(
      CGPath(roundedRect: box(8, 6, 74, 60), cornerWidth: 22, cornerHeight: 22, transform: nil)
    )
    $0.strokePath()
  },
  shape("arcs") {
    $0.move(to: point(45, 36))
    $0.addArc(
      center: point(45, 36),
      radius: 30,
      startAngle: .pi / 4,
      endAngle: -.pi / 4,
      clockwise: false
    )
    $0.closeSubpath()
    $0.move(to: point(52, 36))
    $0.addRelativeArc(center: point(52, 36), radius: 30, startAngle: -.pi / 5, delta: 2 * .pi / 5)
    $0.closeSubpath()
  },
  shape("tangent arcs") { path in
    let corners = [point(10, 8), point(82, 18), point(60, 66), point(24, 60)]
    path.move(to: point(46, 13))
    for index in 1...4 {
      path.addArc(
        tangent1End: corners[index % 4],
        tangent2End: corners[(index + 1) % 4],
        radius: 12
      )
    }
    path.closeSubpath()
  },
  Cell("clip to a star") {
    $0.addPath(star(point(45, 33), 36))
    $0.clip(using: .evenOdd)
    for index in 0..<12 {
      $0.setFillColor(index % 2 == 0 ? ink : color(0xF2B705))
      $0.fill(box(0, CGFloat(index) * 6, 90, 6))
    }
  },
  Cell("turned grid") {
    $0.translateBy(x: 45, y: 36)
    $0.rotate(by: .pi / 9)
    $0.setFillColor(ink)
    for row in -3...3 {
      for column in -4...4 where (row + column) % 2 == 0 {
        $0.fill(box(CGFloat(column) * 10 - 5, CGFloat(row) * 10 - 5, 10, 10))
      }
    }
  },
]
