// Chapter 9: time in the user's hand.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter9 {
  static let controlled: [Demo] = [repeats, speedAndOffset, scrubbing]

  // MARK: 9.1

  /// A ship that turns for a duration and a count that are typed.
  final class Repeats: Lockwood2.Container, @MainActor CAAnimationDelegate {
    let durationField = UITextField(frame: CGRect(x: 20, y: 40, width: 120, height: 32))
    let repeatField = UITextField(frame: CGRect(x: 180, y: 40, width: 120, height: 32))
    private(set) var startButton = UIButton(type: .system)
    private(set) var ship = CALayer()
    private(set) var stops: [Bool] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      ship = addShip(128, x: 150)
      for (field, title) in [(durationField, "Duration"), (repeatField, "Repeat count")] {
        field.borderStyle = .roundedRect
        field.placeholder = title
        view.addSubview(field)
      }
      startButton = addButton("Start", y: 430) { [unowned self] in start() }
    }

    private func setControlsEnabled(_ isEnabled: Bool) {
      for control in [durationField, repeatField, startButton] {
        control.isEnabled = isEnabled
        control.alpha = isEnabled ? 1 : 0.25
      }
    }

    private func start() {
      durationField.resignFirstResponder()
      repeatField.resignFirstResponder()
      let animation = CABasicAnimation(keyPath: "transform.rotation")
      animation.duration = Double(durationField.text ?? "") ?? 0
      animation.repeatCount = Float(repeatField.text ?? "") ?? 0
      animation.byValue = 2 * CGFloat.pi
      animation.delegate = self
      ship.add(animation, forKey: "rotateAnimation")
      setControlsEnabled(false)
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      stops.append(flag)
      setControlsEnabled(true)
    }
  }

  /// Types the fields anew.
  private static func type(
    _ stage: Stage,
    _ controller: Repeats,
    _ duration: String,
    _ count: String
  ) {
    for (field, text) in [(controller.durationField, duration), (controller.repeatField, count)] {
      field.text = ""
      stage.tap(field)
      UIApplication.shared.type(text)
    }
    stage.press("Start")
  }

  private static let repeats = Demo("LW-9.1", "A duration and a count") { Repeats() }
    .play(Repeats.self) { stage, controller in
      let ship = controller.ship
      type(stage, controller, "2", "3.5")
      stage.expect(controller.durationField.text == "2", "what was typed")
      for (time, degrees) in [(0.5, 90.0), (2.5, 90), (4.5, 90), (6.5, 90), (6.9, 162)] {
        stage.move(to: time)
        stage.expectAngle(ship, degrees)
        stage.expect(controller.startButton.alpha, is: 0.25, "the controls are dimmed")
        stage.expect(!controller.startButton.isEnabled, "and do not work")
        if time == 0.5 { try stage.show("LW-F-9.1") }
      }
      try stage.show()
      stage.move(to: 7)
      stage.expectAngle(ship, 0)
      stage.expect(controller.stops == [true], "it has finished")
      stage.expect(controller.startButton.alpha, is: 1, "the controls are back")
      try stage.show()
      let runs: [(String, String, Double, CGFloat)] = [
        ("0", "0", 0.25, 180), ("1", "0", 1, 180), ("2", "0.5", 1, 90),
      ]
      for (duration, count, whole, halfway) in runs {
        let start = stage.time + 1
        stage.move(to: start)
        let calls = controller.stops.count
        type(stage, controller, duration, count)
        stage.move(to: start + whole / 2)
        stage.expectAngle(ship, halfway)
        stage.expect(
          controller.stops.count == calls,
          "duration \(duration), count \(count): it runs"
        )
        stage.move(to: start + whole + 1e-6)
        stage.expect(controller.stops.count == calls + 1, "and is over after \(whole) s")
      }
    }

  // MARK: 9.3

  /// A ship on the curve, with a speed and an offset to choose.
  final class SpeedAndOffset: Lockwood2.Container {
    let speedSlider = UISlider(frame: CGRect(x: 120, y: 400, width: 180, height: 30))
    let offsetSlider = UISlider(frame: CGRect(x: 120, y: 438, width: 180, height: 30))
    let speedLabel = UILabel(frame: CGRect(x: 10, y: 400, width: 105, height: 30))
    let offsetLabel = UILabel(frame: CGRect(x: 10, y: 438, width: 105, height: 30))
    private(set) var ship = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      addCurve()
      ship = addShip(64, x: 0)
      speedSlider.maximumValue = 2
      speedSlider.value = 1
      for view in [speedSlider, offsetSlider, speedLabel, offsetLabel] {
        self.view.addSubview(view)
      }
      for label in [speedLabel, offsetLabel] { label.font = .systemFont(ofSize: 14) }
      for slider in [speedSlider, offsetSlider] {
        slider.addAction(
          UIAction { [unowned self] _ in updateLabels() },
          for: .valueChanged
        )
      }
      updateLabels()
      addButton("Play", y: 50) { [unowned self] in play() }
    }

    private func updateLabels() {
      speedLabel.text = String(format: "Speed: %.2f", speedSlider.value)
      offsetLabel.text = String(format: "Offset: %.2f", offsetSlider.value)
    }

    private func play() {
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.timeOffset = Double(offsetSlider.value)
      animation.speed = speedSlider.value
      animation.duration = 1
      animation.path = Lockwood2.curve.cgPath
      animation.rotationMode = .rotateAuto
      animation.isRemovedOnCompletion = false
      ship.add(animation, forKey: "slide")
    }
  }

  private struct Run {
    let speed: Float
    let offset: Float
    /// When the ship is where.
    let course: [(Double, CGFloat, CGFloat)]
  }

  private static let runs: [Run] = [
    Run(speed: 1, offset: 0, course: [(0.25, 67.97, 107.81), (0.75, 232.03, 192.19), (1, 0, 150)]),
    Run(speed: 2, offset: 0, course: [(0.125, 67.97, 107.81), (0.25, 150, 150), (0.5, 0, 150)]),
    Run(speed: 0.5, offset: 0, course: [(0.5, 67.97, 107.81), (1.5, 232.03, 192.19), (2, 0, 150)]),
    Run(
      speed: 1,
      offset: 0.5,
      course: [
        (0, 150, 150), (0.25, 232.03, 192.19), (0.49999, 300, 150), (0.50001, 0, 150),
        (0.75, 67.97, 107.81), (0.99999, 150, 150), (1.00001, 0, 150),
      ]
    ),
    // By the published formula; the text expects it to begin at the end.
    Run(
      speed: 2,
      offset: 0.5,
      course: [
        (0, 150, 150), (0.125, 232.03, 192.19), (0.24999, 300, 150), (0.25001, 0, 150),
        (0.375, 67.97, 107.81), (0.50001, 0, 150),
      ]
    ),
    Run(
      speed: 0,
      offset: 0.25,
      course: [(0, 67.97, 107.81), (0.5, 67.97, 107.81), (9, 67.97, 107.81)]
    ),
  ]

  private static let speedAndOffset = Demo("LW-9.3", "Speed and offset") { SpeedAndOffset() }
    .play(SpeedAndOffset.self) { stage, controller in
      for run in runs {
        let start = stage.time.rounded(.up) + 1
        stage.move(to: start)
        controller.speedSlider.value = run.speed
        controller.offsetSlider.value = run.offset
        for slider in [controller.speedSlider, controller.offsetSlider] {
          slider.sendActions(for: .valueChanged)
        }
        stage.press("Play")
        for (index, place) in run.course.enumerated() {
          stage.move(to: start + place.0)
          stage.expectPlace(controller.ship, place.1, place.2, within: 0.1)
          let name = "speed \(run.speed), offset \(run.offset), \(place.0) s"
          if index == 1 { try stage.show(run.speed == 1 ? "LW-F-9.3, \(name)" : name) }
        }
        stage.expect(controller.ship.animationKeys() == ["slide"], "it stays attached")
        stage.expect(
          controller.speedLabel.text == String(format: "Speed: %.2f", run.speed),
          "label"
        )
      }
    }

  // MARK: 9.4

  /// A door that a finger opens: its time is paused, and the finger sets the offset.
  final class Scrubbing: DoorScreen {
    override func viewDidLoad() {
      super.viewDidLoad()
      let pan = UIPanGestureRecognizer(target: self, action: Selector("pan:", Scrubbing.pan))
      view.addGestureRecognizer(pan)
      doorLayer.speed = 0
      doorLayer.add(opening(1), forKey: nil)
    }

    private func pan(_ recognizer: UIPanGestureRecognizer) {
      let x = recognizer.translation(in: view).x / 200
      doorLayer.timeOffset = min(0.999, max(0, doorLayer.timeOffset - x))
      recognizer.setTranslation(.zero, in: view)
    }
  }

  private static let scrubbing = Demo("LW-9.4", "A door moved by hand") { Scrubbing() }
    .play(Scrubbing.self) { stage, controller in
      let (door, app) = (controller.doorLayer, UIApplication.shared)
      for time in [1.0, 10] {
        stage.move(to: time)
        expectDoor(stage, door, edge: 214, degrees: 0)
      }
      try stage.show()
      app.touchBegan(at: CGPoint(x: 300, y: 400))
      // A drag begins after 10 points, and counts from there.
      app.touchMoved(to: CGPoint(x: 290, y: 400))
      let start = CGFloat(door.timeOffset)
      for step in 1...10 { app.touchMoved(to: CGPoint(x: 290 - 10 * step, y: 400)) }
      stage.expect(CGFloat(door.timeOffset) - start, is: 0.5, "100 points are half of the way")
      Lockwood2.withoutActions { door.timeOffset = 0.5 }
      stage.move(to: 10.0001)
      expectDoor(stage, door, edge: 182.4, degrees: -45)
      try stage.show("100 points to the left")
      app.touchMoved(to: CGPoint(x: -10, y: 400))
      stage.move(to: 10.02)
      stage.expect(door.timeOffset, is: 0.999, "not quite the end")
      stage.expect(
        stage.shown(door, "transform.rotation.y") * 180 / .pi,
        is: -89.91,
        within: 0.06,
        "its angle"
      )
      stage.expect(at: CGPoint(x: 78, y: 300), brown, "its back")
      try stage.show("300 points to the left")
      app.touchMoved(to: CGPoint(x: 290, y: 400))
      stage.move(to: 10.04)
      expectDoor(stage, door, edge: 214, degrees: 0)
      app.touchEnded()
      stage.move(to: 12)
      expectDoor(stage, door, edge: 214, degrees: 0)
      try stage.show("300 points to the right")
    }
}
