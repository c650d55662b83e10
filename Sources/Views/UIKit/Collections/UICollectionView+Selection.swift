// Selection of items, by touches and by the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension UICollectionView {
  final var selectsByTouch: Bool {
    guard cells.isEditing else { return allowsSelection }
    return allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing
  }

  final var selectsSeveral: Bool {
    cells.isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  final func setSelectedByTouch(_ path: IndexPath, to isSelected: Bool) {
    guard isSelected != cells.selection.contains(path) else { return }
    if isSelected { select(path) } else { deselect(path) }
  }

  final func changeEditing(to isEditing: Bool) {
    guard isEditing != cells.isEditing else { return }
    cells.isEditing = isEditing
    cells.swipe?.close(animated: true)
    if allowsMultipleSelectionDuringEditing {
      for path in cells.selection { endSelection(path) }
    }
    for case let cell as UICollectionViewCell in cells.views.values { cell.isInEditing = isEditing }
  }

  /// - Returns: Whether the touch is on an item.
  final func itemTouchBegan(_ touches: Set<UITouch>) -> Bool {
    if cells.swipe?.swallows(touches, isOver: false) == true { return true }
    guard let touch = touches.first, let path = item(at: touch.location(in: self)),
      let cell = cellForItem(at: path)
    else { return false }
    guard selectsByTouch, cells.delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
    else { return true }
    cells.highlighted = path
    cell.isHighlighted = true
    cells.delegate?.collectionView(self, didHighlightItemAt: path)
    return true
  }

  final func itemTouchEnded(_ touches: Set<UITouch>) {
    if cells.swipe?.swallows(touches, isOver: true) == true { return }
    guard let path = cells.highlighted else { return }
    endHighlight(path)
    if let touch = touches.first, item(at: touch.location(in: self)) == path { select(path) }
  }

  final func itemTouchCancelled() {
    if let path = cells.highlighted { endHighlight(path) }
  }

  /// Forgets touches that are over.
  ///
  /// - Returns: Whether they were an item's, so that nobody behind the collection hears of them.
  final func forgetOwn(_ touches: Set<UITouch>) -> Bool {
    defer { cells.ownTouches.subtract(touches) }
    return touches.isSubset(of: cells.ownTouches)
  }

  private func endHighlight(_ path: IndexPath) {
    cells.highlighted = nil
    cellForItem(at: path)?.isHighlighted = false
    cells.delegate?.collectionView(self, didUnhighlightItemAt: path)
  }

  private func select(_ path: IndexPath) {
    if selectsSeveral, cells.selection.contains(path) { return deselect(path) }
    guard cells.delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    if !selectsSeveral {
      for old in cells.selection.sorted() where old != path {
        endSelection(old)
        cells.delegate?.collectionView(self, didDeselectItemAt: old)
      }
    }
    cells.selection.insert(path)
    let cell = cellForItem(at: path)
    cell?.isSelected = true
    if let cell { cell.segues.selection?(cell) }
    cells.delegate?.collectionView(self, didSelectItemAt: path)
  }

  /// Selects an item as a touch does.
  final func selectByFocus(_ path: IndexPath) {
    guard cells.delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true else { return }
    select(path)
  }

  private func deselect(_ path: IndexPath) {
    guard cells.delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
    endSelection(path)
    cells.delegate?.collectionView(self, didDeselectItemAt: path)
  }

  final func selectByProgram(_ path: IndexPath?) {
    if path == nil || !selectsSeveral {
      for old in cells.selection where old != path { endSelection(old) }
    }
    guard let path, hasItem(path) else { return }
    cells.selection.insert(path)
    cellForItem(at: path)?.isSelected = true
  }

  final func endSelection(_ path: IndexPath) {
    guard cells.selection.remove(path) != nil else { return }
    cellForItem(at: path)?.isSelected = false
  }
}
