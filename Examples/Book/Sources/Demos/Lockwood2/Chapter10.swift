// Chapter 10: easing.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 10.
@MainActor
enum LockwoodChapter10 {
  static let demos: [Demo] =
    [easedLayer, easedView, easedKeyframes] + graphs + [tickingClock] + balls

  // MARK: 10.1

  /// A touch moves the layer to where it is, with a pace.
  final class EasedLayer: Lockwood2.RedSquare {
    var name = CAMediaTimingFunctionName.easeOut

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: name))
      if let touch = touches.first { colorLayer.position = touch.location(in: view) }
      CATransaction.commit()
    }
  }

  /// The standard functions and their progress at 0.25, 0.5 and 0.75.
  static let functions: [(name: CAMediaTimingFunctionName, progress: [CGFloat])] = [
    (.easeOut, [0.3781, 0.6846, 0.9065]), (.linear, [0.25, 0.5, 0.75]),
    (.easeIn, [0.0935, 0.3154, 0.6219]), (.easeInEaseOut, [0.1292, 0.5, 0.8708]),
    (.default, [0.4085, 0.8024, 0.9605]),
  ]

  private static let easedLayer = Demo("LW-10.1", "A layer that eases") { EasedLayer() }
    .play(EasedLayer.self) { stage, controller in
      for (index, function) in functions.enumerated() {
        let start = 2 * Double(index)
        stage.move(to: start)
        Lockwood2.withoutActions { controller.colorLayer.position = CGPoint(x: 160, y: 240) }
        stage.move(to: start + 0.01)
        controller.name = function.name
        stage.tap(CGPoint(x: 260, y: 340))
        for (quarter, progress) in zip([0.25, 0.5, 0.75], function.progress) {
          stage.move(to: start + 0.01 + quarter)
          let way = 100 * progress
          stage.expectPlace(controller.colorLayer, 160 + way, 240 + way)
          if index == 0 || quarter == 0.5 {
            try stage.show("\(function.name.rawValue), \(quarter) s")
          }
        }
        stage.move(to: start + 1.01)
        stage.expectPlace(controller.colorLayer, 260, 340)
      }
    }

  // MARK: 10.2

  /// The same with a view.
  final class EasedView: Lockwood2.Screen {
    let colorView = UIView(frame: CGRect(x: 110, y: 190, width: 100, height: 100))
    var options: UIView.AnimationOptions = .curveEaseOut
    var delay: TimeInterval = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      colorView.backgroundColor = .red
      view.addSubview(colorView)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: view) else { return }
      UIView.animate(
        withDuration: 1,
        delay: delay,
        options: options,
        animations: { [colorView] in colorView.center = point },
        completion: nil
      )
    }
  }

  private static let easedView = Demo("LW-10.2", "A view that eases") { EasedView() }
    .play(EasedView.self) { stage, controller in
      let runs: [(String, UIView.AnimationOptions, TimeInterval, [CGFloat])] = [
        ("ease out", .curveEaseOut, 0, [0.3781, 0.6846, 0.9065]),
        ("no option", [], 0, [0.1292, 0.5, 0.8708]),
        ("after half a second", .curveEaseOut, 0.5, [0.3781, 0.6846, 0.9065]),
      ]
      for (index, run) in runs.enumerated() {
        let start = 3 * Double(index)
        stage.move(to: start)
        controller.colorView.center = CGPoint(x: 160, y: 240)
        stage.move(to: start + 0.01)
        (controller.options, controller.delay) = (run.1, run.2)
        stage.tap(CGPoint(x: 260, y: 340))
        let begin = start + 0.01 + run.2
        if run.2 > 0 {
          stage.move(to: begin - 0.1)
          stage.expectPlace(controller.colorView.layer, 160, 240)
        }
        for (quarter, progress) in zip([0.25, 0.5, 0.75], run.3) {
          stage.move(to: begin + quarter)
          stage.expectPlace(controller.colorView.layer, 160 + 100 * progress, 240 + 100 * progress)
          if quarter == 0.5 { try stage.show("\(run.0), 0.5 s") }
        }
        stage.move(to: begin + 1)
        stage.expectPlace(controller.colorView.layer, 260, 340)
      }
    }

  // MARK: 10.3

  /// Keyframes of a colour, each of which eases in.
  final class EasedKeyframes: Lockwood2.BlueSquare {
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
      let easeIn = CAMediaTimingFunction(name: .easeIn)
      animation.timingFunctions = [easeIn, easeIn, easeIn]
      colorLayer.add(animation, forKey: nil)
    }
  }

  private static let easedKeyframes = Demo("LW-10.3", "Keyframes that ease") { EasedKeyframes() }
    .play(EasedKeyframes.self) { stage, controller in
      stage.press("Change Color")
      let colors: [(Double, UIColor)] = [
        (1 / 3.0, Lockwood2.rgb(80, 0, 175)), (2 / 3.0, .red), (1, Lockwood2.rgb(175, 80, 0)),
        (5 / 3.0, Lockwood2.rgb(0, 175, 80)), (2, .blue),
      ]
      for (time, color) in colors {
        stage.move(to: time)
        stage.expect(at: CGPoint(x: 160, y: 240), color, "the colour at \(time) s")
        try stage.show()
      }
    }

  // MARK: 10.5

  /// A clock whose hands tick.
  final class TickingClock: Lockwood2.ClockScreen {
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
      animation.fromValue = hand.layer.presentation()?.value(forKey: "transform")
      animation.toValue = transform
      animation.duration = 0.5
      animation.timingFunction = CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1)
      hand.layer.transform = transform
      hand.layer.add(animation, forKey: nil)
    }
  }

  private static let tickingClock = Demo("LW-10.5", "A clock that ticks") { TickingClock() }
    .play(TickingClock.self) { stage, controller in
      try stage.show("10:08:42")
      controller.date = Lockwood2.time(10, 8, 43)
      controller.tick()
      let course: [(Double, CGFloat)] = [
        (0, 0), (0.125, 0.15), (0.25, 0.75), (0.375, 2.55), (0.45, 5.44), (0.5, 6), (0.9, 6),
      ]
      for (time, way) in course {
        stage.move(to: time)
        stage.expectAngle(controller.secondHand.layer, 252 + way, within: 0.02)
        stage.expectAngle(controller.minuteHand.layer, 48)
        if time == 0.375 { try stage.show() }
      }
      stage.expect(controller.secondHand.layer.animationKeys() == nil, "nothing is left over")
      try stage.show()
    }
}
