// Draws of the kinds `solid` and `border`: one colour through a shape.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath
import QuartzPlan
import QuartzRaster

extension TileRenderer {
  func drawSolid(
    _ draw: Draw,
    _ record: SolidRecord,
    _ clip: RasterShape?,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    let shape = draw.flags.contains(.covers) ? nil : RasterShape(draw, record)
    fill(Coverage(shape, clip: clip), SourceOver.source(record.color), area, target)
  }

  func drawBorder(
    _ draw: Draw,
    _ record: BorderRecord,
    _ clip: RasterShape?,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    var coverage = Coverage(nil, clip: clip)
    if !draw.flags.contains(.covers) {
      coverage.outer = RasterShape(draw, record)
      coverage.inner = RasterShape(inner: draw, record)
    }
    fill(coverage, SourceOver.source(record.color), area, target)
  }

  /// Fills `area` with one source, run by run.
  private func fill(
    _ coverage: Coverage,
    _ source: PixelSource,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    if var shapes = qk_shapes(coverage) {
      // Bounds: `area` lies in the target's frame.
      guard let pixels = target.pixel(area.minX, area.minY) else { return }
      var part = qk_area(min_x: area.minX, min_y: area.minY, max_x: area.maxX, max_y: area.maxY)
      return withUnsafeTemporary(source) {
        qk_solid_shapes(pixels, target.stride, &part, $0, &shapes)
      }
    }
    var y = area.minY
    while y < area.maxY {
      let run = coverage.run(y: y, maxY: area.maxY, x0: area.minX, x1: area.maxX)
      fill(run, y, coverage, source, area, target)
      y += run.rows
    }
  }

  private func fill(
    _ run: CoverageRun,
    _ y: Int32,
    _ coverage: Coverage,
    _ source: PixelSource,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    // Bounds: `area` lies in the target's frame and is at most as wide as the row buffers; the run
    // splits it into three parts whose widths add up to its own.
    guard let pixels = target.pixel(area.minX, y) else { return }
    coverage.mask(
      rows.mask,
      run,
      y: y,
      x0: area.minX,
      x1: area.maxX,
      flat: nil,
      scratch: rows.coverage
    )
    withUnsafeTemporary(source) { source in
      qk_solid_rows(
        pixels,
        target.stride,
        run.rows,
        source,
        rows.mask,
        run.start - area.minX,
        SourceOver.factor(run.value),
        run.end - run.start,
        rows.mask + Int(run.end - area.minX),
        area.maxX - run.end,
        0
      )
    }
  }

  /// The four channels in memory, as kernels take them.
  @inline(__always)
  func withUnsafeTemporary(
    _ channels: SIMD4<UInt16>,
    _ body: (UnsafePointer<UInt16>) -> Void
  ) {
    withUnsafePointer(to: channels) {
      $0.withMemoryRebound(to: UInt16.self, capacity: 4, body)
    }
  }
}
