// Draws of the kind `image`: texels through a shape.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster

/// One row of sources.
enum SourceRow {
  case pixels(UnsafePointer<UInt32>)
  case sources(UnsafePointer<UInt16>)
  /// Texels in 8.7 bits, the first of them being the texel `first`, and the place of the first
  /// pixel.
  case columns(UnsafePointer<Int16>, first: Int32, place: Int64, step: Int64)
}

/// An image, and its smaller versions if the draw shows them.
struct ImageTexels {
  /// Without a base if the image is planes.
  let texels: TexelSource
  let chain: MipChain?
  /// The image itself, if it is planes.
  let planes: PixelBuffer?
  /// The image as half floats, if it is of these; nothing else is looked at then.
  let half: HalfImage?
}

extension TileRenderer {
  func drawImage(
    _ draw: Draw,
    _ record: ImageRecord,
    _ image: ImageTexels,
    _ clip: RasterShape?,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    let shape = draw.flags.contains(.covers) ? nil : RasterShape(draw, record)
    if target.isHalf {
      return drawHalves(draw, record, image, Coverage(shape, clip: clip), area, target)
    }
    guard image.half == nil else { return }
    guard let sampler = ImageSampler(draw, record, image, area, rows) else { return }
    let factors = SourceOver.factors(record.color)
    let isOpaque = draw.flags.contains(.opaque) && factors == SIMD4(repeating: SourceOver.one)
    if isOpaque, shape == nil, clip == nil, sampler.convertPlanes(to: target) { return }
    paint(Coverage(shape, clip: clip), factors, isOpaque: isOpaque, area, target) { y in
      sampler.row(y, rows)
    }
  }

  /// Draws rows of sources, times `factors`, through a coverage, run by run.
  @inline(__always)
  func paint(
    _ coverage: Coverage,
    _ factors: SIMD4<UInt16>,
    isOpaque: Bool,
    _ area: PixelRect,
    _ target: PixelTarget,
    _ row: (Int32) -> SourceRow?
  ) {
    let count = area.maxX - area.minX
    var y = area.minY
    while y < area.maxY {
      let run = coverage.run(y: y, maxY: area.maxY, x0: area.minX, x1: area.maxX)
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
      // Opaque pixels replace those below them but for the sides.
      let sides = isOpaque && run.value == 1 ? (run.start - area.minX, area.maxX - run.end) : nil
      for y in y..<y + run.rows {
        // Bounds: as in `fill`; a row of sources, like the mask, is as long as the area is wide.
        guard let pixels = target.pixel(area.minX, y), let sources = row(y) else { continue }
        withUnsafeTemporary(factors) { factors in
          switch sources {
          case .pixels(let source):
            if let (left, right) = sides {
              let end = Int(count - right)
              qk_pixels_over(pixels, source, left, factors, rows.mask, 0)
              let middle = Int(left)
              (pixels + middle).update(from: source + middle, count: end - middle)
              qk_pixels_over(pixels + end, source + end, right, factors, rows.mask + end, 0)
              break
            }
            qk_pixels_over(pixels, source, count, factors, isFlat ? nil : rows.mask, 0)
          case .sources(let source):
            qk_sources_over(pixels, source, count, factors, rows.mask)
          case .columns(let row, let first, let place, let step):
            qk_columns_over(pixels, row, count, place, step, first, factors, rows.mask)
          }
        }
      }
      y += run.rows
    }
  }
}
