// Snapshots, and the data sources that find the changes between them.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import TestRandom
import Testing

@testable import UIKit

@MainActor
@Suite("Diffable data sources", .serialized)
struct DiffableTests {
  typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

  private func path(_ item: Int, _ section: Int = 0) -> IndexPath {
    IndexPath(item: item, section: section)
  }

  private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
    var snapshot = Snapshot()
    for (section, items) in sections {
      snapshot.appendSections([section])
      snapshot.appendItems(items, toSection: section)
    }
    return snapshot
  }

  @Test("Sections and items are added, moved and deleted")
  func edits() {
    var snapshot = snapshot([("a", [1, 2, 3]), ("b", [4, 5])])
    snapshot.insertItems([9], beforeItem: 2)
    snapshot.insertItems([8], afterItem: 5)
    snapshot.moveItem(1, afterItem: 4)
    #expect(snapshot.itemIdentifiers == [9, 2, 3, 4, 1, 5, 8])
    #expect(snapshot.sectionIdentifier(containingItem: 1) == "b")
    #expect(snapshot.indexOfItem(1) == 4)
    snapshot.insertSections(["c"], afterSection: "a")
    snapshot.moveSection("a", afterSection: "b")
    #expect(snapshot.sectionIdentifiers == ["c", "b", "a"])
    snapshot.deleteItems([2, 77])
    snapshot.deleteSections(["b"])
    #expect(snapshot.itemIdentifiers == [9, 3])
    #expect(snapshot.numberOfItems == 2)
    let lines = Diagnostics.lines { snapshot.appendItems([9], toSection: "c") }
    #expect(lines.count == 1)
    #expect(snapshot.itemIdentifiers == [9, 3])
    #expect(snapshot.itemIdentifiers(inSection: "c") == [9])
  }

  @Test("Changes from one snapshot to another lead there, and move as few as can be")
  func changes() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let (old, new) = (arbitrary(&random), arbitrary(&random))
      let update = SnapshotChange(from: old, to: new).update
      let counts = { (snapshot: Snapshot) in
        snapshot.sectionIdentifiers.map { snapshot.numberOfItems(inSection: $0) }
      }
      let mapping = try update.mapping(from: counts(old), to: counts(new))
      let (before, after) = (SnapshotChange.paths(old), SnapshotChange.paths(new))
      for (item, path) in before {
        guard let mapped = mapping.newPath(of: path) else { continue }
        #expect(after[item] == mapped)
      }
    }
    let rotated = SnapshotChange(
      from: snapshot([("a", [1, 2, 3, 4, 5])]),
      to: snapshot([("a", [5, 1, 2, 3, 4])])
    ).update
    #expect(rotated.movedItems.map(\.from) == [path(4)])
    #expect(rotated.movedItems.map(\.to) == [path(0)])
  }

  private func arbitrary(_ random: inout SeededGenerator) -> Snapshot {
    var snapshot = Snapshot()
    let sections = ["a", "b", "c", "d"].shuffled(using: &random).prefix(
      Int.random(in: 0...4, using: &random)
    )
    snapshot.appendSections(Array(sections))
    for item in (0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)) {
      guard let section = sections.randomElement(using: &random) else { break }
      snapshot.appendItems([item], toSection: section)
    }
    return snapshot
  }

  @Test("A collection shows snapshots; reconfigured items keep their cells")
  func collection() {
    let window = makeWindow(CGSize(width: 320, height: 480))
    let layout = UICollectionViewCompositionalLayout.list(
      using: UICollectionLayoutListConfiguration(appearance: .plain)
    )
    let collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    window.addSubview(collection)
    var texts: [Int: String] = [:]
    let row = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, item in
      var content = cell.defaultContentConfiguration()
      content.text = texts[item] ?? "item \(item)"
      cell.contentConfiguration = content
    }
    let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: collection) {
      collection,
      path,
      item in
      collection.dequeueConfiguredReusableCell(using: row, for: path, item: item)
    }
    source.apply(snapshot([("a", [1, 2, 3])]), animatingDifferences: false)
    collection.layoutIfNeeded()
    #expect(collection.visibleCells.count == 3)
    #expect(source.itemIdentifier(for: path(1)) == 2)
    #expect(source.indexPath(for: 3) == path(2))
    let second = collection.cellForItem(at: path(1))
    #expect(second?.frame == CGRect(x: 0, y: 44, width: 320, height: 44))
    var next = snapshot([("a", [3, 2, 7])])
    texts[2] =
      "a text that is so long that it needs two or even three lines of the cell to be shown whole"
    next.reconfigureItems([2])
    source.apply(next, animatingDifferences: false)
    collection.layoutIfNeeded()
    #expect(collection.cellForItem(at: path(1)) === second)
    let shown = second?.contentConfiguration as? UIListContentConfiguration
    #expect(shown?.text == texts[2])
    #expect((second?.frame.height ?? 0) > 60)
    #expect(collection.cellForItem(at: path(2))?.frame.minY == second?.frame.maxY)
    var again = source.snapshot()
    #expect(again.reconfiguredItemIdentifiers.isEmpty)
    again.reloadItems([2])
    source.apply(again, animatingDifferences: false)
    collection.layoutIfNeeded()
    #expect(collection.cellForItem(at: path(1)) !== second)
  }

  @Test("A table shows snapshots")
  func table() {
    let window = makeWindow(CGSize(width: 320, height: 480))
    let table = UITableView(frame: window.bounds)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    window.addSubview(table)
    let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { table, path, item in
      let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
      var content = cell.defaultContentConfiguration()
      content.text = "row \(item)"
      cell.contentConfiguration = content
      return cell
    }
    source.apply(snapshot([("a", [1, 2]), ("b", [3])]), animatingDifferences: false)
    table.layoutIfNeeded()
    #expect(table.numberOfSections == 2)
    let second = table.cellForRow(at: path(1))
    source.apply(snapshot([("b", [3]), ("a", [2, 4])]), animatingDifferences: false)
    table.layoutIfNeeded()
    #expect(table.cellForRow(at: path(0, 1)) === second)
    #expect(table.numberOfRows(inSection: 1) == 2)
    #expect(source.sectionIdentifier(for: 1) == "a")
  }

  @Test("Outlines show what is expanded")
  func outlines() {
    var outline = NSDiffableDataSourceSectionSnapshot<Int>()
    outline.append([1, 2])
    outline.append([10, 11], to: 1)
    outline.append([100], to: 10)
    #expect(outline.items == [1, 10, 100, 11, 2])
    #expect(outline.visibleItems == [1, 2])
    outline.expand([1])
    #expect(outline.visibleItems == [1, 10, 11, 2])
    #expect(outline.level(of: 100) == 2)
    #expect(!outline.isVisible(100))
    #expect(outline.snapshot(of: 1).rootItems == [10, 11])
    outline.insert([12], after: 10)
    outline.delete([10])
    #expect(outline.items == [1, 12, 11, 2])
    let window = makeWindow(CGSize(width: 320, height: 480))
    let collection = UICollectionView(
      frame: window.bounds,
      collectionViewLayout: UICollectionViewCompositionalLayout.list(
        using: UICollectionLayoutListConfiguration(appearance: .sidebar)
      )
    )
    window.addSubview(collection)
    let row = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, _ in
      cell.accessories = [.outlineDisclosure()]
    }
    let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: collection) {
      $0.dequeueConfiguredReusableCell(using: row, for: $1, item: $2)
    }
    source.apply(outline, to: "a", animatingDifferences: false)
    collection.layoutIfNeeded()
    #expect(collection.visibleCells.count == 4)
    UIView.performWithoutAnimation { #expect(source.toggle(1)) }
    collection.layoutIfNeeded()
    #expect(source.snapshot().itemIdentifiers == [1, 2])
    #expect(source.snapshot(for: "a").items == [1, 12, 11, 2])
  }

  @Test("Ten thousand items change in time")
  func many() {
    let old = snapshot([("a", Array(0..<10_000))])
    let new = snapshot([("a", Array((0..<10_000).reversed().filter { $0 % 3 != 0 }))])
    let update = SnapshotChange(from: old, to: new).update
    #expect(update.deletedItems.count == 3_334)
    #expect(update.movedItems.count == 6_665)
  }

  @Test("Configurations follow the state of their cell")
  func configurations() {
    let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 200, height: 44))
    var states: [Bool] = []
    cell.configurationUpdateHandler = { _, state in states.append(state.isSelected) }
    cell.backgroundConfiguration = .listPlainCell()
    cell.layoutIfNeeded()
    cell.isSelected = true
    cell.layoutIfNeeded()
    #expect(states == [false, true])
    #expect(cell.backgroundConfiguration?.backgroundColor == .systemGray4)
    var content = UIListContentConfiguration.valueCell()
    content.text = "Name"
    content.secondaryText = "Value"
    cell.contentConfiguration = content
    cell.layoutIfNeeded()
    let view = cell.contentView
    #expect(view is UIListContentView)
    content.text = "Other"
    cell.contentConfiguration = content
    #expect(cell.contentView === view)
    let labels = view.subviews.compactMap { $0 as? UILabel }
    #expect(labels.map(\.text) == ["Other", "Value"])
    cell.layoutIfNeeded()
    #expect(labels[1].frame.maxX == 184)
    cell.contentConfiguration = nil
    #expect(!(cell.contentView is UIListContentView))
  }
}
