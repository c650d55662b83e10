// Rows of a table that is edited: several selected ones, and what is at their edges.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@Suite("Rows that are edited", .serialized)
@MainActor
struct RowEditingTests {
  private let source = Rows([20])
  private let stage: TableStage
  private var table: UITableView { stage.table }

  init() {
    UIScreen.setMain(UIScreen(size: CGSize(width: 320, height: 480), scale: 1))
    UIApplication.shared.resetInput()
    stage = TableStage(source)
    CATransaction.flush()
  }

  private func tap(_ row: Int, x: CGFloat = 100) {
    let y = table.rectForRow(at: IndexPath(row: row, section: 0)).midY
    let now = stage.window.context?.currentTime ?? 0
    UIApplication.shared.tap(at: CGPoint(x: x, y: y), time: now + 1, in: stage.window)
  }

  private var selected: [Int] { table.indexPathsForSelectedRows?.map(\.row) ?? [] }

  @Test(
    "Touches select several rows while the table is edited, also at their signs",
    .shows(
      "UITableView.allowsMultipleSelectionDuringEditing",
      "UITableView.indexPathsForSelectedRows"
    )
  )
  func selection() throws {
    let cell = try #require(table.visibleCells.first)
    tap(0)
    #expect(selected == [0])
    table.allowsMultipleSelectionDuringEditing = true
    table.setEditing(true, animated: false)
    #expect(selected.isEmpty && cell.editingStyle == .none)
    #expect(cell.contentView.frame.minX == 38)
    tap(1)
    tap(3, x: 10)
    #expect(selected == [1, 3])
    let sign = try #require(table.cellForRow(at: IndexPath(row: 3, section: 0))?.parts.editingSign)
    #expect(sign.shape.backgroundColor != nil)
    tap(3, x: 10)
    #expect(selected == [1] && sign.shape.backgroundColor == nil)
    #expect(
      source.calls == ["select 0.0", "select 0.1", "select 0.3", "deselect 0.3"],
      "\(source.calls)"
    )
    table.setEditing(false, animated: false)
    #expect(selected.isEmpty && cell.contentView.frame.minX == 0)
    table.allowsMultipleSelectionDuringEditing = false
    table.setEditing(true, animated: false)
    #expect(cell.editingStyle == .delete)
    tap(1)
    #expect(selected.isEmpty)
  }

  @Test(
    "A row has other accessories while it is edited",
    .shows(
      "UITableViewCell.editingAccessoryType",
      "UITableViewCell.editingAccessoryView",
      "UITableViewCell.shouldIndentWhileEditing"
    )
  )
  func accessories() throws {
    let cell = try #require(table.visibleCells.first)
    let (plain, edited) = (UIView(), UIView())
    for view in [plain, edited] { view.bounds.size = CGSize(width: 30, height: 20) }
    cell.accessoryType = .disclosureIndicator
    table.layoutIfNeeded()
    #expect(cell.contentView.frame == CGRect(x: 0, y: 0, width: 282, height: 44))
    table.setEditing(true, animated: false)
    #expect(cell.contentView.frame == CGRect(x: 38, y: 0, width: 282, height: 44))
    cell.editingAccessoryType = .checkmark
    cell.layoutIfNeeded()
    #expect(cell.contentView.frame.width == 244 && cell.parts.accessory?.isHidden == false)
    cell.editingAccessoryView = edited
    cell.accessoryView = plain
    cell.layoutIfNeeded()
    #expect(cell.contentView.frame.width == 237)
    #expect(plain.isHidden && !edited.isHidden)
    #expect(edited.frame == CGRect(x: 275, y: 12, width: 30, height: 20))
    cell.shouldIndentWhileEditing = false
    cell.layoutIfNeeded()
    #expect(cell.contentView.frame.minX == 0)
    table.setEditing(false, animated: false)
    #expect(!plain.isHidden && edited.isHidden)
    cell.accessoryView = nil
    cell.editingAccessoryView = nil
    #expect(plain.superview == nil && edited.superview == nil)
  }
}
