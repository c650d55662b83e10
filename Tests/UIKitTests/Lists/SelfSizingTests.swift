// Rows and cells that decide their size.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing

@testable import UIKit

/// A cell of a label-like box with room around.
private final class BoxCell: UITableViewCell {
  let box = ContentView(100, 20)

  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    contentView.addSubview(box)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 10),
      box.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),
      box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
    ])
  }

  required init?(coder: NSCoder) { nil }
}

private final class BoxItem: UICollectionViewCell {
  let box = ContentView(90, 30)

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.addSubview(box)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      box.topAnchor.constraint(equalTo: contentView.topAnchor),
      box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) { nil }
}

@MainActor
private final class Source: UITableViewDataSource, UICollectionViewDataSource {
  var count: Int
  var height: (Int) -> CGFloat

  init(_ count: Int, height: @escaping (Int) -> CGFloat = { _ in 20 }) {
    self.count = count
    self.height = height
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "box", for: path)
    if let cell = cell as? BoxCell {
      cell.box.content.height = height(path.row)
      cell.box.invalidateIntrinsicContentSize()
    }
    return cell
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  { count }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath)
    -> UICollectionViewCell
  { collectionView.dequeueReusableCell(withReuseIdentifier: "box", for: path) }
}

@MainActor
private func table(_ source: Source) -> UITableView {
  UIScreen.setMain(UIScreen(size: CGSize(width: 320, height: 480), scale: 2))
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let table = UITableView(frame: window.bounds)
  table.register(BoxCell.self, forCellReuseIdentifier: "box")
  table.dataSource = source
  window.addSubview(table)
  window.makeKeyAndVisible()
  table.layoutIfNeeded()
  return table
}

@MainActor
@Suite("Rows and cells that decide their size", .serialized)
struct SelfSizingTests {
  private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  @Test("T80: a row is its content and a pixel of the separator")
  func row() {
    let source = Source(3)
    let table = table(source)
    let cell = table.cellForRow(at: path(1))
    cell?.layoutIfNeeded()
    #expect(table.rectForRow(at: path(1)) == CGRect(x: 0, y: 40.5, width: 320, height: 40.5))
    #expect(cell?.contentView.frame.height == 40)
    let lines = Diagnostics.lines { table.layoutIfNeeded() }
    #expect(lines.isEmpty)
    table.separatorStyle = .none
    table.reloadData()
    table.layoutIfNeeded()
    #expect(table.rectForRow(at: path(1)).height == 40)
    table.window?.isHidden = true
  }

  /// Headers and footers whose constraints decide their heights.
  private final class Ends: UITableViewDelegate {
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      end(30)
    }

    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
      end(12)
    }

    func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int)
      -> CGFloat
    { 50 }

    private func end(_ height: CGFloat) -> UIView {
      let (view, box) = (UIView(), ContentView(100, height))
      view.addSubview(box)
      NSLayoutConstraint.activate([
        box.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        box.topAnchor.constraint(equalTo: view.topAnchor),
        box.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      ])
      return view
    }
  }

  @Test(
    "Headers and footers of the program have estimated heights until they show",
    .shows(
      "UITableView.estimatedSectionHeaderHeight",
      "UITableView.estimatedSectionFooterHeight",
      "UITableViewDelegate.tableView(_:estimatedHeightForHeaderInSection:)"
    )
  )
  func ends() {
    let (source, ends) = (Source(20), Ends())
    let table = table(source)
    table.estimatedSectionFooterHeight = 70
    table.sectionHeaderTopPadding = 0
    table.delegate = ends
    // The height of the content without its rows: the header shows, the footer does not yet.
    table.reloadData()
    let before = table.rectForHeader(inSection: 0).height
    table.layoutIfNeeded()
    #expect(before == 50 && table.rectForHeader(inSection: 0).height == 30)
    #expect(table.rectForFooter(inSection: 0).height == 70)
    table.contentOffset.y = table.contentSize.height - 480
    table.layoutIfNeeded()
    #expect(table.rectForFooter(inSection: 0).height == 12)
    table.window?.isHidden = true
  }

  @Test("T81: cells of a flow layout decide both lengths")
  func flow() {
    let window = makeWindow(CGSize(width: 320, height: 480))
    let layout = UICollectionViewFlowLayout()
    layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    let collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
    collection.register(BoxItem.self, forCellWithReuseIdentifier: "box")
    let source = Source(7)
    collection.dataSource = source
    window.addSubview(collection)
    collection.layoutIfNeeded()
    let frames = (0..<4).compactMap { collection.layoutAttributesForItem(at: path($0))?.frame }
    #expect(frames.map(\.size) == Array(repeating: CGSize(width: 90, height: 30), count: 4))
    #expect(frames.map(\.minY) == [0, 0, 0, 40])
    #expect(frames.map(\.minX) == [0, 115, 230, 0])
  }

  @Test("Heights stay through changes, and rows that show are asked again by an empty one")
  func changes() {
    let source = Source(100) { $0 == 0 ? 100 : 20 }
    let table = table(source)
    #expect(table.rectForRow(at: path(0)).height == 120.5)
    table.contentOffset.y = 600
    table.layoutIfNeeded()
    source.count = 101
    UIView.performWithoutAnimation {
      table.insertRows(at: [path(100)], with: .none)
    }
    #expect(table.rectForRow(at: path(0)).height == 120.5)
    table.contentOffset.y = 0
    table.layoutIfNeeded()
    (table.cellForRow(at: path(1)) as? BoxCell)?.box.content.height = 60
    (table.cellForRow(at: path(1)) as? BoxCell)?.box.invalidateIntrinsicContentSize()
    UIView.performWithoutAnimation { table.performBatchUpdates(nil) }
    table.layoutIfNeeded()
    #expect(table.rectForRow(at: path(1)).height == 80.5)
    table.window?.isHidden = true
  }
}
