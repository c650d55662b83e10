// Zarra and Long, chapter 11: buttons that are layers.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter11 {
  static let demos: [Demo] = [layout, hits, glow, releases, tracked, keys, views]

  /// A button: a layer with a border, and text in its middle.
  final class ButtonLayer: CALayer {
    let text = CATextLayer()
    private(set) var color: CGColor?
    var isSelected = false {
      didSet {
        let bloom = CIFilter(name: "CIBloom")
        bloom?.setDefaults()
        bloom?.setValue(10.0, forKey: "inputRadius")
        bloom?.name = "bloom"
        filters = isSelected ? [bloom].compactMap { $0 } : nil
      }
    }

    convenience init(_ title: String, _ color: UIColor) {
      self.init()
      self.color = color.cgColor
      bounds = CGRect(x: 0, y: 0, width: 100, height: 24)
      (borderColor, borderWidth) = (UIColor.white.cgColor, 1)
      backgroundColor = color.withAlphaComponent(0.5).cgColor
      text.string = title
      (text.fontSize, text.foregroundColor) = (16, UIColor.white.cgColor)
      text.bounds.size = text.preferredFrameSize()
      text.position = CGPoint(x: 50, y: 12)
      addSublayer(text)
    }
  }

  /// Three buttons and a bar that takes their colours; the release decides alone.
  class ColorChanger: Zarra.Window {
    let red = ButtonLayer("Red", .red)
    let green = ButtonLayer("Green", .green)
    let blue = ButtonLayer("Blue", .blue)
    let bar = CALayer(CGRect(x: 10, y: 90, width: 380, height: 20))

    override func viewDidLoad() {
      super.viewDidLoad()
      for (index, button) in [red, green, blue].enumerated() {
        button.frame.origin = CGPoint(x: 10 + 140 * index, y: 10)
        root.addSublayer(button)
      }
      (bar.borderColor, bar.borderWidth) = (UIColor.white.cgColor, 1)
      root.addSublayer(bar)
    }

    /// The button at a place; its text counts as the button.
    func button(at point: CGPoint?) -> ButtonLayer? {
      let hit = point.flatMap { layer(at: $0) }
      return hit as? ButtonLayer ?? hit?.superlayer as? ButtonLayer
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      button(at: place(of: touches))?.isSelected = true
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let button = button(at: place(of: touches))
      button?.isSelected = false
      bar.backgroundColor = button?.color
    }
  }

  /// A release counts in the button that was pressed; keys press buttons, too.
  final class TrackedColorChanger: ColorChanger {
    private var pressed: ButtonLayer?
    private(set) var passedOn: [String] = []

    override var canBecomeFirstResponder: Bool { true }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      pressed = button(at: place(of: touches))
      pressed?.isSelected = true
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      let isInside = button(at: place(of: touches)) === pressed
      if let pressed, pressed.isSelected != isInside { pressed.isSelected = isInside }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let button = pressed else { return }
      pressed = nil
      button.isSelected = false
      if self.button(at: place(of: touches)) === button { toggle(button) }
    }

    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      let characters = presses.first?.key?.characters ?? ""
      switch characters {
      case "r": toggle(red)
      case "g": toggle(green)
      case "b": toggle(blue)
      default:
        passedOn.append(characters)
        super.pressesEnded(presses, with: event)
      }
    }

    private func toggle(_ button: ButtonLayer) {
      let black = UIColor.black.cgColor
      bar.backgroundColor = bar.backgroundColor == button.color ? black : button.color
    }
  }

  private static func demo<Controller: ColorChanger>(
    _ id: String,
    _ title: String,
    _ type: Controller.Type,
    _ script: @escaping @MainActor (Stage, Controller) throws -> Void
  ) -> Demo {
    Demo(id, title) {
      type == TrackedColorChanger.self ? TrackedColorChanger() : ColorChanger()
    }
    .screen(400, 120).play(type, script)
  }

  /// Where a point of the content is on the screen.
  private static func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: 120 - y) }

  /// Presses at one point and lets go at another.
  private static func click(_ stage: Stage, _ start: CGPoint, _ end: CGPoint? = nil) {
    let app = UIApplication.shared
    app.touchBegan(at: start, time: stage.time, in: stage.window)
    if let end { app.touchMoved(to: end, time: stage.time) }
    app.touchEnded(time: stage.time)
  }

  private static let bar = CGPoint(x: 200, y: 20)

  // MARK: Figures

  private static let layout = demo("ZL-11.1", "Three buttons and a bar", ColorChanger.self) {
    stage,
    controller in
    for (button, x) in [(controller.red, 10), (controller.green, 150), (controller.blue, 290)] {
      stage.expect(button.frame, is: CGRect(x: x, y: 10, width: 100, height: 24), "a button")
      let frame = button.text.frame
      stage.expect(frame.midX, is: 50, within: 1, "its text is in the middle")
      stage.expect(frame.midY, is: 12, within: 1, "and vertically")
    }
    let box = try Pixels(stage.window.image(at: stage.time), scale: 1)
      .box(in: CGRect(x: 12, y: 88, width: 96, height: 20)) { $0.allSatisfy { $0 > 200 } }
    stage.expect(box.midX, is: 60, within: 2, "letters are seen there")
    try stage.show()
  }

  private static let hits = demo("ZL-11.2", "Which layer is it?", ColorChanger.self) {
    stage,
    controller in
    let (red, text) = (controller.red, controller.red.text)
    stage.expect(controller.layer(at: CGPoint(x: 60, y: 22)) === text, "the text")
    stage.expect(controller.button(at: CGPoint(x: 60, y: 22)) === red, "its button")
    stage.expect(controller.layer(at: CGPoint(x: 12, y: 30)) === red, "the button")
    stage.expect(controller.layer(at: CGPoint(x: 130, y: 22)) === controller.root, "the root")
    stage.expect(controller.button(at: CGPoint(x: 130, y: 22)) == nil, "no button")
    stage.expect(controller.layer(at: CGPoint(x: 200, y: 100)) === controller.bar, "the bar")
    stage.expect(controller.button(at: CGPoint(x: 200, y: 100)) == nil, "no button")
    stage.expect(controller.layer(at: CGPoint(x: -5, y: -5)) == nil, "nothing")
    click(stage, at(60, 22))
    stage.wait(0.3)
    stage.expect(at: bar, .red, "a touch finds the same")
    try stage.show()
  }

  // MARK: Listings 11-6 to 11-13

  /// The light of a part of the screen.
  private static func light(_ stage: Stage, _ part: CGRect) throws -> Int {
    let pixels = try Lockwood1.Pixels(stage)
    var sum = 0
    for y in stride(from: part.minY, to: part.maxY, by: 1) {
      for x in stride(from: part.minX, to: part.maxX, by: 1) { sum += pixels[x, y].reduce(0, +) }
    }
    return sum
  }

  private static let glow = demo("ZL-11.6", "A button that glows", TrackedColorChanger.self) {
    stage,
    controller in
    let before = try Lockwood1.Pixels(stage)
    let parts = [
      CGRect(x: 0, y: 76, width: 120, height: 44), CGRect(x: 130, y: 76, width: 140, height: 44),
    ]
    let dark = try parts.map { try light(stage, $0) }
    UIApplication.shared.touchBegan(at: at(200, 22), time: stage.time, in: stage.window)
    stage.wait(0.3)
    let bright = try parts.map { try light(stage, $0) }
    stage.expect(bright[1] > dark[1] + dark[1] / 20, "it is brighter: \(dark[1]), \(bright[1])")
    stage.expect(bright[0] == dark[0], "others are as they were")
    try stage.show()
    UIApplication.shared.touchEnded(at: at(200, 60), time: stage.time)
    stage.wait(0.3)
    stage.expect(try Lockwood1.Pixels(stage) == before, "all is as before")
  }

  private static let releases = demo("ZL-11.9", "The release decides", ColorChanger.self) {
    stage,
    controller in
    click(stage, at(340, 22))
    stage.wait(0.125)
    let blue = controller.bar.presentation()?.backgroundColor?.components?[2] ?? 0
    stage.expect(blue > 0, "the bar fades in")
    stage.expect(controller.bar.animationKeys() == ["backgroundColor"], "implicitly")
    stage.wait(0.2)
    stage.expect(at: bar, .blue, "the bar is blue")
    stage.expect(!controller.blue.isSelected, "nothing glows")
    try stage.show()
    click(stage, at(60, 22), at(130, 60))
    stage.wait(0.3)
    stage.expect(controller.red.isSelected, "released elsewhere it glows on")
    stage.expect(controller.bar.backgroundColor == nil, "and the bar has no colour")
    stage.expect(at: bar, .black, "the root is seen")
    try stage.show()
    click(stage, at(60, 22), at(200, 22))
    stage.wait(0.3)
    stage.expect(at: bar, .green, "another button decides")
    stage.expect(controller.red.isSelected, "and the first still glows")
    try stage.show()
  }

  private static let tracked = demo("ZL-11.13", "Presses are tracked", TrackedColorChanger.self) {
    stage,
    controller in
    let app = UIApplication.shared
    app.touchBegan(at: at(60, 22), time: stage.time, in: stage.window)
    stage.expect(controller.red.isSelected, "it glows")
    app.touchMoved(to: at(60, 70), time: stage.time)
    stage.expect(!controller.red.isSelected, "not outside")
    app.touchMoved(to: at(60, 22), time: stage.time)
    stage.expect(controller.red.isSelected, "inside again")
    stage.wait(0.3)
    try stage.show()
    app.touchEnded(time: stage.time)
    stage.wait(0.3)
    stage.expect(at: bar, .red, "released inside: red")
    stage.expect(!controller.red.isSelected, "and no glow")
    try stage.show()
    click(stage, at(60, 22))
    stage.wait(0.3)
    stage.expect(at: bar, .black, "the same again: black")
    click(stage, at(60, 22), at(200, 22))
    click(stage, at(200, 60), at(200, 22))
    stage.wait(0.3)
    stage.expect(at: bar, .black, "from one button to another, or from outside: nothing")
    try stage.show()
  }

  // MARK: Listings 11-14 to 11-16

  private static let keys = demo("ZL-11.16", "Keys for buttons", TrackedColorChanger.self) {
    stage,
    controller in
    stage.expect(controller.becomeFirstResponder(), "it gets the keys")
    for (key, color) in [("r", UIColor.red), ("g", .green), ("b", .blue), ("b", .black)] {
      UIApplication.shared.type(key)
      stage.expect(controller.bar.animationKeys() == ["backgroundColor"], "\(key): it fades")
      stage.wait(0.3)
      stage.expect(at: bar, color, "the bar after \(key)")
      try stage.show(key)
    }
    let shifted = UIKey(characters: "R", modifierFlags: .shift)
    UIApplication.shared.keyDown(shifted)
    UIApplication.shared.keyUp(shifted)
    UIApplication.shared.type("x")
    stage.expect(controller.passedOn == ["R", "x"], "others go on: \(controller.passedOn)")
    stage.expect(controller.bar.animationKeys() == nil, "and change nothing")
    controller.resignFirstResponder()
  }

  // MARK: Views

  /// A button that is a view.
  final class ButtonView: UIView {
    private(set) var places: [CGPoint] = []

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      places += touches.map { $0.location(in: self) }
      layer.borderWidth = 4
    }
  }

  /// Three of them in a container in a container.
  final class ButtonViews: UIViewController {
    let buttons = (0..<3).map { index in
      ButtonView(frame: CGRect(x: 5 + 105 * index, y: 5, width: 100, height: 24))
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .black
      let outer = UIView(frame: CGRect(x: 20, y: 30, width: 360, height: 80))
      let inner = UIView(frame: CGRect(x: 15, y: 25, width: 330, height: 40))
      outer.backgroundColor = .darkGray
      inner.backgroundColor = .gray
      for (button, color) in zip(buttons, [UIColor.red, .green, .blue]) {
        button.backgroundColor = color
        button.layer.borderColor = UIColor.white.cgColor
        inner.addSubview(button)
      }
      outer.addSubview(inner)
      view.addSubview(outer)
    }
  }

  private static let views = Demo("ZL-11.L", "Buttons that are views") { ButtonViews() }
    .screen(400, 140)
    .play(ButtonViews.self) { stage, controller in
      for (index, button) in controller.buttons.enumerated() {
        stage.tap(CGPoint(x: 50 + 105 * index, y: 70))
        let here = CGPoint(x: 10, y: 10)
        stage.expect(button.places == [here], "it gets its own touch, in its own points")
        let window = button.convert(here, to: nil)
        stage.expect(window, is: CGPoint(x: 50 + 105 * CGFloat(index), y: 70), "to the window")
        stage.expect(button.convert(window, from: nil), is: here, "and back")
        stage.expect(
          controller.buttons[(index + 1)...].allSatisfy { $0.places.isEmpty },
          "and no other gets it"
        )
        if index == 1 { try stage.show() }
      }
      try stage.show()
    }
}
