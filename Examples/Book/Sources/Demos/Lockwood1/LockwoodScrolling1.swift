// Lockwood, chapter 6: scroll layers and tiled layers.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Foundation
import Synchronization
import UIKit

/// The scroll and tiled layers of chapter 6.
@MainActor
enum LockwoodScrolling1 {
  private static let gray = Lockwood1.gray

  static let demos: [Demo] = [
    Demo("LW-6.10", "A view that scrolls by a scroll layer") { ScrollController() }
      .play(with: ScrollController.self, scrolled),
    Demo("LW-6.11", "A tool that cuts a picture into tiles") { CutController() }
      .play(with: CutController.self, cut),
    Demo("LW-6.12", "A picture of tiles in a scroll view") { TilesController() }
      .play(with: TilesController.self, tiled),
    Demo("LW-6.12a", "Tiles at the scale of the screen") { FineTilesController() }
      .screen(320, 480, scale: 2).play(with: FineTilesController.self, finelyTiled),
  ]

  // MARK: Scroll layers

  private static func scrolled(_ stage: Stage, _ controller: ScrollController) throws {
    let layer = controller.scrollView.layer
    try stage.show("at first")
    for (pan, origin) in [
      (CGPoint(x: -50, y: -20), CGPoint(x: 50, y: 20)),
      (CGPoint(x: 30, y: 0), CGPoint(x: 20, y: 20)),
      (CGPoint(x: -2000, y: 0), CGPoint(x: 2020, y: 20)),
    ] {
      // The first ten points begin the pan and do not count.
      let begin = CGPoint(x: 160, y: 250)
      let app = UIApplication.shared
      app.touchBegan(at: CGPoint(x: 160, y: 240), time: stage.time, in: stage.window)
      app.touchMoved(to: begin, time: stage.time)
      app.touchMoved(to: CGPoint(x: begin.x + pan.x, y: begin.y + pan.y), time: stage.time)
      app.touchEnded(time: stage.time)
      let found = layer.bounds.origin
      stage.expect(
        abs(found.x - origin.x) < 1e-6 && abs(found.y - origin.y) < 1e-6,
        "the origin is \(origin), not \(found)"
      )
      stage.expect(layer.bounds.size == CGSize(width: 200, height: 200), "the size stays")
      stage.expect(layer.animationKeys() == nil, "at once")
      let pixels = try Lockwood1.Pixels(stage)
      stage.expect(pixels[58, 240] == gray && pixels[262, 240] == gray, "nothing sticks out")
      let color = (pixels[161, 241], pixels[62, 141])
      if origin.x < 600 {
        let expected: (CGPoint) -> [Int] = { Lockwood1.scrollColor(at: $0) }
        stage.expect(
          color.0 == expected(CGPoint(x: 101 + origin.x, y: 101 + origin.y))
            && color.1 == expected(CGPoint(x: 2 + origin.x, y: 2 + origin.y)),
          "the image is moved by \(origin): \(color)"
        )
      } else {
        stage.expect(color.0 == [255, 255, 255], "past the end there is nothing: \(color)")
      }
      try stage.show("\(origin.x), \(origin.y)")
    }
  }

  // MARK: Tiles

  private static func cut(_ stage: Stage, _ controller: CutController) throws {
    stage.expect(
      try LockwoodTileCutter1.run([]) == "TileCutter arguments: inputfile",
      "how to use it"
    )
    let folder = LockwoodTileCutter1.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let input = folder + "/Snowman.png"
    try Lockwood1.largeSnowman(2048, 2048).pngData()?.write(to: URL(fileURLWithPath: input))
    _ = try LockwoodTileCutter1.run([input])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".jpg") }
    stage.expect(files.count == 64, "64 files: \(files.count)")
    stage.expect(files.first == "Snowman_00_00.jpg", "the first one: \(files.first ?? "")")
    stage.expect(files.last == "Snowman_07_07.jpg", "the last one: \(files.last ?? "")")
    let tile = UIImage(contentsOfFile: folder + "/Snowman_05_02.jpg")
    stage.expect(tile?.size == CGSize(width: 256, height: 256), "a tile of 256")
    controller.showTiles(in: folder)
    try stage.show("64 tiles")
    for file in files { try FileManager.default.removeItem(atPath: folder + "/" + file) }
    try Lockwood1.largeSnowman(600, 300).pngData()?.write(to: URL(fileURLWithPath: input))
    _ = try LockwoodTileCutter1.run([input])
    let last = UIImage(contentsOfFile: folder + "/Snowman_02_01.jpg")
    stage.expect(last?.size == CGSize(width: 88, height: 44), "the last of 3 x 2 tiles is smaller")
    let none = UIImage(contentsOfFile: folder + "/Snowman_03_00.jpg")
    stage.expect(none == nil, "and there is no fourth column")
  }

  private static func tiled(_ stage: Stage, _ controller: TilesController) throws {
    stage.wait(0.01)
    let early = try Lockwood1.Pixels(stage)[100, 200]
    stage.wait(1)
    try expectTiles(stage, offset: .zero)
    stage.expect(early != (try Lockwood1.Pixels(stage)[100, 200]), "tiles fade in: \(early)")
    try stage.show("the upper left corner")
    var drawn = controller.drawer.drawn
    let visible: Set<LockwoodTile1> = [
      LockwoodTile1(column: 0, row: 0), LockwoodTile1(column: 1, row: 0),
      LockwoodTile1(column: 0, row: 1),
      LockwoodTile1(column: 1, row: 1),
    ]
    stage.expect(visible.isSubset(of: drawn.keys), "what is visible is drawn: \(drawn)")
    stage.expect(drawn.values.allSatisfy { $0 == 1 }, "each tile once: \(drawn)")
    stage.expect(drawn.count <= 16, "few others: \(drawn.count)")
    stage.expect(!controller.drawer.hasUsedMainThread, "not on the main thread")
    controller.scrollView.contentOffset = CGPoint(x: 256, y: 0)
    stage.wait(1)
    let later = controller.drawer.drawn
    let new = Set(later.keys).subtracting(drawn.keys)
    stage.expect(new.allSatisfy { $0.column >= 2 }, "only tiles further to the right: \(new)")
    stage.expect(later.values.allSatisfy { $0 == 1 }, "none anew")
    try expectTiles(stage, offset: CGPoint(x: 256, y: 0))
    try stage.show("256 points to the right")
    drawn = later
    controller.scrollView.contentOffset = CGPoint(x: 1728, y: 1568)
    stage.wait(1)
    let between = controller.drawer.drawn.keys.contains(LockwoodTile1(column: 4, row: 3))
    stage.expect(!between, "tiles between are not drawn")
    try expectTiles(stage, offset: CGPoint(x: 1728, y: 1568))
    try stage.show("the lower right corner")
  }

  /// States the colours of the tiles that a screen shows.
  private static func expectTiles(_ stage: Stage, offset: CGPoint) throws {
    let pixels = try Lockwood1.Pixels(stage)
    for x in stride(from: CGFloat(20), to: 320, by: 60) {
      for y in stride(from: CGFloat(20), to: 480, by: 60) {
        let place = CGPoint(x: offset.x + x, y: offset.y + y)
        guard let expected = Lockwood1.tileColor(at: place) else { continue }
        let found = pixels[x, y]
        // Files of the kind keep colours nearly.
        let isRight = zip(found, expected).allSatisfy { abs($0 - $1) <= 12 }
        stage.expect(isRight, "at \(place) \(found) instead of \(expected)")
      }
    }
  }

  private static func finelyTiled(_ stage: Stage, _ controller: FineTilesController) throws {
    stage.wait(1)
    let drawn = controller.drawer.drawn
    stage.expect(
      controller.drawer.side == 128,
      "a tile covers 128 points: \(controller.drawer.side)"
    )
    stage.expect(drawn.keys.contains(LockwoodTile1(column: 2, row: 3)), "more tiles are visible")
    let pixels = try Lockwood1.Pixels(stage)
    for (x, y) in [(10, 20), (200, 100), (300, 440)] as [(CGFloat, CGFloat)] {
      guard let expected = Lockwood1.tileColor(at: CGPoint(x: x * 2, y: y * 2)) else { continue }
      let isRight = zip(pixels[x, y], expected).allSatisfy { abs($0 - $1) <= 12 }
      stage.expect(isRight, "at (\(x), \(y)) \(pixels[x, y]) instead of \(expected)")
    }
    try stage.show("a pixel of the image is one of the screen")
    controller.scrollView.contentOffset = CGPoint(x: 900, y: 900)
    stage.wait(1)
    let end = try Lockwood1.Pixels(stage)
    stage.expect(end[100, 100] != gray && end[140, 140] == gray, "1024 points are all")
    try stage.show("the end of the image")
  }
}

extension Lockwood1 {
  /// The colour of the picture in the scroll layer at a place.
  static func scrollColor(at place: CGPoint) -> [Int] {
    let (column, row) = (Int(place.x / 25), Int(place.y / 25))
    return [column * 10, 255 - row * 15, (column + row) % 2 * 255]
  }

  /// A picture of squares of 25 points, all of different colours.
  static func squares() -> UIImage {
    Asset.draw(600, 400) { context in
      for row in 0..<16 {
        for column in 0..<24 {
          let color = scrollColor(at: CGPoint(x: column * 25, y: row * 25))
          context.setFillColor(rgb(color[0], color[1], color[2]).cgColor)
          context.fill(CGRect(x: column * 25, y: row * 25, width: 25, height: 25))
        }
      }
    }
  }

  /// The ground's colour in the large picture; nil within 8 points of a tile's border or in the
  /// snowman.
  static func tileColor(at place: CGPoint) -> [Int]? {
    let (column, row) = (Int(place.x / 256), Int(place.y / 256))
    let (x, y) = (place.x - CGFloat(column) * 256, place.y - CGFloat(row) * 256)
    guard (0..<8).contains(column), (0..<8).contains(row), min(x, y) > 8, max(x, y) < 248,
      hypot(place.x - 1024, place.y - 1400) > 520, hypot(place.x - 1024, place.y - 600) > 320
    else { return nil }
    return [90 + column * 20, 90 + row * 20, 160]
  }

  /// A large picture of a snowman; each tile of 256 has a ground of its own.
  static func largeSnowman(_ width: CGFloat, _ height: CGFloat) -> UIImage {
    Asset.draw(width, height) { context in
      for row in 0..<8 {
        for column in 0..<8 {
          context.setFillColor(rgb(90 + column * 20, 90 + row * 20, 160).cgColor)
          context.fill(CGRect(x: column * 256, y: row * 256, width: 256, height: 256))
        }
      }
      context.setFillColor(UIColor.white.cgColor)
      context.fillEllipse(in: CGRect(x: 524, y: 900, width: 1000, height: 1000))
      context.fillEllipse(in: CGRect(x: 724, y: 300, width: 600, height: 600))
      context.setFillColor(UIColor.black.cgColor)
      context.fillEllipse(in: CGRect(x: 880, y: 500, width: 60, height: 60))
      context.fillEllipse(in: CGRect(x: 1108, y: 500, width: 60, height: 60))
      context.setFillColor(UIColor.orange.cgColor)
      context.fill(CGRect(x: 994, y: 590, width: 60, height: 140))
    }
  }
}

// MARK: - Scroll layers

/// A view that shows a part of its subviews, which a pan moves.
private final class ScrollView: UIView {
  override class var layerClass: AnyClass { CAScrollLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    layer.masksToBounds = true
    let recognizer = UIPanGestureRecognizer(target: self, action: Selector("pan:", ScrollView.pan))
    addGestureRecognizer(recognizer)
  }

  func pan(_ recognizer: UIPanGestureRecognizer) {
    // The new origin is the old one, less the drag.
    var offset = bounds.origin
    offset.x -= recognizer.translation(in: self).x
    offset.y -= recognizer.translation(in: self).y
    (layer as? CAScrollLayer)?.scroll(to: offset)
    recognizer.setTranslation(.zero, in: self)
  }
}

private final class ScrollController: UIViewController {
  let scrollView = ScrollView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    scrollView.backgroundColor = .white
    scrollView.addSubview(UIImageView(image: Lockwood1.squares()))
    view.addSubview(scrollView)
  }
}

// MARK: - Tiles

/// The place of a tile.
struct LockwoodTile1: Hashable {
  let column: Int
  let row: Int
}

/// Cuts a picture into files of 256 x 256 pixels.
@MainActor
enum LockwoodTileCutter1 {
  /// Makes a folder for files.
  static func folder() -> String {
    let folder = NSTemporaryDirectory() + "/tiles-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The name of a tile's file.
  nonisolated static func name(_ base: String, _ tile: LockwoodTile1) -> String {
    String(format: "%@_%02d_%02d.jpg", base, tile.column, tile.row)
  }

  /// Runs the tool.
  ///
  /// - Returns: Its output.
  static func run(_ arguments: [String]) throws -> String {
    guard let inputFile = arguments.first else { return "TileCutter arguments: inputfile" }
    let tileSize: CGFloat = 256
    let outputPath = (inputFile as NSString).deletingPathExtension
    guard let image = UIImage(contentsOfFile: inputFile), let imageRef = image.cgImage else {
      return "\(inputFile) is no picture"
    }
    let rows = Int((image.size.height / tileSize).rounded(.up))
    let columns = Int((image.size.width / tileSize).rounded(.up))
    for y in 0..<rows {
      for x in 0..<columns {
        let tileRect = CGRect(
          x: CGFloat(x) * tileSize,
          y: CGFloat(y) * tileSize,
          width: tileSize,
          height: tileSize
        )
        guard let tileImage = imageRef.cropping(to: tileRect) else { continue }
        let data = UIImage(cgImage: tileImage).jpegData(compressionQuality: 0.9)
        let path = name(outputPath, LockwoodTile1(column: x, row: y))
        try data?.write(to: URL(fileURLWithPath: path))
      }
    }
    return ""
  }
}

/// The tiles of a folder, each at its place.
private final class CutController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
  }

  func showTiles(in folder: String) {
    for row in 0..<8 {
      for column in 0..<8 {
        let name = LockwoodTileCutter1.name(
          folder + "/Snowman",
          LockwoodTile1(column: column, row: row)
        )
        let tileView = UIImageView(image: UIImage(contentsOfFile: name))
        tileView.frame = CGRect(x: 2 + column * 40, y: 82 + row * 40, width: 37, height: 37)
        view.addSubview(tileView)
      }
    }
  }
}

/// Draws a tile's file where the tile is, on any thread.
private final class TileDrawer: CALayerDelegate, Sendable {
  private struct State {
    var drawn: [LockwoodTile1: Int] = [:]
    var side: CGFloat = 0
    var hasUsedMainThread = false
  }

  let folder: String
  private let state = Mutex(State())

  init(folder: String) { self.folder = folder }

  /// How often each tile was drawn.
  var drawn: [LockwoodTile1: Int] { state.withLock { $0.drawn } }
  /// The side of a tile, in points.
  var side: CGFloat { state.withLock { $0.side } }
  /// Whether the main thread drew any.
  var hasUsedMainThread: Bool { state.withLock { $0.hasUsedMainThread } }

  func draw(_ layer: CALayer, in ctx: CGContext) {
    guard let layer = layer as? CATiledLayer else { return }
    let bounds = ctx.boundingBoxOfClipPath
    let scale = layer.contentsScale
    let tile = LockwoodTile1(
      column: Int((bounds.minX / layer.tileSize.width * scale).rounded(.down)),
      row: Int((bounds.minY / layer.tileSize.height * scale).rounded(.down))
    )
    state.withLock {
      $0.drawn[tile, default: 0] += 1
      $0.side = max($0.side, bounds.width)
      $0.hasUsedMainThread = $0.hasUsedMainThread || Thread.isMainThread
    }
    let name = LockwoodTileCutter1.name(folder + "/Snowman", tile)
    guard let tileImage = UIImage(contentsOfFile: name) else { return }
    UIGraphicsPushContext(ctx)
    tileImage.draw(in: bounds)
    UIGraphicsPopContext()
  }
}

private class TilesController: UIViewController {
  let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let tileLayer = CATiledLayer()
  let drawer = TileDrawer(folder: LockwoodTileCutter1.folder())

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    view.addSubview(scrollView)
    let input = drawer.folder + "/Snowman.png"
    let picture = Lockwood1.largeSnowman(2048, 2048).pngData()
    try? picture?.write(to: URL(fileURLWithPath: input))
    _ = try? LockwoodTileCutter1.run([input])

    tileLayer.frame = CGRect(x: 0, y: 0, width: 2048, height: 2048)
    tileLayer.delegate = drawer
    setUp()
    scrollView.layer.addSublayer(tileLayer)
    scrollView.contentSize = tileLayer.frame.size
    tileLayer.setNeedsDisplay()
  }

  func setUp() {}

  deinit { try? FileManager.default.removeItem(atPath: drawer.folder) }
}

private final class FineTilesController: TilesController {
  override func setUp() { tileLayer.contentsScale = UIScreen.main.scale }
}
