// A buffer on loan from a pool, on the side that writes it.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Shared memory to write pixels to. It goes back to its pool when nobody holds it any more:
/// no `PixelBuffer` made of it, and no connection whose other side still reads it.
///
/// Write to it before the first message that names it, and not afterwards.
package final class SharedBuffer: Sendable {
  /// The number that names this loan on the wire.
  package let id: UInt32
  let memory: SharedMemory
  let pool: BufferPool

  init(id: UInt32, memory: SharedMemory, pool: BufferPool) {
    self.id = id
    self.memory = memory
    self.pool = pool
  }

  deinit {
    pool.takeBack(memory)
  }

  /// The memory's descriptor, which stays the buffer's.
  package var descriptor: Int32 { memory.descriptor.rawValue }

  /// At least as many bytes as were asked for; what a former user left in them is undefined.
  package var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: memory.base, count: memory.count)
  }

  /// The buffer as an image that can be sent without a copy.
  package func pixels(
    width: Int,
    height: Int,
    rowBytes: Int,
    isOpaque: Bool,
    offset: Int = 0
  ) throws(PixelBufferError) -> PixelBuffer {
    try PixelBuffer(
      width: width,
      height: height,
      rowBytes: rowBytes,
      isOpaque: isOpaque,
      base: UnsafeRawPointer(memory.base + offset),
      byteCount: memory.count - offset,
      owner: self
    )
  }
}
