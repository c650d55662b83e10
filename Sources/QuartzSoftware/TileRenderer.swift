// Draws the tiles of a frame, one after the other, on one thread.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzPlan
import QuartzRaster

/// What one thread needs to draw tiles: row buffers, scratch memory for surfaces, counts.
///
/// Surfaces are never drawn as a whole. Where a tile meets a composite, the part of the surface that
/// the tile shows is drawn into scratch memory and from there into the tile; a composite inside of it
/// takes the scratch memory behind. So an off-screen surface costs what is visible of it, and nothing
/// once the tile is done.
final class TileRenderer {
  /// Pixels that draws had a look at, once for each draw.
  private(set) var pixelsTouched = 0
  var job: FrameJob?
  private var scratch: UnsafeMutablePointer<UInt32>?
  private var scratchCapacity = 0
  /// Where the free scratch memory begins.
  private var scratchUsed = 0
  let rows: RowBuffers

  /// - Throws: `RenderError.outOfMemory`.
  init() throws(RenderError) {
    rows = try RowBuffers(width: Int(TileGrid.width))
  }

  deinit {
    free(scratch)
  }

  /// Scratch memory up to this many pixels is kept from frame to frame.
  static let keptScratch = 4 << 20

  /// Makes room for surfaces; frees what is far more than that.
  ///
  /// - Throws: `RenderError.outOfMemory`.
  func reserveScratch(_ pixels: Int) throws(RenderError) {
    let isWasteful = scratchCapacity > TileRenderer.keptScratch && scratchCapacity / 4 > pixels
    guard pixels > scratchCapacity || isWasteful else { return }
    free(scratch)
    scratch = nil
    scratchCapacity = 0
    guard pixels > 0 else { return }
    guard let block = malloc(pixels * 4) else { throw .outOfMemory(bytes: pixels * 4) }
    scratch = block.bindMemory(to: UInt32.self, capacity: pixels)
    scratchCapacity = pixels
  }

  func begin(_ job: FrameJob) {
    self.job = job
    pixelsTouched = 0
    scratchUsed = 0
  }

  func end() {
    job = nil
  }

  /// Draws the damage inside of a tile of the output.
  func draw(tile: Int) {
    guard let job else { return }
    let rect = job.grid.rect(tile)
    let frame = job.target.frame
    for index in 0..<job.plan.damage.count {
      let part = job.plan.damage[index].intersection(rect).intersection(frame)
      guard !part.isEmpty else { continue }
      draw(surface: job.plan.surfaces.count - 1, job, tile, part, job.target)
    }
  }

  /// Draws what a surface shows in `rect`, which lies inside of the tile, the surface and the target.
  private func draw(
    surface index: Int,
    _ job: FrameJob,
    _ tile: Int,
    _ rect: PixelRect,
    _ target: Target
  ) {
    let surface = job.plan.surfaces[index]
    var entries = job.grid.entries(tile, in: surface.visible)
    if let first = lastCovering(job, entries, rect) {
      entries = first..<entries.upperBound
    } else {
      clear(rect, SourceOver.pixel(SourceOver.source(surface.clearColor)), target)
    }
    for entry in entries {
      let draw = job.plan.draws[Int(job.plan.visible[job.grid.position(entry)])]
      let area = draw.bounds.intersection(rect)
      guard !area.isEmpty else { continue }
      pixelsTouched += area.area
      self.draw(draw, job, tile, area, target)
    }
  }

  /// The front-most draw that hides all that is below it in `rect`.
  private func lastCovering(_ job: FrameJob, _ entries: Range<Int>, _ rect: PixelRect) -> Int? {
    for entry in entries.reversed() {
      let index = Int(job.plan.visible[job.grid.position(entry)])
      let flags = job.plan.draws[index].flags
      guard flags.contains([.opaque, .covers]), job.plan.draws[index].clip < 0 else { continue }
      if job.plan.draws[index].bounds.contains(rect) { return entry }
    }
    return nil
  }

  private func clear(_ rect: PixelRect, _ pixel: UInt32, _ target: Target) {
    for y in rect.minY..<rect.maxY {
      // Bounds: `rect` lies in the target's frame.
      target.pixel(rect.minX, y)?.update(repeating: pixel, count: Int(rect.width))
    }
  }

  private func draw(_ draw: Draw, _ job: FrameJob, _ tile: Int, _ area: PixelRect, _ target: Target)
  {
    let clip = draw.clip >= 0 ? RasterShape(job.plan.clips[Int(draw.clip)]) : nil
    let record = Int(draw.record)
    switch draw.kind {
    case .solid:
      drawSolid(draw, job.plan.solids[record], clip, area, target)
    case .border:
      drawBorder(draw, job.plan.borders[record], clip, area, target)
    case .image:
      guard let image = job.images[Int(draw.source)] else { return }
      let chain = job.chains[Int(draw.source)]
      drawImage(draw, job.plan.imageRecords[record], image, chain: chain, clip, area, target)
    case .coverage:
      guard let source = job.coverage(draw) else { return }
      drawCoverage(draw, job.plan.coverageRecords[record], source, clip, area, target)
    case .composite:
      drawComposite(draw, job.plan.composites[record], job, tile, clip, area, target)
    }
  }

  /// Draws a part of another surface into scratch memory and from there into the target.
  private func drawComposite(
    _ draw: Draw,
    _ record: CompositeRecord,
    _ job: FrameJob,
    _ tile: Int,
    _ clip: RasterShape?,
    _ area: PixelRect,
    _ target: Target
  ) {
    let source = Int(draw.source)
    let part = area.intersection(job.plan.surfaces[source].frame)
    guard !part.isEmpty, let scratch else { return }
    // Bounds: `prepare` summed up the largest parts of all surfaces that can be open at a time.
    precondition(scratchUsed + part.area <= scratchCapacity, "scratch memory for surfaces")
    let below = Target(base: scratch + scratchUsed, stride: Int(part.width), frame: part)
    scratchUsed += part.area
    self.draw(surface: source, job, tile, part, below)
    blendComposite(record, below, clip, part, target)
    scratchUsed -= part.area
  }
}
