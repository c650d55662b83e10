// The depth limit of archives.
// Licensed under the MIT license; see LICENSE.
//
// Foundation reads and writes archives by recursion. An object that contains itself, or a chain
// without end, would take all memory; so each thread counts how many values it is inside of.

import Foundation

/// A place inside of an archive that is being read or written.
struct ArchiveDepth {
  /// The maximum nesting of values; a layer and the list of its sublayers are three.
  ///
  /// So there may be `levels` of layers, with some values in the last.
  static let limit = 3 * levels + 64

  /// The most layers inside one another: as many as are drawn.
  static let levels = 512

  private static let key = "QuartzCore.ArchiveDepth"
  private let depth: Int

  /// Enters a level; nil at the limit.
  static func enter() -> ArchiveDepth? {
    let depth = Thread.current.threadDictionary[key] as? Int ?? 0
    guard depth < limit else { return nil }
    Thread.current.threadDictionary[key] = depth + 1
    return ArchiveDepth(depth: depth)
  }

  /// Counts a value more while a body runs, on as much stack as it takes; nil at the limit, or
  /// without memory for the stack.
  static func inside<Value>(_ body: @escaping () -> Value) -> Value? {
    guard let depth = enter() else { return nil }
    defer { depth.leave() }
    return DeepStack.call(body)
  }

  func leave() {
    Thread.current.threadDictionary[Self.key] = depth
  }
}
