// Zarra and Long, chapter 10: shapes, gradients and replicators.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter10 {
  static let demos: [Demo] = [
    triangle, dashed, pattern, mask, strokedMask, reflection, mirror, accumulation, pie, stops,
    fine, moving,
  ]

  // MARK: Listings 10-1 to 10-4

  /// A triangle over a picture, or as its mask.
  final class Triangle: UIViewController {
    let picture = CALayer()
    let shapeLayer = CAShapeLayer()
    private let isDashed: Bool
    private let isMask: Bool

    init(isDashed: Bool = false, isMask: Bool = false) {
      (self.isDashed, self.isMask) = (isDashed, isMask)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .black
      picture.frame = UIScreen.main.bounds
      picture.contents = Zarra.photo()
      view.layer.addSublayer(picture)
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 0, y: 100))
      path.addLine(to: CGPoint(x: 200, y: 0))
      path.addLine(to: CGPoint(x: 200, y: 200))
      path.addLine(to: CGPoint(x: 0, y: 100))
      shapeLayer.path = path
      shapeLayer.frame = CGRect(x: 100, y: 100, width: 200, height: 200)
      shapeLayer.fillColor = UIColor.purple.cgColor
      if isDashed {
        shapeLayer.strokeColor = UIColor.red.cgColor
        shapeLayer.lineWidth = 10
        shapeLayer.lineJoin = .round
        shapeLayer.lineDashPattern = [50, 2]
      }
      if isMask { picture.mask = shapeLayer } else { picture.addSublayer(shapeLayer) }
    }
  }

  /// The middles of the gaps between the dashes.
  private static let gaps: [CGPoint] = [
    (145.6, 177.2), (192.1, 153.9), (238.6, 130.7), (285.2, 107.4), (300, 135.4), (300, 187.4),
    (300, 239.4), (300, 291.4), (261.2, 280.6), (214.7, 257.3), (168.2, 234.1), (121.7, 210.8),
  ].map { CGPoint(x: $0.0, y: $0.1) }

  /// Whether a colour is that of the picture at a point.
  private static func isPicture(_ color: [Int], _ point: CGPoint) -> Bool {
    abs(color[0] - Int(point.x / 400 * 255)) < 8 && abs(color[1] - Int(point.y / 400 * 255)) < 8
      && abs(color[2] - 128) < 8
  }

  private static let triangle = Demo("ZL-10.1", "A triangle") { Triangle() }
    .screen(400, 400)
    .play { stage in
      stage.expect([(290, 200, .purple), (200, 200, .purple), (110, 200, .purple)], "the shape")
      let pixels = try Lockwood1.Pixels(stage)
      for point in [CGPoint(x: 110, y: 110), CGPoint(x: 110, y: 290)] {
        stage.expect(isPicture(pixels[point], point), "the picture beside it")
      }
      try stage.show()
    }

  private static func expectGaps(_ stage: Stage) throws {
    let pixels = try Lockwood1.Pixels(stage)
    for gap in gaps {
      // Outwards by two points, where there is no shape below the stroke.
      let way = CGPoint(x: gap.x - 233, y: gap.y - 200)
      let isRight = abs(gap.x - 300) < 1
      let out = isRight ? CGPoint(x: 3, y: 0) : CGPoint(x: -1.4, y: way.y < 0 ? -2.7 : 2.7)
      let color = pixels[gap.x + out.x, gap.y + out.y]
      let beside = pixels[
        gap.x + out.x + (isRight ? 0 : 10),
        gap.y + out.y + (isRight ? 10 : (way.y < 0 ? -5 : 5))
      ]
      stage.expect(color[1] > 20, "a gap at \(gap): \(color)")
      stage.expect(beside[0] > 200 && beside[1] < 80, "a dash beside it: \(beside)")
    }
  }

  private static let dashed = Demo("ZL-10.2", "A dashed stroke") { Triangle(isDashed: true) }
    .screen(400, 400)
    .play { stage in
      try expectGaps(stage)
      stage.expect(
        [(303, 97, .red), (302, 302, .red), (200, 200, .purple)],
        within: 40,
        "corners that are joined are round"
      )
      let pixels = try Lockwood1.Pixels(stage)
      let corner = CGPoint(x: 304.5, y: 95)
      stage.expect(isPicture(pixels[corner], corner), "and not pointed")
      let missing = CGPoint(x: 96, y: 200)
      stage.expect(isPicture(pixels[missing], missing), "where the path closes there is no join")
      try stage.show()
    }

  private static let mask = Demo("ZL-10.3", "A triangle as a mask") { Triangle(isMask: true) }
    .screen(400, 400)
    .play { stage in
      let pixels = try Lockwood1.Pixels(stage)
      for point in [CGPoint(x: 290, y: 200), CGPoint(x: 200, y: 200), CGPoint(x: 110, y: 200)] {
        stage.expect(isPicture(pixels[point], point), "the picture, in its place")
      }
      stage.expect([(110, 110, .black), (110, 290, .black), (350, 200, .black)], "nothing else")
      try stage.show()
    }

  private static let strokedMask = Demo("ZL-10.4", "A stroke in a mask") {
    Triangle(isDashed: true, isMask: true)
  }
  .screen(400, 400)
  .play { stage in
    let pixels = try Lockwood1.Pixels(stage)
    for point in [CGPoint(x: 200, y: 200), CGPoint(x: 303, y: 160), CGPoint(x: 303, y: 210)] {
      stage.expect(isPicture(pixels[point], point), "fill and dashes: the picture at \(point)")
    }
    for gap in gaps where gap.x == 300 {
      let color = pixels[gap.x + 3, gap.y]
      stage.expect(color[2] < 110, "a notch at \(gap): \(color)")
    }
    stage.expect([(308, 200, .black), (94, 200, .black)], "no farther than 5")
    try stage.show()
  }

  private static let fine = Demo("ZL-10.9", "The same with two pixels per point") {
    Triangle(isDashed: true)
  }
  .screen(400, 400, scale: 2)
  .play { stage in
    try expectGaps(stage)
    let pixels = try Lockwood1.Pixels(stage)
    // Along the slope a coarse picture that is made larger has blocks of one colour.
    var finer = 0
    for x in stride(from: CGFloat(102), to: 298, by: 1) {
      let y = (100 + (300 - x) / 2 - 5.6).rounded(.down)
      let block = [pixels[x, y], pixels[x + 0.5, y], pixels[x, y + 0.5], pixels[x + 0.5, y + 0.5]]
      if Set(block).count > 2 { finer += 1 }
    }
    stage.expect(finer > 60, "edges are drawn on the finer grid: \(finer)")
    try stage.show()
  }

  // MARK: Patterns

  /// A line of four dashes and gaps.
  final class Pattern: Zarra.Window {
    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      let shape = CAShapeLayer()
      let path = CGMutablePath()
      path.addLines(between: [CGPoint(x: 10, y: 12), CGPoint(x: 110, y: 12)])
      shape.path = path
      shape.strokeColor = UIColor.black.cgColor
      shape.lineWidth = 8
      shape.lineDashPattern = [5, 10, 15, 20]
      root.addSublayer(shape)
    }
  }

  private static let pattern = Demo("ZL-10.2b", "Dashes and gaps") { Pattern() }
    .screen(120, 24, scale: 2)
    .play { stage in
      let pixels = try Lockwood1.Pixels(stage)
      for x in 0..<100 {
        let isPainted = [0..<5, 15..<30, 50..<55, 65..<80].contains { $0.contains(x) }
        let color = pixels[10.25 + CGFloat(x), 12]
        stage.expect(color == (isPainted ? [0, 0, 0] : [255, 255, 255]), "at \(x): \(color)")
      }
      try stage.show()
    }

  // MARK: Listing 10-5

  /// A picture and its reflection, which a gradient lets fade.
  final class Reflection: UIViewController {
    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .black
      let top = CALayer()
      top.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
      top.position = CGPoint(x: 160, y: 120)
      top.contents = Zarra.photo()
      let reflection = CALayer()
      reflection.bounds = top.bounds
      reflection.position = CGPoint(x: 158, y: 362)
      reflection.contents = top.contents
      reflection.setValue(Double.pi, forKeyPath: "transform.rotation.x")
      let gradient = CAGradientLayer()
      gradient.bounds = reflection.bounds
      gradient.position = CGPoint(x: 160, y: 120)
      gradient.colors = [UIColor.clear.cgColor, UIColor.black.cgColor]
      gradient.startPoint = CGPoint(x: 0.5, y: 0.35)
      gradient.endPoint = CGPoint(x: 0.5, y: 1)
      reflection.mask = gradient
      view.layer.addSublayer(top)
      view.layer.addSublayer(reflection)
    }
  }

  private static let reflection = Demo("ZL-10.5", "A reflection") { Reflection() }
    .play { stage in
      let pixels = try Lockwood1.Pixels(stage)
      stage.expect([(160, 240, .black), (160, 241, .black), (319, 260, .black)], "the seam")
      for (y, alpha) in [(250, 0.949), (300, 0.628), (362, 0.231), (400, 0)] as [(CGFloat, CGFloat)]
      {
        let color = pixels[160, y]
        let green = (481.5 - y) / 240 * 255 * alpha
        stage.expect(CGFloat(color[1]), is: green, within: 3, "the mirrored row at \(y)")
        stage.expect(CGFloat(color[2]), is: 128 * alpha, within: 3, "its alpha")
      }
      try stage.show()
    }

  // MARK: Listings 10-6 to 10-8

  /// A view whose layer shows all that is in it twice.
  final class ReplicatorView: UIView {
    override class var layerClass: AnyClass { CAReplicatorLayer.self }

    override init(frame: CGRect) {
      super.init(frame: frame)
      guard let layer = layer as? CAReplicatorLayer else { return }
      layer.instanceRedOffset = -0.5
      layer.instanceGreenOffset = -0.5
      layer.instanceBlueOffset = -0.5
      layer.instanceAlphaOffset = -0.45
      layer.instanceCount = 2
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
      super.layoutSubviews()
      // The view may have any height: about the line at 230.
      let mirror = CATransform3DMakeScale(1, -1, 1)
      (layer as? CAReplicatorLayer)?.instanceTransform =
        CATransform3DTranslate(mirror, 0, bounds.height - 2 * 230, 0)
    }
  }

  /// A picture in such a view.
  final class Mirror: UIViewController {
    let imageView = UIImageView(frame: CGRect(x: 10, y: 10, width: 300, height: 220))

    override func loadView() {
      view = ReplicatorView(frame: CGRect(x: 0, y: 20, width: 320, height: 460))
      view.backgroundColor = .black
      imageView.contentMode = .scaleAspectFit
      imageView.image = NeuburgAssets.plain(40, 30, .white)
      view.addSubview(imageView)
    }
  }

  private static let mirror = Demo("ZL-10.6", "A view that mirrors") { Mirror() }
    .play(Mirror.self) { stage, controller in
      // The view may fill the window; all is stated in its own coordinates.
      @MainActor func box(_ isWanted: ([Int]) -> Bool) throws -> CGRect {
        controller.view.convert(try Lockwood1.Pixels(stage).box(where: isWanted), from: nil)
      }
      stage.expect(
        try box { $0[0] > 200 },
        is: CGRect(x: 14, y: 10, width: 292, height: 220),
        within: 1.1,
        "the picture, as large as fits"
      )
      let copy = try box { (60...80).contains($0[0]) }
      stage.expect(
        copy,
        is: CGRect(x: 14, y: 230, width: 292, height: 220),
        within: 1.1,
        "its copy touches it"
      )
      try stage.show()
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        controller.imageView.frame.origin.x = 150
      }
      controller.imageView.image = NeuburgAssets.snowman(120)
      stage.wait(0.5)
      try stage.show("another picture, moving")
    }

  /// Five squares, each with less red than the one before.
  final class Accumulation: Zarra.Window {
    override func viewDidLoad() {
      super.viewDidLoad()
      let layer = CAReplicatorLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 300, height: 40)
      layer.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)
      layer.instanceRedOffset = -0.2
      layer.instanceCount = 5
      layer.addSublayer(CALayer(CGRect(x: 20, y: 10, width: 20, height: 20), .white))
      root.addSublayer(layer)
    }
  }

  private static let accumulation = Demo("ZL-10.6b", "Colours that add up") { Accumulation() }
    .screen(190, 40)
    .play { stage in
      for index in 0..<5 {
        let x = 20 + 30 * CGFloat(index)
        stage.expect(
          [
            (x + 1, 20, Lockwood1.rgb(255 - 51 * index, 255, 255)), (x - 1, 20, .black),
            (x + 21, 20, .black),
          ],
          "square \(index)"
        )
      }
      stage.expect(at: CGPoint(x: 180, y: 20), .black, "no sixth")
      try stage.show()
    }

  /// A disc of wedges.
  final class Pie: Zarra.Window {
    let count = 8

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      let layer = CAReplicatorLayer()
      layer.frame = root.bounds
      layer.instanceCount = count
      layer.instanceTransform = CATransform3DMakeRotation(2 * .pi / CGFloat(count), 0, 0, 1)
      layer.instanceGreenOffset = -1 / Float(count)
      let wedge = CAShapeLayer()
      let path = CGMutablePath()
      let center = CGPoint(x: 100, y: 100)
      path.move(to: center)
      path.addArc(
        center: center,
        radius: 80,
        startAngle: 0,
        endAngle: 2 * .pi / CGFloat(count),
        clockwise: false
      )
      path.closeSubpath()
      wedge.path = path
      wedge.fillColor = UIColor.yellow.cgColor
      layer.addSublayer(wedge)
      root.addSublayer(layer)
    }
  }

  private static let pie = Demo("ZL-10.7", "A pie") { Pie() }
    .screen(200, 200)
    .play { stage in
      let pixels = try Lockwood1.Pixels(stage)
      let box = pixels.box { $0[2] < 30 }
      stage.expect(box, is: CGRect(x: 20, y: 20, width: 160, height: 160), within: 1.1, "a disc")
      var seams = 0
      for y in stride(from: CGFloat(25), to: 175, by: 1) {
        for x in stride(from: CGFloat(25), to: 175, by: 1)
        where hypot(x + 0.5 - 100, y + 0.5 - 100) < 75 && pixels[x, y][2] > 150 { seams += 1 }
      }
      stage.expect(seams == 0, "no gaps: \(seams)")
      let colors = (0..<8).map { index in
        let angle = (CGFloat(index) + 0.5) * .pi / 4
        return pixels[100 + 50 * cos(angle), 100 - 50 * sin(angle)][1]
      }
      stage.expect(zip(colors, colors.dropFirst()).allSatisfy { $0 > $1 + 20 }, "\(colors)")
      try stage.show()
    }

  // MARK: Gradients

  /// A gradient with places for its colours, without, and with places for its ends.
  final class Stops: Zarra.Window {
    override func viewDidLoad() {
      super.viewDidLoad()
      let kinds: [([NSNumber]?, CGFloat, CGFloat)] = [
        ([0, 0.25, 1], 0, 1), (nil, 0, 1), (nil, 0.25, 0.75),
      ]
      for (index, (locations, start, end)) in kinds.enumerated() {
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 10, y: 150 - 70 * index, width: 300, height: 60)
        gradient.colors = [UIColor.red, .green, .blue].map { $0.cgColor }
        gradient.locations = locations
        gradient.startPoint = CGPoint(x: start, y: 0.5)
        gradient.endPoint = CGPoint(x: end, y: 0.5)
        root.addSublayer(gradient)
      }
    }
  }

  private static let stops = Demo("ZL-10.8", "Colours and their places") { Stops() }
    .screen(320, 220)
    .play { stage in
      let half = Lockwood1.rgb(0, 128, 128)
      stage.expect(
        [(10, 30, .red), (85, 30, .green), (197.5, 30, half), (309, 30, .blue)],
        within: 3,
        "with locations"
      )
      stage.expect([(160, 110, .green), (235, 110, half)], within: 3, "without")
      stage.expect(
        [(11, 180, .red), (84, 180, .red), (160, 180, .green), (236, 180, .blue)],
        within: 3,
        "from one quarter to three"
      )
      try stage.show()
    }

  // MARK: Strokes that move

  /// A stroke that gets wider and changes its colour.
  final class Moving: Zarra.Window {
    let shape = CAShapeLayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      let path = CGMutablePath()
      path.addLines(
        between: [(20, 100), (190, 20), (190, 180), (20, 100)].map { CGPoint(x: $0.0, y: $0.1) }
      )
      shape.path = path
      shape.fillColor = nil
      shape.strokeColor = UIColor.blue.cgColor
      shape.lineWidth = 20
      shape.lineDashPattern = [5, 10, 15, 20]
      root.addSublayer(shape)
      let (red, blue) = (UIColor.red.cgColor, UIColor.blue.cgColor)
      shape.add(Zarra.animation("lineWidth", from: 2.0, to: 20.0, 2), forKey: "width")
      shape.add(Zarra.animation("strokeColor", from: red, to: blue, 2), forKey: "color")
    }
  }

  private static let moving = Demo("ZL-10.10", "A stroke that grows") { Moving() }
    .screen(220, 200)
    .play(Moving.self) { stage, controller in
      for (time, width) in [(0, 2), (1, 11), (1.9, 19.1)] as [(Double, CGFloat)] {
        stage.move(to: time)
        stage.expect(stage.shown(controller.shape, "lineWidth"), is: width, within: 0.01, "width")
        let shown = controller.shape.presentation()?.strokeColor?.components ?? []
        stage.expect(shown.count == 4, "a colour")
        if shown.count == 4 {
          stage.expect(shown[2], is: CGFloat(time) / 2, within: 0.001, "from red to blue")
        }
        stage.expect(controller.shape.lineDashPattern == [5, 10, 15, 20], "dashes stay")
        try stage.show()
      }
    }
}
