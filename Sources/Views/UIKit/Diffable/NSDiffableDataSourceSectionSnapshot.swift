// The items of one section as an outline.
// Licensed under the MIT license; see LICENSE.

/// The items of one section as an outline: items below items, which show where those are expanded.
///
/// An identifier twice, or one that is not there, is a mistake of the program and ends it.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
  private var roots: [ItemIdentifierType] = []
  private var children: [ItemIdentifierType: [ItemIdentifierType]] = [:]
  private var parents: [ItemIdentifierType: ItemIdentifierType] = [:]
  private var known: Set<ItemIdentifierType> = []
  private var expanded: Set<ItemIdentifierType> = []

  /// Creates an empty outline.
  public init() {}

  // MARK: Contents

  /// All items in order, those that do not show as well.
  public var items: [ItemIdentifierType] { walk(roots) { _ in true } }
  /// The items that are below no other.
  public var rootItems: [ItemIdentifierType] { roots }
  /// The items that show, in order.
  public var visibleItems: [ItemIdentifierType] { walk(roots) { expanded.contains($0) } }

  private func walk(
    _ items: [ItemIdentifierType],
    into: (ItemIdentifierType) -> Bool
  ) -> [ItemIdentifierType] {
    var found: [ItemIdentifierType] = []
    var pending = Array(items.reversed())
    while let item = pending.popLast() {
      found.append(item)
      if into(item), let below = children[item] { pending.append(contentsOf: below.reversed()) }
    }
    return found
  }

  /// Whether an item is there.
  public func contains(_ item: ItemIdentifierType) -> Bool { known.contains(item) }

  /// Returns the position of an item among all.
  public func index(of item: ItemIdentifierType) -> Int? { items.firstIndex(of: item) }

  /// Returns the item above one; nil for roots.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? { parents[child] }

  /// Returns the number of items above one.
  public func level(of item: ItemIdentifierType) -> Int {
    var (level, next) = (0, parents[item])
    while let parent = next { (level, next) = (level + 1, parents[parent]) }
    return level
  }

  /// Whether the items below one show.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool { expanded.contains(item) }

  /// Whether an item shows, because all above it are expanded.
  public func isVisible(_ item: ItemIdentifierType) -> Bool {
    guard known.contains(item) else { return false }
    var next = parents[item]
    while let parent = next {
      guard expanded.contains(parent) else { return false }
      next = parents[parent]
    }
    return true
  }

  /// Returns an outline of the items below one.
  public func snapshot(
    of parent: ItemIdentifierType,
    includingParent: Bool = false
  ) -> NSDiffableDataSourceSectionSnapshot {
    check(parent)
    var part = NSDiffableDataSourceSectionSnapshot()
    if includingParent {
      part.append([parent])
      part.add(below: parent, of: self, under: parent)
      if expanded.contains(parent) { part.expanded.insert(parent) }
    } else {
      part.add(below: parent, of: self, under: nil)
    }
    return part
  }

  private mutating func add(
    below item: ItemIdentifierType,
    of other: NSDiffableDataSourceSectionSnapshot,
    under parent: ItemIdentifierType?
  ) {
    let first = other.children[item] ?? []
    append(first, to: parent)
    for next in other.walk(first, into: { _ in true }) {
      if let below = other.children[next], !below.isEmpty { append(below, to: next) }
      if other.expanded.contains(next) { expanded.insert(next) }
    }
  }

  // MARK: Changes

  private func check(_ item: ItemIdentifierType) {
    precondition(
      known.contains(item),
      "NSDiffableDataSourceSectionSnapshot: there is no item \(item)"
    )
  }

  private mutating func note(_ items: [ItemIdentifierType]) {
    precondition(
      Set(items).count == items.count && known.isDisjoint(with: items),
      "NSDiffableDataSourceSectionSnapshot: item identifiers are not unique"
    )
    known.formUnion(items)
  }

  /// Adds items below one; at the end of the roots if none is named.
  public mutating func append(
    _ items: [ItemIdentifierType],
    to parent: ItemIdentifierType? = nil
  ) {
    note(items)
    guard let parent else { return roots += items }
    check(parent)
    children[parent, default: []] += items
    for item in items { parents[item] = parent }
  }

  /// Adds items before one, below the same.
  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    insert(items, beside: item, after: 0)
  }

  /// Adds items after one, below the same.
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    insert(items, beside: item, after: 1)
  }

  private mutating func insert(
    _ items: [ItemIdentifierType],
    beside other: ItemIdentifierType,
    after: Int
  ) {
    check(other)
    note(items)
    let parent = parents[other]
    var siblings = parent.map { children[$0] ?? [] } ?? roots
    let index = (siblings.firstIndex(of: other) ?? siblings.count - 1) + after
    siblings.insert(contentsOf: items, at: index)
    if let parent { children[parent] = siblings } else { roots = siblings }
    for item in items { parents[item] = parent }
  }

  /// Adds an outline below an item; at the end of the roots if none is named.
  public mutating func append(
    _ snapshot: NSDiffableDataSourceSectionSnapshot,
    to parent: ItemIdentifierType? = nil
  ) {
    append(snapshot.roots, to: parent)
    for item in snapshot.items {
      if let below = snapshot.children[item], !below.isEmpty { append(below, to: item) }
      if snapshot.expanded.contains(item) { expanded.insert(item) }
    }
  }

  /// Puts an outline in the place of the items below one.
  public mutating func replace(
    childrenOf parent: ItemIdentifierType,
    using snapshot: NSDiffableDataSourceSectionSnapshot
  ) {
    check(parent)
    delete(children[parent] ?? [])
    append(snapshot, to: parent)
  }

  /// Removes items and those below; items that are not there are passed over.
  public mutating func delete(_ items: [ItemIdentifierType]) {
    let gone = Set(walk(items.filter { known.contains($0) }) { _ in true })
    roots.removeAll { gone.contains($0) }
    for item in gone {
      if let parent = parents[item], !gone.contains(parent) {
        children[parent]?.removeAll { gone.contains($0) }
      }
      children[item] = nil
      parents[item] = nil
    }
    known.subtract(gone)
    expanded.subtract(gone)
  }

  /// Removes all items.
  public mutating func deleteAll() { self = NSDiffableDataSourceSectionSnapshot() }

  /// Shows the items below some.
  public mutating func expand(_ items: [ItemIdentifierType]) {
    for item in items { check(item) }
    expanded.formUnion(items)
  }

  /// Hides the items below some.
  public mutating func collapse(_ items: [ItemIdentifierType]) { expanded.subtract(items) }

  /// The items as an indented list.
  public func visualDescription() -> String {
    items.map { item in
      let sign = children[item]?.isEmpty ?? true ? " " : expanded.contains(item) ? "-" : "+"
      return String(repeating: "  ", count: level(of: item)) + sign + " \(item)"
    }.joined(separator: "\n")
  }
}

extension NSDiffableDataSourceSectionSnapshot: Sendable where ItemIdentifierType: Sendable {}
