// How much brighter than white an image says that it is.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension CIImage {
  /// The factor from reference white to the brightest light of the image: 1 for a standard range, 0
  /// if it is not known.
  ///
  /// An image of a Core Graphics image has that of the image. Parts of an image, and turned and
  /// scaled ones, keep it, and so do the results of Gaussian blurs, warps and means; it is not
  /// known of the results of other filters. `CIToneMapHeadroom` and `CISystemToneMap` ask for it.
  public var contentHeadroom: Float { details.headroom }

  /// Returns the same image with another headroom; its pixels stay.
  ///
  /// - Parameter contentHeadroom: 1...65504; larger numbers count as that, all others as 0, not
  ///   known.
  public func settingContentHeadroom(_ contentHeadroom: Float) -> CIImage {
    var details = details
    let most = Float(ReferenceWhiteCurve.greatestHeadroom)
    details.headroom = contentHeadroom >= 1 ? min(contentHeadroom, most) : 0
    return CIImage(node, details)
  }
}
