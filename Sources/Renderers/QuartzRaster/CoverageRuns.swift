// Coverage by rows: where it is one number, and masks for the rest.
// Licensed under the MIT license; see LICENSE.
//
// Most of a shape is flat. In a row of an axis-aligned shape the coverage is one number from the
// left edge's (or corner's) last pixel to the right one's first; from the upper corners to the
// lower ones all rows are the same. Runs say so, exactly: inside of the flat part the formula gives
// just this number, so that renderers need masks only for what is left and right of it.
//
//        x0    start              end   x1
//        |left |    one value     |right|      the same for `rows` rows

package import CQuartzKernels

/// Rows from y on that all have the same coverage.
package struct CoverageRun: Equatable {
  /// How many rows; at least 1.
  package var rows: Int32
  /// The flat part: start <= end; everywhere in it the coverage is `value`.
  package var start: Int32
  package var end: Int32
  package var value: Float
}

/// The coverage of a draw: a shape, less another one for rings, times a clip.
package struct Coverage {
  /// Nil where everything is covered.
  package var outer: RasterShape?
  package var inner: RasterShape?
  package var clip: RasterShape?

  package init(_ outer: RasterShape?, inner: RasterShape? = nil, clip: RasterShape? = nil) {
    self.outer = outer
    self.inner = inner
    self.clip = clip
  }

  /// The rows from y on, before `maxY`, between the pixels x0 and x1.
  package func run(y: Int32, maxY: Int32, x0: Int32, x1: Int32) -> CoverageRun {
    var run = CoverageRun(rows: maxY - y, start: x0, end: x1, value: 1)
    if let outer { meet(&run, outer, y) { _, value in value } }
    if let inner { meet(&run, inner, y, RasterShape.ring) }
    if let clip { meet(&run, clip, y) { $0 * $1 } }
    if run.start >= run.end {
      run.start = x1
      run.end = x1
    }
    return run
  }

  /// Narrows the run to where a shape is flat too.
  @inline(__always)
  private func meet(
    _ run: inout CoverageRun,
    _ shape: RasterShape,
    _ y: Int32,
    _ combine: (Float, Float) -> Float
  ) {
    let other = shape.isAxis ? shape.axisRun(y, run) : shape.generalRun(y, run)
    run.rows = min(run.rows, other.rows)
    run.start = max(run.start, other.start)
    run.end = min(run.end, other.end)
    run.value = combine(run.value, other.value)
  }

  /// The coverage of the pixels of row y left and right of a run's flat part, as factors of 16
  /// bits.
  ///
  /// Pixel x0 + i has its factor at `result[i]`. The flat part gets `flat`, or is left undefined if
  /// that is nil. `result` has room for 8 more than the row, `scratch` for 16 more than twice the
  /// row.
  // Long because: kernels call it for each run, with numbers that stay in registers.
  @inline(__always)
  package func mask(
    _ result: UnsafeMutablePointer<UInt16>,
    _ run: CoverageRun,
    y: Int32,
    x0: Int32,
    x1: Int32,
    flat: UInt16?,
    scratch: UnsafeMutablePointer<Float>
  ) {
    // Bounds: kernels write at most count + 7 numbers, which is less than the rooms above; what the
    // left margin spills into the flat part is written after it.
    let second = scratch + Int(x1 - x0 + 8)
    let (left, right) = (run.start - x0, x1 - run.end)
    let only = inner == nil ? (outer == nil ? clip : clip == nil ? outer : nil) : nil
    if let only, only.isAxis, left > 0 || right > 0 {
      var row = only.axisRow(y)
      if left > 0 { qk_axis_factors(result, &row, x0, left) }
      if let flat {
        (result + Int(left)).update(repeating: flat, count: Int(run.end - run.start))
      }
      if right > 0 { qk_axis_factors(result + Int(run.end - x0), &row, run.end, right) }
      return
    }
    if left > 0 { margin(result, y, x0, left, scratch, second) }
    if let flat {
      (result + Int(left)).update(repeating: flat, count: Int(run.end - run.start))
    }
    if right > 0 { margin(result + Int(run.end - x0), y, run.end, right, scratch, second) }
  }

  private func margin(
    _ result: UnsafeMutablePointer<UInt16>,
    _ y: Int32,
    _ x: Int32,
    _ count: Int32,
    _ first: UnsafeMutablePointer<Float>,
    _ second: UnsafeMutablePointer<Float>
  ) {
    // Where all is covered but for the clip, the clip alone says how much: 1 times it.
    if inner == nil, let outer, let clip, clip.isAxis, outer.isWhole(y, x, count) {
      var row = clip.axisRow(y)
      return qk_axis_factors(result, &row, x, count)
    }
    if let outer {
      outer.coverage(first, y: y, x: x, count: count)
    } else {
      first.update(repeating: 1, count: Int(count) + 7)
    }
    if let inner {
      inner.coverage(second, y: y, x: x, count: count)
      qk_ring(first, second, count)
    }
    if let clip {
      clip.coverage(second, y: y, x: x, count: count)
      qk_product(first, second, count)
    }
    qk_factors(result, first, count)
  }
}

extension qk_shapes {
  /// The shapes of a coverage for the kernel of solids; nil if one is not axis-aligned.
  @inline(__always)
  package init?(_ coverage: Coverage) {
    self.init()
    if let shape = coverage.outer {
      guard shape.isAxis else { return nil }
      outer = qk_shape(shape)
      has_outer = 1
    }
    if let shape = coverage.inner {
      guard shape.isAxis else { return nil }
      inner = qk_shape(shape)
      has_inner = 1
    }
    if let shape = coverage.clip {
      guard shape.isAxis else { return nil }
      clip = qk_shape(shape)
      has_clip = 1
    }
  }
}

extension qk_shape {
  @inline(__always)
  fileprivate init(_ shape: RasterShape) {
    let (rect, x, y) = (shape.rect, shape.radiiX, shape.radiiY)
    self.init(
      rect: (rect.x, rect.y, rect.z, rect.w),
      radii_x: (x.x, x.y, x.z, x.w),
      radii_y: (y.x, y.y, y.z, y.w)
    )
  }
}

extension RasterShape {
  /// Whether an axis-aligned shape covers all of `count` pixels of row y from x on.
  fileprivate func isWhole(_ y: Int32, _ x: Int32, _ count: Int32) -> Bool {
    guard isAxis else { return false }
    let limits = CoverageRun(rows: 1, start: x, end: x + count, value: 1)
    let run = axisRun(y, limits)
    return run.value == 1 && run.start <= x && run.end >= x + count
  }
}

extension RasterShape {
  /// The coverage of `count` pixels of row y from x on; writes up to seven numbers more.
  fileprivate func coverage(
    _ result: UnsafeMutablePointer<Float>,
    y: Int32,
    x: Int32,
    count: Int32
  ) {
    if isAxis {
      var row = axisRow(y)
      qk_axis_coverage(result, &row, x, count)
    } else {
      var row = generalRow(y)
      qk_general_coverage(result, &row, x, count)
    }
  }

  /// Where an axis-aligned shape is flat in row y, and for how many rows.
  fileprivate func axisRun(_ y: Int32, _ limits: CoverageRun) -> CoverageRun {
    let coverY = axisCoverY(Float(y))
    var run = CoverageRun(rows: 1, start: limits.end, end: limits.start, value: coverY)
    let (left, right) = axisCorners(Float(y) + 0.5)
    if rect.x <= rect.z {
      let minX = left.map { max(rect.x, centerX($0)) } ?? rect.x
      let maxX = right.map { min(rect.z, centerX($0)) } ?? rect.z
      run.start = ceilIndex(minX, limits.start, limits.end)
      run.end = floorIndex(maxX, limits.start, limits.end)
    }
    if left == nil, right == nil, coverY == 1 {
      // The lower corners, if there are any, end the rows that are alike; else the lower edge does.
      var limit = rect.w
      if isRounded(2) { limit = min(limit, centerY(2)) }
      if isRounded(3) { limit = min(limit, centerY(3)) }
      run.rows = max(floorIndex(limit, y, y + limits.rows) - y, 1)
    }
    return run
  }

  /// Where a shape in any place surely covers everything in row y; empty if that is not known.
  ///
  /// Only for affine maps: there the distances to the edges are linear in x. The margin keeps
  /// pixels out for which rounding could make the formula's result less than 1.
  fileprivate func generalRun(_ y: Int32, _ limits: CoverageRun) -> CoverageRun {
    var run = CoverageRun(rows: 1, start: limits.end, end: limits.start, value: 1)
    guard inverse1.z == 0, inverse2.z == 0, inverse3.z == 1 else { return run }
    let pixelX = (inverse1.x * inverse1.x + inverse2.x * inverse2.x).squareRoot()
    let pixelY = (inverse1.y * inverse1.y + inverse2.y * inverse2.y).squareRoot()
    var insetX: Float = 0
    var insetY: Float = 0
    for corner in 0..<4 where isRounded(corner) {
      insetX = max(insetX, radiiX[corner])
      insetY = max(insetY, radiiY[corner])
    }
    // Inside of the rounded shape lie two rectangles that form a cross; the wider part of the row
    // is taken.
    let base = inverse2 * (Float(y) + 0.5) + inverse3
    for part in 0..<(insetX > 0 ? 2 : 1) {
      let outX = part == 0 ? insetX : 0
      let outY = part == 0 ? 0 : insetY
      var low = Float(limits.start)
      var high = Float(limits.end)
      narrow(&low, &high, inverse1.x, base.x, (rect.x + outX, rect.z - outX), pixelX)
      narrow(&low, &high, inverse1.y, base.y, (rect.y + outY, rect.w - outY), pixelY)
      guard high > low, high - low > Float(run.end) - Float(run.start) else { continue }
      run.start = ceilIndex(low, limits.start, limits.end)
      run.end = floorIndex(high, limits.start, limits.end)
    }
    return run
  }

  /// Narrows low...high to the x with slope · (x + 0.5) + base at least half a pixel inside.
  private func narrow(
    _ low: inout Float,
    _ high: inout Float,
    _ slope: Float,
    _ base: Float,
    _ limits: (Float, Float),
    _ pixel: Float
  ) {
    let (minimum, maximum) = limits
    let reach = abs(slope) * max(abs(low), abs(high)) + abs(base) + abs(minimum) + abs(maximum)
    let margin = pixel * 0.52 + reach * 1e-6
    let (first, last) = (minimum + margin, maximum - margin)
    guard first <= last, margin.isFinite else {
      high = low
      return
    }
    guard abs(slope) > pixel * 1e-6 else {
      // The row runs along these edges: all of it is inside, or none.
      let ends = (slope * low + base, slope * high + base)
      if min(ends.0, ends.1) < first || max(ends.0, ends.1) > last { high = low }
      return
    }
    let (a, b) = ((first - base) / slope, (last - base) / slope)
    low = max(low, min(a, b) + 1)
    high = min(high, max(a, b) - 1)
  }
}

/// The least whole number that is not below `value`, clamped; the upper limit for NaN.
@inline(__always)
private func ceilIndex(_ value: Float, _ lower: Int32, _ upper: Int32) -> Int32 {
  guard value < Float(upper) else { return upper }
  guard value > Float(lower) else { return lower }
  // Not `rounded`, which is a call on machines before SSE4.
  let whole = Int32(value)
  return min(Float(whole) < value ? whole + 1 : whole, upper)
}

/// The largest whole number that is not above `value`, clamped; the lower limit for NaN.
@inline(__always)
private func floorIndex(_ value: Float, _ lower: Int32, _ upper: Int32) -> Int32 {
  guard value > Float(lower) else { return lower }
  guard value < Float(upper) else { return upper }
  let whole = Int32(value)
  return Float(whole) > value ? whole - 1 : whole
}
