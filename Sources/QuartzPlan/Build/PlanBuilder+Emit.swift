// From nodes to surfaces: which draws go where, in which order.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

extension PlanBuilder {
  /// Fills the plan's columns from the nodes.
  mutating func emitSurfaces(_ tree: LayerTree) {
    environments.removeAll(keepingCapacity: true)
    imageIndexes.removeAll(keepingCapacity: true)
    surfaceJobs.removeAll(keepingCapacity: true)
    _ = addSurface(
      SurfaceJob(node: 0, content: .root),
      frame: frame,
      clearColor: configuration.clearColor,
      reason: .output,
      slot: -1
    )
    var index = 0
    while index < surfaceJobs.count {
      emitSurface(index, tree)
      index += 1
    }
    // Surfaces were found from the outside in; they are drawn from the inside out.
    let last = Int32(plan.surfaces.count) - 1
    plan.surfaces.reverse()
    for index in plan.draws.indices where plan.draws[index].kind == .composite {
      plan.draws[index].source = last - plan.draws[index].source
    }
  }

  private mutating func addSurface(
    _ job: SurfaceJob,
    frame: PixelRect,
    clearColor: SIMD4<Float>,
    reason: SurfaceReason,
    slot: Int32
  ) -> Int32 {
    surfaceJobs.append(job)
    plan.surfaces.append(
      Surface(frame: frame, clearColor: clearColor, reason: reason, slot: slot, draws: 0..<0)
    )
    return Int32(plan.surfaces.count) - 1
  }

  private mutating func emitSurface(_ index: Int, _ tree: LayerTree) {
    let job = surfaceJobs[index]
    let start = Int32(plan.draws.count)
    let isOutput = job.content == .root
    let environment = add(
      PlanEnvironment(scissor: plan.surfaces[index].frame, decides: !isOutput)
    )
    if !nodes.isEmpty {
      switch job.content {
      case .root: emit(0, in: environment, tree)
      case .layer:
        emitBody(job.node, looks[nodes[Int(job.node)].slot], opacity: 1, in: environment, tree)
      case .clipped: emitClipped(job.node, looks[nodes[Int(job.node)].slot], in: environment, tree)
      case .unclipped: emitInside(job.node, looks[nodes[Int(job.node)].slot], in: environment, tree)
      }
    }
    plan.surfaces[index].draws = start..<Int32(plan.draws.count)
  }

  private mutating func add(_ environment: PlanEnvironment) -> Int32 {
    environments.append(environment)
    return Int32(environments.count) - 1
  }

  /// Emits a layer with everything below it.
  private mutating func emit(_ index: Int32, in environment: Int32, _ tree: LayerTree) {
    if nodes[Int(index)].flags.contains(.skipped) { return }
    nodes[Int(index)].environment = environment
    emit(index, looks[nodes[Int(index)].slot], in: environment, tree)
  }

  private mutating func emit(
    _ index: Int32,
    _ look: LookPointer,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    let isLeaf = nodes[Int(index)].end == index + 1
    guard look.pointee.opacity < 1, !(isLeaf && nodes[Int(index)].parts.count <= 1) else {
      emitBody(index, look, opacity: look.pointee.opacity, in: environment, tree)
      return
    }
    var inner = environments[Int(environment)]
    let rects = drawnRects(index, within: inner.scissor, withFrame: true)
    if needsOpacityGroup(index, look, rects) {
      if rects.union.isEmpty { return }
      let source = addSurface(
        SurfaceJob(node: index, content: .layer),
        frame: rects.union,
        clearColor: .zero,
        reason: .groupOpacity,
        slot: nodes[Int(index)].slot
      )
      emitComposite(
        source,
        opacity: look.pointee.opacity * inner.opacity,
        clip: inner.clip,
        bounds: rects.union,
        slot: nodes[Int(index)].slot
      )
    } else {
      inner.opacity *= look.pointee.opacity
      inner.decides = true
      let folded = add(inner)
      emitBody(index, look, opacity: 1, in: folded, tree)
    }
  }

  /// Emits background, contents, sublayers and border.
  ///
  /// - Parameter opacity: The layer's own, if it is to be folded into a single part.
  private mutating func emitBody(
    _ index: Int32,
    _ look: LookPointer,
    opacity: Double,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    let surroundings = environments[Int(environment)]
    nodes[Int(index)].firstDraw = Int32(plan.draws.count)
    emitBackground(index, look, opacity, surroundings)
    emitClipped(index, look, opacity: opacity, in: environment, tree)
    nodes[Int(index)].borderDraw = Int32(plan.draws.count)
    emitBorder(index, look, opacity, surroundings)
  }

  /// Emits contents and sublayers, clipped if the layer clips them.
  private mutating func emitClipped(
    _ index: Int32,
    _ look: LookPointer,
    opacity: Double = 1,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    let node = nodes[Int(index)]
    let isLeaf = node.end == index + 1
    guard look.pointee.masksToBounds, !isLeaf || node.parts.contains(.contents) else {
      emitInside(index, look, opacity: opacity, in: environment, tree)
      return
    }
    var inner = environments[Int(environment)]
    if isLeaf, emitMaskedContents(index, look, opacity, inner, tree) { return }
    let outer = inner
    inner.decides = true
    switch clipDecision(index, look, outer) {
    case .nothing: return
    case .none: emitInside(index, look, opacity: opacity, in: add(inner), tree)
    case .scissor(let pixels):
      inner.scissor = inner.scissor.intersection(pixels)
      inner.decides = outer.decides
      if inner.scissor.isEmpty { return }
      emitInside(index, look, opacity: opacity, in: add(inner), tree)
    case .shape(let shape):
      inner.scissor = inner.scissor.intersection(shape.bounds)
      inner.clip = addClip(shape)
      emitInside(index, look, opacity: opacity, in: add(inner), tree)
    case .surface(let shape):
      emitClipSurface(
        index,
        .unclipped,
        .clipEdge,
        clip: addClip(shape),
        scissor: inner.scissor.intersection(shape.bounds),
        opacity: inner.opacity * opacity
      )
    case .nested:
      emitClipSurface(
        index,
        .clipped,
        .nestedClip,
        clip: inner.clip,
        scissor: inner.scissor,
        opacity: inner.opacity * opacity
      )
    }
  }

  private mutating func emitClipSurface(
    _ index: Int32,
    _ content: SurfaceJob.Content,
    _ reason: SurfaceReason,
    clip: Int32,
    scissor: PixelRect,
    opacity: Double
  ) {
    let frame = drawnRects(index, within: scissor, withFrame: false).union
    if frame.isEmpty { return }
    let slot = nodes[Int(index)].slot
    let source = addSurface(
      SurfaceJob(node: index, content: content),
      frame: frame,
      clearColor: .zero,
      reason: reason,
      slot: slot
    )
    emitComposite(source, opacity: opacity, clip: clip, bounds: frame, slot: slot)
  }

  /// Emits contents and sublayers as they are.
  private mutating func emitInside(
    _ index: Int32,
    _ look: LookPointer,
    opacity: Double = 1,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    emitContents(index, look, opacity, environments[Int(environment)], tree)
    var child = index + 1
    while child < nodes[Int(index)].end {
      emit(child, in: environment, tree)
      child = nodes[Int(child)].end
    }
  }
}

extension ContextConfiguration {
  /// Premultiplied, within what 8 bits can hold.
  fileprivate var clearColor: SIMD4<Float> { background.premultiplied(opacity: 1) }
}
