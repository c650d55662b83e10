// Lockwood, chapter 3: layer geometry.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let geometryCases: [Case] = [
    Case("LW-D-3.1", .pictures, [clock("LW-D-3.1", anchor: 0.5, probes: middles)]),
    Case(
      "LW-D-3.2",
      .pictures,
      [
        clock("LW-D-3.2", anchor: 0.9, probes: pivots),
        clock("LW-D-3.2-midnight", angles: (0, 0, 0), anchor: 0.9, probes: midnight),
        clock("LW-D-3.2-afternoon", angles: (90, 180, 270), anchor: 0.9, probes: afternoon),
      ]
    ),
    Case("LW-D-3.3", .pictures, orders),
    Case("LW-D-3.4", .test("HitTestTests.nestedLayers")),
    Case("LW-D-3.5", .test("HitTestTests.nestedLayers")),
    Case("LW-D-3.5a", .test("HitTestTests.frontToBack")),
    Case("LW-D-3.5b", .pictures, [columns]),
  ]

  /// The hands at 10:08:42 or another time; only the container and a margin are drawn.
  private static func clock(
    _ name: String,
    angles: (hour: Double, minute: Double, second: Double) = (300, 48, 252),
    anchor: CGFloat,
    probes: [Probe]
  ) -> Scene {
    Scene.screen(name, 250, 250, probes: probes) { root in
      let face = panel(0, 0, 250, 250, in: root)
      face.contents = drawn(250, 250) {
        $0.setLineWidth(2)
        $0.strokeEllipse(in: CGRect(x: 3, y: 3, width: 244, height: 244))
        for tick in 0..<12 {
          $0.saveGState()
          $0.translateBy(x: 125, y: 125)
          $0.rotate(by: CGFloat(tick) * .pi / 6)
          $0.fill(CGRect(x: -1, y: -122, width: 2, height: 10))
          $0.restoreGState()
        }
      }
      let hands: [(CGFloat, CGFloat, Double, CGColor)] = [
        (16, 80, angles.hour, black), (12, 110, angles.minute, black), (6, 120, angles.second, red),
      ]
      for (width, height, angle, color) in hands {
        let hand = panel(125 - width / 2, 125 - height / 2, width, height, color, in: root)
        hand.anchorPoint = CGPoint(x: 0.5, y: anchor)
        hand.transform = turn(angle)
      }
    }
  }

  /// Tips and tails, a point or two towards the middle.
  private static let middles = [
    Probe(92, 106, Tone.black), Probe(158, 144, Tone.black), Probe(164, 90, Tone.black),
    Probe(86, 160, Tone.black), Probe(70, 143, Tone.red), Probe(180, 107, Tone.red),
    Probe(125, 125, Tone.red), Probe(88, 103, gray), Probe(170, 85, gray),
  ]
  private static let pivots = [
    Probe(65, 90.5, Tone.black), Probe(130, 128, Tone.black), Probe(197, 60, Tone.black),
    Probe(118, 131, Tone.black), Probe(24.5, 157.5, Tone.red), Probe(134.5, 121.9, Tone.red),
    Probe(59, 87, gray), Probe(202, 55, gray), Probe(19, 159.5, gray),
  ]
  private static let midnight = [
    Probe(125, 18, Tone.red), Probe(125, 15, gray), Probe(125, 136, Tone.red),
    Probe(120, 27, Tone.black), Probe(120, 24, gray), Probe(118, 54, Tone.black),
    Probe(118, 51, gray), Probe(118, 132, Tone.black), Probe(118, 134, gray),
  ]
  private static let afternoon = [
    Probe(195, 125, Tone.black), Probe(198, 125, gray), Probe(125, 222, Tone.black),
    Probe(125, 225, gray), Probe(18, 125, Tone.red), Probe(15, 125, gray),
  ]

  /// Green and red; the overlap shows who is in front.
  private static let orders = [(0.0, 0.0), (1, 0), (0.1, 0), (0.0001, 0), (0, -1)].map {
    greenDepth,
    redDepth in
    let isGreen = greenDepth > redDepth
    return Scene.screen(
      "LW-D-3.3-\(greenDepth)-\(redDepth)",
      280,
      340,
      probes: [
        Probe(150, 230, isGreen ? Tone.green : Tone.red), Probe(70, 150, Tone.green),
        Probe(230, 310, Tone.red), Probe(119, 310, gray), Probe(179, 261, Tone.red),
        Probe(181, 199, gray),
      ]
    ) { root in
      panel(60, 140, 120, 120, green, in: root).zPosition = greenDepth
      panel(120, 200, 120, 120, red, in: root).zPosition = redDepth
    }
  }

  /// A delegate that lays sublayers out as columns.
  private final class ColumnLayout: CALayerDelegate {
    func layoutSublayers(of layer: CALayer) {
      let width = layer.bounds.width / 3
      for (index, sublayer) in (layer.sublayers ?? []).enumerated() {
        sublayer.frame = CGRect(
          x: CGFloat(index) * width,
          y: 0,
          width: width,
          height: layer.bounds.height
        )
      }
    }
  }

  private static let columns = Scene.screen(
    "LW-D-3.5b",
    320,
    120,
    probes: [
      Probe(11, 11, Tone.red), Probe(109, 109, Tone.red), Probe(111, 11, Tone.green),
      Probe(209, 109, Tone.green), Probe(309, 109, Tone.blue), Probe(311, 60, gray),
    ]
  ) { root in
    let layer = panel(60, 10, 200, 200, white, in: root)
    let delegate = ColumnLayout()
    layer.delegate = delegate
    layer.setValue(delegate, forKey: "layouter")
    for color in [red, green, blue] { panel(0, 0, 1, 1, color, in: layer) }
    layer.layoutIfNeeded()
    layer.bounds.size = CGSize(width: 300, height: 100)
    layer.position = CGPoint(x: 160, y: 60)
  }
}
