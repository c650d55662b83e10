// Pictures of coverage that plans carry: one byte for each texel.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// How much of each texel is covered, 0...255; never changed once a plan has it.
// Safe because: the bytes are written by whoever makes it, before anybody else has it.
package final class CoverageBytes: @unchecked Sendable {
  /// Different for each, in the order in which they were made; what renderers keep is kept by it.
  package let id: UInt64
  package let width: Int
  package let height: Int
  /// Rows from the top, `width` bytes each.
  package let bytes: UnsafeMutableRawBufferPointer

  private static let lastID = Atomic<UInt64>(0)

  /// Bytes that are all 0.
  package init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "coverage of \(width) x \(height) texels")
    id = CoverageBytes.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    self.width = width
    self.height = height
    bytes = .allocate(byteCount: width * height, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    bytes.deallocate()
  }
}
