// The division of a tiled layer into tiles, at each level of detail.
// Licensed under the MIT license; see LICENSE.
//
//     level  2    1    0    -1   -2      each has half the pixels a point of the one before
//            └ bias ┘    └ the rest of levelsOfDetail ┘
//
// Tiles are counted from the origin of the layer's coordinates, whatever its bounds are, so a layer
// whose bounds move keeps its tiles. They are cut at the edges of the bounds.

import CoreGraphics
import QuartzMath
import QuartzModel

/// A tile's index: level, column and row, counted from the origin of the layer's coordinates.
struct TileKey: Hashable {
  /// Pixels per point are `contentsScale` times two to this power.
  var level: Int
  var x: Int
  var y: Int
}

/// The properties of a tiled layer that all its tiles depend on; a change invalidates all of them.
struct TileSetup: Equatable {
  /// In pixels, whole, 1...`TileSetup.largestSide`.
  var width: Int
  var height: Int
  /// Pixels per point at level 0; positive and finite.
  var scale: Double
  /// Whether y points up on the output for what the layer draws.
  var isYUp: Bool
  var isOpaque: Bool
  var format: CALayerContentsFormat

  /// The longest side of a tile, in pixels; longer ones are cut to it.
  static let largestSide = 2048.0

  /// Creates the setup of a layer; nil if it cannot have tiles.
  init?(_ layer: CATiledLayer) {
    let size = layer.size(.tileSize)
    let scale = layer.number(.contentsScale)
    guard scale > 0, scale.isFinite else { return nil }
    func side(_ side: Double, default standard: Double) -> Int {
      side > 0 ? Int(min(max(side.rounded(), 1), TileSetup.largestSide)) : Int(standard)
    }
    width = side(size.width, default: 256)
    height = side(size.height, default: 256)
    self.scale = scale
    isYUp = layer.isContentYUp
    isOpaque = layer.isOpaque
    format = layer.contentsFormat.drawn
  }

  /// The most bytes that a tile takes.
  var tileBytes: Int {
    width * height * (format == .RGBA16Float ? 8 : 4)
  }
}

/// The tiles that cover a part of a layer.
struct LayerTileGrid {
  let setup: TileSetup
  /// The layer's bounds, in points.
  let bounds: Rect
  /// The first and last level that the layer has.
  private let levels: ClosedRange<Int>

  /// The most tiles that a view can need.
  private static let largestCount = 4096.0
  /// No output shows more than two to this power pixels for one.
  private static let deepestLevel = 64

  /// Creates the grid of a layer with these bounds; nil if they are empty or not finite.
  init?(_ layer: CATiledLayer, setup: TileSetup, bounds: Rect) {
    guard bounds.isInCoordinateRange, bounds.width > 0, bounds.height > 0 else { return nil }
    self.setup = setup
    self.bounds = bounds
    let deepest = Int64(LayerTileGrid.deepestLevel)
    let finest = Int(min(max(layer.integer(.levelsOfDetailBias), 0), deepest))
    let count = Int(min(max(layer.integer(.levelsOfDetail), 1), 2 * deepest))
    // The last level has at least one pixel.
    let pixels = min(bounds.width, bounds.height) * setup.scale
    let last = -Int(min(log2(max(pixels, 1)), 2048).rounded(.down))
    levels = min(max(finest - count + 1, last), finest)...finest
  }

  /// Returns the pixels per point of a level.
  func density(_ level: Int) -> Double {
    setup.scale * exp2(Double(level))
  }

  /// Returns the level for an output: the coarsest one with at least one pixel for each of the
  /// output's.
  private func level(for view: TileView) -> Int {
    let ratio = view.pixelsPerPoint / setup.scale
    guard ratio > 0 else { return levels.lowerBound }
    // A small rounding error must not make four times the pixels.
    let level = (log2(ratio) - 1e-3).rounded(.up)
    return Int(min(max(level, Double(levels.lowerBound)), Double(levels.upperBound)))
  }

  /// Returns the tiles that a view needs, those in its middle first.
  ///
  /// If they took more than `limit` bytes, a coarser level is used, even one beyond the layer's
  /// levels.
  func keys(for view: TileView, limit: Int) -> (level: Int, keys: [TileKey]) {
    var level = level(for: view)
    while true {
      let (columns, rows) = range(view.visible, level)
      let count = (columns.1 - columns.0) * (rows.1 - rows.0)
      let isFew = count <= LayerTileGrid.largestCount
      if isFew, count * Double(setup.tileBytes) <= Double(max(limit, setup.tileBytes)) {
        return (level, keys(level, columns, rows, view))
      }
      guard level > -2 * LayerTileGrid.deepestLevel * 8 else { return (level, []) }
      level -= 1
    }
  }

  /// Returns the columns and rows that a rectangle touches.
  private func range(
    _ rect: Rect,
    _ level: Int
  ) -> (columns: (Double, Double), rows: (Double, Double)) {
    let density = density(level)
    func span(_ low: Double, _ high: Double, _ side: Int) -> (Double, Double) {
      let unit = Double(side) / density
      // An edge that rounding moved over a border needs no further tile.
      let first = (low / unit + 1e-6).rounded(.down)
      return (first, max((high / unit - 1e-6).rounded(.up), first + 1))
    }
    return (
      span(rect.minX, rect.maxX, setup.width), span(rect.minY, rect.maxY, setup.height)
    )
  }

  private func keys(
    _ level: Int,
    _ columns: (Double, Double),
    _ rows: (Double, Double),
    _ view: TileView
  ) -> [TileKey] {
    // Beyond this, a Double has no precision for single pixels.
    let farthest = 1e15
    guard abs(columns.0) < farthest, abs(columns.1) < farthest, abs(rows.0) < farthest,
      abs(rows.1) < farthest
    else { return [] }
    let middle = (x: (columns.0 + columns.1 - 1) / 2, y: (rows.0 + rows.1 - 1) / 2)
    var keys: [(key: TileKey, distance: Double)] = []
    for y in Int(rows.0)..<Int(rows.1) {
      for x in Int(columns.0)..<Int(columns.1) {
        let (dx, dy) = (Double(x) - middle.x, Double(y) - middle.y)
        keys.append((TileKey(level: level, x: x, y: y), dx * dx + dy * dy))
      }
    }
    // The sort is stable, so the order is always the same.
    return keys.sorted { $0.distance < $1.distance }.map(\.key)
  }

  /// Returns the part of the bounds that a tile shows, in points; nil if it is empty.
  func rect(_ key: TileKey) -> Rect? {
    let density = density(key.level)
    let (width, height) = (Double(setup.width) / density, Double(setup.height) / density)
    let low = Point(
      max(Double(key.x) * width, bounds.minX),
      max(Double(key.y) * height, bounds.minY)
    )
    let high = Point(
      min(Double(key.x + 1) * width, bounds.maxX),
      min(Double(key.y + 1) * height, bounds.maxY)
    )
    // A side below a millionth of a pixel shows nothing, and no transform maps it back and forth.
    let least = 1e-6
    guard (high.x - low.x) * density > least, (high.y - low.y) * density > least else { return nil }
    return Rect(low.x, low.y, high.x - low.x, high.y - low.y)
  }

  /// Returns the shape of a tile's bitmap.
  ///
  /// Programs find a tile's column by dividing the least x of the clip by the width of tiles. Where
  /// rounding could make the quotient slightly too small, the bitmap is moved slightly further.
  func shape(_ key: TileKey, _ rect: Rect) -> BackingShape {
    let density = density(key.level)
    func pixels(_ points: Double, _ side: Int) -> Int {
      Int(min(max(points.pixels(density), 1), Double(side)))
    }
    func start(_ low: Double, _ length: Double, _ pixels: Int) -> Double {
      let scale = Double(pixels) / length
      // Powers of two cause no rounding.
      return scale.significand == 1 ? low : low + 1e-6 / scale
    }
    let width = pixels(rect.width, setup.width)
    let height = pixels(rect.height, setup.height)
    return BackingShape(
      bounds: Rect(
        start(rect.x, rect.width, width),
        start(rect.y, rect.height, height),
        rect.width,
        rect.height
      ),
      width: width,
      height: height,
      isYUp: setup.isYUp,
      isOpaque: setup.isOpaque,
      format: setup.format
    )
  }
}
