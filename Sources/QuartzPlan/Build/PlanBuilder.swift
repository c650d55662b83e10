// Makes a render plan from a layer tree with presentation values.
// Licensed under the MIT license; see LICENSE.
//
// A plan is made in one of two ways:
//
// Rebuilding walks the whole tree, in two parts. `NodePlacer` puts the layers in order and works
// out where each is: the nodes. `SurfaceEmitter` walks the nodes, decides about groups and clips,
// and fills the plan surface by surface; the draws of each layer are written by its `DrawWriter`.
// The damage comes from comparing the two plans (`DamageFinder`).
//
// Patching is for frames in which only a few layers moved or changed their colours. `PlanPatcher`
// makes their draws again in place, and the damage is their old and new pixels. Patching gives
// exactly the plan that rebuilding would give, or it refuses and the plan is rebuilt.
//
// Either way, draws that are hidden behind opaque draws or lie outside of the damage are left out
// of the list that renderers work through (`DrawSelector`), and surfaces whose pixels the renderer
// still has are marked (`SurfaceCache`).

import QuartzMath
package import QuartzModel

/// Builds the plans of one context, frame after frame.
package struct PlanBuilder: ~Copyable {
  let output: PlanOutput
  /// Counts the frame's costs against its budget.
  let meter = FrameMeter()
  private let styles = LayerStyleColumn()

  // The parts, in the order in which they work.
  private var placer: NodePlacer
  private var emitter: SurfaceEmitter
  private var patcher = PlanPatcher()
  private var finder = DamageFinder()
  private var cache = SurfaceCache()
  private var selector = DrawSelector()
  private var memory = PlanMemory()

  private var changes = TreeChanges()
  private var hasPlan = false
  private var rebuilds = 0
  /// The memory that the last `update` would have taken, if there was not so much: the plan is
  /// empty then, and the one after it damages all.
  package private(set) var missingBytes: Int?
  /// The limit that the last `update` exceeded.
  package private(set) var excess: BudgetExcess?

  package init(configuration: ContextConfiguration) {
    output = PlanOutput(configuration)
    placer = NodePlacer(output: output, styles: styles, meter: meter)
    emitter = SurfaceEmitter(output: output, meter: meter)
  }

  // MARK: Results

  /// The plan of the last `update`.
  package var plan: RenderPlan { emitter.writer.plan }

  package var configuration: ContextConfiguration { output.configuration }

  /// How many layers were deeper than the limit in the last rebuild and are not drawn.
  package var layersTooDeep: Int { placer.table.layersTooDeep }

  /// The work of all plans since the start.
  package var work: PlanWork {
    PlanWork(
      rebuilds: rebuilds,
      redrawnLayers: patcher.redrawnLayers,
      measuredPaths: placer.measures.count
    )
  }

  /// Whether the last `update` made the plan: it was not too much, and there was memory for it.
  var isComplete: Bool { excess == nil && missingBytes == nil }

  /// The cost of the last `update`.
  package var costs: FrameCosts { meter.costs }

  /// The budget of each `update` from now on; unlimited at first.
  package var budget: FrameBudget {
    get { meter.budget }
    nonmutating set { meter.budget = newValue }
  }

  // MARK: Output

  /// Limits the surfaces of later plans to the longest side that a renderer can make, in pixels.
  package mutating func limitSurfaces(to side: Int) { output.limitSurfaces(to: side) }

  /// Plans for another output from now on, all of it anew.
  package mutating func configure(_ configuration: ContextConfiguration) {
    output.configuration = configuration
    invalidate()
  }

  /// The next update damages the whole output, for instance because its pixels were lost.
  package mutating func invalidate() {
    hasPlan = false
    cache.invalidate()
  }

  // MARK: Planning

  /// Plans the tree as it was last evaluated; damage is relative to the plan before.
  ///
  /// The plan is empty if the budget does not suffice (`excess`), and the one after it damages all.
  package mutating func update(_ tree: inout LayerTree) {
    meter.reset()
    if let slot = tree.particleExcess {
      let limit = meter.budget.limits[.particles]
      meter.spend(limit == .max ? limit : limit + 1, of: .particles, for: slot)
    }
    if memory.ensure(for: tree, meter) { makePlan(&tree) }
    missingBytes = meter.missingBytes
    excess = missingBytes == nil ? meter.budgetExcess(of: tree) : nil
    if isComplete { return }
    emitter.writer.plan.removeAll()
    invalidate()
  }

  private mutating func makePlan(_ tree: inout LayerTree) {
    if meter.isSpent { return }
    emitter.writer.plan.damage.removeAll()
    tree.takeChanges(into: &changes)
    cache.note(changes.images, tree)
    if !hasPlan {
      styles.readAll(of: tree)
      rebuild(tree)
      if meter.isSpent { return }
      emitter.writer.plan.damage = Damage(output.frame)
      hasPlan = true
    } else if !patcher.patch(tree, changes, &placer, &emitter, &finder) {
      let patched = emitter.writer.plan.damage
      rebuild(tree)
      if meter.isSpent { return }
      emitter.writer.plan.damage = finder.damage(of: emitter.writer.plan, changes.images)
      for index in 0..<patched.count { emitter.writer.plan.damage.add(patched[index]) }
    }
    if meter.isSpent { return }
    selector.select(in: &emitter.writer.plan, runs: emitter.drawnRuns, &cache, at: tree.time)
    meter.spendOnPixels(of: emitter.writer.plan)
  }

  private mutating func rebuild(_ tree: LayerTree) {
    rebuilds += 1
    finder.exchange(&emitter.writer.plan)
    emitter.writer.begin()
    placer.placeAll(tree)
    if !meter.isSpent {
      emitter.emitSurfaces(PlacedTree(layers: tree, nodes: placer.table, styles: styles))
    }
    if !meter.isSpent { emitter.writer.name(with: &cache) }
    emitter.writer.coverages.finish(meter)
  }
}

extension DrawWriter {
  /// Gives the surfaces that are to be cached their names.
  fileprivate mutating func name(with cache: inout SurfaceCache) {
    cache.nameSurfaces(of: &plan, surfaceJobs)
  }
}

extension FrameMeter {
  /// The limit that the frame exceeded, with the layer that did it.
  fileprivate func budgetExcess(of tree: borrowing LayerTree) -> BudgetExcess? {
    guard let excess else { return nil }
    return BudgetExcess(
      cost: excess.cost,
      count: excess.count,
      limit: budget.limits[excess.cost],
      layer: excess.slot >= 0 ? tree.ids[Int(excess.slot)] : nil
    )
  }
}

/// Asks for the memory that planning takes, before it is taken.
private struct PlanMemory {
  /// The most bytes that a layer takes in the planner's columns and two plans; most take far fewer.
  private static let bytesPerLayer = 3072
  /// The bytes of a node in the largest column, which exists twice while it grows.
  private static let bytesPerNode = 512
  /// The most bytes that the instances of replicators take.
  private static let bytesOfInstances = 64 << 20
  /// How many layers there was memory for.
  private var layers = 0
  private var instances = false

  /// Asks for the memory that the tree takes to be planned, once for each size.
  mutating func ensure(for tree: borrowing LayerTree, _ meter: FrameMeter) -> Bool {
    let count = tree.ids.count
    let hasInstances = tree.replicatorCount > 0
    var bytes = hasInstances && !instances ? PlanMemory.bytesOfInstances : 0
    if count > layers {
      bytes += (count - layers) * PlanMemory.bytesPerLayer
      bytes += count * PlanMemory.bytesPerNode
    }
    guard meter.ensure(bytes: bytes) else { return false }
    layers = max(layers, count)
    if hasInstances { instances = true }
    return true
  }
}

/// How often layers were looked at to plan frames.
package struct PlanWork: Equatable, Sendable {
  /// Plans for which the whole tree was walked.
  package var rebuilds = 0
  /// Layers whose draws were made again in a plan that stayed.
  package var redrawnLayers = 0
  /// Paths whose lengths were worked out, to stroke parts of them.
  package var measuredPaths = 0
}

extension PlanBuilder {
  /// The place that the last `update` gave a layer, in a transition or not; nil if it is not drawn.
  func placement(of slot: Int32) -> PlanTop? {
    guard let index = placer.table.node(of: slot) else { return nil }
    let node = placer.table[index]
    guard !node.flags.contains(.skipped) else { return nil }
    var world = node.raster != .none ? nil : node.world
    if let transition = styles[slot].pointee.transition {
      world = transition.restingWorld(styles[slot], node.world)
    }
    return world.map {
      PlanTop(slot: slot, world: $0, isFlipped: node.flags.contains(.flipped))
    }
  }

  /// The bounds that a layer had in the last `update`; nil if its superlayer was not shown.
  func bounds(of slot: Int32) -> Rect? {
    placer.table.node(of: slot) == nil ? nil : styles[slot].pointee.bounds
  }

  /// The pixels that the top of the tree can touch, by the last `update`.
  var reach: PixelRect {
    guard let first = placer.table.nodes.first, !first.flags.contains(.skipped) else {
      return .empty
    }
    return placer.table.touched(.first, within: output.largestSurface(around: output.frame))
  }
}
