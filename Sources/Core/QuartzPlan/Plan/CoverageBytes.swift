// Pictures of coverage that plans carry: one byte for each texel.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
package import QuartzRaster
import Synchronization

/// How much of each texel is covered, 0...255; never changed once a plan has it.
///
/// Coverage that is drawn texel for pixel is stored without its empty parts, in strips whose bytes
/// lie one after the other; any other coverage is stored as its texels.
// Safe because: only the maker of a plan writes it, before anybody else has the plan.
package final class CoverageBytes: @unchecked Sendable {
  /// A unique number, in the order of creation; renderers use it as the key of their cached copies.
  package let id: UInt64
  package private(set) var width = 0
  package private(set) var height = 0
  /// Rows from the top, `width` bytes each.
  package private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The parts of the picture that are not empty, in its texels, and where their bytes are; none if
  /// its texels are the bytes.
  package private(set) var strips: ContiguousArray<CoverageStrip> = []

  /// In a column, what no draw shows.
  static let nothing = CoverageBytes()

  private static let lastID = Atomic<UInt64>(0)

  /// No bytes yet.
  init() {
    id = CoverageBytes.lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Bytes that are all 0.
  package convenience init(width: Int, height: Int) {
    self.init()
    guard makeRoom(width: width, height: height) else {
      preconditionFailure("no memory for coverage of \(width) x \(height) texels")
    }
  }

  /// Makes bytes that are all 0; there must be none yet.
  ///
  /// - Returns: Whether there is memory for them.
  func makeRoom(width: Int, height: Int, strips: ContiguousArray<CoverageStrip> = []) -> Bool {
    precondition(width > 0 && height > 0, "coverage of \(width) x \(height) texels")
    precondition(bytes.baseAddress == nil, "coverage that is made twice")
    guard let block = MemoryProbe.clearBlock(bytes: width * height) else { return false }
    (self.width, self.height, self.strips) = (width, height, strips)
    bytes = UnsafeMutableRawBufferPointer(start: block, count: width * height)
    return true
  }

  deinit {
    free(bytes.baseAddress)
  }
}
