// Shadows: of outlines, drawn from bytes that are made once, and of all else that a layer shows.
// Licensed under the MIT license; see LICENSE.
//
// A shadow is the alpha of a layer with its sublayers, blurred, moved and coloured. If that is a
// rounded rectangle, or the layer has a `shadowPath`, the blurred outline is made as bytes, in the
// layer's own space, so that it is right under every transform. The bytes of a rounded rectangle
// hold its corners only, and their middle is stretched. Layers with the same corners and blur share
// them.
//
// The bytes are as fine as the blur needs: a standard deviation of 3 to 6 texels. Between texels
// the renderers mix linearly, which is then off by less than a level: at most 1/8 of the second
// derivative of a blurred edge, 0.24 / sigma² · 255 / 8 = 0.85 levels at sigma 3. Shadows that are
// sharper in pixels are made finer than pixels.
//
// All other shadows are drawn into a surface, which is blurred in pixels.

import QuartzMath
import QuartzModel
import QuartzRaster

extension LayerStyle {
  /// The standard deviation of the shadow's blur, in points.
  ///
  /// It is 0.95 of `shadowRadius`. Source: pictures of shadows recorded on iOS 15.
  var shadowDeviation: Double { 0.95 * shadowRadius }
}

/// The outline that casts a shadow, in the layer's space, points, not moved yet.
private enum ShadowOutline {
  case rounded(Rect, radii: SIMD4<Double>, isContinuous: Bool)
  case path(Path)
}

/// How finely a shadow is made.
private struct ShadowResolution {
  /// Texels for each point.
  private(set) var scale: Double
  /// Standard deviation of the blur, texels.
  private(set) var sigma: Double
  /// Whether there is no blur to speak of.
  let isSharp: Bool

  /// The least and the most that the standard deviation should be, texels.
  private static let fineness = 3.0..<6.0
  /// The longest side of a picture of an outline, texels.
  private static let limit = 2048.0

  /// How far from an edge the blur shows, texels.
  var reach: Int { Int(BlurExtent.visible(sigma: sigma).rounded(.up)) + 1 }
  /// The margin around an outline, texels.
  var padding: Int { reach + 1 }

  /// - Parameters:
  ///   - rect: The shape that casts the shadow, moved, in the layer's space.
  ///   - extent: The longest side that must be made, points.
  /// - Returns: Nil if nothing of the shadow shows.
  init?(_ style: LayerStylePointer, _ rect: Rect, extent: Double, _ world: Homography) {
    let middle = Point(rect.x + rect.width / 2, rect.y + rect.height / 2)
    guard rect.isFinite, extent.isFinite, let pixels = world.scale(at: middle.x, middle.y) else {
      return nil
    }
    guard pixels > 1e-6, pixels < 1e6 else { return nil }
    let radius = style.pointee.shadowDeviation
    scale = pixels
    sigma = radius * pixels
    isSharp = sigma < 0.05
    if isSharp { return }
    guard sigma < 1e5 else { return nil }
    func halve() {
      scale /= 2
      sigma /= 2
    }
    for _ in 0..<3 where sigma < ShadowResolution.fineness.lowerBound {
      scale *= 2
      sigma *= 2
    }
    while sigma >= ShadowResolution.fineness.upperBound { halve() }
    while extent * scale > ShadowResolution.limit { halve() }
    // Coverage is already averaged over a texel, and should be over a pixel; a box of side 1 has a
    // variance of 1/12.
    let pixel = scale / pixels
    sigma = max(sigma * sigma + (pixel * pixel - 1) / 12, 0.01).squareRoot()
  }

  /// A side of an outline.
  ///
  /// - Parameter margin: Texels from an edge inwards in which something changes along the side.
  func axis(_ origin: Double, _ length: Double, margin: Double) -> ShadowAxis {
    let start = origin - Double(padding) / scale
    guard length * scale > 2 * margin + 2 else {
      return ShadowAxis(length: length * scale, axis: TexelAxis(scale: scale, origin: start))
    }
    return ShadowAxis(
      length: 2 * margin,
      axis: TexelAxis(
        scale: scale,
        origin: start,
        low: origin + margin / scale,
        high: origin + length - margin / scale
      )
    )
  }
}

/// A side of an outline in texels, and how points of the layer map to it.
private struct ShadowAxis {
  var length: Double
  var axis: TexelAxis
}

/// The bytes of a blurred outline, and where they lie.
private struct ShadowCoverage {
  /// The outline, moved, in the layer's space.
  let rect: Rect
  let x: ShadowAxis
  let y: ShadowAxis
  let outline: CoverageKey.Outline
  /// From the outline's space to texels, without the margin.
  let map: Affine

  init(
    _ rect: Rect,
    _ x: ShadowAxis,
    _ y: ShadowAxis,
    outline: CoverageKey.Outline,
    map: Affine
  ) {
    (self.rect, self.x, self.y, self.outline, self.map) = (rect, x, y, outline, map)
  }
}

extension LayerStylePointer {
  /// Whether the layer casts a shadow; a layer that clips to its bounds does not.
  var castsShadow: Bool {
    guard pointee.shadowOpacity > 0, !pointee.masksToBounds, let color = pointee.shadowColor else {
      return false
    }
    return color.alpha > 0 && pointee.shadowRadius.isInCoordinateRange
      && pointee.shadowOffset.isInCoordinateRange
  }
}

/// How a shadow of pixels is moved and blurred.
struct PixelShadow {
  /// In pixels.
  var offset: SIMD2<Double>
  var sigma: SIMD2<Double>

  /// A layer's shadow in pixels, as around the middle of its bounds; nil if there is none.
  ///
  /// - Parameter world: The layer's space -> pixels.
  init?(_ style: LayerStylePointer, _ world: Homography) {
    guard style.castsShadow else { return nil }
    let bounds = style.pointee.bounds
    let middle = Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    guard let change = world.change(at: middle.x, middle.y) else { return nil }
    let moved = style.pointee.shadowOffset
    let (alongX, alongY) = (change.lowHalf, change.highHalf)
    let lengths = (alongX * alongX + alongY * alongY).squareRoot()
    offset = alongX * moved.width + alongY * moved.height
    sigma = lengths * style.pointee.shadowDeviation
    let sum = offset.x + offset.y + sigma.x + sigma.y
    guard abs(offset.x) < 1e6, abs(offset.y) < 1e6, sum.isFinite else { return nil }
  }

  /// How far the blur shows, in whole pixels.
  var reachX: Int32 { Int32(min(BlurExtent.visible(sigma: sigma.x).rounded(.up), 1e6)) }
  var reachY: Int32 { Int32(min(BlurExtent.visible(sigma: sigma.y).rounded(.up), 1e6)) }

  /// The pixels that the shadow of `rect` can touch, before it is moved.
  func blurred(_ rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    return rect.grown(reachX, reachY)
  }

  /// The pixels that something in `rect` can touch once it is moved, or moved back.
  func moved(_ rect: PixelRect, back: Bool = false) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let by = SIMD2<Float>(back ? -offset : offset)
    return PixelRect(
      rect.minX &+ pixelFloor(by.x),
      rect.minY &+ pixelFloor(by.y),
      rect.maxX &+ pixelCeil(by.x),
      rect.maxY &+ pixelCeil(by.y)
    )
  }
}

extension DrawWriter {
  // MARK: Outlines

  /// Draws the shadow of a layer whose outline is known.
  ///
  /// - Returns: False if the shadow can be made only by drawing the layer.
  mutating func emitOutlineShadow(_ layer: DrawnLayer, _ tree: PlacedTree) -> Bool {
    guard let (outline, alpha) = shadowOutline(layer, tree) else { return false }
    guard let color = layer.style.pointee.shadowColor else { return true }
    let opacity = layer.style.pointee.shadowOpacity * alpha * layer.environment.opacity
    let source = layer.source(color, opacity)
    switch outline {
    case .rounded(let rect, let radii, let isContinuous):
      emitRoundedShadow(layer, rect, radii, isContinuous: isContinuous, source)
    case .path(let path):
      emitPathShadow(layer, path, source)
    }
    return true
  }

  /// The outline of a layer's alpha, and how opaque it is inside; nil if it is not that simple.
  private func shadowOutline(_ layer: DrawnLayer, _ tree: PlacedTree) -> (
    ShadowOutline, alpha: Double
  )? {
    let node = layer.node
    if layer.style.pointee.hasShadowPath {
      return tree.layers.value(.shadowPath, of: node.slot).path.map { (.path($0), 1) }
    }
    guard node.parts.contains(.background), let color = layer.style.pointee.backgroundColor else {
      return nil
    }
    let isContinuous = layer.style.pointee.cornerCurve == .continuous
    let outline = ShadowOutline.rounded(
      layer.style.pointee.bounds,
      radii: layer.style.radii,
      isContinuous: isContinuous
    )
    if layer.isLeaf, node.parts == .background { return (outline, color.alpha) }
    guard color.alpha >= 1 else { return nil }
    // The border lies inside; contents and sublayers must, too.
    let shape = Shape(
      layer.style.pointee.bounds,
      radii: layer.style.reachingRadii,
      world: node.world
    )
    guard let shape, shape.covers(tree.nodes.insideExtent(layer.index)) else { return nil }
    return (outline, 1)
  }

  private mutating func emitRoundedShadow(
    _ layer: DrawnLayer,
    _ bounds: Rect,
    _ radii: SIMD4<Double>,
    isContinuous: Bool,
    _ source: SIMD4<Float>
  ) {
    let world = layer.node.world
    let offset = layer.style.pointee.shadowOffset
    let rect = Rect(
      bounds.x + offset.width,
      bounds.y + offset.height,
      bounds.width,
      bounds.height
    )
    let reach = BlurExtent.visible(sigma: layer.style.pointee.shadowDeviation)
    let extent = min(max(rect.width, rect.height), 4 * radii.max() + 3 * reach)
    guard let resolution = ShadowResolution(layer.style, rect, extent: extent, world) else {
      return
    }
    if resolution.isSharp {
      return emitSharpShadow(layer, rect, radii, isContinuous: isContinuous, source)
    }
    let texels = radii * resolution.scale
    // How far from the edges the corners and the blur show, in texels.
    let corner = (texels.max() * (isContinuous ? CornerCurve.continuousReach : 1)).rounded(.up)
    let margin = corner + Double(resolution.reach)
    let x = resolution.axis(rect.x, rect.width, margin: margin)
    let y = resolution.axis(rect.y, rect.height, margin: margin)
    let outline = CoverageKey.Outline.rounded(
      width: x.length,
      height: y.length,
      radii: texels,
      isContinuous: isContinuous
    )
    let coverage = ShadowCoverage(rect, x, y, outline: outline, map: .identity)
    emitShadow(layer, resolution, coverage, source)
  }

  private mutating func emitPathShadow(_ layer: DrawnLayer, _ path: Path, _ source: SIMD4<Float>) {
    let slot = layer.node.slot
    guard meter.spend(path.points.count / 4, of: .outlines, for: slot),
      let bounds = path.boundsInRange, bounds.width > 0, bounds.height > 0
    else { return }
    let world = layer.node.world
    let offset = layer.style.pointee.shadowOffset
    let rect = Rect(
      bounds.x + offset.width,
      bounds.y + offset.height,
      bounds.width,
      bounds.height
    )
    let extent = max(rect.width, rect.height)
    guard let resolution = ShadowResolution(layer.style, rect, extent: extent, world) else {
      return
    }
    if resolution.isSharp {
      let moved = Homography.translation(offset.width, offset.height) * world
      return emitCurve(
        .path(path),
        bounds,
        moved,
        layer,
        source
      )
    }
    let x = resolution.axis(rect.x, rect.width, margin: .infinity)
    let y = resolution.axis(rect.y, rect.height, margin: .infinity)
    let map = Affine(
      resolution.scale,
      0,
      0,
      resolution.scale,
      -bounds.x * resolution.scale,
      -bounds.y * resolution.scale
    )
    let coverage = ShadowCoverage(rect, x, y, outline: .path(path), map: map)
    emitShadow(layer, resolution, coverage, source)
  }

  /// A shadow without blur: the outline itself.
  private mutating func emitSharpShadow(
    _ layer: DrawnLayer,
    _ rect: Rect,
    _ radii: SIMD4<Double>,
    isContinuous: Bool,
    _ source: SIMD4<Float>
  ) {
    let world = layer.node.world
    if isContinuous, radii != .zero {
      let outline = CoverageKey.Outline.rounded(
        width: rect.width,
        height: rect.height,
        radii: radii,
        isContinuous: true
      )
      return emitCurve(
        outline,
        Rect(0, 0, rect.width, rect.height),
        .translation(rect.x, rect.y) * world,
        layer,
        source
      )
    }
    let shape = Shape(shown: rect, radii: radii, world: world)
    appendSolid(shape, source, layer.environment, slot: layer.node.slot)
  }

  /// Draws a blurred outline.
  private mutating func emitShadow(
    _ layer: DrawnLayer,
    _ resolution: ShadowResolution,
    _ shadow: ShadowCoverage,
    _ source: SIMD4<Float>
  ) {
    let padding = Double(resolution.padding)
    let (rect, x, y) = (shadow.rect, shadow.x, shadow.y)
    let key = CoverageKey(
      outline: shadow.outline,
      map: shadow.map * .translation(padding, padding),
      sigma: resolution.sigma,
      width: Int(x.length.rounded(.up)) + 2 * resolution.padding,
      height: Int(y.length.rounded(.up)) + 2 * resolution.padding
    )
    let (world, slot) = (layer.node.world, layer.node.slot)
    let visible = ShadowReach.distance(alpha: source.w, sigma: resolution.sigma)
    let spread = min(padding, visible) / resolution.scale
    let area = Rect(
      rect.x - spread,
      rect.y - spread,
      rect.width + 2 * spread,
      rect.height + 2 * spread
    )
    var shape = Shape(shown: area, radii: .zero, world: world)
    if shape.kind == .axis, !world.isStraight, !shape.setGeneral(area, .zero, world) { return }
    let coverage = self.coverage(key, for: slot)
    let record = CoverageRecord(
      x.axis,
      y.axis,
      shape,
      world,
      color: source,
      size: SIMD2(Float(key.width), Float(key.height))
    )
    var draw = Draw(.coverage, shape, layer.environment, slot: slot)
    if x.axis.isStretched || y.axis.isStretched { draw.flags.insert(.stretched) }
    draw.source = coverageIndex(coverage)
    appendCoverage(draw, record)
  }

  private mutating func appendCoverage(_ draw: Draw, _ record: CoverageRecord) {
    guard !draw.bounds.isEmpty else { return }
    var draw = draw
    draw.record = Int32(plan.coverageRecords.count)
    plan.coverageRecords.append(record)
    plan.draws.append(draw)
  }

  // MARK: Shadows of any picture

  /// Draws a layer into a surface, and its shadow under it.
  mutating func emitCaster(_ layer: DrawnLayer, _ shadow: PixelShadow, _ tree: PlacedTree) {
    let body = tree.nodes.bodyExtent(layer.index)
    guard let color = layer.style.pointee.shadowColor else { return }
    let seen = shadow.moved(layer.environment.scissor, back: true)
    var blurred = shadow.blurred(body).intersection(seen)
    var frame = body.intersection(shadow.blurred(blurred).union(layer.environment.scissor))
    let all = frame.union(blurred)
    let shown = body.intersection(layer.environment.scissor)
    let largest = output.largestSurface(around: shown.isEmpty ? blurred : layer.environment.scissor)
    if !largest.contains(all) {
      // Drops the parts that are too far away to be seen in the blur, or nearly so.
      (blurred, frame) = (blurred.intersection(largest), frame.intersection(largest))
    }
    guard !frame.isEmpty else { return }
    // Surfaces are reversed at the end, so the source of a blur is added after the blur.
    var blur = SurfaceIndex.none
    if !blurred.isEmpty {
      let job = SurfaceJob(node: layer.index, content: .effect, isCached: true)
      blur = addSurface(job, of: layer.node, frame: blurred, reason: .shadow)
    }
    let source = addSurface(
      SurfaceJob(node: layer.index, content: .body, isCached: true),
      of: layer.node,
      frame: frame,
      reason: .shadowCaster
    )
    // The shadow is made of the surface, so nothing in it can see the shadow.
    place(source)
    if blur != .none {
      let effect = SurfaceEffect.blur(sigma: SIMD2<Float>(shadow.sigma), .alpha)
      plan.surfaces[blur].content = .effect(effect, of: source.rawValue)
      let opacity = layer.style.pointee.shadowOpacity * layer.environment.opacity
      emitBlur(blur, shadow, layer.source(color, opacity), layer.environment)
    }
    emitComposite(
      source,
      of: layer,
      in: frame.intersection(layer.environment.scissor),
      opacity: layer.environment.opacity
    )
  }

  /// Draws a blurred surface in a colour, moved.
  private mutating func emitBlur(
    _ blur: SurfaceIndex,
    _ shadow: PixelShadow,
    _ color: SIMD4<Float>,
    _ environment: PlanEnvironment
  ) {
    let surface = plan.surfaces[blur]
    let frame = surface.frame
    let record = CoverageRecord(
      inverse1: SIMD4(1, 0, 0, 0),
      inverse2: SIMD4(0, 1, 0, 0),
      inverse3: SIMD4(0, 0, 1, 0),
      color: color,
      texelMap: SIMD4(
        1,
        1,
        Float(-Double(frame.minX) - shadow.offset.x),
        Float(-Double(frame.minY) - shadow.offset.y)
      ),
      texelRect: SIMD4(0, 0, Float(frame.width), Float(frame.height)),
      sliceEdges: .zero,
      stretch: .zero
    )
    var shape = Shape()
    shape.bounds = shadow.moved(frame)
    var draw = Draw(.coverage, shape, environment, slot: surface.slot)
    draw.flags.insert(.fromSurface)
    draw.source = blur.rawValue
    appendCoverage(draw, record)
  }
}
