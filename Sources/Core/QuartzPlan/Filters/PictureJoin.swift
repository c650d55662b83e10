// Filters that put a picture together with images: draws, which every renderer has.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzRaster

/// A filter that puts the picture before it over an image, all of it or as much as a mask says.
struct PictureJoin {
  /// An image of a filter, each texel a pixel.
  struct Image {
    var id: ImageID
    /// The pixels that it covers, in the surface's space.
    var frame: PixelRect
    /// Whether its first row is the last one of those.
    var isTurned: Bool
  }

  let background: Image?
  let mask: Image?
  /// From the mask over black to the alpha that says how much shows; nil for its alpha itself.
  let maskKernel: ColorMatrixKernel?

  /// The images of a filter; nil where the picture stays as it is: without a background, or without
  /// the mask that it is to have.
  init?(
    _ filter: FilterDescription,
    _ mask: FilterMask?,
    in space: ProgramSpace,
    _ pictures: FilterPictures
  ) {
    func image(_ key: String) -> Image? {
      guard case .image(let number)? = filter[key], let number = UInt32(exactly: number),
        let size = pictures.size(ImageID(number))
      else { return nil }
      let frame = space.outside(PixelRect(width: size.x, height: size.y))
      return Image(id: ImageID(number), frame: frame, isTurned: space.isTurned)
    }
    background = image("inputBackgroundImage")
    self.mask = mask == nil ? nil : image("inputMaskImage")
    maskKernel = mask?.kernel
    guard mask == nil ? background != nil : self.mask != nil else { return nil }
  }

  /// The pixels of the result for those of the picture.
  func frame(of picture: PixelRect) -> PixelRect {
    background.map { picture.union($0.frame) } ?? picture
  }
}

extension FilterMask {
  /// From opaque pixels to an alpha that is the share of the mask; nil for alpha itself.
  fileprivate var kernel: ColorMatrixKernel? {
    let weights: SIMD3<Double>
    switch self {
    case .luminance: weights = ColorMatrix.luminanceWeights
    case .red: weights = SIMD3(1, 0, 0)
    case .blue: weights = SIMD3(0, 0, 1)
    case .alpha: return nil
    }
    return ColorMatrixKernel(
      red: .zero,
      green: .zero,
      blue: .zero,
      alpha: SIMD4(weights, 0),
      bias: .zero
    )
  }
}
