// The programming guide, chapter 1: drawing once, coordinates, anchor points, matrices, trees.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum GuideGeometry {
  static let demos: [Demo] = [
    drawing, kinds, orientation, unitPoints, anchors, rotation, rowTimesMatrix, matrices, tree,
    threeTrees,
  ]

  private static let drawing = Demo("AG-F1.1", "Drawn once, and moved by the layer") {
    DrawnOnce()
  }
  .play { stage in
    let controller = try stage.the(DrawnOnce.self)
    let layer = controller.layer
    stage.expect(at: CGPoint(x: 70, y: 90), .red, "the disc")
    stage.expect(controller.painter.count == 1, "it is drawn once")
    try stage.show("drawn")
    layer.position = CGPoint(x: 160, y: 300)
    layer.opacity = 0.5
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    stage.wait(0.125)
    try stage.show("on the way")
    stage.wait(0.2)
    stage.expect(
      at: CGPoint(x: 160, y: 215),
      UIColor(red: 1, green: 0.5, blue: 0.5, alpha: 1),
      "moved, enlarged, half clear"
    )
    stage.expect(controller.painter.count == 1, "and not drawn again")
    try stage.show("arrived")
  }

  private static let kinds = Demo("AG-F1.2", "Kinds of changes, all animated") { Kinds() }
    .screen(300, 200)
    .play { stage in
      let layers = try stage.the(Kinds.self).layers
      try stage.show("before")
      layers[0].position.x += 40
      layers[1].bounds.size.width = 90
      layers[2].opacity = 0.2
      layers[3].setValue(CGFloat.pi / 4, forKeyPath: "transform.rotation.z")
      layers[4].setValue(0.5, forKeyPath: "transform.scale")
      layers[5].backgroundColor = UIColor.red.cgColor
      layers[5].cornerRadius = 30
      stage.wait(0.125)
      let shown = layers.map { $0.presentation() ?? $0 }
      stage.expect(shown[0].position.x > 50 && shown[0].position.x < 90, "moving")
      stage.expect(shown[1].bounds.width > 60 && shown[1].bounds.width < 90, "growing")
      stage.expect(shown[2].opacity > 0.2 && shown[2].opacity < 1, "fading")
      let angle = shown[3].value(forKeyPath: "transform.rotation.z") as? Double ?? 0
      stage.expect(angle > 0 && angle < .pi / 4, "turning")
      let scale = shown[4].value(forKeyPath: "transform.scale") as? Double ?? 0
      stage.expect(scale > 0.5 && scale < 1, "shrinking")
      stage.expect(shown[5].cornerRadius > 0 && shown[5].cornerRadius < 30, "getting round")
      try stage.show("on the way")
      stage.wait(0.125)
      stage.expect(
        layers.allSatisfy { $0.animationKeys()?.isEmpty ?? true },
        "all have ended by 0.25 s"
      )
      try stage.show("after")
    }

  private static let orientation = Demo("AG-F1.3", "The origin at the top, and at the bottom") {
    Orientation()
  }
  .screen(410, 200)
  .play { stage in
    stage.expect(
      [(45, 65, .red), (155, 135, .blue), (45, 135, .blue), (35, 100, .lightGray)],
      "from the top"
    )
    stage.expect(
      [(255, 135, .red), (365, 65, .blue), (255, 65, .blue), (245, 100, .lightGray)],
      "from the bottom"
    )
    try stage.show()
  }

  private static let unitPoints = Demo("AG-F1.4", "Points of the unit square") { UnitPoints() }
    .screen(410, 200)
    .play { stage in
      stage.expect(
        [(40, 60, .red), (160, 60, .green), (40, 140, .yellow), (160, 140, .black)],
        "(0, 0) is at the top left"
      )
      stage.expect(
        [(250, 140, .red), (370, 140, .green), (250, 60, .yellow), (370, 60, .black)],
        "(0, 0) is at the bottom left"
      )
      stage.expect([(100, 100, .white), (310, 100, .white)], "the middle is the same")
      try stage.show()
    }

  private static let anchors = Demo("AG-F1.5", "The anchor point and the position") { Anchors() }
    .screen(260, 220)
    .play { stage in
      let layer = try stage.the(Anchors.self).layer
      let frame = CGRect(x: 40, y: 60, width: 120, height: 80)
      stage.expect(layer.position, is: CGPoint(x: 100, y: 100), "the position is in the middle")
      try stage.show("anchored in the middle")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.anchorPoint = .zero
      layer.frame = frame
      CATransaction.commit()
      stage.expect(layer.position, is: CGPoint(x: 40, y: 60), "the position is the corner")
      stage.expect([(42, 62, .blue), (158, 138, .blue), (162, 100, .white)], "the same picture")
      try stage.show("anchored at the corner")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
      layer.frame = frame
      layer.anchorPoint = .zero
      CATransaction.commit()
      stage.expect(
        layer.frame,
        is: CGRect(x: 100, y: 100, width: 120, height: 80),
        "the anchor point alone moves the layer"
      )
      try stage.show("the anchor alone")
    }

  private static let rotation = Demo("AG-F1.6", "The anchor point and a rotation") { Rotation() }
    .screen(200, 200)
    .play { stage in
      let layers = try stage.the(Rotation.self).layers
      let expected = [
        [(68.04, 35.36), (171.96, 95.36), (131.96, 164.64), (28.04, 104.64)],
        [(40, 60), (143.92, 120), (103.92, 189.28), (0, 129.28)],
      ]
      for (layer, places) in zip(layers, expected) {
        let corners = [(0.0, 0.0), (120, 0), (120, 80), (0, 80)]
        for (corner, place) in zip(corners, places) {
          stage.expect(
            layer.convert(CGPoint(x: corner.0, y: corner.1), to: layer.superlayer),
            is: CGPoint(x: place.0, y: place.1),
            within: 0.006,
            "a corner"
          )
        }
      }
      try stage.show()
    }

  private static let rowTimesMatrix = Demo("AG-F1.7", "A point times a matrix") { Anchors() }
    .screen(260, 220)
    .play { stage in
      // The members in rows are 1 to 16.
      let matrix = CATransform3D(
        m11: 1,
        m12: 2,
        m13: 3,
        m14: 4,
        m21: 5,
        m22: 6,
        m23: 7,
        m24: 8,
        m31: 9,
        m32: 10,
        m33: 11,
        m34: 12,
        m41: 13,
        m42: 14,
        m43: 15,
        m44: 16
      )
      // A translation is a point in the last row: what becomes of it is the point's product.
      let product = CATransform3DConcat(CATransform3DMakeTranslation(1, 2, 3), matrix)
      stage.expect(product.m41, is: 1 + 2 * 5 + 3 * 9 + 13, "x")
      stage.expect(product.m42, is: 2 + 2 * 6 + 3 * 10 + 14, "y")
      stage.expect(product.m43, is: 3 + 2 * 7 + 3 * 11 + 15, "z")
      stage.expect(product.m44, is: 4 + 2 * 8 + 3 * 12 + 16, "w")
      let layer = try stage.the(Anchors.self).layer
      layer.transform = CATransform3DMakeTranslation(30, 20, 0)
      stage.wait(0.3)
      stage.expect([(72, 82, .blue), (188, 158, .blue), (68, 100, .white)], "a layer so moved")
      try stage.show()
    }

  private static let matrices = Demo("AG-F1.8", "What matrices do") { Matrices() }
    .screen(400, 100)
    .play { stage in
      let third = CGFloat.pi / 6
      let (c, s) = (cos(third), sin(third))
      let move = CATransform3DMakeTranslation(3, 4, 5)
      stage.expect(move.m41 == 3 && move.m42 == 4 && move.m43 == 5, "a translation")
      let scale = CATransform3DMakeScale(2, 3, 4)
      stage.expect(scale.m11 == 2 && scale.m22 == 3 && scale.m33 == 4, "a scale")
      let rotations: [(String, CATransform3D, [CGFloat])] = [
        ("x", CATransform3DMakeRotation(third, 1, 0, 0), [1, 0, 0, 0, c, s, 0, -s, c]),
        ("y", CATransform3DMakeRotation(third, 0, 1, 0), [c, 0, -s, 0, 1, 0, s, 0, c]),
        ("z", CATransform3DMakeRotation(third, 0, 0, 1), [c, s, 0, -s, c, 0, 0, 0, 1]),
      ]
      for (axis, matrix, members) in rotations {
        let layer = CALayer()
        layer.setValue(third, forKeyPath: "transform.rotation.\(axis)")
        for made in [matrix, layer.transform] {
          let found = [
            made.m11, made.m12, made.m13, made.m21, made.m22, made.m23, made.m31, made.m32,
            made.m33,
          ]
          let isEqual = zip(found, members).allSatisfy { abs($0 - $1) < 1e-9 }
          stage.expect(isEqual, "a rotation about \(axis): \(found)")
        }
      }
      try stage.show()
    }

  private static let tree = Demo("AG-F1.9", "The layers of a window") { WindowTree() }
    .screen(240, 160)
    .play { stage in
      let controller = try stage.the(WindowTree.self)
      let content: CALayer = controller.view.layer
      stage.expect(content.superlayer === stage.window.layer, "the content is in the window")
      let children = [controller.button.layer, controller.first, controller.second]
      stage.expect(content.sublayers == children, "it has three sublayers")
      stage.expect(children.allSatisfy { $0.superlayer === content }, "which know it")
      let all = [stage.window.layer, content] + children
      stage.expect(all.filter { $0.delegate is UIView }.count == 3, "three of five have a view")
      stage.expect(all.filter { $0.delegate == nil }.count == 2, "two have none")
      try stage.show()
    }

  private static let threeTrees = Demo("AG-F1.10", "Model and presentation") { WindowTree() }
    .screen(240, 160)
    .play { stage in
      let controller = try stage.the(WindowTree.self)
      let layer = controller.first
      stage.move(to: 0)
      layer.position.x += 100
      let target = layer.position.x
      var seen: [CGFloat] = []
      for _ in 0..<4 {
        stage.wait(0.05)
        seen.append(layer.presentation()?.position.x ?? 0)
      }
      stage.expect(layer.position.x == target, "the model has the target")
      stage.expect(
        zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 } && seen[3] < target,
        "the presentation is on its way: \(seen)"
      )
      let content: CALayer = controller.view.layer
      let all = [stage.window.layer, content] + (content.sublayers ?? [])
      for layer in all {
        let copy = layer.presentation()
        stage.expect(copy != nil && copy !== layer, "each layer has a copy")
        stage.expect(copy.map { type(of: $0) == type(of: layer) } ?? false, "of its class")
        stage.expect(
          copy?.sublayers?.count ?? 0 == layer.sublayers?.count ?? 0,
          "with as many sublayers"
        )
      }
      layer.presentation()?.backgroundColor = UIColor.black.cgColor
      stage.wait(0.3)
      stage.expect(at: CGPoint(x: 140, y: 100), .green, "changes of a copy are not seen")
      try stage.show()
    }
}

/// Draws a red disc, and counts.
final class DiscPainter: CALayerDelegate {
  private(set) var count = 0

  func draw(_ layer: CALayer, in ctx: CGContext) {
    count += 1
    ctx.setFillColor(UIColor.red.cgColor)
    ctx.fillEllipse(in: layer.bounds)
  }
}

private final class DrawnOnce: UIViewController {
  let layer = CALayer(CGRect(x: 20, y: 40, width: 100, height: 100))
  let painter = DiscPainter()

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.delegate = painter
    view.layer.addSublayer(layer)
    layer.setNeedsDisplay()
  }
}

private final class Kinds: UIViewController {
  let layers = (0..<6).map { index in
    CALayer(CGRect(x: 20 + index % 3 * 100, y: 20 + index / 3 * 100, width: 60, height: 60), .blue)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.sublayers = layers
  }
}

/// Returns two panels of 200 by 200 in a view: one with y down, one with y up.
@MainActor
private func panels(in view: UIView) -> [CALayer] {
  [false, true].map { isFlipped in
    let panel = CALayer(CGRect(x: isFlipped ? 210 : 0, y: 0, width: 200, height: 200), .lightGray)
    panel.isGeometryFlipped = isFlipped
    view.layer.addSublayer(panel)
    return panel
  }
}

private final class Orientation: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for panel in panels(in: view) {
      let layer = CALayer(CGRect(x: 0, y: 0, width: 120, height: 80), .blue)
      layer.position = CGPoint(x: 100, y: 100)
      layer.addSublayer(CALayer(CGRect(x: 0, y: 0, width: 20, height: 20), .red))
      panel.addSublayer(layer)
    }
  }
}

private final class UnitPoints: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let points: [(CGFloat, CGFloat, UIColor)] = [
      (0, 0, .red), (1, 0, .green), (0, 1, .yellow), (1, 1, .black), (0.5, 0.5, .white),
    ]
    for panel in panels(in: view) {
      let layer = CALayer(CGRect(x: 40, y: 60, width: 120, height: 80), .blue)
      panel.addSublayer(layer)
      for (x, y, color) in points {
        let marker = CALayer(CGRect(x: 0, y: 0, width: 10, height: 10), color)
        marker.position = CGPoint(x: x * layer.bounds.width, y: y * layer.bounds.height)
        layer.addSublayer(marker)
      }
    }
  }
}

private final class Anchors: UIViewController {
  let layer = CALayer(CGRect(x: 40, y: 60, width: 120, height: 80), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.addSublayer(layer)
  }
}

private final class Rotation: UIViewController {
  private(set) var layers: [CALayer] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    for (anchor, color) in [(0.5, UIColor.blue), (0, .red)] {
      let layer = CALayer()
      layer.anchorPoint = CGPoint(x: anchor, y: anchor)
      layer.frame = CGRect(x: 40, y: 60, width: 120, height: 80)
      layer.backgroundColor = color.withAlphaComponent(0.5).cgColor
      layer.transform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
      view.layer.addSublayer(layer)
      layers.append(layer)
    }
  }
}

/// A translation, a scale and three rotations of the same picture.
private final class Matrices: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let transforms = [
      CATransform3DMakeTranslation(3, 4, 5), CATransform3DMakeScale(0.5, 1.5, 1),
      CATransform3DMakeRotation(.pi / 6, 1, 0, 0), CATransform3DMakeRotation(.pi / 6, 0, 1, 0),
      CATransform3DMakeRotation(.pi / 6, 0, 0, 1),
    ]
    for (index, transform) in transforms.enumerated() {
      let layer = CALayer(CGRect(x: 20 + index * 75, y: 25, width: 50, height: 50))
      layer.contents = NeuburgAssets.quarters(50).cgImage
      layer.transform = transform
      view.layer.addSublayer(layer)
    }
  }
}

/// A view in the window with a button and two layers.
private final class WindowTree: UIViewController {
  let button = UIButton(type: .system)
  let first = CALayer(CGRect(x: 20, y: 80, width: 40, height: 40), .green)
  let second = CALayer(CGRect(x: 70, y: 80, width: 40, height: 40), .orange)

  override func viewDidLoad() {
    super.viewDidLoad()
    button.frame = CGRect(x: 20, y: 20, width: 100, height: 40)
    button.setTitle("Button", for: .normal)
    view.addSubview(button)
    view.layer.addSublayer(first)
    view.layer.addSublayer(second)
  }
}
