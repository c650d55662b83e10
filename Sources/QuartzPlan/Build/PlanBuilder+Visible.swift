// Which draws a renderer has to look at: those in the damage that nothing opaque hides.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The largest opaque rectangles in front, at most sixteen.
private struct Occluders {
  private var rects: InlineArray<16, PixelRect> = .init(repeating: .empty)
  private var count = 0
  private var smallest = 0

  func hide(_ rect: PixelRect) -> Bool {
    for index in 0..<count where rects[index].contains(rect) { return true }
    return false
  }

  /// Whether a rectangle of this area would be kept.
  func takes(_ area: Int) -> Bool {
    area > 0 && (count < 16 || area > rects[smallest].area)
  }

  mutating func add(_ rect: PixelRect) {
    if rect.isEmpty { return }
    if count < 16 {
      rects[count] = rect
      count += 1
    } else if rect.area > rects[smallest].area {
      rects[smallest] = rect
    } else {
      return
    }
    smallest = 0
    for index in 1..<max(count, 1) where rects[index].area < rects[smallest].area {
      smallest = index
    }
  }
}

extension PlanBuilder {
  /// Fills `visible`, in the plan and for each of its surfaces.
  mutating func selectVisible() {
    plan.visible.removeAll(keepingCapacity: true)
    for index in plan.surfaces.indices { plan.surfaces[index].visible = 0..<0 }
    if plan.damage.isEmpty { return }
    shownSurfaces.removeAll(keepingCapacity: true)
    shownSurfaces.append(contentsOf: repeatElement(false, count: plan.surfaces.count))
    // The output is last: whether a surface shows at all is known before it is looked at.
    shownSurfaces[plan.surfaces.count - 1] = true
    for index in plan.surfaces.indices.reversed() where shownSurfaces[index] {
      selectVisible(surface: index)
    }
  }

  private mutating func selectVisible(surface index: Int) {
    let surface = plan.surfaces[index]
    let bounds = plan.damage.bounds.intersection(surface.frame)
    let start = plan.visible.count
    var occluders = Occluders()
    var position = surface.draws.upperBound
    while position > surface.draws.lowerBound {
      position -= 1
      let draw = plan.draws[Int(position)]
      guard draw.bounds.intersects(bounds), plan.damage.intersects(draw.bounds) else { continue }
      let shown = draw.bounds.intersection(bounds)
      if occluders.hide(shown) { continue }
      plan.visible.append(position)
      if draw.kind == .composite { shownSurfaces[Int(draw.source)] = true }
      if draw.flags.contains(.opaque), draw.clip < 0, occluders.takes(draw.bounds.area) {
        occluders.add(interior(draw))
      }
    }
    plan.visible[start...].reverse()
    plan.surfaces[index].visible = Int32(start)..<Int32(plan.visible.count)
  }

  /// The pixels that an opaque draw covers wholly.
  private func interior(_ draw: Draw) -> PixelRect {
    let shape: Shape
    switch draw.kind {
    case .solid:
      let record = plan.solids[Int(draw.record)]
      shape = Shape(
        kind: draw.shape,
        rect: record.rect,
        radiiX: record.radiiX,
        radiiY: record.radiiY
      )
    case .image:
      let record = plan.imageRecords[Int(draw.record)]
      shape = Shape(
        kind: draw.shape,
        rect: record.rect,
        radiiX: record.radiiX,
        radiiY: record.radiiY
      )
    case .border, .composite: return .empty
    }
    return shape.interior.intersection(draw.bounds)
  }
}
