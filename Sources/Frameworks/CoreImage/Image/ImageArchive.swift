// Images in keyed archives.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters

/// The pixels of an image as a PNG file, and the corner where they lie.
enum ImageArchive {
  private static let pixelsKey = "CIImagePNG"
  private static let originKey = "CIImageOrigin"

  static func encode(_ image: CIImage, _ coder: NSCoder) {
    let extent = image.extent
    guard !extent.isNull, !extent.isInfinite else { return }
    guard
      let data = CIContext().pngRepresentation(
        of: image,
        format: .RGBA8,
        colorSpace: CGColorSpace.sRGBSpace
      )
    else { return }
    coder.encode(data as NSData, forKey: pixelsKey)
    coder.encode(CIVector(cgPoint: extent.integral.origin), forKey: originKey)
  }

  /// Returns the image of an archive; nil if that is damaged.
  static func image(_ coder: NSCoder) -> CIImage? {
    guard coder.containsValue(forKey: pixelsKey) else { return .empty() }
    guard let data = coder.object(of: NSData.self, forKey: pixelsKey),
      coder.containsValue(forKey: originKey),
      let origin = coder.object(of: CIVector.self, forKey: originKey),
      let image = CIImage(data: Data(referencing: data))
    else { return nil }
    return image.transformed(by: CGAffineTransform(translationX: origin.x, y: origin.y))
  }
}
