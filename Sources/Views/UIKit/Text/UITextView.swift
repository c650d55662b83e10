// Text views: text of many lines that scrolls and that keys change.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzText

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
}

/// The part of a text view's text that shows.
private final class TextPage: UIView {
  weak var owner: UITextView?

  override func draw(_ rect: CGRect) { owner?.drawPage(in: frame) }
}

/// A view of text that scrolls and that keys change while it is the first responder.
///
/// Only the part that shows has pixels, however long the text is.
///
/// A tap puts the caret at the nearest character, two taps select a word, three a paragraph. A long
/// press takes the caret along, or selects words where the text is not edited; a tap and a press
/// select words. Keys move the caret as in text fields, and by lines; Home and End go to the ends
/// of a line.
///
/// **Differences**: text after 65,536 UTF-16 units is not shown; the caret does not blink; there is
/// no loupe and no menu, and selections have no handles.
@preconcurrency
@MainActor
open class UITextView: UIScrollView, UIKeyInput, UIContentSizeCategoryAdjusting {
  /// Points between the sides and lines.
  static let padding: CGFloat = 5

  private let page = TextPage()
  final var content = NSAttributedString(string: "")
  private var isAttributed = false
  private var ownFont = UIFont.systemFont(ofSize: UIFont.smallSystemFontSize)
  private var ownColor = UIColor.label
  private var ownAlignment = NSTextAlignment.natural
  final var insets = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
  final var selection = FieldSelection()
  final var marked: NSRange?
  /// The x to which moves of the caret by lines return, in the text; nil after any other change.
  final var goal: CGFloat?
  /// Where a finger began to select.
  final var pressStart: NSRange?
  private var lastBox: (width: CGFloat, box: TextBox)?
  final weak var textDelegate: (any UITextViewDelegate)?

  /// Creates an empty view.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a view from an archive, with its text; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews where view is TextPage { view.removeFromSuperview() }
    prepare()
    text = coder.object(of: NSString.self, forKey: "UIText") as String?
    coder.finish(self, UITextView.self)
  }

  /// Archives the view with its text.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(NSString(string: content.string), forKey: "UIText")
  }

  private func prepare() {
    clipsToBounds = true
    alwaysBounceVertical = true
    page.owner = self
    page.isOpaque = false
    page.isUserInteractionEnabled = false
    insertSubview(page, at: 0)
    addSelectionRecognizers()
  }

  /// The object that is asked and told.
  open var delegate: (any UITextViewDelegate)? {
    get { textDelegate }
    set {
      textDelegate = newValue
      scroll.delegate = newValue
    }
  }

  override func scrollDelegateChanged() {
    textDelegate = scroll.delegate as? any UITextViewDelegate
  }

  // MARK: Text

  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The text; empty by default.
  open var text: String! {
    get { content.string }
    set {
      content = NSAttributedString(string: newValue ?? "")
      isAttributed = false
      place(content.length)
      textDidChange()
    }
  }

  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The text with its attributes; what has none takes the view's.
  open var attributedText: NSAttributedString! {
    get { styledText }
    set {
      content = newValue ?? NSAttributedString(string: "")
      isAttributed = true
      place(content.length)
      textDidChange()
    }
  }

  /// The font; the system font of 12 points by default.
  open var font: UIFont? {
    get { ownFont }
    set {
      ownFont = newValue ?? UIFont.systemFont(ofSize: UIFont.smallSystemFontSize)
      setAll(.font, ownFont)
    }
  }

  /// Whether the font follows the size of text that a person asks for; false by default.
  ///
  /// Fonts of `UIFont.preferredFont(forTextStyle:)` and of `UIFontMetrics` follow, others stay.
  open var adjustsFontForContentSizeCategory = false {
    didSet { followSize() }
  }

  /// Takes the font for the size of text of the traits, if it is to follow.
  private func followSize() {
    guard adjustsFontForContentSizeCategory else { return }
    let adjusted = ownFont.adjusted(to: traitCollection)
    if adjusted != ownFont { font = adjusted }
  }

  /// The colour; that of labels by default.
  open var textColor: UIColor? {
    get { ownColor }
    set {
      ownColor = newValue ?? .label
      setAll(.foregroundColor, ownColor)
    }
  }

  /// The alignment of lines; natural by default.
  open var textAlignment: NSTextAlignment {
    get { ownAlignment }
    set {
      ownAlignment = newValue
      if isAttributed { content = content.withParagraphs { $0.alignment = newValue } }
      textDidChange()
    }
  }

  /// The room around the text, in points; 8 above and below by default.
  open var textContainerInset: UIEdgeInsets {
    get { insets }
    set {
      insets = newValue
      textDidChange()
    }
  }

  // `Any` because: it is the type of attributes in Foundation.
  private func setAll(_ key: NSAttributedString.Key, _ value: Any) {
    if isAttributed {
      let changed = NSMutableAttributedString(attributedString: content)
      changed.addAttribute(key, value: value, range: NSRange(location: 0, length: changed.length))
      content = changed
    }
    textDidChange()
  }

  private var styledText: NSAttributedString {
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = ownAlignment
    return content.filled(.font, ownFont).filled(.foregroundColor, ownColor)
      .filled(.paragraphStyle, paragraph)
  }

  /// The text as it shows: with marked text.
  private var shownText: NSAttributedString {
    guard let marked, marked.location + marked.length <= content.length else { return styledText }
    let text = NSMutableAttributedString(attributedString: styledText)
    text.addAttributes(markedTextStyle ?? UITextView.markStyle, range: marked)
    return text
  }

  final func textDidChange() {
    lastBox = nil
    page.setNeedsDisplay()
    setNeedsLayout()
  }

  // MARK: Editing

  /// Whether keys change the text; true by default.
  open var isEditable = true {
    didSet { page.setNeedsDisplay() }
  }
  /// Whether fingers and keys may select text; true by default.
  open var isSelectable = true {
    didSet { if !isSelectable { select(FieldSelection(at: selection.head)) } }
  }
  // `Any` because: it is the type of attributes in Foundation.
  /// The attributes of marked text; nil, the default, for a line under it.
  open var markedTextStyle: [NSAttributedString.Key: Any]? {
    didSet { textDidChange() }
  }
  /// The kind of keyboard; kept.
  open var keyboardType = UIKeyboardType.default
  /// The title of the return key; kept.
  open var returnKeyType = UIReturnKeyType.default
  /// Whether words are corrected; kept, they are not.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// Where letters become capital; kept, they do not.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences

  /// The UTF-16 code units that text takes the place of; clamped to the valid range, and to whole
  /// characters.
  open var selectedRange: NSRange {
    get { selection.range }
    set {
      let start = min(max(newValue.location, 0), content.length)
      let length = min(max(newValue.length, 0), content.length - start)
      select(FieldSelection(NSRange(location: start, length: length)))
    }
  }

  /// Puts the caret at a place of a new text, and tells nobody.
  private func place(_ offset: Int) {
    selection = FieldSelection(at: offset).inside(content.string)
    (marked, goal, pressStart) = (nil, nil, nil)
  }

  /// The view that takes the place of the keyboard; nil for the keyboard.
  ///
  /// While it is the first responder, `reloadInputViews()` brings another one.
  open override var inputView: UIView? {
    get { storedInputView }
    set { storedInputView = newValue }
  }
  private var storedInputView: UIView?

  /// The view above the keyboard; nil if there is none.
  open override var inputAccessoryView: UIView? {
    get { storedAccessoryView }
    set { storedAccessoryView = newValue }
  }
  private var storedAccessoryView: UIView?

  /// True for a view whose text keys change or may be selected.
  open override var canBecomeFirstResponder: Bool { isEditable || isSelectable }

  /// Begins editing, if the delegate lets it.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    // A view whose text is only selected is not edited.
    guard !isEditable || textDelegate?.textViewShouldBeginEditing(self) ?? true,
      super.becomeFirstResponder()
    else { return false }
    page.setNeedsDisplay()
    isEdited = isEditable
    if isEdited { textDelegate?.textViewDidBeginEditing(self) }
    return true
  }

  /// Ends editing, if the delegate lets it.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard !isEdited || textDelegate?.textViewShouldEndEditing(self) ?? true,
      super.resignFirstResponder()
    else { return false }
    return endEditing()
  }

  override func resignByForce() -> Bool {
    _ = super.resignByForce()
    return endEditing()
  }

  /// Whether the delegate was told that editing began.
  private var isEdited = false

  private func endEditing() -> Bool {
    if marked != nil { unmarkText() }
    page.setNeedsDisplay()
    let wasEdited = isEdited
    isEdited = false
    if wasEdited { textDelegate?.textViewDidEndEditing(self) }
    return true
  }

  /// Whether there is any text.
  open var hasText: Bool { content.length > 0 }

  /// Puts text in place of the selected one, if the delegate lets it.
  open func insertText(_ text: String) { enter(text) }

  /// Removes the selected text or the character before it, if the delegate lets it.
  open func deleteBackward() { delete() }

  /// Puts a text in the place of a part, if the delegate lets it.
  ///
  /// - Returns: Whether it did.
  final func change(_ range: NSRange, _ string: String) -> Bool {
    let isWanted = textDelegate?.textView(self, shouldChangeTextIn: range, replacementText: string)
    // The delegate may have set another text.
    guard isWanted ?? true, range.location + range.length <= content.length else { return false }
    put(string, in: range)
    textDelegate?.textViewDidChange(self)
    textDelegate?.textViewDidChangeSelection(self)
    return true
  }

  /// Puts a text in the place of a part; the caret is behind it then.
  final func put(_ string: String, in range: NSRange) {
    let changed = NSMutableAttributedString(attributedString: content)
    changed.replaceCharacters(in: range, with: string)
    content = changed
    place(range.location + string.utf16.count)
    textDidChange()
  }

  /// Does what keys do to the text.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    var rest: Set<UIPress> = []
    for press in presses.sorted(by: { $0.timestamp < $1.timestamp }) {
      if isSelectable || isEditable, takeSelectionKey(press.key) { continue }
      let effect = isEditable ? KeyEffect(press.key) : .nothing
      switch effect {
      case .insert(let text): insertText(text)
      case .delete: deleteBackward()
      case .newLine: insertText("\n")
      case .nothing: rest.insert(press)
      }
    }
    if rest.count < presses.count { showCaret() }
    if !rest.isEmpty { super.pressesBegan(rest, with: event) }
  }

  /// Scrolls as little as shows a part of the text.
  open func scrollRangeToVisible(_ range: NSRange) {
    let box = box(width: textWidth(bounds.width))
    guard
      let line = box.layout.lines.first(where: { $0.range.upperBound > range.location })
        ?? box.layout.lines.last
    else { return }
    let top = insets.top + CGFloat(line.origin.y - line.ascent)
    let height = CGFloat(line.ascent + line.descent)
    scrollRectToVisible(CGRect(x: 0, y: top, width: 1, height: height), animated: false)
  }

  // MARK: Layout

  final func textWidth(_ width: CGFloat) -> CGFloat {
    max(width - insets.left - insets.right - 2 * Self.padding, 0)
  }

  final func box(width: CGFloat) -> TextBox {
    if let lastBox, lastBox.width == width { return lastBox.box }
    let box = TextBox(
      shownText,
      TextLayoutOptions(width: Double(width), alignment: CTTextAlignment(ownAlignment))
    )
    lastBox = (width, box)
    return box
  }

  /// As wide as asked for, as high as the text with the room around it.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 ? size.width : bounds.width
    let scale = max(traitCollection.displayScale, 1)
    let text = box(width: textWidth(width)).size
    let height = max(text.height, ownFont.lineHeight) + insets.top + insets.bottom
    let own =
      width.isFinite
      ? width : text.width + insets.left + insets.right + 2 * Self.padding
    return CGSize(width: own, height: height.ceiled(to: scale))
  }

  /// Lays out the text, and shows the part at the content offset.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let height = sizeThatFits(bounds.size).height
    let size = CGSize(width: max(bounds.width, 0), height: height)
    if contentSize != size { contentSize = size }
    if page.frame != bounds {
      page.frame = bounds
      page.setNeedsDisplay()
    }
  }

  /// Shows the text in the colours of the new style.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    followSize()
    textDidChange()
  }

  /// Draws the part of the text in a rectangle of the content; its corner is the context's origin.
  fileprivate func drawPage(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let point = CGPoint(
      x: insets.left + Self.padding - rect.minX,
      y: insets.top - rect.minY
    )
    drawSelection(in: context, at: point)
    box(width: textWidth(bounds.width)).draw(in: context, at: point)
    drawCaret(in: context, at: point)
  }

  /// Shows the selection anew.
  final func selectionDidChange() { page.setNeedsDisplay() }
}
