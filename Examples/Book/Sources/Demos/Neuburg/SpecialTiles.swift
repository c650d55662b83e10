// The chapter on special layers: a picture in tiles that a scroll view moves.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Synchronization
import UIKit

@MainActor
enum SpecialTiles {
  static let demos: [Demo] = [tiles, fineTiles]

  private static let tiles = Demo("L6-6.12", "A large picture in tiles") {
    TiledController(scale: 1)
  }
  .play { stage in
    let controller = try stage.the(TiledController.self)
    stage.move(to: 0)
    try stage.show("tiles fade in")
    stage.wait(0.5)
    let first = controller.painter.drawn
    stage.expect(
      first.contains([0, 0]) && first.contains([1, 1]),
      "tiles that are seen: \(first)"
    )
    stage.expect(first.count < 20, "are drawn, and not all 64: \(first.count)")
    stage.expect(
      [(20, 240, TilePainter.color(0, 0)), (300, 240, TilePainter.color(1, 0))],
      "each with its own number"
    )
    try stage.show("at the start")
    controller.scrollView.contentOffset = CGPoint(x: 1200, y: 800)
    stage.wait(0.1)
    stage.wait(0.5)
    let later = controller.painter.drawn
    stage.expect(later.count > first.count && later.contains([5, 4]), "scrolling draws more")
    stage.expect(later.count < 40, "and still not all: \(later.count)")
    // The point (1400, 1150) is in the sixth column and the fifth row.
    stage.expect(at: CGPoint(x: 200, y: 350), TilePainter.color(5, 4), "a tile farther on")
    try stage.show("scrolled")
  }

  private static let fineTiles = Demo("L6-6.12b", "The same with two pixels per point") {
    TiledController(scale: 2)
  }
  .screen(320, 480, scale: 2)
  .play { stage in
    let controller = try stage.the(TiledController.self)
    stage.move(to: 0)
    stage.wait(0.5)
    let drawn = controller.painter.drawn
    stage.expect(drawn.contains([2, 3]), "a tile is 128 points wide: \(drawn)")
    stage.expect(
      [(10, 120, TilePainter.color(0, 0)), (140, 120, TilePainter.color(1, 0))],
      "each with its own number"
    )
    stage.expect(
      controller.scrollView.contentSize == CGSize(width: 1024, height: 1024),
      "the picture has half as many points"
    )
    try stage.show()
  }
}

/// Draws tiles of 256 by 256 pixels, each with its column and row, as files of a picture would.
private final class TilePainter: CALayerDelegate, Sendable {
  private let scale: CGFloat
  private let numbers = Mutex<Set<[Int]>>([])

  init(scale: CGFloat) { self.scale = scale }

  /// The columns and rows of the tiles drawn so far.
  var drawn: Set<[Int]> { numbers.withLock { $0 } }

  static func color(_ column: Int, _ row: Int) -> UIColor {
    UIColor(red: 0.2 + CGFloat(column) / 10, green: 0.9 - CGFloat(row) / 10, blue: 0.6, alpha: 1)
  }

  /// Draws one tile; it is called on several threads.
  func draw(_ layer: CALayer, in ctx: CGContext) {
    let bounds = ctx.boundingBoxOfClipPath
    let column = Int(floor(bounds.minX / 256 * scale))
    let row = Int(floor(bounds.minY / 256 * scale))
    _ = numbers.withLock { $0.insert([column, row]) }
    UIGraphicsPushContext(ctx)
    defer { UIGraphicsPopContext() }
    Self.color(column, row).setFill()
    UIRectFill(bounds)
    "\(column), \(row)".draw(
      at: CGPoint(x: bounds.minX + 10, y: bounds.minY + 10),
      withAttributes: [.font: UIFont.systemFont(ofSize: 24)]
    )
  }
}

private final class TiledController: UIViewController {
  let scrollView = UIScrollView()
  let painter: TilePainter
  private let scale: CGFloat

  init(scale: CGFloat) {
    self.scale = scale
    painter = TilePainter(scale: scale)
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    scrollView.frame = view.bounds
    view.addSubview(scrollView)
    let tileLayer = CATiledLayer()
    tileLayer.frame = CGRect(x: 0, y: 0, width: 2048 / scale, height: 2048 / scale)
    tileLayer.contentsScale = scale
    tileLayer.delegate = painter
    scrollView.layer.addSublayer(tileLayer)
    scrollView.contentSize = tileLayer.frame.size
    tileLayer.setNeedsDisplay()
  }
}
