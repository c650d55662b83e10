// Masks from bytes, and masks without soft edges.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

extension CoverageMask {
  /// The bytes of a canvas of one byte for each pixel.
  init(_ canvas: Canvas) {
    self.init()
    let bounds = canvas.bounds
    beginRows(at: bounds.minY)
    for y in bounds.minY..<bounds.maxY {
      let row = canvas.pixel(bounds.minX, y).assumingMemoryBound(to: UInt8.self)
      // Bounds: a canvas has bounds.width bytes in a row.
      var (first, last) = (0, Int(bounds.width))
      while first < last, row[first] == 0 { first += 1 }
      while last > first, row[last - 1] == 0 { last -= 1 }
      if first < last {
        let bytes = UnsafeBufferPointer(start: row + first, count: last - first)
        appendBytes(x: bounds.minX + Int32(first), bytes)
      }
      endRow()
    }
    endRows()
  }

  /// The pixels that are covered by half or more, wholly; the others not at all.
  var withoutAntialiasing: CoverageMask {
    var result = CoverageMask()
    var row = bounds.minY
    result.beginRows(at: row)
    forEachSpan(in: bounds) { y, x, length, coverage in
      while row < y {
        result.endRow()
        row += 1
      }
      switch coverage {
      case .constant(let value):
        if value >= 128 { result.appendSolid(x: x, length: length, value: 255) }
      case .bytes(let bytes):
        for index in 0..<Int(length) where bytes[index] >= 128 {
          result.appendSolid(x: x + Int32(index), length: 1, value: 255)
        }
      }
    }
    result.endRow()
    result.endRows()
    return result
  }
}
