// Continuous corners and other curves: coverage that is rasterised pixel by pixel.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzRaster

extension LayerStylePointer {
  /// Whether corners are drawn as curves that no formula of the renderers has.
  @inline(__always)
  var isCurved: Bool {
    // By pattern: comparing with == asks the type's witness table.
    guard case .continuous = pointee.cornerCurve else { return false }
    return radius > 0 && hasCorners
  }

  private var hasCorners: Bool { !pointee.maskedCorners.isEmpty }

  /// The radii that hold all of the corners, with either curve.
  var reachingRadii: SIMD4<Double> { isCurved ? radii * CornerCurve.continuousReach : radii }
}

extension DrawWriter {
  /// The background of a layer with continuous corners.
  mutating func emitCurvedBackground(_ layer: DrawnLayer, _ source: SIMD4<Float>) {
    let bounds = layer.style.pointee.bounds
    let outline = CoverageKey.Outline.rounded(
      width: bounds.width,
      height: bounds.height,
      radii: layer.style.radii,
      isContinuous: true
    )
    emitCurve(outline, layer, source)
  }

  /// The border of a layer with continuous corners.
  mutating func emitCurvedBorder(_ layer: DrawnLayer, _ source: SIMD4<Float>) {
    let bounds = layer.style.pointee.bounds
    let outline = CoverageKey.Outline.ring(
      width: bounds.width,
      height: bounds.height,
      radii: layer.style.radii,
      inset: layer.style.pointee.borderWidth
    )
    emitCurve(outline, layer, source)
  }

  private mutating func emitCurve(
    _ outline: CoverageKey.Outline,
    _ layer: DrawnLayer,
    _ source: SIMD4<Float>
  ) {
    let bounds = layer.style.pointee.bounds
    emitCurve(
      outline,
      Rect(0, 0, bounds.width, bounds.height),
      .translation(bounds.x, bounds.y) * layer.node.world,
      layer,
      source
    )
  }

  /// Fills an outline.
  ///
  /// - Parameters:
  ///   - bounds: Holds the outline, in its space.
  ///   - world: From the outline's space to pixels.
  ///   - source: Premultiplied, sRGB-encoded.
  mutating func emitCurve(
    _ outline: CoverageKey.Outline,
    _ bounds: Rect,
    _ world: Homography,
    _ layer: DrawnLayer,
    _ source: SIMD4<Float>
  ) {
    guard let shape = Shape(bounds, radii: .zero, world: world) else { return }
    if world.isAffine {
      emitFlatCurve(outline, shape, world, layer, source)
    } else {
      emitTiltedCurve(outline, bounds, shape, world, layer, source)
    }
  }

  /// An outline in the plane of the output: a texel is a pixel.
  private mutating func emitFlatCurve(
    _ outline: CoverageKey.Outline,
    _ shape: Shape,
    _ world: Homography,
    _ layer: DrawnLayer,
    _ source: SIMD4<Float>
  ) {
    var draw = Draw(.coverage, shape, layer.environment, slot: layer.node.slot)
    guard !draw.bounds.isEmpty else { return }
    // All of it, so that it can move without being made anew, unless that is far too much.
    let isLarge =
      shape.bounds.area > 2 * output.frame.area
      || max(shape.bounds.width, shape.bounds.height) > output.surfaceSide
    let box = isLarge ? draw.bounds : shape.bounds
    let key = CoverageKey(
      outline: outline,
      map: Affine(
        world.row1.x,
        world.row1.y,
        world.row2.x,
        world.row2.y,
        world.row3.x - Double(box.minX),
        world.row3.y - Double(box.minY)
      ),
      width: Int(box.width),
      height: Int(box.height),
      isCopied: true
    )
    draw.shape = .axis
    emitTexels(coverage(key, for: layer.node.slot), draw, at: box, source)
  }

  /// Draws coverage whose texels are the pixels of `box`.
  mutating func emitTexels(
    _ coverage: CoverageBytes,
    _ draw: Draw,
    at box: PixelRect,
    _ source: SIMD4<Float>
  ) {
    let record = CoverageRecord(
      inverse1: SIMD4(1, 0, 0, 0),
      inverse2: SIMD4(0, 1, 0, 0),
      inverse3: SIMD4(0, 0, 1, 0),
      color: source,
      texelMap: SIMD4(1, 1, -Float(box.minX), -Float(box.minY)),
      texelRect: SIMD4(0, 0, Float(box.width), Float(box.height)),
      sliceEdges: .zero,
      stretch: .zero
    )
    var draw = draw
    draw.flags.insert(.copies)
    append(draw, record, coverage)
  }

  /// An outline in a plane of its own: made there, twice as fine as pixels.
  private mutating func emitTiltedCurve(
    _ outline: CoverageKey.Outline,
    _ bounds: Rect,
    _ shape: Shape,
    _ world: Homography,
    _ layer: DrawnLayer,
    _ source: SIMD4<Float>
  ) {
    let middle = Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    guard let change = world.change(at: middle.x, middle.y) else { return }
    let (alongX, alongY) = (change.lowHalf, change.highHalf)
    let longest = max((alongX * alongX).sum(), (alongY * alongY).sum()).squareRoot()
    let scale = min(max(2 * longest, 1e-3), 2048 / max(bounds.width, bounds.height))
    guard scale.isFinite, scale > 0 else { return }
    let (x, y) = (
      TexelAxis(scale: scale, origin: bounds.x - 1 / scale),
      TexelAxis(scale: scale, origin: bounds.y - 1 / scale)
    )
    let key = CoverageKey(
      outline: outline,
      map: Affine(scale, 0, 0, scale, 1 - bounds.x * scale, 1 - bounds.y * scale),
      width: Int((bounds.width * scale).rounded(.up)) + 2,
      height: Int((bounds.height * scale).rounded(.up)) + 2
    )
    let coverage = self.coverage(key, for: layer.node.slot)
    let record = CoverageRecord(
      x,
      y,
      shape,
      world,
      color: source,
      size: SIMD2(Float(key.width), Float(key.height))
    )
    append(Draw(.coverage, shape, layer.environment, slot: layer.node.slot), record, coverage)
  }

  private mutating func append(
    _ draw: Draw,
    _ record: CoverageRecord,
    _ coverage: CoverageBytes
  ) {
    guard !draw.bounds.isEmpty else { return }
    var draw = draw
    draw.source = coverageIndex(coverage)
    draw.record = Int32(plan.coverageRecords.count)
    plan.coverageRecords.append(record)
    plan.draws.append(draw)
  }
}
