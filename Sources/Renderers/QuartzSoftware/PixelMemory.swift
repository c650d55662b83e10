// Memory for pictures, with rows that do not all fall into the same cache sets.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzMath
import QuartzPlan

/// A picture in memory: words of R, G, B, A bytes (red lowest) or half floats, rows from the top,
/// all clear at first.
///
/// It belongs to the thread that draws; during a frame tiles that do not overlap are drawn by
/// several.
final class PixelMemory {
  let width: Int
  let height: Int
  /// Pixels from one row to the next.
  let stride: Int
  let base: UnsafeMutableRawPointer
  /// Words or halves.
  let form: SurfaceForm
  private let block: UnsafeMutableRawPointer

  /// - Throws: `RenderError.outOfMemory`.
  init(width: Int, height: Int, _ form: SurfaceForm) throws(RenderError) {
    // A row length that is a multiple of 1 KiB would put the pixels of a column into few cache
    // sets.
    let rounded = (width + 15) & ~15
    let stride = rounded % 256 == 0 ? rounded + 16 : rounded
    let bytes = stride * height * form.pixelBytes
    // calloc takes large blocks as clear pages from the kernel and touches none of them.
    guard let block = MemoryProbe.clearBlock(bytes: bytes + 64) else {
      throw .outOfMemory(bytes: bytes)
    }
    let offset = (64 - Int(bitPattern: block) & 63) & 63
    self.width = width
    self.height = height
    self.stride = stride
    self.block = block
    self.form = form
    base = block + offset
  }

  deinit {
    free(block)
  }

  var frame: PixelRect { PixelRect(width: Int32(width), height: Int32(height)) }

  /// The picture as something to draw into.
  var target: PixelTarget {
    PixelTarget(base: base, stride: stride, frame: frame, isHalf: form == .halves)
  }

  /// Copies a part that lies inside of the picture to rows of `rowBytes` bytes.
  func read(_ rect: PixelRect, into memory: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    guard !rect.isEmpty else { return }
    let height = Int(rect.height)
    let lineBytes = Int(rect.width) * form.pixelBytes
    precondition(
      frame.contains(rect) && rowBytes >= lineBytes
        && memory.count >= rowBytes * (height - 1) + lineBytes,
      "read of \(rect) from a picture of \(self.width) x \(self.height) pixels into \(memory.count) bytes"
    )
    guard let target = memory.baseAddress else { return }
    // Bounds: the rectangle is inside of the picture and its rows are inside of `memory`, see
    // above.
    for row in 0..<height {
      let pixel = (Int(rect.minY) + row) * stride + Int(rect.minX)
      let source = base + pixel * form.pixelBytes
      (target + row * rowBytes).copyMemory(from: source, byteCount: lineBytes)
    }
  }
}
