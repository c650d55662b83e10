// The pixel layouts that contexts draw into.
// Licensed under the MIT license; see LICENSE.

package import QuartzRaster

extension PixelFormat {
  /// The format that the parameters of a bitmap context name, or nil if there are no contexts of
  /// it.
  ///
  /// | space | bits | alpha | byte order |
  /// |---|---|---|---|
  /// | RGB | 8 | premultiplied or skipped, first or last | default, 32 big, 32 little |
  /// | RGB | 16, floating point | premultiplied or skipped, last | 16 little |
  /// | grey | 8 | none | default |
  /// | none or grey | 8 | only | default |
  package init?(
    bitsPerComponent: Int,
    model: CGColorSpaceModel?,
    bitmapInfo: CGBitmapInfo
  ) {
    guard let alphaInfo = bitmapInfo.alphaInfo, let order = bitmapInfo.byteOrder,
      bitmapInfo.packing == .packed
    else { return nil }
    let isFloat = bitmapInfo.contains(.floatComponents)
    switch (model, alphaInfo, bitsPerComponent, isFloat, order) {
    case (nil, .alphaOnly, 8, false, .orderDefault),
      (.monochrome, .alphaOnly, 8, false, .orderDefault):
      self = .alpha8
    case (.monochrome, .none, 8, false, .orderDefault):
      self = .gray8
    case (.rgb, .premultipliedLast, 16, true, .order16Little):
      self = .rgbaHalf
    case (.rgb, .noneSkipLast, 16, true, .order16Little):
      self.init(.rgbaHalf, .ignored)
    case (.rgb, _, 8, false, .orderDefault), (.rgb, _, 8, false, .order32Big):
      self.init(bigEndian: alphaInfo)
    case (.rgb, _, 8, false, .order32Little):
      self.init(littleEndian: alphaInfo)
    default:
      return nil
    }
  }

  private init?(bigEndian alphaInfo: CGImageAlphaInfo) {
    switch alphaInfo {
    case .premultipliedLast: self.init(.rgba8)
    case .premultipliedFirst: self.init(.argb8)
    case .noneSkipLast: self.init(.rgba8, .ignored)
    case .noneSkipFirst: self.init(.argb8, .ignored)
    case .none, .last, .first, .alphaOnly: return nil
    }
  }

  private init?(littleEndian alphaInfo: CGImageAlphaInfo) {
    switch alphaInfo {
    case .premultipliedLast: self.init(.abgr8)
    case .premultipliedFirst: self.init(.bgra8)
    case .noneSkipLast: self.init(.abgr8, .ignored)
    case .noneSkipFirst: self.init(.bgra8, .ignored)
    case .none, .last, .first, .alphaOnly: return nil
    }
  }

  /// The format of layers that are composed into pixels of this one: with alpha, and R, G, B, A.
  var layerFormat: PixelFormat {
    switch layout {
    case .rgba8, .bgra8, .argb8, .abgr8, .gray8, .alpha8: .rgba8
    case .rgbaHalf: .rgbaHalf
    }
  }
}
