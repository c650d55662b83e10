// Pictures of frames.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import QuartzMath
import QuartzModel

/// R, G, B, A bytes, premultiplied, rows from the top, without gaps.
struct Picture: Equatable {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  init(_ frame: RenderedFrame) {
    let pixels = frame.pixels
    width = pixels.width
    height = pixels.height
    bytes = []
    bytes.reserveCapacity(width * height * 4)
    pixels.withBytes { source in
      for row in 0..<pixels.height {
        let start = row * pixels.rowBytes
        bytes.append(contentsOf: source[start..<start + pixels.width * 4])
      }
    }
  }

  init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> SIMD4<UInt8>) {
    self.width = width
    self.height = height
    bytes = []
    for y in 0..<height {
      for x in 0..<width {
        let value = pixel(x, y)
        bytes += [value.x, value.y, value.z, value.w]
      }
    }
  }

  subscript(x: Int, y: Int) -> SIMD4<UInt8> {
    let start = (y * width + x) * 4
    return SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
  }

  // MARK: Files

  init(contentsOf url: URL) throws {
    self.init(try readPNG(at: url.path))
  }

  init(_ image: CGImage) {
    let storage = image.pixelStorage
    self.init(width: storage.width, height: storage.height) { x, y in
      let place = storage.base + y * storage.rowBytes + x * 4
      return place.loadUnaligned(as: SIMD4<UInt8>.self)
    }
  }

  var image: CGImage {
    get throws {
      let pixels = try bytes.withUnsafeBytes { bytes in
        try PixelBuffer(
          width: width,
          height: height,
          rowBytes: width * 4,
          isOpaque: false,
          copying: bytes
        )
      }
      return CGImage(pixels)
    }
  }

  func write(to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try writePNG(image, to: url.path)
  }

  // MARK: Variants

  func cropped(x: Int, y: Int, width: Int, height: Int) -> Picture {
    Picture(width: width, height: height) { self[x + $0, y + $1] }
  }

  var mirrored: Picture {
    Picture(width: width, height: height) { self[width - 1 - $0, $1] }
  }

  /// Turned by a quarter clockwise.
  var turned: Picture {
    Picture(width: height, height: width) { self[$1, height - 1 - $0] }
  }
}

extension PixelDifference {
  init(_ one: Picture, _ other: Picture, tolerance: Int = 0) {
    self = one.withRows { one in
      other.withRows { PixelDifference(one, $0, tolerance: tolerance) }
    }
  }
}

extension Picture {
  /// The picture for comparisons.
  func withRows<Result>(_ body: (PixelRows) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("A picture has no pixels") }
      return body(PixelRows(base, width: width, height: height, rowBytes: width * 4))
    }
  }
}
