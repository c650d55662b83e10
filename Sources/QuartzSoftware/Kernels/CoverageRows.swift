// Rows of the factors that bytes of coverage make.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import Glibc
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
    case lines(StretchedLine, StretchedLine)
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
      let lines = isAxis ? map.lines : nil
      sampling = lines.map { .lines($0.x, $0.y) } ?? .places
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

  /// The rows from y on that are alike; their factors are in `rows.mask`, but for the flat part.
  mutating func row(_ y: Int32, _ rows: RowBuffers) -> CoverageRow {
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
    case .lines(let lineX, let lineY):
      return mix(lineX, lineY, y, rows) ?? masked
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
    guard let (breaks, stretch) = map.middle else {
      qk_sample_bytes(rows.mask, &bytes, &places, nil, area.minX, count)
      return
    }
    var middle = qk_middle(
      first: (breaks.x, breaks.y),
      last: (breaks.z, breaks.w),
      stretch: (stretch.x, stretch.y)
    )
    qk_sample_bytes(rows.mask, &bytes, &places, &middle, area.minX, count)
  }
}

// MARK: - Lines

extension CoverageRows {
  /// The two rows of texels that a row of pixels lies between, and how far.
  private struct RowPlace: Equatable {
    var upper: Int32
    var lower: Int32
    var fraction: Int16
  }

  private func rowPlace(_ line: StretchedLine, _ y: Int32) -> RowPlace {
    let place = line.place(y)
    let texel = TexelLine.texel(place)
    let (upper, lower) = (range.clampY(texel), range.clampY(texel &+ 1))
    // Between a row and itself it does not matter where.
    let fraction = upper == lower ? 0 : TexelLine.fraction(place)
    return RowPlace(upper: upper, lower: lower, fraction: fraction)
  }

  /// Mixes two rows of bytes and then their columns; nil where it is masked all over.
  private func mix(
    _ lineX: StretchedLine,
    _ lineY: StretchedLine,
    _ y: Int32,
    _ rows: RowBuffers
  ) -> CoverageRow? {
    let place = rowPlace(lineY, y)
    let texels = texels(lineX)
    guard texels.count <= rows.width * 8 else {
      // Far fewer pixels than texels: only those texels that are needed.
      for x in area.minX..<area.maxX {
        let factor = CoverageSampler.linear(source, range, x: lineX.place(x), y: lineY.place(y))
        rows.mask[Int(x - area.minX)] = factor
      }
      return nil
    }
    mix(place, texels, rows.texels)
    let row = mixColumns(lineX, Int32(texels.lowerBound), rows)
    let alike = rowsAlike(lineY, y, place, texels)
    return CoverageRow(rows: alike, start: row.start, end: row.end, factor: row.factor)
  }

  /// The texels that the row needs, those left of pixels and right of them.
  private func texels(_ line: StretchedLine) -> Range<Int> {
    var (first, last) = (Int.max, Int.min)
    func add(_ line: TexelLine, _ pixels: Range<Int32>) {
      guard !pixels.isEmpty else { return }
      let (a, b) = (
        Int(TexelLine.texel(line.place(pixels.lowerBound))),
        Int(TexelLine.texel(line.place(pixels.upperBound - 1)))
      )
      first = min(first, a, b)
      last = max(last, a, b)
    }
    let (before, middle, after) = parts(line)
    add(line.before, before)
    add(line.middle, middle)
    add(line.after, after)
    return first..<last + 2
  }

  /// The pixels of the area in each part of a line.
  @inline(__always)
  private func parts(_ line: StretchedLine) -> (Range<Int32>, Range<Int32>, Range<Int32>) {
    let first = min(max(line.pixels.lowerBound, area.minX), area.maxX)
    let last = min(max(line.pixels.upperBound, first), area.maxX)
    return (area.minX..<first, first..<last, last..<area.maxX)
  }

  /// The mix of two rows of texels; those outside of `range` are like its ends.
  private func mix(
    _ place: RowPlace,
    _ texels: Range<Int>,
    _ result: UnsafeMutablePointer<Int16>
  ) {
    // Bounds: `texels` of both rows, at most as many as the buffer has room for.
    let (first, last) = clamped(texels)
    let total = texels.count
    let before = min(max(first - texels.lowerBound, 0), total - 1)
    let count = last - first + 1
    qk_mix_bytes(
      result + before,
      source.row(place.upper) + first * source.step,
      source.row(place.lower) + first * source.step,
      source.step,
      Int32(count),
      place.fraction
    )
    result.update(repeating: result[before], count: before)
    let end = before + count
    if end < total { (result + end).update(repeating: result[end - 1], count: total - end) }
  }

  /// The first and the last of the texels that there are.
  @inline(__always)
  private func clamped(_ texels: Range<Int>) -> (first: Int, last: Int) {
    let (low, high) = (Int(range.minX), Int(range.lastX))
    return (
      min(max(texels.lowerBound, low), high), min(max(texels.upperBound - 1, low), high)
    )
  }

  /// Mixes the columns of a row whose first texel is `first`.
  private func mixColumns(
    _ line: StretchedLine,
    _ first: Int32,
    _ rows: RowBuffers
  ) -> (start: Int32, end: Int32, factor: UInt16) {
    let row = rows.texels
    func mix(_ line: TexelLine, _ pixels: Range<Int32>) {
      guard !pixels.isEmpty else { return }
      let mask = rows.mask + Int(pixels.lowerBound - area.minX)
      let place = line.place(pixels.lowerBound)
      qk_column_factors(mask, row, Int32(pixels.count), place, line.step, first)
    }
    let (before, middle, after) = parts(line)
    mix(line.before, before)
    mix(line.after, after)
    guard middle.count >= CoverageRows.pixelsWorthTheSearch, line.middle != line.before,
      let factor = flatFactor(line.middle, middle, row, first)
    else {
      mix(line.middle, middle)
      return (area.maxX, area.maxX, 0)
    }
    return (middle.lowerBound, middle.upperBound, factor)
  }

  private static let pixelsWorthTheSearch = 8

  /// The factor of all of the pixels, if it is one.
  private func flatFactor(
    _ line: TexelLine,
    _ pixels: Range<Int32>,
    _ row: UnsafePointer<Int16>,
    _ first: Int32
  ) -> UInt16? {
    let place = line.place(pixels.lowerBound)
    let start = Int(TexelLine.texel(place) - first)
    if line.step == 0 {
      let fraction = TexelLine.fraction(place)
      let mixed = TexelSampler.mix(row[start], row[start + 1], fraction)
      return CoverageSampler.factor(mixed: mixed)
    }
    let end = Int(TexelLine.texel(line.place(pixels.upperBound - 1)) - first)
    for index in min(start, end)...(max(start, end) + 1) where row[index] != row[start] {
      return nil
    }
    return CoverageSampler.factor(mixed: row[start])
  }

  /// How many rows from y on are like the one at `place`.
  private func rowsAlike(
    _ line: StretchedLine,
    _ y: Int32,
    _ place: RowPlace,
    _ texels: Range<Int>
  ) -> Int32 {
    // Outside of stretched middle parts rows are rarely alike.
    guard line.middle != line.before, line.pixels.contains(y) else { return 1 }
    let end = min(line.pixels.upperBound, area.maxY)
    let isEven = isSame(place.upper, place.lower, texels)
    var next = y + 1
    while next < end {
      let other = rowPlace(line, next)
      let isAlike =
        other == place
        || (isEven && isSame(place.upper, other.upper, texels)
          && isSame(place.upper, other.lower, texels))
      guard isAlike else { break }
      next += 1
    }
    return next - y
  }

  /// Whether two rows of bytes have the same texels.
  private func isSame(_ a: Int32, _ b: Int32, _ texels: Range<Int>) -> Bool {
    guard a != b else { return true }
    // Bounds: both rows have these texels.
    let (first, last) = clamped(texels)
    let start = first * source.step
    let count = (last - first) * source.step + 1
    return memcmp(source.row(a) + start, source.row(b) + start, count) == 0
  }
}

// MARK: - Places

extension StretchedMap {
  init(_ draw: Draw, _ record: CoverageRecord) {
    if draw.flags.contains(.stretched) {
      self.init(texelMap: record.texelMap, breaks: record.breaks, stretch: record.stretch)
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
