// Smaller copies of the images that were drawn last.
// Licensed under the MIT license; see LICENSE.

import QuartzRaster

/// The mipmaps of a few images: making them costs more than drawing with them.
struct MipmapCache {
  private var entries: [(pixels: PixelStorage, chain: MipChain)] = []
  private static let capacity = 8

  /// The image and its mipmaps, made at the first call; nil if it is too large for that.
  mutating func chain(of pixels: PixelStorage) -> MipChain? {
    if let index = entries.firstIndex(where: { $0.pixels === pixels }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.chain
    }
    guard let chain = try? MipChain(pixels.texels) else { return nil }
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append((pixels, chain))
    return chain
  }
}
