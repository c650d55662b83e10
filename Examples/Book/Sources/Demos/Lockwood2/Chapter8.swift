// Chapter 8: explicit animations of properties.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 8.
@MainActor
enum LockwoodChapter8 {
  static let demos: [Demo] =
    [snapBack, modelFirst, fromPresentation, helper, delegate, clock, keyframes] + moving + turning
    + [group] + transitions + tabs

  static let middle = CGPoint(x: 160, y: 240)

  // MARK: 8.1

  /// Adds an animation and leaves the model as it is.
  final class SnapBack: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.toValue = Lockwood2.orange.cgColor
      colorLayer.add(animation, forKey: nil)
    }
  }

  private static let snapBack = Demo("LW-8.1", "It snaps back") { SnapBack() }
    .play(SnapBack.self) { stage, controller in
      stage.press("Change Color")
      stage.move(to: 0.125)
      stage.expect(at: middle, Lockwood2.rgb(128, 64, 128), "halfway, in a straight line")
      stage.expect(controller.colorLayer.backgroundColor == UIColor.blue.cgColor, "the model")
      try stage.show()
      stage.move(to: 0.249)
      try stage.show()
      stage.move(to: 0.25)
      stage.expect(at: middle, .blue, "after the end")
      try stage.show()
    }

  /// Sets the model first, and animates from the old value.
  final class ModelFirst: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.fromValue = colorLayer.backgroundColor
      animation.toValue = Lockwood2.orange.cgColor
      colorLayer.backgroundColor = Lockwood2.orange.cgColor
      colorLayer.add(animation, forKey: nil)
    }
  }

  private static let modelFirst = Demo("LW-8.1a", "The model goes first") { ModelFirst() }
    .play(ModelFirst.self) { stage, controller in
      stage.press("Change Color")
      stage.expect(controller.colorLayer.backgroundColor == Lockwood2.orange.cgColor, "the model")
      stage.move(to: 0.125)
      // The implicit animation that came along is not seen.
      stage.expect(at: middle, Lockwood2.rgb(128, 64, 128), "the explicit one is seen")
      stage.expect(controller.colorLayer.animation(forKey: "backgroundColor") != nil, "the other")
      try stage.show()
      stage.move(to: 0.25)
      stage.expect(at: middle, Lockwood2.orange, "it stays")
      try stage.show()
    }

  /// Animates from what is seen, without an implicit animation.
  final class FromPresentation: Lockwood2.BlueSquare {
    var color = Lockwood2.orange

    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.fromValue = (colorLayer.presentation() ?? colorLayer).backgroundColor
      animation.toValue = color.cgColor
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      colorLayer.backgroundColor = color.cgColor
      CATransaction.commit()
      colorLayer.add(animation, forKey: nil)
    }
  }

  private static let fromPresentation = Demo("LW-8.1b", "From what is seen") { FromPresentation() }
    .play(FromPresentation.self) { stage, controller in
      let layer = controller.colorLayer
      stage.press("Change Color")
      stage.move(to: 0.124)
      stage.expectColor(layer, 126, 63, 128)
      stage.expect(layer.animation(forKey: "backgroundColor") == nil, "no implicit animation")
      stage.move(to: 0.125)
      stage.expectColor(layer, 128, 64, 128)
      try stage.show()
      controller.color = .green
      stage.press("Change Color")
      stage.move(to: 0.126)
      stage.expectColor(layer, 127, 64, 127)
      stage.move(to: 0.25)
      stage.expectColor(layer, 64, 159, 64)
      try stage.show()
      stage.move(to: 0.375)
      stage.expect(at: middle, .green, "in the end")
      try stage.show()
    }

  // MARK: 8.2

  /// Applies a basic animation to a layer and its model.
  final class Helper: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change") { [unowned self] in change() }
    }

    private func change() {
      let changes: [(keyPath: String, value: Any)] = [
        ("position", CGPoint(x: 120, y: 140)), ("cornerRadius", 40.0), ("opacity", 0.5),
        ("bounds.size.height", 20.0), ("transform.rotation.z", Double.pi / 2),
        ("backgroundColor", Lockwood2.orange.cgColor),
      ]
      for change in changes {
        let animation = CABasicAnimation(keyPath: change.keyPath)
        animation.toValue = change.value
        animation.duration = 1
        apply(animation, to: colorLayer)
      }
    }

    private func apply(_ animation: CABasicAnimation, to layer: CALayer) {
      guard let keyPath = animation.keyPath else { return }
      animation.fromValue = (layer.presentation() ?? layer).value(forKeyPath: keyPath)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.setValue(animation.toValue, forKeyPath: keyPath)
      CATransaction.commit()
      layer.add(animation, forKey: nil)
    }
  }

  private static let helper = Demo("LW-8.2", "A helper for any property") { Helper() }
    .play(Helper.self) { stage, controller in
      let layer = controller.colorLayer
      try stage.show()
      stage.press("Change")
      stage.move(to: 0.5)
      stage.expectPlace(layer, 110, 120)
      stage.expect(stage.shown(layer, "cornerRadius"), is: 20, "the radius")
      stage.expect(stage.shown(layer, "opacity"), is: 0.75, "the opacity")
      stage.expect(stage.shown(layer, "bounds.size.height"), is: 60, "the height")
      stage.expectAngle(layer, 45)
      stage.expectColor(layer, 128, 64, 128)
      try stage.show()
      stage.move(to: 1)
      stage.expectPlace(layer, 120, 140)
      stage.expectAngle(layer, 90)
      stage.expect(stage.shown(layer, "bounds.size.height"), is: 20, "the height in the end")
      try stage.show()
    }

  // MARK: 8.3

  /// The model follows when the animation stops.
  final class Delegate: Lockwood2.BlueSquare, @MainActor CAAnimationDelegate {
    private(set) var stops: [Bool] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.toValue = Lockwood2.orange.cgColor
      animation.delegate = self
      colorLayer.add(animation, forKey: nil)
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      stops.append(flag)
      guard let animation = anim as? CABasicAnimation else { return }
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      colorLayer.setValue(animation.toValue, forKey: "backgroundColor")
      CATransaction.commit()
    }
  }

  private static let delegate = Demo("LW-8.3", "The model follows in the end") { Delegate() }
    .play(Delegate.self) { stage, controller in
      stage.press("Change Color")
      stage.move(to: 0.125)
      try stage.show()
      stage.expect(controller.stops.isEmpty, "it has not stopped")
      for time in [0.25, 0.26, 1] {
        stage.move(to: time)
        stage.expect(at: middle, Lockwood2.orange, "the colour at \(time) s")
      }
      stage.expect(controller.stops == [true], "one call: it has finished")
      stage.expect(controller.colorLayer.animationKeys() == nil, "no second animation")
      try stage.show()
    }

  // MARK: 8.4

  /// A clock whose hands move with each second.
  final class Clock: Lockwood2.ClockScreen, @MainActor CAAnimationDelegate {
    private(set) var stopped: [UIView] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      updateHands(animated: false)
      timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
        MainActor.assumeIsolated { self?.tick() }
      }
    }

    override func tick() { updateHands(animated: true) }

    override func setAngle(_ angle: CGFloat, of hand: UIView, animated: Bool) {
      let transform = CATransform3DMakeRotation(angle, 0, 0, 1)
      guard animated else {
        hand.layer.transform = transform
        return
      }
      let animation = CABasicAnimation(keyPath: "transform")
      animation.toValue = transform
      animation.duration = 0.5
      animation.delegate = self
      animation.setValue(hand, forKey: "handView")
      hand.layer.add(animation, forKey: nil)
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      guard let animation = anim as? CABasicAnimation,
        let hand = animation.value(forKey: "handView") as? UIView,
        let transform = animation.toValue as? CATransform3D
      else { return }
      stopped.append(hand)
      hand.layer.transform = transform
    }
  }

  private static let clock = Demo("LW-8.4", "A clock with moving hands") { Clock() }
    .play(Clock.self) { stage, controller in
      stage.expectAngle(controller.hourHand.layer, 300)
      stage.expectAngle(controller.minuteHand.layer, 48)
      stage.expectAngle(controller.secondHand.layer, 252)
      try stage.show("10:08:42")
      controller.date = Lockwood2.time(10, 8, 43)
      controller.tick()
      for (time, way) in [(0.125, 1.5), (0.25, 3.0), (0.5, 6), (0.9, 6)] {
        stage.move(to: time)
        stage.expectAngle(controller.secondHand.layer, 252 + way)
        stage.expectAngle(controller.minuteHand.layer, 48)
        stage.expectAngle(controller.hourHand.layer, 300)
      }
      stage.expect(Set(controller.stopped).count == 3, "each hand is known when it stops")
      controller.date = Lockwood2.time(10, 8, 59)
      controller.updateHands(animated: false)
      stage.move(to: 0.95)
      stage.expectAngle(controller.secondHand.layer, 354)
      stage.move(to: 1)
      controller.date = Lockwood2.time(10, 9, 0)
      controller.tick()
      stage.move(to: 1.25)
      stage.expectAngle(controller.secondHand.layer, 357)
      stage.expectAngle(controller.minuteHand.layer, 51)
      try stage.show("from 10:08:59 to 10:09:00, halfway")
      stage.move(to: 1.5)
      stage.expectAngle(controller.secondHand.layer, 0)
      stage.expectAngle(controller.minuteHand.layer, 54)
      try stage.show("10:09:00")
    }

  // MARK: 8.5

  /// A colour goes through keyframes.
  final class Keyframes: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      let animation = CAKeyframeAnimation(keyPath: "backgroundColor")
      animation.duration = 2
      animation.values = [
        UIColor.blue.cgColor, UIColor.red.cgColor, UIColor.green.cgColor, UIColor.blue.cgColor,
      ]
      colorLayer.add(animation, forKey: nil)
    }
  }

  private static let keyframes = Demo("LW-8.5", "Keyframes of a colour") { Keyframes() }
    .play(Keyframes.self) { stage, controller in
      stage.press("Change Color")
      let colors: [(Double, UIColor)] = [
        (1 / 3.0, Lockwood2.rgb(128, 0, 128)), (2 / 3.0, .red), (1, Lockwood2.rgb(128, 128, 0)),
        (4 / 3.0, .green), (5 / 3.0, Lockwood2.rgb(0, 128, 128)), (2, .blue),
      ]
      for (time, color) in colors {
        stage.move(to: time)
        stage.expect(at: middle, color, "the colour at \(time) s")
        try stage.show()
      }
    }
}
