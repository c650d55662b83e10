// Zarra and Long, chapter 13: paths, touches and blocks of views.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter13 {
  static let demos: [Demo] = [starLabel, touches, flow, drags, bounces, withAndWithoutBlock]

  // MARK: 13.1

  /// A label that goes along a star while its button waits.
  final class StarLabel: UIViewController, CAAnimationDelegate {
    let label = UILabel(frame: CGRect(x: 139, y: 89, width: 42, height: 22))
    let button = UIButton(frame: CGRect(x: 110, y: 420, width: 100, height: 40))
    private(set) var ends: [Bool] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .black
      label.text = "Star"
      label.textColor = .white
      button.setTitle("Draw", for: .normal)
      button.addTarget(self, action: Selector("draw", StarLabel.draw), for: .touchUpInside)
      view.addSubview(label)
      view.addSubview(button)
    }

    private func draw() {
      button.isEnabled = false
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 160, y: 100))
      for (x, y) in [(100, 280), (260, 170), (60, 170), (220, 280)] {
        path.addLine(to: CGPoint(x: x, y: y))
      }
      path.closeSubpath()
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.path = path
      animation.duration = 10
      animation.delegate = self
      label.layer.add(animation, forKey: "position")
    }

    nonisolated func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      MainActor.assumeIsolated {
        ends.append(flag)
        button.isEnabled = true
      }
    }
  }

  private static let starLabel = Demo("ZL-13.1", "A label along a star") { StarLabel() }
    .play(StarLabel.self) { stage, controller in
      stage.press("Draw")
      let start = stage.time
      let centers: [(CGFloat, CGFloat)] = [
        (160, 100), (130, 190), (100, 280), (180, 225), (260, 170), (160, 170), (60, 170),
        (140, 225), (220, 280), (190, 190),
      ]
      for (second, center) in centers.enumerated() {
        stage.move(to: start + Double(second))
        stage.expectPlace(controller.label.layer, center.0, center.1)
        stage.expect(!controller.button.isEnabled, "the button waits")
        if second == 3 { stage.tap(controller.button) }
        if second % 3 == 0 { try stage.show() }
      }
      stage.move(to: start + 10.1)
      stage.expect(controller.ends == [true], "it stops once, finished")
      stage.expect(controller.button.isEnabled, "the button is there again")
      stage.press("Draw")
      stage.wait(3)
      controller.label.layer.removeAnimation(forKey: "position")
      stage.wait(0.1)
      stage.expect(controller.ends == [true, false], "one that is removed has not finished")
    }

  // MARK: 13.12 and 13.14

  /// A box that pulses under a tap and follows a finger.
  final class TouchMe: UIViewController {
    let box = UIView(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
    let colors: [UIColor] = [.green, .blue, .red]
    private(set) var index = 0
    private var first = CGPoint.zero
    private var last = CGPoint.zero
    /// The longest way of a tap, in points.
    private let tapDistance: CGFloat = 10

    override func loadView() {
      view = UIView(frame: CGRect(x: 0, y: 20, width: 320, height: 460))
      view.backgroundColor = .black
      box.backgroundColor = colors[0]
      view.addSubview(box)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let touch = touches.first else { return }
      first = touch.location(in: view)
      last = first
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let place = touches.first?.location(in: view) else { return }
      let center = CGPoint(
        x: box.center.x + place.x - last.x,
        y: box.center.y + place.y - last.y
      )
      last = place
      UIView.animate(withDuration: 0.2, delay: 0, options: .beginFromCurrentState) {
        self.box.center = center
      }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let place = touches.first?.location(in: view),
        abs(place.x - first.x) <= tapDistance, abs(place.y - first.y) <= tapDistance,
        box.frame.contains(place)
      else { return }
      index = (index + 1) % colors.count
      UIView.animate(withDuration: 0.15) {
        self.box.transform = CGAffineTransform(scaleX: 1.4, y: 1.4)
        self.box.backgroundColor = self.colors[self.index]
      } completion: { _ in
        UIView.animate(withDuration: 0.15) {
          self.box.transform = CGAffineTransform(scaleX: 1.1, y: 1.1)
        }
      }
    }
  }

  /// States the side of the box as it shows.
  private static func expectSide(_ side: CGFloat, _ stage: Stage, _ box: UIView) {
    let shown = (box.layer.presentation() ?? box.layer).frame
    stage.expect(shown.width, is: side, within: 0.1, "the box is \(side) points wide")
    stage.expect(shown.midX, is: 60, within: 0.1, "around its middle")
  }

  private static let touches = Demo("ZL-13.12", "A box that pulses under a tap") { TouchMe() }
    .play(TouchMe.self) { stage, controller in
      let middle = CGPoint(x: 60, y: 80)
      try stage.show()
      for tap in 1...3 {
        stage.tap(middle)
        stage.wait(0.15)
        expectSide(140, stage, controller.box)
        stage.expect(
          controller.box.backgroundColor == controller.colors[tap % 3],
          "the colour after \(tap) taps"
        )
        if tap == 1 { try stage.show() }
        stage.wait(0.16)
        expectSide(110, stage, controller.box)
        stage.wait(1)
      }
      stage.tap(CGPoint(x: 300, y: 300))
      stage.wait(0.15)
      expectSide(110, stage, controller.box)
      stage.expect(controller.index == 0, "a tap elsewhere does nothing")
    }

  private static let drags = Demo("ZL-13.14", "A box that follows a finger") { TouchMe() }
    .play(TouchMe.self) { stage, controller in
      stage.drag(CGPoint(x: 60, y: 80), to: CGPoint(x: 160, y: 180), duration: 0.1, steps: 2)
      stage.expect(
        controller.box.center == CGPoint(x: 160, y: 160),
        "the model is there at once; it is at \(controller.box.center)"
      )
      let shown = (controller.box.layer.presentation() ?? controller.box.layer).position
      stage.expect(shown.x < 160, "what shows is on its way")
      try stage.show()
      stage.wait(0.3)
      stage.expectPlace(controller.box.layer, 160, 160)
      try stage.show()
      stage.expect(controller.index == 0, "a drag changes no colour")
    }

  // MARK: 13.13

  /// A view that notes the touches that it gets.
  final class TouchPad: UIView {
    var notes: [String] = []

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("began", touches)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("moved", touches)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("ended", touches)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("cancelled", touches)
    }

    private func note(_ phase: String, _ touches: Set<UITouch>) {
      notes.append("\(phase) \(touches.count)")
      for touch in touches {
        let dot = CALayer()
        dot.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
        dot.position = touch.location(in: self)
        dot.cornerRadius = 8
        dot.backgroundColor =
          ["began": UIColor.systemGreen, "ended": .systemRed, "cancelled": .black][
            phase,
            default: .systemBlue
          ].cgColor
        layer.addSublayer(dot)
      }
    }
  }

  /// Such a view on the whole screen.
  final class TouchFlow: UIViewController {
    let pad = TouchPad()

    override func loadView() {
      view = pad
      pad.backgroundColor = .white
    }
  }

  private static let flow = Demo("ZL-13.13", "The flow of touches") { TouchFlow() }
    .screen(200, 200)
    .play(TouchFlow.self) { stage, controller in
      let app = UIApplication.shared
      @MainActor func expect(_ notes: [String], _ what: String) {
        stage.expect(controller.pad.notes == notes, "\(what): \(controller.pad.notes)")
        controller.pad.notes = []
      }
      app.touchBegan(at: CGPoint(x: 20, y: 30), in: stage.window)
      expect(["began 1"], "a finger goes down")
      stage.wait(1)
      expect([], "nothing while it rests")
      for step in 1...3 { app.touchMoved(to: CGPoint(x: 20 + 40 * step, y: 30)) }
      app.touchEnded()
      expect(["moved 1", "moved 1", "moved 1", "ended 1"], "it moves and is lifted")
      for isMultiple in [false, true] {
        controller.pad.isMultipleTouchEnabled = isMultiple
        let y: CGFloat = isMultiple ? 130 : 80
        for finger in 0..<2 {
          app.touchBegan(at: CGPoint(x: 30 + 60 * CGFloat(finger), y: y), finger: finger)
        }
        for finger in 0..<2 {
          app.touchMoved(to: CGPoint(x: 60 + 60 * CGFloat(finger), y: y + 10), finger: finger)
        }
        for finger in 0..<2 { app.touchEnded(finger: finger) }
        let one = ["began 1", "moved 1", "ended 1"]
        expect(isMultiple ? one.flatMap { [$0, $0] } : one, "two fingers")
      }
      app.touchBegan(at: CGPoint(x: 100, y: 180))
      app.touchCancelled()
      expect(["began 1", "cancelled 1"], "an interruption ends it, and nothing else does")
      stage.wait(0.3)
      try stage.show("green begins, blue moves, red ends, black is cancelled")
    }

  // MARK: 13.16

  /// A picture that bounces three times while its button is hidden.
  final class Bounce: UIViewController {
    let picture = UIView(frame: CGRect(x: 110, y: 60, width: 100, height: 100))
    let button = UIButton(frame: CGRect(x: 110, y: 420, width: 100, height: 40))
    private(set) var stops = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      picture.backgroundColor = .orange
      picture.layer.cornerRadius = 50
      button.setTitle("Bounce", for: .normal)
      button.setTitleColor(.black, for: .normal)
      button.addTarget(self, action: Selector("bounce", Bounce.bounce), for: .touchUpInside)
      view.addSubview(picture)
      view.addSubview(button)
    }

    private func bounce() {
      UIView.animate(withDuration: 0.2) { self.button.alpha = 0 }
      UIView.animate(withDuration: 1) {
        UIView.modifyAnimations(withRepeatCount: 3, autoreverses: true) {
          self.picture.center.y += 100
        }
      } completion: { _ in
        self.stops += 1
        UIView.animate(withDuration: 0.2) { self.button.alpha = 1 }
      }
    }
  }

  private static let bounces = Demo("ZL-13.16", "Three bounces") { Bounce() }
    .play(Bounce.self) { stage, controller in
      stage.press("Bounce")
      let start = stage.time
      stage.move(to: start + 0.2)
      stage.expect(stage.shown(controller.button.layer, "opacity"), is: 0, "the button is hidden")
      for second in 1...5 {
        stage.move(to: start + Double(second))
        stage.expectPlace(controller.picture.layer, 160, second % 2 == 1 ? 210 : 110, within: 0.2)
        if second < 3 { try stage.show() }
      }
      stage.expect(controller.stops == 0, "it goes on until the third way back")
      stage.move(to: start + 6.01)
      stage.expect(controller.stops == 1, "it stops once")
      stage.move(to: start + 6.3)
      stage.expectPlace(controller.picture.layer, 160, 210)
      stage.expect(stage.shown(controller.button.layer, "opacity"), is: 1, "the button is back")
      try stage.show("afterwards, at the place of the model")
    }

  // MARK: 13.30

  /// A view and a layer of its own, to be moved with and without blocks.
  final class Movers: UIViewController {
    let square = UIView(frame: CGRect(x: 20, y: 60, width: 60, height: 60))
    let alone = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      square.backgroundColor = .systemBlue
      alone.frame = CGRect(x: 20, y: 200, width: 60, height: 60)
      alone.backgroundColor = UIColor.systemRed.cgColor
      view.addSubview(square)
      view.layer.addSublayer(alone)
    }
  }

  private static let withAndWithoutBlock = Demo("ZL-13.30", "Block and no block") { Movers() }
    .play(Movers.self) { stage, controller in
      let (square, alone) = (controller.square, controller.alone)
      square.layer.position.x = 150
      stage.wait(0.01)
      stage.expectPlace(square.layer, 150, 90)
      stage.expect(square.layer.animationKeys() == nil, "outside of a block nothing moves")
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        square.layer.position.x = 250
      }
      alone.position.x = 250
      stage.expect(alone.animationKeys() == ["position"], "a layer alone always moves")
      stage.wait(0.5)
      stage.expectPlace(square.layer, 200, 90, within: 1)
      stage.expectPlace(alone, 250, 230)
      try stage.show()
      stage.wait(1)
      UIView.animate(withDuration: 1) {
        UIView.performWithoutAnimation { square.layer.position.x = 50 }
      }
      stage.wait(0.01)
      stage.expectPlace(square.layer, 50, 90)
      stage.expect(square.layer.animationKeys() == nil, "nothing moves where it is turned off")
      try stage.show()
    }
}
