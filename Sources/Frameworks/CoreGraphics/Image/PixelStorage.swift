// The pixels that images have in common with layers and the server.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// Immutable pixels in memory: R, G, B, A bytes, premultiplied, sRGB-encoded, rows from the top.
///
/// The memory belongs to the storage, or to an `owner` that the storage retains. It is never
/// written to again, and it is shared with the render server as it is.
package final class PixelStorage: Sendable {
  package let width: Int
  package let height: Int
  /// Bytes from one row to the next; a multiple of 4, at least 4 x width.
  package let rowBytes: Int
  /// Whether every alpha is 255.
  package let isOpaque: Bool
  /// The owner of the memory; nil if that is the storage itself.
  package let owner: (any AnyObject & Sendable)?
  /// The first byte of the first row.
  // Safe because: nothing writes to the memory once the storage exists, and it lives as long.
  package nonisolated(unsafe) let base: UnsafeRawPointer

  /// The bytes from the first pixel to the end of the last row.
  package var byteCount: Int { rowBytes * (height - 1) + width * 4 }

  /// Wraps memory that `owner` keeps alive and that does not change.
  ///
  /// The caller vouches for `rowBytes * (height - 1) + width * 4` bytes at `base`, for sides of at
  /// least 1 and for `rowBytes`.
  package init(
    width: Int,
    height: Int,
    rowBytes: Int,
    isOpaque: Bool,
    base: UnsafeRawPointer,
    owner: any AnyObject & Sendable
  ) {
    precondition(width > 0 && height > 0 && rowBytes >= width * 4 && rowBytes % 4 == 0)
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
    self.isOpaque = isOpaque
    self.base = base
    self.owner = owner
  }

  /// Memory of its own with rows that touch, filled by `fill`, which returns whether all of it is
  /// opaque.
  ///
  /// `fill` gets `width * height * 4` bytes that hold anything and writes all of them.
  package init<Failure: Error>(
    width: Int,
    height: Int,
    fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Bool
  ) throws(Failure) {
    precondition(width > 0 && height > 0)
    self.width = width
    self.height = height
    rowBytes = width * 4
    owner = nil
    let bytes = Self.allocate(width * 4 * height)
    guard let start = bytes.baseAddress else { preconditionFailure("no memory of size zero") }
    base = UnsafeRawPointer(start)
    do {
      isOpaque = try fill(bytes)
    } catch {
      bytes.deallocate()
      // `deinit` does not run for an object whose initialiser throws.
      throw error
    }
  }

  /// Memory of 2 MiB and more is requested in pages of that size, where the system has them.
  ///
  /// Measured: the first touch of 48 MB costs 30 ms to 80 ms in pages of 4 KiB, and 5 ms in large
  /// ones; decoding a JPEG picture of that size into them takes 42 ms.
  private static func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
    let largePage = 2 << 20
    guard count >= largePage else { return .allocate(byteCount: count, alignment: 64) }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: largePage)
    // A hint: where it is refused, pages stay small.
    _ = madvise(bytes.baseAddress, count, MADV_HUGEPAGE)
    return bytes
  }

  /// Calls `body` with the bytes from the first pixel to the end of the last row.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: byteCount))
  }

  /// The part that begins at (`x`, `y`), without a copy; the caller vouches that it lies inside.
  package func part(x: Int, y: Int, width: Int, height: Int) -> PixelStorage {
    precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height)
    return PixelStorage(
      width: width,
      height: height,
      rowBytes: rowBytes,
      isOpaque: isOpaque,
      base: base + y * rowBytes + x * 4,
      owner: self
    )
  }

  deinit {
    if owner == nil { base.deallocate() }
  }
}
