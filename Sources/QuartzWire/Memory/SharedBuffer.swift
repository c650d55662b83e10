// A buffer on loan from a pool, on the side that writes it.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Shared memory to write pixels to.
///
/// It goes back to its pool when nobody holds it any more: no `PixelBuffer` made of it, and no
/// connection whose other side still reads it.
///
/// Write to it before the first message that names it, and not afterwards.
package final class SharedBuffer: Sendable {
  /// The number that names this loan on the wire.
  package let id: UInt32
  let memory: SharedMemory
  let pool: BufferPool

  // Whether it holds copies that only one message names, so that its descriptor goes out once.
  private let isForOneMessage: Bool

  init(id: UInt32, memory: SharedMemory, pool: BufferPool, isForOneMessage: Bool) {
    self.id = id
    self.isForOneMessage = isForOneMessage
    self.memory = memory
    self.pool = pool
  }

  deinit {
    pool.takeBack(memory)
  }

  /// The memory's descriptor, which stays the buffer's.
  package var descriptor: Int32 { memory.descriptor }

  /// Called when the descriptor has gone out with a message.
  func wasSent() {
    if isForOneMessage { pool.closeIfCrowded(memory) }
  }

  /// At least as many bytes as were asked for; what a former user left in them is undefined.
  package var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: memory.base,
      count: memory.base == nil ? 0 : memory.count
    )
  }

  /// Bytes from the beginning of the memory to an image that was made of it.
  func offset(of pixels: PixelBuffer) -> Int? {
    guard let base = memory.base else { return nil }
    return pixels.withBytes { bytes in bytes.baseAddress.map { $0 - UnsafeRawPointer(base) } }
  }

  /// The buffer as an image that can be sent without a copy; `offset` counts bytes.
  package func pixels(
    width: Int,
    height: Int,
    rowBytes: Int,
    isOpaque: Bool,
    offset: Int = 0
  ) throws(PixelBufferError) -> PixelBuffer {
    let bytes = UnsafeRawBufferPointer(bytes)
    guard let base = bytes.baseAddress, (0...bytes.count).contains(offset) else {
      throw .tooShort(needed: offset, found: bytes.count)
    }
    return try PixelBuffer(
      width: width,
      height: height,
      rowBytes: rowBytes,
      isOpaque: isOpaque,
      base: base + offset,
      byteCount: bytes.count - offset,
      owner: self
    )
  }
}
