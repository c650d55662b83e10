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
// exactly the plan that rebuilding would give, or it refuses and the plan is rebuilt. A part of the
// tree that needs more than new draws in the old places is spliced (`PlanSplicer`).
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
  private let filters = FilterStore()

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
  /// Whether the plan was made for another headroom.
  private var isStale = false
  private var painter = OverlayPainter()
  private var rebuilds = 0
  /// The memory that the last `update` would have taken, if there was not so much: the plan is
  /// empty then, and the one after it damages all.
  package private(set) var missingBytes: Int?
  /// The limit that the last `update` exceeded.
  package private(set) var excess: BudgetExcess?

  package init(configuration: ContextConfiguration) {
    output = PlanOutput(configuration)
    placer = NodePlacer(output: output, styles: styles, meter: meter, filters: filters)
    emitter = SurfaceEmitter(output: output, meter: meter, filters: filters)
  }

  // MARK: Results

  /// The plan of the last `update`.
  package var plan: RenderPlan { painter.shown ?? emitter.writer.plan }

  /// The layers of the last rebuild, with what was patched since.
  var nodes: NodeTable { placer.table }

  package var configuration: ContextConfiguration { output.configuration }

  /// How many layers were deeper than the limit in the last rebuild and are not drawn.
  package var layersTooDeep: Int { placer.table.layersTooDeep }

  /// The work of all plans since the start.
  package var work: PlanWork {
    PlanWork(
      rebuilds: rebuilds,
      redrawnLayers: patcher.redrawnLayers,
      measuredPaths: placer.measures.count,
      loweredFilters: filters.lowered
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

  /// How many layers a plan has before it has no room for more instances.
  var mostInstances: Int {
    get { placer.mostInstances }
    set { placer.mostInstances = newValue }
  }

  // MARK: Output

  /// Limits the surfaces of later plans to the longest side that a renderer can make, in pixels.
  package mutating func limitSurfaces(to side: Int) { output.limitSurfaces(to: side) }

  /// Plans for another output from now on, all of it anew.
  package mutating func configure(_ configuration: ContextConfiguration) {
    output.configuration = configuration
    invalidate()
  }

  /// Plans for another headroom of the same output from now on; what looks the same is not damaged.
  package mutating func setHeadroom(_ headroom: Float) {
    guard output.range.isExtended else { return }
    output.configuration.range = .extended(headroom: headroom)
    isStale = true
  }

  /// The next update damages the whole output, for instance because its pixels were lost.
  package mutating func invalidate() {
    hasPlan = false
    cache.invalidate()
    painter.forget()
  }

  // MARK: Overlays

  /// The overlays that plans show from the next `update` on; a change damages all.
  package var overlays: Overlays {
    get { painter.overlays }
    set { painter.overlays = newValue }
  }

  /// When the picture changes because of overlays alone, in seconds of the context's clock.
  package var nextOverlayChange: Double? { painter.nextChange }

  // MARK: Planning

  /// Plans the tree as it was last evaluated; damage is relative to the plan before.
  ///
  /// The plan is empty if the budget does not suffice (`excess`), and the one after it damages all.
  ///
  /// - Parameter sources: The facts that overlays tell, if there are any.
  package mutating func update(_ tree: inout LayerTree, _ sources: OverlaySources? = nil) {
    meter.reset()
    if let slot = tree.particleExcess {
      let limit = meter.budget.limits[.particles]
      meter.spend(limit == .max ? limit : limit + 1, of: .particles, for: slot)
    } else if tree.emissionSteps > 0 {
      meter.spend(LayerTree.particles(ofSteps: tree.emissionSteps), of: .particles)
    }
    if memory.ensure(for: tree, meter) { makePlan(&tree, sources) }
    missingBytes = meter.missingBytes
    excess = missingBytes == nil ? meter.budgetExcess(of: tree) : nil
    if isComplete { return }
    painter.forget()
    emitter.writer.plan.removeAll()
    invalidate()
  }

  private mutating func makePlan(_ tree: inout LayerTree, _ sources: OverlaySources?) {
    if meter.isSpent { return }
    emitter.writer.plan.damage.removeAll()
    tree.takeChanges(into: &changes)
    output.lights.spread(&changes.images)
    cache.note(changes.images, tree)
    let changesFilters = filters.pictures.note(changes.images)
    if !hasPlan {
      styles.readAll(of: tree)
      rebuild(tree)
      if meter.isSpent { return }
      emitter.writer.plan.damage = Damage(output.frame)
      hasPlan = true
    } else if !patcher.patch(tree, changes, &placer, &emitter, &finder) || isStale
      || changesFilters
    {
      // The patcher has read the changed layers, in any case.
      let patched = emitter.writer.plan.damage
      rebuild(tree)
      isStale = false
      if meter.isSpent { return }
      emitter.writer.plan.damage = finder.damage(of: emitter.writer.plan, changes.images)
      for index in 0..<patched.count { emitter.writer.plan.damage.add(patched[index]) }
    } else {
      if patcher.madeSurfaces, !meter.isSpent { emitter.writer.name(with: &cache) }
      emitter.writer.coverages.finish(meter)
    }
    if meter.isSpent { return }
    if painter.isActive {
      if !painter.overlays.isEmpty { return paint(tree, sources ?? OverlaySources()) }
      // The overlays went.
      painter.remove()
      emitter.writer.plan.damage = Damage(output.frame)
    }
    selector.select(in: &emitter.writer.plan, runs: emitter.drawnRuns, &cache, at: tree.time)
    meter.spendOnPixels(of: emitter.writer.plan)
  }

  /// Puts the overlays into a plan beside that which later ones are compared with.
  private mutating func paint(_ tree: LayerTree, _ sources: OverlaySources) {
    let facts = OverlayFacts(
      overlays: painter.overlays,
      time: tree.time,
      scale: configuration.scale,
      nodes: placer.table,
      styles: styles,
      cache: cache,
      copied: sources.copied,
      presented: sources.presented,
      history: sources.history
    )
    var plan = painter.paint(emitter.writer.plan, facts)
    selector.select(in: &plan, runs: [], &cache, at: tree.time)
    meter.spendOnPixels(of: plan)
    painter.keep(plan)
  }

  private mutating func rebuild(_ tree: LayerTree) {
    rebuilds += 1
    patcher.restart()
    finder.exchange(&emitter.writer.plan)
    emitter.writer.plan.range = output.configuration.range
    emitter.writer.begin()
    filters.begin(tree.images)
    placer.placeAll(tree)
    if !meter.isSpent {
      emitter.emitSurfaces(PlacedTree(layers: tree, nodes: placer.table, styles: styles))
    }
    if !meter.isSpent { emitter.writer.name(with: &cache) }
    emitter.writer.coverages.finish(meter)
    filters.finish()
  }
}

extension DrawWriter {
  /// Assigns keys to cacheable surfaces.
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
      limit: excess.limit,
      isShared: excess.isShared,
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
    let hasInstances = tree.replicatorCount > 0 || !tree.portals.isEmpty
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
  /// Lists of filters that were made steps of the renderers.
  package var loweredFilters = 0
}

extension PlanBuilder {
  /// The memory of the pictures of each layer, by the last `update`; layers without any are left
  /// out.
  func layerMemory(of tree: borrowing LayerTree) -> [LayerMemory] {
    var cached: [Int32: Int] = [:]
    for surface in plan.surfaces where surface.key != 0 && surface.slot >= 0 {
      cached[surface.slot, default: 0] += surface.frame.area * plan.range.pixelBytes
    }
    var layers: [LayerMemory] = []
    for slot in 0..<min(tree.ids.count, styles.slotCount) where tree.ids[slot] != .none {
      let image = tree.images[styles[Int32(slot)].pointee.contents]
      let memory = LayerMemory(
        tree.ids[slot],
        imageBytes: image.map { $0.rowBytes * $0.height } ?? 0,
        cachedBytes: cached[Int32(slot)] ?? 0
      )
      if memory.imageBytes > 0 || memory.cachedBytes > 0 { layers.append(memory) }
    }
    return layers
  }

  /// The limit of a layer's light, and its contents, by the last `update`.
  func light(of slot: Int32) -> (limit: LightLimit, contents: ImageID) {
    let style = styles[slot]
    return (LightLimit(style.pointee.light, on: output.range), style.pointee.contents)
  }

  /// The place that the last `update` gave a layer, in a transition or not; nil if it is not drawn.
  func placement(of slot: Int32) -> PlanTop? {
    guard let index = placer.table.node(of: slot) else { return nil }
    let node = placer.table[index]
    guard !node.flags.contains(.skipped) else { return nil }
    var world = placer.table.outerWorld(index)
    if let transition = styles[slot].pointee.transition {
      world = transition.restingWorld(styles[slot], world)
    }
    return PlanTop(slot: slot, world: world, isFlipped: node.flags.contains(.flipped))
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
