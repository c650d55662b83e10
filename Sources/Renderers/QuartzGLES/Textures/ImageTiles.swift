// The tiles of an image that is larger than a texture.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Tiles of one size, row by row; tiles at the right and bottom edges hold the rest.
///
/// With mipmaps, the sides of tiles are powers of two, so that a level of the textures holds a
/// level of the image, cut at the same places. Levels smaller than a tile's last level lie in one
/// more layer, side by side along the longer side.
struct ImageTiles: Equatable {
  let imageWidth: Int
  let imageHeight: Int
  /// The number of columns and rows of tiles.
  let columns: Int
  let rows: Int
  /// The size of a tile in texels.
  let width: Int
  let height: Int

  init(_ pixels: PixelBuffer, limit: Int, hasLevels: Bool = false) {
    self.init(width: pixels.width, height: pixels.height, limit: limit, hasLevels: hasLevels)
  }

  /// Cuts an image into as few tiles as possible, with sides up to `limit`.
  ///
  /// With levels, tiles are smaller, so that little of the last ones is empty.
  init(width: Int, height: Int, limit: Int, hasLevels: Bool = false) {
    imageWidth = width
    imageHeight = height
    if hasLevels {
      self.width = ImageTiles.power(width, limit: limit)
      self.height = ImageTiles.power(height, limit: limit)
    } else {
      self.width = ImageTiles.share(width, limit: limit)
      self.height = ImageTiles.share(height, limit: limit)
    }
    columns = (width + self.width - 1) / self.width
    rows = (height + self.height - 1) / self.height
  }

  /// The side of a tile where levels matter, in texels.
  private static let levelSide = 2048

  private static func share(_ length: Int, limit: Int) -> Int {
    let count = (length + limit - 1) / limit
    return (length + count - 1) / count
  }

  private static func power(_ length: Int, limit: Int) -> Int {
    var side = 1
    while side < length, side < levelSide, side * 2 <= limit { side *= 2 }
    return side
  }

  var count: Int { columns * rows }

  /// The number of levels of the textures.
  var levelCount: Int { GLTexture.levelCount(width: width, height: height) }

  /// Whether the image has levels that the textures do not have.
  var hasSmallerLevels: Bool {
    GLTexture.levelCount(width: imageWidth, height: imageHeight) > levelCount
  }

  /// Returns the position in the last layer of a level that the textures do not have.
  func origin(ofLevel level: Int) -> (x: Int32, y: Int32) {
    let number = Int32(level - levelCount)
    if width >= height { return (number * Int32(max(imageWidth >> levelCount, 1)), 0) }
    return (0, number * Int32(max(imageHeight >> levelCount, 1)))
  }

  /// Returns the texels of the image in the tile with this index.
  func rect(_ index: Int) -> PixelRect {
    rect(index, level: 0)
  }

  /// Returns the texels of a level of the image in the tile with this index.
  func rect(_ index: Int, level: Int) -> PixelRect {
    let (width, height) = (max(width >> level, 1), max(height >> level, 1))
    let (x, y) = (index % columns * width, index / columns * height)
    return PixelRect(
      Int32(x),
      Int32(y),
      Int32(min(x + width, max(imageWidth >> level, 1))),
      Int32(min(y + height, max(imageHeight >> level, 1)))
    )
  }
}
