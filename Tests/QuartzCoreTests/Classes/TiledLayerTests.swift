// Layers that are drawn in parts: which parts, when, and how much is kept.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

/// A context of its own clock, and a tiled layer in it.
private final class Board {
  let clock = ManualClock()
  let context: CAContext
  let root = CALayer()
  let painter: TilePainter
  let layer: CATiledLayer

  init(
    _ layer: CATiledLayer = SteadyTiles(),
    width: Int = 512,
    height: Int = 512,
    size: CGSize = CGSize(width: 2048, height: 2048),
    scale: Double = 1,
    isYUp: Bool = false,
    painter: TilePainter = TilePainter()
  ) throws {
    var options = CAContext.Options()
    options.clock = clock
    options.isYUp = isYUp
    context = try CAContext(
      size: CGSize(width: width, height: height),
      scale: scale,
      options: options
    )
    self.painter = painter
    self.layer = layer
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.anchorPoint = .zero
    layer.anchorPoint = .zero
    layer.bounds = CGRect(origin: .zero, size: size)
    layer.delegate = painter
    root.addSublayer(layer)
    context.layer = root
    CATransaction.flush()
  }

  func edit(_ body: () -> Void) {
    withoutActions(body)
  }

  func picture(at time: Double = 0) throws -> CGImage { try context.image(at: time) }
}

private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
  let pixels = image.pixelStorage
  return pixels.withBytes { Array($0[(y * pixels.rowBytes + x * 4)...].prefix(4)) }
}

private func bytes(_ image: CGImage) -> [UInt8] {
  image.pixelStorage.withBytes { Array($0) }
}

/// The bytes of a colour of the painter.
private func bytes(_ x: Double, _ y: Double) -> [UInt8] {
  (TilePainter.color(x, y).components ?? []).map { UInt8(($0 * 255).rounded()) }
}

@Suite struct TiledLayerTests {
  @Test func tilesOutliveThePresentationsOfASubclass() throws {
    final class Map: CATiledLayer {
      let zoom: Int

      init(zoom: Int) {
        self.zoom = zoom
        super.init()
      }

      required init?(coder: NSCoder) { nil }
    }
    let board = try Board(Map(zoom: 3))
    _ = try board.picture()
    for _ in 0..<2 { #expect((board.layer.presentation() as? Map)?.zoom == 3) }
    #expect(board.layer.layerUnderSublayers?.superlayer === board.layer)
  }

  @Test func defaults() {
    let layer = CATiledLayer()
    #expect(layer.tileSize == CGSize(width: 256, height: 256))
    #expect(layer.levelsOfDetail == 1 && layer.levelsOfDetailBias == 0)
    #expect(CATiledLayer.fadeDuration() == 0.25)
    #expect(layer.value(forKey: "levelsOfDetail") as? Int == 1)
  }

  // MARK: Which tiles

  /// LW-D-6.12: each visible tile is drawn once, and nothing else.
  @Test(.shows("CATiledLayer")) func visibleTilesAlone() throws {
    let board = try Board()
    let image = try board.picture()
    let calls = board.painter.takeCalls()
    #expect(Set(calls.map { [$0.clip.minX, $0.clip.minY] }).count == 4 && calls.count == 4)
    #expect(calls.allSatisfy { $0.clip.size == CGSize(width: 256, height: 256) })
    for (x, y) in [(10, 10), (300, 100), (70, 500), (511, 511)] {
      #expect(pixel(image, x, y) == bytes(Double(x), Double(y)))
    }
    #expect(board.layer.tileCounters.cachedCount == 4 && board.layer.tileCounters.drawnCount == 4)
    // One more column comes into sight.
    board.edit { board.layer.position.x = -256 }
    let moved = try board.picture()
    #expect(board.painter.takeCalls().map(\.clip.minX) == [512, 512])
    #expect(pixel(moved, 10, 10) == bytes(266, 10))
    // And back: nothing is drawn.
    board.edit { board.layer.position.x = 0 }
    #expect(bytes(try board.picture()) == bytes(image))
    #expect(board.painter.takeCalls().isEmpty)
  }

  /// LW-6.76: the index of a tile from its clip, as programs compute it.
  ///
  /// LW-D-6.12a.
  @Test(arguments: [1, 2, 3, 1.5, 1.25])
  func indexFromTheClip(scale: Double) throws {
    let board = try Board(width: 300, height: 300, scale: scale)
    for place in [0.0, 400, 1250, 1700] {
      board.edit {
        board.layer.contentsScale = scale
        board.layer.position = CGPoint(x: -place, y: -place / 2)
      }
      _ = try board.picture()
      var seen: Set<[Int]> = []
      for call in board.painter.takeCalls() {
        let x = Int((call.clip.minX / 256 * scale).rounded(.down))
        let y = Int((call.clip.minY / 256 * scale).rounded(.down))
        #expect(abs(call.clip.minX - Double(x) * 256 / scale) < 1e-6)
        #expect(abs(call.clip.minY - Double(y) * 256 / scale) < 1e-6)
        #expect(call.pixelsPerPoint == scale || abs(call.pixelsPerPoint - scale) < 0.02)
        #expect(seen.insert([x, y]).inserted)
      }
      #expect(!seen.isEmpty)
    }
  }

  /// ZL-D-12.3: four levels, the window at zooms 1 to 1/4.
  @Test(.shows("CATiledLayer.levelsOfDetail")) func levelsOfDetail() throws {
    let board = try Board(
      width: 800,
      height: 600,
      size: CGSize(width: 6064, height: 4128)
    )
    board.edit {
      board.layer.levelsOfDetail = 4
      board.layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
      board.layer.position = CGPoint(x: 400, y: 300)
    }
    _ = try board.picture()
    let first = board.painter.takeCalls()
    #expect(first.count == 16)
    #expect(Set(first.map { Int($0.clip.minX) / 256 }) == [10, 11, 12, 13])
    #expect(Set(first.map { Int($0.clip.minY) / 256 }) == [6, 7, 8, 9])
    for (zoom, density) in [(2.0, 0.5), (3, 0.5), (4, 0.25)] {
      board.edit {
        board.root.sublayerTransform = CATransform3DMakeScale(1 / zoom, 1 / zoom, 1)
      }
      let image = try board.picture()
      let calls = board.painter.takeCalls()
      #expect(calls.allSatisfy { abs($0.pixelsPerPoint - density) < 0.005 })
      #expect(!calls.isEmpty)
      let (x, y) = (3032 + 420.5 * zoom - 400, 2064 + 320.5 * zoom - 300)
      #expect(pixel(image, 420, 320) == bytes(x, y))
    }
    // Where it was before nothing is drawn.
    board.edit { board.root.sublayerTransform = CATransform3DIdentity }
    _ = try board.picture()
    #expect(board.painter.takeCalls().isEmpty)
  }

  @Test(.shows("CATiledLayer.levelsOfDetailBias")) func magnifiedLevels() throws {
    let board = try Board(width: 200, height: 200)
    board.edit {
      board.layer.levelsOfDetail = 3
      board.layer.levelsOfDetailBias = 2
      board.layer.transform = CATransform3DMakeScale(3, 3, 1)
    }
    _ = try board.picture()
    let calls = board.painter.takeCalls()
    #expect(!calls.isEmpty && calls.allSatisfy { $0.pixelsPerPoint == 4 })
    board.edit { board.layer.transform = CATransform3DMakeScale(100, 100, 1) }
    _ = try board.picture()
    #expect(board.painter.takeCalls().allSatisfy { $0.pixelsPerPoint == 4 })
    board.edit { board.layer.transform = CATransform3DMakeScale(0.1, 0.1, 1) }
    _ = try board.picture()
    #expect(board.painter.takeCalls().allSatisfy { $0.pixelsPerPoint == 1 })
  }

  @Test func superlayersThatClipAndHide() throws {
    let board = try Board()
    let window = CAScrollLayer()
    board.edit {
      window.anchorPoint = .zero
      window.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
      board.root.addSublayer(window)
      window.addSublayer(board.layer)
    }
    _ = try board.picture()
    #expect(board.painter.takeCalls().map(\.clip.origin) == [.zero])
    board.edit { window.scroll(to: CGPoint(x: 600, y: 300)) }
    _ = try board.picture()
    #expect(board.painter.takeCalls().map(\.clip.minX).sorted() == [512, 768])
    board.edit {
      window.isHidden = true
      window.scroll(to: CGPoint(x: 1600, y: 1600))
    }
    _ = try board.picture()
    #expect(board.painter.takeCalls().isEmpty)
  }

  /// A blur shows tiles that lie outside of the output, and a shadow those that throw it.
  @Test(
    arguments: [
      (filter: "gaussianBlur", shadow: nil, drawn: 9), ("colorInvert", nil, 4),
      (nil, CGSize(width: -40, height: 0), 9), ("CIPixellate", nil, 16),
    ] as [(filter: String?, shadow: CGSize?, drawn: Int)]
  )
  func filtersAndShadowsReachFurther(_ row: (filter: String?, shadow: CGSize?, drawn: Int)) throws {
    let board = try Board()
    board.edit {
      if let name = row.filter {
        let filter = CAFilter(type: name)
        if name == "gaussianBlur" { filter.setValue(5.0, forKey: "inputRadius") }
        board.root.filters = [filter]
      }
      if let offset = row.shadow {
        (board.root.shadowOpacity, board.root.shadowRadius) = (1, 0)
        board.root.shadowOffset = offset
      }
    }
    _ = try board.picture()
    #expect(board.painter.takeCalls().count == row.drawn)
  }

  @Test func edgesOfTheBounds() throws {
    let board = try Board(size: CGSize(width: 300, height: 270))
    _ = try board.picture()
    let clips = board.painter.takeCalls().map(\.clip)
    #expect(clips.count == 4)
    #expect(clips.contains { isClose($0, CGRect(x: 256, y: 256, width: 44, height: 14), 1e-6) })
    board.edit { board.layer.bounds.size.width = 400 }
    let image = try board.picture()
    // The tiles at the edge that moved are drawn again, the others are not.
    #expect(board.painter.takeCalls().map(\.clip.minX) == [256, 256])
    #expect(pixel(image, 390, 10) == bytes(390, 10) && pixel(image, 410, 10)[3] == 0)
  }

  /// The bounds' origin moves what shows, not what tiles show.
  @Test func boundsThatMove() throws {
    let board = try Board(width: 256, height: 256, size: CGSize(width: 512, height: 512))
    _ = try board.picture()
    #expect(board.painter.takeCalls().count == 1)
    board.edit { board.layer.bounds.origin = CGPoint(x: 256, y: 0) }
    let image = try board.picture()
    #expect(board.painter.takeCalls().map(\.clip.origin) == [CGPoint(x: 256, y: 0)])
    #expect(pixel(image, 10, 10) == bytes(266, 10))
  }

  @Test(arguments: [false, true], [false, true])
  func flippedLayers(isYUp: Bool, isFlipped: Bool) throws {
    let board = try Board(
      width: 300,
      height: 300,
      size: CGSize(width: 300, height: 300),
      isYUp: isYUp
    )
    let plain = CALayer()
    board.edit { board.layer.isGeometryFlipped = isFlipped }
    let tiled = try board.picture()
    board.edit {
      plain.anchorPoint = .zero
      plain.bounds = board.layer.bounds
      plain.isGeometryFlipped = isFlipped
      plain.delegate = board.painter
      plain.setNeedsDisplay()
      board.root.sublayers = [plain]
    }
    #expect(bytes(tiled) == bytes(try board.picture()))
  }

  // MARK: Threads

  /// LW-P-30: calls overlap, on several threads that are never the layer's own.
  @Test func severalThreads() throws {
    let meeting = Meeting(of: 2)
    let painter = TilePainter { meeting.wait() }
    let board = try Board(width: 1024, height: 1024, painter: painter)
    _ = try board.picture()
    let calls = painter.takeCalls()
    #expect(calls.count == 16 && Set(calls.map(\.thread)).count >= 2)
    #expect(calls.allSatisfy { $0.thread != ObjectIdentifier(Thread.current) })
  }

  @Test func tilesThatLeaveAreNotDrawn() throws {
    let gate = DispatchSemaphore(value: 0)
    let painter = TilePainter { gate.wait() }
    let layer = SteadyTiles()
    layer.delegate = painter
    let setup = try #require(TileSetup(layer))
    let grid = try #require(LayerTileGrid(layer, setup: setup, bounds: Rect(0, 0, 2048, 256)))
    let jobs = try (0..<8).map { x in
      let key = TileKey(level: 0, x: x, y: 0)
      return TileJob(key, try #require(grid.rect(key)), grid, layer, nil)
    }
    let pool = TilePool(threadCount: 1)
    pool.add(jobs)
    for job in jobs[1...] { job.cancel() }
    gate.signal()
    pool.wait(for: jobs)
    #expect(painter.takeCalls().map(\.clip.origin) == [.zero])
    #expect(jobs[0].image != nil && jobs[1...].allSatisfy { $0.image == nil })
  }

  // MARK: Time

  /// LW-P-6.9: the fade follows the context's clock, from the commit on.
  @Test(.shows("CATiledLayer.fadeDuration()")) func tilesFadeIn() throws {
    let board = try Board(SlowTiles(), width: 100, height: 100)
    let alphas = try [0, 0.5, 1, 2, 3].map { pixel(try board.picture(at: $0), 5, 5)[3] }
    for (alpha, expected) in zip(alphas, [0, 64, 128, 255, 255]) {
      #expect(abs(Int(alpha) - expected) <= 1)
    }
    // In any order.
    #expect(pixel(try board.picture(at: 0.5), 5, 5)[3] == alphas[1])
    let steady = try Board(SteadyTiles(), width: 100, height: 100)
    #expect(pixel(try steady.picture(), 5, 5)[3] == 255)
  }

  @Test func tilesThatACommitBringsFadeFromThen() throws {
    let board = try Board(CATiledLayer(), width: 256, height: 256)
    _ = try board.picture(at: 0)
    board.clock.advance(by: 10)
    board.edit { board.layer.position.x = -256 }
    #expect(pixel(try board.picture(at: 10), 5, 5)[3] == 0)
    #expect(abs(Int(pixel(try board.picture(at: 10.125), 5, 5)[3]) - 128) <= 1)
    #expect(pixel(try board.picture(at: 10.25), 5, 5) == bytes(261, 5))
  }

  /// Tiles of another level stay below until those that fade in have done so.
  @Test func coarserTilesStayMeanwhile() throws {
    let board = try Board(CATiledLayer(), width: 256, height: 256)
    board.edit {
      board.layer.levelsOfDetail = 3
      board.layer.transform = CATransform3DMakeScale(0.25, 0.25, 1)
    }
    _ = try board.picture(at: 0)
    #expect(pixel(try board.picture(at: 1), 5, 5)[3] == 255)
    board.clock.advance(by: 10)
    board.edit { board.layer.transform = CATransform3DIdentity }
    for time in [10, 10.1, 10.2, 10.3] {
      #expect(pixel(try board.picture(at: time), 5, 5) == bytes(5, 5), "\(time)")
    }
    #expect(board.painter.takeCalls().contains { $0.pixelsPerPoint == 1 })
  }

  /// A picture of a time does not depend on those that were asked for before.
  @Test func timesInAnyOrder() throws {
    func board() throws -> Board {
      let board = try Board(CATiledLayer(), width: 200, height: 200)
      let pan = CABasicAnimation(keyPath: "position")
      pan.fromValue = CGPoint.zero
      pan.toValue = CGPoint(x: -1500, y: -900)
      let zoom = CABasicAnimation(keyPath: "transform.scale")
      zoom.fromValue = 1
      zoom.toValue = 0.4
      for (key, animation) in [("pan", pan), ("zoom", zoom)] {
        animation.beginTime = 0.1
        animation.duration = 2
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        board.layer.add(animation, forKey: key)
      }
      board.edit { board.layer.levelsOfDetail = 4 }
      return board
    }
    let times = [0, 0.1, 0.6, 1, 1.4, 2.05, 2.5]
    let forwards = try board()
    let pictures = try times.map { bytes(try forwards.picture(at: $0)) }
    let backwards = try board()
    for (time, picture) in zip(times, pictures).reversed() {
      #expect(bytes(try backwards.picture(at: time)) == picture, "\(time)")
    }
    #expect(Set(pictures).count >= 5)
  }

  // MARK: Drawing again

  @Test func drawingAgain() throws {
    let board = try Board()
    _ = try board.picture()
    _ = board.painter.takeCalls()
    board.layer.setNeedsDisplay(CGRect(x: 300, y: 10, width: 5, height: 5))
    _ = try board.picture()
    #expect(board.painter.takeCalls().map(\.clip.origin) == [CGPoint(x: 256, y: 0)])
    board.layer.setNeedsDisplay()
    _ = try board.picture()
    #expect(board.painter.takeCalls().count == 4)
    _ = try board.picture()
    #expect(board.painter.takeCalls().isEmpty)
  }

  /// LW-14.23: a layer that is used again clears at once and loads anew.
  @Test func contentsInTheirPlace() throws {
    let board = try Board(width: 100, height: 100)
    _ = try board.picture()
    _ = board.painter.takeCalls()
    board.edit { board.layer.contents = Images.checkers }
    let image = try board.picture()
    #expect(board.painter.takeCalls().isEmpty && board.layer.tileCounters.cachedCount == 0)
    #expect(pixel(image, 5, 5) == [255, 0, 0, 255])
    board.edit {
      board.layer.contents = nil
      board.layer.setNeedsDisplay()
    }
    #expect(pixel(try board.picture(), 5, 5) == bytes(5, 5))
    #expect(board.painter.takeCalls().count == 1)
  }

  @Test(.shows("CATiledLayer.tileSize")) func anotherScaleOrTileSize() throws {
    let board = try Board(width: 200, height: 200, scale: 2)
    _ = try board.picture()
    #expect(board.painter.takeCalls().allSatisfy { $0.pixelsPerPoint == 1 })
    board.edit { board.layer.contentsScale = 2 }
    _ = try board.picture()
    let sharp = board.painter.takeCalls()
    #expect(sharp.count == 4 && sharp.allSatisfy { $0.clip.width == 128 })
    board.edit { board.layer.tileSize = CGSize(width: 100, height: 400) }
    _ = try board.picture()
    let narrow = board.painter.takeCalls()
    #expect(
      narrow.count == 4 && narrow.allSatisfy { $0.clip.size == CGSize(width: 50, height: 200) }
    )
    // The old tiles are kept until the next commit.
    board.edit { board.layer.opacity = 0.5 }
    #expect(board.layer.tileCounters.cachedCount == 4)
  }

  @Test func nobodyDraws() throws {
    let board = try Board(CATiledLayer())
    board.edit { board.layer.delegate = nil }
    _ = try board.picture()
    #expect(board.layer.tileCounters == TileCounters())
  }

  // MARK: Memory

  /// A picture of 20,000 x 20,000 pixels, panned and zoomed.
  @Test func memoryIsBounded() throws {
    let board = try Board(
      width: 640,
      height: 480,
      size: CGSize(width: 20_000, height: 20_000)
    )
    board.edit { board.layer.levelsOfDetail = 6 }
    for step in 0..<60 {
      let scale = [1, 0.6, 0.3, 0.1, 0.03][step % 5]
      board.edit {
        board.layer.transform = CATransform3DMakeScale(scale, scale, 1)
        board.layer.position = CGPoint(
          x: -Double(step) * 250 * scale,
          y: -Double(step) * 250 * scale
        )
      }
      let image = try board.picture()
      #expect(pixel(image, 100, 100)[3] == 255)
    }
    let counters = board.layer.tileCounters
    #expect(counters.largestBytes <= 64 << 20 && counters.largestBytes > 40 << 20)
    #expect(counters.drawnCount > 300)
    #expect(counters.bytes <= 64 << 20)
  }

  /// One level that would not fit is drawn coarser.
  @Test func tooMuchForOneLevel() throws {
    let board = try Board(
      width: 400,
      height: 400,
      size: CGSize(width: 20_000, height: 20_000)
    )
    board.edit { board.layer.transform = CATransform3DMakeScale(0.02, 0.02, 1) }
    let image = try board.picture()
    #expect(board.layer.tileCounters.largestBytes <= 64 << 20)
    #expect(pixel(image, 399, 399)[3] == 255)
    #expect(board.painter.takeCalls().allSatisfy { $0.pixelsPerPoint < 1 })
  }

  // MARK: Commits

  @Test func commitsSayWhatChanged() throws {
    let stage = CoreStage()
    let painter = TilePainter()
    let layer = SteadyTiles()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: 2000, height: 2000)
    layer.tileSize = CGSize(width: 50, height: 50)
    layer.delegate = painter
    _ = stage.addLayer(layer)
    stage.context.prepareFrame(at: 0)
    let commits = stage.carrier.takeCommits()
    #expect(commits.count == 1 && commits[0].createdImages.count == 4)
    // The board, and four tiles.
    #expect(commits[0].created.count == 5)
    #expect(layer.sublayers == nil && layer.hitTest(CGPoint(x: 10, y: 10)) === layer)
    withoutActions { layer.position.x = -50 }
    stage.context.prepareFrame(at: 0)
    let moved = stage.carrier.takeCommits()
    #expect(moved.flatMap(\.createdImages).count == 2 && moved.flatMap(\.created).count == 2)
    // The two tiles that left are cached here, and the picture does not have them.
    #expect(moved.flatMap(\.destroyed).count == 2 && moved.flatMap(\.destroyedImages).count == 2)
    layer.removeFromSuperlayer()
    CATransaction.flush()
    let gone = stage.carrier.takeCommits()
    #expect(gone.flatMap(\.destroyed).count == 6 && gone.flatMap(\.destroyedImages).count == 4)
    #expect(stage.carrier.tree.layerCount == 1)
  }

  @Test func renderInContext() throws {
    let board = try Board(CATiledLayer(), width: 300, height: 300)
    let shown = try board.picture(at: 1)
    let context = try #require(
      CGContext(
        data: nil,
        width: 300,
        height: 300,
        bitsPerComponent: 8,
        bytesPerRow: 1200,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.translateBy(x: 0, y: 300)
    context.scaleBy(x: 1, y: -1)
    let other = CATiledLayer()
    other.bounds = board.layer.bounds
    other.delegate = board.painter
    other.render(in: context)
    let image = try #require(context.makeImage())
    for (x, y) in [(3, 3), (290, 20), (130, 299)] {
      #expect(pixel(image, x, y) == pixel(shown, x, y))
    }
  }

  // MARK: Archives, hostile values

  @Test func archivesAndCopies() throws {
    let layer = CATiledLayer()
    layer.tileSize = CGSize(width: 100, height: 200)
    (layer.levelsOfDetail, layer.levelsOfDetailBias) = (5, 2)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    for copy in [try #require(read as? CATiledLayer), CATiledLayer(layer: layer)] {
      #expect(copy.tileSize == CGSize(width: 100, height: 200))
      #expect(copy.levelsOfDetail == 5 && copy.levelsOfDetailBias == 2)
    }
  }

  @Test(arguments: [0, -5, Double.nan, .infinity, 1e300, 1e-300])
  func hostileNumbers(_ number: Double) throws {
    let board = try Board(width: 64, height: 64, size: CGSize(width: 1000, height: 1000))
    let changes: [(CATiledLayer) -> Void] = [
      { $0.tileSize = CGSize(width: number, height: number) },
      { $0.contentsScale = number },
      { $0.bounds = CGRect(x: number, y: 0, width: 1000, height: number) },
      { $0.bounds = CGRect(x: 0, y: 0, width: number, height: number) },
      { $0.position = CGPoint(x: number, y: 0) },
      { $0.transform = CATransform3DMakeScale(number, number, 1) },
      { $0.transform.m34 = number },
      { $0.sublayerTransform = CATransform3DMakeScale(number, 1, 1) },
    ]
    for change in changes {
      let layer = SteadyTiles()
      board.edit {
        layer.anchorPoint = .zero
        layer.bounds = CGRect(x: 0, y: 0, width: 1000, height: 1000)
        layer.delegate = board.painter
        change(layer)
        board.root.sublayers = [layer]
      }
      _ = Lines.during { _ = try? board.picture() }
      #expect(layer.tileCounters.largestBytes <= 64 << 20)
    }
  }

  @Test func hugeLayersAndLevels() throws {
    let board = try Board(width: 64, height: 64, size: CGSize(width: 1e9, height: 1e9))
    for (levels, bias) in [(1, 0), (Int.max, Int.max), (Int.min, Int.min), (40, 20)] {
      for scale in [1, 1e-8, 1e6] {
        board.edit {
          (board.layer.levelsOfDetail, board.layer.levelsOfDetailBias) = (levels, bias)
          board.layer.transform = CATransform3DMakeScale(scale, scale, 1)
        }
        _ = try board.picture()
        #expect(board.layer.tileCounters.largestBytes <= 64 << 20)
      }
    }
  }
}
