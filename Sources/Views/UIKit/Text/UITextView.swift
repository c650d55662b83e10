// Text views: text of many lines that scrolls and that keys change.
// Licensed under the MIT license; see LICENSE.
//
// Long because: subclasses override what the class declares.

public import Foundation
import QuartzText

/// The part of a text view's text that shows.
private final class TextPage: UIView {
  weak var owner: UITextView?

  override func draw(_ rect: CGRect) { owner?.drawPage(in: frame) }
}

/// Classes of text views that override a property or not.
private final class PlainTextView: UITextView {}

private final class SizedTextView: UITextView {
  override var intrinsicContentSize: CGSize { CGSize(width: 3, height: 5) }
}

/// The places of what is treated in another way where a class of text views overrides it.
private enum TextViewSlots {
  static let intrinsicContentSize = MethodSlot(
    UITextView.self,
    plain: PlainTextView.self,
    overriding: SizedTextView.self
  )
}

/// A view of text that scrolls and that keys change while it is the first responder.
///
/// A view that does not scroll (`isScrollEnabled`) has the size of its text under Auto Layout, as a
/// label of many lines has: without constraints on its height it grows as text is typed.
///
/// Only the part that shows has pixels, however long the text is.
///
/// A tap puts the caret at the nearest character, two taps select a word, three a paragraph. A long
/// press takes the caret along, or selects words where the text is not edited; a tap and a press
/// select words. Keys move the caret as in text fields, and by lines; Home and End go to the ends
/// of a line.
///
/// Links open at a tap where the text is not edited but may be selected; a finger that stays on one
/// shows a menu.
///
/// **Differences**: text after 65,536 UTF-16 units is not shown; the caret does not blink; there is
/// no loupe and no menu of the selection, and selections have no handles.
@preconcurrency
@MainActor
open class UITextView: UIScrollView, UIKeyInput, UIContentSizeCategoryAdjusting {
  private let page = TextPage()
  final let container: NSTextContainer
  final var content = NSAttributedString(string: "")
  private var isAttributed = false
  /// The attributes of text to come that were set; nil for those of the text around the caret.
  final var typing: [NSAttributedString.Key: Any]?
  /// The text for programs that change it in place; nil until one asks for it.
  private var storage: NSTextStorage?
  private var manager: NSLayoutManager?
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
  private var lastBox: (room: CGSize, box: TextBox)?
  private var laidOutWidth: CGFloat = 0
  final weak var textDelegate: (any UITextViewDelegate)?

  /// Creates an empty view.
  ///
  /// - Parameters:
  ///   - frame: In the coordinates of the superview.
  ///   - textContainer: The room of the text; nil for a new one. Of one that another view has, the
  ///     view takes the values over.
  public init(frame: CGRect, textContainer: NSTextContainer?) {
    container = textContainer?.unused ?? NSTextContainer(size: frame.size)
    super.init(frame: frame)
    prepare()
    adopt(container.manager)
  }

  /// Creates an empty view.
  public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

  /// Creates a view from an archive, with its text; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    container = NSTextContainer(size: .zero)
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
    container.view = self
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
      contentDidChange()
      place(content.length)
    }
  }

  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The text with its attributes; what has none takes the view's.
  open var attributedText: NSAttributedString! {
    get { styledText }
    set {
      // A string that the program goes on to change is not the view's.
      content = (newValue ?? NSAttributedString(string: "")).changingAttributes { _ in }
      isAttributed = true
      contentDidChange()
      place(content.length)
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
      contentDidChange()
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

  /// The room that the text is laid out in: its padding and its most lines.
  open var textContainer: NSTextContainer { container }

  // `Any` because: it is the type of attributes in Foundation.
  private func setAll(_ key: NSAttributedString.Key, _ value: Any) {
    if isAttributed { content = content.changingAttributes { $0[key] = value } }
    typing?[key] = value
    contentDidChange()
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// The attributes of text that has none of its own.
  final var ownAttributes: [NSAttributedString.Key: Any] {
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = ownAlignment
    return [.font: ownFont, .foregroundColor: ownColor, .paragraphStyle: paragraph]
  }

  private var styledText: NSAttributedString {
    let own = ownAttributes
    return content.changingAttributes { $0.merge(own) { old, _ in old } }
  }

  /// The text as it shows: with links and marked text.
  private var shownText: NSAttributedString {
    let text = withLinks(styledText)
    guard let marked, marked.location + marked.length <= content.length else { return text }
    let style = markedTextStyle ?? UITextView.markStyle
    return text.changingAttributes(in: marked) { $0.merge(style) { $1 } }
  }

  // `Any!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The attributes of links, which win over those of their text; the tint colour by default.
  open var linkTextAttributes: [NSAttributedString.Key: Any]! {
    get { ownLinkAttributes ?? [.foregroundColor: tintColor ?? UIColor.link] }
    set {
      ownLinkAttributes = newValue
      textDidChange()
    }
  }
  private var ownLinkAttributes: [NSAttributedString.Key: Any]?

  /// The kinds of text that become links by themselves, in views that are not edited; none by
  /// default.
  ///
  /// **Differences**: only addresses of pages and of mail (`link`) are found: words that begin with
  /// "http://", "https://", "ftp://", "mailto:" or "www.", and words of a name, "@" and a host with
  /// a dot; punctuation around them does not count.
  open var dataDetectorTypes: UIDataDetectorTypes = [] {
    didSet { if dataDetectorTypes != oldValue { textDidChange() } }
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// The attributes that typed text gets: those of the character before the caret, or of the first
  /// selected one, unless others were set since the selection changed.
  ///
  /// **Differences**: text that is typed beside a link or an attachment is none.
  open var typingAttributes: [NSAttributedString.Key: Any] {
    get { typing ?? attributesAtCaret }
    set { typing = newValue }
  }

  private var attributesAtCaret: [NSAttributedString.Key: Any] {
    let range = selection.range
    let place = range.length > 0 || range.location == 0 ? range.location : range.location - 1
    var found = ownAttributes
    if place >= 0, place < content.length {
      found.merge(content.attributes(at: place, effectiveRange: nil)) { $1 }
    }
    for key in [.link, .attachment, .textItemTag, AttributeRuns.mark] { found[key] = nil }
    return found
  }

  // MARK: Text in place

  /// The text of the view, which shows changes of it at once.
  ///
  /// Text of it has the attributes of the view where it has none of its own.
  open var textStorage: NSTextStorage {
    if let storage { return storage }
    let made = NSTextStorage(attributedString: styledText)
    let layout = container.manager ?? NSLayoutManager()
    layout.addTextContainer(container)
    (storage, manager) = (made, layout)
    made.addLayoutManager(layout)
    return made
  }

  /// The places of the characters of the text.
  open var layoutManager: NSLayoutManager {
    // The storage makes it.
    _ = textStorage
    return manager ?? NSLayoutManager()
  }

  final var layoutManagerIfMade: NSLayoutManager? { manager }

  /// Takes the text of the layout manager that a container came with.
  private func adopt(_ layout: NSLayoutManager?) {
    guard let layout, let text = layout.textStorage else { return }
    (storage, manager) = (text, layout)
    takeStorage()
    place(content.length)
  }

  /// Takes the text as the storage has it now.
  final func takeStorage() {
    guard let storage = storage ?? container.manager?.textStorage else { return }
    self.storage = storage
    manager = container.manager ?? manager
    content = storage.snapshot
    isAttributed = true
    selection = selection.inside(content.string)
    if let marked, marked.location + marked.length > content.length { self.marked = nil }
    pressStart = nil
    textDidChange()
  }

  /// Gives the storage the text that was set, and shows it.
  private func contentDidChange() {
    guard let storage else { return textDidChange() }
    // It shows the text, with the changes that its delegate makes.
    storage.setAttributedString(styledText)
  }

  final func textDidChange() {
    lastBox = nil
    page.setNeedsDisplay()
    setNeedsLayout()
    if !isScrollEnabled { invalidateIntrinsicContentSize() }
  }

  // MARK: Edit menu

  /// Copies the selected text to the general pasteboard.
  open override func copy(_ sender: Any?) { copySelection() }

  /// Moves the selected text to the general pasteboard; copies it where it cannot be
  /// edited.
  open override func cut(_ sender: Any?) { cutSelection() }

  /// Puts the text of the general pasteboard in the place of the selected one.
  open override func paste(_ sender: Any?) { pasteText() }

  /// Selects the word at the caret.
  open override func select(_ sender: Any?) {
    select(FieldSelection(FieldSelection.word(at: selection.head, in: string)))
  }

  /// Selects all text.
  open override func selectAll(_ sender: Any?) { selectAllText() }

  /// Whether there is text for a command: copying and cutting need a selection, pasting a text on
  /// the general pasteboard.
  open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    StandardEditAction(rawValue: action.name).flatMap { mayPerform($0) }
      ?? super.canPerformAction(action, withSender: sender)
  }

  // MARK: Editing

  /// The text was changed by keys; the object is the view.
  nonisolated public static let textDidChangeNotification = Notification.Name(
    "UITextViewTextDidChangeNotification"
  )
  /// Editing began; the object is the view.
  nonisolated public static let textDidBeginEditingNotification = Notification.Name(
    "UITextViewTextDidBeginEditingNotification"
  )
  /// Editing ended; the object is the view.
  nonisolated public static let textDidEndEditingNotification = Notification.Name(
    "UITextViewTextDidEndEditingNotification"
  )

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Whether keys change the text; true by default.
  open var isEditable = true {
    didSet {
      guard isEditable != oldValue else { return }
      // Only text that is not edited has links that were found.
      if dataDetectorTypes.isEmpty { page.setNeedsDisplay() } else { textDidChange() }
    }
  }
  /// Whether the text can be searched in a panel; false by default.
  open var isFindInteractionEnabled = false {
    didSet {
      guard isFindInteractionEnabled != oldValue else { return }
      if let finds { removeInteraction(finds.interaction) }
      finds = isFindInteractionEnabled ? TextViewFinds() : nil
      if let finds { addInteraction(finds.interaction) }
    }
  }
  private var finds: TextViewFinds?

  /// The panel that searches the text; nil unless `isFindInteractionEnabled`.
  open var findInteraction: UIFindInteraction? { finds?.interaction }

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
  /// Whether words are checked; kept, no spelling is checked.
  open var spellCheckingType = UITextSpellCheckingType.default
  /// The look of the keyboard; kept, there is none on the screen.
  open var keyboardAppearance = UIKeyboardAppearance.default
  /// Whether hyphens become dashes; kept, typed text stays as it is.
  open var smartDashesType = UITextSmartDashesType.default
  /// Whether quotation marks become curly; kept, typed text stays as it is.
  open var smartQuotesType = UITextSmartQuotesType.default
  /// Whether spaces are added around pasted text; kept, pasted text stays as it is.
  open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
  /// The form of a password that is made for the text.
  ///
  /// **Differences**: it is stored; no passwords are made.
  open var passwordRules: UITextInputPasswordRules?
  /// Whether dots stand for the text: false; text views show it.
  public final var isSecureTextEntry: Bool { false }
  /// Whether the return key works only where there is text; kept.
  open var enablesReturnKeyAutomatically = false
  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The meaning of the text; kept, nothing is filled in.
  open var textContentType: UITextContentType!

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
    (marked, goal, pressStart, typing) = (nil, nil, nil, nil)
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
    if isEdited {
      textDelegate?.textViewDidBeginEditing(self)
      post(UITextView.textDidBeginEditingNotification)
    }
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
    if wasEdited {
      textDelegate?.textViewDidEndEditing(self)
      post(UITextView.textDidEndEditingNotification)
    }
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
    post(UITextView.textDidChangeNotification)
    textDelegate?.textViewDidChangeSelection(self)
    return true
  }

  /// Puts a text in the place of a part; the caret is behind it then.
  final func put(_ string: String, in range: NSRange) {
    let isPlain = !isAttributed && typing == nil
    let typed = NSAttributedString(
      string: string,
      attributes: isPlain && storage == nil ? nil : typingAttributes
    )
    if let storage {
      storage.replaceCharacters(in: range, with: typed)
    } else {
      content = content.replacing(range, with: typed)
      isAttributed = !isPlain
    }
    place(range.location + string.utf16.count)
    textDidChange()
  }

  /// True for a text that may be edited or selected.
  open override var canBecomeFocused: Bool { canBecomeFirstResponder }

  override var usualFocusEffect: UIFocusEffect? { nil }

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
    let box = shownBox
    guard
      let line = box.layout.lines.first(where: { $0.range.upperBound > range.location })
        ?? box.layout.lines.last
    else { return }
    let top = insets.top + CGFloat(line.origin.y - line.ascent)
    let height = CGFloat(line.ascent + line.descent)
    scrollRectToVisible(CGRect(x: 0, y: top, width: 1, height: height), animated: false)
  }

  // MARK: Layout

  /// Whether fingers move the text; true by default.
  ///
  /// A view that does not scroll shows its text from the start, and has an intrinsic size.
  open override var isScrollEnabled: Bool {
    get { super.isScrollEnabled }
    set {
      guard newValue != super.isScrollEnabled else { return }
      super.isScrollEnabled = newValue
      let inset = adjustedContentInset
      if !newValue { contentOffset = CGPoint(x: -inset.left, y: -inset.top) }
      textDidChange()
      invalidateIntrinsicContentSize()
    }
  }

  /// The room for the container, in points; as high as any text in a view that scrolls.
  final var roomOfContainer: CGSize {
    let height = max(bounds.height - insets.top - insets.bottom, 0)
    return CGSize(
      width: max(bounds.width - insets.left - insets.right, 0),
      height: isScrollEnabled ? .greatestFiniteMagnitude : height
    )
  }

  /// The width of a view that is not the text's, in points.
  private var widthAround: CGFloat { insets.left + insets.right + 2 * container.usablePadding }

  final func textWidth(_ width: CGFloat) -> CGFloat { max(width - widthAround, 0) }

  /// Returns the text in lines of a width; that of the last room is kept.
  ///
  /// - Parameters:
  ///   - width: In points, without insets and padding.
  ///   - height: That which an ellipsis ends the text in, if the container truncates.
  final func box(width: CGFloat, height: CGFloat = .infinity) -> TextBox {
    let room = CGSize(width: width, height: container.truncates ? height : .infinity)
    if let lastBox, lastBox.room == room { return lastBox.box }
    let box = container.box(of: shownText, in: room, ownAlignment)
    lastBox = (room, box)
    return box
  }

  /// The text as it shows in the view.
  final var shownBox: TextBox {
    box(width: textWidth(bounds.width), height: roomOfContainer.height)
  }

  /// As wide as asked for, as high as the text with the room around it.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 ? size.width : bounds.width
    let fitting = wrappedSize(in: width)
    return CGSize(width: width.isFinite ? width : fitting.width, height: fitting.height)
  }

  /// The size of the text with the room around it, not wider than a width in points.
  override func wrappedSize(in width: CGFloat) -> CGSize {
    let scale = max(traitCollection.displayScale, 1)
    let box = box(width: textWidth(width))
    let text = max(box.size.height + container.lastLineHeight(below: box), ownFont.lineHeight)
    return CGSize(
      width: min((box.size.width + widthAround).ceiled(to: scale), width),
      height: (text + insets.top + insets.bottom).ceiled(to: scale)
    )
  }

  /// The size of the text with the room around it in a view that does not scroll; -1 by -1, none,
  /// in a view that scrolls.
  ///
  /// The width is that of the text without breaks of lines, and the height that in the present
  /// width. Constraints know a view better: as for labels of many lines, they make the height that
  /// of the width that they give the view. The value is then the size without breaks of lines,
  /// except for subclasses that override the property, which are asked again when their width
  /// changes.
  open override var intrinsicContentSize: CGSize {
    guard !isScrollEnabled else { return super.intrinsicContentSize }
    var size = wrappedSize(in: .infinity)
    let isWrappedByLayout = wrapsLines && !translatesAutoresizingMaskIntoConstraints
    if !isWrappedByLayout, bounds.width > 0 {
      size.height = wrappedSize(in: bounds.width).height
    }
    return size
  }

  override var wrapsLines: Bool {
    !isScrollEnabled && !TextViewSlots.intrinsicContentSize.isOverridden(in: type(of: self))
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
    guard laidOutWidth != bounds.width else { return }
    laidOutWidth = bounds.width
    if !isScrollEnabled, !wrapsLines { invalidateIntrinsicContentSize() }
  }

  /// Shows the text in the colours of the new style.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    followSize()
    textDidChange()
  }

  /// Shows links in the new colour.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    textDidChange()
  }

  /// Draws the part of the text in a rectangle of the content; its corner is the context's origin.
  fileprivate func drawPage(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let point = CGPoint(
      x: insets.left + container.usablePadding - rect.minX,
      y: insets.top - rect.minY
    )
    let origin = CGPoint(x: point.x - container.usablePadding, y: point.y)
    let all = NSRange(location: 0, length: content.length)
    manager?.drawBackground(forGlyphRange: all, at: origin)
    drawSelection(in: context, at: point)
    if let manager {
      manager.drawGlyphs(forGlyphRange: all, at: origin)
    } else {
      shownBox.draw(in: context, at: point)
    }
    drawCaret(in: context, at: point)
  }

  /// Shows the selection anew.
  final func selectionDidChange() { page.setNeedsDisplay() }
}
