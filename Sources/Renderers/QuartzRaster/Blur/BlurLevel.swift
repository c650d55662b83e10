// The memory of blurs: levels of the pyramid, and lines to work in.
// Licensed under the MIT license; see LICENSE.

import QuartzSharing
/// A picture in words of 8.7 bits, and which of the pixels of its level it has.
///
/// Pixel 0 of a level lies on pixel 0 of the level before; pixel 1 on pixel 2.
struct BlurLevel {
  let columns: Range<Int>
  let rows: Range<Int>
  /// Words from one row to the next.
  let stride: Int
  private(set) var words: UnsafeMutablePointer<UInt16>?

  /// The memory of the level, in bytes; 0 for the picture itself.
  var bytes: Int { stride * rows.count * 2 }

  /// Takes its memory from `next` on.
  mutating func take(_ next: inout UnsafeMutableRawPointer) {
    guard bytes > 0 else { return }
    words = next.bindMemory(to: UInt16.self, capacity: stride * rows.count)
    next += bytes
  }

  /// The picture itself, whose memory is not ours.
  init(width: Int, height: Int) {
    columns = 0..<width
    rows = 0..<height
    stride = 0
    words = nil
  }

  /// The level after `level`, halved along one axis or both: what a binomial filter sees, in whole
  /// pairs.
  init(half level: BlurLevel, alongX: Bool, alongY: Bool, _ channels: Int) {
    self.init(
      alongX ? BlurLevel.half(level.columns) : level.columns,
      alongY ? BlurLevel.half(level.rows) : level.rows,
      channels
    )
  }

  /// Room for the bytes of a picture.
  init(copyOf level: BlurLevel, _ channels: Int) {
    self.init(level.columns, level.rows, channels)
  }

  private init(_ columns: Range<Int>, _ rows: Range<Int>, _ channels: Int) {
    self.columns = columns
    self.rows = rows
    // Rows a multiple of 4096 bytes apart would fight for the same few lines of the cache.
    stride = (columns.count * channels + 31) & ~31 | 32
    words = nil
  }

  private static func half(_ range: Range<Int>) -> Range<Int> {
    // From -2, so that pairs begin at -1 and have a neighbour, to the first pixel 2 j whose filter,
    // from 2 j - 2 on, sees but the last pixel: beyond the ends all is like the ends. In whole
    // pairs.
    let end = (range.upperBound + 2) / 2 + 1
    return -2..<(end + end % 2)
  }

  /// The first pixel of a row of the level; nil for the picture itself.
  @inline(__always)
  func row(_ y: Int, _ channels: Int) -> UnsafeMutablePointer<UInt16>? {
    words.map { $0 + (y - rows.lowerBound) * stride }
  }
}

/// Lines that a thread works in; they keep their memory.
struct BlurLines {
  /// A line of a level with its margins.
  private(set) var words: UnsafeMutablePointer<UInt16>
  /// Each second pixel of it.
  private(set) var even: UnsafeMutablePointer<UInt16>
  private(set) var odd: UnsafeMutablePointer<UInt16>
  /// A line with as many more pixels at both ends as the kernel along x has on a side.
  private(set) var wide: UnsafeMutablePointer<UInt16>
  /// As many rows of bytes as the kernel along y is high, row y being the one at y modulo that.
  private(set) var ring: UnsafeMutablePointer<UInt8>
  private(set) var ringStride = 0
  private var block: UnsafeMutableRawPointer?
  private var capacity = 0

  /// The place of what is not prepared yet.
  static var nowhere: UnsafeMutableRawPointer { sharedNowhere.value }
  // Nobody reads or writes it.
  private static let sharedNowhere = SharedPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
  )

  init() {
    words = BlurLines.nowhere.assumingMemoryBound(to: UInt16.self)
    (even, odd, wide) = (words, words, words)
    ring = BlurLines.nowhere.assumingMemoryBound(to: UInt8.self)
  }

  /// Makes room for a picture so many pixels wide; what it holds is undefined.
  mutating func prepare(width: Int, channels: Int, radiusX: Int, radiusY: Int) {
    ringStride = (width * channels + 63) & ~63 | 64
    // Levels are at most 6 pixels wider than half of the picture; lines have up to 12 pixels more.
    let line = width + 32
    let half = width / 2 + 32
    let ringBytes = ringStride * (2 * radiusY + 1)
    let bytes = (line + half * 2 + line + 2 * radiusX) * channels * 2 + ringBytes
    if bytes > capacity {
      block?.deallocate()
      block = .allocate(byteCount: bytes, alignment: 64)
      capacity = bytes
    }
    guard let block else { return }
    words = block.assumingMemoryBound(to: UInt16.self)
    even = words + line * channels
    odd = even + half * channels
    wide = odd + half * channels
    let end = wide + (line + 2 * radiusX) * channels
    ring = UnsafeMutableRawPointer(end).assumingMemoryBound(to: UInt8.self)
  }

  mutating func deallocate() {
    block?.deallocate()
    block = nil
  }
}
