// Images on their way through patches.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import CoreVideo
import Foundation
import OpenGLES

/// An image that does not change, as Core Image and as layers need it.
///
/// It belongs to the thread of its layer, as all of the composition does.
final class Picture {
  /// The object that it was made of.
  let original: Any
  let image: CIImage
  private var made: CGImage?

  init(_ image: CGImage) {
    (original, self.image, made) = (image, CIImage(cgImage: image), image)
  }

  init(_ image: CIImage) {
    (original, self.image) = (image, image)
  }

  /// An image of a program; nil for another object.
  convenience init?(_ any: Any) {
    if let image = any as? CIImage {
      self.init(image)
    } else if let image = any as? CGImage {
      self.init(image)
    } else if let buffer = any as? CVPixelBuffer, let image = buffer.makeImage() {
      self.init(image)
    } else {
      return nil
    }
  }

  /// The longest side of pictures that are drawn, in pixels.
  static let longestSide: CGFloat = 16_384

  /// The part that has pixels, in the image's own; nil without end, empty or too large.
  var extent: CGRect? {
    let extent = image.extent
    let isUsable =
      !extent.isInfinite && !extent.isEmpty && extent.origin.x.isFinite && extent.origin.y.isFinite
      && extent.width <= Self.longestSide && extent.height <= Self.longestSide
    return isUsable ? extent : nil
  }

  /// The size in pixels; zero for one that cannot be drawn.
  var size: CGSize { extent?.size ?? .zero }

  /// The pixels, in 8 bits of sRGB unless it was made of others; nil if it cannot be drawn.
  func bitmap(_ context: CIContext) -> CGImage? {
    if made == nil, let extent { made = context.createCGImage(image, from: extent) }
    return made
  }

  /// The pixels in a new buffer; nil if there is no memory, or it cannot be drawn.
  func buffer(_ context: CIContext) -> CVPixelBuffer? {
    guard let extent else { return nil }
    let (width, height) = (Int(extent.width.rounded(.up)), Int(extent.height.rounded(.up)))
    var made: CVPixelBuffer?
    let code = CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
    guard code == kCVReturnSuccess, let made,
      CVPixelBufferLockBaseAddress(made, []) == kCVReturnSuccess
    else { return nil }
    defer { _ = CVPixelBufferUnlockBaseAddress(made, []) }
    guard let address = CVPixelBufferGetBaseAddress(made) else { return nil }
    context.render(
      image,
      toBitmap: address,
      rowBytes: CVPixelBufferGetBytesPerRow(made),
      bounds: extent,
      format: .BGRA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)
    )
    return made
  }
}
