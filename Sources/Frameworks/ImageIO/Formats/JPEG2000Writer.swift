// Pictures to JPEG 2000 files, by OpenJPEG.
// Licensed under the MIT license; see LICENSE.

import CQuartzJPEG2000
import CoreGraphics
import Foundation

/// The options of writing a JPEG 2000 file.
struct JPEG2000Options {
  /// 0...1; 1 keeps every pixel.
  var quality = 0.8

  /// The compression ratio at quality 0; at 1 the file is as large as it must be.
  private static let most = 200.0

  /// A whole file of one picture.
  func file(_ pixels: PixelStorage) throws(EncodingFailure) -> [UInt8] {
    var (count, message) = (0, QuartzJPEG2000Message())
    let quality = min(max(quality, 0), 1)
    // Equal steps of quality make files smaller by equal factors.
    let rate = quality >= 1 ? 0 : Float(max(pow(Self.most, 1 - quality), 1.01))
    let bytes = quartz_jpeg2000_encode(
      pixels.straight,
      UInt32(pixels.width),
      UInt32(pixels.height),
      UInt32(pixels.componentCount),
      rate,
      &count,
      &message
    )
    guard let bytes else {
      let reason = message.string.isEmpty ? "OpenJPEG refused the picture" : message.string
      throw EncodingFailure(reason: reason)
    }
    defer { quartz_jpeg2000_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
