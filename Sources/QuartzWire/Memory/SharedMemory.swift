// Memory that two processes see: sealed memfds and their mappings.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc

/// A memfd of a fixed size, mapped for writing by the process that made it.
final class SharedMemory: Sendable {
  let descriptor: Descriptor
  let count: Int
  // Safe because: written only by the holder of the one `SharedBuffer` that has this memory, before
  // it is sent.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer

  /// Makes memory of `count` bytes, all zero, that can neither shrink nor grow.
  init(count: Int) throws(WireError) {
    let number = quartz_make_sealed_memory("quartz pixels", count)
    guard number >= 0 else { throw .system("memfd_create") }
    descriptor = Descriptor(owning: number)
    guard let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0),
      base != MAP_FAILED
    else { throw .system("mmap") }
    self.base = base
    self.count = count
  }

  deinit {
    munmap(base, count)
  }
}

/// A read-only mapping of memory that the other side made.
final class MappedMemory: Sendable {
  // Safe because: mapped without the right to write; the seal keeps it from shrinking. The other side
  // may still write to it, which changes pixels of its own picture and nothing else.
  nonisolated(unsafe) let base: UnsafeRawPointer
  let count: Int

  /// Why a descriptor was refused.
  enum Problem: Error {
    /// Not memory, or memory that can shrink under the reader.
    case notSealed
    case tooShort(found: UInt64)
    case mapping(WireError)
  }

  /// Maps the first `count` bytes of sealed memory. The mapping outlives the descriptor.
  init(_ descriptor: borrowing Descriptor, count: Int) throws(Problem) {
    var size: UInt64 = 0
    guard quartz_is_sealed_memory(descriptor.rawValue, &size) else { throw .notSealed }
    guard size >= UInt64(count) else { throw .tooShort(found: size) }
    guard let base = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor.rawValue, 0),
      base != MAP_FAILED
    else { throw .mapping(.system("mmap")) }
    self.base = UnsafeRawPointer(base)
    self.count = count
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: base), count)
  }
}
