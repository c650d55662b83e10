// Neuburg, chapter 16: text, shapes and gradients beside other layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  /// A disc with the points of the compass, each turned outwards, and an arrow.
  static func flatCompass(hasGradient: Bool) -> Scene {
    let disc: SIMD3<Int> = hasGradient ? [219, 218, 213] : [232, 244, 239]
    let probes = [
      // The ring, the disc on both sides, the arrow's head and shaft.
      Probe(120, 3, [128, 128, 128]), Probe(60, 120, disc), Probe(180, 120, disc),
      Probe(165.8, 57, Tone.red), Probe(120, 120, Tone.black),
      // The letters, with their heads outwards.
      Probe(120.25, 20.25, Tone.black), Probe(231.25, 115.75, Tone.black),
      Probe(120.75, 219.75, Tone.black), Probe(9.75, 120.25, Tone.black),
      // Outside of the disc.
      Probe(2, 2, hasGradient ? Tone.black : Tone.white, within: 3),
      Probe(237, 237, hasGradient ? Tone.red : Tone.white, within: 3),
    ]
    let name = hasGradient ? "NB-D-L2" : "NB-D-L1"
    return Scene.page(name, 240, 240, scale: 2, probes: probes) {
      addCompass(to: $0, hasGradient: hasGradient)
    }
  }

  /// The compass on a page that turns about its right edge, with or without perspective.
  static func turnedCompass(_ name: String, perspective distance: CGFloat?) -> Scene {
    // The left edge and its upper end, from the inventory.
    let (left, top): (Double, Double) = distance == nil ? (70.29, 0) : (60.13, -24.53)
    return Scene.page(
      name,
      260,
      380,
      probes: [
        Probe(left + 14, 70 + top + 12, [13, 0, 0], within: 4),
        Probe(left + 11, 70 + top - 3, Tone.white), Probe(left + 8, 190, Tone.white),
        Probe(247, 306, Tone.red, within: 8), Probe(252, 190, Tone.white),
        // The disc, left and right of the arrow.
        Probe(left + 45, 190, [219, 218, 213], within: 3),
        Probe(220, 190, [219, 218, 213], within: 3),
      ]
    ) { root in
      let host = panel(10, 70, 240, 240, in: root)
      if let distance { host.sublayerTransform = perspective(distance) }
      let layer = panel(0, 0, 240, 240, in: host)
      addCompass(to: layer, hasGradient: true)
      layer.anchorPoint = CGPoint(x: 1, y: 0.5)
      layer.position = CGPoint(x: 240, y: 120)
      layer.setValue(Double.pi / 4, forKeyPath: "transform.rotation.y")
    }
  }

  private static func addCompass(to root: CALayer, hasGradient: Bool) {
    if hasGradient {
      let gradient = CAGradientLayer()
      gradient.frame = root.bounds
      gradient.colors = [black, red]
      gradient.locations = [0, 1]
      root.addSublayer(gradient)
    }
    let circle = CAShapeLayer()
    circle.contentsScale = 2
    circle.lineWidth = 2
    circle.fillColor = rgba(0.9, 0.95, 0.93, 0.9)
    circle.strokeColor = rgba(0.5, 0.5, 0.5)
    circle.path = CGPath(ellipseIn: root.bounds.insetBy(dx: 3, dy: 3), transform: nil)
    root.addSublayer(circle)
    circle.bounds = root.bounds
    circle.position = CGPoint(x: 120, y: 120)
    for (index, letter) in ["N", "E", "S", "W"].enumerated() {
      let text = CATextLayer()
      text.contentsScale = 2
      text.string = letter
      text.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
      text.position = CGPoint(x: 120, y: 120)
      text.anchorPoint = CGPoint(x: 0.5, y: 3)
      text.alignmentMode = .center
      text.foregroundColor = black
      text.setAffineTransform(CGAffineTransform(rotationAngle: CGFloat(index) * .pi / 2))
      circle.addSublayer(text)
    }
    compassArrow(in: root, scale: 2)
  }

  /// Text that was drawn and got contents then; text that was set after contents; a gradient and a
  /// shape with contents.
  static let ownAndGivenContents = Scene.page(
    "NB-D-19",
    200,
    50,
    scale: 2,
    probes: [
      Probe(10, 10, Tone.green), Probe(40, 40, Tone.green), Probe(55, 45, Tone.white),
      Probe(87.75, 21.25, [28, 41, 61]),
      // Measured on Core Animation, against the text: contents lie over a gradient.
      Probe(106, 25, Tone.green), Probe(144, 25, Tone.green),
      Probe(155, 10, Tone.green), Probe(175, 25, Tone.blue),
    ]
  ) { root in
    let picture = plain(4, 4, [0, 255, 0, 255])
    for isLater in [true, false] {
      let text = label("Ab", CGRect(x: isLater ? 5 : 55, y: 5, width: 40, height: 40), in: root)
      text.contentsScale = 2
      text.fontSize = 28
      if isLater { text.displayIfNeeded() }
      text.contents = picture
      if !isLater { text.string = "Cd" }
    }
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 105, y: 5, width: 40, height: 40)
    gradient.colors = [black, red]
    (gradient.startPoint, gradient.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
    gradient.contents = picture
    root.addSublayer(gradient)
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 155, y: 5, width: 40, height: 40)
    shape.path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 20, height: 20), transform: nil)
    shape.fillColor = blue
    shape.contents = picture
    root.addSublayer(shape)
  }
}
