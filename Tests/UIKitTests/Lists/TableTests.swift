// Tables: cells of the rows that show, and no others.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing
import UIKit

@MainActor
@Suite("Tables", .serialized)
struct TableTests {
  @Test("Room above headers moves everything below, and a header on top takes it away")
  func headerRoom() {
    let rows = Rows([2, 3])
    rows.titles = ["a", nil]
    let stage = TableStage(rows)
    let (table, height) = (stage.table, stage.table.rectForHeader(inSection: 0).height)
    table.sectionHeaderTopPadding = 10
    table.layoutIfNeeded()
    #expect(table.rectForHeader(inSection: 0) == CGRect(x: 0, y: 10, width: 320, height: height))
    #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 10 + height)
    // The second section has no header, and no room for one.
    #expect(table.rectForRow(at: IndexPath(row: 0, section: 1)).minY == 10 + height + 88)
    #expect(table.indexPathForRow(at: CGPoint(x: 5, y: 5)) == nil)
    #expect(table.headerView(forSection: 0)?.frame.minY == 10)
    table.contentOffset.y = 20
    table.layoutIfNeeded()
    #expect(table.headerView(forSection: 0)?.frame.minY == 20)
    table.sectionHeaderTopPadding = .nan
    #expect(table.rectForHeader(inSection: 0).minY == 0)
  }

  @Test("Headers stay through changes of rows and move with them; a section loaded again has a new")
  func keptHeaders() throws {
    let rows = Rows([2, 2, 2])
    rows.titles = ["a", "b", "c"]
    let stage = TableStage(rows)
    let table = stage.table
    table.layoutIfNeeded()
    let headers = (0..<3).map { table.headerView(forSection: $0) }
    let y = try #require(headers[1]).frame.minY
    rows.counts[0] = 4
    table.insertRows(
      at: [IndexPath(row: 2, section: 0), IndexPath(row: 3, section: 0)],
      with: .fade
    )
    let kept = (0..<3).map { table.headerView(forSection: $0) }
    #expect(kept == headers)
    #expect(headers[1]?.frame.minY == y + 88)
    #expect(headers[1]?.layer.animation(forKey: "position") != nil)
    rows.counts.remove(at: 0)
    rows.titles = ["b", "z"]
    table.performBatchUpdates {
      table.deleteSections([0], with: .fade)
      table.reloadSections([2], with: .fade)
    }
    table.layoutIfNeeded()
    #expect(table.headerView(forSection: 0) === headers[1])
    #expect(headers[0]?.superview == nil)
    #expect(table.headerView(forSection: 1)?.textLabel?.text == "z")
  }

  @Test(
    "Ten thousand rows: scrolling by one row makes at most two cells, and looks at few rows",
    .shows(
      "UITableView.indexPathsForVisibleRows",
      "UITableView.dequeueReusableCell(withIdentifier:for:)"
    )
  )
  func scrollingIsCheap() {
    let rows = Rows([10_000])
    rows.cell = { table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
      cell.textLabel?.text = "Row \(path.row)"
      cell.imageView?.image = nil
      return cell
    }
    let stage = TableStage(rows)
    // 480 points show 11 rows of 44.
    #expect(stage.table.visibleCells.count == 11)
    #expect(stage.table.contentSize.height == 440_000)
    let first = stage.table.workCounts
    #expect(first.made == 11)
    #expect(first.visited <= 2 * 11)
    var last = first
    for step in 1...200 {
      stage.scroll(to: CGFloat(step) * 44)
      let now = stage.table.workCounts
      #expect(now.placed - last.placed <= 2)
      // One or two layouts of the rows that show, of 12 at most.
      #expect(now.visited - last.visited <= 24)
      last = now
    }
    #expect(last.made - first.made <= 2)
    stage.scroll(to: 300_000)
    #expect(stage.table.workCounts.made - first.made <= 2)
    #expect(stage.table.indexPathsForVisibleRows?.first?.row == 6818)
  }

  @Test(
    "Only rows that show have cells, at their places, and cells are used again",
    .shows(
      "UITableView",
      "UITableView.numberOfSections",
      "UITableView.numberOfRows(inSection:)",
      "UITableView.rectForRow(at:)",
      "UITableView.cellForRow(at:)",
      "UITableView.indexPath(for:)",
      "UITableView.indexPathForRow(at:)",
      "UITableView.visibleCells",
      "UITableView.dataSource"
    )
  )
  func places() throws {
    let rows = Rows([3, 100])
    let stage = TableStage(rows)
    let table = stage.table
    #expect(table.numberOfSections == 2)
    #expect(table.numberOfRows(inSection: 1) == 100)
    #expect(table.numberOfRows(inSection: 9) == 0)
    #expect(
      table.rectForRow(at: IndexPath(row: 2, section: 1))
        == CGRect(x: 0, y: 220, width: 320, height: 44)
    )
    let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
    #expect(cell.frame == CGRect(x: 0, y: 0, width: 320, height: 44))
    #expect(table.indexPath(for: cell) == IndexPath(row: 0, section: 0))
    #expect(table.indexPathForRow(at: CGPoint(x: 5, y: 140)) == IndexPath(row: 0, section: 1))
    #expect(table.cellForRow(at: IndexPath(row: 50, section: 1)) == nil)
    stage.scroll(to: 1000)
    #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) == nil)
    #expect(cell.superview === table)
    let tags = table.visibleCells.map(\.tag)
    #expect(tags == tags.sorted())
    #expect(tags.first == 100_019)
    // A table does not keep its data source.
    #expect(table.dataSource === rows)
  }

  @Test(
    "The header of a plain section stays at the top, pushed out by the next one",
    .shows("UITableView.headerView(forSection:)", "UITableView.Style.plain")
  )
  func stickyHeaders() throws {
    let rows = Rows([10, 10])
    rows.titles = ["one", "two"]
    let stage = TableStage(rows)
    // Headers of 28 points: section 0 is 0...468.
    #expect(stage.table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 28)
    let header = try #require(stage.table.headerView(forSection: 0))
    stage.scroll(to: 100)
    #expect(header.frame.minY == 100)
    stage.scroll(to: 450)
    #expect(header.frame.minY == 440)
    #expect(stage.table.headerView(forSection: 1)?.frame.minY == 468)
    stage.scroll(to: 480)
    #expect(stage.table.headerView(forSection: 0) == nil)
    #expect(stage.table.headerView(forSection: 1)?.frame.minY == 480)
  }

  @Test(
    "Rows come to the top, the middle, the bottom, or just into view",
    .shows(
      "UITableView.scrollToRow(at:at:animated:)",
      "UITableView.ScrollPosition",
      "UITableView.ScrollPosition.bottom",
      "UITableView.ScrollPosition.none",
      "UITableView.ScrollPosition.top",
      "UITableView.ScrollPosition.middle"
    )
  )
  func scrollingToRows() {
    let stage = TableStage(Rows([100]))
    let table = stage.table
    func offset(_ row: Int, _ position: UITableView.ScrollPosition) -> CGFloat {
      table.scrollToRow(at: IndexPath(row: row, section: 0), at: position, animated: false)
      return table.contentOffset.y
    }
    #expect(offset(20, .top) == 880)
    #expect(offset(20, .bottom) == 444)
    #expect(offset(20, .middle) == 662)
    #expect(offset(0, .middle) == 0)
    #expect(offset(99, .top) == 3920)
    #expect(offset(50, .none) == 2200)
    let lines = diagnostics { _ = offset(100, .top) }
    #expect(lines.count == 1)
  }

  @Test(
    "Inserted and deleted rows: cells move with their rows, new ones come",
    .shows(
      "UITableView.performBatchUpdates(_:completion:)",
      "UITableView.deleteRows(at:with:)",
      "UITableView.insertRows(at:with:)"
    )
  )
  func updates() throws {
    let rows = Rows([5])
    let stage = TableStage(rows)
    let table = stage.table
    let cells = table.visibleCells
    rows.counts = [5]
    table.performBatchUpdates {
      table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .none)
      table.insertRows(at: [IndexPath(row: 3, section: 0)], with: .none)
    }
    table.layoutIfNeeded()
    #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) === cells[1])
    #expect(table.cellForRow(at: IndexPath(row: 4, section: 0)) === cells[4])
    #expect(cells[1].frame.minY == 0)
    #expect(table.visibleCells.count == 5)
    #expect(
      cells[0].superview == nil || table.cellForRow(at: IndexPath(row: 3, section: 0)) === cells[0]
    )
    rows.counts = [6]
    table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    #expect(table.contentSize.height == 264)
    #expect(cells[1].frame.minY == 44)
  }

  @Test("Counts that do not fit a group of changes are told, and the table is loaded again")
  func wrongCounts() {
    let rows = Rows([5])
    let stage = TableStage(rows)
    rows.counts = [9]
    let lines = diagnostics {
      stage.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    }
    #expect(lines.count == 1)
    #expect(
      lines.first?.contains(
        "section 0 has 9 rows after the update; expected 6: 5 before, 1 inserted"
      ) == true
    )
    stage.table.layoutIfNeeded()
    #expect(stage.table.visibleCells.count == 9)
  }

  @Test("A data source with impossible answers gives diagnostics, and a table that works")
  func lyingDataSource() {
    let lines = diagnostics {
      let stage = TableStage(Rows([-3, 4]))
      #expect(stage.table.visibleCells.count == 4)
    }
    #expect(
      lines.contains { $0.contains("(_:numberOfRowsInSection: 0) returned -3; expected 0 to ") }
    )
    let same = UITableViewCell(style: .default, reuseIdentifier: nil)
    let rows = Rows([4])
    rows.cell = { _, _ in same }
    let others = diagnostics {
      let stage = TableStage(rows)
      #expect(stage.table.visibleCells.count == 4)
    }
    #expect(others.count == 3)
    let unregistered = Rows([1])
    unregistered.cell = { table, path in table.dequeueReusableCell(withIdentifier: "no", for: path)
    }
    let names = diagnostics { _ = TableStage(unregistered) }
    #expect(names.first?.contains("\"no\"") == true)
  }

  @Test(
    "Loading again within a callback takes effect later, and ends",
    .shows("UITableView.reloadData()")
  )
  func reloadInCallbacks() {
    let rows = Rows([100])
    rows.cell = { table, path in
      table.reloadData()
      return table.dequeueReusableCell(withIdentifier: "row", for: path)
    }
    let stage = TableStage(rows)
    rows.onScroll = { ($0 as? UITableView)?.reloadData() }
    stage.scroll(to: 100)
    stage.scroll(to: 200)
    #expect(stage.table.contentSize.height == 4400)
    rows.onScroll = { $0.contentOffset.y += 1 }
    let lines = diagnostics { stage.scroll(to: 300) }
    #expect(lines.count == 1)
    #expect(stage.table.contentOffset.y < 400)
  }

  @Test("Heights of zero and of a thousand million points, and offsets that are no numbers")
  func hostileSizes() {
    final class Heights: UITableViewDataSource, UITableViewDelegate {
      let heights: [CGFloat] = [0, 1e9, .nan, -5, .infinity, 20]
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 6 }
      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
        heights[path.row]
      }
    }
    let source = Heights()
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let table = UITableView(frame: window.bounds)
    table.dataSource = source
    table.delegate = source
    window.addSubview(table)
    window.makeKeyAndVisible()
    table.layoutIfNeeded()
    #expect(table.indexPathsForVisibleRows == [IndexPath(row: 1, section: 0)])
    #expect(table.contentSize.height == 1e9)
    let lines = diagnostics {
      table.contentOffset = CGPoint(x: 0, y: CGFloat.nan)
      table.setContentOffset(CGPoint(x: CGFloat.infinity, y: 0), animated: true)
      table.bounds.origin.y = .nan
    }
    #expect(lines.count == 3)
    #expect(table.contentOffset == .zero)
  }

  @Test(
    "Selection by the program: one row, or several",
    .shows(
      "UITableView.selectRow(at:animated:scrollPosition:)",
      "UITableView.deselectRow(at:animated:)",
      "UITableView.indexPathsForSelectedRows",
      "UITableView.indexPathForSelectedRow",
      "UITableView.allowsMultipleSelection",
      "UITableViewCell.isSelected"
    )
  )
  func selection() {
    let rows = Rows([10])
    let table = TableStage(rows).table
    table.selectRow(at: IndexPath(row: 2, section: 0), animated: false, scrollPosition: .none)
    table.selectRow(at: IndexPath(row: 4, section: 0), animated: false, scrollPosition: .none)
    #expect(table.indexPathsForSelectedRows == [IndexPath(row: 4, section: 0)])
    #expect(table.cellForRow(at: IndexPath(row: 4, section: 0))?.isSelected == true)
    #expect(table.cellForRow(at: IndexPath(row: 2, section: 0))?.isSelected == false)
    table.allowsMultipleSelection = true
    table.selectRow(at: IndexPath(row: 2, section: 0), animated: false, scrollPosition: .none)
    #expect(table.indexPathsForSelectedRows?.count == 2)
    table.deselectRow(at: IndexPath(row: 4, section: 0), animated: false)
    #expect(table.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
    table.selectRow(at: IndexPath(row: 77, section: 0), animated: false, scrollPosition: .none)
    #expect(table.indexPathsForSelectedRows?.count == 1)
    #expect(rows.calls.isEmpty)
  }

  @Test(
    "Estimated heights become real ones where rows show",
    .shows("UITableView.estimatedRowHeight", "UITableViewDelegate.tableView(_:heightForRowAt:)")
  )
  func estimates() {
    final class Tall: UITableViewDataSource, UITableViewDelegate {
      var asked = 0
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1000 }
      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
        asked += 1
        return 100
      }
    }
    let source = Tall()
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let table = UITableView(frame: window.bounds)
    table.estimatedRowHeight = 50
    table.dataSource = source
    table.delegate = source
    window.addSubview(table)
    window.makeKeyAndVisible()
    table.layoutIfNeeded()
    #expect(table.visibleCells.count == 5)
    // Ten rows showed by their estimate.
    #expect(source.asked == 10)
    #expect(table.contentSize.height == 50_500)
  }

  @Test(
    "Content that decelerates upwards does not jump where rows turn out higher than estimated",
    .shows("UITableView.estimatedRowHeight", "UIScrollView.isDecelerating")
  )
  func estimatesWhileDecelerating() throws {
    final class Tall: UITableViewDataSource, UITableViewDelegate {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1000 }
      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { 100 }
    }
    let source = Tall()
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let table = UITableView(frame: window.bounds)
    table.estimatedRowHeight = 50
    (table.dataSource, table.delegate) = (source, source)
    window.addSubview(table)
    window.makeKeyAndVisible()
    table.contentOffset.y = 20_000
    table.layoutIfNeeded()
    _ = try window.image(at: 1)
    let app = UIApplication.shared
    app.drag(
      from: CGPoint(x: 160, y: 100),
      to: CGPoint(x: 160, y: 300),
      duration: 0.2,
      in: window
    )
    #expect(table.isDecelerating)
    let height = table.contentSize.height
    var step = 0.0
    for frame in 1...40 {
      let cell = try #require(table.visibleCells.first)
      let before = cell.frame.minY - table.contentOffset.y
      _ = try window.image(at: 1.2 + Double(frame) / 60)
      guard table.visibleCells.contains(cell) else { continue }
      let after = cell.frame.minY - table.contentOffset.y
      if frame > 2 { #expect(after > before && after - before <= step + 1) }
      step = after - before
    }
    #expect(table.contentSize.height > height && step > 0)
  }

  @Test("A data source that changes while its rows are asked for does no harm")
  func changesWhileAsked() {
    let rows = Rows([50])
    rows.cell = { table, path in
      if path.row == 3, rows.counts[0] > 10 {
        rows.counts[0] -= 1
        table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      }
      return table.dequeueReusableCell(withIdentifier: "row", for: path)
    }
    let stage = TableStage(rows)
    for _ in 0..<5 {
      stage.table.setNeedsLayout()
      stage.table.layoutIfNeeded()
    }
    rows.cell = nil
    stage.table.reloadData()
    stage.table.layoutIfNeeded()
    #expect(stage.table.numberOfRows(inSection: 0) == rows.counts[0])
    stage.table.removeFromSuperview()
    stage.table.dataSource = nil
    stage.table.layoutIfNeeded()
    #expect(stage.table.visibleCells.isEmpty)
  }

  @Test(
    "Sections of an inset table keep from the edges and have round corners",
    .shows("UITableView.Style.insetGrouped")
  )
  func insetGroups() throws {
    let rows = Rows([3])
    let table = TableStage(rows, style: .insetGrouped).table
    let cells = table.visibleCells
    #expect(cells.map(\.frame.minX) == [16, 16, 16])
    #expect(cells.map(\.frame.width) == [288, 288, 288])
    #expect(cells.map(\.layer.cornerRadius) == [10, 0, 10])
    #expect(cells[0].layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    rows.counts = [1]
    let gone = [1, 2].map { IndexPath(row: $0, section: 0) }
    table.deleteRows(at: gone, with: .none)
    #expect(cells[0].layer.maskedCorners.contains(.layerMinXMaxYCorner))
  }

  @Test(
    "A drag ends the editing of a text, where the mode says so",
    .shows("UIScrollView.keyboardDismissMode", "UIScrollView.KeyboardDismissMode.onDrag")
  )
  func keyboard() {
    let stage = TableStage(Rows([]))
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
    stage.window.addSubview(field)
    stage.table.contentSize.height = 2000
    func drag() {
      _ = field.becomeFirstResponder()
      UIApplication.shared.drag(
        from: CGPoint(x: 160, y: 400),
        to: CGPoint(x: 160, y: 300),
        duration: 1,
        in: stage.window
      )
    }
    drag()
    #expect(field.isFirstResponder)
    stage.table.keyboardDismissMode = .onDrag
    drag()
    #expect(!field.isFirstResponder)
  }
}
