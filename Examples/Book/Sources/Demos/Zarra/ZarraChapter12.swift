// Zarra and Long, chapter 12: what costs time, and tiles.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Synchronization
import UIKit

@MainActor
enum ZarraChapter12 {
  static let demos: [Demo] = [blended, tiles, snapshot, dirtyPart]

  // MARK: Listings 12-1 and 12-2

  /// A cell with a picture and two labels.
  final class Cell: UIViewController {
    let labels = [
      UILabel(frame: CGRect(x: 80, y: 12, width: 150, height: 20)),
      UILabel(frame: CGRect(x: 80, y: 42, width: 150, height: 14)),
    ]
    let imageView = UIImageView(frame: CGRect(x: 5, y: 5, width: 64, height: 64))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      imageView.contentMode = .scaleAspectFit
      imageView.image = NeuburgAssets.snowman(64)
      view.addSubview(imageView)
      labels[0].font = .boldSystemFont(ofSize: 14)
      labels[1].font = .systemFont(ofSize: 6)
      for (label, text) in zip(labels, ["Snowman", "He stands in a field."]) {
        label.text = text
        label.backgroundColor = .clear
        view.addSubview(label)
      }
    }
  }

  private static let blended = Demo("ZL-12.1", "Where layers are blended") { Cell() }
    .screen(240, 74)
    .play(Cell.self) { stage, controller in
      let context = stage.window.context
      let before = try Lockwood1.Pixels(stage)
      try stage.show("a cell")
      // The upper right of both labels, where there are no letters, and the cell beside them.
      let places = [CGPoint(x: 225, y: 15), CGPoint(x: 225, y: 46)]
      func isRed(_ color: [Int]) -> Bool { color[0] > color[1] + 30 }
      context?.overlays = .blended
      var pixels = try Lockwood1.Pixels(stage)
      stage.expect(places.allSatisfy { isRed(pixels[$0]) }, "labels are blended")
      for point in [CGPoint(x: 2, y: 2), CGPoint(x: 235, y: 70), CGPoint(x: 40, y: 20)] {
        stage.expect(!isRed(pixels[point]), "the cell and its picture are not: \(pixels[point])")
      }
      try stage.show("clear labels")
      for label in controller.labels { label.backgroundColor = .white }
      stage.wait(0.1)
      pixels = try Lockwood1.Pixels(stage)
      stage.expect(places.allSatisfy { !isRed(pixels[$0]) }, "opaque labels are not")
      try stage.show("white labels")
      controller.imageView.alpha = 0.9
      stage.wait(0.1)
      stage.expect(isRed(try Lockwood1.Pixels(stage)[40, 60]), "what is translucent is")
      try stage.show("a translucent picture")
      controller.imageView.alpha = 1
      context?.overlays = []
      stage.wait(0.1)
      stage.expect(try Lockwood1.Pixels(stage) == before, "it leaves nothing behind")
    }

  // MARK: Listings 12-3 to 12-5

  /// Draws all of a large picture whenever a tile of it is asked for, on any thread.
  final class SpacePainter: CALayerDelegate, Sendable {
    private let tiles = Mutex<[CGRect]>([])

    /// The parts that were drawn since it was asked for the last time.
    func take() -> [CGRect] {
      tiles.withLock { tiles in
        defer { tiles = [] }
        return tiles
      }
    }

    /// The colour of a cell of 256 x 256 points.
    @MainActor
    static func color(_ column: Int, _ row: Int) -> UIColor {
      Lockwood1.rgb(10 * column, 14 * row, 128)
    }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      let part = ctx.boundingBoxOfClipPath
      tiles.withLock { $0.append(part) }
      for row in Int(part.minY / 256)...Int(part.maxY / 256) {
        for column in Int(part.minX / 256)...Int(part.maxX / 256) {
          ctx.setFillColor(
            red: CGFloat(10 * column) / 255,
            green: CGFloat(14 * row) / 255,
            blue: 128 / 255,
            alpha: 1
          )
          ctx.fill(CGRect(x: column * 256, y: row * 256, width: 256, height: 256))
        }
      }
    }
  }

  /// A picture of 6064 x 4128 points in tiles, with a control for its size.
  final class TiledLayers: UIViewController {
    let tiledLayer = CATiledLayer()
    let painter = SpacePainter()
    let control = UISegmentedControl(items: ["1", "1/2", "1/3", "1/4"])

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      tiledLayer.delegate = painter
      tiledLayer.bounds = CGRect(x: 0, y: 0, width: 6064, height: 4128)
      tiledLayer.position = CGPoint(x: 400, y: 300)
      tiledLayer.levelsOfDetail = 4
      tiledLayer.tileSize = CGSize(width: 256, height: 256)
      view.layer.addSublayer(tiledLayer)
      control.frame = CGRect(x: 280, y: 560, width: 240, height: 30)
      control.backgroundColor = .white
      control.selectedSegmentIndex = 0
      control.addAction(
        UIAction { [weak self] _ in self?.zoom() },
        for: .valueChanged
      )
      view.addSubview(control)
      tiledLayer.setNeedsDisplay()
    }

    private func zoom() {
      let zoom = 1 / CGFloat(control.selectedSegmentIndex + 1)
      Lockwood2.withoutActions { tiledLayer.transform = CATransform3DMakeScale(zoom, zoom, 1) }
    }
  }

  private static let tiles = Demo("ZL-12.3", "A large picture at four sizes") { TiledLayers() }
    .screen(800, 600, scale: 1)
    .play(TiledLayers.self) { stage, controller in
      stage.wait(0.5)
      let first = controller.painter.take()
      stage.expect(
        Set(first.map { Int($0.minX) / 256 }) == [10, 11, 12, 13]
          && Set(first.map { Int($0.minY) / 256 }) == [6, 7, 8, 9],
        "the tiles in sight, and no other: \(first)"
      )
      for segment in 0..<4 {
        if segment > 0 {
          stage.tap(CGPoint(x: 280 + 60 * segment + 30, y: 575))
          stage.wait(0.1)
          stage.wait(0.5)
          stage.expect(!controller.painter.take().isEmpty, "tiles of another size are drawn")
        }
        let zoom = CGFloat(segment + 1)
        for place in [CGPoint(x: 400, y: 300), CGPoint(x: 150, y: 120), CGPoint(x: 700, y: 500)] {
          let x = 3032 + (place.x - 400) * zoom
          let y = 2064 + (place.y - 300) * zoom
          let color = SpacePainter.color(Int(x / 256), Int(y / 256))
          stage.expect(at: place, color, within: 3, "the picture at zoom 1/\(segment + 1)")
        }
        try stage.show("1/\(segment + 1)")
      }
      stage.tap(CGPoint(x: 310, y: 575))
      stage.wait(0.5)
      stage.expect(controller.painter.take().isEmpty, "what was drawn once is kept")
    }

  // MARK: Snapshots

  /// A blurred layer with others in it, and its picture in its place while it moves.
  final class Snapshot: UIViewController {
    let tree = CALayer(CGRect(x: 30, y: 30, width: 80, height: 60), .systemTeal)
    private(set) var picture: CALayer?

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      tree.addSublayer(CALayer(CGRect(x: 10, y: 10, width: 20, height: 20), .systemYellow))
      tree.addSublayer(CALayer(CGRect(x: 40, y: 20, width: 30, height: 30), .systemRed))
      if let blur = CIFilter(name: "CIGaussianBlur") {
        blur.setValue(3.0, forKey: "inputRadius")
        tree.filters = [blur]
      }
      view.layer.addSublayer(tree)
    }

    /// Puts a picture of the tree in its place; the blur reaches beyond its bounds.
    func freeze() {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let margin: CGFloat = 20
      let size = CGSize(width: 80 + 2 * margin, height: 60 + 2 * margin)
      let image = UIGraphicsImageRenderer(size: size, format: format).image { context in
        context.cgContext.translateBy(x: margin, y: margin)
        tree.render(in: context.cgContext)
      }
      let layer = CALayer(tree.frame.insetBy(dx: -margin, dy: -margin))
      layer.contents = image.cgImage
      Lockwood2.withoutActions {
        tree.isHidden = true
        view.layer.addSublayer(layer)
      }
      picture = layer
    }

    func move() {
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      picture?.position.x += 150
      CATransaction.commit()
    }

    func thaw() {
      Lockwood2.withoutActions {
        tree.position = picture?.position ?? tree.position
        tree.isHidden = false
        picture?.removeFromSuperlayer()
      }
    }
  }

  private static let snapshot = Demo("ZL-12.9", "A picture in place of a tree") { Snapshot() }
    .screen(300, 120)
    .play(Snapshot.self) { stage, controller in
      let before = try Lockwood1.Pixels(stage)
      try stage.show("a blurred tree")
      controller.freeze()
      stage.wait(0.1)
      let frozen = try Lockwood1.Pixels(stage)
      // because: the picture has 8 bits, and so has what is blurred once more on its way.
      stage.expect(frozen.distance(from: before) <= 3, "its picture looks the same")
      controller.move()
      stage.wait(0.3)
      try stage.show("its picture moves")
      stage.wait(0.8)
      let moved = try Lockwood1.Pixels(stage)
      controller.thaw()
      stage.wait(0.1)
      let after = try Lockwood1.Pixels(stage)
      stage.expect(after.distance(from: moved) <= 3, "and so does the tree afterwards")
      try stage.show("the tree again")
    }

  // MARK: A part

  /// A large layer, of which a part is drawn again.
  final class DirtyPart: UIViewController, @preconcurrency CALayerDelegate {
    let layer = CALayer(CGRect(x: 0, y: 0, width: 1000, height: 1000))
    private(set) var clips: [CGRect] = []
    var color = UIColor.systemBlue

    override func viewDidLoad() {
      super.viewDidLoad()
      layer.delegate = self
      view.layer.addSublayer(layer)
      layer.setNeedsDisplay()
    }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      clips.append(ctx.boundingBoxOfClipPath)
      ctx.setFillColor(color.cgColor)
      ctx.fill(layer.bounds)
    }
  }

  private static let dirtyPart = Demo("ZL-12.11", "Only a part is drawn again") { DirtyPart() }
    .screen(1000, 1000, scale: 0.25)
    .play(DirtyPart.self) { stage, controller in
      stage.expect(controller.clips == [controller.layer.bounds], "all of it, once")
      try stage.show()
      let part = CGRect(x: 480, y: 520, width: 40, height: 40)
      controller.color = .systemRed
      controller.layer.setNeedsDisplay(part)
      stage.wait(0.3)
      stage.expect(controller.clips.count == 2, "drawn once more")
      stage.expect(controller.clips.last == part, "in that part: \(controller.clips)")
      let red = try Lockwood1.Pixels(stage).box { $0[0] > 150 }
      stage.expect(red, is: part, within: 4, "the rest is what it was")
      try stage.show()
    }
}
