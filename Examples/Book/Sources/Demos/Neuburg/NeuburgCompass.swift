// Neuburg, chapter 16: the compass, flat, as a page that turns, and in depth.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum NeuburgCompass {
  static let demos: [Demo] = [
    plain, gradient, stretched, page, perspective, space, masked, keys,
  ]

  private static let plain = Demo("NB-L1", "A compass of a shape, text and a drawing") {
    CompassController { $0.hasGradient = false }
  }
  .screen(240, 240, scale: 2)
  .play { stage in
    expectCompass(stage, disc: UIColor(red: 0.91, green: 0.957, blue: 0.937, alpha: 1))
    stage.expect([(2, 2, .white), (237, 237, .white)], "nothing outside")
    try stage.show()
  }

  private static let gradient = Demo("NB-L2", "The same before a gradient") {
    CompassController { _ in }
  }
  .screen(240, 240, scale: 2)
  .play { stage in
    expectCompass(stage, disc: UIColor(red: 0.86, green: 0.855, blue: 0.837, alpha: 1))
    stage.expect([(2, 2, .black), (237, 237, .red)], within: 3, "the gradient in the corners")
    try stage.show()
  }

  private static func expectCompass(_ stage: Stage, disc: UIColor) {
    stage.expect(
      [
        (120, 3, .gray), (60, 120, disc), (180, 120, disc), (165.8, 57, .red), (120, 120, .black),
      ],
      "the ring, the disc and the arrow"
    )
    stage.expect(
      [
        (120.25, 20.25, .black), (231.25, 115.75, .black), (120.75, 219.75, .black),
        (9.75, 120.25, .black),
      ],
      "a letter"
    )
  }

  private static let stretched = Demo("NB-F16.5", "The arrow, stretched in nine parts") {
    CompassController { _ in }
  }
  .screen(240, 240, scale: 2)
  .play { stage in
    try stage.show("as drawn")
    let compass = try stage.the(CompassController.self).compass
    guard let arrow = compass?.arrow else { return stage.expect(false, "there is an arrow") }
    let count = compass?.drawings
    arrow.needsDisplayOnBoundsChange = false
    arrow.contentsCenter = CGRect(x: 0, y: 0.4, width: 1, height: 0.6)
    arrow.contentsGravity = .resizeAspect
    arrow.bounds = arrow.bounds.insetBy(dx: -20, dy: -20)
    stage.wait(0.3)
    stage.expect(compass?.drawings == count, "nothing is drawn again")
    stage.expect(
      arrow.convert(CGPoint(x: 20, y: -20), to: arrow.superlayer),
      is: CGPoint(x: 185.8, y: 29.4),
      within: 0.1,
      "the tip"
    )
    stage.expect(
      // The head is as high as before, and wider; the shaft is longer.
      [
        (184.7, 31, .red), (172.9, 47.2, .red), (167, 55.3, .black), (150, 78.7, .black),
        (120, 120, .black),
      ],
      within: 8,
      "the arrow"
    )
    try stage.show("stretched")
  }

  private static let page = Demo("NB-F16.8", "A page that turns, without perspective") {
    CompassController { $0.kind = .page }
  }
  .screen(260, 380)
  .play { stage in
    try turn(stage, corners: [CGPoint(x: 70.29, y: 0), CGPoint(x: 70.29, y: 240)])
    stage.expect([(247, 306, .red)], within: 8, "the right edge stays")
  }

  private static let perspective = Demo("NB-F16.9", "A page that turns, in perspective") {
    CompassController {
      $0.kind = .page
      $0.eye = 1000
    }
  }
  .screen(260, 380)
  .play { stage in
    try turn(stage, corners: [CGPoint(x: 60.13, y: -24.53), CGPoint(x: 60.13, y: 264.53)])
    guard let compass = try stage.the(CompassController.self).compass else { return }
    compass.eye = 500
    compass.look()
    stage.wait(0.3)
    try turn(stage, corners: [CGPoint(x: 44.76, y: -61.66), CGPoint(x: 44.76, y: 301.66)])
  }

  /// States where the corners at the left are, by colours about one of them, and shows the page.
  private static func turn(_ stage: Stage, corners: [CGPoint]) throws {
    // The compass is at (10, 70) on the screen.
    let (left, top) = (10 + corners[0].x, 70 + corners[0].y)
    let bottom = 70 + corners[1].y
    stage.expect(
      [
        (left + 3.5, top + 12, UIColor(red: 0.05, green: 0, blue: 0, alpha: 1)),
        (left + 3.5, bottom - 12, UIColor(red: 0.95, green: 0, blue: 0, alpha: 1)),
      ],
      within: 8,
      "the page by its corner"
    )
    stage.expect(
      [(left - 2, 190, .white), (left + 1, top - 3, .white), (252, 190, .white)],
      "the screen beside it"
    )
    try stage.show()
  }

  private static let space = Demo("NB-F16.10", "A compass in depth, with a peg") {
    CompassController {
      $0.kind = .space
      $0.eye = 1000
    }
  }
  .screen(260, 380)
  .play { stage in
    stage.move(to: 0)
    guard let compass = try stage.the(CompassController.self).compass else { return }
    compass.turn(0)
    stage.wait(0.3)
    // The peg is at (137, 97), and the arrow as well.
    let pixels = try stage.pixels()
    let seen = (140..<156).filter { pixels[CGFloat($0), 165][0] > 40 }
    stage.expect(seen.count <= 1, "the peg is seen end on: \(seen)")
    try stage.show("from the front")
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    compass.turn(.pi / 4)
    CATransaction.commit()
    for _ in 0..<4 {
      stage.wait(0.25)
      try stage.show()
    }
    stage.expect(at: CGPoint(x: 199, y: 165), .white, within: 40, "the peg before the arrow")
  }

  private static let masked = Demo("NB-F16.11", "A mask with a soft rim") { MaskedController() }
    .screen(320, 240)
    .play { stage in
      let half = UIColor(red: 1, green: 0.5, blue: 0.5, alpha: 1)
      stage.expect([(280, 120, .red), (280, 85, .red)], "inside")
      stage.expect([(280, 75, half), (265, 120, half)], "in the outer half of the stroke")
      stage.expect([(262, 78, .white), (298, 168, .white)], "outside")
      try stage.show()
    }

  private static let keys = Demo("NB-17", "Properties by key") {
    CompassController { $0.kind = .page }
  }
  .screen(260, 380)
  .play { stage in
    stage.move(to: 0)
    guard let compass = try stage.the(CompassController.self).compass else { return }
    let page = compass.rotationLayer
    page.transform = CATransform3DIdentity
    page.setValue(Double.pi / 4, forKeyPath: "transform.rotation.y")
    let half = CGFloat(0.5).squareRoot()
    let turned = page.transform
    stage.expect(turned.m11, is: half, "a turn by its path is the turn: m11")
    stage.expect(turned.m13, is: -half, "m13")
    stage.expect(turned.m31, is: half, "m31")
    stage.expect(turned.m33, is: half, "m33")
    let mask = CAShapeLayer()
    mask.path = UIBezierPath(ovalIn: page.bounds).cgPath
    page.setValue(mask, forKey: "mask")
    stage.expect(page.mask === mask, "a mask by its key is the mask")
    for (layer, name) in zip(compass.rotationLayer.sublayers ?? [], ["Manny", "Moe"]) {
      layer.setValue(name, forKey: "name")
      layer.setValue(name.count, forKey: "letters")
    }
    let moe = page.sublayers?.first { $0.value(forKey: "name") as? String == "Moe" }
    stage.expect(moe is CAShapeLayer && moe?.name == "Moe", "a layer is found by a value of it")
    stage.expect(moe?.value(forKey: "letters") as? Int == 3, "any key keeps its value")
    stage.expect(
      PatientLayer().value(forKey: "patience") as? Int == 7
        && moe?.value(forKey: "patience") == nil,
      "a class has defaults of its keys"
    )
    stage.wait(0.3)
    stage.expect(at: CGPoint(x: 83, y: 76), .white, "the corner is masked")
    try stage.show()
  }
}

private final class PatientLayer: CALayer {
  override class func defaultValue(forKey key: String) -> Any? {
    key == "patience" ? 7 : super.defaultValue(forKey: key)
  }
}

/// A view that is a compass.
private final class CompassView: UIView {
  override class var layerClass: AnyClass { CompassLayer.self }
}

/// A layer that makes itself a compass when it is laid out for the first time.
private final class CompassLayer: CALayer, CALayerDelegate {
  enum Kind { case flat, page, space }

  var kind = Kind.flat
  var hasGradient = true
  /// The distance of the eye; nil for none.
  var eye: CGFloat?
  private(set) var rotationLayer = CALayer()
  private(set) var arrow: CALayer?
  /// How often the arrow was drawn.
  private(set) var drawings = 0
  private var didSetup = false

  override func layoutSublayers() {
    super.layoutSublayers()
    if !didSetup {
      didSetup = true
      setup()
    }
  }

  private func setup() {
    if kind == .space { rotationLayer = CATransformLayer() }
    rotationLayer.bounds = bounds
    rotationLayer.anchorPoint = CGPoint(x: 1, y: 0.5)
    rotationLayer.position = CGPoint(x: bounds.maxX, y: bounds.midY)
    addSublayer(rotationLayer)
    look()
    if kind != .flat { turn(.pi / 4) }
    if hasGradient { addGradient() }
    let circle = addCircle()
    for (index, letter) in ["N", "E", "S", "W"].enumerated() { add(letter, index, to: circle) }
    arrow = addArrow()
    if kind == .space { addPeg() }
  }

  /// Looks at the layers from where the eye is.
  func look() {
    var transform = CATransform3DIdentity
    if let eye { transform.m34 = -1 / eye }
    sublayerTransform = transform
  }

  /// Turns the page about its right edge.
  func turn(_ angle: CGFloat) {
    rotationLayer.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
  }

  private func addGradient() {
    let gradient = CAGradientLayer()
    gradient.contentsScale = contentsScale
    gradient.frame = bounds
    gradient.colors = [UIColor.black.cgColor, UIColor.red.cgColor]
    gradient.locations = [0, 1]
    rotationLayer.addSublayer(gradient)
  }

  private func addCircle() -> CALayer {
    let circle = CAShapeLayer()
    circle.contentsScale = contentsScale
    circle.lineWidth = 2
    circle.fillColor = UIColor(red: 0.9, green: 0.95, blue: 0.93, alpha: 0.9).cgColor
    circle.strokeColor = UIColor.gray.cgColor
    circle.path = CGPath(ellipseIn: bounds.insetBy(dx: 3, dy: 3), transform: nil)
    rotationLayer.addSublayer(circle)
    circle.bounds = bounds
    circle.position = CGPoint(x: bounds.midX, y: bounds.midY)
    if kind == .space { circle.zPosition = 10 }
    return circle
  }

  private func add(_ letter: String, _ index: Int, to circle: CALayer) {
    let text = CATextLayer()
    text.contentsScale = contentsScale
    text.string = letter
    text.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    text.position = CGPoint(x: circle.bounds.midX, y: circle.bounds.midY)
    text.anchorPoint = CGPoint(x: 0.5, y: circle.bounds.midY / text.bounds.height)
    text.alignmentMode = .center
    text.foregroundColor = UIColor.black.cgColor
    text.setAffineTransform(CGAffineTransform(rotationAngle: CGFloat(index) * .pi / 2))
    circle.addSublayer(text)
  }

  private func addArrow() -> CALayer {
    let arrow = CALayer()
    arrow.contentsScale = contentsScale
    arrow.bounds = CGRect(x: 0, y: 0, width: 40, height: 100)
    arrow.position = CGPoint(x: bounds.midX, y: bounds.midY)
    arrow.anchorPoint = CGPoint(x: 0.5, y: 0.8)
    arrow.delegate = self
    arrow.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 5))
    rotationLayer.addSublayer(arrow)
    arrow.setNeedsDisplay()
    if kind == .space {
      arrow.zPosition = 20
      arrow.shadowOpacity = 1
      arrow.shadowRadius = 7
    }
    return arrow
  }

  /// Adds a peg that stands out of the circle, up through the arrow.
  private func addPeg() {
    let peg = CAShapeLayer()
    peg.contentsScale = contentsScale
    peg.bounds = CGRect(x: 0, y: 0, width: 20, height: 5)
    peg.path = CGPath(rect: peg.bounds, transform: nil)
    peg.fillColor = UIColor.white.cgColor
    peg.position = CGPoint(x: 137, y: 97)
    peg.zPosition = 15
    peg.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    rotationLayer.addSublayer(peg)
  }

  func draw(_ layer: CALayer, in ctx: CGContext) {
    drawings += 1
    CompassLayer.drawArrow(in: ctx)
  }

  /// Draws an arrow of 40 by 100: a shaft with a head and a notch.
  static func drawArrow(in context: CGContext) {
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    let shaft = UIBezierPath()
    shaft.move(to: CGPoint(x: 20, y: 100))
    shaft.addLine(to: CGPoint(x: 20, y: 19))
    shaft.lineWidth = 20
    UIColor.black.setStroke()
    shaft.stroke()
    let head = UIBezierPath()
    head.move(to: CGPoint(x: 0, y: 25))
    head.addLine(to: CGPoint(x: 20, y: 0))
    head.addLine(to: CGPoint(x: 40, y: 25))
    UIColor.red.setFill()
    head.fill()
    let notch = UIBezierPath()
    notch.move(to: CGPoint(x: 10, y: 101))
    notch.addLine(to: CGPoint(x: 20, y: 90))
    notch.addLine(to: CGPoint(x: 30, y: 101))
    notch.fill(with: .clear, alpha: 1)
  }
}

private final class CompassController: UIViewController {
  private(set) var compass: CompassLayer?
  private let configure: (CompassLayer) -> Void

  init(_ configure: @escaping (CompassLayer) -> Void) {
    self.configure = configure
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    let compassView = CompassView(frame: CGRect(x: 0, y: 0, width: 240, height: 240))
    compass = compassView.layer as? CompassLayer
    if let compass { configure(compass) }
    if compass?.kind != .flat { compassView.frame.origin = CGPoint(x: 10, y: 70) }
    view.addSubview(compassView)
  }
}

/// A compass whose arrow has a mask, and a red layer with the same mask.
private final class MaskedController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let compassView = CompassView(frame: CGRect(x: 0, y: 0, width: 240, height: 240))
    view.addSubview(compassView)
    compassView.layoutIfNeeded()
    let arrow = (compassView.layer as? CompassLayer)?.arrow
    arrow?.mask = mask(arrow?.bounds ?? .zero)
    let plain = CALayer(CGRect(x: 260, y: 70, width: 40, height: 100), .red)
    plain.mask = mask(plain.bounds)
    view.layer.addSublayer(plain)
  }

  private func mask(_ bounds: CGRect) -> CALayer {
    let mask = CAShapeLayer()
    mask.frame = bounds
    mask.path = CGPath(ellipseIn: bounds.insetBy(dx: 10, dy: 10), transform: nil)
    mask.strokeColor = UIColor(white: 0, alpha: 0.5).cgColor
    mask.lineWidth = 20
    return mask
  }
}
