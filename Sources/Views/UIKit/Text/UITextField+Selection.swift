// The caret and the selection of text fields: by keys, by fingers, by the program.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

extension UITextField: UITextInput, EditedText {
  /// The selected part; empty at the caret, and nil while the text is not edited.
  public var selectedTextRange: UITextRange? {
    get { isEditing ? UITextRange(selection.range) : nil }
    set {
      guard isEditing, let newValue else { return }
      select(FieldSelection(newValue.range))
    }
  }

  /// The place before the first character.
  public var beginningOfDocument: UITextPosition { UITextPosition(0) }

  /// The place after the last character.
  public var endOfDocument: UITextPosition { UITextPosition(content.utf16.count) }

  /// Returns the text of a part; nil outside of the text.
  public func text(in range: UITextRange) -> String? { range.part(of: content) }

  /// Puts a text in the place of a part; the delegate is not asked.
  public func replace(_ range: UITextRange, withText text: String) {
    let range = FieldSelection(range.range).inside(content).range
    take((content as NSString).replacingCharacters(in: range, with: text))
    select(FieldSelection(at: range.location + text.utf16.count))
  }

  /// Returns the part between two places.
  public func textRange(
    from fromPosition: UITextPosition,
    to toPosition: UITextPosition
  ) -> UITextRange? { UITextRange(fromPosition, toPosition) }

  /// Returns a place some UTF-16 code units away; nil outside of the text.
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    position.moved(by: offset, in: content.utf16.count)
  }

  /// Returns the UTF-16 code units from one place to another.
  public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    toPosition.offset - from.offset
  }

  /// Returns the order of two places.
  public func compare(
    _ position: UITextPosition,
    to other: UITextPosition
  ) -> ComparisonResult { position.order(to: other) }

  // MARK: Marked text

  /// The part that an input method still changes; nil if there is none.
  public var markedTextRange: UITextRange? { marked.map { UITextRange($0) } }

  /// Puts a text that an input method still changes in the place of the marked or the selected one,
  /// if the delegate lets it; line breaks become spaces.
  public func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    mark(markedText.map { UITextField.withoutBreaks($0) }, selected: selectedRange)
  }

  /// Leaves the marked text as it is.
  public func unmarkText() {
    marked = nil
    setNeedsLayout()
  }

  // MARK: Places

  /// Returns the rectangle of a part.
  public func firstRect(for range: UITextRange) -> CGRect {
    caretRect(for: range.start).union(caretRect(for: range.end))
  }

  /// Returns the rectangle of the caret at a place.
  public func caretRect(for position: UITextPosition) -> CGRect {
    let rect = editingRect(forBounds: bounds)
    let height = label.font.lineHeight
    let x = min(x(of: position.offset, in: rect), max(rect.maxX - 2, rect.minX))
    return CGRect(x: x, y: rect.midY - height / 2, width: 2, height: height)
  }

  /// Returns the place that is nearest to a point.
  public func closestPosition(to point: CGPoint) -> UITextPosition? {
    UITextPosition(offset(at: point))
  }

  // MARK: Fingers

  /// Puts the caret where a finger was, or selects the word there.
  final func select(at offset: Int, taps: Int) {
    select(
      taps == 2 ? FieldSelection(FieldSelection.word(at: offset, in: content)) : .init(at: offset)
    )
  }

  // MARK: Geometry

  final var string: String { content }
  final var takesText: Bool { true }
  final var isSecret: Bool { isSecureTextEntry }
  final var caretX: CGFloat { caretRect(for: UITextPosition(selection.head)).minX }

  /// There is one line: no move depends on others.
  final func target(of key: String) -> Int? { nil }

  /// Changes the selection, and tells the delegate.
  final func select(_ new: FieldSelection) {
    let new = new.inside(content)
    guard new != selection else { return }
    selection = new
    keepMark()
    setNeedsLayout()
    delegate?.textFieldDidChangeSelection(self)
  }

  /// The text as it shows, up to a place in the content.
  private func shownWidth(to offset: Int) -> CGFloat {
    let offset = FieldSelection.edge(offset, in: content)
    guard offset > 0 else { return 0 }
    let text = label.attributedText ?? NSAttributedString(string: "")
    var units = offset
    if isSecureTextEntry { units = (content as NSString).substring(to: offset).count }
    let range = NSRange(location: 0, length: min(units, text.length))
    // A line's width leaves spaces at its end out: with a mark behind them they count.
    let prefix = NSMutableAttributedString(attributedString: text.attributedSubstring(from: range))
    let mark = NSAttributedString(
      string: "|",
      attributes: prefix.attributes(at: prefix.length - 1, effectiveRange: nil)
    )
    prefix.append(mark)
    return max(prefix.size().width - mark.size().width, 0)
  }

  private func x(of offset: Int, in rect: CGRect) -> CGFloat {
    let whole = shownWidth(to: content.utf16.count)
    let start: CGFloat
    // Text that does not fit shows its end.
    if whole > rect.width {
      start = rect.maxX - whole
    } else {
      switch textAlignment {
      case .right: start = rect.maxX - whole
      case .center: start = rect.midX - whole / 2
      default: start = rect.minX
      }
    }
    return max(start + shownWidth(to: offset), rect.minX)
  }

  /// Returns the place in the text that is nearest to a point, as the text shows now.
  final func offset(at point: CGPoint) -> Int {
    let rect = isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    var (low, high) = (0, content.count)
    // The places rise from left to right.
    var edges = [0]
    for character in content { edges.append(edges[edges.count - 1] + character.utf16.count) }
    while low < high {
      let middle = (low + high) / 2
      if x(of: edges[middle], in: rect) < point.x { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let (left, right) = (x(of: edges[low - 1], in: rect), x(of: edges[low], in: rect))
    return point.x - left < right - point.x ? edges[low - 1] : edges[low]
  }

  /// Places the caret and the selection.
  final func placeSelection() {
    caret.isHidden = !isEditing || !selection.isEmpty
    highlight.isHidden = !isEditing || selection.isEmpty
    guard isEditing else { return }
    caret.backgroundColor = tintColor
    caret.frame = caretRect(for: UITextPosition(selection.head))
    let range = selection.range
    let rect = editingRect(forBounds: bounds)
    let (left, right) = (
      x(of: range.location, in: rect), x(of: range.location + range.length, in: rect)
    )
    highlight.backgroundColor = tintColor?.withAlphaComponent(0.2)
    highlight.frame = CGRect(
      x: left,
      y: caret.frame.minY,
      width: max(min(right, rect.maxX) - left, 0),
      height: caret.frame.height
    )
  }
}
