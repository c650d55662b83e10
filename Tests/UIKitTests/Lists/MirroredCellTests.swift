// Cells of tables and lists where lines run from the right.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// Rows of all styles with signs, indentation and actions at both sides.
private final class SignedRows: NSObject, UITableViewDataSource, UITableViewDelegate {
  let styles: [UITableViewCell.CellStyle] = [.default, .subtitle, .value1, .value2]
  let signs: [UITableViewCell.AccessoryType] = [
    .none, .disclosureIndicator, .checkmark, .detailDisclosureButton,
  ]
  var details: [Int] = []

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }
  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: styles[path.row], reuseIdentifier: nil)
    cell.textLabel?.text = "Title"
    cell.detailTextLabel?.text = "Detail"
    cell.imageView?.image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 10)).image {
      _ in
    }
    cell.accessoryType = signs[path.row]
    if path.row == 0 {
      cell.accessoryView = UIView(frame: CGRect(x: 0, y: 0, width: 51, height: 31))
    }
    cell.separatorInset = UIEdgeInsets(top: 0, left: 30, bottom: 0, right: 7)
    cell.showsReorderControl = path.row == 2
    return cell
  }
  func tableView(
    _ tableView: UITableView,
    indentationLevelForRowAt path: IndexPath
  ) -> Int { path.row }
  func tableView(_ tableView: UITableView, canMoveRowAt path: IndexPath) -> Bool { path.row == 2 }
  func tableView(
    _ tableView: UITableView,
    accessoryButtonTappedForRowWith path: IndexPath
  ) { details.append(path.row) }

  private func actions(_ title: String) -> UISwipeActionsConfiguration {
    UISwipeActionsConfiguration(actions: [
      UIContextualAction(style: .normal, title: title) { _, _, done in done(true) }
    ])
  }
  func tableView(
    _ tableView: UITableView,
    leadingSwipeActionsConfigurationForRowAt path: IndexPath
  ) -> UISwipeActionsConfiguration? { actions("leading") }
  func tableView(
    _ tableView: UITableView,
    trailingSwipeActionsConfigurationForRowAt path: IndexPath
  ) -> UISwipeActionsConfiguration? { actions("trailing") }
}

@Suite("Mirrored cells", .serialized)
@MainActor
struct MirroredCellTests {
  private let rows = SignedRows()

  private func table(isTurned: Bool, isEditing: Bool) -> (UIWindow, UITableView) {
    let window = makeWindow(CGSize(width: 320, height: 200))
    let table = UITableView(frame: window.bounds)
    table.rowHeight = 50
    table.dataSource = rows
    table.delegate = rows
    if isTurned { table.traitOverrides.layoutDirection = .rightToLeft }
    window.addSubview(table)
    table.layoutIfNeeded()
    table.isEditing = isEditing
    table.layoutIfNeeded()
    return (window, table)
  }

  /// The frames of the parts of a cell: those in the cell, and those in its content.
  private func places(_ cell: UITableViewCell) -> (own: [CGRect], content: [CGRect]) {
    let parts = cell.parts
    let own =
      [cell.contentView, parts.editingSign, parts.reorderHandle, cell.accessoryView].compactMap {
        $0?.frame
      } + [parts.accessory?.frame, parts.separator?.frame].compactMap(\.self)
    let content = [parts.textLabel, parts.detailLabel, parts.imageView].compactMap { $0?.frame }
    return (own, content)
  }

  @Test("All parts are mirrored, while rows are edited and else", arguments: [false, true])
  func mirrored(isEditing: Bool) throws {
    let (window, plain) = table(isTurned: false, isEditing: isEditing)
    let (other, turned) = table(isTurned: true, isEditing: isEditing)
    defer { for window in [window, other] { window.isHidden = true } }
    for row in 0..<4 {
      let path = IndexPath(row: row, section: 0)
      let cell = try #require(plain.cellForRow(at: path))
      let turnedCell = try #require(turned.cellForRow(at: path))
      let (one, two) = (places(cell), places(turnedCell))
      let width = cell.contentView.bounds.width
      #expect(one.own.count >= 2 + (isEditing ? 1 : 0))
      #expect(one.own.map { $0.mirrored(in: 320) } == two.own, "row \(row)")
      #expect(one.content.map { $0.mirrored(in: width) } == two.content, "row \(row)")
    }
  }

  @Test("The frames of a row with an arrow")
  func frames() throws {
    let (window, table) = table(isTurned: true, isEditing: false)
    defer { window.isHidden = true }
    let cell = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
    // 38 points for the arrow.
    #expect(cell.contentView.frame == CGRect(x: 38, y: 0, width: 282, height: 50))
    // From 282: a margin of 15, a step of 10; then the image of 20, a gap of 15.
    #expect(cell.imageView?.frame.maxX == 257)
    #expect(cell.textLabel?.frame.maxX == 222)
    #expect(cell.textLabel?.frame.minX == 15)
    #expect(cell.parts.separator?.frame.minX == 7)
    // because: a layer keeps its frame as a middle and a size.
    #expect(abs((cell.parts.separator?.frame.maxX ?? 0) - (320 - 30)) < 1e-9)
    let arrow = try #require(cell.parts.accessory)
    #expect(arrow.position.x == 19)
    #expect(arrow.affineTransform().a == -1)
    let tick = table.cellForRow(at: IndexPath(row: 2, section: 0))?.parts.accessory
    #expect(tick?.affineTransform() == .identity)
  }

  @Test("A table that is turned later places its cells again")
  func later() throws {
    let (window, table) = table(isTurned: false, isEditing: false)
    defer { window.isHidden = true }
    let cell = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
    #expect(cell.contentView.frame.minX == 0)
    table.traitOverrides.layoutDirection = .rightToLeft
    CATransaction.flush()
    table.layoutIfNeeded()
    #expect(cell.contentView.frame.minX == 38)
    #expect(cell.parts.accessory?.affineTransform().a == -1)
    table.traitOverrides.layoutDirection = .leftToRight
    CATransaction.flush()
    table.layoutIfNeeded()
    #expect(cell.contentView.frame.minX == 0)
    #expect(cell.parts.accessory?.affineTransform() == .identity)
  }

  @Test("The trailing actions are at the left, and the detail button is touched there")
  func sides() {
    let path = IndexPath(row: 0, section: 0)
    let (window, plain) = table(isTurned: false, isEditing: false)
    #expect(plain.swipeActions(at: path, isTrailing: true)?.actions.first?.title == "trailing")
    let (other, turned) = table(isTurned: true, isEditing: false)
    defer { for window in [window, other] { window.isHidden = true } }
    #expect(turned.swipeActions(at: path, isTrailing: true)?.actions.first?.title == "leading")
    #expect(turned.swipeActions(at: path, isTrailing: false)?.actions.first?.title == "trailing")
    let app = UIApplication.shared
    app.tap(at: CGPoint(x: 300, y: 175), time: 1)
    #expect(rows.details.isEmpty)
    app.tap(at: CGPoint(x: 20, y: 175), time: 2)
    #expect(rows.details == [3])
  }

  @Test("Cells of lists mirror content, signs, arrows and lines")
  func listCells() throws {
    var windows: [UIWindow] = []
    defer { for window in windows { window.isHidden = true } }
    func cell(isTurned: Bool) -> UICollectionViewListCell {
      let window = makeWindow(CGSize(width: 320, height: 200))
      windows.append(window)
      let cell = UICollectionViewListCell(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
      if isTurned { cell.traitOverrides.layoutDirection = .rightToLeft }
      window.addSubview(cell)
      cell.indentationLevel = 2
      cell.accessories = [
        .disclosureIndicator(), .checkmark(), .delete(displayed: .always),
      ]
      cell.layoutIfNeeded()
      return cell
    }
    let (plain, turned) = (cell(isTurned: false), cell(isTurned: true))
    #expect(plain.contentView.frame.mirrored(in: 320) == turned.contentView.frame)
    #expect(plain.contentView.frame.minX != turned.contentView.frame.minX)
    func signs(_ cell: UICollectionViewListCell) -> [UIView] {
      cell.subviews.filter { $0 is CellSignView }
    }
    let pairs = zip(signs(plain), signs(turned))
    #expect(signs(plain).count == 3)
    for (one, two) in pairs { #expect(one.center.x == 320 - two.center.x) }
    #expect(signs(plain).map(\.transform.a) == [1, 1, 1])
    #expect(signs(turned).map(\.transform.a) == [-1, 1, 1])
    turned.traitOverrides.layoutDirection = .leftToRight
    CATransaction.flush()
    turned.layoutIfNeeded()
    #expect(turned.contentView.frame == plain.contentView.frame)
    #expect(signs(turned).map(\.transform.a) == [1, 1, 1])
  }
}
