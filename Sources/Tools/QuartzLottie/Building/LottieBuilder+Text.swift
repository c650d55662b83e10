// Text as outlines of its glyphs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension LottieBuilder {
  /// The layers of a text: one child for each text that it shows in turn.
  func text(
    _ text: LottieText,
    _ model: LottieLayerModel,
    _ clock: ListClock
  ) throws(LottieError) -> [CALayer]? {
    var result: [CALayer] = []
    for (index, key) in text.keys.enumerated() {
      let layer = try newLayer()
      try addGlyphs(of: key.document, to: layer, model.place)
      let start = index > 0 ? key.time : -Double.infinity
      let end = index + 1 < text.keys.count ? text.keys[index + 1].time : Double.infinity
      let target = AnimatedTarget(
        layer: layer,
        keyPath: "hidden",
        clock: clock,
        feature: "text",
        place: model.place
      )
      show(target, changes: [start, end].filter(\.isFinite)) { start <= $0 && $0 < end }
      result.append(layer)
    }
    return result
  }

  private func addGlyphs(
    of document: LottieTextDocument,
    to layer: CALayer,
    _ place: JSONPath
  ) throws(LottieError) {
    let layout = LottieTextLayout(document, self.document)
    if !layout.missing.isEmpty {
      report.warn(place, "the characters \(layout.missing.prefix(20)) have no outlines")
    }
    for glyph in layout.glyphs where !glyph.contours.isEmpty {
      let path = glyph.contours.path
      let fill = try document.fill.map { color throws(LottieError) in
        let shape = try newShape()
        shape.path = path
        shape.fillColor = color.cgColor
        return shape
      }
      var stroke: CAShapeLayer?
      if let color = document.stroke, document.strokeWidth > 0 {
        let shape = try newShape()
        shape.path = path
        shape.fillColor = nil
        shape.strokeColor = color.cgColor
        shape.lineWidth = document.strokeWidth
        shape.miterLimit = 4
        stroke = shape
      }
      for shape in document.isStrokeAbove ? [fill, stroke] : [stroke, fill] {
        if let shape { layer.addSublayer(shape) }
      }
    }
  }
}
