// The commands for rows and items: cut, copy, paste.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The commands that lists offer for rows and items whose delegates say so.
@MainActor
private enum RowCommands {
  private static let all: [(title: String, action: StandardEditAction)] = [
    ("Cut", .cut), ("Copy", .copy), ("Paste", .paste),
  ]

  /// The menu of the commands that are possible; nil if there are none.
  static func configuration(
    _ isPossible: (Selector) -> Bool,
    _ perform: @escaping (Selector) -> Void
  ) -> UIContextMenuConfiguration? {
    let commands = all.map { (title: $0.title, action: Selector($0.action.rawValue)) }
      .filter { isPossible($0.action) }
    guard !commands.isEmpty else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
      UIMenu(
        children: commands.map { command in
          UIAction(title: command.title) { _ in perform(command.action) }
        }
      )
    }
  }
}

extension UITableView {
  /// The menu of the commands of a row; nil if its delegate wants none.
  final func commands(at path: IndexPath) -> UIContextMenuConfiguration? {
    guard let delegate = rows.delegate, delegate.tableView(self, shouldShowMenuForRowAt: path)
    else { return nil }
    let sender = UIMenuController.shared
    return RowCommands.configuration {
      delegate.tableView(self, canPerformAction: $0, forRowAt: path, withSender: sender)
    } _: { [weak self] action in
      guard let self else { return }
      rows.delegate?.tableView(self, performAction: action, forRowAt: path, withSender: sender)
    }
  }
}

extension UICollectionView {
  /// The menu of the commands of an item; nil if its delegate wants none.
  final func commands(at path: IndexPath) -> UIContextMenuConfiguration? {
    guard let delegate = cells.delegate,
      delegate.collectionView(self, shouldShowMenuForItemAt: path)
    else { return nil }
    let sender = UIMenuController.shared
    return RowCommands.configuration {
      delegate.collectionView(self, canPerformAction: $0, forItemAt: path, withSender: sender)
    } _: { [weak self] action in
      guard let self else { return }
      cells.delegate?.collectionView(
        self,
        performAction: action,
        forItemAt: path,
        withSender: sender
      )
    }
  }
}

extension UITableViewDelegate {
  /// False.
  public func tableView(
    _ tableView: UITableView,
    shouldShowMenuForRowAt indexPath: IndexPath
  ) -> Bool { false }

  /// False.
  public func tableView(
    _ tableView: UITableView,
    canPerformAction action: Selector,
    forRowAt indexPath: IndexPath,
    withSender sender: Any?
  ) -> Bool { false }

  /// Does nothing.
  public func tableView(
    _ tableView: UITableView,
    performAction action: Selector,
    forRowAt indexPath: IndexPath,
    withSender sender: Any?
  ) {}
}

extension UICollectionViewDelegate {
  /// False.
  public func collectionView(
    _ collectionView: UICollectionView,
    shouldShowMenuForItemAt indexPath: IndexPath
  ) -> Bool { false }

  /// False.
  public func collectionView(
    _ collectionView: UICollectionView,
    canPerformAction action: Selector,
    forItemAt indexPath: IndexPath,
    withSender sender: Any?
  ) -> Bool { false }

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    performAction action: Selector,
    forItemAt indexPath: IndexPath,
    withSender sender: Any?
  ) {}
}
