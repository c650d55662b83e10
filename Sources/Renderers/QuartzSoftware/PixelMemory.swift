// Memory for pictures, with rows that do not all fall into the same cache sets.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzMath
import QuartzPlan

/// A picture in memory: words of R, G, B, A bytes (red lowest), rows from the top, all clear at
/// first.
///
/// It belongs to the thread that draws; during a frame tiles that do not overlap are drawn by
/// several.
final class PixelMemory {
  let width: Int
  let height: Int
  /// Pixels from one row to the next.
  let stride: Int
  let base: UnsafeMutablePointer<UInt32>
  private let block: UnsafeMutableRawPointer

  /// - Throws: `RenderError.outOfMemory`.
  init(width: Int, height: Int) throws(RenderError) {
    // A row length that is a multiple of 1 KiB would put the pixels of a column into few cache
    // sets.
    let rounded = (width + 15) & ~15
    let stride = rounded % 256 == 0 ? rounded + 16 : rounded
    let bytes = stride * height * 4
    // calloc takes large blocks as clear pages from the kernel and touches none of them.
    guard let block = MemoryProbe.clearBlock(bytes: bytes + 64) else {
      throw .outOfMemory(bytes: bytes)
    }
    let offset = (64 - Int(bitPattern: block) & 63) & 63
    self.width = width
    self.height = height
    self.stride = stride
    self.block = block
    base = (block + offset).bindMemory(to: UInt32.self, capacity: stride * height)
  }

  deinit {
    free(block)
  }

  var frame: PixelRect { PixelRect(width: Int32(width), height: Int32(height)) }

  /// The picture as something to draw into.
  var target: PixelTarget { PixelTarget(base: base, stride: stride, frame: frame) }

  /// Copies a part that lies inside of the picture to rows of `rowBytes` bytes.
  func read(_ rect: PixelRect, into memory: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    guard !rect.isEmpty else { return }
    let (width, height) = (Int(rect.width), Int(rect.height))
    precondition(
      frame.contains(rect) && rowBytes >= width * 4
        && memory.count >= rowBytes * (height - 1) + width * 4,
      "read of \(rect) from a picture of \(self.width) x \(self.height) pixels into \(memory.count) bytes"
    )
    guard let target = memory.baseAddress else { return }
    // Bounds: the rectangle is inside of the picture and its rows are inside of `memory`, see
    // above.
    for row in 0..<height {
      let source = base + (Int(rect.minY) + row) * stride + Int(rect.minX)
      (target + row * rowBytes).copyMemory(from: source, byteCount: width * 4)
    }
  }
}
