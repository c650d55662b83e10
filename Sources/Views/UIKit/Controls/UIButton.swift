// Buttons.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzInteraction

/// A control with a title and an image, which differ by state.
///
/// ```swift
/// let button = UIButton(type: .system)
/// button.setTitle("Play", for: .normal)
/// button.addAction(UIAction { _ in play() }, for: .touchUpInside)
/// ```
///
/// The look is plain: system buttons show their title in the tint colour and faintly while a finger
/// is on them; images of other buttons darken.
@preconcurrency
@MainActor
open class UIButton: UIControl {
  override var answers: GestureRules.Control { .button }

  /// The kind of button.
  public enum ButtonType: Int, Hashable, Sendable {
    /// A button without a look: a white title.
    case custom = 0
    /// A title in the tint colour.
    case system = 1
    /// A letter i in a circle.
    case detailDisclosure = 2
    /// As `detailDisclosure`.
    case infoLight = 3
    /// As `detailDisclosure`.
    case infoDark = 4
    /// A plus in a circle.
    case contactAdd = 5
    /// A cross in a circle.
    case close = 7
  }

  /// The purpose of a button.
  public enum Role: Int, Hashable, Sendable {
    /// Nothing special.
    case normal = 0
    /// The choice of most people.
    case primary = 1
    /// It stops something.
    case cancel = 2
    /// It destroys something.
    case destructive = 3
  }

  /// Everything that a button shows in one state.
  struct Look {
    var title: String?
    var attributedTitle: NSAttributedString?
    var titleColor: UIColor?
    var shadowColor: UIColor?
    var image: UIImage?
    var background: UIImage?
    var symbol: UIImage.SymbolConfiguration?
  }

  final var looks: [State.RawValue: Look] = [:]
  final let kind: ButtonType
  private var ownTitle: UILabel?
  private var ownImage: UIImageView?
  private var ownBackground: UIImageView?
  final var plate: UIView?
  final var extraParts: ButtonExtraParts?
  /// The font that the title has from the configuration.
  final var fontOfConfiguration: UIFont?
  /// Whether the configuration may need another look.
  private var wantsUpdate = true
  /// The configuration as the present state shows it.
  final var ownConfiguration: Configuration? { givenConfiguration?.updated(for: self) }
  private var givenConfiguration: Configuration?
  private var contentInsets = UIEdgeInsets.zero
  private var titleInsets = UIEdgeInsets.zero
  private var imageInsets = UIEdgeInsets.zero

  /// Creates a button of a kind, of size zero.
  public init(type buttonType: ButtonType) {
    kind = buttonType
    super.init(frame: .zero)
    prepare()
  }

  /// Creates a custom button.
  public override init(frame: CGRect) {
    kind = .custom
    super.init(frame: frame)
    prepare()
  }

  /// Creates a button of a kind with an action, whose title and image it shows; nil if there is
  /// none.
  public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: buttonType)
    if let primaryAction { take(primaryAction) }
    sizeToFit()
  }

  /// Creates a button of a configuration with an action, whose title and image it shows if the
  /// configuration has none.
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(type: .system)
    self.configuration = configuration
    if let primaryAction { take(primaryAction) }
    sizeToFit()
  }

  /// Creates a custom button from an archive, with its title; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    kind = ButtonType(rawValue: Int(coder.decodeInt64(forKey: "UIButtonType"))) ?? .custom
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    prepare()
    let title = coder.object(of: NSString.self, forKey: "UIButtonTitle")
    setTitle(title as String?, for: .normal)
    coder.finish(self, UIButton.self)
  }

  /// Archives the button with its kind and its title.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Int64(kind.rawValue), forKey: "UIButtonType")
    coder.encode(title(for: .normal).map { NSString(string: $0) }, forKey: "UIButtonTitle")
  }

  private func prepare() {
    if let glyph = kind.glyph { setImage(glyph, for: .normal) }
  }

  private func take(_ action: UIAction) {
    addAction(action, for: .primaryActionTriggered)
    if !action.title.isEmpty { setTitle(action.title, for: .normal) }
    if let image = action.image { setImage(image, for: .normal) }
  }

  /// The kind of the button.
  open var buttonType: ButtonType { kind }
  /// The purpose of the button; nothing special by default.
  open var role = Role.normal

  // MARK: Looks by state

  final func change(_ state: State, _ change: (inout Look) -> Void) {
    change(&looks[state.rawValue, default: Look()])
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  /// The value of a state, or that of the normal one.
  private func value<Value>(_ state: State, _ path: KeyPath<Look, Value?>) -> Value? {
    looks[state.rawValue]?[keyPath: path] ?? looks[State.normal.rawValue]?[keyPath: path]
  }

  /// Sets the title of a state; nil for that of the normal state.
  open func setTitle(_ title: String?, for state: State) { change(state) { $0.title = title } }

  /// Sets the title with attributes of a state, which wins over the plain one.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    change(state) { $0.attributedTitle = title }
  }

  /// Sets the colour of a state's title; nil for the default one.
  open func setTitleColor(_ color: UIColor?, for state: State) {
    change(state) { $0.titleColor = color }
  }

  /// Sets the colour of the shadow of a state's title; nil means none.
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {
    change(state) { $0.shadowColor = color }
  }

  /// Sets the image of a state; nil for that of the normal state.
  open func setImage(_ image: UIImage?, for state: State) { change(state) { $0.image = image } }

  /// Sets the size and the weight of a state's image, if that is a symbol; nil for those of the
  /// normal state.
  ///
  /// The values that an image has by a configuration of its own count first, and those of
  /// `configuration` last.
  open func setPreferredSymbolConfiguration(
    _ configuration: UIImage.SymbolConfiguration?,
    forImageIn state: State
  ) { change(state) { $0.symbol = configuration } }

  /// Returns the size and the weight of a state's symbols, or of the normal one's; nil if none were
  /// set.
  open func preferredSymbolConfigurationForImage(
    in state: State
  ) -> UIImage.SymbolConfiguration? { value(state, \.symbol) }

  /// The size and the weight of the present state's symbols; nil if none were set.
  open var currentPreferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    preferredSymbolConfigurationForImage(in: state)
  }

  /// Sets the image behind a state's title; nil for that of the normal state.
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    change(state) { $0.background = image }
  }

  /// The title that was set for a state, or for the normal one.
  open func title(for state: State) -> String? { value(state, \.title) }
  /// The title with attributes that was set for a state, or for the normal one.
  open func attributedTitle(for state: State) -> NSAttributedString? {
    value(state, \.attributedTitle)
  }
  /// The colour of a state's title.
  open func titleColor(for state: State) -> UIColor? { value(state, \.titleColor) }
  /// The colour of the shadow of a state's title.
  open func titleShadowColor(for state: State) -> UIColor? { value(state, \.shadowColor) }
  /// The image that was set for a state, or for the normal one.
  open func image(for state: State) -> UIImage? { value(state, \.image) }
  /// The image behind the title that was set for a state, or for the normal one.
  open func backgroundImage(for state: State) -> UIImage? { value(state, \.background) }

  /// The title of the present state.
  open var currentTitle: String? { title(for: state) }
  /// The title with attributes of the present state.
  open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  /// The colour of the present state's title.
  open var currentTitleColor: UIColor { shownTitleColor }
  /// The colour of the shadow of the present state's title.
  open var currentTitleShadowColor: UIColor? { titleShadowColor(for: state) }
  /// The image of the present state.
  open var currentImage: UIImage? { image(for: state) }
  /// The image behind the present state's title.
  open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }

  // MARK: Parts

  /// The label of the title; made when it is first asked for or needed.
  open var titleLabel: UILabel? {
    if let ownTitle { return ownTitle }
    let label = UILabel()
    label.font = .systemFont(ofSize: kind == .custom ? UIFont.buttonFontSize : 15)
    label.lineBreakMode = .byTruncatingMiddle
    label.shadowOffset = .zero
    ownTitle = label
    addSubview(label)
    return label
  }

  /// The view of the image; made when it is first asked for or needed.
  open var imageView: UIImageView? {
    if let ownImage { return ownImage }
    let view = UIImageView(frame: .zero)
    ownImage = view
    addSubview(view)
    return view
  }

  final var existingTitle: UILabel? { ownTitle }
  final var existingImage: UIImageView? { ownImage }
  final var existingBackground: UIImageView? { ownBackground }

  /// The view of the background; made when it is needed.
  final var backgroundView: UIImageView {
    if let ownBackground { return ownBackground }
    let view = UIImageView(frame: .zero)
    ownBackground = view
    insertSubview(view, at: plate == nil ? 0 : 1)
    return view
  }

  // MARK: Insets and looks

  /// The room around title and image, in points.
  open var contentEdgeInsets: UIEdgeInsets {
    get { contentInsets }
    set {
      contentInsets = newValue
      setNeedsLayout()
      invalidateIntrinsicContentSize()
    }
  }
  /// Moves the edges of the title, in points; it does not change the size of the button.
  open var titleEdgeInsets: UIEdgeInsets {
    get { titleInsets }
    set {
      titleInsets = newValue
      setNeedsLayout()
    }
  }
  /// Moves the edges of the image, in points; it does not change the size of the button.
  open var imageEdgeInsets: UIEdgeInsets {
    get { imageInsets }
    set {
      imageInsets = newValue
      setNeedsLayout()
    }
  }
  /// Whether the image of a button other than a system one darkens under a finger; true by default.
  open var adjustsImageWhenHighlighted = true
  /// Whether the image of a button that takes no touches is faint; true by default.
  open var adjustsImageWhenDisabled = true
  /// Whether a touch switches `isSelected`; false by default.
  open var changesSelectionAsPrimaryAction = false
  /// Called when the configuration may need another look; nil for nothing.
  open var configurationUpdateHandler: ((UIButton) -> Void)? {
    didSet { setNeedsUpdateConfiguration() }
  }
  /// A look that is made of parts; nil, the default, for titles and images by state alone.
  open var configuration: Configuration? {
    get { givenConfiguration }
    set {
      givenConfiguration = newValue
      setNeedsLayout()
      invalidateIntrinsicContentSize()
    }
  }

  /// Asks for `updateConfiguration()` with the next layout.
  open func setNeedsUpdateConfiguration() {
    wantsUpdate = true
    setNeedsLayout()
  }

  /// Adapts the configuration to the state; calls `configurationUpdateHandler` by default.
  open func updateConfiguration() { configurationUpdateHandler?(self) }

  /// The menu that a long touch shows, or a tap with `showsMenuAsPrimaryAction`; nil if there is
  /// none.
  ///
  /// A menu in which one action is chosen gives its title to a button with
  /// `changesSelectionAsPrimaryAction`.
  open var menu: UIMenu? { didSet { menuChanged() } }

  // MARK: Pointer

  /// Returns the look of a pointer over a button: for the button, the look that it has by itself,
  /// and its shape; or nil.
  public typealias PointerStyleProvider = (UIButton, UIPointerEffect, UIPointerShape) ->
    UIPointerStyle?

  /// Whether a pointer over the button shows a plate; false by default.
  ///
  /// See ``UIPointerInteraction``.
  open var isPointerInteractionEnabled = false { didSet { pointerChanged() } }

  /// The look of a pointer over the button; nil, the default, for a plate.
  ///
  /// Setting it switches pointers on.
  open var pointerStyleProvider: PointerStyleProvider? {
    didSet {
      if pointerStyleProvider != nil { isPointerInteractionEnabled = true }
      pointer?.interaction.invalidate()
    }
  }
  private var pointer: ButtonPointer?

  private func pointerChanged() {
    if isPointerInteractionEnabled, pointer == nil { pointer = ButtonPointer(self) }
    pointer?.interaction.isEnabled = isPointerInteractionEnabled
  }

  // MARK: Geometry

  /// The rectangle of the background.
  open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }

  /// The rectangle of title and image.
  open func contentRect(forBounds bounds: CGRect) -> CGRect {
    shrunk(bounds, by: shownContentInsets)
  }

  /// The rectangle of the title.
  open func titleRect(forContentRect contentRect: CGRect) -> CGRect {
    place(in: contentRect).title
  }

  /// The rectangle of the image.
  open func imageRect(forContentRect contentRect: CGRect) -> CGRect {
    place(in: contentRect).image
  }

  /// The size of image and title side by side with the room around them.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize() }

  /// The size of image and title side by side with the room around them.
  open override var intrinsicContentSize: CGSize { fittingSize() }

  override var wrapsLines: Bool { ownConfiguration?.wrapsText ?? false }

  override func wrappedSize(in width: CGFloat) -> CGSize { fittingSize(in: width) }

  /// Places title, image and background.
  open override func layoutSubviews() {
    super.layoutSubviews()
    if wantsUpdate {
      // Before the call: a handler that asks for another update gets it with the next layout.
      wantsUpdate = false
      updateConfiguration()
    }
    updateParts()
  }

  /// Shows the tint.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    setNeedsLayout()
  }

  /// Shows the look of the new style.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    setNeedsLayout()
    let size = previousTraitCollection?.preferredContentSizeCategory
    if ownConfiguration != nil, size != traitCollection.preferredContentSizeCategory {
      invalidateIntrinsicContentSize()
    }
  }

  override func stateDidChange() {
    super.stateDidChange()
    wantsUpdate = true
    updateParts()
  }

  override func triggerPrimaryAction(_ event: UIEvent?) {
    if showsMenuAsPrimaryAction, menu != nil { return showMenu() }
    if changesSelectionAsPrimaryAction { isSelected.toggle() }
    send(.primaryActionTriggered, event)
  }
}
