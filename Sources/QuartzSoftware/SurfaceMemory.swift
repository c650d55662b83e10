// Memory for the surfaces of a frame that are of no use after it.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
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

/// A stored surface that outlives its frame, with memory of its own.
final class CachedSurface {
  let memory: UnsafeMutableRawPointer
  let bytes: Int
  /// The size, so that nobody takes it for something else.
  let width: Int32
  let height: Int32
  let isAlpha: Bool

  /// - Throws: `RenderError.outOfMemory`.
  init(width: Int32, height: Int32, isAlpha: Bool) throws(RenderError) {
    self.width = width
    self.height = height
    self.isAlpha = isAlpha
    let row = SurfacePixels.rowBytes(width: Int(width), isAlpha: isAlpha)
    bytes = row * Int(height)
    guard let memory = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    self.memory = memory
  }

  deinit {
    free(memory)
  }
}
