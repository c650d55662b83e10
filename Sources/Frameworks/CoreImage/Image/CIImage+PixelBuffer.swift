// Images of pictures in memory, and images drawn into them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreVideo
import Foundation
import QuartzFilters
import QuartzMath

extension CIImage {
  /// Creates an image of a pixel buffer.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
    self.init(cvPixelBuffer: pixelBuffer, options: nil)
  }

  // `Any` because: options are of many types.

  /// Creates an image of a pixel buffer.
  ///
  /// Its attachments say the colour space and the headroom, see ``contentHeadroom``. Without them
  /// components are those of sRGB, of extended sRGB where the format holds more than 0...1.
  ///
  /// - Parameters:
  ///   - pixelBuffer: Pixels in any format that there is. A matrix of Y, Cb and Cr that is not
  ///     known makes an empty image, with a line on the standard error.
  ///   - options: As of ``init(cgImage:options:)``.
  ///
  /// **Differences**: the pixels are those of now, and later changes of the buffer do not show.
  public convenience init(
    cvPixelBuffer pixelBuffer: CVPixelBuffer,
    options: [CIImageOption: Any]? = nil
  ) {
    guard let picture = pixelBuffer.makeImage() else {
      Diagnostics.report(
        "a pixel buffer of the format \(pixelBuffer.formatName) has no image",
        from: "CoreImage"
      )
      self.init(.empty)
      return
    }
    let image = CIImage(cgImage: picture, options: options)
    var details = image.details
    details.cgImage = nil
    details.pixelBuffer = pixelBuffer
    self.init(image.node, details)
  }

  /// Creates an image of a picture in memory.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) {
    self.init(cvPixelBuffer: imageBuffer, options: nil)
  }

  // `Any` because: options are of many types.

  /// Creates an image of a picture in memory; see ``init(cvPixelBuffer:options:)``.
  ///
  /// - Parameters:
  ///   - imageBuffer: The picture.
  ///   - options: As of ``init(cgImage:options:)``.
  public convenience init(
    cvImageBuffer imageBuffer: CVImageBuffer,
    options: [CIImageOption: Any]? = nil
  ) {
    self.init(cvPixelBuffer: imageBuffer, options: options)
  }

  /// The pixel buffer that the image was made of; nil for one that was filtered.
  public var pixelBuffer: CVPixelBuffer? { details.pixelBuffer }
}

extension CIContext {
  /// Draws an image into a pixel buffer, in the colours that its attachments say; see
  /// ``render(_:to:bounds:colorSpace:)``.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    let bounds = CGRect(x: 0, y: 0, width: width, height: height)
    render(image, to: buffer, bounds: bounds, colorSpace: buffer.colorSpace)
  }

  /// Draws an image into a part of a pixel buffer, whose bottom left corner is the origin.
  ///
  /// Where it cannot be drawn, nothing is written, and a line on the standard error says why.
  /// Formats without alpha take the picture over black. Where Cb and Cr are those of 2 x 2 pixels,
  /// the part grows to these. It needs 16 bytes for each pixel beside the buffer.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - buffer: The pixels; a format of grey needs a space of grey.
  ///   - bounds: The part that is written, in pixels, y up; what lies outside of the buffer is left
  ///     out.
  ///   - colorSpace: The space of the buffer's components, extended where the format holds more
  ///     than 0...1; nil leaves components as they are in the working space.
  public func render(
    _ image: CIImage,
    to buffer: CVPixelBuffer,
    bounds: CGRect,
    colorSpace: CGColorSpace?
  ) {
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    let inside = bounds.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard let pixels = pixels(inside) else { return }
    guard CVPixelBufferGetPixelFormatType(buffer) != kCVPixelFormatType_OneComponent8 else {
      return renderGray(image, pixels, buffer, colorSpace)
    }
    guard let writer = BitmapWriter(.RGBAf, colorSpace.map(buffer.held), from: space) else {
      return refuse(buffer)
    }
    var columns = Int(pixels.minX)..<Int(pixels.maxX)
    var rows = height - Int(pixels.maxY)..<height - Int(pixels.minY)
    if CVPixelBufferIsPlanar(buffer) {
      columns = columns.lowerBound & ~1..<min((columns.upperBound + 1) & ~1, width)
      rows = rows.lowerBound & ~1..<min((rows.upperBound + 1) & ~1, height)
    }
    let part = PixelRect(
      Int32(columns.lowerBound),
      Int32(height - rows.upperBound),
      Int32(columns.upperBound),
      Int32(height - rows.lowerBound)
    )
    var drawn = [SIMD4<Float>](repeating: .zero, count: columns.count * rows.count)
    let isDone = drawn.withUnsafeMutableBufferPointer { drawn in
      guard let start = drawn.baseAddress else { return true }
      guard draw(image, part, writer, to: start, rowBytes: columns.count * 16) else { return true }
      return buffer.store(UnsafePointer(start), columns: columns, rows: rows)
    }
    if !isDone { refuse(buffer) }
  }

  private func refuse(_ buffer: CVPixelBuffer) {
    Diagnostics.report(
      "a pixel buffer of the format \(buffer.formatName) cannot be drawn into in that space",
      from: "CoreImage"
    )
  }

  private func renderGray(
    _ image: CIImage,
    _ pixels: PixelRect,
    _ buffer: CVPixelBuffer,
    _ colorSpace: CGColorSpace?
  ) {
    guard let writer = BitmapWriter(.L8, colorSpace, from: space) else { return refuse(buffer) }
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    let top = CVPixelBufferGetHeight(buffer) - Int(pixels.maxY)
    // Bounds: the pixels lie in the buffer.
    let place = base + top * rowBytes + Int(pixels.minX)
    _ = draw(image, pixels, writer, to: place, rowBytes: rowBytes)
  }
}
