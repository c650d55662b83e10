// Filters of layers.
// Licensed under the MIT license; see LICENSE.
//
// A layer's filters are surfaces, each an effect of the one before:
//
//     the layer  ->  filter 1  ->  filter 2  ->  shown at the layer's place

import QuartzMath
import QuartzModel

extension SurfaceEmitter {
  /// Emits a layer's body through its filters.
  mutating func emitFiltered(_ layer: DrawnLayer, _ tree: PlacedTree) {
    guard layer.node.flags.contains(.filtered),
      let chain = tree.nodes.filterChains[layer.index], !chain.stages.isEmpty
    else { return emitBody(layer, tree) }
    let bounds = chain.frame.intersection(layer.environment.scissor)
    guard !bounds.isEmpty else { return }
    let result = addEffects(chain, layer, part: 0)
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: .unfiltered, isCached: true),
      of: layer.node,
      frame: chain.source,
      reason: .filtered
    )
    writer.connect(result.first, to: source)
    writer.emitComposite(result.last, of: layer, in: bounds, opacity: layer.totalOpacity)
  }

  /// Adds the surfaces of filters, the last filter first, as surfaces come before their sources.
  ///
  /// - Parameters:
  ///   - chain: The filters, one at least.
  ///   - mirror: An effect before them.
  ///   - layer: The layer.
  ///   - part: Of the first surface; the others follow.
  /// - Returns: The surfaces of the first effect, which has no source yet, and of the last one.
  mutating func addEffects(
    _ chain: FilterChain,
    after mirror: FilterStage? = nil,
    _ layer: DrawnLayer,
    part: Int32
  ) -> (first: SurfaceIndex, last: SurfaceIndex) {
    var (first, last) = (SurfaceIndex.none, SurfaceIndex.none)
    let others: Int32 = mirror == nil ? 0 : 1
    for index in chain.stages.indices.reversed() {
      let surface = addEffect(chain.stages[index], layer, part: part + others + Int32(index))
      if first != .none { writer.connect(first, to: surface) } else { last = surface }
      first = surface
    }
    if let mirror {
      let surface = addEffect(mirror, layer, part: part)
      writer.connect(first, to: surface)
      first = surface
    }
    return (first, last)
  }

  mutating func addEffect(
    _ stage: FilterStage,
    _ layer: DrawnLayer,
    _ reason: SurfaceReason = .filter,
    part: Int32
  ) -> SurfaceIndex {
    let surface = writer.addSurface(
      SurfaceJob(node: layer.index, content: .effect, isCached: true),
      of: layer.node,
      frame: stage.frame,
      reason: reason,
      part: part
    )
    writer.plan.surfaces[surface].content = .effect(stage.effect, of: -1)
    return surface
  }
}

extension DrawWriter {
  /// Makes a surface an effect of another one.
  mutating func connect(_ surface: SurfaceIndex, to source: SurfaceIndex) {
    guard case .effect(let effect, _) = plan.surfaces[surface].content else { return }
    plan.surfaces[surface].content = .effect(effect, of: source.rawValue)
  }
}
