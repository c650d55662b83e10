// Addresses and handles that several threads have.
// Licensed under the MIT license; see LICENSE.

/// An address, or the handle of a C library, in an object that several threads have.
///
/// The declaration says who may use what lies there, and when.
// Safe because: an address is a number. Reading or writing there is as unsafe as it is with the
// pointer itself, and is the owner's business: it lets nobody write what another thread reads.
package struct SharedPointer<Pointer>: @unchecked Sendable {
  /// The address.
  package let value: Pointer

  @inline(__always)
  package init(_ value: Pointer) { self.value = value }
}
