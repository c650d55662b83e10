// The questions and the reports of text views.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The questions and the reports of a text view.
@preconcurrency
@MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
  /// Whether editing may begin; true by default.
  func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
  /// Whether editing may end; true by default.
  func textViewShouldEndEditing(_ textView: UITextView) -> Bool
  /// Editing began.
  func textViewDidBeginEditing(_ textView: UITextView)
  /// Editing ended.
  func textViewDidEndEditing(_ textView: UITextView)
  /// Whether text may change; true by default.
  ///
  /// - Parameters:
  ///   - textView: The view.
  ///   - range: UTF-16 code units that go.
  ///   - text: The text that comes.
  func textView(
    _ textView: UITextView,
    shouldChangeTextIn range: NSRange,
    replacementText text: String
  ) -> Bool
  /// Keys changed the text.
  func textViewDidChange(_ textView: UITextView)
  /// The caret is elsewhere.
  func textViewDidChangeSelection(_ textView: UITextView)
  /// Returns what a tap on a link, an attachment or a part with a name does; nil for nothing. By
  /// default, the action that opens a link.
  ///
  /// Only where it returns `defaultAction` the older questions about links and attachments are
  /// asked.
  func textView(
    _ textView: UITextView,
    primaryActionFor textItem: UITextItem,
    defaultAction: UIAction
  ) -> UIAction?
  /// Returns the menu for a finger that stays on a link, an attachment or a part with a name; nil
  /// for none. By default, that with the actions of a link.
  func textView(
    _ textView: UITextView,
    menuConfigurationFor textItem: UITextItem,
    defaultMenu: UIMenu
  ) -> UITextItem.MenuConfiguration?
  /// Whether a link may be opened, or its menu shown; true by default.
  ///
  /// - Parameters:
  ///   - textView: The view.
  ///   - URL: The address.
  ///   - characterRange: The text of the link, in UTF-16 code units.
  ///   - interaction: The kind of touch.
  func textView(
    _ textView: UITextView,
    shouldInteractWith URL: URL,
    in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool
  /// Whether an attachment may be touched; true by default. There is nothing that a view does with
  /// one by itself.
  ///
  /// - Parameters:
  ///   - textView: The view.
  ///   - textAttachment: The attachment.
  ///   - characterRange: Its text, in UTF-16 code units.
  ///   - interaction: The kind of touch.
  func textView(
    _ textView: UITextView,
    shouldInteractWith textAttachment: NSTextAttachment,
    in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool
}

extension UITextViewDelegate {
  /// True.
  public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
  /// True.
  public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  /// Does nothing.
  public func textViewDidEndEditing(_ textView: UITextView) {}
  /// True.
  public func textView(
    _ textView: UITextView,
    shouldChangeTextIn range: NSRange,
    replacementText text: String
  ) -> Bool { true }
  /// Does nothing.
  public func textViewDidChange(_ textView: UITextView) {}
  /// Does nothing.
  public func textViewDidChangeSelection(_ textView: UITextView) {}
  /// The default action.
  public func textView(
    _ textView: UITextView,
    primaryActionFor textItem: UITextItem,
    defaultAction: UIAction
  ) -> UIAction? { defaultAction }
  /// The default menu.
  public func textView(
    _ textView: UITextView,
    menuConfigurationFor textItem: UITextItem,
    defaultMenu: UIMenu
  ) -> UITextItem.MenuConfiguration? { UITextItem.MenuConfiguration(menu: defaultMenu) }
  /// True.
  public func textView(
    _ textView: UITextView,
    shouldInteractWith URL: URL,
    in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool { true }
  /// True.
  public func textView(
    _ textView: UITextView,
    shouldInteractWith textAttachment: NSTextAttachment,
    in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool { true }
}
