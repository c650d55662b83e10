// How an image that is larger than a texture is cut.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Tiles of one size, row by row; those at the right and bottom edges hold what is left.
struct ImageTiles: Equatable {
  let imageWidth: Int
  let imageHeight: Int
  /// How many tiles lie side by side, and how many below each other.
  let columns: Int
  let rows: Int
  /// The size of a tile in texels.
  let width: Int
  let height: Int

  init(_ pixels: PixelBuffer, limit: Int) {
    self.init(width: pixels.width, height: pixels.height, limit: limit)
  }

  /// As few tiles as possible, none with a side above `limit`.
  init(width: Int, height: Int, limit: Int) {
    imageWidth = width
    imageHeight = height
    columns = (width + limit - 1) / limit
    rows = (height + limit - 1) / limit
    self.width = (width + columns - 1) / columns
    self.height = (height + rows - 1) / rows
  }

  var count: Int { columns * rows }

  /// The texels of the image in the tile with this index.
  func rect(_ index: Int) -> PixelRect {
    let (x, y) = (index % columns * width, index / columns * height)
    let (lastX, lastY) = (min(x + width, imageWidth), min(y + height, imageHeight))
    return PixelRect(Int32(x), Int32(y), Int32(lastX), Int32(lastY))
  }
}
