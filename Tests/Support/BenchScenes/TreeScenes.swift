// Trees of shape, gradient and replicator layers in motion.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
package import QuartzModel
package import QuartzPlan

/// Layers at random places.
package enum TreeScenes {
  private static let side = Double(BenchScene.side)

  /// 500 curves of 200 pixels of which a part is stroked, another one in every frame.
  package static func strokes() -> Commit {
    var scene = SceneCommit()
    let path = PropertyValue.path(eight)
    var random = SplitMix(seed: 7)
    for _ in 0..<500 {
      let (x, y) = (random.unit() * (side - 200), random.unit() * (side - 200))
      let color = Color(random.unit(), random.unit(), random.unit())
      var values = PropertyBag()
      values[.position] = .point(Point(x, y))
      values[.path] = path
      values[.fillColor] = .null
      values[.strokeColor] = .color(color)
      values[.lineWidth] = .number(4)
      let layer = scene.add(.shape, values)
      // A tenth to all of it, each layer at another place of the way.
      var timing = MediaTiming()
      timing.duration = 2
      timing.timeOffset = random.unit() * 2
      timing.repeatCount = .infinity
      let ends = BasicAnimation(from: .number(0.1), to: .number(1))
      let state = AnimationState(
        target: AnimationTarget(.strokeEnd),
        kind: .basic(ends),
        timing: timing
      )
      scene.commit.animations.append(.add(layer, key: "strokeEnd", state))
    }
    return scene.finished
  }

  /// A figure of eight that lies on its side, in 200 x 200.
  private static var eight: Path {
    var path = Path()
    path.move(to: Point(0, 100))
    path.cubic(to: Point(200, 100), control1: Point(0, -80), control2: Point(200, 280))
    path.cubic(to: Point(0, 100), control1: Point(200, -80), control2: Point(0, 280))
    return path
  }

  /// 1000 gradients of three colours, 64 x 48, that move.
  package static func gradients() -> Commit {
    var scene = SceneCommit()
    var random = SplitMix(seed: 7)
    var group = PropertyBag()
    group[.bounds] = .rect(Rect(0, 0, 0, 0))
    let moving = scene.add(.layer, group)
    for _ in 0..<1000 {
      let (x, y) = (random.unit() * (side - 66), random.unit() * (side - 49))
      let color = Color(random.unit(), random.unit(), random.unit())
      var values = PropertyBag()
      values[.bounds] = .rect(Rect(0, 0, 64, 48))
      values[.position] = .point(Point(x + 32, y + 24))
      values[.colors] = .numbers([
        color.red, color.green, color.blue, 1, 1, 1, 1, 1, 0, 0, 0, 1,
      ])
      values[.startPoint] = .point(Point(0, 0))
      values[.endPoint] = .point(Point(1, 1))
      scene.add(.gradient, values, in: moving)
    }
    scene.move(moving)
    return scene.finished
  }

  /// A layer that moves, in a hundred copies in a row, of which there are a hundred.
  package static func instances() -> Commit {
    var scene = SceneCommit()
    func replicator(_ x: Double, _ y: Double, in layer: LayerID? = nil) -> LayerID {
      var values = PropertyBag()
      values[.instanceCount] = .integer(100)
      values[.instanceTransform] = .transform(.translation(x, y, 0))
      values[.instanceRedOffset] = .number(-0.005)
      return scene.add(.replicator, values, in: layer)
    }
    let row = replicator(10, 0, in: replicator(0, 10))
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, 8, 8))
    values[.position] = .point(Point(8, 8))
    values[.backgroundColor] = .color(Color(1, 0.5, 0.25))
    let layer = scene.add(.layer, values, in: row)
    scene.move(layer)
    return scene.finished
  }
}

/// Layers that are to be, below a root.
private struct SceneCommit {
  var commit = Commit()
  private var children: [LayerID: [LayerID]] = [:]
  private var count: UInt32 = 1

  init() {
    let root = LayerID(1)
    commit.created = [.init(root, .layer)]
    commit.root = root
  }

  @discardableResult
  mutating func add(
    _ layerClass: LayerClass,
    _ values: PropertyBag,
    in parent: LayerID? = nil
  ) -> LayerID {
    count += 1
    let layer = LayerID(count)
    commit.created.append(.init(layer, layerClass))
    commit.changes.append(.init(layer, values))
    children[parent ?? LayerID(1), default: []].append(layer)
    return layer
  }

  /// Moves a layer by a quarter of a pixel a frame, for eight frames.
  mutating func move(_ layer: LayerID) {
    var timing = MediaTiming()
    timing.duration = 8 / 60
    timing.repeatCount = .infinity
    let state = AnimationState(
      target: AnimationTarget(.transform, .translationX),
      kind: .basic(BasicAnimation(from: .number(0), to: .number(2))),
      timing: timing
    )
    commit.animations.append(.add(layer, key: "motion", state))
  }

  /// The commit of the whole tree.
  var finished: Commit {
    var commit = commit
    for layer in children.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      commit.sublayers.append(.init(layer, children[layer] ?? []))
    }
    return commit
  }
}

/// A tree with its planner.
package final class PlannedTree {
  private var tree: LayerTree
  package private(set) var builder: PlanBuilder

  /// Puts a commit into a tree that a picture of all scenes' size shows, on white.
  package init(_ commit: Commit, _ range: OutputRange = .standard) throws {
    tree = LayerTree()
    try tree.apply(commit)
    let side = Int(BenchScene.side)
    var configuration = ContextConfiguration(width: side, height: side, range: range)
    configuration.background = .white
    builder = PlanBuilder(configuration: configuration)
  }

  package func plan(at time: Double) {
    tree.evaluate(at: time)
    builder.update(&tree)
  }
}
