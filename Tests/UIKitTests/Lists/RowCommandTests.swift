// The commands for rows and items: cut, copy, paste.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing

@testable import UIKit

/// A delegate with commands for all but the first row or item.
private final class Commander: NSObject, UITableViewDataSource, UITableViewDelegate,
  UICollectionViewDataSource, UICollectionViewDelegate
{
  var done: [String] = []

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }
  func tableView(_ tableView: UITableView, shouldShowMenuForRowAt path: IndexPath) -> Bool {
    path.row > 0
  }
  func tableView(
    _ tableView: UITableView,
    canPerformAction action: Selector,
    forRowAt path: IndexPath,
    withSender sender: Any?
  ) -> Bool { path.row == 1 && action != Selector("cut:") }
  func tableView(
    _ tableView: UITableView,
    performAction action: Selector,
    forRowAt path: IndexPath,
    withSender sender: Any?
  ) { done.append("\(action.name) \(path.row)") }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
  func collectionView(
    _ view: UICollectionView,
    cellForItemAt path: IndexPath
  ) -> UICollectionViewCell { view.dequeueReusableCell(withReuseIdentifier: "item", for: path) }
  func collectionView(_ view: UICollectionView, shouldShowMenuForItemAt path: IndexPath) -> Bool {
    path.item == 0
  }
  func collectionView(
    _ view: UICollectionView,
    canPerformAction action: Selector,
    forItemAt path: IndexPath,
    withSender sender: Any?
  ) -> Bool { action == Selector("copy:") }
  func collectionView(
    _ view: UICollectionView,
    performAction action: Selector,
    forItemAt path: IndexPath,
    withSender sender: Any?
  ) { done.append("\(action.name) \(path.item)") }
}

@Suite("Commands of rows", .serialized)
@MainActor
struct RowCommandTests {
  private let commander = Commander()

  private func actions(_ configuration: UIContextMenuConfiguration?) -> [UIAction] {
    configuration?.actionProvider?([])?.allActions ?? []
  }

  @Test("A row has the commands that its delegate can perform")
  func rows() throws {
    let window = makeWindow()
    defer { window.isHidden = true }
    let table = UITableView(frame: window.bounds)
    table.rowHeight = 40
    table.dataSource = commander
    table.delegate = commander
    window.addSubview(table)
    table.layoutIfNeeded()
    #expect(table.menu(at: CGPoint(x: 50, y: 20)) == nil)
    let found = try #require(table.menu(at: CGPoint(x: 50, y: 60)))
    #expect(found.cell === table.cellForRow(at: IndexPath(row: 1, section: 0)))
    let actions = actions(found.configuration)
    #expect(actions.map(\.title) == ["Copy", "Paste"])
    actions.first?.performWithSender(nil, target: nil)
    #expect(commander.done == ["copy: 1"])
    // The row shows commands, but none is possible.
    #expect(table.menu(at: CGPoint(x: 50, y: 100)) == nil)
  }

  @Test("An item has the commands that its delegate can perform")
  func items() throws {
    let window = makeWindow()
    defer { window.isHidden = true }
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 50, height: 50)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
    view.dataSource = commander
    view.delegate = commander
    window.addSubview(view)
    view.layoutIfNeeded()
    let found = try #require(view.menu(at: CGPoint(x: 10, y: 10)))
    let actions = actions(found.configuration)
    #expect(actions.map(\.title) == ["Copy"])
    actions.first?.performWithSender(nil, target: nil)
    #expect(commander.done == ["copy: 0"])
    #expect(view.menu(at: CGPoint(x: 190, y: 10)) == nil)
  }
}
