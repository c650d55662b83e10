// The delegates of drags out of collections and of drops on them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// Gives what is dragged of items that are dragged.
///
/// **Differences**: optional methods have default implementations. Items cannot be added to a drag
/// on its way.
@preconcurrency
@MainActor
public protocol UICollectionViewDragDelegate: AnyObject {
  /// Returns the items for a long touch of an item; empty if it is not to be dragged.
  func collectionView(
    _ collectionView: UICollectionView,
    itemsForBeginning session: any UIDragSession,
    at indexPath: IndexPath
  ) -> [UIDragItem]

  /// Returns the look of an item that is lifted; nil, the default, for the cell as it is.
  func collectionView(
    _ collectionView: UICollectionView,
    dragPreviewParametersForItemAt indexPath: IndexPath
  )
    -> UIDragPreviewParameters?

  /// The finger begins to move.
  func collectionView(
    _ collectionView: UICollectionView,
    dragSessionWillBegin session: any UIDragSession
  )

  /// The drop, or the way back, is over.
  func collectionView(
    _ collectionView: UICollectionView,
    dragSessionDidEnd session: any UIDragSession
  )

  /// Whether items may be moved; true by default.
  func collectionView(
    _ collectionView: UICollectionView,
    dragSessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool

  /// Whether only this program may take the items; false by default.
  func collectionView(
    _ collectionView: UICollectionView,
    dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool
}

extension UICollectionViewDragDelegate {
  /// Returns nil.
  public func collectionView(
    _ collectionView: UICollectionView,
    dragPreviewParametersForItemAt indexPath: IndexPath
  ) -> UIDragPreviewParameters? { nil }

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    dragSessionWillBegin session: any UIDragSession
  ) {}

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    dragSessionDidEnd session: any UIDragSession
  ) {}

  /// Returns true.
  public func collectionView(
    _ collectionView: UICollectionView,
    dragSessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { true }

  /// Returns false.
  public func collectionView(
    _ collectionView: UICollectionView,
    dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool { false }
}

/// Decides about items that are dragged over a collection, and takes them.
///
/// The item of the destination is the one under the finger; nil beside all items. Without a
/// delegate of drops, an item that is dragged over its own collection is moved by the data source's
/// `collectionView(_:moveItemAt:to:)`, if it has that method and lets the item move.
///
/// **Differences**: optional methods have default implementations.
@preconcurrency
@MainActor
public protocol UICollectionViewDropDelegate: AnyObject {
  /// Takes the items.
  func collectionView(
    _ collectionView: UICollectionView,
    performDropWith coordinator: any UICollectionViewDropCoordinator
  )

  /// Whether the collection may take the items at all; true by default.
  func collectionView(_ collectionView: UICollectionView, canHandle session: any UIDropSession)
    -> Bool

  /// The finger came over the collection.
  func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidEnter session: any UIDropSession
  )

  /// Returns what a drop would do now; to cancel, by default.
  func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal

  /// The finger left the collection.
  func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidExit session: any UIDropSession
  )

  /// A drag that was over the collection is over.
  func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidEnd session: any UIDropSession
  )
}

extension UICollectionViewDropDelegate {
  /// Returns true.
  public func collectionView(
    _ collectionView: UICollectionView,
    canHandle session: any UIDropSession
  ) -> Bool {
    true
  }

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidEnter session: any UIDropSession
  ) {}

  /// Cancels.
  public func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal { UICollectionViewDropProposal(operation: .cancel) }

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidExit session: any UIDropSession
  ) {}

  /// Does nothing.
  public func collectionView(
    _ collectionView: UICollectionView,
    dropSessionDidEnd session: any UIDropSession
  ) {}
}

/// The answer of a collection to items that are dragged over it.
@preconcurrency
@MainActor
open class UICollectionViewDropProposal: UIDropProposal {
  /// The place of what would be dropped.
  public enum Intent: Int, Sendable {
    /// Nothing shows.
    case unspecified = 0
    /// Between items: a gap opens.
    case insertAtDestinationIndexPath = 1
    /// In an item, which is highlighted.
    case insertIntoDestinationIndexPath = 2
  }

  /// The place of what would be dropped.
  public private(set) var intent = Intent.unspecified

  /// Creates an answer without a place.
  public required init(operation: UIDropOperation) { super.init(operation: operation) }

  /// Creates an answer.
  public convenience init(operation: UIDropOperation, intent: Intent) {
    self.init(operation: operation)
    self.intent = intent
  }

  override func duplicate() -> UIDropProposal {
    let copy = super.duplicate()
    (copy as? UICollectionViewDropProposal)?.intent = intent
    return copy
  }
}

/// An item that is dropped on a collection.
@preconcurrency
@MainActor
public protocol UICollectionViewDropItem: NSObjectProtocol {
  /// The item.
  var dragItem: UIDragItem { get }
  /// The item that it comes from; nil for one that is not of this collection.
  var sourceIndexPath: IndexPath? { get }
  /// The size of the picture, in points; zero if there is none.
  var previewSize: CGSize { get }
}

/// A drop on a collection: its items, its place, and the motions to where they come to lie.
///
/// **Differences**: there are no placeholders for data that comes later.
@preconcurrency
@MainActor
public protocol UICollectionViewDropCoordinator: NSObjectProtocol {
  /// The items, in their order.
  var items: [any UICollectionViewDropItem] { get }
  /// The item under the finger; nil if there was none.
  var destinationIndexPath: IndexPath? { get }
  /// The last answer of the delegate.
  var proposal: UICollectionViewDropProposal { get }
  /// The drag.
  var session: any UIDropSession { get }

  /// Lets what is dragged fall to an item, which may be one that was just inserted.
  @discardableResult
  func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating
  /// Lets what is dragged fall into a rectangle of an item, in points of the item.
  @discardableResult
  func drop(_ dragItem: UIDragItem, intoItemAt indexPath: IndexPath, rect: CGRect)
    -> any UIDragAnimating
  /// Lets what is dragged fall to any place.
  @discardableResult
  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating
}
