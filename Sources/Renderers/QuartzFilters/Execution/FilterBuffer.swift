// Rectangles of pixels in floats.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
package import QuartzMath

/// Premultiplied pixels of a working space, y up: the first row is the lowest.
package final class FilterBuffer {
  /// The pixels that the buffer has.
  package let rect: PixelRect
  /// The pixels, row by row from the bottom, without gaps.
  package let pixels: UnsafeMutablePointer<SIMD4<Float>>

  /// Creates a transparent buffer.
  package convenience init(_ rect: PixelRect) throws(FilterError) {
    try self.init(rect, isClear: true)
  }

  /// Creates a buffer; one that is not clear has any numbers in it, and is to be written whole.
  init(_ rect: PixelRect, isClear: Bool) throws(FilterError) {
    let bytes = max(rect.area, 1) * MemoryLayout<SIMD4<Float>>.stride
    let block =
      isClear ? MemoryProbe.clearBlock(bytes: bytes) : MemoryProbe.block(bytes: bytes)
    guard let memory = block else { throw .outOfMemory(bytes: bytes) }
    self.rect = rect.isEmpty ? .empty : rect
    pixels = memory.bindMemory(to: SIMD4<Float>.self, capacity: max(rect.area, 1))
  }

  deinit { free(pixels) }

  package var width: Int { Int(rect.width) }
  package var height: Int { Int(rect.height) }

  /// The first pixel of a row that the buffer has.
  @inline(__always)
  package func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    pixels + (y - Int(rect.minY)) * width
  }

  /// A pixel; transparent outside of the buffer.
  @inline(__always)
  package subscript(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let (column, line) = (x - Int(rect.minX), y - Int(rect.minY))
    guard column >= 0, line >= 0, column < width, line < height else { return .zero }
    return pixels[line * width + column]
  }

  /// Copies what this buffer shares with another.
  func copy(from other: FilterBuffer) {
    let common = rect.intersection(other.rect)
    guard !common.isEmpty else { return }
    for y in Int(common.minY)..<Int(common.maxY) {
      let from = other.row(y) + Int(common.minX - other.rect.minX)
      (row(y) + Int(common.minX - rect.minX)).update(from: from, count: Int(common.width))
    }
  }

  /// Calls a body for each pixel, row by row.
  @inline(__always)
  func fill(_ body: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
    let (left, bottom) = (Int(rect.minX), Int(rect.minY))
    for line in 0..<height {
      let pixels = pixels + line * width
      for column in 0..<width { pixels[column] = body(left + column, bottom + line) }
    }
  }
}
