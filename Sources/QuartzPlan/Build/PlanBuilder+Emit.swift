// From nodes to surfaces: which draws go where, in which order.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// A pending step of drawing into a surface.
///
/// A client may nest layers to any depth, so the steps are not on the thread's stack.
enum EmitStep {
  /// Sublayers, by their nodes.
  case sublayers(Range<Int32>, environment: Int32)
  /// The border of a layer, over its sublayers.
  case border(Int32, opacity: Double, environment: Int32)
  /// Pieces of sublayers that cut each other.
  case pieces(Range<Int>, parent: Int32, environment: Int32, surfaces: CutSurfaces)
}

extension PlanBuilder {
  /// Fills the plan's columns from the nodes.
  mutating func emitSurfaces(_ tree: LayerTree) {
    environments.removeAll(keepingCapacity: true)
    imageIndexes.removeAll(keepingCapacity: true)
    coverageIndexes.removeAll(keepingCapacity: true)
    surfaceJobs.removeAll(keepingCapacity: true)
    drawnRuns.removeAll(keepingCapacity: true)
    nodeDraws.removeAll(keepingCapacity: true)
    nodeDraws.append(contentsOf: repeatElement(NodeDraws(), count: nodes.count))
    emitSteps.removeAll(keepingCapacity: true)
    _ = addSurface(
      SurfaceJob(node: 0, content: .root),
      frame: frame,
      clearColor: configuration.clearColor,
      reason: .output,
      slot: -1
    )
    var index = 0
    while index < surfaceJobs.count, !meter.isSpent {
      emitSurface(index, tree)
      index += 1
    }
    if meter.isSpent { return }
    // Surfaces were found from the outside in; they are drawn from the inside out.
    let last = Int32(plan.surfaces.count) - 1
    plan.surfaces.reverse()
    surfaceJobs.reverse()
    for index in plan.surfaces.indices {
      guard case .effect(let effect, let source) = plan.surfaces[index].content, source >= 0
      else { continue }
      plan.surfaces[index].content = .effect(effect, of: last - source)
    }
    for index in plan.draws.indices where plan.draws[index].showsSurface {
      plan.draws[index].source = last - plan.draws[index].source
      if plan.draws[index].mask >= 0 { plan.draws[index].mask = last - plan.draws[index].mask }
    }
    nameCachedSurfaces()
  }

  mutating func addSurface(
    _ job: SurfaceJob,
    frame: PixelRect,
    clearColor: SIMD4<Float> = .zero,
    reason: SurfaceReason,
    slot: Int32,
    part: Int32 = 0
  ) -> Int32 {
    surfaceJobs.append(job)
    var surface = Surface(
      frame: frame.isEmpty ? .empty : frame,
      clearColor: clearColor,
      reason: reason,
      slot: slot,
      draws: 0..<0
    )
    surface.part = part
    if nodes.indices.contains(Int(job.node)) { surface.instance = nodes[Int(job.node)].instance }
    plan.surfaces.append(surface)
    return Int32(plan.surfaces.count) - 1
  }

  private mutating func emitSurface(_ index: Int, _ tree: LayerTree) {
    let job = surfaceJobs[index]
    let start = Int32(plan.draws.count)
    let isOutput = index == 0
    let environment = addEnvironment(
      PlanEnvironment(scissor: plan.surfaces[index].frame, invalidatesGrouping: !isOutput)
    )
    if !nodes.isEmpty {
      emit(job, in: environment, tree)
      emitRest(tree)
    }
    plan.surfaces[index].draws = start..<Int32(plan.draws.count)
  }

  /// Emits what a surface shows of its layer; `emitRest` emits the layers below it.
  private mutating func emit(_ job: SurfaceJob, in environment: Int32, _ tree: LayerTree) {
    let layer = drawnLayer(job.node, in: environment)
    switch job.content {
    case .root, .whole: emit(job.node, in: environment, tree)
    case .layer: emitShadowed(layer, tree)
    case .body: emitBody(layer, tree)
    case .clipped: emitClipped(layer, tree)
    case .unclipped: emitInside(layer, tree)
    case .raster: emitIntoRaster(layer, tree)
    case .picture: emitRaster(layer)
    case .clipShape: emitCurvedBackground(layer, .one)
    case .gradient: emitWholeGradient(layer)
    case .pattern: emitPatternPicture(layer, tree)
    case .patternOf(let part): emitPattern(of: part, layer, tree)
    case .shapeOf(.border): emitBorder(layer, .one)
    case .shapeOf(let part): emitOutline(part, layer, .one)
    case .transition: emitTransitionStates(layer)
    case .incoming: emitEffects(layer, tree, isIncoming: true)
    case .fadingContents: emitBetweenContents(layer, tree)
    case .newContents: emitContents(layer.style.pointee.contents, layer, tree)
    case .piece(let piece): emitPiece(piece, layer.environment)
    case .blur: break
    }
  }

  // MARK: Layers

  /// A node in surroundings, at full opacity.
  @inline(__always)
  func drawnLayer(_ index: Int32, in environment: Int32) -> DrawnLayer {
    let node = nodes[Int(index)]
    return DrawnLayer(
      index: index,
      node: node,
      style: styles[node.style],
      instance: node.instance >= 0 ? instances[Int(node.instance)] : nil,
      environment: environments[Int(environment)],
      environmentIndex: environment
    )
  }

  /// A layer in other surroundings, which those below it can have, too.
  mutating func surround(_ layer: DrawnLayer, by environment: PlanEnvironment) -> DrawnLayer {
    var layer = layer
    layer.environment = environment
    layer.environmentIndex = addEnvironment(environment)
    return layer
  }

  mutating func addEnvironment(_ environment: PlanEnvironment) -> Int32 {
    environments.append(environment)
    return Int32(environments.count) - 1
  }

  /// Emits a layer; `emitRest` emits the layers below it.
  mutating func emit(_ index: Int32, in environment: Int32, _ tree: LayerTree) {
    if nodes[Int(index)].flags.contains(.skipped) || meter.isSpent { return }
    nodeDraws[Int(index)].environment = environment
    let layer = drawnLayer(index, in: environment)
    if layer.node.run >= 0 { return emitRun(layer, tree) }
    if layer.node.flags.contains(.effects) { return emitEffects(layer, tree) }
    emitPlain(layer, tree)
  }

  /// Emits a layer without effects.
  @inline(__always)
  private mutating func emitPlain(_ layer: DrawnLayer, _ tree: LayerTree) {
    let isLeaf = layer.node.end == layer.index + 1
    let ownOpacity = layer.node.opacity
    guard ownOpacity < 1, !(isLeaf && layer.node.parts.count <= 1) else {
      var folded = layer
      folded.opacity = ownOpacity
      return emitBody(folded, tree)
    }
    var inner = layer.environment
    let rects = drawnRects(layer.index, within: inner.scissor, withFrame: true)
    guard needsOpacityGroup(layer, rects) else {
      inner.opacity *= ownOpacity
      inner.invalidatesGrouping = true
      return emitBody(surround(layer, by: inner), tree)
    }
    if rects.union.isEmpty { return }
    let source = addSurface(
      SurfaceJob(node: layer.index, content: .layer),
      frame: rects.union,
      reason: .groupOpacity,
      slot: layer.node.slot
    )
    emitComposite(
      source,
      opacity: ownOpacity * inner.opacity,
      clip: inner.clip,
      bounds: rects.union,
      slot: layer.node.slot
    )
  }

  /// Emits background, contents, sublayers and border.
  ///
  /// The sublayers and the parts after them are left for later.
  mutating func emitBody(_ layer: DrawnLayer, _ tree: LayerTree) {
    nodeDraws[Int(layer.index)].first = Int32(plan.draws.count)
    emitBackground(layer, tree)
    emitGradient(layer)
    let isLeaf = layer.node.end == layer.index + 1
    // The border comes once the sublayers are drawn.
    if !isLeaf {
      let step = EmitStep.border(
        layer.index,
        opacity: layer.opacity,
        environment: layer.environmentIndex
      )
      emitSteps.append(step)
    }
    emitClipped(layer, tree)
    if isLeaf { emitLast(layer) }
  }

  private mutating func emitLast(_ layer: DrawnLayer) {
    nodeDraws[Int(layer.index)].border = Int32(plan.draws.count)
    emitBorder(layer)
  }

  /// Emits the steps in `emitSteps` until none is left.
  private mutating func emitRest(_ tree: LayerTree) {
    while let last = emitSteps.indices.last {
      switch emitSteps[last] {
      case .sublayers(let sublayers, let environment):
        emitSublayers(last, sublayers, in: environment, tree)
      case .border(let index, let opacity, let environment):
        emitSteps.removeLast()
        var layer = drawnLayer(index, in: environment)
        layer.opacity = opacity
        emitLast(layer)
      case .pieces(let pieces, let parent, let environment, let surfaces):
        emitSteps.removeLast()
        emitFirst(pieces, parent: parent, in: environment, surfaces, tree)
      }
    }
  }

  /// Emits sublayers up to one that has some itself, and leaves the others for later.
  private mutating func emitSublayers(
    _ step: Int,
    _ sublayers: Range<Int32>,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    var child = sublayers.lowerBound
    while child < sublayers.upperBound {
      let next = nodes[Int(child)].end
      if next == child + 1 {
        emit(child, in: environment, tree)
        child = next
        continue
      }
      emitSteps[step] = .sublayers(next..<sublayers.upperBound, environment: environment)
      return emit(child, in: environment, tree)
    }
    emitSteps.removeLast()
  }

  // MARK: Contents and sublayers

  /// Emits contents and sublayers, clipped if the layer clips them.
  private mutating func emitClipped(_ layer: DrawnLayer, _ tree: LayerTree) {
    let node = layer.node
    let isLeaf = node.end == layer.index + 1
    guard layer.style.pointee.masksToBounds, !isLeaf || !node.parts.isDisjoint(with: .inside)
    else { return emitInside(layer, tree) }
    let isImage = isLeaf && node.parts.intersection(.inside) == .contents
    if isImage, !layer.style.isCurved, emitMaskedContents(layer, tree) { return }
    let outer = layer.environment
    var inner = outer
    inner.invalidatesGrouping = true
    switch clipDecision(layer) {
    case .nothing: return
    case .none: emitInside(surround(layer, by: inner), tree)
    case .scissor(let pixels):
      inner.scissor = inner.scissor.intersection(pixels)
      inner.invalidatesGrouping = outer.invalidatesGrouping
      if inner.scissor.isEmpty { return }
      emitInside(surround(layer, by: inner), tree)
    case .shape(let shape):
      inner.scissor = inner.scissor.intersection(shape.bounds)
      inner.clip = addClip(shape)
      emitInside(surround(layer, by: inner), tree)
    case .curve(let pixels): emitCurvedClip(layer, pixels)
    case .surface(let shape):
      inner.scissor = inner.scissor.intersection(shape.bounds)
      inner.clip = addClip(shape)
      emitClipSurface(layer, .unclipped, .clipEdge, in: inner)
    case .nested: emitClipSurface(layer, .clipped, .nestedClip, in: outer)
    }
  }

  /// Emits contents and sublayers into a surface, which is shown in an environment.
  private mutating func emitClipSurface(
    _ layer: DrawnLayer,
    _ content: SurfaceJob.Content,
    _ reason: SurfaceReason,
    in environment: PlanEnvironment
  ) {
    let frame = drawnRects(layer.index, within: environment.scissor, withFrame: false).union
    if frame.isEmpty { return }
    let slot = layer.node.slot
    let source = addSurface(
      SurfaceJob(node: layer.index, content: content),
      frame: frame,
      reason: reason,
      slot: slot
    )
    emitComposite(
      source,
      opacity: environment.opacity * layer.opacity,
      clip: environment.clip,
      bounds: frame,
      slot: slot
    )
  }

  /// Emits contents and sublayers into a surface that shows through continuous corners.
  private mutating func emitCurvedClip(_ layer: DrawnLayer, _ pixels: PixelRect) {
    let slot = layer.node.slot
    let source = addSurface(
      SurfaceJob(node: layer.index, content: .unclipped),
      frame: pixels,
      reason: .clipCurve,
      slot: slot
    )
    let mask = addSurface(
      SurfaceJob(node: layer.index, content: .clipShape),
      frame: pixels,
      reason: .maskShape,
      slot: slot
    )
    emitComposite(
      source,
      opacity: layer.totalOpacity,
      clip: layer.environment.clip,
      bounds: pixels,
      slot: slot,
      mask: mask
    )
  }

  /// Emits contents and sublayers as they are.
  private mutating func emitInside(_ layer: DrawnLayer, _ tree: LayerTree) {
    emitContents(layer, tree)
    emitPath(layer)
    emitParticles(layer, tree)
    if layer.node.flags.contains(.cutting) { return emitPieces(layer) }
    let sublayers = layer.index + 1..<layer.node.end
    if !sublayers.isEmpty {
      emitSteps.append(.sublayers(sublayers, environment: layer.environmentIndex))
    }
  }
}

extension ContextConfiguration {
  /// Premultiplied, within the range of 8 bits.
  fileprivate var clearColor: SIMD4<Float> { background.premultiplied(opacity: 1) }
}
