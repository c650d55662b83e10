// The cells, headers and footers that show.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UITableView {
  /// A row that measures itself moves the others at most this often in one layout.
  private static var greatestPasses: Int { 8 }
  /// The distance of the sections of an inset table from the edges, in points.
  private static var sectionMargin: CGFloat { 16 }
  /// The radius of the corners of such a section, in points.
  private static var sectionRadius: CGFloat { 10 }

  // MARK: Rectangles

  private var margin: CGFloat { style == .insetGrouped ? UITableView.sectionMargin : 0 }

  final func span(_ place: (y: Double, height: Double)?) -> CGRect {
    guard let place else { return .zero }
    let width = max(bounds.width - 2 * margin, 0)
    return CGRect(x: margin, y: place.y, width: width, height: place.height)
  }

  /// The margins, from the edges of rows, that keep contents to the readable width; zero where
  /// they are not to.
  final var readableMargins: UIEdgeInsets {
    guard cellLayoutMarginsFollowReadableWidth else { return .zero }
    let insets = SystemGuide.readable.insets(in: self)
    return UIEdgeInsets(
      top: 0,
      left: max(insets.left - margin, 0),
      bottom: 0,
      right: max(insets.right - margin, 0)
    )
  }

  final func sizesOfCellsChanged() {
    if rows.isSelfSizing { rows.measured = [] }
    rows.measuredHeaders = []
    rows.measuredFooters = []
    for cell in rows.cells.values { cell.setNeedsLayout() }
    for view in Array(rows.headers.values) + Array(rows.footers.values) { view.setNeedsLayout() }
    setNeedsLayout()
  }

  final func rowRect(_ path: IndexPath) -> CGRect {
    guard path.count == 2 else { return .zero }
    return span(loaded.row(path.row, section: path.section))
  }

  /// The rectangle of a row as it is shown now.
  final func shownRect(_ key: RowKey) -> CGRect {
    let rect = rowRect(key.path)
    return rect.offsetBy(dx: 0, dy: gapShift(at: rect.minY))
  }

  /// The rows of which something is between two positions.
  final func rowKeys(from start: Double, to end: Double) -> [RowKey] {
    let geometry = rows.geometry
    var keys: [RowKey] = []
    for section in geometry.sections(from: start, to: end) {
      let rows = geometry.sections[section].rows
      for row in geometry.rows(ofSection: section, from: start, to: end) where rows[row] > 0 {
        keys.append(RowKey(section: section, row: row))
      }
    }
    return keys
  }

  // MARK: Layout

  final func layOutRows() {
    loadIfNeeded()
    guard !rows.isPlacing else { return }
    rows.isPlacing = true
    if bounds.width != rows.placedWidth {
      rows.placedWidth = bounds.width
      if rows.isSelfSizing { rows.measured = [] }
      rows.measuredHeaders = []
      rows.measuredFooters = []
      geometryChanged()
      placeAgain()
    }
    var passes = 0
    repeat {
      while !placeRows(), passes < UITableView.greatestPasses { passes += 1 }
      passes += 1
    } while !placeHeaders() && passes < UITableView.greatestPasses
    placeEndViews()
    placeSectionIndex()
    rows.isPlacing = false
    if rows.needsReload { setNeedsLayout() }
    prefetch()
  }

  /// Gives cells to the rows that show, and takes them from the others.
  ///
  /// - Returns: Whether all of these rows have their real height; if not, others may show now.
  private func placeRows() -> Bool {
    let bounds = bounds
    // The gap for a row that a finger takes along moves others into view.
    let room = rows.reorder?.height ?? rows.dropGap?.height ?? 0
    let keys = rowKeys(from: bounds.minY - room, to: bounds.maxY + room)
    rows.rowsVisited += keys.count
    let shown = Set(keys)
    let kept = rows.dropGap?.source.map(RowKey.init)
    for (key, cell) in rows.cells
    where !shown.contains(key) && cell !== rows.reorder?.cell && key != kept {
      rows.cells[key] = nil
      recycle(cell, from: key)
    }
    guard measureRows(keys) else { return false }
    for key in keys where rows.cells[key] == nil { place(key) }
    return true
  }

  /// Gives all cells the places of the geometry, and the looks that depend on their neighbours.
  final func placeAgain() {
    for (key, cell) in rows.cells {
      if cell !== rows.reorder?.cell { cell.frame = shownRect(key) }
      guard style != .plain else { continue }
      prepareSeparator(cell, key)
      if style == .insetGrouped { prepareCorners(cell, key) }
    }
  }

  /// Makes a cell show a row.
  @discardableResult
  final func place(_ key: RowKey) -> UITableViewCell? {
    guard let dataSource else { return nil }
    var cell = dataSource.tableView(self, cellForRowAt: key.path)
    if cell.table != nil {
      let other = rows.cells.first { $0.value === cell }?.key.path
      Diagnostics.report(
        "UIKit: tableView(_:cellForRowAt:) returned for \(key.path) a cell that is already displayed "
          + (other.map { "for \($0)" } ?? "in another table") + "; expected a cell of its own"
      )
      cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    rows.cellsPlaced += 1
    cell.table = self
    rows.cells[key] = cell
    UIView.performWithoutAnimation {
      cell.frame = shownRect(key)
      prepare(cell, key)
    }
    rows.delegate?.tableView(self, willDisplay: cell, forRowAt: key.path)
    insertSubview(cell, at: rows.behindCount(of: self))
    return cell
  }

  /// Sets the state of a cell from the state of its row.
  private func prepare(_ cell: UITableViewCell, _ key: RowKey) {
    let path = key.path
    cell.takeReadableMargins()
    cell.isSelected = rows.selection.contains(path)
    cell.isHighlighted = rows.highlighted == path
    cell.indentationLevel =
      rows.delegate?.tableView(self, indentationLevelForRowAt: path) ?? cell.indentationLevel
    if style != .plain, cell.backgroundColor === UITableViewCell.standardBackground {
      cell.backgroundColor = .secondarySystemGroupedBackground
    }
    prepareEditing(cell, path)
    prepareSeparator(cell, key)
    if style == .insetGrouped { prepareCorners(cell, key) }
  }

  /// Rounds the corners of a section's first and last row.
  private func prepareCorners(_ cell: UITableViewCell, _ key: RowKey) {
    let sections = rows.geometry.sections
    guard sections.indices.contains(key.section) else { return }
    var corners: CACornerMask = []
    if key.row == 0 { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if key.row == sections[key.section].rows.count - 1 {
      corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
    }
    cell.layer.maskedCorners = corners
    cell.layer.cornerRadius = corners.isEmpty ? 0 : UITableView.sectionRadius
    cell.layer.masksToBounds = !corners.isEmpty
  }

  final func prepareEditing(_ cell: UITableViewCell, _ path: IndexPath) {
    var style = UITableViewCell.EditingStyle.none
    let isEdited = rows.isEditing && dataSource?.tableView(self, canEditRowAt: path) == true
    let marksSelection = isEdited && allowsMultipleSelectionDuringEditing
    if isEdited, !marksSelection {
      style = rows.delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete
    }
    if isEdited {
      let answer = rows.delegate?.tableView(self, shouldIndentWhileEditingRowAt: path)
      cell.parts.mayIndent = answer ?? true
    }
    if cell.parts.marksSelection != marksSelection {
      cell.parts.marksSelection = marksSelection
      cell.editingChanged()
    }
    cell.editingStyle = style
    cell.showsReorderControl =
      rows.isEditing && dataSource?.tableView(self, canMoveRowAt: path) == true
    cell.setEditing(rows.isEditing, animated: false)
  }

  private func prepareSeparator(_ cell: UITableViewCell, _ key: RowKey) {
    let hasLine = separatorStyle == .singleLine && rowHasLine(key)
    cell.showSeparator(hasLine ? separatorColor : nil, inset: separatorInset)
  }

  /// The last row of a grouped section has no line.
  private func rowHasLine(_ key: RowKey) -> Bool {
    let sections = rows.geometry.sections
    guard style != .plain, sections.indices.contains(key.section) else { return true }
    return key.row < sections[key.section].rows.count - 1
  }

  final func updateSeparators() {
    for (key, cell) in rows.cells { prepareSeparator(cell, key) }
  }

  // MARK: Headers and footers

  /// Places the headers and footers that show; false if one decided another height than it had.
  private func placeHeaders() -> Bool {
    rows.endsChanged = false
    let bounds = bounds
    let geometry = rows.geometry
    let shown = geometry.sections(from: bounds.minY, to: bounds.maxY)
    for (section, view) in rows.headers where !shown.contains(section) {
      rows.headers[section] = nil
      endHeader(view, section)
    }
    for (section, view) in rows.footers where !shown.contains(section) {
      rows.footers[section] = nil
      endFooter(view, section)
    }
    for section in shown {
      guard let place = geometry.section(section) else { continue }
      placeHeader(section, geometry.sections[section], place)
      placeFooter(section, geometry)
    }
    return !rows.endsChanged
  }

  /// Gives the headers and footers that there are the places of the geometry.
  final func placeHeadersAgain() {
    let geometry = rows.geometry
    for section in rows.headers.keys {
      guard let place = geometry.section(section) else { continue }
      placeHeader(section, geometry.sections[section], place)
    }
    for section in rows.footers.keys { placeFooter(section, geometry) }
  }

  private func placeHeader(
    _ section: Int,
    _ part: TableGeometry.Section,
    _ place: (y: Double, height: Double)
  ) {
    guard part.header > 0 else { return }
    var y = place.y + part.padding + gapShift(at: place.y)
    if style == .plain {
      // It stays at the top while its section shows.
      let top = bounds.minY + adjustedContentInset.top
      let end = place.y + place.height - part.footer
      y = min(max(y, top), end + gapShift(at: end) + part.footer - part.header)
    }
    guard shows(y, part.header) else {
      if let view = rows.headers.removeValue(forKey: section) { endHeader(view, section) }
      return
    }
    guard let view = rows.headers[section] ?? makeHeader(section) else { return }
    set(span((y, part.header)), of: view)
    if rows.headers[section] == nil {
      rows.headers[section] = view
      rows.delegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
      addSubview(view)
    }
    measureHeader(view, section)
  }

  private func placeFooter(_ section: Int, _ geometry: TableGeometry) {
    guard let place = geometry.footer(ofSection: section), place.height > 0 else { return }
    let y = place.y + gapShift(at: place.y)
    guard shows(y, place.height) else {
      if let view = rows.footers.removeValue(forKey: section) { endFooter(view, section) }
      return
    }
    guard let view = rows.footers[section] ?? makeFooter(section) else { return }
    set(span((y, place.height)), of: view)
    if rows.footers[section] == nil {
      rows.footers[section] = view
      rows.delegate?.tableView(self, willDisplayFooterView: view, forSection: section)
      addSubview(view)
    }
    measureFooter(view, section)
  }

  /// Whether something of a part of the content is in the bounds.
  private func shows(_ y: Double, _ height: Double) -> Bool {
    y < bounds.maxY && y + height > bounds.minY
  }

  private func set(_ frame: CGRect, of view: UIView) {
    if view.frame != frame { view.frame = frame }
  }

  private func makeHeader(_ section: Int) -> UIView? {
    if let view = rows.delegate?.tableView(self, viewForHeaderInSection: section) { return view }
    guard let title = dataSource?.tableView(self, titleForHeaderInSection: section) else {
      return nil
    }
    return titleView(title, isHeader: true)
  }

  private func makeFooter(_ section: Int) -> UIView? {
    if let view = rows.delegate?.tableView(self, viewForFooterInSection: section) { return view }
    guard let title = dataSource?.tableView(self, titleForFooterInSection: section) else {
      return nil
    }
    return titleView(title, isHeader: false)
  }

  private func titleView(_ title: String, isHeader: Bool) -> UIView {
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.show(title, as: TableTitle(style, isHeader: isHeader))
    return view
  }

  // MARK: Views at the ends and behind

  final func endViewChanged(from old: UIView?, to new: UIView?) {
    guard old !== new else { return }
    if old?.superview === self { old?.removeFromSuperview() }
    if let new { addSubview(new) }
    rows.geometry.top = Extents.usable(Double(tableHeaderView?.bounds.height ?? 0))
    geometryChanged()
    placeAgain()
  }

  private func placeEndViews() {
    let width = bounds.width
    if let view = tableHeaderView, view.superview === self {
      if view.bounds.height != rows.geometry.top {
        rows.geometry.top = Extents.usable(view.bounds.height)
        geometryChanged()
        placeAgain()
      }
      set(CGRect(x: 0, y: 0, width: width, height: view.bounds.height), of: view)
    }
    if let view = tableFooterView, view.superview === self {
      let y = rows.geometry.bottom
      set(CGRect(x: 0, y: y, width: width, height: view.bounds.height), of: view)
    }
    if let view = backgroundView { set(bounds, of: view) }
  }

  final func backgroundViewChanged(from old: UIView?) {
    guard old !== backgroundView else { return }
    if old?.superview === self { old?.removeFromSuperview() }
    if let backgroundView { insertSubview(backgroundView, at: 0) }
    setNeedsLayout()
  }

  // MARK: Scrolling to rows

  final func scroll(to path: IndexPath, _ position: ScrollPosition, animated: Bool) {
    guard path.count == 2, loaded.row(path.row, section: path.section) != nil else {
      Diagnostics.report(
        "UIKit: UITableView.scrollToRow(at:at:animated:): there is no row at \(path); "
          + path.extent(in: loaded.counts, of: "rows")
      )
      return
    }
    let rect = rowRect(path)
    let inset = adjustedContentInset
    let visible = bounds.height - inset.top - inset.bottom
    var y = contentOffset.y
    switch position {
    case .none: return scrollRectToVisible(rect, animated: animated)
    case .top: y = rect.minY - inset.top
    case .middle: y = rect.midY - inset.top - visible / 2
    case .bottom: y = rect.maxY - inset.top - visible
    }
    let offset = restingOffset(near: CGPoint(x: contentOffset.x, y: y))
    setContentOffset(offset, animated: animated)
  }
}

extension TableState {
  /// The number of subviews that are behind all cells.
  func behindCount(of table: UITableView) -> Int {
    table.backgroundView?.superview === table ? 1 : 0
  }
}
