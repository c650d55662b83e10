// The tree as lines, for tools without a page.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

extension Inspection {
  /// Returns rows of the tree, a line each: two blanks a level, the class, the name, the number.
  ///
  /// - Parameters:
  ///   - query: A part of a name or a class, or a number; empty for all layers.
  ///   - first: The first row.
  ///   - count: The most rows.
  package func layerLines(query: String, first: Int, count: Int) -> [String] {
    var view = TreeView()
    view.begin(have: 0)
    view.search(query)
    view.refresh(renderer)
    guard first < view.count else { return [] }
    let end = first + min(max(count, 0), view.count - first)
    return view.changedRows(first..<end, tree).map { _, row in
      var words = [row.type, row.name]
      if row.isMask { words.append("[mask]") }
      if row.isHidden { words.append("[hidden]") }
      if row.animations > 0 { words.append("{\(row.animations) animations}") }
      words.append("@\(row.id)")
      return String(repeating: "  ", count: row.level) + words.joined(separator: " ")
    }
  }
}
