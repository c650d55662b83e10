// Draws of the kind `image`: texels through a shape.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath
import QuartzPlan
import QuartzRaster

/// How the texels of a draw come to their pixels, from cheap to dear.
private enum Sampling {
  /// Pixels are texels: texel = pixel + (x, y), all inside of those that may be sampled.
  case copy(x: Int32, y: Int32)
  case nearest
  /// Lines of places in fixed point.
  case lines(TexelLine, TexelLine)
  /// Any place.
  case linear
}

/// One row of sources.
enum SourceRow {
  case pixels(UnsafePointer<UInt32>)
  case sources(UnsafePointer<UInt16>)
  /// Texels in 8.7 bits, the first of them being the texel `first`, and the place of the first pixel.
  case columns(UnsafePointer<Int16>, first: Int32, place: Int64, step: Int64)
}

extension TileRenderer {
  func drawImage(
    _ draw: Draw,
    _ record: ImageRecord,
    _ image: TexelSource,
    _ clip: RasterShape?,
    _ area: PixelRect,
    _ target: Target
  ) {
    let shape = draw.flags.contains(.covers) ? nil : RasterShape(draw, record)
    let range = TexelRange(record.texelRect, width: image.width, height: image.height)
    let sampler = ImageSampler(draw, record, image, range, area)
    let factors = SourceOver.factors(record.color)
    let isOpaque = draw.flags.contains(.opaque) && factors == SIMD4(repeating: SourceOver.one)
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
    _ target: Target,
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
      for y in y..<y + run.rows {
        // Bounds: as in `fill`; a row of sources, like the mask, is as long as the area is wide.
        guard let pixels = target.pixel(area.minX, y), let sources = row(y) else { continue }
        withUnsafeTemporary(factors) { factors in
          switch sources {
          case .pixels(let source) where isFlat && isOpaque:
            pixels.update(from: source, count: Int(count))
          case .pixels(let source):
            qk_pixels_over(pixels, source, count, factors, rows.mask)
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

/// Samples the rows of one draw in one area.
private struct ImageSampler {
  private let image: TexelSource
  private let range: TexelRange
  private let record: ImageRecord
  private let isAxis: Bool
  private let area: PixelRect
  private let sampling: Sampling

  init(
    _ draw: Draw,
    _ record: ImageRecord,
    _ image: TexelSource,
    _ range: TexelRange,
    _ area: PixelRect
  ) {
    self.image = image
    self.range = range
    self.record = record
    self.area = area
    isAxis = draw.shape == .axis
    sampling = ImageSampler.sampling(draw, record, range, area)
  }

  private static func sampling(
    _ draw: Draw,
    _ record: ImageRecord,
    _ range: TexelRange,
    _ area: PixelRect
  ) -> Sampling {
    let map = record.texelMap
    if draw.flags.contains(.copies), abs(map.z) <= 16384, abs(map.w) <= 16384 {
      let (x, y) = (Int32(map.z.rounded()), Int32(map.w.rounded()))
      if Float(x) == map.z, Float(y) == map.w, area.minX + x >= range.minX,
        area.minY + y >= range.minY, area.maxX + x <= range.lastX + 1,
        area.maxY + y <= range.lastY + 1
      {
        return .copy(x: x, y: y)
      }
    }
    if draw.flags.contains(.nearest) || draw.flags.contains(.copies) { return .nearest }
    if draw.shape == .axis, let x = TexelLine(scale: map.x, offset: map.z),
      let y = TexelLine(scale: map.y, offset: map.w)
    {
      return .lines(x, y)
    }
    return .linear
  }

  /// The sources of row y, from the area's left edge to its right one.
  @inline(__always)
  func row(_ y: Int32, _ rows: RowBuffers) -> SourceRow? {
    let count = area.maxX - area.minX
    // Bounds: the row buffers are as wide as a tile, and so is the area at most.
    switch sampling {
    case .copy(let dx, let dy):
      let texel = image.base + (Int(y + dy) * image.rowBytes + Int(area.minX + dx) * 4)
      return .pixels(texel.assumingMemoryBound(to: UInt32.self))
    case .nearest:
      var (texels, places) = (texels, places(y))
      qk_sample_nearest(rows.pixels, &texels, &places, area.minX, count)
      return .pixels(rows.pixels)
    case .lines(let lineX, let lineY):
      return mix(lineX, lineY.place(y), count, rows)
    case .linear:
      var (texels, places) = (texels, places(y))
      qk_sample_linear(rows.sources, &texels, &places, area.minX, count)
      return .sources(rows.sources)
    }
  }

  private var texels: qk_texels {
    qk_texels(
      base: image.base.assumingMemoryBound(to: UInt8.self),
      row_bytes: image.rowBytes,
      min_x: range.minX,
      min_y: range.minY,
      last_x: range.lastX,
      last_y: range.lastY
    )
  }

  private func places(_ y: Int32) -> qk_place_row {
    let map = record.texelMap
    let rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) =
      isAxis
      ? ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])
      : (record.inverse1, record.inverse2, record.inverse3)
    let base = rows.1 * (Float(y) + 0.5) + rows.2
    return qk_place_row(
      base: (base.x, base.y, base.z),
      row1: (rows.0.x, rows.0.y, rows.0.z),
      map: (map.x, map.y, map.z, map.w)
    )
  }

  /// Mixes two rows of texels, so that only their columns are left to mix.
  @inline(__always)
  private func mix(
    _ line: TexelLine,
    _ placeY: Int64,
    _ count: Int32,
    _ rows: RowBuffers
  ) -> SourceRow {
    let upperY = range.clampY(TexelLine.texel(placeY))
    let lowerY = range.clampY(TexelLine.texel(placeY) &+ 1)
    let fraction = TexelLine.fraction(placeY)
    let upper = (image.base + Int(upperY) * image.rowBytes).assumingMemoryBound(to: UInt32.self)
    let lower = (image.base + Int(lowerY) * image.rowBytes).assumingMemoryBound(to: UInt32.self)
    let place = line.place(area.minX)
    let ends = (TexelLine.texel(place), TexelLine.texel(line.place(area.maxX - 1)))
    let (first, last) = (min(ends.0, ends.1), max(ends.0, ends.1) + 1)
    guard Int(last) - Int(first) < rows.width * 2 + 8 else {
      // Far fewer pixels than texels: only those texels that are needed.
      var texels = texels
      qk_sample_line(rows.sources, &texels, upper, lower, fraction, place, line.step, count)
      return .sources(rows.sources)
    }
    // Bounds: texels first...last of both rows, those outside of `range` replaced by its ends.
    let inside = (first: range.clampX(first), last: range.clampX(last))
    let before = Int(min(max(inside.first - first, 0), last - first))
    let texelCount = inside.last - inside.first + 1
    let row = rows.texels
    qk_mix_rows(
      row + before * 4,
      upper + Int(inside.first),
      lower + Int(inside.first),
      texelCount,
      fraction
    )
    extend(row, before: before, count: Int(texelCount), total: Int(last - first) + 1)
    return .columns(row, first: first, place: place, step: line.step)
  }

  /// Repeats the first and last of `count` texels at `before` so that `total` are filled.
  @inline(__always)
  private func extend(
    _ row: UnsafeMutablePointer<Int16>,
    before: Int,
    count: Int,
    total: Int
  ) {
    guard count < total else { return }
    row.withMemoryRebound(to: UInt64.self, capacity: total) { texels in
      for index in 0..<before { texels[index] = texels[before] }
      let last = before + count - 1
      for index in (last + 1)..<max(total, last + 1) { texels[index] = texels[last] }
    }
  }
}
