// Gaussian blur of half-precision pixels.
// Licensed under the MIT license; see LICENSE.
//
// The pyramid, the kernels and the edges are those of GaussianBlur.swift; levels between are Float
// numbers, so that only the result is rounded. Weights are the same whole 32768ths. All sums are
// made in one order for a pixel, whatever the rows that a thread does.

import CQuartzKernels
import Glibc
import QuartzFaults
import QuartzSharing

/// A blur of half-precision pixels that is ready to run, with nothing around the picture.
///
/// As with `GaussianBlur`, the rows of a stage may be done by any threads in any order; those of
/// all earlier stages must be done.
package final class HalfBlur {
  private enum Stage {
    case copy
    /// From this level to the next.
    case reduce(Int)
    case spread
    /// From the level after this one to it.
    case enlarge(Int)
  }

  /// A level in Float numbers: four for each pixel.
  private struct Level {
    var shape: BlurLevel
    var base: UnsafeMutablePointer<Float>?

    var stride: Int { shape.columns.count * 4 }

    func row(_ y: Int) -> UnsafeMutablePointer<Float>? {
      guard let base, shape.rows.contains(y) else { return nil }
      return base + (y - shape.rows.lowerBound) * stride
    }
  }

  private var kernels = (x: BlurKernel(sigma: 0), y: BlurKernel(sigma: 0))
  private var stages: ContiguousArray<Stage> = []
  private var levels: ContiguousArray<Level> = []
  /// The last level, blurred.
  private var blurred: Level?
  private var source = BlurPicture(base: UnsafeMutableRawPointer(HalfBlur.nothing), rowBytes: 0)
  private var original = BlurPicture(base: UnsafeMutableRawPointer(HalfBlur.nothing), rowBytes: 0)
  private var target = BlurPicture(base: UnsafeMutableRawPointer(HalfBlur.nothing), rowBytes: 0)
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0

  /// Memory up to this many bytes is kept by a blur that is prepared again.
  private static let keptBytes = 64 << 20

  private static var nothing: UnsafeMutableRawPointer { sharedNothing.value }
  // Nobody reads or writes it.
  private static let sharedNothing = SharedPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
  )

  package init() {}

  deinit {
    free(memory)
  }

  /// Prepares a blur of `width` x `height` pixels in place.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...`GaussianBlur.limit`.
  ///   - height: In pixels, 1...`GaussianBlur.limit`.
  ///   - sigma: Standard deviations in pixels along x and y; one that is not above 0 blurs nothing.
  ///   - picture: The pixels; the memory stays the caller's and must live as long as the blur.
  /// - Throws: `RasterError` for other sides, rows too short, and if there is no memory.
  package func prepare(
    width: Int,
    height: Int,
    sigma: SIMD2<Double>,
    _ picture: BlurPicture
  ) throws(RasterError) {
    let sides = 1...GaussianBlur.limit
    guard sides.contains(width), sides.contains(height) else {
      throw .sizeOutOfRange(width: width, height: height, limit: GaussianBlur.limit)
    }
    guard picture.rowBytes >= width * 8 else {
      throw .rowsTooShort(rowBytes: picture.rowBytes, needed: width * 8)
    }
    let x = BlurKernel(sigma: min(sigma.x, GaussianBlur.largestSigma))
    let y = sigma.x == sigma.y ? x : BlurKernel(sigma: min(sigma.y, GaussianBlur.largestSigma))
    kernels = (x, y)
    let count = max(x.levels, y.levels)
    levels.removeAll(keepingCapacity: true)
    levels.append(Level(shape: BlurLevel(width: width, height: height)))
    for level in 0..<count {
      let half = BlurLevel(
        half: levels[level].shape,
        alongX: level < x.levels,
        alongY: level < y.levels,
        4
      )
      levels.append(Level(shape: half))
    }
    stages.removeAll(keepingCapacity: true)
    (source, original, target) = (picture, picture, picture)
    blurred = nil
    guard count > 0 || x.radius > 0 || y.radius > 0 else { return }
    try takeMemory(width: width, height: height)
    if count == 0 { stages.append(.copy) }
    for level in 0..<count { stages.append(.reduce(level)) }
    stages.append(.spread)
    for level in (0..<count).reversed() { stages.append(.enlarge(level)) }
  }

  /// Puts the levels to their places: those of Float numbers, or a copy of the picture.
  private func takeMemory(width: Int, height: Int) throws(RasterError) {
    let count = levels.count - 1
    func bytes(_ level: Level) -> Int { level.stride * level.shape.rows.count * 4 }
    var needed = width * height * 8
    if count > 0 { needed = levels.dropFirst().reduce(bytes(levels[count])) { $0 + bytes($1) } }
    let isWasteful = capacity > HalfBlur.keptBytes && capacity / 4 > needed
    if needed > capacity || isWasteful {
      guard let block = MemoryProbe.block(bytes: needed) else {
        throw .outOfMemory(bytes: needed)
      }
      free(memory)
      (memory, capacity) = (block, needed)
    }
    guard var next = memory else { return }
    if count == 0 {
      source = BlurPicture(base: next, rowBytes: width * 8)
      return
    }
    func take(_ level: inout Level) {
      level.base = next.assumingMemoryBound(to: Float.self)
      next += bytes(level)
    }
    for index in levels.indices.dropFirst() { take(&levels[index]) }
    var last = levels[count]
    take(&last)
    blurred = last
  }

  package var stageCount: Int { stages.count }

  package func rowCount(stage: Int) -> Int {
    switch stages[stage] {
    case .copy: levels[0].shape.rows.count
    case .reduce(let level): levels[level + 1].shape.rows.count
    case .spread: levels[levels.count - 1].shape.rows.count
    case .enlarge(let level): levels[level].shape.rows.count
    }
  }

  /// Does some rows of a stage.
  package func run(stage: Int, rows: Range<Int>) {
    let width = levels[0].shape.columns.count
    // Bounds: no level is more than 6 pixels wider than the picture; with the margins of the widest
    // kernel, 16 on a side, that is less than 64 more.
    let room = (width + 64) * 4
    withUnsafeTemporaryAllocation(of: Float.self, capacity: room * 3) { buffer in
      guard let base = buffer.baseAddress else { return }
      base.initialize(repeating: 0, count: room * 3)
      let lines = Lines(wide: base, result: base + room, clear: base + room * 2, room: room)
      for row in rows {
        switch stages[stage] {
        case .copy:
          (source.base + row * source.rowBytes).copyMemory(
            from: original.base + row * original.rowBytes,
            byteCount: width * 8
          )
        case .reduce(let level):
          reduce(level, levels[level + 1].shape.rows.lowerBound + row, lines)
        case .spread: spread(levels[levels.count - 1].shape.rows.lowerBound + row, lines)
        case .enlarge(let level): enlarge(level, levels[level].shape.rows.lowerBound + row, lines)
        }
      }
    }
  }

  /// Lines that a thread works in.
  private struct Lines {
    /// A line with margins.
    let wide: UnsafeMutablePointer<Float>
    let result: UnsafeMutablePointer<Float>
    /// Always 0.
    let clear: UnsafeMutablePointer<Float>
    let room: Int
  }

  /// Adds (row `upper` + row `lower`) · weight of a level to a line.
  private func add(
    _ level: Int,
    _ upper: Int,
    _ lower: Int,
    _ weight: Float,
    to line: UnsafeMutablePointer<Float>,
    _ lines: Lines
  ) {
    let shape = levels[level].shape
    let count = Int32(shape.columns.count)
    guard level == 0 else {
      let clear = UnsafePointer(lines.clear)
      let a = levels[level].row(upper).map { UnsafePointer($0) } ?? clear
      let b = levels[level].row(lower).map { UnsafePointer($0) } ?? clear
      return qk_float_add_lines(line, a, b, weight, count * 4)
    }
    let clear = UnsafeRawPointer(lines.clear)
    func pixels(_ y: Int) -> UnsafeRawPointer {
      shape.rows.contains(y) ? UnsafeRawPointer(source.base + y * source.rowBytes) : clear
    }
    qk_half_add_lines(line, pixels(upper), pixels(lower), weight, count)
  }

  private func clear(_ line: UnsafeMutablePointer<Float>, _ lines: Lines) {
    line.update(repeating: 0, count: lines.room)
  }

  /// Row y of level `index` + 1.
  private func reduce(_ index: Int, _ y: Int, _ lines: Lines) {
    let (from, to) = (levels[index].shape, levels[index + 1].shape)
    guard let result = levels[index + 1].row(y) else { return }
    let halvesX = index < kernels.x.levels
    // Pixels from two before the first result's own pixel on.
    let start = halvesX ? (to.columns.lowerBound - 1) * 2 : from.columns.lowerBound
    clear(lines.wide, lines)
    let own = lines.wide + (from.columns.lowerBound - start) * 4
    if index < kernels.y.levels {
      add(index, y * 2, y * 2, 3.0 / 16, to: own, lines)
      add(index, y * 2 - 1, y * 2 + 1, 4.0 / 16, to: own, lines)
      add(index, y * 2 - 2, y * 2 + 2, 1.0 / 16, to: own, lines)
    } else {
      add(index, y, y, 0.5, to: own, lines)
    }
    if halvesX {
      qk_float_halve(result, lines.wide + 8, Int32(to.columns.count))
    } else {
      result.update(from: own, count: to.columns.count * 4)
    }
  }

  /// Row y of the last level, blurred; of the target if there is no other level.
  private func spread(_ y: Int, _ lines: Lines) {
    let index = levels.count - 1
    let shape = levels[index].shape
    let (x, tall) = (kernels.x, kernels.y)
    clear(lines.wide, lines)
    let own = lines.wide + x.radius * 4
    func weight(_ kernel: BlurKernel, _ distance: Int) -> Float {
      Float(kernel.weights[distance]) / Float(BlurKernel.one)
    }
    add(index, y, y, weight(tall, 0) / 2, to: own, lines)
    for k in stride(from: 1, through: tall.radius, by: 1) {
      add(index, y - k, y + k, weight(tall, k), to: own, lines)
    }
    clear(lines.result, lines)
    let count = Int32(shape.columns.count * 4)
    qk_float_add_lines(lines.result, own, own, weight(x, 0) / 2, count)
    for k in stride(from: 1, through: x.radius, by: 1) {
      qk_float_add_lines(lines.result, own - k * 4, own + k * 4, weight(x, k), count)
    }
    if let row = blurred?.row(y) {
      row.update(from: lines.result, count: Int(count))
    } else if index == 0 {
      qk_half_store(target.base + y * target.rowBytes, lines.result, Int32(shape.columns.count))
    }
  }

  /// Row y of level `index` from the next level; of the target for level 0.
  private func enlarge(_ index: Int, _ y: Int, _ lines: Lines) {
    guard let from = index + 2 == levels.count ? blurred : levels[index + 1] else { return }
    let to = levels[index].shape
    let count = Int32(from.shape.columns.count * 4)
    clear(lines.wide, lines)
    let tall = lines.wide + 4
    func add(_ upper: Int, _ lower: Int, _ weight: Float) {
      let clear = UnsafePointer(lines.clear)
      let a = from.row(upper).map { UnsafePointer($0) } ?? clear
      let b = from.row(lower).map { UnsafePointer($0) } ?? clear
      qk_float_add_lines(tall, a, b, weight, count)
    }
    if index >= kernels.y.levels {
      add(y, y, 0.5)
    } else if y & 1 == 0 {
      add(y >> 1, y >> 1, 3.0 / 8)
      add((y >> 1) - 1, (y >> 1) + 1, 1.0 / 8)
    } else {
      add(y >> 1, (y >> 1) + 1, 0.5)
    }
    var line = tall
    if index < kernels.x.levels {
      // Pairs of pixels, the first of each over a pixel of the smaller level.
      let first = tall + (to.columns.lowerBound / 2 - from.shape.columns.lowerBound) * 4
      qk_float_double(lines.result, first, Int32(to.columns.count))
      line = lines.result
    }
    if index > 0 {
      levels[index].row(y)?.update(from: line, count: to.columns.count * 4)
    } else {
      qk_half_store(target.base + y * target.rowBytes, line, Int32(to.columns.count))
    }
  }
}
