// The draws that show images: a layer's contents, and patterns in its background.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel

/// How a draw samples the image that it shows.
struct ImageStyle {
  /// The area that shows it, in the layer's space, and its corners.
  var rect: Rect
  var radii: SIMD4<Double>
  /// Multiplies the premultiplied texels: premultiplied, sRGB-encoded, opacity folded in.
  var color: SIMD4<Float>
}

extension DrawWriter {
  mutating func emitContents(_ layer: DrawnLayer, _ images: Images, at replaced: Int32? = nil) {
    guard layer.node.parts.contains(.contents) else { return }
    guard !layer.style.pointee.isFading else {
      return emitFadingContents(layer)
    }
    emitContents(layer.style.pointee.contents, layer, images, at: replaced)
  }

  /// Emits an image as a layer's contents.
  mutating func emitContents(
    _ image: ImageID,
    _ layer: DrawnLayer,
    _ images: Images,
    at replaced: Int32? = nil
  ) {
    let isFlipped = layer.node.flags.contains(.flipped)
    let contents = ContentsPlacement(layer.style, image, images, isFlipped: isFlipped)
    let color = contentsColor(layer)
    let style = ImageStyle(rect: contents?.rect ?? .zero, radii: .zero, color: color)
    var shown = layer
    if layer.style.pointee.hasContentsTransform {
      shown.node.world = layer.style.contentsWorld(layer.node.world)
    }
    emitImage(contents, image, style, shown, at: replaced)
  }

  /// Emits the contents of a layer without sublayers that clips them, with its clip as their shape.
  ///
  /// - Returns: False if the contents do not fill the bounds, so that a clip is needed.
  mutating func emitMaskedContents(_ layer: DrawnLayer, _ images: Images) -> Bool {
    let isFlipped = layer.node.flags.contains(.flipped)
    guard !layer.style.pointee.isFading, !layer.style.pointee.hasContentsTransform else {
      return false
    }
    let image = layer.style.pointee.contents
    guard let contents = ContentsPlacement(layer.style, image, images, isFlipped: isFlipped) else {
      return true
    }
    let (rect, bounds) = (contents.rect, layer.style.pointee.bounds)
    let fills =
      rect.minX <= bounds.minX && rect.minY <= bounds.minY && rect.maxX >= bounds.maxX
      && rect.maxY >= bounds.maxY
    guard fills else { return false }
    let color = contentsColor(layer)
    let shown = ImageStyle(rect: bounds, radii: layer.style.radii, color: color)
    emitImage(contents, image, shown, layer, at: nil)
    return true
  }

  private func contentsColor(_ layer: DrawnLayer) -> SIMD4<Float> {
    let color = layer.style.pointee.contentsMultiplyColor ?? .white
    return layer.source(color, layer.totalOpacity)
  }

  /// Emits the pattern of a background.
  mutating func emitPattern(
    _ pattern: PatternBox,
    _ layer: DrawnLayer,
    _ images: Images,
    at replaced: Int32? = nil
  ) {
    if layer.style.isCurved { return emitCurvedFill(.pattern, layer) }
    let bounds = layer.style.pointee.bounds
    let color = layer.source(.white, layer.totalOpacity)
    let shown = ImageStyle(rect: bounds, radii: layer.style.radii, color: color)
    let placement = placement(of: pattern, in: bounds, layer, images)
    emitImage(placement, pattern.image, shown, layer, at: replaced)
  }

  /// Emits a pattern or gradient in continuous corners: a surface that shows through them.
  mutating func emitCurvedFill(_ content: SurfaceJob.Content, _ layer: DrawnLayer) {
    let node = layer.node
    let bounds = Shape(shown: layer.style.pointee.bounds, radii: .zero, world: node.world).bounds
    let pixels = bounds.intersection(layer.environment.scissor)
    guard !pixels.isEmpty else { return }
    // Tells the surfaces of backgrounds from those of clips.
    let part: Int32 = if case .pattern = content { 1 } else { 2 }
    let source = addSurface(
      SurfaceJob(node: layer.index, content: content),
      of: layer.node,
      frame: pixels,
      reason: .clipCurve,
      part: part
    )
    let mask = addSurface(
      SurfaceJob(node: layer.index, content: .clipShape),
      of: layer.node,
      frame: pixels,
      reason: .maskShape,
      part: part
    )
    emitComposite(source, of: layer, in: pixels, opacity: layer.totalOpacity, mask: mask)
  }

  /// Emits all of a pattern, without its corners.
  mutating func emitPatternPicture(_ layer: DrawnLayer, _ images: Images) {
    guard let pattern = layer.style.pointee.backgroundPattern else { return }
    let shown = ImageStyle(rect: layer.style.pointee.bounds, radii: .zero, color: .one)
    let placement = placement(of: pattern, in: shown.rect, layer, images)
    emitImage(placement, pattern.image, shown, layer, at: nil)
  }

  private func placement(
    of pattern: PatternBox,
    in rect: Rect,
    _ layer: DrawnLayer,
    _ images: Images
  ) -> ContentsPlacement? {
    let isFlipped = layer.node.flags.contains(.flipped)
    return ContentsPlacement(pattern, in: rect, images, isFlipped: isFlipped)
  }

  /// Emits a pattern that shows through a border, or through the inside of a path or the line along
  /// it.
  ///
  /// Both are surfaces: the pattern itself, and the part that it shows through, in white.
  ///
  /// - Parameters:
  ///   - part: The part that the pattern shows through.
  ///   - bounds: Holds the part, in the layer's space.
  mutating func emitPatterned(_ part: NodeParts, _ bounds: Rect, _ layer: DrawnLayer) {
    let node = layer.node
    let area = Shape(shown: bounds, radii: .zero, world: node.world).bounds
    let pixels = area.intersection(layer.environment.scissor)
    guard !pixels.isEmpty else { return }
    let surfaces = [SurfaceJob.Content.patternOf(part), .shapeOf(part)].map { content in
      addSurface(
        SurfaceJob(node: layer.index, content: content),
        of: layer.node,
        frame: pixels,
        reason: .pattern,
        // Tells the surfaces of the parts from one another and from others.
        part: 2 * Int32(part.rawValue) + (content.isShape ? 1 : 0)
      )
    }
    emitComposite(
      surfaces[0],
      of: layer,
      in: pixels,
      opacity: layer.totalOpacity,
      mask: surfaces[1]
    )
  }

  /// Emits all of the pattern that a part shows.
  mutating func emitPattern(of part: NodeParts, _ layer: DrawnLayer, _ tree: PlacedTree) {
    let shape = part == .border ? nil : tree.nodes.shapes[Int(layer.node.classStyle)]
    let pattern = part == .border ? layer.style.pointee.borderPattern : shape?.pattern(part)
    guard let pattern else { return }
    let rect = shape?.bounds(part) ?? layer.style.pointee.bounds
    let shown = ImageStyle(rect: rect, radii: .zero, color: layer.source(.white, 1))
    let placement = placement(of: pattern, in: rect, layer, tree.layers.images)
    emitImage(placement, pattern.image, shown, layer, at: nil)
  }

  /// Emits an image, or a draw of nothing where there is none to show.
  private mutating func emitImage(
    _ contents: ContentsPlacement?,
    _ image: ImageID,
    _ shown: ImageStyle,
    _ layer: DrawnLayer,
    at replaced: Int32?
  ) {
    let world = layer.node.world
    var shape = layer.shape(shown.rect, shown.radii) ?? Shape()
    var x = contents?.x ?? ContentsAxis(scale: 1, offset: 0)
    var y = contents?.y ?? ContentsAxis(scale: 1, offset: 0)
    if shape.kind == .axis {
      if abs(world.row1.x) < abs(world.row1.y) {
        // A quarter turn exchanges the axes, which the texel map of this class cannot.
        if !shape.setGeneral(shown.rect, shown.radii, world) { shape = Shape() }
        shape.harden(layer.style.hardEdges)
      } else {
        x = x.mapped(factor: world.row1.x, origin: world.row3.x)
        y = y.mapped(factor: world.row2.y, origin: world.row3.y)
      }
    }
    var record = ImageRecord(shape, x.rounded, y.rounded, contents, color: shown.color)
    var draw = Draw(.image, shape, layer.environment, slot: layer.node.slot)
    if shape.isRounded { draw.flags.insert(.rounded) }
    if shape.isPixelAligned { draw.flags.insert(.covers) }
    if shown.color.w >= 1, contents?.pixels.isOpaque == true { draw.flags.insert(.opaque) }
    if let contents, record.isFinite {
      if contents.x.isStretched || contents.y.isStretched { draw.flags.insert(.stretched) }
      if contents.repeats { draw.flags.insert(.repeats) }
      setSampling(&draw, &record, contents, layer)
    } else {
      draw.bounds = .empty
    }
    let shownImage = contents.map { output.lights.shown(image, $0.pixels.form, layer.light) }
    draw.source = imageIndex(shownImage ?? image, at: replaced)
    Self.put(
      draw,
      record,
      into: &plan.imageRecords,
      &plan.draws,
      &plan.damage,
      at: replaced
    )
  }

  /// Decides how texels become pixels: one by one, the nearest, four of them, or smaller pictures.
  private func setSampling(
    _ draw: inout Draw,
    _ record: inout ImageRecord,
    _ contents: ContentsPlacement,
    _ layer: DrawnLayer
  ) {
    let style = layer.style
    if record.isCopy(draw) {
      draw.flags.insert(.copies)
      return
    }
    // The filters are for contents; a pattern is as smooth as it can be.
    guard !contents.repeats else { return }
    guard let steps = contents.texelSteps(draw.shape, record, layer.node.world) else { return }
    if style.pointee.minificationFilter == .trilinear {
      record.level = contents.level(steps, bias: style.pointee.minificationFilterBias)
      if record.level > 0 {
        draw.flags.insert(.mipmapped)
        return
      }
    }
    // As areas; above 1 the image is made smaller.
    let density = abs(steps.x * steps.w - steps.y * steps.z)
    let filter = density > 1 ? style.pointee.minificationFilter : style.pointee.magnificationFilter
    if filter == .nearest { draw.flags.insert(.nearest) }
  }
}

extension ContentsPlacement {
  /// How texels change from pixel to pixel: (dx/dx, dy/dx, dx/dy, dy/dy), in the middle of the
  /// contents; nil where that is behind the eye.
  fileprivate func texelSteps(
    _ shape: ShapeClass,
    _ record: ImageRecord,
    _ world: Homography
  ) -> SIMD4<Double>? {
    let map = record.texelMap
    guard shape == .general else { return SIMD4(Double(map.x), 0, 0, Double(map.y)) }
    guard
      let change = world.change(at: rect.x + rect.width / 2, rect.y + rect.height / 2)
    else { return nil }
    // The inverse of the change of pixels, with the texels of a point.
    let determinant = change.x * change.w - change.y * change.z
    guard determinant != 0 else { return nil }
    let inverse = SIMD4(change.w, -change.y, -change.z, change.x) / determinant
    return inverse * SIMD4(x.scale, y.scale, x.scale, y.scale)
  }

  /// How often the image is halved for texels that follow each other in these steps.
  ///
  /// That is the binary logarithm of the longer one of the two steps, in texels, that one pixel to
  /// the right and one down make (OpenGL ES 3.0, 3.8.10), and the bias.
  fileprivate func level(_ steps: SIMD4<Double>, bias: Double) -> Float {
    let (alongX, alongY) = (steps.lowHalf, steps.highHalf)
    let square = max((alongX * alongX).sum(), (alongY * alongY).sum())
    let level = 0.5 * log2(square) + bias
    let side = max(pixels.width, pixels.height)
    let last = Double(Int.bitWidth - 1 - side.leadingZeroBitCount)
    // NaN is no level.
    return level > 0 ? Float(min(level, last)) : 0
  }
}

extension ImageRecord {
  fileprivate init(
    _ shape: Shape,
    _ x: ContentsAxis,
    _ y: ContentsAxis,
    _ contents: ContentsPlacement?,
    color: SIMD4<Float>
  ) {
    self.init(
      shape: shape.record,
      color: color,
      texelMap: SIMD4<Float>(SIMD4(x.scale, y.scale, x.offset, y.offset)),
      texelRect: contents?.texelRect ?? SIMD4(0, 0, 1, 1),
      sliceEdges: SIMD4<Float>(SIMD4(x.first, y.first, x.last, y.last)),
      stretch: SIMD4<Float>(SIMD4(x.stretch, y.stretch, 0, 0)),
      level: 0
    )
  }

  /// Whether the numbers of its maps are still finite in its precision.
  fileprivate var isFinite: Bool { (texelMap + sliceEdges + stretch) * 0 == .zero }

  /// Whether every pixel of the draw is exactly one of the texels that may be sampled.
  fileprivate func isCopy(_ draw: Draw) -> Bool {
    let isPlain = draw.flags.contains(.covers) && !draw.flags.contains(.stretched)
    guard isPlain, texelMap.x == 1, texelMap.y == 1, texelMap.z == texelMap.z.rounded(),
      texelMap.w == texelMap.w.rounded()
    else { return false }
    return Float(draw.bounds.minX) + texelMap.z >= texelRect.x
      && Float(draw.bounds.minY) + texelMap.w >= texelRect.y
      && Float(draw.bounds.maxX) + texelMap.z <= texelRect.z
      && Float(draw.bounds.maxY) + texelMap.w <= texelRect.w
  }
}

extension LayerStylePointer {
  /// The map of the contents: their own transform about the middle of the bounds, then the layer's.
  func contentsWorld(_ world: Homography) -> Homography {
    guard pointee.hasContentsTransform else { return world }
    let bounds = pointee.bounds
    let (x, y) = (bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    let map = .translation(-x, -y) * pointee.contentsTransform * .translation(x, y) * world
    return map.isInCoordinateRange ? map : world
  }
}
