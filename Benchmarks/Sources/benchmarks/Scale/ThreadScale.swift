// The software renderer on one to sixty-four threads, simulated from the times of its tiles.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import Glibc
import QuartzMath
import QuartzPlan
import QuartzSoftware

/// A picture of 1024 x 1024 pixels with 1,000 boxes of seven kinds, and one of 4096 x 4096 with
/// 16,000.
///
/// Each tile is drawn alone, with one thread, after all others, so that a core's cache holds it no
/// more than in a frame; its least time counts. Then the tiles are handed
/// out as `FrameJob` does it: in order, each to the thread that is free first. The part that the
/// caller does alone comes before. Waking of threads and shared memory are not simulated; numbers
/// of real threads stand beside, where there are cores for them.
enum ThreadScale {
  static let question = ScaleQuestion(
    name: "threads",
    counts: [1024, 4096],
    columns: [
      "side", "threads", "simulated_ms", "measured_ms", "speed_up", "tiles", "alone_ms",
      "longest_tile_ms",
    ],
    rows: { try rows(side: Int32($0)) }
  )

  private static let tileRounds = 25
  private static let frameRounds = 60
  private static let threadCounts = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]
  /// The sides of a tile (QuartzSoftware/TileGrid.swift).
  private static let (tileWidth, tileHeight): (Int32, Int32) = (1024, 64)

  /// A scene and its backends' output.
  private struct BoxScene {
    let side: Int32
    private let boxes: [SceneBox]
    /// How far the shadow of a box reaches, and more.
    private static let reach: Float = 20

    init(side: Int32) {
      self.side = side
      boxes = SceneBox.random(Int(side) * Int(side) * 1000 / 1_048_576, side: Float(side))
    }

    /// The plan of all boxes, or of those that a part shows.
    func plan(of part: PixelRect? = nil) -> RenderPlan {
      var plan = BoxPlan(side: side)
      for (index, box) in boxes.enumerated() {
        if let part, !BoxScene.reaches(box, part) { continue }
        switch index % 3 {
        case 0: plan.mixed(box)
        case 1: plan.group(box)
        default: plan.clipped(box)
        }
      }
      return plan.output(damage: part)
    }

    private static func reaches(_ box: SceneBox, _ part: PixelRect) -> Bool {
      let rect = box.rect
      return rect.x - reach < Float(part.maxX) && rect.z + reach > Float(part.minX)
        && rect.y - reach < Float(part.maxY) && rect.w + reach > Float(part.minY)
    }

    func makeBackend(threads: Int) throws -> SoftwareBackend {
      let backend = SoftwareBackend(threads: threads)
      try backend.createOutput(BenchScene.context, width: Int(side), height: Int(side))
      try BenchScene.addImages(to: backend)
      return backend
    }

    /// In the order in which they are handed out.
    var tiles: [PixelRect] {
      stride(from: 0, to: side, by: Int(tileHeight)).flatMap { y in
        stride(from: 0, to: side, by: Int(tileWidth)).map { x in
          PixelRect(x, y, min(x + tileWidth, side), min(y + tileHeight, side))
        }
      }
    }
  }

  private static func rows(side: Int32) throws -> [[ScaleCell]] {
    let scene = BoxScene(side: side)
    let backend = try scene.makeBackend(threads: 1)
    let tiles = try tileTimes(scene, backend)
    let alone = try milliseconds(backend, nothing(of: scene.plan()))
    let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let measured = try frameTimes(scene, most: cores)
    let single = simulate(tiles, alone: alone, threads: 1)
    return threadCounts.map { threads in
      let simulated = simulate(tiles, alone: alone, threads: threads)
      return [
        .count(Int(side)), .count(threads), .number(simulated),
        measured[threads].map { .number($0) } ?? .none,
        .number(single / simulated), .count(tiles.count), .number(alone),
        .number(tiles.max() ?? 0),
      ]
    }
  }

  /// The least milliseconds of each tile, without those that each frame takes besides.
  private static func tileTimes(_ scene: BoxScene, _ backend: SoftwareBackend) throws -> [Double] {
    let plans = scene.tiles.map { scene.plan(of: $0) }
    var times = [Double](repeating: .infinity, count: plans.count)
    for _ in 0..<tileRounds {
      for (index, plan) in plans.enumerated() {
        let start = ScaleTime.threadSeconds()
        try backend.execute(plan, context: BenchScene.context)
        times[index] = min(times[index], (ScaleTime.threadSeconds() - start) * 1e3)
      }
    }
    return try plans.indices.map { index in
      max(times[index] - (try milliseconds(backend, nothing(of: plans[index]))), 0)
    }
  }

  /// The plan whose draws are looked at, and of which one pixel is drawn.
  private static func nothing(of plan: RenderPlan) -> RenderPlan {
    var plan = plan
    plan.damage = Damage(PixelRect(0, 0, 1, 1))
    return plan
  }

  private static func milliseconds(_ backend: SoftwareBackend, _ plan: RenderPlan) throws
    -> Double
  {
    try ScaleTime.least(ScaleTime.Runs(least: 10, most: 30, seconds: 0.02)) { _ in
      try backend.execute(plan, context: BenchScene.context)
    }
  }

  /// The least times of a whole frame by the machine's clock, in turns, by numbers of threads.
  private static func frameTimes(_ scene: BoxScene, most: Int) throws -> [Int: Double] {
    let backends = try threadCounts.filter { $0 <= most }
      .map { (threads: $0, backend: try scene.makeBackend(threads: $0)) }
    let plan = scene.plan()
    var times: [Int: Double] = [:]
    for _ in 0..<frameRounds {
      for (threads, backend) in backends {
        let start = ScaleTime.seconds()
        try backend.execute(plan, context: BenchScene.context)
        times[threads] = min(times[threads] ?? .infinity, (ScaleTime.seconds() - start) * 1e3)
      }
    }
    return times
  }

  /// Hands tiles out in order, each to the thread that is free first.
  private static func simulate(_ tiles: [Double], alone: Double, threads: Int) -> Double {
    var free = [Double](repeating: 0, count: threads)
    for tile in tiles {
      guard let first = free.indices.min(by: { free[$0] < free[$1] }) else { continue }
      free[first] += tile
    }
    return alone + (free.max() ?? 0)
  }
}
