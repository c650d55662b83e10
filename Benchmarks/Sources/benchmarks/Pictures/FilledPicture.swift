// Pictures of one value.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

extension PixelBuffer {
  /// Makes a picture all of whose bytes, premultiplied R, G, B and A, are the same.
  ///
  /// - Parameters:
  ///   - byte: The value, 0...255.
  ///   - width: In pixels.
  ///   - height: The same.
  static func filled(_ byte: UInt8, width: Int, height: Int) throws -> PixelBuffer {
    let bytes = [UInt8](repeating: byte, count: width * height * 4)
    return try bytes.withUnsafeBytes {
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 4,
        isOpaque: false,
        copying: $0
      )
    }
  }
}
