// Draws the tiles of a frame, one after the other, on one thread.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzPlan
import QuartzRaster

/// What one thread needs to draw tiles: row buffers, scratch memory for surfaces, counts.
///
/// Surfaces that are no pictures are never drawn as a whole. Where a tile meets a composite, the part
/// of the surface that the tile shows is drawn into scratch memory and from there into the tile; its
/// mask, and a composite inside of either, take the scratch memory behind. So an off-screen surface
/// costs what is visible of it, and nothing once the tile is done.
final class TileRenderer {
  /// Pixels that draws had a look at, once for each draw.
  var pixelsTouched = 0
  /// The same for each draw of the plan, if that is measured; else empty.
  var drawPixels: ContiguousArray<Int> = []
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

  /// Counts from 0, for each of so many draws as well.
  func begin(measuring draws: Int) {
    pixelsTouched = 0
    drawPixels.removeAll(keepingCapacity: true)
    drawPixels.append(contentsOf: repeatElement(0, count: draws))
  }

  func begin(_ job: FrameJob) {
    self.job = job
    scratchUsed = 0
  }

  func end() {
    job = nil
  }

  /// Draws what is to be drawn inside of a tile of the pass.
  func draw(tile: Int) {
    guard let job else { return }
    let rect = job.grid.rect(tile).intersection(job.target.frame)
    for index in 0..<job.parts.count {
      let part = job.parts[index].intersection(rect)
      guard !part.isEmpty else { continue }
      draw(surface: job.surface, job, tile, part, job.target)
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
      let position = job.grid.position(entry)
      let index = Int(job.plan.visible[position])
      let draw = job.plan.draws[index]
      let hidden = job.hidden(at: position)
      draw.bounds.intersection(rect).forEachPart(outside: hidden) { area in
        pixelsTouched += area.area
        if !drawPixels.isEmpty { drawPixels[index] += area.area }
        self.draw(draw, job, tile, area, target)
      }
    }
  }

  /// The front-most draw that hides all that is below it in `rect`.
  private func lastCovering(_ job: FrameJob, _ entries: Range<Int>, _ rect: PixelRect) -> Int? {
    for entry in entries.reversed() {
      let index = Int(job.plan.visible[job.grid.position(entry)])
      let flags = job.plan.draws[index].flags
      guard flags.contains(.hides), job.plan.draws[index].clip < 0 else { continue }
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
      guard let image = job.texels(draw) else { return }
      let chain = job.chain(draw)
      drawImage(draw, job.plan.imageRecords[record], image, chain: chain, clip, area, target)
    case .coverage:
      guard let source = job.coverage(draw) else { return }
      let strips = job.strips(draw)
      let coverage = job.plan.coverageRecords[record]
      if strips.isEmpty {
        drawCoverage(draw, coverage, source, clip, area, target)
      } else {
        drawStrips(strips, draw, coverage, source, clip, area, target)
      }
    case .gradient:
      let ramp = job.plan.ramps[Int(draw.source)]
      drawGradient(draw, job.plan.gradientRecords[record], ramp, clip, area, target)
    case .composite:
      drawComposite(draw, job.plan.composites[record], job, tile, clip, area, target)
    }
  }

  /// Draws a part of another surface into the target, through a mask if it has one.
  private func drawComposite(
    _ draw: Draw,
    _ record: CompositeRecord,
    _ job: FrameJob,
    _ tile: Int,
    _ clip: RasterShape?,
    _ area: PixelRect,
    _ target: Target
  ) {
    let (source, mask) = (Int(draw.source), Int(draw.mask))
    var part = area.intersection(job.plan.surfaces[source].frame)
    if mask >= 0 { part = part.intersection(job.plan.surfaces[mask].frame) }
    guard !part.isEmpty else { return }
    let used = scratchUsed
    defer { scratchUsed = used }
    guard let pixels = pixels(of: source, job, tile, part) else { return }
    var through: MaskRows?
    if mask >= 0 {
      guard let rows = self.mask(mask, job, tile, part) else { return }
      through = rows
    }
    blendComposite(draw, record, pixels, through, clip, part, target)
  }

  /// The pixels of a part of a surface, drawn into scratch memory if they are nowhere else.
  private func pixels(
    of surface: Int,
    _ job: FrameJob,
    _ tile: Int,
    _ part: PixelRect
  ) -> Target? {
    if job.order.isPicture(surface) {
      // Bounds: what is drawn of a picture holds all that the frame shows of it.
      guard let target = job.store.pictures[surface]?.target, target.frame.contains(part) else {
        return nil
      }
      return target
    }
    guard let scratch else { return nil }
    // Bounds: `SurfaceOrder` summed up the largest parts of all surfaces that can be open at a time.
    precondition(scratchUsed + part.area <= scratchCapacity, "scratch memory for surfaces")
    let below = Target(base: scratch + scratchUsed, stride: Int(part.width), frame: part)
    scratchUsed += part.area
    draw(surface: surface, job, tile, part, below)
    return below
  }

  /// The alpha of a part of a surface.
  private func mask(
    _ surface: Int,
    _ job: FrameJob,
    _ tile: Int,
    _ part: PixelRect
  ) -> MaskRows? {
    if let picture = job.store.pictures[surface], picture.isAlpha {
      guard picture.frame.contains(part) else { return nil }
      return MaskRows(source: picture.coverage, frame: picture.frame)
    }
    guard let pixels = pixels(of: surface, job, tile, part) else { return nil }
    return CoverageSource(alphaOf: pixels).map { MaskRows(source: $0, frame: pixels.frame) }
  }
}

/// The alpha of a surface as a mask of others.
struct MaskRows {
  var source: CoverageSource
  /// The pixels there are.
  var frame: PixelRect

  /// The byte of the pixel (x, y), which must lie in the frame.
  @inline(__always)
  func bytes(_ x: Int32, _ y: Int32) -> UnsafePointer<UInt8> {
    source.row(y &- frame.minY) + Int(x &- frame.minX) * source.step
  }
}
