// The programming guide: basics, and setting up layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let guideCases: [Case] = [
    Case("AG-D-F1.1", .pictures, [drawnOnce]),
    Case("AG-D-F1.2", [sixChanges]),
    Case("AG-D-F1.3", .pictures, orientations),
    Case("AG-D-F1.4", .pictures, unitCoordinates),
    Case("AG-D-F1.5", .pictures, [anchorAndFrame, anchorAlone]),
    Case("AG-D-F1.6", .pictures, [anchorAndRotation]),
    Case("AG-D-F1.7", .test("InventoryTests.rowTimesMatrix")),
    Case("AG-D-F1.8", .test("InventoryTests.configurationsOfMatrices")),
    Case("AG-D-F1.9", .book),
    Case("AG-D-F1.10", .test("PresentationTests.theTreeOfPresentationLayers")),
    Case("AG-D-L2.1", .book),
    Case("AG-D-L2.2", .test("ViewTests.layers")),
    Case("AG-D-T2.1", .pictures, [everyClass("AG-D-T2.1"), gradientAndShape]),
    Case("AG-D-L2.3", .pictures, [displayed]),
    Case("AG-D-L2.4", .pictures, curves),
    Case("AG-D-F2.1", .pictures, positionGravities + [largeCentered]),
    Case("AG-D-F2.2", .pictures, [scalingGravities]),
    Case("AG-D-F2.3", .pictures, [borderOverAll], [borderChanges]),
    Case("AG-D-F2.4", .pictures, cornerRadii),
    Case("AG-D-F2.5", .pictures, offsetShadows),
    Case("AG-D-F2.5b", .pictures, [twoLayerShadow]),
    Case("AG-D-T2.2", .test("ViewTests.policies")),
    Case("AG-D-2.x1", .pictures, [contentsScales]),
    Case("AG-D-2.x2", .pictures, [opaqueRule]),
    Case("AG-D-2.x3", .test("PrintingTests.aPageDrawsAnew")),
    Case("AG-D-2.x4", .book),
  ]

  // MARK: Basics

  /// A drawn bitmap is moved, faded, turned and resized as it is.
  private static let drawnOnce = Scene.page(
    "AG-D-F1.1",
    320,
    320,
    probes: [
      Probe(160, 160, [255, 128, 128]), Probe(160, 60, [255, 128, 128]),
      Probe(160, 300, Tone.white), Probe(60, 60, Tone.white),
    ]
  ) { root in
    let layer = panel(10, 10, 100, 100, in: root)
    Painter { _, context in
      context.setFillColor(red)
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: 100, height: 100))
    }.own(layer)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.position = CGPoint(x: 160, y: 160)
    layer.opacity = 0.5
    layer.transform = turn(45)
    layer.bounds.size = CGSize(width: 250, height: 250)
  }

  private static let orientations = [false, true].map { isYUp in
    Scene.page(
      isYUp ? "AG-D-F1.3-yUp" : "AG-D-F1.3",
      200,
      200,
      isYUp: isYUp,
      probes: [
        Probe(45, isYUp ? 135 : 65, Tone.red), Probe(45, isYUp ? 65 : 135, Tone.blue),
        Probe(100, 100, Tone.blue), Probe(159, 61, Tone.blue), Probe(39, 100, Tone.white),
        Probe(100, 59, Tone.white), Probe(100, 141, Tone.white),
      ]
    ) { root in
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 120, height: 80)
      layer.position = CGPoint(x: 100, y: 100)
      layer.backgroundColor = blue
      root.addSublayer(layer)
      panel(0, 0, 20, 20, red, in: layer)
    }
  }

  private static let unitCoordinates = [false, true].map { isYUp in
    // From the top: where the unit space has y = 0.
    let (zero, one) = isYUp ? (140.0, 60.0) : (60, 140)
    return Scene.page(
      isYUp ? "AG-D-F1.4-yUp" : "AG-D-F1.4",
      200,
      200,
      isYUp: isYUp,
      probes: [
        Probe(40, zero, Tone.red), Probe(160, zero, Tone.green), Probe(40, one, Tone.yellow),
        Probe(160, one, Tone.black), Probe(100, 100, Tone.magenta), Probe(100, 80, Tone.blue),
      ]
    ) { root in
      let layer = panel(40, 60, 120, 80, blue, in: root)
      let marks: [(CGFloat, CGFloat, CGColor)] = [
        (0, 0, red), (1, 0, green), (0, 1, yellow), (1, 1, black), (0.5, 0.5, rgba(1, 0, 1)),
      ]
      for (x, y, color) in marks {
        let bounds = layer.bounds
        panel(
          bounds.minX + x * bounds.width - 5,
          bounds.minY + y * bounds.height - 5,
          10,
          10,
          color,
          in: layer
        )
      }
    }
  }

  private static let anchorAndFrame = Scene.page(
    "AG-D-F1.5",
    200,
    200,
    probes: [
      Probe(41, 61, Tone.red), Probe(100, 100, Tone.blue), Probe(159, 139, Tone.blue),
      Probe(161, 100, Tone.white), Probe(39, 100, Tone.white),
    ]
  ) { root in
    let layer = panel(40, 60, 120, 80, blue, in: root)
    layer.anchorPoint = .zero
    layer.frame = CGRect(x: 40, y: 60, width: 120, height: 80)
    // Where the position is.
    panel(layer.position.x - 3, layer.position.y - 3, 6, 6, red, in: root)
  }

  private static let anchorAlone = Scene.page(
    "AG-D-F1.5-jump",
    240,
    200,
    probes: [
      Probe(101, 101, Tone.blue), Probe(219, 179, Tone.blue), Probe(99, 101, Tone.white),
      Probe(221, 140, Tone.white),
    ]
  ) { root in
    panel(40, 60, 120, 80, blue, in: root).anchorPoint = .zero
  }

  private static let anchorAndRotation = Scene.page(
    "AG-D-F1.6",
    200,
    200,
    probes: [
      // A little inside and outside of corners.
      Probe(68, 38, [255, 128, 128]), Probe(66, 33, Tone.white), Probe(169, 95, [255, 128, 128]),
      Probe(30, 104, [191, 64, 128]), Probe(3, 128, [128, 128, 255]),
      Probe(103, 186, [128, 128, 255]),
      Probe(139, 120, [191, 64, 128]),
    ]
  ) { root in
    for (anchor, color) in [(0.0, rgba(0, 0, 1, 0.5)), (0.5, rgba(1, 0, 0, 0.5))] {
      let layer = CALayer()
      layer.anchorPoint = CGPoint(x: anchor, y: anchor)
      layer.frame = CGRect(x: 40, y: 60, width: 120, height: 80)
      layer.backgroundColor = color
      layer.transform = turn(30)
      root.addSublayer(layer)
    }
  }

  // MARK: Contents

  /// A delegate that shows one of two images, and would draw if it were asked to.
  private final class Displayer: CALayerDelegate {
    var displaysYes = true

    func display(_ layer: CALayer) {
      layer.contents =
        displaysYes ? plain(100, 100, [0, 255, 0, 255]) : plain(100, 100, [255, 0, 0, 255])
    }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      ctx.fill(layer.bounds)
    }
  }

  /// Three times the same, stopped after each step.
  private static let displayed = Scene.page(
    "AG-D-L2.3",
    330,
    110,
    probes: [
      Probe(60, 55, Tone.green), Probe(165, 55, Tone.green), Probe(270, 55, Tone.red),
      Probe(6, 6, Tone.green), Probe(112, 55, Tone.white),
    ]
  ) { root in
    for step in 0..<3 {
      let layer = panel(5 + CGFloat(step) * 110, 5, 100, 100, in: root)
      let delegate = Displayer()
      layer.delegate = delegate
      layer.setValue(delegate, forKey: "displayer")
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      if step > 0 { delegate.displaysYes = false }
      if step > 1 { layer.setNeedsDisplay() }
    }
  }

  private static let curves = [false, true].map { isYUp in
    func y(_ y: Double) -> Double { isYUp ? 265 - y : y }
    return Scene.page(
      isYUp ? "AG-D-L2.4-yUp" : "AG-D-L2.4",
      310,
      265,
      isYUp: isYUp,
      probes: [
        Probe(58.75, y(147.19), Tone.black), Probe(155, y(191.25), Tone.black),
        Probe(251.25, y(147.19), Tone.black), Probe(155, y(195), Tone.white),
        Probe(155, y(186), Tone.white), Probe(15, y(13), Tone.white), Probe(15, y(17), Tone.black),
        Probe(295, y(17), Tone.black), Probe(155, y(60), Tone.white),
      ]
    ) { root in
      let layer = panel(0, 0, 310, 265, in: root)
      Painter { _, context in
        context.setLineWidth(5)
        context.move(to: CGPoint(x: 15, y: 15))
        context.addCurve(
          to: CGPoint(x: 295, y: 15),
          control1: CGPoint(x: 15, y: 250),
          control2: CGPoint(x: 295, y: 250)
        )
        context.strokePath()
      }.own(layer)
      layer.setNeedsDisplay()
    }
  }

  private static let places: [(CALayerContentsGravity, Double, Double)] = [
    (.center, 30, 30), (.top, 30, 60), (.bottom, 30, 0), (.left, 0, 30), (.right, 60, 30),
    (.topLeft, 0, 60), (.topRight, 60, 60), (.bottomLeft, 0, 0), (.bottomRight, 60, 0),
  ]

  /// The same rectangle in the layer's coordinates, whichever way y points; the image is upright.
  private static let positionGravities = [false, true].map { isYUp in
    var probes: [Probe] = []
    for (index, (_, x, y)) in places.enumerated() {
      let left = Double(index % 3) * 110 + 5
      let top = Double(index / 3) * 110 + 5
      let row = isYUp ? 60 - y : y
      probes += [
        Probe(left + x + 2, top + row + 2, Tone.red),
        Probe(left + x + 38, top + row + 2, Tone.green),
        Probe(left + x + 2, top + row + 38, Tone.blue),
        Probe(left + x + 38, top + row + 38, Tone.yellow),
      ]
      if x > 0 { probes.append(Probe(left + x - 2, top + row + 2, [211, 211, 211])) }
      if row > 0 { probes.append(Probe(left + x + 2, top + row - 2, [211, 211, 211])) }
    }
    return Scene.page(
      isYUp ? "AG-D-F2.1-yUp" : "AG-D-F2.1",
      330,
      330,
      isYUp: isYUp,
      probes: probes
    ) { root in
      for (index, (gravity, _, _)) in places.enumerated() {
        let row = CGFloat(isYUp ? 2 - index / 3 : index / 3)
        let layer = panel(5 + CGFloat(index % 3) * 110, 5 + row * 110, 100, 100, in: root)
        layer.backgroundColor = rgba(211.0 / 255, 211.0 / 255, 211.0 / 255)
        layer.contents = quartered(40)
        layer.contentsGravity = gravity
      }
    }
  }

  /// An image larger than the layer, not clipped and clipped; one of two texels per point.
  private static let largeCentered = Scene.page(
    "AG-D-F2.1-large",
    420,
    140,
    probes: [
      Probe(1, 1, Tone.red), Probe(139, 139, Tone.yellow), Probe(160, 69, Tone.red),
      Probe(259, 119, Tone.yellow), Probe(159, 70, Tone.white), Probe(261, 70, Tone.white),
      Probe(341, 61, Tone.red), Probe(358, 78, Tone.yellow), Probe(339, 70, [211, 211, 211]),
    ]
  ) { root in
    let layers = [20.0, 160, 300].map { panel($0, 20, 100, 100, in: root) }
    for layer in layers {
      layer.backgroundColor = rgba(211.0 / 255, 211.0 / 255, 211.0 / 255)
      layer.contentsGravity = .center
    }
    layers[0].contents = quartered(140)
    layers[1].contents = quartered(140)
    layers[1].masksToBounds = true
    layers[2].contents = quartered(40)
    layers[2].contentsScale = 2
  }

  /// A disc in a square.
  private static func circle(_ side: Int) -> CGImage? {
    drawn(side, side) {
      $0.setFillColor(rgba(0.8, 0.9, 1))
      $0.fill(CGRect(x: 0, y: 0, width: side, height: side))
      $0.setFillColor(ink)
      $0.fillEllipse(in: CGRect(x: 0, y: 0, width: side, height: side))
    }
  }

  private static let scalingGravities = Scene.page(
    "AG-D-F2.2",
    430,
    350,
    probes: [
      Probe(110, 60, [28, 41, 61]), Probe(15, 60, [28, 41, 61]), Probe(325, 15, [28, 41, 61]),
      // Resize: an ellipse. Aspect: bands. Fill: 50 points more above and below.
      Probe(11, 11, [204, 230, 255]), Probe(221, 60, Tone.yellow), Probe(419, 60, Tone.yellow),
      Probe(271, 11, [204, 230, 255]), Probe(110, 160, [28, 41, 61]),
      Probe(110, 340, [28, 41, 61]),
      Probe(325, 190, Tone.white), Probe(325, 202, [28, 41, 61]), Probe(325, 302, Tone.white),
    ]
  ) { root in
    let gravities: [(CGFloat, CGFloat, CALayerContentsGravity?)] = [
      (10, 10, nil), (220, 10, .resizeAspect), (10, 200, .resizeAspectFill),
      (220, 200, .resizeAspectFill),
    ]
    for (x, y, gravity) in gravities {
      let layer = panel(x, y, 200, 100, yellow, in: root)
      layer.contents = circle(50)
      if let gravity { layer.contentsGravity = gravity }
      layer.masksToBounds = x == 220
    }
  }

  private static let contentsScales = Scene.page(
    "AG-D-2.x1",
    420,
    210,
    probes: [
      Probe(6, 6, Tone.red), Probe(204, 204, Tone.yellow), Probe(264, 54, Tone.white),
      Probe(266, 56, Tone.red), Probe(364, 154, Tone.yellow), Probe(366, 156, Tone.white),
    ]
  ) { root in
    for index in 0..<2 {
      let layer = panel(5 + CGFloat(index) * 210, 5, 200, 200, in: root)
      layer.contents = quartered(200)
      layer.contentsGravity = .center
      layer.contentsScale = CGFloat(index + 1)
    }
  }

  private static let opaqueRule = Scene.page(
    "AG-D-2.x2",
    130,
    70,
    probes: [
      Probe(15, 15, Tone.red), Probe(55, 55, Tone.black), Probe(75, 15, [255, 128, 0]),
      Probe(95, 35, Tone.yellow),
    ]
  ) { root in
    let own = panel(5, 5, 60, 60, yellow, in: root)
    own.isOpaque = true
    Painter { _, context in
      context.setFillColor(red)
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    }.own(own)
    own.setNeedsDisplay()
    let given = panel(65, 5, 60, 60, yellow, in: root)
    given.isOpaque = true
    given.contents = bitmap(60, 60) { x, y in x < 20 && y < 20 ? [128, 0, 0, 128] : [0, 0, 0, 0] }
  }

  // MARK: Style

  private static let borderOverAll = Scene.page(
    "AG-D-F2.3",
    260,
    190,
    probes: [
      Probe(31.5, 50, Tone.black), Probe(228.5, 50, Tone.black), Probe(130, 21, Tone.black),
      Probe(130, 168, Tone.black), Probe(130, 95, Tone.green), Probe(45, 35, Tone.blue),
      // The sublayer: outside, under the border, inside.
      Probe(20, 95, [255, 128, 0]), Probe(31.5, 95, Tone.black), Probe(50, 95, [255, 128, 0]),
      Probe(61, 95, Tone.blue),
    ]
  ) { root in
    let layer = panel(30, 20, 200, 150, green, in: root)
    layer.borderWidth = 3
    layer.borderColor = black
    layer.contents = bitmap(100, 75) { x, y in
      (25..<75).contains(x) && (20..<55).contains(y) ? [0, 0, 0, 0] : [0, 0, 255, 255]
    }
    panel(-20, 60, 50, 30, orange, in: layer)
  }

  private static let cornerRadii = ["image", "bare", "masked"].map { kind in
    let corner: SIMD3<Int> = kind == "image" ? Tone.blue : Tone.white
    return Scene(
      name: "AG-D-F2.4-\(kind)",
      width: 220,
      height: 220,
      probes: [
        Probe(15, 15, corner),
        Probe(110, 110, kind == "bare" ? Tone.green : Tone.blue),
        Probe(110, 11, Tone.black), Probe(11.5, 110, Tone.black),
        Probe(30, 30, kind == "bare" ? Tone.green : Tone.blue),
      ]
    ) { root in
      root.contents = checkers(220, 220, side: 22)
      let layer = panel(10, 10, 200, 200, green, in: root)
      layer.cornerRadius = 40
      layer.borderWidth = 3
      layer.masksToBounds = kind == "masked"
      if kind != "bare" { layer.contents = plain(20, 20, [0, 0, 255, 255]) }
    }
  }

  private static let offsetShadows = ["", "-yUp", "-none", "-masked"].map { kind in
    let isYUp = kind == "-yUp"
    // Sigma is 0.95 · 4: 7.5 points inside of the shadow's edge it is 0.976 of 0.8.
    let shade: SIMD3<Int> = kind == "" || isYUp ? [56, 56, 56] : Tone.white
    return Scene.page(
      "AG-D-F2.5\(kind)",
      220,
      220,
      isYUp: isYUp,
      probes: [
        Probe(152, 110, shade, within: 6), Probe(110, 152, shade, within: 6),
        Probe(100, 100, [255, 128, 0]), Probe(46, 100, Tone.white), Probe(100, 46, Tone.white),
        Probe(175, 110, Tone.white),
      ]
    ) { root in
      let layer = panel(50, isYUp ? 70 : 50, 100, 100, orange, in: root)
      layer.shadowOpacity = kind == "-none" ? 0 : 0.8
      layer.shadowRadius = 4
      layer.shadowOffset = CGSize(width: 10, height: isYUp ? -10 : 10)
      layer.masksToBounds = kind == "-masked"
    }
  }

  private static let twoLayerShadow = Scene.page(
    "AG-D-F2.5b",
    140,
    140,
    probes: [
      Probe(70, 70, Tone.yellow), Probe(22, 70, Tone.red), Probe(22, 22, Tone.white, within: 40),
      Probe(70, 121, [133, 133, 133], within: 16), Probe(5, 5, Tone.white),
    ]
  ) { root in
    let outer = panel(20, 20, 100, 100, in: root)
    outer.shadowOpacity = 0.8
    outer.shadowRadius = 4
    outer.shadowOffset = CGSize(width: 0, height: 3)
    let inner = panel(0, 0, 100, 100, in: outer)
    inner.cornerRadius = 20
    inner.masksToBounds = true
    let photo = panel(-20, -20, 140, 140, in: inner)
    photo.contents = bitmap(14, 14) { x, y in
      (4..<10).contains(x) && (4..<10).contains(y) ? [255, 255, 0, 255] : [255, 0, 0, 255]
    }
  }
}
