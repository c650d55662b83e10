// The decode array of an image, at an address that does not change.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The values of each component's least and greatest number.
final class DecodeArray: Sendable {
  private let count: Int
  // Safe because: nothing writes to the memory once the object exists, and it lives as long.
  nonisolated(unsafe) let start: UnsafePointer<CGFloat>

  /// Copies `count` numbers; the caller vouches for them.
  init(_ numbers: UnsafePointer<CGFloat>, count: Int) {
    self.count = count
    let memory = UnsafeMutablePointer<CGFloat>.allocate(capacity: count)
    memory.initialize(from: numbers, count: count)
    start = UnsafePointer(memory)
  }

  var values: [Double] { (0..<count).map { Double(start[$0]) } }

  var isFinite: Bool { values.allSatisfy(\.isFinite) }

  deinit {
    start.deallocate()
  }
}
