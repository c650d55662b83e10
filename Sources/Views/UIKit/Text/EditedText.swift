// The editing of text fields and text views: keys that move the caret, the pasteboard, marked text.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A text with a selection that keys change.
@MainActor
protocol EditedText: AnyObject {
  /// The text.
  var string: String { get }
  /// Whether keys change it.
  var takesText: Bool { get }
  /// Whether the pasteboard does not get it.
  var isSecret: Bool { get }
  var selection: FieldSelection { get }
  /// The part that an input method still changes; nil if there is none.
  var marked: NSRange? { get set }
  /// The x to which moves of the caret by lines return, in the text; nil after any other change.
  var goal: CGFloat? { get set }
  /// The x of the caret, in the text.
  var caretX: CGFloat { get }

  /// Changes the selection, and tells the delegate.
  func select(_ new: FieldSelection)

  /// Puts a text in the place of a part, if the delegate lets it; the caret is behind it then.
  ///
  /// - Returns: Whether it did.
  func change(_ range: NSRange, _ string: String) -> Bool

  /// Returns where a move of the caret leads that depends on lines; nil for one that does not.
  func target(of key: String) -> Int?
}

extension EditedText {
  // `Any` because: it is the type of attributes in Foundation.
  /// The attributes of marked text without others: a line under it.
  static var markStyle: [NSAttributedString.Key: Any] {
    [.underlineStyle: NSUnderlineStyle.single.rawValue]
  }

  // MARK: Changes

  /// Puts a text in the place of the marked or the selected one.
  func enter(_ text: String) {
    let range = marked ?? selection.range
    if change(range, text) { marked = nil }
  }

  /// Removes the selected text, or the character beside the caret.
  ///
  /// - Parameter count: -1 for the one before, 1 for the one after it.
  func delete(by count: Int = -1) {
    guard selection.isEmpty else {
      remove(selection.range)
      return
    }
    let end = FieldSelection.step(selection.head, by: count, in: string)
    let range = NSRange(location: min(end, selection.head), length: abs(end - selection.head))
    if range.length > 0 { remove(range) }
  }

  private func remove(_ range: NSRange) {
    let old = marked
    guard change(range, "") else { return }
    // A part of the marked text that goes leaves the rest marked.
    guard let old, range.location >= old.location,
      range.location + range.length <= old.location + old.length, range.length < old.length
    else { return marked = nil }
    marked = NSRange(location: old.location, length: old.length - range.length)
  }

  /// Puts a text that an input method still changes in the place of the marked or the selected one.
  ///
  /// - Parameters:
  ///   - text: The text; nil or empty ends it.
  ///   - selected: The part of it that is selected, clamped to it.
  func mark(_ text: String?, selected: NSRange) {
    let text = text ?? ""
    let range = marked ?? selection.range
    guard change(range, text) else { return }
    let count = text.utf16.count
    marked = count > 0 ? NSRange(location: range.location, length: count) : nil
    let start = min(max(selected.location, 0), count)
    let length = min(max(selected.length, 0), count - start)
    select(FieldSelection(NSRange(location: range.location + start, length: length)))
  }

  /// Leaves the marked text as it is while the selection stays in it.
  func keepMark() {
    guard let marked else { return }
    let range = selection.range
    if range.location < marked.location
      || range.location + range.length > marked.location + marked.length
    {
      self.marked = nil
    }
  }

  // MARK: Pasteboard

  func copySelection() {
    guard !selection.isEmpty, !isSecret else { return }
    UIPasteboard.general.string = (string as NSString).substring(with: selection.range)
  }

  func cutSelection() {
    guard !selection.isEmpty, !isSecret else { return }
    copySelection()
    if takesText { delete() }
  }

  func pasteText() {
    if takesText, let text = UIPasteboard.general.string { enter(text) }
  }

  /// Whether there is text for a command; nil for one that is none of texts.
  func mayPerform(_ command: StandardEditAction) -> Bool? {
    switch command {
    case .copy: !selection.isEmpty && !isSecret
    case .cut: !selection.isEmpty && !isSecret && takesText
    case .paste: takesText && UIPasteboard.general.hasStrings
    case .select: selection.isEmpty && !string.isEmpty
    case .selectAll: selection.range.length < string.utf16.count
    case .delete: false
    case .toggleBoldface, .toggleItalics, .toggleUnderline, .increaseSize, .decreaseSize: nil
    }
  }

  func selectAllText() {
    select(FieldSelection(NSRange(location: 0, length: string.utf16.count)))
  }

  // MARK: Keys

  /// Does what a key says about the selection and the pasteboard.
  ///
  /// - Returns: Whether it says anything.
  func takeSelectionKey(_ key: UIKey?) -> Bool {
    guard let key else { return false }
    let flags = key.modifierFlags
    if flags.contains(.command) || flags.contains(.control) {
      switch key.charactersIgnoringModifiers {
      case "a": selectAllText()
      case "c": copySelection()
      case "x": cutSelection()
      case "v": pasteText()
      default: return false
      }
      return true
    }
    if key.characters == "UIKeyInputDelete" {
      if takesText { delete(by: 1) }
      return true
    }
    var new = selection
    let extends = flags.contains(.shift)
    if let target = target(of: key.characters) {
      new.head = target
      if !extends { new.anchor = target }
      return move(to: new, by: key.characters)
    } else {
      let byWord = flags.contains(.alternate)
      let moves: [String: FieldSelection.Move] = [
        "UIKeyInputLeftArrow": byWord ? .wordLeft : .left,
        "UIKeyInputRightArrow": byWord ? .wordRight : .right,
        "UIKeyInputUpArrow": .start, "UIKeyInputDownArrow": .end,
        "UIKeyInputHome": .start, "UIKeyInputEnd": .end,
      ]
      // Other keys with names type nothing; the one for leaving is for what is around the text.
      guard let move = moves[key.characters] else {
        return key.characters.hasPrefix("UIKeyInput") && key.characters != "UIKeyInputEscape"
      }
      new.take(move, extends: extends, in: string)
    }
    select(new)
    return true
  }

  private func move(to new: FieldSelection, by key: String) -> Bool {
    let isVertical = key == "UIKeyInputUpArrow" || key == "UIKeyInputDownArrow"
    let x = isVertical ? goal ?? caretX : nil
    select(new)
    goal = x
    return true
  }
}

extension UITextPosition {
  /// Returns the place some code units away; nil outside of a text of this many.
  final func moved(by distance: Int, in count: Int) -> UITextPosition? {
    let (place, overflows) = offset.addingReportingOverflow(distance)
    return overflows || place < 0 || place > count ? nil : UITextPosition(place)
  }

  final func order(to other: UITextPosition) -> ComparisonResult {
    offset == other.offset
      ? .orderedSame : offset < other.offset ? .orderedAscending : .orderedDescending
  }
}

extension UITextRange {
  /// The part between two places.
  convenience init(_ one: UITextPosition, _ other: UITextPosition) {
    self.init(
      NSRange(location: min(one.offset, other.offset), length: abs(other.offset - one.offset))
    )
  }

  /// Returns the part of a text; nil outside of it.
  final func part(of string: String) -> String? {
    let text = string as NSString
    guard range.location >= 0, range.location + range.length <= text.length else { return nil }
    return text.substring(with: range)
  }
}
