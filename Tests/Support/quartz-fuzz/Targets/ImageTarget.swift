// Files of images.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import TestRandom

/// The files of the tests, damaged; checksums are made right again half of the time.
final class ImageTarget: FuzzTarget {
  private let files: [[UInt8]]

  init() throws {
    files = try Seeds.files(
      "ImageIOTests/Fixtures",
      ["png", "jpg", "gif", "webp", "tiff", "tif", "jp2", "j2k", "avif"]
    ).map(\.1)
    guard !files.isEmpty else { throw WrongResult("there are no images to begin with") }
  }

  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput {
    var bytes = files[generator.index(below: files.count)]
    bytes.damage(&generator)
    if generator.once(in: 2) { Self.mendChecksums(of: &bytes) }
    return FuzzInput(file: bytes)
  }

  /// Makes the checksums of a PNG file right, as far as its chunks can be told.
  private static func mendChecksums(of bytes: inout [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return }
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - offset - 12 else { return }
      let end = offset + 8 + length
      let crc = Checksum.crc32(bytes[offset + 4..<end])
      for index in 0..<4 { bytes[end + index] = UInt8(crc >> UInt32(24 - index * 8) & 255) }
      offset = end + 4
    }
  }

  func run(_ input: FuzzInput) throws {
    var limits = ImageLimits()
    limits.side = 600
    limits.bytes = 4 << 20
    limits.frames = 50
    let source = CGImageSource(input.file, limits: limits)
    let count = CGImageSourceGetCount(source)
    guard count <= 50 else { throw WrongResult("\(count) pictures, at most 50 are allowed") }
    _ = CGImageSourceCopyProperties(source, nil)
    _ = CGImageSourceGetType(source)
    let thumbnail: CFDictionary = [
      kCGImageSourceCreateThumbnailFromImageAlways: true,
      kCGImageSourceCreateThumbnailWithTransform: true, kCGImageSourceThumbnailMaxPixelSize: 20,
    ]
    for index in 0..<min(count, 5) {
      _ = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
      if let image = CGImageSourceCreateImageAtIndex(source, index, nil) {
        guard image.width <= 600, image.height <= 600 else {
          throw WrongResult("\(image.width) x \(image.height) pixels, at most 600 are allowed")
        }
        _ = image.pixelStorage
      }
      _ = CGImageSourceCreateThumbnailAtIndex(source, index, thumbnail)
    }
  }
}
