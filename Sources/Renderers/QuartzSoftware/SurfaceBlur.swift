// Surfaces that are others, blurred: their alpha, or all channels.
// Licensed under the MIT license; see LICENSE.
//
// The blur is made in a rectangle that holds the result and all of the source that shows in it.
// Where that is the result itself, it is made in place.
//
//     +----------------------+  the result's frame
//     |    +------------+    |
//     |    | the source |    |  what is free around it is transparent
//     |    +------------+    |
//     +----------------------+

import CQuartzKernels
import Glibc
import QuartzFaults
import QuartzMath
import QuartzPlan
import QuartzRaster

/// A blur on its way; those that come after it use its memory.
final class SurfaceBlur: SurfaceWork {
  private var source = SurfacePixels.none
  /// The part of the source that counts, in the surface's space.
  private var part = PixelRect.empty
  private var result = SurfacePixels.none
  /// Where the blur is made: the result, or memory of its own.
  private var work = SurfacePixels.none
  private var isElsewhere = false
  private var ownMemory: UnsafeMutableRawPointer?
  private var capacity = 0
  private let blur: GaussianBlur
  /// The blur of half floats.
  private let halfBlur = HalfBlur()
  private var isHalf: Bool { result.form == .halves }

  /// Memory up to this many bytes is kept from blur to blur.
  private static let keptBytes = 32 << 20

  /// - Parameter workers: The number of threads in the pool.
  init(workers: Int) { blur = GaussianBlur(workers: workers) }

  /// Takes on a blur.
  ///
  /// - Throws: `RenderError.outOfMemory`.
  func prepare(
    of source: SurfacePixels,
    _ effect: SurfaceEffect,
    sigma: SIMD2<Float>,
    into result: SurfacePixels
  ) throws(RenderError) {
    self.source = source
    self.result = result
    let sigma = SIMD2(SurfaceBlur.deviation(sigma.x), SurfaceBlur.deviation(sigma.y))
    part = source.frame.intersection(effect.affected(by: result.frame))
    let frame = result.frame.union(part)
    isElsewhere = frame != result.frame
    work = result
    if isElsewhere {
      let memory = try reserve(SurfacePixels.bytes(frame, result.form))
      work = SurfacePixels(base: memory, frame: frame, form: result.form)
    }
    let picture = BlurPicture(base: work.base, rowBytes: work.rowBytes)
    let (width, height) = (Int(frame.width), Int(frame.height))
    do {
      if isHalf {
        return try halfBlur.prepare(width: width, height: height, sigma: sigma, picture)
      }
      try blur.prepare(
        result.isAlpha ? .alpha8 : .rgba8,
        width: width,
        height: height,
        sigma: sigma,
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
  }

  /// Memory of so many bytes at least; what it holds is undefined.
  private func reserve(_ bytes: Int) throws(RenderError) -> UnsafeMutableRawPointer {
    let isWasteful = capacity > SurfaceBlur.keptBytes && capacity / 4 > bytes
    if let ownMemory, bytes <= capacity, !isWasteful { return ownMemory }
    guard let memory = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    free(ownMemory)
    (ownMemory, capacity) = (memory, bytes)
    return memory
  }

  deinit {
    free(ownMemory)
  }

  /// Standard deviations that make no sense are none.
  private static func deviation(_ sigma: Float) -> Double {
    sigma > 0 ? min(Double(sigma), GaussianBlur.largestSigma) : 0
  }

  /// The pixels are copied, blurred, and copied to the result if they are not there.
  var stepCount: Int { stageCount + (isElsewhere ? 2 : 1) }

  private var stageCount: Int { isHalf ? halfBlur.stageCount : blur.stageCount }

  func rowCount(_ step: Int) -> Int {
    if step == 0 { return Int(work.frame.height) }
    guard step <= stageCount else { return Int(result.frame.height) }
    return isHalf ? halfBlur.rowCount(stage: step - 1) : blur.rowCount(stage: step - 1)
  }

  func run(_ step: Int, rows: Range<Int>, worker: Int) {
    if step == 0 {
      for row in rows { copySource(row) }
    } else if step <= stageCount {
      if isHalf { return halfBlur.run(stage: step - 1, rows: rows) }
      blur.run(stage: step - 1, rows: rows, worker: worker)
    } else {
      let (x, y) = (
        Int(result.frame.minX - work.frame.minX), Int(result.frame.minY - work.frame.minY)
      )
      for row in rows {
        // Bounds: the result lies in the rectangle of the blur.
        let line = work.base + (row + y) * work.rowBytes + x * work.pixelBytes
        (result.base + row * result.rowBytes).copyMemory(
          from: line,
          byteCount: Int(result.frame.width) * result.pixelBytes
        )
      }
    }
  }

  /// Copies the source's pixels to a row of the rectangle of the blur.
  private func copySource(_ row: Int) {
    let line = work.base + row * work.rowBytes
    line.initializeMemory(as: UInt8.self, repeating: 0, count: work.lineBytes)
    let y = work.frame.minY + Int32(row)
    guard y >= part.minY, y < part.maxY, !part.isEmpty else { return }
    // Bounds: the part lies in the source and in the rectangle of the blur.
    let first = Int(part.minX - source.frame.minX)
    let target = line + Int(part.minX - work.frame.minX) * work.pixelBytes
    let count = Int(part.width)
    let pixels =
      source.base + Int(y - source.frame.minY) * source.rowBytes + first * source.pixelBytes
    if !work.isAlpha {
      target.copyMemory(from: pixels, byteCount: count * source.pixelBytes)
      return
    }
    if source.form == .halves {
      let alphas = target.assumingMemoryBound(to: UInt8.self)
      return qk_half_alpha_bytes(alphas, pixels, Int32(count))
    }
    let coverage = source.coverage
    let bytes = coverage.row(y - source.frame.minY) + first * coverage.step
    if coverage.step == 1 {
      target.copyMemory(from: bytes, byteCount: count)
    } else {
      let alphas = target.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { alphas[index] = bytes[index * 4] }
    }
  }
}
