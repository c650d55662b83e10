// The order of surfaces some of which show the same draws.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// Sorts surfaces so that each comes after all that it shows.
///
/// Keeps its columns, so that sorting takes no memory in the long run.
struct SurfaceSorter {
  /// The indexes of the plan's surfaces in the order to draw them.
  private(set) var order: ContiguousArray<Int32> = []
  /// The position of each surface in the order.
  private(set) var positions: ContiguousArray<Int32> = []
  private var isFound: ContiguousArray<Bool> = []
  private var pending: ContiguousArray<(surface: Int32, isDone: Bool)> = []

  /// Sorts the surfaces of a plan; the output, which is the first one of the plan, comes last.
  ///
  /// A client decides how deep surfaces are nested, so the search has a list instead of a stack.
  mutating func sort(_ plan: RenderPlan) {
    order.removeAll(keepingCapacity: true)
    isFound.removeAll(keepingCapacity: true)
    isFound.append(contentsOf: repeatElement(false, count: plan.surfaces.count))
    pending.removeAll(keepingCapacity: true)
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
        findSources(of: plan.surfaces[Int(surface)], in: plan)
      }
    }
    positions.removeAll(keepingCapacity: true)
    positions.append(contentsOf: repeatElement(-1, count: order.count))
    for (position, surface) in order.enumerated() { positions[Int(surface)] = Int32(position) }
  }

  /// Lists the surfaces that a surface shows, and that are not found yet, as pending.
  private mutating func findSources(of surface: Surface, in plan: RenderPlan) {
    find(surface.effectSource)
    for draw in surface.draws {
      let draw = plan.draws[Int(draw)]
      guard draw.showsSurface else { continue }
      find(draw.source)
      find(draw.mask)
    }
  }

  /// - Parameter source: A surface, or -1 for none.
  private mutating func find(_ source: Int32) {
    if source >= 0, !isFound[Int(source)] { pending.append((source, false)) }
  }
}
