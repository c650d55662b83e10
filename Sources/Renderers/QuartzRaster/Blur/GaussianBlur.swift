// Gaussian blur of pixels of one or four bytes, with any standard deviation.
// Licensed under the MIT license; see LICENSE.
//
// A wide Gaussian removes all detail, so it can be applied to a smaller picture: with sigma >= 4
// the picture is halved L times, so often that 2 <= sigma / 2^L < 4, blurred there by the kernel
// itself, and enlarged again.
//
//     source   -- reduce -->  level 1  -- reduce -->  ...  -- reduce -->  level L
//                                                                           | spread
//     target  <-- enlarge --  level 1 <-- enlarge --  ... <-- enlarge --  level L
//
// Halving and doubling filter with the binomial 1 4 6 4 1 (Burt and Adelson, The Laplacian Pyramid,
// 1983), which is nearly a Gaussian itself; each adds 4^i to the variance when it goes from level i
// to level i + 1 or back, in pixels of the picture, so that
//
//     sigma^2 = 2 (4^L - 1) / 3 + 4^L · sigmaL^2
//
// says how wide the kernel of level L is: 1.8 ... 4 of its pixels. The kernel is the sampled
// Gaussian, cut at four sigma, its sum 1. With sigma < 4 that is all there is (L = 0).
//
// Accuracy. The whole is linear, so its distance from the true convolution, for the worst picture
// there can be, is half of the sum of absolute differences of the two kernels, the worst phase of
// the pyramid being taken. Computed numerically this is at most 0.16 levels of 255 along a line, at
// sigma = 4 (0.05 at 10), so 0.32 in the plane. Weights are whole 32768ths, which adds 0.06 along a
// line, and numbers between stages have 8.7 bits, so roundings add less than 0.1 before the last
// one. So no picture is off by more than 1 level of the exact result, rounded. All sums are exact,
// so that every renderer that rounds at the same places has the same bytes.
//
// The two axes have standard deviations of their own, and each is halved as often as its own
// requires. A filter along an axis that is not halved any more leaves the numbers of the other axis
// as they are. A filter over five lines that are one and the same gives just this line.
//
// All filters are sums with weights of at least 0, rounded monotonically: constant areas stay
// exactly the same, and colours never exceed alpha.
//
// Edges. Levels reach beyond the picture by the reach of their filters: from -2 to two pixels after
// the end. The outside of a level is clear, or like its outermost pixels, so nothing is lost.

import CQuartzKernels
import Glibc
import QuartzFaults

/// The pixels outside of a picture that is blurred.
package enum BlurEdges: CaseIterable, Sendable {
  /// Nothing: the picture fades out into it.
  case transparent
  /// The pixels of the edge, repeated.
  case clamped
}

/// The pixels of a picture that is blurred: bytes of one channel, or premultiplied words.
package enum BlurPixels: Int, CaseIterable, Sendable {
  case alpha8 = 1
  case rgba8 = 4
}

/// Rows of pixels in memory, for blurs; whoever made it owns the memory.
package struct BlurPicture {
  package var base: UnsafeMutableRawPointer
  package var rowBytes: Int

  package init(base: UnsafeMutableRawPointer, rowBytes: Int) {
    self.base = base
    self.rowBytes = rowBytes
  }
}

/// A blur that is ready to run: stages, each with rows that may be done in any order.
///
/// `run()` does all of it. To split the work, do the rows of one stage in any pieces on any
/// threads, each a worker with a number of its own, wait for them, and go on with the next stage:
/// the bytes are the same.
///
/// A blur that is prepared again keeps its memory, so that animated ones ask for none.
// Safe because: nothing changes while stages run but the memory between them, whose rows are
// written by one thread each and read by others in later stages only, and each worker's own lines.
package final class GaussianBlur: @unchecked Sendable {
  /// The largest standard deviation in pixels; more counts as this.
  package static let largestSigma = 16384.0
  /// Pixels on a side.
  package static let limit = 32768

  /// How far around a picture its blur shows, in whole pixels (`BlurExtent.visible`).
  package static func reach(sigma: Double) -> Int {
    sigma > 0 ? Int(BlurExtent.visible(sigma: min(sigma, largestSigma)).rounded(.up)) : 0
  }

  private enum Stage {
    case copy
    /// From this level to the next.
    case reduce(Int)
    case spread
    /// From the level after this one to it.
    case enlarge(Int)
  }

  private var channels = 1
  private var isClamped = false
  private var source: BlurPicture
  private var target: BlurPicture
  /// Where `copy` copies from; the same as `source` unless the blur is in place.
  private var original: BlurPicture
  /// Along x and along y.
  private var kernels = (x: BlurKernel(sigma: 0), y: BlurKernel(sigma: 0))
  private var stages: ContiguousArray<Stage> = []
  /// Level 0 is the picture, without memory of its own.
  private var levels: ContiguousArray<BlurLevel> = []
  /// The last level, blurred.
  private var base = BlurLevel(width: 0, height: 0)
  /// Begins with a clear line.
  private var memory: UnsafeMutableRawPointer
  private var capacity = 0
  /// The lines of each worker.
  private let lines: UnsafeMutablePointer<BlurLines>
  private let workers: Int

  /// Memory up to this many bytes is kept by a blur that is prepared again.
  private static let keptBytes = 32 << 20

  /// A blur that must be prepared before it runs.
  ///
  /// - Parameter workers: The most threads that do rows of a stage at a time.
  package init(workers: Int) {
    memory = BlurLines.nowhere
    let none = BlurPicture(base: BlurLines.nowhere, rowBytes: 0)
    (source, target, original) = (none, none, none)
    self.workers = workers
    lines = .allocate(capacity: workers)
    lines.initialize(repeating: BlurLines(), count: workers)
  }

  /// Prepares a blur of `width` x `height` pixels from `source` into `target`, which may be the
  /// same.
  ///
  /// The memory of both stays the caller's and must live as long as the blur.
  /// - Parameters:
  ///   - sigma: Standard deviation in pixels; if it is not above 0 pixels are copied.
  /// - Throws: `RasterError` for sides outside of 1...`limit`, rows too short for the width, and if
  ///   there is no memory for the levels.
  // Long because: what a blur is made of; one that prepares it once is no place for a struct.
  package convenience init(
    _ pixels: BlurPixels,
    width: Int,
    height: Int,
    sigma: Double,
    edges: BlurEdges,
    from source: BlurPicture,
    to target: BlurPicture
  ) throws(RasterError) {
    try self.init(
      pixels,
      width: width,
      height: height,
      sigma: SIMD2(sigma, sigma),
      edges: edges,
      from: source,
      to: target
    )
  }

  /// Prepares a blur with standard deviations of their own along x and y, for one thread at a time.
  // Long because: as above.
  package convenience init(
    _ pixels: BlurPixels,
    width: Int,
    height: Int,
    sigma: SIMD2<Double>,
    edges: BlurEdges,
    from source: BlurPicture,
    to target: BlurPicture
  ) throws(RasterError) {
    self.init(workers: 1)
    try prepare(
      pixels,
      width: width,
      height: height,
      sigma: sigma,
      edges: edges,
      from: source,
      to: target
    )
  }

  /// Prepares another blur, in the memory of the one before.
  // Long because: as above.
  package func prepare(
    _ pixels: BlurPixels,
    width: Int,
    height: Int,
    sigma: SIMD2<Double>,
    edges: BlurEdges,
    from source: BlurPicture,
    to target: BlurPicture
  ) throws(RasterError) {
    let sides = 1...GaussianBlur.limit
    guard sides.contains(width), sides.contains(height) else {
      throw .sizeOutOfRange(width: width, height: height, limit: GaussianBlur.limit)
    }
    let needed = width * pixels.rawValue
    let rowBytes = min(source.rowBytes, target.rowBytes)
    if rowBytes < needed { throw .rowsTooShort(rowBytes: rowBytes, needed: needed) }
    channels = pixels.rawValue
    isClamped = edges == .clamped
    let x = BlurKernel(sigma: min(sigma.x, GaussianBlur.largestSigma))
    let y =
      sigma.x == sigma.y ? x : BlurKernel(sigma: min(sigma.y, GaussianBlur.largestSigma))
    kernels = (x, y)
    let count = max(x.levels, y.levels)
    levels.removeAll(keepingCapacity: true)
    levels.append(BlurLevel(width: width, height: height))
    for level in 0..<count {
      let (alongX, alongY) = (level < x.levels, level < y.levels)
      levels.append(BlurLevel(half: levels[level], alongX: alongX, alongY: alongY, channels))
    }
    let isBlurred = count > 0 || x.radius > 0 || y.radius > 0
    let isSame = source.base == target.base && source.rowBytes == target.rowBytes
    // In place, the kernel needs its rows elsewhere; a pyramid has read all before it writes.
    let needsCopy = count == 0 && isBlurred && isSame
    base = levels[count]
    if needsCopy { base = BlurLevel(copyOf: base, channels) }
    // A clear line of words or bytes, then the levels; each row is written before it is read.
    let clearBytes = (needed * 2 + 127) & ~63
    try reserve(levels.reduce(clearBytes + base.bytes) { $0 + $1.bytes })
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: clearBytes)
    var next = memory + clearBytes
    for index in levels.indices { levels[index].take(&next) }
    if count > 0 || needsCopy { base.take(&next) }
    self.target = target
    original = source
    self.source = source
    if let copy = base.words, needsCopy {
      self.source = BlurPicture(base: UnsafeMutableRawPointer(copy), rowBytes: base.stride * 2)
    }
    stages.removeAll(keepingCapacity: true)
    if !isBlurred {
      if !isSame { stages.append(.copy) }
      return
    }
    if needsCopy { stages.append(.copy) }
    for level in 0..<count { stages.append(.reduce(level)) }
    stages.append(.spread)
    for level in (0..<count).reversed() { stages.append(.enlarge(level)) }
  }

  /// Makes room for so many bytes; what they hold is undefined.
  private func reserve(_ bytes: Int) throws(RasterError) {
    let isWasteful = capacity > GaussianBlur.keptBytes && capacity / 4 > bytes
    guard bytes > capacity || isWasteful else { return }
    guard let block = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    if capacity > 0 { free(memory) }
    (memory, capacity) = (block, bytes)
  }

  deinit {
    if capacity > 0 { free(memory) }
    for worker in 0..<workers { lines[worker].deallocate() }
    lines.deallocate()
  }

  /// Does all stages on this thread.
  package func run() {
    for stage in 0..<stageCount { run(stage: stage, rows: 0..<rowCount(stage: stage)) }
  }

  package var stageCount: Int { stages.count }

  package func rowCount(stage: Int) -> Int {
    switch stages[stage] {
    case .copy: levels[0].rows.count
    case .reduce(let level): levels[level + 1].rows.count
    case .spread: levels[levels.count - 1].rows.count
    case .enlarge(let level): levels[level].rows.count
    }
  }

  /// Does some rows of a stage; those of all earlier stages must be done.
  ///
  /// - Parameters:
  ///   - stage: The stage.
  ///   - rows: The rows; those that the stage does not have are left out.
  ///   - worker: The number of the thread, below `workers`.
  package func run(stage: Int, rows: Range<Int>, worker: Int = 0) {
    let rows = rows.clamped(to: 0..<rowCount(stage: stage))
    guard !rows.isEmpty else { return }
    precondition(worker < workers)
    lines[worker].prepare(
      width: levels[0].columns.count,
      channels: channels,
      radiusX: kernels.x.radius,
      radiusY: kernels.y.radius
    )
    let lines = lines[worker]
    switch stages[stage] {
    case .copy:
      let copy = stages.count == 1 ? target : source
      for row in rows {
        (copy.base + row * copy.rowBytes).copyMemory(
          from: original.base + row * original.rowBytes,
          byteCount: levels[0].columns.count * channels
        )
      }
    case .reduce(let level):
      for row in rows { reduce(level, levels[level + 1].rows.lowerBound + row, lines) }
    case .spread:
      for row in rows {
        let y = levels[levels.count - 1].rows.lowerBound + row
        if levels.count == 1 {
          let radius = kernels.y.radius
          load(row == rows.lowerBound ? y - radius : y + radius, y, lines)
        }
        spread(y, lines)
      }
    case .enlarge(let level):
      for row in rows { enlarge(level, levels[level].rows.lowerBound + row, lines) }
    }
  }
}

// MARK: - Stages

// Bounds: `BlurLines` has room for the widest line of each kind, with the margins named here; rows
// of levels are asked for by `line`, which answers with clear ones or those at the edge outside.

extension GaussianBlur {
  /// Row y of level `index` + 1.
  private func reduce(_ index: Int, _ y: Int, _ lines: BlurLines) {
    let (from, to) = (levels[index], levels[index + 1])
    guard let result = to.row(y, channels) else { return }
    let count = to.columns.count
    let halvesX = index < kernels.x.levels
    // Pixels from one before the first result's own pixel on, two for each result and margin.
    let start = halvesX ? (to.columns.lowerBound - 1) * 2 : from.columns.lowerBound
    let wide = halvesX ? lines.words : result
    let own = wide + (from.columns.lowerBound - start) * channels
    let total = Int32(from.columns.count * channels)
    let halvesY = index < kernels.y.levels
    let (first, step) = halvesY ? (y * 2 - 2, 1) : (y, 0)
    if index == 0 {
      withLines(0, 5, { byteLine(first + $0 * step) }) { qk_blur_reduce_bytes(own, $0, total) }
    } else {
      withLines(0, 5, { wordLine(from, first + $0 * step) }) {
        qk_blur_reduce_words(own, $0, total)
      }
    }
    guard halvesX else { return }
    pad(wide, from.columns.lowerBound - start, from.columns.count, (count + 2) * 2)
    qk_blur_split(lines.even, lines.odd, wide, Int32(count + 2), Int32(channels))
    // Around pixel 2 j: even[j - 1], odd[j - 1], even[j], odd[j], even[j + 1].
    let (even, odd) = (UnsafePointer(lines.even), UnsafePointer(lines.odd))
    withLines(0, 5, { (tap: Int) in (tap & 1 == 0 ? even : odd) + tap / 2 * channels }) {
      qk_blur_reduce_words(result, $0, Int32(count * channels))
    }
  }

  /// Copies the rows of the source from `first` to the last one that row y takes to the ring.
  ///
  /// There they are apart from each other in the cache, whatever the picture's width is.
  private func load(_ first: Int, _ y: Int, _ lines: BlurLines) {
    for row in first...(y + kernels.y.radius) {
      UnsafeMutableRawPointer(ringLine(row, lines)).copyMemory(
        from: byteLine(row),
        byteCount: levels[0].columns.count * channels
      )
    }
  }

  private func ringLine(_ y: Int, _ lines: BlurLines) -> UnsafeMutablePointer<UInt8> {
    let radius = kernels.y.radius
    return lines.ring + (y + radius) % (2 * radius + 1) * lines.ringStride
  }

  /// Row y of the last level, blurred; of the target if there is no other level.
  private func spread(_ y: Int, _ lines: BlurLines) {
    let level = levels[levels.count - 1]
    let (radiusX, radiusY) = (kernels.x.radius, kernels.y.radius)
    let count = Int32(level.columns.count * channels)
    let line = lines.wide + radiusX * channels
    let height = radiusY * 2 + 1
    kernels.y.withWeights { weights in
      if levels.count == 1 {
        withLines(y - radiusY, height, { UnsafePointer(ringLine($0, lines)) }) {
          qk_blur_lines_of_bytes(line, $0, weights, Int32(radiusY), count)
        }
      } else {
        withLines(y - radiusY, height, { wordLine(level, $0) }) {
          qk_blur_lines_of_words(line, $0, weights, Int32(radiusY), count)
        }
      }
    }
    pad(lines.wide, radiusX, level.columns.count, level.columns.count + 2 * radiusX)
    let (radius, step) = (Int32(radiusX), Int32(channels))
    kernels.x.withWeights { weights in
      if levels.count == 1 {
        let result = (target.base + y * target.rowBytes).assumingMemoryBound(to: UInt8.self)
        qk_blur_line_to_bytes(result, line, weights, radius, step, count)
      } else if let result = base.row(y, channels) {
        qk_blur_line_to_words(result, line, weights, radius, step, count)
      }
    }
  }

  /// Row y of level `index` from the next level; of the target for level 0.
  private func enlarge(_ index: Int, _ y: Int, _ lines: BlurLines) {
    let from = index + 2 == levels.count ? base : levels[index + 1]
    let to = levels[index]
    let tall = enlargeAlongY(index, from, y, lines)
    let pairs = (to.columns.count + 1) / 2
    let step = channels
    if index < kernels.x.levels {
      // Pairs of pixels, the first of each over a pixel of the smaller level.
      let first = tall + (to.columns.lowerBound / 2 - from.columns.lowerBound) * channels
      qk_blur_smooth(lines.even, first - step, first, first + step, Int32(pairs * step))
      qk_blur_middle(lines.odd, first, first + step, Int32(pairs * step))
    } else if index > 0 {
      to.row(y, channels)?.update(from: tall, count: to.columns.count * channels)
      return
    } else {
      qk_blur_split(lines.even, lines.odd, tall, Int32(pairs), Int32(step))
    }
    if index > 0 {
      guard let result = to.row(y, channels) else { return }
      qk_blur_join_words(result, lines.even, lines.odd, Int32(pairs), Int32(step))
      return
    }
    let result = (target.base + y * target.rowBytes).assumingMemoryBound(to: UInt8.self)
    let whole = to.columns.count / 2
    qk_blur_join_bytes(result, lines.even, lines.odd, Int32(whole), Int32(step))
    guard whole < pairs else { return }
    for channel in 0..<step {
      result[whole * 2 * step + channel] = UInt8((lines.even[whole * step + channel] + 64) >> 7)
    }
  }

  /// Row y of level `index`, as wide as the next level, from which it comes.
  private func enlargeAlongY(
    _ index: Int,
    _ from: BlurLevel,
    _ y: Int,
    _ lines: BlurLines
  ) -> UnsafePointer<UInt16> {
    let total = Int32(from.columns.count * channels)
    let tall = lines.words
    if index >= kernels.y.levels {
      tall.update(from: wordLine(from, y), count: Int(total))
      // Pixels are taken in pairs.
      (tall + Int(total)).update(repeating: 0, count: channels)
    } else if y & 1 == 0 {
      let low = y >> 1
      qk_blur_smooth(
        tall,
        wordLine(from, low - 1),
        wordLine(from, low),
        wordLine(from, low + 1),
        total
      )
    } else {
      qk_blur_middle(tall, wordLine(from, y >> 1), wordLine(from, (y >> 1) + 1), total)
    }
    return UnsafePointer(tall)
  }
}

// MARK: - Lines

extension GaussianBlur {
  /// Row y of the source, or what is instead of it outside.
  private func byteLine(_ y: Int) -> UnsafePointer<UInt8> {
    let rows = levels[0].rows
    guard isClamped || rows.contains(y) else {
      return UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
    }
    let row = min(max(y, 0), rows.count - 1)
    return UnsafePointer(
      (source.base + row * source.rowBytes).assumingMemoryBound(to: UInt8.self)
    )
  }

  private func wordLine(_ level: BlurLevel, _ y: Int) -> UnsafePointer<UInt16> {
    let rows = level.rows
    let row = min(max(y, rows.lowerBound), rows.upperBound - 1)
    guard isClamped || row == y, let line = level.row(row, channels) else {
      return UnsafePointer(memory.assumingMemoryBound(to: UInt16.self))
    }
    return UnsafePointer(line)
  }

  private func withLines<Number>(
    _ first: Int,
    _ count: Int,
    _ line: (Int) -> UnsafePointer<Number>,
    _ body: (UnsafePointer<UnsafePointer<Number>?>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UnsafePointer<Number>?.self, capacity: count) { lines in
      for index in 0..<count { lines.initializeElement(at: index, to: line(first + index)) }
      if let base = lines.baseAddress { body(UnsafePointer(base)) }
    }
  }

  /// Fills what is before and after `count` pixels at `before`, up to `total`.
  private func pad<Number: Numeric>(
    _ line: UnsafeMutablePointer<Number>,
    _ before: Int,
    _ count: Int,
    _ total: Int
  ) {
    for channel in 0..<channels {
      let left = isClamped ? line[before * channels + channel] : 0
      let right = isClamped ? line[(before + count - 1) * channels + channel] : 0
      for pixel in 0..<before { line[pixel * channels + channel] = left }
      for pixel in (before + count)..<max(total, before + count) {
        line[pixel * channels + channel] = right
      }
    }
  }
}
