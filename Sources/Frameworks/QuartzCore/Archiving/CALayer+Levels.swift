// How deep trees are.
// Licensed under the MIT license; see LICENSE.

extension CALayer {
  /// The most layers inside one another that archives can have.
  package static let mostArchivedLevels = ArchiveDepth.levels

  /// How many layers are inside one another, this one and masks among them.
  ///
  /// - Returns: Nil if there are more than `limit`.
  package final func levelCount(upTo limit: Int) -> Int? {
    var deepest = 0
    var stack: [(layer: CALayer, level: Int)] = [(self, 1)]
    while let (layer, level) = stack.popLast() {
      guard level <= limit else { return nil }
      deepest = max(deepest, level)
      for below in layer.sublayers ?? [] { stack.append((below, level + 1)) }
      if let mask = layer.mask { stack.append((mask, level + 1)) }
    }
    return deepest
  }
}
