// Blurs that the processor's vectors make, for software drivers.
// Licensed under the MIT license; see LICENSE.
//
// A driver that draws on the processor has its targets in the memory of the process: a read is a
// copy, as an upload is. The blur between the two is QuartzRaster's, whose bytes those of the
// shader are, too.

import Glibc
import QuartzFaults
import QuartzMath
import QuartzPlan
import QuartzRaster

/// A blur of a target's pixels; those that come after it use its memory.
final class ProcessorBlur {
  private let blur = GaussianBlur(workers: 1)
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0

  /// Memory up to this many bytes is kept from blur to blur.
  private static let keptBytes = 32 << 20

  init() {}

  deinit { free(memory) }

  /// Takes on a blur of a part of a picture to the pixels of a result.
  ///
  /// - Returns: The pixels that hold both, which are clear: `run` blurs them in their place.
  /// - Throws: `RenderError.outOfMemory`, and `surfaceTooLarge`.
  func prepare(
    _ part: PixelRect,
    to result: PixelRect,
    sigma: SIMD2<Float>
  ) throws(RenderError) -> ProgramPixels {
    let frame = part.isEmpty ? result : result.union(part)
    let bytes = frame.area * 4
    let base = try reserve(bytes)
    memset(base, 0, bytes)
    let picture = BlurPicture(base: base, rowBytes: Int(frame.width) * 4)
    func deviation(_ sigma: Float) -> Double {
      sigma > 0 ? min(Double(sigma), GaussianBlur.largestSigma) : 0
    }
    do {
      try blur.prepare(
        .rgba8,
        width: Int(frame.width),
        height: Int(frame.height),
        sigma: SIMD2(deviation(sigma.x), deviation(sigma.y)),
        edges: .transparent,
        from: picture,
        to: picture
      )
    } catch {
      switch error {
      case .outOfMemory(let bytes): throw .outOfMemory(bytes: bytes)
      case .sizeOutOfRange(let width, let height, let limit):
        throw .surfaceTooLarge(width: width, height: height, limit: limit)
      case .rowsTooShort(_, let needed): throw .outOfMemory(bytes: needed)
      }
    }
    return ProgramPixels(base: base, rowBytes: picture.rowBytes, frame: frame)
  }

  /// Blurs the pixels.
  func run() { blur.run() }

  /// Memory of so many bytes at least; what it holds is undefined.
  private func reserve(_ bytes: Int) throws(RenderError) -> UnsafeMutableRawPointer {
    let isWasteful = capacity > ProcessorBlur.keptBytes && capacity / 4 > bytes
    if let memory, bytes <= capacity, !isWasteful { return memory }
    guard let block = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    free(memory)
    (memory, capacity) = (block, bytes)
    return block
  }
}

extension ProgramPixels {
  /// The pixels of a rectangle that lies in these.
  func part(_ rect: PixelRect) -> ProgramPixels {
    // Bounds: the caller vouches for the rectangle.
    let row = Int(rect.minY - frame.minY) * rowBytes
    let column = Int(rect.minX - frame.minX) * 4
    return ProgramPixels(base: base + row + column, rowBytes: rowBytes, frame: rect)
  }
}
