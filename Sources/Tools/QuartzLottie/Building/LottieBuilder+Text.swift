// Text as outlines of its glyphs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// A glyph of a text whose layers are made.
private struct PlacedRun {
  var run: LottieTextRun
  var index: Int
  var clock: ListClock
  var place: JSONPath
}

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
      let run = LottieTextRun(text, key.document, faces)
      if !run.layout.missing.isEmpty {
        report.warn(
          model.place,
          "the characters \(run.layout.missing.prefix(20)) have no outlines"
        )
      }
      for glyph in run.layout.glyphs where !glyph.contours.isEmpty {
        let placed = PlacedRun(run: run, index: glyph.index, clock: clock, place: model.place)
        layer.addSublayer(try self.layer(placed))
      }
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
    for (name, other) in faces.substitutes.sorted(by: { $0.key < $1.key }) {
      report.warn(JSONPath.root.member("fonts"), "the font \(name) is not there; \(other) is shown")
    }
    return result
  }

  /// The layer of a glyph.
  private func layer(_ glyph: PlacedRun) throws(LottieError) -> CALayer {
    let (run, index) = (glyph.run, glyph.index)
    var chain = LayerChain()
    let matrix = { (frame: Double) in
      run.matrix(of: index, run.state(at: frame), at: frame)
    }
    if !run.times(\.opacity).isEmpty
      || run.opacity(of: index, run.state(at: firstFrame(glyph)), at: firstFrame(glyph)) < 1
    {
      let container = try newLayer()
      bake(glyph.target(container, "opacity"), run.times(\.opacity)) {
        NumberList(numbers: [run.opacity(of: index, run.state(at: $0), at: $0)])
      } _: {
        $0.numbers[0]
      }
      chain.append(container)
    }
    try append(sampled: matrix, run.matrixTimes, to: &chain, glyph.clock, glyph.place)
    let outlines = run.layout.glyphs[index].contours
    let shapes = try self.shapes(glyph, outlines.path)
    if chain.innermost == nil { chain.append(try newLayer()) }
    for shape in shapes { chain.innermost?.addSublayer(shape) }
    guard let outermost = chain.outermost else { return try newLayer() }
    return outermost
  }

  private func firstFrame(_ glyph: PlacedRun) -> Double {
    glyph.clock.frame(glyph.clock.range.lowerBound)
  }

  /// The fill and the stroke of a glyph, the lower one first.
  private func shapes(_ glyph: PlacedRun, _ path: CGPath) throws(LottieError) -> [CAShapeLayer] {
    let (run, index) = (glyph.run, glyph.index)
    let document = run.document
    var shapes: [CAShapeLayer] = []
    if let color = document.fill {
      let shape = try newShape()
      shape.path = path
      bake(glyph.target(shape, "fillColor"), run.times(\.fill)) {
        NumberList(run.color(color, \.fill, of: index, run.state(at: $0), at: $0))
      } _: {
        $0.vector.cgColor
      }
      shapes.append(shape)
    }
    let widthTimes = run.times(\.strokeWidth)
    let first = firstFrame(glyph)
    let width = run.strokeWidth(of: index, run.state(at: first), at: first)
    if let color = document.stroke, width > 0 || !widthTimes.isEmpty {
      let shape = try newShape()
      shape.path = path
      shape.fillColor = nil
      shape.miterLimit = 4
      bake(glyph.target(shape, "strokeColor"), run.times(\.stroke)) {
        NumberList(run.color(color, \.stroke, of: index, run.state(at: $0), at: $0))
      } _: {
        $0.vector.cgColor
      }
      bake(glyph.target(shape, "lineWidth"), widthTimes) {
        SIMD4(run.strokeWidth(of: index, run.state(at: $0), at: $0), 0, 0, 0)
      } _: {
        $0.x
      }
      if document.isStrokeAbove { shapes.append(shape) } else { shapes.insert(shape, at: 0) }
    }
    return shapes
  }
}

extension PlacedRun {
  func target(_ layer: CALayer, _ keyPath: String) -> AnimatedTarget {
    AnimatedTarget(
      layer: layer,
      keyPath: keyPath,
      clock: clock,
      feature: "text animator",
      place: place
    )
  }
}
