// Makes a render plan from a layer tree with presentation values.
// Licensed under the MIT license; see LICENSE.
//
// A plan is made in one of two ways:
//
// Rebuilding walks the whole tree: first the order and geometry of all layers (`+Order`), then the
// draws, surface by surface (`+Emit`), with the decisions about groups and clips (`+Groups`). The
// damage comes from comparing the two plans (`PlanDifference`).
//
// Patching is for frames in which only a few layers moved or changed their colours. Their draws are
// made again in place (`+Patch`), and the damage is their old and new pixels. Patching gives
// exactly the plan that rebuilding would give, or it refuses and the plan is rebuilt.
//
// Either way, draws that are hidden behind opaque draws or lie outside of the damage are left out
// of the list that renderers work through (`+Visible`).

import QuartzMath
package import QuartzModel

/// Builds the plans of one context, frame after frame.
package struct PlanBuilder: ~Copyable {
  package private(set) var configuration: ContextConfiguration
  /// The plan of the last `update`.
  package internal(set) var plan = RenderPlan()
  /// The longest side of surfaces and coverage that the renderer can make, in pixels.
  private(set) var surfaceSide = Int32(ContextConfiguration.maximumSide)
  /// How many layers were deeper than the limit in the last rebuild and are not drawn.
  package internal(set) var layersTooDeep = 0

  /// The layer to plan in the place of the root, if only a part of the tree is to be seen.
  var top: PlanTop?

  // The plan before, to compare with; the two take turns so that their capacity stays.
  var previous = RenderPlan()
  /// Counts the frame's costs against its budget.
  let meter = FrameMeter()
  let styles = LayerStyleColumn()
  // Layers in drawing order, skipped ones without their sublayers.
  var nodes: ContiguousArray<PlanNode> = []
  // Index of each slot's node, or -1.
  var nodeOfSlot: ContiguousArray<Int32> = []
  var sublayerMatrices: ContiguousArray<Matrix4x4> = []
  var environments: ContiguousArray<PlanEnvironment> = []
  // Index i is node i.
  var nodeDraws: ContiguousArray<NodeDraws> = []
  var imageIndexes: [ImageID: Int32] = [:]
  // How often each image changed in place; images that never did are not here.
  var imageVersions: [ImageID: UInt32] = [:]
  // The damage of those changes to the draws of the plan.
  var partDamages: ContiguousArray<PartDamage> = []
  var coverageIndexes: [UInt64: Int32] = [:]
  var coverages = CoverageStore()
  var cached = CachedSurfaces()
  // The uses of surfaces by surfaces of the plan, if some are to be cached.
  var surfaceUses: ContiguousArray<SurfaceUse> = []
  // The masks of layers, whose nodes come after those of the tree.
  var pendingMasks: ContiguousArray<PendingMask> = []
  // The pixels that nodes touch, with and without their own shadow and mask, if one has effects.
  var extents: ContiguousArray<PixelRect> = []
  var bodies: ContiguousArray<PixelRect> = []
  var hasEffects = false
  var rasters: ContiguousArray<Raster> = []
  // The layers that there is no room for pictures of.
  var unrasterized: Set<RasterKey> = []
  var cuts = PlaneCuts()
  var instances: ContiguousArray<PlanInstance> = []
  // The placements of instances that have a node in common.
  var runs = NodeRuns()
  // The draws of some of them, in ascending order, as of the last rebuild.
  var drawnRuns: ContiguousArray<DrawnRun> = []
  // The styles of layers with classes of their own.
  var shapes: ContiguousArray<ShapeStyle> = []
  let measures = MeasuredPaths()
  var gradients: ContiguousArray<GradientStyle> = []
  var emissions: ContiguousArray<Emission> = []
  // Parts of emissions that lie among siblings, and their particles.
  var slices: ContiguousArray<ParticleSlice> = []
  var slicedParticles: ContiguousArray<Int32> = []
  // The styles of instances at times of their own.
  var delayed = DelayedStyles()
  var surfaceJobs: ContiguousArray<SurfaceJob> = []
  var patches = PlanPatches()
  // The nodes around the one that is appended, and the layers around those that are listed.
  var openNodes: ContiguousArray<OpenNode> = []
  var openSpaces: ContiguousArray<OpenSpace> = []
  var openReplicators: ContiguousArray<OpenReplicator> = []
  // The pending steps of the surface that is being filled; the last is the next one to take.
  var emitSteps: ContiguousArray<EmitStep> = []
  // Siblings that are being put in order, level upon level, and a copy for sorting.
  var siblings: ContiguousArray<Sibling> = []
  var sortedSiblings: ContiguousArray<Sibling> = []
  var difference = PlanDifference()
  var occluders = Occluders()
  // The damage's rectangles.
  var damageRects: ContiguousArray<PixelRect> = []
  // Whether the visible draws show each surface, and whether they show all of it.
  var shownSurfaces: ContiguousArray<Bool> = []
  var wholeSurfaces: ContiguousArray<Bool> = []
  /// The work of all plans since the start.
  package internal(set) var work = PlanWork()
  private var changes = TreeChanges()
  private var hasPlan = false

  package init(configuration: ContextConfiguration) {
    self.configuration = configuration
    damageRects.reserveCapacity(Damage.capacity)
    occluders.reserve()
  }

  /// Plans the tree as it was last evaluated; damage is relative to the plan before.
  ///
  /// The plan is empty if the budget does not suffice (`excess`), and the one after it damages all.
  package mutating func update(_ tree: inout LayerTree) {
    meter.reset()
    if let slot = tree.particleExcess {
      let limit = meter.budget.limits[.particles]
      meter.spend(limit == .max ? limit : limit + 1, of: .particles, for: slot)
    }
    if ensureMemory(tree) { makePlan(&tree) }
    missingBytes = meter.missingBytes
    if missingBytes != nil {
      self.excess = nil
      plan.removeAll()
      return invalidate()
    }
    guard let excess = meter.excess else { return self.excess = nil }
    let layer = excess.slot >= 0 ? tree.ids[Int(excess.slot)] : nil
    self.excess = BudgetExcess(
      cost: excess.cost,
      count: excess.count,
      limit: meter.budget.limits[excess.cost],
      layer: layer
    )
    plan.removeAll()
    invalidate()
  }

  /// The most bytes that a layer takes in the planner's columns and two plans; most take far fewer.
  private static let bytesPerLayer = 3072
  /// The bytes of a node in the largest column, which exists twice while it grows.
  private static let bytesPerNode = 512
  /// The most bytes that the instances of replicators take.
  private static let bytesOfInstances = 64 << 20
  /// How many layers there was memory for.
  private var ensuredLayers = 0
  private var ensuredInstances = false

  /// Asks for the memory that the tree takes to be planned, once for each size.
  private mutating func ensureMemory(_ tree: borrowing LayerTree) -> Bool {
    let layers = tree.ids.count
    let hasInstances = tree.replicatorCount > 0
    var bytes = hasInstances && !ensuredInstances ? PlanBuilder.bytesOfInstances : 0
    if layers > ensuredLayers {
      bytes += (layers - ensuredLayers) * PlanBuilder.bytesPerLayer
      bytes += layers * PlanBuilder.bytesPerNode
    }
    guard meter.ensure(bytes: bytes) else { return false }
    ensuredLayers = max(ensuredLayers, layers)
    if hasInstances { ensuredInstances = true }
    return true
  }

  /// The memory that the last `update` would have taken, if there was not so much: the plan is
  /// empty then, and the one after it damages all.
  package private(set) var missingBytes: Int?

  /// The limit that the last `update` exceeded.
  package private(set) var excess: BudgetExcess?

  /// Whether the last `update` made the plan: it was not too much, and there was memory for it.
  var isComplete: Bool { excess == nil && missingBytes == nil }

  /// The cost of the last `update`.
  package var costs: FrameCosts { meter.costs }

  /// The budget of each `update` from now on; unlimited at first.
  package var budget: FrameBudget {
    get { meter.budget }
    nonmutating set { meter.budget = newValue }
  }

  private mutating func makePlan(_ tree: inout LayerTree) {
    if meter.isSpent { return }
    plan.damage.removeAll()
    tree.takeChanges(into: &changes)
    countImageChanges(tree)
    if !hasPlan {
      styles.readAll(of: tree)
      rebuild(tree)
      if meter.isSpent { return }
      plan.damage = Damage(frame)
      hasPlan = true
    } else if !patch(tree, changes) {
      let patched = plan.damage
      rebuild(tree)
      if meter.isSpent { return }
      plan.damage(of: changes.images, into: &partDamages)
      plan.damage = difference.damage(from: previous, to: plan, parts: partDamages)
      for index in 0..<patched.count { plan.damage.add(patched[index]) }
    }
    if meter.isSpent { return }
    selectVisible(at: tree.time)
    spendOnPixels()
  }

  /// Limits the surfaces of later plans to the longest side that a renderer can make, in pixels.
  package mutating func limitSurfaces(to side: Int) {
    surfaceSide = Int32(min(max(side, 1), ContextConfiguration.maximumSide))
  }

  private mutating func countImageChanges(_ tree: borrowing LayerTree) {
    if changes.images.isEmpty { return }
    for change in changes.images { imageVersions[change.image, default: 0] += 1 }
    guard imageVersions.count > PlanBuilder.countedImages else { return }
    imageVersions = imageVersions.filter { tree.images[$0.key] != nil }
  }

  /// With more than these, images that are gone are looked for.
  private static let countedImages = 64

  /// Plans for another output from now on, all of it anew.
  package mutating func configure(_ configuration: ContextConfiguration) {
    self.configuration = configuration
    invalidate()
  }

  /// The next update damages the whole output, for instance because its pixels were lost.
  package mutating func invalidate() {
    hasPlan = false
    cached.invalidate()
  }

  /// The output's pixels.
  var frame: PixelRect {
    PixelRect(width: Int32(configuration.width), height: Int32(configuration.height))
  }

  /// The longest side, in pixels, of surfaces that reach beyond the area in which they are seen.
  private static let widestReach: Int32 = 8192

  /// The largest place for a surface of which a part is to be seen, with the part in its middle.
  ///
  /// The caster of a shadow blurred over thousands of pixels, or a layer scaled up to any size, is
  /// cut to this.
  func largestSurface(around part: PixelRect) -> PixelRect {
    func ends(_ low: Int32, _ high: Int32) -> (Int32, Int32) {
      let side = min(max(high &- low, PlanBuilder.widestReach), surfaceSide)
      let start = low &+ (high &- low &- side) / 2
      return (start, start &+ side)
    }
    let (x, y) = (ends(part.minX, part.maxX), ends(part.minY, part.maxY))
    return PixelRect(x.0, y.0, x.1, y.1)
  }

  /// The map from the root's superspace, in points, to the output's pixels.
  @inline(__always)
  var base: Homography {
    let scale = configuration.scale
    guard configuration.isYUp else { return .scale(scale, scale) }
    return Homography(
      SIMD3(scale, 0, 0),
      SIMD3(0, -scale, 0),
      SIMD3(0, Double(configuration.height), 1)
    )
  }

  private mutating func rebuild(_ tree: LayerTree) {
    work.rebuilds += 1
    swap(&plan, &previous)
    plan.removeAll()
    coverages.begin()
    measures.begin()
    buildNodes(tree)
    if !meter.isSpent { emitSurfaces(tree) }
    coverages.finish(meter)
    work.measuredPaths = measures.count
  }
}

extension RenderPlan {
  /// Empties all columns; they keep their capacity.
  mutating func removeAll() {
    surfaces.removeAll(keepingCapacity: true)
    draws.removeAll(keepingCapacity: true)
    solids.removeAll(keepingCapacity: true)
    borders.removeAll(keepingCapacity: true)
    imageRecords.removeAll(keepingCapacity: true)
    composites.removeAll(keepingCapacity: true)
    coverageRecords.removeAll(keepingCapacity: true)
    gradientRecords.removeAll(keepingCapacity: true)
    ramps.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    coverages.removeAll(keepingCapacity: true)
    released.removeAll(keepingCapacity: true)
    visible.removeAll(keepingCapacity: true)
    hidden.removeAll(keepingCapacity: true)
    damage.removeAll()
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

/// The top of a part of a tree that is planned alone.
struct PlanTop {
  var slot: Int32
  /// The layer's space -> pixels.
  var world: Homography
  /// Whether y points up for the layer on the output.
  var isFlipped: Bool
}

extension PlanBuilder {
  /// The place that the last `update` gave a layer, in a transition or not; nil if it is not drawn.
  func placement(of slot: Int32) -> PlanTop? {
    guard Int(slot) < nodeOfSlot.count, nodeOfSlot[Int(slot)] >= 0 else { return nil }
    let node = nodes[Int(nodeOfSlot[Int(slot)])]
    guard !node.flags.contains(.skipped) else { return nil }
    var world = node.raster >= 0 ? nil : node.world
    if let transition = styles[slot].pointee.transition {
      world = transition.restingWorld(styles[slot], node.world)
    }
    return world.map {
      PlanTop(slot: slot, world: $0, isFlipped: node.flags.contains(.flipped))
    }
  }

  /// The bounds that a layer had in the last `update`; nil if its superlayer was not shown.
  func bounds(of slot: Int32) -> Rect? {
    guard Int(slot) < nodeOfSlot.count, nodeOfSlot[Int(slot)] >= 0 else { return nil }
    return styles[slot].pointee.bounds
  }

  /// The pixels that the top of the tree can touch, by the last `update`.
  var reach: PixelRect {
    guard let first = nodes.first, !first.flags.contains(.skipped) else { return .empty }
    let room = largestSurface(around: frame)
    if hasEffects { return extents[0].intersection(room) }
    return drawnRects(0, within: room, withFrame: true).union
  }
}
