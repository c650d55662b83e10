// The renderer that executes plans on the CPU: the reference for pixels.
// Licensed under the MIT license; see LICENSE.

import QuartzFaults
import QuartzFilters
package import QuartzMath
package import QuartzModel
package import QuartzPlan
import QuartzRaster
import QuartzSharing

/// Executes plans on the CPU.
///
/// Every pixel is what the formulas at the head of RenderPlan.swift say, byte for byte, whatever
/// the number of threads, the damage or the build. A frame is cut into tiles (`TileGrid`); each is
/// drawn from back to front by one thread (`TileRenderer`), and with it the surfaces that show only
/// there. Surfaces that are needed as a whole (`SurfaceOrder`) are drawn before, in the same way.
/// Images are not copied: their memory is read in place.
package final class SoftwareBackend: RenderBackend {
  package let description: BackendDescription
  package let maximumSide = ContextConfiguration.maximumSide
  package private(set) var counters = FrameCounters()

  private var images: [ImageKey: UploadedImage] = [:]
  private var outputs: [UInt32: PixelMemory] = [:]
  /// The contexts whose images plans of other outputs show, by the outputs.
  private var imageOwners: [UInt32: UInt32] = [:]
  /// The surfaces of the frame whose alpha draws of coverage show.
  private var showsAlpha: Set<Int> = []
  private let job: FrameJob
  private let pool: WorkerPool
  // Effects on their way, one at a time.
  private let blur: SurfaceBlur
  private let matrix = SurfaceRecoloring<ColorMatrixKernel>()
  private let colors = SurfaceRecoloring<ColorChain>()
  private let mirror = SurfaceMirror()
  private let scaling = SurfaceScaling()
  private let affine = SurfaceAffine()
  /// Bytes of images made since the last frame.
  private var uploadedBytes = 0
  /// The same by image, if draws are measured.
  private var uploads: [ImageKey: Int] = [:]
  package var measuresDraws = false
  package private(set) var work = DrawWork()

  /// Frames that touch fewer pixels are drawn by the caller alone: waking another thread takes
  /// longer.
  private static let pixelsWorthWaking = 32768

  /// - Parameter threads: How many threads draw, the caller's among them; nil for one on each core.
  package convenience init(threads: Int? = nil) {
    self.init(workers: WorkerPool(threads: threads))
  }

  /// - Parameter workers: The threads that help, which several backends may share.
  package init(workers: WorkerPool) {
    pool = workers
    job = FrameJob(workers)
    blur = SurfaceBlur(workers: pool.count)
    description = BackendDescription(
      name: "software",
      renderer: pool.count == 1 ? "1 thread" : "\(pool.count) threads"
    )
  }

  package func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    pixels.awaitDevice()
    images[key] = UploadedImage(pixels)
    uploadedBytes += pixels.width * pixels.height * pixels.texelBytes
    uploads[key, default: 0] += pixels.width * pixels.height * pixels.texelBytes
  }

  package func updateImage(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    parts: Damage
  ) throws(RenderError) {
    guard let image = images[key] else { throw .unknownImage(key) }
    pixels.awaitDevice()
    image.update(pixels, parts)
    uploadedBytes += parts.area * pixels.texelBytes
    uploads[key, default: 0] += parts.area * pixels.texelBytes
  }

  package func destroyImage(_ key: ImageKey) {
    images[key] = nil
  }

  package func createOutput(
    _ context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
      throw .surfaceTooLarge(width: width, height: height, limit: maximumSide)
    }
    if range.isExtended { halfOutputs += 1 }
    outputs[context] = try PixelMemory(
      width: width,
      height: height,
      range.isExtended ? .halves : .words
    )
  }

  package func createOutput(
    _ output: UInt32,
    imagesOf context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    try createOutput(output, width: width, height: height, range: range)
    imageOwners[output] = context
  }

  package func retainOutput(_ output: UInt32, as key: ImageKey) throws(RenderError) {
    guard let memory = outputs[output] else { throw .unknownOutput(output) }
    images[key] = UploadedImage(try PixelBuffer(memory))
    destroyOutput(output)
  }

  package func destroyOutput(_ context: UInt32) {
    outputs[context] = nil
    imageOwners[context] = nil
    job.store.release(context)
  }

  /// The outputs and surfaces of half floats that were made since the start, for tests.
  package var halfSurfaces: Int { halfOutputs + job.store.halfSurfaces }
  private var halfOutputs = 0

  /// Bytes of surfaces that outlive the frames that drew them.
  var cachedBytes: Int { job.store.cachedBytes }

  package func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    guard let output = outputs[context], plan.range.isExtended == (output.form == .halves) else {
      throw .unknownOutput(context)
    }
    counters = FrameCounters()
    counters.bytesUploaded = uploadedBytes
    uploadedBytes = 0
    work.reset(draws: measuresDraws ? plan.draws.count : 0)
    defer { uploads.removeAll(keepingCapacity: true) }
    job.store.release(plan.released, context)
    guard !plan.damage.isEmpty, !plan.surfaces.isEmpty else { return }
    var isDrawn = false
    defer {
      job.store.finish(plan, context, isDrawn: isDrawn)
      job.finish()
    }
    try prepare(plan, context)
    for index in plan.surfaces.indices.dropLast() {
      guard job.order.isStored(index) else { continue }
      if !plan.surfaces[index].isReady { try drawStored(index, plan) }
      if showsAlpha.contains(index), let stored = job.store.surfaces[index],
        stored.form == .halves
      {
        job.alphas[index] = try AlphaBytes(of: stored)
      }
    }
    let pixels = try job.beginTiles(plan.surfaces.count - 1, output.target, isWhole: false)
    try run(pixels)
    isDrawn = true
    count(plan, context)
  }

  /// Looks up the images, puts the surfaces in order and takes memory for all that is drawn.
  ///
  /// Images of draws that are to be seen must be known.
  private func prepare(_ plan: RenderPlan, _ context: UInt32) throws(RenderError) {
    job.plan = plan
    let owner = imageOwners[context] ?? context
    for image in plan.images {
      let pixels = images[ImageKey(context: owner, image: image)]?.pixels
      let isPlanes = pixels?.drawnPlanes != nil
      let texels = isPlanes ? pixels?.plannedTexels : pixels?.texels
      job.images.append(texels)
      job.halves.append(pixels?.form.isHalf == true ? texels.map { HalfImage($0) } : nil)
      job.planes.append(isPlanes ? pixels : nil)
      job.chains.append(nil)
    }
    showsAlpha.removeAll(keepingCapacity: true)
    for index in plan.visible {
      let draw = plan.draws[Int(index)]
      if plan.range.isExtended, draw.kind == .coverage, draw.showsSurface {
        showsAlpha.insert(Int(draw.source))
      }
      guard draw.kind == .image, !draw.showsSurface else { continue }
      let source = Int(draw.source)
      let key = ImageKey(context: owner, image: plan.images[source])
      guard let image = images[key] else { throw .unknownImage(key) }
      guard draw.flags.contains(.mipmapped) else { continue }
      if job.halves[source] != nil {
        job.halves[source] = try image.makeHalfChain().map { HalfImage($0) }
      } else {
        job.chains[source] = try image.makeChain()
      }
    }
    job.order.sort(plan)
    try job.store.place(plan, job.order, context)
    for worker in job.workers { worker.begin(measuring: measuresDraws ? plan.draws.count : 0) }
  }

  /// Draws a surface into its memory.
  private func drawStored(_ index: Int, _ plan: RenderPlan) throws(RenderError) {
    guard let stored = job.store.surfaces[index] else { return }
    let surface = plan.surfaces[index]
    guard case .effect(let effect, let source) = surface.content else {
      let isWhole = job.order.isDrawnWhole(index)
      try run(try job.beginTiles(index, stored.target, isWhole: isWhole))
      return
    }
    guard source >= 0, let source = job.store.surfaces[Int(source)] else {
      // An effect of nothing.
      let count = stored.rowBytes * Int(stored.frame.height)
      stored.base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
      return
    }
    let steps: any SurfaceWork
    switch effect {
    case .blur(let sigma, _):
      try blur.prepare(of: source, effect, sigma: sigma, into: stored)
      steps = blur
    case .colorMatrix(let kernel):
      matrix.prepare(of: source, kernel, into: stored)
      steps = matrix
    case .color(let chain):
      colors.prepare(of: source, chain, into: stored)
      steps = colors
    case .mirror(let part):
      mirror.prepare(of: source, part, into: stored)
      steps = mirror
    case .scale(let scale):
      scaling.prepare(of: source, scale, into: stored)
      steps = scaling
    case .affine(let picture):
      affine.prepare(of: source, picture, into: stored)
      steps = affine
    case .filter(let program):
      return try program.run(from: source.programPixels, to: stored.programPixels)
    }
    for step in 0..<steps.stepCount {
      job.beginRows(steps, step: step)
      try run(stored.frame.area)
    }
  }

  /// Runs the current pass on the pool.
  ///
  /// Creates missing workers and reserves the scratch memory of each.
  private func run(_ pixels: Int) throws(RenderError) {
    let most = pixels < SoftwareBackend.pixelsWorthWaking ? 1 : job.mostWorkers
    let threads = min(most, pool.count)
    while job.workers.count < threads {
      let worker = try TileRenderer()
      worker.begin(measuring: work.pixels.count)
      job.workers.append(worker)
    }
    for worker in 0..<threads {
      try job.workers[worker].reserveScratch(job.scratchNeed, job.scratchForm)
    }
    pool.run(job, workers: threads)
  }

  /// Fills in what single draws took.
  private func measure(_ plan: RenderPlan, _ context: UInt32) {
    for worker in job.workers {
      for index in worker.drawPixels.indices { work.pixels[index] += worker.drawPixels[index] }
    }
    for index in plan.visible {
      let draw = plan.draws[Int(index)]
      guard draw.kind == .image, !draw.showsSurface else { continue }
      let owner = imageOwners[context] ?? context
      let key = ImageKey(context: owner, image: plan.images[Int(draw.source)])
      if let bytes = uploads.removeValue(forKey: key) { work.uploads.append((index, bytes)) }
    }
  }

  private func count(_ plan: RenderPlan, _ context: UInt32) {
    for index in plan.surfaces.indices where job.order.isShown(index) {
      let surface = plan.surfaces[index]
      let isDrawn =
        !surface.visible.isEmpty || surface.effect != nil
        || index == plan.surfaces.count - 1
      if isDrawn, !surface.isReady { counters.targets += 1 }
      counters.draws += surface.visible.count
    }
    plan.addCached(to: &counters)
    counters.drawCalls = counters.draws
    for worker in job.workers { counters.pixelsTouched += worker.pixelsTouched }
    if measuresDraws { measure(plan, context) }
  }

  package func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    guard let output = outputs[context] else { throw .unknownOutput(context) }
    output.read(rect, into: memory, rowBytes: rowBytes)
    counters.bytesRead += rect.area * output.form.pixelBytes
  }
}

/// An image and, once something shows them, its smaller versions.
private final class UploadedImage {
  private(set) var pixels: PixelBuffer
  private var made: MipChain?
  private var madeHalves: HalfMipChain?

  init(_ pixels: PixelBuffer) {
    self.pixels = pixels
  }

  /// - Returns: Nil for an image without texels, which there is none of.
  /// - Throws: `RenderError.outOfMemory`.
  func makeChain() throws(RenderError) -> MipChain? {
    if made != nil { return made }
    do {
      // The smaller versions have a third of its texels.
      try MemoryProbe.ensure(bytes: pixels.width * pixels.height * 2)
    } catch {
      throw .outOfMemory(bytes: error.bytes)
    }
    made = pixels.texels.flatMap { try? MipChain($0) }
    return made
  }

  /// The smaller versions of an image of half floats.
  ///
  /// - Throws: `RenderError.outOfMemory`.
  func makeHalfChain() throws(RenderError) -> HalfMipChain? {
    if let madeHalves { return madeHalves }
    guard let texels = pixels.texels else { return nil }
    do {
      madeHalves = try HalfMipChain(texels)
    } catch {
      throw .outOfMemory(bytes: pixels.width * pixels.height * pixels.texelBytes / 3)
    }
    return madeHalves
  }

  func update(_ pixels: PixelBuffer, _ parts: Damage) {
    self.pixels = pixels
    madeHalves = nil
    guard let made, let texels = pixels.texels else { return }
    for index in 0..<parts.count { made.update(texels, part: parts[index]) }
  }
}

/// Pixels that were drawn, and that nothing draws to any more.
private final class RetainedPixels: Sendable {
  // Only an output is drawn to, and the memory is that of an output no longer.
  private let memory: Transferred<PixelMemory>

  init(_ memory: PixelMemory) {
    self.memory = Transferred(memory)
  }
}

extension PixelBuffer {
  /// Wraps the pixels of an output that is drawn to no more.
  ///
  /// - Throws: `RenderError.surfaceTooLarge` for more bytes than an image may have.
  fileprivate convenience init(_ memory: PixelMemory) throws(RenderError) {
    let rowBytes = memory.stride * memory.form.pixelBytes
    do {
      try self.init(
        width: memory.width,
        height: memory.height,
        rowBytes: rowBytes,
        isOpaque: false,
        base: UnsafeRawPointer(memory.base),
        byteCount: rowBytes * memory.height,
        owner: RetainedPixels(memory),
        form: memory.form == .halves ? .halves(.standard) : .bytes
      )
    } catch {
      throw .surfaceTooLarge(
        width: memory.width,
        height: memory.height,
        limit: PixelBuffer.maximumSide
      )
    }
  }

  /// The texels of planes before they are made: there is nothing behind their base.
  fileprivate var plannedTexels: TexelSource? {
    withStorage { $0.baseAddress }.map {
      TexelSource(base: $0, width: Int32(width), height: Int32(height), rowBytes: rowBytes)
    }
  }

  /// The texels in place, those of planes once they are made; valid for as long as the buffer is
  /// kept.
  var texels: TexelSource? {
    let base = withBytes { $0.baseAddress }
    return base.map {
      TexelSource(base: $0, width: Int32(width), height: Int32(height), rowBytes: rowBytes)
    }
  }
}
