// Cells of text drawing modes.
// Licensed under the MIT license; see LICENSE.

import CoreText

private func text(_ label: String, _ mode: CGTextDrawingMode) -> Cell {
  Cell(label) {
    $0.setFillColor(color(0x2A7DE1))
    $0.setStrokeColor(color(0x0B1F3A))
    $0.setLineWidth(1.5)
    $0.setLineJoin(.round)
    $0.setTextDrawingMode(mode)
    $0.drawText("Rag", at: point(6, 22), size: 42, font: "Helvetica-Bold")
    guard mode.rawValue >= CGTextDrawingMode.fillClip.rawValue else { return }
    $0.setFillColor(color(0xF5A623, 0.8))
    for index in 0..<12 { $0.fill(box(0, CGFloat(index) * 8, 90, 3)) }
  }
}

let textCells = [
  text("fill", .fill),
  text("stroke", .stroke),
  text("fillStroke", .fillStroke),
  text("invisible", .invisible),
  text("fillClip", .fillClip),
  text("strokeClip", .strokeClip),
  text("fillStrokeClip", .fillStrokeClip),
  text("clip", .clip),
  Cell("shadowed") {
    $0.setShadow(offset: CGSize(width: 2, height: -3), blur: 4, color: color(0, 0.6))
    $0.setFillColor(color(0xE5484D))
    $0.drawText("Rag", at: point(6, 22), size: 42, font: "Helvetica-Bold")
  },
  Cell("turned, small") {
    for index in 0..<4 {
      $0.saveGState()
      $0.translateBy(x: -14, y: 4)
      $0.rotate(by: CGFloat(index) * .pi / 15)
      $0.drawText("Hamburgefonstiv", at: point(38, 0), size: 8)
      $0.restoreGState()
    }
  },
]
