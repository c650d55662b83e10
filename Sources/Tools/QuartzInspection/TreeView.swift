// The rows of the tree that a page shows.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzPlan

/// A row of the tree.
package struct TreeRow: Encodable, Equatable {
  package var id: String
  /// The number of layers above it.
  package var level: Int
  package var name: String
  package var type: String
  /// How many sublayers it has, and whether it has a mask.
  package var children: Int
  package var isOpen: Bool
  package var isMask: Bool
  package var isHidden: Bool
  package var animations: Int
  /// How many layers its superlayer has, and which of them it is, from 1.
  package var size: Int
  package var place: Int
}

/// The part of a tree that a page sees: which layers are open, which fit the search, and the rows
/// that it was sent.
struct TreeView {
  private struct Entry {
    var slot: Int32
    var level: Int32
    var isMask: Bool
    var size: Int32
    var place: Int32
  }

  /// The layers whose sublayers do not show.
  private(set) var closed: Set<LayerID> = []
  private(set) var query = ""
  private var entries: ContiguousArray<Entry> = []
  private var commitCount = -1
  // Whose commits they are.
  private weak var renderer: ContextRenderer?
  // The page was sent these: rows by their places, and the texts of parts.
  private var rows: [Int: TreeRow] = [:]
  private var parts: [String: String] = [:]
  private var toldCount = -1
  /// The number of the last answer.
  private(set) var number = 0

  /// The longest search text, in characters.
  private static let longestQuery = 200

  var count: Int { entries.count }

  mutating func setOpen(_ layer: LayerID, to isOpen: Bool) {
    if isOpen { closed.remove(layer) } else { closed.insert(layer) }
    commitCount = -1
  }

  mutating func search(_ query: String) {
    let query = String(query.prefix(TreeView.longestQuery))
    guard query != self.query else { return }
    self.query = query
    commitCount = -1
  }

  /// Opens all layers above a layer.
  ///
  /// - Returns: The place of its row.
  mutating func reveal(_ slot: Int32, _ renderer: ContextRenderer) -> Int? {
    var above = renderer.tree.parents[Int(slot)]
    var level = 0
    while above >= 0, level <= renderer.tree.limits.depth {
      closed.remove(renderer.tree.ids[Int(above)])
      above = renderer.tree.parents[Int(above)]
      level += 1
    }
    commitCount = -1
    refresh(renderer)
    return entries.firstIndex { $0.slot == slot }
  }

  /// Lists the rows again if the tree may be another one.
  mutating func refresh(_ renderer: ContextRenderer) {
    guard commitCount != renderer.commitCount || self.renderer !== renderer else { return }
    commitCount = renderer.commitCount
    self.renderer = renderer
    let found = query.isEmpty ? nil : TreeView.matches(query, renderer.tree)
    list(renderer.tree, found)
  }

  private mutating func list(_ tree: borrowing LayerTree, _ found: Set<Int32>?) {
    entries.removeAll(keepingCapacity: true)
    guard tree.root >= 0 else { return }
    var stack = [Entry(slot: tree.root, level: 0, isMask: false, size: 1, place: 1)]
    while let entry = stack.popLast() {
      if let found, !found.contains(entry.slot) { continue }
      entries.append(entry)
      // A search shows what it finds, also below layers that are closed.
      if found == nil, closed.contains(tree.ids[Int(entry.slot)]) { continue }
      let children = tree.children[Int(entry.slot)]
      let mask = tree.masks[Int(entry.slot)]
      let size = Int32(children.count + (mask >= 0 ? 1 : 0))
      for (index, child) in children.enumerated().reversed() {
        stack.append(
          Entry(
            slot: child,
            level: entry.level + 1,
            isMask: false,
            size: size,
            place: Int32(index + 1)
          )
        )
      }
      if mask >= 0 {
        stack.append(
          Entry(slot: mask, level: entry.level + 1, isMask: true, size: size, place: size)
        )
      }
    }
  }

  /// The layers whose name, class or number has the text, and those above them.
  private static func matches(_ query: String, _ tree: borrowing LayerTree) -> Set<Int32> {
    let wanted = query.lowercased()
    var found: Set<Int32> = []
    for slot in tree.ids.indices where tree.ids[slot] != .none {
      let name = tree.models[slot].value(.name).string ?? ""
      guard
        name.lowercased().contains(wanted) || tree.ids[slot].text == query
          || tree.classes[slot].publicName.lowercased().contains(wanted)
      else { continue }
      var node = Int32(slot)
      while node >= 0, found.insert(node).inserted { node = tree.parents[Int(node)] }
    }
    return found
  }

  private func row(_ place: Int, _ tree: borrowing LayerTree) -> TreeRow {
    let entry = entries[place]
    let slot = Int(entry.slot)
    let mask = tree.masks[slot] >= 0 ? 1 : 0
    let index = tree.animatedIndex[slot]
    return TreeRow(
      id: tree.ids[slot].text,
      level: Int(entry.level),
      name: String((tree.models[slot].value(.name).string ?? "").prefix(200)),
      type: tree.classes[slot].publicName,
      children: tree.children[slot].count + mask,
      isOpen: !closed.contains(tree.ids[slot]) || !query.isEmpty,
      isMask: entry.isMask,
      isHidden: tree.models[slot].value(.hidden).bool ?? false,
      animations: index < 0 ? 0 : tree.animated[Int(index)].tracks.count,
      size: Int(entry.size),
      place: Int(entry.place)
    )
  }

  // MARK: Differences

  /// Begins an answer to a page that has the answer `have`; any other number forgets what it was
  /// told.
  mutating func begin(have: Int) {
    if have != number || have == 0 {
      rows.removeAll()
      parts.removeAll()
      toldCount = -1
    }
    number += 1
  }

  /// Returns the number of rows if it differs from what the page was sent.
  mutating func changedCount() -> Int? {
    guard toldCount != entries.count else { return nil }
    toldCount = entries.count
    return toldCount
  }

  /// Returns the rows of a range that differ from what the page was sent.
  mutating func changedRows(
    _ range: Range<Int>,
    _ tree: borrowing LayerTree
  ) -> [(place: Int, row: TreeRow)] {
    let range = range.clamped(to: 0..<entries.count)
    var told: [Int: TreeRow] = [:]
    var changed: [(place: Int, row: TreeRow)] = []
    for place in range {
      let row = row(place, tree)
      if rows[place] != row { changed.append((place, row)) }
      told[place] = row
    }
    rows = told
    return changed
  }

  /// Whether the text of a part differs from what the page was sent.
  mutating func isNews(_ part: String, _ text: String) -> Bool {
    guard parts[part] != text else { return false }
    parts[part] = text
    return true
  }

  mutating func forget(_ part: String) { parts[part] = nil }
}
