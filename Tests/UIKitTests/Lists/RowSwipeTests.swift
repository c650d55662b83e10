// Rows that a finger moves aside, and the actions beside them.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// A test's own window: nothing comes between its making and the test.
@MainActor
private struct RowSwipeStage {
  /// Ten rows of 40 points, of which all but the first have actions.
  private final class Rows: UITableViewDataSource, UITableViewDelegate {
    let journal: Journal
    var performsFull = true
    var isDone = true

    init(_ journal: Journal) { self.journal = journal }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10 }

    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }

    func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { 40 }

    func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
      journal.note("select \(path.row)")
    }

    func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) {
      journal.note("highlight \(path.row)")
    }

    func tableView(_ tableView: UITableView, willBeginEditingRowAt path: IndexPath) {
      journal.note("begin \(path.row)")
    }

    func tableView(_ tableView: UITableView, didEndEditingRowAt path: IndexPath?) {
      journal.note("end \(path?.row ?? -1)")
    }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { journal.note("drag") }

    private func actions(_ names: String...) -> UISwipeActionsConfiguration {
      let actions = names.map { name in
        UIContextualAction(style: .normal, title: name) { [journal, isDone] _, _, done in
          journal.note(name)
          if isDone { done(true) }
        }
      }
      let configuration = UISwipeActionsConfiguration(actions: actions)
      configuration.performsFirstActionWithFullSwipe = performsFull
      return configuration
    }

    func tableView(
      _ tableView: UITableView,
      trailingSwipeActionsConfigurationForRowAt path: IndexPath
    ) -> UISwipeActionsConfiguration? { path.row == 0 ? nil : actions("A", "B") }

    func tableView(
      _ tableView: UITableView,
      leadingSwipeActionsConfigurationForRowAt path: IndexPath
    ) -> UISwipeActionsConfiguration? { path.row == 2 ? actions("C") : nil }
  }

  private let window = makeWindow(CGSize(width: 300, height: 200))
  private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
  private let journal = Journal()
  private let rows: Rows
  private var app: UIApplication { UIApplication.shared }

  init() {
    rows = Rows(journal)
    table.dataSource = rows
    table.delegate = rows
    window.addSubview(table)
    table.layoutIfNeeded()
    CATransaction.flush()
  }

  private func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

  /// How far a row is aside.
  private func aside(_ row: Int) -> CGFloat {
    table.cellForRow(at: IndexPath(row: row, section: 0))?.bounds.minX ?? .nan
  }

  private func wait(_ time: Double) { try? window.context?.advance(to: time) }

  /// Drags and rests before the lift.
  private func drag(_ start: CGPoint, _ end: CGPoint, time: Double) {
    app.touchBegan(at: start, time: time)
    app.touchMoved(to: p(start.x + (end.x > start.x ? 10 : -10), start.y), time: time + 0.05)
    app.touchMoved(to: end, time: time + 0.1)
    app.touchEnded(time: time + 0.4)
  }

  func opens() {
    drag(p(250, 60), p(150, 62), time: 0)
    wait(1)
    // Two buttons of 74 points.
    #expect(aside(1) == 148 && journal.take() == ["begin 1"])
    #expect(table.contentOffset == .zero)
    app.touchBegan(at: p(100, 150), time: 2)
    wait(3)
    // The finger elsewhere has closed the row, and does nothing else.
    #expect(aside(1) == 0)
    app.touchEnded(time: 3)
    #expect(journal.take() == ["end 1"])
    app.touchBegan(at: p(150, 150), time: 4)
    app.touchMoved(to: p(149, 110), time: 4.1)
    app.touchEnded(time: 4.5)
    #expect(journal.take() == ["drag"] && table.contentOffset.y > 29)
  }

  func decides() {
    drag(p(250, 60), p(190, 60), time: 0)
    wait(1)
    #expect(aside(1) == 0 && journal.take() == ["begin 1", "end 1"])
    app.touchBegan(at: p(250, 60), time: 2)
    app.touchMoved(to: p(239, 60), time: 2.02)
    app.touchMoved(to: p(210, 60), time: 2.04)
    app.touchEnded(time: 2.05)
    wait(3)
    #expect(aside(1) == 148)
  }

  func performs() {
    drag(p(50, 100), p(110, 100), time: 0)
    wait(1)
    #expect(aside(2) == -74)
    app.tap(at: p(30, 100), time: 2)
    wait(3)
    #expect(aside(2) == 0 && journal.take() == ["begin 2", "C", "end 2"])
    drag(p(250, 100), p(150, 100), time: 4)
    wait(5)
    // The first action is at the edge.
    app.tap(at: p(160 + 20, 100), time: 6)
    wait(7)
    #expect(journal.take() == ["begin 2", "B", "end 2"])
    drag(p(250, 100), p(150, 100), time: 8)
    wait(9)
    app.tap(at: p(20, 100), time: 10)
    wait(11)
    #expect(aside(2) == 0 && journal.take() == ["begin 2", "end 2"])
  }

  func full() {
    drag(p(290, 60), p(90, 60), time: 0)
    wait(1)
    #expect(journal.take() == ["begin 1", "A", "end 1"] && aside(1) == 0)
    rows.performsFull = false
    app.touchBegan(at: p(290, 60), time: 2)
    app.touchMoved(to: p(280, 60), time: 2.1)
    app.touchMoved(to: p(80, 60), time: 2.2)
    // Beyond 148 points the row follows by the rubber band: 52 of the finger are 26.1.
    #expect(abs(aside(1) - 174.1) < 0.1)
    app.touchEnded(time: 3)
    wait(4)
    #expect(aside(1) == 148 && journal.take() == ["begin 1"])
  }

  func closed() {
    drag(p(250, 20), p(150, 20), time: 0)
    #expect(aside(0) == 0 && !journal.take().contains("begin 0"))
    drag(p(250, 60), p(150, 60), time: 2)
    table.reloadData()
    table.layoutIfNeeded()
    wait(3)
    #expect(aside(1) == 0 && journal.take() == ["begin 1", "end 1"])
    table.setEditing(true, animated: false)
    drag(p(250, 60), p(150, 60), time: 4)
    #expect(aside(1) == 0 && journal.take().isEmpty)
  }

  func deletes() {
    final class Names: UITableViewDataSource {
      var names = ["a", "b", "c"]
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        names.count
      }
      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool { true }
      func tableView(
        _ tableView: UITableView,
        commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt path: IndexPath
      ) {
        names.remove(at: path.row)
        tableView.deleteRows(at: [path], with: .automatic)
      }
    }
    let names = Names()
    table.delegate = nil
    table.dataSource = names
    table.layoutIfNeeded()
    drag(p(250, 60), p(180, 60), time: 0)
    wait(1)
    #expect(aside(1) > 0)
    app.tap(at: p(280, 60), time: 2)
    wait(4)
    #expect(names.names == ["a", "c"] && aside(1) == 0)
  }
}

@Suite("Rows that are moved aside")
@MainActor
struct RowSwipeTests {
  @Test("L8 M9: a way along the row uncovers the actions, one down the list scrolls")
  func opens() { RowSwipeStage().opens() }

  @Test("L8: a short drag returns the row, and a flick decides by its direction")
  func decides() { RowSwipeStage().decides() }

  @Test("L8: the other side, a tap on an action, and a tap on the row")
  func performs() { RowSwipeStage().performs() }

  @Test("L8: a drag over 60 % of the width does what the first action says, if it may")
  func full() { RowSwipeStage().full() }

  @Test("A row without actions, a table that is edited, and one that loads anew")
  func closed() { RowSwipeStage().closed() }

  @Test("A row that its data source lets edit itself can be deleted")
  func deletes() { RowSwipeStage().deletes() }
}
