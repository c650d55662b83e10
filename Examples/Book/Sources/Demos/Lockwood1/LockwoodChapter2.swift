// Lockwood, chapter 2: the backing image.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 2.
@MainActor
enum LockwoodChapter2 {
  static let demos: [Demo] = images + parts + drawings

  // MARK: Images

  private static let images: [Demo] = [
    Demo("LW-2.1", "An image in a view") { SnowmanController() }.play(stretched),
    Demo("LW-2.1a", "An image that keeps its proportions") { SnowmanController() }
      .play(with: SnowmanController.self, fitted),
    Demo("LW-2.1b", "contentsScale under a gravity that scales") { SnowmanController() }
      .play(with: SnowmanController.self, scaled),
    Demo("LW-2.1c", "An image in its own size, too large") { LargeSnowmanController() }
      .screen(320, 480, scale: 2).play(covering),
    Demo("LW-2.2", "contentsScale of the image") { RetinaSnowmanController() }
      .screen(320, 480, scale: 2).play(sharp),
    Demo("LW-2.2a", "Drawn contents at two scales") { DrawnScalesController() }
      .screen(320, 480, scale: 2).play(with: DrawnScalesController.self, drawnScales),
    Demo("LW-2.2b", "An image clipped to its view") { ClippedSnowmanController() }
      .screen(320, 480, scale: 2).play(clipped),
  ]

  private static func stretched(_ stage: Stage) throws {
    // The edge of one pixel: scaled by 1.25 across and by 5/6 down.
    stage.expect(at: CGPoint(x: 60, y: 300), .green, within: 70, "the left edge")
    stage.expect(at: CGPoint(x: 259, y: 300), .yellow, within: 70, "the right edge")
    stage.expect(at: CGPoint(x: 160, y: 140), .red, within: 70, "the upper edge")
    stage.expect(at: CGPoint(x: 160, y: 339), .blue, within: 70, "the lower edge")
    try stage.expect(
      colors: [
        (70, 150, [255, 255, 255]), (59, 240, Lockwood1.gray), (260, 240, Lockwood1.gray),
        (160, 139, Lockwood1.gray), (160, 340, Lockwood1.gray), (160, 270, [90, 110, 150]),
      ]
    )
    try stage.show("stretched to the square")
  }

  private static func fitted(_ stage: Stage, _ controller: SnowmanController) throws {
    controller.layerView.layer.contentsGravity = .resizeAspect
    let byGravity = try Lockwood1.Pixels(stage)
    try stage.show("contentsGravity")
    controller.layerView.layer.contentsGravity = .resize
    controller.layerView.contentMode = .scaleAspectFit
    stage.expect(
      controller.layerView.layer.contentsGravity == .resizeAspect,
      "the content mode of a view is the gravity of its layer"
    )
    stage.expect(try Lockwood1.Pixels(stage) == byGravity, "both ways show one picture")
    try stage.expect(
      colors: [
        (70, 240, [255, 255, 255]), (250, 240, [255, 255, 255]), (92, 240, [255, 255, 255]),
        (228, 240, [255, 255, 255]), (160, 270, [90, 110, 150]),
      ]
    )
    let box = byGravity.box { $0[2] < 150 && $0[0] < 150 && $0[1] > 200 }
    stage.expect(box.minX, is: 93, within: 1, "the green edge begins at 93.3")
    try stage.show("contentMode")
  }

  private static func scaled(_ stage: Stage, _ controller: SnowmanController) throws {
    controller.layerView.layer.contentsGravity = .resizeAspect
    var pictures: [Lockwood1.Pixels] = []
    for scale: CGFloat in [0.5, 1, 2, 3] {
      controller.layerView.layer.contentsScale = scale
      pictures.append(try Lockwood1.Pixels(stage))
      try stage.show("contentsScale \(scale)")
    }
    stage.expect(pictures.allSatisfy { $0 == pictures[0] }, "the four pictures are the same")
  }

  private static func covering(_ stage: Stage) throws {
    // The image's 320 x 480 pixels cover as many points.
    stage.expect(at: CGPoint(x: 0.25, y: 400), .green, within: 70, "the left edge")
    stage.expect(at: CGPoint(x: 319.75, y: 400), .yellow, within: 70, "the right edge")
    stage.expect(at: CGPoint(x: 160, y: 0.25), .red, within: 70, "the upper edge")
    stage.expect(at: CGPoint(x: 160, y: 479.75), .blue, within: 70, "the lower edge")
    stage.expect(at: CGPoint(x: 160, y: 90), .black, "the hat, outside of the view")
    stage.expect(at: CGPoint(x: 20, y: 460), .lightGray, "nothing is behind its clear parts")
    try stage.show("too large, and not clipped")
  }

  private static func sharp(_ stage: Stage) throws {
    try stage.expect(
      colors: [
        (80.25, 240, [0, 255, 0]), (80.75, 200, [255, 255, 255]), (239.75, 240, [255, 255, 0]),
        (160, 120.25, [255, 0, 0]), (160, 120.75, Lockwood1.gray), (160, 359.75, [0, 0, 255]),
        (160, 119.75, Lockwood1.gray), (160, 360.25, Lockwood1.gray), (160, 130, Lockwood1.gray),
        (79.75, 240, [255, 255, 255]), (160, 145, [0, 0, 0]),
      ],
      "a pixel of the image is one of the screen"
    )
    try stage.show("its own size")
  }

  private static func drawnScales(_ stage: Stage, _ controller: DrawnScalesController) throws {
    let coarse = try Lockwood1.Pixels(stage)
    stage.expect(controller.sizes == [CGSize(width: 100, height: 100)], "drawn in 100 x 100 pixels")
    try stage.show("contentsScale 1")
    controller.drawnLayer.contentsScale = UIScreen.main.scale
    controller.drawnLayer.setNeedsDisplay()
    stage.wait(1)
    stage.expect(
      controller.sizes.last == CGSize(width: 200, height: 200),
      "drawn in 200 x 200 pixels: \(controller.sizes)"
    )
    let fine = try Lockwood1.Pixels(stage)
    let isMixed: ([Int]) -> Bool = { $0[0] > 8 && $0[0] < 247 && $0 != Lockwood1.gray }
    let (wide, narrow) = (coarse.count(where: isMixed), fine.count(where: isMixed))
    stage.expect(wide > narrow * 3 / 2, "the edge of \(wide) pixels becomes one of \(narrow)")
    try stage.show("contentsScale of the screen")
  }

  private static func clipped(_ stage: Stage) throws {
    try stage.expect(
      colors: [
        (160, 130, Lockwood1.gray), (160, 350, Lockwood1.gray), (160, 139.75, Lockwood1.gray),
        (160, 340.25, Lockwood1.gray), (160, 145, [0, 0, 0]), (80.25, 240, [0, 255, 0]),
        (160, 335, [90, 110, 150]),
      ]
    )
    try stage.show("masksToBounds")
  }

  // MARK: Parts of images

  private static let parts: [Demo] = [
    Demo("LW-F-2.6", "A part of an image") { PartController() }.play { stage in
      let (low, high) = (80, 160)
      try stage.expect(
        colors: [
          (65, 145, [low, low, 0]), (158, 238, [low, low, 0]), (162, 238, [high, low, 0]),
          (158, 242, [low, high, 0]), (162, 242, [high, high, 0]), (255, 335, [high, high, 0]),
        ]
      )
      try stage.show("the middle half")
    },
    Demo("LW-F-2.7", "A sheet of sprites") { SheetController() }.play { stage in
      try stage.expect(
        colors: [
          (96, 176, [255, 0, 0]), (224, 176, [0, 255, 0]), (96, 304, [0, 0, 255]),
          (224, 304, [255, 255, 0]), (160, 240, Lockwood1.gray),
        ]
      )
      try stage.show("one image")
    },
    Demo("LW-2.3", "Four sprites of one image") { SpritesController() }
      .play(with: SpritesController.self, sprites),
    Demo("LW-F-2.9", "Nine parts") { NinePartsController() }.play(nineParts),
    Demo("LW-2.4", "Buttons that stretch in the middle") { ButtonsController() }.play { stage in
      let (red, green, blue) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
      // Away from the borders of the parts, where the enlarged middle is smooth.
      try stage.expect(
        colors: [
          (74, 114, red), (80, 108, green), (160, 130, blue), (80, 120, blue), (240, 140, blue),
          (246, 146, red), (68, 130, green), (124, 254, red), (130, 262, blue), (190, 380, blue),
          (196, 386, red), (160, 250, green),
        ]
      )
      try stage.show("the corners keep their size")
    },
    Demo("LW-2.4a", "Buttons that stretch as a whole") { StretchedButtonsController() }
      .play { stage in
        let (red, green, blue) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
        // Two points from the borders of the parts, as the image is enlarged smoothly.
        try stage.expect(
          colors: [
            (105, 112, red), (115, 112, green), (115, 120, blue), (105, 120, green),
            (131, 275, red), (140, 275, green), (140, 285, blue), (131, 285, green),
          ]
        )
        try stage.show("the corners are stretched")
      },
  ]

  private static func sprites(_ stage: Stage, _ controller: SpritesController) throws {
    try stage.expect(
      colors: [
        (70, 90, [255, 0, 0]), (250, 140, [0, 255, 0]), (90, 350, [0, 0, 255]),
        (240, 370, [255, 255, 0]), (21, 41, Lockwood1.gray), (118, 138, Lockwood1.gray),
        (201, 91, Lockwood1.gray), (298, 188, Lockwood1.gray), (138, 398, Lockwood1.gray),
        (191, 321, Lockwood1.gray),
      ]
    )
    let pixels = try Lockwood1.Pixels(stage)
    let red = pixels.box { $0[0] > 200 && $0[1] < 100 }
    stage.expect(red.width, is: 75, within: 2, "a disc of 96 pixels in a view of 100 for 128")
    let images = controller.spriteViews.map { $0.layer.contents as AnyObject? }
    stage.expect(images.allSatisfy { $0 === images[0] }, "four layers share one image")
    try stage.show("four views")
  }

  private static func nineParts(_ stage: Stage) throws {
    let (red, green, blue) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
    let pixels = try Lockwood1.Pixels(stage)
    for y in stride(from: 0.5, to: 64, by: 1) {
      for x in stride(from: 0.5, to: 64, by: 1)
      where pixels[20 + x, 20 + y] != pixels[120 + x, 20 + y] {
        stage.expect(false, "in its own size the parts do not matter, at (\(x), \(y))")
      }
    }
    try stage.expect(
      colors: [
        // Edges of 16 points.
        (74, 114, red), (82, 108, green), (68, 122, green), (82, 120, blue), (240, 140, blue),
        // The image counts as 32 x 32 points: edges of 8.
        (66, 206, red), (76, 203, green), (74, 214, blue), (245, 245, blue), (255, 256, red),
      ]
    )
    // Without a middle one pixel stretches, and the quarters of the image keep their sizes.
    try stage.expect(
      colors: [
        (74, 300, red), (78, 300, green), (78, 310, green), (78, 316, blue), (160, 320, blue),
        (160, 302, green),
      ]
    )
    try stage.show("64 x 64 twice; 200 x 60; at scale 2; without a middle")
  }

  // MARK: Drawings

  private static let drawings: [Demo] = [
    Demo("LW-2.5", "A layer that its delegate draws") { RingController() }
      .play(with: RingController.self, ring),
    Demo("LW-2.5@2x", "A layer that its delegate draws, at scale 2") { RingController() }
      .screen(320, 480, scale: 2).play(with: RingController.self, ring),
    Demo("LW-2.5a", "A layer that nothing asks to draw") { UndrawnRingController() }
      .play(with: UndrawnRingController.self) { stage, controller in
        stage.wait(0.5)
        stage.expect(controller.drawings == 0, "the delegate is never called")
        stage.expect(at: CGPoint(x: 160, y: 192), .blue, "a plain blue square")
        try stage.show("a plain square")
      },
    Demo("LW-2.5b", "A delegate that sets the contents") { DisplayingController() }
      .play(with: DisplayingController.self) { stage, controller in
        stage.expect(controller.drawings == 0, "what would draw is not called")
        try stage.expect(
          colors: [(115, 195, [0, 0, 0]), (205, 195, [240, 0, 0]), (115, 285, [0, 240, 0])],
          within: 12
        )
        try stage.show("an image instead")
      },
    Demo("LW-2.5c", "A view that draws itself") { RingViewController() }
      .play(with: RingViewController.self) { stage, controller in
        try stage.show("drawn once")
        stage.expect(controller.ringView.drawings == 1, "drawn once when it appears")
        for _ in 0..<10 { stage.wait(1.0 / 60) }
        stage.expect(controller.ringView.drawings == 1, "not again in ten frames")
        controller.ringView.setNeedsDisplay()
        controller.ringView.setNeedsDisplay()
        stage.wait(1.0 / 60)
        stage.expect(controller.ringView.drawings == 2, "once more for two requests")
        stage.expect(controller.ringView.layer.contents != nil, "it has a bitmap")
        stage.expect(
          controller.layerView.layer.contents == nil,
          "a view that draws nothing has none"
        )
        try stage.expect(colors: [(160, 192.5, [255, 0, 0]), (160, 240, [0, 0, 255])])
        try stage.show("drawn twice")
      },
  ]

  private static func ring(_ stage: Stage, _ controller: RingController) throws {
    stage.expect(controller.drawings == 1, "display() calls the delegate once")
    try stage.expect(
      colors: [
        (160, 192.5, [255, 0, 0]), (160, 197, [0, 0, 255]), (160, 240, [0, 0, 255]),
        (195.4, 275.4, [255, 0, 0]), (112.5, 192.5, [0, 0, 255]), (160, 188, [255, 255, 255]),
        // The ring is cut along 22.9 points on both sides of an edge's middle.
        (140, 190.25, [255, 0, 0]), (134, 190.25, [0, 0, 255]), (180, 190.25, [255, 0, 0]),
        (186, 190.25, [0, 0, 255]),
      ]
    )
    try stage.show("a ring, cut by the square")
  }
}

// MARK: - Controllers

private class SnowmanController: Lockwood1.LayerViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.contents = Lockwood1.Asset.snowman().cgImage
  }
}

private class LargeSnowmanController: Lockwood1.LayerViewController {
  let image = Lockwood1.Asset.snowman(scale: 2)

  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.contents = image.cgImage
    layerView.layer.contentsGravity = .center
    // A view takes the screen's scale unless it has been given one.
    layerView.contentScaleFactor = 1
  }
}

private class RetinaSnowmanController: LargeSnowmanController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.contentsScale = image.scale
  }
}

private final class ClippedSnowmanController: RetinaSnowmanController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.masksToBounds = true
  }
}

/// A layer that the controller draws, and the sizes of its bitmaps.
private final class DrawnScalesController: Lockwood1.LayerViewController,
  @preconcurrency CALayerDelegate
{
  let drawnLayer = CALayer()
  private(set) var sizes: [CGSize] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    drawnLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    drawnLayer.delegate = self
    layerView.layer.addSublayer(drawnLayer)
    drawnLayer.setNeedsDisplay()
  }

  func draw(_ layer: CALayer, in ctx: CGContext) {
    sizes.append(CGSize(width: ctx.width, height: ctx.height))
    ctx.setFillColor(UIColor.black.cgColor)
    ctx.fillEllipse(in: layer.bounds.insetBy(dx: 5, dy: 5))
  }
}

private final class PartController: Lockwood1.LayerViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.contents = Lockwood1.Asset.four().cgImage
    layerView.layer.contentsRect = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    layerView.layer.magnificationFilter = .nearest
  }
}

private final class SheetController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let sheet = UIView(frame: CGRect(x: 32, y: 112, width: 256, height: 256))
    sheet.layer.contents = Lockwood1.Asset.sprites().cgImage
    view.addSubview(sheet)
  }
}

private final class SpritesController: UIViewController {
  let iglooView = UIView(frame: CGRect(x: 20, y: 40, width: 100, height: 100))
  let coneView = UIView(frame: CGRect(x: 200, y: 90, width: 100, height: 100))
  let anchorView = UIView(frame: CGRect(x: 40, y: 300, width: 100, height: 100))
  let shipView = UIView(frame: CGRect(x: 190, y: 320, width: 100, height: 100))

  var spriteViews: [UIView] { [iglooView, coneView, anchorView, shipView] }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    for spriteView in spriteViews { view.addSubview(spriteView) }
    guard let image = Lockwood1.Asset.sprites().cgImage else { return }
    addSprite(image, CGRect(x: 0, y: 0, width: 0.5, height: 0.5), to: iglooView.layer)
    addSprite(image, CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5), to: coneView.layer)
    addSprite(image, CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5), to: anchorView.layer)
    addSprite(image, CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5), to: shipView.layer)
  }

  private func addSprite(_ image: CGImage, _ rect: CGRect, to layer: CALayer) {
    layer.contents = image
    layer.contentsGravity = .resizeAspect
    layer.contentsRect = rect
  }
}

private class StretchedButtonsController: UIViewController {
  let button1 = UIView(frame: CGRect(x: 60, y: 100, width: 200, height: 60))
  let button2 = UIView(frame: CGRect(x: 110, y: 240, width: 100, height: 160))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let image = Lockwood1.Asset.button().cgImage
    for button in [button1, button2] {
      button.layer.contents = image
      view.addSubview(button)
    }
  }
}

private final class ButtonsController: StretchedButtonsController {
  override func viewDidLoad() {
    super.viewDidLoad()
    addStretchableImage(to: button1.layer)
    addStretchableImage(to: button2.layer)
  }

  private func addStretchableImage(to layer: CALayer) {
    layer.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
  }
}

private final class NinePartsController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let center = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    add(CGRect(x: 20, y: 20, width: 64, height: 64), center)
    add(CGRect(x: 120, y: 20, width: 64, height: 64), CGRect(x: 0, y: 0, width: 1, height: 1))
    add(CGRect(x: 60, y: 100, width: 200, height: 60), center)
    add(CGRect(x: 60, y: 200, width: 200, height: 60), center, scale: 2)
    add(
      CGRect(x: 60, y: 296, width: 200, height: 64),
      CGRect(x: 0.5, y: 0.5, width: 0, height: 0)
    )
  }

  private func add(_ frame: CGRect, _ center: CGRect, scale: CGFloat = 1) {
    let part = CALayer()
    part.frame = frame
    part.contents = Lockwood1.Asset.button().cgImage
    part.contentsCenter = center
    part.contentsScale = scale
    view.layer.addSublayer(part)
  }
}

/// A blue layer with a red ring, which the controller draws.
private class UndrawnRingController: Lockwood1.LayerViewController, @preconcurrency CALayerDelegate
{
  let blueLayer = CALayer()
  private(set) var drawings = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    blueLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    blueLayer.backgroundColor = UIColor.blue.cgColor
    blueLayer.delegate = self
    blueLayer.contentsScale = UIScreen.main.scale
    layerView.layer.addSublayer(blueLayer)
  }

  func draw(_ layer: CALayer, in ctx: CGContext) {
    drawings += 1
    ctx.setLineWidth(10)
    ctx.setStrokeColor(UIColor.red.cgColor)
    ctx.strokeEllipse(in: layer.bounds)
  }
}

private final class RingController: UndrawnRingController {
  override func viewDidLoad() {
    super.viewDidLoad()
    blueLayer.display()
  }
}

/// Has both methods of a delegate; the one that sets the contents wins.
private final class DisplayingController: Lockwood1.LayerViewController,
  @preconcurrency CALayerDelegate
{
  let blueLayer = CALayer()
  private(set) var drawings = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    blueLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    blueLayer.backgroundColor = UIColor.blue.cgColor
    blueLayer.delegate = self
    layerView.layer.addSublayer(blueLayer)
    blueLayer.display()
  }

  func display(_ layer: CALayer) { layer.contents = Lockwood1.Asset.four().cgImage }

  func draw(_ layer: CALayer, in ctx: CGContext) { drawings += 1 }
}

/// A view with a red ring.
private final class RingView: UIView {
  private(set) var drawings = 0

  override func draw(_ rect: CGRect) {
    drawings += 1
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.setLineWidth(10)
    context.setStrokeColor(UIColor.red.cgColor)
    context.strokeEllipse(in: bounds)
  }
}

private final class RingViewController: Lockwood1.LayerViewController {
  let ringView = RingView(frame: CGRect(x: 50, y: 50, width: 100, height: 100))

  override func viewDidLoad() {
    super.viewDidLoad()
    ringView.backgroundColor = .blue
    layerView.addSubview(ringView)
  }
}
