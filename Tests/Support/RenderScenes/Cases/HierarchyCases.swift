// The programming guide: layer hierarchies, layout, and key-value coding.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let hierarchyCases: [Case] = [
    Case("AG-D-T4.1", .pictures, [treeEditing]),
    Case("AG-D-4.x0", .pictures, [sizeAndPosition]),
    Case("AG-D-4.x1", [speedsMultiply]),
    Case("AG-D-F4.1", .pictures, [simpleConstraint]),
    Case("AG-D-F4.2", .pictures, twoConstraints),
    Case("AG-D-4.x2", .test("ConstraintTests.circlesAreLeftAlone")),
    Case("AG-D-4.x3", .pictures, [autoresizing]),
    Case("AG-D-4.x4", .pictures, [manualLayout]),
    Case("AG-D-F4.3", .pictures, clippings),
    Case("AG-D-4.x5", .test("LayerCoordinateTests.boundsOriginAndRotationGoThereAndBack")),
    Case("AG-D-C.x1", .test("KeyValueCodingTests.anyKeyIsKept")),
    Case("AG-D-LC.1", .pictures, [classDefault]),
    Case("AG-D-TC.1", .test("InventoryTests.structsGoThereAndBack")),
    Case("AG-D-TC.2", .test("InventoryTests.everyPathOfATransform")),
    Case("AG-D-C.x2", .pictures, [translationByKey], [translationMoves]),
    Case("AG-D-TC.3-5", .pictures, [membersByKey], [membersMove]),
  ]

  /// Seven cards, edited into the order f a d g c, with a in front of all of them.
  private static let treeEditing = Scene.page(
    "AG-D-T4.1",
    160,
    80,
    probes: [
      Probe(12, 12, Tone.yellow), Probe(32, 20, Tone.red), Probe(55, 20, Tone.red),
      Probe(75, 25, Tone.cyan), Probe(85, 40, Tone.magenta), Probe(105, 45, Tone.blue),
      Probe(120, 60, Tone.blue), Probe(150, 75, Tone.white),
    ]
  ) { root in
    let colors: [(String, CGColor)] = [
      ("a", red), ("b", green), ("c", blue), ("d", rgba(0, 1, 1)), ("e", black), ("f", yellow),
      ("g", rgba(1, 0, 1)),
    ]
    var cards: [String: CALayer] = [:]
    for (name, color) in colors {
      let card = CALayer()
      card.backgroundColor = color
      cards[name] = card
    }
    guard let a = cards["a"], let b = cards["b"], let c = cards["c"], let d = cards["d"],
      let e = cards["e"], let f = cards["f"], let g = cards["g"]
    else { return }
    let elsewhere = panel(0, 0, 0, 0, in: root)
    elsewhere.addSublayer(g)
    let parent = panel(0, 0, 160, 80, in: root)
    parent.addSublayer(a)
    parent.addSublayer(b)
    parent.addSublayer(c)
    parent.insertSublayer(d, below: b)
    parent.insertSublayer(e, above: a)
    parent.insertSublayer(f, at: 0)
    parent.replaceSublayer(b, with: g)
    e.removeFromSuperlayer()
    a.zPosition = 1
    for (index, card) in (parent.sublayers ?? []).enumerated() {
      card.frame = CGRect(x: 10 + index * 20, y: 10 + index * 6, width: 40, height: 40)
    }
  }

  private static let sizeAndPosition = Scene.page(
    "AG-D-4.x0",
    300,
    300,
    probes: [
      Probe(151, 151, Tone.blue), Probe(249, 249, Tone.blue), Probe(149, 200, Tone.white),
      Probe(251, 200, Tone.white), Probe(1, 1, Tone.white),
    ]
  ) { root in
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.position = CGPoint(x: 200, y: 200)
    layer.backgroundColor = blue
    root.addSublayer(layer)
    let nothing = CALayer()
    nothing.backgroundColor = red
    root.addSublayer(nothing)
  }

  private static let simpleConstraint = Scene.page(
    "AG-D-F4.1",
    320,
    320,
    probes: [
      Probe(21, 131, Tone.blue), Probe(99, 169, Tone.blue), Probe(50, 129, [204, 230, 255]),
      Probe(50, 171, [204, 230, 255]),
    ]
  ) { root in
    let parent = panel(10, 0, 300, 200, rgba(0.8, 0.9, 1), in: root)
    parent.layoutManager = CAConstraintLayoutManager()
    let layer = panel(10, 5, 80, 40, blue, in: parent)
    layer.addConstraint(
      CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY)
    )
    parent.layoutIfNeeded()
    parent.bounds.size.height = 300
    parent.position.y = 150
  }

  private static let twoConstraints = [(300, 225), (400, 325)].map { width, height in
    let (x, top) = (Double(width) / 2 - 50, Double(height) / 2 - 12.5)
    let rest = Double(height) - (Double(height) / 2 - 12.5 - 10)
    return Scene.page(
      "AG-D-F4.2-\(width)",
      width,
      height,
      isYUp: true,
      probes: [
        Probe(x + 1, top + 12, Tone.black), Probe(x + 50, top + 12, Tone.white),
        Probe(x + 1, rest + 10, Tone.black), Probe(x + 50, rest + 10, Tone.white),
        Probe(x + 50, rest - 5, Tone.white), Probe(x + 50, Double(height) - 11, Tone.black),
        Probe(x + 50, Double(height) - 5, Tone.white), Probe(x + 98.5, top + 12, Tone.black),
      ]
    ) { root in
      root.layoutManager = CAConstraintLayoutManager()
      // B comes first; the order of dependence counts.
      let (a, b) = (CALayer(), CALayer())
      root.addSublayer(b)
      root.addSublayer(a)
      a.name = "layerA"
      a.bounds.size = CGSize(width: 100, height: 25)
      b.name = "layerB"
      for layer in [a, b] { layer.borderWidth = 2 }
      func constrain(
        _ layer: CALayer,
        _ attribute: CAConstraintAttribute,
        _ source: String,
        _ other: CAConstraintAttribute,
        offset: CGFloat = 0
      ) {
        layer.addConstraint(
          CAConstraint(
            attribute: attribute,
            relativeTo: source,
            attribute: other,
            scale: 1,
            offset: offset
          )
        )
      }
      constrain(a, .midY, "superlayer", .midY)
      constrain(a, .midX, "superlayer", .midX)
      constrain(b, .width, "layerA", .width)
      constrain(b, .midX, "layerA", .midX)
      constrain(b, .maxY, "layerA", .minY, offset: -10)
      constrain(b, .minY, "superlayer", .minY, offset: 10)
    }
  }

  /// A child of (10, 10, 80, 80) whose superlayer grows from 100 to 200 in width.
  private static let autoresizing = Scene.page(
    "AG-D-4.x3",
    210,
    440,
    probes: [
      Probe(16, 50, Tone.blue), Probe(94, 50, Tone.blue), Probe(96, 50, [204, 230, 255]),
      Probe(16, 158, Tone.blue), Probe(194, 158, Tone.blue), Probe(196, 158, [204, 230, 255]),
      Probe(94, 266, Tone.blue), Probe(96, 266, [204, 230, 255]), Probe(114, 374, [204, 230, 255]),
      Probe(116, 374, Tone.blue), Probe(194, 374, Tone.blue),
    ]
  ) { root in
    let masks: [CAAutoresizingMask] = [
      [], .layerWidthSizable, .layerMaxXMargin, .layerMinXMargin,
    ]
    for (index, mask) in masks.enumerated() {
      let parent = panel(5, 5 + CGFloat(index) * 108, 100, 100, rgba(0.8, 0.9, 1), in: root)
      let child = panel(10, 10, 80, 80, blue, in: parent)
      child.autoresizingMask = mask
      parent.frame.size.width = 200
    }
  }

  /// A delegate that puts sublayers into a row.
  private final class RowLayout: CALayerDelegate {
    func layoutSublayers(of layer: CALayer) {
      let sublayers = layer.sublayers ?? []
      let width = layer.bounds.width / CGFloat(sublayers.count)
      for (index, sublayer) in sublayers.enumerated() {
        sublayer.frame = CGRect(
          x: CGFloat(index) * width,
          y: 0,
          width: width,
          height: layer.bounds.height
        )
      }
    }
  }

  /// A layer that lays nothing out.
  private final class StubbornLayer: CALayer {
    override func layoutSublayers() {}
  }

  private static let manualLayout = Scene.page(
    "AG-D-4.x4",
    320,
    120,
    probes: [
      Probe(11, 30, Tone.red), Probe(109, 30, Tone.red), Probe(111, 30, Tone.green),
      Probe(209, 30, Tone.green), Probe(211, 30, Tone.blue), Probe(309, 30, Tone.blue),
      Probe(15, 75, Tone.red), Probe(35, 75, [204, 230, 255]),
    ]
  ) { root in
    let row = panel(10, 10, 150, 50, in: root)
    let delegate = RowLayout()
    row.delegate = delegate
    row.setValue(delegate, forKey: "layouter")
    for color in [red, green, blue] { panel(0, 0, 5, 5, color, in: row) }
    row.layoutIfNeeded()
    row.frame.size.width = 300
    let stubborn = StubbornLayer()
    stubborn.frame = CGRect(x: 10, y: 70, width: 300, height: 40)
    stubborn.backgroundColor = rgba(0.8, 0.9, 1)
    stubborn.layoutManager = CAConstraintLayoutManager()
    root.addSublayer(stubborn)
    let child = panel(0, 0, 20, 20, red, in: stubborn)
    child.addConstraint(
      CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX)
    )
  }

  private static let clippings = [false, true].map { clips in
    Scene.page(
      clips ? "AG-D-F4.3-masked" : "AG-D-F4.3",
      290,
      290,
      probes: [
        Probe(200, 200, Tone.red), Probe(218, 218, clips ? Tone.white : Tone.red),
        Probe(279, 279, clips ? Tone.white : Tone.red), Probe(281, 281, Tone.white),
        Probe(100, 100, Tone.blue), Probe(22, 22, Tone.white),
      ]
    ) { root in
      let parent = panel(20, 20, 200, 200, blue, in: root)
      parent.cornerRadius = 40
      parent.masksToBounds = clips
      panel(140, 140, 120, 120, red, in: parent)
    }
  }

  /// A class of layers that clip.
  private final class ClippingLayer: CALayer {
    override class func defaultValue(forKey key: String) -> Any? {
      key == "masksToBounds" ? true : super.defaultValue(forKey: key)
    }
  }

  private static let classDefault = Scene.page(
    "AG-D-LC.1",
    140,
    70,
    probes: [
      Probe(20, 30, Tone.red), Probe(8, 30, Tone.white), Probe(90, 30, Tone.red),
      Probe(78, 30, Tone.red),
    ]
  ) { root in
    for index in 0..<2 {
      let layer = ClippingLayer()
      layer.frame = CGRect(x: 15 + index * 70, y: 10, width: 50, height: 50)
      layer.backgroundColor = blue
      if index == 1 { layer.masksToBounds = false }
      root.addSublayer(layer)
      panel(-10, 10, 30, 30, red, in: layer)
    }
  }

  private static let translationByKey = Scene.page(
    "AG-D-C.x2",
    80,
    60,
    probes: [
      Probe(19, 30, Tone.white), Probe(21, 30, Tone.blue), Probe(59, 30, Tone.blue),
      Probe(61, 30, Tone.white),
    ]
  ) { root in
    let layer = panel(10, 10, 40, 40, blue, in: root)
    layer.setValue(10.0, forKeyPath: "transform.translation.x")
  }

  private static let membersByKey = Scene.page(
    "AG-D-TC.3-5",
    120,
    80,
    probes: [
      Probe(21, 30, Tone.blue), Probe(89, 30, Tone.blue), Probe(91, 30, Tone.white),
      Probe(19, 30, Tone.white), Probe(36, 25, Tone.red), Probe(34, 25, Tone.blue),
      Probe(60, 62, Tone.black), Probe(60, 68, Tone.white),
    ]
  ) { root in
    let layer = panel(10, 10, 40, 40, blue, in: root)
    panel(20, 10, 10, 10, red, in: layer)
    layer.shadowOpacity = 1
    layer.shadowRadius = 0
    layer.shadowOffset = .zero
    layer.setValue(55.0, forKeyPath: "position.x")
    layer.setValue(70.0, forKeyPath: "bounds.size.width")
    layer.setValue(CGPoint(x: 4, y: 0), forKeyPath: "bounds.origin")
    layer.setValue(15.0, forKeyPath: "shadowOffset.height")
  }
}
