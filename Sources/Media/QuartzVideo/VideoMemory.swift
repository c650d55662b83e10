// Memory that a decoder's process writes pictures to.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults
import Synchronization

/// A mapped memory file that can neither shrink nor grow.
package final class VideoMemory: Sendable {
  // Safe because: the address never changes; a picture is read after the decoder said that it has
  // written it. One that was broken into may write later, which changes its own picture only.
  package nonisolated(unsafe) let base: UnsafeMutableRawPointer
  package let count: Int
  private let openDescriptor: Atomic<Int32>

  /// The descriptor of the file; nil once it is closed.
  package var descriptor: Int32? {
    let descriptor = openDescriptor.load(ordering: .acquiring)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Makes memory of zeros.
  package convenience init(count: Int) throws(VideoError) {
    let made = Fault.descriptor { quartz_make_sealed_memory("quartz film", count) }
    guard made >= 0 else { throw .system(call: "memfd_create", code: errno) }
    try self.init(owning: made, count: count)
  }

  /// Maps memory of another process, of at least `count` bytes.
  package convenience init(copying descriptor: Int32, count: Int) throws(VideoError) {
    var size: UInt64 = 0
    guard quartz_is_sealed_memory(descriptor, &size), size >= UInt64(count) else {
      throw .system(call: "a picture's memory of \(size) bytes for \(count)", code: EINVAL)
    }
    let copy = Fault.descriptor { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
    guard copy >= 0 else { throw .system(call: "fcntl", code: errno) }
    try self.init(owning: copy, count: count)
  }

  private init(owning descriptor: Int32, count: Int) throws(VideoError) {
    let rights = PROT_READ | PROT_WRITE
    let mapped = Fault.mapping { mmap(nil, count, rights, MAP_SHARED, descriptor, 0) }
    guard let mapped else {
      let code = errno
      close(descriptor)
      throw .system(call: "mmap", code: code)
    }
    (base, self.count) = (mapped, count)
    openDescriptor = Atomic(descriptor)
  }

  /// Closes the descriptor; the memory stays mapped.
  ///
  /// A program has few descriptors: memory that no process has to be told of any more needs none.
  package func closeDescriptor() {
    let descriptor = openDescriptor.exchange(-1, ordering: .acquiringAndReleasing)
    if descriptor >= 0 { close(descriptor) }
  }

  deinit {
    munmap(base, count)
    closeDescriptor()
  }
}
