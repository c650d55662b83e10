// Lockwood, chapters 1 and 2: the layer tree and the backing image.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let backingCases: [Case] = [
    Case("LW-D-1.1", .pictures, blueSquares),
    Case("LW-D-2.1", .pictures, [stretched]),
    Case("LW-D-2.1a", .pictures, [aspect]),
    Case("LW-D-2.1b", .pictures, aspectScales),
    Case("LW-D-2.1c", .pictures, [centered]),
    Case("LW-D-2.2", .pictures, [scaled]),
    Case("LW-D-2.2a", .pictures, drawnScales),
    Case("LW-D-2.2b", .pictures, [scaledAndClipped]),
    Case("LW-D-2.3", .pictures, [sprites]),
    Case("LW-D-2.4", .pictures, [buttons]),
    Case("LW-D-2.4a", .pictures, [plainButtons]),
    Case("LW-D-2.5", .pictures, rings),
    Case("LW-D-2.5a", .pictures, [undrawn]),
    Case("LW-D-2.5b", .pictures, [displayedInstead]),
    Case("LW-D-2.5c", .book),
  ]

  private static let blueSquares = [1.0, 2].map { scale in
    Scene.view(
      "LW-D-1.1-\(Int(scale))",
      scale: scale,
      probes: [
        Probe(111, 191, Tone.blue), Probe(160, 240, Tone.blue), Probe(209, 289, Tone.blue),
        Probe(109, 240, Tone.white), Probe(211, 240, Tone.white), Probe(59, 240, gray),
        Probe(61, 141, Tone.white), Probe(259, 339, Tone.white), Probe(160, 139, gray),
      ]
    ) { panel(50, 50, 100, 100, blue, in: $0) }
  }

  /// Taller than wide, on nothing, in a frame of one pixel whose edges differ.
  private static func snowman(_ scale: Int) -> CGImage? {
    let (width, height) = (160 * scale, 240 * scale)
    return bitmap(width, height) { x, y in
      if y == 0 { return [255, 0, 0, 255] }
      if y == height - 1 { return [0, 0, 255, 255] }
      if x == 0 { return [0, 160, 0, 255] }
      if x == width - 1 { return [255, 255, 0, 255] }
      // Two discs, one on the other.
      let (u, v) = (Double(x) / Double(scale) - 80, Double(y) / Double(scale))
      let isHead = u * u + (v - 70) * (v - 70) < 1600
      let isBody = u * u + (v - 160) * (v - 160) < 3600
      return isHead ? [40, 40, 60, 255] : isBody ? [90, 110, 150, 255] : [0, 0, 0, 0]
    }
  }

  private static let stretched = Scene.view(
    "LW-D-2.1",
    probes: [
      Probe(160, 140.5, Tone.red, within: 60), Probe(160, 339.5, Tone.blue, within: 60),
      Probe(160, 198, [40, 40, 60]), Probe(160, 290, [90, 110, 150]), Probe(80, 160, Tone.white),
      // 1.25 x 0.833 times: a disc of 40 is 50 wide and 33 high.
      Probe(112, 198, [40, 40, 60]), Probe(160, 245, [90, 110, 150]), Probe(50, 240, gray),
    ]
  ) { $0.contents = snowman(1) }

  private static let aspect = Scene.view(
    "LW-D-2.1a",
    probes: [
      Probe(70, 240, Tone.white), Probe(250, 240, Tone.white), Probe(160, 198, [40, 40, 60]),
      Probe(160, 140.5, Tone.red, within: 60), Probe(93.5, 240, [0, 160, 0], within: 130),
    ]
  ) {
    $0.contents = snowman(1)
    $0.contentsGravity = .resizeAspect
  }

  /// Four times the same picture.
  private static let aspectScales = [0.5, 1, 2, 3].map { scale in
    Scene.view(
      "LW-D-2.1b-\(scale)",
      probes: [Probe(70, 240, Tone.white), Probe(160, 198, [40, 40, 60])]
    ) {
      $0.contents = snowman(1)
      $0.contentsGravity = .resizeAspect
      $0.contentsScale = scale
    }
  }

  private static let centered = Scene.view(
    "LW-D-2.1c",
    corner: .zero,
    width: 320,
    height: 480,
    scale: 2,
    probes: [
      Probe(160, 0.2, Tone.red), Probe(160, 479.8, Tone.blue), Probe(0.2, 240, [0, 160, 0]),
      Probe(319.8, 240, Tone.yellow), Probe(160, 140, [40, 40, 60]), Probe(20, 20, gray),
      Probe(70, 240, Tone.white),
    ]
  ) {
    $0.contents = snowman(2)
    $0.contentsGravity = .center
  }

  private static func scaledScene(_ name: String, clips: Bool) -> Scene {
    let outside: SIMD3<Int> = clips ? gray : Tone.red
    return Scene.view(
      name,
      corner: CGPoint(x: 40, y: 100),
      width: 240,
      height: 280,
      scale: 2,
      probes: [
        Probe(160, 120.2, outside), Probe(160, 359.8, clips ? gray : Tone.blue),
        Probe(80.2, 240, [0, 160, 0]), Probe(160, 190, [40, 40, 60]), Probe(160, 130, gray),
        Probe(160, 350, gray), Probe(70, 150, Tone.white),
      ]
    ) {
      $0.contents = snowman(2)
      $0.contentsGravity = .center
      $0.contentsScale = 2
      $0.masksToBounds = clips
    }
  }

  private static let scaled = scaledScene("LW-D-2.2", clips: false)
  private static let scaledAndClipped = scaledScene("LW-D-2.2b", clips: true)

  /// The drawing of a delegate: a slanted line.
  private static let drawnScales = [1.0, 2].map { scale in
    Scene.page("LW-D-2.2a-\(Int(scale))", 120, 120, scale: 2, probes: [Probe(60, 60, Tone.black)]) {
      let layer = panel(10, 10, 100, 100, in: $0)
      layer.contentsScale = scale
      Painter { _, context in
        context.setLineWidth(12)
        context.move(to: CGPoint(x: 5, y: 30))
        context.addLine(to: CGPoint(x: 95, y: 70))
        context.strokePath()
      }.own(layer)
      layer.setNeedsDisplay()
    }
  }

  private static func spriteSheet() -> CGImage? {
    drawn(256, 256) {
      for (index, color) in [red, green, blue, yellow].enumerated() {
        $0.setFillColor(color)
        let (x, y) = (index % 2 * 128 + 16, index / 2 * 128 + 16)
        $0.fillEllipse(in: CGRect(x: x, y: y, width: 96, height: 96))
      }
    }
  }

  private static let sprites = Scene.screen(
    "LW-D-2.3",
    320,
    440,
    probes: [
      Probe(70, 90, Tone.red), Probe(250, 140, Tone.green), Probe(90, 350, Tone.blue),
      Probe(240, 370, Tone.yellow), Probe(21, 41, gray), Probe(119, 139, gray),
      Probe(299, 91, gray), Probe(41, 399, gray), Probe(191, 321, gray), Probe(70, 54, Tone.red),
      Probe(70, 51, gray), Probe(106, 90, Tone.red), Probe(109, 90, gray),
    ]
  ) { root in
    let sheet = spriteSheet()
    for (index, place) in [(20.0, 40.0), (200, 90), (40, 300), (190, 320)].enumerated() {
      let layer = panel(place.0, place.1, 100, 100, in: root)
      layer.contents = sheet
      layer.contentsGravity = .resizeAspect
      layer.contentsRect = CGRect(
        x: Double(index % 2) / 2,
        y: Double(index / 2) / 2,
        width: 0.5,
        height: 0.5
      )
    }
  }

  /// Nine parts: corners red, edges green, the middle blue.
  private static func button() -> CGImage? {
    bitmap(64, 64) { x, y in
      let (outerX, outerY) = (x < 16 || x >= 48, y < 16 || y >= 48)
      return outerX && outerY
        ? [255, 0, 0, 255] : outerX || outerY ? [0, 255, 0, 255] : [0, 0, 255, 255]
    }
  }

  private static func buttonScene(_ name: String, center: CGRect, probes: [Probe]) -> Scene {
    Scene.screen(name, 320, 420, probes: probes) { root in
      for frame in [
        CGRect(x: 60, y: 100, width: 200, height: 60),
        CGRect(x: 110, y: 240, width: 100, height: 160),
      ] {
        let layer = panel(0, 0, 0, 0, in: root)
        layer.frame = frame
        layer.contents = button()
        layer.contentsCenter = center
      }
    }
  }

  private static let buttons = buttonScene(
    "LW-D-2.4",
    center: CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
    probes: [
      // The linear filter mixes half a texel to either side of a part's edge: three points where
      // the middle is stretched most.
      Probe(75, 115, Tone.red, within: 60), Probe(74, 114, Tone.red), Probe(80, 108, Tone.green),
      Probe(160, 130, Tone.blue), Probe(70, 118, Tone.green), Probe(80, 120, Tone.blue),
      Probe(240, 140, Tone.blue), Probe(246, 146, Tone.red), Probe(111, 241, Tone.red),
      Probe(124, 254, Tone.red), Probe(130, 262, Tone.blue), Probe(190, 380, Tone.blue),
      Probe(196, 386, Tone.red),
    ]
  )

  private static let plainButtons = buttonScene(
    "LW-D-2.4a",
    center: CGRect(x: 0, y: 0, width: 1, height: 1),
    probes: [
      Probe(105, 112, Tone.red), Probe(115, 120, Tone.blue), Probe(131, 275, Tone.red),
      Probe(140, 285, Tone.blue),
    ]
  )

  private static func drawRing(_ layer: CALayer, _ context: CGContext) {
    context.setLineWidth(10)
    context.setStrokeColor(red)
    context.strokeEllipse(in: layer.bounds)
  }

  private static let rings = [1.0, 2].map { scale in
    Scene.view(
      "LW-D-2.5-\(Int(scale))",
      scale: scale,
      probes: [
        Probe(160, 192.5, Tone.red), Probe(160, 197, Tone.blue), Probe(160, 240, Tone.blue),
        Probe(195.4, 275.4, Tone.red), Probe(112.5, 192.5, Tone.blue), Probe(160, 188, Tone.white),
      ]
    ) {
      let layer = panel(50, 50, 100, 100, blue, in: $0)
      layer.contentsScale = scale
      Painter(drawRing).own(layer)
      layer.display()
    }
  }

  private static let undrawn = Scene.view(
    "LW-D-2.5a",
    probes: [Probe(160, 192.5, Tone.blue), Probe(160, 240, Tone.blue)]
  ) {
    Painter(drawRing).own(panel(50, 50, 100, 100, blue, in: $0))
  }

  /// A delegate that gives an image, and could draw too.
  private final class Provider: CALayerDelegate {
    func display(_ layer: CALayer) { layer.contents = plain(10, 10, [0, 255, 0, 255]) }
    func draw(_ layer: CALayer, in ctx: CGContext) { drawRing(layer, ctx) }
  }

  private static let displayedInstead = Scene.view(
    "LW-D-2.5b",
    probes: [Probe(160, 192.5, Tone.green), Probe(160, 240, Tone.green)]
  ) {
    let layer = panel(50, 50, 100, 100, blue, in: $0)
    let provider = Provider()
    layer.delegate = provider
    layer.setValue(provider, forKey: "provider")
    layer.display()
  }
}
