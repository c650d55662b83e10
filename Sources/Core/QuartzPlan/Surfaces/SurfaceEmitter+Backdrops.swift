// Filters of what lies behind layers.
// Licensed under the MIT license; see LICENSE.
//
// The pixels behind a layer are captured by a surface that shows once more the draws that are in
// the layer's surface already. It has only the pixels that the filters need, and is cached like any
// other, so that what stands still behind a layer costs nothing.
//
//     capture  ->  mirrored edges  ->  filters  ->  shown in the layer's shape, below the layer
//
// A capture of a lower resolution is made smaller before the filters and larger after them.

import QuartzMath
import QuartzModel

/// Names a capture that backdrop layers have in common.
struct CaptureKey: Hashable {
  var surface: SurfaceIndex
  var group: String
}

/// The pixels that lie behind a layer, in the resolution in which they are filtered.
private struct BackdropArea {
  /// That resolution, as a part of the surface's.
  let scale: Double
  /// The pixels that show, with those that their edges are mixed with.
  let region: PixelRect
  /// The pixels that show alone.
  let own: PixelRect
  /// All pixels that there are.
  let surface: PixelRect
  /// The layer's bounds.
  let bounds: PixelRect

  private static let smallestScale = 1.0 / 64

  init(_ layer: DrawnLayer, region: PixelRect, surface: PixelRect, bounds: PixelRect) {
    let isBackdrop = layer.style.pointee.layerClass == .backdrop
    let wanted = isBackdrop ? max(layer.style.pointee.backdropScale, Self.smallestScale) : 1
    guard wanted < 1, !surface.scaledWithin(wanted).isEmpty else {
      (scale, self.region, own, self.surface, self.bounds) = (1, region, region, surface, bounds)
      return
    }
    scale = wanted
    self.surface = surface.scaledWithin(wanted)
    own = region.scaledAround(wanted).intersection(self.surface)
    self.region = own.grown(1, 1)
    self.bounds = bounds.scaledAround(wanted)
  }
}

/// The pixels behind a layer and what becomes of them.
private struct Backdrop {
  /// The pixels to capture, in the resolution in which they are filtered.
  let capture: PixelRect
  /// The mirrored edges of the capture, if the filters read beyond it.
  let mirror: FilterStage?
  let chain: FilterChain
}

extension SurfaceEmitter {
  /// The first `part` of the filters of what lies behind: a layer may have both kinds.
  private static let backdropPart: Int32 = 1000

  /// Emits what lies behind a layer, filtered, in the layer's shape.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - tree: The layers of the plan.
  ///   - share: The part of the filtered pixels in 0...1; the rest is what was there.
  mutating func emitBackdrop(_ layer: DrawnLayer, _ tree: PlacedTree, share: Double = 1) {
    guard let filters = layer.style.backdropFilters else { return }
    let environment = layer.environment
    let surface = writer.plan.surfaces[filled.surface].frame
    let world = tree.nodes.outerWorld(layer.index)
    let bounds = layer.style.pointee.bounds
    let shape = Shape(shown: bounds, radii: layer.style.radii, world: world)
    let region = shape.bounds.intersection(environment.scissor).intersection(surface)
    guard !region.isEmpty else { return }
    let area = BackdropArea(layer, region: region, surface: surface, bounds: shape.bounds)
    let target = LoweringTarget(
      scale: world.pixelScale(in: bounds) * area.scale,
      bounds: area.bounds,
      limit: writer.output.largestSurface(around: area.region),
      isTurned: layer.node.flags.isTurned(in: world)
    )
    guard let backdrop = backdrop(layer, area, target, filters) else { return }
    let result = filtered(backdrop, area, region, layer)
    // The mask of a layer with a picture of its own is in that picture's space.
    let hasMask = layer.node.mask != .none && layer.node.raster == .none
    let mask = hasMask ? addMask(layer.node.mask, in: region, tree) : .none
    var source = result
    var shown = layer
    if !shape.covers(region) {
      if environment.clip >= 0 {
        source = addBackdropSurface(.backdrop(result), layer, region, .nestedClip, part: 0)
      } else {
        shown.environment.clip = writer.addClip(shape)
      }
    }
    let opacity = layer.node.opacity * environment.opacity * share
    let isOpaque = isOpaque(in: region)
    if !isOpaque {
      // The pixels that were there go, and do not show through.
      let hole = addBackdropSurface(.backdropShape, layer, region, .maskShape, part: 1)
      writer.emitComposite(
        hole,
        of: layer,
        in: region,
        opacity: opacity,
        mask: mask,
        blend: .destinationOut
      )
    }
    writer.emitComposite(
      source,
      of: shown,
      in: region,
      opacity: opacity,
      mask: mask,
      blend: isOpaque ? .normal : .plusLighter
    )
  }

  /// Adds the surfaces from the capture to the filtered pixels, in the resolution of the surface
  /// that shows them.
  private mutating func filtered(
    _ backdrop: Backdrop,
    _ area: BackdropArea,
    _ region: PixelRect,
    _ layer: DrawnLayer
  ) -> SurfaceIndex {
    let result = addEffects(
      backdrop.chain,
      after: backdrop.mirror,
      layer,
      part: SurfaceEmitter.backdropPart
    )
    guard area.scale < 1 else {
      writer.connect(result.first, to: capture(backdrop.capture, layer))
      return result.last
    }
    let surface = writer.plan.surfaces[filled.surface].frame
    let whole = backdrop.capture.scaledAround(1 / area.scale).intersection(surface)
    let captured = capture(whole, layer)
    let small = writer.addSurface(
      SurfaceJob(node: layer.index, content: .scaled(captured, area.scale), isCached: true),
      of: layer.node,
      frame: backdrop.capture,
      reason: .backdrop,
      part: SurfaceEmitter.backdropPart
    )
    for index in [result.last, small, captured] { writer.plan.surfaces[index].isSeparate = true }
    writer.connect(result.first, to: small)
    let enlarged = SurfaceJob.Content.scaled(result.last, 1 / area.scale)
    return addBackdropSurface(enlarged, layer, region, .backdrop, part: 2)
  }

  private mutating func addBackdropSurface(
    _ content: SurfaceJob.Content,
    _ layer: DrawnLayer,
    _ frame: PixelRect,
    _ reason: SurfaceReason,
    part: Int32
  ) -> SurfaceIndex {
    writer.addSurface(
      SurfaceJob(node: layer.index, content: content),
      of: layer.node,
      frame: frame,
      reason: reason,
      part: SurfaceEmitter.backdropPart + part
    )
  }

  /// Whether the filled surface is known to be opaque so far in a rectangle.
  private func isOpaque(in region: PixelRect) -> Bool {
    if writer.plan.surfaces[filled.surface].clearColor.w >= 1 { return true }
    var isOpaque = false
    for draw in writer.plan.draws[Int(filled.firstDraw)...] {
      if draw.blend.erases {
        isOpaque = false
      } else if draw.flags.contains([.opaque, .covers]), draw.bounds.contains(region) {
        isOpaque = draw.blend == .normal
      }
    }
    return isOpaque
  }

  /// Emits the shape in which a layer shows what lies behind it.
  mutating func emitBackdropShape(_ layer: DrawnLayer, _ tree: PlacedTree) {
    let bounds = layer.style.pointee.bounds
    let world = tree.nodes.outerWorld(layer.index)
    let shape = Shape(shown: bounds, radii: layer.style.radii, world: world)
    writer.appendSolid(shape, .one, layer.environment, slot: layer.node.slot)
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
    let draws = filled.firstDraw..<Int32(writer.plan.draws.count)
    writer.plan.surfaces[capture].draws = draws
    // They are looked at once more, for each capture.
    writer.meter.spend(
      draws.count * FrameCosts.pixelsOfCapturedDraw,
      of: .pixels,
      for: layer.node.slot
    )
    writer.hasCaptures = true
    if let key { captures[key] = capture }
    return capture
  }

  /// - Returns: Nil if the filters do nothing.
  private func backdrop(
    _ layer: DrawnLayer,
    _ area: BackdropArea,
    _ target: LoweringTarget,
    _ list: FilterList
  ) -> Backdrop? {
    let region = area.region
    var key = FilterStore.Key(slot: layer.node.slot, instance: layer.node.instance, use: .behind)
    let behind = filters.chain(list, of: region, in: target, for: key)
    guard !behind.stages.isEmpty else { return nil }
    // Blurs read a third more than shows of them.
    func reach(_ length: Int32) -> Int32 { max(length, 0) &+ max(length, 0) / 3 &+ 1 }
    let frame = behind.frame
    let wanted = PixelRect(
      region.minX &- reach(region.minX &- frame.minX),
      region.minY &- reach(region.minY &- frame.minY),
      region.maxX &+ reach(frame.maxX &- region.maxX),
      region.maxY &+ reach(frame.maxY &- region.maxY)
    ).intersection(target.limit)
    var capture = wanted.intersection(area.surface)
    if layer.style.pointee.layerClass == .backdrop {
      // A backdrop layer knows its own pixels alone, with `bleedAmount` around them.
      let bleed = layer.style.pointee.backdropBleed * target.scale
      let margin = Int32(min(max(bleed, 0), 4096).rounded(.up))
      capture = area.own.grown(margin, margin).intersection(area.surface)
    }
    let read = frame != region ? wanted : region
    let mirror =
      capture.contains(read) ? nil : FilterStage(effect: .mirror(capture), frame: wanted)
    key.use = .around
    let around = filters.chain(list, of: mirror?.frame ?? capture, in: target, for: key)
    guard !around.stages.isEmpty else { return nil }
    return Backdrop(capture: capture, mirror: mirror, chain: around)
  }
}

extension DrawWriter {
  /// Draws another surface as a picture, `scale` times as large.
  mutating func emitScaled(_ source: SurfaceIndex, _ layer: DrawnLayer, by scale: Double) {
    let frame = plan.surfaces[source].frame
    emitPicture(.surface(source), frame, .scale(scale, scale), opacity: 1, layer)
  }
}

extension PixelRect {
  /// The pixels of another resolution that lie in the rectangle as a whole.
  fileprivate func scaledWithin(_ scale: Double) -> PixelRect {
    scaled(scale, .up, .down)
  }

  /// The pixels of another resolution that the rectangle touches.
  fileprivate func scaledAround(_ scale: Double) -> PixelRect {
    scaled(scale, .down, .up)
  }

  private func scaled(
    _ scale: Double,
    _ low: FloatingPointRoundingRule,
    _ high: FloatingPointRoundingRule
  ) -> PixelRect {
    func edge(_ value: Int32, _ rule: FloatingPointRoundingRule) -> Int32 {
      // A product that is whole but for rounding is whole.
      let exact = Double(value) * scale
      let nearest = exact.rounded()
      let edge = abs(exact - nearest) < 1e-6 ? nearest : exact.rounded(rule)
      return Int32(min(max(edge, -1e9), 1e9))
    }
    let rect = PixelRect(edge(minX, low), edge(minY, low), edge(maxX, high), edge(maxY, high))
    return rect.isEmpty ? .empty : rect
  }
}
