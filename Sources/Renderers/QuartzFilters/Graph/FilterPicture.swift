// Pixels that a graph of filters begins with.
// Licensed under the MIT license; see LICENSE.

/// A picture in memory.
///
/// Two pictures are equal if they are the same object.
package final class FilterPicture: Sendable, Equatable {
  /// The pixels, row by row from the top.
  package enum Pixels: Sendable {
    /// Premultiplied red, green, blue, alpha, in bytes, sRGB-encoded.
    case bytes([UInt8])
    /// Premultiplied red, green, blue, alpha, in the space that is named.
    case floats([Float], FilterSpace)
  }

  package let width: Int
  package let height: Int
  package let pixels: Pixels

  /// Creates a picture; nil unless the pixels are as many as the size says.
  package init?(width: Int, height: Int, pixels: Pixels) {
    let count =
      switch pixels {
      case .bytes(let bytes): bytes.count
      case .floats(let floats, _): floats.count
      }
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    guard width >= 0, height >= 0, !overflows, area <= Int.max / 16, count == area * 4
    else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The rectangle of the picture: its bottom left corner is the origin.
  package var extent: FilterRect { FilterRect(0, 0, Double(width), Double(height)) }

  package static func == (left: FilterPicture, right: FilterPicture) -> Bool { left === right }
}
