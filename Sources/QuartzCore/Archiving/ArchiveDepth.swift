// The depth limit of archives.
// Licensed under the MIT license; see LICENSE.
//
// Foundation reads archives by recursion. An object that contains itself, or a chain without end,
// would overflow the stack. So each thread counts the values that it is inside of.

import Foundation

/// A level inside an archive that is being read.
struct ArchiveDepth {
  /// The maximum nesting of values; a layer and the list of its sublayers are three.
  ///
  /// A test writes and reads a tree of 200 levels on a thread of 2 MiB; reading takes 5 KiB a
  /// level.
  static let limit = 640

  private static let key = "QuartzCore.ArchiveDepth"
  private let depth: Int

  /// Enters a level; nil at the limit.
  static func enter() -> ArchiveDepth? {
    let depth = Thread.current.threadDictionary[key] as? Int ?? 0
    guard depth < limit else { return nil }
    Thread.current.threadDictionary[key] = depth + 1
    return ArchiveDepth(depth: depth)
  }

  func leave() {
    Thread.current.threadDictionary[Self.key] = depth
  }
}
