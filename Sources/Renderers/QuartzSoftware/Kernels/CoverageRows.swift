// Rows of the factors that bytes of coverage make.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath
import QuartzPlan
import QuartzRaster

/// Rows from some y on that are alike: a mask, then pixels of one factor, then a mask again.
struct CoverageRow {
  /// How many rows; at least 1.
  var rows: Int32
  /// The flat part; empty ones lie at the end of the row.
  var start: Int32
  var end: Int32
  var factor: UInt16
}

/// Makes the rows of one draw in one area, from the first to the last.
struct CoverageRows {
  /// How bytes come to their pixels, from cheap to dear.
  private enum Sampling {
    /// Pixels are texels: texel = pixel + (x, y), all inside of the bytes.
    case copy(x: Int32, y: Int32)
    case nearest
    /// Lines of places in fixed point.
    case lines(CoverageLines)
    /// Any place.
    case places
  }

  private let source: CoverageSource
  private let range: TexelRange
  private let map: StretchedMap
  private let inverse: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  private let area: PixelRect
  private let sampling: Sampling

  init(_ draw: Draw, _ record: CoverageRecord, _ source: CoverageSource, _ area: PixelRect) {
    self.source = source
    self.area = area
    map = StretchedMap(draw, record)
    let isAxis = draw.shape == .axis
    inverse =
      isAxis
      ? ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])
      : (record.inverse1, record.inverse2, record.inverse3)
    guard draw.flags.contains(.copies) else {
      range = TexelRange(record.texelRect, width: source.width, height: source.height)
      if isAxis, let lines = map.lines {
        sampling = .lines(CoverageLines(lines.x, lines.y, source, range, area))
      } else {
        sampling = .places
      }
      return
    }
    let all = SIMD4(0, 0, Float(source.width), Float(source.height))
    range = TexelRange(all, width: source.width, height: source.height)
    let offset = PixelOffset(record.texelMap.z, record.texelMap.w)
    if let offset, offset.leads(area, into: range) {
      sampling = .copy(x: offset.x, y: offset.y)
    } else {
      sampling = .nearest
    }
  }

  /// As `CoverageLines.stretches`.
  func stretches() -> [3 of (y: Int32, map: qk_stretch)]? {
    guard case .lines(let lines) = sampling else { return nil }
    return lines.stretches()
  }

  /// The rows from y on that are alike; their factors are in `rows.mask`, but for the flat part.
  func row(_ y: Int32, _ rows: RowBuffers) -> CoverageRow {
    let count = area.maxX - area.minX
    let masked = CoverageRow(rows: 1, start: area.maxX, end: area.maxX, factor: 0)
    // Bounds: the row buffers are as wide as a tile, and so is the area at most.
    switch sampling {
    case .copy(let x, let y0):
      let bytes = source.row(y + y0) + Int(area.minX + x) * source.step
      qk_byte_factors(rows.mask, bytes, source.step, count)
    case .nearest:
      for x in area.minX..<area.maxX {
        let place = map.texel(Float(x) + 0.5, Float(y) + 0.5)
        rows.mask[Int(x - area.minX)] = CoverageSampler.nearest(source, range, place)
      }
    case .lines(let lines):
      return lines.row(y, rows) ?? masked
    case .places:
      sample(y, count, rows)
    }
    return masked
  }

  private func sample(_ y: Int32, _ count: Int32, _ rows: RowBuffers) {
    var bytes = qk_bytes(
      base: source.base,
      row_bytes: source.rowBytes,
      step: source.step,
      min_x: range.minX,
      min_y: range.minY,
      last_x: range.lastX,
      last_y: range.lastY
    )
    let base = inverse.1 * (Float(y) + 0.5) + inverse.2
    let texelMap = map.texelMap
    var places = qk_place_row(
      base: (base.x, base.y, base.z),
      row1: (inverse.0.x, inverse.0.y, inverse.0.z),
      map: (texelMap.x, texelMap.y, texelMap.z, texelMap.w)
    )
    guard let (sliceEdges, stretch) = map.middle else {
      qk_sample_bytes(rows.mask, &bytes, &places, nil, area.minX, count)
      return
    }
    var middle = qk_middle(
      first: (sliceEdges.x, sliceEdges.y),
      last: (sliceEdges.z, sliceEdges.w),
      stretch: (stretch.x, stretch.y)
    )
    qk_sample_bytes(rows.mask, &bytes, &places, &middle, area.minX, count)
  }
}

// MARK: - Places

extension StretchedMap {
  init(_ draw: Draw, _ record: CoverageRecord) {
    if draw.flags.contains(.stretched) {
      self.init(texelMap: record.texelMap, sliceEdges: record.sliceEdges, stretch: record.stretch)
    } else {
      self.init(texelMap: record.texelMap)
    }
  }
}

/// Whole pixels from a place in an area to one in a picture.
struct PixelOffset {
  var x: Int32
  var y: Int32

  /// Nil for numbers that are not whole, or too large.
  init?(_ x: Float, _ y: Float) {
    guard abs(x) <= 32768, abs(y) <= 32768, x == x.rounded(), y == y.rounded() else { return nil }
    (self.x, self.y) = (Int32(x), Int32(y))
  }

  /// Whether all pixels of an area come to lie on texels of the range.
  func leads(_ area: PixelRect, into range: TexelRange) -> Bool {
    area.minX + x >= range.minX && area.minY + y >= range.minY
      && area.maxX + x <= range.lastX + 1 && area.maxY + y <= range.lastY + 1
  }
}
