// The programming guide, chapter 4: editing the tree, constraints, layout, clipping, conversion.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum GuideTree {
  static let demos: [Demo] = [
    editing, size, speeds, constraint, constraints, circle, autoresizing, manual, clipping,
    conversion,
  ]

  private static let editing = Demo("AG-T4.1", "Editing the tree") { TreeController() }
    .screen(160, 80)
    .play { stage in
      let tree = try stage.the(TreeController.self)
      let parent = tree.parentLayer
      func expect(_ names: String, _ what: String) {
        let found = (parent.sublayers ?? []).compactMap(\.name).joined()
        MainActor.assumeIsolated { stage.expect(found == names, "\(what): \(found)") }
      }
      let layers = tree.layers
      guard layers.count == 7 else { return stage.expect(false, "there are seven layers") }
      let (a, b, c, d, e, f, g) = (
        layers[0], layers[1], layers[2], layers[3], layers[4], layers[5], layers[6]
      )
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      parent.addSublayer(a)
      parent.addSublayer(b)
      parent.addSublayer(c)
      expect("abc", "added: on top")
      parent.insertSublayer(d, below: b)
      expect("adbc", "inserted below b")
      parent.insertSublayer(e, above: a)
      expect("aedbc", "inserted above a")
      parent.insertSublayer(f, at: 0)
      expect("faedbc", "inserted at 0")
      parent.replaceSublayer(b, with: g)
      expect("faedgc", "b replaced by g")
      stage.expect(tree.elsewhere.sublayers?.isEmpty ?? true, "g has left its old parent")
      e.removeFromSuperlayer()
      expect("fadgc", "e removed")
      a.zPosition = 1
      tree.spread()
      CATransaction.commit()
      stage.expect(
        [
          (12, 12, .yellow), (32, 20, .red), (55, 20, .red), (75, 25, .cyan), (85, 40, .magenta),
          (105, 45, .blue),
        ],
        "the tree by colours"
      )
      try stage.show()
    }

  private static let size = Demo("AG-4.x0", "Bounds and position") { SizeController() }
    .screen(300, 300)
    .play { stage in
      let controller = try stage.the(SizeController.self)
      stage.expect(
        controller.layer.frame,
        is: CGRect(x: 150, y: 150, width: 100, height: 100),
        "the frame"
      )
      stage.expect(controller.empty.frame, is: .zero, "the frame of a layer with neither")
      stage.expect([(151, 151, .blue), (249, 249, .blue), (1, 1, .white)], "the one that shows")
      try stage.show()
    }

  private static let speeds = Demo("AG-4.x1", "Speeds multiply") { Speeds() }
    .screen(450, 120)
    .play { stage in
      let controller = try stage.the(Speeds.self)
      stage.move(to: 0)
      for layer in [controller.outer, controller.inner] {
        let move = CABasicAnimation(keyPath: "position.x")
        (move.byValue, move.duration) = (100.0, 4)
        layer.add(move, forKey: "move")
      }
      stage.move(to: 0.5)
      try stage.show()
      stage.move(to: 0.99)
      stage.expect(!(controller.inner.animationKeys()?.isEmpty ?? true), "the inner one runs")
      stage.move(to: 1.01)
      stage.expect(controller.inner.animationKeys()?.isEmpty ?? true, "for a quarter of the time")
      stage.move(to: 1.99)
      stage.expect(!(controller.outer.animationKeys()?.isEmpty ?? true), "the outer one runs")
      stage.move(to: 2.01)
      stage.expect(controller.outer.animationKeys()?.isEmpty ?? true, "for half of it")
    }

  private static let constraint = Demo("AG-F4.1", "One constraint") { ConstraintController() }
    .screen(320, 320)
    .play { stage in
      let controller = try stage.the(ConstraintController.self)
      stage.move(to: 0)
      stage.expect(
        controller.layer.frame,
        is: CGRect(x: 10, y: 80, width: 80, height: 40),
        "it is centred vertically"
      )
      try stage.show("200 high")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      controller.parentLayer.frame.size.height = 300
      CATransaction.commit()
      stage.wait(0.3)
      stage.expect(controller.layer.frame.midY, is: 150, "and stays so")
      try stage.show("300 high")
    }

  private static let constraints = Demo("AG-F4.2", "Two layers with constraints") {
    TwoConstraints()
  }
  .screen(400, 325)
  .play { stage in
    let controller = try stage.the(TwoConstraints.self)
    stage.move(to: 0)
    stage.expect(
      controller.layerA.frame,
      is: CGRect(x: 100, y: 100, width: 100, height: 25),
      "A in 300 by 225"
    )
    stage.expect(
      controller.layerB.frame,
      is: CGRect(x: 100, y: 10, width: 100, height: 80),
      "B below it"
    )
    try stage.show("300 by 225")
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    controller.parentLayer.frame = CGRect(x: 0, y: 0, width: 400, height: 325)
    CATransaction.commit()
    stage.wait(0.3)
    stage.expect(
      controller.layerA.frame,
      is: CGRect(x: 150, y: 150, width: 100, height: 25),
      "A in 400 by 325"
    )
    stage.expect(
      controller.layerB.frame,
      is: CGRect(x: 150, y: 10, width: 100, height: 130),
      "B below it"
    )
    try stage.show("400 by 325")
  }

  private static let circle = Demo("AG-4.x2", "Constraints in a circle") { CircleController() }
    .screen(200, 100)
    .play { stage in
      let controller = try stage.the(CircleController.self)
      stage.move(to: 0)
      stage.expect(controller.other.frame.midY, is: 50, "other layers are laid out")
      stage.expect(controller.first.frame.size, is: CGSize(width: 40, height: 30), "A has its size")
      try stage.show()
    }

  private static let autoresizing = Demo("AG-4.x3", "Sublayers that resize") { Autoresizing() }
    .screen(210, 440)
    .play { stage in
      let controller = try stage.the(Autoresizing.self)
      try stage.show("100 wide")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      for parent in controller.parents { parent.frame.size.width = 200 }
      CATransaction.commit()
      let frames = controller.resizing.map(\.frame)
      let expected = [(10.0, 80.0), (10, 180), (10, 80), (110, 80)]
      for (frame, (x, width)) in zip(frames, expected) {
        stage.expect(frame, is: CGRect(x: x, y: 10, width: width, height: 80), "a child")
      }
      try stage.show("200 wide")
    }

  private static let manual = Demo("AG-4.x4", "Layout by the delegate") { ManualLayout() }
    .screen(320, 120)
    .play { stage in
      let controller = try stage.the(ManualLayout.self)
      stage.move(to: 0)
      stage.expect([(11, 30, .red), (60, 30, .green), (109, 30, .blue)], "a row")
      try stage.show("100 wide")
      let calls = controller.calls
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      controller.row.frame.size.width = 300
      CATransaction.commit()
      stage.wait(0.5)
      stage.expect(controller.calls > calls, "the delegate is asked again")
      stage.expect([(60, 30, .red), (160, 30, .green), (260, 30, .blue)], "a longer row")
      stage.expect(
        controller.stubborn.sublayers?.first?.frame ?? .zero,
        is: CGRect(x: 0, y: 0, width: 20, height: 20),
        "an empty layoutSublayers() lays out nothing"
      )
      try stage.show("300 wide")
    }

  private static let clipping = Demo("AG-F4.3", "A parent that clips") { ClippingController() }
    .screen(300, 300)
    .play { stage in
      let layer = try stage.the(ClippingController.self).layer
      stage.expect(
        [(218, 218, .orange), (279, 279, .orange), (200, 200, .orange), (161, 161, .orange)],
        "all of the child"
      )
      try stage.show("all")
      layer.masksToBounds = true
      stage.wait(0.3)
      stage.expect(
        [(218, 218, .white), (279, 279, .white), (200, 200, .orange), (100, 100, .blue)],
        "its part within the rounded parent"
      )
      try stage.show("clipped")
    }

  private static let conversion = Demo("AG-4.x5", "From one layer to another") { Conversion() }
    .screen(260, 260)
    .play { stage in
      let (outer, inner) = try {
        let controller = try stage.the(Conversion.self)
        return (controller.outer, controller.inner)
      }()
      stage.move(to: 0)
      let point = CGPoint(x: 17, y: 3)
      let there = inner.convert(point, to: outer)
      stage.expect(outer.convert(there, to: inner), is: point, within: 1e-9, "there and back")
      stage.expect(inner.convert(there, from: outer), is: point, within: 1e-9, "from there")
      stage.expect(
        inner.convert(CGPoint(x: 5, y: 5), to: outer),
        is: CGPoint(x: 145, y: 65),
        within: 1e-9,
        "the corner of a layer that is turned"
      )
      let rect = CGRect(x: 5, y: 5, width: 80, height: 40)
      stage.expect(
        inner.convert(rect, to: outer),
        is: CGRect(x: 105, y: 65, width: 40, height: 80),
        within: 1e-9,
        "a rectangle"
      )
      stage.expect(
        outer.convert(CGPoint(x: 5, y: 5), to: nil),
        is: CGPoint(x: 20, y: 20),
        within: 1e-9,
        "nil is what is outermost"
      )
      let now = CACurrentMediaTime()
      let difference = inner.convertTime(now + 1, from: nil) - inner.convertTime(now, from: nil)
      stage.expect(CGFloat(difference), is: 2, within: 1e-6, "twice the speed, twice the time")
      try stage.show()
    }
}

extension Stage {
  /// States a size.
  func expect(_ size: CGSize, is expected: CGSize, _ statement: String) {
    expect(size == expected, "\(statement): \(expected), found \(size)")
  }
}

private final class TreeController: UIViewController {
  let parentLayer = CALayer(CGRect(x: 0, y: 0, width: 160, height: 80))
  let elsewhere = CALayer()
  private(set) var layers: [CALayer] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    let colors: [(String, UIColor)] = [
      ("a", .red), ("b", .green), ("c", .blue), ("d", .cyan), ("e", .black), ("f", .yellow),
      ("g", .magenta),
    ]
    layers = colors.map { name, color in
      let layer = CALayer(CGRect.zero, color)
      layer.name = name
      return layer
    }
    if let last = layers.last { elsewhere.addSublayer(last) }
    for layer in [elsewhere, parentLayer] { view.layer.addSublayer(layer) }
  }

  /// Puts the sublayers side by side, in their order.
  func spread() {
    for (index, layer) in (parentLayer.sublayers ?? []).enumerated() {
      layer.frame = CGRect(x: 10 + index * 20, y: 10 + index * 6, width: 40, height: 40)
    }
  }
}

private final class SizeController: UIViewController {
  let layer = CALayer()
  let empty = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.position = CGPoint(x: 200, y: 200)
    layer.backgroundColor = UIColor.blue.cgColor
    empty.backgroundColor = UIColor.red.cgColor
    for layer in [layer, empty] { view.layer.addSublayer(layer) }
  }
}

private final class Speeds: UIViewController {
  let outer = CALayer(CGRect(x: 10, y: 10, width: 200, height: 100), .lightGray)
  let inner = CALayer(CGRect(x: 10, y: 10, width: 60, height: 80), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    outer.speed = 2
    inner.speed = 2
    outer.addSublayer(inner)
    view.layer.addSublayer(outer)
  }
}

private final class ConstraintController: UIViewController {
  let parentLayer = CALayer(CGRect(x: 10, y: 10, width: 300, height: 200), .lightGray)
  let layer = CALayer(CGRect(x: 10, y: 5, width: 80, height: 40), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    parentLayer.layoutManager = CAConstraintLayoutManager()
    layer.addConstraint(
      CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY)
    )
    parentLayer.addSublayer(layer)
    view.layer.addSublayer(parentLayer)
  }
}

/// A in the middle; B below it, with y up.
private final class TwoConstraints: UIViewController {
  let parentLayer = CALayer(CGRect(x: 0, y: 0, width: 300, height: 225), .lightGray)
  let layerA = CALayer()
  let layerB = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    parentLayer.isGeometryFlipped = true
    parentLayer.layoutManager = CAConstraintLayoutManager()
    view.layer.addSublayer(parentLayer)
    layerA.name = "layerA"
    layerA.bounds = CGRect(x: 0, y: 0, width: 100, height: 25)
    layerA.borderWidth = 2
    layerA.constraints = [
      CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY),
      CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX),
    ]
    layerB.name = "layerB"
    layerB.borderWidth = 2
    layerB.constraints = [
      CAConstraint(attribute: .width, relativeTo: "layerA", attribute: .width),
      CAConstraint(attribute: .midX, relativeTo: "layerA", attribute: .midX),
      CAConstraint(attribute: .maxY, relativeTo: "layerA", attribute: .minY, offset: -10),
      CAConstraint(attribute: .minY, relativeTo: "superlayer", attribute: .minY, offset: 10),
    ]
    // Their order does not matter.
    for layer in [layerB, layerA] { parentLayer.addSublayer(layer) }
  }
}

private final class CircleController: UIViewController {
  let first = CALayer(CGRect(x: 10, y: 10, width: 40, height: 30), .red)
  let second = CALayer(CGRect(x: 60, y: 10, width: 40, height: 30), .green)
  let other = CALayer(CGRect(x: 120, y: 0, width: 40, height: 30), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.layoutManager = CAConstraintLayoutManager()
    (first.name, second.name) = ("first", "second")
    first.addConstraint(CAConstraint(attribute: .minX, relativeTo: "second", attribute: .maxX))
    second.addConstraint(CAConstraint(attribute: .minX, relativeTo: "first", attribute: .maxX))
    other.addConstraint(CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY))
    let host = CALayer(CGRect(x: 0, y: 0, width: 200, height: 100))
    host.layoutManager = CAConstraintLayoutManager()
    host.sublayers = [first, second, other]
    view.layer.addSublayer(host)
  }
}

private final class Autoresizing: UIViewController {
  private(set) var parents: [CALayer] = []
  private(set) var resizing: [CALayer] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    let masks: [CAAutoresizingMask] = [[], .layerWidthSizable, .layerMaxXMargin, .layerMinXMargin]
    for (index, mask) in masks.enumerated() {
      let parent = CALayer(CGRect(x: 5, y: 5 + index * 108, width: 100, height: 100), .lightGray)
      let child = CALayer(CGRect(x: 10, y: 10, width: 80, height: 80), .blue)
      child.autoresizingMask = mask
      parent.addSublayer(child)
      view.layer.addSublayer(parent)
      parents.append(parent)
      resizing.append(child)
    }
  }
}

/// A layer that lays out nothing.
private final class StubbornLayer: CALayer {
  override func layoutSublayers() {}
}

private final class ManualLayout: UIViewController, @preconcurrency CALayerDelegate {
  let row = CALayer(CGRect(x: 10, y: 10, width: 100, height: 40), .lightGray)
  let stubborn = StubbornLayer()
  private(set) var calls = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    row.delegate = self
    row.sublayers = [UIColor.red, .green, .blue].map { CALayer(CGRect.zero, $0) }
    view.layer.addSublayer(row)
    stubborn.frame = CGRect(x: 10, y: 60, width: 200, height: 50)
    stubborn.backgroundColor = UIColor.lightGray.cgColor
    stubborn.layoutManager = CAConstraintLayoutManager()
    let child = CALayer(CGRect(x: 0, y: 0, width: 20, height: 20), .blue)
    child.addConstraint(CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
    stubborn.addSublayer(child)
    view.layer.addSublayer(stubborn)
  }

  func layoutSublayers(of layer: CALayer) {
    calls += 1
    let width = layer.bounds.width / 3
    for (index, sublayer) in (layer.sublayers ?? []).enumerated() {
      let x = CGFloat(index) * width
      sublayer.frame = CGRect(x: x, y: 0, width: width, height: layer.bounds.height)
    }
  }
}

private final class ClippingController: UIViewController {
  let layer = CALayer(CGRect(x: 20, y: 20, width: 200, height: 200), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.cornerRadius = 40
    let child = CALayer(CGRect(x: 0, y: 0, width: 120, height: 120), .orange)
    child.position = CGPoint(x: 200, y: 200)
    layer.addSublayer(child)
    view.layer.addSublayer(layer)
  }
}

private final class Conversion: UIViewController {
  let outer = CALayer(CGRect(x: 20, y: 20, width: 220, height: 220), .lightGray)
  let inner = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    outer.bounds.origin = CGPoint(x: 5, y: 5)
    inner.bounds = CGRect(x: 5, y: 5, width: 80, height: 40)
    inner.position = CGPoint(x: 125, y: 105)
    inner.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    inner.backgroundColor = UIColor.blue.cgColor
    inner.speed = 2
    outer.addSublayer(inner)
    view.layer.addSublayer(outer)
  }
}
