// Bars with tools.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Says the place of a bar with tools.
@preconcurrency
@MainActor
public protocol UIToolbarDelegate: UIBarPositioningDelegate {}

/// A bar with buttons, of 44 points height.
///
/// ```swift
/// toolbar.items = [edit, .flexibleSpace(), delete]
/// ```
open class UIToolbar: UIView, UIBarPositioning {
  private let background = BarBackground(edge: .top)
  private var parts: [BarButtonPart] = []
  private var pictures: [Int: UIImage] = [:]
  private var shadows: [Int: UIImage] = [:]

  /// The height, in points.
  static let height: CGFloat = 44
  /// The distance of buttons from the edges, in points.
  private static let margin: CGFloat = 8

  /// The object that says the place.
  open weak var delegate: (any UIToolbarDelegate)?
  /// The buttons and rooms, from the leading side on; nil if there are none.
  open var items: [UIBarButtonItem]? { didSet { rebuild() } }
  /// The colours of a bar without a look; default by default.
  open var barStyle = UIBarStyle.default { didSet { update() } }
  /// The colour of a bar without a look; nil for the usual one.
  open var barTintColor: UIColor? { didSet { update() } }
  /// Whether what lies below shows through a little; true by default.
  open var isTranslucent = true { didSet { update() } }
  /// The look; the usual one by default.
  open var standardAppearance: UIToolbarAppearance {
    get {
      if let ownStandard { return ownStandard }
      let made = UIToolbarAppearance()
      ownStandard = made
      return made
    }
    set { ownStandard = newValue }
  }
  final var ownStandard: UIToolbarAppearance? { didSet { rebuild() } }
  /// The look across, on a phone; nil for `standardAppearance`.
  open var compactAppearance: UIToolbarAppearance? { didSet { rebuild() } }
  /// The look over the end of the content; nil for `standardAppearance`.
  ///
  /// **Differences**: it is shown where there is no `standardAppearance`.
  open var scrollEdgeAppearance: UIToolbarAppearance? { didSet { rebuild() } }
  /// The look across, over the end of the content; nil for `scrollEdgeAppearance`.
  open var compactScrollEdgeAppearance: UIToolbarAppearance? { didSet { rebuild() } }
  /// The place of the bar.
  open var barPosition: UIBarPosition { delegate?.position(for: self) ?? .bottom }

  /// Creates a bar.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  private func prepare() {
    addSubview(background)
    update()
  }

  /// Creates a bar from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    coder.finish(self, UIToolbar.self)
  }

  /// Sets the buttons.
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

  /// Sets the picture of the background of a bar without a look; or nil.
  open func setBackgroundImage(
    _ backgroundImage: UIImage?,
    forToolbarPosition topOrBottom: UIBarPosition,
    barMetrics: UIBarMetrics
  ) {
    pictures[topOrBottom.rawValue] = backgroundImage
    update()
  }

  /// Returns the picture of the background that was set.
  open func backgroundImage(
    forToolbarPosition topOrBottom: UIBarPosition,
    barMetrics: UIBarMetrics
  ) -> UIImage? { pictures[topOrBottom.rawValue] ?? pictures[UIBarPosition.any.rawValue] }

  /// Sets the line above a bar without a look; nil for the usual one.
  open func setShadowImage(_ shadowImage: UIImage?, forToolbarPosition: UIBarPosition) {
    shadows[forToolbarPosition.rawValue] = shadowImage
    update()
  }

  /// Returns the line that was set.
  open func shadowImage(forToolbarPosition topOrBottom: UIBarPosition) -> UIImage? {
    shadows[topOrBottom.rawValue] ?? shadows[UIBarPosition.any.rawValue]
  }

  private var look: UIToolbarAppearance? { ownStandard ?? scrollEdgeAppearance }

  private func update() {
    background.show(
      BarBackground.Facts(
        look: look,
        isTranslucent: isTranslucent,
        tint: barTintColor,
        style: barStyle,
        image: backgroundImage(forToolbarPosition: barPosition, barMetrics: .default),
        shadow: shadowImage(forToolbarPosition: barPosition)
      )
    )
  }

  private func rebuild() {
    for part in parts { part.removeFromSuperview() }
    let look = look
    parts = (items ?? []).filter { !$0.isHidden }.map { item in
      Appearances.dress(item, in: self)
      item.changed = { [weak self] in self?.rebuild() }
      return BarButtonPart(
        item,
        look: item.style == .done ? look?.doneButtonAppearance : look?.buttonAppearance
      )
    }
    for part in parts { addSubview(part) }
    update()
    setNeedsLayout()
  }

  /// Buttons take what appearance proxies of the window's views say.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil, Appearances.isAny { rebuild() }
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    rebuild()
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: UIToolbar.height)
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIToolbar.height)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    let row = CGRect(
      x: safeAreaInsets.left + UIToolbar.margin,
      y: 0,
      width: max(
        bounds.width - safeAreaInsets.left - safeAreaInsets.right - 2 * UIToolbar.margin,
        0
      ),
      height: min(UIToolbar.height, bounds.height)
    )
    let widths = BarRow.spread(
      parts.map { $0.item.systemItem == .flexibleSpace ? nil : $0.width(height: row.height) },
      over: row.width
    )
    let isFromRight = effectiveUserInterfaceLayoutDirection == .rightToLeft
    for (part, frame) in zip(parts, BarRow.frames(widths, in: row, isFromRight: isFromRight)) {
      part.frame = frame
    }
  }
}
