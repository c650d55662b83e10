// The focus in lists, and on controls.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension UIControl: FocusStateful {
  final func focusChanged() {}

  final func activateByFocus() -> Bool {
    guard isEnabled else { return false }
    triggerPrimaryAction(nil)
    return true
  }
}

extension UITableViewCell: FocusStateful {
  /// Whether the table lets the row have the focus.
  final var mayFocusInTable: Bool {
    guard let table, table.allowsFocus, let path = table.indexPath(for: self) else { return false }
    return table.rows.delegate?.tableView(table, canFocusRowAt: path) ?? true
  }

  final func focusChanged() {
    setNeedsUpdateConfiguration()
    if isFocused, !isSelected, table?.selectionFollowsFocus == true { _ = activateByFocus() }
  }

  final func activateByFocus() -> Bool {
    guard let table, table.selectsByTouch, let path = table.indexPath(for: self) else {
      return false
    }
    table.selectByFocus(path)
    return true
  }

  final func neighbourOutOfSight(_ heading: UIFocusHeading) -> UIView? {
    guard let table, heading == .up || heading == .down, var path = table.indexPath(for: self)
    else { return nil }
    let step = heading == .down ? 1 : -1
    repeat {
      path.row += step
      while path.row < 0 || path.row >= table.numberOfRows(inSection: path.section) {
        path.section += step
        guard path.section >= 0, path.section < table.numberOfSections else { return nil }
        path.row = step > 0 ? 0 : table.numberOfRows(inSection: path.section) - 1
      }
    } while !(table.rows.delegate?.tableView(table, canFocusRowAt: path) ?? true)
    table.scrollToRow(at: path, at: .none, animated: false)
    table.layoutIfNeeded()
    return table.cellForRow(at: path)
  }
}

extension UICollectionViewCell: FocusStateful {
  private final var collection: UICollectionView? {
    var next = superview
    while let view = next {
      if let found = view as? UICollectionView { return found }
      next = view.superview
    }
    return nil
  }

  /// Whether the collection lets the item have the focus.
  final var mayFocusInCollection: Bool {
    guard let collection, collection.allowsFocus, let path = collection.indexPath(for: self) else {
      return false
    }
    return collection.cells.delegate?.collectionView(collection, canFocusItemAt: path) ?? true
  }

  final func focusChanged() {
    setNeedsUpdateConfiguration()
    if isFocused, !isSelected, collection?.selectionFollowsFocus == true { _ = activateByFocus() }
  }

  final func activateByFocus() -> Bool {
    guard let collection, collection.selectsByTouch, let path = collection.indexPath(for: self)
    else { return false }
    collection.selectByFocus(path)
    return true
  }
}

extension UITableViewDelegate {
  /// True.
  public func tableView(_ tableView: UITableView, canFocusRowAt indexPath: IndexPath) -> Bool {
    true
  }
}

extension UICollectionViewDelegate {
  /// True.
  public func collectionView(
    _ collectionView: UICollectionView,
    canFocusItemAt indexPath: IndexPath
  ) -> Bool { true }
}
