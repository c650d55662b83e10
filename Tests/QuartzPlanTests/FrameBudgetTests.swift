// The counted work of frames: it grows with the scene, ends at the budget, and loses no picture.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzPlan

@Suite struct FrameBudgetTests {
  private func budget(_ cost: FrameCost, _ limit: Int) -> FrameBudget {
    var budget = FrameBudget.unlimited
    budget.limits[cost] = limit
    return budget
  }

  private func tilted(_ x: Double, _ y: Double, _ angle: Double = 0.5) -> [PropertyID:
    PropertyValue]
  {
    var values = box(x, y, 30, 20)
    values[.transform] = .transform(.rotation(angle, 0, 1, 0))
    return values
  }

  /// SECURITY.md says what a server allows.
  @Test(
    arguments: zip(
      FrameCost.allCases,
      ["layers", "planes", "particles", "outlines", "pixels", "memory"]
    )
  )
  func theDocumentSaysTheLimits(cost: FrameCost, option: String) throws {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SECURITY.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let row = try #require(text.split(separator: "\n").first { $0.contains("--budget-\(option)`") })
    let cell = row.split(separator: "|")[1].trimmingCharacters(in: .whitespaces)
    let words = cell.replacing(",", with: "").split(separator: " ")
    let number = try #require(words.first.flatMap { Int($0) })
    let isInMiB = words.last == "MiB"
    #expect(FrameBudget.standard.limits[cost] == (isInMiB ? number << 20 : number))
  }

  /// The shares of all limits together are the frame's time; memory takes none.
  @Test func sharesAddUp() throws {
    var limits = FrameCosts(all: .max)
    (limits[.layers], limits[.pixels], limits[.memory]) = (10, 1000, 7)
    let meter = FrameMeter(FrameBudget(limits: limits))
    meter.spend(7, of: .memory)
    meter.spend(1 << 40, of: .outlines)
    meter.spend(5, of: .layers)
    #expect(meter.rest(of: .pixels) == 500 && meter.rest(of: .layers) == 5)
    #expect(meter.spend(250, of: .pixels) && meter.spend(2, of: .layers))
    #expect(meter.rest(of: .pixels) == 50 && meter.rest(of: .layers) == 0)
    #expect(!meter.spend(51, of: .pixels, for: 3))
    let excess = try #require(meter.excess)
    #expect(excess.cost == .pixels && excess.count == 301 && excess.isShared && excess.slot == 3)
    #expect(excess.limit == 300 && meter.rest(of: .planes) == 0)
    meter.reset()
    #expect(meter.spend(1000, of: .pixels) && !meter.spend(1, of: .layers))
  }

  /// Any one limit is all that a frame may take of it alone, and one more is too much.
  @Test(arguments: FrameCost.allCases)
  func aLimitIsWholeWithoutOtherCosts(cost: FrameCost) throws {
    let limit = FrameBudget.standard.limits[cost]
    for step in [1, 3, 4096] {
      let meter = FrameMeter(.standard)
      for _ in 0..<min(limit / step, 100_000) { meter.spend(step, of: cost) }
      #expect(meter.spend(limit - meter.costs[cost], of: cost))
      #expect(!meter.spend(1, of: cost))
      #expect(meter.excess?.limit == limit && meter.excess?.isShared == false)
    }
  }

  /// Values of animated cells are counted in the frame that works them out.
  @Test func animatedBirthsAreCounted() throws {
    func costs(_ count: Int) -> FrameCosts {
      var scene = Planned(100, 100)
      scene.addImage(1, 4, 4)
      var cell = ParticleCell()
      (cell.name, cell.contents, cell.end) = ("spark", ImageID(1), 1)
      cell[.birthRate] = 500
      cell[.lifetime] = 1
      var values = box(50, 50, 10, 10)
      values[.emitterCells] = .cells(CellBox([cell]))
      let layer = scene.add(values, to: Planned.root, .emitter)
      var timing = MediaTiming()
      timing.duration = 10
      let ends = BasicAnimation(from: .number(1), to: .number(2))
      let scale = AnimatedProperty.cell(CellTarget(["spark"], .scale))
      let state = AnimationState(.property(PropertyAnimation(scale, .basic(ends))), timing: timing)
      var commit = Commit()
      commit.animations = (0..<count).map { .add(layer, key: "a\($0)", state) }
      scene.apply(commit)
      _ = scene.plan(at: 1.5)
      return scene.builder.costs
    }
    let (few, many) = (costs(100), costs(400))
    // 90 steps of the table and 750 births, two steps for each value.
    #expect(few[.particles] > 840 * 100 / 8 && few[.particles] < 1000 * 100 / 8 + 2000)
    #expect(many[.particles] > 3 * few[.particles] && many[.particles] < 4 * few[.particles])
  }

  // MARK: Planes

  /// Facets in a row that tilt alike: with perspective their planes are not parallel.
  private func costOfRow(_ count: Int, perspective: Bool, isColumn: Bool) -> Int {
    var end = Matrix4x4.identity
    // From far away, or those further out would be seen wider and have more neighbours.
    if perspective { end.row3.w = -1e-5 }
    let facets = (0..<count).compactMap { index in
      let step = Double(index) * 8
      return Facet(
        sibling: index,
        Rect(-10, -10, 20, 20),
        .rotation(0.5, 1, 1, 0) * .translation(isColumn ? 0 : step, isColumn ? step : 0, 0) * end
      )
    }
    let meter = FrameMeter()
    #expect(PlaneOrder.sorted(facets, meter).count == count)
    return meter.costs[.planes]
  }

  @Test(arguments: [false, true], [false, true])
  func planesInARowAreComparedWithTheirNeighbours(perspective: Bool, isColumn: Bool) {
    let few = costOfRow(125, perspective: perspective, isColumn: isColumn)
    let many = costOfRow(500, perspective: perspective, isColumn: isColumn)
    #expect(few < 125 * 16)
    // A sweep looks at what is open, 32 boxes for one comparison.
    #expect(many <= 5 * few)
  }

  @Test func planesOnTopOfEachOtherAreSorted() {
    func cost(_ count: Int) -> Int {
      let facets = (0..<count).compactMap { index in
        Facet(
          sibling: index,
          Rect(-10, -10, 20, 20),
          .translation(0, 0, Double((index * 7) % count)) * .rotation(0.5, 1, 0, 0)
        )
      }
      let meter = FrameMeter()
      let sorted = PlaneOrder.sorted(facets, meter)
      #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.distance < $1.distance })
      return meter.costs[.planes]
    }
    #expect(cost(400) <= 4 * cost(100))
  }

  @Test func planesAboutOneAxisAreCutOnce() {
    let count = 60
    let facets = (0..<count).compactMap { index in
      let angle = (Double(index) + 0.25) * .pi / Double(count) - .pi / 2
      return Facet(sibling: index, Rect(-10, -10, 20, 20), .rotation(angle, 0, 1, 0))
    }
    let sorted = PlaneOrder.sorted(facets)
    #expect(sorted.count == 2 * facets.count - 1)
  }

  @Test func planesThatDoNotOverlapStayWhole() {
    // The first two cross, the third is in the same depths, elsewhere.
    let places = [(0.0, 0.5), (0, -0.5), (100, 0.4)]
    let facets = places.enumerated().compactMap { index, place in
      Facet(
        sibling: index,
        Rect(-10, -10, 20, 20),
        .rotation(place.1, 0, 1, 0) * .translation(place.0, 0, 0)
      )
    }
    let sorted = PlaneOrder.sorted(facets)
    #expect(sorted.filter { $0.sibling == 2 }.map(\.cuts.count) == [0])
    #expect(sorted.count == 4)
  }

  /// Each cuts all others: that is n * n pieces whoever does it, and ends at the budget.
  @Test func planesThatCutEachOtherSpendTheBudget() throws {
    var random = SeededGenerator(seed: 7)
    var scene = Planned(400, 400)
    for _ in 0..<600 {
      var values = box(200, 200, 300, 300)
      values[.transform] = .transform(
        .rotation(
          .random(in: -1.4...1.4, using: &random),
          .random(in: -1...1, using: &random),
          .random(in: -1...1, using: &random),
          .random(in: -1...1, using: &random)
        )
      )
      scene.add(values, to: Planned.root)
    }
    scene.builder.budget = .standard
    let plan = scene.plan()
    let spent = scene.builder.excess
    let excess = try #require(spent)
    #expect(plan.draws.isEmpty)
    #expect([.planes, .outlines, .memory].contains(excess.cost), "\(excess)")
    #expect(excess.count > excess.limit)
    #expect("\(excess)".contains("\(excess.limit) are allowed"))
  }

  @Test func tiltedInstancesAreWithinTheBudget() {
    func costs(_ count: Int) -> FrameCosts {
      var scene = Planned(600, 200)
      var values: [PropertyID: PropertyValue] = box(300, 100, 600, 200)
      values[.instanceCount] = .integer(Int64(count))
      values[.instanceTransform] = .transform(.translation(1, 0, 0))
      let replicator = scene.add(values, to: Planned.root, .replicator)
      scene.add(tilted(20, 50), to: replicator)
      scene.set(Planned.root, [.sublayerTransform: .transform(.perspective(500))])
      scene.builder.budget = .standard
      _ = scene.plan()
      let (excess, costs) = (scene.builder.excess, scene.builder.costs)
      #expect(excess == nil && costs[.layers] >= count)
      return costs
    }
    let (few, many) = (costs(125), costs(500))
    #expect(many[.planes] < 500 * 64)
    #expect(many[.planes] <= 5 * few[.planes] && many[.layers] <= 4 * few[.layers])
  }

  // MARK: Others

  @Test func layersAreCountedAndNamed() throws {
    var scene = Planned()
    for _ in 0..<50 { scene.add(box(10, 10, 5, 5), to: Planned.root) }
    _ = scene.plan()
    let costs = scene.builder.costs
    #expect(costs[.layers] == 51)
    scene.builder.budget = budget(.layers, 51)
    scene.builder.invalidate()
    _ = scene.plan()
    var excess = scene.builder.excess
    #expect(excess == nil)
    let last = scene.add(box(10, 10, 5, 5), to: Planned.root)
    _ = scene.plan()
    excess = scene.builder.excess
    #expect(excess == BudgetExcess(cost: .layers, count: 52, limit: 51, layer: last))
  }

  private func lines(_ count: Int) -> Path {
    var random = SeededGenerator(seed: 3)
    var path = Path()
    path.move(to: Point(0, 0))
    for _ in 0..<count {
      path.line(
        to: Point(.random(in: 0...200, using: &random), .random(in: 0...200, using: &random))
      )
    }
    return path
  }

  private func shape(_ path: Path) -> Planned {
    var scene = Planned(200, 200)
    var values = box(100, 100, 200, 200)
    values[.path] = .path(path)
    values[.fillColor] = .color(Color(0, 1, 0))
    scene.add(values, to: Planned.root, .shape)
    return scene
  }

  @Test func outlinesCostWhatTheirLinesCross() throws {
    // From so many lines on all clusters are too large to be resolved.
    func cost(_ count: Int) -> Int {
      var scene = shape(lines(count))
      _ = scene.plan()
      return scene.builder.costs[.outlines]
    }
    let (few, many) = (cost(2000), cost(8000))
    #expect(few > 2000 && many <= 5 * few)
    var scene = shape(lines(8000))
    scene.builder.budget = budget(.outlines, many - 1)
    _ = scene.plan()
    let spent = scene.builder.excess
    let excess = try #require(spent)
    #expect(excess.cost == .outlines && excess.layer == LayerID(2))
    scene.builder.budget = budget(.outlines, many)
    let plan = scene.plan()
    let rest = scene.builder.excess
    #expect(rest == nil && plan.coverages.count == 1)
    #expect(plan.coverages.first?.bytes.isEmpty == false)
  }

  /// A pattern of dashes, however long it is, costs what its dashes do.
  @Test func dashesCostWhatTheyCover() {
    func cost(pattern: Int) -> Int {
      var scene = Planned(200, 200)
      var values = box(100, 100, 200, 200)
      values[.path] = .path(lines(100))
      values[.strokeColor] = .color(Color(0, 1, 0))
      values[.fillColor] = .null
      values[.lineDashPattern] = .numbers(Array(repeating: 4, count: pattern))
      scene.add(values, to: Planned.root, .shape)
      _ = scene.plan()
      return scene.builder.costs[.outlines]
    }
    let short = cost(pattern: 2)
    #expect(short > 100 * 10)
    #expect(cost(pattern: 2000) <= short + 2000)
  }

  /// Each instance of a gradient layer has a ramp of its own, of all its colours.
  @Test func stopsOfGradientsCountAsMemory() throws {
    func scene(stops: Int, instances: Int) -> Planned {
      var scene = Planned(100, 100)
      var values = box(50, 50, 100, 100)
      values[.instanceCount] = .integer(Int64(instances))
      let replicator = scene.add(values, to: Planned.root, .replicator)
      var gradient = box(50, 50, 10, 10)
      gradient[.colors] = .numbers((0..<4 * stops).map { Double($0 % 7) / 7 })
      scene.add(gradient, to: replicator, .gradient)
      return scene
    }
    func cost(_ stops: Int, _ instances: Int) -> Int {
      var scene = scene(stops: stops, instances: instances)
      _ = scene.plan()
      return scene.builder.costs[.memory]
    }
    let few = cost(1000, 10)
    #expect(few >= 1000 * 10 * 64)
    #expect(cost(4000, 10) <= 4 * few && cost(1000, 40) <= 4 * few)
    var limited = scene(stops: 1000, instances: 40)
    limited.builder.budget = budget(.memory, few)
    let plan = limited.plan()
    let excess = limited.builder.excess
    #expect(excess?.cost == .memory && plan.draws.isEmpty)
  }

  @Test func coverageCountsAsMemory() throws {
    var scene = shape(lines(20))
    _ = scene.plan()
    let bytes = scene.builder.costs[.memory]
    #expect(bytes > 0 && bytes <= 201 * 201)
    scene.builder.budget = budget(.memory, bytes / 2)
    scene.builder.invalidate()
    scene.set(LayerID(2), [.path: .path(lines(21))])
    _ = scene.plan()
    let excess = scene.builder.excess
    #expect(excess?.cost == .memory)
  }

  @Test func pixelsOfDrawsAreCounted() throws {
    var scene = Planned(100, 100)
    for _ in 0..<10 { scene.add(box(50, 50, 100, 100, Color(1, 0, 0, 0.5)), to: Planned.root) }
    scene.builder.budget = budget(.pixels, 100_000)
    _ = scene.plan()
    var (excess, costs) = (scene.builder.excess, scene.builder.costs)
    #expect(costs[.pixels] == 100_000 && excess == nil)
    let last = scene.add(box(50, 50, 10, 10, Color(1, 0, 0, 0.5)), to: Planned.root)
    scene.builder.invalidate()
    _ = scene.plan()
    excess = scene.builder.excess
    #expect(
      excess == BudgetExcess(cost: .pixels, count: 100_100, limit: 100_000, layer: last)
    )
    // A frame that changes little takes little.
    scene.builder.budget = .unlimited
    _ = scene.plan()
    scene.builder.budget = budget(.pixels, 100_000)
    scene.set(last, [.backgroundColor: .color(Color(0, 1, 0, 0.5))])
    _ = scene.plan()
    (excess, costs) = (scene.builder.excess, scene.builder.costs)
    #expect(excess == nil && costs[.pixels] == 1100)
  }

  /// A root with so many emitters among so many layers, each with 20 particles at their depths.
  private func emitters(_ count: Int) -> Planned {
    var scene = Planned(100, 100)
    scene.addImage(1, 4, 4)
    var cell = ParticleCell()
    cell.name = "spark"
    cell.contents = ImageID(1)
    cell[.birthRate] = 20
    cell[.lifetime] = 1
    cell.end = 1
    for index in 0..<count {
      scene.add(
        box(50, 50, 10, 10).merging([.zPosition: .number(Double(index))]) { $1 },
        to: Planned.root
      )
      var values = box(50, 50, 10, 10)
      values[.emitterCells] = .cells(CellBox([cell]))
      values[.emitterPreservesDepth] = .bool(true)
      scene.add(values, to: Planned.root, .emitter)
    }
    return scene
  }

  @Test func siblingsOfEmittersAreSortedOnce() {
    func costs(_ count: Int) -> FrameCosts {
      var scene = emitters(count)
      _ = scene.plan(at: 10)
      return scene.builder.costs
    }
    let (few, many) = (costs(10), costs(40))
    #expect(few[.particles] > 100 && many[.particles] <= 5 * few[.particles])
    #expect(few[.layers] <= 1 + 10 * 5)
    #expect(many[.layers] <= 5 * few[.layers])
  }

  @Test func particlesEndAtTheBudget() throws {
    var scene = emitters(10)
    let limit = 100
    scene.builder.budget = budget(.particles, limit)
    scene.tree.particleBudget = limit
    _ = scene.plan(at: 10)
    let spent = scene.builder.excess
    let excess = try #require(spent)
    #expect(excess.cost == .particles && excess.limit == limit && excess.layer != nil)
    // Work beyond the budget is not done either.
    let last = scene.tree.slot(of: LayerID(21))
    let particles = scene.tree.particles(of: try #require(last))
    #expect(particles?.isEmpty != false)
    scene.builder.budget = .standard
    scene.tree.particleBudget = FrameBudget.standard.limits[.particles]
    _ = scene.plan(at: 10.5)
    let rest = scene.builder.excess
    #expect(rest == nil)
  }

  /// Copies of an emitter that are behind it work their births out for themselves, seen or not.
  @Test func birthsOfDelayedCopiesAreCounted() throws {
    func copies(_ count: Int) -> Planned {
      var scene = Planned(100, 100)
      scene.addImage(1, 4, 4)
      var cell = ParticleCell()
      cell.name = "spark"
      cell[.birthRate] = 1600
      cell[.lifetime] = 1
      cell.end = 1
      var values = box(50, 50, 100, 100)
      values[.instanceCount] = .integer(Int64(count))
      values[.instanceDelay] = .number(0.01)
      let replicator = scene.add(values, to: Planned.root, .replicator)
      var emitter = box(50, 50, 10, 10)
      emitter[.emitterCells] = .cells(CellBox([cell]))
      scene.add(emitter, to: replicator, .emitter)
      return scene
    }
    func cost(_ count: Int) -> Int {
      var scene = copies(count)
      _ = scene.plan(at: 10)
      return scene.builder.costs[.particles]
    }
    let (few, many) = (cost(10), cost(40))
    #expect(few >= 9 * 100 && many <= 5 * few)
    var scene = copies(40)
    scene.builder.budget = budget(.particles, few)
    _ = scene.plan(at: 10)
    let excess = scene.builder.excess
    #expect(excess?.cost == .particles)
  }

  /// Births cost the whole frame, and the picture stays.
  @Test func unseenBirthsKeepThePicture() throws {
    let configuration = ContextConfiguration(width: 40, height: 40, scale: 1)
    let limited = try ContextRenderer(
      context: 1,
      configuration: configuration,
      backend: SoftwareBackend(threads: 1),
      budget: budget(.particles, 1000)
    )
    try limited.apply(commit(1...5, of: 5))
    try limited.render(at: 0)
    let picture = try pixels(limited)
    var cell = ParticleCell()
    cell.name = "dust"
    cell[.birthRate] = 40_000
    cell[.lifetime] = 1
    cell.end = 1
    var more = Commit()
    more.created = [.init(LayerID(9), .emitter)]
    var bag = PropertyBag()
    bag[.emitterCells] = .cells(CellBox([cell]))
    more.changes = [.init(LayerID(9), bag)]
    more.sublayers = [.init(LayerID(1), (2...5).map { LayerID($0) } + [LayerID(9)])]
    try limited.apply(more)
    let error = #expect(throws: RenderError.self) { try limited.render(at: 3) }
    guard case .budgetSpent(let excess)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(excess.cost == .particles && excess.layer == LayerID(9))
    #expect(try pixels(limited) == picture)
  }

  // MARK: Renderer

  private func pixels(_ renderer: ContextRenderer) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 40 * 40 * 4)
    try bytes.withUnsafeMutableBytes { try renderer.read(into: $0, rowBytes: 40 * 4) }
    return bytes
  }

  private func commit(_ layers: ClosedRange<UInt32>, of all: UInt32) -> Commit {
    var commit = Commit()
    commit.created = layers.map { .init(LayerID($0), .layer) }
    commit.changes = layers.map { layer in
      var bag = PropertyBag()
      let isRoot = layer == 1
      bag[.bounds] = .rect(Rect(0, 0, isRoot ? 40 : 10, isRoot ? 40 : 10))
      bag[.position] = .point(isRoot ? Point(20, 20) : Point(Double(layer), Double(layer)))
      bag[.backgroundColor] = .color(Color(Double(layer % 3) / 2, 0.5, 1))
      return .init(LayerID(layer), bag)
    }
    commit.sublayers = [.init(LayerID(1), (2...all).map { LayerID($0) })]
    commit.root = LayerID(1)
    return commit
  }

  @Test func spentBudgetKeepsThePictureUntilTheSceneIsMended() throws {
    let configuration = ContextConfiguration(width: 40, height: 40, scale: 1)
    func renderer(_ budget: FrameBudget) throws -> ContextRenderer {
      try ContextRenderer(
        context: 1,
        configuration: configuration,
        backend: SoftwareBackend(threads: 1),
        budget: budget
      )
    }
    let limited = try renderer(budget(.layers, 5))
    try limited.apply(commit(1...5, of: 5))
    try limited.render(at: 0)
    let picture = try pixels(limited)
    #expect(limited.frameCosts[.layers] == 5)
    try limited.apply(commit(6...9, of: 9))
    let excess = BudgetExcess(cost: .layers, count: 6, limit: 5, layer: LayerID(6))
    for time in 1...3 {
      #expect(throws: RenderError.budgetSpent(excess)) { try limited.render(at: Double(time)) }
      #expect(try pixels(limited) == picture)
    }
    var mend = Commit()
    mend.destroyed = [LayerID(2), LayerID(3), LayerID(6), LayerID(7)]
    try limited.apply(mend)
    try limited.render(at: 4)
    let fresh = try renderer(.unlimited)
    try fresh.apply(commit(1...5, of: 5))
    try fresh.apply(commit(6...9, of: 9))
    try fresh.apply(mend)
    try fresh.render(at: 4)
    #expect(try pixels(limited) == pixels(fresh))
  }
}
