// Draws the tiles of a frame, one after the other, on one thread.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import Glibc
import QuartzFaults
import QuartzMath
import QuartzPlan
import QuartzRaster

/// The state with which one thread draws tiles: row buffers, scratch memory for surfaces, counts.
///
/// Surfaces that are not stored are never drawn as a whole. Where a tile meets a composite, the
/// part of the surface that the tile shows is drawn into scratch memory and from there into the
/// tile; its mask, and a composite inside of either, take the scratch memory behind. So an
/// off-screen surface costs only its visible part, and nothing once the tile is done. Where
/// surfaces are nested so deeply that a tile of each takes too much memory, fewer rows are drawn at
/// a time.
final class TileRenderer {
  /// Pixels that draws had a look at, once for each draw.
  var pixelsTouched = 0
  /// The same for each draw of the plan, if that is measured; else empty.
  var drawPixels: ContiguousArray<Int> = []
  var job: FrameJob?
  private var scratch: UnsafeMutableRawPointer?
  /// In bytes.
  private var scratchCapacity = 0
  /// Where the free scratch memory begins, in pixels.
  private var scratchUsed = 0
  private var steps: ContiguousArray<Step> = []
  /// The pixels that draws reach of the surfaces that are open.
  private var reached = ReachedRows()
  let rows: RowBuffers
  /// Rows of colours, once half floats are drawn.
  private(set) var colors: ColorRows?

  /// - Throws: `RenderError.outOfMemory`.
  init() throws(RenderError) {
    rows = try RowBuffers(width: Int(TileGrid.width))
  }

  deinit {
    free(scratch)
  }

  /// Scratch memory up to this many bytes is kept from frame to frame.
  static let keptScratch = 16 << 20

  /// Makes room for surfaces; frees what is far more than that.
  ///
  /// - Parameters:
  ///   - pixels: The number of pixels.
  ///   - form: The form of them.
  /// - Throws: `RenderError.outOfMemory`.
  func reserveScratch(_ pixels: Int, _ form: SurfaceForm) throws(RenderError) {
    if form == .halves, colors == nil { colors = try ColorRows(width: rows.width) }
    let bytes = pixels * form.pixelBytes
    let isWasteful = scratchCapacity > TileRenderer.keptScratch && scratchCapacity / 4 > bytes
    guard bytes > scratchCapacity || isWasteful else { return }
    free(scratch)
    scratch = nil
    scratchCapacity = 0
    guard bytes > 0 else { return }
    guard let block = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    scratch = block
    scratchCapacity = bytes
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
    reached.removeAll()
  }

  func end() {
    job = nil
  }

  /// Draws what is to be drawn inside of a tile of the pass.
  func draw(tile: Int) {
    guard let job else { return }
    let rect = job.grid.rect(tile).intersection(job.target.frame)
    for top in stride(from: rect.minY, to: rect.maxY, by: job.order.rowsAtOnce) {
      let bottom = min(top + Int32(job.order.rowsAtOnce), rect.maxY)
      let rows = PixelRect(rect.minX, top, rect.maxX, bottom)
      for index in 0..<job.parts.count {
        let part = job.parts[index].intersection(rows)
        guard !part.isEmpty else { continue }
        begin(surface: job.surface, job, tile, part, job.target)
        while let step = steps.popLast() { take(step, job, tile) }
      }
    }
  }

  /// A step of drawing a tile; the next step is the last of `steps`.
  ///
  /// Surfaces are nested as deeply as a client nests layers, so the remaining steps of the
  /// enclosing surfaces are not on the thread's stack.
  private enum Step {
    /// Draws entries of the grid into a target, all of them of one surface.
    case entries(Range<Int>, PixelRect, PixelTarget)
    /// Draws a part of a composite, of which this is the index among the draws.
    case composite(Int, PixelRect, PixelTarget)
    /// Draws the mask, with this index among the surfaces, of the blend after it.
    case mask(Int)
    case blend(Blend)
  }

  /// A composite whose surfaces are drawn.
  struct Blend {
    var draw: Int
    var part: PixelRect
    var target: PixelTarget
    var pixels: PixelTarget
    var mask: MaskRows?
    /// The rows of `reached` that say where there is something to blend; nil for everywhere.
    var rows: Range<Int>?
    /// Where the free scratch memory begins afterwards.
    var scratchUsed: Int
  }

  private func take(_ step: Step, _ job: FrameJob, _ tile: Int) {
    switch step {
    case .entries(let entries, let rect, let target): draw(entries, job, rect, target)
    case .composite(let draw, let area, let target): begin(composite: draw, job, tile, area, target)
    case .mask(let surface): begin(mask: surface, job, tile)
    case .blend(let blend):
      finish(blend, job)
      close(blend)
    }
  }

  private func finish(_ blend: Blend, _ job: FrameJob) {
    let draw = job.plan.draws[blend.draw]
    let record = job.plan.composites[Int(draw.record)]
    let clip = clip(of: draw, job)
    guard let rows = blend.rows else { return blendComposite(draw, record, blend, clip) }
    var piece = blend
    reached.forEachRect(rows, of: blend.part) { area in
      piece.part = area
      blendComposite(draw, record, piece, clip)
    }
  }

  /// Gives back what a composite took.
  private func close(_ blend: Blend) {
    if let rows = blend.rows { reached.end(rows) }
    scratchUsed = blend.scratchUsed
  }

  /// Begins what a surface shows in `rect`, which lies inside of the tile, the surface and the
  /// target.
  ///
  /// - Parameter rows: Where its pixels are looked at; nil for everywhere.
  private func begin(
    surface index: Int,
    _ job: FrameJob,
    _ tile: Int,
    _ rect: PixelRect,
    _ target: PixelTarget,
    rows: Range<Int>? = nil
  ) {
    let surface = job.plan.surfaces[index]
    var entries = job.grid.entries(tile, in: surface.visible)
    if let first = lastCovering(job, entries, rect) {
      entries = first..<entries.upperBound
    } else {
      if let rows {
        reached.forEachRect(rows, of: rect) { clear($0, surface.clearColor, target) }
      } else {
        clear(rect, surface.clearColor, target)
      }
    }
    if !entries.isEmpty { steps.append(.entries(entries, rect, target)) }
  }

  /// Draws entries up to the first composite, which comes next, and the others after it.
  private func draw(
    _ entries: Range<Int>,
    _ job: FrameJob,
    _ rect: PixelRect,
    _ target: PixelTarget
  ) {
    for entry in entries {
      let position = job.grid.position(entry)
      let index = Int(job.plan.visible[position])
      let draw = job.plan.draws[index]
      let isComposite = draw.kind == .composite
      if isComposite, entry + 1 < entries.upperBound {
        steps.append(.entries(entry + 1..<entries.upperBound, rect, target))
      }
      let hidden = job.hidden(at: position)
      draw.bounds.intersection(rect).forEachPart(outside: hidden) { area in
        pixelsTouched += area.area
        if !drawPixels.isEmpty { drawPixels[index] += area.area }
        if isComposite {
          steps.append(.composite(index, area, target))
        } else {
          self.draw(draw, job, area, target)
        }
      }
      if isComposite { return }
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

  private func clear(_ rect: PixelRect, _ color: SIMD4<Float>, _ target: PixelTarget) {
    if target.isHalf { return clearHalves(rect, color, target) }
    let pixel = SourceOver.pixel(SourceOver.source(color))
    for y in rect.minY..<rect.maxY {
      // Bounds: `rect` lies in the target's frame.
      target.pixel(rect.minX, y)?.update(repeating: pixel, count: Int(rect.width))
    }
  }

  private func clip(of draw: Draw, _ job: FrameJob) -> RasterShape? {
    draw.clip >= 0 ? RasterShape(job.plan.clips[Int(draw.clip)]) : nil
  }

  /// Draws anything but a composite.
  private func draw(_ draw: Draw, _ job: FrameJob, _ area: PixelRect, _ target: PixelTarget) {
    let clip = clip(of: draw, job)
    let record = Int(draw.record)
    switch draw.kind {
    case .solid:
      drawSolid(draw, job.plan.solids[record], clip, area, target)
    case .border:
      drawBorder(draw, job.plan.borders[record], clip, area, target)
    case .image:
      guard let image = job.image(draw) else { return }
      drawImage(draw, job.plan.imageRecords[record], image, clip, area, target)
    case .coverage:
      guard let source = job.coverage(draw) else { return }
      let strips = job.strips(draw)
      let coverage = job.plan.coverageRecords[record]
      if strips.isEmpty { drawCoverage(draw, coverage, source, clip, area, target) }
      // Each strip is drawn as if its bytes were a picture.
      for strip in strips {
        let part = strip.pixels(coverage).intersection(area)
        if part.isEmpty { continue }
        drawCoverage(draw, strip.place(coverage), source, clip, part, target)
      }
    case .gradient:
      let ramp = job.plan.ramps[Int(draw.source)]
      drawGradient(draw, job.plan.gradientRecords[record], ramp, clip, area, target)
    case .composite: break
    }
  }

  /// Begins a part of another surface, to be drawn into the target through a mask if it has one.
  private func begin(
    composite index: Int,
    _ job: FrameJob,
    _ tile: Int,
    _ area: PixelRect,
    _ target: PixelTarget
  ) {
    let draw = job.plan.draws[index]
    let (source, mask) = (Int(draw.source), Int(draw.mask))
    var part = area.intersection(job.plan.surfaces[source].frame)
    if mask >= 0 { part = part.intersection(job.plan.surfaces[mask].frame) }
    guard !part.isEmpty else { return }
    let used = scratchUsed
    let isStored = job.order.isStored(source)
    guard let pixels = isStored ? stored(source, job, part) : takeScratch(part) else { return }
    // Source over leaves the target as it is where the surface is transparent.
    let isSparse = !isStored && draw.blend == .normal
    let rows = isSparse ? reach(of: source, job, tile, part) : nil
    steps.append(
      .blend(
        Blend(
          draw: index,
          part: part,
          target: target,
          pixels: pixels,
          rows: rows,
          scratchUsed: used
        )
      )
    )
    if mask >= 0 { steps.append(.mask(mask)) }
    if !isStored { begin(surface: source, job, tile, part, pixels, rows: rows) }
  }

  /// The rows of `reached` that the draws of a surface reach; nil if they reach all of the part.
  private func reach(
    of source: Int,
    _ job: FrameJob,
    _ tile: Int,
    _ part: PixelRect
  ) -> Range<Int>? {
    let surface = job.plan.surfaces[source]
    guard surface.clearColor == .zero else { return nil }
    let entries = job.grid.entries(tile, in: surface.visible)
    func bounds(_ entry: Int) -> PixelRect {
      job.plan.draws[Int(job.plan.visible[job.grid.position(entry)])].bounds.intersection(part)
    }
    if entries.contains(where: { bounds($0) == part }) { return nil }
    let rows = reached.begin(part)
    for entry in entries { reached.add(bounds(entry), to: rows, of: part) }
    return rows
  }

  /// Finds the mask of the blend that is next, or begins it; without one nothing is blended.
  private func begin(mask surface: Int, _ job: FrameJob, _ tile: Int) {
    guard case .blend(var blend)? = steps.popLast() else { return }
    let part = blend.part
    var drawn: PixelTarget?
    if let stored = job.store.surfaces[surface], stored.isAlpha {
      if stored.frame.contains(part) {
        blend.mask = MaskRows(source: stored.coverage, frame: stored.frame)
      }
    } else if job.order.isStored(surface) {
      blend.mask = stored(surface, job, part).flatMap { MaskRows(alphaOf: $0) }
    } else {
      drawn = takeScratch(part)
      blend.mask = drawn.flatMap { MaskRows(alphaOf: $0) }
    }
    guard blend.mask != nil else { return close(blend) }
    steps.append(.blend(blend))
    if let drawn { begin(surface: surface, job, tile, part, drawn) }
  }

  /// The pixels of a surface that was drawn before; nil if there is nothing to show.
  private func stored(_ surface: Int, _ job: FrameJob, _ part: PixelRect) -> PixelTarget? {
    // Bounds: what is drawn of a stored surface holds all that the frame shows of it.
    guard let target = job.store.surfaces[surface]?.target, target.frame.contains(part) else {
      return nil
    }
    return target
  }

  /// Scratch memory for a part of a surface.
  private func takeScratch(_ part: PixelRect) -> PixelTarget? {
    guard let scratch else { return nil }
    // Bounds: `SurfaceOrder` summed up the largest parts of all surfaces that can be open at a
    // time.
    let isHalf = job?.target.isHalf ?? false
    let pixelBytes = isHalf ? 8 : 4
    precondition(
      (scratchUsed + part.area) * pixelBytes <= scratchCapacity,
      "scratch memory for surfaces"
    )
    let target = PixelTarget(
      base: scratch + scratchUsed * pixelBytes,
      stride: Int(part.width),
      frame: part,
      isHalf: isHalf
    )
    scratchUsed += part.area
    return target
  }
}

/// The alpha of a surface as a mask of others.
struct MaskRows {
  private enum Rows {
    case bytes(CoverageSource)
    case halves(PixelTarget)
  }

  private var rows: Rows
  /// The pixels there are.
  var frame: PixelRect

  init(source: CoverageSource, frame: PixelRect) {
    rows = .bytes(source)
    self.frame = frame
  }

  init?(alphaOf pixels: PixelTarget) {
    frame = pixels.frame
    if pixels.isHalf {
      rows = .halves(pixels)
    } else {
      guard let source = CoverageSource(alphaOf: pixels) else { return nil }
      rows = .bytes(source)
    }
  }

  /// Writes the factors of `count` pixels of row y from x on, which must lie in the frame.
  @inline(__always)
  func read(_ factors: UnsafeMutablePointer<UInt16>, _ x: Int32, _ y: Int32, _ count: Int32) {
    switch rows {
    case .bytes(let source):
      let bytes = source.row(y &- frame.minY) + Int(x &- frame.minX) * source.step
      qk_byte_factors(factors, bytes, source.step, count)
    case .halves(let pixels):
      guard let halves = pixels.halves(x, y) else { return }
      qk_half_alphas(factors, halves, count)
    }
  }
}
