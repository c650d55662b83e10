// The assignment of a frame's surfaces to targets, and the order of their passes.
// Licensed under the MIT license; see LICENSE.
//
// A change of the target costs more than a hundred draws, and a plan may have a surface for each of
// a thousand translucent groups. So surfaces that do not depend on each other lie side by side in
// one target and are drawn in one pass, with draw calls in common:
//
//     level 0   [ a | b | c ]   surfaces that show no others
//     level 1   [ d | e ]       surfaces that show a ... c
//     output                    shows a ... e
//
// Only the damaged part of a surface is placed. It is shifted there by whole pixels, which the
// shaders undo, so that no pixel depends on its placement. A surface that is alone in its level is
// not shifted. Surfaces that are cached for later frames, and blurred ones, have targets of their
// own.

import QuartzMath
import QuartzPlan

/// The position of a surface's pixels.
struct SurfacePlacement {
  /// Index of the frame's target, or -1 if the surface has no pixels.
  var target: Int32 = -1
  /// From pixels of the surface's space to those of the target.
  var shiftX: Int32 = 0
  var shiftY: Int32 = 0

  /// The placement of the surface's pixels among the target's texels.
  func texels(of frame: PixelRect) -> TexturePlacement {
    TexturePlacement(
      slot: -1,
      x: frame.minX + shiftX,
      y: frame.minY + shiftY,
      width: frame.width,
      height: frame.height
    )
  }
}

/// A target that a frame draws to or reads.
struct FrameTarget {
  enum Purpose: Equatable {
    case output
    /// Not needed after the last pass that reads it.
    case transient
    /// Kept under this key.
    case cached(UInt64)
  }

  var purpose: Purpose
  var format: TextureFormat
  var width: Int32
  var height: Int32
  /// Index of the last pass that draws or reads it.
  var lastPass: Int32 = -1
}

/// The drawing into one target at a time.
struct Pass {
  var target: Int32
  /// The output pixel at the target's origin.
  var originX: Int32 = 0
  var originY: Int32 = 0
  var width: Int32
  var height: Int32
  /// The surfaces, in `FrameLayout.order`; none for a step of an effect.
  var surfaces: Range<Int> = 0..<0
  /// The step of an effect, an index in `FrameLayout.effectSteps`, or -1.
  var effectStep: Int32 = -1
  /// The surface that the processor filters into the target, or -1.
  var filtered: Int32 = -1
  /// Whether the target's pixels outside of the pieces are needed.
  var keepsRest = false
  /// Whether its surfaces are shifted.
  var isShared: Bool { surfaces.count > 1 }
}

struct FrameLayout {
  /// Pixels that surfaces side by side may take in one target.
  static let sharedArea = 4096 * 4096
  /// Surfaces begin at multiples of this, the least cell of the batch planner's grid.
  static let alignment: Int32 = 16

  private(set) var placements: ContiguousArray<SurfacePlacement> = []
  private(set) var targets: ContiguousArray<FrameTarget> = []
  private(set) var passes: ContiguousArray<Pass> = []
  /// The surfaces to draw, those of a pass one after the other.
  private(set) var order: ContiguousArray<Int32> = []
  private(set) var effectSteps: ContiguousArray<EffectStep> = []
  /// The part of each surface to draw; empty for surfaces that are not drawn.
  private(set) var regions: ContiguousArray<PixelRect> = []

  private struct Use {
    var user: Int32
    var source: Int32
  }

  private var uses: ContiguousArray<Use> = []
  private var isShown: ContiguousArray<Bool> = []
  private var levels: ContiguousArray<Int32> = []
  private var firstPasses: ContiguousArray<Int32> = []
  /// The heights of surfaces that may share a target; 0 for others.
  private var heights: ContiguousArray<Int32> = []
  /// The targets by their last pass.
  private var releases: ContiguousArray<Int32> = []
  /// Element i is the start of pass i in `releases`.
  private var releaseStarts: ContiguousArray<Int32> = []
  /// Whether surfaces are half floats.
  private(set) var isExtended = false
  private let maximumSide: Int32
  private let channels: ChannelOrder
  /// The format of surfaces with colours.
  private var format: TextureFormat { isExtended ? .halves(channels) : .color(channels) }
  /// Whether pictures between the steps of extended blurs are floats; else they are halves.
  private let hasFloats: Bool
  /// Whether blurs of all channels are no steps, but made in memory.
  private let blursInMemory: Bool

  init(
    maximumSide: Int,
    order: ChannelOrder,
    hasFloats: Bool = true,
    blursInMemory: Bool = false
  ) {
    self.hasFloats = hasFloats
    self.maximumSide = Int32(clamping: maximumSide)
    channels = order
    self.blursInMemory = blursInMemory
  }

  /// Lays a frame out; `isCached` says whether a target is cached under a key.
  mutating func set(_ plan: RenderPlan, isCached: (UInt64) -> Bool) {
    removeAll(plan.surfaces.count)
    isExtended = plan.range.isExtended
    guard !plan.surfaces.isEmpty else { return }
    findUses(plan)
    sortByLevel(plan)
    addCached(plan, isCached)
    var start = 0
    while start < order.count {
      let level = levels[Int(order[start])]
      var end = start
      while end < order.count, levels[Int(order[end])] == level { end += 1 }
      addLevel(start..<end, plan, isCached)
      start = end
    }
    for use in uses {
      let pass = firstPasses[Int(use.user)]
      let target = Int(placements[Int(use.source)].target)
      if target >= 0 { targets[target].lastPass = max(targets[target].lastPass, pass) }
    }
    sortReleases()
  }

  /// Returns the targets that this pass uses and no later pass does.
  func unused(after pass: Int) -> ArraySlice<Int32> {
    releases[Int(releaseStarts[pass])..<Int(releaseStarts[pass + 1])]
  }

  /// Sorts the targets by their last passes, which are counted first.
  private mutating func sortReleases() {
    releaseStarts.removeAll(keepingCapacity: true)
    releaseStarts.append(contentsOf: repeatElement(0, count: passes.count + 2))
    for target in targets where target.lastPass >= 0 {
      releaseStarts[Int(target.lastPass) + 2] += 1
    }
    for pass in passes.indices { releaseStarts[pass + 2] += releaseStarts[pass + 1] }
    releases.append(contentsOf: repeatElement(0, count: targets.count))
    // Each pass's position moves on from its beginning to its end.
    for index in targets.indices where targets[index].lastPass >= 0 {
      let pass = Int(targets[index].lastPass) + 1
      releases[Int(releaseStarts[pass])] = Int32(index)
      releaseStarts[pass] += 1
    }
  }

  private mutating func removeAll(_ count: Int) {
    placements.removeAll(keepingCapacity: true)
    placements.append(contentsOf: repeatElement(SurfacePlacement(), count: count))
    regions.removeAll(keepingCapacity: true)
    regions.append(contentsOf: repeatElement(.empty, count: count))
    isShown.removeAll(keepingCapacity: true)
    isShown.append(contentsOf: repeatElement(false, count: count))
    levels.removeAll(keepingCapacity: true)
    levels.append(contentsOf: repeatElement(0, count: count))
    firstPasses.removeAll(keepingCapacity: true)
    firstPasses.append(contentsOf: repeatElement(-1, count: count))
    heights.removeAll(keepingCapacity: true)
    heights.append(contentsOf: repeatElement(0, count: count))
    releases.removeAll(keepingCapacity: true)
    uses.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    passes.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    effectSteps.removeAll(keepingCapacity: true)
  }

  // MARK: Order

  /// Finds the visible surfaces, from the output down, and the surfaces that show them.
  private mutating func findUses(_ plan: RenderPlan) {
    isShown[plan.surfaces.count - 1] = true
    for index in plan.surfaces.indices.reversed() where isShown[index] {
      let surface = plan.surfaces[index]
      guard !surface.isReady else { continue }
      regions[index] = FrameLayout.region(surface, plan.damage)
      guard !regions[index].isEmpty else { continue }
      if surface.effect != nil {
        use(surface.effectSource, by: index)
        continue
      }
      for position in surface.visible {
        let draw = plan.visible[Int(position)]
        guard plan.draws[Int(draw)].showsSurface else { continue }
        use(plan.draws[Int(draw)].source, by: index)
        use(plan.draws[Int(draw)].mask, by: index)
      }
    }
  }

  private mutating func use(_ source: Int32, by user: Int) {
    guard source >= 0, source < user else { return }
    isShown[Int(source)] = true
    uses.append(Use(user: Int32(user), source: source))
  }

  private static func region(_ surface: Surface, _ damage: Damage) -> PixelRect {
    if surface.isWhole || surface.isSeparate || surface.effect != nil {
      return surface.frame
    }
    var region = PixelRect.empty
    for index in 0..<damage.count {
      let rect = damage[index].intersection(surface.frame)
      if !rect.isEmpty { region = region.union(rect) }
    }
    return region
  }

  /// Fills `order`: by level, the output last.
  private mutating func sortByLevel(_ plan: RenderPlan) {
    // Users are listed from last to first, so iterating from the end handles sources first.
    var highest: Int32 = 0
    for use in uses.reversed() {
      let (user, source) = (Int(use.user), Int(use.source))
      guard !plan.surfaces[source].isReady else { continue }
      levels[user] = max(levels[user], levels[source] + 1)
      highest = max(highest, levels[user])
    }
    let output = plan.surfaces.count - 1
    levels[output] = highest + 1
    for index in 0...output where !regions[index].isEmpty { order.append(Int32(index)) }
    for index in 0...output where !isAlone(index, plan) {
      heights[index] = regions[index].height
    }
    // In a level, shared surfaces come first, the highest before the others, which fills shelves
    // well.
    let (levels, heights) = (levels, heights)
    order.sort { a, b in
      let (first, second) = (Int(a), Int(b))
      if levels[first] != levels[second] { return levels[first] < levels[second] }
      if heights[first] != heights[second] { return heights[first] > heights[second] }
      return a < b
    }
  }

  private func isAlone(_ index: Int, _ plan: RenderPlan) -> Bool {
    index == plan.surfaces.count - 1 || plan.surfaces[index].key != 0
      || plan.surfaces[index].effect != nil
  }

  // MARK: Targets

  private mutating func addCached(_ plan: RenderPlan, _ isCached: (UInt64) -> Bool) {
    for index in plan.surfaces.indices where isShown[index] && plan.surfaces[index].isReady {
      let surface = plan.surfaces[index]
      if isCached(surface.key) { placements[index] = ownPlacement(surface) }
    }
  }

  /// Returns the placement of a surface alone in a target of its frame's size.
  private mutating func ownPlacement(_ surface: Surface) -> SurfacePlacement {
    let purpose: FrameTarget.Purpose = surface.key == 0 ? .transient : .cached(surface.key)
    let format: TextureFormat = surface.channels == .alpha ? .coverage : format
    return SurfacePlacement(
      target: addTarget(purpose, format, surface.frame.width, surface.frame.height),
      shiftX: -surface.frame.minX,
      shiftY: -surface.frame.minY
    )
  }

  private mutating func addTarget(
    _ purpose: FrameTarget.Purpose,
    _ format: TextureFormat,
    _ width: Int32,
    _ height: Int32
  ) -> Int32 {
    targets.append(
      FrameTarget(purpose: purpose, format: format, width: width, height: height)
    )
    return Int32(targets.count - 1)
  }

  private mutating func addPass(_ pass: Pass) {
    targets[Int(pass.target)].lastPass = Int32(passes.count)
    for position in pass.surfaces { firstPasses[Int(order[position])] = Int32(passes.count) }
    passes.append(pass)
  }

  /// Adds the passes of the surfaces at these positions of `order`.
  private mutating func addLevel(
    _ positions: Range<Int>,
    _ plan: RenderPlan,
    _ isCached: (UInt64) -> Bool
  ) {
    var position = positions.lowerBound
    while position < positions.upperBound, heights[Int(order[position])] > 0 { position += 1 }
    addShared(positions.lowerBound..<position, plan)
    while position < positions.upperBound {
      addOwn(position, plan, isCached)
      position += 1
    }
  }

  private mutating func addOwn(_ position: Int, _ plan: RenderPlan, _ isCached: (UInt64) -> Bool) {
    let index = Int(order[position])
    let surface = plan.surfaces[index]
    let isOutput = index == plan.surfaces.count - 1
    if isOutput {
      let frame = surface.frame
      let target = addTarget(.output, format, frame.width, frame.height)
      placements[index] = SurfacePlacement(target: target, shiftX: -frame.minX, shiftY: -frame.minY)
    } else {
      placements[index] = ownPlacement(surface)
    }
    switch surface.content {
    case .draws: break
    case .effect(let effect, let source): return addEffect(effect, index, of: Int(source), plan)
    }
    addPass(
      Pass(
        target: placements[index].target,
        originX: surface.frame.minX,
        originY: surface.frame.minY,
        width: surface.frame.width,
        height: surface.frame.height,
        surfaces: position..<position + 1,
        keepsRest: isOutput || surface.key != 0 && !surface.isWhole && isCached(surface.key)
      )
    )
  }

  /// Adds a pass for surfaces side by side, or more passes if one target has no room for all.
  private mutating func addShared(_ positions: Range<Int>, _ plan: RenderPlan) {
    guard positions.count > 1 else {
      if let position = positions.first { addAlone(position) }
      return
    }
    var area = 0
    var width = FrameLayout.alignment
    for position in positions {
      let region = regions[Int(order[position])]
      area += FrameLayout.aligned(region.width) * FrameLayout.aligned(region.height)
      width = max(width, region.width)
    }
    let side = Int32((Double(min(area, FrameLayout.sharedArea)) * 1.1).squareRoot()) + 1
    width = min(max(width, side), maximumSide)
    var first = positions.lowerBound
    while first < positions.upperBound { first = addShelves(first..<positions.upperBound, width) }
  }

  private static func aligned(_ side: Int32) -> Int {
    (Int(side) + Int(alignment) - 1) / Int(alignment) * Int(alignment)
  }

  /// Places as many surfaces as there is room for, in shelves; returns the position of the next
  /// one.
  private mutating func addShelves(_ positions: Range<Int>, _ width: Int32) -> Int {
    let height = min(Int(maximumSide), max(FrameLayout.sharedArea / Int(width), 1))
    var (x, y, shelf) = (0, 0, 0)
    let target = addTarget(.transient, format, width, 0)
    var position = positions.lowerBound
    while position < positions.upperBound {
      let index = Int(order[position])
      let region = regions[index]
      let (wide, high) = (FrameLayout.aligned(region.width), FrameLayout.aligned(region.height))
      if x > 0, x + Int(region.width) > Int(width) { (x, y, shelf) = (0, y + shelf, 0) }
      if position > positions.lowerBound, y + Int(region.height) > height { break }
      placements[index] = SurfacePlacement(
        target: target,
        shiftX: Int32(x) - region.minX,
        shiftY: Int32(y) - region.minY
      )
      (x, shelf) = (x + wide, max(shelf, high))
      position += 1
    }
    if position == positions.lowerBound + 1 {
      targets.removeLast()
      addAlone(positions.lowerBound)
      return position
    }
    let bottom = Int32(min(y + shelf, Int(maximumSide)))
    targets[Int(target)].height = bottom
    addPass(
      Pass(
        target: target,
        width: width,
        height: bottom,
        surfaces: positions.lowerBound..<position
      )
    )
    return position
  }

  /// Adds a pass for one surface in a target of the size of its drawn part.
  private mutating func addAlone(_ position: Int) {
    let index = Int(order[position])
    let region = regions[index]
    let target = addTarget(.transient, format, region.width, region.height)
    placements[index] = SurfacePlacement(target: target, shiftX: -region.minX, shiftY: -region.minY)
    addPass(
      Pass(
        target: target,
        originX: region.minX,
        originY: region.minY,
        width: region.width,
        height: region.height,
        surfaces: position..<position + 1
      )
    )
  }

  // MARK: Effects

  /// Adds the passes that make a surface from its source, one for each step.
  private mutating func addEffect(
    _ effect: SurfaceEffect,
    _ index: Int,
    of source: Int,
    _ plan: RenderPlan
  ) {
    firstPasses[index] = Int32(passes.count)
    guard source >= 0, source < index, placements[source].target >= 0 else { return }
    let first = effectSteps.count
    let (from, to) = (plan.surfaces[source].frame, plan.surfaces[index].frame)
    switch effect {
    case .blur(_, .color) where blursInMemory && !isExtended:
      addFiltered(index, from: source, size: to)
    case .blur(let sigma, let channels):
      BlurSteps.append(
        channels,
        from: from,
        to: to,
        sigma: sigma,
        at: placements[source],
        isExtended: isExtended,
        into: &effectSteps
      )
    case .colorMatrix(let kernel):
      effectSteps.append(
        .matrix(kernel, from: from, to: to, at: placements[source], channels)
      )
    case .color(let chain):
      effectSteps.append(.colors(chain, from: from, to: to, at: placements[source], channels))
    case .mirror(let part):
      effectSteps.append(.mirror(part, from: from, to: to, at: placements[source]))
    case .scale(let scale):
      effectSteps.append(.scale(scale, from: from, to: to, at: placements[source]))
    case .affine(let picture):
      effectSteps.append(.affine(picture, from: from, to: to, at: placements[source]))
    case .filter: addFiltered(index, from: source, size: to)
    }
    var origin = placements[source].target
    for step in first..<effectSteps.count {
      let size = effectSteps[step].size
      let isLast = step == effectSteps.count - 1
      let target =
        isLast
        ? placements[index].target
        : addTarget(.transient, between(effect.channels), size.x, size.y)
      effectSteps[step].source = origin
      targets[Int(origin)].lastPass = Int32(passes.count)
      addPass(Pass(target: target, width: size.x, height: size.y, effectStep: Int32(step)))
      origin = target
    }
  }

  /// Returns the format of a picture between two steps.
  private func between(_ channels: SurfaceChannels) -> TextureFormat {
    guard isExtended, channels == .color else { return .words(channels) }
    return hasFloats ? .floats : format
  }

  /// Adds the pass of a surface that the processor makes.
  private mutating func addFiltered(_ index: Int, from source: Int, size: PixelRect) {
    let target = placements[index].target
    targets[Int(placements[source].target)].lastPass = Int32(passes.count)
    addPass(Pass(target: target, width: size.width, height: size.height, filtered: Int32(index)))
  }
}
