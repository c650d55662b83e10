// The chapter on special layers: shapes, text, transform layers, gradients, replicators, emitters.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum SpecialShapes {
  static let demos: [Demo] = [
    stickFigure, corners, text, sharpText, richText, cubes, gradient, locations, ring, reflection,
    explosion, dullExplosion,
  ]

  private static let stickFigure = Demo("L6-6.1", "A stick figure") { StickFigure() }
    .screen(300, 300)
    .play { stage in
      stage.expect(
        [
          (150, 75, .red), (150, 150, .red), (101, 150, .red), (199, 150, .red), (125, 225, .red),
          (175, 225, .red), (150, 100, .white),
        ],
        "the figure"
      )
      try stage.show()
    }

  private static let corners = Demo("L6-6.1b", "Three of four corners") { Corners() }
    .screen(400, 200)
    .play { stage in
      stage.expect(
        [(52, 52, .black), (148, 52, .white), (148, 148, .white), (52, 148, .white)],
        "the shape"
      )
      stage.expect(
        [(252, 52, .red), (348, 52, .white), (348, 148, .white), (252, 148, .white)],
        "the picture that it masks"
      )
      try stage.show()
    }

  private static let text = Demo("L6-6.2", "Text in a layer") { TextController(scale: 1) }
    .screen(300, 200, scale: 2)
    .play { stage in
      try expectJustified(stage)
      try stage.show()
    }

  private static let sharpText = Demo("L6-6.3F", "The same at the scale of the screen") {
    TextController(scale: UIScreen.main.scale)
  }
  .screen(300, 200, scale: 2)
  .play { stage in
    try expectJustified(stage)
    try stage.show()
  }

  /// States that lines but the last one begin and end at the margins.
  private static func expectJustified(_ stage: Stage) throws {
    let pixels = try stage.pixels()
    func isInk(_ color: [Int]) -> Bool { color[0] < 160 }
    let all = pixels.box(in: CGRect(x: 0, y: 0, width: 300, height: 200), where: isInk)
    stage.expect(all.height > 60, "there are several lines: \(all)")
    let first = pixels.box(in: CGRect(x: 0, y: all.minY, width: 300, height: 15), where: isInk)
    let last = pixels.box(in: CGRect(x: 0, y: all.maxY - 8, width: 300, height: 8), where: isInk)
    stage.expect(first.minX, is: 10, within: 2.5, "the left margin of the first line")
    stage.expect(first.maxX, is: 290, within: 2.5, "the right margin of the first line")
    stage.expect(last.maxX < 284, "the last line is not stretched: \(last)")
  }

  private static let richText = Demo("L6-6.3", "Text with attributes") { RichTextController() }
    .screen(300, 200, scale: 2)
    .play { stage in
      let red = try stage.pixels().box(in: CGRect(x: 0, y: 0, width: 300, height: 200)) {
        $0[0] > 200 && $0[1] < 100
      }
      stage.expect(
        red.minX > 40 && red.maxX < 110 && red.height < 24 && red.width > 25,
        "one word of the first line is red: \(red)"
      )
      // The underline is as long as the word.
      let pixels = try stage.pixels()
      let longest = stride(from: red.minY, to: red.maxY, by: 0.5).map { y in
        stride(from: red.minX, to: red.maxX, by: 0.5).filter {
          pixels[$0, y][0] > 200 && pixels[$0, y][1] < 100
        }.count
      }.max()
      stage.expect(
        (longest ?? 0) > Int(red.width * 2) - 8,
        "and underlined: \(red), \(longest ?? 0)"
      )
      try stage.show()
    }

  private static let cubes = Demo("L6-6.5", "Two cubes under one perspective") { Cubes() }
    .screen(480, 300)
    .play { stage in
      stage.expect(
        [(130, 150, .red), (80, 100, .red), (189, 150, .green), (200, 150, .white)],
        "the left cube: its front, and a sliver of a side"
      )
      stage.expect(
        [(308.1, 176.3, .red), (382.5, 176.3, .green), (347.6, 111.9, .blue)],
        "the right cube: three faces"
      )
      try stage.show()
    }

  private static let gradient = Demo("L6-6.6", "A gradient from corner to corner") {
    GradientController(colors: [.red, .blue], locations: nil)
  }
  .screen(300, 300)
  .play { stage in
    let middle = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    stage.expect(
      [
        (0.5, 0.5, .red), (299.5, 299.5, .blue), (150.5, 150.5, middle), (299.5, 0.5, middle),
        (0.5, 299.5, middle),
      ],
      "the gradient"
    )
    try stage.show()
  }

  private static let locations = Demo("L6-6.7", "A gradient that ends half way") {
    GradientController(colors: [.red, .yellow, .green], locations: [0, 0.25, 0.5])
  }
  .screen(300, 300)
  .play { stage in
    stage.expect(
      [(75, 75, .yellow), (151, 151, .green), (290, 290, .green)],
      within: 3,
      "the gradient"
    )
    try stage.show("three locations")
    let layer = try stage.the(GradientController.self).gradient
    layer.locations = [0, 0.25]
    stage.wait(0.5)
    stage.expect(at: CGPoint(x: 150, y: 150), .white, "two locations of three colours: nothing")
    try stage.show("two")
  }

  private static let ring = Demo("L6-6.8", "A ring of copies") { Ring() }
    .screen(520, 680)
    .play { stage in
      for copy in 0..<10 {
        let angle = CGFloat(copy) * .pi / 5
        let level = 1 - CGFloat(copy) / 10
        stage.expect(
          at: CGPoint(x: 270 + 200 * sin(angle), y: 370 - 200 * cos(angle)),
          UIColor(red: 1, green: level, blue: level, alpha: 1),
          "copy \(copy)"
        )
      }
      try stage.show()
    }

  private static let reflection = Demo("L6-6.9", "A view with its reflection") { Reflection() }
    .screen(220, 320)
    .play { stage in
      stage.expect(
        [(20, 20, .red), (200, 20, .green), (110, 161, .white)],
        "the picture, and the gap below it"
      )
      // Two fifths of the colours of the lower half, upside down.
      let pale = UIColor(red: 0.6, green: 0.6, blue: 1, alpha: 1)
      stage.expect(at: CGPoint(x: 20, y: 170), pale, within: 3, "the reflection")
      try stage.show("at rest")
      let mark = try stage.the(Reflection.self).mark
      mark.position.x += 100
      stage.wait(0.125)
      let pixels = try stage.pixels()
      func isDark(_ color: [Int]) -> Bool { color.max() ?? 0 < 190 && color[0] == color[1] }
      let above = pixels.box(in: CGRect(x: 10, y: 10, width: 200, height: 150), where: isDark)
      let below = pixels.box(in: CGRect(x: 10, y: 162, width: 200, height: 150), where: isDark)
      stage.expect(above.minX > 31 && above.minX < 129, "it is on its way: \(above)")
      stage.expect(below.midX, is: above.midX, within: 1.5, "its reflection is where it is")
      try stage.show("on the way")
    }

  private static let explosion = Demo("L6-6.13", "Sparks that add up", times: [0.5, 2, 5]) {
    Explosion(mode: .additive)
  }
  .screen(300, 300)
  .play { stage in
    for time in [0.5, 2, 5] {
      stage.move(to: time)
      try stage.show()
    }
    let pixels = try stage.pixels()
    let middle = pixels[150, 150]
    stage.expect(middle[0] == 255 && middle[1] > 180, "the middle is bright: \(middle)")
    let sides = [pixels[110, 150], pixels[190, 150], pixels[150, 110], pixels[150, 190]]
    stage.expect(sides.allSatisfy { $0[0] > 60 }, "it glows on all sides: \(sides)")
    stage.expect(at: CGPoint(x: 2, y: 2), .black, within: 40, "the corner is dark")
  }

  private static let dullExplosion = Demo("L6-6.14F", "Sparks that cover each other") {
    Explosion(mode: .unordered)
  }
  .screen(300, 300)
  .play { stage in
    stage.move(to: 5)
    stage.expect(
      at: CGPoint(x: 150, y: 150),
      UIColor(red: 1, green: 0.5, blue: 0.1, alpha: 1),
      within: 12,
      "nothing is brighter than a spark"
    )
    try stage.show()
  }
}

private final class StickFigure: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 175, y: 100))
    path.addArc(
      withCenter: CGPoint(x: 150, y: 100),
      radius: 25,
      startAngle: 0,
      endAngle: 2 * .pi,
      clockwise: true
    )
    path.move(to: CGPoint(x: 150, y: 125))
    path.addLine(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 125, y: 225))
    path.move(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 175, y: 225))
    path.move(to: CGPoint(x: 100, y: 150))
    path.addLine(to: CGPoint(x: 200, y: 150))
    let shapeLayer = CAShapeLayer()
    shapeLayer.strokeColor = UIColor.red.cgColor
    shapeLayer.fillColor = UIColor.clear.cgColor
    shapeLayer.lineWidth = 5
    shapeLayer.lineJoin = .round
    shapeLayer.lineCap = .round
    shapeLayer.path = path.cgPath
    view.layer.addSublayer(shapeLayer)
  }
}

private final class Corners: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let shape = CAShapeLayer()
    shape.path = path(CGRect(x: 50, y: 50, width: 100, height: 100))
    view.layer.addSublayer(shape)
    let picture = UIImageView(image: NeuburgAssets.quarters(100))
    picture.frame = CGRect(x: 250, y: 50, width: 100, height: 100)
    let mask = CAShapeLayer()
    mask.path = path(picture.bounds)
    picture.layer.mask = mask
    view.addSubview(picture)
  }

  private func path(_ rect: CGRect) -> CGPath {
    UIBezierPath(
      roundedRect: rect,
      byRoundingCorners: [.topRight, .bottomRight, .bottomLeft],
      cornerRadii: CGSize(width: 20, height: 20)
    ).cgPath
  }
}

/// The words of the text demos.
private let words = """
  Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel \
  varius in, facilisis pulvinar leo. Nunc quis nunc at mauris pharetra condimentum ut ac neque. \
  Nunc elementum, libero ut porttitor dictum, diam odio congue lacus, vel fringilla sapien diam \
  at purus. Etiam suscipit pretium nunc sit amet lobortis
  """

private final class TextController: UIViewController {
  private let scale: CGFloat

  init(scale: CGFloat) {
    self.scale = scale
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    let labelView = UIView(frame: CGRect(x: 10, y: 20, width: 280, height: 165))
    view.addSubview(labelView)
    let textLayer = CATextLayer()
    textLayer.frame = labelView.bounds
    textLayer.contentsScale = scale
    labelView.layer.addSublayer(textLayer)
    textLayer.foregroundColor = UIColor.black.cgColor
    textLayer.alignmentMode = .justified
    textLayer.isWrapped = true
    let font = UIFont.systemFont(ofSize: 15)
    textLayer.font = CGFont(font.fontName as CFString)
    textLayer.fontSize = font.pointSize
    textLayer.string = words
  }
}

private final class RichTextController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let labelView = UIView(frame: CGRect(x: 10, y: 20, width: 280, height: 165))
    view.addSubview(labelView)
    let textLayer = CATextLayer()
    textLayer.frame = labelView.bounds
    textLayer.contentsScale = UIScreen.main.scale
    textLayer.alignmentMode = .justified
    textLayer.isWrapped = true
    labelView.layer.addSublayer(textLayer)
    let string = NSMutableAttributedString(string: words)
    let font = UIFont.systemFont(ofSize: 15)
    string.setAttributes(
      [.foregroundColor: UIColor.black, .font: font],
      range: NSRange(location: 0, length: string.length)
    )
    string.setAttributes(
      [
        .foregroundColor: UIColor.red, .underlineStyle: NSUnderlineStyle.single.rawValue,
        .font: font,
      ],
      range: NSRange(location: 6, length: 5)
    )
    textLayer.string = string
  }
}

private final class Cubes: UIViewController {
  private let colors: [UIColor] = [.red, .green, .blue, .yellow, .cyan, .magenta]

  override func viewDidLoad() {
    super.viewDidLoad()
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    view.layer.sublayerTransform = perspective
    view.layer.addSublayer(cube(CATransform3DMakeTranslation(-100, 0, 0)))
    var transform = CATransform3DMakeTranslation(100, 0, 0)
    transform = CATransform3DRotate(transform, -.pi / 4, 1, 0, 0)
    transform = CATransform3DRotate(transform, -.pi / 4, 0, 1, 0)
    view.layer.addSublayer(cube(transform))
  }

  private func face(_ index: Int, _ transform: CATransform3D) -> CALayer {
    let face = CALayer(CGRect(x: -50, y: -50, width: 100, height: 100), colors[index])
    face.transform = transform
    return face
  }

  private func cube(_ transform: CATransform3D) -> CALayer {
    let cube = CATransformLayer()
    var face1 = CATransform3DMakeTranslation(0, 0, 50)
    cube.addSublayer(face(0, face1))
    face1 = CATransform3DMakeTranslation(50, 0, 0)
    cube.addSublayer(face(1, CATransform3DRotate(face1, .pi / 2, 0, 1, 0)))
    face1 = CATransform3DMakeTranslation(0, -50, 0)
    cube.addSublayer(face(2, CATransform3DRotate(face1, .pi / 2, 1, 0, 0)))
    face1 = CATransform3DMakeTranslation(0, 50, 0)
    cube.addSublayer(face(3, CATransform3DRotate(face1, -.pi / 2, 1, 0, 0)))
    face1 = CATransform3DMakeTranslation(-50, 0, 0)
    cube.addSublayer(face(4, CATransform3DRotate(face1, -.pi / 2, 0, 1, 0)))
    face1 = CATransform3DMakeTranslation(0, 0, -50)
    cube.addSublayer(face(5, CATransform3DRotate(face1, .pi, 0, 1, 0)))
    cube.position = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
    cube.transform = transform
    return cube
  }
}

private final class GradientController: UIViewController {
  let gradient = CAGradientLayer()
  private let colors: [UIColor]
  private let locations: [NSNumber]?

  init(colors: [UIColor], locations: [NSNumber]?) {
    (self.colors, self.locations) = (colors, locations)
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    gradient.frame = view.bounds
    view.layer.addSublayer(gradient)
    gradient.colors = colors.map(\.cgColor)
    gradient.locations = locations
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
  }
}

private final class Ring: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 120, y: 20, width: 300, height: 300)
    view.layer.addSublayer(replicator)
    replicator.instanceCount = 10
    var transform = CATransform3DIdentity
    transform = CATransform3DTranslate(transform, 0, 200, 0)
    transform = CATransform3DRotate(transform, .pi / 5, 0, 0, 1)
    transform = CATransform3DTranslate(transform, 0, -200, 0)
    replicator.instanceTransform = transform
    replicator.instanceBlueOffset = -0.1
    replicator.instanceGreenOffset = -0.1
    replicator.addSublayer(CALayer(CGRect(x: 100, y: 100, width: 100, height: 100), .white))
  }
}

/// A view that shows itself upside down below itself.
private final class ReflectionView: UIView {
  override class var layerClass: AnyClass { CAReplicatorLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    guard let layer = layer as? CAReplicatorLayer else { return }
    layer.instanceCount = 2
    var transform = CATransform3DIdentity
    let verticalOffset = bounds.size.height + 2
    transform = CATransform3DTranslate(transform, 0, verticalOffset, 0)
    transform = CATransform3DScale(transform, 1, -1, 0)
    layer.instanceTransform = transform
    layer.instanceAlphaOffset = -0.6
  }
}

private final class Reflection: UIViewController {
  let mark = CALayer(CGRect(x: 20, y: 60, width: 20, height: 40), .black)

  override func viewDidLoad() {
    super.viewDidLoad()
    let reflection = ReflectionView(frame: CGRect(x: 10, y: 10, width: 200, height: 150))
    view.addSubview(reflection)
    let picture = UIImageView(image: NeuburgAssets.quarters(100))
    picture.frame = reflection.bounds
    picture.layer.addSublayer(mark)
    reflection.addSubview(picture)
  }
}

private final class Explosion: UIViewController {
  private let mode: CAEmitterLayerRenderMode

  init(mode: CAEmitterLayerRenderMode) {
    self.mode = mode
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    let emitter = CAEmitterLayer()
    emitter.frame = view.bounds
    view.layer.addSublayer(emitter)
    emitter.renderMode = mode
    emitter.emitterPosition = CGPoint(x: emitter.frame.width / 2, y: emitter.frame.height / 2)
    emitter.seed = 13
    let cell = CAEmitterCell()
    cell.contents = spark().cgImage
    cell.birthRate = 150
    cell.lifetime = 5
    cell.color = UIColor(red: 1, green: 0.5, blue: 0.1, alpha: 1).cgColor
    cell.alphaSpeed = -0.4
    cell.velocity = 50
    cell.velocityRange = 50
    cell.emissionRange = 2 * .pi
    emitter.emitterCells = [cell]
  }

  /// Returns a soft white dot.
  private func spark() -> UIImage {
    NeuburgAssets.picture(32, 32) { bounds in
      for radius in stride(from: CGFloat(16), to: 0, by: -1) {
        UIColor(white: 1, alpha: 0.12).setFill()
        let inset = 16 - radius
        UIBezierPath(ovalIn: bounds.insetBy(dx: inset, dy: inset)).fill()
      }
    }
  }
}
