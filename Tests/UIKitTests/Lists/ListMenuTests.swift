// Menus of rows and items, and the calls around headers and footers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing
import UIKit

/// Makes a menu for some rows and items, and keeps a record of calls.
@MainActor
private final class MenuMaker: UITableViewDataSource, UITableViewDelegate,
  UICollectionViewDataSource,
  UICollectionViewDelegate
{
  /// The rows and items without a menu.
  var without: Set<Int> = []
  var calls: [String] = []
  var chosen: [String] = []

  private func configuration(_ title: String) -> UIContextMenuConfiguration {
    UIContextMenuConfiguration(identifier: title as NSString, previewProvider: nil) { _ in
      UIMenu(children: [UIAction(title: title) { [weak self] in self?.chosen.append($0.title) }])
    }
  }

  func numberOfSections(in tableView: UITableView) -> Int { 2 }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 20 }
  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "row", for: path)
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    "Header"
  }
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    "Footer"
  }
  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    calls.append("select \(path.row)")
  }
  func tableView(
    _ tableView: UITableView,
    willDisplayHeaderView view: UIView,
    forSection section: Int
  ) {
    #expect(view.superview == nil)
    calls.append("header \(section)")
  }
  func tableView(
    _ tableView: UITableView,
    didEndDisplayingHeaderView view: UIView,
    forSection section: Int
  ) { calls.append("end header \(section)") }
  func tableView(
    _ tableView: UITableView,
    willDisplayFooterView view: UIView,
    forSection section: Int
  ) { calls.append("footer \(section)") }
  func tableView(
    _ tableView: UITableView,
    didEndDisplayingFooterView view: UIView,
    forSection section: Int
  ) { calls.append("end footer \(section)") }

  func tableView(
    _ tableView: UITableView,
    contextMenuConfigurationForRowAt indexPath: IndexPath,
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    calls.append("menu \(indexPath.row)")
    return without.contains(indexPath.row) ? nil : configuration("Row \(indexPath.row)")
  }
  func tableView(
    _ tableView: UITableView,
    willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { calls.append("shows \(configuration.identifier)") }
  func tableView(
    _ tableView: UITableView,
    willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { calls.append("ends \(configuration.identifier)") }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  { 12 }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  { collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath) }
  func collectionView(
    _ collectionView: UICollectionView,
    contextMenuConfigurationForItemAt indexPath: IndexPath,
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    calls.append("menu \(indexPath.item)")
    return without.contains(indexPath.item) ? nil : configuration("Item \(indexPath.item)")
  }
  func collectionView(
    _ collectionView: UICollectionView,
    willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    calls.append("ends \(configuration.identifier) \(configuration.secondaryItemIdentifiers.count)")
  }
}

@MainActor
@Suite("Menus and headers of lists", .serialized)
struct ListMenuTests {
  private let window = makeWindow(CGSize(width: 320, height: 480))
  private let maker = MenuMaker()

  private var app: UIApplication {
    window.makeKey()
    return UIApplication.shared
  }

  private func table() -> UITableView {
    let table = UITableView(frame: window.bounds, style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = maker
    table.delegate = maker
    window.addSubview(table)
    window.layoutIfNeeded()
    return table
  }

  /// Keeps a finger on a point for 0.6 s.
  private func press(_ point: CGPoint, at time: TimeInterval) throws {
    app.touchBegan(at: point, time: time)
    _ = try window.image(at: time + 0.5)
    app.touchEnded(time: time + 0.6)
    window.layoutIfNeeded()
  }

  /// The label of the row of a menu that shows; nil if none does.
  private var menuRow: UIControl? {
    var pending: [UIView] =
      window.subviews.last.map { $0.accessibilityViewIsModal ? [$0] : [] } ?? []
    while let view = pending.popLast() {
      if let control = view as? UIControl, control.accessibilityLabel != nil { return control }
      pending.append(contentsOf: view.subviews)
    }
    return nil
  }

  private func tapMenu() throws {
    let row = try #require(menuRow)
    app.tap(at: row.convert(CGPoint(x: row.bounds.midX, y: row.bounds.midY), to: nil), in: window)
  }

  @Test(
    "A long touch of a row shows its menu and selects nothing; without a menu the row is selected",
    .shows("UITableViewDelegate.tableView(_:contextMenuConfigurationForRowAt:point:)")
  )
  func rows() throws {
    let table = table()
    #expect(table.contextMenuInteraction?.view === table)
    let third = table.rectForRow(at: IndexPath(row: 2, section: 0))
    maker.calls = []
    try press(CGPoint(x: 100, y: third.midY), at: 0)
    #expect(maker.calls == ["menu 2", "shows Row 2"])
    try tapMenu()
    #expect(maker.chosen == ["Row 2"])
    #expect(maker.calls.last == "ends Row 2")
    maker.without = [2]
    maker.calls = []
    try press(CGPoint(x: 100, y: third.midY), at: 10)
    #expect(menuRow == nil)
    #expect(maker.calls == ["menu 2", "select 2"])
    window.isHidden = true
  }

  @Test(
    "A long touch of a selected item has a menu for all selected ones",
    .shows(
      "UICollectionViewDelegate.collectionView(_:contextMenuConfigurationForItemAt:point:)"
    )
  )
  func items() throws {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 100)
    let collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
    collection.allowsMultipleSelection = true
    collection.dataSource = maker
    collection.delegate = maker
    window.addSubview(collection)
    window.layoutIfNeeded()
    for item in [1, 4, 5] {
      collection.selectItem(
        at: IndexPath(item: item, section: 0),
        animated: false,
        scrollPosition: []
      )
    }
    let fourth = try #require(collection.cellForItem(at: IndexPath(item: 4, section: 0)))
    try press(fourth.center, at: 0)
    try tapMenu()
    #expect(maker.chosen == ["Item 4"])
    #expect(maker.calls == ["menu 4", "ends Item 4 2"])
    window.isHidden = true
  }

  @Test(
    "Delegates hear of headers and footers that come and go",
    .shows(
      "UITableViewDelegate.tableView(_:willDisplayHeaderView:forSection:)",
      "UITableViewDelegate.tableView(_:didEndDisplayingHeaderView:forSection:)",
      "UITableViewDelegate.tableView(_:willDisplayFooterView:forSection:)",
      "UITableViewDelegate.tableView(_:didEndDisplayingFooterView:forSection:)"
    )
  )
  func headers() {
    let table = table()
    #expect(maker.calls == ["header 0"])
    maker.calls = []
    table.contentOffset.y = table.rect(forSection: 1).minY - 240
    table.layoutIfNeeded()
    #expect(maker.calls == ["footer 0", "header 1"])
    maker.calls = []
    table.contentOffset.y = table.rect(forSection: 1).minY + 10
    table.layoutIfNeeded()
    #expect(Set(maker.calls) == ["end header 0", "end footer 0"])
    maker.calls = []
    table.reloadData()
    table.layoutIfNeeded()
    #expect(maker.calls == ["end header 1", "header 1"])
  }
}
