// Changes of tables in windows: animations, editing, refreshing, controllers.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing
import UIKit

/// Rows by name, which a test changes.
@MainActor
private final class Names: UITableViewController {
  var names = ["a", "b", "c", "d"]
  var committed: [String] = []
  var tapped: [Int] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(NamedCell.self, forCellReuseIdentifier: "name")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    names.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath)
    -> UITableViewCell
  {
    let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: path)
    cell.textLabel?.text = names[path.row]
    cell.accessoryType = .detailButton
    return cell
  }

  override func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
    path.row == 0 ? 60 : 40
  }

  override func tableView(
    _ tableView: UITableView,
    commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt path: IndexPath
  ) {
    committed.append(names.remove(at: path.row))
    tableView.deleteRows(at: [path], with: .left)
  }

  override func tableView(
    _ tableView: UITableView,
    accessoryButtonTappedForRowWith path: IndexPath
  ) { tapped.append(path.row) }
}

/// A cell as programs write it: its own initialiser and the one of archives.
private final class NamedCell: UITableViewCell {
  let badge = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    contentView.addSubview(badge)
  }

  required init?(coder: NSCoder) { nil }
}

@MainActor
@Suite("Changes of tables", .serialized)
struct TableUpdateTests {
  private func stage() -> (UIWindow, Names) {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let names = Names(style: .plain)
    window.rootViewController = names
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    return (window, names)
  }

  @Test(
    "A registered class is made by its own initialiser; the controller's methods are asked",
    .shows(
      "UITableViewController",
      "UITableViewController.init(style:)",
      "UITableViewController.tableView",
      "UITableView.register(_:forCellReuseIdentifier:)",
      "UITableView.dequeueReusableCell(withIdentifier:for:)",
      "UITableView.visibleCells",
      "UITableViewCell.contentView",
      "UITableViewCell.detailTextLabel",
      "UITableViewCell.CellStyle.subtitle"
    )
  )
  func controller() throws {
    let (_, names) = stage()
    let cells = names.tableView.visibleCells
    #expect(cells.count == 4)
    let cell = try #require(cells.first as? NamedCell)
    #expect(cell.badge.superview === cell.contentView)
    #expect(cell.detailTextLabel != nil)
    #expect(cells.map(\.frame.minY) == [0, 60, 100, 140])
  }

  @Test(
    "Rows move in 0.3 s when one is deleted; the deleted one fades and is used again",
    .shows(
      "UITableView.deleteRows(at:with:)",
      "UITableView.insertRows(at:with:)",
      "UITableView.RowAnimation.fade"
    )
  )
  func animatedDeletion() throws {
    let (window, names) = stage()
    let cells = names.tableView.visibleCells
    _ = try window.image(at: 0)
    names.names.remove(at: 1)
    names.tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
    #expect(cells[2].frame.minY == 60)
    #expect(cells[2].layer.animationKeys()?.isEmpty == false)
    _ = try window.image(at: 0.15)
    let shown = try #require(cells[2].layer.presentation())
    #expect(shown.frame.minY > 62)
    #expect(shown.frame.minY < 98)
    #expect(cells[1].superview === names.tableView)
    _ = try window.image(at: 0.4)
    #expect(cells[1].superview == nil)
    #expect(cells[1].alpha == 1)
    names.names.append("e")
    names.tableView.insertRows(at: [IndexPath(row: 3, section: 0)], with: .none)
    names.tableView.layoutIfNeeded()
    #expect(names.tableView.visibleCells.last === cells[1])
  }

  @Test(
    "A touch of the sign for deletion commits it, one of the detail button tells the delegate",
    .shows(
      "UITableView.setEditing(_:animated:)",
      "UITableViewDataSource.tableView(_:commit:forRowAt:)",
      "UITableViewDelegate.tableView(_:accessoryButtonTappedForRowWith:)"
    )
  )
  func editing() throws {
    let (window, names) = stage()
    let app = UIApplication.shared
    app.tap(at: CGPoint(x: 305, y: 80), in: window)
    #expect(names.tapped == [1])
    #expect(names.tableView.indexPathForSelectedRow == nil)
    names.tableView.setEditing(true, animated: false)
    #expect(names.tableView.visibleCells.allSatisfy { $0.editingStyle == .delete })
    window.layoutIfNeeded()
    #expect(names.tableView.visibleCells[0].contentView.frame.minX == 38)
    app.tap(at: CGPoint(x: 15, y: 80), in: window)
    #expect(names.committed == ["b"])
    #expect(names.tableView.numberOfRows(inSection: 0) == 3)
    // Selection is off while editing.
    app.tap(at: CGPoint(x: 160, y: 30), in: window)
    #expect(names.tableView.indexPathForSelectedRow == nil)
  }

  @Test(
    "A pull by more than 60 points refreshes; the content waits below the control",
    .shows("UIRefreshControl", "UIRefreshControl.isRefreshing", "UIRefreshControl.endRefreshing()")
  )
  func refreshing() throws {
    let (window, names) = stage()
    let control = UIRefreshControl()
    var count = 0
    control.addAction(UIAction { _ in count += 1 }, for: .valueChanged)
    names.refreshControl = control
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 160, y: 100), time: 1, in: window)
    app.touchMoved(to: CGPoint(x: 160, y: 150), time: 1.1)
    #expect(count == 0)
    app.touchMoved(to: CGPoint(x: 160, y: 300), time: 1.3)
    #expect(count == 1)
    #expect(control.isRefreshing)
    app.touchMoved(to: CGPoint(x: 160, y: 300), time: 1.6)
    app.touchEnded(time: 1.8)
    _ = try window.image(at: 4)
    #expect(names.tableView.contentOffset.y == -60)
    control.endRefreshing()
    _ = try window.image(at: 6)
    #expect(names.tableView.contentOffset.y == 0)
    #expect(count == 1)
  }

  @Test(
    "The content stays under the finger where a pull begins the refreshing",
    .shows("UIRefreshControl", "UIScrollView.refreshControl")
  )
  func refreshingUnderTheFinger() throws {
    let (window, names) = stage()
    names.refreshControl = UIRefreshControl()
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 160, y: 100), time: 1, in: window)
    app.touchMoved(to: CGPoint(x: 160, y: 150), time: 1.1)
    for way in 151...330 {
      let before = names.tableView.contentOffset.y
      app.touchMoved(to: CGPoint(x: 160, y: CGFloat(way)), time: 1.1 + Double(way - 150) / 100)
      let step = before - names.tableView.contentOffset.y
      #expect(step >= 0 && step < 1)
    }
    #expect(names.refreshControl?.isRefreshing == true)
    #expect(names.tableView.adjustedContentInset.top == 0)
    app.touchEnded(time: 4)
    #expect(names.tableView.adjustedContentInset.top == 60)
    _ = try window.image(at: 9)
    #expect(names.tableView.contentOffset.y == -60)
  }

  @Test(
    "Each row of a group of changes goes and comes by its own animation",
    .shows(
      "UITableView.RowAnimation.left",
      "UITableView.RowAnimation.right",
      "UITableView.moveRow(at:to:)"
    )
  )
  func ownAnimations() throws {
    let (window, names) = stage()
    _ = try window.image(at: 0)
    let gone = names.tableView.visibleCells[0]
    names.tableView.performBatchUpdates {
      names.names = ["c", "b", "d", "e"]
      names.tableView.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .left)
      names.tableView.insertRows(at: [IndexPath(row: 3, section: 0)], with: .right)
      names.tableView.moveRow(
        at: IndexPath(row: 2, section: 0),
        to: IndexPath(row: 0, section: 0)
      )
    }
    let come = try #require(names.tableView.cellForRow(at: IndexPath(row: 3, section: 0)))
    #expect(gone.transform.tx == -320 && gone.superview === names.tableView)
    _ = try window.image(at: 0.1)
    let shown = try #require(come.layer.presentation())
    #expect(shown.affineTransform().tx > 100)
    _ = try window.image(at: 1)
    #expect(gone.superview == nil && come.transform == .identity)
  }

  @Test(
    "Rows deleted in a callback of their own deletion, and empty groups, do no harm",
    .shows(
      "UITableView.performBatchUpdates(_:completion:)",
      "UITableView.beginUpdates()",
      "UITableView.endUpdates()",
      "UITableView.reloadData()"
    )
  )
  func reentrant() throws {
    let (window, names) = stage()
    var depth = 0
    names.tableView.performBatchUpdates(nil) { _ in depth += 1 }
    names.tableView.performBatchUpdates {
      names.tableView.beginUpdates()
      names.names.removeLast()
      names.tableView.deleteRows(at: [IndexPath(row: 3, section: 0)], with: .none)
      names.tableView.endUpdates()
      #expect(names.tableView.visibleCells.count == 4)
    } completion: { _ in
      names.names.removeLast()
      names.tableView.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .fade)
    }
    _ = try window.image(at: 1)
    _ = try window.image(at: 2)
    #expect(depth == 1)
    #expect(names.tableView.visibleCells.count == 2)
    let lines = diagnostics { names.tableView.endUpdates() }
    #expect(lines.count == 1)
    names.names = []
    names.tableView.reloadData()
    names.tableView.layoutIfNeeded()
    #expect(names.tableView.visibleCells.isEmpty)
    #expect(names.tableView.contentSize.height == 0)
  }
}
