// The renderer that executes plans on the CPU: the reference for pixels.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel
package import QuartzPlan
import QuartzRaster

import Glibc

/// Executes plans on the CPU.
///
/// Every pixel is what the formulas at the head of RenderPlan.swift say, byte for byte, whatever the number of threads, the damage
/// or the build. A frame is cut into tiles (`TileGrid`); each is drawn from back to front by one
/// thread (`TileRenderer`), surfaces included. Images are not copied: their memory is read in place.
package final class SoftwareBackend: RenderBackend {
  package let description: BackendDescription
  package let maximumSide = ContextConfiguration.maximumSide
  package private(set) var counters = FrameCounters()

  private var images: [ImageKey: StoredImage] = [:]
  private var outputs: [UInt32: PixelMemory] = [:]
  private let job: FrameJob
  private let pool: WorkerPool
  /// Bytes of images made since the last frame.
  private var uploadedBytes = 0

  /// Frames that touch fewer pixels are drawn by the caller alone: waking another thread takes longer.
  private static let pixelsWorthWaking = 32768

  /// - Parameter threads: How many threads draw, the caller's among them; nil for one on each core.
  package init(threads: Int? = nil) {
    let job = FrameJob()
    let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    self.job = job
    pool = WorkerPool(count: min(max(threads ?? cores, 1), 64)) { job.work($0) }
    description = BackendDescription(
      name: "software",
      renderer: pool.count == 1 ? "1 thread" : "\(pool.count) threads"
    )
  }

  package func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    images[key] = StoredImage(pixels)
    uploadedBytes += pixels.width * pixels.height * 4
  }

  package func updateImage(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    parts: Damage
  ) throws(RenderError) {
    guard let image = images[key] else { throw .unknownImage(key) }
    image.update(pixels, parts)
    uploadedBytes += parts.area * 4
  }

  package func destroyImage(_ key: ImageKey) {
    images[key] = nil
  }

  package func createOutput(_ context: UInt32, width: Int, height: Int) throws(RenderError) {
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height) else {
      throw .surfaceTooLarge(width: width, height: height, limit: maximumSide)
    }
    outputs[context] = try PixelMemory(width: width, height: height)
  }

  package func destroyOutput(_ context: UInt32) {
    outputs[context] = nil
  }

  package func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    guard let output = outputs[context] else { throw .unknownOutput(context) }
    counters = FrameCounters()
    counters.bytesUploaded = uploadedBytes
    uploadedBytes = 0
    guard !plan.damage.isEmpty, !plan.surfaces.isEmpty else { return }
    defer { job.finish() }
    try prepare(plan, context)
    job.target = output.target
    job.prepare()
    let threads = job.visiblePixels < SoftwareBackend.pixelsWorthWaking ? 1 : job.grid.count
    try reserve(min(threads, pool.count))
    pool.run(workers: threads)
    count(plan, min(threads, pool.count))
  }

  /// Looks up the images; those of draws that are to be seen must be known.
  private func prepare(_ plan: RenderPlan, _ context: UInt32) throws(RenderError) {
    job.plan = plan
    for image in plan.images {
      let image = images[ImageKey(context: context, image: image)]
      job.images.append(image?.pixels.texels)
      job.chains.append(nil)
    }
    for index in plan.visible {
      let draw = plan.draws[Int(index)]
      guard draw.kind == .image, !draw.flags.contains(.fromSurface) else { continue }
      let source = Int(draw.source)
      let key = ImageKey(context: context, image: plan.images[source])
      guard let image = images[key] else { throw .unknownImage(key) }
      if draw.flags.contains(.mipmapped) { job.chains[source] = image.chain }
    }
  }

  /// Makes the workers that are missing and gives each the memory that the frame takes.
  private func reserve(_ threads: Int) throws(RenderError) {
    while job.workers.count < threads { job.workers.append(try TileRenderer()) }
    for worker in 0..<threads { try job.workers[worker].reserveScratch(job.scratchNeed) }
  }

  private func count(_ plan: RenderPlan, _ threads: Int) {
    counters.draws = plan.visible.count
    counters.drawCalls = plan.visible.count
    counters.targets = plan.surfaces.count { !$0.visible.isEmpty }
    if plan.surfaces.last?.visible.isEmpty == true { counters.targets += 1 }
    for worker in 0..<threads { counters.pixelsTouched += job.workers[worker].pixelsTouched }
  }

  package func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    guard let output = outputs[context] else { throw .unknownOutput(context) }
    output.read(rect, into: memory, rowBytes: rowBytes)
    counters.bytesRead += rect.area * 4
  }
}

/// An image and, once something shows them, its smaller versions.
private final class StoredImage {
  private(set) var pixels: PixelBuffer
  private var made: MipChain?

  init(_ pixels: PixelBuffer) {
    self.pixels = pixels
  }

  /// Nil for an image without texels, which there is none of.
  var chain: MipChain? {
    if made == nil { made = pixels.texels.flatMap { try? MipChain($0) } }
    return made
  }

  func update(_ pixels: PixelBuffer, _ parts: Damage) {
    self.pixels = pixels
    guard let made, let texels = pixels.texels else { return }
    for index in 0..<parts.count { made.update(texels, part: parts[index]) }
  }
}

extension PixelBuffer {
  /// The texels in place; valid for as long as the buffer is kept.
  var texels: TexelSource? {
    let base = withBytes { $0.baseAddress }
    return base.map {
      TexelSource(base: $0, width: Int32(width), height: Int32(height), rowBytes: rowBytes)
    }
  }
}
