// Places in texts, and texts that have them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A place in a text.
@preconcurrency
@MainActor
open class UITextPosition: NSObject {
  /// UTF-16 code units from the start.
  final let offset: Int

  init(_ offset: Int) {
    self.offset = offset
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// A part of a text.
@preconcurrency
@MainActor
open class UITextRange: NSObject {
  /// Where it begins.
  open var start: UITextPosition { UITextPosition(range.location) }
  /// Where it ends.
  open var end: UITextPosition { UITextPosition(range.location + range.length) }
  /// Whether nothing is in it.
  open var isEmpty: Bool { range.length == 0 }
  final let range: NSRange

  init(_ range: NSRange) {
    self.range = range
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// A text with a caret, a selection and places, and with marked text: what an input method has
/// typed and still changes, such as the letters of a word that becomes one character.
///
/// **Differences**: it has what text fields, text views and tokenizers use.
@preconcurrency
@MainActor
public protocol UITextInput: UIKeyInput {
  /// The selected part; empty at the caret, nil without one.
  var selectedTextRange: UITextRange? { get set }
  /// The part that an input method still changes; nil if there is none.
  var markedTextRange: UITextRange? { get }
  // `Any` because: it is the type of attributes in Foundation.
  /// The attributes of marked text; nil, the default, for a line under it.
  var markedTextStyle: [NSAttributedString.Key: Any]? { get set }
  /// Puts a text that an input method still changes in the place of the marked or the selected one.
  ///
  /// - Parameters:
  ///   - markedText: The text; nil and an empty one end the marking.
  ///   - selectedRange: The part of it that is selected, in UTF-16 code units from its start.
  func setMarkedText(_ markedText: String?, selectedRange: NSRange)
  /// Leaves the marked text as it is: an input method is done with it.
  func unmarkText()
  /// The place before the first character.
  var beginningOfDocument: UITextPosition { get }
  /// The place after the last character.
  var endOfDocument: UITextPosition { get }
  /// Returns the text of a part.
  func text(in range: UITextRange) -> String?
  /// Puts a text in the place of a part.
  func replace(_ range: UITextRange, withText text: String)
  /// Returns the part between two places.
  func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
  /// Returns a place some UTF-16 code units away; nil outside of the text.
  func position(from position: UITextPosition, offset: Int) -> UITextPosition?
  /// Returns the UTF-16 code units from one place to another.
  func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
  /// Returns the order of two places.
  func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
  /// Returns the rectangle of the first line of a part.
  func firstRect(for range: UITextRange) -> CGRect
  /// Returns the rectangle of the caret at a place.
  func caretRect(for position: UITextPosition) -> CGRect
  /// Returns the place that is nearest to a point.
  func closestPosition(to point: CGPoint) -> UITextPosition?
  /// Finds units of the text; by its characters by default.
  var tokenizer: any UITextInputTokenizer { get }
}
