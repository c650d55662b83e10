// The delegates of drags out of tables and of drops on them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// Gives the items of rows that are dragged.
///
/// **Differences**: optional methods have default implementations. Items cannot be added to a drag
/// on its way.
@preconcurrency
@MainActor
public protocol UITableViewDragDelegate: AnyObject {
  /// Returns the items for a long touch of a row; empty if it is not to be dragged.
  func tableView(
    _ tableView: UITableView,
    itemsForBeginning session: any UIDragSession,
    at indexPath: IndexPath
  ) -> [UIDragItem]

  /// Returns the look of a row that is lifted; nil, the default, for the cell as it is.
  func tableView(_ tableView: UITableView, dragPreviewParametersForRowAt indexPath: IndexPath)
    -> UIDragPreviewParameters?

  /// The finger begins to move.
  func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession)

  /// The drop, or the way back, is over.
  func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession)

  /// Whether items may be moved; true by default.
  func tableView(
    _ tableView: UITableView,
    dragSessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool

  /// Whether only this program may take the items; false by default.
  func tableView(
    _ tableView: UITableView,
    dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool
}

extension UITableViewDragDelegate {
  /// Returns nil.
  public func tableView(
    _ tableView: UITableView,
    dragPreviewParametersForRowAt indexPath: IndexPath
  ) -> UIDragPreviewParameters? { nil }

  /// Does nothing.
  public func tableView(
    _ tableView: UITableView,
    dragSessionWillBegin session: any UIDragSession
  ) {}

  /// Does nothing.
  public func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) {}

  /// Returns true.
  public func tableView(
    _ tableView: UITableView,
    dragSessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { true }

  /// Returns false.
  public func tableView(
    _ tableView: UITableView,
    dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool { false }
}

/// Decides about items that are dragged over a table, and takes them.
///
/// The row of the destination is the one under the finger; nil below the last row. A move of one
/// row of the same table with the intent `insertAtDestinationIndexPath` calls the data source's
/// `tableView(_:moveRowAt:to:)` in place of `performDropWith`, if it has that method and lets the
/// row move.
///
/// **Differences**: optional methods have default implementations.
@preconcurrency
@MainActor
public protocol UITableViewDropDelegate: AnyObject {
  /// Takes the items.
  func tableView(
    _ tableView: UITableView,
    performDropWith coordinator: any UITableViewDropCoordinator
  )

  /// Whether the table may take the items at all; true by default.
  func tableView(_ tableView: UITableView, canHandle session: any UIDropSession) -> Bool

  /// The finger came over the table.
  func tableView(_ tableView: UITableView, dropSessionDidEnter session: any UIDropSession)

  /// Returns what a drop would do now; to cancel, by default.
  func tableView(
    _ tableView: UITableView,
    dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal

  /// The finger left the table.
  func tableView(_ tableView: UITableView, dropSessionDidExit session: any UIDropSession)

  /// A drag that was over the table is over.
  func tableView(_ tableView: UITableView, dropSessionDidEnd session: any UIDropSession)
}

extension UITableViewDropDelegate {
  /// Returns true.
  public func tableView(_ tableView: UITableView, canHandle session: any UIDropSession) -> Bool {
    true
  }

  /// Does nothing.
  public func tableView(_ tableView: UITableView, dropSessionDidEnter session: any UIDropSession) {}

  /// Cancels.
  public func tableView(
    _ tableView: UITableView,
    dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UITableViewDropProposal { UITableViewDropProposal(operation: .cancel) }

  /// Does nothing.
  public func tableView(_ tableView: UITableView, dropSessionDidExit session: any UIDropSession) {}

  /// Does nothing.
  public func tableView(_ tableView: UITableView, dropSessionDidEnd session: any UIDropSession) {}
}

/// The answer of a table to items that are dragged over it.
@preconcurrency
@MainActor
open class UITableViewDropProposal: UIDropProposal {
  /// The place of what would be dropped.
  public enum Intent: Int, Sendable {
    /// Nothing shows.
    case unspecified = 0
    /// Between rows: a gap opens.
    case insertAtDestinationIndexPath = 1
    /// In a row, which is highlighted.
    case insertIntoDestinationIndexPath = 2
    /// Between rows, or in one.
    ///
    /// **Differences**: it shows as `insertAtDestinationIndexPath`.
    case automatic = 3
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
    (copy as? UITableViewDropProposal)?.intent = intent
    return copy
  }
}

/// An item that is dropped on a table.
@preconcurrency
@MainActor
public protocol UITableViewDropItem: NSObjectProtocol {
  /// The item.
  var dragItem: UIDragItem { get }
  /// The row that it comes from; nil for one that is not of this table.
  var sourceIndexPath: IndexPath? { get }
  /// The size of the picture, in points; zero if there is none.
  var previewSize: CGSize { get }
}

/// A drop on a table: its items, its place, and the motions to where they come to lie.
///
/// **Differences**: there are no placeholders for data that comes later.
@preconcurrency
@MainActor
public protocol UITableViewDropCoordinator: NSObjectProtocol {
  /// The items, in their order.
  var items: [any UITableViewDropItem] { get }
  /// The row under the finger; nil if there was none.
  var destinationIndexPath: IndexPath? { get }
  /// The last answer of the delegate.
  var proposal: UITableViewDropProposal { get }
  /// The drag.
  var session: any UIDropSession { get }

  /// Lets an item fall to a row, which may be one that was just inserted.
  @discardableResult
  func drop(_ dragItem: UIDragItem, toRowAt indexPath: IndexPath) -> any UIDragAnimating
  /// Lets an item fall into a rectangle of a row, in points of the row.
  @discardableResult
  func drop(_ dragItem: UIDragItem, intoRowAt indexPath: IndexPath, rect: CGRect)
    -> any UIDragAnimating
  /// Lets an item fall to any place.
  @discardableResult
  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating
}
