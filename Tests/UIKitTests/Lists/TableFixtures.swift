// Tables of tests.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import UIKit

/// A data source and delegate whose answers a test sets, and that keeps a record of calls.
@MainActor
final class Rows: UITableViewDataSource, UITableViewDelegate {
  var counts: [Int]
  var titles: [String?] = []
  var cell: ((UITableView, IndexPath) -> UITableViewCell)?
  var calls: [String] = []
  var onScroll: ((UIScrollView) -> Void)?

  init(_ counts: [Int]) { self.counts = counts }

  func numberOfSections(in tableView: UITableView) -> Int { counts.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    counts[section]
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    if let cell { return cell(tableView, path) }
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: path)
    cell.tag = path.section * 100_000 + path.row
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    titles.indices.contains(section) ? titles[section] : nil
  }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    calls.append("select \(path.section).\(path.row)")
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) {
    calls.append("deselect \(path.section).\(path.row)")
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { onScroll?(scrollView) }
}

/// A table in a window of 320 x 480 points.
@MainActor
struct TableStage {
  let window: UIWindow
  let table: UITableView

  init(_ rows: Rows, style: UITableView.Style = .plain) {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    table = UITableView(frame: window.bounds, style: style)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = rows
    table.delegate = rows
    window.addSubview(table)
    window.makeKeyAndVisible()
    table.layoutIfNeeded()
  }

  func scroll(to y: CGFloat) {
    table.contentOffset.y = y
    table.layoutIfNeeded()
  }
}

/// Collects the diagnostics of a body.
@MainActor
func diagnostics(of body: () throws -> Void) rethrows -> [String] {
  try Diagnostics.lines(during: body)
}
