// An image and its smaller versions, of bytes or of half floats.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzRaster

/// The levels of an image, for textures that have them.
enum ImageLevels {
  case bytes(MipChain)
  case halves(HalfMipChain)

  /// Makes the smaller versions of an image; nil without memory for them.
  init?(_ pixels: PixelBuffer) {
    guard let texels = pixels.texels else { return nil }
    if pixels.form.isHalf {
      guard let chain = try? HalfMipChain(texels) else { return nil }
      self = .halves(chain)
    } else {
      // An image has at least one texel and no size that a chain refuses.
      guard let chain = try? MipChain(texels) else { return nil }
      self = .bytes(chain)
    }
  }

  /// From large to small; the first is the image itself.
  var levels: [TexelSource] {
    switch self {
    case .bytes(let chain): chain.levels
    case .halves(let chain): chain.levels
    }
  }

  /// Makes the versions of a changed part anew.
  ///
  /// - Returns: For each level the texels that are not as they were; of half floats all.
  mutating func update(_ pixels: PixelBuffer, _ texels: TexelSource, part: PixelRect) -> [PixelRect]
  {
    switch self {
    case .bytes(let chain): return chain.update(texels, part: part)
    case .halves:
      guard let new = ImageLevels(pixels) else { return [part] }
      self = new
      return new.levels.map(\.frame)
    }
  }
}
