// Images of the public API as the server takes them, and frames of the server as images.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
package import QuartzModel

extension PixelBuffer {
  /// The pixels of an image, without a copy of them.
  ///
  /// - Throws: `PixelBufferError` if the image is larger than a server takes, or has no pixel.
  package convenience init(_ image: CGImage) throws(PixelBufferError) {
    // Pixels that nobody asked for may not exist yet, and those of a huge image never should.
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
  /// An image of the pixels of a buffer, without a copy of them.
  package convenience init(_ pixels: PixelBuffer) {
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
