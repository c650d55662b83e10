// From nodes to surfaces: which draws go where, in which order.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// A pending step of drawing into a surface.
///
/// A client may nest layers to any depth, so the steps are not on the thread's stack.
enum EmitStep {
  /// Sublayers, by their nodes.
  case sublayers(Range<NodeIndex>, environment: EnvironmentIndex)
  /// The border of a layer, over its sublayers, and its particles.
  case last(NodeIndex, opacity: Double, environment: EnvironmentIndex)
  /// Pieces of sublayers that cut each other.
  case pieces(Range<Int>, parent: NodeIndex, environment: EnvironmentIndex, surfaces: CutSurfaces)
}

/// Walks the nodes, and decides which surfaces there are and what is drawn into each, in which
/// order.
///
/// That is the second part of a plan. The draws themselves are written by `DrawWriter`.
struct SurfaceEmitter: ~Copyable {
  var writer: DrawWriter
  var environments: ContiguousArray<PlanEnvironment> = []
  // Index i is node i.
  var nodeDraws: ContiguousArray<NodeDraws> = []
  /// The draws of some runs, in ascending order.
  var drawnRuns: ContiguousArray<DrawnRun> = []
  /// The surfaces that backdrop layers of a group have in common.
  var captures: [CaptureKey: SurfaceIndex] = [:]
  // The filters that put pictures together with images, of surfaces that are still to be filled.
  var joins: ContiguousArray<PictureJoin> = []
  // The parts that a layer in groups sees, from its own group outwards.
  var seenParts: ContiguousArray<SeenPart> = []
  // The pending steps of the surface that is being filled; the last is the next one to take.
  var emitSteps: ContiguousArray<EmitStep> = []

  let filters: FilterStore

  init(output: PlanOutput, meter: FrameMeter, filters: FilterStore) {
    writer = DrawWriter(output: output, meter: meter)
    self.filters = filters
  }

  /// Fills the plan from the nodes.
  mutating func emitSurfaces(_ tree: PlacedTree) {
    environments.removeAll(keepingCapacity: true)
    nodeDraws.removeAll(keepingCapacity: true)
    nodeDraws.append(contentsOf: repeatElement(NodeDraws(), count: tree.nodes.nodes.count))
    drawnRuns.removeAll(keepingCapacity: true)
    emitSteps.removeAll(keepingCapacity: true)
    captures.removeAll(keepingCapacity: true)
    joins.removeAll(keepingCapacity: true)
    writer.hasCaptures = false
    writer.addOutput()
    var index = 0
    while index < writer.surfaceJobs.count, !writer.meter.isSpent {
      emitSurface(index, tree)
      index += 1
    }
    if !writer.meter.isSpent { writer.sortSurfaces() }
  }

  /// Emits a node of the output and all below it once more, behind all draws and surfaces that
  /// there are.
  mutating func emitAgain(
    _ node: NodeIndex,
    in environment: EnvironmentIndex,
    _ tree: PlacedTree
  ) {
    joins.removeAll(keepingCapacity: true)
    var surface = writer.plan.surfaces.count
    let output = SurfaceIndex(Int32(surface) - 1)
    writer.filled = FilledSurface(surface: output, firstDraw: Int32(writer.plan.draws.count))
    emit(node, in: environment, tree)
    emitRest(tree)
    while surface < writer.surfaceJobs.count, !writer.meter.isSpent {
      emitSurface(surface, tree)
      surface += 1
    }
  }

  /// Notes that a node of the output has more draws than it had, or fewer.
  ///
  /// - Parameters:
  ///   - start: The first draw behind those that it had.
  ///   - distance: How much further back that is now.
  mutating func moveDraws(
    behind node: NodeIndex,
    _ table: borrowing NodeTable,
    from start: Int32,
    by distance: Int32
  ) {
    guard distance != 0, let output = writer.plan.surfaces.indices.last else { return }
    for index in writer.plan.surfaces.indices {
      let draws = writer.plan.surfaces[index].draws
      if index == output {
        writer.plan.surfaces[index].draws = draws.lowerBound..<draws.upperBound + distance
      } else if draws.lowerBound >= start {
        writer.plan.surfaces[index].draws =
          draws.lowerBound + distance..<draws.upperBound + distance
      }
    }
    for index in nodeDraws.indices {
      // Of the nodes before it, those around it have their borders after its particles.
      guard index > node.position || index < node.position && table.nodes[index].end > node else {
        continue
      }
      if nodeDraws[index].start >= start { nodeDraws[index].start += distance }
      if nodeDraws[index].first >= start { nodeDraws[index].first += distance }
      if nodeDraws[index].border >= start { nodeDraws[index].border += distance }
    }
    for index in drawnRuns.indices where drawnRuns[index].draws.lowerBound >= start {
      let draws = drawnRuns[index].draws
      drawnRuns[index].draws = draws.lowerBound + distance..<draws.upperBound + distance
    }
  }

  private mutating func emitSurface(_ index: Int, _ tree: PlacedTree) {
    let job = writer.surfaceJobs[index]
    // A capture has its draws already.
    if case .capture = job.content { return }
    let start = Int32(writer.plan.draws.count)
    writer.filled = FilledSurface(surface: SurfaceIndex(Int32(index)), firstDraw: start)
    let isOutput = index == 0
    let environment = addEnvironment(
      PlanEnvironment(scissor: writer.plan.surfaces[index].frame, invalidatesGrouping: !isOutput)
    )
    if !tree.nodes.nodes.isEmpty {
      emit(job, in: environment, tree)
      emitRest(tree)
    }
    writer.plan.surfaces[index].draws = start..<Int32(writer.plan.draws.count)
  }

  /// Emits what a surface shows of its layer; `emitRest` emits the layers below it.
  private mutating func emit(
    _ job: SurfaceJob,
    in environment: EnvironmentIndex,
    _ tree: PlacedTree
  ) {
    let layer = drawnLayer(job.node, in: environment, tree)
    switch job.content {
    case .root, .whole: emit(job.node, in: environment, tree)
    case .layer: emitShadowed(layer, tree)
    case .body: emitFiltered(layer, tree)
    case .unfiltered: emitBody(layer, tree)
    case .clipped(let part): emitClipped(part, layer, tree)
    case .unclipped(let part): emitInside(part, layer, tree)
    case .raster: emitIntoRaster(layer, tree)
    case .picture: writer.emitRaster(layer, tree)
    case .clipShape: writer.emitCurvedBackground(layer, .one)
    case .sum: writer.emitParticles(layer, tree)
    case .gradient: writer.emitWholeGradient(layer, tree)
    case .pattern: writer.emitPatternPicture(layer, tree.layers.images)
    case .patternOf(let part): writer.emitPattern(of: part, layer, tree)
    case .shapeOf(.border): writer.emitBorder(layer, .one)
    case .shapeOf(let part): writer.emitOutline(part, layer, .one, tree)
    case .transition: writer.emitTransitionStates(layer, tree)
    case .pair(let pair): writer.emitTransitionPair(layer, pair, tree)
    case .incoming: emitEffects(layer, tree, isIncoming: true)
    case .fadingContents: writer.emitBetweenContents(layer, tree.layers.images)
    case .newContents: writer.emitContents(layer.style.pointee.contents, layer, tree.layers.images)
    case .piece(let piece): writer.emitPiece(piece, layer.environment, tree)
    case .backdrop(let surface): emitClippedBackdrop(surface, layer, tree)
    case .backdropShape: emitBackdropShape(layer, tree)
    case .seen(let part): emitSeen(part, layer)
    case .join(let index, let source): emitJoin(index, of: source, layer)
    case .joinedMask(let index): emitJoinedMask(index, layer)
    case .effect, .capture: break
    }
  }

  // MARK: Layers

  /// A node in surroundings, at full opacity.
  @inline(__always)
  func drawnLayer(
    _ index: NodeIndex,
    in environment: EnvironmentIndex,
    _ tree: PlacedTree
  ) -> DrawnLayer {
    DrawnLayer(
      index,
      of: tree.nodes,
      tree.styles,
      in: environments[environment],
      environmentIndex: environment,
      on: writer.output
    )
  }

  /// A layer in other surroundings, which those below it can have, too.
  mutating func surround(_ layer: DrawnLayer, by environment: PlanEnvironment) -> DrawnLayer {
    var layer = layer
    layer.environment = environment
    layer.environmentIndex = addEnvironment(environment)
    return layer
  }

  mutating func addEnvironment(_ environment: PlanEnvironment) -> EnvironmentIndex {
    environments.add(environment)
  }

  /// Emits a layer; `emitRest` emits the layers below it.
  mutating func emit(_ index: NodeIndex, in environment: EnvironmentIndex, _ tree: PlacedTree) {
    if tree.nodes[index].flags.contains(.skipped) || writer.meter.isSpent { return }
    // The placer counted each layer once.
    if nodeDraws[index.position].environment != .none,
      !writer.meter.spend(1, of: .layers, for: tree.nodes[index].slot)
    {
      return
    }
    nodeDraws[index.position].environment = environment
    nodeDraws[index.position].start = Int32(writer.plan.draws.count)
    let layer = drawnLayer(index, in: environment, tree)
    if layer.node.run >= 0 { return emitRun(layer, tree) }
    if layer.node.flags.contains(.effects) { return emitEffects(layer, tree) }
    emitPlain(layer, tree)
  }

  /// Emits a layer without effects.
  @inline(__always)
  private mutating func emitPlain(_ layer: DrawnLayer, _ tree: PlacedTree) {
    let ownOpacity = layer.node.opacity
    guard ownOpacity < 1, !(layer.isLeaf && layer.node.parts.count <= 1) else {
      var folded = layer
      folded.opacity = ownOpacity
      return emitBody(folded, tree)
    }
    var inner = layer.environment
    let rects = tree.nodes.drawnRects(layer.index, within: inner.scissor, withFrame: true)
    guard needsOpacityGroup(layer, rects) else {
      inner.opacity *= ownOpacity
      inner.invalidatesGrouping = true
      return emitBody(surround(layer, by: inner), tree)
    }
    if rects.union.isEmpty { return }
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: .layer),
      of: layer.node,
      frame: rects.union,
      reason: .groupOpacity
    )
    writer.emitComposite(source, of: layer, in: rects.union, opacity: ownOpacity * inner.opacity)
  }

  /// Emits background, contents, sublayers, border and particles.
  ///
  /// The sublayers and the parts after them are left for later.
  mutating func emitBody(_ layer: DrawnLayer, _ tree: PlacedTree) {
    nodeDraws[layer.index.position].first = Int32(writer.plan.draws.count)
    writer.emitBackground(layer, tree.layers.images)
    writer.emitGradient(layer, tree)
    let isLeaf = layer.isLeaf
    // The border and the particles come once the sublayers are drawn.
    if !isLeaf {
      let step = EmitStep.last(
        layer.index,
        opacity: layer.opacity,
        environment: layer.environmentIndex
      )
      emitSteps.append(step)
    }
    emitClipped(.inside, layer, tree)
    if isLeaf { emitLast(layer, tree) }
  }

  private mutating func emitLast(_ layer: DrawnLayer, _ tree: PlacedTree) {
    nodeDraws[layer.index.position].border = Int32(writer.plan.draws.count)
    writer.emitBorder(layer)
    if layer.node.parts.contains(.particles) { emitClipped(.particles, layer, tree) }
  }

  /// Emits the steps in `emitSteps` until none is left.
  private mutating func emitRest(_ tree: PlacedTree) {
    while let step = emitSteps.popLast() {
      switch step {
      case .sublayers(let sublayers, let environment):
        emitSublayers(sublayers, in: environment, tree)
      case .last(let index, let opacity, let environment):
        var layer = drawnLayer(index, in: environment, tree)
        layer.opacity = opacity
        emitLast(layer, tree)
      case .pieces(let pieces, let parent, let environment, let surfaces):
        emitFirst(pieces, parent: parent, in: environment, surfaces, tree)
      }
    }
  }

  /// Emits sublayers up to one that has some itself, and leaves the others for later.
  ///
  /// Each step is taken from `emitSteps` before its layers add theirs, and begins behind the layers
  /// that it emits. So there are no more steps than nodes, whatever a layer adds.
  private mutating func emitSublayers(
    _ sublayers: Range<NodeIndex>,
    in environment: EnvironmentIndex,
    _ tree: PlacedTree
  ) {
    var child = sublayers.lowerBound
    while child < sublayers.upperBound {
      let next = tree.nodes[child].end
      if !tree.nodes.isLeaf(child), next < sublayers.upperBound {
        emitSteps.append(.sublayers(next..<sublayers.upperBound, environment: environment))
      }
      emit(child, in: environment, tree)
      if !tree.nodes.isLeaf(child) { return }
      child = next
    }
  }

  // MARK: Contents and sublayers

  /// Emits contents and sublayers, or particles, clipped if the layer clips them.
  private mutating func emitClipped(_ part: ClippedPart, _ layer: DrawnLayer, _ tree: PlacedTree) {
    let parts = layer.node.parts.intersection(.inside).subtracting(.particles)
    let isLeaf = layer.isLeaf
    let hasInside = part == .particles || !isLeaf || !parts.isEmpty
    guard layer.style.pointee.masksToBounds, hasInside else { return emitInside(part, layer, tree) }
    let isImage = isLeaf && parts == .contents && part == .inside
    if isImage, !layer.style.isCurved, writer.emitMaskedContents(layer, tree.layers.images) {
      return
    }
    let outer = layer.environment
    var inner = outer
    inner.invalidatesGrouping = true
    switch clipDecision(layer, tree.nodes) {
    case .nothing: return
    case .none: emitInside(part, surround(layer, by: inner), tree)
    case .scissor(let pixels):
      inner.scissor = inner.scissor.intersection(pixels)
      inner.invalidatesGrouping = outer.invalidatesGrouping
      if inner.scissor.isEmpty { return }
      emitInside(part, surround(layer, by: inner), tree)
    case .shape(let shape):
      inner.scissor = inner.scissor.intersection(shape.bounds)
      inner.clip = writer.addClip(shape)
      emitInside(part, surround(layer, by: inner), tree)
    case .curve(let pixels): emitCurvedClip(part, layer, pixels)
    case .surface(let shape):
      inner.scissor = inner.scissor.intersection(shape.bounds)
      inner.clip = writer.addClip(shape)
      var clipped = layer
      clipped.environment = inner
      emitClipSurface(clipped, .unclipped(part), .clipEdge, tree)
    case .nested: emitClipSurface(layer, .clipped(part), .nestedClip, tree)
    }
  }

  /// Emits what is clipped into a surface, which is shown in the layer's surroundings.
  private mutating func emitClipSurface(
    _ layer: DrawnLayer,
    _ content: SurfaceJob.Content,
    _ reason: SurfaceReason,
    _ tree: PlacedTree
  ) {
    let scissor = layer.environment.scissor
    let frame = tree.nodes.drawnRects(layer.index, within: scissor, withFrame: false).union
    if frame.isEmpty { return }
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: content),
      of: layer.node,
      frame: frame,
      reason: reason
    )
    writer.emitComposite(source, of: layer, in: frame, opacity: layer.totalOpacity)
  }

  /// Emits what is clipped into a surface that shows through continuous corners.
  private mutating func emitCurvedClip(
    _ part: ClippedPart,
    _ layer: DrawnLayer,
    _ pixels: PixelRect
  ) {
    let source = writer.addSurface(
      SurfaceJob(node: layer.index, content: .unclipped(part)),
      of: layer.node,
      frame: pixels,
      reason: .clipCurve
    )
    let mask = writer.addSurface(
      SurfaceJob(node: layer.index, content: .clipShape),
      of: layer.node,
      frame: pixels,
      reason: .maskShape
    )
    writer.emitComposite(source, of: layer, in: pixels, opacity: layer.totalOpacity, mask: mask)
  }

  /// Emits contents and sublayers, or particles, as they are.
  private mutating func emitInside(_ part: ClippedPart, _ layer: DrawnLayer, _ tree: PlacedTree) {
    if part == .particles { return emitParticles(layer, tree) }
    writer.emitContents(layer, tree.layers.images)
    writer.emitPath(layer, tree)
    if layer.node.flags.contains(.cutting) { return emitPieces(layer, tree) }
    let sublayers = layer.index.next..<layer.node.end
    if !sublayers.isEmpty {
      emitSteps.append(.sublayers(sublayers, environment: layer.environmentIndex))
    }
  }
}
