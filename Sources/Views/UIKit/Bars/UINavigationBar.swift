// Bars with titles and buttons.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Hears of the items of a bar.
@preconcurrency
@MainActor
public protocol UINavigationBarDelegate: UIBarPositioningDelegate {
  /// Whether an item may be put on the bar.
  func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool
  /// An item was put on the bar.
  func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem)
  /// Whether an item may be taken from the bar.
  func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
  /// An item was taken from the bar.
  func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem)
}

extension UINavigationBarDelegate {
  /// True.
  public func navigationBar(
    _ navigationBar: UINavigationBar,
    shouldPush item: UINavigationItem
  ) -> Bool { true }
  /// Does nothing.
  public func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {}
  /// True.
  public func navigationBar(
    _ navigationBar: UINavigationBar,
    shouldPop item: UINavigationItem
  ) -> Bool { true }
  /// Does nothing.
  public func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {}
}

/// A bar with a title and buttons, of 44 points height; large titles and fields of search add 52
/// each, prompts 30.
///
/// **Differences**: a large title does not shrink while the content scrolls; the look over the
/// beginning of the content is shown with large titles, and `standardAppearance` else.
open class UINavigationBar: UIView, UIBarPositioning {
  private let background = BarBackground(edge: .bottom)
  private let label = UILabel()
  private let small = UILabel()
  private let large = UILabel()
  private let promptLabel = UILabel()
  private let back = UIButton(type: .custom)
  private var leftParts: [BarButtonPart] = []
  private var rightParts: [BarButtonPart] = []
  private var shownSubviews: [UIView] = []
  final var goBack: (() -> Void)?
  /// The buttons of a split view, before those of the item that shows.
  final var columnItems: [UIBarButtonItem] = [] {
    didSet { if columnItems != oldValue { update() } }
  }
  private var stack: [UINavigationItem] = []
  private var item: UINavigationItem?
  private var backItemShown: UINavigationItem?
  final var images: [Int: UIImage] = [:]
  private var wasLarge = false
  private var wantsUpdate = false

  /// The height of the row with the title, in points.
  static let height: CGFloat = 44
  /// The height of the row with a large title, in points.
  static let largeTitleHeight: CGFloat = 52
  /// The height of the row with a field of search, in points.
  static let searchHeight: CGFloat = 52
  /// The height of the row with a prompt, in points.
  static let promptHeight: CGFloat = 30
  /// The distance of buttons from the edges, in points.
  private static let margin: CGFloat = 8

  /// The object notified of items that are put and taken.
  open weak var delegate: (any UINavigationBarDelegate)?

  /// Whether what lies below shows through a little; true by default.
  ///
  /// Views of controllers reach under a translucent bar; they lie below another one.
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
  /// The attributes of the title of a bar without a look.
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { update() } }
  /// The attributes of the large title of a bar without a look.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { update() } }
  /// The line below a bar without a look; nil for the usual one.
  open var shadowImage: UIImage? { didSet { update() } }
  /// The picture of the button back; nil for an angle.
  open var backIndicatorImage: UIImage? { didSet { update() } }
  /// The picture that titles which move under the other are cut by; nil for the same.
  open var backIndicatorTransitionMaskImage: UIImage?
  /// Whether titles are large where items do not say otherwise; false by default.
  open var prefersLargeTitles = false {
    didSet { if prefersLargeTitles != oldValue { update() } }
  }
  /// The look; nil, the default, for the colours above.
  open var standardAppearance: UINavigationBarAppearance {
    get {
      // The caller may change it: it is shown anew with the next layout.
      wantsUpdate = true
      setNeedsLayout()
      if let ownStandard { return ownStandard }
      let made = UINavigationBarAppearance()
      ownStandard = made
      return made
    }
    set { ownStandard = newValue }
  }
  final var ownStandard: UINavigationBarAppearance? { didSet { update() } }
  /// The look across, on a phone; nil for `standardAppearance`.
  open var compactAppearance: UINavigationBarAppearance? { didSet { update() } }
  /// The look over the beginning of the content; nil for `standardAppearance`.
  open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { update() } }
  /// The look across, over the beginning of the content; nil for `scrollEdgeAppearance`.
  open var compactScrollEdgeAppearance: UINavigationBarAppearance? { didSet { update() } }

  /// The items, from the first one to the one that shows.
  open var items: [UINavigationItem]? {
    get { stack }
    set { setItems(newValue, animated: false) }
  }
  /// The item that it shows.
  open var topItem: UINavigationItem? { item }
  /// The item below.
  open var backItem: UINavigationItem? { backItemShown }
  /// The place of the bar: at the top.
  open var barPosition: UIBarPosition {
    let said = delegate?.position(for: self) ?? .any
    return said == .any ? .top : said
  }

  /// Creates a bar.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  private func prepare() {
    label.textAlignment = .center
    small.textAlignment = .center
    promptLabel.textAlignment = .center
    for title in [label, large] { title.accessibilityTraits = .header }
    for view in [background, promptLabel, label, small, large, back] { addSubview(view) }
    back.titleLabel?.font = .systemFont(ofSize: 17)
    back.addAction(UIAction { [weak self] _ in self?.backTapped() }, for: .touchUpInside)
    back.contentHorizontalAlignment = .leading
    update()
  }

  /// Creates a bar from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    coder.finish(self, UINavigationBar.self)
  }

  // MARK: Items

  /// Sets the items.
  open func setItems(_ items: [UINavigationItem]?, animated: Bool) {
    stack = items ?? []
    let below = stack.count > 1 ? stack[stack.count - 2] : nil
    show(stack.last, below: below)
  }

  /// Puts an item on the bar, unless the delegate refuses.
  open func pushItem(_ item: UINavigationItem, animated: Bool) {
    guard delegate?.navigationBar(self, shouldPush: item) ?? true else { return }
    setItems(stack + [item], animated: animated)
    delegate?.navigationBar(self, didPush: item)
  }

  /// Takes the item that shows from the bar, unless it is the only one or the delegate refuses.
  @discardableResult
  open func popItem(animated: Bool) -> UINavigationItem? {
    guard stack.count > 1, let last = stack.last,
      delegate?.navigationBar(self, shouldPop: last) ?? true
    else { return nil }
    setItems(stack.dropLast(), animated: animated)
    delegate?.navigationBar(self, didPop: last)
    return last
  }

  /// Shows an item of a controller, with the item of the controller below.
  final func show(_ item: UINavigationItem?, below: UINavigationItem?) {
    self.item?.changed = nil
    self.item = item
    backItemShown = below
    item?.changed = { [weak self] in self?.update() }
    update()
  }

  private func backTapped() {
    if let button = backItemShown?.backBarButtonItem, button.action != nil, goBack == nil {
      return button.perform()
    }
    if let goBack { goBack() } else { popItem(animated: true) }
  }

  // MARK: Pictures

  /// Sets the picture of the background of a bar without a look; or nil.
  open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
    images[barMetrics.rawValue] = backgroundImage
    update()
  }

  /// Sets the picture of the background of a bar at a place; the place does not matter.
  open func setBackgroundImage(
    _ backgroundImage: UIImage?,
    for position: UIBarPosition,
    barMetrics: UIBarMetrics
  ) { setBackgroundImage(backgroundImage, for: barMetrics) }

  /// Returns the picture of the background that was set.
  open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? {
    images[barMetrics.rawValue]
  }

  // MARK: Looks

  /// Whether the title of the item that shows is large.
  final var showsLargeTitle: Bool {
    guard prefersLargeTitles, let item, item.title?.isEmpty == false else { return false }
    switch item.largeTitleDisplayMode {
    case .always: return true
    case .never: return false
    case .automatic: return backItemShown?.largeTitleDisplayMode != .never
    }
  }

  /// The height of all rows, in points.
  final var contentHeight: CGFloat {
    UINavigationBar.height + (showsLargeTitle ? UINavigationBar.largeTitleHeight : 0)
      + (item?.prompt == nil ? 0 : UINavigationBar.promptHeight)
      + (searchBar == nil ? 0 : UINavigationBar.searchHeight)
  }

  private var searchBar: UISearchBar? {
    guard let search = item?.searchController, !search.showsElsewhere else { return nil }
    return search.searchBar
  }

  private var look: UINavigationBarAppearance? {
    if showsLargeTitle, let edge = item?.scrollEdgeAppearance ?? scrollEdgeAppearance {
      return edge
    }
    return item?.standardAppearance ?? ownStandard ?? item?.scrollEdgeAppearance
      ?? scrollEdgeAppearance
  }

  private func attributes(
    _ size: CGFloat,
    _ weight: UIFont.Weight,
    _ more: [NSAttributedString.Key: Any]?
  ) -> [NSAttributedString.Key: Any] {
    let plain: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: size, weight: weight),
      .foregroundColor: barStyle == .black ? UIColor.white : UIColor.label,
    ]
    return plain.merging(more ?? [:]) { $1 }
  }

  private func update() {
    let look = look
    background.show(
      BarBackground.Facts(
        look: look,
        isTranslucent: isTranslucent,
        tint: barTintColor,
        style: barStyle,
        image: images[UIBarMetrics.default.rawValue],
        shadow: shadowImage
      )
    )
    let title = item?.title ?? ""
    let isLarge = showsLargeTitle
    label.attributedText = NSAttributedString(
      string: isLarge || item?.titleView != nil ? "" : title,
      attributes: attributes(17, .semibold, look?.titleTextAttributes ?? titleTextAttributes)
    )
    small.attributedText = NSAttributedString(
      string: item?.subtitleView == nil ? item?.subtitle ?? "" : "",
      attributes: attributes(12, .regular, look?.subtitleTextAttributes)
    )
    let largeAttributes = look?.largeTitleTextAttributes ?? largeTitleTextAttributes
    large.attributedText = NSAttributedString(
      string: isLarge ? title : "",
      attributes: attributes(34, .bold, largeAttributes)
    )
    promptLabel.attributedText = NSAttributedString(
      string: item?.prompt ?? "",
      attributes: attributes(13, .regular, nil)
    )
    updateBack(look)
    rebuildParts(look)
    if isLarge != wasLarge || frame.height < contentHeight {
      wasLarge = isLarge
      superview?.setNeedsLayout()
    }
    setNeedsLayout()
  }

  private func updateBack(_ look: UINavigationBarAppearance?) {
    let hasLeft = item?.leftBarButtonItem != nil && item?.leftItemsSupplementBackButton != true
    back.isHidden = backItemShown == nil || item?.hidesBackButton == true || hasLeft
    let indicator = look?.backIndicatorImage ?? backIndicatorImage
    back.setImage(indicator?.withRenderingMode(.alwaysTemplate), for: .normal)
    let text = backItemShown?.shownBackTitle ?? ""
    let own = look?.backButtonAppearance.normal.titleTextAttributes ?? [:]
    let plain: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 17),
      .foregroundColor: backItemShown?.backBarButtonItem?.tintColor ?? tintColor
        ?? UIColor.tintColor,
    ]
    back.setAttributedTitle(
      NSAttributedString(
        string: indicator == nil ? "\u{2039} \(text)" : text,
        attributes: plain.merging(own) { $1 }
      ),
      for: .normal
    )
    back.tintColor = tintColor
    back.accessibilityLabel = text.isEmpty ? "Back" : text
  }

  private func rebuildParts(_ look: UINavigationBarAppearance?) {
    for view in leftParts + rightParts { view.removeFromSuperview() }
    func parts(_ items: [UIBarButtonItem]?) -> [BarButtonPart] {
      (items ?? []).filter { !$0.isHidden }.map { item in
        Appearances.dress(item, in: self)
        item.changed = { [weak self] in self?.update() }
        return BarButtonPart(item, look: look?.buttons(item.style))
      }
    }
    leftParts = parts(columnItems + (item?.leftBarButtonItems ?? []))
    rightParts = parts(item?.rightBarButtonItems)
    let views = [item?.titleView, item?.subtitleView, searchBar].compactMap { $0 }
    for view in shownSubviews where !views.contains(view) && view.superview === self {
      view.removeFromSuperview()
    }
    shownSubviews = views
    // A field that is edited stays where it is.
    for view in views where view.superview !== self { addSubview(view) }
    for view in leftParts + rightParts { addSubview(view) }
  }

  /// Buttons take what appearance proxies of the window's views say.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil, Appearances.isAny { update() }
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    update()
  }

  // MARK: Layout

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: contentHeight)
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: contentHeight)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if wantsUpdate {
      wantsUpdate = false
      update()
    }
    background.frame = bounds
    var top = bounds.height - contentHeight
    let width = bounds.width
    if item?.prompt != nil {
      promptLabel.frame = CGRect(x: 0, y: top, width: width, height: UINavigationBar.promptHeight)
      top += UINavigationBar.promptHeight
    }
    layOutRow(top)
    top += UINavigationBar.height
    if showsLargeTitle {
      let height = UINavigationBar.largeTitleHeight
      large.frame = CGRect(x: 16, y: top, width: max(width - 32, 0), height: height - 8)
      top += height
    } else {
      large.frame = .zero
    }
    searchBar?.frame = CGRect(x: 0, y: top, width: width, height: UINavigationBar.searchHeight)
  }

  private func layOutRow(_ top: CGFloat) {
    let (height, margin) = (UINavigationBar.height, UINavigationBar.margin)
    let inner = CGRect(
      x: safeAreaInsets.left + margin,
      y: top,
      width: max(bounds.width - safeAreaInsets.left - safeAreaInsets.right - 2 * margin, 0),
      height: height
    )
    var (left, right) = (inner.minX, inner.maxX)
    if !back.isHidden {
      let size = back.sizeThatFits(CGSize(width: inner.width, height: height))
      let backWidth = min(max(size.width, BarButtonPart.leastWidth), inner.width / 2)
      back.frame = CGRect(x: inner.minX, y: top, width: backWidth, height: height)
      left = back.frame.maxX + margin
    }
    let isFromRight = effectiveUserInterfaceLayoutDirection == .rightToLeft
    var (atLeft, atRight) = (leftParts, rightParts)
    if isFromRight { swap(&atLeft, &atRight) }
    let room = CGRect(x: left, y: top, width: max(right - left, 0), height: height)
    place(atLeft, BarRow.frames(widths(atLeft), in: room, isFromRight: false))
    place(atRight, BarRow.frames(widths(atRight), in: room, isFromRight: true))
    left = max(left, atLeft.last?.frame.maxX ?? left)
    right = min(right, atRight.last?.frame.minX ?? right)
    layOutTitle(top, left, right)
  }

  private func widths(_ parts: [BarButtonPart]) -> [CGFloat] {
    parts.map { $0.width(height: UINavigationBar.height) }
  }

  private func place(_ parts: [BarButtonPart], _ frames: [CGRect]) {
    for (part, frame) in zip(parts, frames) { part.frame = frame }
  }

  /// Puts the title in the middle of the bar, or of the room between buttons if that is too small.
  private func layOutTitle(_ top: CGFloat, _ left: CGFloat, _ right: CGFloat) {
    let room = max(right - left, 0)
    let half = max(min(bounds.midX - left, right - bounds.midX), 0)
    func frame(_ size: CGSize, _ y: CGFloat) -> CGRect {
      let width = min(size.width.rounded(.up), room)
      let middle = width <= 2 * half ? bounds.midX : (left + right) / 2
      return CGRect(x: (middle - width / 2).rounded(), y: y, width: width, height: size.height)
    }
    let row = UINavigationBar.height
    let second: UIView? = item?.subtitleView ?? (item?.subtitle == nil ? nil : small)
    let first: UIView = item?.titleView ?? label
    var size = first.sizeThatFits(CGSize(width: room, height: row))
    if first !== label {
      if !first.translatesAutoresizingMaskIntoConstraints {
        size = first.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
      } else if first.bounds.size != .zero {
        size = first.bounds.size
      }
    }
    size.height = min(size.height, row)
    let secondSize = second?.sizeThatFits(CGSize(width: room, height: row)) ?? .zero
    let y = top + ((row - size.height - secondSize.height) / 2).rounded()
    first.frame = frame(size, y)
    second?.frame = frame(secondSize, y + size.height)
    if second !== small { small.frame = .zero }
  }
}
