// The pixel layouts of images, and the positions of their components.
// Licensed under the MIT license; see LICENSE.

/// The positions of an 8-bit pixel's components in memory.
package struct PixelLayout: Hashable, Sendable {
  package enum Alpha: Hashable, Sendable {
    /// Every pixel is opaque.
    case none
    case straight
    case premultiplied
  }

  package var bytesPerPixel: Int
  /// Byte offsets of red, green and blue in a pixel; grey has three equal ones.
  package var red: Int
  package var green: Int
  package var blue: Int
  /// The byte offset of alpha; 0 and not read if `alpha` is none.
  package var alphaOffset: Int
  package var alpha: Alpha
  /// Whether there is no colour: the pixel counts as white under its alpha.
  package var isAlphaOnly: Bool

  /// The layout that the parameters of an image name, or nil if images of it are not taken.
  ///
  /// Taken are, with 8 bits per component: RGB with 24 bits per pixel; RGB with alpha or an unused
  /// component, before or after, in either byte order, with 32; grey with 8, with alpha or an
  /// unused component with 16; alpha alone with 8; a mask, without a model, also with 32, of which
  /// the first byte counts.
  package init?(
    bitsPerComponent: Int,
    bitsPerPixel: Int,
    model: CGColorSpaceModel?,
    bitmapInfo: CGBitmapInfo
  ) {
    guard bitsPerComponent == 8, bitsPerPixel % 8 == 0,
      bitmapInfo.isDisjoint(with: .floatInfoMask), bitmapInfo.packing == .packed,
      let alphaInfo = bitmapInfo.alphaInfo,
      let order = bitmapInfo.byteOrder
    else { return nil }
    let bytes = bitsPerPixel / 8
    let colors: Int
    switch model {
    case .rgb where alphaInfo != .alphaOnly: colors = 3
    case .monochrome where alphaInfo != .alphaOnly: colors = 1
    case .monochrome, nil:
      guard alphaInfo == .alphaOnly else { return nil }
      colors = 0
    default: return nil
    }
    let extra = bytes - colors
    var first = 0
    switch alphaInfo {
    case .none:
      // RGB in 32 bits has a last component that is not used.
      guard extra == 0 || (colors == 3 && extra == 1) else { return nil }
    case .premultipliedLast, .last, .noneSkipLast:
      guard extra == 1 else { return nil }
    case .premultipliedFirst, .first, .noneSkipFirst:
      guard extra == 1 else { return nil }
      first = 1
    case .alphaOnly:
      guard bytes == 1 || (model == nil && bytes == 4) else { return nil }
    }
    let isReversed: Bool
    switch order {
    case .orderDefault: isReversed = false
    case .order32Big, .order32Little:
      guard bytes == 4 else { return nil }
      isReversed = order == .order32Little
    case .order16Big, .order16Little, .orderMask: return nil
    }
    func offset(_ index: Int) -> Int { isReversed ? bytes - 1 - index : index }
    bytesPerPixel = bytes
    red = offset(first)
    green = offset(colors == 3 ? first + 1 : first)
    blue = offset(colors == 3 ? first + 2 : first)
    isAlphaOnly = colors == 0
    switch alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast:
      alpha = .none
      alphaOffset = 0
    case .premultipliedLast, .last:
      alpha = alphaInfo == .last ? .straight : .premultiplied
      alphaOffset = offset(bytes - 1)
    case .premultipliedFirst, .first:
      alpha = alphaInfo == .first ? .straight : .premultiplied
      alphaOffset = offset(0)
    case .alphaOnly:
      alpha = .straight
      alphaOffset = 0
    }
  }

  /// R, G, B, A bytes, premultiplied.
  package var isPremultipliedRGBA: Bool {
    bytesPerPixel == 4 && (red, green, blue, alphaOffset) == (0, 1, 2, 3) && alpha == .premultiplied
  }
}

extension CGBitmapInfo {
  package var alphaInfo: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: intersection(.alphaInfoMask).rawValue)
  }

  package var byteOrder: CGImageByteOrderInfo? {
    CGImageByteOrderInfo(rawValue: intersection(.byteOrderMask).rawValue)
  }

  package var packing: CGImagePixelFormatInfo? {
    CGImagePixelFormatInfo(rawValue: rawValue & CGImagePixelFormatInfo.mask.rawValue)
  }

  package init(_ alpha: CGImageAlphaInfo) {
    self.init(rawValue: alpha.rawValue)
  }
}
