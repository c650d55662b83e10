// Chapter 7: implicit animations.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 7.
@MainActor
enum LockwoodChapter7 {
  static let demos: [Demo] = [
    colorFade, transaction, completion, backingLayer, actionsOfAView, withoutActions, push,
    modelAndPresentation, hitTesting,
  ]

  // MARK: 7.1

  /// Changes the colour of a layer; the layer fades by itself.
  final class ColorFade: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      colorLayer.backgroundColor = Lockwood2.orange.cgColor
    }
  }

  private static let middle = CGPoint(x: 160, y: 240)

  private static let colorFade = Demo("LW-7.1", "A colour that fades by itself") { ColorFade() }
    .play(ColorFade.self) { stage, controller in
      try stage.show("LW-F-7.1")
      stage.expect(at: CGPoint(x: 105, y: 240), .white, "left of the coloured square")
      stage.expect(at: CGPoint(x: 111, y: 191), .blue, "the corner of the coloured square")
      stage.expect(at: CGPoint(x: 209, y: 289), .blue, "the other corner")
      stage.expect(at: CGPoint(x: 211, y: 240), .white, "right of the coloured square")
      stage.press("Change Color")
      stage.expect(controller.colorLayer.backgroundColor == Lockwood2.orange.cgColor, "the model")
      stage.expect(at: middle, .blue, "no jump")
      let colors: [(Double, UIColor)] = [
        (0.0625, Lockwood2.rgb(104, 52, 151)), (0.125, Lockwood2.rgb(205, 102, 50)),
        (0.1875, Lockwood2.rgb(245, 122, 10)), (0.25, Lockwood2.orange), (1, Lockwood2.orange),
      ]
      for (time, color) in colors {
        stage.move(to: time)
        stage.expect(at: middle, color, "the colour at \(time) s")
        if time < 1 { try stage.show() }
      }
    }

  // MARK: 7.2

  /// As before, in a transaction of one second.
  final class Transaction: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      colorLayer.backgroundColor = Lockwood2.orange.cgColor
      CATransaction.commit()
    }
  }

  private static let transaction = Demo("LW-7.2", "A transaction of a second") { Transaction() }
    .play(Transaction.self) { stage, controller in
      stage.expect(CATransaction.animationDuration(), is: 0.25, "the usual duration")
      stage.press("Change Color")
      stage.expect(CATransaction.animationDuration(), is: 0.25, "the duration after the commit")
      // After the commit, in the same turn.
      controller.colorLayer.cornerRadius = 20
      let colors: [(Double, UIColor)] = [
        (0.25, Lockwood2.rgb(104, 52, 151)), (0.5, Lockwood2.rgb(205, 102, 50)),
        (0.75, Lockwood2.rgb(245, 122, 10)), (1, Lockwood2.orange),
      ]
      stage.move(to: 0.125)
      stage.expect(
        stage.shown(controller.colorLayer, "cornerRadius"),
        is: 16,
        within: 0.1,
        "radius"
      )
      for (time, color) in colors {
        stage.move(to: time)
        stage.expect(at: middle, color, "the colour at \(time) s")
        stage.expect(stage.shown(controller.colorLayer, "cornerRadius"), is: 20, "the radius")
        try stage.show()
      }
    }

  // MARK: 7.3

  /// Fades, and turns by a quarter when it has faded.
  final class Completion: Lockwood2.BlueSquare {
    var color = Lockwood2.orange

    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setCompletionBlock { [colorLayer] in
        colorLayer.setAffineTransform(colorLayer.affineTransform().rotated(by: .pi / 2))
      }
      colorLayer.backgroundColor = color.cgColor
      CATransaction.commit()
    }
  }

  private static let completion = Demo("LW-7.3", "A completion block") { Completion() }
    .play(Completion.self) { stage, controller in
      let layer = controller.colorLayer
      stage.press("Change Color")
      stage.move(to: 0.5)
      stage.expectColor(layer, 205, 102, 50)
      stage.move(to: 1)
      stage.expectAngle(layer, 0)
      stage.move(to: 1.125)
      stage.expectAngle(layer, 72.2, within: 0.1)
      stage.expect(layer.presentation()?.bounds.size == CGSize(width: 100, height: 100), "the size")
      stage.expect(at: middle, Lockwood2.orange, "the new colour while it turns")
      stage.expect(at: CGPoint(x: 112, y: 192), .white, "its corner has turned away")
      try stage.show("LW-F-7.2")
      stage.move(to: 1.25)
      stage.expectAngle(layer, 90)
      try stage.show()
      controller.color = .blue
      stage.move(to: 2)
      stage.press("Change Color")
      stage.move(to: 3.125)
      stage.expectAngle(layer, 162.2, within: 0.1)
      try stage.show()
      stage.move(to: 3.25)
      stage.expectAngle(layer, 180)
    }

  // MARK: 7.4

  /// Changes the colour of a view's own layer: it jumps.
  final class BackingLayer: Lockwood2.WhiteView {
    override func viewDidLoad() {
      super.viewDidLoad()
      layerView.layer.backgroundColor = UIColor.blue.cgColor
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      layerView.layer.backgroundColor = Lockwood2.orange.cgColor
      CATransaction.commit()
    }
  }

  private static let backingLayer = Demo("LW-7.4", "The layer of a view jumps") { BackingLayer() }
    .play(BackingLayer.self) { stage, controller in
      try stage.show()
      stage.expect(at: middle, .blue)
      stage.press("Change Color")
      for time in [0, 1.0 / 60, 0.5, 1] {
        stage.move(to: time)
        stage.expect(at: middle, Lockwood2.orange, "the colour at \(time) s")
        stage.expect(controller.layerView.layer.animationKeys() == nil, "there is no animation")
      }
      try stage.show()
    }

  // MARK: 7.5

  /// Asks a view for the action of a property, outside and inside of an animation block.
  final class ActionsOfAView: Lockwood2.WhiteView {
    private(set) var outside: (any CAAction)?
    private(set) var inside: (any CAAction)?

    override func viewDidLoad() {
      super.viewDidLoad()
      outside = layerView.action(for: layerView.layer, forKey: "backgroundColor")
      UIView.beginAnimations(nil, context: nil)
      inside = layerView.action(for: layerView.layer, forKey: "backgroundColor")
      UIView.commitAnimations()
    }
  }

  private static let actionsOfAView = Demo("LW-7.5", "The actions of a view") { ActionsOfAView() }
    .play(ActionsOfAView.self) { stage, controller in
      stage.expect(controller.outside is NSNull, "outside of a block: the null object")
      stage.expect(controller.inside is CABasicAnimation, "inside: a basic animation")
      try stage.show(
        "outside: \(controller.outside.map { "\(type(of: $0))" } ?? "nil"), "
          + "inside: \(controller.inside.map { "\(type(of: $0))" } ?? "nil")"
      )
    }

  /// Changes the colour with actions switched off.
  final class WithoutActions: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      CATransaction.setAnimationDuration(1)
      colorLayer.backgroundColor = Lockwood2.orange.cgColor
      CATransaction.commit()
    }
  }

  private static let withoutActions = Demo("LW-7.5a", "Without actions") { WithoutActions() }
    .play(WithoutActions.self) { stage, controller in
      try stage.show()
      stage.press("Change Color")
      stage.expect(at: middle, Lockwood2.orange, "at once")
      stage.expect((controller.colorLayer.animationKeys() ?? []).isEmpty, "there is no animation")
      try stage.show()
    }

  // MARK: 7.6

  /// The new colour pushes the old one out.
  final class Push: Lockwood2.BlueSquare {
    override func viewDidLoad() {
      super.viewDidLoad()
      let transition = CATransition()
      transition.type = .push
      transition.subtype = .fromLeft
      colorLayer.actions = ["backgroundColor": transition]
      addButton("Change Color") { [unowned self] in changeColor() }
    }

    private func changeColor() {
      colorLayer.backgroundColor = Lockwood2.orange.cgColor
    }
  }

  private static let push = Demo("LW-7.6", "A transition as an action") { Push() }
    .play(Push.self) { stage, controller in
      stage.press("Change Color")
      stage.move(to: 0.125)
      stage.expect(at: CGPoint(x: 112, y: 240), Lockwood2.orange, "the new colour at the left")
      stage.expect(at: CGPoint(x: 208, y: 240), .blue, "the old one at the right")
      for x in [112.0, 130, 157, 163, 190, 208] {
        let color = x < 160 ? Lockwood2.orange : UIColor.blue
        stage.expect(at: CGPoint(x: x, y: 240), color, "no colour is mixed, at x = \(x)")
      }
      try stage.show("LW-F-7.3")
      stage.expect(controller.colorLayer.animationKeys() == ["transition"], "its key")
      stage.move(to: 0.25)
      stage.expect(at: CGPoint(x: 208, y: 240), Lockwood2.orange, "in the end")
      try stage.show()
    }

  // MARK: Model and presentation

  /// A layer moves; a ring is where the model is, a cross where the layer is seen.
  final class ModelAndPresentation: Lockwood2.RedSquare {
    private let model = CALayer()
    private let seen = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      Lockwood2.withoutActions { colorLayer.position = CGPoint(x: 70, y: 120) }
      for (layer, width) in [(model, 3.0), (seen, 1)] {
        layer.bounds = CGRect(x: 0, y: 0, width: 120, height: 120)
        layer.borderWidth = width
        layer.position = colorLayer.position
        view.layer.addSublayer(layer)
      }
      addButton("Move") { [unowned self] in move() }
    }

    private func move() {
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      colorLayer.position = CGPoint(x: 250, y: 300)
      CATransaction.commit()
    }

    func mark() {
      Lockwood2.withoutActions {
        model.position = colorLayer.position
        seen.position = colorLayer.presentation()?.position ?? colorLayer.position
      }
    }
  }

  private static let modelAndPresentation = Demo("LW-F-7.4", "Where a layer is, and is seen") {
    ModelAndPresentation()
  }
  .play(ModelAndPresentation.self) { stage, controller in
    let layer = controller.colorLayer
    stage.expect(layer.presentation() != nil, "a layer that was shown has a presentation")
    stage.expect(CALayer().presentation() == nil, "one that was never shown has none")
    stage.press("Move")
    for time in [0, 0.5, 1] {
      stage.move(to: time)
      controller.mark()
      stage.expect(layer.position == CGPoint(x: 250, y: 300), "the model is at the destination")
      stage.expectPlace(layer, 70 + 180 * time, 120 + 180 * time)
      stage.expect(layer.presentation()?.model() === layer, "the model of the presentation")
      try stage.show("LW-F-7.4, \(time) s")
    }
  }

  // MARK: 7.7

  /// A touch moves the layer; one on the layer as it is seen colours it.
  final class HitTesting: Lockwood2.RedSquare {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: view) else { return }
      if colorLayer.presentation()?.hitTest(point) != nil {
        colorLayer.backgroundColor = Lockwood2.orange.cgColor
      } else {
        CATransaction.begin()
        CATransaction.setAnimationDuration(4)
        colorLayer.position = point
        CATransaction.commit()
      }
    }
  }

  private static let hitTesting = Demo("LW-7.7", "Touching a layer in motion") { HitTesting() }
    .play(HitTesting.self) { stage, controller in
      let layer = controller.colorLayer
      stage.tap(CGPoint(x: 60, y: 80))
      stage.move(to: 1)
      stage.expectPlace(layer, 119.2, 174.6)
      stage.expectColor(layer, 255, 0, 0)
      try stage.show()
      stage.tap(CGPoint(x: 119, y: 175))
      stage.move(to: 1.25)
      stage.expectColor(layer, 255, 128, 0)
      stage.move(to: 2)
      stage.expectPlace(layer, 79.8, 111.6)
      try stage.show()
      // Elsewhere: it goes on from where it is seen.
      stage.move(to: 3)
      stage.expectPlace(layer, 63.95, 86.33)
      stage.tap(CGPoint(x: 260, y: 400))
      stage.move(to: 3.001)
      stage.expectPlace(layer, 63.98, 86.36, within: 0.1)
      stage.move(to: 5)
      try stage.show()
      stage.move(to: 7)
      stage.expectPlace(layer, 260, 400)
    }
}
