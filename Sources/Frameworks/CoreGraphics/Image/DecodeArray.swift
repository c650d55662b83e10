// The decode array of an image, at an address that does not change.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzSharing

/// The values of each component's least and greatest number.
final class DecodeArray: Sendable {
  private let count: Int
  // Nothing writes to the memory once the object exists, and it lives as long.
  private let sharedStart: SharedPointer<UnsafePointer<CGFloat>>
  var start: UnsafePointer<CGFloat> { sharedStart.value }

  /// Copies `count` numbers; the caller vouches for them.
  init(_ numbers: UnsafePointer<CGFloat>, count: Int) {
    self.count = count
    let memory = UnsafeMutablePointer<CGFloat>.allocate(capacity: count)
    memory.initialize(from: numbers, count: count)
    sharedStart = SharedPointer(UnsafePointer(memory))
  }

  var values: [Double] { (0..<count).map { Double(start[$0]) } }

  var isFinite: Bool { values.allSatisfy(\.isFinite) }

  deinit {
    start.deallocate()
  }
}
