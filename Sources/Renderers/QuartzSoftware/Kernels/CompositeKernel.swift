// Draws of the kind `composite`: the pixels of another surface, in place.
// Licensed under the MIT license; see LICENSE.
//
// Source-over takes the integers of SourceOver.swift: pixels times opacity, through the clip times
// the mask. The other blend modes are in Float (BlendFormulas.swift); clip and mask are coverage
// for them, in bytes.

import CQuartzKernels
import QuartzMath
import QuartzPlan
import QuartzRaster

extension TileRenderer {
  func blendComposite(
    _ draw: Draw,
    _ record: CompositeRecord,
    _ blend: Blend,
    _ clip: RasterShape?
  ) {
    let coverage = Coverage(nil, clip: clip)
    if blend.target.isHalf { return blendHalves(draw, record, blend, coverage) }
    let (source, mask, area, target) = (blend.pixels, blend.mask, blend.part, blend.target)
    if let mode = BlendMode(rawValue: Int32(draw.blend.rawValue)), mode != .normal {
      let blender = SpanBlender(mode: mode, format: .rgba8)
      return mix(blender, record.opacity, blend, coverage)
    }
    let opacity = SIMD4(repeating: SourceOver.factor(record.opacity))
    guard let mask else {
      return paint(coverage, opacity, isOpaque: false, area, target) { y in
        // Bounds: `area` lies in the source's frame.
        source.pixel(area.minX, y).map { .pixels($0) }
      }
    }
    eachRow(coverage, mask, area) { y, factors in
      // Bounds: `area` lies in both frames; a row of factors is as long as it is wide.
      guard let pixels = target.pixel(area.minX, y), let texels = source.pixel(area.minX, y) else {
        return
      }
      withUnsafeTemporary(opacity) {
        qk_pixels_over(pixels, texels, area.maxX - area.minX, $0, factors, 1)
      }
    }
  }

  /// Blends all rows with a mode other than `normal`.
  private func mix(
    _ blender: SpanBlender,
    _ opacity: Float,
    _ composite: Blend,
    _ coverage: Coverage
  ) {
    let (source, mask) = (composite.pixels, composite.mask)
    let (area, target) = (composite.part, composite.target)
    let count = area.maxX - area.minX
    let opacity: Float = opacity > 0 ? min(opacity, 1) : 0
    func blend(_ y: Int32, _ cover: SpanCoverage) {
      // Bounds: `area` lies in both frames; a row of coverage is as long as it is wide.
      guard let pixels = target.pixel(area.minX, y), let texels = source.pixel(area.minX, y) else {
        return
      }
      let texel = SpanSource.pixels(texels)
      blender.blend(texel, opacity: opacity, coverage: cover, onto: pixels, count: Int(count))
    }
    if mask == nil, coverage.clip == nil {
      for y in area.minY..<area.maxY { blend(y, .full) }
      return
    }
    eachRow(coverage, mask, area) { y, factors in
      guard let factors else { return blend(y, .full) }
      qk_bytes_from_factors(rows.bytes, factors, count)
      blend(y, .bytes(rows.bytes))
    }
  }

  /// Calls `body` with the factors of clip and mask for each row; nil where all are 1.
  @inline(__always)
  func eachRow(
    _ coverage: Coverage,
    _ mask: MaskRows?,
    _ area: PixelRect,
    _ body: (Int32, UnsafePointer<UInt16>?) -> Void
  ) {
    let count = area.maxX - area.minX
    var y = area.minY
    while y < area.maxY {
      let run = coverage.run(y: y, maxY: area.maxY, x0: area.minX, x1: area.maxX)
      // Bounds: the row buffers are as wide as a tile, and so is the area at most.
      coverage.mask(
        rows.mask,
        run,
        y: y,
        x0: area.minX,
        x1: area.maxX,
        flat: SourceOver.factor(run.value),
        scratch: rows.coverage
      )
      let isFlat = run.end - run.start == count && run.value == 1
      for y in y..<y + run.rows {
        guard let mask else {
          body(y, isFlat ? nil : UnsafePointer(rows.mask))
          continue
        }
        mask.read(rows.factors, area.minX, y, count)
        if !isFlat { qk_factor_products(rows.factors, rows.mask, count) }
        body(y, UnsafePointer(rows.factors))
      }
      y += run.rows
    }
  }
}
