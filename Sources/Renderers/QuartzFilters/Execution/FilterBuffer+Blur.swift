// Gaussian blur in floats.
// Licensed under the MIT license; see LICENSE.
//
// The pyramid of GaussianBlur.swift (QuartzRaster), in floats: a picture is halved until the
// standard deviation is below 4 of its pixels, blurred there by the kernel of BlurKernel, and
// enlarged again. Both axes are independent, so the order is the cheapest one: halve along x, then
// along y, blur the small picture, enlarge along y, then along x.
//
//     halve     s(i) = (f(2i-2) + 4 f(2i-1) + 6 f(2i) + 4 f(2i+1) + f(2i+2)) / 16
//     enlarge   f(2i) = (s(i-1) + 6 s(i) + s(i+1)) / 8      f(2i+1) = (s(i) + s(i+1)) / 2
//
// Pixels have their numbers in the plane at every level, so that a picture drawn in parts is the
// same as one drawn at once. A level ends where all further pixels are alike: transparent, or like
// the outermost one.

import QuartzMath
import QuartzRaster

/// A run of pixels along an axis: `start ..< end`.
private struct Span: Equatable {
  var start: Int
  var end: Int

  var count: Int { end - start }

  /// The pixels of the next level that are not like the one before or after them.
  var halved: Span {
    Span(start: (start - 3).floorHalf, end: (end + 3).floorHalf + 1)
  }

  /// The pixels of the next level that enlarging to these pixels reads.
  var read: Span {
    Span(start: start.floorHalf - 1, end: (end - 1).floorHalf + 2)
  }

  func grown(_ distance: Int) -> Span { Span(start: start - distance, end: end + distance) }
}

extension Int {
  /// The half, rounded down also below 0.
  fileprivate var floorHalf: Int { self >> 1 }
}

/// The pixels of a line that each pixel of its result reads, with their weights.
private struct Taps {
  /// How the numbers of pixels change from the line to its result.
  enum Step { case halving, same, doubling }

  private let step: Step
  private let even: [Float]
  private let odd: [Float]
  private let evenOffset: Int
  private let oddOffset: Int

  /// Weights from a pixel on that lies so far from the result's; other ones for odd pixels.
  init(
    _ step: Step,
    _ even: [Float],
    _ offset: Int,
    odd: [Float]? = nil,
    _ oddOffset: Int? = nil
  ) {
    self.step = step
    self.even = even
    self.odd = odd ?? even
    evenOffset = offset
    self.oddOffset = oddOffset ?? offset
  }

  @inline(__always)
  func weights(_ index: Int) -> [Float] { index & 1 == 0 ? even : odd }

  /// The first pixel that a pixel of the result reads.
  @inline(__always)
  func first(_ index: Int) -> Int {
    let offset = index & 1 == 0 ? evenOffset : oddOffset
    switch step {
    case .halving: return index &* 2 &+ offset
    case .same: return index &+ offset
    case .doubling: return index.floorHalf &+ offset
    }
  }

  /// Filters a line whose first pixel is that of number `start`, to the pixels of a span.
  func filter(
    _ line: UnsafeMutablePointer<SIMD4<Float>>,
    _ start: Int,
    _ span: Span,
    into pixels: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    // Bounds: the line has all pixels from the first to the last one that is read.
    switch step {
    case .halving:
      let (far, near, middle) = (even[0], even[1], even[2])
      var at = line + (first(span.start) - start)
      for index in 0..<span.count {
        let sum = (at[0] + at[4]) * far + (at[1] + at[3]) * near
        pixels[index] = sum + at[2] * middle
        at += 2
      }
    case .doubling:
      let (side, middle, half) = (even[0], even[1], odd[0])
      for index in 0..<span.count {
        let number = span.start + index
        let at = line + (first(number) - start)
        pixels[index] =
          number & 1 == 0 ? (at[0] + at[2]) * side + at[1] * middle : (at[0] + at[1]) * half
      }
    case .same:
      even.withUnsafeBufferPointer { weights in
        var index = 0
        let at = line + (first(span.start) - start)
        // Four pixels at a time, so that no sum waits for itself.
        while index + 4 <= span.count {
          var (a, b) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
          var (c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
          let from = at + index
          for tap in 0..<weights.count {
            let weight = weights[tap]
            a += from[tap] * weight
            b += from[tap + 1] * weight
            c += from[tap + 2] * weight
            d += from[tap + 3] * weight
          }
          (pixels[index], pixels[index + 1]) = (a, b)
          (pixels[index + 2], pixels[index + 3]) = (c, d)
          index += 4
        }
        while index < span.count {
          var sum = SIMD4<Float>.zero
          for tap in 0..<weights.count { sum += at[index + tap] * weights[tap] }
          pixels[index] = sum
          index += 1
        }
      }
    }
  }

  /// The pixel after the last one that a pixel of the result reads.
  func end(_ index: Int) -> Int { first(index) + weights(index).count }
}

/// One axis of a blur.
private struct AxisBlur {
  /// How often the picture is halved.
  let levels: Int
  /// The weights of the pixels around each, at the smallest level.
  let weights: [Float]
  let isClamped: Bool
  let isAcross: Bool

  init(_ sigma: Double, isClamped: Bool, isAcross: Bool) {
    let shape = BlurKernel.shape(sigma: sigma)
    levels = shape.levels
    let half = (0...shape.radius).map { Float(shape.weights[$0]) }
    // A kernel that is nothing but its centre is no blur.
    let last = half.lastIndex { $0 > 0 } ?? 0
    weights = half[...last].reversed() + half[1..<(last + 1)]
    self.isClamped = isClamped
    self.isAcross = isAcross
  }

  func span(_ rect: PixelRect) -> Span {
    isAcross
      ? Span(start: Int(rect.minX), end: Int(rect.maxX))
      : Span(start: Int(rect.minY), end: Int(rect.maxY))
  }

  func rect(_ span: Span, of rect: PixelRect) -> PixelRect {
    let (start, end) = (Int32(clamping: span.start), Int32(clamping: span.end))
    return isAcross
      ? PixelRect(start, rect.minY, end, rect.maxY) : PixelRect(rect.minX, start, rect.maxX, end)
  }

  /// The pixels of each level that the result needs, the result's own first.
  func needed(for result: Span) -> [Span] {
    var spans = [result]
    for _ in 0..<levels { spans.append(spans[spans.count - 1].read) }
    return spans
  }

  /// Halves a picture along the axis.
  func halved(_ source: FilterBuffer) throws(FilterError) -> FilterBuffer {
    let taps = Taps(.halving, [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16], -2)
    return try filtered(source, to: span(source.rect).halved, taps)
  }

  /// Enlarges a picture along the axis, to the pixels of a span.
  func enlarged(_ source: FilterBuffer, to span: Span) throws(FilterError) -> FilterBuffer {
    let taps = Taps(.doubling, [1 / 8, 6 / 8, 1 / 8], -1, odd: [1 / 2, 1 / 2], 0)
    return try filtered(source, to: span, taps)
  }

  /// Blurs a picture along the axis with the kernel, for the pixels of a span.
  func convolved(_ source: FilterBuffer, to span: Span) throws(FilterError) -> FilterBuffer {
    if weights.count == 1, self.span(source.rect) == span { return source }
    return try filtered(source, to: span, Taps(.same, weights, -(weights.count / 2)))
  }

  /// Filters each line along the axis; `span` is the pixels of the result.
  private func filtered(
    _ source: FilterBuffer,
    to span: Span,
    _ taps: Taps
  ) throws(FilterError) -> FilterBuffer {
    let rect = rect(span, of: source.rect)
    guard !source.rect.isEmpty, !rect.isEmpty else { return try FilterBuffer(rect) }
    let result = try FilterBuffer(rect, isClear: false)
    if isAcross {
      try filterRows(source, into: result, span, taps)
    } else {
      filterColumns(source, into: result, span, taps)
    }
    return result
  }

  private func filterRows(
    _ source: FilterBuffer,
    into result: FilterBuffer,
    _ span: Span,
    _ taps: Taps
  ) throws(FilterError) {
    let reach = Span(
      start: min(taps.first(span.start), taps.first(span.start + 1)),
      end: max(taps.end(span.end - 1), taps.end(span.end - 2))
    )
    let own = self.span(source.rect)
    let line = try FilterBuffer(PixelRect(width: Int32(clamping: reach.count), height: 1))
    for number in 0..<source.height {
      load(source.pixels + number * source.width, own, into: line.pixels, reach)
      taps.filter(line.pixels, reach.start, span, into: result.pixels + number * result.width)
    }
  }

  private func filterColumns(
    _ source: FilterBuffer,
    into result: FilterBuffer,
    _ span: Span,
    _ taps: Taps
  ) {
    let width = source.width
    let own = self.span(source.rect)
    // Strips so narrow that the rows of a pixel's taps stay in the nearest cache.
    let strip = 64
    for left in stride(from: 0, to: width, by: strip) {
      let count = min(strip, width - left)
      for index in 0..<span.count {
        let pixels = result.pixels + index * width + left
        let first = taps.first(span.start + index)
        // A row of the source, or nil for one that is transparent.
        func row(_ tap: Int) -> UnsafeMutablePointer<SIMD4<Float>>? {
          var row = first + tap
          if row < own.start || row >= own.end {
            guard isClamped else { return nil }
            row = min(max(row, own.start), own.end - 1)
          }
          return source.pixels + (row - own.start) * width + left
        }
        taps.weights(span.start + index).withUnsafeBufferPointer { weights in
          AxisBlur.add(weights, row, into: pixels, count)
        }
      }
    }
  }

  /// Writes the sum of rows with their weights, four rows at a time.
  private static func add(
    _ weights: UnsafeBufferPointer<Float>,
    _ row: (Int) -> UnsafeMutablePointer<SIMD4<Float>>?,
    into pixels: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int
  ) {
    pixels.update(repeating: .zero, count: count)
    var rows = InlineArray<4, UnsafeMutablePointer<SIMD4<Float>>>(repeating: pixels)
    var factors = SIMD4<Float>.zero
    var filled = 0
    for tap in 0..<weights.count {
      if let row = row(tap) {
        rows[filled] = row
        factors[filled] = weights[tap]
        filled += 1
      }
      guard filled == 4 || tap == weights.count - 1, filled > 0 else { continue }
      // A place that is left over reads a row that is there, times 0.
      for place in filled..<4 {
        rows[place] = rows[0]
        factors[place] = 0
      }
      let (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
      for column in 0..<count {
        let near = a[column] * factors.x + b[column] * factors.y
        pixels[column] += near + (c[column] * factors.z + d[column] * factors.w)
      }
      filled = 0
    }
  }

  /// Copies a line of a picture, with what lies before and after it.
  private func load(
    _ source: UnsafeMutablePointer<SIMD4<Float>>,
    _ own: Span,
    into line: UnsafeMutablePointer<SIMD4<Float>>,
    _ reach: Span
  ) {
    let first = min(max(own.start, reach.start), reach.end)
    let last = max(min(own.end, reach.end), first)
    let before = isClamped ? source[0] : .zero
    let after = isClamped ? source[own.count - 1] : .zero
    for index in reach.start..<first {
      line[index - reach.start] = own.end <= index ? after : before
    }
    for index in first..<last { line[index - reach.start] = source[index - own.start] }
    for index in last..<reach.end {
      line[index - reach.start] = index < own.start ? before : after
    }
  }
}

extension FilterBuffer {
  /// The pixels of a rectangle of this picture, blurred; `extent` is that of the whole picture.
  func blurred(
    _ blur: FilterBlur,
    _ extent: FilterRect,
    _ rect: PixelRect
  ) throws(FilterError) -> FilterBuffer {
    let isClamped = blur.edges == .clamped
    guard !self.rect.isEmpty else { return try FilterBuffer(rect) }
    let x = AxisBlur(blur.sigmaX, isClamped: isClamped, isAcross: true)
    let y = AxisBlur(blur.sigmaY, isClamped: isClamped, isAcross: false)
    let result = try FilterBuffer.blurred(self, x, y, rect)
    guard blur.edges == .normalized, let bounds = extent.pixels else { return result }
    // The weight of what lies inside is a product of one factor for each axis.
    let across = try FilterBuffer.weights(
      x,
      x.span(bounds),
      Span(start: Int(rect.minX), end: Int(rect.maxX))
    )
    let down = try FilterBuffer.weights(
      y,
      y.span(bounds),
      Span(start: Int(rect.minY), end: Int(rect.maxY))
    )
    for line in 0..<result.height {
      let row = result.pixels + line * result.width
      for column in 0..<result.width {
        let weight = across[column] * down[line]
        row[column] = weight > 0 ? row[column] / weight : .zero
      }
    }
    return result
  }

  private static func blurred(
    _ source: FilterBuffer,
    _ x: AxisBlur,
    _ y: AxisBlur,
    _ result: PixelRect
  ) throws(FilterError) -> FilterBuffer {
    let needX = x.needed(for: x.span(result))
    let needY = y.needed(for: y.span(result))
    var picture = source
    for _ in 0..<x.levels { picture = try x.halved(picture) }
    for _ in 0..<y.levels { picture = try y.halved(picture) }
    // Along y first: the columns of the result have no need of rows that it does not show.
    picture = try y.convolved(picture, to: needY[y.levels])
    picture = try x.convolved(picture, to: needX[x.levels])
    for level in stride(from: y.levels - 1, through: 0, by: -1) {
      picture = try y.enlarged(picture, to: needY[level])
    }
    for level in stride(from: x.levels - 1, through: 0, by: -1) {
      picture = try x.enlarged(picture, to: needX[level])
    }
    guard picture === source else { return picture }
    let copy = try FilterBuffer(result)
    copy.copy(from: source)
    return copy
  }

  /// The weight that lies in a span, for each pixel of another.
  private static func weights(
    _ axis: AxisBlur,
    _ inside: Span,
    _ result: Span
  ) throws(FilterError) -> [Float] {
    // A picture of one line along the axis, opaque inside.
    let axis = AxisBlur(axis, isAcross: true)
    let line = PixelRect(Int32(inside.start), 0, Int32(inside.end), 1)
    let ones = try FilterBuffer(line)
    ones.pixels.update(repeating: .one, count: ones.rect.area)
    let still = AxisBlur(0, isClamped: false, isAcross: false)
    let target = PixelRect(Int32(result.start), 0, Int32(result.end), 1)
    let blurred = try blurred(ones, axis, still, target)
    return (0..<result.count).map { blurred.pixels[$0].w }
  }
}

extension AxisBlur {
  /// The same blur along another axis.
  fileprivate init(_ other: AxisBlur, isAcross: Bool) {
    levels = other.levels
    weights = other.weights
    isClamped = false
    self.isAcross = isAcross
  }
}
