// Frames of trees of shape, gradient and replicator layers: evaluated, planned and drawn.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import QuartzModel

/// The scenes of trees (`BenchScene`), and ten thousand instances of a layer.
enum ClassBench {
  static let all: [Bench] =
    scenes + [
      planned("classes/strokes planned") { TreeScenes.strokes() },
      Bench(BenchScene.instances),
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
