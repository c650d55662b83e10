// The commands that editing menus and keys send along the chain of responders.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The usual commands of editing, which any responder may override.
///
/// A responder that overrides one also overrides `canPerformAction(_:withSender:)`, or names the
/// method by a selector that brings it along; commands of menus reach it then.
///
/// **Differences**: a responder that only overrides a method does not answer to it by itself.
@preconcurrency
@MainActor
public protocol UIResponderStandardEditActions: AnyObject {
  /// Moves the selection to the pasteboard.
  func cut(_ sender: Any?)
  /// Copies the selection to the pasteboard.
  func copy(_ sender: Any?)
  /// Puts the contents of the pasteboard in the place of the selection.
  func paste(_ sender: Any?)
  /// Selects what is at the caret.
  func select(_ sender: Any?)
  /// Selects everything.
  func selectAll(_ sender: Any?)
  /// Removes the selection.
  func delete(_ sender: Any?)
  /// Makes the selected text bold, or takes that back.
  func toggleBoldface(_ sender: Any?)
  /// Makes the selected text italic, or takes that back.
  func toggleItalics(_ sender: Any?)
  /// Underlines the selected text, or takes that back.
  func toggleUnderline(_ sender: Any?)
  /// Makes the selected text larger.
  func increaseSize(_ sender: Any?)
  /// Makes the selected text smaller.
  func decreaseSize(_ sender: Any?)
}

/// A usual command of editing, by the name of its method.
enum StandardEditAction: String, CaseIterable {
  case cut = "cut:"
  case copy = "copy:"
  case paste = "paste:"
  case select = "select:"
  case selectAll = "selectAll:"
  case delete = "delete:"
  case toggleBoldface = "toggleBoldface:"
  case toggleItalics = "toggleItalics:"
  case toggleUnderline = "toggleUnderline:"
  case increaseSize = "increaseSize:"
  case decreaseSize = "decreaseSize:"

  /// Performs the command.
  @MainActor
  func perform(by responder: UIResponder, from sender: Any?) {
    switch self {
    case .cut: responder.cut(sender)
    case .copy: responder.copy(sender)
    case .paste: responder.paste(sender)
    case .select: responder.select(sender)
    case .selectAll: responder.selectAll(sender)
    case .delete: responder.delete(sender)
    case .toggleBoldface: responder.toggleBoldface(sender)
    case .toggleItalics: responder.toggleItalics(sender)
    case .toggleUnderline: responder.toggleUnderline(sender)
    case .increaseSize: responder.increaseSize(sender)
    case .decreaseSize: responder.decreaseSize(sender)
    }
  }
}

extension SelectorCall {
  /// Calls a method of an object; usual commands of editing need no selector that brought them
  /// along.
  ///
  /// - Returns: Whether it was called.
  @MainActor
  static func sendAction(
    _ action: Selector,
    to target: AnyObject,
    from sender: Any?,
    event: UIEvent?
  ) -> Bool {
    if let responder = target as? UIResponder, !responds(responder, to: action),
      let command = StandardEditAction(rawValue: action.name)
    {
      command.perform(by: responder, from: sender)
      return true
    }
    return send(action, to: target, from: sender, event: event)
  }
}
