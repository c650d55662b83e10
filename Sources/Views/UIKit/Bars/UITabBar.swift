// Bars of tabs.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import CoreGraphics
import QuartzCore

/// An item of a bar of tabs.
open class UITabBarItem: UIBarItem {
  /// The picture while it is selected; nil for the same.
  open var selectedImage: UIImage? { didSet { changed?() } }
  /// A small text at the corner; nil if there is none.
  open var badgeValue: String? { didSet { changed?() } }
  /// The colour of the badge; nil for red.
  open var badgeColor: UIColor? { didSet { changed?() } }
  /// Moves the title, in points.
  open var titlePositionAdjustment = UIOffset.zero { didSet { changed?() } }
  /// The look of the bar while the tab is chosen; nil for the bar's.
  open var standardAppearance: UITabBarAppearance? { didSet { changed?() } }
  /// The look over the end of the content; nil for `standardAppearance`.
  open var scrollEdgeAppearance: UITabBarAppearance? { didSet { changed?() } }
  private var badgeAttributes: [UInt: [NSAttributedString.Key: Any]] = [:] {
    didSet { changed?() }
  }

  /// A tab that the system knows.
  ///
  /// **Differences**: the words are English.
  public enum SystemItem: Int, Sendable {
    /// More tabs.
    case more = 0
    /// Favourites.
    case favorites = 1
    /// Things chosen for the reader.
    case featured = 2
    /// Things rated best.
    case topRated = 3
    /// Things used last.
    case recents = 4
    /// People.
    case contacts = 5
    /// Things that happened.
    case history = 6
    /// Bookmarks.
    case bookmarks = 7
    /// A search.
    case search = 8
    /// Things that are loaded.
    case downloads = 9
    /// Things that came last.
    case mostRecent = 10
    /// Things that most people look at.
    case mostViewed = 11

    /// The title and the name of the symbol.
    var content: (title: String, symbol: String) {
      switch self {
      case .more: ("More", "ellipsis")
      case .favorites: ("Favorites", "star.fill")
      case .featured: ("Featured", "star.fill")
      case .topRated: ("Top Rated", "star.fill")
      case .recents: ("Recents", "clock.fill")
      case .contacts: ("Contacts", "person.crop.circle.fill")
      case .history: ("History", "clock.fill")
      case .bookmarks: ("Bookmarks", "book.fill")
      case .search: ("Search", "magnifyingglass")
      case .downloads: ("Downloads", "square.and.arrow.down.fill")
      case .mostRecent: ("Most Recent", "clock.fill")
      case .mostViewed: ("Most Viewed", "list.number")
      }
    }
  }

  /// Creates an item without title and picture.
  public override init() { super.init() }

  /// Creates an item that the system knows.
  public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
    let content = systemItem.content
    self.init(title: content.title, image: UIImage(systemName: content.symbol), tag: tag)
  }

  /// Sets the attributes of the badge for a state.
  open func setBadgeTextAttributes(
    _ textAttributes: [NSAttributedString.Key: Any]?,
    for state: UIControl.State
  ) {
    badgeAttributes[state.rawValue] = textAttributes
  }

  /// Returns the attributes of the badge that were set for a state; nil if none were.
  open func badgeTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    badgeAttributes[state.rawValue]
  }

  /// Creates an item.
  public init(title: String?, image: UIImage?, tag: Int) {
    super.init()
    self.title = title
    self.image = image
    self.tag = tag
  }

  /// Creates an item with a picture for while it is selected.
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }
}

/// Hears of selected tabs.
@preconcurrency
@MainActor
public protocol UITabBarDelegate: AnyObject {
  /// A tab was tapped.
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  /// Does nothing.
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar of tabs, of 49 points height, with pictures of 25 points over titles of 10.
open class UITabBar: UIView, UIBarPositioning {
  private let background = BarBackground(edge: .top)
  private var parts: [TabPart] = []

  /// The object notified of selected tabs.
  open weak var delegate: (any UITabBarDelegate)?

  /// The tabs.
  open var items: [UITabBarItem]? {
    didSet { rebuild() }
  }

  /// The selected tab.
  open weak var selectedItem: UITabBarItem? {
    didSet { update() }
  }

  /// The height, in points.
  static let height: CGFloat = 49

  /// Whether what lies below shows through a little; true by default.
  ///
  /// Views of controllers reach under a translucent bar; they lie above another one.
  open var isTranslucent = true {
    didSet {
      guard isTranslucent != oldValue else { return }
      update()
      superview?.setNeedsLayout()
    }
  }

  /// The colours of a bar without a look; default by default.
  open var barStyle = UIBarStyle.default { didSet { update() } }
  /// The colour of a bar without a look; nil for the usual one.
  open var barTintColor: UIColor? { didSet { update() } }
  /// The colour of tabs that are not chosen; nil for grey.
  open var unselectedItemTintColor: UIColor? { didSet { update() } }
  /// The picture of the background of a bar without a look; or nil.
  open var backgroundImage: UIImage? { didSet { update() } }
  /// The line above a bar without a look; nil for the usual one.
  open var shadowImage: UIImage? { didSet { update() } }
  /// The picture behind the chosen tab; nil if there is none.
  open var selectionIndicatorImage: UIImage? { didSet { update() } }
  /// The look; the usual one by default.
  open var standardAppearance: UITabBarAppearance {
    get {
      if let ownStandard { return ownStandard }
      let made = UITabBarAppearance()
      ownStandard = made
      return made
    }
    set { ownStandard = newValue }
  }
  final var ownStandard: UITabBarAppearance? { didSet { update() } }
  /// The look over the end of the content; nil for `standardAppearance`.
  ///
  /// **Differences**: it is shown where there is no `standardAppearance`.
  open var scrollEdgeAppearance: UITabBarAppearance? { didSet { update() } }
  /// The place of the bar: at the bottom.
  open var barPosition: UIBarPosition { .bottom }

  /// Creates a bar.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(background)
  }

  /// Creates a bar from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(background)
    coder.finish(self, UITabBar.self)
  }

  /// Sets the tabs.
  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: UITabBar.height)
  }

  private func rebuild() {
    for part in parts { part.removeFromSuperview() }
    parts = (items ?? []).map { item in
      Appearances.dress(item, in: self)
      item.changed = { [weak self] in self?.update() }
      return TabPart(item) { [weak self] in self?.select(item) }
    }
    for part in parts { addSubview(part) }
    update()
    setNeedsLayout()
  }

  private var look: UITabBarAppearance? {
    selectedItem?.standardAppearance ?? ownStandard ?? selectedItem?.scrollEdgeAppearance
      ?? scrollEdgeAppearance
  }

  private func update() {
    let look = look
    background.show(
      BarBackground.Facts(
        look: look,
        isTranslucent: isTranslucent,
        tint: barTintColor,
        style: barStyle,
        image: backgroundImage,
        shadow: shadowImage
      )
    )
    for part in parts {
      part.indicator = selectionIndicatorImage
      part.show(
        isSelected: part.item === selectedItem,
        look: look?.stackedLayoutAppearance,
        plate: look?.selectionIndicatorTintColor,
        unselected: unselectedItemTintColor
      )
    }
  }

  /// Buttons take what appearance proxies of the window's views say.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil, Appearances.isAny { rebuild() }
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    update()
  }

  private func select(_ item: UITabBarItem) {
    guard item.isEnabled else { return }
    selectedItem = item
    delegate?.tabBar(self, didSelect: item)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    guard !parts.isEmpty else { return }
    let width = bounds.width / CGFloat(parts.count)
    let isFromRight = effectiveUserInterfaceLayoutDirection == .rightToLeft
    for (index, part) in parts.enumerated() {
      let place = CGFloat(isFromRight ? parts.count - 1 - index : index)
      part.frame = CGRect(x: place * width, y: 0, width: width, height: UITabBar.height)
    }
  }
}

/// A tab.
private final class TabPart: UIView {
  let item: UITabBarItem
  var indicator: UIImage?
  private let action: () -> Void
  private let plate = UIImageView(frame: .zero)
  private let picture = UIImageView(frame: .zero)
  private let label = UILabel()
  private let badge = UILabel()
  private var moves = (title: UIOffset.zero, badge: UIOffset.zero)

  init(_ item: UITabBarItem, _ action: @escaping () -> Void) {
    self.item = item
    self.action = action
    super.init(frame: .zero)
    picture.contentMode = .scaleAspectFit
    label.textAlignment = .center
    badge.textAlignment = .center
    badge.clipsToBounds = true
    for view in [plate, picture, label, badge] { addSubview(view) }
    isAccessibilityElement = true
  }

  required init?(coder: NSCoder) { nil }

  /// Shows whether it is selected.
  func show(
    isSelected: Bool,
    look: UITabBarItemAppearance?,
    plate color: UIColor?,
    unselected: UIColor?
  ) {
    let state = item.isEnabled ? isSelected ? look?.selected : look?.normal : look?.disabled
    let usual: UIColor =
      isSelected ? tintColor ?? UIColor.tintColor : unselected ?? UIColor(cgColor: PlainLook.gray)
    let bits: UIControl.State = item.isEnabled ? isSelected ? .selected : .normal : .disabled
    var attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 10, weight: .medium), .foregroundColor: usual,
    ]
    for more in [state?.titleTextAttributes, item.titleTextAttributes(for: bits)] {
      attributes.merge(more ?? [:]) { $1 }
    }
    label.attributedText = NSAttributedString(string: item.title ?? "", attributes: attributes)
    let image = isSelected ? item.selectedImage ?? item.image : item.image
    picture.image =
      image?.renderingMode == .automatic ? image?.withRenderingMode(.alwaysTemplate) : image
    picture.tintColor = state?.iconColor ?? usual
    showBadge(state, bits)
    plate.image = isSelected ? indicator : nil
    plate.backgroundColor = isSelected ? color : nil
    moves = (
      state?.titlePositionAdjustment ?? item.titlePositionAdjustment,
      state?.badgePositionAdjustment ?? .zero
    )
    alpha = item.isEnabled ? 1 : 0.4
    isAccessibilityElement = true
    accessibilityLabel = item.accessibilityLabel
    accessibilityIdentifier = item.accessibilityIdentifier
    accessibilityValue = item.badgeValue
    accessibilityTraits = isSelected ? [.button, .selected] : .button
    if !item.isEnabled { accessibilityTraits.insert(.notEnabled) }
    setNeedsLayout()
  }

  private func showBadge(_ state: UITabBarItemStateAppearance?, _ bits: UIControl.State) {
    badge.isHidden = item.badgeValue == nil
    var attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 13), .foregroundColor: UIColor.white,
    ]
    for more in [state?.badgeTextAttributes, item.badgeTextAttributes(for: bits)] {
      attributes.merge(more ?? [:]) { $1 }
    }
    badge.attributedText = NSAttributedString(string: item.badgeValue ?? "", attributes: attributes)
    badge.backgroundColor = item.badgeColor ?? state?.badgeBackgroundColor ?? .systemRed
    badge.layer.cornerRadius = TabPart.badgeHeight / 2
  }

  private static let badgeHeight: CGFloat = 18

  override func layoutSubviews() {
    super.layoutSubviews()
    let middle = bounds.midX
    let insets = item.imageInsets
    plate.frame = bounds
    picture.frame = CGRect(x: middle - 12.5, y: 6, width: 25, height: 25).inset(by: insets)
    label.frame = CGRect(x: 0, y: 34, width: bounds.width, height: 13)
      .offsetBy(dx: moves.title.horizontal, dy: moves.title.vertical)
    let height = TabPart.badgeHeight
    let wanted = badge.sizeThatFits(CGSize(width: bounds.width, height: height)).width + 10
    badge.frame = CGRect(x: middle + 4, y: 2, width: max(wanted, height), height: height)
      .offsetBy(dx: moves.badge.horizontal, dy: moves.badge.vertical)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, point(inside: touch.location(in: self), with: event) else {
      return
    }
    action()
  }
}
