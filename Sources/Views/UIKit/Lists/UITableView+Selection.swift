// Selection and editing of rows, by touches and by the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UITableView {
  final var selectsByTouch: Bool {
    guard rows.isEditing else { return allowsSelection }
    return allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing
  }

  final var selectsSeveral: Bool {
    rows.isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  // MARK: Touches

  /// - Returns: Whether the touch is on a row.
  final func rowTouchBegan(_ touches: Set<UITouch>) -> Bool {
    if rows.swipe?.swallows(touches, isOver: false) == true { return true }
    guard let touch = touches.first,
      let path = indexPathForRow(at: touch.location(in: self)), let cell = cellForRow(at: path)
    else { return false }
    guard selectsByTouch, rows.delegate?.tableView(self, shouldHighlightRowAt: path) ?? true else {
      return true
    }
    rows.highlighted = path
    cell.setHighlighted(true, animated: false)
    rows.delegate?.tableView(self, didHighlightRowAt: path)
    return true
  }

  final func rowTouchEnded(_ touches: Set<UITouch>) {
    if rows.swipe?.swallows(touches, isOver: true) == true { return }
    guard let path = rows.highlighted else { return }
    endHighlight(path)
    guard let place = touches.first?.location(in: self), bounds.contains(place),
      indexPathForRow(at: place) == path
    else { return }
    selectByTouch(path)
  }

  final func rowTouchCancelled() {
    if let path = rows.highlighted { endHighlight(path) }
  }

  /// Forgets touches that are over.
  ///
  /// - Returns: Whether they were a row's, so that nobody behind the table hears of them.
  final func forgetOwn(_ touches: Set<UITouch>) -> Bool {
    defer { rows.ownTouches.subtract(touches) }
    return touches.isSubset(of: rows.ownTouches)
  }

  private func endHighlight(_ path: IndexPath) {
    rows.highlighted = nil
    cellForRow(at: path)?.setHighlighted(false, animated: false)
    rows.delegate?.tableView(self, didUnhighlightRowAt: path)
  }

  final func setSelectedByTouch(_ path: IndexPath, to isSelected: Bool) {
    guard isSelected != rows.selection.contains(path) else { return }
    if isSelected { selectByTouch(path) } else { deselectByTouch(path) }
  }

  private func selectByTouch(_ touched: IndexPath) {
    if selectsSeveral, rows.selection.contains(touched) { return deselectByTouch(touched) }
    var path = touched
    if let delegate = rows.delegate {
      guard let chosen = delegate.tableView(self, willSelectRowAt: touched) else { return }
      path = chosen
    }
    if !selectsSeveral {
      for old in rows.selection.sorted() where old != path { deselectByTouch(old) }
    }
    rows.selection.insert(path)
    let cell = cellForRow(at: path)
    cell?.setSelected(true, animated: false)
    if let cell { cell.parts.segues.selection?(cell) }
    rows.delegate?.tableView(self, didSelectRowAt: path)
  }

  /// Selects a row as a touch does.
  final func selectByFocus(_ path: IndexPath) {
    guard rows.delegate?.tableView(self, shouldHighlightRowAt: path) ?? true else { return }
    selectByTouch(path)
  }

  private func deselectByTouch(_ path: IndexPath) {
    var path = path
    if let delegate = rows.delegate {
      guard let chosen = delegate.tableView(self, willDeselectRowAt: path) else { return }
      path = chosen
    }
    endSelection(path, animated: false)
    rows.delegate?.tableView(self, didDeselectRowAt: path)
  }

  // MARK: By the program

  final func selectByProgram(_ path: IndexPath?, animated: Bool) {
    if path == nil || !selectsSeveral {
      for old in rows.selection where old != path { endSelection(old, animated: animated) }
    }
    guard let path, path.count == 2, loaded.row(path.row, section: path.section) != nil else {
      return
    }
    rows.selection.insert(path)
    cellForRow(at: path)?.setSelected(true, animated: animated)
  }

  final func endSelection(_ path: IndexPath, animated: Bool) {
    guard rows.selection.remove(path) != nil else { return }
    cellForRow(at: path)?.setSelected(false, animated: animated)
  }

  // MARK: Editing

  final func changeEditing(to isEditing: Bool, animated: Bool) {
    // A row that is aside goes back even if the table is not edited.
    rows.swipe?.close(animated: animated)
    guard isEditing != rows.isEditing else { return }
    rows.isEditing = isEditing
    endReordering(moves: false)
    if allowsMultipleSelectionDuringEditing {
      for path in rows.selection { endSelection(path, animated: animated) }
    }
    let change = { self.prepareEditingAgain() }
    if animated, window != nil { UIView.animate(withDuration: 0.3) { change() } } else { change() }
  }

  /// Gives the cells that show the signs of editing, or takes these away.
  final func prepareEditingAgain() {
    for (key, cell) in rows.cells {
      prepareEditing(cell, key.path)
      cell.layoutIfNeeded()
    }
  }

  /// Does what the sign at a cell's left edge says.
  final func editingSignTouched(of cell: UITableViewCell) {
    guard let path = indexPath(for: cell), cell.editingStyle != .none else { return }
    dataSource?.tableView(self, commit: cell.editingStyle, forRowAt: path)
  }

  /// Tells that a cell's detail button was touched.
  final func accessoryTouched(of cell: UITableViewCell) {
    guard let path = indexPath(for: cell) else { return }
    cell.parts.segues.accessory?(cell)
    rows.delegate?.tableView(self, accessoryButtonTappedForRowWith: path)
  }
}
