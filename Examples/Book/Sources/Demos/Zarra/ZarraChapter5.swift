// Zarra and Long, chapter 5: transforms.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter5 {
  static let demos: [Demo] = [scale, rotate, flip, anchor, overwritten, combined, bounds]

  // MARK: Listings 5-1 to 5-5

  /// A layer with a border, and three buttons that transform it, there and back.
  class Transforms: Zarra.Window {
    let workLayer = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      layOut()
      workLayer.backgroundColor = UIColor(white: 0.5, alpha: 1).cgColor
      workLayer.cornerRadius = 5
      workLayer.borderWidth = 2
      workLayer.borderColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      root.addSublayer(workLayer)
      addButton("Scale", x: 10, y: 320) { [weak self] in
        self?.animate(to: CATransform3DMakeScale(0.5, 0.5, 1))
      }
      addButton("Rotate", x: 120, y: 320) { [weak self] in
        self?.animate(to: CATransform3DMakeRotation(1.57, 0, 0, 1))
      }
      addButton("3D Rotate", x: 230, y: 320) { [weak self] in
        self?.animate(to: CATransform3DMakeRotation(1.57, 1, 1, 0))
      }
    }

    func layOut() { workLayer.frame = CGRect(x: 120, y: 90, width: 240, height: 180) }

    private func animate(to transform: CATransform3D) {
      workLayer.removeAllAnimations()
      let animation = CABasicAnimation(keyPath: "transform")
      animation.fromValue = NSValue(caTransform3D: CATransform3DIdentity)
      animation.toValue = NSValue(caTransform3D: transform)
      animation.autoreverses = true
      animation.repeatCount = 100
      animation.duration = 1
      workLayer.add(animation, forKey: "transform")
    }

    /// A corner of the layer as it is seen, from the middle of the window.
    func corner(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
      guard let shown = workLayer.presentation() else { return .zero }
      let size = shown.bounds.size
      let anchor = shown.anchorPoint
      let q = CGPoint(x: (x - anchor.x) * size.width, y: (y - anchor.y) * size.height)
      let t = shown.transform
      return CGPoint(
        x: shown.position.x + q.x * t.m11 + q.y * t.m21 - root.bounds.midX,
        y: shown.position.y + q.x * t.m12 + q.y * t.m22 - root.bounds.midY
      )
    }
  }

  /// The same with the anchor in the lower left.
  final class AtCorner: Transforms {
    override func layOut() {
      workLayer.anchorPoint = .zero
      super.layOut()
    }
  }

  private static func frame(_ controller: Transforms) -> CGRect {
    (controller.workLayer.presentation() ?? controller.workLayer).frame
  }

  private static let scale = Demo("ZL-5.2", "Scale") { Transforms() }
    .screen(480, 360)
    .play(Transforms.self) { stage, controller in
      stage.press("Scale")
      let start = stage.time
      for (time, rect) in [
        (0, CGRect(x: 120, y: 90, width: 240, height: 180)),
        (0.5, CGRect(x: 150, y: 112.5, width: 180, height: 135)),
        (1, CGRect(x: 180, y: 135, width: 120, height: 90)),
        (2, CGRect(x: 120, y: 90, width: 240, height: 180)),
        (199, CGRect(x: 180, y: 135, width: 120, height: 90)),
      ] {
        stage.move(to: start + time)
        stage.expect(frame(controller), is: rect, within: 0.01, "at \(time) s")
        if time == 1 { stage.expect([(180, 180, .green), (182, 180, .gray)], "a border of 1") }
        if time < 2 { try stage.show() }
      }
      stage.move(to: start + 200.1)
      stage.expect(controller.workLayer.animationKeys() == nil, "it stops after 200 s")
    }

  private static let rotate = Demo("ZL-5.3", "Rotate") { Transforms() }
    .screen(480, 360)
    .play(Transforms.self) { stage, controller in
      stage.press("Rotate")
      let start = stage.time
      for (time, corner) in [
        (0, CGPoint(x: 120, y: 90)), (0.5, CGPoint(x: 21.3, y: 148.5)),
        (1, CGPoint(x: -89.9, y: 120.07)), (1.5, CGPoint(x: 21.3, y: 148.5)),
        (2, CGPoint(x: 120, y: 90)),
      ] {
        stage.move(to: start + time)
        let found = controller.corner(1, 1)
        stage.expect(found, is: corner, within: 0.15, "counter-clockwise, at \(time) s")
        if time <= 1 { try stage.show() }
      }
    }

  private static let flip = Demo("ZL-5.4", "Rotate in space") { Transforms() }
    .screen(480, 360)
    .play(Transforms.self) { stage, controller in
      stage.press("3D Rotate")
      let start = stage.time
      for time in [0.5, 1.5] {
        stage.move(to: start + time)
        for (x, y, corner) in [
          (1, 1, CGPoint(x: 115.6, y: 94.4)), (1, 0, CGPoint(x: 89.3, y: -59.3)),
          (0, 1, CGPoint(x: -89.3, y: 59.3)), (0, 0, CGPoint(x: -115.6, y: -94.4)),
        ] as [(CGFloat, CGFloat, CGPoint)] {
          stage.expect(controller.corner(x, y), is: corner, within: 0.1, "a corner at \(time) s")
        }
        try stage.show()
        if time > 1 { break }
        stage.move(to: start + 1)
        for corner in [controller.corner(1, 1), controller.corner(1, 0)] {
          stage.expect(corner.x, is: corner.y, within: 0.2, "edge-on")
          stage.expect(abs(corner.x) <= 105.2, "no longer than that")
        }
        try stage.show()
      }
    }

  private static let anchor = Demo("ZL-5.5", "About a corner") { AtCorner() }
    .screen(480, 360)
    .play(AtCorner.self) { stage, controller in
      stage.expect(
        frame(controller),
        is: CGRect(x: 120, y: 90, width: 240, height: 180),
        "the same frame"
      )
      stage.press("Scale")
      stage.wait(1)
      stage.expect(
        frame(controller),
        is: CGRect(x: 120, y: 90, width: 120, height: 90),
        within: 0.01,
        "the lower left corner stays"
      )
      try stage.show()
      stage.press("Rotate")
      for _ in 0..<4 {
        stage.wait(0.3)
        let corner = controller.corner(0, 0)
        stage.expect(corner, is: CGPoint(x: -120, y: -90), within: 0.01, "that corner stays")
      }
      stage.wait(0.7)
      try stage.show()
    }

  // MARK: Listings 5-6 to 5-8

  /// A small layer in the lower left that a click sends to the upper right.
  final class Moving: Zarra.Window {
    enum Way { case overwritten, combined, otherOrder, bounds }
    let layer = CALayer()
    let way: Way

    init(_ way: Way) {
      self.way = way
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("not from a coder") }

    override func viewDidLoad() {
      super.viewDidLoad()
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.position = CGPoint(x: 55, y: 55)
      layer.backgroundColor = UIColor(white: 0.5, alpha: 1).cgColor
      layer.cornerRadius = 5
      layer.borderWidth = 2
      layer.borderColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      root.addSublayer(layer)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let rotation = CATransform3DMakeRotation(1.57, 0, 0, 1)
      CATransaction.begin()
      CATransaction.setValue(5.0, forKey: kCATransactionAnimationDuration)
      layer.position = CGPoint(x: root.bounds.maxX - 30, y: root.bounds.maxY - 30)
      switch way {
      case .overwritten:
        layer.transform = rotation
        layer.transform = CATransform3DMakeScale(0.1, 0.1, 1)
      case .combined:
        layer.transform = CATransform3DConcat(rotation, CATransform3DMakeScale(0.1, 0.5, 1))
      case .otherOrder:
        layer.transform = CATransform3DConcat(CATransform3DMakeScale(0.1, 0.5, 1), rotation)
      case .bounds:
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.transform = rotation
      }
      CATransaction.commit()
    }
  }

  private static let overwritten = Demo("ZL-5.7", "The last transform wins") {
    Moving(.overwritten)
  }
  .screen(480, 360)
  .play(Moving.self) { stage, controller in
    try stage.show()
    stage.tap(CGPoint(x: 240, y: 180))
    stage.wait(2.5)
    stage.expectAngle(controller.layer, 0)
    stage.expect(
      stage.shown(controller.layer, "transform.scale.x"),
      is: 1 - 0.9 * 0.8024,
      within: 0.001,
      "it gets smaller"
    )
    try stage.show()
    stage.wait(2.6)
    let frame = controller.layer.frame
    stage.expect(frame, is: CGRect(x: 445, y: 325, width: 10, height: 10), within: 0.01, "its end")
    stage.expectAngle(controller.layer, 0)
    try stage.show()
  }

  private static let combined = Demo("ZL-5.8", "Rotation and scale, in both orders") {
    Moving(.combined)
  }
  .screen(480, 360)
  .play(Moving.self) { stage, controller in
    stage.tap(CGPoint(x: 240, y: 180))
    stage.wait(2.5)
    stage.expectPlace(controller.layer, 55 + 395 * 0.8024, 55 + 275 * 0.8024, within: 0.1)
    try stage.show("on the way")
    stage.wait(2.6)
    let frame = controller.layer.frame
    stage.expect(
      frame,
      is: CGRect(x: 445, y: 305, width: 10, height: 50),
      within: 0.1,
      "rotated, then scaled: narrow"
    )
    try stage.show("rotated, then scaled")
    let other = Moving(.otherOrder)
    stage.window.rootViewController = other
    stage.wait(0.1)
    stage.tap(CGPoint(x: 240, y: 180))
    stage.wait(5.1)
    stage.expect(
      other.layer.frame,
      is: CGRect(x: 425, y: 325, width: 50, height: 10),
      within: 0.1,
      "scaled, then rotated: low"
    )
    try stage.show("scaled, then rotated")
  }

  private static let bounds = Demo("ZL-5.9", "Bounds in place of a scale") { Moving(.bounds) }
    .screen(480, 360)
    .play(Moving.self) { stage, controller in
      stage.tap(CGPoint(x: 240, y: 180))
      stage.wait(1.25)
      try stage.show()
      stage.wait(3.85)
      stage.expectAngle(controller.layer, 1.57 * 180 / .pi)
      stage.expectPlace(controller.layer, 450, 330)
      stage.expect(
        [(450, 30, .gray), (445.5, 30, .green), (450, 34.5, .green)],
        within: 40,
        "a ring of two points"
      )
      stage.expect([(445.5, 25.5, .black), (443, 30, .black)], within: 8, "of ten across")
      try stage.show()
    }
}
