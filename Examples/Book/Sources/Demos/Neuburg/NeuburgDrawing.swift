// Neuburg, chapter 16: contents, drawing, and where they are shown.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum NeuburgDrawing {
  static let demos: [Demo] = [
    redisplay, overlay, opaqueContext, clearedRect, opacity, outsideOfContents, boundsOrigin,
    contentsType, exclusive,
  ]

  private static let redisplay = Demo("NB-06", "When a layer draws") { Redisplay() }
    .screen(130, 50)
    .play { stage in
      let controller = try stage.the(Redisplay.self)
      let (layer, painter) = (controller.layer, controller.painter)
      stage.move(to: 0)
      let start = painter.count
      layer.bounds.size.width = 40
      stage.wait(0.1)
      stage.expect(painter.count == start, "new bounds draw nothing")
      layer.needsDisplayOnBoundsChange = true
      layer.bounds.size.width = 30
      stage.wait(0.1)
      stage.expect(painter.count == start + 1, "new bounds draw once if they are to")
      layer.setNeedsDisplay()
      stage.expect(painter.count == start + 1, "nothing is drawn at once")
      layer.displayIfNeeded()
      stage.expect(painter.count == start + 2, "unless it is asked for")
      layer.displayIfNeeded()
      stage.expect(painter.count == start + 2, "which draws what needs it only")
      stage.expect(at: CGPoint(x: 25, y: 25), .red, "what was drawn")
      try stage.show("drawn")
      layer.contents = NeuburgAssets.plain(3, 3, .blue).cgImage
      stage.wait(0.3)
      stage.expect(at: CGPoint(x: 25, y: 25), .blue, "an image instead")
      try stage.show("an image")
      layer.setNeedsDisplay()
      stage.expect(at: CGPoint(x: 25, y: 25), .red, "the drawing again")
      layer.delegate = controller.bystander
      layer.setNeedsDisplay()
      stage.expect(at: CGPoint(x: 25, y: 25), .yellow, "the background, as nobody draws")
      try stage.show("nobody draws")
    }

  private static let overlay = Demo("NB-F16.4", "A layer that another object draws") { Overlay() }
    .screen(200, 160)
    .play { stage in
      let controller = try stage.the(Overlay.self)
      stage.expect(
        [(100, 80, .green), (40, 40, .green), (150, 40, .blue), (10, 80, .white)],
        "the stroke above the views"
      )
      stage.expect(
        controller.glass.layer.delegate === controller.glass,
        "the view's layer is its own"
      )
      stage.expect(controller.drawing.delegate === controller, "the controller draws the other")
      try stage.show()
    }

  private static let opaqueContext = Demo("NB-07", "An opaque context is black") { OpaqueContext() }
    .screen(70, 70)
    .play { stage in
      let layer = try stage.the(OpaqueContext.self).layer
      stage.expect([(10, 10, .red), (60, 60, .black)], "opaque")
      try stage.show("opaque")
      layer.isOpaque = false
      stage.expect(at: CGPoint(x: 60, y: 60), .black, "not drawn again yet")
      try stage.show("not opaque")
      layer.setNeedsDisplay()
      stage.expect([(10, 10, .red), (60, 60, .yellow)], "drawn again")
      try stage.show("drawn again")
    }

  private static let clearedRect = Demo("NB-08", "A hole in a drawing") { ClearedRect() }
    .screen(70, 70)
    .play { stage in
      stage.expect(
        [(16, 16, .yellow), (34, 34, .yellow), (36, 20, .blue), (10, 10, .blue)],
        "the layer's colour in the hole"
      )
      try stage.show()
    }

  private static let opacity = Demo("NB-09", "Opacity of a group, and of each part") { Opacity() }
    .screen(160, 60)
    .play { stage in
      stage.expect(
        [
          (40, 30, UIColor(red: 0.5, green: 1, blue: 0.5, alpha: 1)),
          (14, 14, UIColor(red: 1, green: 0.5, blue: 0.5, alpha: 1)),
        ],
        "as a group"
      )
      stage.expect(
        [
          (120, 30, UIColor(red: 0.5, green: 0.75, blue: 0.25, alpha: 1)),
          (94, 14, UIColor(red: 1, green: 0.5, blue: 0.5, alpha: 1)),
        ],
        "each by itself"
      )
      try stage.show()
    }

  private static let outsideOfContents = Demo("NB-10", "More than the whole picture") {
    OutsideOfContents()
  }
  .screen(200, 100)
  .play { stage in
    stage.expect(
      [
        (60, 20, .red), (20, 60, .green), (70, 70, .yellow), (160, 20, .white), (120, 60, .white),
        (170, 70, .yellow),
      ],
      "the edge goes on, if it is not clear"
    )
    try stage.show()
  }

  private static let boundsOrigin = Demo("NB-11", "The origin moves sublayers only") {
    BoundsOrigin()
  }
  .screen(120, 80)
  .play { stage in
    let layer = try stage.the(BoundsOrigin.self).layer
    stage.expect(at: CGPoint(x: 55, y: 31), .cyan, "the sublayer")
    try stage.show("origin 0")
    layer.bounds.origin.x = 20
    stage.wait(0.3)
    stage.expect(
      [(21, 11, .red), (99, 69, .yellow), (31, 31, .cyan), (65, 31, .green)],
      "the picture where it was, and the sublayer at the left"
    )
    try stage.show("origin 20")
  }

  private static let contentsType = Demo("NB-18", "Contents that are no image") { ContentsType() }
    .screen(110, 50)
    .play { stage in
      let layer = try stage.the(ContentsType.self).layer
      stage.expect(at: CGPoint(x: 55, y: 25), .lightGray, "the background alone")
      try stage.show("a UIImage")
      layer.contents = NeuburgAssets.quarters(10).cgImage
      stage.wait(0.3)
      stage.expect([(37, 7, .red), (73, 43, .yellow)], "the picture")
      try stage.show("its CGImage")
    }

  private static let exclusive = Demo("NB-19", "Layers that draw themselves, and contents") {
    Exclusive()
  }
  .screen(200, 50, scale: 2)
  .play { stage in
    stage.expect(
      // Contents lie over a gradient: so does Core Animation, though the text says otherwise.
      [
        (10, 10, .green), (40, 40, .green), (106, 25, .green), (144, 25, .green), (155, 10, .green),
        (175, 25, .blue),
      ],
      "one of the two"
    )
    stage.expect(at: CGPoint(x: 55, y: 45), .white, "text, and no contents under it")
    try stage.show()
  }
}

/// Fills layers with red, and counts.
private final class CountingPainter: CALayerDelegate {
  private(set) var count = 0

  func draw(_ layer: CALayer, in ctx: CGContext) {
    count += 1
    ctx.setFillColor(UIColor.red.cgColor)
    ctx.fill(layer.bounds)
  }
}

/// A delegate that draws nothing.
private final class Bystander: CALayerDelegate {}

private final class Redisplay: UIViewController {
  let layer = CALayer(CGRect(x: 10, y: 10, width: 30, height: 30), .yellow)
  let painter = CountingPainter()
  let bystander = Bystander()

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.delegate = painter
    view.layer.addSublayer(layer)
    layer.setNeedsDisplay()
  }
}

private final class Overlay: UIViewController, CALayerDelegate {
  let glass = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 160))
  let drawing = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    let below = UIView(frame: CGRect(x: 20, y: 20, width: 160, height: 120))
    below.backgroundColor = .blue
    view.addSubview(below)
    glass.backgroundColor = .clear
    view.addSubview(glass)
    drawing.frame = glass.bounds
    drawing.delegate = self
    glass.layer.addSublayer(drawing)
    drawing.setNeedsDisplay()
  }

  nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
    UIGraphicsPushContext(ctx)
    defer { UIGraphicsPopContext() }
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 10, y: 20))
    path.addLine(to: CGPoint(x: 190, y: 140))
    path.lineWidth = 12
    UIColor.green.setStroke()
    path.stroke()
  }
}

/// Draws with a closure.
private final class Painter: CALayerDelegate {
  private let paint: (CALayer, CGContext) -> Void

  init(_ paint: @escaping (CALayer, CGContext) -> Void) { self.paint = paint }

  func draw(_ layer: CALayer, in ctx: CGContext) { paint(layer, ctx) }
}

private final class OpaqueContext: UIViewController {
  let layer = CALayer(CGRect(x: 5, y: 5, width: 60, height: 60), .yellow)
  private let painter = Painter { _, context in
    context.setFillColor(UIColor.red.cgColor)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.isOpaque = true
    layer.delegate = painter
    view.layer.addSublayer(layer)
    layer.setNeedsDisplay()
  }
}

private final class ClearedRect: UIViewController {
  private let painter = Painter { layer, context in
    context.setFillColor(UIColor.blue.cgColor)
    context.fill(layer.bounds)
    context.clear(CGRect(x: 10, y: 10, width: 20, height: 20))
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let layer = CALayer(CGRect(x: 5, y: 5, width: 60, height: 60), .yellow)
    layer.delegate = painter
    view.layer.addSublayer(layer)
    layer.setNeedsDisplay()
  }
}

private final class Opacity: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for (index, isGroup) in [true, false].enumerated() {
      let layer = CALayer(CGRect(x: 10 + index * 80, y: 10, width: 60, height: 40), .red)
      layer.addSublayer(CALayer(CGRect(x: 20, y: 10, width: 20, height: 20), .green))
      layer.opacity = 0.5
      layer.allowsGroupOpacity = isGroup
      view.layer.addSublayer(layer)
    }
  }
}

private final class OutsideOfContents: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for (index, hasClearRim) in [false, true].enumerated() {
      let layer = CALayer(CGRect(x: 5 + index * 100, y: 5, width: 90, height: 90))
      layer.contents = framed(hasClearRim: hasClearRim).cgImage
      layer.contentsRect = CGRect(x: -0.5, y: -0.5, width: 1.5, height: 1.5)
      view.layer.addSublayer(layer)
    }
  }

  /// Returns a yellow picture with a rim of a pixel: red above, green at the left; or clear.
  private func framed(hasClearRim: Bool) -> UIImage {
    NeuburgAssets.picture(90, 90) { bounds in
      if !hasClearRim {
        UIColor.blue.setFill()
        UIRectFill(bounds)
        UIColor.green.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 90))
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 90, height: 1))
      }
      UIColor.yellow.setFill()
      UIRectFill(bounds.insetBy(dx: 1, dy: 1))
    }
  }
}

private final class BoundsOrigin: UIViewController {
  let layer = CALayer(CGRect(x: 20, y: 10, width: 80, height: 60))

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.contents = NeuburgAssets.quarters(40).cgImage
    layer.addSublayer(CALayer(CGRect(x: 30, y: 20, width: 10, height: 20), .cyan))
    view.layer.addSublayer(layer)
  }
}

private final class ContentsType: UIViewController {
  let layer = CALayer(CGRect(x: 35, y: 5, width: 40, height: 40), .lightGray)

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.contents = NeuburgAssets.quarters(10)
    view.layer.addSublayer(layer)
  }
}

/// Text before and after contents were set; a gradient and a shape with contents.
private final class Exclusive: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let picture = NeuburgAssets.plain(4, 4, .green).cgImage
    for (index, isLater) in [true, false].enumerated() {
      let text = CATextLayer()
      text.frame = CGRect(x: 5 + index * 50, y: 5, width: 40, height: 40)
      text.contentsScale = UIScreen.main.scale
      text.foregroundColor = UIColor.black.cgColor
      text.fontSize = 28
      text.string = "Ab"
      if isLater { text.displayIfNeeded() }
      text.contents = picture
      if !isLater { text.string = "Cd" }
      view.layer.addSublayer(text)
    }
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 105, y: 5, width: 40, height: 40)
    gradient.colors = [UIColor.black.cgColor, UIColor.red.cgColor]
    gradient.contents = picture
    view.layer.addSublayer(gradient)
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 155, y: 5, width: 40, height: 40)
    shape.path = UIBezierPath(ovalIn: CGRect(x: 10, y: 10, width: 20, height: 20)).cgPath
    shape.fillColor = UIColor.blue.cgColor
    shape.contents = picture
    view.layer.addSublayer(shape)
  }
}
