// Programs of lists and controls: refresh, swatches, laps, sections, filters, a calculator.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKitTesting

@testable import UIKitPrograms

@MainActor
@Suite("Programs of lists")
struct ListProgramTests {
  nonisolated static let file: StaticString = #filePath

  private func texts(_ table: UITableView) -> [String] {
    table.visibleCells.compactMap { $0.textLabel?.text }
  }

  @Test("Pull to refresh: a pull loads, and the row comes when the answer does")
  func pullToRefresh() throws {
    let program = MessagesViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    try stage.drag(CGPoint(x: 120, y: 60), CGPoint(x: 120, y: 85))
    try stage.wait(1)
    #expect(program.refreshControl?.isRefreshing == false && program.messages.count == 2)
    try stage.drag(CGPoint(x: 120, y: 40), CGPoint(x: 120, y: 250), duration: 0.6)
    try stage.wait(0.6)
    #expect(program.refreshControl?.isRefreshing == true)
    try stage.check("pull-to-refresh")
    try stage.wait(2)
    #expect(program.refreshControl?.isRefreshing == false)
    #expect(texts(program.tableView) == ["Ada", "Grace", "Alan"])
    #expect(program.tableView.contentOffset.y == 0)
  }

  @Test("Swatches: of 10,000 cells few are made")
  func swatches() throws {
    SwatchCell.made = 0
    let program = SwatchesViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    let view = try #require(program.collectionView)
    let made = SwatchCell.made
    #expect(made <= 24)
    #expect(view.contentSize.height == 145_008)
    for _ in 0..<5 {
      try stage.drag(CGPoint(x: 120, y: 220), CGPoint(x: 120, y: 20), duration: 0.1)
      try stage.wait(3)
    }
    #expect(view.contentOffset.y > 1000 && SwatchCell.made <= made + 8)
    try stage.tap(CGPoint(x: 150, y: 130))
    let near = try #require(program.picked.first)
    #expect(program.picked == [near])
    try stage.wait(0.5)
    try stage.check("swatches")
    try stage.tap(CGPoint(x: 150, y: 130))
    #expect(program.picked.isEmpty)
    program.jump(to: 5002)
    try stage.wait(0.1)
    try stage.tap(CGPoint(x: 150, y: 130))
    #expect(program.picked == [5002])
    try stage.tap(CGPoint(x: 30, y: 70))
    try stage.wait(0.5)
    #expect(program.picked == [5002, 4996])
    try stage.check("swatches-far", isSession: false)
    try stage.tap(CGPoint(x: 150, y: 130))
    #expect(program.picked == [4996])
  }

  @Test("Stopwatch: laps are rows, the last one on top")
  func stopwatch() throws {
    let program = StopwatchViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    #expect(program.timeLabel.text == "00:00,00" && !program.lapButton.isEnabled)
    try stage.tap(program.startButton)
    try stage.wait(1.44)
    try stage.tap(program.lapButton)
    try stage.wait(2.44)
    try stage.tap(program.lapButton)
    try stage.wait(61)
    try stage.tap(program.startButton)
    #expect(program.laps.map { ($0 * 10).rounded() } == [25, 15])
    #expect(program.timeLabel.text == "01:05,06")
    #expect(texts(program.tableView) == ["Lap 2   00:02,50", "Lap 1   00:01,50"])
    #expect(program.startButton.title(for: .normal) == "Start")
    try stage.check("stopwatch")
    try stage.tap(program.lapButton)
    #expect(program.laps.isEmpty && program.timeLabel.text == "00:00,00")
    #expect(program.tableView.visibleCells.isEmpty)
  }

  @Test("Expandable table: a tap on a header opens and closes its section")
  func expandableTable() throws {
    let program = ExpandableTableViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    #expect(program.tableView.visibleCells.isEmpty)
    try stage.tap(CGPoint(x: 80, y: 100))
    try stage.wait(1)
    #expect(texts(program.tableView) == ["Wren", "Kestrel", "Rook", "Swift"])
    try stage.tap(CGPoint(x: 80, y: 20))
    try stage.wait(1)
    #expect(texts(program.tableView).prefix(3) == ["Apple", "Banana", "Cherry"])
    let header = program.tableView.headerView(forSection: 0) as? ExpandableHeader
    #expect(header?.chevron.transform == CGAffineTransform(rotationAngle: .pi / 2))
    try stage.check("expandable-table")
    try stage.tap(CGPoint(x: 80, y: 20))
    try stage.wait(1)
    #expect(texts(program.tableView) == ["Wren", "Kestrel", "Rook", "Swift"])
    #expect(header?.chevron.transform == .identity)
  }

  @Test("Filtered list: segments and typed letters choose rows, a row shows an alert")
  func filteredList() throws {
    let program = FilteredListViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    #expect(program.tableView.visibleCells.count >= 4 && program.shown.count == 6)
    try stage.tap(CGPoint(x: 200, y: 68))
    try stage.wait(1)
    #expect(texts(program.tableView) == ["Blackbird", "Owl", "Robin"])
    try stage.check("filtered-list")
    try stage.tap(program.searchField)
    UIApplication.shared.type("o")
    try stage.wait(0.1)
    #expect(texts(program.tableView) == ["Owl", "Robin"] && program.searchField.isFirstResponder)
    UIApplication.shared.type("\n")
    #expect(!program.searchField.isFirstResponder)
    try stage.tap(CGPoint(x: 100, y: 116))
    try stage.wait(1)
    let alert = program.presentedViewController as? UIAlertController
    #expect(alert?.title == "Owl" && alert?.message == "Birds")
  }

  @Test("Calculator: keys in stack views")
  func calculator() throws {
    let program = CalculatorViewController()
    let stage = try ProgramStage(program, size: CGSize(width: 220, height: 300))
    defer { stage.end() }
    func key(_ title: String, in view: UIView) -> UIView? {
      view.accessibilityIdentifier == title
        ? view : view.subviews.lazy.compactMap { key(title, in: $0) }.first
    }
    func press(_ keys: String) throws {
      for title in keys { try stage.tap(#require(key(String(title), in: program.view))) }
    }
    try press("12×3=")
    #expect(program.displayLabel.text == "36")
    try press("C1÷8=")
    #expect(program.displayLabel.text == "0.125")
    try press("C.1+.2=")
    #expect(program.displayLabel.text == "0.3")
    try press("C7÷0=")
    #expect(program.displayLabel.text == "Error")
    try press("C8−50%=")
    #expect(program.displayLabel.text == "7.5")
    let zero = try #require(key("0", in: program.view))
    let seven = try #require(key("7", in: program.view))
    // (220 - 2 * 8 - 3 * 6) / 4 is 46.5, with edges at whole pixels.
    #expect(seven.frame.width == 47)
    #expect(zero.frame.height == seven.frame.height)
    try stage.check("calculator")
  }
}
