// Layers between an old state and a new one, and contents that fade into others.
// Licensed under the MIT license; see LICENSE.
//
// Both states are mixed in a surface of their own, which then lies over the pixels below. In a fade
// the opacities of the old and the new state add up to 1, and the two states are added. So the
// result equals a mix of the two whole pictures, whatever shows through them.

import QuartzMath
import QuartzModel

extension ResolvedTransition {
  /// The area in which pictures move, in the layer's space: its old and its new rectangle.
  func area(bounds: Rect) -> Rect {
    let old = snapshot.rect
    let (x, y) = (min(old.x, bounds.x), min(old.y, bounds.y))
    return Rect(x, y, max(old.maxX, bounds.maxX) - x, max(old.maxY, bounds.maxY) - y)
  }

  /// How far the old state and the new one are from their places, in the layer's space.
  ///
  /// The top is at the maximum y, as for gravities.
  func shifts(bounds: Rect) -> (old: SIMD2<Double>, new: SIMD2<Double>) {
    let area = area(bounds: bounds)
    // From where the new one comes, or where the old one is uncovered first.
    let side: SIMD2<Double> =
      switch subtype {
      case .fromLeft: SIMD2(-area.width, 0)
      case .fromRight: SIMD2(area.width, 0)
      case .fromTop: SIMD2(0, area.height)
      case .fromBottom: SIMD2(0, -area.height)
      }
    switch type {
    case .fade: return (.zero, .zero)
    case .moveIn: return (.zero, side * (1 - progress))
    case .push: return (-side * progress, side * (1 - progress))
    case .reveal: return (-side * progress, .zero)
    }
  }
}

extension PlanBuilder {
  /// The layer's space -> pixels, as it is without the transition.
  func restingWorld(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ transition: ResolvedTransition
  ) -> Homography {
    let shift = transition.shifts(bounds: style.pointee.bounds).new
    return .translation(-shift.x, -shift.y) * nodes[Int(index)].world
  }

  /// The pixels that a layer in a transition can touch.
  ///
  /// - Parameter new: Those that it touches where its new state is now.
  func transitionExtent(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ transition: ResolvedTransition,
    _ new: PixelRect
  ) -> PixelRect {
    let area = transition.area(bounds: style.pointee.bounds)
    let world = restingWorld(index, style, transition)
    let pixels = Shape(area, radii: .zero, world: world)?.bounds ?? .empty
    return transition.type == .fade ? pixels.union(new) : pixels
  }

  /// Emits a surface of a transition and shows it.
  private mutating func emitMixture(
    _ index: Int32,
    _ content: SurfaceJob.Content,
    in frame: PixelRect,
    opacity: Double,
    clip: Int32,
    part: Int32 = 0,
    blend: CompositingMode = .normal
  ) {
    let slot = nodes[Int(index)].slot
    let source = addSurface(
      SurfaceJob(node: index, content: content),
      frame: frame,
      reason: .transition,
      slot: slot,
      part: part
    )
    emitComposite(source, opacity: opacity, clip: clip, bounds: frame, slot: slot, blend: blend)
  }

  /// Emits a layer that is in a transition.
  mutating func emitTransition(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ extent: PixelRect,
    _ environment: PlanEnvironment
  ) {
    emitMixture(
      index,
      .transition,
      in: extent,
      opacity: environment.opacity,
      clip: environment.clip
    )
  }

  /// Emits both states into the transition's surface.
  mutating func emitTransitionStates(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ environment: PlanEnvironment
  ) {
    guard let transition = style.pointee.transition else { return }
    var inner = environment
    if transition.type != .fade {
      let area = transition.area(bounds: style.pointee.bounds)
      let world = restingWorld(index, style, transition)
      guard let shape = Shape(area, radii: .zero, world: world) else { return }
      if !shape.isPixelAligned { inner.clip = addClip(shape) }
      inner.scissor = inner.scissor.intersection(shape.bounds)
    }
    guard !inner.scissor.isEmpty else { return }
    if transition.type == .reveal { emitIncoming(index, transition, inner) }
    emitTransitionSnapshot(index, style, transition, inner)
    if transition.type != .reveal { emitIncoming(index, transition, inner) }
  }

  private mutating func emitIncoming(
    _ index: Int32,
    _ transition: ResolvedTransition,
    _ environment: PlanEnvironment
  ) {
    guard !styles[nodes[Int(index)].slot].pointee.isHidden else { return }
    let isFade = transition.type == .fade
    emitMixture(
      index,
      .incoming,
      in: environment.scissor,
      opacity: isFade ? transition.progress : 1,
      clip: environment.clip,
      part: 1,
      blend: isFade ? .plusLighter : .normal
    )
  }

  /// Emits the old state, where it is by now.
  private mutating func emitTransitionSnapshot(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ transition: ResolvedTransition,
    _ environment: PlanEnvironment
  ) {
    let snapshot = transition.snapshot
    let shift = transition.shifts(bounds: style.pointee.bounds).old
    let resting = restingWorld(index, style, transition)
    let (rect, size) = (snapshot.rect, snapshot.size)
    guard rect.width > 0, rect.height > 0, size.x > 0, size.y > 0 else { return }
    // From texels to the layer's space.
    var map = Homography.scale(rect.width / Double(size.x), rect.height / Double(size.y))
    if snapshot.isFlipped { map = map * .scale(1, -1) * .translation(0, rect.height) }
    map = map * .translation(rect.x + shift.x, rect.y + shift.y)
    emitPicture(
      .image(imageIndex(snapshot.image)),
      PixelRect(width: size.x, height: size.y),
      map * resting,
      transition.type == .fade ? 1 - transition.progress : 1,
      environment,
      slot: nodes[Int(index)].slot
    )
  }

  // MARK: Contents

  /// Emits contents that fade into others.
  mutating func emitFadingContents(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ opacity: Double,
    _ environment: PlanEnvironment
  ) {
    let frame = nodes[Int(index)].ownBounds.intersection(environment.scissor)
    guard !frame.isEmpty else { return }
    emitMixture(
      index,
      .fadingContents,
      in: frame,
      opacity: opacity * environment.opacity,
      clip: environment.clip,
      part: 2
    )
  }

  /// Emits the contents before and those after into their surface.
  mutating func emitBetweenContents(
    _ index: Int32,
    _ style: LayerStylePointer,
    _ environment: PlanEnvironment,
    _ tree: LayerTree
  ) {
    guard let (image, progress) = style.pointee.fadingContents else { return }
    if image != .none { emitContents(image, index, style, 1 - progress, environment, tree) }
    guard style.pointee.contents != .none else { return }
    emitMixture(
      index,
      .newContents,
      in: environment.scissor,
      opacity: progress,
      clip: -1,
      part: 3,
      blend: .plusLighter
    )
  }
}
