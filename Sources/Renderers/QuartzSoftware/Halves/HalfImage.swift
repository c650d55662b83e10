// Images of half floats, and their smaller versions.
// Licensed under the MIT license; see LICENSE.

import QuartzRaster

/// An image of half floats: texels of 8 bytes, extended sRGB, encoded, premultiplied, finite.
///
/// `TexelSource.texel` must not be asked of its levels, whose texels are not words.
struct HalfImage {
  /// The image, and its smaller versions if they were made.
  let levels: [TexelSource]

  init(_ image: TexelSource) { levels = [image] }

  init(_ chain: HalfMipChain) { levels = chain.levels }

  var texels: TexelSource { levels[0] }
}
