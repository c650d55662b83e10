// Additions to sets of rows for commits and clocks.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

extension PropertySet {
  /// Calls `body` for every member, in the order of the rows.
  func forEach(_ body: (PropertyID) -> Void) {
    for word in 0..<4 {
      var bits = words[word]
      while bits != 0 {
        let number = UInt8(truncatingIfNeeded: word * 64 + bits.trailingZeroBitCount)
        bits &= bits - 1
        if let id = PropertyID(rawValue: number) { body(id) }
      }
    }
  }
}

extension PropertyBag {
  /// Whether one of the rows of a layer's clock has a value.
  var hasClock: Bool {
    keys.contains(.speed) || keys.contains(.beginTime) || keys.contains(.timeOffset)
      || hasActiveTime
  }
}
