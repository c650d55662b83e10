// A pool of shared memory for pixels.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel
import Synchronization

/// A pool that lends buffers and keeps returned ones within its bounds.
///
/// Sizes are rounded up to four steps per power of two, so that pictures of nearly the same size
/// share buffers. Any thread may use it.
package final class BufferPool: Sendable {
  /// The bounds of a pool's idle memory.
  package struct Bounds: Sendable {
    package var idleBytes = 64 << 20
    package var idleBuffers = 64
    /// The number of descriptors that a pool keeps open.
    ///
    /// Beyond that, buffers of copied images are not reused, since a process may have only 1024
    /// descriptors by default.
    package var descriptors = 256

    package init() {}
  }

  private struct State {
    var idle: [Int: [SharedMemory]] = [:]
    var idleBytes = 0
    var idleBuffers = 0
    var made = 0
    var open = 0
  }

  private let bounds: Bounds
  private let state = Mutex(State())

  package init(bounds: Bounds = Bounds()) {
    self.bounds = bounds
  }

  /// Lends a buffer of at least `byteCount` bytes.
  package func buffer(byteCount: Int) throws(WireError) -> SharedBuffer {
    let memory = try take(byteCount)
    let buffer = SharedBuffer(memory: memory, pool: self, isForOneMessage: false)
    try memory.map()
    return buffer
  }

  /// Lends a buffer that is filled with `SharedMemory.write` and then named by one message.
  func bufferForCopies(byteCount: Int) throws(WireError) -> SharedBuffer {
    SharedBuffer(memory: try take(byteCount), pool: self, isForOneMessage: true)
  }

  /// Takes mapped memory that was used before, or fresh memory that is not mapped.
  private func take(_ byteCount: Int) throws(WireError) -> SharedMemory {
    let size = BufferPool.sizeClass(byteCount)
    let idle = state.withLock { state in
      let memory = state.idle[size]?.popLast()
      if memory != nil {
        state.idleBytes -= size
        state.idleBuffers -= 1
      } else {
        state.made += 1
        state.open += 1
      }
      return memory
    }
    do throws(WireError) {
      guard let idle else { return try SharedMemory(count: size) }
      try idle.map()
      return idle
    } catch {
      state.withLock { $0.open -= 1 }
      throw error
    }
  }

  func takeBack(_ memory: SharedMemory) {
    guard memory.descriptor >= 0 else { return }
    state.withLock { state in
      guard state.idleBuffers < bounds.idleBuffers,
        state.idleBytes + memory.count <= bounds.idleBytes
      else {
        state.open -= 1
        return
      }
      state.idle[memory.count, default: []].append(memory)
      state.idleBytes += memory.count
      state.idleBuffers += 1
    }
  }

  /// Closes the memory's descriptor if there are too many; the memory is not lent again then.
  func closeIfCrowded(_ memory: SharedMemory) {
    state.withLock { state in
      if state.open > bounds.descriptors && memory.closeDescriptor() { state.open -= 1 }
    }
  }

  /// Frees all idle memory.
  package func removeIdle() {
    state.withLock { state in
      state.idle.removeAll()
      state.open -= state.idleBuffers
      state.idleBytes = 0
      state.idleBuffers = 0
    }
  }

  package var idleBytes: Int { state.withLock { $0.idleBytes } }

  /// The number of open descriptors.
  package var openDescriptors: Int { state.withLock { $0.open } }

  /// The number of buffers made since the start, for tests and statistics.
  package var madeCount: Int { state.withLock { $0.made } }

  /// Returns the size of the buffers that serve requests for `byteCount` bytes: whole pages, and
  /// above 16 KiB 4, 5, 6 or 7 quarters of a power of two.
  static func sizeClass(_ byteCount: Int) -> Int {
    let page = 4096
    let count = max(byteCount, page)
    let power = Int.bitWidth - 1 - (count - 1).leadingZeroBitCount
    let step = max((1 << power) / 4, page)
    return (count + step - 1) / step * step
  }
}

extension BufferPool {
  /// Makes an image in shared memory that `fill` writes, to be sent without a copy.
  ///
  /// `fill` writes `height` rows of `width` texels without gaps between them; the memory is not
  /// zeroed before.
  package func pixels(
    width: Int,
    height: Int,
    isOpaque: Bool,
    form: TexelForm = .bytes,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(WireError) -> PixelBuffer {
    do {
      try PixelBuffer.check(width: width, height: height, form)
    } catch {
      throw .cannotEncode(opcode: .commit, reason: "\(error)")
    }
    let rowBytes = width * form.texelBytes
    let buffer = try buffer(byteCount: rowBytes * height)
    fill(UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<(rowBytes * height)]))
    do {
      return try buffer.pixels(
        width: width,
        height: height,
        rowBytes: rowBytes,
        isOpaque: isOpaque,
        form: form
      )
    } catch {
      throw .cannotEncode(opcode: .commit, reason: "\(error)")
    }
  }
}
