// The errors that can occur before anything is drawn.
// Licensed under the MIT license; see LICENSE.

/// An error of the raster module; drawing itself does not fail.
package enum RasterError: Error, Equatable, CustomStringConvertible {
  /// A picture whose size makes no sense or is above the limit (in pixels for each side).
  case sizeOutOfRange(width: Int, height: Int, limit: Int)
  /// Rows that are too short for their pixels.
  case rowsTooShort(rowBytes: Int, needed: Int)
  /// No memory for what is between the source and the target.
  case outOfMemory(bytes: Int)

  package var description: String {
    switch self {
    case .sizeOutOfRange(let width, let height, let limit):
      "a picture has 1...\(limit) pixels on each side, not \(width) x \(height)"
    case .rowsTooShort(let rowBytes, let needed):
      "rows take \(needed) bytes, not \(rowBytes)"
    case .outOfMemory(let bytes): "out of memory: \(bytes) bytes"
    }
  }
}
