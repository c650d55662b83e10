// Filters of layers, and of what lies behind them.
// Licensed under the MIT license; see LICENSE.
//
// A layer's filters are surfaces, each an effect of the one before:
//
//     the layer  ->  filter 1  ->  filter 2  ->  shown at the layer's place
//
// The pixels behind a layer are captured by a surface that shows once more the draws that are in
// the layer's surface already. It has only the pixels that the filters need, and is cached like any
// other, so that what stands still behind a layer costs nothing.
//
//     capture  ->  mirrored edges  ->  filters  ->  shown in the layer's shape, below the layer

import QuartzMath
import QuartzModel

/// A surface that is being filled, and its first draw.
struct FilledSurface {
  var surface: SurfaceIndex
  var firstDraw: Int32
}

/// Names a capture that backdrop layers have in common.
struct CaptureKey: Hashable {
  var surface: SurfaceIndex
  var group: String
}

extension SurfaceEmitter {
  /// Emits a layer's body through its filters.
  mutating func emitFiltered(_ layer: DrawnLayer, _ tree: PlacedTree) {
    guard layer.node.flags.contains(.filtered),
      let chain = tree.nodes.filterChains[layer.index], !chain.stages.isEmpty
    else { return emitBody(layer, tree) }
    let bounds = chain.frame.intersection(layer.environment.scissor)
    guard !bounds.isEmpty else { return }
    let result = addEffects(chain.stages, layer, part: 0)
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
  /// - Returns: The surfaces of the first filter, which has no source yet, and of the last one.
  private mutating func addEffects(
    _ stages: ContiguousArray<FilterStage>,
    _ layer: DrawnLayer,
    part: Int32
  ) -> (first: SurfaceIndex, last: SurfaceIndex) {
    var (first, last) = (SurfaceIndex.none, SurfaceIndex.none)
    for index in stages.indices.reversed() {
      let surface = writer.addSurface(
        SurfaceJob(node: layer.index, content: .effect, isCached: true),
        of: layer.node,
        frame: stages[index].frame,
        reason: .filter,
        part: part + Int32(index)
      )
      writer.plan.surfaces[surface].content = .effect(stages[index].effect, of: -1)
      if first != .none { writer.connect(first, to: surface) } else { last = surface }
      first = surface
    }
    return (first, last)
  }

  // MARK: What lies behind

  /// The first `part` of the filters of what lies behind: a layer may have both kinds.
  private static let backdropPart: Int32 = 1000

  /// Emits what lies behind a layer, filtered, in the layer's shape.
  mutating func emitBackdrop(_ layer: DrawnLayer, _ tree: PlacedTree) {
    guard let filters = layer.style.backdropFilters else { return }
    let environment = layer.environment
    let surface = writer.plan.surfaces[filled.surface].frame
    let world = tree.nodes.outerWorld(layer.index)
    let bounds = layer.style.pointee.bounds
    let shape = Shape(shown: bounds, radii: layer.style.radii, world: world)
    let region = shape.bounds.intersection(environment.scissor).intersection(surface)
    guard !region.isEmpty else { return }
    let place = FilterPlace(
      scale: world.pixelScale(in: bounds),
      bounds: shape.bounds,
      limit: writer.output.largestSurface(around: region)
    )
    let backdrop = Backdrop(layer.style, region, in: surface, place, tree.layers.images, filters)
    guard let backdrop else { return }
    let result = addEffects(backdrop.stages, layer, part: SurfaceEmitter.backdropPart)
    let capture = capture(backdrop.capture, layer)
    writer.connect(result.first, to: capture)
    // The mask of a layer with a picture of its own is in that picture's space.
    let hasMask = layer.node.mask != .none && layer.node.raster == .none
    let mask = hasMask ? addMask(layer.node.mask, in: region, tree) : .none
    var source = result.last
    var shown = layer
    if !shape.covers(region) {
      if environment.clip >= 0 {
        source = writer.addSurface(
          SurfaceJob(node: layer.index, content: .backdrop(result.last)),
          of: layer.node,
          frame: region,
          reason: .nestedClip,
          part: SurfaceEmitter.backdropPart
        )
      } else {
        shown.environment.clip = writer.addClip(shape)
      }
    }
    writer.emitComposite(
      source,
      of: shown,
      in: region,
      opacity: layer.node.opacity * environment.opacity,
      mask: mask
    )
  }

  /// Emits the filtered pixels behind a layer in its shape, into a surface of their own.
  mutating func emitClippedBackdrop(
    _ surface: SurfaceIndex,
    _ layer: DrawnLayer,
    _ tree: PlacedTree
  ) {
    let bounds = layer.style.pointee.bounds
    let world = tree.nodes.outerWorld(layer.index)
    let shape = Shape(shown: bounds, radii: layer.style.radii, world: world)
    var clipped = layer
    clipped.environment.clip = writer.addClip(shape)
    writer.emitComposite(surface, of: clipped, in: layer.environment.scissor, opacity: 1)
  }

  /// The surface that captures what the filled surface shows so far.
  private mutating func capture(_ frame: PixelRect, _ layer: DrawnLayer) -> SurfaceIndex {
    var key: CaptureKey?
    if layer.style.pointee.layerClass == .backdrop, let group = layer.style.pointee.backdropGroup {
      key = CaptureKey(surface: filled.surface, group: group)
    }
    if let key, let capture = captures[key] {
      let common = writer.plan.surfaces[capture].frame.union(frame)
      writer.plan.surfaces[capture].frame = common
      return capture
    }
    let capture = writer.addSurface(
      SurfaceJob(node: layer.index, content: .capture, isCached: true),
      of: layer.node,
      frame: frame,
      reason: .backdrop
    )
    let filledSurface = writer.plan.surfaces[filled.surface]
    writer.plan.surfaces[capture].clearColor = filledSurface.clearColor
    writer.plan.surfaces[capture].draws =
      filled.firstDraw..<Int32(writer.plan.draws.count)
    writer.hasCaptures = true
    if let key { captures[key] = capture }
    return capture
  }
}

/// The pixels behind a layer and what becomes of them.
private struct Backdrop {
  /// The pixels to capture.
  let capture: PixelRect
  let stages: ContiguousArray<FilterStage>

  /// - Parameters:
  ///   - region: The pixels that show.
  ///   - surface: All pixels that there are.
  /// - Returns: Nil if the filters do nothing.
  init?(
    _ style: LayerStylePointer,
    _ region: PixelRect,
    in surface: PixelRect,
    _ place: FilterPlace,
    _ images: [ImageID: PixelBuffer],
    _ filters: FilterList
  ) {
    let around = FilterChain(filters.filters, of: region, in: place, images)
    guard !around.stages.isEmpty else { return nil }
    // Blurs read a third more than shows of them.
    func reach(_ length: Int32) -> Int32 { max(length, 0) &+ max(length, 0) / 3 &+ 1 }
    let frame = around.frame
    let wanted = PixelRect(
      region.minX &- reach(region.minX &- frame.minX),
      region.minY &- reach(region.minY &- frame.minY),
      region.maxX &+ reach(frame.maxX &- region.maxX),
      region.maxY &+ reach(frame.maxY &- region.maxY)
    ).intersection(place.limit)
    if style.pointee.layerClass == .backdrop {
      // A backdrop layer knows its own pixels alone, with `bleedAmount` around them.
      let bleed = style.pointee.backdropBleed * place.scale
      let margin = Int32(min(max(bleed, 0), 4096).rounded(.up))
      capture = region.grown(margin, margin).intersection(surface)
    } else {
      capture = wanted.intersection(surface)
    }
    var stages: ContiguousArray<FilterStage> = []
    if frame != region, !capture.contains(wanted) {
      stages.append(FilterStage(effect: .mirror(capture), frame: wanted))
    }
    let source = stages.last?.frame ?? capture
    stages += FilterChain(filters.filters, of: source, in: place, images).stages
    self.stages = stages
  }
}

extension DrawWriter {
  /// Makes a surface an effect of another one.
  mutating func connect(_ surface: SurfaceIndex, to source: SurfaceIndex) {
    guard case .effect(let effect, _) = plan.surfaces[surface].content else { return }
    plan.surfaces[surface].content = .effect(effect, of: source.rawValue)
  }
}
