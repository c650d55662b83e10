// The check that there is memory for a growing collection.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// An error for missing memory.
package struct MemoryError: Error, Equatable, Sendable {
  /// The bytes that were needed.
  package var bytes: Int

  package init(bytes: Int) {
    self.bytes = bytes
  }
}

/// Checks for memory before arrays and dictionaries allocate it, since they end the process on
/// failure.
package enum MemoryProbe {
  /// The bytes that must stay free, for the parts that an estimate omits and for other threads.
  package static let reserve = 16 << 20

  /// Smaller requests are not checked; the reserve of the next large one covers many of them.
  package static let smallest = 64 << 10

  /// Makes sure that a number of bytes can be allocated now.
  ///
  /// The probe allocates address space and frees it untouched, which takes microseconds. It finds
  /// limits of the process (`RLIMIT_AS`) and of a machine that promises no more memory than it has;
  /// a machine that promises more, and a control group, say nothing until pages are touched.
  ///
  /// - Parameter bytes: An upper estimate. Arrays that grow hold the old elements and twice as many
  ///   new ones for a moment.
  /// - Throws: `MemoryError` if there is less memory, and for invalid sizes.
  package static func ensure(bytes: Int) throws(MemoryError) {
    if bytes < smallest, bytes >= 0 { return }
    let (size, overflows) = bytes.addingReportingOverflow(reserve)
    guard bytes >= 0, !overflows, !Fault.strikes(.memory) else { throw MemoryError(bytes: bytes) }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
    else { throw MemoryError(bytes: bytes) }
    munmap(memory, size)
  }

  /// Allocates memory at a multiple of 64, to be freed with `free`; nil if there is too little.
  package static func block(bytes: Int) -> UnsafeMutableRawPointer? {
    Fault.strikes(.memory) ? nil : aligned_alloc(64, (bytes + 63) & ~63)
  }

  /// Allocates zeroed memory, to be freed with `free`; nil if there is too little.
  package static func clearBlock(bytes: Int) -> UnsafeMutableRawPointer? {
    Fault.strikes(.memory) ? nil : calloc(bytes, 1)
  }

  /// Makes sure that there is memory for an array that grows to `count` elements of `stride` bytes.
  ///
  /// - Throws: `MemoryError` if there is less memory.
  package static func ensure(_ count: Int, of stride: Int) throws(MemoryError) {
    let (bytes, overflows) = count.multipliedReportingOverflow(by: stride)
    // The old elements, plus the new storage with as many free elements.
    let (all, overflowsAgain) = bytes.multipliedReportingOverflow(by: 3)
    try ensure(bytes: overflows || overflowsAgain ? -1 : all)
  }
}
