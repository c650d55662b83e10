// Drags in tables and collections, and moves of items by the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

/// A list of names that drags them, takes them, and moves them.
@MainActor
private class Names: UITableViewDataSource, UITableViewDragDelegate, UICollectionViewDataSource,
  UICollectionViewDelegate, UICollectionViewDragDelegate
{
  var names = ["a", "b", "c", "d"]
  var calls: [String] = []
  var canMove = true

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    names.count
  }
  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
    cell.accessibilityLabel = names[path.row]
    return cell
  }
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { canMove }
  func tableView(
    _ tableView: UITableView,
    moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    calls.append("move \(sourceIndexPath.row) \(destinationIndexPath.row)")
    names.insert(names.remove(at: sourceIndexPath.row), at: destinationIndexPath.row)
  }
  func tableView(
    _ tableView: UITableView,
    itemsForBeginning session: any UIDragSession,
    at indexPath: IndexPath
  ) -> [UIDragItem] { [item(indexPath.row)] }

  private func item(_ number: Int) -> UIDragItem {
    UIDragItem(itemProvider: NSItemProvider(object: names[number] as NSString))
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  { names.count }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    cell.accessibilityLabel = names[path.item]
    return cell
  }
  func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath)
    -> Bool
  { canMove }
  func collectionView(
    _ collectionView: UICollectionView,
    moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    calls.append("move \(sourceIndexPath.item) \(destinationIndexPath.item)")
    names.insert(names.remove(at: sourceIndexPath.item), at: destinationIndexPath.item)
  }
  func collectionView(
    _ collectionView: UICollectionView,
    targetIndexPathForMoveFromItemAt currentIndexPath: IndexPath,
    toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath {
    // Nothing goes to the front.
    proposedIndexPath.item == 0 ? currentIndexPath : proposedIndexPath
  }
  func collectionView(
    _ collectionView: UICollectionView,
    itemsForBeginning session: any UIDragSession,
    at indexPath: IndexPath
  ) -> [UIDragItem] { [item(indexPath.item)] }
}

/// Takes names from elsewhere.
@MainActor
private final class Taker: Names, UITableViewDropDelegate, UICollectionViewDropDelegate {
  var operation = UIDropOperation.copy
  var destinations: [IndexPath?] = []

  func tableView(
    _ tableView: UITableView,
    dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal {
    UITableViewDropProposal(operation: operation, intent: .insertAtDestinationIndexPath)
  }
  func tableView(
    _ tableView: UITableView,
    performDropWith coordinator: any UITableViewDropCoordinator
  ) {
    destinations.append(coordinator.destinationIndexPath)
    let path = coordinator.destinationIndexPath ?? IndexPath(row: names.count, section: 0)
    for item in coordinator.items {
      calls.append("source \(item.sourceIndexPath.map { $0.row } ?? -1)")
      item.dragItem.itemProvider.loadObject(ofClass: String.self) { text, _ in
        MainActor.assumeIsolated { self.names.insert(text ?? "?", at: path.row) }
      }
      tableView.insertRows(at: [path], with: .automatic)
      coordinator.drop(item.dragItem, toRowAt: path)
    }
  }

  func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal {
    UICollectionViewDropProposal(operation: operation, intent: .insertAtDestinationIndexPath)
  }
  func collectionView(
    _ collectionView: UICollectionView,
    performDropWith coordinator: any UICollectionViewDropCoordinator
  ) {
    destinations.append(coordinator.destinationIndexPath)
    guard let item = coordinator.items.first, let source = item.sourceIndexPath,
      let target = coordinator.destinationIndexPath
    else { return }
    collectionView.performBatchUpdates {
      self.names.insert(self.names.remove(at: source.item), at: target.item)
      collectionView.deleteItems(at: [source])
      collectionView.insertItems(at: [target])
    }
    coordinator.drop(item.dragItem, toItemAt: target)
  }
}

@MainActor
@Suite("Drags in lists", .serialized)
struct ListDragTests {
  private let window = makeWindow(CGSize(width: 200, height: 400))

  private var app: UIApplication {
    window.makeKey()
    return UIApplication.shared
  }

  /// A table of rows of 40 points.
  private func table(_ names: Names, y: CGFloat = 0) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: y, width: 200, height: 200), style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.rowHeight = 40
    table.dataSource = names
    table.dragDelegate = names
    window.addSubview(table)
    window.layoutIfNeeded()
    return table
  }

  /// A collection of two columns of 100 x 50 points.
  private func collection(_ names: Names) -> UICollectionView {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 50)
    layout.minimumInteritemSpacing = 0
    layout.minimumLineSpacing = 0
    let frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    let collection = UICollectionView(frame: frame, collectionViewLayout: layout)
    collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
    collection.dataSource = names
    collection.delegate = names
    window.addSubview(collection)
    window.layoutIfNeeded()
    return collection
  }

  /// Presses a point for 0.6 s and moves to another.
  private func drag(_ start: CGPoint, to end: CGPoint, at time: TimeInterval = 0) throws {
    app.touchBegan(at: start, time: time)
    _ = try window.image(at: time + 0.6)
    app.touchMoved(
      to: CGPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2),
      time: time + 0.7
    )
    app.touchMoved(to: end, time: time + 0.8)
    _ = try window.image(at: time + 1.2)
  }

  private func rows(_ table: UITableView) -> [String?] {
    table.layoutIfNeeded()
    return table.visibleCells.map(\.accessibilityLabel)
  }

  @Test("A row that is dragged in its table is moved by the data source, and the others make room")
  func reorder() throws {
    let names = Names()
    let table = table(names)
    try drag(CGPoint(x: 50, y: 20), to: CGPoint(x: 50, y: 100))
    #expect(table.hasActiveDrag && table.hasActiveDrop)
    // The rows b and c have come up, and there is a gap for a.
    let places = (1...3).map { table.cellForRow(at: IndexPath(row: $0, section: 0))?.frame.minY }
    #expect(places == [0, 40, 120])
    app.touchEnded(time: 1.3)
    _ = try window.image(at: 4)
    #expect(names.calls == ["move 0 2"])
    #expect(rows(table) == ["b", "c", "a", "d"])
    #expect(table.visibleCells.map(\.frame.minY) == [0, 40, 80, 120])
    #expect(table.visibleCells.allSatisfy { $0.alpha == 1 })
    #expect(!table.hasActiveDrag && !table.hasActiveDrop)
    names.canMove = false
    names.calls = []
    try drag(CGPoint(x: 50, y: 20), to: CGPoint(x: 50, y: 100), at: 5)
    app.touchEnded(time: 6.3)
    _ = try window.image(at: 9)
    #expect(names.calls.isEmpty)
    #expect(rows(table) == ["b", "c", "a", "d"])
    window.isHidden = true
  }

  @Test("A row is dropped on another table, which opens a gap and hears of the place")
  func otherTable() throws {
    let (names, taker) = (Names(), Taker())
    taker.names = ["x", "y"]
    let (first, second) = (table(names), table(taker, y: 200))
    second.dropDelegate = taker
    try drag(CGPoint(x: 50, y: 20), to: CGPoint(x: 50, y: 260))
    #expect(first.hasActiveDrag && !first.hasActiveDrop && second.hasActiveDrop)
    let places = (0...1).map { second.cellForRow(at: IndexPath(row: $0, section: 0))?.frame.minY }
    #expect(places == [0, 80])
    app.touchEnded(time: 1.3)
    _ = try window.image(at: 4)
    #expect(taker.destinations == [IndexPath(row: 1, section: 0)])
    #expect(taker.calls == ["source -1"])
    #expect(rows(second) == ["x", "a", "y"])
    #expect(rows(first) == ["a", "b", "c", "d"])
    // Below all rows there is no destination.
    try drag(CGPoint(x: 50, y: 60), to: CGPoint(x: 50, y: 380), at: 5)
    app.touchEnded(time: 6.3)
    _ = try window.image(at: 9)
    #expect(taker.destinations.last == .some(nil))
    #expect(rows(second) == ["x", "a", "y", "b"])
    window.isHidden = true
  }

  @Test("A collection's delegate moves what is dragged in it")
  func collectionDrop() throws {
    let taker = Taker()
    taker.operation = .move
    let collection = collection(taker)
    collection.dragDelegate = taker
    collection.dropDelegate = taker
    try drag(CGPoint(x: 50, y: 25), to: CGPoint(x: 50, y: 75))
    #expect(collection.hasActiveDrag)
    // The items b and c have moved on; a is not shown.
    #expect(
      collection.cellForItem(at: IndexPath(item: 1, section: 0))?.center == CGPoint(x: 50, y: 25)
    )
    #expect(collection.cellForItem(at: IndexPath(item: 0, section: 0))?.alpha == 0)
    app.touchEnded(time: 1.3)
    _ = try window.image(at: 4)
    #expect(taker.destinations == [IndexPath(item: 2, section: 0)])
    #expect(taker.names == ["b", "c", "a", "d"])
    #expect(collection.visibleCells.allSatisfy { $0.alpha == 1 })
    window.isHidden = true
  }

  @Test("The program takes an item to another place")
  func movement() throws {
    let names = Names()
    let collection = collection(names)
    func center(_ item: Int) -> CGPoint? {
      collection.cellForItem(at: IndexPath(item: item, section: 0))?.center
    }
    names.canMove = false
    #expect(!collection.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0)))
    names.canMove = true
    #expect(!collection.beginInteractiveMovementForItem(at: IndexPath(item: 9, section: 0)))
    #expect(collection.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0)))
    collection.updateInteractiveMovementTargetPosition(CGPoint(x: CGFloat.nan, y: 0))
    collection.updateInteractiveMovementTargetPosition(CGPoint(x: 140, y: 80))
    _ = try window.image(at: 1)
    #expect(center(0) == CGPoint(x: 140, y: 80))
    #expect(center(1) == CGPoint(x: 50, y: 25))
    #expect(center(2) == CGPoint(x: 150, y: 25))
    #expect(center(3) == CGPoint(x: 50, y: 75))
    collection.endInteractiveMovement()
    _ = try window.image(at: 2)
    #expect(names.calls == ["move 0 3"])
    #expect(names.names == ["b", "c", "d", "a"])
    #expect(center(3) == CGPoint(x: 150, y: 75))
    // The delegate keeps the front free.
    #expect(collection.beginInteractiveMovementForItem(at: IndexPath(item: 2, section: 0)))
    collection.updateInteractiveMovementTargetPosition(CGPoint(x: 20, y: 20))
    collection.endInteractiveMovement()
    #expect(names.calls == ["move 0 3"])
    #expect(collection.beginInteractiveMovementForItem(at: IndexPath(item: 2, section: 0)))
    collection.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 20))
    collection.cancelInteractiveMovement()
    _ = try window.image(at: 4)
    #expect(names.calls == ["move 0 3"])
    #expect(center(2) == CGPoint(x: 50, y: 75))
    // A reload in between ends it.
    #expect(collection.beginInteractiveMovementForItem(at: IndexPath(item: 2, section: 0)))
    collection.reloadData()
    collection.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 20))
    collection.endInteractiveMovement()
    #expect(names.calls == ["move 0 3"])
    window.isHidden = true
  }

  @Test("A diffable source moves an item in its snapshot and tells of it")
  func diffable() throws {
    let collection = collection(Names())
    let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
      collection,
      path,
      name in
      collection.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems(["a", "b", "c", "d"])
    source.apply(snapshot, animatingDifferences: false)
    collection.layoutIfNeeded()
    #expect(!collection.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0)))
    var told: [[String]] = []
    source.reorderingHandlers.canReorderItem = { $0 != "b" }
    source.reorderingHandlers.didReorder = {
      told = [$0.initialSnapshot.itemIdentifiers, $0.finalSnapshot.itemIdentifiers]
    }
    #expect(!collection.beginInteractiveMovementForItem(at: IndexPath(item: 1, section: 0)))
    #expect(collection.beginInteractiveMovementForItem(at: IndexPath(item: 3, section: 0)))
    collection.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 20))
    collection.endInteractiveMovement()
    #expect(told == [["a", "b", "c", "d"], ["a", "d", "b", "c"]])
    #expect(source.snapshot().itemIdentifiers == ["a", "d", "b", "c"])
    window.isHidden = true
  }
}
