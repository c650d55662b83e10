// A buffer on loan from a pool, on the writing side.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel
import Synchronization

/// Shared memory to write pixels to.
///
/// It returns to its pool, or a dma-buf to its producer, when it is no longer retained by a
/// `PixelBuffer` made of it or by a connection whose other side still reads it.
///
/// Write to it before the first message that names it, and not afterwards; a dma-buf is written
/// elsewhere.
package final class SharedBuffer: Sendable {
  /// The number that names this loan on the wire.
  package let id: UInt32
  let memory: SharedMemory
  private let home: Home

  /// The destination after use.
  private enum Home {
    /// `isForOneMessage`: it holds copies that only one message names, so its descriptor is sent
    /// once.
    case pool(BufferPool, isForOneMessage: Bool)
    case producer(release: @Sendable () -> Void)
  }

  private static let lastID = Atomic<UInt32>(0)

  /// Creates a buffer of a pool's memory.
  init(memory: SharedMemory, pool: BufferPool, isForOneMessage: Bool) {
    id = SharedBuffer.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    home = .pool(pool, isForOneMessage: isForOneMessage)
    self.memory = memory
  }

  /// Creates a buffer of a producer's memory; `release` reports when it is free again.
  init(memory: SharedMemory, release: @escaping @Sendable () -> Void) {
    id = SharedBuffer.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    home = .producer(release: release)
    self.memory = memory
  }

  deinit {
    switch home {
    case .pool(let pool, _): pool.takeBack(memory)
    case .producer(let release): release()
    }
  }

  /// The memory's descriptor, which the buffer owns.
  package var descriptor: Int32 { memory.descriptor }

  /// Called when the descriptor has been sent with a message.
  func wasSent() {
    if case .pool(let pool, isForOneMessage: true) = home { pool.closeIfCrowded(memory) }
  }

  /// At least as many bytes as requested, with undefined content.
  package var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: memory.base,
      count: memory.base == nil ? 0 : memory.count
    )
  }

  /// Returns the byte offset in the memory of an image made of it.
  func offset(of pixels: PixelBuffer) -> Int? {
    guard let base = memory.base else { return nil }
    return pixels.withStorage { bytes in bytes.baseAddress.map { $0 - UnsafeRawPointer(base) } }
  }

  /// Returns the buffer as an image that can be sent without a copy; `offset` is in bytes.
  package func pixels(
    width: Int,
    height: Int,
    rowBytes: Int,
    isOpaque: Bool,
    offset: Int = 0,
    form: TexelForm = .bytes
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
      owner: self,
      form: form
    )
  }

  /// Returns the buffer as planes that can be sent without a copy.
  package func pixels(
    width: Int,
    height: Int,
    planes: PlaneLayout
  ) throws(PixelBufferError) -> PixelBuffer {
    let bytes = UnsafeRawBufferPointer(bytes)
    guard let base = bytes.baseAddress else { throw .tooShort(needed: 1, found: 0) }
    return try PixelBuffer(
      width: width,
      height: height,
      planes: planes,
      base: base,
      byteCount: bytes.count,
      owner: self
    )
  }
}
