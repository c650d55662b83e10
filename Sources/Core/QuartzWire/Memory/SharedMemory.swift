// Memory shared by two processes: sealed memfds, dma-bufs, and their mappings.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults
import QuartzSharing
import Synchronization

/// A memfd of a fixed size, written by the process that made it.
///
/// It is mapped only for writing in place, or for reuse. Filling fresh memory through a mapping
/// takes a page fault every 4 KiB: 4 MiB take 3.5 ms that way and 1.7 ms with `pwrite`. Mapped
/// memory that was used before takes 0.25 ms.
final class SharedMemory: Sendable {
  private let owned: Mutex<Descriptor?>
  let count: Int
  /// Whether it is a dma-buf.
  let isDevice: Bool
  // Safe because: set only by the holder of the one `SharedBuffer` that has this memory, and only
  // before the buffer is handed out.
  private(set) nonisolated(unsafe) var base: UnsafeMutableRawPointer?

  /// Makes memory of `count` bytes, all zero, that can neither shrink nor grow.
  init(count: Int) throws(WireError) {
    let number = Fault.descriptor { quartz_make_sealed_memory("quartz pixels", count) }
    guard number >= 0 else { throw .system("memfd_create") }
    owned = Mutex(Descriptor(owning: number))
    self.count = count
    isDevice = false
  }

  /// Wraps a dma-buf, which this process reads and a producer fills.
  init(device: consuming Descriptor) throws(WireError) {
    var size: UInt64 = 0
    guard quartz_is_device_memory(device.rawValue, &size), let count = Int(exactly: size), count > 0
    else {
      errno = EINVAL
      throw .system("looking for a dma-buf")
    }
    let number = device.rawValue
    guard let base = Fault.mapping({ mmap(nil, count, PROT_READ, MAP_SHARED, number, 0) }) else {
      throw .system("mmap of a dma-buf")
    }
    self.base = base
    self.count = count
    isDevice = true
    owned = Mutex(device)
  }

  /// The memory's descriptor, or -1 once it is closed.
  var descriptor: Int32 {
    owned.withLock { owned in
      switch owned {
      case .some(let descriptor): descriptor.rawValue
      case .none: -1
      }
    }
  }

  /// Closes the descriptor; the other side has its own, and its mapping keeps the memory alive.
  ///
  /// - Returns: Whether it was open.
  func closeDescriptor() -> Bool {
    owned.withLock { owned in
      let wasOpen = owned != nil
      owned = nil
      return wasOpen
    }
  }

  deinit {
    if let base { munmap(base, count) }
  }

  /// Maps the memory for writing if it is not mapped.
  func map() throws(WireError) {
    guard base == nil else { return }
    let flags = MAP_SHARED | MAP_POPULATE
    let rights = PROT_READ | PROT_WRITE
    guard let base = Fault.mapping({ mmap(nil, count, rights, flags, descriptor, 0) }) else {
      throw .system("mmap")
    }
    self.base = base
  }

  /// Copies bytes to `offset`; they must fit.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(WireError) {
    precondition(offset >= 0 && bytes.count <= count - offset, "the bytes do not fit")
    precondition(!isDevice, "somebody else fills a dma-buf")
    guard let source = bytes.baseAddress else { return }
    if let base {
      // Bounds: checked above.
      (base + offset).copyMemory(from: source, byteCount: bytes.count)
      return
    }
    var done = 0
    while done < bytes.count {
      let written = uninterrupted {
        pwrite(descriptor, source + done, bytes.count - done, off_t(offset + done))
      }
      guard written > 0 else { throw .system("pwrite") }
      done += written
    }
  }
}

/// A read-only mapping of the other side's memory or dma-buf.
final class MappedMemory: Sendable {
  // Mapped without the right to write; the seal keeps it from shrinking. The other
  // side may still write to it, which changes pixels of its own picture and nothing else.
  private let sharedBase: SharedPointer<UnsafeRawPointer>
  var base: UnsafeRawPointer { sharedBase.value }
  let count: Int
  // The descriptor, kept for a dma-buf, which drivers can use directly.
  private let device: Descriptor?

  /// The reason why a descriptor was refused.
  enum Problem: Error {
    /// Neither a dma-buf nor memory that cannot shrink under the reader.
    case notSealed
    case tooShort(found: UInt64)
    case mapping(WireError)
  }

  /// Maps the first `count` bytes of sealed memory, or of a dma-buf.
  init(_ descriptor: consuming Descriptor, count: Int) throws(Problem) {
    var size: UInt64 = 0
    let isDevice = !quartz_is_sealed_memory(descriptor.rawValue, &size)
    guard !isDevice || quartz_is_device_memory(descriptor.rawValue, &size) else {
      throw .notSealed
    }
    guard size >= UInt64(count) else { throw .tooShort(found: size) }
    let number = descriptor.rawValue
    guard let base = Fault.mapping({ mmap(nil, count, PROT_READ, MAP_SHARED, number, 0) }) else {
      throw .mapping(.system("mmap"))
    }
    sharedBase = SharedPointer(UnsafeRawPointer(base))
    self.count = count
    if isDevice {
      device = .some(consume descriptor)
    } else {
      device = nil
    }
  }

  /// The descriptor of a dma-buf; -1 for other memory.
  var deviceDescriptor: Int32 {
    switch device {
    case .some(let descriptor): descriptor.rawValue
    case .none: -1
    }
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: base), count)
  }
}
