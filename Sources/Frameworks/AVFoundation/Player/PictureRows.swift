// Pixels of BGRA and RGBA, row by row.
// Licensed under the MIT license; see LICENSE.

import CoreVideo

enum PictureRows {
  /// Whether a pixel buffer is of BGRA or RGBA.
  static func areKnown(_ format: OSType) -> Bool {
    format == kCVPixelFormatType_32BGRA || format == kCVPixelFormatType_32RGBA
  }

  /// Exchanges red and blue of `count` pixels.
  static func exchange(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    // Bounds: a pixel has four bytes.
    for index in stride(from: 0, to: count * 4, by: 4) {
      (pixels[index], pixels[index + 2]) = (pixels[index + 2], pixels[index])
    }
  }

  /// Writes the pixels of a locked buffer as R, G, B, A, rows without gaps.
  ///
  /// - Parameters:
  ///   - picture: BGRA or RGBA.
  ///   - base: The buffer's first row.
  ///   - memory: Width times height pixels of four bytes.
  static func copy(
    _ picture: CVPixelBuffer,
    from base: UnsafeMutableRawPointer,
    to memory: UnsafeMutableRawPointer
  ) {
    let isBGRA = CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA
    let width = CVPixelBufferGetWidth(picture)
    let rowBytes = CVPixelBufferGetBytesPerRow(picture)
    for y in 0..<CVPixelBufferGetHeight(picture) {
      // Bounds: both have rows of at least `width` pixels of four bytes.
      let row = memory + y * width * 4
      row.copyMemory(from: base + y * rowBytes, byteCount: width * 4)
      if isBGRA { exchange(row.assumingMemoryBound(to: UInt8.self), count: width) }
    }
  }
}
