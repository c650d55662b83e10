// The orientation of a picture.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics

/// The sides of a picture where its first row and column belong, as cameras write them.
///
/// The numbers are those of TIFF 6.0, tag 274: the names say which side of the upright picture the
/// first row is, or by how much the stored picture was turned.
public enum CGImagePropertyOrientation: UInt32, Hashable, Sendable {
  /// As it is stored.
  case up = 1
  /// Left and right are exchanged.
  case upMirrored = 2
  /// Turned by 180 degrees.
  case down = 3
  /// Top and bottom are exchanged.
  case downMirrored = 4
  /// Rows and columns are exchanged.
  case leftMirrored = 5
  /// Upright after a turn of 90 degrees clockwise.
  case right = 6
  /// Rows and columns are exchanged, and both reversed.
  case rightMirrored = 7
  /// Upright after a turn of 90 degrees counterclockwise.
  case left = 8

  /// Whether the upright picture is as wide as the stored one is high.
  var exchangesSides: Bool {
    switch self {
    case .up, .upMirrored, .down, .downMirrored: false
    case .leftMirrored, .right, .rightMirrored, .left: true
    }
  }
}

extension PixelStorage {
  /// The upright picture.
  package func upright(_ orientation: CGImagePropertyOrientation) -> PixelStorage {
    if orientation == .up { return self }
    let (lastX, lastY) = (width - 1, height - 1)
    // The stored pixel at (startX, startY) is the first one; one to the right in the upright
    // picture is `across` in the stored one, one down is `down`: in bytes.
    let start: (x: Int, y: Int)
    let (across, down): (Int, Int)
    switch orientation {
    case .up: (start, across, down) = ((0, 0), 4, rowBytes)
    case .upMirrored: (start, across, down) = ((lastX, 0), -4, rowBytes)
    case .down: (start, across, down) = ((lastX, lastY), -4, -rowBytes)
    case .downMirrored: (start, across, down) = ((0, lastY), 4, -rowBytes)
    case .leftMirrored: (start, across, down) = ((0, 0), rowBytes, 4)
    case .right: (start, across, down) = ((0, lastY), -rowBytes, 4)
    case .rightMirrored: (start, across, down) = ((lastX, lastY), -rowBytes, -4)
    case .left: (start, across, down) = ((lastX, 0), rowBytes, -4)
    }
    let (wide, high) = orientation.exchangesSides ? (height, width) : (width, height)
    let first = base + start.y * rowBytes + start.x * 4
    return PixelStorage(width: wide, height: high) { target in
      // Bounds: steps from one corner stay inside, as many as the sides have pixels.
      for y in 0..<high {
        for x in 0..<wide {
          let pixel = first.load(fromByteOffset: y * down + x * across, as: UInt32.self)
          target.storeBytes(of: pixel, toByteOffset: (y * wide + x) * 4, as: UInt32.self)
        }
      }
      return isOpaque
    }
  }
}
