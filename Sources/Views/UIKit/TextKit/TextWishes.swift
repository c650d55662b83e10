// Wishes of a text about its keyboard that change nothing here.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Whether hyphens become dashes while text is typed; only kept.
public enum UITextSmartDashesType: Int, Hashable, Sendable {
  /// As usual.
  case `default` = 0
  /// They do not.
  case no = 1
  /// They do.
  case yes = 2
}

/// Whether quotation marks become curly while text is typed; only kept.
public enum UITextSmartQuotesType: Int, Hashable, Sendable {
  /// As usual.
  case `default` = 0
  /// They do not.
  case no = 1
  /// They do.
  case yes = 2
}

/// Whether spaces are added and removed around pasted and cut text; only kept.
public enum UITextSmartInsertDeleteType: Int, Hashable, Sendable {
  /// As usual.
  case `default` = 0
  /// They are not.
  case no = 1
  /// They are.
  case yes = 2
}

/// The buttons beside the suggestions above a keyboard.
///
/// **Differences**: there is no keyboard on the screen, so the buttons do not show.
@preconcurrency
@MainActor
open class UITextInputAssistantItem: NSObject {
  /// Whether the buttons may be hidden; true by default.
  open var allowsHidingShortcuts = true
  /// The buttons before the suggestions.
  open var leadingBarButtonGroups: [UIBarButtonItemGroup] = []
  /// The buttons after the suggestions.
  open var trailingBarButtonGroups: [UIBarButtonItemGroup] = []

  override init() { super.init() }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
