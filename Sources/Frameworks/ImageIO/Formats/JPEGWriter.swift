// Pictures to JPEG files, by libjpeg-turbo.
// Licensed under the MIT license; see LICENSE.

import CQuartzJPEG
import CoreGraphics
import Foundation

/// The options of writing a JPEG file.
struct JPEGOptions {
  /// 0...1, as Image I/O counts; 1 is the best that JPEG can do.
  var quality = 0.8
  var isProgressive = false
  /// The background of translucent pixels: opaque, in sRGB.
  var background = SIMD3<UInt8>(255, 255, 255)
  /// Pixels per inch along x and y.
  var density: (x: Int, y: Int)?
  var orientation: CGImagePropertyOrientation?

  /// From this quality on colours keep the resolution of the picture, below it they have half of
  /// it.
  private static let fullColorQuality = 0.9

  /// A whole file: grey where all pixels are grey, else YCbCr.
  ///
  /// - Throws: The words of libjpeg.
  func file(_ pixels: PixelStorage) throws(EncodingFailure) -> [UInt8] {
    let rows = Rows(pixels, background)
    let exif = orientation.map(ExifData.bytes) ?? []
    var message = QuartzJPEGMessage()
    var count = 0
    let bytes = exif.withUnsafeBufferPointer { exif in
      var encoding = QuartzJPEGEncoding(
        width: UInt32(pixels.width),
        height: UInt32(pixels.height),
        colors: rows.isGray ? QUARTZ_JPEG_GRAY : QUARTZ_JPEG_COLOR,
        quality: Int32(max((min(max(quality, 0), 1) * 100).rounded(), 1)),
        has_full_colors: quality >= Self.fullColorQuality,
        is_progressive: isProgressive,
        density_x: UInt16(clamping: density?.x ?? 0),
        density_y: UInt16(clamping: density?.y ?? 0),
        exif: exif.isEmpty ? nil : exif.baseAddress,
        exif_count: exif.count,
        context: Unmanaged.passUnretained(rows).toOpaque(),
        row: { context, y, target in
          Unmanaged<Rows>.fromOpaque(context).takeUnretainedValue().fill(target, row: Int(y))
        }
      )
      return withExtendedLifetime(rows) { quartz_jpeg_encode(&encoding, &count, &message) }
    }
    guard let bytes else { throw EncodingFailure(reason: message.string) }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The state that the callback uses.
  private final class Rows {
    private let pixels: PixelStorage
    private let background: SIMD3<UInt8>
    let isGray: Bool

    init(_ pixels: PixelStorage, _ background: SIMD3<UInt8>) {
      self.pixels = pixels
      self.background = background
      isGray =
        pixels.isGray
        && (pixels.isOpaque || background.x == background.y && background.x == background.z)
    }

    /// Writes a row of RGB or grey.
    func fill(_ target: UnsafeMutablePointer<UInt8>, row y: Int) {
      let row = pixels.base + y * pixels.rowBytes
      // Bounds: four bytes a pixel; the target takes one or three of them each.
      for x in 0..<pixels.width {
        let pixel = row.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
        let rest = 255 - pixel.w
        if isGray {
          target[x] = pixel.x + multiply(background.x, rest)
        } else {
          target[x * 3] = pixel.x + multiply(background.x, rest)
          target[x * 3 + 1] = pixel.y + multiply(background.y, rest)
          target[x * 3 + 2] = pixel.z + multiply(background.z, rest)
        }
      }
    }
  }
}

/// The reason why a library could not write a picture.
struct EncodingFailure: Error {
  var reason: String
}

extension PixelStorage {
  /// Whether red, green and blue are equal in all pixels.
  var isGray: Bool {
    for y in 0..<height {
      let row = base + y * rowBytes
      // Bounds: four bytes a pixel.
      for x in 0..<width {
        let pixel = row.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
        if pixel.x != pixel.y || pixel.x != pixel.z { return false }
      }
    }
    return true
  }
}
