// Rows that are edited by fingers: their signs, and rows that are taken to other places.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import TestRandom
import Testing

@testable import UIKit

/// A table of names, one or two sections, that is edited.
@MainActor
private final class Names: UITableViewDataSource, UITableViewDelegate {
  var names: [[String]]
  var calls: [String] = []
  var fixed: Set<String> = []
  var target: ((IndexPath) -> IndexPath)?

  init(_ names: [[String]]) { self.names = names }

  func numberOfSections(in tableView: UITableView) -> Int { names.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    names[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
    cell.textLabel?.text = names[path.section][path.row]
    return cell
  }

  func tableView(_ tableView: UITableView, canMoveRowAt path: IndexPath) -> Bool {
    !fixed.contains(names[path.section][path.row])
  }

  func tableView(_ tableView: UITableView, moveRowAt from: IndexPath, to: IndexPath) {
    calls.append("move \(from.section).\(from.row) to \(to.section).\(to.row)")
    let name = names[from.section].remove(at: from.row)
    names[to.section].insert(name, at: to.row)
  }

  func tableView(
    _ tableView: UITableView,
    targetIndexPathForMoveFromRowAt from: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { target?(proposed) ?? proposed }

  func tableView(
    _ tableView: UITableView,
    commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt path: IndexPath
  ) { calls.append("\(editingStyle) \(path.section).\(path.row)") }

  func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) {
    calls.append("highlight \(path.row)")
  }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    calls.append("select \(path.row)")
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { calls.append("drag") }
}

/// An edited table of 320 x 480 points, rows of 44.
@MainActor
private struct EditingStage {
  let window = makeWindow(CGSize(width: 320, height: 480))
  let table: UITableView
  let source: Names
  var app: UIApplication { UIApplication.shared }

  init(_ names: [[String]], style: UITableView.Style = .plain) {
    source = Names(names)
    table = UITableView(frame: window.bounds, style: style)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.rowHeight = 44
    table.dataSource = source
    table.delegate = source
    window.addSubview(table)
    table.setEditing(true, animated: false)
    table.layoutIfNeeded()
    CATransaction.flush()
  }

  /// The names of the cells from the top down.
  var shown: [String] {
    table.visibleCells.sorted { $0.frame.minY < $1.frame.minY }.compactMap { $0.textLabel?.text }
  }

  func place(_ name: String) -> CGFloat? {
    table.visibleCells.first { $0.textLabel?.text == name }?.frame.minY
  }

  /// Takes a row at its handle, in steps of ten points.
  func take(from y: CGFloat, to end: CGFloat, at time: Double = 1, lifts: Bool = true) {
    app.touchBegan(at: CGPoint(x: 300, y: y), time: time)
    let count = max(Int(abs(end - y) / 10), 1)
    for step in 1...count {
      let place = y + (end - y) * CGFloat(step) / CGFloat(count)
      app.touchMoved(to: CGPoint(x: 300, y: place), time: time + 0.02 * Double(step))
    }
    if lifts { app.touchEnded(time: time + 0.02 * Double(count) + 0.02) }
  }
}

@Suite("Rows that fingers edit", .serialized)
@MainActor
struct RowReorderTests {
  @Test(
    "L9: the sign to delete is a control: its row is neither highlighted nor selected",
    .shows("UITableViewDataSource.tableView(_:commit:forRowAt:)")
  )
  func sign() {
    let stage = EditingStage([["a", "b", "c"]])
    stage.table.allowsSelectionDuringEditing = true
    stage.app.tap(at: CGPoint(x: 19, y: 66), time: 1)
    #expect(stage.source.calls == ["delete 0.1"])
    stage.source.calls = []
    stage.app.touchBegan(at: CGPoint(x: 19, y: 66), time: 3)
    stage.app.touchMoved(to: CGPoint(x: 200, y: 300), time: 3.3)
    stage.app.touchEnded(time: 3.4)
    #expect(stage.source.calls == [])
  }

  @Test(
    "L9: an edited table selects rows only where it says so",
    .shows("UITableView.allowsSelectionDuringEditing")
  )
  func selection() {
    let stage = EditingStage([["a", "b", "c"]])
    stage.app.tap(at: CGPoint(x: 150, y: 66), time: 1)
    #expect(stage.source.calls == [])
    stage.table.allowsSelectionDuringEditing = true
    stage.app.tap(at: CGPoint(x: 150, y: 66), time: 3)
    #expect(stage.source.calls == ["highlight 1", "select 1"])
  }

  @Test(
    "L9: the handle takes its row from the touch on, and the list does not scroll",
    .shows(
      "UITableViewDataSource.tableView(_:canMoveRowAt:)",
      "UITableViewDataSource.tableView(_:moveRowAt:to:)",
      "UITableViewCell.showsReorderControl"
    )
  )
  func handle() throws {
    let stage = EditingStage([["a", "b", "c", "d"]])
    let (table, source) = (stage.table, stage.source)
    table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
    #expect(cell.showsReorderControl && cell.contentView.frame.maxX == 320 - 38)
    stage.app.touchBegan(at: CGPoint(x: 300, y: 22), time: 1)
    #expect(table.rows.reorder?.cell === cell)
    stage.app.touchMoved(to: CGPoint(x: 300, y: 25), time: 1.02)
    #expect(cell.frame.minY == 3)
    // Half of the next row is covered at 22 points.
    stage.app.touchMoved(to: CGPoint(x: 300, y: 44), time: 1.04)
    #expect(stage.place("b") == 44)
    stage.app.touchMoved(to: CGPoint(x: 300, y: 45), time: 1.06)
    #expect(stage.place("b") == 0 && stage.place("c") == 88)
    stage.app.touchMoved(to: CGPoint(x: 300, y: 22 + 80), time: 1.08)
    #expect(stage.place("c") == 44 && cell.frame.minY == 80)
    stage.app.touchEnded(time: 1.1)
    #expect(source.calls == ["move 0.0 to 0.2"])
    #expect(stage.shown == ["b", "c", "a", "d"] && cell.frame.minY == 88)
    #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) === cell)
    #expect(table.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
    #expect(table.rows.reorder == nil && table.contentOffset == .zero)
  }

  @Test("A row goes up, back to its own place, and back where the touch is taken away")
  func otherWays() {
    let stage = EditingStage([["a", "b", "c", "d"]])
    stage.take(from: 150, to: 20)
    #expect(stage.source.calls == ["move 0.3 to 0.0"])
    #expect(stage.shown == ["d", "a", "b", "c"])
    stage.source.calls = []
    stage.take(from: 20, to: 30, at: 3)
    #expect(stage.source.calls == [] && stage.place("d") == 0)
    stage.take(from: 20, to: 140, at: 5, lifts: false)
    #expect(stage.place("a") == 0)
    stage.app.touchCancelled(time: 6)
    #expect(stage.source.calls == [] && stage.shown == ["d", "a", "b", "c"])
    #expect(stage.place("d") == 0 && stage.place("a") == 44)
  }

  @Test(
    "A row goes to another section, also to an empty one, and where the delegate wants it",
    .shows(
      "UITableViewDelegate.tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)"
    )
  )
  func sections() {
    let stage = EditingStage([["a", "b"], [], ["c"]], style: .grouped)
    let first = stage.table.rectForRow(at: IndexPath(row: 0, section: 0)).midY
    let third = stage.table.rect(forSection: 1).minY
    stage.take(from: first, to: third + 5)
    #expect(stage.source.calls == ["move 0.0 to 1.0"])
    #expect(stage.source.names == [["b"], ["a"], ["c"]])
    #expect(stage.table.rectForRow(at: IndexPath(row: 0, section: 1)).minY == stage.place("a"))
    stage.source.calls = []
    stage.source.target = { _ in IndexPath(row: 1, section: 2) }
    let now = stage.table.rectForRow(at: IndexPath(row: 0, section: 0)).midY
    stage.take(from: now, to: now + 60, at: 4)
    #expect(stage.source.calls == ["move 0.0 to 2.1"])
    // A place that does not exist is none.
    stage.source.calls = []
    stage.source.target = { _ in IndexPath(row: 9, section: 9) }
    let last = stage.table.rectForRow(at: IndexPath(row: 0, section: 2)).midY
    stage.take(from: last, to: last - 60, at: 8)
    #expect(stage.source.calls == [])
  }

  @Test("Rows that the data source holds have no handle: a finger there scrolls")
  func fixedRows() {
    let stage = EditingStage([(0..<40).map(String.init)])
    stage.source.fixed = ["1"]
    stage.table.reloadData()
    stage.table.layoutIfNeeded()
    stage.take(from: 66, to: 16)
    #expect(stage.source.calls == ["drag"])
  }

  @Test("Content follows a row that is taken over the edge, and groups of changes let it go")
  func edge() throws {
    let stage = EditingStage([(0..<40).map(String.init)])
    let table = stage.table
    stage.take(from: 22, to: 475, lifts: false)
    let context = try #require(stage.window.context)
    let start = context.currentTime
    let y = table.contentOffset.y
    for frame in 1...30 { _ = try context.image(at: start + Double(frame) / 60) }
    // Half a second at 300 points a second, less the first frame.
    #expect(abs(table.contentOffset.y - y - 150) <= 10)
    let cell = try #require(table.rows.reorder?.cell)
    #expect(abs(cell.frame.minY - table.contentOffset.y - (475 - 22)) < 1e-6)
    #expect(table.rows.reorder?.target.row ?? 0 > 12)
    table.performBatchUpdates(nil)
    #expect(table.rows.reorder == nil && stage.source.calls == [])
    #expect(stage.place("1") == nil || stage.place("1") == 44)
    stage.app.touchEnded(time: start + 1)
    #expect(stage.source.calls == [])
  }

  @Test("Random fingers on handles: the table shows what the data source has, each row once")
  func random() {
    let stage = EditingStage([(0..<9).map { "a\($0)" }, (0..<5).map { "b\($0)" }], style: .grouped)
    var random = SeededGenerator(seed: 11)
    for step in 0..<60 {
      let from = CGFloat(random.index(below: 480))
      let to = CGFloat(random.index(below: 480))
      stage.take(from: from, to: to, at: Double(step) * 8 + 8)
      stage.table.layoutIfNeeded()
      let names = stage.source.names.flatMap { $0 }
      #expect(Set(names).count == 14)
      let shown = stage.table.indexPathsForVisibleRows ?? []
      for path in shown {
        let cell = stage.table.cellForRow(at: path)
        #expect(cell?.textLabel?.text == stage.source.names[path.section][path.row])
        #expect(cell?.frame == stage.table.rectForRow(at: path))
      }
    }
  }
}

@Suite("Touches on rows and items", .serialized)
@MainActor
struct RowTouchTests {
  private final class Behind: UIView {
    var calls: [String] = []
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      calls.append("began")
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      calls.append("moved")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      calls.append("ended")
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      calls.append("cancelled")
    }
  }

  private final class Items: UICollectionViewDataSource {
    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
    func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath)
      -> UICollectionViewCell
    { view.dequeueReusableCell(withReuseIdentifier: "item", for: path) }
  }

  /// A finger that goes down, moves within the slop of a drag, and is lifted.
  private func touch(_ y: CGFloat, at time: Double) {
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 20, y: y), time: time)
    app.touchMoved(to: CGPoint(x: 24, y: y), time: time + 0.3)
    app.touchEnded(time: time + 0.4)
  }

  @Test("D16: a view behind hears of all phases of a touch beside the rows, and of none of a row's")
  func table() {
    let window = makeWindow()
    let behind = Behind(frame: window.bounds)
    window.addSubview(behind)
    let table = UITableView(frame: window.bounds)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    let rows = Rows([1])
    table.dataSource = rows
    table.delegate = rows
    behind.addSubview(table)
    table.layoutIfNeeded()
    touch(22, at: 1)
    #expect(behind.calls == [] && rows.calls == ["select 0.0"])
    table.allowsSelection = false
    touch(22, at: 3)
    #expect(behind.calls == [])
    touch(150, at: 5)
    #expect(behind.calls == ["began", "moved", "ended"])
  }

  @Test("D16: the same of the items of a collection")
  func collection() {
    let window = makeWindow()
    let behind = Behind(frame: window.bounds)
    window.addSubview(behind)
    let layout = UICollectionViewFlowLayout()
    let collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
    let items = Items()
    collection.dataSource = items
    behind.addSubview(collection)
    collection.layoutIfNeeded()
    touch(20, at: 1)
    collection.allowsSelection = false
    touch(20, at: 3)
    #expect(behind.calls == [])
    touch(150, at: 5)
    #expect(behind.calls == ["began", "moved", "ended"])
  }
}
