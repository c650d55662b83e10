// Fingers that take a row to another place.
// Licensed under the MIT license; see LICENSE.
//
// The geometry of the table stays as it is until the finger is lifted. Meanwhile a gap as high as
// the row goes with it: everything between the row's own place and the gap is shown moved by that
// height.

import CoreGraphics
import Foundation
import QuartzCore

/// A row of a table that a finger takes along.
@MainActor
final class RowReorder {
  private static let duration = 0.2
  /// The speed of content that follows a row over the edge, in points a second; a choice.
  private static let speed: CGFloat = 300

  private weak var table: UITableView?
  let cell: UITableViewCell
  let source: IndexPath
  /// Where the row would come to lie, by its place; `target` is what the delegate makes of it.
  private var proposed: IndexPath
  private(set) var target: IndexPath
  /// From the upper edge of the row to the finger, in points.
  private let grip: CGFloat
  /// The finger, in the window.
  private var finger: CGPoint
  private var ticker: FrameTicker?
  private var direction: CGFloat = 0
  private var times = (last: CFTimeInterval.zero, end: CFTimeInterval.zero)

  init?(_ table: UITableView, _ cell: UITableViewCell, _ recognizer: UIGestureRecognizer) {
    guard let path = table.indexPath(for: cell) else { return nil }
    self.table = table
    self.cell = cell
    source = path
    proposed = path
    target = path
    finger = recognizer.location(in: nil)
    grip = recognizer.location(in: table).y - cell.frame.minY
    cell.layer.shadowOpacity = 0.25
    table.bringSubviewToFront(cell)
  }

  // MARK: Places

  private var ownRect: CGRect { table?.rowRect(source) ?? .zero }

  /// The height of the row, in points.
  var height: CGFloat { ownRect.height }

  /// Returns how far something at a place of the geometry is shown from there.
  func shift(at y: Double) -> Double {
    let own = ownRect
    let closed = y >= own.maxY ? y - own.height : y
    return (closed >= gap(at: target) ? closed + own.height : closed) - y
  }

  /// Where a gap begins, in the geometry without the row.
  private func gap(at path: IndexPath) -> Double {
    guard let geometry = table?.rows.geometry else { return 0 }
    let isOwn = path.section == source.section
    let row = isOwn && path.row >= source.row ? path.row + 1 : path.row
    let place =
      geometry.row(row, section: path.section) ?? geometry.footer(ofSection: path.section)
    let own = ownRect
    guard let y = place?.y else { return own.minY }
    return y >= own.maxY ? y - own.height : y
  }

  /// The rows of a section without the row.
  private func count(_ section: Int) -> Int {
    (table?.rows.geometry.counts[section] ?? 0) - (section == source.section ? 1 : 0)
  }

  private func next(_ path: IndexPath) -> IndexPath? {
    if path.row < count(path.section) {
      return IndexPath(row: path.row + 1, section: path.section)
    }
    guard let table, path.section + 1 < table.rows.geometry.counts.count else { return nil }
    return IndexPath(row: 0, section: path.section + 1)
  }

  private func previous(_ path: IndexPath) -> IndexPath? {
    if path.row > 0 { return IndexPath(row: path.row - 1, section: path.section) }
    guard path.section > 0 else { return nil }
    return IndexPath(row: count(path.section - 1), section: path.section - 1)
  }

  /// Moves the gap past everything that the row covers by half.
  private func propose() {
    let top = cell.frame.minY
    var path = proposed
    while let next = next(path), top > (gap(at: path) + gap(at: next)) / 2 { path = next }
    while let before = previous(path), top < (gap(at: path) + gap(at: before)) / 2 {
      path = before
    }
    guard path != proposed, let table else { return }
    proposed = path
    var wanted = path
    if let delegate = table.rows.delegate {
      wanted = delegate.tableView(
        table,
        targetIndexPathForMoveFromRowAt: source,
        toProposedIndexPath: path
      )
    }
    guard wanted.count == 2, table.rows.geometry.counts.indices.contains(wanted.section),
      (0...count(wanted.section)).contains(wanted.row), wanted != target
    else { return }
    target = wanted
    showGap()
  }

  private func showGap() {
    guard let table else { return }
    UIView.animate(withDuration: RowReorder.duration) {
      table.placeAgain()
      table.placeHeadersAgain()
    }
  }

  // MARK: The finger

  /// Takes a step of the finger.
  func follow(_ recognizer: UIGestureRecognizer) {
    finger = recognizer.location(in: nil)
    moveRow()
  }

  /// Brings the row under the finger, and the content along.
  func moveRow() {
    guard let table, let window = table.window else { return }
    let y = table.convert(finger, from: window).y - grip
    let size = cell.frame.size
    UIView.performWithoutAnimation {
      cell.frame = CGRect(origin: CGPoint(x: cell.frame.minX, y: y), size: size)
    }
    propose()
    let inset = table.adjustedContentInset
    let (first, last) = (table.bounds.minY + inset.top, table.bounds.maxY - inset.bottom)
    roll(y < first ? -1 : y + size.height > last ? 1 : 0)
  }

  /// Moves the content up or down with each frame, until its end.
  private func roll(_ new: CGFloat) {
    guard let table, new != direction else { return }
    direction = new
    ticker?.cancel()
    ticker = nil
    let (range, y) = (table.rangeY, table.contentOffset.y)
    let rest = new < 0 ? y - range.lowerBound : range.upperBound - y
    guard new != 0, rest > 0 else { return }
    let now = table.now
    times = (now, now + rest / RowReorder.speed)
    ticker = FrameTicker(table, until: times.end) { [weak self] _, time in self?.step(to: time) }
  }

  private func step(to time: CFTimeInterval) {
    guard let table, direction != 0 else { return }
    let way = direction * RowReorder.speed * max(time - times.last, 0)
    times.last = time
    let range = table.rangeY
    let y = min(max(table.contentOffset.y + way, range.lowerBound), range.upperBound)
    // Rows that came into view may have made the content longer.
    if time >= times.end { direction = 0 }
    guard y != table.contentOffset.y else { return }
    table.contentOffset.y = y
    table.layoutIfNeeded()
    moveRow()
  }

  /// Lets the row go to its place.
  func end() {
    ticker?.cancel()
    ticker = nil
    cell.layer.shadowOpacity = 0
  }
}

extension UITableView {
  /// Takes a row along with a finger on its handle.
  final func reorder(_ cell: UITableViewCell, by recognizer: UIGestureRecognizer) {
    switch recognizer.state {
    case .began:
      endReordering(moves: false)
      rows.reorder = RowReorder(self, cell, recognizer)
    case .changed where rows.reorder?.cell === cell: rows.reorder?.follow(recognizer)
    case .ended where rows.reorder?.cell === cell: endReordering(moves: true)
    case .cancelled where rows.reorder?.cell === cell: endReordering(moves: false)
    default: break
    }
  }

  /// Lets a row that a finger takes along go: to its new place, which the data source is told of,
  /// or back.
  final func endReordering(moves: Bool) {
    guard let reorder = rows.reorder else { return }
    rows.reorder = nil
    reorder.end()
    let (source, target) = (reorder.source, reorder.target)
    guard moves, source != target, let dataSource else {
      return UIView.animate(withDuration: 0.3) {
        self.placeAgain()
        self.placeHeadersAgain()
      }
    }
    dataSource.tableView(self, moveRowAt: source, to: target)
    // The data source may have loaded the table again.
    guard !rows.needsReload, rows.cells[RowKey(source)] === reorder.cell else { return }
    moveRow(at: source, to: target)
  }

  /// How far something at a place is shown from there, while a row is taken along.
  final func reorderShift(at y: Double) -> Double { rows.reorder?.shift(at: y) ?? 0 }
}
