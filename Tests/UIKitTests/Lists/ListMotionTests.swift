// Lists that move while rows turn out to have other heights, and rows that are prepared.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// A cell whose height its content decides.
private final class TallCell: UITableViewCell {
  let box = ContentView(100, 20)

  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    contentView.addSubview(box)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      box.topAnchor.constraint(equalTo: contentView.topAnchor),
      box.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) { nil }
}

/// Two thousand rows of 20 to 139 points, which are estimated to have 44.
@MainActor
private final class Unknown: UITableViewDataSource {
  let window = makeWindow(CGSize(width: 320, height: 480))
  let table: UITableView
  var app: UIApplication { UIApplication.shared }
  var now: Double { window.context?.currentTime ?? 0 }

  init() {
    table = UITableView(frame: window.bounds)
    table.separatorStyle = .none
    table.register(TallCell.self, forCellReuseIdentifier: "tall")
    table.dataSource = self
    window.addSubview(table)
    table.layoutIfNeeded()
    CATransaction.flush()
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2000 }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "tall", for: path)
    (cell as? TallCell)?.box.content.height = CGFloat(20 + path.row * 37 % 120)
    (cell as? TallCell)?.box.invalidateIntrinsicContentSize()
    return cell
  }

  /// Where the rows are on the screen, by their numbers.
  func places() -> [Int: CGFloat] {
    var places: [Int: CGFloat] = [:]
    for path in table.indexPathsForVisibleRows ?? [] {
      places[path.row] = table.cellForRow(at: path).map { $0.frame.minY - table.bounds.minY }
    }
    return places
  }

  /// Returns how far the rows moved since they were at `old`: all by the same.
  func step(from old: [Int: CGFloat]) throws -> CGFloat {
    let new = places()
    let steps = new.compactMap { row, y in old[row].map { y - $0 } }
    let first = try #require(steps.first)
    #expect(steps.allSatisfy { abs($0 - first) < 1e-6 }, "\(steps)")
    // Nothing is missing between the edges.
    let rows = new.keys.sorted()
    #expect(rows == Array((rows.first ?? 0)...(rows.last ?? 0)))
    return first
  }
}

@Suite("Lists in motion", .serialized)
@MainActor
struct ListMotionTests {
  @Test("B7: after a far jump upward, a drag and its flick move rows of unknown heights evenly")
  func flick() throws {
    let list = Unknown()
    list.table.contentOffset.y = 60_000
    list.table.layoutIfNeeded()
    list.table.contentOffset.y = 20_000
    list.table.layoutIfNeeded()
    _ = try list.window.image()
    let start = list.now
    list.app.touchBegan(at: CGPoint(x: 100, y: 100), time: start)
    for move in 1...15 {
      let old = list.places()
      list.app.touchMoved(
        to: CGPoint(x: 100, y: 100 + 20 * Double(move)),
        time: start + 0.01 * Double(move)
      )
      list.table.layoutIfNeeded()
      // The first move is less by the ten points of hysteresis.
      let way = try list.step(from: old)
      #expect(abs(way - (move == 1 ? 10 : 20)) < 1e-6)
    }
    list.app.touchEnded(time: start + 0.16)
    #expect(list.table.isDecelerating)
    var last = CGFloat.infinity
    var sum: CGFloat = 0
    for frame in 1...220 {
      let old = list.places()
      _ = try list.window.image(at: start + 0.16 + Double(frame) / 60)
      let way = try list.step(from: old)
      #expect(way >= -1e-6 && way <= min(last, 2000 / 60.0) + 0.5, "frame \(frame): \(way)")
      last = way
      sum += way
    }
    #expect(!list.table.isDecelerating)
    // 2000 points a second: 0.499 (2000 - 10) points, whatever the rows measure; the ends of
    // motions that begin anew at each row are rounded.
    #expect(abs(sum - 0.499 * 1990) < 5)
  }

  @Test("B7: a row that the program scrolls to from far below comes to its place")
  func program() throws {
    let list = Unknown()
    list.table.contentOffset.y = 60_000
    list.table.layoutIfNeeded()
    let path = IndexPath(row: 300, section: 0)
    let start = list.now
    list.table.scrollToRow(at: path, at: .top, animated: true)
    for frame in 1...30 { _ = try list.window.image(at: start + Double(frame) / 60) }
    list.table.layoutIfNeeded()
    let y = list.table.rectForRow(at: path).minY
    #expect(abs(list.table.contentOffset.y - y) < 1e-6 && y > 13_000)
  }

  @Test("A jump to a row upward shows it at the top, and the rows below without gaps")
  func jump() throws {
    let list = Unknown()
    list.table.contentOffset.y = 60_000
    list.table.layoutIfNeeded()
    let path = IndexPath(row: 77, section: 0)
    list.table.scrollToRow(at: path, at: .top, animated: false)
    list.table.layoutIfNeeded()
    #expect(list.table.rectForRow(at: path).minY == list.table.contentOffset.y)
    #expect(list.table.indexPathsForVisibleRows?.first == path)
    let cells = list.table.visibleCells
    for (cell, next) in zip(cells, cells.dropFirst()) {
      #expect(cell.frame.maxY == next.frame.minY)
    }
    #expect(cells.last.map { $0.frame.maxY >= list.table.bounds.maxY } == true)
    // A finger that drags up and down again leaves it there.
    let start = list.now
    list.app.touchBegan(at: CGPoint(x: 100, y: 100), time: start)
    for (index, move) in [120.0, 300, 480, 300, 110, 110].enumerated() {
      list.app.touchMoved(to: CGPoint(x: 100, y: move), time: start + Double(index + 1) / 10)
      list.table.layoutIfNeeded()
    }
    let y = try #require(list.table.cellForRow(at: path)).frame.minY
    #expect(abs(y - list.table.contentOffset.y) < 1e-6)
    list.app.touchCancelled(time: start + 1)
  }
}

@Suite("Rows that are prepared", .serialized)
@MainActor
struct PrefetchTests {
  private final class Preparer: UITableViewDataSourcePrefetching {
    var calls: [String] = []

    private func text(_ paths: [IndexPath]) -> String {
      let rows = paths.map(\.row)
      #expect(rows == rows.sorted() && Set(rows).count == rows.count)
      return "\(rows.first ?? -1)...\(rows.last ?? -1) (\(rows.count))"
    }

    func tableView(_ tableView: UITableView, prefetchRowsAt paths: [IndexPath]) {
      calls.append("prepare \(text(paths))")
    }

    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
      calls.append("cancel \(text(paths))")
    }
  }

  @Test("Rows a screen away are prepared once, and given up when the list goes elsewhere")
  func rows() {
    let source = Rows([1000])
    let stage = TableStage(source)
    let preparer = Preparer()
    stage.table.rowHeight = 48
    stage.table.prefetchDataSource = preparer
    stage.table.layoutIfNeeded()
    // Ten rows of 48 show.
    #expect(preparer.calls == ["prepare 10...19 (10)"])
    stage.table.setNeedsLayout()
    stage.table.layoutIfNeeded()
    #expect(preparer.calls.count == 1)
    preparer.calls = []
    stage.scroll(to: 96)
    // Rows 0 and 1 have left, and are near.
    #expect(preparer.calls == ["prepare 0...21 (4)"])
    preparer.calls = []
    stage.scroll(to: 24_000)
    #expect(preparer.calls == ["cancel 0...21 (12)", "prepare 490...519 (20)"])
    preparer.calls = []
    stage.table.isPrefetchingEnabled = false
    stage.scroll(to: 0)
    #expect(preparer.calls == [])
    // Rows that nobody asked for any more are given up once it is on again.
    stage.table.isPrefetchingEnabled = true
    stage.table.setNeedsLayout()
    stage.table.layoutIfNeeded()
    #expect(preparer.calls == ["cancel 490...519 (20)", "prepare 10...19 (10)"])
  }
}
