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
    fill(Coverage(shape, clip: clip), FlatSource(record.color), area, target)
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
    fill(coverage, FlatSource(record.color), area, target)
  }

  /// Fills `area` with one source, run by run.
  private func fill(
    _ coverage: Coverage,
    _ source: FlatSource,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    if var shapes = qk_shapes(coverage) {
      var part = qk_area(min_x: area.minX, min_y: area.minY, max_x: area.maxX, max_y: area.maxY)
      // Bounds: `area` lies in the target's frame.
      if target.isHalf {
        guard let halves = target.halves(area.minX, area.minY) else { return }
        return source.withColor {
          qk_half_solid_shapes(halves, target.stride * 8, &part, $0, &shapes)
        }
      }
      guard let pixels = target.pixel(area.minX, area.minY) else { return }
      return withUnsafeTemporary(source.channels) {
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
    _ source: FlatSource,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    // Bounds: the area is at most as wide as the row buffers; the run splits it into three parts
    // whose widths add up to its own.
    coverage.mask(
      rows.mask,
      run,
      y: y,
      x0: area.minX,
      x1: area.maxX,
      flat: nil,
      scratch: rows.coverage
    )
    fill(
      FlatRows(
        rows: run.rows,
        left: run.start - area.minX,
        factor: SourceOver.factor(run.value),
        middle: run.end - run.start,
        right: area.maxX - run.end
      ),
      masks: rows.mask,
      source,
      PixelPlace(x: area.minX, y: y),
      target
    )
  }

  /// Fills rows of one colour.
  ///
  /// - Parameters:
  ///   - parts: The parts of the rows.
  ///   - masks: A factor for each pixel of the row; those in the middle are not looked at.
  ///   - source: The colour.
  ///   - place: The first pixel of the first row; all pixels lie in the target's frame.
  ///   - target: The pixels to draw to.
  func fill(
    _ parts: FlatRows,
    masks: UnsafePointer<UInt16>,
    _ source: FlatSource,
    _ place: PixelPlace,
    _ target: PixelTarget
  ) {
    let rightMask = masks + Int(parts.left + parts.middle)
    if target.isHalf {
      guard let halves = target.halves(place.x, place.y) else { return }
      return source.withColor {
        qk_half_solid_rows(
          halves,
          target.stride * 8,
          parts.rows,
          $0,
          masks,
          parts.left,
          parts.factor,
          parts.middle,
          rightMask,
          parts.right
        )
      }
    }
    guard let pixels = target.pixel(place.x, place.y) else { return }
    withUnsafeTemporary(source.channels) {
      qk_solid_rows(
        pixels,
        target.stride,
        parts.rows,
        $0,
        masks,
        parts.left,
        parts.factor,
        parts.middle,
        rightMask,
        parts.right,
        parts.roundsToBytes ? 1 : 0
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

/// A colour as kernels of each form of pixels take it: premultiplied, encoded.
struct FlatSource {
  /// For words: clamped to 0...1.
  let channels: PixelSource
  private let color: SIMD4<Float>

  init(_ color: SIMD4<Float>) {
    channels = SourceOver.source(color)
    self.color = color
  }

  /// Calls `body` with the four numbers of the colour.
  @inline(__always)
  func withColor(_ body: (UnsafePointer<Float>) -> Void) {
    withUnsafePointer(to: color) {
      $0.withMemoryRebound(to: Float.self, capacity: 4, body)
    }
  }
}

/// Rows that are alike: pixels with a factor each, then those of one factor, then some again.
struct FlatRows {
  var rows: Int32
  var left: Int32
  var factor: UInt16
  var middle: Int32
  var right: Int32
  /// Whether the masked source of words is rounded to bytes before it is blended.
  var roundsToBytes = false
}

/// A pixel by its index.
struct PixelPlace {
  var x: Int32
  var y: Int32
}
