// The order of surfaces some of which show the same draws.
// Licensed under the MIT license; see LICENSE.

/// Sorts surfaces so that each comes after all that it shows.
enum SurfaceSorter {
  /// The indexes of a plan's surfaces in the order to draw them; the output, which is the first one
  /// of the plan, comes last.
  ///
  /// A client decides how deep surfaces are nested, so the search has a list instead of a stack.
  static func order(of plan: RenderPlan) -> [Int32] {
    var order: [Int32] = []
    var isFound = [Bool](repeating: false, count: plan.surfaces.count)
    var pending: [(surface: Int32, isDone: Bool)] = []
    for root in plan.surfaces.indices.reversed() {
      pending.append((Int32(root), false))
      while let (surface, isDone) = pending.popLast() {
        if isDone {
          order.append(surface)
          continue
        }
        if isFound[Int(surface)] { continue }
        isFound[Int(surface)] = true
        pending.append((surface, true))
        for source in plan.sources(of: surface) where !isFound[Int(source)] {
          pending.append((source, false))
        }
      }
    }
    return order
  }
}

extension RenderPlan {
  /// The surfaces that a surface shows.
  fileprivate func sources(of index: Int32) -> [Int32] {
    let surface = surfaces[Int(index)]
    var sources: [Int32] = []
    if surface.effectSource >= 0 { sources.append(surface.effectSource) }
    for draw in surface.draws {
      let draw = draws[Int(draw)]
      guard draw.showsSurface else { continue }
      sources.append(draw.source)
      if draw.mask >= 0 { sources.append(draw.mask) }
    }
    return sources
  }
}
