// The tiles that a picture is drawn in.
// Licensed under the MIT license; see LICENSE.
//
// A tile is drawn by itself, from the parts of the inputs that it reads: a blur's neighbours are
// drawn twice, and a mean of the whole picture would be drawn for each tile. So tiles are as large
// as memory allows, and a picture whose tiles would draw too much twice is drawn at once.

package import QuartzMath

/// A picture cut into tiles, which any number of threads may draw in any order.
package struct FilterTiles: Equatable, Sendable {
  /// The pixels of the tiles, which do not overlap and together are the picture.
  package let rects: [PixelRect]
  /// The number of threads that draw tiles at a time.
  package let workers: Int
  /// The most pixels that one tile keeps at a time, 16 bytes each.
  package let keptPixels: Int
  /// Pixels of all steps of all tiles, each counted as often as it costs.
  let work: Double
}

/// The threads and the memory that a picture may be drawn with.
package struct FilterResources: Equatable, Sendable {
  /// The number of threads.
  package var workers: Int
  /// The pixels that all threads keep at a time, 16 bytes each.
  package var keptPixels: Int

  package init(workers: Int, keptPixels: Int) {
    self.workers = workers
    self.keptPixels = keptPixels
  }
}

extension FilterTiles {
  /// The sides of tiles in pixels, from the largest; a picture of fewer pixels is one tile.
  private static let sides: [Int32] = [2048, 1024, 512, 256]
  /// Tiles for each thread, so that none waits long for the last one.
  private static let tilesOfWorker = 3
  /// The work of all tiles together may be so many times that of the picture drawn at once.
  private static let mostWork = 2.0
  /// The steps of all tiles together that are looked at for one picture.
  private static let mostSteps = 1 << 18

  /// Cuts a rectangle of a node's picture.
  ///
  /// - Throws: `FilterError` where the picture needs more than the limits allow, in tiles or not.
  init(
    _ node: FilterNode,
    _ rect: PixelRect,
    _ limits: FilterLimits,
    _ resources: FilterResources
  ) throws(FilterError) {
    // A tile has the limit of a step to itself, and the picture that of the work.
    var whole = limits
    whole.stepPixels = .max
    let plan = try FilterPlan(node, rect, whole)
    let workers = max(resources.workers, 1)
    var best: FilterTiles?
    for side in FilterTiles.sides {
      let rects = FilterTiles.cut(rect, side)
      guard rects.count > 1, rects.count * plan.steps.count <= FilterTiles.mostSteps,
        let tiles = FilterTiles.planned(rects, node, limits, resources),
        tiles.work <= plan.work * FilterTiles.mostWork
      else { continue }
      let isEnough = tiles.workers == workers && rects.count >= workers * FilterTiles.tilesOfWorker
      if tiles.workers > best?.workers ?? 0 || isEnough { best = tiles }
      if isEnough { break }
    }
    if let best {
      self = best
    } else {
      let kept = plan.mostKept([:], rect).pixels
      self.init(rects: [rect], workers: 1, keptPixels: kept, work: plan.work)
    }
  }

  /// Plans all tiles; nil where one of them is beyond the limits or the memory.
  private static func planned(
    _ rects: [PixelRect],
    _ node: FilterNode,
    _ limits: FilterLimits,
    _ resources: FilterResources
  ) -> FilterTiles? {
    var work = 0.0
    var kept = 1
    for rect in rects {
      guard let plan = try? FilterPlan(node, rect, limits) else { return nil }
      work += plan.work
      kept = max(kept, plan.mostKept([:], rect).pixels)
    }
    let workers = min(max(resources.workers, 1), resources.keptPixels / kept)
    guard workers > 0 else { return nil }
    return FilterTiles(rects: rects, workers: workers, keptPixels: kept, work: work)
  }

  /// The squares of a side that make up a rectangle, row by row; those at its end are smaller.
  private static func cut(_ rect: PixelRect, _ side: Int32) -> [PixelRect] {
    var rects: [PixelRect] = []
    for y in stride(from: rect.minY, to: rect.maxY, by: Int(side)) {
      for x in stride(from: rect.minX, to: rect.maxX, by: Int(side)) {
        rects.append(PixelRect(x, y, min(x &+ side, rect.maxX), min(y &+ side, rect.maxY)))
      }
    }
    return rects
  }
}

extension FilterExecutor {
  /// Cuts a rectangle of a node's picture into tiles.
  ///
  /// A node that reads sources is drawn at once: they are not counted here.
  ///
  /// - Throws: `FilterError` where the picture needs more than the limits allow.
  package func tiles(
    of node: FilterNode,
    in rect: PixelRect,
    with resources: FilterResources
  ) throws(FilterError) -> FilterTiles {
    try FilterTiles(node, rect, limits, resources)
  }
}
