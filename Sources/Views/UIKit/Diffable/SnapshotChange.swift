// The changes from one snapshot to another.
// Licensed under the MIT license; see LICENSE.
//
// Sections and items that keep their order among those that stay are not moved: the longest row of
// numbers that grows stays, the others move. An item that goes between sections of which one is new
// or gone leaves here and comes there.

import Foundation

/// The changes from one snapshot to another, and the paths of items.
struct SnapshotChange<Section: Hashable, Item: Hashable> {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Section, Item>

  private(set) var update = ListUpdate()
  /// Paths, in the new state, of items whose cells are filled again.
  private(set) var reconfigured: [IndexPath] = []

  init(from old: Snapshot, to new: Snapshot) {
    let oldSections = old.sectionIdentifiers
    let newSections = new.sectionIdentifiers
    let oldIndex = Dictionary(uniqueKeysWithValues: zip(oldSections, 0...))
    let newIndex = Dictionary(uniqueKeysWithValues: zip(newSections, 0...))
    for (section, index) in oldIndex where newIndex[section] == nil {
      update.deletedSections.insert(index)
    }
    for (section, index) in newIndex where oldIndex[section] == nil {
      update.insertedSections.insert(index)
    }
    let staying = newSections.filter { oldIndex[$0] != nil }
    let kept = Self.kept(staying.map { oldIndex[$0] ?? 0 })
    for (offset, section) in staying.enumerated() where !kept.contains(offset) {
      if let from = oldIndex[section], let to = newIndex[section] {
        update.movedSections.append((from, to))
      }
    }
    let oldPaths = Self.paths(old)
    addItems(old, new, oldPaths, oldIndex)
    let newPaths = Self.paths(new)
    for section in new.reloadedSectionIdentifiers {
      if let index = oldIndex[section] { update.reloadedSections.insert(index) }
    }
    for item in new.reloadedItemIdentifiers {
      if let path = oldPaths[item], newPaths[item] != nil, !update.deletedItems.contains(path) {
        update.reloadedItems.insert(path)
      }
    }
    reconfigured = new.reconfiguredItemIdentifiers.compactMap { newPaths[$0] }
  }

  static func paths(_ snapshot: Snapshot) -> [Item: IndexPath] {
    var paths: [Item: IndexPath] = [:]
    paths.reserveCapacity(snapshot.numberOfItems)
    for (section, identifier) in snapshot.sectionIdentifiers.enumerated() {
      for (item, name) in snapshot.itemIdentifiers(inSection: identifier).enumerated() {
        paths[name] = IndexPath(item: item, section: section)
      }
    }
    return paths
  }

  private mutating func addItems(
    _ old: Snapshot,
    _ new: Snapshot,
    _ oldPaths: [Item: IndexPath],
    _ oldIndex: [Section: Int]
  ) {
    var stays: Set<Item> = []
    for (index, section) in new.sectionIdentifiers.enumerated() {
      guard let before = oldIndex[section] else { continue }
      let items = new.itemIdentifiers(inSection: section)
      var common: [(item: Int, from: Int)] = []
      for (number, item) in items.enumerated() {
        let path = IndexPath(item: number, section: index)
        guard let from = oldPaths[item] else {
          update.insertedItems.insert(path)
          continue
        }
        if from.section == before {
          common.append((number, from.item))
          stays.insert(item)
        } else if update.deletedSections.contains(from.section) {
          update.insertedItems.insert(path)
        } else {
          update.movedItems.append((from, path))
          stays.insert(item)
        }
      }
      let kept = Self.kept(common.map(\.from))
      for (offset, place) in common.enumerated() where !kept.contains(offset) {
        update.movedItems.append(
          (
            IndexPath(item: place.from, section: before),
            IndexPath(item: place.item, section: index)
          )
        )
      }
    }
    for (item, path) in oldPaths
    where !update.deletedSections.contains(path.section) && !stays.contains(item) {
      update.deletedItems.insert(path)
    }
  }

  /// The offsets of a longest row of growing numbers.
  static func kept(_ numbers: [Int]) -> Set<Int> {
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (offset, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[offset] = ends[low - 1] }
      if low == ends.count { ends.append(offset) } else { ends[low] = offset }
    }
    var kept: Set<Int> = []
    var next = ends.last ?? -1
    while next >= 0 {
      kept.insert(next)
      next = before[next]
    }
    return kept
  }
}

extension NSDiffableDataSourceSnapshot {
  /// The section of a number; nil if there is none.
  func section(at index: Int) -> SectionIdentifierType? {
    let sections = sectionIdentifiers
    return sections.indices.contains(index) ? sections[index] : nil
  }

  /// The item of a path; nil if there is none.
  func item(at path: IndexPath) -> ItemIdentifierType? {
    guard path.count == 2, let section = section(at: path.section) else { return nil }
    let items = itemIdentifiers(inSection: section)
    return items.indices.contains(path.item) ? items[path.item] : nil
  }

  /// The path of an item; nil if it is not there.
  func path(of item: ItemIdentifierType) -> IndexPath? {
    guard let section = sectionIdentifier(containingItem: item),
      let index = indexOfSection(section),
      let number = itemIdentifiers(inSection: section).firstIndex(of: item)
    else { return nil }
    return IndexPath(item: number, section: index)
  }

  /// The number of items of the section of a number; 0 if there is none.
  func itemCount(at index: Int) -> Int {
    section(at: index).map { numberOfItems(inSection: $0) } ?? 0
  }
}

/// The outlines of sections that have one.
struct SectionOutlines<Section: Hashable, Item: Hashable> {
  var outlines: [Section: NSDiffableDataSourceSectionSnapshot<Item>] = [:]

  /// The outline of a section: its own, or a list of its items.
  func outline(
    of section: Section,
    in snapshot: NSDiffableDataSourceSnapshot<Section, Item>
  ) -> NSDiffableDataSourceSectionSnapshot<Item> {
    var plain = NSDiffableDataSourceSectionSnapshot<Item>()
    guard snapshot.indexOfSection(section) != nil else { return plain }
    let items = snapshot.itemIdentifiers(inSection: section)
    if let own = outlines[section], own.visibleItems == items { return own }
    plain.append(items)
    return plain
  }
}
