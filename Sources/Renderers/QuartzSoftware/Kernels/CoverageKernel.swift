// Draws of the kind `coverage`: bytes that say how much of each place is covered, in one colour.
// Licensed under the MIT license; see LICENSE.
//
// Blurred shadows are pictures of nine parts, small ones, however large the layer is: all rows of
// the middle part are alike, and so are all pixels in the middle of a row. Rows are therefore made
// once for as many as are alike, in the three parts that solids are drawn in, a mask left and right
// of one factor. Where texels are one apart, as those of shadows are, a kernel makes all rows.

import CQuartzKernels
import Glibc
import QuartzMath
import QuartzPlan
import QuartzRaster

extension TileRenderer {
  func drawCoverage(
    _ draw: Draw,
    _ record: CoverageRecord,
    _ source: CoverageSource,
    _ clip: RasterShape?,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    let sampler = CoverageRows(draw, record, source, area)
    let color = FlatSource(record.color)
    if clip == nil, !target.isHalf, let stretches = sampler.stretches() {
      for index in stretches.indices {
        let y = stretches[index].y
        var map = stretches[index].map
        // Bounds: the parts lie in `area`, and that in the target's frame.
        guard map.rows.count > 0, let pixels = target.pixel(area.minX, y) else { continue }
        withUnsafeTemporary(color.channels) {
          qk_cover_texels(pixels, target.stride, map.rows.count, &map, $0)
        }
      }
      return
    }
    let coverage = Coverage(nil, clip: clip)
    var y = area.minY
    while y < area.maxY {
      let row = sampler.row(y, rows)
      if clip == nil {
        fill(row, y, row.rows, color, area, target)
      } else {
        fill(row, y, coverage, color, area, target)
      }
      y += row.rows
    }
  }

  /// Fills `count` rows that are alike; what is not flat of them is in the mask.
  private func fill(
    _ row: CoverageRow,
    _ y: Int32,
    _ count: Int32,
    _ color: FlatSource,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    // Bounds: `area` lies in the target's frame and is at most as wide as the row buffers; the flat
    // part lies in it.
    fill(
      FlatRows(
        rows: count,
        left: row.start - area.minX,
        factor: row.factor,
        middle: row.end - row.start,
        right: area.maxX - row.end,
        roundsToBytes: true
      ),
      masks: rows.mask,
      color,
      PixelPlace(x: area.minX, y: y),
      target
    )
  }

  /// Fills the rows that are like `row` through a clip.
  private func fill(
    _ row: CoverageRow,
    _ y: Int32,
    _ clip: Coverage,
    _ color: FlatSource,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    let count = area.maxX - area.minX
    let end = y + row.rows
    var y = y
    while y < end {
      let run = clip.run(y: y, maxY: end, x0: area.minX, x1: area.maxX)
      if run.value == 1, run.end - run.start == count {
        fill(row, y, run.rows, color, area, target)
      } else {
        clip.mask(
          rows.factors,
          run,
          y: y,
          x0: area.minX,
          x1: area.maxX,
          flat: SourceOver.factor(run.value),
          scratch: rows.coverage
        )
        // Bounds: both have a factor for each pixel of the row.
        (rows.factors + Int(row.start - area.minX)).scale(row.factor, row.end - row.start)
        qk_factor_products(rows.factors, rows.mask, row.start - area.minX)
        let right = Int(row.end - area.minX)
        qk_factor_products(rows.factors + right, rows.mask + right, area.maxX - row.end)
        fill(
          FlatRows(
            rows: run.rows,
            left: count,
            factor: 0,
            middle: 0,
            right: 0,
            roundsToBytes: true
          ),
          masks: rows.factors,
          color,
          PixelPlace(x: area.minX, y: y),
          target
        )
      }
      y += run.rows
    }
  }
}

extension UnsafeMutablePointer<UInt16> {
  /// Multiplies factors by one.
  @inline(__always)
  fileprivate func scale(_ factor: UInt16, _ count: Int32) {
    guard factor != SourceOver.one else { return }
    for index in 0..<Int(count) { self[index] = CoverageSampler.product(self[index], factor) }
  }
}
