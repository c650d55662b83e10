// Whether there is memory for what is about to grow.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// There is not as much memory as something would take.
package struct MemoryError: Error, Equatable, Sendable {
  /// What it would have taken.
  package var bytes: Int

  package init(bytes: Int) {
    self.bytes = bytes
  }
}

/// Asks for memory before arrays and dictionaries take it, as those end the process if they cannot.
package enum MemoryProbe {
  /// What has to be left: pays for what an estimate leaves out, and for other threads.
  package static let reserve = 16 << 20

  /// Less than this is not asked for; many such steps are paid for by the reserve of the next large one.
  package static let smallest = 64 << 10

  /// Makes sure that so many bytes can be taken now.
  ///
  /// Address space is taken and given back untouched, which is a matter of microseconds. It finds limits
  /// of the process (`RLIMIT_AS`) and of a machine that promises no more memory than it has; a machine
  /// that promises more, and a control group, say nothing until pages are touched.
  ///
  /// - Parameter bytes: An upper estimate. Arrays that grow hold the old elements and twice as many new
  ///   ones for a moment.
  /// - Throws: `MemoryError` if there is not so much, and for sizes that are no sizes.
  package static func ensure(bytes: Int) throws(MemoryError) {
    if bytes < smallest, bytes >= 0 { return }
    let (size, overflows) = bytes.addingReportingOverflow(reserve)
    guard bytes >= 0, !overflows, !Fault.strikes(.memory) else { throw MemoryError(bytes: bytes) }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
    else { throw MemoryError(bytes: bytes) }
    munmap(memory, size)
  }

  /// Memory of so many bytes, at a multiple of 64, to be freed with `free`; nil if there is not so much.
  package static func block(bytes: Int) -> UnsafeMutableRawPointer? {
    Fault.strikes(.memory) ? nil : aligned_alloc(64, (bytes + 63) & ~63)
  }

  /// Memory of so many bytes, all of them 0, to be freed with `free`; nil if there is not so much.
  package static func clearBlock(bytes: Int) -> UnsafeMutableRawPointer? {
    Fault.strikes(.memory) ? nil : calloc(bytes, 1)
  }

  /// Makes sure that there is memory for so many elements of so many bytes, in arrays that grow to them.
  ///
  /// - Throws: `MemoryError` if there is not so much.
  package static func ensure(_ count: Int, of stride: Int) throws(MemoryError) {
    let (bytes, overflows) = count.multipliedReportingOverflow(by: stride)
    // The old elements, and the new ones with as many free.
    let (all, overflowsAgain) = bytes.multipliedReportingOverflow(by: 3)
    try ensure(bytes: overflows || overflowsAgain ? -1 : all)
  }
}
