// Rows of coverage whose texels are places on lines: those of axis-aligned draws.
// Licensed under the MIT license; see LICENSE.
//
// Two rows of bytes are mixed into one, then the columns of that. All that does not change from row
// to row is worked out once for a draw.

import CQuartzKernels
import Glibc
import QuartzMath
import QuartzPlan
import QuartzRaster

/// Makes the rows of one draw in one area.
struct CoverageLines {
  private let source: CoverageSource
  private let range: TexelRange
  private let area: PixelRect
  private let lineX: StretchedLine
  private let lineY: StretchedLine
  private let isStretchedX: Bool
  private let isStretchedY: Bool
  /// The pixels of the area that begin the middle and the last part of a row.
  private let middle: Int32
  private let after: Int32
  /// The texels that a row needs, those left of pixels and right of them.
  private let texels: Range<Int>
  /// Those of them that there are; the others are like the first and the last one.
  private let inside: ClosedRange<Int>
  /// How many of `texels` come before the first of those inside.
  private let before: Int

  init(
    _ lineX: StretchedLine,
    _ lineY: StretchedLine,
    _ source: CoverageSource,
    _ range: TexelRange,
    _ area: PixelRect
  ) {
    self.source = source
    self.range = range
    self.area = area
    self.lineX = lineX
    self.lineY = lineY
    isStretchedX = lineX.isStretched
    isStretchedY = lineY.isStretched
    middle = min(max(lineX.pixels.lowerBound, area.minX), area.maxX)
    after = min(max(lineX.pixels.upperBound, middle), area.maxX)
    var (first, last) = (Int.max, Int.min)
    func add(_ line: TexelLine, _ start: Int32, _ end: Int32) {
      guard start < end else { return }
      let a = Int(TexelLine.texel(line.place(start)))
      let b = Int(TexelLine.texel(line.place(end - 1)))
      first = min(first, a, b)
      last = max(last, a, b)
    }
    add(lineX.before, area.minX, middle)
    add(lineX.middle, middle, after)
    add(lineX.after, after, area.maxX)
    texels = first..<last + 2
    let (low, high) = (Int(range.minX), Int(range.lastX))
    inside = min(max(first, low), high)...min(max(last + 1, low), high)
    before = min(max(inside.lowerBound - first, 0), texels.count - 1)
  }

  /// The rows from y on that are alike; nil where one is masked all over.
  func row(_ y: Int32, _ rows: RowBuffers) -> CoverageRow? {
    guard texels.count <= rows.width * 8 else {
      // Far fewer pixels than texels: only those texels that are needed.
      for x in area.minX..<area.maxX {
        let factor = CoverageSampler.linear(source, range, x: lineX.place(x), y: lineY.place(y))
        rows.mask[Int(x - area.minX)] = factor
      }
      return nil
    }
    let place = rowPosition(y)
    mix(place, rows.texels)
    let flat = mixColumns(rows)
    let alike = isStretchedY && lineY.pixels.contains(y) ? rowsAlike(y, place) : 1
    guard let flat else {
      return CoverageRow(rows: alike, start: area.maxX, end: area.maxX, factor: 0)
    }
    return CoverageRow(rows: alike, start: middle, end: after, factor: flat)
  }
}

// MARK: - Texels that are one apart

extension CoverageLines {
  /// The parts of the area from the top whose rows are one texel apart, or of one texel, as the
  /// kernel takes them; nil if there are others, or texels that are not there.
  func stretches() -> [3 of (y: Int32, map: qk_stretch)]? {
    guard source.step == 1, before == 0, inside.lowerBound == texels.lowerBound,
      inside.upperBound + 1 == texels.upperBound
    else { return nil }
    let first = min(max(lineY.pixels.lowerBound, area.minY), area.maxY)
    let last = min(max(lineY.pixels.upperBound, first), area.maxY)
    guard let left = steps(lineX.before, area.minX, middle),
      let center = steps(lineX.middle, middle, after),
      let right = steps(lineX.after, after, area.maxX),
      let upper = steps(lineY.before, area.minY, first),
      let core = steps(lineY.middle, first, last),
      let lower = steps(lineY.after, last, area.maxY)
    else { return nil }
    var map = qk_stretch()
    map.base = source.base
    map.row_bytes = source.rowBytes
    (map.min_y, map.last_y) = (range.minY, range.lastY)
    map.columns = (left, center, right)
    func part(_ y: Int32, _ rows: qk_steps) -> (y: Int32, map: qk_stretch) {
      var part = map
      part.rows = rows
      return (y, part)
    }
    return [part(area.minY, upper), part(first, core), part(last, lower)]
  }

  /// Pixels of one part of a line; nil if texels are skipped, or lie in between.
  private func steps(_ line: TexelLine, _ start: Int32, _ end: Int32) -> qk_steps? {
    guard start < end else { return qk_steps() }
    guard line.step == 0 || line.step == 1 << 32 else { return nil }
    let place = line.place(start)
    return qk_steps(
      count: end - start,
      texel: TexelLine.texel(place),
      fraction: TexelLine.fraction(place),
      step: line.step == 0 ? 0 : 1
    )
  }
}

// MARK: - Rows

extension CoverageLines {
  /// The two rows of texels that a row of pixels lies between, and how far.
  private struct RowPosition: Equatable {
    var upper: Int32
    var lower: Int32
    var fraction: Int16
  }

  private func rowPosition(_ y: Int32) -> RowPosition {
    let place = lineY.place(y)
    let texel = TexelLine.texel(place)
    let (upper, lower) = (range.clampY(texel), range.clampY(texel &+ 1))
    // Between a row and itself it does not matter where.
    let fraction = upper == lower ? 0 : TexelLine.fraction(place)
    return RowPosition(upper: upper, lower: lower, fraction: fraction)
  }

  /// The mix of two rows of texels.
  private func mix(_ position: RowPosition, _ result: UnsafeMutablePointer<Int16>) {
    // Bounds: `texels` of both rows, at most as many as the buffer has room for.
    let offset = inside.lowerBound * source.step
    let count = inside.upperBound - inside.lowerBound + 1
    let upper = source.row(position.upper) + offset
    let lower = source.row(position.lower) + offset
    qk_mix_bytes(result + before, upper, lower, source.step, Int32(count), position.fraction)
    if before > 0 { result.update(repeating: result[before], count: before) }
    let end = before + count
    let total = texels.upperBound - texels.lowerBound
    if end < total { (result + end).update(repeating: result[end - 1], count: total - end) }
  }

  /// How many rows from y on, in the middle part, are like the row at `position`.
  private func rowsAlike(_ y: Int32, _ position: RowPosition) -> Int32 {
    let end = min(lineY.pixels.upperBound, area.maxY)
    let isEven = isSame(position.upper, position.lower)
    var next = y + 1
    while next < end {
      let other = rowPosition(next)
      let isAlike =
        other == position
        || (isEven && isSame(position.upper, other.upper) && isSame(position.upper, other.lower))
      guard isAlike else { break }
      next += 1
    }
    return next - y
  }

  /// Whether two rows of bytes have the same texels.
  private func isSame(_ a: Int32, _ b: Int32) -> Bool {
    guard a != b else { return true }
    // Bounds: both rows have these texels.
    let start = inside.lowerBound * source.step
    let count = (inside.upperBound - inside.lowerBound) * source.step + 1
    return memcmp(source.row(a) + start, source.row(b) + start, count) == 0
  }
}

// MARK: - Columns

extension CoverageLines {
  /// Mixes the columns of a row.
  ///
  /// - Returns: The factor of all pixels of the middle part, which are left out then; nil if they
  ///   differ.
  private func mixColumns(_ rows: RowBuffers) -> UInt16? {
    mix(lineX.before, area.minX, middle, rows)
    mix(lineX.after, after, area.maxX, rows)
    if isStretchedX, after - middle >= CoverageLines.pixelsWorthTheSearch,
      let factor = flatFactor(rows.texels)
    {
      return factor
    }
    mix(lineX.middle, middle, after, rows)
    return nil
  }

  private static let pixelsWorthTheSearch: Int32 = 8

  @inline(__always)
  private func mix(_ line: TexelLine, _ start: Int32, _ end: Int32, _ rows: RowBuffers) {
    guard start < end else { return }
    qk_column_factors(
      rows.mask + Int(start - area.minX),
      rows.texels,
      end - start,
      line.place(start),
      line.step,
      Int32(truncatingIfNeeded: texels.lowerBound)
    )
  }

  /// The factor of all pixels of the middle part, if it is one.
  private func flatFactor(_ row: UnsafePointer<Int16>) -> UInt16? {
    let line = lineX.middle
    let place = line.place(middle)
    let start = Int(TexelLine.texel(place)) - texels.lowerBound
    if line.step == 0 {
      let fraction = TexelLine.fraction(place)
      let mixed = TexelSampler.mix(row[start], row[start + 1], fraction)
      return CoverageSampler.factor(mixed: mixed)
    }
    let end = Int(TexelLine.texel(line.place(after - 1))) - texels.lowerBound
    for index in min(start, end)...(max(start, end) + 1) where row[index] != row[start] {
      return nil
    }
    return CoverageSampler.factor(mixed: row[start])
  }
}
