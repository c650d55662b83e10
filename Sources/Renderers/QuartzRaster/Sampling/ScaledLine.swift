// Pictures made larger or smaller in whole numbers, the same in every renderer.
// Licensed under the MIT license; see LICENSE.
//
// A pixel of the result is `step` = 1 / scale of the source's wide. Along an axis the place of an
// index i of the result is, in 256ths of the source's pixels,
//
//     place(i) = (first + i * step) >> 8,    first and step in 65,536ths.
//
// A smaller picture has the means of the pixels below its own, which run from place(i) to
// place(i + 1); `first` is an edge. With the weights u along x and v along y, each 0 ... 256, and
// their sums w and h,
//
//     row = (256 * sum(u c) + w / 2) / w,    result = (sum(v row) + 128 h) / (256 h).
//
// A larger picture is mixed from four pixels; `first` is a centre, less half a pixel. With the
// parts p and q of places that are beyond their pixels,
//
//     row = (256 - p) a + p b,    result = ((256 - q) row + q (row below) + 32768) >> 16.
//
// Quotients are rounded down, and beyond the source's edges its outermost pixels go on. With a
// scale from 1/64 on all sums fit 32 bits.

package import QuartzMath

/// Where the pixels of a row or column lie in a picture that it is made of.
package struct ScaledLine: Equatable, Sendable {
  /// A length in the source's pixels.
  package struct Length: Equatable, Sendable {
    package let whole: Int32
    /// 65,536ths of a pixel.
    package let part: UInt32

    fileprivate init(_ length: Double) {
      // Bounds: 32 bits hold any place in a picture, with twice as many beyond it.
      let limited = min(max(length.isFinite ? length : 0, -0x1p24), 0x1p24)
      let parts = Int64((limited * 65_536).rounded())
      whole = Int32(parts >> 16)
      part = UInt32(parts & 65_535)
    }
  }

  package let first: Length
  package let step: Length
  /// The number of the source's pixels.
  package let count: Int32

  /// The smallest scale; smaller ones count as that.
  package static let smallestScale = 1.0 / 64

  /// - Parameters:
  ///   - scale: The pixels of the result for one of the source.
  ///   - source: The source's pixels.
  ///   - result: The first pixel of the result, in its own resolution.
  fileprivate init(scale: Double, of source: Range<Int32>, from result: Int32) {
    let step = 1 / max(scale, ScaledLine.smallestScale)
    let edge = Double(result) * step - Double(source.lowerBound)
    self.step = Length(step)
    first = Length(self.step.whole >= 1 ? edge : edge + step / 2 - 0.5)
    count = Int32(source.count)
  }

  /// Whether the result has fewer pixels than the source.
  package var isSmaller: Bool { step.whole >= 1 }

  /// The place of an index, in 256ths of the source's pixels.
  @inline(__always)
  package func place(_ index: Int32) -> Int32 {
    let part = first.part &+ UInt32(index) &* step.part
    let whole = first.whole &+ index &* step.whole &+ Int32(part >> 16)
    return whole &* 256 &+ Int32((part >> 8) & 255)
  }

  /// The 256ths of the source's pixels that a pixel of a smaller picture is made of.
  @inline(__always)
  package func span(_ index: Int32) -> Range<Int32> {
    let low = min(max(place(index), 0), count &* 256 &- 1)
    return low..<min(max(place(index &+ 1), low &+ 1), count &* 256)
  }
}

/// Makes rows of a picture that is larger or smaller than another one.
package struct ScaledPicture: Sendable {
  package let across: ScaledLine
  package let down: ScaledLine

  /// - Parameters:
  ///   - scale: The pixels of the result for one of the source.
  ///   - source: The source's pixels.
  ///   - result: The result's, in their own resolution.
  package init(scale: Double, of source: PixelRect, to result: PixelRect) {
    across = ScaledLine(scale: scale, of: source.minX..<source.maxX, from: result.minX)
    down = ScaledLine(scale: scale, of: source.minY..<source.maxY, from: result.minY)
  }

  private typealias Sums = SIMD4<UInt32>

  /// Makes the first pixels of a row.
  ///
  /// - Parameters:
  ///   - row: The row of the result.
  ///   - target: The pixels to write: four bytes each.
  ///   - width: Their number.
  ///   - source: The source's pixels, of which there is one at least.
  ///   - rowBytes: The bytes from one of its rows to the next.
  package func run(
    row: Int32,
    to target: UnsafeMutablePointer<UInt32>,
    width: Int32,
    from source: UnsafeRawPointer,
    rowBytes: Int
  ) {
    // Bounds: lines give pixels of the source alone.
    func line(_ y: Int32) -> UnsafePointer<UInt32> {
      (source + Int(y) * rowBytes).assumingMemoryBound(to: UInt32.self)
    }
    if across.isSmaller {
      let rows = down.span(row)
      for x in 0..<width { target[Int(x)] = mean(x, rows, line) }
      return
    }
    let position = down.place(row)
    let above = line(ScaledPicture.inside(position >> 8, down.count))
    let below = line(ScaledPicture.inside((position >> 8) &+ 1, down.count))
    let part = UInt32(position & 255)
    for x in 0..<width { target[Int(x)] = mixed(x, above, below, part) }
  }

  /// The mean of the pixels below one of a smaller picture.
  @inline(__always)
  private func mean(
    _ x: Int32,
    _ rows: Range<Int32>,
    _ line: (Int32) -> UnsafePointer<UInt32>
  ) -> UInt32 {
    let columns = across.span(x)
    let (width, height) = (UInt32(columns.count), UInt32(rows.count))
    var sum = Sums.zero
    var y = rows.lowerBound >> 8
    while y &* 256 < rows.upperBound {
      let pixels = line(y)
      var row = Sums.zero
      var x = columns.lowerBound >> 8
      while x &* 256 < columns.upperBound {
        row &+= ScaledPicture.bytes(pixels[Int(x)]) &* ScaledPicture.weight(x, columns)
        x &+= 1
      }
      let even = (row &* 256 &+ width / 2) / Sums(repeating: width)
      sum &+= even &* ScaledPicture.weight(y, rows)
      y &+= 1
    }
    return ScaledPicture.word((sum &+ height &* 128) / Sums(repeating: height &* 256))
  }

  /// The mix of the four pixels around one of a larger picture.
  @inline(__always)
  private func mixed(
    _ x: Int32,
    _ above: UnsafePointer<UInt32>,
    _ below: UnsafePointer<UInt32>,
    _ part: UInt32
  ) -> UInt32 {
    let position = across.place(x)
    let (low, right) = (position >> 8, UInt32(position & 255))
    let a = Int(ScaledPicture.inside(low, across.count))
    let b = Int(ScaledPicture.inside(low &+ 1, across.count))
    func row(_ pixels: UnsafePointer<UInt32>) -> Sums {
      ScaledPicture.bytes(pixels[a]) &* (256 &- right) &+ ScaledPicture.bytes(pixels[b]) &* right
    }
    let sum = row(above) &* (256 &- part) &+ row(below) &* part &+ 32768
    return ScaledPicture.word(sum &>> 16)
  }

  /// The index of `0 ..< count` that is nearest to one.
  @inline(__always)
  static func inside(_ index: Int32, _ count: Int32) -> Int32 {
    min(max(index, 0), count &- 1)
  }

  /// The 256ths of a pixel that lie in a span.
  @inline(__always)
  static func weight(_ index: Int32, _ span: Range<Int32>) -> UInt32 {
    let low = max(span.lowerBound, index &* 256)
    return UInt32(min(span.upperBound, index &* 256 &+ 256) &- low)
  }

  @inline(__always)
  private static func bytes(_ word: UInt32) -> Sums {
    Sums(truncatingIfNeeded: unsafeBitCast(word, to: SIMD4<UInt8>.self))
  }

  @inline(__always)
  private static func word(_ bytes: Sums) -> UInt32 {
    unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bytes), to: UInt32.self)
  }
}
