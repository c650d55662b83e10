// Layers between an old state and a new one, and contents that fade into others.
// Licensed under the MIT license; see LICENSE.
//
// Both states are mixed in a surface of their own, which then lies over the pixels below. In a fade
// the opacities of the old and the new state add up to 1, and the two states are added. So the
// result equals a mix of the two whole pictures, whatever shows through them.

import QuartzMath
import QuartzModel

extension DrawWriter {
  /// Emits a surface of a transition and shows it.
  @discardableResult
  private mutating func emitMixture(
    _ layer: DrawnLayer,
    _ content: SurfaceJob.Content,
    in frame: PixelRect,
    opacity: Double,
    part: Int32 = 0,
    blend: CompositingMode = .normal
  ) -> SurfaceIndex {
    let source = addSurface(
      SurfaceJob(node: layer.index, content: content),
      of: layer.node,
      frame: frame,
      reason: .transition,
      part: part
    )
    emitComposite(source, of: layer, in: frame, opacity: opacity, blend: blend)
    return source
  }

  /// Emits a layer that is in a transition without a filter.
  mutating func emitTransition(_ layer: DrawnLayer, _ extent: PixelRect) {
    emitMixture(
      layer,
      .transition,
      in: extent,
      opacity: layer.environment.opacity
    )
  }

  /// Emits both states into the transition's surface.
  mutating func emitTransitionStates(_ layer: DrawnLayer, _ tree: PlacedTree) {
    guard let transition = layer.style.pointee.transition else { return }
    var inner = layer
    if transition.type != .fade {
      let area = transition.area(bounds: layer.style.pointee.bounds)
      let world = transition.restingWorld(layer.style, layer.node.world)
      guard let shape = Shape(area, radii: .zero, world: world) else { return }
      // An old state that lies across the pixels of the new one keeps its soft edges.
      if shape.kind != .axis { inner.environment.clip = addClip(shape) }
      inner.environment.scissor = inner.environment.scissor.intersection(shape.bounds)
    }
    guard !inner.environment.scissor.isEmpty else { return }
    if transition.type == .reveal { emitRevealed(inner, transition, tree.styles) }
    emitTransitionSnapshot(inner, transition)
    if transition.type != .reveal { emitIncoming(inner, transition, tree.styles) }
  }

  /// Emits the new state where the old one is not any more, whatever shows through that.
  private mutating func emitRevealed(
    _ layer: DrawnLayer,
    _ transition: ResolvedTransition,
    _ styles: LayerStyleColumn
  ) {
    let world = transition.restingWorld(layer.style, layer.node.world)
    guard let area = transition.revealedArea(bounds: layer.style.pointee.bounds),
      let shape = Shape(area, radii: .zero, world: world)
    else { return }
    var inner = layer
    // Up to a pixel more, so that no edge shows through another.
    inner.environment.scissor = inner.environment.scissor.intersection(shape.bounds)
    emitIncoming(inner, transition, styles)
  }

  private mutating func emitIncoming(
    _ layer: DrawnLayer,
    _ transition: ResolvedTransition,
    _ styles: LayerStyleColumn
  ) {
    guard !styles[layer.node.slot].pointee.isHidden else { return }
    let isFade = transition.type == .fade
    let source = emitMixture(
      layer,
      .incoming,
      in: layer.environment.scissor,
      opacity: isFade ? transition.progress : 1,
      part: 1,
      blend: isFade ? .plusLighter : .normal
    )
    // The new state as it will be: in the place of both, above what lies below them.
    surfaceJobs[source.position].place = surfaceJobs[filled.surface.position].place
  }

  /// Emits both states of a transition with a filter, side by side, each as a whole.
  mutating func emitTransitionPair(_ layer: DrawnLayer, _ pair: ProgramPair, _ tree: PlacedTree) {
    guard var transition = layer.style.pointee.transition else { return }
    var new = layer
    new.environment.scissor = pair.target
    if !tree.styles[layer.node.slot].pointee.isHidden {
      emitMixture(new, .incoming, in: pair.target, opacity: 1, part: 1)
    }
    transition.progress = 0
    var old = layer
    old.environment.scissor = pair.other
    emitTransitionSnapshot(old, transition, offset: pair.offset)
  }

  /// Emits the old state, where it is by now.
  private mutating func emitTransitionSnapshot(
    _ layer: DrawnLayer,
    _ transition: ResolvedTransition,
    offset: SIMD2<Int32> = .zero
  ) {
    let snapshot = transition.snapshot
    guard snapshot.size.x > 0, snapshot.size.y > 0 else { return }
    let size = PixelRect(width: snapshot.size.x, height: snapshot.size.y)
    let world =
      transition.oldWorld(layer.style, layer.node.world)
      * .translation(Double(offset.x), Double(offset.y))
    let opacity = transition.type == .fade ? 1 - transition.progress : 1
    emitPicture(
      .image(sharedImageIndex(snapshot.image)),
      size,
      world.withoutRounding(in: size),
      tint: layer.instance?.tint ?? .one,
      opacity: opacity * Double(layer.node.outerOpacity),
      layer
    )
  }

  // MARK: Contents

  /// Emits contents that fade into others.
  mutating func emitFadingContents(_ layer: DrawnLayer) {
    let frame = layer.node.ownBounds.intersection(layer.environment.scissor)
    guard !frame.isEmpty else { return }
    emitMixture(
      layer,
      .fadingContents,
      in: frame,
      opacity: layer.totalOpacity,
      part: 2
    )
  }

  /// Emits the contents before and those after into their surface.
  mutating func emitBetweenContents(_ layer: DrawnLayer, _ images: Images) {
    guard let (image, progress) = layer.style.pointee.fadingContents else { return }
    var old = layer
    old.opacity = 1 - progress
    if image != .none { emitContents(image, old, images) }
    guard layer.style.pointee.contents != .none else { return }
    emitMixture(
      layer,
      .newContents,
      in: layer.environment.scissor,
      opacity: progress,
      part: 3,
      blend: .plusLighter
    )
  }
}
