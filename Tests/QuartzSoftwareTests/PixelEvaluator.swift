// One pixel of a plan, straight from the formulas: slow, short, and what all spans must equal.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzRaster
import QuartzSoftware

/// Evaluates single pixels of a plan.
///
/// It takes no short way at all. The renderer must give the same bytes; the tests hold it to that.
struct PixelEvaluator {
  let plan: RenderPlan
  /// The images of `plan.images`; their memory must outlive the evaluator.
  let images: [TexelSource]

  init(plan: RenderPlan, images: [TexelSource]) {
    self.plan = plan
    self.images = images
  }

  /// The pixel (x, y) of a surface once its visible draws are drawn; clear outside of its frame.
  func pixel(surface index: Int, x: Int32, y: Int32) -> UInt32 {
    let surface = plan.surfaces[index]
    guard surface.frame.contains(PixelRect(x, y, x + 1, y + 1)) else { return 0 }
    var pixel = SourceOver.pixel(SourceOver.source(surface.clearColor))
    for position in surface.visible {
      let draw = plan.draws[Int(plan.visible[Int(position)])]
      guard draw.bounds.contains(PixelRect(x, y, x + 1, y + 1)) else { continue }
      let factor = factor(draw, x, y)
      let source = source(draw, x, y)
      pixel = SourceOver.blend(SourceOver.scaled(source, factor), over: pixel)
    }
    return pixel
  }

  /// Shape and clip, or clip and bytes of coverage, as one factor.
  private func factor(_ draw: Draw, _ x: Int32, _ y: Int32) -> UInt16 {
    let factor = SourceOver.factor(coverage(draw, x, y) * clipCoverage(draw, x, y))
    guard draw.kind == .coverage else { return factor }
    return CoverageSampler.product(factor, byteFactor(draw, x, y))
  }

  /// The bytes of a draw of kind `coverage` at a pixel.
  private func byteFactor(_ draw: Draw, _ x: Int32, _ y: Int32) -> UInt16 {
    let record = plan.coverageRecords[Int(draw.record)]
    let bytes = plan.coverages[Int(draw.source)]
    let (width, height) = (Int32(bytes.width), Int32(bytes.height))
    let base = bytes.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let source = base.map {
      CoverageSource(base: $0, width: width, height: height, rowBytes: bytes.width)
    }
    guard let source else { return 0 }
    let isStretched = draw.flags.contains(.stretched)
    let map =
      isStretched
      ? StretchedMap(texelMap: record.texelMap, breaks: record.breaks, stretch: record.stretch)
      : StretchedMap(texelMap: record.texelMap)
    let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
    if draw.flags.contains(.copies) {
      let range = TexelRange([0, 0, Float(width), Float(height)], width: width, height: height)
      return CoverageSampler.nearest(source, range, map.texel(px, py))
    }
    let range = TexelRange(record.texelRect, width: width, height: height)
    guard draw.shape == .general else {
      if let lines = map.lines {
        return CoverageSampler.linear(source, range, x: lines.x.place(x), y: lines.y.place(y))
      }
      return CoverageSampler.linear(source, range, map.texel(px, py))
    }
    let h = record.inverse1 * px + (record.inverse2 * py + record.inverse3)
    guard h.z > 0 else { return 0 }
    return CoverageSampler.linear(source, range, map.texel(h.x / h.z, h.y / h.z))
  }

  private func coverage(_ draw: Draw, _ x: Int32, _ y: Int32) -> Float {
    guard !draw.flags.contains(.covers) else { return 1 }
    let record = Int(draw.record)
    switch draw.kind {
    case .solid:
      return RasterShape(draw, plan.solids[record]).coverage(x: x, y: y)
    case .border:
      let outer = RasterShape(draw, plan.borders[record]).coverage(x: x, y: y)
      let inner = RasterShape(inner: draw, plan.borders[record]).coverage(x: x, y: y)
      return RasterShape.ring(outer, inner)
    case .image:
      return RasterShape(draw, plan.imageRecords[record]).coverage(x: x, y: y)
    case .composite, .coverage:
      return 1
    }
  }

  private func clipCoverage(_ draw: Draw, _ x: Int32, _ y: Int32) -> Float {
    guard draw.clip >= 0 else { return 1 }
    return RasterShape(plan.clips[Int(draw.clip)]).coverage(x: x, y: y)
  }

  private func source(_ draw: Draw, _ x: Int32, _ y: Int32) -> PixelSource {
    let record = Int(draw.record)
    switch draw.kind {
    case .solid: return SourceOver.source(plan.solids[record].color)
    case .border: return SourceOver.source(plan.borders[record].color)
    case .image:
      let record = plan.imageRecords[record]
      let texel = sample(draw, record, x, y)
      return SourceOver.scaled(texel, SourceOver.factors(record.color))
    case .coverage: return SourceOver.source(plan.coverageRecords[record].color)
    case .composite:
      let below = pixel(surface: Int(draw.source), x: x, y: y)
      let opacity = SourceOver.factor(plan.composites[record].opacity)
      return SourceOver.scaled(SourceOver.source(pixel: below), opacity)
    }
  }

  private func sample(
    _ draw: Draw,
    _ record: ImageRecord,
    _ x: Int32,
    _ y: Int32
  ) -> PixelSource {
    let image = images[Int(draw.source)]
    let range = TexelRange(record.texelRect, width: image.width, height: image.height)
    let isNearest = draw.flags.contains(.nearest) || draw.flags.contains(.copies)
    if draw.shape == .axis, !isNearest,
      let lineX = TexelLine(scale: record.texelMap.x, offset: record.texelMap.z),
      let lineY = TexelLine(scale: record.texelMap.y, offset: record.texelMap.w)
    {
      let (placeX, placeY) = (lineX.place(x), lineY.place(y))
      return TexelSampler.linear(
        image,
        range,
        x: TexelLine.texel(placeX),
        y: TexelLine.texel(placeY),
        fractionX: TexelLine.fraction(placeX),
        fractionY: TexelLine.fraction(placeY)
      )
    }
    let map = TexelMap(
      isAxis: draw.shape == .axis,
      inverse1: record.inverse1,
      inverse2: record.inverse2,
      inverse3: record.inverse3,
      texelMap: record.texelMap
    )
    let place = map.place(x: x, y: y)
    return isNearest
      ? TexelSampler.nearest(image, range, place) : TexelSampler.linear(image, range, place)
  }
}
