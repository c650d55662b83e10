// Two fingers that select, editing of collections, and states of cells.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

/// A list whose delegate lets two fingers select from all but the first element on.
@MainActor
private final class Choices: UITableViewDataSource, UITableViewDelegate, UICollectionViewDataSource,
  UICollectionViewDelegateFlowLayout
{
  let journal = Journal()

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 30 }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { 40 }

  func tableView(
    _ tableView: UITableView,
    shouldBeginMultipleSelectionInteractionAt path: IndexPath
  ) -> Bool { path.row > 0 }

  func tableView(
    _ tableView: UITableView,
    didBeginMultipleSelectionInteractionAt path: IndexPath
  ) {
    journal.note("begin \(path.row)")
    tableView.setEditing(true, animated: false)
  }

  func tableViewDidEndMultipleSelectionInteraction(_ tableView: UITableView) {
    journal.note("end")
  }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    journal.note("+\(path.row)")
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) {
    journal.note("-\(path.row)")
  }

  // MARK: Collection

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  { 30 }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath)
    -> UICollectionViewCell
  { collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path) }

  func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at path: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueReusableSupplementaryView(
      ofKind: kind,
      withReuseIdentifier: "head",
      for: path
    )
  }

  func collectionView(
    _ collectionView: UICollectionView,
    willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind kind: String,
    at path: IndexPath
  ) { journal.note("show \(kind.suffix(6)) \(path.section)") }

  func collectionView(
    _ collectionView: UICollectionView,
    didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind kind: String,
    at path: IndexPath
  ) { journal.note("hide \(kind.suffix(6)) \(path.section)") }

  func collectionView(
    _ collectionView: UICollectionView,
    shouldBeginMultipleSelectionInteractionAt path: IndexPath
  ) -> Bool { path.item > 0 }

  func collectionView(
    _ collectionView: UICollectionView,
    didBeginMultipleSelectionInteractionAt path: IndexPath
  ) {
    journal.note("begin \(path.item)")
    collectionView.isEditing = true
  }

  func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: UICollectionView) {
    journal.note("end")
  }
}

/// A cell that notes its states.
private final class StateCell: UITableViewCell {
  var states: [UInt] = []

  override func willTransition(to state: StateMask) { states.append(state.rawValue) }
  override func didTransition(to state: StateMask) { states.append(state.rawValue + 10) }
}

@MainActor
@Suite("Two fingers select rows and items", .serialized)
struct MultipleSelectionTests {
  private let window = makeWindow(CGSize(width: 300, height: 400))
  private let choices = Choices()
  private var app: UIApplication { UIApplication.shared }

  private func move(to y: CGFloat, time: Double) {
    app.touchMoved(to: CGPoint(x: 100, y: y), finger: 0, time: time)
    app.touchMoved(to: CGPoint(x: 160, y: y), finger: 1, time: time)
  }

  private func begin(at y: CGFloat, time: Double) {
    app.touchBegan(at: CGPoint(x: 100, y: y), finger: 0, time: time, in: window)
    app.touchBegan(at: CGPoint(x: 160, y: y), finger: 1, time: time, in: window)
  }

  private func end(time: Double) {
    app.touchEnded(finger: 0, time: time)
    app.touchEnded(finger: 1, time: time)
  }

  private func makeTable() -> UITableView {
    let table = UITableView(frame: window.bounds)
    table.dataSource = choices
    table.delegate = choices
    table.allowsMultipleSelectionDuringEditing = true
    window.addSubview(table)
    window.layoutIfNeeded()
    CATransaction.flush()
    return table
  }

  private func makeCollection() -> UICollectionView {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 300, height: 40)
    (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
    layout.headerReferenceSize = CGSize(width: 300, height: 40)
    let collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    collection.register(UICollectionViewListCell.self, forCellWithReuseIdentifier: "cell")
    collection.register(
      UICollectionReusableView.self,
      forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "head"
    )
    collection.dataSource = choices
    collection.delegate = choices
    collection.allowsMultipleSelectionDuringEditing = true
    window.addSubview(collection)
    window.layoutIfNeeded()
    CATransaction.flush()
    return collection
  }

  @Test(
    "Two fingers select the rows that they pass, and leave those that they go back from",
    .shows(
      "UITableViewDelegate.tableView(_:shouldBeginMultipleSelectionInteractionAt:)",
      "UITableViewDelegate.tableView(_:didBeginMultipleSelectionInteractionAt:)",
      "UITableViewDelegate.tableViewDidEndMultipleSelectionInteraction(_:)"
    )
  )
  func rows() {
    let table = makeTable()
    begin(at: 60, time: 0)
    move(to: 80, time: 0.1)
    move(to: 180, time: 0.2)
    #expect(table.isEditing && table.contentOffset == .zero)
    #expect(table.indexPathsForSelectedRows?.map(\.row) == [1, 2, 3, 4])
    move(to: 100, time: 0.3)
    #expect(table.indexPathsForSelectedRows?.map(\.row) == [1, 2])
    end(time: 0.4)
    let lines = choices.journal.take()
    #expect(lines.first == "begin 1" && lines.last == "end")
    #expect(lines.filter { $0.hasPrefix("+") } == ["+1", "+2", "+3", "+4"])
    #expect(Set(lines.filter { $0.hasPrefix("-") }) == ["-3", "-4"])
    // From a selected row on selections end; the row that was selected before comes back.
    begin(at: 60, time: 1)
    move(to: 80, time: 1.1)
    move(to: 100, time: 1.2)
    #expect(table.indexPathsForSelectedRows == nil)
    move(to: 60, time: 1.3)
    #expect(table.indexPathsForSelectedRows?.map(\.row) == [2])
    end(time: 1.4)
    window.isHidden = true
  }

  @Test("Two fingers scroll where the delegate does not let them select")
  func scrolls() {
    let table = makeTable()
    table.contentOffset.y = 0
    begin(at: 20, time: 0)
    move(to: 5, time: 0.1)
    move(to: -100, time: 0.2)
    #expect(table.contentOffset.y > 50 && table.indexPathsForSelectedRows == nil)
    end(time: 1)
    #expect(choices.journal.take().isEmpty)
    window.isHidden = true
  }

  @Test(
    "Two fingers select items of a collection, which shows the signs for editing",
    .shows(
      "UICollectionView.allowsMultipleSelectionDuringEditing"
    )
  )
  func items() throws {
    let collection = makeCollection()
    let path = IndexPath(item: 0, section: 0)
    let cell = try #require(collection.cellForItem(at: path) as? UICollectionViewListCell)
    cell.accessories = [.delete(), .disclosureIndicator(displayed: .whenNotEditing)]
    window.layoutIfNeeded()
    let room = cell.contentView.frame
    #expect(!cell.configurationState.isEditing && room.minX == 0 && room.maxX < 300)
    #expect(choices.journal.take() == ["show Header 0"])
    begin(at: 100, time: 0)
    move(to: 120, time: 0.1)
    move(to: 220, time: 0.2)
    end(time: 0.3)
    #expect(collection.indexPathsForSelectedItems?.map(\.item) == [1, 2, 3, 4])
    #expect(choices.journal.take() == ["begin 1", "end"])
    window.layoutIfNeeded()
    #expect(cell.configurationState.isEditing)
    #expect(cell.contentView.frame.minX > 0 && cell.contentView.frame.maxX == 300)
    collection.isEditing = false
    #expect(collection.indexPathsForSelectedItems == nil)
    collection.contentOffset.y = 300
    window.layoutIfNeeded()
    #expect(choices.journal.take() == ["hide Header 0"])
    window.isHidden = true
  }

  @Test(
    "Cells are told of the signs beside their contents",
    .shows("UITableViewCell.willTransition(to:)", "UITableViewCell.StateMask")
  )
  func states() {
    let cell = StateCell(style: .default, reuseIdentifier: nil)
    cell.setEditing(true, animated: false)
    #expect(cell.states.isEmpty)
    cell.editingStyle = .delete
    #expect(cell.states == [1, 11])
    cell.setShowsActions(true)
    cell.setEditing(false, animated: false)
    cell.setShowsActions(false)
    #expect(cell.states == [1, 11, 3, 13, 2, 12, 0, 10])
    #expect(cell.defaultBackgroundConfiguration() == .listPlainCell())
  }

  @Test(
    "The context of a flow layout says whether the breadth of lines changes",
    .shows("UICollectionViewFlowLayoutInvalidationContext")
  )
  func contexts() throws {
    let collection = makeCollection()
    let layout = try #require(collection.collectionViewLayout as? UICollectionViewFlowLayout)
    let same = layout.invalidationContext(
      forBoundsChange: CGRect(x: 0, y: 9, width: 300, height: 9)
    )
    let other = layout.invalidationContext(
      forBoundsChange: CGRect(x: 0, y: 0, width: 50, height: 9)
    )
    let (first, second) = (
      try #require(same as? UICollectionViewFlowLayoutInvalidationContext),
      try #require(other as? UICollectionViewFlowLayoutInvalidationContext)
    )
    #expect(!first.invalidateFlowLayoutDelegateMetrics && !first.invalidateFlowLayoutAttributes)
    #expect(second.invalidateFlowLayoutDelegateMetrics && second.invalidateFlowLayoutAttributes)
    window.isHidden = true
  }
}

/// Rows with actions as of old.
@MainActor
private final class OldActions: UITableViewDataSource, UITableViewDelegate {
  let journal = Journal()

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  func tableView(_ tableView: UITableView, editActionsForRowAt path: IndexPath)
    -> [UITableViewRowAction]?
  {
    let more = UITableViewRowAction(style: .normal, title: "More") { [journal] action, path in
      journal.note("\(action.title ?? "") \(path.row)")
    }
    more.backgroundColor = .blue
    return [UITableViewRowAction(style: .destructive, title: "Delete") { _, _ in }, more]
  }
}

@MainActor
@Suite("Actions of rows as of old", .serialized)
struct RowActionTests {
  @Test(
    "A finger uncovers the actions, and the end of editing closes the row",
    .shows("UITableViewRowAction", "UITableViewDelegate.tableView(_:editActionsForRowAt:)")
  )
  func actions() throws {
    let window = makeWindow(CGSize(width: 300, height: 200))
    let table = UITableView(frame: window.bounds)
    let source = OldActions()
    table.dataSource = source
    table.delegate = source
    window.addSubview(table)
    window.layoutIfNeeded()
    CATransaction.flush()
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 290, y: 60), time: 0)
    app.touchMoved(to: CGPoint(x: 280, y: 60), time: 0.05)
    app.touchMoved(to: CGPoint(x: 20, y: 60), time: 0.1)
    app.touchEnded(time: 0.5)
    try window.context?.advance(to: 1)
    let cell = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
    // Buttons of 83 and 74 points; a long way does not choose the first of them.
    #expect(cell.bounds.minX == 157)
    app.tap(at: CGPoint(x: 170, y: 60), time: 2)
    try window.context?.advance(to: 3)
    #expect(source.journal.take() == ["More 1"] && cell.bounds.minX == 157)
    table.setEditing(false, animated: true)
    try window.context?.advance(to: 4)
    #expect(cell.bounds.minX == 0)
    let action = UITableViewRowAction(style: .default, title: nil) { _, _ in }
    #expect(action.backgroundColor == .systemRed && action.style == .destructive)
    window.isHidden = true
  }
}
