// The programming guide, chapters 3 and 5: animations, groups, transitions and time.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum GuideAnimation {
  static let demos: [Demo] = [
    implicitFade, explicitFade, bounce, group, viewBlock, values, modes, removal, notes, chain,
  ]

  private static func square(
    _ id: String,
    _ title: String,
    play: @escaping @MainActor (Stage, CALayer) throws -> Void
  ) -> Demo {
    Demo(id, title) { SquareController() }.play { stage in
      let layer = try stage.the(SquareController.self).layer
      stage.move(to: 0)
      try play(stage, layer)
    }
  }

  private static let implicitFade = square("AG-L3.1", "A property fades by itself") {
    stage,
    layer in
    try stage.show()
    layer.opacity = 0
    stage.expect(layer.opacity == 0, "the model has the value at once")
    stage.expect(at: CGPoint(x: 70, y: 70), .blue, "the picture is what it was")
    stage.wait(0.125)
    let shown = layer.presentation()?.opacity ?? 0
    stage.expect(shown > 0 && shown < 1, "it fades")
    try stage.show()
    stage.wait(0.125)
    stage.expect(at: CGPoint(x: 70, y: 70), .white, "it is gone after a quarter of a second")
    try stage.show()
  }

  private static let explicitFade = Demo("AG-L3.2", "A fade of one's own") { ThreeSquares() }
    .screen(300, 100)
    .play { stage in
      let layers = try stage.the(ThreeSquares.self).layers
      stage.move(to: 0)
      // The first keeps the end, the second returns, the third begins where the model is.
      for (index, layer) in layers.enumerated() {
        let fade = CABasicAnimation(keyPath: "opacity")
        if index < 2 { fade.fromValue = 1.0 }
        fade.toValue = 0.0
        fade.duration = 1
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        if index == 2 { layer.opacity = 0 }
        layer.add(fade, forKey: "opacity")
        if index == 0 { layer.opacity = 0 }
        CATransaction.commit()
      }
      for (time, opacity) in [(0.25, 0.75), (0.5, 0.5), (0.75, 0.25)] {
        stage.move(to: time)
        let shown = layers.map { CGFloat($0.presentation()?.opacity ?? -1) }
        stage.expect(shown[0], is: opacity, within: 1e-5, "the first at \(time) s")
        stage.expect(shown[1], is: opacity, within: 1e-5, "the second at \(time) s")
        stage.expect(shown[2], is: 0, within: 1e-5, "the third at \(time) s")
        try stage.show()
      }
      stage.move(to: 1)
      stage.expect([(50, 50, .white), (150, 50, .blue), (250, 50, .white)], "after a second")
      try stage.show()
    }

  private static let bounce = Demo("AG-F3.1", "Along a path of two curves") { Bounce() }
    .screen(640, 480, scale: 0.5)
    .play { stage in
      let layer = try stage.the(Bounce.self).layer
      stage.move(to: 0)
      layer.add(Bounce.animation(), forKey: "position")
      let places = [
        (0, 74.0, 74.0), (1.25, 197, 393.5), (2.5, 320, 74), (3.75, 443, 393.5), (5, 20, 20),
      ]
      for (time, x, y) in places {
        stage.move(to: time)
        stage.expect(
          layer.presentation()?.position ?? .zero,
          is: CGPoint(x: x, y: y),
          within: 0.01,
          "at \(time) s"
        )
        try stage.show()
      }
    }

  private static let group = square("AG-L3.4", "A group of a width and a colour") { stage, layer in
    layer.bounds.size = CGSize(width: 200, height: 200)
    layer.backgroundColor = nil
    let widths = CAKeyframeAnimation(keyPath: "borderWidth")
    widths.values = [1.0, 10.0, 5.0, 30.0, 0.5, 15.0, 2.0, 50.0, 0.0]
    widths.calculationMode = .paced
    let colors = CAKeyframeAnimation(keyPath: "borderColor")
    colors.values = [UIColor.green, .red, .blue].map(\.cgColor)
    colors.calculationMode = .paced
    let group = CAAnimationGroup()
    group.animations = [widths, colors]
    group.duration = 5
    layer.add(group, forKey: "BorderChanges")
    for (time, width) in [(0.5, 10.4), (1.25, 20.5), (2.5, 3), (3, 22.4), (4, 38.8)] {
      stage.move(to: time)
      let shown = layer.presentation()?.borderWidth ?? 0
      stage.expect(shown, is: width, within: 0.05, "the width at \(time) s")
      try stage.show()
    }
    stage.move(to: 2.5)
    let blue = layer.presentation()?.borderColor?.components?[2] ?? 0
    stage.expect(blue > 0.5, "four fifths of the way it is nearly blue: \(blue)")
    stage.move(to: 5)
    stage.expect(layer.presentation()?.borderWidth == 0, "the model again")
  }

  private static let viewBlock = Demo("AG-L3.5", "The layer of a view") { BlockController() }
    .screen(320, 100)
    .play { stage in
      let (inside, outside) = try {
        let controller = try stage.the(BlockController.self)
        return (controller.inside, controller.outside)
      }()
      stage.move(to: 0)
      outside.layer.opacity = 0.5
      stage.expect(outside.layer.animationKeys()?.isEmpty ?? true, "outside of a block: none")
      UIView.animate(withDuration: 1) {
        inside.layer.opacity = 0
        let move = CABasicAnimation(keyPath: "position")
        move.fromValue = NSValue(cgPoint: inside.layer.position)
        move.toValue = NSValue(
          cgPoint: CGPoint(x: inside.layer.position.x + 200, y: inside.layer.position.y)
        )
        move.duration = 3
        inside.layer.add(move, forKey: "AnimateFrame")
      }
      stage.move(to: 0.5)
      try stage.show()
      let shown = inside.layer.presentation()
      stage.expect(CGFloat(shown?.opacity ?? 0), is: 0.5, within: 0.01, "half faded")
      stage.expect(shown?.position.x ?? 0, is: 83.33, within: 0.01, "a sixth of the way")
      stage.move(to: 1)
      stage.expect(CGFloat(inside.layer.presentation()?.opacity ?? 1), is: 0, "faded")
      stage.move(to: 2.999)
      stage.expect(inside.layer.presentation()?.position.x ?? 0, is: 250, within: 0.1, "there")
      stage.move(to: 3)
      stage.expect(inside.layer.presentation()?.position.x ?? 0, is: 50, "back")
    }

  private static let values = Demo("AG-3.x1", "Keyframes of all kinds") { KeyframeKinds() }
    .screen(300, 200)
    .play { stage in
      let layers = try stage.the(KeyframeKinds.self).layers
      stage.move(to: 0.75)
      stage.expect(
        layers[0].presentation()?.bounds ?? .zero,
        is: CGRect(x: 0, y: 0, width: 50, height: 40),
        "bounds half way to the second"
      )
      stage.expect(layers[3].presentation()?.borderWidth ?? 0, is: 5, "a width")
      for (time, color) in [(0.5, UIColor.red), (0.99, .red), (1.0, .green), (2.5, .blue)] {
        stage.move(to: time)
        stage.expect(at: CGPoint(x: 150, y: 150), color, "a whole picture at \(time) s")
        if time != 0.99 { try stage.show() }
      }
    }

  private static let modes = Demo("AG-3.x2", "Ways between keyframes") { Modes() }
    .screen(420, 140)
    .play { stage in
      let layers = try stage.the(Modes.self).layers
      let expected: [(Double, Int, CGFloat)] = [
        (0.75, 0, 50), (0.75, 1, 100), (0.75, 3, 100), (0.75, 6, 31.54), (0.9, 2, 0), (1, 2, 100),
        (1.5, 0, 100), (1.5, 3, 200), (1.5, 4, 100), (1.875, 1, 250), (2, 2, 400), (2.25, 0, 250),
        (2.25, 3, 300), (2.25, 6, 305.4),
      ]
      for (time, index, x) in expected {
        if time > stage.time {
          stage.move(to: time)
          if [0.75, 1.5, 2.25].contains(time) { try stage.show() }
        }
        let shown = layers[index].presentation()?.position.x ?? -1
        stage.expect(shown, is: x, within: 0.1, "\(Modes.names[index]) at \(time) s")
      }
    }

  private static let removal = Demo("AG-3.x3", "Animations that are removed") { Removal() }
    .screen(320, 80)
    .play { stage in
      let layers = try stage.the(Removal.self).layers
      stage.move(to: 1)
      stage.expect(layers[0].presentation()?.position.x ?? 0, is: 100, within: 1e-3, "on its way")
      try stage.show("before")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layers[0].removeAnimation(forKey: "move")
      if let shown = layers[1].presentation() { layers[1].position = shown.position }
      layers[1].removeAllAnimations()
      CATransaction.commit()
      stage.wait(0.1)
      stage.expect(layers[0].presentation()?.position.x ?? 0, is: 300, "the first is at the end")
      stage.expect(layers[1].presentation()?.position.x ?? 0, is: 100, within: 1e-3, "this stays")
      stage.expect(layers[1].animationKeys()?.isEmpty ?? true, "all of them are gone")
      try stage.show("after")
    }

  private static let notes = square("AG-3.x4", "Begins, ends and completions") { stage, layer in
    let listener = Listener()
    func move(_ duration: Double) -> CABasicAnimation {
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0.0, 300.0, duration)
      return move
    }
    var completions = 0
    let whole = move(1)
    whole.delegate = listener
    CATransaction.begin()
    CATransaction.setCompletionBlock { completions += 1 }
    layer.add(whole, forKey: "one")
    layer.add(move(2), forKey: "two")
    CATransaction.commit()
    stage.wait(0.5)
    try stage.show()
    stage.expect(listener.events == ["start"], "it has begun: \(listener.events)")
    stage.wait(0.6)
    stage.expect(listener.events == ["start", "stop true"], "it has ended: \(listener.events)")
    stage.expect(completions == 0, "the other runs on")
    stage.wait(1)
    stage.expect(completions == 1, "both have ended, which is told once")
    let cut = move(1)
    let other = Listener()
    cut.delegate = other
    layer.add(cut, forKey: "cut")
    stage.wait(0.5)
    layer.removeAnimation(forKey: "cut")
    stage.wait(0.1)
    stage.expect(other.events == ["start", "stop false"], "one that is cut: \(other.events)")
  }

  private static let chain = square("AG-3.x5", "One after the other") { stage, layer in
    let corners = [CGPoint(x: 60, y: 60), CGPoint(x: 260, y: 60), CGPoint(x: 260, y: 260)]
    let now = layer.convertTime(CACurrentMediaTime(), from: nil)
    for index in 0..<2 {
      let move = CABasicAnimation(keyPath: "position")
      move.fromValue = NSValue(cgPoint: corners[index])
      move.toValue = NSValue(cgPoint: corners[index + 1])
      move.beginTime = now + Double(index)
      move.duration = 1
      layer.add(move, forKey: "\(index)")
    }
    for (time, x, y) in [(0.999, 259.8, 60.0), (1, 260, 60), (1.001, 260, 60.2), (1.5, 260, 160)] {
      stage.move(to: time)
      stage.expect(
        layer.presentation()?.position ?? .zero,
        is: CGPoint(x: x, y: y),
        within: 0.01,
        "at \(time) s"
      )
      if time >= 1 { try stage.show() }
    }
  }
}

/// Notes what an animation tells.
private final class Listener: CAAnimationDelegate {
  private(set) var events: [String] = []

  func animationDidStart(_ anim: CAAnimation) { events.append("start") }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { events.append("stop \(flag)") }
}

/// One blue layer.
final class SquareController: UIViewController {
  let layer = CALayer(CGRect(x: 40, y: 40, width: 80, height: 80), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.addSublayer(layer)
  }
}

private final class ThreeSquares: UIViewController {
  let layers = (0..<3).map {
    CALayer(CGRect(x: $0 * 100 + 10, y: 10, width: 80, height: 80), .blue)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.sublayers = layers
  }
}

private final class Bounce: UIViewController {
  let layer = CALayer(CGRect(x: 0, y: 0, width: 40, height: 40), .blue)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.isGeometryFlipped = true
    view.layer.addSublayer(layer)
  }

  static func animation() -> CAKeyframeAnimation {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 74, y: 74))
    path.addCurve(
      to: CGPoint(x: 320, y: 74),
      control1: CGPoint(x: 74, y: 500),
      control2: CGPoint(x: 320, y: 500)
    )
    path.addCurve(
      to: CGPoint(x: 566, y: 74),
      control1: CGPoint(x: 320, y: 500),
      control2: CGPoint(x: 566, y: 500)
    )
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = path
    animation.duration = 5
    return animation
  }
}

private final class BlockController: UIViewController {
  let inside = UIView(frame: CGRect(x: 20, y: 20, width: 60, height: 60))
  let outside = UIView(frame: CGRect(x: 120, y: 20, width: 60, height: 60))

  override func viewDidLoad() {
    super.viewDidLoad()
    inside.backgroundColor = .blue
    outside.backgroundColor = .orange
    for view in [outside, inside] { self.view.addSubview(view) }
  }
}

private final class KeyframeKinds: UIViewController {
  let layers = (0..<5).map { index in
    CALayer(
      CGRect(x: index % 3 * 100 + 20, y: index / 3 * 100 + 20, width: 60, height: 60),
      .orange
    )
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.sublayers = layers
    layers[2].borderWidth = 10
    let turned = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let kinds: [(String, [Any])] = [
      (
        "bounds",
        [(40, 40), (60, 40), (60, 60)].map {
          NSValue(cgRect: CGRect(x: 0, y: 0, width: $0.0, height: $0.1))
        }
      ),
      (
        "transform",
        [CATransform3DIdentity, CATransform3DMakeScale(0.5, 0.5, 1), turned].map {
          NSValue(caTransform3D: $0)
        }
      ),
      ("borderColor", [UIColor.red, .green, .blue].map(\.cgColor)),
      ("borderWidth", [0.0, 10.0, 0.0]),
      (
        "contents",
        [UIColor.red, .green, .blue].compactMap { NeuburgAssets.plain(4, 4, $0).cgImage }
      ),
    ]
    for (layer, (keyPath, values)) in zip(layers, kinds) {
      let animation = CAKeyframeAnimation(keyPath: keyPath)
      animation.values = values
      animation.duration = 3
      if keyPath == "contents" { animation.calculationMode = .discrete }
      layer.add(animation, forKey: nil)
    }
  }
}

private final class Modes: UIViewController {
  static let names = [
    "linear", "key times", "discrete", "paced", "cubic", "cubic, paced", "eased",
  ]
  let layers = (0..<7).map { CALayer(CGRect(x: -10, y: $0 * 20, width: 20, height: 18), .blue) }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.sublayers = layers
    let modes: [CAAnimationCalculationMode] = [
      .linear, .linear, .discrete, .paced, .cubic, .cubicPaced, .linear,
    ]
    for (index, mode) in modes.enumerated() {
      let animation = CAKeyframeAnimation(keyPath: "position.x")
      animation.values = [0.0, 100.0, 400.0]
      animation.duration = 3
      animation.calculationMode = mode
      // A paced mode does not look at them.
      if index == 1 || index == 3 { animation.keyTimes = [0, 0.25, 1] }
      if index == 6 {
        animation.timingFunctions = [
          CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeOut),
        ]
      }
      layers[index].add(animation, forKey: nil)
    }
  }
}

private final class Removal: UIViewController {
  let layers = [(0, UIColor.red), (1, .blue)].map {
    CALayer(CGRect(x: 285, y: $0.0 * 40 + 5, width: 30, height: 30), $0.1)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.sublayers = layers
    for layer in layers {
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0.0, 300.0, 3)
      layer.add(move, forKey: "move")
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (1.0, 0.5, 3)
      layer.add(fade, forKey: "fade")
    }
  }
}
