// The renderer that executes plans on the CPU: the reference for pixels.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel
package import QuartzPlan
import QuartzRaster

/// Executes plans on the CPU.
package final class SoftwareBackend: RenderBackend {
  package let description: BackendDescription
  package let maximumSide = PixelBuffer.maximumSide
  package private(set) var counters = FrameCounters()

  private var images: [ImageKey: PixelBuffer] = [:]
  private var outputs: [UInt32: PixelMemory] = [:]
  /// Bytes of images made since the last frame.
  private var uploadedBytes = 0

  /// - Parameter threads: How many threads draw, the caller's among them; nil for one on each core.
  package init(threads: Int? = nil) {
    description = BackendDescription(name: "software", renderer: "\(threads ?? 1) threads")
  }

  package func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    images[key] = pixels
    uploadedBytes += pixels.width * pixels.height * 4
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
    var sources: [TexelSource] = []
    for image in plan.images {
      let key = ImageKey(context: context, image: image)
      guard let pixels = images[key] else { throw .unknownImage(key) }
      let base = pixels.withBytes { $0.baseAddress }
      guard let base else { throw .unknownImage(key) }
      sources.append(
        TexelSource(
          base: base,
          width: Int32(pixels.width),
          height: Int32(pixels.height),
          rowBytes: pixels.rowBytes
        )
      )
    }
    counters = FrameCounters()
    counters.bytesUploaded = uploadedBytes
    uploadedBytes = 0
    let evaluator = PixelEvaluator(plan: plan, images: sources)
    for index in 0..<plan.damage.count {
      let rect = plan.damage[index].intersection(output.frame)
      for y in rect.minY..<max(rect.minY, rect.maxY) {
        for x in rect.minX..<max(rect.minX, rect.maxX) {
          output.base[Int(y) * output.stride + Int(x)] =
            evaluator.pixel(surface: plan.surfaces.count - 1, x: x, y: y)
        }
      }
    }
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
