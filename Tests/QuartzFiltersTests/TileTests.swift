// Pictures in tiles: together they are the picture, and threads keep no more than they may.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import Testing

@testable import QuartzFilters

@Suite struct TileTests {
  private static let extent = FilterRect(0, 0, 4000, 3000)
  private static let image = FilterNode(.pattern(.noise)).cropped(to: extent)

  private func tiles(
    _ node: FilterNode,
    workers: Int = 8,
    keptPixels: Int = 1 << 23
  ) throws -> FilterTiles {
    let resources = FilterResources(workers: workers, keptPixels: keptPixels)
    return try FilterExecutor().tiles(of: node, in: PixelRect(3, 5, 3900, 2990), with: resources)
  }

  /// Twelve megapixels through sepia, a blur and a crop.
  private func chain() throws -> FilterNode {
    let sepia = try filtered("CISepiaTone", [:], TileTests.image)
    let blurred = try filtered("CIGaussianBlur", ["inputRadius": .number(12)], sepia)
    return blurred.cropped(to: FilterRect(10, 10, 3800, 2900))
  }

  @Test(arguments: [1, 2, 8, 64])
  func tilesAreThePictureAndFitIntoMemory(workers: Int) throws {
    let tiles = try tiles(chain(), workers: workers)
    let area = tiles.rects.reduce(0) { $0 + $1.area }
    #expect(area == PixelRect(3, 5, 3900, 2990).area)
    for (index, tile) in tiles.rects.enumerated() {
      #expect(!tile.isEmpty && PixelRect(3, 5, 3900, 2990).contains(tile))
      for other in tiles.rects.dropFirst(index + 1) { #expect(tile.intersection(other).isEmpty) }
    }
    #expect(tiles.rects.count > 1 && tiles.workers <= workers)
    #expect(tiles.workers * tiles.keptPixels <= 1 << 23)
    if workers <= 8 { #expect(tiles.workers == workers) }
  }

  /// A mean of the whole picture would be drawn for every tile.
  @Test func meansAreDrawnAtOnce() throws {
    let mean = try filtered(
      "CIAreaAverage",
      ["inputExtent": .vector([0, 0, 4000, 3000])],
      TileTests.image
    )
    let node = try filtered(
      "CISourceOverCompositing",
      [:],
      TileTests.image,
      .coreImage,
      ["inputBackgroundImage": FilterNode(.clamp, [mean])]
    )
    let tiles = try tiles(node)
    #expect(tiles.rects == [PixelRect(3, 5, 3900, 2990)] && tiles.workers == 1)
  }

  @Test func lessMemoryMeansSmallerTilesAndFewerThreads() throws {
    let plenty = try tiles(chain(), keptPixels: 1 << 26)
    let little = try tiles(chain(), keptPixels: 1 << 20)
    #expect(plenty.keptPixels > little.keptPixels && plenty.workers > little.workers)
    #expect(little.workers > 0 && little.workers * little.keptPixels <= 1 << 20)
  }

  @Test func workBeyondTheLimitIsRefused() throws {
    var executor = FilterExecutor()
    executor.limits.workPixels = 1 << 22
    let resources = FilterResources(workers: 8, keptPixels: 1 << 23)
    let node = try chain()
    #expect(throws: FilterError.self) {
      try executor.tiles(of: node, in: PixelRect(0, 0, 3900, 2990), with: resources)
    }
  }
}
