// Neuburg, chapter 16: layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let chapterCases: [Case] = [
    Case("NB-D-01", .pictures, [threeRectangles]),
    Case("NB-D-F16.2", .book),
    Case("NB-D-F16.3", .book),
    Case("NB-D-02", .pictures, sublayerArrays),
    Case("NB-D-03", .pictures, [cards]),
    Case("NB-D-04", .pictures, [anchors]),
    Case("NB-D-05", .test("ScrollLayerTests.pointsAndRectangles")),
    Case("NB-D-06", .picturesBut(.test("DisplayOrderTests.boundsAskIfTheyAreToldTo")), [redisplay]),
    Case("NB-D-F16.4", .picturesBut(.book), [overlay]),
    Case("NB-D-07", .pictures, [opaqueContext]),
    Case("NB-D-08", .pictures, [clearedRect]),
    Case("NB-D-09", .pictures, opacities),
    Case("NB-D-10", .pictures, [outside]),
    Case("NB-D-11", .pictures, [boundsOrigin]),
    Case("NB-D-L1", .pictures, [flatCompass(hasGradient: false)]),
    Case("NB-D-L2", .pictures, [flatCompass(hasGradient: true)]),
    Case("NB-D-F16.5", .pictures, arrows),
    Case("NB-D-F16.7", .pictures, [vectors]),
    Case("NB-D-12", .pictures, flips),
    Case(
      "NB-D-F16.8",
      .pictures,
      [page("NB-D-F16.8", perspective: nil), turnedCompass("NB-D-F16.8-compass", perspective: nil)]
    ),
    Case(
      "NB-D-F16.9",
      .pictures,
      [
        page("NB-D-F16.9", perspective: 1000), page("NB-D-F16.9-near", perspective: 500),
        turnedCompass("NB-D-F16.9-compass", perspective: 1000),
      ]
    ),
    Case("NB-D-13", .pictures, flatFlips + [spaceFlip]),
    Case("NB-D-F16.11", .pictures, [ellipseMask]),
    Case("NB-D-14", .pictures, [roundedMask]),
    Case("NB-D-15", .pictures, [clippedDrawing]),
    Case("NB-D-16", .pictures, rasterized),
    Case("NB-D-17", .test("InventoryTests.keysOfTheCompass")),
    Case("NB-D-18", .pictures, [contentsType]),
    Case("NB-D-19", .pictures, [ownAndGivenContents]),
  ]

  // MARK: Hierarchy

  private static let threeRectangles = Scene.page(
    "NB-D-01",
    320,
    440,
    probes: [
      Probe(120, 120, [255, 102, 255]), Probe(160, 180, [128, 255, 0]),
      Probe(260, 300, [128, 255, 0]), Probe(180, 250, Tone.red), Probe(50, 400, Tone.red),
      Probe(230, 130, [255, 102, 255]), Probe(300, 100, Tone.white),
    ]
  ) { root in
    let first = panel(113, 111, 132, 194, rgba(1, 0.4, 1), in: root)
    panel(41, 56, 132, 194, rgba(0.5, 1, 0), in: first)
    panel(43, 197, 160, 230, red, in: root)
  }

  private static let sublayerArrays = [true, false].map { isShown in
    Scene.page(
      isShown ? "NB-D-02" : "NB-D-02-nil",
      130,
      50,
      probes: [20.0, 60, 100].map { x in
        Probe(x, 25, isShown ? [25, 140, 179] : Tone.white)
      }
    ) { root in
      root.sublayers = (0..<3).map { index in
        let layer = CALayer()
        layer.frame = CGRect(x: 10 + index * 40, y: 10, width: 30, height: 30)
        layer.backgroundColor = sea
        return layer
      }
      if !isShown { root.sublayers = nil }
    }
  }

  private static let cards = Scene.page(
    "NB-D-03",
    180,
    130,
    probes: [
      Probe(65, 60, Tone.red), Probe(75, 17, Tone.green), Probe(75, 60, Tone.blue),
      Probe(95, 60, Tone.yellow), Probe(135, 60, Tone.yellow), Probe(165, 60, Tone.magenta),
    ]
  ) { root in
    let colors = [red, green, blue, yellow, rgba(1, 0, 1)]
    for (index, color) in colors.enumerated() {
      let card = panel(10 + CGFloat(index) * 25, 10 + CGFloat(index) * 5, 60, 90, color, in: root)
      card.zPosition = index == 0 ? 1 : index == 4 ? -1 : 0
    }
  }

  private static let anchors = Scene.page(
    "NB-D-04",
    160,
    150,
    probes: [
      Probe(101, 1, Tone.red), Probe(139, 39, Tone.red), Probe(99, 20, Tone.white),
      Probe(101, 41, Tone.blue), Probe(139, 139, Tone.blue), Probe(120, 141, Tone.white),
    ]
  ) { root in
    for (height, anchor, color) in [(40.0, 3.0, red), (100, 0.8, blue)] {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 40, height: height)
      layer.position = CGPoint(x: 120, y: 120)
      layer.anchorPoint = CGPoint(x: 0.5, y: anchor)
      layer.backgroundColor = color
      root.addSublayer(layer)
    }
  }

  // MARK: Drawing

  private final class Bystander: CALayerDelegate {}

  /// An image; a drawing in its place; and a layer whose delegate draws nothing.
  private static let redisplay = Scene.page(
    "NB-D-06",
    130,
    50,
    probes: [Probe(25, 25, Tone.blue), Probe(65, 25, Tone.red), Probe(105, 25, Tone.yellow)]
  ) { root in
    for index in 0..<3 {
      let layer = panel(10 + CGFloat(index) * 40, 10, 30, 30, yellow, in: root)
      Painter { layer, context in
        context.setFillColor(red)
        context.fill(layer.bounds)
      }.own(layer)
      layer.contents = plain(3, 3, [0, 0, 255, 255])
      if index == 2 {
        let bystander = Bystander()
        layer.delegate = bystander
        layer.setValue(bystander, forKey: "painter")
      }
      if index > 0 { layer.setNeedsDisplay() }
    }
  }

  private static let overlay = Scene.page(
    "NB-D-F16.4",
    100,
    80,
    probes: [Probe(50, 40, Tone.green), Probe(20, 60, [25, 140, 179]), Probe(20, 20, Tone.green)]
  ) { root in
    let view = panel(0, 0, 100, 80, in: root)
    panel(10, 10, 80, 60, sea, in: view)
    let layer = panel(0, 0, 100, 80, in: view)
    Painter { _, context in
      context.setStrokeColor(green)
      context.setLineWidth(6)
      context.move(to: CGPoint(x: 5, y: 10))
      context.addLine(to: CGPoint(x: 95, y: 70))
      context.strokePath()
    }.own(layer)
    layer.setNeedsDisplay()
  }

  /// Opaque, not opaque any more but not redrawn, and redrawn.
  private static let opaqueContext = Scene.page(
    "NB-D-07",
    210,
    70,
    probes: [
      Probe(10, 10, Tone.red), Probe(60, 60, Tone.black), Probe(130, 60, Tone.black),
      Probe(200, 60, Tone.yellow), Probe(150, 10, Tone.red),
    ]
  ) { root in
    for step in 0..<3 {
      let layer = panel(5 + CGFloat(step) * 70, 5, 60, 60, yellow, in: root)
      layer.isOpaque = true
      Painter { _, context in
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
      }.own(layer)
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      if step > 0 { layer.isOpaque = false }
      if step > 1 { layer.setNeedsDisplay() }
    }
  }

  private static let clearedRect = Scene.page(
    "NB-D-08",
    70,
    70,
    probes: [
      Probe(16, 16, Tone.yellow), Probe(34, 34, Tone.yellow), Probe(36, 20, Tone.blue),
      Probe(10, 10, Tone.blue),
    ]
  ) { root in
    let layer = panel(5, 5, 60, 60, yellow, in: root)
    Painter { layer, context in
      context.setFillColor(blue)
      context.fill(layer.bounds)
      context.clear(CGRect(x: 10, y: 10, width: 20, height: 20))
    }.own(layer)
    layer.setNeedsDisplay()
  }

  private static let opacities = [true, false].map { isGroup in
    Scene.page(
      isGroup ? "NB-D-09" : "NB-D-09-separate",
      80,
      60,
      probes: [
        Probe(40, 30, isGroup ? [128, 255, 128] : [128, 191, 64]), Probe(14, 14, [255, 128, 128]),
        Probe(5, 5, Tone.white),
      ]
    ) { root in
      let layer = panel(10, 10, 60, 40, red, in: root)
      layer.opacity = 0.5
      layer.allowsGroupOpacity = isGroup
      panel(20, 10, 20, 20, green, in: layer)
    }
  }

  // MARK: Contents

  private static func bordered(isClear: Bool) -> CGImage? {
    bitmap(90, 90) { x, y in
      let isEdge = x == 0 || y == 0 || x == 89 || y == 89
      if isEdge && isClear { return [0, 0, 0, 0] }
      if y == 0 { return [255, 0, 0, 255] }
      if x == 0 { return [0, 255, 0, 255] }
      return isEdge ? [0, 0, 255, 255] : [255, 255, 0, 255]
    }
  }

  /// Edge pixels go on outside of the image.
  private static let outside = Scene.page(
    "NB-D-10",
    200,
    100,
    probes: [
      Probe(60, 20, Tone.red), Probe(20, 60, Tone.green), Probe(70, 70, Tone.yellow),
      Probe(160, 20, Tone.white), Probe(120, 60, Tone.white), Probe(170, 70, Tone.yellow),
    ]
  ) { root in
    for index in 0..<2 {
      let layer = panel(5 + CGFloat(index) * 100, 5, 90, 90, in: root)
      layer.contents = bordered(isClear: index == 1)
      layer.contentsRect = CGRect(x: -0.5, y: -0.5, width: 1.5, height: 1.5)
    }
  }

  private static let boundsOrigin = Scene.page(
    "NB-D-11",
    120,
    80,
    probes: [
      Probe(21, 11, Tone.red), Probe(99, 69, Tone.yellow), Probe(31, 31, Tone.cyan),
      Probe(65, 31, Tone.green), Probe(29, 31, Tone.red),
    ]
  ) { root in
    let layer = panel(20, 10, 80, 60, in: root)
    layer.contents = quartered(40)
    layer.bounds.origin.x = 20
    panel(30, 20, 10, 20, rgba(0, 1, 1), in: layer)
  }

  private static let contentsType = Scene.page(
    "NB-D-18",
    110,
    50,
    probes: [Probe(25, 25, Tone.yellow), Probe(75, 15, Tone.red), Probe(95, 35, Tone.yellow)]
  ) { root in
    for index in 0..<2 {
      let layer = panel(10 + CGFloat(index) * 50, 5, 40, 40, yellow, in: root)
      layer.contents = "not an image"
      if index == 1 { layer.contents = quartered(10) }
    }
  }

  // MARK: The arrow

  /// A shaft with a red head and a notch, in 40 x 100.
  private static func drawArrow(_ layer: CALayer, _ context: CGContext) {
    context.setLineWidth(20)
    context.move(to: CGPoint(x: 20, y: 100))
    context.addLine(to: CGPoint(x: 20, y: 19))
    context.strokePath()
    func fillTriangle(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint) {
      context.move(to: a)
      context.addLine(to: b)
      context.addLine(to: c)
      context.closePath()
      context.fillPath()
    }
    context.setFillColor(red)
    fillTriangle(CGPoint(x: 0, y: 25), CGPoint(x: 20, y: 0), CGPoint(x: 40, y: 25))
    context.setBlendMode(.clear)
    fillTriangle(CGPoint(x: 10, y: 101), CGPoint(x: 20, y: 90), CGPoint(x: 30, y: 101))
  }

  @discardableResult
  static func compassArrow(in root: CALayer, scale: CGFloat = 1) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 100)
    layer.position = CGPoint(x: 120, y: 120)
    layer.anchorPoint = CGPoint(x: 0.5, y: 0.8)
    layer.transform = turn(36)
    layer.contentsScale = scale
    root.addSublayer(layer)
    Painter(drawArrow).own(layer)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    return layer
  }

  /// Tip and tail; and stretched, with a head as high as before.
  private static let arrows = [false, true].map { isStretched in
    Scene.page(
      isStretched ? "NB-D-F16.5" : "NB-D-F16.5-before",
      240,
      240,
      probes: isStretched
        // The tip is 112 from the pivot; the head ends 87 from it, where the shaft begins.
        ? [
          Probe(184.7, 31, Tone.red, within: 8), Probe(187.5, 27, Tone.white),
          Probe(172.9, 47.2, Tone.red), Probe(167, 55.3, Tone.black),
          Probe(150, 78.7, Tone.black), Probe(120, 120, Tone.black),
        ]
        : [
          Probe(165.8, 57, Tone.red), Probe(168.2, 53.6, Tone.white), Probe(120, 120, Tone.black),
          Probe(116, 118, Tone.black), Probe(109, 135, Tone.white),
        ]
    ) { root in
      let layer = compassArrow(in: root)
      guard isStretched else { return }
      layer.needsDisplayOnBoundsChange = false
      layer.contentsCenter = CGRect(x: 0, y: 0.4, width: 1, height: 0.6)
      layer.contentsGravity = .resizeAspect
      layer.bounds = layer.bounds.insetBy(dx: -20, dy: -20)
    }
  }

  /// The ellipse with a stroke of half its alpha: 1 inside, 0.5 in the outer half of the stroke.
  private static let ellipseMask = Scene.page(
    "NB-D-F16.11",
    60,
    120,
    probes: [
      Probe(30, 60, Tone.red), Probe(30, 25, Tone.red), Probe(30, 15, [255, 128, 128]),
      Probe(15, 60, [255, 128, 128]), Probe(12, 18, Tone.white), Probe(48, 108, Tone.white),
    ]
  ) { root in
    let layer = panel(10, 10, 40, 100, red, in: root)
    let shape = CAShapeLayer()
    shape.frame = layer.bounds
    shape.path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 20, height: 80), transform: nil)
    shape.strokeColor = rgba(0, 0, 0, 0.5)
    shape.lineWidth = 20
    layer.mask = shape
  }

  private static let roundedMask = Scene.page(
    "NB-D-14",
    120,
    80,
    probes: [
      Probe(21, 11, Tone.white), Probe(70, 11, Tone.red), Probe(119, 69, Tone.white),
      Probe(70, 69, Tone.blue),
    ]
  ) { root in
    let layer = panel(20, 10, 100, 60, in: root)
    layer.contents = bitmap(4, 4) { _, y in y < 2 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
    layer.magnificationFilter = .nearest
    let shape = stencil(0, 0, 100, 60, nil)
    shape.contents = drawn(100, 60) {
      let rect = CGRect(x: 0, y: 0, width: 100, height: 60)
      $0.addPath(CGPath(roundedRect: rect, cornerWidth: 12, cornerHeight: 12, transform: nil))
      $0.fillPath()
    }
    layer.mask = shape
  }

  private static let clippedDrawing = Scene.page(
    "NB-D-15",
    220,
    140,
    probes: [
      Probe(10.5, 70, Tone.yellow), Probe(12, 70, Tone.red), Probe(11, 11, Tone.yellow),
      Probe(110, 12, Tone.red), Probe(110, 10.5, Tone.yellow), Probe(200, 120, Tone.blue),
    ]
  ) { root in
    let layer = panel(10, 10, 200, 120, yellow, in: root)
    Painter { layer, context in
      let frame = layer.bounds.insetBy(dx: 1, dy: 1)
      context.addPath(CGPath(roundedRect: frame, cornerWidth: 6, cornerHeight: 6, transform: nil))
      context.clip()
      let photo = bitmap(400, 400) { x, y in x + y < 400 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
      guard let photo else { return }
      // As wide as the layer, and centred in it; images are drawn upright for y up.
      context.translateBy(x: 0, y: 120)
      context.scaleBy(x: 1, y: -1)
      context.draw(photo, in: CGRect(x: 0, y: -40, width: 200, height: 200))
    }.own(layer)
    layer.setNeedsDisplay()
  }

  // MARK: Space

  /// Turned by 30 degrees about (1, 1, 1) and (10, 10, 10): the same; there and back; about
  /// nothing.
  private static let vectors = Scene.page(
    "NB-D-F16.7",
    200,
    60,
    probes: [Probe(130, 15, Tone.red), Probe(145, 45, Tone.yellow), Probe(180, 30, Tone.white)]
  ) { root in
    let rotations = [
      CATransform3DMakeRotation(.pi / 6, 1, 1, 1), CATransform3DMakeRotation(.pi / 6, 10, 10, 10),
      CATransform3DConcat(
        CATransform3DMakeRotation(.pi / 6, 0, 0, -1),
        CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
      ),
      CATransform3DMakeRotation(.pi / 6, 0, 0, 0),
    ]
    for (index, rotation) in rotations.prefix(3).enumerated() {
      let layer = panel(15 + CGFloat(index) * 50, 10, 40, 40, in: root)
      layer.contents = quartered(20)
      layer.transform = rotation
    }
    // No axis, no turn; nothing that is not a number.
    let layer = panel(165, 50, 8, 8, blue, in: root)
    layer.transform = rotations[3]
  }

  private static let flips = [
    flip(
      "NB-D-12",
      .pi,
      isDoubleSided: true,
      probes: [
        Probe(115, 20, Tone.red), Probe(115, 60, Tone.blue), Probe(25, 20, Tone.green),
        Probe(105, 40, Tone.magenta), Probe(40, 60, Tone.yellow),
      ]
    ),
    flip("NB-D-12-single", .pi, isDoubleSided: false, probes: flipsNowhere),
    flip("NB-D-12-before", .pi / 2 - 0.01, isDoubleSided: false, probes: flipsNowhere),
    flip("NB-D-12-after", .pi / 2 + 0.01, isDoubleSided: false, probes: flipsNowhere),
  ]

  private static let flipsNowhere = [Probe(40, 20, Tone.white), Probe(100, 60, Tone.white)]

  private static func flip(
    _ name: String,
    _ angle: Double,
    isDoubleSided: Bool,
    probes: [Probe]
  ) -> Scene {
    Scene.page(name, 140, 80, probes: probes) { root in
      let layer = panel(20, 10, 100, 60, in: root)
      layer.contents = quartered(20)
      panel(5, 20, 20, 20, rgba(1, 0, 1), in: layer)
      layer.isDoubleSided = isDoubleSided
      layer.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
    }
  }

  /// A page that turns about its right edge; the picture has lines that stay straight.
  private static func page(_ name: String, perspective distance: CGFloat?) -> Scene {
    // The corners on the left, from the inventory.
    let (left, top): (Double, Double) =
      distance == 1000 ? (60.13, -24.53) : distance == 500 ? (44.76, -61.66) : (70.29, 0)
    return Scene.page(
      name,
      260,
      380,
      probes: [
        Probe(left + 12, 190, Tone.red), Probe(left + 8, 190, Tone.white),
        Probe(248, 190, Tone.green),
        Probe(252, 190, Tone.white), Probe(left + 13, 70 + top + 4, Tone.red),
        Probe(left + 11, 70 + top - 3, Tone.white), Probe(left + 13, 310 - top - 4, Tone.blue),
        Probe(248, 72, Tone.green), Probe(248, 307, Tone.yellow),
      ]
    ) { root in
      let host = panel(10, 70, 240, 240, in: root)
      if let distance { host.sublayerTransform = perspective(distance) }
      let layer = panel(0, 0, 240, 240, in: host)
      layer.anchorPoint = CGPoint(x: 1, y: 0.5)
      layer.position = CGPoint(x: 240, y: 120)
      layer.setValue(Double.pi / 4, forKeyPath: "transform.rotation.y")
      layer.contents = bitmap(240, 240) { x, y in
        if x % 40 == 20 || y % 40 == 20 { return [0, 0, 0, 255] }
        return x < 120
          ? (y < 121 ? [255, 0, 0, 255] : [0, 0, 255, 255])
          : (y < 121 ? [0, 255, 0, 255] : [255, 255, 0, 255])
      }
    }
  }

  /// A plain layer is flat: its sublayers keep their order when it turns its back.
  private static let flatFlips = [false, true].map { isFlipped in
    Scene.page(
      isFlipped ? "NB-D-13-flipped" : "NB-D-13",
      220,
      220,
      probes: [
        Probe(110, 130, Tone.green), Probe(isFlipped ? 155 : 65, 65, Tone.blue),
        Probe(isFlipped ? 45 : 175, 185, Tone.green),
        Probe(isFlipped ? 158 : 62, 185, Tone.white),
      ]
    ) { root in
      let layer = panel(10, 10, 200, 200, in: root)
      panel(50, 50, 100, 100, blue, in: layer)
      panel(70, 80, 100, 100, green, in: layer).zPosition = 10
      if isFlipped { layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0) }
    }
  }

  // MARK: Rasterising

  private static let rasterized = [nil, 1, 0.3].map { scale in
    Scene.page(
      scale.map { "NB-D-16-\($0)" } ?? "NB-D-16",
      120,
      80,
      probes: [Probe(12, 12, [25, 140, 179], within: scale == 0.3 ? 60 : 2)],
      exceptions: scale == nil ? [:] : [.edges: .roundedTwice("a kept bitmap, enlarged,")]
    ) { root in
      let tree = panel(5, 5, 110, 70, in: root)
      if let scale {
        tree.shouldRasterize = true
        tree.rasterizationScale = scale
      }
      for index in 0..<50 {
        let layer = panel(
          2 + CGFloat(index % 10) * 11,
          2 + CGFloat(index / 10) * 14,
          8.5,
          11.5,
          index % 3 == 0 ? sea : index % 3 == 1 ? sun : veil,
          in: tree
        )
        layer.cornerRadius = CGFloat(index % 5)
      }
    }
  }
}
