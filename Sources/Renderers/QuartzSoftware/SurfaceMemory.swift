// Memory for the surfaces of a frame that are of no use after it.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzMath
import QuartzPlan

/// Places in one block of memory, handed out to surfaces for the part of a frame in which they
/// count.
///
/// All places are asked for before anything is drawn; then the block is made as large as they need.
/// It stays from frame to frame, unless it is far larger than what a frame needs.
struct SurfaceMemory: ~Copyable {
  private struct Piece {
    var offset: Int
    var end: Int
    /// The last time at which it is needed.
    var lastUse: Int32
  }

  // Those that are in use, in the order of their offsets.
  private var pieces: ContiguousArray<Piece> = []
  private var block: UnsafeMutableRawPointer?
  private var capacity = 0
  /// Bytes that the places so far need.
  private(set) var needed = 0

  /// Memory up to this many bytes is retained from frame to frame.
  static let cachedBytes = 32 << 20

  init() {}

  deinit {
    free(block)
  }

  /// Begins a frame: all places are free.
  mutating func begin() {
    pieces.removeAll(keepingCapacity: true)
    needed = 0
  }

  /// A place of so many bytes from `time` to `lastUse`, as an offset; times do not go back.
  mutating func place(bytes: Int, at time: Int32, lastUse: Int32) -> Int {
    pieces.removeAll { $0.lastUse < time }
    let bytes = (bytes + 63) & ~63
    var offset = 0
    var index = 0
    while index < pieces.count, pieces[index].offset - offset < bytes {
      offset = pieces[index].end
      index += 1
    }
    let piece = Piece(offset: offset, end: offset + bytes, lastUse: lastUse)
    pieces.insert(piece, at: index)
    needed = max(needed, piece.end)
    return offset
  }

  /// Makes room for all places; what they hold is undefined.
  ///
  /// - Throws: `RenderError.outOfMemory`.
  mutating func reserve() throws(RenderError) {
    let isWasteful = capacity > SurfaceMemory.cachedBytes && capacity / 4 > needed
    guard needed > capacity || isWasteful else { return }
    free(block)
    block = nil
    capacity = 0
    guard needed > 0 else { return }
    block = MemoryProbe.block(bytes: needed)
    if block == nil { throw .outOfMemory(bytes: needed) }
    capacity = needed
  }

  /// The memory at an offset that `place` gave.
  func memory(at offset: Int) -> UnsafeMutableRawPointer? { block.map { $0 + offset } }
}

/// Memory of stored surfaces that outlive their frame.
final class CachedSurface {
  let memory: UnsafeMutableRawPointer
  /// The bytes there are, at least those of the pixels.
  let capacity: Int
  /// The size, so that nobody takes it for something else.
  private(set) var width: Int32
  private(set) var height: Int32
  private(set) var form: SurfaceForm

  /// - Throws: `RenderError.outOfMemory`.
  init(_ frame: PixelRect, _ form: SurfaceForm) throws(RenderError) {
    (width, height, self.form) = (frame.width, frame.height, form)
    capacity = CachedSurface.capacity(SurfacePixels.bytes(frame, form))
    guard let memory = MemoryProbe.block(bytes: capacity) else {
      throw .outOfMemory(bytes: capacity)
    }
    self.memory = memory
  }

  deinit {
    free(memory)
  }

  /// Memory up to this many bytes may be that of a far smaller surface: a small layer, blurred far
  /// and less again, asks for no memory.
  private static let smallBytes = 256 << 10

  /// Whether so many bytes fit, and do not waste most of the memory.
  func fits(_ bytes: Int) -> Bool {
    guard bytes <= capacity else { return false }
    let isSmall = capacity <= CachedSurface.smallBytes
    return isSmall || capacity / 4 <= CachedSurface.capacity(bytes)
  }

  /// Becomes a surface of another size that fits, whose pixels are undefined.
  func become(_ frame: PixelRect, _ form: SurfaceForm) {
    (width, height, self.form) = (frame.width, frame.height, form)
  }

  /// The memory for so many bytes: an eighth of an octave more at most, so that surfaces whose size
  /// is animated seldom need more.
  private static func capacity(_ bytes: Int) -> Int {
    guard bytes > 4096 else { return 4096 }
    let step = 1 << (Int.bitWidth - 1 - bytes.leadingZeroBitCount - 3)
    return (bytes + step - 1) / step * step
  }
}
