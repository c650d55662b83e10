// The sections and items of a list at one time.
// Licensed under the MIT license; see LICENSE.

/// The sections and items of a list at one time, by identifiers that are unique.
///
///     var snapshot = NSDiffableDataSourceSnapshot<Section, Contact.ID>()
///     snapshot.appendSections([.friends])
///     snapshot.appendItems(contacts.map(\.id))
///     dataSource.apply(snapshot)
///
/// Items that are added although the snapshot has them move to the new place, with a report. An
/// identifier twice in one call, or one that is not there, is a mistake of the program and ends it.
public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
> {
  private var sections: [SectionIdentifierType] = []
  private var items: [SectionIdentifierType: [ItemIdentifierType]] = [:]
  private var owners: [ItemIdentifierType: SectionIdentifierType] = [:]

  /// The sections that are loaded again, in order of the calls.
  public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []
  /// The items that get other cells, in order of the calls.
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
  /// The items whose cells are filled again, in order of the calls.
  public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

  /// Creates an empty snapshot.
  public init() {}

  // MARK: Contents

  /// The number of items of all sections.
  public var numberOfItems: Int { owners.count }
  /// The number of sections.
  public var numberOfSections: Int { sections.count }
  /// The sections in order.
  public var sectionIdentifiers: [SectionIdentifierType] { sections }
  /// The items of all sections in order.
  public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap { items[$0] ?? [] } }

  /// Returns the number of items of a section.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    listed(identifier).count
  }

  /// Returns the items of a section in order.
  public func itemIdentifiers(
    inSection identifier: SectionIdentifierType
  ) -> [ItemIdentifierType] { listed(identifier) }

  /// Returns the section of an item; nil if the item is not there.
  public func sectionIdentifier(
    containingItem identifier: ItemIdentifierType
  ) -> SectionIdentifierType? { owners[identifier] }

  /// Returns the position of an item among those of all sections; nil if it is not there.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    guard let owner = owners[identifier] else { return nil }
    var before = 0
    for section in sections {
      if section == owner {
        return items[section]?.firstIndex(of: identifier).map { before + $0 }
      }
      before += items[section]?.count ?? 0
    }
    return nil
  }

  /// Returns the position of a section; nil if it is not there.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sections.firstIndex(of: identifier)
  }

  // MARK: Items

  /// Adds items at the end of a section; of the last one if none is named.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType],
    toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    guard let section = sectionIdentifier ?? sections.last else {
      preconditionFailure(
        "NSDiffableDataSourceSnapshot: there are currently no sections; append a section before items"
      )
    }
    take(identifiers)
    insert(identifiers, into: section, at: listed(section).count)
  }

  /// Adds items before one.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType],
    beforeItem beforeIdentifier: ItemIdentifierType
  ) { insert(identifiers, beside: beforeIdentifier, after: 0) }

  /// Adds items after one.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType],
    afterItem afterIdentifier: ItemIdentifierType
  ) { insert(identifiers, beside: afterIdentifier, after: 1) }

  /// Removes items; those that are not there are passed over.
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    let gone = Set(identifiers)
    let touched = Set(gone.compactMap { owners[$0] })
    for section in touched { items[section]?.removeAll { gone.contains($0) } }
    for item in gone { owners[item] = nil }
  }

  /// Removes all items and sections.
  public mutating func deleteAllItems() {
    sections = []
    items = [:]
    owners = [:]
  }

  /// Moves an item before another.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType,
    beforeItem toIdentifier: ItemIdentifierType
  ) { move(identifier, beside: toIdentifier, after: 0) }

  /// Moves an item after another.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType,
    afterItem toIdentifier: ItemIdentifierType
  ) { move(identifier, beside: toIdentifier, after: 1) }

  /// Gives items other cells.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    for item in identifiers { _ = owner(of: item) }
    reloadedItemIdentifiers += identifiers
  }

  /// Fills the cells of items again.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    for item in identifiers { _ = owner(of: item) }
    reconfiguredItemIdentifiers += identifiers
  }

  // MARK: Sections

  /// Adds sections at the end.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    insert(identifiers, at: sections.count)
  }

  /// Adds sections before one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType],
    beforeSection toIdentifier: SectionIdentifierType
  ) { insert(identifiers, at: index(of: toIdentifier)) }

  /// Adds sections after one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType],
    afterSection toIdentifier: SectionIdentifierType
  ) { insert(identifiers, at: index(of: toIdentifier) + 1) }

  /// Removes sections and their items; those that are not there are passed over.
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    for section in Set(identifiers) {
      for item in items[section] ?? [] { owners[item] = nil }
      items[section] = nil
    }
    let gone = Set(identifiers)
    sections.removeAll { gone.contains($0) }
  }

  /// Moves a section before another.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType,
    beforeSection toIdentifier: SectionIdentifierType
  ) { move(identifier, beside: toIdentifier, after: 0) }

  /// Moves a section after another.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType,
    afterSection toIdentifier: SectionIdentifierType
  ) { move(identifier, beside: toIdentifier, after: 1) }

  /// Gives all items of sections other cells.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    for section in identifiers { _ = index(of: section) }
    reloadedSectionIdentifiers += identifiers
  }

  // MARK: Parts

  private func listed(_ section: SectionIdentifierType) -> [ItemIdentifierType] {
    guard let found = items[section] else {
      preconditionFailure("NSDiffableDataSourceSnapshot: there is no section \(section)")
    }
    return found
  }

  private func index(of section: SectionIdentifierType) -> Int {
    guard let index = sections.firstIndex(of: section) else {
      preconditionFailure("NSDiffableDataSourceSnapshot: there is no section \(section)")
    }
    return index
  }

  private func owner(of item: ItemIdentifierType) -> SectionIdentifierType {
    guard let owner = owners[item] else {
      preconditionFailure("NSDiffableDataSourceSnapshot: there is no item \(item)")
    }
    return owner
  }

  private func position(of item: ItemIdentifierType) -> (SectionIdentifierType, Int) {
    let owner = owner(of: item)
    guard let index = items[owner]?.firstIndex(of: item) else {
      preconditionFailure("NSDiffableDataSourceSnapshot: there is no item \(item)")
    }
    return (owner, index)
  }

  /// Takes items that are there already out of their place.
  private mutating func take(_ identifiers: [ItemIdentifierType]) {
    precondition(
      Set(identifiers).count == identifiers.count,
      "NSDiffableDataSourceSnapshot: the supplied item identifiers are not unique"
    )
    let there = identifiers.filter { owners[$0] != nil }
    guard !there.isEmpty else { return }
    Diagnostics.report(
      "UIKit: NSDiffableDataSourceSnapshot: \(there.count) items that are added are in the snapshot "
        + "already; they move to the new place"
    )
    deleteItems(there)
  }

  private mutating func insert(
    _ identifiers: [ItemIdentifierType],
    into section: SectionIdentifierType,
    at index: Int
  ) {
    items[section]?.insert(contentsOf: identifiers, at: index)
    for item in identifiers { owners[item] = section }
  }

  private mutating func insert(
    _ identifiers: [ItemIdentifierType],
    beside other: ItemIdentifierType,
    after: Int
  ) {
    precondition(
      !identifiers.contains(other),
      "NSDiffableDataSourceSnapshot: the item \(other) is inserted beside itself"
    )
    take(identifiers)
    let (section, index) = position(of: other)
    insert(identifiers, into: section, at: index + after)
  }

  private mutating func move(
    _ identifier: ItemIdentifierType,
    beside other: ItemIdentifierType,
    after: Int
  ) {
    _ = owner(of: identifier)
    guard identifier != other else { return }
    deleteItems([identifier])
    let (section, index) = position(of: other)
    insert([identifier], into: section, at: index + after)
  }

  private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
    precondition(
      Set(identifiers).count == identifiers.count && !identifiers.contains { items[$0] != nil },
      "NSDiffableDataSourceSnapshot: section identifiers are not unique"
    )
    sections.insert(contentsOf: identifiers, at: index)
    for section in identifiers { items[section] = [] }
  }

  private mutating func move(
    _ identifier: SectionIdentifierType,
    beside other: SectionIdentifierType,
    after: Int
  ) {
    let old = index(of: identifier)
    guard identifier != other else { return }
    sections.remove(at: old)
    sections.insert(identifier, at: index(of: other) + after)
  }

  /// Puts other items into a section.
  mutating func replaceItems(of section: SectionIdentifierType, by new: [ItemIdentifierType]) {
    deleteItems(listed(section))
    take(new)
    insert(new, into: section, at: 0)
  }

  /// Forgets what is loaded again.
  mutating func settle() {
    reloadedSectionIdentifiers = []
    reloadedItemIdentifiers = []
    reconfiguredItemIdentifiers = []
  }
}

extension NSDiffableDataSourceSnapshot: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
