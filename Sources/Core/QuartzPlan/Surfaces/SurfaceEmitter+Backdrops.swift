// Filters of what lies behind layers.
// Licensed under the MIT license; see LICENSE.
//
// The pixels behind a layer are captured by a surface that shows once more the draws that are in
// the layer's surface already. It has only the pixels that the filters need, and is cached like any
// other, so that what does not change behind a layer costs nothing.
//
//     capture  ->  mirrored edges  ->  filters  ->  shown in the layer's shape, below the layer
//
// A capture of a lower resolution is made smaller before the filters and larger after them.
//
// A layer in a group - a clip with corners, a mask, the caster of a shadow - sees what the output
// would show if the group ended before it: the draws of the group so far, clipped and masked as the
// group is, over those below the group, and so on outwards. Each of these parts is captured by a
// surface of its own, and a surface of composites joins them:
//
//     below the outermost group, in it below the next one, ..., in the own group  ->  capture
//
// A group that is see-through, or that blends in another way, hides what lies below it from them.

import QuartzMath
import QuartzModel
import QuartzRaster

/// Names a capture that backdrop layers have in common.
struct CaptureKey: Hashable {
  var surface: SurfaceIndex
  var group: String
}

/// A part of what a layer in groups sees.
struct SeenPart {
  var part: SurfacePart
  /// The composite that shows its surface in that of the next part; -1 for the last.
  var composite: Int32 = -1
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
  /// The same in the resolution of the surface that shows them.
  let whole: PixelRect
  /// The layer's bounds.
  let bounds: PixelRect

  init(_ layer: DrawnLayer, region: PixelRect, surface: PixelRect, bounds: PixelRect) {
    whole = surface
    let isBackdrop = layer.style.pointee.layerClass == .backdrop
    let wanted = isBackdrop ? max(layer.style.pointee.backdropScale, ScaledLine.smallestScale) : 1
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
    let surface = writer.plan.surfaces[writer.filled.surface].frame
    let world = tree.nodes.outerWorld(layer.index)
    let bounds = layer.style.pointee.bounds
    let shape = Shape(shown: bounds, radii: layer.style.radii, world: world)
    let region = shape.bounds.intersection(environment.scissor).intersection(surface)
    guard !region.isEmpty else { return }
    let seen = seesBelow ? seenFrame : surface
    let area = BackdropArea(
      layer,
      region: region,
      surface: region.intersects(seen) ? seen : surface,
      bounds: shape.bounds
    )
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
    let whole = backdrop.capture.scaledAround(1 / area.scale).intersection(area.whole)
    let captured = capture(whole, layer)
    func scaled(_ scale: Double, _ frame: PixelRect, part: Int32) -> SurfaceIndex {
      let part = SurfaceEmitter.backdropPart + part
      let stage = FilterStage(effect: .scale(scale), frame: frame)
      return addEffect(stage, layer, .backdrop, part: part)
    }
    let small = scaled(area.scale, backdrop.capture, part: 0)
    for index in [result.last, small] { writer.plan.surfaces[index].isSeparate = true }
    writer.connect(small, to: captured)
    writer.connect(result.first, to: small)
    let enlarged = scaled(1 / area.scale, region, part: 2)
    writer.connect(enlarged, to: result.last)
    return enlarged
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
    if writer.plan.surfaces[writer.filled.surface].clearColor.w >= 1 { return true }
    var isOpaque = false
    for draw in writer.plan.draws[Int(writer.filled.firstDraw)...] {
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

  // MARK: Captures

  /// Whether there are pixels below the group that the filled surface is of, for layers in it to
  /// see.
  private var seesBelow: Bool {
    var surface = writer.filled.surface
    while let place = writer.surfaceJobs[surface.position].seenPlace {
      surface = place.below.surface
      let isClear = writer.plan.surfaces[surface].clearColor == .zero
      if !place.below.draws.isEmpty || !isClear { return true }
    }
    return false
  }

  /// The pixels that there are below all groups that the filled surface is in.
  private var seenFrame: PixelRect {
    var surface = writer.filled.surface
    while let place = writer.surfaceJobs[surface.position].seenPlace {
      surface = place.below.surface
    }
    return writer.plan.surfaces[surface].frame
  }

  /// Emits what a layer in groups sees: each group's part, as the group is shown.
  mutating func emitSeen(_ part: SurfacePart, _ layer: DrawnLayer) {
    seenParts.removeAll(keepingCapacity: true)
    seenParts.append(SeenPart(part: part))
    while let last = seenParts.last,
      let place = writer.surfaceJobs[last.part.surface.position].seenPlace
    {
      // A layer that is cut is shown piece by piece; what it shows itself counts as a whole.
      let isCut = writer.plan.surfaces[last.part.surface].reason == .planeCut
      seenParts[seenParts.count - 1].composite = isCut ? -1 : place.composite
      seenParts.append(SeenPart(part: place.below))
    }
    for level in seenParts.indices.reversed() where !writer.meter.isSpent {
      let seen = seenParts[level]
      let surface = writer.plan.surfaces[seen.part.surface]
      let frame = surface.frame.intersection(layer.environment.scissor)
      let isEmpty = seen.part.draws.isEmpty && surface.clearColor == .zero
      guard !isEmpty, !frame.isEmpty else { continue }
      let capture = writer.addSurface(
        SurfaceJob(node: layer.index, content: .capture),
        of: layer.node,
        frame: frame,
        reason: .backdrop,
        part: -1 - Int32(level)
      )
      take(seen.part, into: capture, layer)
      if seen.composite >= 0 {
        writer.emitComposite(capture, like: seen.composite, of: layer, in: frame)
      } else {
        writer.emitComposite(capture, of: layer, in: frame, opacity: 1)
      }
    }
  }

  /// Makes a surface show the first draws of another one.
  private mutating func take(_ part: SurfacePart, into capture: SurfaceIndex, _ layer: DrawnLayer) {
    writer.plan.surfaces[capture].clearColor = writer.plan.surfaces[part.surface].clearColor
    writer.plan.surfaces[capture].draws = part.draws
    // They are looked at once more, for each capture.
    writer.meter.spend(
      part.draws.count * FrameCosts.pixelsOfCapturedDraw,
      of: .pixels,
      for: layer.node.slot
    )
    writer.hasCaptures = true
  }

  /// The surface that captures what lies behind the next draw of the filled surface.
  private mutating func capture(_ frame: PixelRect, _ layer: DrawnLayer) -> SurfaceIndex {
    var key: CaptureKey?
    if layer.style.pointee.layerClass == .backdrop, let group = layer.style.pointee.backdropGroup {
      key = CaptureKey(surface: writer.filled.surface, group: group)
    }
    if let key, let capture = captures[key] {
      let common = writer.plan.surfaces[capture].frame.union(frame)
      writer.plan.surfaces[capture].frame = common
      return capture
    }
    let draws = writer.filled.firstDraw..<Int32(writer.plan.draws.count)
    let part = SurfacePart(surface: writer.filled.surface, draws: draws)
    let seesBelow = seesBelow
    let capture = writer.addSurface(
      SurfaceJob(node: layer.index, content: seesBelow ? .seen(part) : .capture, isCached: true),
      of: layer.node,
      frame: frame,
      reason: .backdrop
    )
    if !seesBelow { take(part, into: capture, layer) }
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
