// The draws that a frame takes when all of it is drawn.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// Finds the pixels that draws look at, those of groups among them.
enum OverdrawCount {
  /// The pixels of each draw that opaque draws in front do not hide wholly, with its slot.
  ///
  /// Pictures in a space of their own are drawn once and cached, so they count as the one draw that
  /// shows them.
  static func drawnRects(of plan: RenderPlan) -> [(bounds: PixelRect, slot: Int32)] {
    var drawn: [(bounds: PixelRect, slot: Int32)] = []
    var isShown = ContiguousArray(repeating: false, count: plan.surfaces.count)
    guard let output = plan.surfaces.indices.last else { return [] }
    isShown[output] = true
    var occluders = Occluders()
    // Surfaces come before those that show them.
    for index in plan.surfaces.indices.reversed() where isShown[index] {
      let surface = plan.surfaces[index]
      if surface.effectSource >= 0 { isShown[Int(surface.effectSource)] = true }
      if surface.isSeparate { continue }
      occluders.removeAll()
      for position in surface.draws.reversed() {
        let draw = plan.draws[Int(position)]
        let bounds = draw.bounds.intersection(surface.frame).intersection(plan.outputFrame)
        guard !bounds.isEmpty, !occluders.hide(bounds) else { continue }
        drawn.append((bounds, draw.slot))
        if draw.showsSurface {
          isShown[Int(draw.source)] = true
          if draw.mask >= 0 { isShown[Int(draw.mask)] = true }
        }
        guard draw.flags.contains(.opaque), draw.clip < 0, draw.blend == .normal else { continue }
        occluders.add(plan.interior(of: draw))
      }
    }
    return drawn
  }
}
