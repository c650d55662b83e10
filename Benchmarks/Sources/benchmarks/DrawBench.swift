// Draws a thousand boxes of each kind, with any backend.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import QuartzMath
import QuartzPlan

/// The scenes of boxes (`BenchScene`), and a part of one.
enum DrawBench {
  static let all: [Bench] = scenes + [damage("draw/damage") { $0.mixed($1) }]

  /// Those that draw all of a picture.
  static let scenes: [Bench] = BenchScene.boxes.map { Bench($0) }

  /// 64 x 64 pixels somewhere in the scene are drawn again and read back.
  private static func damage(
    _ name: String,
    _ draw: @escaping @Sendable (inout BoxPlan, SceneBox) -> Void
  ) -> Bench {
    Bench(name: name) { options in
      let backend = try options.backend.make(options)
      let (context, side) = (BenchScene.context, BenchScene.side)
      try BenchScene.createOutput(in: backend)
      try BenchScene.addImages(to: backend)
      var plan = BoxPlan(side: side)
      for box in SceneBox.random(1000, side: Float(side)) { draw(&plan, box) }
      try backend.execute(plan.output(), context: context)
      let parts = (0..<8).map {
        PixelRect($0 * 110 + 20, $0 * 90 + 100, $0 * 110 + 84, $0 * 90 + 164)
      }
      let plans = parts.map { plan.output(damage: $0) }
      let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 64 * 4, alignment: 4)
      return Bench.Frame(drawnBy: backend) { frame in
        let index = frame % plans.count
        try backend.execute(plans[index], context: context)
        try backend.read(context, parts[index], into: pixels, rowBytes: 64 * 4)
      }
    }
  }
}

extension Bench {
  /// A scene, with the backend that is asked for.
  init(_ scene: BenchScene) {
    self.init(name: scene.name) { options in
      let backend = try options.backend.make(options)
      return Bench.Frame(drawnBy: backend, run: try scene.start(in: backend, range: options.range))
    }
  }
}
