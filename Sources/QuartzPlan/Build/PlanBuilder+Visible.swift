// Selects the draws that a renderer has to look at: those in the damage that nothing opaque hides.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// The largest opaque rectangles in front, at most sixteen.
struct Occluders {
  private static let capacity = 16

  // An array, not inline storage: that is copied as a whole wherever an element is read.
  private var rects: ContiguousArray<PixelRect> = []
  private var smallestArea = 0
  // Holds all of them.
  private var union = PixelRect.empty

  mutating func reserve() { rects.reserveCapacity(Occluders.capacity) }

  mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
    smallestArea = 0
    union = .empty
  }

  /// The largest part of `rect` that one of them, or `other`, hides.
  func hiddenPart(of rect: PixelRect, or other: PixelRect) -> PixelRect {
    var largest = rect.intersection(other)
    for index in rects.indices {
      let part = rects[index].intersection(rect)
      if part.area > largest.area { largest = part }
    }
    return largest
  }

  @inline(__always)
  func hide(_ rect: PixelRect) -> Bool {
    guard union.contains(rect) else { return false }
    for index in rects.indices where rects[index].contains(rect) { return true }
    return false
  }

  /// Whether one of them may hide a part of `rect`.
  func touch(_ rect: PixelRect) -> Bool {
    guard union.intersects(rect) else { return false }
    for index in rects.indices where rects[index].intersects(rect) { return true }
    return false
  }

  /// Whether no rectangle of this area is clearly larger than the smallest.
  func areLarge(beside area: Int) -> Bool {
    rects.count == Occluders.capacity && area <= smallestArea + smallestArea / 2
  }

  /// Whether a rectangle of this area would be kept.
  @inline(__always)
  func takes(_ area: Int) -> Bool {
    area > 0 && (rects.count < Occluders.capacity || area > smallestArea)
  }

  mutating func add(_ rect: PixelRect) {
    guard takes(rect.area) else { return }
    union = union.union(rect)
    if rects.count < Occluders.capacity {
      rects.append(rect)
    } else if let smallest = rects.firstIndex(where: { $0.area == smallestArea }) {
      rects[smallest] = rect
    }
    smallestArea = rects[0].area
    for index in rects.indices { smallestArea = min(smallestArea, rects[index].area) }
  }
}

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

extension PlanBuilder {
  /// Fills `visible`, in the plan and for each of its surfaces, and says which surfaces are cached.
  ///
  /// - Parameter time: Of the frame, in seconds of the context's clock.
  mutating func selectVisible(at time: Double) {
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
        plan.surfaces[index].isReady = cached.use(key, at: time)
        wholeSurfaces[index] = true
      }
      plan.surfaces[index].isWhole = wholeSurfaces[index]
      if !plan.surfaces[index].isReady { selectVisible(surface: index) }
    }
    padHidden(to: plan.hidden.isEmpty ? 0 : plan.visible.count)
    touchShownSurfaces(at: time)
    cached.expire(at: time)
    plan.released.removeAll(keepingCapacity: true)
    cached.takeReleased(into: &plan.released)
  }

  private mutating func show(_ surface: Int32, whole: Bool) {
    shownSurfaces[Int(surface)] = true
    if whole { wholeSurfaces[Int(surface)] = true }
  }

  private mutating func selectVisible(surface index: Int) {
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
    var run = lastRun(before: position)
    while position > surface.draws.lowerBound {
      while run >= 0, drawnRuns[run].draws.upperBound > position { run -= 1 }
      if run >= 0, drawnRuns[run].draws.upperBound == position, isOne,
        showsAll(drawnRuns[run], in: bounds)
      {
        position = drawnRuns[run].draws.lowerBound
        plan.visible.append(contentsOf: drawnRuns[run].draws.reversed())
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
        leaveOut(from: drawn, behind: front)
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
      padHidden(to: plan.visible.count)
      plan.hidden.reverse(from: start)
    }
    plan.surfaces[index].visible = Int32(start)..<Int32(plan.visible.count)
  }

  /// The last run whose draws end at `position` or before, or -1.
  private func lastRun(before position: Int32) -> Int {
    var (low, high) = (0, drawnRuns.count)
    while low < high {
      let middle = (low + high) / 2
      if drawnRuns[middle].draws.upperBound <= position { low = middle + 1 } else { high = middle }
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
  private mutating func leaveOut(from drawn: PixelRect, behind front: Int32) {
    let part = occluders.hiddenPart(of: drawn, or: plan.interior(of: plan.draws[Int(front)]))
    guard part.area > 0, part.area >= drawn.area / 8 else { return }
    padHidden(to: plan.visible.count)
    plan.hidden.append(part)
  }

  /// Marks the visible draws up to `count` that have no entry as not hidden at all.
  @inline(__always)
  private mutating func padHidden(to count: Int) {
    while plan.hidden.count < count { plan.hidden.append(.empty) }
  }

  @inline(__always)
  private func isDamaged(_ rect: PixelRect) -> Bool {
    for index in damageRects.indices where damageRects[index].intersects(rect) { return true }
    return false
  }
}

extension RenderPlan {
  /// The pixels that a draw is known to cover wholly with its source.
  ///
  /// They are not known for a turned shape or within a clip.
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
    return interior.intersection(draw.bounds)
  }
}
