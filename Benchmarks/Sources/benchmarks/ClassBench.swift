// Frames of trees of shape, gradient and replicator layers: evaluated, planned and drawn.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import QuartzMath
import QuartzModel
import QuartzPlan

/// The scenes of trees (`BenchScene`), and ten thousand instances of a layer.
enum ClassBench {
  static let all: [Bench] =
    scenes + [
      planned("classes/strokes planned") { TreeScenes.strokes() },
      Bench(name: "classes/10k instances") { options in
        let backend = try options.backend.make(options)
        let (context, side) = (BenchScene.context, Int(BenchScene.side))
        try backend.createOutput(context, width: side, height: side)
        let tree = try PlannedTree(TreeScenes.instances())
        let pixel = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)
        return Bench.Frame(drawnBy: backend) { frame in
          tree.plan(at: Double(frame) / 60)
          try backend.execute(tree.builder.plan, context: context)
          try backend.read(context, PixelRect(0, 0, 1, 1), into: pixel, rowBytes: 4)
        }
      },
      planned("classes/10k instances planned") { TreeScenes.instances() },
    ]

  /// Those that the peers draw, too.
  static let scenes: [Bench] = BenchScene.trees.map { Bench($0) }

  /// A tree that is evaluated and planned, and not drawn.
  private static func planned(
    _ name: String,
    _ commit: @escaping @Sendable () -> Commit
  ) -> Bench {
    Bench(name: name) { _ in
      let tree = try PlannedTree(commit())
      return Bench.Frame { frame in tree.plan(at: Double(frame) / 60) }
    }
  }
}
