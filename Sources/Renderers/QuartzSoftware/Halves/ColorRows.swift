// Memory for the rows that draws of half floats are made of.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzPlan

/// Rows of colours of a tile: four Float numbers for each pixel.
final class ColorRows {
  /// The sources of a row.
  let sources: UnsafeMutablePointer<SIMD4<Float>>
  /// The same again, to mix with.
  let others: UnsafeMutablePointer<SIMD4<Float>>
  private let block: UnsafeMutableRawPointer

  /// - Throws: `RenderError.outOfMemory`.
  init(width: Int) throws(RenderError) {
    let room = width + 8
    let bytes = room * 32
    guard let block = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    self.block = block
    sources = block.bindMemory(to: SIMD4<Float>.self, capacity: room)
    others = (block + room * 16).bindMemory(to: SIMD4<Float>.self, capacity: room)
  }

  deinit {
    free(block)
  }
}

extension UnsafeMutablePointer<SIMD4<Float>> {
  /// The numbers one after the other.
  @inline(__always)
  var numbers: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Float.self)
  }
}
