// Pixels that are drawn into: a context's bitmap, a transparency layer, a shadow.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzMath
import QuartzRaster

/// A rectangle of pixels of a context, in memory.
///
/// Rows run from the top. All canvases of a context share its grid of pixels, (0, 0) being the top
/// left one of the bitmap, so that composing one into another never samples.
final class Canvas {
  /// The owner of the memory.
  enum Memory {
    case own
    /// Memory of a caller, whose `release` is called when it is no longer needed.
    case borrowed(release: () -> Void)
  }

  let bounds: PixelRect
  let format: PixelFormat
  /// The first byte of the first row.
  let base: UnsafeMutableRawPointer
  /// Bytes from a row to the next.
  let rowBytes: Int
  private let memory: Memory
  /// The bitmap that the canvas stands for; nil if the canvas is it.
  var deep: DeepBitmap?

  /// A clear canvas; nil if there is no memory for it.
  init?(_ bounds: PixelRect, _ format: PixelFormat, rowBytes: Int? = nil) {
    let least = Int(bounds.width) * format.bytesPerPixel
    let rowBytes = rowBytes ?? least
    let (bytes, overflows) = Int(bounds.height).multipliedReportingOverflow(by: rowBytes)
    guard !bounds.isEmpty, !overflows, let base = MemoryProbe.clearBlock(bytes: bytes) else {
      return nil
    }
    self.bounds = bounds
    self.format = format
    self.base = base
    self.rowBytes = rowBytes
    memory = .own
  }

  /// Pixels in memory of another owner.
  init(
    _ bounds: PixelRect,
    _ format: PixelFormat,
    base: UnsafeMutableRawPointer,
    rowBytes: Int,
    release: @escaping () -> Void
  ) {
    self.bounds = bounds
    self.format = format
    self.base = base
    self.rowBytes = rowBytes
    memory = .borrowed(release: release)
  }

  deinit {
    switch memory {
    case .own: free(base)
    case .borrowed(let release): release()
    }
  }

  /// The pixel (x, y), which must lie in `bounds`.
  @inline(__always)
  func pixel(_ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
    base + Int(y &- bounds.minY) * rowBytes + Int(x &- bounds.minX) * format.bytesPerPixel
  }
}
