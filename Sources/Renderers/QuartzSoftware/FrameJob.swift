// The state that all threads drawing a frame share, and the order in which they take its work.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster
import Synchronization

/// One frame on its way to the pixels.
///
/// A frame is drawn in passes, one stored surface after the other and the output last: the tiles of
/// a surface, or the rows of a step of an effect. The caller of `execute` sets a pass up before the
/// workers start; then only `nextPiece` changes until all have returned. Pieces of a pass do not
/// overlap, so no two workers write the same pixel.
final class FrameJob: SharedWork {
  private let pool: WorkerPool
  var plan = RenderPlan()
  /// The images of `plan.images`, kept alive by the backend; nil for those that are not known.
  var images: ContiguousArray<TexelSource?> = []
  /// Those of the images that are planes.
  var planes: ContiguousArray<PixelBuffer?> = []
  /// The smaller versions of those images that draws show so.
  var chains: ContiguousArray<MipChain?> = []
  /// The images that are half floats, with their smaller versions.
  var halves: ContiguousArray<HalfImage?> = []
  /// The alphas of half-float surfaces that draws of kind `coverage` show, by the surfaces.
  var alphas: [Int: AlphaBytes] = [:]
  var order = SurfaceOrder()
  var store = SurfaceStore()
  var workers: [TileRenderer] = []
  private(set) var grid = TileGrid()

  // The pass.
  private var ranges: ContiguousArray<Range<Int32>> = []
  private(set) var surface = 0
  private(set) var target = PixelTarget()
  /// The pixels to draw.
  private(set) var parts = Damage()
  private var step = 0
  private var effect: (any SurfaceWork)?
  private var pieceCount = 0
  private let nextPiece = Atomic<Int>(0)

  /// - Parameter pool: The threads that do the passes.
  init(_ pool: WorkerPool) {
    self.pool = pool
  }

  /// Rows of an effect that are done together: many more than the kernels of blurs are high.
  private static let effectRows = 64

  /// Sets up the tiles of a surface: of all of it, or where the damage is.
  ///
  /// - Returns: An upper bound for the pixels that the draws look at.
  /// - Throws: `RenderError.outOfMemory`.
  func beginTiles(_ surface: Int, _ target: PixelTarget, isWhole: Bool) throws(RenderError) -> Int {
    self.surface = surface
    self.target = target
    parts = isWhole ? Damage(target.frame) : plan.damage
    order.visibleRanges(surface, plan, into: &ranges)
    let bounds = parts.bounds.intersection(target.frame)
    try grid.sort(plan, ranges, area: bounds)
    effect = nil
    pieceCount = grid.count
    nextPiece.store(0, ordering: .relaxed)
    var pixels = parts.area
    for range in ranges {
      for position in range {
        let draw = plan.visible[Int(position)]
        pixels += plan.draws[Int(draw)].bounds.intersection(bounds).area
      }
    }
    return pixels
  }

  /// Sets up the rows of a step of an effect.
  func beginRows(_ effect: any SurfaceWork, step: Int) {
    self.effect = effect
    self.step = step
    pieceCount = (effect.rowCount(step) + FrameJob.effectRows - 1) / FrameJob.effectRows
    nextPiece.store(0, ordering: .relaxed)
  }

  /// How many threads can take part in the pass.
  var mostWorkers: Int { pieceCount }

  /// The pixels of scratch memory that each of them takes.
  var scratchNeed: Int { order.scratchNeed }

  /// The form of those pixels.
  var scratchForm: SurfaceForm { plan.range.isExtended ? .halves : .words }

  /// As `RenderPlan.hidden(at:)`; that call would copy the plan, whose counts all threads share.
  func hidden(at position: Int) -> PixelRect {
    plan.hidden.isEmpty ? .empty : plan.hidden[position]
  }

  /// The bytes of a draw of kind `coverage`; nil if there is nothing to show.
  func coverage(_ draw: Draw) -> CoverageSource? {
    guard draw.flags.contains(.fromSurface) else {
      return CoverageSource(plan.coverages[Int(draw.source)])
    }
    let surface = store.surfaces[Int(draw.source)]
    return surface?.form == .halves ? alphas[Int(draw.source)]?.coverage : surface?.coverage
  }

  /// The strips of its bytes; none if they are the surface.
  func strips(_ draw: Draw) -> ContiguousArray<CoverageStrip> {
    draw.flags.contains(.fromSurface) ? [] : plan.coverages[Int(draw.source)].strips
  }

  /// The image of a draw of kind `image`; nil if there is nothing to show.
  func image(_ draw: Draw) -> ImageTexels? {
    let source = Int(draw.source)
    guard !draw.flags.contains(.fromSurface) else {
      let surface = store.surfaces[source]
      let half = surface?.form == .halves ? surface?.texels.map { HalfImage($0) } : nil
      return surface?.texels.map {
        ImageTexels(texels: $0, chain: nil, planes: nil, half: half)
      }
    }
    return images[source].map {
      ImageTexels(
        texels: $0,
        chain: chains[source],
        planes: planes[source],
        half: halves[source]
      )
    }
  }

  /// Forgets the frame; columns keep their memory.
  func finish() {
    plan = RenderPlan()
    images.removeAll(keepingCapacity: true)
    planes.removeAll(keepingCapacity: true)
    chains.removeAll(keepingCapacity: true)
    halves.removeAll(keepingCapacity: true)
    alphas.removeAll(keepingCapacity: true)
    target = PixelTarget()
    effect = nil
  }

  /// Does pieces until none is left, or a helper is wanted elsewhere.
  func work(_ worker: Int) {
    if let effect {
      while let piece = takePiece(worker) {
        let first = piece * FrameJob.effectRows
        let end = min(first + FrameJob.effectRows, effect.rowCount(step))
        effect.run(step, rows: first..<end, worker: worker)
      }
      return
    }
    let renderer = workers[worker]
    renderer.begin(self)
    while let tile = takePiece(worker) { renderer.draw(tile: tile) }
    renderer.end()
  }

  private func takePiece(_ worker: Int) -> Int? {
    // The caller does the work that helpers leave.
    guard worker == 0 || !pool.isAskedFor else { return nil }
    let piece = nextPiece.wrappingAdd(1, ordering: .relaxed).oldValue
    return piece < pieceCount ? piece : nil
  }
}

/// Pixels that are drawn into: a rectangle of the output's space in memory.
struct PixelTarget {
  /// The pixel (frame.minX, frame.minY).
  var base: UnsafeMutableRawPointer?
  /// Pixels from one row to the next.
  var stride = 0
  var frame = PixelRect.empty
  /// Whether pixels are half floats, and not words of bytes.
  var isHalf = false

  /// The pixel (x, y) of words, which must lie in the frame.
  @inline(__always)
  func pixel(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt32>? {
    guard let base else { return nil }
    return (base + (Int(y &- frame.minY) * stride + Int(x &- frame.minX)) * 4)
      .assumingMemoryBound(to: UInt32.self)
  }

  /// The pixel (x, y) of half floats, which must lie in the frame.
  @inline(__always)
  func halves(_ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer? {
    guard let base else { return nil }
    return base + (Int(y &- frame.minY) * stride + Int(x &- frame.minX)) * 8
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

  /// The alpha of words that were drawn.
  init?(alphaOf pixels: PixelTarget) {
    guard let base = pixels.base else { return nil }
    self.init(
      base: UnsafeRawPointer(base).assumingMemoryBound(to: UInt8.self) + 3,
      width: pixels.frame.width,
      height: pixels.frame.height,
      rowBytes: pixels.stride * 4,
      step: 4
    )
  }
}
