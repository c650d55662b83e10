// Pictures drawn into bitmaps, tile by tile, on all cores.
// Licensed under the MIT license; see LICENSE.

import Dispatch
import Foundation
import QuartzFilters
import QuartzMath
import QuartzSharing
import Synchronization

/// The drawing of a picture into memory.
final class BitmapJob: Sendable {
  /// Pixels that all threads keep at a time, 16 bytes each: 128 MiB.
  private static let keptPixels = 1 << 23

  private struct State {
    var next = 0
    /// The first error of the tiles that were drawn.
    var error: FilterError?
  }

  private let node: FilterNode
  private let pixels: PixelRect
  private let space: FilterSpace
  private let writer: BitmapWriter
  /// The memory of the caller, who waits; each tile has pixels of its own.
  private let memory: SharedPointer<UnsafeMutableRawPointer>
  private let rowBytes: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - node: The picture.
  ///   - pixels: The part of it.
  ///   - memory: Room for all pixels of the part, rows from the top.
  ///   - rowBytes: From the start of one row to the next.
  init(
    _ node: FilterNode,
    _ pixels: PixelRect,
    _ space: FilterSpace,
    _ writer: BitmapWriter,
    _ memory: UnsafeMutableRawPointer,
    _ rowBytes: Int
  ) {
    (self.node, self.pixels, self.space) = (node, pixels, space)
    (self.writer, self.rowBytes) = (writer, rowBytes)
    self.memory = SharedPointer(memory)
  }

  /// Draws all tiles.
  ///
  /// - Throws: `FilterError`; nothing is written then, unless memory ran out on the way.
  func run() throws(FilterError) {
    let resources = FilterResources(
      workers: ProcessInfo.processInfo.activeProcessorCount,
      keptPixels: BitmapJob.keptPixels
    )
    let tiles = try FilterExecutor(space: space).tiles(of: node, in: pixels, with: resources)
    if tiles.workers == 1 {
      work(tiles.rects)
    } else {
      DispatchQueue.concurrentPerform(iterations: tiles.workers) { _ in work(tiles.rects) }
    }
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Draws tiles until none is left or one fails.
  private func work(_ tiles: [PixelRect]) {
    let executor = FilterExecutor(space: space)
    while let tile = next(of: tiles) {
      do throws(FilterError) {
        write(try executor.render(node, in: tile))
      } catch {
        state.withLock { if $0.error == nil { $0.error = error } }
      }
    }
  }

  private func next(of tiles: [PixelRect]) -> PixelRect? {
    state.withLock { state in
      guard state.error == nil, state.next < tiles.count else { return nil }
      state.next += 1
      return tiles[state.next - 1]
    }
  }

  /// Writes the pixels of a tile to their place.
  private func write(_ tile: FilterBuffer) {
    // Bounds: the tile lies in `pixels`, for which the memory has room.
    let column = Int(tile.rect.minX - pixels.minX) * writer.bytesPerPixel
    for y in Int(tile.rect.minY)..<Int(tile.rect.maxY) {
      let row = UnsafeBufferPointer(start: tile.row(y), count: tile.width)
      let line = Int(pixels.maxY) - 1 - y
      writer.write(row, to: memory.value + (line * rowBytes + column))
    }
  }
}
