// Effects on their way: what threads do to make a surface from others.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzFilters
import QuartzMath
import QuartzPlan
import QuartzRaster

/// The making of a surface's pixels in steps, each with rows that may be done in any order by any
/// thread.
protocol SurfaceWork: AnyObject {
  /// Steps are done one after the other.
  var stepCount: Int { get }

  func rowCount(_ step: Int) -> Int

  /// Does some rows of a step; those of all earlier steps must be done.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - rows: The rows.
  ///   - worker: The number of the thread in the pool.
  func run(_ step: Int, rows: Range<Int>, worker: Int)
}

/// A function of each pixel's colour.
protocol PixelRecoloring {
  /// Replaces pixels by their results; `source` and `target` may be the same.
  func recolor(
    _ source: UnsafePointer<UInt32>,
    _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int
  )

  /// Replaces premultiplied colours of extended range by their results.
  func recolor(extended colors: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int)
}

extension ColorMatrixKernel: PixelRecoloring {
  func recolor(
    _ source: UnsafePointer<UInt32>,
    _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) {
    run(from: source, to: target, count: count)
  }

  func recolor(extended colors: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    run(extended: colors, count: count)
  }
}

extension ColorChain: PixelRecoloring {
  func recolor(
    _ source: UnsafePointer<UInt32>,
    _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) {
    run(from: source, to: target, count: count)
  }

  func recolor(extended colors: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    run(extended: colors, count: count)
  }
}

/// A function of each pixel's colour, over a surface.
final class SurfaceRecoloring<Function: PixelRecoloring>: SurfaceWork {
  private var source = SurfacePixels.none
  private var function: Function?
  private var result = SurfacePixels.none
  /// The result for a clear pixel.
  private var outside: UInt32 = 0

  /// Takes on a function.
  func prepare(of source: SurfacePixels, _ function: Function, into result: SurfacePixels) {
    self.source = source
    self.function = function
    self.result = result
    let clear: UInt32 = 0
    withUnsafePointer(to: clear) { function.recolor($0, &outside, 1) }
  }

  var stepCount: Int { 1 }

  func rowCount(_ step: Int) -> Int { Int(result.frame.height) }

  func run(_ step: Int, rows: Range<Int>, worker: Int) {
    guard let function else { return }
    if result.form == .halves { return runHalves(function, rows) }
    let part = source.frame.intersection(result.frame)
    let width = Int(result.frame.width)
    for row in rows {
      let line = (result.base + row * result.rowBytes).assumingMemoryBound(to: UInt32.self)
      let y = result.frame.minY + Int32(row)
      guard y >= part.minY, y < part.maxY, !part.isEmpty else {
        line.update(repeating: outside, count: width)
        continue
      }
      // Bounds: the part lies in the source and in the result.
      let first = Int(part.minX - result.frame.minX)
      let words =
        (source.base + Int(y - source.frame.minY) * source.rowBytes)
        .assumingMemoryBound(to: UInt32.self) + Int(part.minX - source.frame.minX)
      line.update(repeating: outside, count: first)
      function.recolor(words, line + first, Int(part.width))
      let end = first + Int(part.width)
      (line + end).update(repeating: outside, count: width - end)
    }
  }
}

extension SurfaceRecoloring {
  private func runHalves(_ function: Function, _ rows: Range<Int>) {
    let part = source.frame.intersection(result.frame)
    let width = Int(result.frame.width)
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width) { memory in
      guard let colors = memory.baseAddress else { return }
      for row in rows {
        // Clear pixels have a result, too.
        colors.update(repeating: .zero, count: width)
        let y = result.frame.minY + Int32(row)
        if y >= part.minY, y < part.maxY, !part.isEmpty {
          // Bounds: the part lies in the source and in the result.
          let pixel = Int(part.minX - source.frame.minX)
          let halves = source.base + Int(y - source.frame.minY) * source.rowBytes + pixel * 8
          let first = colors + Int(part.minX - result.frame.minX)
          HalfPixels.read(halves, to: first, count: Int(part.width))
        }
        function.recolor(extended: colors, width)
        qk_half_store(result.base + row * result.rowBytes, colors.numbers, Int32(width))
      }
    }
  }
}

/// A part of a surface, continued beyond its edges by its mirror images.
final class SurfaceMirror: SurfaceWork {
  private var source = SurfacePixels.none
  private var part = PixelRect.empty
  private var result = SurfacePixels.none

  /// Takes on a part.
  func prepare(of source: SurfacePixels, _ part: PixelRect, into result: SurfacePixels) {
    self.source = source
    self.part = part.intersection(source.frame)
    self.result = result
  }

  var stepCount: Int { 1 }

  func rowCount(_ step: Int) -> Int { Int(result.frame.height) }

  func run(_ step: Int, rows: Range<Int>, worker: Int) {
    let (width, height) = (Int(part.width), Int(part.height))
    let left = Int(result.frame.minX - part.minX)
    let column = Int(part.minX - source.frame.minX)
    let firstRow = Int(part.minY - source.frame.minY)
    if result.form == .halves { return runHalves(rows) }
    for row in rows {
      let line = (result.base + row * result.rowBytes).assumingMemoryBound(to: UInt32.self)
      guard !part.isEmpty else {
        line.update(repeating: 0, count: Int(result.frame.width))
        continue
      }
      let y = Int(result.frame.minY - part.minY) + row
      let from = source.base + (firstRow + SurfaceMirror.index(y, height)) * source.rowBytes
      let words = from.assumingMemoryBound(to: UInt32.self) + column
      // Bounds: an index is one of the source's pixels.
      for x in 0..<Int(result.frame.width) {
        line[x] = words[SurfaceMirror.index(left + x, width)]
      }
    }
  }

  private func runHalves(_ rows: Range<Int>) {
    let (width, height) = (Int(part.width), Int(part.height))
    let left = Int(result.frame.minX - part.minX)
    let column = Int(part.minX - source.frame.minX)
    let firstRow = Int(part.minY - source.frame.minY)
    for row in rows {
      let line = (result.base + row * result.rowBytes).assumingMemoryBound(to: UInt64.self)
      guard !part.isEmpty else {
        line.update(repeating: 0, count: Int(result.frame.width))
        continue
      }
      let y = Int(result.frame.minY - part.minY) + row
      let from = source.base + (firstRow + SurfaceMirror.index(y, height)) * source.rowBytes
      let pixels = from.assumingMemoryBound(to: UInt64.self) + column
      // Bounds: an index is one of the source's pixels.
      for x in 0..<Int(result.frame.width) {
        line[x] = pixels[SurfaceMirror.index(left + x, width)]
      }
    }
  }

  /// The pixel of 0 ..< `count` that shows at a position.
  private static func index(_ position: Int, _ count: Int) -> Int {
    if position >= 0, position < count { return position }
    let period = count * 2
    let remainder = (position % period + period) % period
    return min(remainder, period - 1 - remainder)
  }
}

/// A surface made larger or smaller.
final class SurfaceScaling: SurfaceWork {
  private var source = SurfacePixels.none
  private var result = SurfacePixels.none
  private var picture: ScaledPicture?

  /// Takes on a surface.
  func prepare(of source: SurfacePixels, _ scale: Double, into result: SurfacePixels) {
    self.source = source
    self.result = result
    picture =
      source.frame.isEmpty
      ? nil : ScaledPicture(scale: scale, of: source.frame, to: result.frame)
  }

  var stepCount: Int { 1 }

  func rowCount(_ step: Int) -> Int { Int(result.frame.height) }

  func run(_ step: Int, rows: Range<Int>, worker: Int) {
    for row in rows {
      let memory = result.base + row * result.rowBytes
      guard let picture else {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: result.lineBytes)
        continue
      }
      if result.form == .halves {
        picture.runHalves(
          row: Int32(row),
          to: memory,
          width: result.frame.width,
          from: source.base,
          rowBytes: source.rowBytes
        )
        continue
      }
      picture.run(
        row: Int32(row),
        to: memory.assumingMemoryBound(to: UInt32.self),
        width: result.frame.width,
        from: source.base,
        rowBytes: source.rowBytes
      )
    }
  }
}

/// A surface turned, scaled and moved.
final class SurfaceAffine: SurfaceWork {
  private var source = SurfacePixels.none
  private var result = SurfacePixels.none
  private var picture: AffinePicture?

  /// Takes on a surface.
  func prepare(of source: SurfacePixels, _ picture: AffinePicture, into result: SurfacePixels) {
    self.source = source
    self.result = result
    self.picture = picture
  }

  var stepCount: Int { 1 }

  func rowCount(_ step: Int) -> Int { Int(result.frame.height) }

  func run(_ step: Int, rows: Range<Int>, worker: Int) {
    guard let picture else { return }
    for row in rows {
      picture.run(
        row: result.frame.minY + Int32(row),
        of: result.frame,
        from: source.programPixels,
        to: result.base + row * result.rowBytes
      )
    }
  }
}
