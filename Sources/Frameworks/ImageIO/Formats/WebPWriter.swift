// Pictures to WebP files, by libwebp.
// Licensed under the MIT license; see LICENSE.

import CQuartzWebP
import CoreGraphics

/// The options of writing a WebP file.
struct WebPOptions {
  /// 0...1; 1 keeps every pixel.
  var quality = 0.8

  /// The longest side that the format has, in pixels.
  private static let mostSide = 16383

  /// A whole file of one picture.
  func file(_ pixels: PixelStorage) throws(EncodingFailure) -> [UInt8] {
    guard pixels.width <= Self.mostSide, pixels.height <= Self.mostSide else {
      throw EncodingFailure(
        reason: "\(pixels.width) x \(pixels.height) pixels, each side must be 1...\(Self.mostSide)"
      )
    }
    var count = 0
    let straight = pixels.straight
    let bytes = quartz_webp_encode(
      straight,
      UInt32(pixels.width),
      UInt32(pixels.height),
      quality >= 1 ? -1 : Float(max(quality, 0) * 100),
      &count
    )
    guard let bytes else { throw EncodingFailure(reason: "libwebp refused the picture") }
    defer { quartz_webp_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

extension PixelStorage {
  /// Straight R, G, B, A in rows that touch.
  var straight: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
      // Bounds: four bytes for each pixel on either side.
      for y in 0..<height {
        for x in 0..<width {
          let pixel = (base + y * rowBytes + x * 4).loadUnaligned(as: SIMD4<UInt8>.self)
          let start = (y * width + x) * 4
          for index in 0..<3 {
            target[start + index] = pixel.w == 255 ? pixel[index] : divide(pixel[index], pixel.w)
          }
          target[start + 3] = pixel.w
        }
      }
      count = width * height * 4
    }
  }
}
