// Cases that have one layer of every class, or are about what tells a class from others.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreText
import Foundation
import QuartzCore

extension Case {
  /// A layer of every class, with a look that all have; the last, a transform layer, has none.
  static func everyClass(_ name: String) -> Scene {
    let places = (0..<9).map { (index: Int) -> CGPoint in
      let (column, row) = (index % 3, index / 3)
      return CGPoint(x: 10 + 40 * column, y: 10 + 40 * row)
    }
    let probes: [Probe] = places.enumerated().flatMap { index, place -> [Probe] in
      let body: SIMD3<Int> = index == 8 ? Tone.white : [25, 140, 179]
      // In front of it, its sublayer.
      return [Probe(place.x + 15, place.y + 8, body), Probe(place.x + 15, place.y + 22, Tone.red)]
    }
    return Scene.page(name, 130, 130, probes: probes) { root in
      let layers = [
        CALayer(), CAShapeLayer(), CAGradientLayer(), CATextLayer(), CAReplicatorLayer(),
        CAScrollLayer(), CATiledLayer(), CAEmitterLayer(), CATransformLayer(),
      ]
      for (place, layer) in zip(places, layers) {
        layer.frame = CGRect(x: place.x, y: place.y, width: 30, height: 30)
        layer.backgroundColor = sea
        layer.cornerRadius = 8
        layer.borderWidth = 2
        (layer.shadowOpacity, layer.shadowRadius) = (0.5, 2)
        root.addSublayer(layer)
        panel(10, 17, 10, 10, red, in: layer)
      }
    }
  }

  /// Round corners of a gradient without a clip; a circle that stays sharp eight times as large,
  /// beside one that was drawn.
  static let gradientAndShape = Scene.page(
    "AG-D-T2.1-clauses",
    330,
    120,
    probes: [
      Probe(12, 12, Tone.white), Probe(60, 60, [128, 128, 128], within: 3),
      Probe(60, 12, [5, 5, 5], within: 4), Probe(60, 108, [250, 250, 250], within: 4),
      // The edge of the shape, and that of the drawing: an eighth and seven eighths of red.
      Probe(208.5, 60, Tone.red), Probe(211.5, 60, Tone.white),
      Probe(307.5, 60.5, [255, 32, 32], within: 24),
      Probe(313.5, 60.5, [255, 223, 223], within: 24),
    ]
  ) { root in
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 10, y: 10, width: 100, height: 100)
    gradient.colors = [black, white]
    gradient.cornerRadius = 25
    root.addSublayer(gradient)
    let circle = CGRect(x: 2, y: 2, width: 10, height: 10)
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: circle, transform: nil)
    shape.fillColor = red
    let drawing = CALayer()
    Painter { _, context in
      context.setFillColor(red)
      context.fillEllipse(in: circle)
    }.own(drawing)
    for (layer, x) in [(shape, 170.0), (drawing, 270)] {
      layer.bounds = CGRect(x: 0, y: 0, width: 14, height: 14)
      layer.position = CGPoint(x: x, y: 60)
      layer.transform = CATransform3DMakeScale(8, 8, 1)
      root.addSublayer(layer)
    }
    drawing.setNeedsDisplay()
  }

  /// The attributes of a string win over the layer's own size and colour, which come back with a
  /// plain string.
  static let attributedStringWins = Scene.page(
    "ZL-D-1.8",
    240,
    60,
    scale: 2,
    probes: [
      Probe(2, 2, Tone.black),
      // In the stems of the capital B: plain, red, plain again.
      Probe(100, 58, Tone.black),
    ]
  ) { root in
    root.backgroundColor = black
    for index in 0..<3 {
      let frame = CGRect(x: 5 + index * 80, y: 8, width: 75, height: 44)
      let text = label("Abc", frame, size: 36, white, in: root)
      text.contentsScale = 2
      if index > 0 {
        text.string = NSAttributedString(
          string: "Abc",
          attributes: [
            .font: CTFontCreateWithName("Helvetica", 12, nil), .foregroundColor: red,
          ]
        )
      }
      if index == 2 { text.string = "Abc" }
    }
  }

  /// A window of 200 x 200 on a picture of 800 x 600, at half the size.
  static let scrolledPicture = Scene.page(
    "ZL-D-1.9",
    120,
    120,
    probes: [
      // The picture's (302, 202), (400, 300) and (498, 398): red grows to the right, green
      // downwards.
      Probe(11, 11, [96, 86, 128], within: 3), Probe(60, 60, [128, 127, 128], within: 3),
      Probe(109, 109, [159, 169, 128], within: 3),
      Probe(8, 60, Tone.white), Probe(112, 60, Tone.white), Probe(60, 8, Tone.white),
      Probe(60, 112, Tone.white),
    ]
  ) { root in
    let scroll = CAScrollLayer()
    scroll.frame = CGRect(x: 10, y: 10, width: 100, height: 100)
    root.addSublayer(scroll)
    let picture = panel(0, 0, 400, 300, in: scroll)
    picture.contents = bitmap(400, 300) { x, y in
      [UInt8(255 * x / 399), UInt8(255 * y / 299), 128, 255]
    }
    scroll.scroll(to: CGPoint(x: 150, y: 100))
  }

  /// The five curves as lines, 200 times as large, in a layer that is turned over.
  static let plottedCurves = Scene.page(
    "LW-D-10.4",
    1080,
    220,
    scale: 0.45,
    probes: [100, 63.1, 136.9, 100, 160.5].enumerated().flatMap { index, height in
      let left = 10 + 212 * Double(index)
      return [
        // The middle of the curve; above and below it.
        Probe(left + 100, 210 - height, Tone.red, within: 60),
        Probe(left + 100, 190 - height, Tone.white), Probe(left + 100, 230 - height, Tone.white),
        // Where it does not begin.
        Probe(left + 6, 16, Tone.white), Probe(left + 194, 204, Tone.white),
      ]
    }
  ) { root in
    root.backgroundColor = lightGray
    let names: [CAMediaTimingFunctionName] = [
      .linear, .easeIn, .easeOut, .easeInEaseOut, .default,
    ]
    for (index, name) in names.enumerated() {
      let view = panel(10 + CGFloat(index) * 212, 10, 200, 200, white, in: root)
      view.isGeometryFlipped = true
      let function = CAMediaTimingFunction(name: name)
      let points = (1...2).map { point -> CGPoint in
        var values: [Float] = [0, 0]
        function.getControlPoint(at: point, values: &values)
        return CGPoint(x: 200 * CGFloat(values[0]), y: 200 * CGFloat(values[1]))
      }
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addCurve(to: CGPoint(x: 200, y: 200), control1: points[0], control2: points[1])
      let curve = CAShapeLayer()
      curve.path = path
      (curve.strokeColor, curve.fillColor, curve.lineWidth) = (red, nil, 4)
      view.addSublayer(curve)
    }
  }
}
