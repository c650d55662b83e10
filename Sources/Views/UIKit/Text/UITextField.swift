// Text fields: one line of text that keys change.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The questions and the reports of a text field.
@preconcurrency
@MainActor
public protocol UITextFieldDelegate: AnyObject {
  /// Whether editing may begin; true by default.
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  /// Editing began.
  func textFieldDidBeginEditing(_ textField: UITextField)
  /// Whether editing may end; true by default.
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  /// Editing ended.
  func textFieldDidEndEditing(_ textField: UITextField)
  /// Whether text may change; true by default.
  ///
  /// - Parameters:
  ///   - textField: The field.
  ///   - range: UTF-16 code units that go.
  ///   - string: The text that comes.
  func textField(
    _ textField: UITextField,
    shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool
  /// Whether the clear button may clear; true by default.
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  /// Whether the return key tells of its event; true by default.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
  /// The caret or the selection is at another place.
  func textFieldDidChangeSelection(_ textField: UITextField)
}

extension UITextFieldDelegate {
  /// True.
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  /// True.
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  /// True.
  public func textField(
    _ textField: UITextField,
    shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool { true }
  /// True.
  public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
  /// True.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: UITextField) {}
}

/// A control with a line of text that keys change while it is the first responder.
///
/// The look is plain: a white field with a thin grey line around it. A tap puts the caret at the
/// nearest character, two taps select a word; arrows move the caret, by words with the option key,
/// and select with the shift key; the command key with A, C, X and V selects all, copies, cuts and
/// pastes.
///
/// **Differences**: the caret does not blink; there is no loupe and no menu. Text that does not fit
/// shows its end.
@preconcurrency
@MainActor
open class UITextField: UIControl, UIKeyInput, UIContentSizeCategoryAdjusting {
  /// The line around a field.
  public enum BorderStyle: Int, Hashable, Sendable {
    /// None.
    case none = 0
    /// A thin line.
    case line = 1
    /// A thin line inside a lighter one; drawn as a thin line.
    case bezel = 2
    /// A thin line with round corners.
    case roundedRect = 3
  }

  /// When views beside the text are shown.
  public enum ViewMode: Int, Hashable, Sendable {
    /// Never.
    case never = 0
    /// While the text is edited.
    case whileEditing = 1
    /// While it is not.
    case unlessEditing = 2
    /// Always.
    case always = 3
  }

  private static let margin: CGFloat = 7
  private static let mask = "\u{2022}"

  final let label = UILabel()
  private let placeholderLabel = UILabel()
  final let caret = UIView()
  final let highlight = UIView()
  final var content = ""
  final var selection = FieldSelection()
  final var marked: NSRange?
  final var goal: CGFloat?
  private var attributes: NSAttributedString?
  /// Attributes of plain text beside font, colour and paragraph style.
  private var otherAttributes: [NSAttributedString.Key: Any] = [:]
  private var ownPlaceholder: NSAttributedString?
  private var border = BorderStyle.none
  private var hidesText = false
  private var editing = false
  private var clearMode = ViewMode.never
  private var clearButton: UIButton?
  private var views: (left: UIView?, right: UIView?)
  private var modes = (left: ViewMode.never, right: ViewMode.never)

  /// The object that is asked and told.
  open weak var delegate: (any UITextFieldDelegate)?

  /// Creates an empty field.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a field from an archive, with its text; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    prepare()
    text = coder.object(of: NSString.self, forKey: "UIText") as String?
    coder.finish(self, UITextField.self)
  }

  /// Archives the field with its text.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(NSString(string: content), forKey: "UIText")
  }

  private func prepare() {
    clipsToBounds = true
    for view in [placeholderLabel, highlight, label, caret] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    label.lineBreakMode = .byTruncatingHead
    placeholderLabel.textColor = .placeholderText
    caret.isHidden = true
  }

  // MARK: Text

  /// The text; empty by default.
  open var text: String? {
    get { content }
    set {
      take(newValue ?? "")
      select(FieldSelection(at: content.utf16.count))
    }
  }

  /// The text with its attributes; keys make it plain.
  open var attributedText: NSAttributedString? {
    get { attributes ?? NSAttributedString(string: content) }
    set {
      take(newValue?.string ?? "")
      attributes = newValue
      select(FieldSelection(at: content.utf16.count))
    }
  }

  /// Takes a plain text; the selection stays within it.
  final func take(_ text: String) {
    content = text
    attributes = nil
    marked = nil
    selection = selection.inside(content)
    setNeedsLayout()
  }

  /// The text that is shown while the field is empty; nil if there is none.
  open var placeholder: String? {
    get { ownPlaceholder?.string }
    set { attributedPlaceholder = newValue.map { NSAttributedString(string: $0) } }
  }

  /// The text that is shown while the field is empty, with its attributes.
  open var attributedPlaceholder: NSAttributedString? {
    get { ownPlaceholder }
    set {
      ownPlaceholder = newValue
      placeholderLabel.attributedText = newValue
      setNeedsLayout()
    }
  }

  /// The font; the system font of 17 points by default.
  open var font: UIFont? {
    get { label.font }
    set {
      label.font = newValue
      placeholderLabel.font = newValue
      setNeedsLayout()
      invalidateIntrinsicContentSize()
    }
  }

  /// Whether the font follows the size of text that a person asks for; false by default.
  ///
  /// Fonts of `UIFont.preferredFont(forTextStyle:)` and of `UIFontMetrics` follow, others stay.
  open var adjustsFontForContentSizeCategory: Bool {
    get { label.adjustsFontForContentSizeCategory }
    set {
      label.adjustsFontForContentSizeCategory = newValue
      placeholderLabel.adjustsFontForContentSizeCategory = newValue
    }
  }

  /// The colour of the text.
  open var textColor: UIColor? {
    get { label.textColor }
    set { label.textColor = newValue }
  }

  /// The alignment of the text; natural by default.
  open var textAlignment: NSTextAlignment {
    get { label.textAlignment }
    set {
      label.textAlignment = newValue
      placeholderLabel.textAlignment = newValue
      setNeedsLayout()
    }
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// The attributes of the text: font, colour, alignment, and others that were set.
  ///
  /// Setting it gives all of the text, which becomes plain, those attributes.
  ///
  /// **Differences**: of a paragraph style the alignment counts.
  open var defaultTextAttributes: [NSAttributedString.Key: Any] {
    get {
      let paragraph = NSMutableParagraphStyle()
      paragraph.alignment = label.textAlignment
      let own: [NSAttributedString.Key: Any] = [
        .font: label.style.font, .foregroundColor: label.style.color, .paragraphStyle: paragraph,
      ]
      return otherAttributes.merging(own) { $1 }
    }
    set {
      var others = newValue
      attributes = nil
      if let font = others.removeValue(forKey: .font) as? UIFont { self.font = font }
      if let color = others.removeValue(forKey: .foregroundColor) as? UIColor { textColor = color }
      if let style = others.removeValue(forKey: .paragraphStyle) as? NSParagraphStyle {
        textAlignment = style.alignment
      }
      otherAttributes = others
      setNeedsLayout()
    }
  }

  /// The line around the field; none by default.
  open var borderStyle: BorderStyle {
    get { border }
    set {
      border = newValue
      setNeedsLayout()
    }
  }

  /// Whether dots stand for the characters; false by default.
  open var isSecureTextEntry: Bool {
    get { hidesText }
    set {
      hidesText = newValue
      setNeedsLayout()
    }
  }

  /// When a button that clears the text is shown; never by default.
  open var clearButtonMode: ViewMode {
    get { clearMode }
    set {
      clearMode = newValue
      setNeedsLayout()
    }
  }

  /// Whether beginning to edit removes the text; false by default.
  open var clearsOnBeginEditing = false
  /// Whether text that does not fit becomes smaller; false by default.
  open var adjustsFontSizeToFitWidth: Bool {
    get { label.adjustsFontSizeToFitWidth }
    set { label.adjustsFontSizeToFitWidth = newValue }
  }
  /// The smallest size of text that becomes smaller, in points; 0 for any.
  open var minimumFontSize: CGFloat = 0 {
    didSet { label.minimumScaleFactor = minimumFontSize / max(label.font.pointSize, 1) }
  }

  /// The view at the left, or at the right where layout goes from right to left; nil if there is
  /// none.
  open var leftView: UIView? {
    get { views.left }
    set { replace(&views.left, newValue) }
  }
  /// The view at the right, or at the left where layout goes from right to left; nil if there is
  /// none.
  open var rightView: UIView? {
    get { views.right }
    set { replace(&views.right, newValue) }
  }
  /// The times at which `leftView` is shown; never by default.
  open var leftViewMode: ViewMode {
    get { modes.left }
    set {
      modes.left = newValue
      setNeedsLayout()
    }
  }
  /// The times at which `rightView` is shown; never by default.
  open var rightViewMode: ViewMode {
    get { modes.right }
    set {
      modes.right = newValue
      setNeedsLayout()
    }
  }

  private func replace(_ view: inout UIView?, _ other: UIView?) {
    view?.removeFromSuperview()
    view = other
    if let other { addSubview(other) }
    setNeedsLayout()
  }

  // Kept for programs that set them; there is no keyboard on the screen.
  /// The kind of keyboard; kept.
  open var keyboardType = UIKeyboardType.default
  /// The look of the keyboard.
  ///
  /// **Differences**: it is stored; there is no keyboard on the screen.
  open var keyboardAppearance = UIKeyboardAppearance.default
  /// The title of the return key; kept.
  open var returnKeyType = UIReturnKeyType.default
  /// Whether the return key works only where there is text; false by default.
  open var enablesReturnKeyAutomatically = false
  /// Whether words are corrected; kept, they are not.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// Where letters become capital; kept, they do not.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// Whether words are checked.
  ///
  /// **Differences**: it is stored; no spelling is checked.
  open var spellCheckingType = UITextSpellCheckingType.default
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
  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The meaning of the text.
  ///
  /// **Differences**: it is stored; nothing is filled in.
  open var textContentType: UITextContentType!

  // MARK: Edit menu

  /// Copies the selected text to the general pasteboard, unless dots stand for it.
  open override func copy(_ sender: Any?) { copySelection() }

  /// Moves the selected text to the general pasteboard, unless dots stand for it.
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

  /// The text was changed by keys; the object is the field.
  nonisolated public static let textDidChangeNotification = Notification.Name(
    "UITextFieldTextDidChangeNotification"
  )
  /// Editing began; the object is the field.
  nonisolated public static let textDidBeginEditingNotification = Notification.Name(
    "UITextFieldTextDidBeginEditingNotification"
  )
  /// Editing ended; the object is the field.
  nonisolated public static let textDidEndEditingNotification = Notification.Name(
    "UITextFieldTextDidEndEditingNotification"
  )

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Whether the text is edited: whether the field is the first responder.
  open var isEditing: Bool { editing }

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

  /// True for a field that takes touches.
  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// Begins editing, if the delegate lets it.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard delegate?.textFieldShouldBeginEditing(self) ?? true, super.becomeFirstResponder() else {
      return false
    }
    editing = true
    if clearsOnBeginEditing { text = "" }
    setNeedsLayout()
    send(.editingDidBegin, nil)
    delegate?.textFieldDidBeginEditing(self)
    post(UITextField.textDidBeginEditingNotification)
    return true
  }

  /// Ends editing, if the delegate lets it.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else {
      return false
    }
    return endEditing()
  }

  override func resignByForce() -> Bool {
    _ = super.resignByForce()
    return endEditing()
  }

  /// Tells that editing is over.
  private func endEditing() -> Bool {
    editing = false
    marked = nil
    setNeedsLayout()
    send(.editingDidEnd, nil)
    delegate?.textFieldDidEndEditing(self)
    post(UITextField.textDidEndEditingNotification)
    return true
  }

  /// Begins editing at a touch.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    guard isTouchInside else { return }
    layoutIfNeeded()
    // The text may move when editing begins; the finger is on what showed before.
    let place = touch.map { offset(at: $0.location(in: self)) }
    guard becomeFirstResponder(), let touch, let place else { return }
    select(at: place, taps: touch.tapCount)
  }

  /// Whether there is any text.
  open var hasText: Bool { !content.isEmpty }

  /// Puts text in the place of the selected one, if the delegate lets it; line breaks become
  /// spaces.
  open func insertText(_ text: String) { enter(UITextField.withoutBreaks(text)) }

  nonisolated static func withoutBreaks(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// The attributes of marked text; nil, the default, for a line under it.
  open var markedTextStyle: [NSAttributedString.Key: Any]? {
    didSet { setNeedsLayout() }
  }

  /// Removes the selected text, or the character before the caret, if the delegate lets it.
  open func deleteBackward() { delete() }

  /// Puts a text in the place of a part, if the delegate lets it.
  ///
  /// - Returns: Whether it did.
  final func change(_ range: NSRange, _ string: String) -> Bool {
    let isWanted = delegate?.textField(
      self,
      shouldChangeCharactersIn: range,
      replacementString: string
    )
    guard isWanted ?? true else { return false }
    // The delegate may have set another text.
    let old = content as NSString
    guard range.location + range.length <= old.length else { return false }
    take(old.replacingCharacters(in: range, with: string))
    select(FieldSelection(at: range.location + string.utf16.count))
    send(.editingChanged, nil)
    post(UITextField.textDidChangeNotification)
    return true
  }

  /// True for a field that may be edited.
  open override var canBecomeFocused: Bool { canBecomeFirstResponder }

  override var usualFocusEffect: UIFocusEffect? { nil }

  /// Does what keys do to the text; a tab goes to the next group of the focus, if there is one.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    var rest: Set<UIPress> = []
    for press in presses.sorted(by: { $0.timestamp < $1.timestamp }) {
      if takeSelectionKey(press.key) { continue }
      if let window, press.key?.keyCode == .keyboardTab,
        UIFocusSystem.own.takeTab(press.key, from: self, in: window)
      {
        continue
      }
      switch KeyEffect(press.key) {
      case .insert(let text): insertText(text)
      case .delete: deleteBackward()
      case .newLine: pressReturn()
      case .nothing: rest.insert(press)
      }
    }
    if !rest.isEmpty { super.pressesBegan(rest, with: event) }
  }

  private func pressReturn() {
    guard hasText || !enablesReturnKeyAutomatically,
      delegate?.textFieldShouldReturn(self) ?? true
    else { return }
    let hasHandler = allControlEvents.contains(.editingDidEndOnExit)
    send(.primaryActionTriggered, nil)
    send(.editingDidEndOnExit, nil)
    if hasHandler { resignFirstResponder() }
  }

  // MARK: Geometry

  private func isShown(_ mode: ViewMode) -> Bool {
    switch mode {
    case .never: false
    case .whileEditing: editing
    case .unlessEditing: !editing
    case .always: true
    }
  }

  private var isClearShown: Bool { isShown(clearMode) && hasText }

  /// The rectangle inside the border.
  open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }

  /// Whether the views beside the text have changed sides.
  private var isTurned: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  /// The rectangle of the text: the room between the views beside it.
  open func textRect(forBounds bounds: CGRect) -> CGRect {
    let margin = border == .none ? 0 : Self.margin
    let inner = bounds.insetBy(dx: min(margin, max(bounds.width, 0) / 2), dy: 0)
    var (start, end) = (inner.minX, inner.maxX)
    func leaveOut(_ rect: CGRect, isFirst: Bool) {
      // A subclass may have put a view at either side.
      let (left, right) = (rect.minX - bounds.minX, bounds.maxX - rect.maxX)
      let isAtLeft = left == right ? isFirst != isTurned : left < right
      if isAtLeft { start = max(start, rect.maxX) } else { end = min(end, rect.minX) }
    }
    if views.left != nil, isShown(modes.left) {
      leaveOut(leftViewRect(forBounds: bounds), isFirst: true)
    }
    if views.right != nil, isShown(modes.right) {
      leaveOut(rightViewRect(forBounds: bounds), isFirst: false)
    } else if isClearShown {
      leaveOut(clearButtonRect(forBounds: bounds), isFirst: false)
    }
    return CGRect(x: start, y: inner.minY, width: max(end - start, 0), height: inner.height)
  }

  /// The rectangle of the text while it is edited.
  open func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  /// The rectangle of the text that stands in for text to come.
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect {
    editing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
  }

  /// The rectangle of the button that clears the text, at the side of `rightView`.
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
    let (side, distance): (CGFloat, CGFloat) = (20, 4)
    return CGRect(
      x: isTurned ? bounds.minX + distance : bounds.maxX - distance - side,
      y: bounds.midY - side / 2,
      width: side,
      height: side
    )
  }

  /// The rectangle of `leftView`; at the right where layout goes from right to left.
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect {
    rect(of: views.left, isAtLeft: !isTurned, in: bounds)
  }

  /// The rectangle of `rightView`; at the left where layout goes from right to left.
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect {
    rect(of: views.right, isAtLeft: isTurned, in: bounds)
  }

  private func rect(of view: UIView?, isAtLeft: Bool, in bounds: CGRect) -> CGRect {
    let size = view?.bounds.size ?? .zero
    return CGRect(
      x: isAtLeft ? bounds.minX : bounds.maxX - size.width,
      y: bounds.midY - size.height / 2,
      width: size.width,
      height: size.height
    )
  }

  /// The direction of layout, whatever the language is; it says at which sides the views beside the
  /// text are.
  open override var semanticContentAttribute: UISemanticContentAttribute {
    didSet { setNeedsLayout() }
  }

  /// Places the parts for another direction of layout.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if previousTraitCollection?.layoutDirection != traitCollection.layoutDirection {
      setNeedsLayout()
    }
  }

  /// The size of the text with the border, at least 34 points high with round corners.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    showText()
    let room = CGSize(width: CGFloat.infinity, height: .infinity)
    let (own, other) = (label.sizeThatFits(room), placeholderLabel.sizeThatFits(room))
    let margin = border == .none ? 0 : 2 * Self.margin
    let height = max(own.height, other.height, label.font.lineHeight.rounded(.up))
    return CGSize(
      width: max(own.width, other.width) + margin,
      height: border == .roundedRect ? max(height + 12, 34) : height + (border == .none ? 0 : 8)
    )
  }

  /// The size of the text with the border.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  private func showText() {
    if hidesText {
      label.text = String(repeating: Self.mask, count: min(content.count, 1024))
    } else if let attributes {
      label.attributedText = attributes
    } else if let marked, marked.location + marked.length <= content.utf16.count {
      let others = otherAttributes
      let style = markedTextStyle ?? UITextField.markStyle
      label.attributedText = NSAttributedString(string: content)
        .changingAttributes { $0.merge(others) { $1 } }
        .changingAttributes(in: marked) { $0.merge(style) { $1 } }
    } else if !otherAttributes.isEmpty {
      label.attributedText = NSAttributedString(string: content, attributes: otherAttributes)
    } else {
      label.text = content
    }
  }

  /// Places the parts.
  open override func layoutSubviews() {
    super.layoutSubviews()
    showText()
    let rect = editing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    label.frame = rect
    placeholderLabel.frame = placeholderRect(forBounds: bounds)
    placeholderLabel.isHidden = hasText
    placeBorder()
    placeSelection()
    views.left?.isHidden = !isShown(modes.left)
    views.left?.frame = leftViewRect(forBounds: bounds)
    views.right?.isHidden = !isShown(modes.right)
    views.right?.frame = rightViewRect(forBounds: bounds)
    placeClearButton()
    label.isEnabled = isEnabled
  }

  private func placeBorder() {
    layer.borderWidth = border == .none ? 0 : border == .roundedRect ? 0.5 : 1
    layer.borderColor = border == .roundedRect ? UIColor.systemGray4.cgColor : UIColor.label.cgColor
    layer.cornerRadius = border == .roundedRect ? 5 : layer.cornerRadius
    if border == .roundedRect, backgroundColor == nil { backgroundColor = .systemBackground }
  }

  private func placeClearButton() {
    if isClearShown, clearButton == nil {
      let button = UIButton(type: .close)
      button.tintColor = .systemGray
      button.addAction(UIAction { [weak self] _ in self?.clear() }, for: .touchUpInside)
      clearButton = button
      addSubview(button)
    }
    clearButton?.isHidden = !isClearShown || (views.right != nil && isShown(modes.right))
    clearButton?.frame = clearButtonRect(forBounds: bounds)
  }

  private func clear() {
    guard delegate?.textFieldShouldClear(self) ?? true else { return }
    text = ""
    send(.editingChanged, nil)
    post(UITextField.textDidChangeNotification)
  }

  /// Shows the tint.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    setNeedsLayout()
  }
}
