// Limits that fall anywhere in a tree: planning ends, with a plan that holds together.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel
import TestRandom
import Testing

@testable import QuartzPlan

@Suite struct PlanLimitTests {
  /// Two planes that cut each other, in a group of their own.
  private func addPlanes(to scene: inout Planned, _ parent: LayerID) {
    for angle in [0.7, -0.7] {
      var values = box(32, 32, 32, 32)
      values[.transform] = .transform(.rotation(angle, 0, 1, 0))
      scene.add(values, to: parent)
    }
  }

  /// Copies of a group with two planes that cut each other.
  private func copies(_ count: Int) -> Planned {
    var scene = Planned(64, 64)
    scene.add(box(3, 3, 2, 2), to: Planned.root)
    var values = box(32, 32, 64, 64)
    values[.instanceCount] = .integer(Int64(count))
    values[.instanceTransform] = .transform(.translation(0.001, 0, 0))
    let replicator = scene.add(values, to: Planned.root, .replicator)
    var place = box(32, 32, 64, 64)
    place[.backgroundColor] = nil
    let group = scene.add(place, to: replicator)
    addPlanes(to: &scene, group)
    return scene
  }

  /// Groups that there is no room for, behind those whose planes there is none for.
  @Test(arguments: 0..<9)
  func groupsOfPlanesWithoutRoom(rest: Int) {
    var scene = copies(20)
    scene.builder.mostInstances = 30 + rest
    let plan = scene.plan()
    #expect(plan.problem == nil)
    #expect(scene.builder.nodes.layerCount <= 40)
    let count = plan.draws.count
    #expect(count > 0)
  }

  /// As many as a client can ask for: they are too much for one frame, and that is said.
  @Test(arguments: [43_000, 43_691, 50_000])
  func manyGroupsOfPlanesSpendTheBudget(count: Int) throws {
    var scene = copies(count)
    scene.builder.budget = .standard
    let drawn = scene.plan().draws.count
    #expect(drawn == 0)
    let spent = scene.builder.excess
    let excess = try #require(spent)
    #expect([.planes, .memory, .pixels].contains(excess.cost), "\(excess)")
    // A tree that asks for less is drawn.
    scene.setSublayers(Planned.root, [LayerID(2)])
    let mended = scene.plan().draws.count
    #expect(mended > 0)
    let rest = scene.builder.excess
    #expect(rest == nil)
  }

  @Test(arguments: 509...514)
  func planesBelowTheDeepestLayer(levels: Int) {
    var scene = Planned(64, 64)
    var parent = Planned.root
    // The root is the first of them.
    for _ in 1..<levels { parent = scene.add(box(32, 32, 64, 64), to: parent) }
    addPlanes(to: &scene, parent)
    scene.add(box(3, 3, 2, 2), to: Planned.root)
    let plan = scene.plan()
    #expect(plan.problem == nil)
    let count = plan.draws.count
    #expect(count > 0)
    // Both planes, or none.
    let tooDeep = scene.builder.layersTooDeep
    #expect((tooDeep > 0) == (levels >= scene.tree.limits.depth))
  }

  /// Layers that are looked at for the extent of planes that nobody sees from behind.
  @Test func extentsOfPlanesAreCounted() throws {
    func cost(_ sublayers: Int) -> Int {
      var scene = Planned(64, 64)
      for angle in [2.5, 0.3] {
        var values = box(32, 32, 32, 32)
        values[.transform] = .transform(.rotation(angle, 0, 1, 0))
        values[.doubleSided] = .bool(false)
        let plane = scene.add(values, to: Planned.root)
        if angle > 2 { for _ in 0..<sublayers { scene.add(box(1, 1, 2, 2), to: plane) } }
      }
      scene.plan()
      return scene.builder.costs[.planes]
    }
    #expect(cost(300) == cost(100) + 200 * PlaneOrder.comparisonsOfExtent)
  }

  /// Each captures all draws that are below it.
  @Test func drawsOfCapturesAreCounted() {
    func cost(_ count: Int) -> Int {
      var scene = Planned(64, 64)
      for index in 0..<count {
        scene.add(box(Double(index % 60), 5, 4, 4), to: Planned.root)
        var values = box(Double(index % 60), 5, 4, 4)
        values[.backgroundFilters] = blur
        scene.add(values, to: Planned.root)
      }
      scene.plan()
      return scene.builder.costs[.pixels]
    }
    let draws = (1...40).reduce(0, +) * FrameCosts.pixelsOfCapturedDraw
    #expect(cost(40) > draws)
    #expect(cost(40) > 8 * cost(10))
  }

  // MARK: Random trees

  /// A tree of planes, transform layers, masks, replicators in replicators, backdrops and
  /// transitions.
  private func randomTree(_ seed: Int, depth: Int = TreeLimits().depth) -> Planned {
    var random = SeededGenerator(seed: UInt64(seed))
    var limits = TreeLimits()
    limits.depth = depth
    var scene = Planned(64, 64, limits: limits)
    var parents = [Planned.root]
    for _ in 0..<14 {
      let classes: [LayerClass] = [.layer, .layer, .layer, .transform, .replicator, .backdrop]
      let layerClass = classes[random.index(below: classes.count)]
      var values = box(
        Double(random.index(below: 64)),
        Double(random.index(below: 64)),
        Double(4 + random.index(below: 40)),
        Double(4 + random.index(below: 40))
      )
      if layerClass == .transform { values[.backgroundColor] = nil }
      if layerClass == .replicator {
        values[.instanceCount] = .integer(Int64(1 + random.index(below: 4)))
        values[.preservesDepth] = .bool(random.once(in: 2))
        values[.instanceTransform] = .transform(.translation(3, 1, random.once(in: 2) ? 2 : 0))
      }
      if layerClass == .backdrop { values[.filters] = blur }
      if random.once(in: 2) {
        let angle = Double.random(in: -1.4...1.4, using: &random)
        values[.transform] = .transform(.rotation(angle, 0, 1, 0))
      }
      if layerClass == .layer, random.once(in: 5) { values[.shadowOpacity] = .number(0.5) }
      if random.once(in: 5) { values[.opacity] = .number(0.5) }
      if layerClass == .layer, random.once(in: 5) { values[.masksToBounds] = .bool(true) }
      let parent = parents[random.index(below: parents.count)]
      let layer = scene.add(values, to: parent, layerClass)
      parents.append(layer)
      if random.once(in: 8) {
        var commit = Commit()
        var timing = MediaTiming()
        timing.duration = 1
        let fade = AnimationState(.transition(TransitionAnimation()), timing: timing)
        commit.animations = [.add(layer, key: "transition", fade)]
        scene.apply(commit)
      }
      if random.once(in: 6), parents.count > 2 {
        let mask = scene.addMask(box(10, 10, 20, 20), to: layer)
        addPlanes(to: &scene, mask)
      }
    }
    return scene
  }

  private var blur: PropertyValue {
    let radius = FilterInput(key: "inputRadius", value: .number(2))
    return .filters(FilterList([FilterDescription(type: "gaussianBlur", inputs: [radius])]))
  }

  @Test(arguments: 0..<60)
  func limitsAnywhere(seed: Int) {
    var whole = randomTree(seed)
    whole.plan(at: 0.5)
    let count = whole.builder.nodes.layerCount
    #expect(whole.builder.plan.problem == nil)
    for limit in 0...min(count, 60) {
      var scene = randomTree(seed)
      scene.builder.mostInstances = limit
      let plan = scene.plan(at: 0.5)
      #expect(plan.problem == nil, "seed \(seed), \(limit) layers")
      // A layer has some draws, each in a surface or two.
      #expect(plan.draws.count <= 60 * (count + 1), "seed \(seed), \(limit) layers")
    }
  }

  @Test(arguments: 0..<60)
  func depthsAnywhere(seed: Int) {
    for depth in 1...8 {
      var scene = randomTree(seed, depth: depth)
      let plan = scene.plan(at: 0.5)
      #expect(plan.problem == nil, "seed \(seed), depth \(depth)")
    }
  }
}
