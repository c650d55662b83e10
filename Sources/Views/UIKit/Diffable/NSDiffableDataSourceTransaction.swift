// The changes of a snapshot by a finger that took an item to another place.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The changes of a section by a finger.
public struct NSDiffableDataSourceSectionTransaction<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
> {
  /// The section.
  public let sectionIdentifier: SectionIdentifierType
  /// The items before.
  public let initialSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The items after.
  public let finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The changes between them.
  public let difference: CollectionDifference<ItemIdentifierType>
}

/// The changes of a snapshot by a finger that took an item to another place.
public struct NSDiffableDataSourceTransaction<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
> {
  /// The snapshot before.
  public let initialSnapshot:
    NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The snapshot after.
  public let finalSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The changes between the items of both.
  public let difference: CollectionDifference<ItemIdentifierType>
  /// The changes of the sections concerned.
  public let sectionTransactions:
    [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]

  /// The move of an item; nil for paths that do not exist.
  init?(
    moving source: IndexPath,
    to target: IndexPath,
    in snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) {
    guard let item = snapshot.item(at: source), let from = snapshot.section(at: source.section),
      target.count == 2, let section = snapshot.section(at: target.section)
    else { return nil }
    var others = snapshot.itemIdentifiers(inSection: section)
    others.removeAll { $0 == item }
    guard (0...others.count).contains(target.item) else { return nil }
    var after = snapshot
    if from != section {
      after.deleteItems([item])
      after.appendItems([item], toSection: section)
    }
    others.insert(item, at: target.item)
    after.replaceItems(of: section, by: others)
    initialSnapshot = snapshot
    finalSnapshot = after
    difference = after.itemIdentifiers.difference(from: snapshot.itemIdentifiers).inferringMoves()
    sectionTransactions = (from == section ? [section] : [from, section]).map { section in
      let old = snapshot.itemIdentifiers(inSection: section)
      let new = after.itemIdentifiers(inSection: section)
      var (initial, final) = (
        NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>(),
        NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>()
      )
      initial.append(old)
      final.append(new)
      return NSDiffableDataSourceSectionTransaction(
        sectionIdentifier: section,
        initialSnapshot: initial,
        finalSnapshot: final,
        difference: new.difference(from: old).inferringMoves()
      )
    }
  }
}
