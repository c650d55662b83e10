// The menus of rows and items.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A list whose delegate makes menus.
@MainActor
protocol MenuList: UIScrollView {
  /// Returns the menu for a place, and the view that belongs to it.
  func menu(at point: CGPoint) -> (configuration: UIContextMenuConfiguration, cell: UIView?)?
  /// Returns the delegate's preview at the start or the end of a menu.
  func menuPreview(_ configuration: UIContextMenuConfiguration, isEnd: Bool) -> UITargetedPreview?
  /// The preview was tapped.
  func menuCommits(
    _ configuration: UIContextMenuConfiguration,
    _ animator: any UIContextMenuInteractionCommitAnimating
  )
  /// The menu comes or goes.
  func menuChanges(
    _ configuration: UIContextMenuConfiguration,
    _ animator: (any UIContextMenuInteractionAnimating)?,
    isEnd: Bool
  )
}

/// The interaction of a list with its menus.
@MainActor
final class ListMenus: NSObject, UIContextMenuInteractionDelegate {
  private weak var list: (any MenuList)?
  private weak var cell: UIView?
  private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)

  init(_ list: any MenuList) {
    self.list = list
    super.init()
    list.addInteraction(interaction)
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    let found = list?.menu(at: location)
    cell = found?.cell
    return found?.configuration
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? {
    list?.menuPreview(configuration, isEnd: false) ?? cell.map { UITargetedPreview(view: $0) }
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? {
    list?.menuPreview(configuration, isEnd: true) ?? cell.map { UITargetedPreview(view: $0) }
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {
    list?.menuCommits(configuration, animator)
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    list?.menuChanges(configuration, animator, isEnd: false)
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    list?.menuChanges(configuration, animator, isEnd: true)
  }
}

extension UITableView: MenuList {
  /// The interaction that shows menus of rows; nil without a delegate.
  public var contextMenuInteraction: UIContextMenuInteraction? { rows.menus?.interaction }

  final func prepareMenus() {
    if rows.menus == nil, rows.delegate != nil { rows.menus = ListMenus(self) }
  }

  final func menu(at point: CGPoint) -> (configuration: UIContextMenuConfiguration, cell: UIView?)?
  {
    guard let path = indexPathForRow(at: point) else { return nil }
    let own = rows.delegate?.tableView(
      self,
      contextMenuConfigurationForRowAt: path,
      point: point
    )
    guard let found = own ?? commands(at: path) else { return nil }
    return (found, cellForRow(at: path))
  }

  final func menuPreview(
    _ configuration: UIContextMenuConfiguration,
    isEnd: Bool
  ) -> UITargetedPreview? {
    isEnd
      ? rows.delegate?.tableView(
        self,
        previewForDismissingContextMenuWithConfiguration: configuration
      )
      : rows.delegate?.tableView(
        self,
        previewForHighlightingContextMenuWithConfiguration: configuration
      )
  }

  final func menuCommits(
    _ configuration: UIContextMenuConfiguration,
    _ animator: any UIContextMenuInteractionCommitAnimating
  ) {
    rows.delegate?.tableView(
      self,
      willPerformPreviewActionForMenuWith: configuration,
      animator: animator
    )
  }

  final func menuChanges(
    _ configuration: UIContextMenuConfiguration,
    _ animator: (any UIContextMenuInteractionAnimating)?,
    isEnd: Bool
  ) {
    if isEnd {
      rows.delegate?.tableView(
        self,
        willEndContextMenuInteraction: configuration,
        animator: animator
      )
    } else {
      rows.delegate?.tableView(self, willDisplayContextMenu: configuration, animator: animator)
    }
  }
}

extension UICollectionView: MenuList {
  /// The interaction that shows menus of items; nil without a delegate.
  public var contextMenuInteraction: UIContextMenuInteraction? { cells.menus?.interaction }

  final func prepareMenus() {
    if cells.menus == nil, cells.delegate != nil { cells.menus = ListMenus(self) }
  }

  final func menu(at point: CGPoint) -> (configuration: UIContextMenuConfiguration, cell: UIView?)?
  {
    let touched = indexPathForItem(at: point)
    var paths = touched.map { [$0] } ?? []
    if let touched, cells.selection.count > 1, cells.selection.contains(touched) {
      // The touched one first: it is the one that is asked for alone.
      paths += cells.selection.subtracting([touched]).sorted()
    }
    let own = cells.delegate?.collectionView(
      self,
      contextMenuConfigurationForItemsAt: paths,
      point: point
    )
    guard let found = own ?? touched.flatMap({ commands(at: $0) }) else { return nil }
    if found.secondaryItemIdentifiers.isEmpty {
      found.secondaryItemIdentifiers = Set(paths.dropFirst().map(AnyHashable.init))
    }
    cells.menuPath = touched
    return (found, touched.flatMap { cellForItem(at: $0) })
  }

  final func menuPreview(
    _ configuration: UIContextMenuConfiguration,
    isEnd: Bool
  ) -> UITargetedPreview? {
    guard let delegate = cells.delegate else { return nil }
    if let path = cells.menuPath {
      let own =
        isEnd
        ? delegate.collectionView(
          self,
          contextMenuConfiguration: configuration,
          dismissalPreviewForItemAt: path
        )
        : delegate.collectionView(
          self,
          contextMenuConfiguration: configuration,
          highlightPreviewForItemAt: path
        )
      if let own { return own }
    }
    return isEnd
      ? delegate.collectionView(
        self,
        previewForDismissingContextMenuWithConfiguration: configuration
      )
      : delegate.collectionView(
        self,
        previewForHighlightingContextMenuWithConfiguration: configuration
      )
  }

  final func menuCommits(
    _ configuration: UIContextMenuConfiguration,
    _ animator: any UIContextMenuInteractionCommitAnimating
  ) {
    cells.delegate?.collectionView(
      self,
      willPerformPreviewActionForMenuWith: configuration,
      animator: animator
    )
  }

  final func menuChanges(
    _ configuration: UIContextMenuConfiguration,
    _ animator: (any UIContextMenuInteractionAnimating)?,
    isEnd: Bool
  ) {
    if isEnd {
      cells.delegate?.collectionView(
        self,
        willEndContextMenuInteraction: configuration,
        animator: animator
      )
    } else {
      cells.delegate?.collectionView(
        self,
        willDisplayContextMenu: configuration,
        animator: animator
      )
    }
  }
}

extension UITableViewDelegate {
  /// Returns nil.
  public func tableView(
    _ tableView: UITableView,
    contextMenuConfigurationForRowAt indexPath: IndexPath,
    point: CGPoint
  ) -> UIContextMenuConfiguration? { nil }

  /// Returns nil.
  public func tableView(
    _ tableView: UITableView,
    previewForHighlightingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }

  /// Returns nil.
  public func tableView(
    _ tableView: UITableView,
    previewForDismissingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }

  /// Does nothing.
  public func tableView(
    _ tableView: UITableView,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {}

  /// Does nothing.
  public func tableView(
    _ tableView: UITableView,
    willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  /// Does nothing.
  public func tableView(
    _ tableView: UITableView,
    willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
}

extension UICollectionViewDelegate {
  /// Asks for the menu of the first item.
  public func collectionView(
    _ collectionView: UICollectionView,
    contextMenuConfigurationForItemsAt indexPaths: [IndexPath],
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let path = indexPaths.first else { return nil }
    return self.collectionView(
      collectionView,
      contextMenuConfigurationForItemAt: path,
      point: point
    )
  }

  /// Returns nil.
  public func collectionView(
    _ collectionView: UICollectionView,
    contextMenuConfigurationForItemAt indexPath: IndexPath,
    point: CGPoint
  ) -> UIContextMenuConfiguration? { nil }

  /// Returns nil.
  public func collectionView(
    _ collectionView: UICollectionView,
    contextMenuConfiguration configuration: UIContextMenuConfiguration,
    highlightPreviewForItemAt indexPath: IndexPath
  ) -> UITargetedPreview? { nil }

  /// Returns nil.
  public func collectionView(
    _ collectionView: UICollectionView,
    contextMenuConfiguration configuration: UIContextMenuConfiguration,
    dismissalPreviewForItemAt indexPath: IndexPath
  ) -> UITargetedPreview? { nil }

  /// Returns nil.
  public func collectionView(
    _ collectionView: UICollectionView,
    previewForHighlightingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }

  /// Returns nil.
  public func collectionView(
    _ collectionView: UICollectionView,
    previewForDismissingContextMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {}

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
}
