// Actions beside rows as iOS 8 to 12 had them.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// An action beside a row, from `tableView(_:editActionsForRowAt:)`.
///
/// New code has ``UIContextualAction``, which wins where a delegate returns both. The row stays
/// aside after a touch until the program calls `setEditing(false, animated: true)` or changes the
/// row.
@preconcurrency
@MainActor
open class UITableViewRowAction: NSObject {
  /// The look of an action.
  public enum Style: Int, Sendable {
    /// Red, for what takes something away.
    case `default` = 0
    /// Grey.
    case normal = 1

    /// As `default`.
    public static var destructive: Style { .default }
  }

  /// The look.
  public let style: Style
  /// The title, or nil.
  open var title: String?
  /// The colour behind the title; red or grey at first.
  open var backgroundColor: UIColor?
  private let handler: (UITableViewRowAction, IndexPath) -> Void

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - style: The look.
  ///   - title: The title, or nil.
  ///   - handler: Called with the action and the row when it is chosen.
  public init(
    style: Style,
    title: String?,
    handler: @escaping (UITableViewRowAction, IndexPath) -> Void
  ) {
    self.style = style
    self.title = title
    self.handler = handler
    backgroundColor = style == .default ? .systemRed : .systemGray
    super.init()
  }

  /// The same action of a row.
  final func contextual(_ path: IndexPath) -> UIContextualAction {
    let action = UIContextualAction(
      style: style == .default ? .destructive : .normal,
      title: title
    ) { [self] _, _, _ in handler(self, path) }
    action.backgroundColor = backgroundColor
    return action
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
