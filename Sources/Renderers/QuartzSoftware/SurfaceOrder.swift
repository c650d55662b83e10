// Decides which surfaces of a frame are drawn as a whole, in which order, and with which tile-drawn
// surfaces.
// Licensed under the MIT license; see LICENSE.
//
// Most surfaces are drawn tile by tile, into scratch memory, where a composite shows them. They
// cost their visible part alone, and no lasting memory. That is not possible for
//
//   - surfaces whose pixels are needed at another place: sources of blurs, images and coverage, and
//     blurs themselves,
//   - surfaces that outlive the frame (`key`),
//   - surfaces that several draws show, which would be drawn as often.
//
// These are stored: drawn before what shows them, in the plan's order, as a whole or, unless
// `isWhole`, where the damage is. A stored surface, and the output, owns the surfaces drawn tile by
// tile for it; each of those has one owner, because it is shown by one draw. A stored surface that
// does not outlive the frame takes memory from its own drawing until that of the last owner that
// shows it.

import QuartzMath
import QuartzPlan

/// The relations between the surfaces of one frame.
///
/// Index i of every column is the surface i of the plan. Its columns keep their memory from frame
/// to frame.
struct SurfaceOrder {
  /// How often a surface is shown by visible draws.
  private var uses: ContiguousArray<Int32> = []
  /// Whether a surface is stored although it is shown once.
  private var isApart: ContiguousArray<Bool> = []
  /// Whether all pixels of a surface are needed, and not only those in the damage.
  private var isWhole: ContiguousArray<Bool> = []
  /// The surface or output that a surface is drawn for; for stored ones themselves.
  private var owners: ContiguousArray<Int32> = []
  /// The last owner that shows a stored surface.
  private(set) var lastUses: ContiguousArray<Int32> = []
  /// The next surface with the same owner, or -1; of an owner, the first one is itself.
  private var nextOwned: ContiguousArray<Int32> = []
  /// Pixels of scratch memory that drawing a tile of a surface takes for surfaces below.
  private var scratchNeeds: ContiguousArray<Int> = []
  /// The most that any surface takes of it.
  private(set) var scratchNeed = 0
  /// How many rows of a tile are drawn at a time, so that `scratchNeed` is no more than can be had.
  private(set) var rowsAtOnce = Int(TileGrid.height)

  /// Pixels of scratch memory for a thread from which tiles are drawn a few rows at a time:
  /// surfaces that are nested more than 64 deep and cover whole tiles.
  static let mostScratch = 4 << 20

  /// Whether a surface is drawn before what shows it, or was in a frame before.
  func isStored(_ surface: Int) -> Bool {
    uses[surface] > 0 && (isApart[surface] || uses[surface] > 1)
  }

  /// Whether the frame shows a surface at all.
  func isShown(_ surface: Int) -> Bool { uses[surface] > 0 }

  /// The pixels of a stored surface that the frame draws, or needs.
  func storedFrame(_ surface: Int, _ plan: RenderPlan) -> PixelRect {
    let frame = plan.surfaces[surface].frame
    return isWhole[surface] ? frame : frame.intersection(plan.damage.bounds)
  }

  /// Whether all pixels of a stored surface are drawn, whatever the damage is.
  func isDrawnWhole(_ surface: Int) -> Bool { isWhole[surface] }

  /// Sorts a plan's surfaces.
  mutating func sort(_ plan: RenderPlan) {
    let count = plan.surfaces.count
    reset(&uses, count, 0)
    reset(&isApart, count, false)
    reset(&isWhole, count, false)
    reset(&owners, count, -1)
    reset(&lastUses, count, -1)
    reset(&nextOwned, count, -1)
    guard count > 0 else { return }
    uses[count - 1] = 1
    owners[count - 1] = Int32(count - 1)
    // Users come after what they show: whether a surface is stored is known when it is looked
    // at.
    for index in plan.surfaces.indices.reversed() where uses[index] > 0 {
      let surface = plan.surfaces[index]
      if surface.key != 0 || surface.effect != nil {
        (isApart[index], isWhole[index]) = (true, true)
      }
      if surface.isWhole { isWhole[index] = true }
      if isStored(index) { owners[index] = Int32(index) }
      let owner = owners[index]
      if owner != index {
        nextOwned[index] = nextOwned[Int(owner)]
        nextOwned[Int(owner)] = Int32(index)
      }
      if surface.isReady { continue }
      if surface.effectSource >= 0 { show(surface.effectSource, owner, apart: true, whole: true) }
      for position in surface.visible {
        let draw = plan.draws[Int(plan.visible[Int(position)])]
        guard draw.showsSurface else { continue }
        let isApart = draw.kind != .composite
        show(draw.source, owner, apart: isApart, whole: isApart || isWhole[index])
        if draw.mask >= 0 { show(draw.mask, owner, apart: false, whole: isWhole[index]) }
      }
    }
    measure(plan)
  }

  private func reset<Value>(
    _ column: inout ContiguousArray<Value>,
    _ count: Int,
    _ value: Value
  ) {
    column.removeAll(keepingCapacity: true)
    column.append(contentsOf: repeatElement(value, count: count))
  }

  private mutating func show(_ surface: Int32, _ owner: Int32, apart: Bool, whole: Bool) {
    let index = Int(surface)
    uses[index] += 1
    owners[index] = owner
    lastUses[index] = max(lastUses[index], owner)
    if apart { isApart[index] = true }
    if whole { isWhole[index] = true }
  }

  /// Works out the scratch memory that tiles take, and how much of a tile is drawn at a time.
  private mutating func measure(_ plan: RenderPlan) {
    rowsAtOnce = Int(TileGrid.height)
    measure(plan, tile: Int(TileGrid.width) * rowsAtOnce)
    while scratchNeed > SurfaceOrder.mostScratch, rowsAtOnce > 1 {
      rowsAtOnce /= 2
      measure(plan, tile: Int(TileGrid.width) * rowsAtOnce)
    }
  }

  /// Works out the scratch memory for parts of tiles of so many pixels.
  private mutating func measure(_ plan: RenderPlan, tile: Int) {
    scratchNeeds.removeAll(keepingCapacity: true)
    scratchNeed = 0
    for index in plan.surfaces.indices {
      var need = 0
      for position in plan.surfaces[index].visible {
        let draw = plan.draws[Int(plan.visible[Int(position)])]
        guard draw.kind == .composite else { continue }
        // The part of the source stays while that of the mask is drawn behind it. Both come before
        // this surface, so what they need is known.
        let source = Int(draw.source)
        var (own, below) = part(source, plan, tile)
        if draw.mask >= 0 {
          let mask = part(Int(draw.mask), plan, tile)
          below = max(below, mask.own + mask.below)
        }
        own += below
        need = max(need, own)
      }
      scratchNeeds.append(need)
      scratchNeed = max(scratchNeed, need)
    }
  }

  /// The scratch memory that a tile's part of a surface takes, and that of surfaces below.
  private func part(_ index: Int, _ plan: RenderPlan, _ tile: Int) -> (own: Int, below: Int) {
    isStored(index) ? (0, 0) : (min(plan.surfaces[index].frame.area, tile), scratchNeeds[index])
  }

  /// The visible draws of a stored surface or the output, and of all that is drawn tile by tile for
  /// it, in ascending order.
  func visibleRanges(
    _ owner: Int,
    _ plan: RenderPlan,
    into ranges: inout ContiguousArray<Range<Int32>>
  ) {
    ranges.removeAll(keepingCapacity: true)
    var index = nextOwned[owner]
    while index >= 0 {
      let visible = plan.surfaces[Int(index)].visible
      if !visible.isEmpty { ranges.append(visible) }
      index = nextOwned[Int(index)]
    }
    // Surfaces come in order, from the first or from the last, so turning it round mostly does it.
    if let first = ranges.first, let last = ranges.last, first.lowerBound > last.lowerBound {
      ranges.reverse()
    }
    let own = plan.surfaces[owner].visible
    if !own.isEmpty { ranges.append(own) }
    for position in ranges.indices.dropFirst() {
      var place = position
      while place > 0, ranges[place - 1].lowerBound > ranges[place].lowerBound {
        ranges.swapAt(place - 1, place)
        place -= 1
      }
    }
  }
}
