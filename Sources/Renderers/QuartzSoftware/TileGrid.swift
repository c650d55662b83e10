// The tiles of a frame and which draws each of them shows.
// Licensed under the MIT license; see LICENSE.

import QuartzFaults
import QuartzMath
import QuartzPlan

/// Cuts a frame into tiles and sorts the visible draws into them.
///
/// A tile is as much of the output as stays in a core's second-level cache while all of its draws
/// are drawn. Tiles do not overlap, so any number of threads can draw them in any order. Its
/// columns keep their memory from frame to frame.
struct TileGrid {
  static let width: Int32 = 1024
  static let height: Int32 = 64

  private(set) var columns = 0
  private(set) var rows = 0
  private var area = PixelRect.empty
  /// Of tile i: `entries[starts[i]..<starts[i + 1]]`, positions in `plan.visible`, ascending.
  private var starts: ContiguousArray<Int32> = []
  private var entries: ContiguousArray<Int32> = []

  var count: Int { columns * rows }

  /// The pixels of a tile.
  func rect(_ tile: Int) -> PixelRect {
    let x = area.minX + Int32(tile % columns) * TileGrid.width
    let y = area.minY + Int32(tile / columns) * TileGrid.height
    return PixelRect(
      x,
      y,
      min(x + TileGrid.width, area.maxX),
      min(y + TileGrid.height, area.maxY)
    )
  }

  /// The positions of a tile's draws of one surface: those of `entries` that lie in `visible`.
  func entries(_ tile: Int, in visible: Range<Int32>) -> Range<Int> {
    let range = Int(starts[tile])..<Int(starts[tile + 1])
    return firstEntry(
      range,
      notBelow: visible.lowerBound
    )..<firstEntry(
      range,
      notBelow: visible.upperBound
    )
  }

  /// The position in `plan.visible` that an entry names.
  func position(_ entry: Int) -> Int { Int(entries[entry]) }

  private func firstEntry(_ range: Range<Int>, notBelow position: Int32) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Lays tiles over `area` and sorts visible draws into them: those of `ranges`, which ascend.
  ///
  /// - Throws: `RenderError.outOfMemory`.
  mutating func sort(
    _ plan: RenderPlan,
    _ ranges: ContiguousArray<Range<Int32>>,
    area: PixelRect
  ) throws(RenderError) {
    self.area = area
    columns = Int((area.width + TileGrid.width - 1) / TileGrid.width)
    rows = Int((area.height + TileGrid.height - 1) / TileGrid.height)
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: count + 1))
    // Two passes: count each tile's draws, then put them to their places.
    for range in ranges {
      for position in range {
        let draw = plan.visible[Int(position)]
        guard let tiles = tiles(plan.draws[Int(draw)].bounds) else { continue }
        for row in tiles.y {
          for column in tiles.x { starts[row * columns + column] += 1 }
        }
      }
    }
    var total = 0
    for tile in 0..<count {
      total += Int(starts[tile])
      starts[tile] = Int32(truncatingIfNeeded: total)
    }
    guard total <= Int(Int32.max) else { throw .outOfMemory(bytes: total * 4) }
    starts[count] = Int32(total)
    if entries.count < total {
      do {
        try MemoryProbe.ensure(total, of: 4)
      } catch {
        throw .outOfMemory(bytes: error.bytes)
      }
      entries.append(contentsOf: repeatElement(0, count: total - entries.count))
    }
    // From the last to the first, so that each start ends up at its tile's first draw.
    for range in ranges.reversed() {
      for position in range.reversed() {
        let draw = plan.visible[Int(position)]
        guard let tiles = tiles(plan.draws[Int(draw)].bounds) else { continue }
        for row in tiles.y {
          for column in tiles.x {
            let tile = row * columns + column
            starts[tile] -= 1
            entries[Int(starts[tile])] = position
          }
        }
      }
    }
  }

  @inline(__always)
  private func tiles(_ bounds: PixelRect) -> (x: Range<Int>, y: Range<Int>)? {
    let part = bounds.intersection(area)
    guard !part.isEmpty else { return nil }
    let (x0, x1) = (part.minX - area.minX, part.maxX - area.minX - 1)
    let (y0, y1) = (part.minY - area.minY, part.maxY - area.minY - 1)
    return (
      Int(x0 / TileGrid.width)..<Int(x1 / TileGrid.width) + 1,
      Int(y0 / TileGrid.height)..<Int(y1 / TileGrid.height) + 1
    )
  }
}
