// File descriptors that close themselves.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A file descriptor with one owner, closed with the value.
package struct Descriptor: ~Copyable, Sendable {
  package let rawValue: Int32

  /// Takes over an open descriptor.
  package init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Releases the number; the caller closes it.
  package consuming func release() -> Int32 {
    let number = rawValue
    discard self
    return number
  }

  deinit {
    close(rawValue)
  }
}

/// Descriptors that came with a message, in order; unused ones are closed.
package struct ReceivedDescriptors: ~Copyable, Sendable {
  private var numbers: ArraySlice<Int32>

  /// Takes over open descriptors.
  package init(owning numbers: [Int32] = []) {
    self.numbers = numbers[...]
  }

  package var count: Int { numbers.count }

  /// Returns the next descriptor, or nil after the last one.
  package mutating func next() -> Descriptor? {
    guard let number = numbers.popFirst() else { return nil }
    return Descriptor(owning: number)
  }

  deinit {
    for number in numbers { close(number) }
  }
}
