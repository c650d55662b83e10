// Zarra and Long, chapter 2: what can be animated.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter2 {
  static let demos: [Demo] = [
    background, centered, parts, masked, panel, slideshow, hiding, depths, clipped, inverted,
    sunburst, sweep, styles,
  ]

  // MARK: Listing 2-1

  /// A layer that goes from red to green under a touch.
  final class Background: Zarra.Window {
    let layer = CALayer(CGRect(x: 50, y: 50, width: 100, height: 100), .blue)

    override func viewDidLoad() {
      super.viewDidLoad()
      root.addSublayer(layer)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.fromValue = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      animation.toValue = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      animation.duration = 5
      layer.add(animation, forKey: "backgroundColor")
    }
  }

  private static let background = Demo("ZL-2.1", "From red to green") { Background() }
    .screen(200, 200)
    .play(Background.self) { stage, controller in
      stage.tap(CGPoint(x: 100, y: 100))
      let start = stage.time
      for (time, red, green) in [
        (0, 255, 0), (1.25, 191, 64), (2.5, 128, 128), (3.75, 64, 191), (4.9999, 0, 255),
      ] as [(Double, CGFloat, CGFloat)] {
        stage.move(to: start + time)
        stage.expectColor(controller.layer, red, green, 0)
        stage.expect(at: CGPoint(x: 100, y: 100), Lockwood2.rgb(red, green, 0), "it shows that")
        try stage.show()
      }
      stage.move(to: start + 5.01)
      stage.expectColor(controller.layer, 0, 0, 255)
      try stage.show("the model's colour")
    }

  // MARK: Listing 2-3

  /// Layers of even and odd sizes in the middle of others.
  final class Centered: Zarra.Window {
    override func viewDidLoad() {
      super.viewDidLoad()
      for (index, side) in [40, 41].enumerated() {
        let parent = CALayer(CGRect(x: 10 + 120 * index, y: 10, width: 101, height: 76), .white)
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        layer.position = CGPoint(x: parent.bounds.width / 2, y: parent.bounds.height / 2)
        layer.backgroundColor = UIColor.systemBlue.cgColor
        parent.addSublayer(layer)
        root.addSublayer(parent)
      }
    }
  }

  private static let centered = Demo("ZL-2.3", "In the middle of the parent") { Centered() }
    .screen(241, 96, scale: 2)
    .play(Centered.self) { stage, controller in
      for parent in controller.root.sublayers ?? [] {
        guard let frame = parent.sublayers?.first?.frame else { continue }
        stage.expect(frame.minX, is: parent.bounds.width - frame.maxX, "left and right")
        stage.expect(frame.minY, is: parent.bounds.height - frame.maxY, "below and above")
      }
      let pixels = try Lockwood1.Pixels(stage)
      stage.expect(
        pixels[40.25, 40] == pixels[80.75, 40] && pixels[40.75, 40] == pixels[80.25, 40],
        "the edges look alike"
      )
      try stage.show()
    }

  // MARK: Figures 2-1 and 2-2

  /// Parts of a picture of 4 x 4 cells whose rows count from below.
  final class Parts: Zarra.Window {
    private(set) var layers: [CALayer] = []
    let cell = CGRect(x: 0.25, y: 0.25, width: 0.25, height: 0.25)

    override func viewDidLoad() {
      super.viewDidLoad()
      let grid = Zarra.bitmap(400, 400) { x, y in
        [64 * (x / 100) + 32, 64 * ((399 - y) / 100) + 32, 128]
      }
      let rects = [
        CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 0.25, y: 0, width: 0.25, height: 1),
        CGRect(x: 0.25, y: 0, width: 0.5, height: 1), cell,
      ]
      for (index, rect) in rects.enumerated() {
        let layer = CALayer(CGRect(x: 5 + index * 105, y: 5, width: 100, height: 100))
        layer.contents = grid
        layer.contentsRect = rect
        root.addSublayer(layer)
        layers.append(layer)
      }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let animation = CABasicAnimation(keyPath: "contentsRect")
      animation.toValue = cell
      animation.duration = 2
      layers[0].add(animation, forKey: "contentsRect")
    }
  }

  private static let parts = Demo("ZL-2.4", "Parts of a picture") { Parts() }
    .screen(425, 110)
    .play(Parts.self) { stage, controller in
      @MainActor func color(_ column: Int, _ row: Int) -> UIColor {
        Lockwood1.rgb(64 * column + 32, 64 * row + 32, 128)
      }
      stage.expect([(10, 95, color(0, 0)), (95, 10, color(3, 3))], "all of it")
      stage.expect(
        [(115, 95, color(1, 0)), (205, 95, color(1, 0)), (205, 10, color(1, 3))],
        "one column"
      )
      stage.expect(
        [(220, 95, color(1, 0)), (310, 95, color(2, 0)), (310, 10, color(2, 3))],
        "two columns"
      )
      stage.expect([(325, 10, color(1, 1)), (415, 95, color(1, 1))], "a cell")
      try stage.show()
      stage.tap(CGPoint(x: 50, y: 50))
      stage.wait(1)
      stage.expect(
        controller.layers[0].presentation()?.contentsRect ?? .null,
        is: CGRect(x: 0.125, y: 0.125, width: 0.625, height: 0.625),
        within: 1e-6,
        "half of the way to the cell"
      )
      try stage.show()
    }

  // MARK: Masks

  /// A picture that is seen through a square in its middle.
  final class Masked: Zarra.Window {
    let picture = CALayer()
    let mask = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      picture.frame = root.bounds
      picture.contents = Zarra.photo()
      mask.bounds = CGRect(x: 0, y: 0, width: 300, height: 300)
      mask.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
      mask.backgroundColor = UIColor.black.cgColor
      picture.mask = mask
      root.addSublayer(picture)
    }
  }

  private static let masked = Demo("ZL-2.5", "A simple mask") { Masked() }
    .screen(600, 500, scale: 0.5)
    .play(Masked.self) { stage, controller in
      @MainActor func box() throws -> CGRect {
        try Lockwood1.Pixels(stage).box { $0 != [0, 0, 0] }
      }
      let square = CGRect(x: 150, y: 100, width: 300, height: 300)
      stage.expect(try box(), is: square, "the part within the mask")
      stage.expect(at: CGPoint(x: 300, y: 250), Lockwood1.rgb(127, 127, 128), within: 3)
      try stage.show()
      controller.mask.opacity = 0.5
      stage.wait(0.3)
      stage.expect(try box(), is: square, "the same part")
      stage.expect(at: CGPoint(x: 300, y: 250), Lockwood1.rgb(64, 64, 64), within: 3, "half")
      try stage.show("a mask of half the opacity")
    }

  /// A picture with a hole: its mask draws all but a disc.
  final class Inverted: Zarra.Window, @preconcurrency CALayerDelegate {
    let mask = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      let picture = CALayer()
      picture.frame = root.bounds
      picture.contents = Zarra.photo()
      mask.frame = root.bounds
      mask.delegate = self
      picture.mask = mask
      root.addSublayer(picture)
      mask.setNeedsDisplay()
    }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      ctx.addRect(layer.bounds)
      ctx.addEllipse(
        in: CGRect(x: layer.bounds.midX - 100, y: layer.bounds.midY - 100, width: 200, height: 200)
      )
      ctx.fillPath(using: .evenOdd)
    }
  }

  private static let inverted = Demo("ZL-2.11", "A mask with a hole") { Inverted() }
    .screen(480, 360)
    .play(Inverted.self) { stage, _ in
      let hole = try Lockwood1.Pixels(stage).box { $0 == [255, 255, 255] }
      stage.expect(
        hole,
        is: CGRect(x: 140, y: 80, width: 200, height: 200),
        within: 2,
        "the hole"
      )
      stage.expect(
        [(240, 180, .white), (240, 70, Lockwood1.rgb(127, 49, 128))],
        within: 3,
        "a picture around it"
      )
      try stage.show()
    }

  // MARK: Views

  /// A panel with a glyph that goes round.
  final class ActivityPanel: UIViewController {
    let panel = UIView(frame: CGRect(x: 20, y: 20, width: 160, height: 100))
    let glyph = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      panel.backgroundColor = .systemGray5
      panel.layer.cornerRadius = 10
      panel.layer.borderWidth = 2
      glyph.frame = CGRect(x: 60, y: 30, width: 40, height: 40)
      glyph.contents = Lockwood2.ship(40).cgImage
      panel.layer.addSublayer(glyph)
      view.addSubview(panel)
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      turn.toValue = 2 * Double.pi
      turn.duration = 1
      turn.repeatCount = .infinity
      glyph.add(turn, forKey: "turn")
    }
  }

  private static let panel = Demo("ZL-2.6", "A panel that says: wait") { ActivityPanel() }
    .screen(200, 140)
    .play(ActivityPanel.self) { stage, controller in
      for second in [0, 0.2, 60.2] {
        stage.move(to: second)
        stage.expectAngle(controller.glyph, 360 * second.truncatingRemainder(dividingBy: 1))
        try stage.show()
      }
      stage.expect(
        [(20.5, 20.5, .white), (179, 119, .white), (100, 21, .black), (21, 70, .black)],
        "corners show what is behind, and the border goes round"
      )
    }

  // MARK: Contents

  /// A slideshow that mixes its pictures, and one that does not.
  final class Slideshow: Zarra.Window {
    private let colors: [UIColor] = [.red, .green, .blue, .white]

    override func viewDidLoad() {
      super.viewDidLoad()
      let pictures = colors.compactMap { Zarra.plain($0) }
      for (index, mode) in [CAAnimationCalculationMode.linear, .discrete].enumerated() {
        let layer = CALayer(CGRect(x: 10, y: 70 - 60 * index, width: 100, height: 50))
        let show = CAKeyframeAnimation(keyPath: "contents")
        show.values = pictures
        show.calculationMode = mode
        show.duration = 6
        layer.add(show, forKey: "contents")
        root.addSublayer(layer)
      }
    }
  }

  private static let slideshow = Demo("ZL-2.7", "A slideshow") { Slideshow() }
    .screen(120, 130)
    .play(Slideshow.self) { stage, _ in
      let mixed: [(Double, UIColor, UIColor)] = [
        (0, .red, .red), (1, Lockwood1.rgb(128, 128, 0), .red), (1.6, .clear, .green),
        (2, .green, .green), (4, .blue, .blue), (5.999, .white, .white),
      ]
      for (time, above, below) in mixed {
        stage.move(to: time)
        if above != .clear { stage.expect(at: CGPoint(x: 60, y: 30), above, "mixed at \(time)") }
        stage.expect(at: CGPoint(x: 60, y: 100), below, "not mixed at \(time)")
        try stage.show()
      }
    }

  /// A layer with a picture, whose corners are round: all of it, or its background alone.
  final class Clipped: Zarra.Window {
    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      for index in 0..<2 {
        let layer = CALayer(CGRect(x: 10 + 110 * index, y: 10, width: 100, height: 100))
        layer.contents = Zarra.photo()
        layer.cornerRadius = 20
        layer.masksToBounds = index == 1
        root.addSublayer(layer)
      }
    }
  }

  private static let clipped = Demo("ZL-2.10", "Round corners of contents") { Clipped() }
    .screen(230, 120)
    .play(Clipped.self) { stage, _ in
      stage.expect([(12, 12, Lockwood1.rgb(6, 6, 128))], within: 6, "the picture sticks out")
      stage.expect(
        [(122, 12, .white), (218, 12, .white), (122, 108, .white), (218, 108, .white)],
        "it is cut at all corners"
      )
      stage.expect([(170, 60, Lockwood1.rgb(127, 127, 128))], within: 4, "and is seen between")
      try stage.show()
    }

  // MARK: Order and visibility

  /// A layer to hide, and one to fade.
  final class Hiding: Zarra.Window {
    let hidden = CALayer(CGRect(x: 10, y: 10, width: 60, height: 60), .red)
    let faded = CALayer(CGRect(x: 80, y: 10, width: 60, height: 60), .blue)

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      root.sublayers = [hidden, faded]
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      hidden.isHidden = true
      faded.opacity = 0
    }
  }

  private static let hiding = Demo("ZL-2.8", "Hidden at once, faded slowly") { Hiding() }
    .screen(150, 80)
    .play(Hiding.self) { stage, controller in
      try stage.show()
      stage.tap(CGPoint(x: 75, y: 75))
      stage.wait(1.0 / 60)
      stage.expect([(40, 40, .white)], "hidden with the next frame")
      stage.expect(stage.shown(controller.faded, "opacity") > 0.9, "the other has begun to fade")
      stage.move(to: stage.time + 0.125 - 1.0 / 60)
      stage.expect(stage.shown(controller.faded, "opacity"), is: 0.1976, within: 0.001, "its way")
      try stage.show()
      stage.wait(0.125)
      stage.expect([(40, 40, .white), (110, 40, .white)], "both are gone")
      try stage.show()
    }

  /// Two layers, one of which comes to the front.
  final class Depths: Zarra.Window {
    let below = CALayer(CGRect(x: 10, y: 10, width: 60, height: 60), .red)
    let above = CALayer(CGRect(x: 30, y: 30, width: 60, height: 60), .blue)

    override func viewDidLoad() {
      super.viewDidLoad()
      above.zPosition = 1
      root.sublayers = [below, above]
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let rise = CABasicAnimation(keyPath: "zPosition")
      (rise.fromValue, rise.toValue, rise.duration) = (0.0, 2.0, 2)
      below.add(rise, forKey: "zPosition")
    }
  }

  private static let depths = Demo("ZL-2.9", "One layer passes another") { Depths() }
    .screen(100, 100)
    .play(Depths.self) { stage, _ in
      stage.tap(CGPoint(x: 50, y: 50))
      let start = stage.time
      var changes = 0
      var last: UIColor = .blue
      for step in 1..<20 {
        stage.move(to: start + Double(step) / 10 - 0.01)
        let color: UIColor = step <= 10 ? .blue : .red
        stage.expect(at: CGPoint(x: 50, y: 50), color, "in front at \(step) tenths")
        if color != last { changes += 1 }
        last = color
        if step % 6 == 0 { try stage.show() }
      }
      stage.expect(changes == 1, "once")
    }

  /// Rays that go round behind everything.
  final class Sunburst: Zarra.Window {
    let rays = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      rays.frame = root.bounds.insetBy(dx: -40, dy: -40)
      rays.contents =
        Lockwood1.Asset.draw(240, 240) { context in
          context.setFillColor(UIColor.orange.cgColor)
          context.translateBy(x: 120, y: 120)
          for _ in 0..<8 {
            context.rotate(by: .pi / 4)
            context.addLines(
              between: [.zero, CGPoint(x: 170, y: 24), CGPoint(x: 170, y: -24)]
            )
            context.fillPath()
          }
        }.cgImage
      root.addSublayer(rays)
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      (turn.fromValue, turn.toValue, turn.duration) = (0.0, 2 * Double.pi, 10)
      turn.repeatCount = .infinity
      rays.add(turn, forKey: "turn")
    }
  }

  private static let sunburst = Demo("ZL-2.12", "Rays that go round") { Sunburst() }
    .screen(160, 160)
    .play(Sunburst.self) { stage, controller in
      for (time, angle) in [(0, 0), (0.3, 10.8), (9.99, -0.36), (10.01, 0.36), (1002.5, 90)]
        as [(Double, CGFloat)]
      {
        stage.move(to: time)
        stage.expectAngle(controller.rays, angle)
        if time < 1 { try stage.show() }
      }
    }

  // MARK: All properties

  /// A layer whose properties are animated one by one.
  final class Sweep: Zarra.Window {
    let layer = CALayer(CGRect(x: 40, y: 40, width: 80, height: 80), .lightGray)

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      layer.contents = NeuburgAssets.quarters(40).cgImage
      layer.contentsGravity = .center
      (layer.borderWidth, layer.cornerRadius, layer.shadowOpacity) = (4, 8, 1)
      root.addSublayer(layer)
    }
  }

  /// A key path, both ends, and the value in the middle, as numbers.
  private typealias Row = (path: String, from: Any, to: Any, middle: [CGFloat])

  private static let rows: [Row] = [
    ("backgroundColor", UIColor.red.cgColor, UIColor.blue.cgColor, [0.5, 0, 0.5, 1]),
    ("borderColor", UIColor.red.cgColor, UIColor.blue.cgColor, [0.5, 0, 0.5, 1]),
    ("shadowColor", UIColor.red.cgColor, UIColor.blue.cgColor, [0.5, 0, 0.5, 1]),
    ("anchorPoint", CGPoint.zero, CGPoint(x: 1, y: 1), [0.5, 0.5]),
    (
      "bounds", CGRect(x: 0, y: 0, width: 20, height: 40),
      CGRect(x: 0, y: 0, width: 80, height: 60), [0, 0, 50, 50]
    ),
    ("position", CGPoint(x: 20, y: 30), CGPoint(x: 80, y: 100), [50, 65]),
    ("zPosition", 0.0, 4.0, [2]), ("borderWidth", 0.0, 10.0, [5]),
    ("cornerRadius", 0.0, 40.0, [20]), ("opacity", 0.0, 1.0, [0.5]),
    (
      "contentsRect", CGRect(x: 0, y: 0, width: 1, height: 1),
      CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5), [0.25, 0.25, 0.75, 0.75]
    ),
    ("transform.scale", 1.0, 2.0, [1.5]), ("shadowRadius", 0.0, 20.0, [10]),
  ]

  private static func numbers(_ value: Any?) -> [CGFloat] {
    switch value {
    case let point as CGPoint: [point.x, point.y]
    case let rect as CGRect: [rect.minX, rect.minY, rect.width, rect.height]
    case let number as Double: [CGFloat(number)]
    case let number as Float: [CGFloat(number)]
    case let number as NSNumber: [CGFloat(number.doubleValue)]
    case let color as CGColor: color.components ?? []
    default: []
    }
  }

  private static let sweep = Demo("ZL-2.13", "All properties, half way") { Sweep() }
    .screen(160, 160)
    .play(Sweep.self) { stage, controller in
      let layer = controller.layer
      for row in rows {
        let animation = Zarra.animation(row.path, from: row.from, to: row.to, 2)
        layer.add(animation, forKey: nil)
        stage.wait(1)
        let found = numbers(layer.presentation()?.value(forKeyPath: row.path))
        let isMiddle =
          found.count == row.middle.count
          && zip(found, row.middle).allSatisfy { abs($0 - $1) < 0.001 }
        stage.expect(isMiddle, "\(row.path) is \(row.middle) half way; it is \(found)")
        try stage.show(row.path)
        layer.removeAllAnimations()
      }
      let frame = layer.frame
      let move = Zarra.animation(
        "frame",
        from: CGRect.zero,
        to: CGRect(x: 9, y: 9, width: 9, height: 9),
        2
      )
      layer.add(move, forKey: nil)
      stage.wait(1)
      stage.expect(layer.presentation()?.frame ?? .null, is: frame, "frame moves nothing")
    }

  // MARK: Shadow, border and corner

  /// A layer with all styles; y counts from below.
  final class Styles: Zarra.Window {
    let layer = CALayer(CGRect(x: 20, y: 20, width: 100, height: 100), .gray)

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      layer.cornerRadius = 20
      layer.borderWidth = 5
      layer.borderColor = UIColor.red.cgColor
      layer.shadowOpacity = 1
      layer.shadowRadius = 5
      root.addSublayer(layer)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let animation = CABasicAnimation(keyPath: "shadowColor")
      animation.toValue = UIColor.red.cgColor
      animation.duration = 2
      layer.add(animation, forKey: "shadowColor")
    }
  }

  private static let styles = Demo("ZL-2.15", "Shadow, border and corner") { Styles() }
    .screen(140, 140)
    .play(Styles.self) { stage, controller in
      stage.expect(
        [(70, 70, .gray), (70, 22, .red), (22, 70, .red), (117, 70, .red), (27, 27, .red)],
        within: 30,
        "the border follows the outline"
      )
      var pixels = try Lockwood1.Pixels(stage)
      stage.expect(pixels[70, 126][0] < pixels[70, 13][0] - 40, "the shadow lies lower")
      stage.expect(pixels[4, 4][0] > 250, "and is round as the layer is")
      try stage.show()
      stage.tap(CGPoint(x: 70, y: 70))
      stage.wait(1.9)
      pixels = try Lockwood1.Pixels(stage)
      stage.expect(pixels[70, 124][0] > pixels[70, 124][1] + 60, "it turns red")
      try stage.show()
    }
}
