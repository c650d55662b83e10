// Rows, headers and footers that decide their height, and rows prepared in advance.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

extension UITableView {
  // MARK: Rows

  /// Asks rows that come into view for their height; false if one has another than it had.
  ///
  /// Rows that show stay where they are when rows above turn out higher.
  ///
  /// - Parameters:
  ///   - keys: The rows, sorted.
  ///   - keepsPlace: Whether the visible part moves along.
  final func measureRows(_ keys: [RowKey], keepsPlace: Bool = true) -> Bool {
    guard rows.measured != nil else { return true }
    var isSame = true
    let inset = adjustedContentInset.top
    let top = bounds.minY + inset
    // Where a motion that the program began shows the top.
    let aim = animationEnd.map { $0 + inset } ?? top
    var (shift, endShift) = (CGFloat.zero, CGFloat.zero)
    // Rows that come in above one that showed before leave that one where it is.
    let kept = keys.first { rows.cells[$0] != nil }
    for key in keys where rows.measured?.contains(key) == false {
      let comesAbove = rows.cells[key] == nil && kept.map { key < $0 } == true
      rows.measured?.insert(key)
      let height = height(of: key)
      guard let old = rows.geometry.row(key.row, section: key.section),
        old.height != Extents.usable(height)
      else { continue }
      isSame = false
      rows.geometry.setHeight(height, row: key.row, section: key.section)
      let growth = Extents.usable(height) - old.height
      if comesAbove || old.y < top + shift { shift += growth }
      if old.y < aim + endShift { endShift += growth }
    }
    if !isSame {
      geometryChanged()
      if keepsPlace, shift != 0 || endShift != 0, top > 0.5 {
        shiftContent(by: shift, endBy: endShift)
      }
      if keepsPlace { placeAgain() }
    }
    return isSame
  }

  private func height(of key: RowKey) -> CGFloat {
    if !rows.usesDefaultHeight, let delegate = rows.delegate {
      let asked = delegate.tableView(self, heightForRowAt: key.path)
      if asked >= 0 || asked.isNaN { return asked }
    }
    if rowHeight >= 0 { return rowHeight }
    guard rows.isSelfSizing, let cell = rows.cells[key] ?? place(key) else {
      return UITableView.standardRowHeight
    }
    let width = rowRect(key.path).width
    let size = cell.systemLayoutSizeFitting(
      CGSize(width: width, height: 0),
      withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    )
    return size.height.isFinite ? size.height : UITableView.standardRowHeight
  }

  /// Asks a row that shows once more, after its contents changed.
  final func measureAgain(_ cell: UITableViewCell) {
    guard rows.isSelfSizing, selfSizingInvalidation != .disabled,
      let key = rows.cells.first(where: { $0.value === cell })?.key
    else { return }
    rows.measured?.remove(key)
    setNeedsLayout()
  }

  /// Keeps heights that rows asked for through a group of changes; visible rows are asked again.
  final func keepHeights(_ measured: Set<RowKey>, _ old: TableGeometry, _ mapping: ListMapping) {
    guard rows.isSelfSizing else { return }
    for key in measured
    where !mapping.reloadedItems.contains(key.path)
      && !mapping.reloadedSections.contains(key.section)
    {
      guard let path = mapping.newPath(of: key.path),
        let height = old.row(key.row, section: key.section)?.height
      else { continue }
      rows.geometry.setHeight(height, row: path.row, section: path.section)
      if rows.cells[key] == nil { rows.measured?.insert(RowKey(path)) }
    }
    geometryChanged()
  }

  /// Fills cells that show again.
  final func reconfigure(_ paths: [IndexPath]) {
    guard let dataSource, rows.groupDepth == 0 else {
      return rows.reconfiguredLater.formUnion(paths)
    }
    for path in paths {
      guard let cell = cellForRow(at: path) else { continue }
      rows.reconfigured[path] = cell
      let filled = dataSource.tableView(self, cellForRowAt: path)
      rows.reconfigured[path] = nil
      if filled !== cell {
        Diagnostics.report(
          "UIKit: UITableView.reconfigureRows(at:): the data source returned another cell for "
            + "\(path); expected the one that shows"
        )
      }
      measureAgain(cell)
    }
  }

  // MARK: Headers and footers

  final func measureHeader(_ view: UIView, _ section: Int) {
    guard rows.measuredHeaders.insert(section).inserted else { return }
    let asked = rows.delegate?.tableView(self, heightForHeaderInSection: section)
    guard asked ?? sectionHeaderHeight < 0, let height = fittingHeight(of: view) else { return }
    let growth = height - rows.geometry.sections[section].header
    guard growth != 0 else { return }
    let y = rows.geometry.begin(ofSection: section)
    rows.geometry.setHeader(height, section: section)
    endHeightChanged(at: y, by: growth)
  }

  final func measureFooter(_ view: UIView, _ section: Int) {
    guard rows.measuredFooters.insert(section).inserted else { return }
    let asked = rows.delegate?.tableView(self, heightForFooterInSection: section)
    guard asked ?? sectionFooterHeight < 0, let height = fittingHeight(of: view),
      let old = rows.geometry.footer(ofSection: section), height != old.height
    else { return }
    rows.geometry.setFooter(height, section: section)
    endHeightChanged(at: old.y, by: height - old.height)
  }

  /// Asks a header or footer once more, after its contents changed.
  final func measureAgain(header view: UIView) {
    for (section, shown) in rows.headers where shown === view {
      rows.measuredHeaders.remove(section)
    }
    for (section, shown) in rows.footers where shown === view {
      rows.measuredFooters.remove(section)
    }
    setNeedsLayout()
  }

  /// The height that a header or footer decides; nil for one that decides none.
  private func fittingHeight(of view: UIView) -> CGFloat? {
    let width = span((0, 0)).width
    if let height = (view as? UITableViewHeaderFooterView)?.titleHeight(in: width) { return height }
    guard view.decidesSize else { return nil }
    let height = view.systemLayoutSizeFitting(
      CGSize(width: width, height: 0),
      withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height
    return Extents.usable(height)
  }

  /// Takes over a height; what shows below stays where it is if the change is above all of it.
  private func endHeightChanged(at y: Double, by growth: CGFloat) {
    rows.endsChanged = true
    geometryChanged()
    let top = bounds.minY + adjustedContentInset.top
    if y < top, top > 0.5 { shiftContent(by: growth) }
    placeAgain()
  }

  // MARK: Rows in advance

  /// Asks for the preparation of rows that are about to show.
  final func prefetch() {
    guard isPrefetchingEnabled, let source = prefetchDataSource, window != nil else { return }
    let (start, end) = (bounds.minY - bounds.height, bounds.maxY + bounds.height)
    let near = Set(rowKeys(from: start, to: end))
    let wanted = Set(near.filter { rows.cells[$0] == nil }.map(\.path))
    let gone = rows.prefetched.filter { !near.contains(RowKey($0)) }
    let new = wanted.subtracting(rows.prefetched)
    rows.prefetched = wanted
    if !gone.isEmpty { source.tableView(self, cancelPrefetchingForRowsAt: gone.sorted()) }
    if !new.isEmpty { source.tableView(self, prefetchRowsAt: new.sorted()) }
  }
}

/// An object that prepares rows, such as their images, before they show.
@preconcurrency
@MainActor
public protocol UITableViewDataSourcePrefetching: AnyObject {
  /// Called with rows that are about to show.
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])

  /// Called with rows that were to show and are not any more.
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  /// Does nothing.
  public func tableView(
    _ tableView: UITableView,
    cancelPrefetchingForRowsAt indexPaths: [IndexPath]
  ) {}
}

extension UITableView {
  /// The distance of separators from the edge at which lines begin, in points.
  static var separatorMargin: CGFloat { 16 }
}
