// The caret and the selection of text views: by keys, by fingers, by the program.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

extension UITextView: UITextInput, EditedText {
  /// The selected part; empty at the caret, and nil while the view is not the first responder.
  public var selectedTextRange: UITextRange? {
    get { isFirstResponder ? UITextRange(selection.range) : nil }
    set {
      guard isFirstResponder, let newValue else { return }
      select(FieldSelection(newValue.range))
    }
  }

  /// The place before the first character.
  public var beginningOfDocument: UITextPosition { UITextPosition(0) }

  /// The place after the last character.
  public var endOfDocument: UITextPosition { UITextPosition(content.length) }

  /// Returns the text of a part; nil outside of the text.
  public func text(in range: UITextRange) -> String? { range.part(of: content.string) }

  /// Puts a text in the place of a part; the delegate is not asked.
  public func replace(_ range: UITextRange, withText text: String) {
    put(text, in: FieldSelection(range.range).inside(content.string).range)
    textDelegate?.textViewDidChangeSelection(self)
  }

  /// Returns the part between two places.
  public func textRange(
    from fromPosition: UITextPosition,
    to toPosition: UITextPosition
  ) -> UITextRange? { UITextRange(fromPosition, toPosition) }

  /// Returns a place some UTF-16 code units away; nil outside of the text.
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    position.moved(by: offset, in: content.length)
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
  /// if the delegate lets it.
  public func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    mark(markedText, selected: selectedRange)
    textDidChange()
  }

  /// Leaves the marked text as it is.
  public func unmarkText() {
    marked = nil
    textDidChange()
  }

  // MARK: Places

  final var origin: CGPoint {
    CGPoint(x: insets.left + container.usablePadding, y: insets.top)
  }

  /// The places of the caret, from the origin of the text.
  final var places: TextPlaces {
    let width = textWidth(bounds.width)
    let x: CGFloat
    switch textAlignment {
    case .right: x = width - TextPlaces.caretBreadth
    case .center: x = width / 2
    default: x = 0
    }
    let height = (font ?? .systemFont(ofSize: UIFont.smallSystemFontSize)).lineHeight
    return TextPlaces(
      shownBox,
      empty: CGRect(x: x, y: 0, width: TextPlaces.caretBreadth, height: height)
    )
  }

  /// Returns the rectangle of the caret at a place.
  public func caretRect(for position: UITextPosition) -> CGRect {
    places.caret(at: position.offset).offsetBy(dx: origin.x, dy: origin.y)
  }

  /// Returns the rectangle of the first line of a part.
  public func firstRect(for range: UITextRange) -> CGRect {
    let first = places.rects(of: range.range, width: textWidth(bounds.width)).first
    return first?.offsetBy(dx: origin.x, dy: origin.y) ?? caretRect(for: range.start)
  }

  /// Returns the place that is nearest to a point.
  public func closestPosition(to point: CGPoint) -> UITextPosition? {
    UITextPosition(offset(at: point))
  }

  private func offset(at point: CGPoint) -> Int {
    places.offset(at: CGPoint(x: point.x - origin.x, y: point.y - origin.y))
  }

  // MARK: Selection

  final var string: String { content.string }
  final var takesText: Bool { isEditable }
  final var isSecret: Bool { false }
  final var caretX: CGFloat { places.caret(at: selection.head).minX }

  /// Changes the selection, and tells the delegate.
  final func select(_ new: FieldSelection) {
    let range = selection.range
    selection = new.inside(content.string)
    if selection.range != range { typing = nil }
    goal = nil
    let old = marked
    keepMark()
    if old != marked { textDidChange() }
    selectionDidChange()
    textDelegate?.textViewDidChangeSelection(self)
  }

  /// Up and down go to the x from which they began, Home and End to the ends of the line.
  final func target(of key: String) -> Int? {
    let (places, head) = (places, selection.head)
    switch key {
    case "UIKeyInputUpArrow", "UIKeyInputDownArrow":
      let x = goal ?? caretX
      return places.offset(from: head, lines: key == "UIKeyInputUpArrow" ? -1 : 1, x: x)
    case "UIKeyInputHome": return places.ends(ofLine: places.line(of: head)).start
    case "UIKeyInputEnd": return places.ends(ofLine: places.line(of: head)).end
    default: return nil
    }
  }

  /// Scrolls as little as shows the caret: the view itself, or the one around a view that does not
  /// scroll.
  final func showCaret() {
    var scroller: UIScrollView? = self
    if !isScrollEnabled {
      var next = superview
      while let view = next, !(view is UIScrollView) { next = view.superview }
      scroller = next as? UIScrollView
      window?.layoutIfNeeded()
    }
    guard let scroller else { return }
    layoutIfNeeded()
    let caret = caretRect(for: UITextPosition(selection.head))
    scroller.scrollRectToVisible(convert(caret, to: scroller), animated: false)
  }

  // MARK: Drawing

  /// Draws what lies behind the text.
  ///
  /// - Parameters:
  ///   - context: The context of the part that shows.
  ///   - point: The origin of the text in it.
  final func drawSelection(in context: CGContext, at point: CGPoint) {
    guard isFirstResponder, !selection.isEmpty,
      let color = tintColor?.withAlphaComponent(0.2).cgColor
    else { return }
    context.setFillColor(color)
    for rect in places.rects(of: selection.range, width: textWidth(bounds.width)) {
      context.fill(rect.offsetBy(dx: point.x, dy: point.y))
    }
  }

  final func drawCaret(in context: CGContext, at point: CGPoint) {
    guard isFirstResponder, isEditable, selection.isEmpty, let color = tintColor?.cgColor else {
      return
    }
    context.setFillColor(color)
    context.fill(places.caret(at: selection.head).offsetBy(dx: point.x, dy: point.y))
  }

  // MARK: Fingers

  final func addSelectionRecognizers() {
    for count in 1...3 {
      let tap = UITapGestureRecognizer { [weak self] in
        self?.tapped(count, at: $0.location(in: self))
      }
      tap.numberOfTapsRequired = count
      addGestureRecognizer(tap)
    }
    for taps in 0...1 {
      let press = UILongPressGestureRecognizer { [weak self] in self?.pressed($0, after: taps) }
      press.numberOfTapsRequired = taps
      // After a tap a shorter press is none of scrolling; a choice.
      if taps > 0 { press.minimumPressDuration = 0.2 }
      addGestureRecognizer(press)
    }
  }

  private func tapped(_ count: Int, at point: CGPoint) {
    if count == 1, !isEditable, isSelectable, let item = item(at: point) { return open(item) }
    guard isEditable || count > 1 && isSelectable, becomeFirstResponder() else { return }
    let offset = offset(at: point)
    switch count {
    case 2 where isSelectable: select(FieldSelection(word(at: offset)))
    case 3 where isSelectable:
      let place = NSRange(location: offset, length: 0)
      select(FieldSelection((content.string as NSString).paragraphRange(for: place)))
    default: select(FieldSelection(at: offset))
    }
  }

  private func word(at offset: Int) -> NSRange {
    FieldSelection.word(at: offset, in: content.string)
  }

  /// A finger that stays takes the caret along; after a tap, or where text is not edited, it
  /// selects words.
  private func pressed(_ recognizer: UIGestureRecognizer, after taps: Int) {
    let offset = offset(at: recognizer.location(in: self))
    let movesCaret = taps == 0 && isEditable
    switch recognizer.state {
    case .began:
      let point = recognizer.location(in: self)
      if taps == 0, !isEditable, isSelectable, let item = item(at: point) {
        return showMenu(of: item, at: point)
      }
      guard isSelectable || movesCaret, becomeFirstResponder() else { return }
      pressStart = movesCaret ? NSRange(location: offset, length: 0) : word(at: offset)
    case .changed: break
    default:
      pressStart = nil
      return
    }
    guard let start = pressStart else { return }
    if movesCaret { return select(FieldSelection(at: offset)) }
    let range = NSUnionRange(start, word(at: offset))
    select(FieldSelection(range))
  }
}
