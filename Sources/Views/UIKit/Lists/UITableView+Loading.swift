// Counts and heights of tables, and cells to use again.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UITableView {
  /// The height of rows without any other, in points.
  static var standardRowHeight: CGFloat { 44 }
  /// The gap above and below the sections of a grouped table, in points.
  private static var groupGap: CGFloat { 17.5 }
  /// Sections with more rows are treated as having this many.
  private static var greatestCount: Int { 100_000_000 }

  static var standardSeparatorColor: UIColor {
    UIColor(red: 60 / 255, green: 60 / 255, blue: 67 / 255, alpha: 0.29)
  }

  final func prepareTable() {
    alwaysBounceVertical = true
    if backgroundColor == nil {
      backgroundColor =
        style == .plain ? .systemBackground : .systemGroupedBackground
    }
  }

  // MARK: Loading

  final func setNeedsReload() {
    rows.needsReload = true
    setNeedsLayout()
  }

  /// The places, loaded if need be.
  final var loaded: TableGeometry {
    loadIfNeeded()
    return rows.geometry
  }

  final func loadIfNeeded() {
    guard rows.needsReload, !rows.isLoading, rows.groupDepth == 0 else { return }
    reload()
  }

  final func reload() {
    guard !rows.isLoading, !rows.isPlacing else { return setNeedsReload() }
    rows.needsReload = false
    rows.update = ListUpdate()
    rows.swipe?.close(animated: false)
    endReordering(moves: false)
    forgetDropGap()
    removeAllCells()
    rows.selection = []
    rows.highlighted = nil
    loadGeometry()
    showSectionIndex()
    setNeedsLayout()
  }

  /// Asks for counts and heights.
  final func loadGeometry() {
    rows.isLoading = true
    rows.measured = nil
    rows.isSelfSizing = false
    rows.measuredHeaders = []
    rows.measuredFooters = []
    rows.usesDefaultHeight = rows.delegate == nil
    rows.usesDefaultEstimate = rows.delegate == nil
    var sections: [TableGeometry.Section] = []
    if let dataSource {
      let count = usableCount(
        dataSource.numberOfSections(in: self),
        from: "numberOfSections(in:)"
      )
      sections.reserveCapacity(min(count, 1000))
      for section in 0..<count { sections.append(loadSection(section, dataSource)) }
    }
    rows.geometry = TableGeometry(
      top: Double(tableHeaderView?.bounds.height ?? 0),
      sections: sections
    )
    rows.isLoading = false
    geometryChanged()
  }

  private func usableCount(_ count: Int, from call: String) -> Int {
    if (0...UITableView.greatestCount).contains(count) { return count }
    Diagnostics.report(
      "UIKit: \(call) returned \(count); expected 0 to \(UITableView.greatestCount)"
    )
    return min(max(count, 0), UITableView.greatestCount)
  }

  private func loadSection(_ section: Int, _ dataSource: any UITableViewDataSource)
    -> TableGeometry.Section
  {
    let count = usableCount(
      dataSource.tableView(self, numberOfRowsInSection: section),
      from: "tableView(_:numberOfRowsInSection: \(section))"
    )
    let header = headerHeight(section)
    return TableGeometry.Section(
      padding: header > 0 && sectionHeaderTopPadding > 0 ? sectionHeaderTopPadding : 0,
      header: header,
      rows: loadHeights(section: section, count: count),
      footer: footerHeight(section)
    )
  }

  private func loadHeights(section: Int, count: Int) -> Extents {
    let standard = rowHeight >= 0 ? rowHeight : UITableView.standardRowHeight
    let guess = estimatedRowHeight > 0 ? estimatedRowHeight : standard
    guard count > 0, let delegate = rows.delegate else {
      return Extents(count: count, length: beginMeasures() ? guess : standard)
    }
    func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: section) }
    // Whether the delegate has a method of its own shows at the first call.
    let estimate =
      rows.usesDefaultEstimate ? 0 : delegate.tableView(self, estimatedHeightForRowAt: path(0))
    let estimates = !rows.usesDefaultEstimate
    if estimates || estimatedRowHeight > 0 {
      rows.measured = rows.measured ?? []
      rows.isSelfSizing = rowHeight < 0
      guard estimates else { return Extents(count: count, length: estimatedRowHeight) }
      return heights(count, first: estimate) {
        delegate.tableView(self, estimatedHeightForRowAt: path($0))
      }
    }
    if !rows.usesDefaultHeight {
      let first = delegate.tableView(self, heightForRowAt: path(0))
      if !rows.usesDefaultHeight {
        return heights(count, first: first) { delegate.tableView(self, heightForRowAt: path($0)) }
      }
    }
    return Extents(count: count, length: beginMeasures() ? guess : standard)
  }

  /// Lets cells decide the heights of rows, where the table has none for them.
  private func beginMeasures() -> Bool {
    guard rowHeight < 0, estimatedRowHeight != 0 else { return false }
    rows.isSelfSizing = true
    rows.measured = rows.measured ?? []
    return true
  }

  private func heights(_ count: Int, first: CGFloat, _ height: (Int) -> CGFloat) -> Extents {
    let standard = rowHeight >= 0 ? rowHeight : UITableView.standardRowHeight
    var heights: [Double] = []
    heights.reserveCapacity(count)
    for row in 0..<count {
      let height = row == 0 ? first : height(row)
      let isAutomatic = height == UITableView.automaticDimension
      if isAutomatic { _ = beginMeasures() }
      heights.append(isAutomatic ? standard : height)
    }
    return Extents(heights)
  }

  private func headerHeight(_ section: Int) -> CGFloat {
    let height = rows.delegate?.tableView(self, heightForHeaderInSection: section)
    let chosen = height ?? sectionHeaderHeight
    if chosen >= 0 || chosen.isNaN { return chosen }
    let hasTitle = dataSource?.tableView(self, titleForHeaderInSection: section) != nil
    // Titles of several lines are measured when they show.
    let title = TableTitle(style, isHeader: true)
    if hasTitle { return title.lineHeight(traitCollection) }
    let estimate =
      rows.delegate?.tableView(self, estimatedHeightForHeaderInSection: section)
      ?? estimatedSectionHeaderHeight
    if style == .plain || estimate > 0,
      rows.delegate?.tableView(self, viewForHeaderInSection: section) != nil
    {
      return estimate > 0 ? estimate : title.standardHeight
    }
    return style == .plain ? 0 : UITableView.groupGap
  }

  private func footerHeight(_ section: Int) -> CGFloat {
    let height = rows.delegate?.tableView(self, heightForFooterInSection: section)
    let chosen = height ?? sectionFooterHeight
    if chosen >= 0 || chosen.isNaN { return chosen }
    let hasTitle = dataSource?.tableView(self, titleForFooterInSection: section) != nil
    let title = TableTitle(style, isHeader: false)
    if hasTitle { return title.lineHeight(traitCollection) }
    let estimate =
      rows.delegate?.tableView(self, estimatedHeightForFooterInSection: section)
      ?? estimatedSectionFooterHeight
    if style == .plain || estimate > 0,
      rows.delegate?.tableView(self, viewForFooterInSection: section) != nil
    {
      return estimate > 0 ? estimate : title.standardHeight
    }
    return style == .plain ? 0 : UITableView.groupGap
  }

  /// Takes over the height of all parts as the size of the content.
  final func geometryChanged() {
    let height = rows.geometry.bottom + (tableFooterView?.bounds.height ?? 0)
    let size = CGSize(width: bounds.width, height: height)
    // Subclasses observe it, to follow the content with their own size.
    if super.contentSize != size { contentSize = size }
    setNeedsLayout()
  }

  // MARK: Cells to use again

  final func dequeueCell(_ identifier: String) -> UITableViewCell? {
    if let cell = rows.reusableCells[identifier]?.popLast() {
      cell.prepareForReuse()
      return cell
    }
    if let nib = rows.nibs[identifier] {
      rows.cellsMade += 1
      return nib.reusable(UITableViewCell.self, identifier)
    }
    guard let type = rows.cellClasses[identifier] else { return nil }
    rows.cellsMade += 1
    return UITableViewCell.new(of: type, identifier)
  }

  final func unregisteredCell(_ identifier: String) -> UITableViewCell {
    Diagnostics.report(
      "UIKit: UITableView.dequeueReusableCell(withIdentifier:for:): no class is registered for the "
        + "identifier \"\(identifier)\""
    )
    return UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  final func dequeueHeader(_ identifier: String) -> UITableViewHeaderFooterView? {
    if let view = rows.reusableHeaders[identifier]?.popLast() {
      view.prepareForReuse()
      return view
    }
    if let nib = rows.headerNibs[identifier] {
      return nib.reusable(UITableViewHeaderFooterView.self, identifier)
    }
    return rows.headerClasses[identifier].map {
      UITableViewHeaderFooterView.new(of: $0, identifier)
    }
  }

  /// Takes a cell out of the table and keeps it for another row.
  final func recycle(_ cell: UITableViewCell, from key: RowKey) {
    cell.table = nil
    cell.removeFromSuperview()
    rows.delegate?.tableView(self, didEndDisplaying: cell, forRowAt: key.path)
    guard let identifier = cell.reuseIdentifier else { return }
    rows.reusableCells[identifier, default: []].append(cell)
  }

  /// Takes the header of a section out of the table.
  final func endHeader(_ view: UIView, _ section: Int) {
    recycleHeader(view)
    rows.delegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
  }

  /// Takes the footer of a section out of the table.
  final func endFooter(_ view: UIView, _ section: Int) {
    recycleHeader(view)
    rows.delegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
  }

  private func recycleHeader(_ view: UIView) {
    view.removeFromSuperview()
    guard let view = view as? UITableViewHeaderFooterView, let identifier = view.reuseIdentifier
    else { return }
    rows.reusableHeaders[identifier, default: []].append(view)
  }

  private func removeAllCells() {
    let cells = rows.cells
    rows.cells = [:]
    for (key, cell) in cells { recycle(cell, from: key) }
    let (headers, footers) = (rows.headers, rows.footers)
    rows.headers = [:]
    rows.footers = [:]
    for (section, view) in headers { endHeader(view, section) }
    for (section, view) in footers { endFooter(view, section) }
  }
}
