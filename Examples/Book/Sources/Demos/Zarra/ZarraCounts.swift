// Zarra and Long, chapters 1 and 12: threads, tiles and costs, as numbers.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Dispatch
import Synchronization
import UIKit

/// The demos whose findings are counts.
@MainActor
enum ZarraCounts {
  static let demos: [Demo] = [blocked, tiles, locks, filters, threads, costs]

  // MARK: A program that is blocked

  /// A red layer on a server that runs in real time.
  private static func moving(on server: Server) throws -> (CAContext, CALayer) {
    let context = try CAContext(server: server.path, size: CGSize(width: 480, height: 360))
    let layer = CALayer(CGRect(x: 10, y: 10, width: 100, height: 100), .red)
    context.layer = CALayer(CGRect(x: 0, y: 0, width: 480, height: 360), .white)
    context.layer?.addSublayer(layer)
    let move = CABasicAnimation(keyPath: "position")
    move.fromValue = CGPoint(x: 60, y: 60)
    move.toValue = CGPoint(x: 420, y: 300)
    move.duration = 2
    layer.add(move, forKey: nil)
    CATransaction.flush()
    return (context, layer)
  }

  /// The frames of a server between two moments, and the longest time without one in milliseconds.
  private static func frames(_ trace: Trace, _ begin: Double, _ end: Double) -> (Int, Double) {
    let times = trace["frame"].map(\.begin).filter { (begin...end).contains($0) }
    let gaps = zip([begin] + times, times + [end]).map { ($0.1 - $0.0) * 1000 }
    return (times.count, gaps.max() ?? .infinity)
  }

  /// Blocks the program for 1.5 s; returns when that began, and where the layer is afterwards.
  private static func sleep(_ server: Server) throws -> (begin: Double, place: CGFloat) {
    let (context, layer) = try moving(on: server)
    Thread.sleep(forTimeInterval: 0.2)
    let begin = Trace.now
    Thread.sleep(forTimeInterval: 1.5)
    let image = try context.image()
    layer.removeAllAnimations()
    return (begin, Lockwood1.Pixels(image).box { $0 == [255, 0, 0] }.midX)
  }

  /// Locks transactions for 0.5 s on another thread; returns when that began.
  private static func hold(_ server: Server) throws -> Double {
    let (context, layer) = try moving(on: server)
    _ = try context.image()
    let holder = Thread {
      CATransaction.lock()
      Thread.sleep(forTimeInterval: 0.5)
      CATransaction.unlock()
    }
    let begin = Trace.now
    holder.start()
    Thread.sleep(forTimeInterval: 0.6)
    layer.removeAllAnimations()
    return begin
  }

  private static let blocked = Demo("ZL-1.4", "Frames while the program is blocked") {
    UIViewController()
  }
  .screen(320, 240)
  .play { stage in
    let server = try Server(["--renderer", "software"])
    let (begin, place) = try sleep(server)
    stage.expect(place > 300 && place <= 420, "it has moved meanwhile: \(place)")
    let (count, gap) = frames(try server.trace(), begin, begin + 1.5)
    // 60 in a second, but a machine that is busy leaves some out.
    stage.count("frames in 1.5 s in which the program slept", Double(count), in: 45...93)
    stage.count("the longest time without one, in ms", gap, in: 0...250)
  }

  // MARK: Tiles

  /// Draws tiles in one colour, each when a gate opens.
  private final class GatedPainter: CALayerDelegate, Sendable {
    let gate = DispatchSemaphore(value: 0)
    private let count = Atomic(0)

    /// The tiles that were drawn.
    var drawings: Int { count.load(ordering: .acquiring) }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      gate.wait()
      count.add(1, ordering: .releasing)
      ctx.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
      ctx.fill(ctx.boundingBoxOfClipPath)
    }
  }

  /// Tiles that do not fade in.
  private final class SteadyTiledLayer: CATiledLayer {
    override class func fadeDuration() -> CFTimeInterval { 0 }
  }

  private static let tiles = Demo("ZL-12.5", "Tiles that come one by one") { UIViewController() }
    .screen(320, 240)
    .play { stage in
      let server = try Server(["--renderer", "software"])
      let painter = GatedPainter()
      try drawTiles(on: server, painter)
      // Nothing else moves, so that each tile has a frame that draws its 256 x 256 pixels.
      let parts = try server.trace()["frame"].compactMap(\.pixels).filter { $0 > 0 }
      stage.count("frames that show one tile more", parts.count { $0 == 256 * 256 }, is: 4)
      // One or two, as the server sees the context and its layer at once or not.
      stage.count("frames of the whole layer", Double(parts.count { $0 > 256 * 256 }), in: 1...2)
      stage.count("tiles that were drawn", painter.drawings, is: 4)
    }

  /// Shows four tiles on a server, and draws one whenever the one before was shown.
  private static func drawTiles(on server: Server, _ painter: GatedPainter) throws {
    let context = try CAContext(server: server.path, size: CGSize(width: 512, height: 512))
    let layer = SteadyTiledLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 512, height: 512)
    layer.backgroundColor = UIColor.white.cgColor
    layer.delegate = painter
    context.layer = layer
    CATransaction.flush()
    for number in 0...4 {
      if number > 0 { painter.gate.signal() }
      let end = Date(timeIntervalSinceNow: number == 0 ? 0.2 : 20)
      while number == 0 || painter.drawings < number, Date() < end {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
      }
      // The tile is committed when the run loop turns, and shown with the next frame.
      let frame = Date(timeIntervalSinceNow: 0.1)
      while Date() < frame { _ = RunLoop.current.run(mode: .default, before: frame) }
    }
  }

  // MARK: Locks

  private static let locks = Demo("ZL-12.6", "Threads that lock transactions") {
    UIViewController()
  }
  .screen(320, 240)
  .play { stage in
    // Safe because: all of it is done under the lock.
    nonisolated(unsafe) let layer = CALayer()
    layer.opacity = 0
    let ended = Mutex(0)
    for _ in 0..<8 {
      Thread {
        for _ in 0..<100 {
          CATransaction.lock()
          CATransaction.lock()
          layer.opacity += 0.001
          CATransaction.unlock()
          CATransaction.unlock()
        }
        CATransaction.flush()
        ended.withLock { $0 += 1 }
      }.start()
    }
    while ended.withLock({ $0 }) < 8 { sched_yield() }
    // 800 sums of floats of 32 bits.
    stage.count("opacity after 800 steps of 0.001", Double(layer.opacity), in: 0.79999...0.80001)
    let server = try Server(["--renderer", "software"])
    let begin = try hold(server)
    let (count, _) = frames(try server.trace(), begin, begin + 0.5)
    stage.count("frames while a thread held the lock for 0.5 s", Double(count), in: 12...32)
  }

  // MARK: Filters

  private static let filters = Demo("ZL-12.7", "A thread that sets a filter's input") {
    UIViewController()
  }
  .screen(60, 60)
  .play { stage in
    // Safe because: layers may be changed by any thread.
    nonisolated(unsafe) let box = CALayer(
      CGRect(x: 10, y: 10, width: 40, height: 40),
      UIColor(white: 0.4, alpha: 1)
    )
    let filter = CIFilter(name: "CIColorControls")
    filter?.name = "acme"
    box.filters = filter.map { [$0] }
    stage.controller.view.layer.addSublayer(box)
    let steps = Mutex(0)
    let thread = Thread {
      CATransaction.setDisableActions(true)
      for step in 0..<1000 {
        box.setValue(Double(step % 10) / 50, forKeyPath: "filters.acme.inputBrightness")
        steps.withLock { $0 += 1 }
      }
      box.setValue(0.2, forKeyPath: "filters.acme.inputBrightness")
      CATransaction.flush()
    }
    thread.start()
    var frames = 0
    while !thread.isFinished || frames < 20 {
      stage.controller.view.layer.opacity = frames % 2 == 0 ? 1 : 0.9
      stage.wait(1.0 / 60)
      frames += 1
    }
    stage.controller.view.layer.opacity = 1
    stage.wait(1)
    stage.count("changes by the thread", steps.withLock { $0 }, is: 1000)
    let value = box.value(forKeyPath: "filters.acme.inputBrightness") as? Double ?? .nan
    stage.count("the input in the end", value, in: 0.2...0.2)
    // 0.4 and 0.2 of 255.
    stage.count("the grey that shows", try Lockwood1.Pixels(stage)[30, 30][0], is: 153)
    try stage.show()
  }

  // MARK: Threads that draw

  /// Keeps which threads have drawn.
  private final class ThreadPainter: CALayerDelegate, Sendable {
    private let calls = Mutex<[ObjectIdentifier]>([])

    func draw(_ layer: CALayer, in ctx: CGContext) {
      calls.withLock { $0.append(ObjectIdentifier(Thread.current)) }
    }

    /// The threads of the drawings since the last question.
    func take() -> [ObjectIdentifier] {
      calls.withLock { calls in
        defer { calls = [] }
        return calls
      }
    }
  }

  private static let threads = Demo("ZL-12.8", "Threads that ask layers to draw") {
    UIViewController()
  }
  .screen(60, 60)
  .play { stage in
    let painter = ThreadPainter()
    // Safe because: one thread at a time has the layer.
    nonisolated(unsafe) let layers = (0..<3).map { index in
      let layer = CALayer(CGRect(x: 15 * index, y: 0, width: 10, height: 10), .systemTeal)
      layer.delegate = painter
      stage.controller.view.layer.addSublayer(layer)
      return layer
    }
    stage.wait(0.1)
    func run(_ work: @escaping @Sendable () -> Void) {
      let thread = Thread(block: work)
      thread.start()
      while !thread.isFinished { sched_yield() }
    }
    run {
      layers[0].setNeedsDisplay()
      // The run loop commits what the thread has changed.
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      CATransaction.flush()
    }
    let main = ObjectIdentifier(Thread.current)
    var calls = painter.take()
    stage.count("drawings after a thread that commits", calls.count, is: 1)
    stage.count("of them on the main thread", calls.count { $0 == main }, is: 0)
    run { layers[1].setNeedsDisplay() }
    calls = painter.take()
    stage.count("drawings on a thread that ends at once", calls.count, is: 0)
    layers[1].removeFromSuperlayer()
    layers[2].setNeedsDisplay()
    stage.wait(0.1)
    calls = painter.take()
    stage.count("drawings that the main thread was told to do", calls.count { $0 == main }, is: 1)
  }

  // MARK: Costs

  /// Scenes of 160 x 120 points, with what the text warns of and without.
  private enum Costly: String, CaseIterable {
    case transforms, opacities, shadows

    func build(in root: CALayer, isCostly: Bool) {
      var parent = root
      for index in 0..<count {
        let step = CGFloat(index)
        let layer = CALayer(frame(step), index % 2 == 0 ? .systemTeal : .systemYellow)
        switch self {
        case .transforms:
          if isCostly {
            layer.transform = CATransform3DScale(
              CATransform3DMakeRotation(2 * .pi / 180, 0, 0, 1),
              0.98,
              0.98,
              1
            )
          }
          parent.addSublayer(layer)
          parent = layer
          continue
        case .opacities: layer.opacity = isCostly ? 0.1 : 1
        case .shadows:
          (layer.shadowOpacity, layer.shadowRadius) = (isCostly ? 0.6 : 0, 4)
        }
        root.addSublayer(layer)
      }
    }

    private var count: Int {
      switch self {
      case .transforms: 20
      case .opacities: 50
      case .shadows: 10
      }
    }

    private func frame(_ step: CGFloat) -> CGRect {
      switch self {
      case .transforms: CGRect(x: 2, y: 2, width: 156 - step * 5, height: 116 - step * 5)
      case .opacities: CGRect(x: 10 + step, y: 10 + step / 2, width: 80, height: 60)
      case .shadows: CGRect(x: 10 + step * 9, y: 10 + step * 6, width: 40, height: 30)
      }
    }
  }

  private static let costs = Demo("ZL-12.10", "The costs of three scenes") { UIViewController() }
    .screen(160, 120)
    .play { stage in
      for scene in Costly.allCases {
        var (pixels, passes): ([Double], [Int]) = ([], [])
        for isCostly in [true, false] {
          let context = try CAContext(size: CGSize(width: 160, height: 120))
          let root = CALayer(CGRect(x: 0, y: 0, width: 160, height: 120), .white)
          scene.build(in: root, isCostly: isCostly)
          context.layer = root
          let image = try context.image(at: 0)
          let statistics = try context.statistics
          pixels.append(Double(statistics.touchedPixels))
          passes.append(statistics.targetCount)
          stage.show(image, scene.rawValue + (isCostly ? "" : ", without"))
        }
        let name = scene.rawValue
        let ratio = pixels[0] / pixels[1]
        stage.count("pixels for \(name), times those without", ratio, in: 1...60)
        stage.count(
          "passes for \(name), less those without",
          Double(passes[0] - passes[1]),
          in: 0...60
        )
      }
    }
}
