// The programming guide's appendix on the order of styles.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let styleOrderCases: [Case] = [
    Case("AG-D-FA.1", .pictures, [outline]),
    Case("AG-D-FA.2", .pictures, [background, pinchedBehind]),
    Case("AG-D-FA.3", .pictures, [contents, cutContents]),
    Case("AG-D-FA.4", .pictures, sublayers),
    Case("AG-D-FA.5", .pictures, [border]),
    Case("AG-D-FA.6", .pictures, [multiplied, fourLevels]),
    Case("AG-D-FA.7", .pictures, shadows),
    Case("AG-D-FA.8", .pictures, [faded]),
    Case("AG-D-FA.9", .pictures, masked),
  ]

  /// The sample layer over a host of checkers.
  private static func sample(
    _ name: String,
    probes: [Probe],
    build: @escaping @Sendable (_ host: CALayer, _ layer: CALayer) -> Void
  ) -> Scene {
    Scene(name: name, width: 320, height: 260, probes: probes) { root in
      root.contents = checkers(320, 260, side: 16)
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 150)
      layer.position = CGPoint(x: 160, y: 130)
      layer.cornerRadius = 24
      root.addSublayer(layer)
      build(root, layer)
    }
  }

  /// Nothing but a blue square at (140, 90).
  private static func blueSquare() -> CGImage? {
    bitmap(200, 150) { x, y in
      (140..<188).contains(x) && (90..<138).contains(y) ? [0, 0, 255, 255] : [0, 0, 0, 0]
    }
  }

  private static func addSublayers(_ layer: CALayer) {
    panel(-35, 40, 70, 70, orange, in: layer)
    panel(75, 50, 50, 50, purple, in: layer)
  }

  private static let orangeTone: SIMD3<Int> = [255, 128, 0]
  private static let purpleTone: SIMD3<Int> = [128, 0, 128]

  private static let outline = sample(
    "AG-D-FA.1",
    probes: [
      Probe(60.5, 130, Tone.black), Probe(259.5, 130, Tone.black), Probe(160, 55.5, Tone.black),
      Probe(160, 204.5, Tone.black),
    ]
  ) { host, layer in
    let line = panel(0, 0, 0, 0, in: host)
    line.frame = layer.frame
    line.borderWidth = 1
  }

  private static let background = sample(
    "AG-D-FA.2",
    probes: [Probe(160, 130, Tone.yellow), Probe(62, 57, Tone.white)]
  ) { _, layer in
    layer.backgroundColor = yellow
  }

  private static let pinchedBehind = sample(
    "AG-D-FA.2-behind",
    // Outside all is as it was; so is the border.
    probes: [Probe(8, 8, Tone.white), Probe(24, 8, [191, 191, 191]), Probe(61, 130, Tone.red)],
    build: Case.pinchedBackground
  )

  private static let fourLevels = sample(
    "AG-D-FA.6-levels",
    // 0, 85, 170 and 255; the third channel, 128, is between two of them.
    probes: [
      Probe(70, 100, [0, 85, 170]), Probe(110, 140, [85, 170, 170]),
      Probe(180, 170, [170, 170, 170]), Probe(24, 8, [191, 191, 191]),
    ],
    build: Case.posterized
  )

  private static let contents = sample(
    "AG-D-FA.3",
    probes: [
      Probe(220, 165, Tone.blue), Probe(100, 100, Tone.yellow), Probe(199, 150, Tone.yellow),
    ]
  ) { _, layer in
    layer.backgroundColor = yellow
    layer.contents = blueSquare()
  }

  /// An opaque image keeps its corners, but for a layer that clips.
  private static let cutContents = sample(
    "AG-D-FA.3-corners",
    probes: [Probe(62, 57, Tone.blue), Probe(62, 203, [191, 191, 191]), Probe(160, 190, Tone.red)]
  ) { host, layer in
    layer.bounds.size.height = 70
    layer.position.y = 90
    layer.contents = plain(4, 4, [0, 0, 255, 255])
    let clipping = panel(60, 135, 200, 70, in: host)
    clipping.contents = plain(4, 4, [255, 0, 0, 255])
    clipping.cornerRadius = 24
    clipping.masksToBounds = true
  }

  private static let sublayers = ["background", "bare", "masked"].map { kind in
    let inside: SIMD3<Int> = kind == "bare" ? [191, 191, 191] : Tone.yellow
    return sample(
      "AG-D-FA.4-\(kind)",
      probes: [
        Probe(50, 130, kind == "masked" ? [191, 191, 191] : orangeTone), Probe(80, 130, orangeTone),
        Probe(160, 130, purpleTone), Probe(115, 70, inside),
      ]
    ) { _, layer in
      layer.backgroundColor = kind == "bare" ? nil : yellow
      layer.masksToBounds = kind == "masked"
      addSublayers(layer)
    }
  }

  private static let border = sample(
    "AG-D-FA.5",
    probes: [
      Probe(62, 130, Tone.red), Probe(40, 130, orangeTone), Probe(68, 130, orangeTone),
      Probe(62, 57, Tone.white), Probe(160, 57, Tone.red), Probe(68, 65, Tone.red),
    ]
  ) { _, layer in
    layer.backgroundColor = yellow
    layer.borderWidth = 6
    layer.borderColor = red
    addSublayers(layer)
  }

  private static let multiplied = sample(
    "AG-D-FA.6",
    probes: [
      Probe(155, 130, [191, 191, 0]), Probe(165, 130, Tone.yellow), Probe(40, 20, [191, 191, 191]),
    ]
  ) { _, layer in
    layer.backgroundColor = yellow
    layer.compositingFilter = "multiplyBlendMode"
  }

  /// With a background its outline casts; without, everything in it does, seen between.
  private static let shadows = ["outline", "tree", "bare"].map { kind in
    sample(
      "AG-D-FA.7-\(kind)",
      probes: [
        Probe(
          264,
          130,
          kind == "bare" ? [191, 191, 191] : Tone.red,
          within: kind == "bare" ? 80 : 10
        ),
        Probe(275, 130, [191, 191, 191]),
      ]
        + (kind == "outline"
          ? [Probe(160, 130, Tone.yellow), Probe(40, 170, Tone.white)]
          // Below the overhanging square, moved by the offset.
          : [Probe(45, 168, Tone.red, within: 6)])
        + (kind == "bare"
          // Under the blue square and the square in the middle.
          ? [Probe(225, 197, Tone.red, within: 12), Probe(160, 158, Tone.red, within: 6)] : [])
    ) { _, layer in
      layer.shadowColor = red
      layer.shadowOpacity = 1
      layer.shadowOffset = CGSize(width: 8, height: 8)
      layer.shadowRadius = 2
      if kind != "bare" { layer.backgroundColor = yellow }
      if kind != "outline" { addSublayers(layer) }
      if kind == "bare" {
        layer.contents = blueSquare()
        layer.borderWidth = 3
      }
    }
  }

  private static let faded = sample(
    "AG-D-FA.8",
    probes: [Probe(165, 130, [255, 255, 128]), Probe(155, 130, [223, 223, 96])]
  ) { _, layer in
    layer.backgroundColor = yellow
    layer.opacity = 0.5
  }

  private static let masked = [1.0, 0.5].map { opacity in
    let half = opacity == 0.5
    return sample(
      "AG-D-FA.9-\(opacity)",
      probes: [
        Probe(120, 130, half ? [223, 223, 96] : Tone.yellow), Probe(65, 75, Tone.white),
        // The right half of the ellipse has alpha 0.5.
        Probe(230, 130, half ? [255, 255, 191] : [255, 255, 128]),
      ]
    ) { _, layer in
      layer.backgroundColor = yellow
      layer.opacity = Float(opacity)
      let shape = stencil(0, 0, 200, 150, nil)
      shape.contents = drawn(200, 150) {
        $0.clip(to: CGRect(x: 0, y: 0, width: 100, height: 150))
        $0.fillEllipse(in: CGRect(x: 0, y: 0, width: 200, height: 150))
        $0.resetClip()
        $0.clip(to: CGRect(x: 100, y: 0, width: 100, height: 150))
        $0.setFillColor(gray: 0, alpha: 0.5)
        $0.fillEllipse(in: CGRect(x: 0, y: 0, width: 200, height: 150))
      }
      layer.mask = shape
    }
  }
}
