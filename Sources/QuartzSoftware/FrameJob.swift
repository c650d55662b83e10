// What all threads that draw a frame share, and the order in which they take its tiles.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzRaster
import Synchronization

/// One frame on its way to the pixels.
///
/// The caller of `execute` fills it before the workers start; then only `nextTile` changes until all
/// have returned. Tiles do not overlap, so no two workers write the same pixel.
final class FrameJob {
  var plan = RenderPlan()
  var grid = TileGrid()
  /// The images of `plan.images`, kept alive by the backend; nil for those that are not known.
  var images: ContiguousArray<TexelSource?> = []
  /// The smaller versions of those images that draws show so.
  var chains: ContiguousArray<MipChain?> = []
  /// The output.
  var target = Target()
  /// For each surface: pixels of scratch memory that drawing a tile of it takes for surfaces below.
  private(set) var scratchNeeds: ContiguousArray<Int> = []
  var workers: [TileRenderer] = []
  private let nextTile = Atomic<Int>(0)

  /// Works out the tiles and the memory that they take.
  func prepare() {
    nextTile.store(0, ordering: .relaxed)
    grid.sort(plan, area: plan.damage.bounds.intersection(plan.outputFrame))
    let tile = Int(TileGrid.width) * Int(TileGrid.height)
    scratchNeeds.removeAll(keepingCapacity: true)
    for surface in plan.surfaces {
      var need = 0
      for position in surface.visible {
        let draw = plan.draws[Int(plan.visible[Int(position)])]
        guard draw.kind == .composite else { continue }
        // A composite's source comes before its surface, so what it needs is known.
        let source = Int(draw.source)
        let area = min(plan.surfaces[source].frame.area, tile)
        need = max(need, scratchNeeds[source] + area)
      }
      scratchNeeds.append(need)
    }
  }

  /// The bytes of a draw of kind `coverage`.
  func coverage(_ draw: Draw) -> CoverageSource? {
    guard !draw.flags.contains(.fromSurface) else { return nil }
    return CoverageSource(plan.coverages[Int(draw.source)])
  }

  /// An upper bound for the pixels that the frame's draws look at.
  var visiblePixels: Int {
    var sum = plan.damage.area
    let bounds = plan.damage.bounds
    for index in plan.visible { sum += plan.draws[Int(index)].bounds.intersection(bounds).area }
    return sum
  }

  /// The pixels of scratch memory that each worker takes.
  var scratchNeed: Int { scratchNeeds.last ?? 0 }

  /// Forgets the frame; columns keep their memory.
  func finish() {
    plan = RenderPlan()
    images.removeAll(keepingCapacity: true)
    chains.removeAll(keepingCapacity: true)
    target = Target()
  }

  /// Draws tiles until none is left.
  func work(_ worker: Int) {
    let renderer = workers[worker]
    renderer.begin(self)
    while true {
      let tile = nextTile.wrappingAdd(1, ordering: .relaxed).oldValue
      guard tile < grid.count else { break }
      renderer.draw(tile: tile)
    }
    renderer.end()
  }
}

/// Pixels that are drawn into: a rectangle of the output's space in memory.
struct Target {
  /// The pixel (frame.minX, frame.minY).
  var base: UnsafeMutablePointer<UInt32>?
  /// Pixels from one row to the next.
  var stride = 0
  var frame = PixelRect.empty

  /// The pixel (x, y), which must lie in the frame.
  @inline(__always)
  func pixel(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt32>? {
    guard let base else { return nil }
    return base + (Int(y &- frame.minY) * stride + Int(x &- frame.minX))
  }
}

extension CoverageSource {
  /// Bytes in place; valid for as long as they are kept.
  init?(_ coverage: CoverageBytes) {
    guard let base = coverage.bytes.baseAddress else { return nil }
    self.init(
      base: base.assumingMemoryBound(to: UInt8.self),
      width: Int32(coverage.width),
      height: Int32(coverage.height),
      rowBytes: coverage.width
    )
  }
}
