// The common part of items of bars.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The title and the image of one thing in a bar.
@preconcurrency
@MainActor
open class UIBarItem: NSObject {
  /// The text.
  open var title: String? { didSet { changed?() } }
  /// The picture; nil if there is none.
  open var image: UIImage? { didSet { changed?() } }
  /// The picture on a phone that is held across; nil for `image`.
  open var landscapeImagePhone: UIImage? { didSet { changed?() } }
  /// The picture that is shown enlarged to people who ask for large text; nil if there is none.
  open var largeContentSizeImage: UIImage?
  /// The room around the picture, in points.
  open var imageInsets = UIEdgeInsets.zero { didSet { changed?() } }
  /// The room around `landscapeImagePhone`, in points.
  open var landscapeImagePhoneInsets = UIEdgeInsets.zero { didSet { changed?() } }
  /// Whether it is tapped; true by default.
  open var isEnabled = true { didSet { changed?() } }
  /// A number for the program's own use.
  open var tag = 0
  /// A name for tests; nil by default.
  open var accessibilityIdentifier: String?
  /// A short description for people who do not see the bar; the title by default.
  open var accessibilityLabel: String? {
    get { ownLabel ?? title }
    set { ownLabel = newValue }
  }
  /// A hint at what happens on a touch; nil by default.
  open var accessibilityHint: String?
  /// The value as a text; nil by default.
  open var accessibilityValue: String?
  final var changed: (() -> Void)?
  private var ownLabel: String?
  /// The values that the item took from appearance proxies.
  final var takenAppearance: [Int: NSObject] = [:]
  /// The attributes of the title, by the bits of the state.
  final var titleAttributes: [UInt: [NSAttributedString.Key: Any]] = [:] {
    didSet { changed?() }
  }

  /// Creates an item without title and picture.
  public override init() { super.init() }

  /// Sets the attributes of the title for a state; nil for those of the bar.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?,
    for state: UIControl.State
  ) {
    titleAttributes[state.rawValue] = attributes
  }

  /// Returns the attributes of the title that were set for a state; nil if none were.
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    titleAttributes[state.rawValue]
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// The colours of bars before there were styles of interfaces.
public enum UIBarStyle: Int, Sendable {
  /// Light, and dark where the style of the interface is.
  case `default` = 0
  /// Dark.
  case black = 1
}

/// The place of a bar.
public enum UIBarPosition: Int, Sendable {
  /// Not said.
  case any = 0
  /// At the bottom.
  case bottom = 1
  /// At the top.
  case top = 2
  /// At the top, under a status bar.
  case topAttached = 3
}

/// The kinds of bars that looks are set for.
public enum UIBarMetrics: Int, Sendable {
  /// Upright.
  case `default` = 0
  /// Across, on a phone.
  case compact = 1
  /// Upright, with a prompt.
  case defaultPrompt = 101
  /// Across, with a prompt.
  case compactPrompt = 102
}

/// A bar that says its place.
@preconcurrency
@MainActor
public protocol UIBarPositioning: NSObjectProtocol {
  /// The place of the bar.
  var barPosition: UIBarPosition { get }
}

/// Says the place of a bar.
@preconcurrency
@MainActor
public protocol UIBarPositioningDelegate: AnyObject {
  /// Returns the place of a bar.
  func position(for bar: any UIBarPositioning) -> UIBarPosition
}

extension UIBarPositioningDelegate {
  /// Not said.
  public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}
