// How many contexts of extended range there are.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// Counts for one as long as it is there.
final class ExtendedMark: Sendable {
  fileprivate static let count = Atomic<Int>(0)

  init() { ExtendedMark.count.add(1, ordering: .relaxed) }

  deinit { ExtendedMark.count.subtract(1, ordering: .relaxed) }
}

extension CAContext {
  /// How many contexts of this process have outputs of extended range; any thread may ask.
  package static var extendedCount: Int { ExtendedMark.count.load(ordering: .relaxed) }
}
