// Selects the draws that a renderer has to look at: those in the damage that nothing opaque hides.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension ContiguousArray {
  /// Turns the elements from an index on around.
  ///
  /// The library reverses a copy of the slice.
  fileprivate mutating func reverse(from start: Int) {
    // Bounds: both indexes are between `start` and the end.
    withUnsafeMutableBufferPointer { elements in
      var (low, high) = (start, elements.count - 1)
      while low < high {
        elements.swapAt(low, high)
        low += 1
        high -= 1
      }
    }
  }
}

/// Selects the draws of a plan that renderers work through, and the surfaces that they need.
///
/// That is the last part of a plan, of a patched one as of one that was made anew.
struct DrawSelector {
  private var occluders = Occluders()
  // The damage's rectangles.
  private var damageRects: ContiguousArray<PixelRect> = []
  // Whether the visible draws show each surface, and whether they show all of it.
  private var shownSurfaces: ContiguousArray<Bool> = []
  private var wholeSurfaces: ContiguousArray<Bool> = []

  init() {
    damageRects.reserveCapacity(Damage.capacity)
    occluders.reserve()
  }

  /// Fills `visible`, in the plan and for each of its surfaces, and says which surfaces are cached.
  ///
  /// - Parameters:
  ///   - runs: Draws of the plan that may be taken together, in ascending order.
  ///   - time: Of the frame, in seconds of the context's clock.
  mutating func select(
    in plan: inout RenderPlan,
    runs: ContiguousArray<DrawnRun>,
    _ cache: inout SurfaceCache,
    at time: Double
  ) {
    plan.visible.removeAll(keepingCapacity: true)
    plan.hidden.removeAll(keepingCapacity: true)
    for index in plan.surfaces.indices {
      plan.surfaces[index].visible = 0..<0
      plan.surfaces[index].isWhole = false
      plan.surfaces[index].isReady = false
    }
    if plan.damage.isEmpty { return }
    shownSurfaces.removeAll(keepingCapacity: true)
    shownSurfaces.append(contentsOf: repeatElement(false, count: plan.surfaces.count))
    wholeSurfaces.removeAll(keepingCapacity: true)
    wholeSurfaces.append(contentsOf: shownSurfaces)
    // The output is last: whether a surface shows at all is known before it is looked at.
    shownSurfaces[plan.surfaces.count - 1] = true
    for index in plan.surfaces.indices.reversed() where shownSurfaces[index] {
      let key = plan.surfaces[index].key
      if key != 0 {
        plan.surfaces[index].isReady = cache.use(key, at: time)
        wholeSurfaces[index] = true
      }
      plan.surfaces[index].isWhole = wholeSurfaces[index]
      if !plan.surfaces[index].isReady { select(surface: index, in: &plan, runs) }
    }
    plan.padHidden(to: plan.hidden.isEmpty ? 0 : plan.visible.count)
    cache.finish(&plan, at: time)
  }

  private mutating func show(_ surface: Int32, whole: Bool) {
    shownSurfaces[Int(surface)] = true
    if whole { wholeSurfaces[Int(surface)] = true }
  }

  private mutating func select(
    surface index: Int,
    in plan: inout RenderPlan,
    _ runs: ContiguousArray<DrawnRun>
  ) {
    let surface = plan.surfaces[index]
    if surface.effectSource >= 0 { show(surface.effectSource, whole: true) }
    let isWhole = surface.isWhole
    let bounds = isWhole ? surface.frame : plan.damage.bounds.intersection(surface.frame)
    // Whether everything within `bounds` is to be drawn.
    let isOne = isWhole || plan.damage.count == 1
    let start = plan.visible.count
    let draws = plan.draws
    damageRects.removeAll(keepingCapacity: true)
    for index in 0..<plan.damage.count { damageRects.append(plan.damage[index]) }
    occluders.removeAll()
    // The opaque draw last looked at: a layer's own body hides most of its shadow.
    var front: Int32 = -1
    var position = surface.draws.upperBound
    var run = DrawSelector.lastRun(of: runs, before: position)
    while position > surface.draws.lowerBound {
      while run >= 0, runs[run].draws.upperBound > position { run -= 1 }
      if run >= 0, runs[run].draws.upperBound == position, isOne,
        showsAll(runs[run], in: bounds)
      {
        position = runs[run].draws.lowerBound
        plan.visible.append(contentsOf: runs[run].draws.reversed())
        if draws[Int(position)].flags.contains(.opaque), draws[Int(position)].clip < 0 {
          front = position
        }
        continue
      }
      position -= 1
      let drawn = draws[Int(position)].bounds
      guard drawn.intersects(bounds), isOne || isDamaged(drawn) else { continue }
      if occluders.hide(drawn.intersection(bounds)) { continue }
      // Less is not worth cutting a draw into four; pixels of coverage cost most.
      if front >= 0, drawn.area >= (draws[Int(position)].kind == .coverage ? 1024 : 4096) {
        leaveOut(from: drawn, behind: front, in: &plan)
      }
      plan.visible.append(position)
      if draws[Int(position)].showsSurface {
        let needsAll = draws[Int(position)].kind != .composite
        show(draws[Int(position)].source, whole: isWhole || needsAll)
        if draws[Int(position)].mask >= 0 { show(draws[Int(position)].mask, whole: isWhole) }
      }
      if draws[Int(position)].flags.contains(.opaque), draws[Int(position)].clip < 0 {
        front = position
        if occluders.takes(drawn.area) { occluders.add(plan.interior(of: draws[Int(position)])) }
      }
    }
    plan.visible.reverse(from: start)
    if plan.hidden.count > start {
      plan.padHidden(to: plan.visible.count)
      plan.hidden.reverse(from: start)
    }
    plan.surfaces[index].visible = Int32(start)..<Int32(plan.visible.count)
  }

  /// The last run whose draws end at `position` or before, or -1.
  private static func lastRun(of runs: ContiguousArray<DrawnRun>, before position: Int32) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].draws.upperBound <= position { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Whether all draws of a run show within `bounds`, and none is worth being looked for behind.
  private func showsAll(_ run: DrawnRun, in bounds: PixelRect) -> Bool {
    bounds.contains(run.bounds) && occluders.areLarge(beside: run.area) && run.area < 1024
      && !occluders.touch(run.bounds)
  }

  /// Says which pixels of a draw are not worth drawing behind the opaque draws in front of it, of
  /// which `front` is the nearest.
  private mutating func leaveOut(
    from drawn: PixelRect,
    behind front: Int32,
    in plan: inout RenderPlan
  ) {
    let part = occluders.hiddenPart(of: drawn, or: plan.interior(of: plan.draws[Int(front)]))
    guard part.area > 0, part.area >= drawn.area / 8 else { return }
    plan.padHidden(to: plan.visible.count)
    plan.hidden.append(part)
  }

  @inline(__always)
  private func isDamaged(_ rect: PixelRect) -> Bool {
    for index in damageRects.indices where damageRects[index].intersects(rect) { return true }
    return false
  }
}

extension RenderPlan {
  /// Marks the visible draws up to `count` that have no entry as not hidden at all.
  @inline(__always)
  fileprivate mutating func padHidden(to count: Int) {
    while hidden.count < count { hidden.append(.empty) }
  }

  /// The pixels that a draw is known to cover wholly with its source.
  ///
  /// They are not known for a turned shape or a turned clip.
  @inline(__always)
  package func interior(of draw: Draw) -> PixelRect {
    // Not a method of the plan, because a call would copy the plan.
    let index = Int(draw.record)
    let interior: PixelRect
    switch draw.kind {
    case .solid: interior = Shape.interior(draw.shape, solids[index])
    case .image: interior = Shape.interior(draw.shape, imageRecords[index])
    case .gradient: interior = Shape.interior(draw.shape, gradientRecords[index])
    case .border, .composite, .coverage: return .empty
    }
    let inside = interior.intersection(draw.bounds)
    guard draw.clip >= 0 else { return inside }
    let clip = clips[Int(draw.clip)]
    return inside.intersection(Shape.interior(clip.kind, clip))
  }
}
