// Whether a plan holds together: every index has what it names.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzPlan

extension RenderPlan {
  /// A description of the plan's first error; nil if it has none.
  var problem: String? {
    if !outputFrame.contains(damage.bounds) { return "damage \(damage) out of \(outputFrame)" }
    // A capture shows draws of another surface once more.
    var isDrawn = Array(repeating: false, count: draws.count)
    for (place, surface) in surfaces.enumerated() {
      let name = "surface \(place) \(surface.reason)"
      if surface.draws.upperBound > Int32(draws.count) { return "\(name): draws" }
      for index in surface.draws { isDrawn[Int(index)] = true }
      if surface.effect != nil, surface.effectSource < 0 { return "\(name): source" }
      if surface.effectSource >= Int32(place) { return "\(name): a source that comes later" }
      for index in surface.draws {
        let draw = draws[Int(index)]
        if let part = problem(of: draw, in: place) { return "\(name), draw \(index): \(part)" }
      }
    }
    let loose = isDrawn.count { !$0 }
    return loose == 0 ? nil : "\(loose) draws of no surface"
  }

  private func problem(of draw: Draw, in surface: Int) -> String? {
    let records =
      switch draw.kind {
      case .solid: solids.count
      case .border: borders.count
      case .image: imageRecords.count
      case .composite: composites.count
      case .coverage: coverageRecords.count
      case .gradient: gradientRecords.count
      }
    if !(0..<records).contains(Int(draw.record)) { return "record" }
    if Int(draw.clip) >= clips.count { return "clip" }
    if draw.showsSurface {
      return draw.source >= 0 && Int(draw.source) < surface && Int(draw.mask) < surface
        ? nil : "a surface that comes later"
    }
    switch draw.kind {
    case .image: return images.indices.contains(Int(draw.source)) ? nil : "image"
    case .coverage: return coverages.indices.contains(Int(draw.source)) ? nil : "coverage"
    case .gradient: return ramps.indices.contains(Int(draw.source)) ? nil : "ramp"
    case .solid, .border, .composite: return nil
    }
  }
}
