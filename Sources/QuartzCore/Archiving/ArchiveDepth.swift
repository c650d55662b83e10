// How deep archives may be.
// Licensed under the MIT license; see LICENSE.
//
// Foundation reads archives by recursion. An object that contains itself, or a chain without end,
// would overflow the stack; so each thread counts how many values it is inside of.

import Foundation

/// A place inside of an archive that is being read.
struct ArchiveDepth {
  /// The most values inside one another; a layer and the list of its sublayers are three.
  ///
  /// A tree of 200 levels is written and read on a thread of 2 MiB, which a test does;
  /// reading takes 5 KiB a level.
  static let limit = 640

  private static let key = "QuartzCore.ArchiveDepth"
  private let depth: Int

  /// Nil at the limit.
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
