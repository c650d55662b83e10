// The picture of a screen, as the frames of a film.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Glibc
import QuartzMath
import QuartzModel

/// A picture of one size, opaque, which frames of a server change.
///
/// Transparent pixels are black, and so are those that a smaller context leaves free at the right
/// and below.
final class FilmedPicture: FilmFrames {
  let size: PictureSize
  private var pixels: PixelBuffer?
  /// The rows that `update` is to write.
  private var stale: Range<Int>

  init(_ size: PictureSize) {
    self.size = size
    stale = 0..<size.height
  }

  /// Takes the pixels of a frame over.
  ///
  /// - Returns: Whether the picture changes.
  func take(_ new: PixelBuffer) -> Bool {
    let changed = changedRows(new)
    guard !changed.isEmpty else { return false }
    stale =
      stale.isEmpty
      ? changed
      : min(stale.lowerBound, changed.lowerBound)..<max(stale.upperBound, changed.upperBound)
    pixels = new
    return true
  }

  /// The rows from the first to the last one that differ.
  private func changedRows(_ new: PixelBuffer) -> Range<Int> {
    let all = 0..<size.height
    guard let old = pixels, old.width == new.width, old.height == new.height else { return all }
    return new.withBytes { one in
      old.withBytes { other in
        guard let one = one.baseAddress, let other = other.baseAddress else { return all }
        // Bounds: rows of a picture lie in its bytes.
        let rows = 0..<min(size.height, new.height)
        func differs(_ y: Int) -> Bool {
          memcmp(one + y * new.rowBytes, other + y * old.rowBytes, new.width * 4) != 0
        }
        guard let first = rows.first(where: differs), let last = rows.last(where: differs) else {
          return 0..<0
        }
        return first..<last + 1
      }
    }
  }

  func update(at _: Double, _ memory: UnsafeMutableRawPointer, rowBytes: Int) -> Damage {
    guard !stale.isEmpty else { return Damage() }
    defer { stale = 0..<0 }
    for y in stale { write(y, to: memory + y * rowBytes) }
    return Damage(
      PixelRect(0, Int32(stale.lowerBound), Int32(size.width), Int32(stale.upperBound))
    )
  }

  /// Writes a row.
  private func write(_ y: Int, to row: UnsafeMutableRawPointer) {
    // Bounds: the row has the width of all pictures; a context has as many pixels as it says.
    let shown = pixels.map { y < $0.height ? min(size.width, $0.width) : 0 } ?? 0
    pixels?.withBytes { bytes in
      guard shown > 0, let pixels, let base = bytes.baseAddress else { return }
      row.copyMemory(from: base + y * pixels.rowBytes, byteCount: shown * 4)
    }
    memset(row + shown * 4, 0, (size.width - shown) * 4)
    for x in (pixels?.isOpaque == true ? shown : 0)..<size.width {
      row.storeBytes(of: 0xFF, toByteOffset: x * 4 + 3, as: UInt8.self)
    }
  }

  /// The picture as an image of its own.
  func image() throws -> CGImage {
    let memory = try MemoryBlock(count: size.width * size.height * 4)
    for y in 0..<size.height { write(y, to: memory.base + y * size.width * 4) }
    return CGImage(
      try PixelBuffer(
        width: size.width,
        height: size.height,
        rowBytes: size.width * 4,
        isOpaque: true,
        base: UnsafeRawPointer(memory.base),
        byteCount: memory.count,
        owner: memory
      )
    )
  }
}
