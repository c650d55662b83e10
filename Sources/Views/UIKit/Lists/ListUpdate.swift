// A group of changes of a list: what is deleted, inserted, moved and loaded again.
// Licensed under the MIT license; see LICENSE.

package import Foundation

/// A group of changes that does not fit the list.
package enum ListUpdateError: Error, Equatable, CustomStringConvertible {
  case noSuchSection(change: String, section: Int, count: Int)
  case noSuchItem(change: String, path: IndexPath, count: Int)
  case sectionCount(after: Int, before: Int, inserted: Int, deleted: Int)
  case itemCount(section: Int, after: Int, before: Int, inserted: Int, deleted: Int, moved: Moves)

  /// The numbers of items that were moved into a section and out of it.
  package struct Moves: Equatable, Sendable {
    var into: Int
    var out: Int

    package init(into: Int, out: Int) {
      self.into = into
      self.out = out
    }
  }

  package var description: String { message(items: "items") }

  /// Returns the text of the error.
  ///
  /// - Parameter items: The plural noun for the items: rows of a table.
  package func message(items: String) -> String {
    /// The list whose sections and items a change names.
    func moment(_ change: String) -> String {
      change.hasPrefix("insert") || change.hasPrefix("move to") ? "after" : "before"
    }
    switch self {
    case .noSuchSection(let change, let section, let count):
      return "cannot \(change) section \(section); the data source has \(count) sections "
        + "\(moment(change)) the update"
    case .noSuchItem(let change, let path, let count):
      return "cannot \(change) \(path); section \(path.section) has \(count) \(items) "
        + "\(moment(change)) the update"
    case .sectionCount(let after, let before, let inserted, let deleted):
      return "the data source has \(after) sections after the update; expected "
        + "\(before + inserted - deleted): \(before) before, \(inserted) inserted, "
        + "\(deleted) deleted"
    case .itemCount(let section, let after, let before, let inserted, let deleted, let moved):
      return "section \(section) has \(after) \(items) after the update; expected "
        + "\(before + inserted - deleted + moved.into - moved.out): \(before) before, "
        + "\(inserted) inserted, \(deleted) deleted, \(moved.into) moved in, "
        + "\(moved.out) moved out"
    }
  }
}

/// The changes between two states of a list.
///
/// Deletions, reloads and the starts of moves count in the state before; insertions and the ends
/// of moves count in the state after.
package struct ListUpdate {
  package var deletedSections = IndexSet()
  package var insertedSections = IndexSet()
  package var reloadedSections = IndexSet()
  package var movedSections: [(from: Int, to: Int)] = []
  package var deletedItems: Set<IndexPath> = []
  package var insertedItems: Set<IndexPath> = []
  package var reloadedItems: Set<IndexPath> = []
  package var movedItems: [(from: IndexPath, to: IndexPath)] = []

  package init() {}

  package var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty
      && movedSections.isEmpty && deletedItems.isEmpty && insertedItems.isEmpty
      && reloadedItems.isEmpty && movedItems.isEmpty
  }

  /// Returns where everything goes.
  ///
  /// - Parameters:
  ///   - old: The numbers of items of the sections before.
  ///   - new: The numbers after.
  /// - Throws: `ListUpdateError` if the changes do not lead from one to the other.
  package func mapping(from old: [Int], to new: [Int]) throws(ListUpdateError) -> ListMapping {
    try checkSections(old: old.count, new: new.count)
    try checkItems(old: old, new: new)
    return ListMapping(self, old: old, new: new)
  }

  private func checkSections(old: Int, new: Int) throws(ListUpdateError) {
    func check(_ sections: IndexSet, _ change: String, _ count: Int) throws(ListUpdateError) {
      guard let section = sections.first(where: { $0 >= count }) else { return }
      throw .noSuchSection(change: change, section: section, count: count)
    }
    try check(deletedSections, "delete", old)
    try check(reloadedSections, "reload", old)
    try check(insertedSections, "insert", new)
    for (from, to) in movedSections {
      guard from >= 0, from < old else {
        throw .noSuchSection(change: "move", section: from, count: old)
      }
      guard to >= 0, to < new else {
        throw .noSuchSection(change: "move to", section: to, count: new)
      }
    }
    let inserted = insertedSections.count
    let deleted = deletedSections.count
    guard new == old + inserted - deleted else {
      throw .sectionCount(after: new, before: old, inserted: inserted, deleted: deleted)
    }
  }

  private func checkItems(old: [Int], new: [Int]) throws(ListUpdateError) {
    func check(_ path: IndexPath, _ change: String, _ counts: [Int]) throws(ListUpdateError) {
      guard counts.indices.contains(path.section) else {
        throw .noSuchSection(change: change + " in", section: path.section, count: counts.count)
      }
      let count = counts[path.section]
      guard path.count == 2, path.item >= 0, path.item < count else {
        throw .noSuchItem(change: change, path: path, count: count)
      }
    }
    for path in deletedItems { try check(path, "delete", old) }
    for path in reloadedItems { try check(path, "reload", old) }
    for path in insertedItems { try check(path, "insert", new) }
    for (from, to) in movedItems {
      try check(from, "move", old)
      try check(to, "move to", new)
    }
    let map = IndexMap(
      removed: deletedSections.union(IndexSet(movedSections.map(\.from))),
      added: insertedSections.union(IndexSet(movedSections.map(\.to))),
      moves: Dictionary(movedSections, uniquingKeysWith: { first, _ in first })
    )
    for section in old.indices where !reloadedSections.contains(section) {
      guard let after = map.new(of: section), new.indices.contains(after) else { continue }
      try checkCount(section: section, after: after, old: old[section], new: new[after])
    }
  }

  private func checkCount(section: Int, after: Int, old: Int, new: Int) throws(ListUpdateError) {
    let inserted = insertedItems.count { $0.section == after }
    let deleted = deletedItems.count { $0.section == section }
    let moves = ListUpdateError.Moves(
      into: movedItems.count { $0.to.section == after },
      out: movedItems.count { $0.from.section == section }
    )
    guard new == old + inserted - deleted + moves.into - moves.out else {
      throw .itemCount(
        section: after,
        after: new,
        before: old,
        inserted: inserted,
        deleted: deleted,
        moved: moves
      )
    }
  }
}

/// Where the numbers of a row of things go, when some are removed and others added.
struct IndexMap {
  /// The removed numbers of the state before, in order.
  private let removed: IndexSet
  /// The added numbers of the state after, in order.
  private let added: IndexSet
  private let moves: [Int: Int]

  init(removed: IndexSet, added: IndexSet, moves: [Int: Int] = [:]) {
    self.removed = removed
    self.added = added
    self.moves = moves
  }

  /// Returns the number after the change, or nil if the thing was removed.
  func new(of old: Int) -> Int? {
    if let moved = moves[old] { return moved }
    guard !removed.contains(old) else { return nil }
    var index = old - removed.count(in: 0..<max(old, 0))
    for range in added.rangeView {
      guard range.lowerBound <= index else { break }
      index += range.count
    }
    return index
  }
}

/// Where the items of a list go in a group of changes.
package struct ListMapping {
  private let sections: IndexMap
  // By the section's number before.
  private var items: [Int: IndexMap] = [:]
  private let movedItems: [IndexPath: IndexPath]
  private let counts: [Int]
  /// The items that are loaded again, by their paths before.
  package let reloadedItems: Set<IndexPath>
  package let reloadedSections: IndexSet

  init(_ update: ListUpdate, old: [Int], new: [Int]) {
    sections = IndexMap(
      removed: update.deletedSections.union(IndexSet(update.movedSections.map(\.from))),
      added: update.insertedSections.union(IndexSet(update.movedSections.map(\.to))),
      moves: Dictionary(update.movedSections, uniquingKeysWith: { first, _ in first })
    )
    counts = new
    reloadedItems = update.reloadedItems
    reloadedSections = update.reloadedSections
    movedItems = Dictionary(update.movedItems, uniquingKeysWith: { first, _ in first })
    var removed: [Int: IndexSet] = [:]
    var added: [Int: IndexSet] = [:]
    for path in update.deletedItems { removed[path.section, default: []].insert(path.item) }
    for path in update.movedItems.map(\.from) {
      removed[path.section, default: []].insert(path.item)
    }
    for path in update.insertedItems { added[path.section, default: []].insert(path.item) }
    for path in update.movedItems.map(\.to) { added[path.section, default: []].insert(path.item) }
    guard !removed.isEmpty || !added.isEmpty else { return }
    for section in old.indices {
      guard let after = sections.new(of: section) else { continue }
      guard removed[section] != nil || added[after] != nil else { continue }
      items[section] = IndexMap(removed: removed[section] ?? [], added: added[after] ?? [])
    }
  }

  /// Returns the section's number after the changes, or nil if it was deleted.
  package func newSection(of section: Int) -> Int? { sections.new(of: section) }

  /// Returns the path after the changes, or nil if the item was deleted.
  package func newPath(of path: IndexPath) -> IndexPath? {
    if let moved = movedItems[path] { return moved }
    guard let section = sections.new(of: path.section), counts.indices.contains(section) else {
      return nil
    }
    guard let item = items[path.section].map({ $0.new(of: path.item) }) ?? path.item,
      item >= 0, item < counts[section]
    else { return nil }
    return IndexPath(item: item, section: section)
  }
}
