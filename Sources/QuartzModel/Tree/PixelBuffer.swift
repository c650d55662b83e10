// Pixels of an image, wherever their memory is.
// Licensed under the MIT license; see LICENSE.

/// Why a buffer of pixels was refused.
package enum PixelBufferError: Error, Equatable, CustomStringConvertible {
  case badSize(width: Int, height: Int, limit: Int)
  case tooShort(needed: Int, found: Int)
  case badRowBytes(rowBytes: Int, needed: Int)

  package var description: String {
    switch self {
    case .badSize(let width, let height, let limit):
      "image of \(width) x \(height) pixels: each side must be 1...\(limit)"
    case .tooShort(let needed, let found):
      "image needs \(needed) bytes, the buffer has \(found)"
    case .badRowBytes(let rowBytes, let needed):
      "image rows of \(rowBytes) bytes: expected a multiple of 4, at least \(needed)"
    }
  }
}

/// An immutable image in memory: R, G, B, A bytes, premultiplied, sRGB-encoded, rows from the top.
///
/// The memory belongs to somebody else (an array, a mapping) who is kept alive by `owner`.
package final class PixelBuffer: Sendable {
  /// The longest side of an image in pixels.
  package static let maximumSide = 16384

  package let width: Int
  package let height: Int
  /// Bytes from one row to the next; a multiple of 4, at least 4 x width.
  package let rowBytes: Int
  /// Whether every alpha is 255.
  package let isOpaque: Bool
  /// What keeps the memory alive, for those who know its type (a shared buffer is not copied again).
  package let owner: any AnyObject & Sendable
  // Safe because: the memory is immutable for the life of `owner`.
  private nonisolated(unsafe) let base: UnsafeRawPointer

  /// Wraps memory of `byteCount` bytes at `base`.
  ///
  /// - Throws: `PixelBufferError` if the size is out of range or does not fit into the memory.
  package init(
    width: Int,
    height: Int,
    rowBytes: Int,
    isOpaque: Bool,
    base: UnsafeRawPointer,
    byteCount: Int,
    owner: any AnyObject & Sendable
  ) throws(PixelBufferError) {
    let limit = PixelBuffer.maximumSide
    guard (1...limit).contains(width), (1...limit).contains(height) else {
      throw .badSize(width: width, height: height, limit: limit)
    }
    guard rowBytes >= width * 4, rowBytes % 4 == 0, rowBytes <= Int(Int32.max) else {
      throw .badRowBytes(rowBytes: rowBytes, needed: width * 4)
    }
    let needed = rowBytes * (height - 1) + width * 4
    guard byteCount >= needed else { throw .tooShort(needed: needed, found: byteCount) }
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
    self.isOpaque = isOpaque
    self.base = base
    self.owner = owner
  }

  /// What the image counts against limits, in bytes: its rows, and never less than what it takes to keep
  /// an image at all (this object, its place in trees and caches), so that millions of tiny ones are no
  /// way around the limit.
  package var countedBytes: Int { max(rowBytes * height, PixelBuffer.leastCountedBytes) }

  /// What the smallest image counts.
  package static let leastCountedBytes = 256

  /// The bytes from the first pixel to the end of the last row.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: rowBytes * (height - 1) + width * 4))
  }

  /// A copy of rows of bytes in memory of its own.
  package convenience init(
    width: Int,
    height: Int,
    rowBytes: Int,
    isOpaque: Bool,
    copying bytes: UnsafeRawBufferPointer
  ) throws(PixelBufferError) {
    let block = MemoryBlock(copying: bytes)
    try self.init(
      width: width,
      height: height,
      rowBytes: rowBytes,
      isOpaque: isOpaque,
      base: UnsafeRawPointer(block.base),
      byteCount: bytes.count,
      owner: block
    )
  }
}

/// Memory on the heap that frees itself.
package final class MemoryBlock: Sendable {
  // Safe because: written only by whoever made the block, before it is shared.
  package nonisolated(unsafe) let base: UnsafeMutableRawPointer
  package let count: Int

  /// Memory of `count` bytes, all zero.
  package init(count: Int) {
    base = .allocate(byteCount: max(count, 1), alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    self.count = count
  }

  package init(copying bytes: UnsafeRawBufferPointer) {
    base = .allocate(byteCount: max(bytes.count, 1), alignment: 64)
    if let source = bytes.baseAddress { base.copyMemory(from: source, byteCount: bytes.count) }
    count = bytes.count
  }

  deinit {
    base.deallocate()
  }
}
