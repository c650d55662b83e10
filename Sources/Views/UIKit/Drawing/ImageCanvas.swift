// The bitmaps of images that programs draw.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A bitmap to draw an image into, with y down and points for units.
struct ImageCanvas {
  let context: CGContext

  /// Half of a server's limit for the images of a context, as for the drawings of layers.
  private static let largestByteCount = 512 << 20
  /// The greatest light of a half float.
  private static let brightest: Float = 65504
  /// Sides that are a rounding error longer than whole pixels do not get one more.
  private static let slack = 1e-6

  /// - Parameters:
  ///   - size: In points; sides are rounded up to whole pixels.
  ///   - origin: The point of the upper left corner.
  ///   - scale: Pixels of a point, positive.
  ///   - isOpaque: Whether the image is opaque; then it begins black.
  ///   - isExtended: Whether colours may leave sRGB.
  /// - Returns: Nil for an image that is empty, not finite, larger than 16384 pixels a side or
  ///   512 MiB.
  init?(
    size: CGSize,
    origin: CGPoint = .zero,
    scale: CGFloat,
    isOpaque: Bool,
    isExtended: Bool = false
  ) {
    let (wide, high) = (Double(size.width * scale), Double(size.height * scale))
    guard wide.isFinite, high.isFinite, origin.x.isFinite, origin.y.isFinite, scale > 0, wide > 0,
      high > 0, wide <= Double(CGImage.maximumSide), high <= Double(CGImage.maximumSide)
    else { return nil }
    let width = max(Int((wide - Self.slack).rounded(.up)), 1)
    let height = max(Int((high - Self.slack).rounded(.up)), 1)
    let pixelBytes = isExtended ? 8 : 4
    guard width * height * pixelBytes <= Self.largestByteCount else { return nil }
    let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
    let numbers: CGBitmapInfo = isExtended ? [.floatComponents, .byteOrder16Little] : []
    guard
      let context = CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: isExtended ? 16 : 8,
        bytesPerRow: 0,
        space: isExtended ? CGColorSpace.extendedSRGBSpace : CGColorSpace.sRGBSpace,
        bitmapInfo: alpha.rawValue | numbers.rawValue
      )
    else { return nil }
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: scale, y: -scale)
    context.translateBy(x: -origin.x, y: -origin.y)
    context.baseTransform = context.ctm
    // Images keep their light; who shows the picture maps it.
    if isExtended { context.setEDRTargetHeadroom(Self.brightest) }
    self.context = context
  }
}

extension CGContext {
  /// A context that shows nothing of what is drawn.
  static var nowhere: CGContext? {
    let context = CGContext(
      data: nil,
      width: 1,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: nil,
      bitmapInfo: CGImageAlphaInfo.alphaOnly.rawValue
    )
    context?.clip(to: .zero)
    return context
  }
}
