// Memory for the rows that draws are made of.
// Licensed under the MIT license; see LICENSE.

import Glibc
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
  let pixels: UnsafeMutablePointer<UInt32>
  /// Texels of two rows mixed: up to two for each pixel, and eight more.
  let texels: UnsafeMutablePointer<Int16>
  /// Another factor for each pixel, and eight more.
  let factors: UnsafeMutablePointer<UInt16>
  /// A byte for each pixel, and eight more.
  let bytes: UnsafeMutablePointer<UInt8>
  private let block: UnsafeMutableRawPointer

  /// - Throws: `RenderError.outOfMemory`.
  init(width: Int) throws(RenderError) {
    let room = width + 8
    let size = room * (16 + 8 + 8 + 4 + 2 + 2 + 1)
    guard let block = malloc(size) else { throw .outOfMemory(bytes: size) }
    self.width = width
    self.block = block
    texels = block.bindMemory(to: Int16.self, capacity: room * 8)
    sources = (block + room * 16).bindMemory(to: UInt16.self, capacity: room * 4)
    coverage = (block + room * 24).bindMemory(to: Float.self, capacity: room * 2)
    pixels = (block + room * 32).bindMemory(to: UInt32.self, capacity: room)
    mask = (block + room * 36).bindMemory(to: UInt16.self, capacity: room)
    factors = (block + room * 38).bindMemory(to: UInt16.self, capacity: room)
    bytes = (block + room * 40).bindMemory(to: UInt8.self, capacity: room)
  }

  deinit {
    free(block)
  }
}
