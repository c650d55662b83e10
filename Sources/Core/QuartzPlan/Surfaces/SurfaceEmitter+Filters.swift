// Filters of layers.
// Licensed under the MIT license; see LICENSE.
//
// A layer's filters are surfaces, each an effect of the one before:
//
//     the layer  ->  filter 1  ->  filter 2  ->  shown at the layer's place
//
// A filter that puts the picture before it together with images is a surface of draws:
//
//     the background, in it the picture instead where the mask says so

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
    let content: SurfaceJob.Content
    switch stage.work {
    case .effect: content = .effect
    case .join(let join):
      content = .join(Int32(joins.count), of: .none)
      joins.append(join)
    }
    let surface = writer.addSurface(
      SurfaceJob(node: layer.index, content: content, isCached: true),
      of: layer.node,
      frame: stage.frame,
      reason: reason,
      part: part
    )
    if case .effect(let effect) = stage.work {
      writer.plan.surfaces[surface].content = .effect(effect, of: -1)
    }
    return surface
  }

  // MARK: Joins

  /// Emits a picture and the images that a filter puts it together with.
  ///
  /// - Parameters:
  ///   - index: That of the filter in `joins`.
  ///   - source: The picture.
  mutating func emitJoin(_ index: Int32, of source: SurfaceIndex, _ layer: DrawnLayer) {
    let join = joins[Int(index)]
    if let background = join.background { writer.emitJoined(background, layer) }
    guard source != .none else { return }
    let scissor = layer.environment.scissor
    let area = writer.plan.surfaces[source].frame.intersection(scissor)
    // Layers in it do not see the background: that is no part of what lies behind them.
    let place = writer.surfaceJobs[source.position].place
    defer { writer.surfaceJobs[source.position].place = place }
    guard let cover = join.mask else {
      if !area.isEmpty { writer.emitComposite(source, of: layer, in: area, opacity: 1) }
      return
    }
    let covered = cover.frame.intersection(scissor)
    guard !covered.isEmpty else { return }
    let mask = addMask(index, covered, layer)
    let shown = area.intersection(covered)
    if join.background != nil {
      // Where there is nothing of the picture, nothing takes the place of the background.
      covered.forEachPart(outside: shown) {
        writer.emitComposite(mask, of: layer, in: $0, opacity: 1, blend: .destinationOut)
      }
    }
    guard !shown.isEmpty else { return }
    writer.emitComposite(
      source,
      of: layer,
      in: shown,
      opacity: 1,
      mask: mask,
      blend: join.background == nil ? .normal : .copy
    )
  }

  /// Adds the surface whose alpha says how much of a picture shows.
  private mutating func addMask(
    _ index: Int32,
    _ frame: PixelRect,
    _ layer: DrawnLayer
  ) -> SurfaceIndex {
    let part = writer.plan.surfaces[writer.filled.surface].part + SurfaceEmitter.maskPart
    let kernel = joins[Int(index)].maskKernel
    let result = kernel.map {
      addEffect(FilterStage(effect: .colorMatrix($0), frame: frame), layer, part: part)
    }
    let image = writer.addSurface(
      SurfaceJob(node: layer.index, content: .joinedMask(index), isCached: true),
      of: layer.node,
      frame: frame,
      reason: .filter,
      part: part + SurfaceEmitter.maskPart
    )
    guard let result else { return image }
    // Beyond the image it is black: nothing shows.
    writer.plan.surfaces[image].clearColor = SIMD4(0, 0, 0, 1)
    writer.connect(result, to: image)
    return result
  }

  /// Far from the parts of all other surfaces of filters.
  private static let maskPart: Int32 = 10_000

  /// Emits the image of a filter's mask.
  mutating func emitJoinedMask(_ index: Int32, _ layer: DrawnLayer) {
    if let mask = joins[Int(index)].mask { writer.emitJoined(mask, layer) }
  }
}

extension PixelRect {
  /// Calls a body with at most four rectangles: the pixels that are not in another one, which lies
  /// in this one or is empty.
  fileprivate func forEachPart(outside other: PixelRect, _ body: (PixelRect) -> Void) {
    guard !other.isEmpty else { return body(self) }
    let parts = (
      PixelRect(minX, minY, maxX, other.minY), PixelRect(minX, other.maxY, maxX, maxY),
      PixelRect(minX, other.minY, other.minX, other.maxY),
      PixelRect(other.maxX, other.minY, maxX, other.maxY)
    )
    if !parts.0.isEmpty { body(parts.0) }
    if !parts.1.isEmpty { body(parts.1) }
    if !parts.2.isEmpty { body(parts.2) }
    if !parts.3.isEmpty { body(parts.3) }
  }
}

extension DrawWriter {
  /// Makes a surface an effect of another one, or puts that together with images.
  mutating func connect(_ surface: SurfaceIndex, to source: SurfaceIndex) {
    if case .join(let join, _) = surfaceJobs[surface.position].content {
      surfaceJobs[surface.position].content = .join(join, of: source)
    }
    guard case .effect(let effect, _) = plan.surfaces[surface].content else { return }
    plan.surfaces[surface].content = .effect(effect, of: source.rawValue)
  }

  /// Emits an image of a filter.
  fileprivate mutating func emitJoined(_ image: PictureJoin.Image, _ layer: DrawnLayer) {
    let texels = PixelRect(width: image.frame.width, height: image.frame.height)
    let corner = (Double(image.frame.minX), Double(image.frame.minY))
    let map =
      image.isTurned
      ? Homography.scale(1, -1) * .translation(corner.0, Double(image.frame.maxY))
      : .translation(corner.0, corner.1)
    emitPicture(.image(imageIndex(image.id)), texels, map, opacity: 1, layer)
  }
}
