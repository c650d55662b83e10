// Frames and commits of one to a hundred thousand animations.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzModel
import QuartzPlan
import QuartzWire

/// Layers with one animation each.
enum AnimationScale {
  static let question = ScaleQuestion(
    name: "animations",
    counts: [1, 10, 100, 1_000, 10_000, 100_000],
    columns: ["animations", "evaluate_ms", "evaluate_plan_ms", "add_ms", "commit_ms"],
    rows: { [try row($0)] }
  )

  private static func row(_ count: Int) throws -> [ScaleCell] {
    var tree = try AnimationBench.mixedTree(count: count)
    let evaluated = try ScaleTime.least { tree.evaluate(at: Double($0) / 60) }
    let scene = try PlanScene(count: count * 8 / 7 + 2)
    try scene.animate(count)
    let planned = try ScaleTime.least { scene.plan(at: Double($0) / 60) }
    let commit = try measureCommit(count)
    return [
      .count(count), .number(evaluated), .number(planned), .number(commit.added),
      .number(commit.handled),
    ]
  }

  /// The least milliseconds of the processor for an animation of each layer: until the commit is
  /// sent, and in both processes until a server has it.
  private static func measureCommit(_ count: Int) throws -> (added: Double, handled: Double) {
    let server = try ScaleServer()
    defer { withExtendedLifetime(server) {} }
    let connection = try server.connect()
    let configuration = ContextConfiguration(width: 64, height: 64)
    let carrier = try RemoteCarrier(connection: connection, configuration: configuration)
    let context = CAContext(
      configuration: configuration,
      carrier: carrier,
      clock: AnimationCommitBench.StillClock()
    )
    let root = CALayer()
    let layers = (0..<count).map { _ in CALayer() }
    root.sublayers = layers
    context.layer = root
    CATransaction.flush()
    _ = try connection.statistics()
    var added = Double.infinity
    let handled = try ScaleTime.least(
      ScaleTime.Runs(least: 4, most: 100, seconds: 1.5),
      by: { server.bothSeconds },
      prepare: { _ in
        for layer in layers { layer.removeAllAnimations() }
        CATransaction.flush()
        _ = try connection.statistics()
      },
      { _ in
        let start = ScaleTime.threadSeconds()
        CATransaction.begin()
        AnimationCommitBench.animate(layers)
        CATransaction.commit()
        CATransaction.flush()
        added = min(added, (ScaleTime.threadSeconds() - start) * 1e3)
        _ = try connection.statistics()
      }
    )
    withExtendedLifetime(context) {}
    return (added, handled)
  }
}
