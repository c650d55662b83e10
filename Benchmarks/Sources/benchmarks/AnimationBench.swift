// Evaluates ten thousand running animations of one kind, and of all kinds.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Trees of layers that have one animation each; nothing is planned.
enum AnimationBench {
  static let all: [Bench] = [
    bench("evaluate/10k opacity", [opacity]),
    bench("evaluate/10k position", [position]),
    bench("evaluate/10k rotation", [rotation]),
    bench("evaluate/10k springs", [spring]),
    bench("evaluate/10k keyframes", [keyframes]),
    bench("evaluate/10k paths", [path]),
    bench("evaluate/10k transforms", [transform]),
    Bench(name: "evaluate/10k mixed") { _ in
      var tree = try mixedTree(count: 10_000)
      return { frame in tree.evaluate(at: Double(frame) / 60) }
    },
  ]

  private static func bench(_ name: String, _ kinds: [Animation]) -> Bench {
    Bench(name: name) { _ in
      var tree = try tree(of: kinds)
      return { frame in tree.evaluate(at: Double(frame) / 60) }
    }
  }

  private struct Animation {
    var keyPath: String
    var kind: PropertyAnimation.Kind
    var function: TimingFunction?
  }

  private static let opacity = Animation(
    keyPath: "opacity",
    kind: .basic(BasicAnimation(from: .number(0), to: .number(1))),
    function: .default
  )
  private static let position = Animation(
    keyPath: "position",
    kind: .basic(BasicAnimation(from: .point(Point(0, 0)), to: .point(Point(100, 50)))),
    function: .easeInEaseOut
  )
  private static let rotation = Animation(
    keyPath: "transform.rotation.z",
    kind: .basic(BasicAnimation(from: .number(0), to: .number(6)))
  )
  private static let scale = Animation(
    keyPath: "transform.scale",
    kind: .basic(BasicAnimation(from: .number(1), to: .number(2))),
    function: .easeOut
  )
  private static let color = Animation(
    keyPath: "backgroundColor",
    kind: .basic(BasicAnimation(from: .color(Color(1, 0, 0)), to: .color(Color(0, 0, 1))))
  )
  private static let spring = Animation(
    keyPath: "position.x",
    kind: .spring(
      SpringAnimation(BasicAnimation(from: .number(0), to: .number(100)), Spring())
    )
  )
  private static let keyframes = Animation(
    keyPath: "position.y",
    kind: .keyframe(
      KeyframeAnimation(
        values: [.number(0), .number(50), .number(20), .number(100)],
        timingFunctions: [.easeIn, .easeOut, .linear]
      )
    )
  )
  private static let transform = Animation(
    keyPath: "transform",
    kind: .basic(
      BasicAnimation(
        from: .transform(.identity),
        to: .transform(.scale(2, 2) * .rotation(2, 0, 0, 1))
      )
    )
  )
  private static let path: Animation = {
    var path = Path()
    path.move(to: Point(0, 150))
    path.cubic(to: Point(300, 150), control1: Point(75, 0), control2: Point(225, 300))
    let frames = KeyframeAnimation(path: path, calculationMode: .paced, rotationMode: .auto)
    return Animation(keyPath: "position", kind: .keyframe(frames))
  }()

  /// A tree of layers with an animation each, of all kinds in turns.
  static func mixedTree(count: Int) throws -> LayerTree {
    try tree(
      of: [opacity, position, rotation, color, spring, keyframes, scale],
      count: count
    )
  }

  private static func tree(of kinds: [Animation], count: Int = 10_000) throws -> LayerTree {
    var commit = Commit()
    for index in 0..<count {
      let layer = LayerID(UInt32(index + 1))
      commit.created.append(.init(layer, .layer))
      var values = PropertyBag()
      values[.bounds] = .rect(Rect(0, 0, 64, 48))
      values[.position] = .point(Point(Double(index % 101), Double(index % 37)))
      commit.changes.append(.init(layer, values))
      let animation = kinds[index % kinds.count]
      guard let target = AnimationTarget(keyPath: animation.keyPath, of: .layer) else { continue }
      var timing = MediaTiming()
      timing.duration = 1 + Double(index % 7) / 4
      timing.repeatCount = .infinity
      timing.autoreverses = index % 2 == 0
      let state = AnimationState(
        target: target,
        kind: animation.kind,
        timing: timing,
        timingFunction: animation.function
      )
      commit.animations.append(.add(layer, key: "animation", state))
    }
    var tree = LayerTree()
    try tree.apply(commit)
    return tree
  }
}
