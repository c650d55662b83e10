// Memory for the rows that draws are made of.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import Glibc
import QuartzFaults
import QuartzPlan

/// Memory for one row of a tile in each of the forms that a draw goes through.
final class RowBuffers {
  let width: Int
  /// A factor for each pixel, and eight more.
  let mask: UnsafeMutablePointer<UInt16>
  /// Room for two rows of coverage, with eight more each.
  let coverage: UnsafeMutablePointer<Float>
  /// Four channels for each pixel.
  let sources: UnsafeMutablePointer<UInt16>
  /// The same again, to mix with.
  let others: UnsafeMutablePointer<UInt16>
  /// Columns of texels for each pixel, twice: of an image and of a smaller version.
  let columns: UnsafeMutablePointer<qk_column>
  let pixels: UnsafeMutablePointer<UInt32>
  /// Texels of two rows mixed: up to two for each pixel, and eight more.
  let texels: UnsafeMutablePointer<Int16>
  /// Another factor for each pixel, and eight more.
  let factors: UnsafeMutablePointer<UInt16>
  /// A byte for each pixel, and eight more.
  let bytes: UnsafeMutablePointer<UInt8>
  private let block: UnsafeMutableRawPointer

  /// Bytes for each pixel: those of all rows, and 7 of nothing before the last two.
  private static let pixelBytes = 16 + 8 + 8 + 4 + 2 + 2 + 1 + 7 + 8 + 2 * 12

  /// - Throws: `RenderError.outOfMemory`.
  init(width: Int) throws(RenderError) {
    let room = width + 8
    let size = room * RowBuffers.pixelBytes
    guard let block = MemoryProbe.block(bytes: size) else { throw .outOfMemory(bytes: size) }
    self.width = width
    self.block = block
    texels = block.bindMemory(to: Int16.self, capacity: room * 8)
    sources = (block + room * 16).bindMemory(to: UInt16.self, capacity: room * 4)
    coverage = (block + room * 24).bindMemory(to: Float.self, capacity: room * 2)
    pixels = (block + room * 32).bindMemory(to: UInt32.self, capacity: room)
    mask = (block + room * 36).bindMemory(to: UInt16.self, capacity: room)
    factors = (block + room * 38).bindMemory(to: UInt16.self, capacity: room)
    bytes = (block + room * 40).bindMemory(to: UInt8.self, capacity: room)
    others = (block + room * 48).bindMemory(to: UInt16.self, capacity: room * 4)
    columns = (block + room * 56).bindMemory(to: qk_column.self, capacity: room * 2)
  }

  deinit {
    free(block)
  }
}
