// Fields of search with their buttons.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The field of a search: a magnifying glass and a text on grey.
open class UISearchTextField: UITextField {
  /// Creates a field.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    let glass = UIImageView(image: UIImage(systemName: "magnifyingglass"))
    glass.tintColor = .secondaryLabel
    glass.contentMode = .center
    glass.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
    leftView = glass
    leftViewMode = .always
    clearButtonMode = .whileEditing
    returnKeyType = .search
    backgroundColor = .tertiarySystemFill
    layer.cornerRadius = 10
    autocapitalizationType = .none
    font = .systemFont(ofSize: 17)
    placeholder = "Search"
  }

  /// Creates a field from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The height of a field, in points.
  static let height: CGFloat = 36

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: super.sizeThatFits(size).width, height: UISearchTextField.height)
  }
}

/// Hears of a search bar.
@preconcurrency
@MainActor
public protocol UISearchBarDelegate: UIBarPositioningDelegate {
  /// Whether editing may begin.
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
  /// Editing began.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  /// Whether editing may end.
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
  /// Editing ended.
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
  /// The text changed.
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
  /// Whether a part of the text may change.
  func searchBar(
    _ searchBar: UISearchBar,
    shouldChangeTextIn range: NSRange,
    replacementText text: String
  ) -> Bool
  /// The return key was pressed.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// The button of bookmarks was tapped.
  func searchBarBookmarkButtonClicked(_ searchBar: UISearchBar)
  /// The button that ends the search was tapped.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
  /// The button of results was tapped.
  func searchBarResultsListButtonClicked(_ searchBar: UISearchBar)
  /// Another part was chosen to search in.
  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
  /// True.
  public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
  /// Does nothing.
  public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
  /// True.
  public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
  /// Does nothing.
  public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
  /// True.
  public func searchBar(
    _ searchBar: UISearchBar,
    shouldChangeTextIn range: NSRange,
    replacementText text: String
  ) -> Bool { true }
  /// Does nothing.
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBarBookmarkButtonClicked(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBarResultsListButtonClicked(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBar(
    _ searchBar: UISearchBar,
    selectedScopeButtonIndexDidChange selectedScope: Int
  ) {}
}

/// A field of search with a button that ends the search, and parts to search in, of 56 points
/// height and 44 more with the parts.
open class UISearchBar: UIView, UIBarPositioning {
  /// The look.
  public enum Style: UInt, Sendable {
    /// That of the place: prominent.
    case `default` = 0
    /// With a background.
    case prominent = 1
    /// Without a background.
    case minimal = 2
  }

  private let background = BarBackground(edge: .bottom)
  private let field = UISearchTextField(frame: .zero)
  private let cancel = UIButton(type: .system)
  private var scopes: UISegmentedControl?
  private let prompter = UILabel()
  /// The search that the bar belongs to; nil if there is none.
  final weak var search: UISearchController?

  private static let margin: CGFloat = 8
  private static let rowHeight: CGFloat = 56
  private static let scopeHeight: CGFloat = 44
  private static let promptHeight: CGFloat = 24

  /// The object notified of the bar.
  open weak var delegate: (any UISearchBarDelegate)?
  /// The field.
  open var searchTextField: UISearchTextField { field }
  /// The text.
  open var text: String? {
    get { field.text ?? "" }
    set {
      guard newValue != field.text else { return }
      field.text = newValue
      search?.textChanged()
    }
  }
  /// The text that an empty field shows.
  open var placeholder: String? {
    get { field.placeholder }
    set { field.placeholder = newValue }
  }
  /// The line above the field; nil if there is none.
  open var prompt: String? { didSet { update() } }
  /// The look.
  open var searchBarStyle = Style.default { didSet { update() } }
  /// The colours; default by default.
  open var barStyle = UIBarStyle.default { didSet { update() } }
  /// The colour of the background; nil for the usual one.
  open var barTintColor: UIColor? { didSet { update() } }
  /// The picture of the background; or nil.
  open var backgroundImage: UIImage? { didSet { update() } }
  /// The picture behind the parts; or nil.
  open var scopeBarBackgroundImage: UIImage?
  /// Whether what lies below shows through a little; true by default.
  open var isTranslucent = true { didSet { update() } }
  /// Whether the button that ends the search shows; false by default.
  open var showsCancelButton = false { didSet { update() } }
  /// Whether the button of bookmarks shows in an empty field; false by default.
  open var showsBookmarkButton = false { didSet { updateRight() } }
  /// Whether the button of results shows; false by default.
  open var showsSearchResultsButton = false { didSet { updateRight() } }
  /// Whether the button of results is chosen; false by default.
  open var isSearchResultsButtonSelected = false
  /// The titles of parts to search in; nil if there are none.
  open var scopeButtonTitles: [String]? { didSet { rebuildScopes() } }
  /// The number of the part that is searched in.
  open var selectedScopeButtonIndex = 0 {
    didSet { scopes?.selectedSegmentIndex = selectedScopeButtonIndex }
  }
  /// Whether the parts show; false by default.
  open var showsScopeBar = false { didSet { update() } }
  /// The place of the bar.
  open var barPosition: UIBarPosition { delegate?.position(for: self) ?? .any }

  /// The keys of the keyboard.
  open var keyboardType: UIKeyboardType {
    get { field.keyboardType }
    set { field.keyboardType = newValue }
  }
  /// The look of the keyboard.
  open var keyboardAppearance: UIKeyboardAppearance {
    get { field.keyboardAppearance }
    set { field.keyboardAppearance = newValue }
  }
  /// The word of the return key.
  open var returnKeyType: UIReturnKeyType {
    get { field.returnKeyType }
    set { field.returnKeyType = newValue }
  }
  /// Whether the return key needs a text; true by default.
  open var enablesReturnKeyAutomatically: Bool {
    get { field.enablesReturnKeyAutomatically }
    set { field.enablesReturnKeyAutomatically = newValue }
  }
  /// Whether words are mended.
  open var autocorrectionType: UITextAutocorrectionType {
    get { field.autocorrectionType }
    set { field.autocorrectionType = newValue }
  }
  /// The letters that become capitals.
  open var autocapitalizationType: UITextAutocapitalizationType {
    get { field.autocapitalizationType }
    set { field.autocapitalizationType = newValue }
  }
  /// Whether spelling is checked.
  open var spellCheckingType: UITextSpellCheckingType {
    get { field.spellCheckingType }
    set { field.spellCheckingType = newValue }
  }

  /// Creates a bar.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  private func prepare() {
    for view in [background, prompter, field, cancel] { addSubview(view) }
    prompter.textAlignment = .center
    prompter.font = .systemFont(ofSize: 13)
    cancel.setTitle("Cancel", for: .normal)
    cancel.addAction(UIAction { [weak self] _ in self?.cancelTapped() }, for: .touchUpInside)
    field.enablesReturnKeyAutomatically = true
    field.delegate = self
    field.addAction(UIAction { [weak self] _ in self?.textChanged() }, for: .editingChanged)
    update()
  }

  /// Creates a bar from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    coder.finish(self, UISearchBar.self)
  }

  /// Shows or hides the button that ends the search.
  open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
    self.showsCancelButton = showsCancelButton
    if animated, window != nil { UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() } }
  }

  /// Shows or hides the parts.
  open func setShowsScope(_ show: Bool, animated: Bool) { showsScopeBar = show }

  /// Begins editing.
  @discardableResult
  open override func becomeFirstResponder() -> Bool { field.becomeFirstResponder() }

  /// Ends editing.
  @discardableResult
  open override func resignFirstResponder() -> Bool { field.resignFirstResponder() }

  /// Whether the field is edited.
  open override var isFirstResponder: Bool { field.isFirstResponder }

  private func update() {
    background.isHidden = searchBarStyle == .minimal
    background.show(
      BarBackground.Facts(
        isTranslucent: isTranslucent,
        tint: barTintColor,
        style: barStyle,
        image: backgroundImage
      )
    )
    prompter.text = prompt
    cancel.isHidden = !showsCancelButton
    cancel.tintColor = tintColor
    scopes?.isHidden = !showsScopeBar
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  private func updateRight() {
    let name = showsBookmarkButton ? "book" : showsSearchResultsButton ? "list.bullet" : nil
    guard let name else { return field.rightViewMode = .never }
    let button = UIButton(type: .system)
    button.setImage(UIImage(systemName: name), for: .normal)
    button.frame = CGRect(x: 0, y: 0, width: 30, height: 30)
    button.addAction(UIAction { [weak self] _ in self?.rightTapped() }, for: .touchUpInside)
    field.rightView = button
    field.rightViewMode = .unlessEditing
  }

  private func rightTapped() {
    if showsBookmarkButton {
      delegate?.searchBarBookmarkButtonClicked(self)
    } else {
      delegate?.searchBarResultsListButtonClicked(self)
    }
  }

  private func rebuildScopes() {
    scopes?.removeFromSuperview()
    scopes = nil
    guard let titles = scopeButtonTitles, !titles.isEmpty else { return update() }
    let control = UISegmentedControl(items: titles)
    control.selectedSegmentIndex = selectedScopeButtonIndex
    control.addAction(UIAction { [weak self] _ in self?.scopeTapped() }, for: .valueChanged)
    addSubview(control)
    scopes = control
    update()
  }

  private func scopeTapped() {
    selectedScopeButtonIndex = scopes?.selectedSegmentIndex ?? 0
    delegate?.searchBar(self, selectedScopeButtonIndexDidChange: selectedScopeButtonIndex)
    search?.scopeChanged()
  }

  private func textChanged() {
    delegate?.searchBar(self, textDidChange: field.text ?? "")
    search?.textChanged()
  }

  private func cancelTapped() {
    delegate?.searchBarCancelButtonClicked(self)
    search?.isActive = false
  }

  // MARK: Layout

  /// The height of the parts that show, in points.
  private var height: CGFloat {
    UISearchBar.rowHeight + (prompt == nil ? 0 : UISearchBar.promptHeight)
      + (showsScopeBar && scopes != nil ? UISearchBar.scopeHeight : 0)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: height)
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: height)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    let margin = UISearchBar.margin
    var y: CGFloat = 0
    if prompt != nil {
      prompter.frame = CGRect(x: 0, y: 0, width: bounds.width, height: UISearchBar.promptHeight)
      y += UISearchBar.promptHeight
    }
    let shown = showsScopeBar && scopes != nil ? UISearchBar.scopeHeight : 0
    let row = max(bounds.height - y - shown, 0)
    let wanted = cancel.sizeThatFits(CGSize(width: bounds.width, height: row)).width
    let cancelWidth = showsCancelButton ? wanted + margin : 0
    let isFromRight = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let height = min(UISearchTextField.height, row)
    let top = y + ((row - height) / 2).rounded()
    let width = max(bounds.width - 2 * margin - cancelWidth, 0)
    field.frame = CGRect(
      x: margin + (isFromRight ? cancelWidth : 0),
      y: top,
      width: width,
      height: height
    )
    cancel.frame = CGRect(
      x: isFromRight ? margin : field.frame.maxX + margin,
      y: top,
      width: wanted,
      height: height
    )
    scopes?.frame = CGRect(
      x: margin,
      y: y + row + 6,
      width: max(bounds.width - 2 * margin, 0),
      height: 32
    )
  }
}

extension UISearchBar: UITextFieldDelegate {
  /// Asks the delegate.
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
    delegate?.searchBarShouldBeginEditing(self) ?? true
  }

  /// Tells the delegate, and begins the search.
  public func textFieldDidBeginEditing(_ textField: UITextField) {
    delegate?.searchBarTextDidBeginEditing(self)
    search?.isActive = true
  }

  /// Asks the delegate.
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
    delegate?.searchBarShouldEndEditing(self) ?? true
  }

  /// Tells the delegate.
  public func textFieldDidEndEditing(_ textField: UITextField) {
    delegate?.searchBarTextDidEndEditing(self)
  }

  /// Asks the delegate.
  public func textField(
    _ textField: UITextField,
    shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool {
    delegate?.searchBar(self, shouldChangeTextIn: range, replacementText: string) ?? true
  }

  /// Tells the delegate.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    guard !enablesReturnKeyAutomatically || textField.text?.isEmpty == false else { return false }
    delegate?.searchBarSearchButtonClicked(self)
    return true
  }
}
