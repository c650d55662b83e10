// The programming guide, chapter 2: classes of layers, contents, gravity, style and filters.
// Licensed under the MIT license; see LICENSE.

import BookKit
import GLKit
import OpenGLES
import UIKit

@MainActor
enum GuideContents {
  static let demos: [Demo] = [
    layerClass, classes, displayed, drawn, positions, large, scaling, border, corners, shadow,
    twoLayers, pinch, scales, opaque,
  ]

  private static let layerClass = Demo("AG-L2.1", "A view with a layer of another class") {
    LayerClassController()
  }
  .screen(200, 120)
  .play { stage in
    let glView = try stage.the(LayerClassController.self).glView
    stage.expect(glView.layer is CAEAGLLayer, "the view's layer is of its class")
    stage.expect(GLHost.asked == 1, "the class is asked for once: \(GLHost.asked)")
    guard glView.clear() else { return try stage.show("no OpenGL ES") }
    let sky = UIColor(red: 0, green: 0.5, blue: 1, alpha: 1)
    stage.expect([(21, 21, sky), (179, 99, sky), (19, 60, .white)], "the whole layer")
    try stage.show()
  }

  private static let classes = Demo("AG-T2.1", "The classes of layers") { Classes() }
    .screen(480, 240)
    .play { stage in
      let controller = try stage.the(Classes.self)
      stage.expect(
        controller.plain.allSatisfy { $0.superlayer != nil && $0.opacity == 1 },
        "each class is a layer without more ado"
      )
      stage.expect(
        [(12, 12, .white), (60, 60, UIColor(white: 0.5, alpha: 1))],
        within: 4,
        "a gradient is rounded without clipping"
      )
      // Both discs of ten points have eight times their size, and their edge 29 from the middle.
      let pixels = try stage.pixels()
      func edge(_ x: CGFloat) -> Int {
        (10..<46).filter { (16..<240).contains(pixels[x - CGFloat($0), 52][1]) }.count
      }
      stage.expect(edge(200) <= 2, "a shape is sharp at any size: \(edge(200))")
      stage.expect(edge(360) >= 6, "a bitmap is not: \(edge(360))")
      try stage.show()
    }

  private static let displayed = Demo("AG-L2.3", "A delegate that gives contents") {
    DisplayController()
  }
  .screen(110, 110)
  .play { stage in
    let controller = try stage.the(DisplayController.self)
    stage.expect(at: CGPoint(x: 55, y: 55), .green, "yes")
    try stage.show("yes")
    controller.displayYesImage = false
    stage.wait(0.3)
    stage.expect(at: CGPoint(x: 55, y: 55), .green, "nothing is displayed by itself")
    controller.layer.setNeedsDisplay()
    stage.wait(0.3)
    stage.expect(at: CGPoint(x: 55, y: 55), .red, "no")
    stage.expect(controller.drawings == 0, "nothing is drawn")
    try stage.show("no")
  }

  private static let drawn = Demo("AG-L2.4", "A delegate that draws") { Curve() }
    .screen(640, 275)
    .play { stage in
      stage.expect(
        [
          (63.75, 152.2, .black), (160, 196.2, .black), (256.2, 152.2, .black), (160, 201, .white),
          (20, 18, .white), (20, 22, .black), (160, 65, .white),
        ],
        "a curve that hangs"
      )
      stage.expect(
        [(383.75, 122.8, .black), (480, 78.8, .black), (480, 74, .white), (340, 253, .black)],
        "a curve that stands"
      )
      try stage.show()
    }

  private static let positions = Demo("AG-F2.1", "Pictures that keep their size") {
    Positions()
  }
  .screen(330, 330)
  .play { stage in
    for (index, (_, x, y)) in Positions.places.enumerated() {
      let left = CGFloat(index % 3) * 110 + 5 + x
      let top = CGFloat(index / 3) * 110 + 5 + y
      stage.expect(
        [
          (left + 2, top + 2, .red), (left + 38, top + 2, .green), (left + 2, top + 38, .blue),
          (left + 38, top + 38, .yellow),
        ],
        "picture \(index)"
      )
      if x > 0 { stage.expect(at: CGPoint(x: left - 2, y: top + 2), .lightGray) }
      if y > 0 { stage.expect(at: CGPoint(x: left + 2, y: top - 2), .lightGray) }
    }
    try stage.show()
  }

  private static let large = Demo("AG-F2.1b", "Larger than the layer, and finer") { Large() }
    .screen(420, 140)
    .play { stage in
      stage.expect([(1, 1, .red), (139, 139, .yellow)], "it sticks out")
      stage.expect([(161, 69, .red), (159, 70, .white), (261, 70, .white)], "or is clipped")
      stage.expect([(341, 61, .red), (358, 78, .yellow), (339, 70, .lightGray)], "half the size")
      try stage.show()
    }

  private static let scaling = Demo("AG-F2.2", "Pictures that take the layer's size") {
    Scaling()
  }
  .screen(430, 350)
  .play { stage in
    stage.expect(
      [(110, 60, .black), (15, 60, .black), (11, 11, .cyan), (205, 60, .black)],
      "resized: an ellipse"
    )
    stage.expect(
      [(320, 60, .black), (221, 60, .yellow), (419, 60, .yellow), (271, 11, .cyan)],
      "the whole of it: a disc between bands"
    )
    stage.expect(
      [(110, 160, .black), (110, 340, .black), (11, 152, .cyan)],
      "all of the layer: it sticks out"
    )
    stage.expect([(320, 190, .white), (320, 202, .black), (320, 302, .white)], "or is clipped")
    try stage.show()
  }

  private static let border = Demo("AG-F2.3", "A border over picture and sublayers") { Border() }
    .screen(260, 190)
    .play { stage in
      stage.expect(
        [
          (31.5, 50, .black), (228.5, 50, .black), (130, 21, .black), (130, 168, .black),
          (130, 95, .green), (45, 35, .blue), (20, 95, .orange), (31.5, 95, .black),
          (50, 95, .orange), (61, 95, .blue),
        ],
        "from below: colour, picture, sublayer, border"
      )
      try stage.show("black and thin")
      let layer = try stage.the(Border.self).layer
      layer.borderWidth = 20
      layer.borderColor = UIColor.red.cgColor
      layer.backgroundColor = UIColor.yellow.cgColor
      stage.wait(0.125)
      let shown = layer.presentation() ?? layer
      stage.expect(shown.borderWidth > 3 && shown.borderWidth < 20, "the width is on its way")
      let red = shown.borderColor?.components?.first ?? 0
      stage.expect(red > 0 && red < 1, "and the colour: \(red)")
      try stage.show("on the way")
      stage.wait(0.2)
      stage.expect([(45, 35, .red), (130, 95, .yellow)], "red and thick")
      try stage.show("red and thick")
    }

  private static let corners = Demo("AG-F2.4", "Rounded corners and a picture") { Corners() }
    .screen(220, 220)
    .play { stage in
      let layer = try stage.the(Corners.self).layer
      stage.expect([(16, 16, .blue), (110, 110, .blue)], "the picture is square")
      try stage.show("with a picture")
      let picture = layer.contents
      layer.contents = nil
      stage.wait(0.3)
      stage.expect(
        [(15, 15, .white), (110, 110, .green), (30, 30, .green), (110, 11, .black)],
        "the colour and the border are rounded"
      )
      try stage.show("without")
      layer.contents = picture
      layer.masksToBounds = true
      stage.wait(0.3)
      stage.expect([(15, 15, .white), (30, 30, .blue), (110, 11, .black)], "all is rounded")
      try stage.show("masked")
    }

  private static let shadow = Demo("AG-F2.5", "A shadow") { Shadow() }
    .screen(220, 220)
    .play { stage in
      let layer = try stage.the(Shadow.self).layer
      let shade = UIColor(white: 0.22, alpha: 1)
      let white: [(CGFloat, CGFloat, UIColor)] = [
        (46, 100, .white), (100, 46, .white), (175, 110, .white),
      ]
      stage.expect([(152, 110, shade), (110, 152, shade)], within: 8, "right of it and below it")
      stage.expect(white + [(100, 100, .orange)], "nowhere else")
      try stage.show("a shadow")
      layer.masksToBounds = true
      stage.wait(0.3)
      stage.expect([(152, 110, .white), (110, 152, .white)], "none of a layer that clips")
      try stage.show("clipped")
      layer.masksToBounds = false
      layer.shadowOpacity = 0
      stage.wait(0.3)
      stage.expect([(152, 110, .white), (110, 152, .white)], "none without opacity")
    }

  private static let twoLayers = Demo("AG-F2.5b", "A shadow of what is clipped") { TwoLayers() }
    .screen(140, 140)
    .play { stage in
      stage.expect([(70, 70, .yellow), (22, 70, .red)], "a clipped picture")
      stage.expect(at: CGPoint(x: 22, y: 22), .white, within: 40, "its corner is cut")
      stage.expect(
        at: CGPoint(x: 70, y: 121),
        UIColor(white: 0.52, alpha: 1),
        within: 16,
        "a shadow"
      )
      try stage.show()
    }

  private static let pinch = Demo("AG-L2.6", "A filter of a layer") { Pinch() }
    .screen(520, 320)
    .play { stage in
      let layer = try stage.the(Pinch.self).layer
      stage.move(to: 0)
      let before = try stage.pixels()
      try stage.show("scale 1.25")
      // The middle of the layer is at (260, 160) on the screen.
      let isEven = [(39.5, 24.5), (89.5, 59.5), (129.5, 14.5)].allSatisfy { x, y in
        let colors = [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)].map {
          before[260 + x * $0.0, 160 + y * $0.1][0]
        }
        return (colors.max() ?? 0) - (colors.min() ?? 0) < 90
      }
      stage.expect(isEven, "the picture is the same on all sides")
      stage.expect(before[260, 160][0] < 200, "the crossing in the middle stays")
      layer.setValue(0.2, forKeyPath: "filters.pinchFilter.inputScale")
      stage.wait(0.3)
      let after = try stage.pixels()
      stage.expect(differ(before, after) > 1000, "another scale looks different")
      try stage.show("scale 0.2")
      layer.filters = nil
      stage.wait(0.3)
      let plain = try stage.pixels()
      stage.expect(differ(plain, after) > 100, "so does none")
      try stage.show("no filter")
    }

  /// Returns in how many pixels two pictures differ.
  private static func differ(_ a: Pixels, _ b: Pixels) -> Int {
    var count = 0
    for y in 0..<a.height {
      for x in 0..<a.width where a[CGFloat(x), CGFloat(y)] != b[CGFloat(x), CGFloat(y)] {
        count += 1
      }
    }
    return count
  }

  private static let scales = Demo("AG-2.x1", "One picture at two scales") { Scales() }
    .screen(420, 210)
    .play { stage in
      stage.expect([(6, 6, .red), (204, 204, .yellow)], "one pixel per point")
      stage.expect(
        [(264, 54, .white), (266, 56, .red), (364, 154, .yellow), (366, 156, .white)],
        "two"
      )
      try stage.show()
    }

  private static let opaque = Demo("AG-2.x2", "Opaque layers") { Opaque() }
    .screen(130, 70)
    .play { stage in
      stage.expect([(15, 15, .red), (55, 55, .black)], "an opaque drawing has no alpha")
      stage.expect(
        [(75, 15, UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)), (95, 35, .yellow)],
        "a picture keeps its own"
      )
      try stage.show()
    }
}

/// A view that OpenGL ES draws.
private final class GLHost: UIView {
  private(set) static var asked = 0

  override class var layerClass: AnyClass {
    asked += 1
    return CAEAGLLayer.self
  }

  /// Clears the layer to a colour; returns whether there is OpenGL ES.
  func clear() -> Bool {
    guard let context = EAGLContext(api: .openGLES2), EAGLContext.setCurrent(context),
      let drawable = layer as? CAEAGLLayer
    else { return false }
    defer { EAGLContext.setCurrent(nil) }
    let target = GLenum(GL_RENDERBUFFER)
    var (framebuffer, renderbuffer) = (GLuint(0), GLuint(0))
    glGenFramebuffers(1, &framebuffer)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glGenRenderbuffers(1, &renderbuffer)
    glBindRenderbuffer(target, renderbuffer)
    let place = GLenum(GL_COLOR_ATTACHMENT0)
    glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), place, target, renderbuffer)
    context.renderbufferStorage(Int(GL_RENDERBUFFER), from: drawable)
    glClearColor(0, 0.5, 1, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    let isShown = context.presentRenderbuffer(Int(GL_RENDERBUFFER))
    glDeleteFramebuffers(1, &framebuffer)
    glDeleteRenderbuffers(1, &renderbuffer)
    return isShown
  }
}

private final class LayerClassController: UIViewController {
  let glView: GLHost = {
    let view = GLHost(frame: CGRect(x: 20, y: 20, width: 160, height: 80))
    return view
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(glView)
  }
}

/// One of each class; a gradient; a disc as a shape and as a bitmap, enlarged.
private final class Classes: UIViewController {
  let plain: [CALayer] = [
    CALayer(), CAEmitterLayer(), CAGradientLayer(), CAEAGLLayer(), CAReplicatorLayer(),
    CAScrollLayer(), CAShapeLayer(), CATextLayer(), CATiledLayer(), CATransformLayer(),
  ]
  private let painter = DiscPainter()

  override func viewDidLoad() {
    super.viewDidLoad()
    for layer in plain { view.layer.addSublayer(layer) }
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 10, y: 10, width: 100, height: 100)
    gradient.cornerRadius = 25
    gradient.colors = [UIColor.black.cgColor, UIColor.white.cgColor]
    view.layer.addSublayer(gradient)
    let shape = CAShapeLayer()
    shape.path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 10, height: 10)).cgPath
    shape.fillColor = UIColor.red.cgColor
    let bitmap = CALayer()
    bitmap.delegate = painter
    for (layer, x) in [(shape, 200.0), (bitmap, 360)] {
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      layer.position = CGPoint(x: x, y: 80)
      layer.transform = CATransform3DMakeScale(8, 8, 1)
      view.layer.addSublayer(layer)
    }
    bitmap.setNeedsDisplay()
  }
}

private final class DisplayController: UIViewController, @preconcurrency CALayerDelegate {
  let layer = CALayer(CGRect(x: 5, y: 5, width: 100, height: 100))
  var displayYesImage = true
  private(set) var drawings = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.delegate = self
    view.layer.addSublayer(layer)
    layer.setNeedsDisplay()
  }

  func display(_ layer: CALayer) {
    let color: UIColor = displayYesImage ? .green : .red
    layer.contents = NeuburgAssets.plain(100, 100, color).cgImage
  }

  func draw(_ layer: CALayer, in ctx: CGContext) { drawings += 1 }
}

/// The same drawing in a layer with y down and in one with y up.
private final class Curve: UIViewController, CALayerDelegate {
  override func viewDidLoad() {
    super.viewDidLoad()
    for isFlipped in [false, true] {
      let host = CALayer(CGRect(x: isFlipped ? 325 : 5, y: 5, width: 310, height: 265))
      host.isGeometryFlipped = isFlipped
      view.layer.addSublayer(host)
      let layer = CALayer()
      layer.frame = host.bounds
      layer.delegate = self
      host.addSublayer(layer)
      layer.setNeedsDisplay()
    }
  }

  nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 15, y: 15))
    path.addCurve(
      to: CGPoint(x: 295, y: 15),
      control1: CGPoint(x: 15, y: 250),
      control2: CGPoint(x: 295, y: 250)
    )
    ctx.beginPath()
    ctx.addPath(path)
    ctx.setLineWidth(5)
    ctx.strokePath()
  }
}

private final class Positions: UIViewController {
  /// The gravities, and where the picture is in the layer.
  static let places: [(CALayerContentsGravity, CGFloat, CGFloat)] = [
    (.center, 30, 30), (.top, 30, 60), (.bottom, 30, 0), (.left, 0, 30), (.right, 60, 30),
    (.topLeft, 0, 60), (.topRight, 60, 60), (.bottomLeft, 0, 0), (.bottomRight, 60, 0),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    for (index, (gravity, _, _)) in Self.places.enumerated() {
      let frame = CGRect(x: 5 + index % 3 * 110, y: 5 + index / 3 * 110, width: 100, height: 100)
      let layer = CALayer(frame, .lightGray)
      layer.contents = NeuburgAssets.quarters(40).cgImage
      layer.contentsGravity = gravity
      view.layer.addSublayer(layer)
    }
  }
}

private final class Large: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for index in 0..<3 {
      let layer = CALayer(CGRect(x: 20 + index * 140, y: 20, width: 100, height: 100), .lightGray)
      layer.contents = NeuburgAssets.quarters(index < 2 ? 140 : 40).cgImage
      layer.contentsGravity = .center
      layer.masksToBounds = index == 1
      if index == 2 { layer.contentsScale = 2 }
      view.layer.addSublayer(layer)
    }
  }
}

private final class Scaling: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let disc = NeuburgAssets.picture(50, 50, isOpaque: true) { bounds in
      UIColor.cyan.setFill()
      UIRectFill(bounds)
      UIColor.black.setFill()
      UIBezierPath(ovalIn: bounds).fill()
    }
    let gravities: [CALayerContentsGravity?] = [
      nil, .resizeAspect, .resizeAspectFill, .resizeAspectFill,
    ]
    for (index, gravity) in gravities.enumerated() {
      let frame = CGRect(x: 10 + index % 2 * 210, y: 10 + index / 2 * 190, width: 200, height: 100)
      let layer = CALayer(frame, .yellow)
      layer.contents = disc.cgImage
      if let gravity { layer.contentsGravity = gravity }
      layer.masksToBounds = index % 2 == 1
      view.layer.addSublayer(layer)
    }
  }
}

private final class Border: UIViewController {
  let layer = CALayer(CGRect(x: 30, y: 20, width: 200, height: 150), .green)

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.borderColor = UIColor.black.cgColor
    layer.borderWidth = 3
    layer.contents =
      NeuburgAssets.picture(100, 75) { bounds in
        UIColor.blue.setFill()
        UIRectFill(bounds)
        UIColor.clear.setFill()
        UIRectFill(CGRect(x: 25, y: 20, width: 50, height: 35))
      }.cgImage
    layer.addSublayer(CALayer(CGRect(x: -20, y: 60, width: 50, height: 30), .orange))
    view.layer.addSublayer(layer)
  }
}

private final class Corners: UIViewController {
  let layer = CALayer(CGRect(x: 10, y: 10, width: 200, height: 200), .green)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.contents = NeuburgAssets.checkers(220, 220, side: 22, .white, .lightGray).cgImage
    layer.cornerRadius = 40
    layer.borderWidth = 3
    layer.contents = NeuburgAssets.plain(20, 20, .blue).cgImage
    view.layer.addSublayer(layer)
  }
}

private final class Shadow: UIViewController {
  let layer = CALayer(CGRect(x: 50, y: 50, width: 100, height: 100), .orange)

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.shadowOpacity = 0.8
    layer.shadowRadius = 4
    layer.shadowOffset = CGSize(width: 10, height: 10)
    view.layer.addSublayer(layer)
  }
}

private final class TwoLayers: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let outer = CALayer(CGRect(x: 20, y: 20, width: 100, height: 100))
    outer.shadowOpacity = 0.8
    outer.shadowRadius = 4
    outer.shadowOffset = CGSize(width: 0, height: 3)
    let inner = CALayer(outer.bounds)
    inner.cornerRadius = 20
    inner.masksToBounds = true
    inner.contentsGravity = .center
    inner.contents =
      NeuburgAssets.picture(140, 140) { bounds in
        UIColor.red.setFill()
        UIRectFill(bounds)
        UIColor.yellow.setFill()
        UIRectFill(bounds.insetBy(dx: 40, dy: 40))
      }.cgImage
    outer.addSublayer(inner)
    view.layer.addSublayer(outer)
  }
}

private final class Pinch: UIViewController {
  let layer = CALayer(CGRect(x: 10, y: 10, width: 500, height: 300))

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.contents =
      NeuburgAssets.picture(500, 300, isOpaque: true) { bounds in
        UIColor.white.setFill()
        UIRectFill(bounds)
        UIColor.black.setFill()
        for x in stride(from: CGFloat(10), to: 500, by: 20) {
          UIRectFill(CGRect(x: x - 1, y: 0, width: 2, height: 300))
        }
        for y in stride(from: CGFloat(10), to: 300, by: 20) {
          UIRectFill(CGRect(x: 0, y: y - 1, width: 500, height: 2))
        }
      }.cgImage
    if let filter = CIFilter(name: "CIPinchDistortion") {
      filter.setDefaults()
      filter.setValue(500.0, forKey: "inputRadius")
      filter.setValue(1.25, forKey: "inputScale")
      filter.setValue(CIVector(x: 250, y: 150), forKey: "inputCenter")
      filter.name = "pinchFilter"
      layer.filters = [filter]
    }
    view.layer.addSublayer(layer)
  }
}

private final class Scales: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for index in 0..<2 {
      let layer = CALayer(CGRect(x: 5 + index * 210, y: 5, width: 200, height: 200))
      layer.contents = NeuburgAssets.quarters(200).cgImage
      layer.contentsGravity = .center
      layer.contentsScale = CGFloat(index + 1)
      view.layer.addSublayer(layer)
    }
  }
}

private final class Opaque: UIViewController, CALayerDelegate {
  override func viewDidLoad() {
    super.viewDidLoad()
    let own = CALayer(CGRect(x: 5, y: 5, width: 60, height: 60), .yellow)
    own.isOpaque = true
    own.delegate = self
    view.layer.addSublayer(own)
    own.setNeedsDisplay()
    let given = CALayer(CGRect(x: 65, y: 5, width: 60, height: 60), .yellow)
    given.isOpaque = true
    given.contents =
      NeuburgAssets.picture(60, 60) { _ in
        UIColor(red: 1, green: 0, blue: 0, alpha: 0.5).setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
      }.cgImage
    view.layer.addSublayer(given)
  }

  nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
    ctx.setFillColor(UIColor.red.cgColor)
    ctx.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
  }
}
