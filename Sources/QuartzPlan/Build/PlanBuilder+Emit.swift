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
    for index in plan.surfaces.indices where plan.surfaces[index].source >= 0 {
      plan.surfaces[index].source = last - plan.surfaces[index].source
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
      let style = styles[nodes[Int(job.node)].style]
      switch job.content {
      case .root, .whole: emit(job.node, in: environment, tree)
      case .layer: emitShadowed(job.node, style, in: environment, tree)
      case .body: emitBody(job.node, style, opacity: 1, in: environment, tree)
      case .clipped: emitClipped(job.node, style, in: environment, tree)
      case .unclipped: emitInside(job.node, style, in: environment, tree)
      case .raster: emitIntoRaster(job.node, style, in: environment, tree)
      case .picture: emitRaster(job.node, style, environments[Int(environment)])
      case .clipShape:
        emitCurvedBackground(job.node, style, .one, environments[Int(environment)])
      case .gradient:
        emitWholeGradient(job.node, style, environments[Int(environment)])
      case .pattern: emitPatternPicture(job.node, style, environments[Int(environment)], tree)
      case .patternOf(let part):
        emitPattern(of: part, job.node, style, environments[Int(environment)], tree)
      case .shapeOf(.border):
        emitBorder(job.node, style, .one, environments[Int(environment)])
      case .shapeOf(let part):
        emitOutline(part, job.node, .one, environments[Int(environment)])
      case .transition:
        emitTransitionStates(job.node, style, environments[Int(environment)])
      case .incoming:
        emitEffects(job.node, style, in: environment, tree, isIncoming: true)
      case .fadingContents:
        emitBetweenContents(job.node, style, environments[Int(environment)], tree)
      case .newContents:
        emitContents(
          style.pointee.contents,
          job.node,
          style,
          1,
          environments[Int(environment)],
          tree
        )
      case .piece(let piece): emitPiece(piece, environments[Int(environment)])
      case .blur: break
      }
      emitRest(tree)
    }
    plan.surfaces[index].draws = start..<Int32(plan.draws.count)
  }

  mutating func addEnvironment(_ environment: PlanEnvironment) -> Int32 {
    environments.append(environment)
    return Int32(environments.count) - 1
  }

  /// Emits a layer; `emitRest` emits the layers below it.
  mutating func emit(_ index: Int32, in environment: Int32, _ tree: LayerTree) {
    if nodes[Int(index)].flags.contains(.skipped) || meter.isSpent { return }
    nodes[Int(index)].environment = environment
    if nodes[Int(index)].run >= 0 { return emitRun(index, in: environment, tree) }
    if nodes[Int(index)].flags.contains(.effects) {
      return emitEffects(index, styles[nodes[Int(index)].style], in: environment, tree)
    }
    emit(index, styles[nodes[Int(index)].style], in: environment, tree)
  }

  private mutating func emit(
    _ index: Int32,
    _ style: LayerStylePointer,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    let isLeaf = nodes[Int(index)].end == index + 1
    let ownOpacity = nodes[Int(index)].opacity
    guard ownOpacity < 1, !(isLeaf && nodes[Int(index)].parts.count <= 1) else {
      emitBody(index, style, opacity: ownOpacity, in: environment, tree)
      return
    }
    var inner = environments[Int(environment)]
    let rects = drawnRects(index, within: inner.scissor, withFrame: true)
    if needsOpacityGroup(index, style, rects) {
      if rects.union.isEmpty { return }
      let source = addSurface(
        SurfaceJob(node: index, content: .layer),
        frame: rects.union,
        reason: .groupOpacity,
        slot: nodes[Int(index)].slot
      )
      emitComposite(
        source,
        opacity: ownOpacity * inner.opacity,
        clip: inner.clip,
        bounds: rects.union,
        slot: nodes[Int(index)].slot
      )
    } else {
      inner.opacity *= ownOpacity
      inner.invalidatesGrouping = true
      let folded = addEnvironment(inner)
      emitBody(index, style, opacity: 1, in: folded, tree)
    }
  }

  /// Emits background, contents, sublayers and border.
  ///
  /// The sublayers and the parts after them are left for later.
  ///
  /// - Parameter opacity: The layer's own, if it is to be folded into a single part.
  mutating func emitBody(
    _ index: Int32,
    _ style: LayerStylePointer,
    opacity: Double,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    let surroundings = environments[Int(environment)]
    nodes[Int(index)].firstDraw = Int32(plan.draws.count)
    emitBackground(index, style, opacity, surroundings, tree)
    emitGradient(index, style, opacity, surroundings)
    let isLeaf = nodes[Int(index)].end == index + 1
    // The border comes once the sublayers are drawn.
    if !isLeaf {
      emitSteps.append(.border(index, opacity: opacity, environment: environment))
    }
    emitClipped(index, style, opacity: opacity, in: environment, tree)
    if isLeaf { emitLast(index, style, opacity, surroundings) }
  }

  private mutating func emitLast(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ opacity: Double,
    _ environment: PlanEnvironment
  ) {
    nodes[Int(index)].borderDraw = Int32(plan.draws.count)
    emitBorder(index, style, opacity, environment)
  }

  /// Emits the steps in `emitSteps` until none is left.
  private mutating func emitRest(_ tree: LayerTree) {
    while let last = emitSteps.indices.last {
      switch emitSteps[last] {
      case .sublayers(let sublayers, let environment):
        emitSublayers(last, sublayers, in: environment, tree)
      case .border(let index, let opacity, let environment):
        emitSteps.removeLast()
        let style = styles[nodes[Int(index)].style]
        emitLast(index, style, opacity, environments[Int(environment)])
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

  /// Emits contents and sublayers, clipped if the layer clips them.
  private mutating func emitClipped(
    _ index: Int32,
    _ style: LayerStylePointer,
    opacity: Double = 1,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    let node = nodes[Int(index)]
    let isLeaf = node.end == index + 1
    guard style.pointee.masksToBounds, !isLeaf || !node.parts.isDisjoint(with: .inside)
    else {
      emitInside(index, style, opacity: opacity, in: environment, tree)
      return
    }
    var inner = environments[Int(environment)]
    let isImage = isLeaf && node.parts.intersection(.inside) == .contents
    if isImage, !style.isCurved, emitMaskedContents(index, style, opacity, inner, tree) { return }
    let outer = inner
    inner.invalidatesGrouping = true
    switch clipDecision(index, style, outer) {
    case .nothing: return
    case .none: emitInside(index, style, opacity: opacity, in: addEnvironment(inner), tree)
    case .scissor(let pixels):
      inner.scissor = inner.scissor.intersection(pixels)
      inner.invalidatesGrouping = outer.invalidatesGrouping
      if inner.scissor.isEmpty { return }
      emitInside(index, style, opacity: opacity, in: addEnvironment(inner), tree)
    case .shape(let shape):
      inner.scissor = inner.scissor.intersection(shape.bounds)
      inner.clip = addClip(shape)
      emitInside(index, style, opacity: opacity, in: addEnvironment(inner), tree)
    case .curve(let pixels):
      emitCurvedClip(index, pixels, inner, opacity: inner.opacity * opacity)
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
      reason: reason,
      slot: slot
    )
    emitComposite(source, opacity: opacity, clip: clip, bounds: frame, slot: slot)
  }

  /// Emits contents and sublayers into a surface that shows through continuous corners.
  private mutating func emitCurvedClip(
    _ index: Int32,
    _ pixels: PixelRect,
    _ environment: PlanEnvironment,
    opacity: Double
  ) {
    let slot = nodes[Int(index)].slot
    let source = addSurface(
      SurfaceJob(node: index, content: .unclipped),
      frame: pixels,
      reason: .clipCurve,
      slot: slot
    )
    let mask = addSurface(
      SurfaceJob(node: index, content: .clipShape),
      frame: pixels,
      reason: .maskShape,
      slot: slot
    )
    emitComposite(
      source,
      opacity: opacity,
      clip: environment.clip,
      bounds: pixels,
      slot: slot,
      mask: mask
    )
  }

  /// Emits contents and sublayers as they are.
  private mutating func emitInside(
    _ index: Int32,
    _ style: LayerStylePointer,
    opacity: Double = 1,
    in environment: Int32,
    _ tree: LayerTree
  ) {
    emitContents(index, style, opacity, environments[Int(environment)], tree)
    emitPath(index, opacity, environments[Int(environment)])
    emitParticles(index, opacity, environments[Int(environment)], tree)
    if nodes[Int(index)].flags.contains(.cutting) {
      return emitPieces(index, in: environment, tree)
    }
    let sublayers = index + 1..<nodes[Int(index)].end
    if !sublayers.isEmpty { emitSteps.append(.sublayers(sublayers, environment: environment)) }
  }
}

extension ContextConfiguration {
  /// Premultiplied, within the range of 8 bits.
  fileprivate var clearColor: SIMD4<Float> { background.premultiplied(opacity: 1) }
}
