// Half-precision pictures that are made larger or smaller.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels

extension ScaledPicture {
  /// Makes the first pixels of a row of half-precision pixels, mixed in Float.
  ///
  /// - Parameters:
  ///   - row: The row of the result.
  ///   - target: The pixels to write: eight bytes each.
  ///   - width: Their number.
  ///   - source: The source's pixels, of which there is one at least.
  ///   - rowBytes: The bytes from one of its rows to the next.
  package func runHalves(
    row: Int32,
    to target: UnsafeMutableRawPointer,
    width: Int32,
    from source: UnsafeRawPointer,
    rowBytes: Int
  ) {
    // Bounds: lines give pixels of the source alone.
    func color(_ x: Int32, _ y: Int32) -> SIMD4<Float> {
      HalfPixels.color(source + Int(y) * rowBytes + Int(x) * 8)
    }
    for x in 0..<width {
      var result = across.isSmaller ? mean(x, row, color) : mixed(x, row, color)
      withUnsafeMutablePointer(to: &result) {
        $0.withMemoryRebound(to: Float.self, capacity: 4) {
          qk_half_store(target + Int(x) * 8, $0, 1)
        }
      }
    }
  }

  /// The mean of the pixels below one of a smaller picture.
  private func mean(
    _ x: Int32,
    _ row: Int32,
    _ color: (Int32, Int32) -> SIMD4<Float>
  ) -> SIMD4<Float> {
    let (columns, rows) = (across.span(x), down.span(row))
    var sum = SIMD4<Float>.zero
    var y = rows.lowerBound >> 8
    while y &* 256 < rows.upperBound {
      var line = SIMD4<Float>.zero
      var column = columns.lowerBound >> 8
      while column &* 256 < columns.upperBound {
        line += color(column, y) * Float(ScaledPicture.weight(column, columns))
        column &+= 1
      }
      sum += line * Float(ScaledPicture.weight(y, rows))
      y &+= 1
    }
    return sum / (Float(columns.count) * Float(rows.count))
  }

  /// The mix of the four pixels around one of a larger picture.
  private func mixed(
    _ x: Int32,
    _ row: Int32,
    _ color: (Int32, Int32) -> SIMD4<Float>
  ) -> SIMD4<Float> {
    let (column, line) = (across.place(x), down.place(row))
    let a = ScaledPicture.inside(column >> 8, across.count)
    let b = ScaledPicture.inside((column >> 8) &+ 1, across.count)
    let above = ScaledPicture.inside(line >> 8, down.count)
    let below = ScaledPicture.inside((line >> 8) &+ 1, down.count)
    let right = Float(column & 255) / 256
    let part = Float(line & 255) / 256
    func mixed(_ y: Int32) -> SIMD4<Float> {
      let left = color(a, y)
      return left + (color(b, y) - left) * right
    }
    let upper = mixed(above)
    return upper + (mixed(below) - upper) * part
  }
}
