// Evaluates and plans trees of a thousand to a hundred thousand layers.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan

/// Trees in which every layer has eight sublayers and a background.
enum PlanBench {
  static let all: [Bench] = [
    bench("plan/1k all changed", count: 1_000, changing: 1),
    bench("plan/10k all changed", count: 10_000, changing: 1),
    bench("plan/100k all changed", count: 100_000, changing: 1),
    bench("plan/100k 1% changed", count: 100_000, changing: 100),
    Bench(name: "plan/100k unchanged") { _ in
      let scene = try PlanScene(count: 100_000)
      return { _ in scene.plan() }
    },
    Bench(name: "plan/100k rebuilt") { _ in
      let scene = try PlanScene(count: 100_000)
      return Bench.Frame(prepare: { _ in scene.reorder() }, run: { _ in scene.plan() })
    },
    Bench(name: "plan/1k animated") { _ in
      let scene = try PlanScene(count: 1_000)
      try scene.animate(875)
      return { frame in scene.plan(at: Double(frame) / 60) }
    },
    Bench(name: "plan/100k 1% animated") { _ in
      let scene = try PlanScene(count: 100_000)
      try scene.animate(1_000)
      return { frame in scene.plan(at: Double(frame) / 60) }
    },
  ]

  static let changed = ChangedLayer.all.map(bench)

  /// One layer changes before every frame, beside 10,000 that stand still.
  private static func bench(_ changed: ChangedLayer) -> Bench {
    Bench(name: "plan/10k still, \(changed.name)") { _ in
      let scene = try PlanScene(count: 10_000)
      try scene.add(changed)
      return Bench.Frame(
        prepare: { frame in try scene.change(changed, frame) },
        // All particles have been born that can be alive.
        run: { frame in scene.plan(at: 5 + Double(frame) / 60) }
      )
    }
  }

  /// Every `changing`-th layer moves before every frame.
  private static func bench(_ name: String, count: Int, changing step: Int) -> Bench {
    Bench(name: name) { _ in
      let scene = try PlanScene(count: count)
      let commits = (0..<2).map { scene.moves(step: step, by: Double($0)) }
      return Bench.Frame(
        prepare: { frame in try scene.tree.apply(commits[frame % 2]) },
        run: { _ in scene.plan() }
      )
    }
  }
}

/// A tree with its planner.
final class PlanScene {
  var tree = LayerTree()
  private var builder = PlanBuilder(configuration: ContextConfiguration(width: 1024, height: 1024))
  private let count: Int

  init(count: Int) throws {
    self.count = count
    var commit = Commit()
    for index in 0..<count {
      let layer = LayerID(UInt32(index + 1))
      commit.created.append(.init(layer, .layer))
      var values = PropertyBag()
      values[.bounds] = .rect(Rect(0, 0, 64, 48))
      values[.position] = .point(PlanScene.position(index))
      values[.backgroundColor] = .color(Color(1, Double(index % 7) / 7, 0))
      commit.changes.append(.init(layer, values))
      let first = index * 8 + 1
      if first < count {
        let children = (first..<min(first + 8, count)).map { LayerID(UInt32($0 + 1)) }
        commit.sublayers.append(.init(layer, children))
      }
    }
    commit.root = LayerID(1)
    try tree.apply(commit)
    plan()
  }

  private static func position(_ index: Int) -> Point {
    Point(Double(index % 101), Double(index % 37))
  }

  func moves(step: Int, by distance: Double) -> Commit {
    var commit = Commit()
    for index in stride(from: 0, to: count, by: step) {
      var values = PropertyBag()
      let position = PlanScene.position(index)
      values[.position] = .point(Point(position.x + distance, position.y))
      // From the end, where the layers without sublayers are.
      commit.changes.append(.init(LayerID(UInt32(count - index)), values))
    }
    return commit
  }

  /// Exchanges the first two sublayers of the root.
  func reorder() {
    guard let slot = tree.slot(of: LayerID(1)) else { return }
    var children = tree.children[Int(slot)].map { tree.ids[Int($0)] }
    children.swapAt(0, 1)
    var commit = Commit()
    commit.sublayers = [.init(LayerID(1), children)]
    try? tree.apply(commit)
  }

  /// Turns, moves and fades some of the layers without sublayers, spread over the tree.
  func animate(_ animated: Int) throws {
    var commit = Commit()
    var timing = MediaTiming()
    timing.duration = 2
    timing.repeatCount = .infinity
    let kinds = [
      (AnimationTarget(.transform, .rotationZ), 6.0), (AnimationTarget(.position, .x), 100),
      (AnimationTarget(.opacity), 1),
    ]
    let leaves = (count / 8 + 1)..<count
    for index in 0..<animated {
      let (target, end) = kinds[index % kinds.count]
      let state = AnimationState(
        target: target,
        kind: .basic(BasicAnimation(from: .number(0), to: .number(end))),
        timing: timing
      )
      let leaf = leaves.lowerBound + index * leaves.count / animated
      commit.animations.append(.add(LayerID(UInt32(leaf + 1)), key: "motion", state))
    }
    try tree.apply(commit)
  }

  /// A picture as a text has it, larger with each size of the font.
  private static func text(of size: Int) throws -> PixelBuffer {
    try .filled(128, width: 80 + 15 * size, height: 14 + 4 * size)
  }

  private var changedLayer: LayerID { LayerID(UInt32(count + 1)) }

  /// Adds a layer in front of all others.
  func add(_ changed: ChangedLayer) throws {
    guard let slot = tree.slot(of: LayerID(1)) else { return }
    var commit = Commit()
    commit.created.append(.init(changedLayer, changed.layerClass))
    commit.createdImages = [.init(ChangedLayer.image, try Fountain.dot())]
    for text in 0..<ChangedLayer.textCount {
      let image = ImageID(ChangedLayer.firstText.rawValue + UInt32(text))
      commit.createdImages.append(.init(image, try PlanScene.text(of: text)))
    }
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, 200, 120))
    values[.position] = .point(Point(500, 400))
    for (property, value) in changed.base { values[property] = value }
    commit.changes.append(.init(changedLayer, values))
    let sublayers = tree.children[Int(slot)].map { tree.ids[Int($0)] }
    commit.sublayers = [.init(LayerID(1), sublayers + [changedLayer])]
    if let inner = changed.sublayer {
      let layer = LayerID(UInt32(count + 2))
      var values = PropertyBag()
      for (property, value) in inner { values[property] = value }
      commit.created.append(.init(layer, .layer))
      commit.changes.append(.init(layer, values))
      commit.sublayers.append(.init(changedLayer, [layer]))
    }
    try tree.apply(commit)
    plan()
  }

  /// Gives it the next value.
  func change(_ changed: ChangedLayer, _ frame: Int) throws {
    var commit = Commit()
    var values = PropertyBag()
    for (property, value) in changed.values(Double(frame % 50) / 50) { values[property] = value }
    commit.changes.append(.init(changedLayer, values))
    try tree.apply(commit)
  }

  func plan(at time: Double = 0) {
    tree.evaluate(at: time)
    builder.update(&tree)
  }
}
