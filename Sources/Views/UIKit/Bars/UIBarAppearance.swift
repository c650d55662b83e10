// The looks of bars.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The background of a bar and the line at its edge.
///
/// ```swift
/// let look = UINavigationBarAppearance()
/// look.configureWithOpaqueBackground()
/// look.backgroundColor = .systemIndigo
/// navigationBar.standardAppearance = look
/// ```
@preconcurrency
@MainActor
open class UIBarAppearance: NSObject, NSCopying {
  /// The effect behind the colour; nil if there is none.
  ///
  /// **Differences**: without a colour, a bar with an effect is light, or dark, and lets a little
  /// of what lies below through.
  open var backgroundEffect: UIBlurEffect? = UIBlurEffect(style: .systemChromeMaterial)
  /// The colour of the background; nil, the default, if there is none.
  open var backgroundColor: UIColor?
  /// The picture of the background; nil if there is none.
  open var backgroundImage: UIImage?
  /// The place of the picture.
  open var backgroundImageContentMode = UIView.ContentMode.scaleToFill
  /// The colour of the line; or nil.
  open var shadowColor: UIColor? = .separator
  /// A picture in place of the line, in its colour; nil if there is none.
  open var shadowImage: UIImage?
  /// The kind of device that the look is for.
  public let idiom: UIUserInterfaceIdiom

  /// Creates the usual look.
  public override convenience init() { self.init(idiom: .unspecified) }

  /// Creates the usual look for a kind of device.
  public init(idiom: UIUserInterfaceIdiom) {
    self.idiom = idiom
    super.init()
  }

  /// Creates a look that has background and line of another one.
  public required init(barAppearance: UIBarAppearance) {
    idiom = barAppearance.idiom
    super.init()
    take(barAppearance)
  }

  func take(_ other: UIBarAppearance) {
    backgroundEffect = other.backgroundEffect
    backgroundColor = other.backgroundColor
    backgroundImage = other.backgroundImage
    backgroundImageContentMode = other.backgroundImageContentMode
    shadowColor = other.shadowColor
    shadowImage = other.shadowImage
  }

  // `Any` because: it is NSCopying's.
  /// A copy, of the same class.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any {
    onViewThread { type(of: self).init(barAppearance: self) }
  }

  /// Sets the usual background and line.
  open func configureWithDefaultBackground() {
    clear()
    backgroundEffect = UIBlurEffect(style: .systemChromeMaterial)
    shadowColor = .separator
  }

  /// Sets a background that nothing shows through, and the line.
  open func configureWithOpaqueBackground() {
    clear()
    backgroundColor = .systemBackground
    shadowColor = .separator
  }

  /// Sets no background and no line.
  open func configureWithTransparentBackground() { clear() }

  private func clear() {
    backgroundEffect = nil
    backgroundColor = nil
    backgroundImage = nil
    shadowColor = nil
    shadowImage = nil
  }

  /// Whether the look has a background.
  final var hasBackground: Bool {
    backgroundEffect != nil || backgroundColor != nil || backgroundImage != nil
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// The look of a button of a bar in one state.
@preconcurrency
@MainActor
open class UIBarButtonItemStateAppearance: NSObject {
  /// The attributes of the title.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// Moves the title, in points.
  open var titlePositionAdjustment = UIOffset.zero
  /// The picture behind the button; nil if there is none.
  open var backgroundImage: UIImage?
  /// Moves that picture, in points.
  open var backgroundImagePositionAdjustment = UIOffset.zero

  func take(_ other: UIBarButtonItemStateAppearance) {
    titleTextAttributes = other.titleTextAttributes
    titlePositionAdjustment = other.titlePositionAdjustment
    backgroundImage = other.backgroundImage
    backgroundImagePositionAdjustment = other.backgroundImagePositionAdjustment
  }
}

/// The look of buttons of a bar.
@preconcurrency
@MainActor
open class UIBarButtonItemAppearance: NSObject, NSCopying {
  /// The look of buttons by themselves.
  public let normal = UIBarButtonItemStateAppearance()
  /// The look under a finger.
  public let highlighted = UIBarButtonItemStateAppearance()
  /// The look of buttons that take no touches.
  public let disabled = UIBarButtonItemStateAppearance()
  /// The look of buttons that keys go to.
  public let focused = UIBarButtonItemStateAppearance()

  /// Creates the usual look of plain buttons.
  public override convenience init() { self.init(style: .plain) }

  /// Creates the usual look of buttons of a style.
  public init(style: UIBarButtonItem.Style) {
    super.init()
    configureWithDefault(for: style)
  }

  /// Sets the usual look of buttons of a style.
  open func configureWithDefault(for style: UIBarButtonItem.Style) {
    let plain = UIBarButtonItemStateAppearance()
    if style == .done {
      plain.titleTextAttributes = [.font: UIFont.systemFont(ofSize: 17, weight: .semibold)]
    }
    for state in [normal, highlighted, disabled, focused] { state.take(plain) }
  }

  // `Any` because: it is NSCopying's.
  /// A copy.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any {
    onViewThread {
      let copy = UIBarButtonItemAppearance(style: .plain)
      copy.normal.take(normal)
      copy.highlighted.take(highlighted)
      copy.disabled.take(disabled)
      copy.focused.take(focused)
      return copy
    }
  }
}

/// The look of a bar with a title.
@preconcurrency
@MainActor
open class UINavigationBarAppearance: UIBarAppearance {
  /// The attributes of the title.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// Moves the title, in points.
  open var titlePositionAdjustment = UIOffset.zero
  /// The attributes of the large title.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The attributes of the line below the title.
  open var subtitleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The look of plain buttons.
  open var buttonAppearance = UIBarButtonItemAppearance(style: .plain)
  /// The look of buttons for the end of something.
  open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done)
  /// The look of the button back.
  open var backButtonAppearance = UIBarButtonItemAppearance(style: .plain)
  /// The picture beside the title of the button back; nil for an angle.
  open private(set) var backIndicatorImage: UIImage?
  /// The picture that titles which move under the other are cut by; nil for the same.
  open private(set) var backIndicatorTransitionMaskImage: UIImage?

  /// Sets the picture of the button back; both or none.
  open func setBackIndicatorImage(
    _ backIndicatorImage: UIImage?,
    transitionMaskImage: UIImage?
  ) {
    self.backIndicatorImage = backIndicatorImage
    backIndicatorTransitionMaskImage = transitionMaskImage
  }

  override func take(_ other: UIBarAppearance) {
    super.take(other)
    guard let other = other as? UINavigationBarAppearance else { return }
    titleTextAttributes = other.titleTextAttributes
    titlePositionAdjustment = other.titlePositionAdjustment
    largeTitleTextAttributes = other.largeTitleTextAttributes
    subtitleTextAttributes = other.subtitleTextAttributes
    buttonAppearance = copied(other.buttonAppearance)
    doneButtonAppearance = copied(other.doneButtonAppearance)
    backButtonAppearance = copied(other.backButtonAppearance)
    setBackIndicatorImage(
      other.backIndicatorImage,
      transitionMaskImage: other.backIndicatorTransitionMaskImage
    )
  }

  /// The look of a button's title.
  final func buttons(_ style: UIBarButtonItem.Style) -> UIBarButtonItemAppearance {
    style == .done ? doneButtonAppearance : buttonAppearance
  }
}

/// The look of a bar with tools.
@preconcurrency
@MainActor
open class UIToolbarAppearance: UIBarAppearance {
  /// The look of plain buttons.
  open var buttonAppearance = UIBarButtonItemAppearance(style: .plain)
  /// The look of buttons for the end of something.
  open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done)

  override func take(_ other: UIBarAppearance) {
    super.take(other)
    guard let other = other as? UIToolbarAppearance else { return }
    buttonAppearance = copied(other.buttonAppearance)
    doneButtonAppearance = copied(other.doneButtonAppearance)
  }
}

/// The look of a tab in one state.
@preconcurrency
@MainActor
open class UITabBarItemStateAppearance: NSObject {
  /// The attributes of the title.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// Moves the title, in points.
  open var titlePositionAdjustment = UIOffset.zero
  /// The colour of the picture; nil for that of the bar.
  open var iconColor: UIColor?
  /// The attributes of the badge.
  open var badgeTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The colour of the badge; nil for red.
  open var badgeBackgroundColor: UIColor?
  /// Moves the badge, in points.
  open var badgePositionAdjustment = UIOffset.zero
  /// Moves the title of the badge, in points.
  open var badgeTitlePositionAdjustment = UIOffset.zero

  func take(_ other: UITabBarItemStateAppearance) {
    titleTextAttributes = other.titleTextAttributes
    titlePositionAdjustment = other.titlePositionAdjustment
    iconColor = other.iconColor
    badgeTextAttributes = other.badgeTextAttributes
    badgeBackgroundColor = other.badgeBackgroundColor
    badgePositionAdjustment = other.badgePositionAdjustment
    badgeTitlePositionAdjustment = other.badgeTitlePositionAdjustment
  }
}

/// The look of tabs.
@preconcurrency
@MainActor
open class UITabBarItemAppearance: NSObject, NSCopying {
  /// The place of title and picture.
  public enum Style: Int, Sendable {
    /// The picture over the title.
    case stacked = 0
    /// The picture beside the title.
    case inline = 1
    /// The same, in a lower bar.
    case compactInline = 2
  }

  /// The look of tabs by themselves.
  public let normal = UITabBarItemStateAppearance()
  /// The look of the chosen tab.
  public let selected = UITabBarItemStateAppearance()
  /// The look of tabs that take no touches.
  public let disabled = UITabBarItemStateAppearance()
  /// The look of tabs that keys go to.
  public let focused = UITabBarItemStateAppearance()

  /// Creates the usual look of stacked tabs.
  public override convenience init() { self.init(style: .stacked) }

  /// Creates the usual look of tabs of a style.
  public init(style: Style) { super.init() }

  /// Sets the usual look.
  open func configureWithDefault(for style: Style) {
    let plain = UITabBarItemStateAppearance()
    for state in [normal, selected, disabled, focused] { state.take(plain) }
  }

  // `Any` because: it is NSCopying's.
  /// A copy.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any {
    onViewThread {
      let copy = UITabBarItemAppearance(style: .stacked)
      copy.normal.take(normal)
      copy.selected.take(selected)
      copy.disabled.take(disabled)
      copy.focused.take(focused)
      return copy
    }
  }
}

/// The look of a bar of tabs.
@preconcurrency
@MainActor
open class UITabBarAppearance: UIBarAppearance {
  /// The look of tabs with the picture over the title.
  open var stackedLayoutAppearance = UITabBarItemAppearance(style: .stacked)
  /// The look of tabs with the picture beside the title.
  ///
  /// **Differences**: tabs are stacked in all bars.
  open var inlineLayoutAppearance = UITabBarItemAppearance(style: .inline)
  /// The look of such tabs in a lower bar.
  open var compactInlineLayoutAppearance = UITabBarItemAppearance(style: .compactInline)
  /// The colour behind the chosen tab; nil if there is none.
  open var selectionIndicatorTintColor: UIColor?

  override func take(_ other: UIBarAppearance) {
    super.take(other)
    guard let other = other as? UITabBarAppearance else { return }
    stackedLayoutAppearance = copied(other.stackedLayoutAppearance)
    inlineLayoutAppearance = copied(other.inlineLayoutAppearance)
    compactInlineLayoutAppearance = copied(other.compactInlineLayoutAppearance)
    selectionIndicatorTintColor = other.selectionIndicatorTintColor
  }
}

/// A copy of a look.
@MainActor
func copied<Look: NSObject & NSCopying>(_ look: Look) -> Look { look.copy() as? Look ?? look }
