// Zarra and Long, chapter 4: keyframes.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter4 {
  static let demos: [Demo] = [
    hops, corners, paced, keyTimes, star, iconDance, iconDanceInDepth, closeBox, startStop,
    timingFunctions,
  ]

  // MARK: Listings 4-1 and 4-2

  /// A green square that hops along a path, and a red one that goes from value to value.
  final class Tandem: Zarra.Window {
    let greenLayer = CALayer(CGRect(x: 40, y: 110, width: 20, height: 20), .green)
    let redLayer = CALayer(CGRect(x: 40, y: 110, width: 20, height: 20), .red)

    override func viewDidLoad() {
      super.viewDidLoad()
      root.sublayers = [greenLayer, redLayer]
    }

    func pathAnimation() -> CAKeyframeAnimation {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 50, y: 120))
      for x in stride(from: 50, to: 450, by: 100) {
        path.addCurve(
          to: CGPoint(x: x + 100, y: 120),
          control1: CGPoint(x: x, y: 275),
          control2: CGPoint(x: x + 100, y: 275)
        )
      }
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.path = path
      animation.duration = 3
      animation.autoreverses = true
      return animation
    }

    func valuesAnimation() -> CAKeyframeAnimation {
      let points = [
        (50, 120), (50, 275), (150, 275), (150, 120), (150, 275), (250, 275), (250, 120),
        (250, 275), (350, 275), (350, 120), (350, 275), (450, 275), (450, 120),
      ]
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.values = points.map { CGPoint(x: $0.0, y: $0.1) }
      animation.duration = 3
      animation.autoreverses = true
      return animation
    }
  }

  private typealias Place = (time: Double, x: CGFloat, y: CGFloat)

  private static let hops = Demo("ZL-4.1", "Hops along a path") { Tandem() }
    .screen(500, 360, scale: 0.5)
    .play(Tandem.self) { stage, controller in
      let start = stage.time
      controller.greenLayer.add(controller.pathAnimation(), forKey: "position")
      let places: [Place] = [
        (0, 50, 120), (0.1875, 65.6, 207.2), (0.375, 100, 236.25), (0.5625, 134.4, 207.2),
        (0.75, 150, 120), (1.125, 200, 236.25), (1.5, 250, 120), (2.25, 350, 120), (3, 450, 120),
        (5.99999, 50, 120),
      ]
      for (time, x, y) in places {
        stage.move(to: start + time)
        stage.expectPlace(controller.greenLayer, x, y, within: 0.1)
        if time < 1 { try stage.show() }
      }
    }

  private static let corners = Demo("ZL-4.2", "From value to value, in tandem") { Tandem() }
    .screen(500, 360, scale: 0.5)
    .play(Tandem.self) { stage, controller in
      let start = stage.time
      controller.greenLayer.add(controller.pathAnimation(), forKey: "position")
      controller.redLayer.add(controller.valuesAnimation(), forKey: "position")
      let places: [Place] = [
        (0.125, 50, 197.5), (0.25, 50, 275), (0.375, 100, 275), (0.5, 150, 275), (0.75, 150, 120),
        (1.5, 250, 120), (3, 450, 120), (5.99999, 50, 120),
      ]
      for (time, x, y) in places {
        stage.move(to: start + time)
        stage.expectPlace(controller.redLayer, x, y)
        let green = controller.greenLayer.presentation()?.position ?? .zero
        let isTogether = abs(green.x - x) < 0.1 && abs(green.y - y) < 0.1
        stage.expect(isTogether == (y == 120), "they meet on the ground alone: \(time)")
        if time < 1 { try stage.show() }
      }
      stage.move(to: start + 6.1)
      stage.expectPlace(controller.redLayer, 50, 120)
    }

  private static let paced = Demo("ZL-4.2b", "One speed all the way") { Tandem() }
    .screen(500, 360, scale: 0.5)
    .play(Tandem.self) { stage, controller in
      let start = stage.time
      controller.redLayer.add(controller.valuesAnimation(), forKey: "position")
      let animation = controller.valuesAnimation()
      animation.calculationMode = .paced
      controller.greenLayer.add(animation, forKey: "position")
      stage.move(to: start + 0.25)
      stage.expectPlace(controller.redLayer, 50, 275)
      stage.expectPlace(controller.greenLayer, 50, 256.67)
      try stage.show()
      stage.move(to: start + 3.0 * 155 / 1640)
      stage.expectPlace(controller.greenLayer, 50, 275)
      stage.expect(stage.shown(controller.redLayer, "position.x") > 60, "the other is farther")
      try stage.show()
    }

  // MARK: Listing 4-3

  /// Layers that go over five values, with other times each.
  final class KeyTimes: Zarra.Window {
    private(set) var layers: [CALayer] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      root.isGeometryFlipped = false
      let times: [([NSNumber]?, CAAnimationCalculationMode)] = [
        (nil, .linear), ([0, 0.25, 0.5, 0.75, 1], .linear), ([0, 0.1, 0.2, 0.9, 1], .linear),
        (nil, .discrete),
      ]
      for (index, (keyTimes, mode)) in times.enumerated() {
        let layer = CALayer(CGRect(x: 0, y: 8 + 24 * index, width: 20, height: 20), .systemTeal)
        let animation = CAKeyframeAnimation(keyPath: "position.x")
        animation.values = [25.0, 125, 225, 325, 425]
        animation.calculationMode = mode
        animation.keyTimes = keyTimes
        animation.duration = 10
        layer.add(animation, forKey: "position")
        root.addSublayer(layer)
        layers.append(layer)
      }
    }
  }

  private static let keyTimes = Demo("ZL-4.3", "Times of keyframes") { KeyTimes() }
    .screen(450, 108)
    .play(KeyTimes.self) { stage, controller in
      // The places of all four; the second is always where the first is.
      let rows: [(Double, CGFloat, CGFloat, CGFloat)] = [
        (0, 25, 25, 25), (1, 65, 125, 25), (1.9999, 105, 225, 25), (2.01, 105.4, 225.143, 125),
        (2.5, 125, 232.143, 125), (5.5, 245, 275, 225), (6.1, 269, 283.571, 325),
        (9, 385, 325, 425), (9.5, 405, 375, 425),
      ]
      for (time, even, uneven, discrete) in rows {
        stage.move(to: time)
        for (layer, x) in zip(controller.layers, [even, even, uneven, discrete]) {
          stage.expect(stage.shown(layer, "position.x"), is: x, within: 0.02, "at \(time) s")
        }
        if [1, 5.5, 9.5].contains(time) { try stage.show() }
      }
    }

  // MARK: Listings 4-4 to 4-6

  /// A dot along a star; timers let the root draw each line when the dot has gone along it.
  final class KeyframeSteps: Zarra.Window, @preconcurrency CALayerDelegate {
    let dot = CALayer()
    let lines = CALayer()
    private(set) var timers: [Timer] = []
    private(set) var drawings = 0
    private var path = CGMutablePath()
    private let vertices = [(240, 280), (181, 99), (335, 210), (144, 210), (298, 99)]
      .map { CGPoint(x: $0.0, y: $0.1) }

    override func viewDidLoad() {
      super.viewDidLoad()
      lines.frame = root.bounds
      lines.delegate = self
      dot.frame = CGRect(x: 235, y: 275, width: 10, height: 10)
      dot.cornerRadius = 5
      dot.backgroundColor = UIColor.yellow.cgColor
      root.sublayers = [lines, dot]
      addButton("Start", x: 10, y: 320) { [weak self] in self?.start() }
    }

    private func start() {
      path = CGMutablePath()
      path.move(to: vertices[0])
      lines.setNeedsDisplay()
      let way = CGMutablePath()
      way.addLines(between: vertices)
      way.closeSubpath()
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.path = way
      animation.duration = 10
      dot.add(animation, forKey: "position")
      for timer in timers { timer.invalidate() }
      timers = (1...5).map { step in
        Timer.scheduledTimer(withTimeInterval: Double(step) * 2, repeats: false) { [weak self] _ in
          MainActor.assumeIsolated { self?.reach(step) }
        }
      }
    }

    private func reach(_ step: Int) {
      if step < vertices.count { path.addLine(to: vertices[step]) } else { path.closeSubpath() }
      lines.setNeedsDisplay()
    }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      drawings += 1
      ctx.addPath(path)
      ctx.setStrokeColor(UIColor.white.cgColor)
      ctx.setLineWidth(3)
      ctx.strokePath()
    }
  }

  private static let star = Demo("ZL-4.4", "A star, line by line") { KeyframeSteps() }
    .screen(480, 360)
    .play(KeyframeSteps.self) { stage, controller in
      let places: [(CGFloat, CGFloat)] = [
        (240, 280), (210.5, 189.5), (181, 99), (258, 154.5), (335, 210), (239.5, 210), (144, 210),
        (221, 154.5), (298, 99), (269, 189.5),
      ]
      @MainActor func white() throws -> Int {
        try Lockwood1.Pixels(stage).count { $0.allSatisfy { $0 > 200 } }
      }
      let nothing = try white()
      for round in 0..<2 {
        stage.press("Start")
        let (start, drawings) = (stage.time, controller.drawings)
        var last = 0
        for (second, place) in places.enumerated() {
          stage.move(to: start + Double(second))
          // Timers of the run loop wait for the wall clock, so the script rings them.
          if second > 0, second % 2 == 0 { controller.timers[second / 2 - 1].fire() }
          stage.wait(0)
          stage.expectPlace(controller.dot, place.0, place.1)
          let count = try white() - nothing
          stage.expect(second < 2 ? count < 60 : count >= last, "lines are added: \(count)")
          last = count
          if round == 0, second % 3 == 0 { try stage.show() }
        }
        stage.move(to: start + 10)
        controller.timers[4].fire()
        stage.wait(0.1)
        stage.expect(controller.drawings == drawings + 6, "cleared, and drawn five times")
        stage.expect(try white() - nothing > last, "the star is closed")
        if round == 0 { try stage.show() }
      }
    }

  // MARK: Listings 4-7 to 4-11

  /// Icons that tremble while they can be closed.
  class IconDance: Zarra.Window, @preconcurrency CALayerDelegate {
    private(set) var icons: [CALayer] = []
    /// The beginning of each icon's trembling after the touch, in seconds.
    let delays = [0.01, 0.06, 0.13, 0.2]
    var isDancing: Bool { icons.allSatisfy { $0.animation(forKey: "rotate") != nil } }

    override func viewDidLoad() {
      super.viewDidLoad()
      let pictures = [
        ("Anchor", Lockwood2.anchor()), ("Snowman", NeuburgAssets.snowman(100)),
        ("Cone", Lockwood2.cone()), ("Igloo", Lockwood2.igloo()),
      ]
      for index in 0..<4 {
        let icon = CALayer(CGRect(x: 20 + 150 * index, y: 20, width: 128, height: 128))
        let picture = CALayer(CGRect(x: 14, y: 28, width: 100, height: 100))
        picture.contents = pictures[index].1.cgImage
        let caption = CATextLayer()
        caption.string = pictures[index].0
        caption.fontSize = 14
        caption.alignmentMode = .center
        caption.frame = CGRect(x: 0, y: 4, width: 128, height: 20)
        icon.sublayers = [picture, caption]
        root.addSublayer(icon)
        icons.append(icon)
      }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      isDancing ? stopDancing() : startDancing()
    }

    func rotation() -> CAKeyframeAnimation {
      let animation = CAKeyframeAnimation(keyPath: "transform.rotation.z")
      animation.values = [-2, 2, -2].map { $0 * Double.pi / 180 }
      animation.duration = 0.5
      animation.repeatCount = 10_000
      return animation
    }

    private func startDancing() {
      for (icon, delay) in zip(icons, delays) {
        let closeBox = self.closeBox()
        closeBox.delegate = self
        icon.addSublayer(closeBox)
        closeBox.setNeedsDisplay()
        let animation = rotation()
        animation.beginTime = icon.convertTime(CACurrentMediaTime(), from: nil) + delay
        icon.add(animation, forKey: "rotate")
      }
    }

    private func stopDancing() {
      for icon in icons {
        icon.removeAnimation(forKey: "rotate")
        icon.sublayers?.first { $0.name == "close" }?.removeFromSuperlayer()
      }
    }

    func closeBox() -> CALayer {
      let layer = CALayer()
      layer.name = "close"
      layer.frame = CGRect(x: 0, y: 98, width: 30, height: 30)
      layer.backgroundColor = UIColor.black.cgColor
      layer.borderColor = UIColor.white.cgColor
      layer.borderWidth = 3
      layer.cornerRadius = 15
      layer.shadowColor = UIColor.black.cgColor
      layer.shadowOpacity = 1
      layer.shadowRadius = 5
      return layer
    }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      ctx.setStrokeColor(UIColor.white.cgColor)
      ctx.setLineWidth(3)
      ctx.move(to: CGPoint(x: 10, y: 10))
      ctx.addLine(to: CGPoint(x: 20, y: 20))
      ctx.move(to: CGPoint(x: 10, y: 20))
      ctx.addLine(to: CGPoint(x: 20, y: 10))
      ctx.strokePath()
    }
  }

  /// The text's last version: about x, slowly, with a function for each segment.
  final class IconDanceInDepth: IconDance {
    override func rotation() -> CAKeyframeAnimation {
      let animation = super.rotation()
      animation.keyPath = "transform.rotation.x"
      animation.duration = 2
      animation.timingFunctions = [.init(name: .linear), .init(name: .linear)]
      return animation
    }
  }

  /// The angle of an icon at a time after its begin, in degrees.
  private static func angle(_ time: Double, cycle: Double) -> CGFloat {
    guard time > 0 else { return 0 }
    let part = (time / cycle).truncatingRemainder(dividingBy: 1)
    return CGFloat(part < 0.5 ? -2 + 8 * part : 6 - 8 * part)
  }

  private static let iconDance = Demo("ZL-4.7", "Icons that dance") { IconDance() }
    .screen(620, 170)
    .play(IconDance.self) { stage, controller in
      let before = try Lockwood1.Pixels(stage)
      try stage.show("still")
      stage.tap(CGPoint(x: 300, y: 160))
      stage.expect(controller.isDancing, "there is an animation while they dance")
      let start = stage.time
      for time in [0.005, 0.1, 0.135, 0.3, 0.51, 100.26] {
        stage.move(to: start + time)
        for (icon, delay) in zip(controller.icons, controller.delays) {
          let wanted = angle(time - delay, cycle: 0.5)
          stage.expectAngle(icon, wanted, within: 0.2)
        }
        if time < 0.5, time > 0.05 { try stage.show() }
      }
      stage.tap(CGPoint(x: 300, y: 160))
      stage.wait(0.02)
      stage.expect(!controller.isDancing, "and none afterwards")
      stage.expect(try Lockwood1.Pixels(stage) == before, "all is as it was")
      try stage.show("still again")
    }

  private static let iconDanceInDepth = Demo("ZL-4.7c", "Icons that nod") { IconDanceInDepth() }
    .screen(620, 170)
    .play(IconDanceInDepth.self) { stage, controller in
      stage.tap(CGPoint(x: 300, y: 160))
      let start = stage.time
      for (time, degrees) in [(0.5, 0), (1, 2), (1.5, 0), (2, -2)] as [(Double, CGFloat)] {
        stage.move(to: start + time + controller.delays[0])
        let found = stage.shown(controller.icons[0], "transform.rotation.x") * 180 / .pi
        stage.expect(found, is: degrees, within: 0.1, "the angle at \(time) s")
      }
      let frame = controller.icons[0].presentation()?.frame ?? .null
      stage.expect(frame.height, is: 128 * cos(2 * .pi / 180), within: 0.01, "hardly lower")
      stage.expect(frame.width, is: 128, within: 0.01, "and as wide")
      try stage.show()
    }

  private static let closeBox = Demo("ZL-4.9", "A close box") { IconDance() }
    .screen(200, 170, scale: 2)
    .play(IconDance.self) { stage, controller in
      let icon = controller.icons[0]
      icon.backgroundColor = UIColor.white.cgColor
      stage.wait(0.3)
      let box = controller.closeBox()
      box.delegate = controller
      icon.addSublayer(box)
      box.setNeedsDisplay()
      stage.wait(0.3)
      // Points of the box, y up.
      @MainActor func place(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
        box.convert(CGPoint(x: x, y: y), to: controller.view.layer)
      }
      stage.expect(at: place(15, 15), .white, within: 30, "the cross")
      stage.expect(at: place(15, 7), .black, "the disc")
      stage.expect(at: place(15, 1.5), .white, within: 8, "the ring")
      let pixels = try Lockwood1.Pixels(stage)
      let (corner, below) = (pixels[place(29, 1)][0], pixels[place(15, -4)][0])
      stage.expect((20..<250).contains(corner), "the corner is the icon in shadow: \(corner)")
      stage.expect(below < pixels[place(34, 15)][0], "the shadow lies lower")
      try stage.show()
    }

  private static let startStop = Demo("ZL-4.11", "Start, stop, ask") { IconDance() }
    .screen(620, 170)
    .play(IconDance.self) { stage, controller in
      for _ in 0..<50 {
        stage.expect(!controller.isDancing, "no animation before")
        stage.tap(CGPoint(x: 300, y: 160))
        stage.wait(0.02)
        stage.expect(controller.isDancing, "one while they dance")
        stage.tap(CGPoint(x: 300, y: 160))
        stage.wait(0.02)
      }
      stage.wait(0.3)
      for icon in controller.icons {
        stage.expect(icon.sublayers?.count == 2, "no close box is left")
        stage.expect(icon.animationKeys() == nil, "no animation is left")
        stage.expectAngle(icon, 0)
      }
      try stage.show()
    }

  // MARK: Functions of segments

  /// A layer that goes there slowly and back fast.
  final class Segments: Zarra.Window {
    let layer = CALayer(CGRect(x: 0, y: 10, width: 20, height: 20), .systemOrange)

    override func viewDidLoad() {
      super.viewDidLoad()
      root.addSublayer(layer)
      let animation = CAKeyframeAnimation(keyPath: "position.x")
      animation.values = [20.0, 120, 20]
      animation.timingFunctions = [.init(name: .easeIn), .init(name: .easeOut)]
      animation.duration = 2
      layer.add(animation, forKey: "position")
    }
  }

  private static let timingFunctions = Demo("ZL-4.T", "A function for each segment") { Segments() }
    .screen(140, 40)
    .play(Segments.self) { stage, controller in
      for (time, x) in [(0, 20), (0.5, 51.5), (1, 120), (1.5, 51.5), (1.9999, 20)]
        as [(Double, CGFloat)]
      {
        stage.move(to: time)
        stage.expectPlace(controller.layer, x, 20, within: 0.1)
        try stage.show()
      }
    }
}
