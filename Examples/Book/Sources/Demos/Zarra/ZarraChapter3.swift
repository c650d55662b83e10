// Zarra and Long, chapter 3: basic animations, implicit and explicit.
// Licensed under the MIT license; see LICENSE.
//
// The text's windows and views move by their animators; views move in blocks here.

import BookKit
import UIKit

@MainActor
enum ZarraChapter3 {
  static let demos: [Demo] = [
    frames, registered, withoutAnimation, originAndSize, withoutActions, transaction, bounds,
    anchors, basics, position, setAndAnimate, implicit, sticky, timing,
  ]

  // MARK: Listings 3-1 to 3-4

  /// A panel that goes to another frame in four ways.
  final class Frames: UIViewController {
    let panel = UIView(frame: CGRect(x: 20, y: 20, width: 100, height: 75))
    let goal = CGRect(x: 200, y: 150, width: 200, height: 150)
    let marker = CALayer(CGRect(x: 20, y: 250, width: 40, height: 40), .systemRed)

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      panel.backgroundColor = .systemBlue
      view.addSubview(panel)
    }

    /// Listing 3-1.
    func moveInBlock() {
      UIView.animate(withDuration: 5, delay: 0, options: .curveLinear) {
        self.panel.frame = self.goal
      }
    }

    /// Listing 3-2: one animation for a key, which is used whenever the property is set.
    func register() {
      let animation = CABasicAnimation(keyPath: "position")
      animation.duration = 5
      marker.actions = ["position": animation]
      view.layer.addSublayer(marker)
    }

    /// Listing 3-3, with and without the animation.
    func setFrame(_ frame: CGRect, animate: Bool) {
      UIView.animate(withDuration: animate ? 0.25 : 0) { self.panel.frame = frame }
    }

    /// Listing 3-4.
    func moveByOriginAndSize() {
      let (old, new) = (panel.frame, goal)
      let origin = CABasicAnimation(keyPath: "position")
      origin.fromValue = CGPoint(x: old.midX, y: old.midY)
      origin.toValue = CGPoint(x: new.midX, y: new.midY)
      let size = CABasicAnimation(keyPath: "bounds.size")
      (size.fromValue, size.toValue) = (old.size, new.size)
      for (key, animation) in [("frameOrigin", origin), ("frameSize", size)] {
        animation.duration = 5
        panel.layer.add(animation, forKey: key)
      }
      panel.frame = new
    }
  }

  private static func seen(_ view: UIView) -> CGRect {
    (view.layer.presentation() ?? view.layer).frame
  }

  private static let frames = Demo("ZL-3.1", "A frame in a block") { Frames() }
    .screen(480, 320)
    .play(Frames.self) { stage, controller in
      controller.moveInBlock()
      let start = stage.time
      stage.expect(controller.panel.frame == controller.goal, "the view has its frame at once")
      for (time, frame) in [
        (0, CGRect(x: 20, y: 20, width: 100, height: 75)),
        (2.5, CGRect(x: 110, y: 85, width: 150, height: 112.5)), (5, controller.goal),
      ] {
        stage.move(to: start + time)
        stage.expect(seen(controller.panel), is: frame, within: 0.01, "at \(time) s")
        try stage.show()
      }
    }

  private static let registered = Demo("ZL-3.2", "An animation for a key") { Frames() }
    .screen(480, 320)
    .play(Frames.self) { stage, controller in
      controller.register()
      stage.wait(0.1)
      let start = stage.time
      controller.marker.position.x = 440
      stage.expect(controller.marker.animationKeys() == ["position"], "it is used")
      stage.move(to: start + 2.5)
      stage.expectPlace(controller.marker, 240, 270)
      try stage.show()
      stage.move(to: start + 5.1)
      stage.expectPlace(controller.marker, 440, 270)
      controller.marker.opacity = 0.5
      stage.expect(
        CGFloat(controller.marker.animation(forKey: "opacity")?.duration ?? 0),
        is: 0.25,
        "other keys have their own"
      )
    }

  private static let withoutAnimation = Demo("ZL-3.3", "With and without animation") { Frames() }
    .screen(480, 320)
    .play(Frames.self) { stage, controller in
      controller.setFrame(controller.goal, animate: false)
      stage.wait(0.01)
      stage.expect(seen(controller.panel), is: controller.goal, "there at once")
      try stage.show()
      let back = CGRect(x: 20, y: 20, width: 100, height: 75)
      controller.setFrame(back, animate: true)
      stage.wait(0.125)
      let frame = seen(controller.panel)
      stage.expect(frame, is: CGRect(x: 110, y: 85, width: 150, height: 112.5), within: 1, "half")
      try stage.show()
      stage.wait(0.126)
      stage.expect(seen(controller.panel), is: back, within: 0.01, "there")
    }

  private static let originAndSize = Demo("ZL-3.4", "Origin and size") { Frames() }
    .screen(480, 320)
    .play(Frames.self) { stage, controller in
      controller.moveByOriginAndSize()
      let start = stage.time
      stage.expect(
        Set(controller.panel.layer.animationKeys() ?? []) == ["frameOrigin", "frameSize"],
        "two animations, and no other"
      )
      stage.move(to: start + 2.5)
      let half = CGRect(x: 110, y: 85, width: 150, height: 112.5)
      stage.expect(seen(controller.panel), is: half, within: 0.01, "half way")
      try stage.show()
      stage.move(to: start + 5.1)
      stage.expect(seen(controller.panel), is: controller.goal, "the frame is kept")
      try stage.show()
    }

  // MARK: The sample scene

  /// A layer with a border in the middle of a window, three quarters opaque.
  class Basics: Zarra.Window, @preconcurrency CALayerDelegate {
    let layer = CALayer()
    let (start, goal) = (CGPoint(x: 60, y: 60), CGPoint(x: 420, y: 300))
    /// Keys without actions, while the window is the layer's delegate.
    var silentKeys: Set<String> = []

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
      layer.backgroundColor = CGColor(red: 0.4, green: 0.3, blue: 0.2, alpha: 1)
      layer.opacity = 0.75
      layer.borderWidth = 5
      root.addSublayer(layer)
    }

    /// The animation of the listings from 3-8 on.
    func way() -> CABasicAnimation { Zarra.animation("position", from: start, to: goal, 5) }

    func grow() { layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 200) }

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      silentKeys.contains(event) ? NSNull() : nil
    }
  }

  private static func demo(
    _ id: String,
    _ title: String,
    _ script: @escaping @MainActor (Stage, Basics) throws -> Void
  ) -> Demo {
    Demo(id, title) { Basics() }.screen(480, 360, scale: 0.5).play(Basics.self, script)
  }

  private static let basics = demo("ZL-3.0", "A layer with a border") { stage, _ in
    stage.expect(
      [
        (240, 180, Lockwood1.rgb(140, 121, 102)), (192, 180, Lockwood1.rgb(64, 64, 64)),
        (288, 180, Lockwood1.rgb(64, 64, 64)), (187, 180, .white), (292, 180, .white),
      ],
      "background, border, and around"
    )
    try stage.show()
  }

  private static let withoutActions = demo("ZL-3.5", "Without actions") { stage, controller in
    CATransaction.begin()
    CATransaction.setValue(true, forKey: kCATransactionDisableActions)
    controller.grow()
    CATransaction.commit()
    stage.expect(controller.layer.animationKeys() == nil, "no animation")
    stage.wait(1.0 / 60)
    stage.expectSize(controller.layer, 200, 200)
    try stage.show("a transaction without actions")
    controller.silentKeys = ["bounds"]
    controller.layer.delegate = controller
    controller.layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    controller.layer.position.x = 420
    stage.expect(controller.layer.animationKeys() == ["position"], "bounds jump, positions do not")
    stage.wait(0.1)
    stage.expectSize(controller.layer, 60, 60)
    try stage.show("a delegate that answers NSNull")
    controller.layer.delegate = nil
  }

  private static let transaction = demo("ZL-3.6", "A transaction's duration") {
    stage,
    controller in
    let start = stage.time
    CATransaction.begin()
    CATransaction.setValue(5.0, forKey: kCATransactionAnimationDuration)
    controller.grow()
    CATransaction.commit()
    stage.expect(controller.layer.bounds.width == 200, "the model is there at once")
    for (time, side) in [(1.25, 140.85), (2.5, 180.24), (5, 200)] as [(Double, CGFloat)] {
      stage.move(to: start + time)
      stage.expectSize(controller.layer, side, side)
      try stage.show()
    }
  }

  private static let bounds = demo("ZL-3.7", "Bounds, explicitly") { stage, controller in
    let start = stage.time
    let old = controller.layer.bounds
    controller.grow()
    let animation = Zarra.animation("bounds", from: old, to: controller.layer.bounds, 5)
    controller.layer.add(animation, forKey: "bounds")
    for (time, side) in [(0, 100), (2.5, 150), (4.9999, 200)] as [(Double, CGFloat)] {
      stage.move(to: start + time)
      stage.expectSize(controller.layer, side, side)
      stage.expectPlace(controller.layer, 240, 180)
      stage.expect(controller.layer.animationKeys() == ["bounds"], "one animation")
      try stage.show()
    }
    stage.move(to: start + 5.1)
    stage.expectSize(controller.layer, 200, 200)
  }

  private static let position = demo("ZL-3.8", "There, and back at once") { stage, controller in
    let start = stage.time
    controller.layer.add(controller.way(), forKey: "position")
    for (time, x, y) in [(0, 60, 60), (2.5, 240, 180), (4.9999, 420, 300), (5.01, 240, 180)]
      as [(Double, CGFloat, CGFloat)]
    {
      stage.move(to: start + time)
      stage.expectPlace(controller.layer, x, y)
      try stage.show()
    }
  }

  private static let setAndAnimate = demo("ZL-3.9", "Set and animate") { stage, controller in
    let layer = controller.layer
    for key in ["position", nil] {
      let start = stage.time
      layer.position = controller.goal
      layer.add(controller.way(), forKey: key)
      stage.expect(
        CGFloat(layer.animation(forKey: "position")?.duration ?? 0),
        is: key == nil ? 0.25 : 5,
        key == nil ? "the implicit animation stays" : "the implicit animation is replaced"
      )
      for (time, x, y) in [(1, 132, 108), (2.5, 240, 180), (5.01, 420, 300)]
        as [(Double, CGFloat, CGFloat)]
      {
        stage.move(to: start + time)
        stage.expectPlace(layer, x, y)
        if key != nil { try stage.show() }
      }
      Lockwood2.withoutActions { layer.position = CGPoint(x: 240, y: 180) }
    }
  }

  private static let implicit = demo("ZL-3.10", "Slow, and even") { stage, controller in
    for (name, x, y) in [
      (CAMediaTimingFunctionName.default, 60 + 360 * 0.8024, 60 + 240 * 0.8024),
      (.linear, 240, 180),
    ] as [(CAMediaTimingFunctionName, CGFloat, CGFloat)] {
      Lockwood2.withoutActions { controller.layer.position = controller.start }
      stage.wait(0.1)
      let start = stage.time
      CATransaction.begin()
      CATransaction.setAnimationDuration(5)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: name))
      controller.layer.position = controller.goal
      CATransaction.commit()
      stage.move(to: start + 2.5)
      stage.expectPlace(controller.layer, x, y)
      try stage.show("\(name.rawValue), half of the time")
      stage.move(to: start + 5.1)
      stage.expectPlace(controller.layer, 420, 300)
    }
  }

  private static let sticky = demo("ZL-3.11", "An animation that stays") { stage, controller in
    let (start, layer) = (stage.time, controller.layer)
    let animation = CABasicAnimation(keyPath: "position")
    animation.toValue = controller.goal
    animation.duration = 5
    animation.fillMode = .forwards
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: "position")
    for (time, x, y) in [(0, 240, 180), (2.5, 330, 240), (50, 420, 300)]
      as [(Double, CGFloat, CGFloat)]
    {
      stage.move(to: start + time)
      stage.expectPlace(layer, x, y)
      try stage.show()
    }
    stage.expect(layer.position, is: CGPoint(x: 240, y: 180), "the model has not moved")
    stage.expect(layer.animation(forKey: "position") != nil, "the animation is still there")
    let middle = CGPoint(x: 240, y: 180)
    stage.expect(controller.layer(at: middle) === layer, "touches find the model")
    stage.expect(controller.layer(at: controller.goal) === controller.root, "and no more")
  }

  // MARK: Figure 3-1

  /// Nine layers at one position, one for each anchor.
  final class Anchors: Zarra.Window {
    private(set) var layers: [CALayer] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      for index in 0..<9 {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
        layer.anchorPoint = CGPoint(x: CGFloat(index % 3) / 2, y: CGFloat(index / 3) / 2)
        layer.position = CGPoint(x: 240, y: 180)
        layer.backgroundColor =
          UIColor(hue: CGFloat(index) / 9, saturation: 0.8, brightness: 1, alpha: 0.4).cgColor
        layer.borderWidth = 1
        root.addSublayer(layer)
        layers.append(layer)
      }
    }
  }

  private static let anchors = Demo("ZL-3.F1", "Anchor points") { Anchors() }
    .screen(480, 360, scale: 0.5)
    .play(Anchors.self) { stage, controller in
      for layer in controller.layers {
        let anchor = layer.anchorPoint
        stage.expect(
          layer.frame,
          is: CGRect(x: 240 - 60 * anchor.x, y: 180 - 60 * anchor.y, width: 60, height: 60),
          "the frame for \(anchor)"
        )
      }
      let box = try Lockwood1.Pixels(stage).box { $0 != [255, 255, 255] }
      stage.expect(box, is: CGRect(x: 180, y: 120, width: 120, height: 120), "all of them")
      try stage.show()
    }

  // MARK: Timing

  /// Six layers that go the same way, each with a timing of its own.
  final class Timing: Zarra.Window {
    private(set) var layers: [String: CALayer] = [:]

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      root.isGeometryFlipped = false
      let changes: [(String, (CABasicAnimation) -> Void)] = [
        ("once", { _ in }), ("speed", { $0.speed = 2 }),
        ("autoreverses", { $0.autoreverses = true }), ("repeatCount", { $0.repeatCount = 2.5 }),
        ("repeatDuration", { $0.repeatDuration = 9 }),
        ("infinite", { $0.repeatCount = .greatestFiniteMagnitude }),
      ]
      for (index, (name, change)) in changes.enumerated() {
        let layer = CALayer(CGRect(x: 10, y: 10 + 24 * index, width: 20, height: 20), .systemBlue)
        root.addSublayer(layer)
        layers[name] = layer
        let move = Zarra.animation("position.x", from: 20.0, to: 120.0, 6)
        change(move)
        layer.add(move, forKey: "move")
      }
    }
  }

  private static let timing = Demo("ZL-3.P", "Properties of timing") { Timing() }
    .screen(140, 154)
    .play(Timing.self) { stage, controller in
      let places: [(Double, String, CGFloat)] = [
        (1.5, "speed", 70), (3, "once", 70), (3.01, "speed", 20), (6, "autoreverses", 120),
        (6.01, "once", 20), (7, "repeatCount", 36.6667), (8.999, "repeatDuration", 69.98),
        (9.01, "repeatDuration", 20), (11.999, "autoreverses", 20.02),
        (14.999, "repeatCount", 69.98), (15.01, "repeatCount", 20), (63, "infinite", 70),
      ]
      for (time, name, x) in places {
        stage.move(to: time)
        guard let layer = controller.layers[name] else { continue }
        stage.expect(stage.shown(layer, "position.x"), is: x, within: 0.02, "\(name) at \(time)")
        if [1.5, 7, 63].contains(time) { try stage.show() }
      }
      stage.expect(controller.layers["once"]?.animationKeys() == nil, "what has ended is removed")
      stage.expect(controller.layers["infinite"]?.animationKeys() == ["move"], "the other is not")
    }
}
