// Conversions between images and pixel buffers.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
package import QuartzModel

extension PixelBuffer {
  /// Creates a buffer with the pixels of an image, without a copy.
  ///
  /// - Throws: `PixelBufferError` if the image is larger than a server's limit, or has no pixel.
  package convenience init(_ image: CGImage) throws(PixelBufferError) {
    // The pixels may be created on first access, and those of a huge image never should be.
    try PixelBuffer.check(width: image.width, height: image.height)
    let storage = image.pixelStorage
    try self.init(
      width: storage.width,
      height: storage.height,
      rowBytes: storage.rowBytes,
      isOpaque: storage.isOpaque,
      base: storage.base,
      byteCount: storage.byteCount,
      owner: storage
    )
  }
}

extension CGImage {
  /// Creates an image of the pixels of a buffer, without a copy.
  ///
  /// Half floats are copied; they become an image in extended sRGB with their headroom.
  package convenience init(_ pixels: PixelBuffer) {
    if let halves = pixels.halfData, let space = CGColorSpace(name: CGColorSpace.extendedSRGB) {
      self.init(
        samples: halves,
        size: (pixels.width, pixels.height),
        .halves,
        space: space,
        alpha: .premultipliedLast,
        tags: (nil, pixels.form.light.headroom)
      )
      return
    }
    let base = pixels.withBytes { $0.baseAddress }
    guard let base else { preconditionFailure("a pixel buffer has at least one pixel") }
    self.init(
      PixelStorage(
        width: pixels.width,
        height: pixels.height,
        rowBytes: pixels.rowBytes,
        isOpaque: pixels.isOpaque,
        base: base,
        owner: pixels
      )
    )
  }
}
