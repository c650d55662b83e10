// Pictures of films as pixel buffers.
// Licensed under the MIT license; see LICENSE.

import CoreVideo
import Foundation
import QuartzVideo

/// Makes pixel buffers of one format, out of a pool.
final class PictureBuffers {
  private let format: OSType
  private var pool: CVPixelBufferPool?
  private var size = (width: 0, height: 0)

  /// - Parameter wanted: The format, as attributes have it; nil for BGRA.
  init(_ wanted: Any?) {
    switch wanted {
    case nil: format = kCVPixelFormatType_32BGRA
    case let number as OSType: format = number
    case let number as Int: format = OSType(exactly: number) ?? 0
    case let number as NSNumber: format = number.uint32Value
    default: format = 0
    }
  }

  /// Whether the format is one of cameras: BGRA or RGBA.
  var isOfBytes: Bool { PictureRows.areKnown(format) }

  /// Whether there are pictures of the format: BGRA, RGBA, half floats, and planes of Y and of
  /// pairs of Cb and Cr.
  var isKnown: Bool {
    isOfBytes || format == kCVPixelFormatType_64RGBAHalf || PairedPlanes(format) != nil
  }

  /// Makes a buffer of a picture; nil without memory.
  func buffer(of picture: VideoPicture) -> CVPixelBuffer? {
    let size = (width: picture.format.width, height: picture.format.height)
    guard let buffer = makeBuffer(size) else { return nil }
    guard isOfBytes else {
      if format == kCVPixelFormatType_64RGBAHalf {
        picture.writeHalves(to: buffer)
        return buffer
      }
      return picture.writePlanes(to: buffer) ? buffer : nil
    }
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    picture.convert(to: base, rowBytes: rowBytes)
    guard format == kCVPixelFormatType_32BGRA else { return buffer }
    for row in 0..<size.height {
      // Bounds: rows have at least four bytes a pixel.
      let pixels = (base + row * rowBytes).assumingMemoryBound(to: UInt8.self)
      PictureRows.exchange(pixels, count: size.width)
    }
    return buffer
  }

  private func makeBuffer(_ size: (width: Int, height: Int)) -> CVPixelBuffer? {
    if pool == nil || self.size != size {
      let attributes: [CFString: Any] = [
        kCVPixelBufferWidthKey: size.width, kCVPixelBufferHeightKey: size.height,
        kCVPixelBufferPixelFormatTypeKey: format,
      ]
      guard CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess else {
        return nil
      }
      self.size = size
    }
    var buffer: CVPixelBuffer?
    guard let pool, CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess
    else { return nil }
    return buffer
  }
}
