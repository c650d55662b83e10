// Large pictures of small controls, for people who need large text.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Something that a long touch shows large, in the middle of the window.
@preconcurrency
@MainActor
public protocol UILargeContentViewerItem: NSObjectProtocol {
  /// Whether it is shown large.
  var showsLargeContentViewer: Bool { get }
  /// The text, or nil.
  var largeContentTitle: String? { get }
  /// The picture, or nil.
  var largeContentImage: UIImage? { get }
  /// Whether the picture is enlarged.
  var scalesLargeContentImage: Bool { get }
  /// The distances by which the picture is moved, in points.
  var largeContentImageInsets: UIEdgeInsets { get }
}

/// The facts of a view's large picture.
struct LargeContent {
  var isShown: Bool?
  var title: String?
  var image: UIImage?
  var scales = false
  var insets = UIEdgeInsets.zero
}

extension UIView: UILargeContentViewerItem {
  /// Whether the view is shown large by a long touch, where an interaction of it or of a view
  /// around it says so; false by default.
  public var showsLargeContentViewer: Bool {
    get { accessibilityFacts?.largeContent.isShown ?? false }
    set { ownFacts.largeContent.isShown = newValue }
  }

  /// The text; that of a label, the title of a button, by default.
  public var largeContentTitle: String? {
    get { accessibilityFacts?.largeContent.title ?? standardLargeContent.title }
    set { ownFacts.largeContent.title = newValue }
  }

  /// The picture; that of a button or of an image view by default.
  public var largeContentImage: UIImage? {
    get { accessibilityFacts?.largeContent.image ?? standardLargeContent.image }
    set { ownFacts.largeContent.image = newValue }
  }

  /// Whether the picture is enlarged; false by default.
  public var scalesLargeContentImage: Bool {
    get { accessibilityFacts?.largeContent.scales ?? false }
    set { ownFacts.largeContent.scales = newValue }
  }

  /// The distances by which the picture is moved, in points; zero by default.
  public var largeContentImageInsets: UIEdgeInsets {
    get { accessibilityFacts?.largeContent.insets ?? .zero }
    set { ownFacts.largeContent.insets = newValue }
  }

  private var standardLargeContent: (title: String?, image: UIImage?) {
    switch self {
    case let label as UILabel: (label.text, nil)
    case let button as UIButton:
      (
        button.currentTitle ?? button.currentAttributedTitle?.string
          ?? button.configuration?.title,
        button.currentImage ?? button.configuration?.image
      )
    case let view as UIImageView: (nil, view.image)
    default: (nil, nil)
    }
  }
}

/// Chooses what an interaction shows large, and hears of its end.
@preconcurrency
@MainActor
public protocol UILargeContentViewerInteractionDelegate: NSObjectProtocol {
  /// A finger was lifted over an item that was shown; by default a control gets a tap.
  func largeContentViewerInteraction(
    _ interaction: UILargeContentViewerInteraction,
    didEndOn item: (any UILargeContentViewerItem)?,
    at point: CGPoint
  )
  /// Returns the item at a point of the view; the innermost view there that is shown large by
  /// default.
  func largeContentViewerInteraction(
    _ interaction: UILargeContentViewerInteraction,
    itemAt point: CGPoint
  ) -> (any UILargeContentViewerItem)?
  /// Returns the controller in whose middle the item is shown; that of the window by default.
  func viewController(
    for interaction: UILargeContentViewerInteraction
  ) -> UIViewController?
}

extension UILargeContentViewerInteractionDelegate {
  /// Taps a control.
  public func largeContentViewerInteraction(
    _ interaction: UILargeContentViewerInteraction,
    didEndOn item: (any UILargeContentViewerItem)?,
    at point: CGPoint
  ) { interaction.tap(item) }
  /// The innermost view.
  public func largeContentViewerInteraction(
    _ interaction: UILargeContentViewerInteraction,
    itemAt point: CGPoint
  ) -> (any UILargeContentViewerItem)? { interaction.standardItem(at: point) }
  /// Nil.
  public func viewController(
    for interaction: UILargeContentViewerInteraction
  ) -> UIViewController? { nil }
}

/// Shows what a finger rests on large, in the middle of the window, for text sizes beyond those of
/// the five accessibility sizes' least.
///
/// ```swift
/// button.showsLargeContentViewer = true
/// button.addInteraction(UILargeContentViewerInteraction())
/// ```
///
/// It works where the preferred size of text is one of the accessibility sizes, as on iOS. The
/// finger may go on to other items while the picture shows.
@preconcurrency
@MainActor
open class UILargeContentViewerInteraction: NSObject, UIInteraction {
  /// Whether the size of text is one of those for which items are shown large.
  public class var isEnabled: Bool {
    CurrentTraits.screen.preferredContentSizeCategory.isAccessibilityCategory
  }

  /// Posted when `isEnabled` changed.
  ///
  /// **Differences**: it is posted by programs alone; `UIContentSizeCategory` has a notification
  /// that the system posts.
  nonisolated public static let enabledStatusDidChangeNotification = Notification.Name(
    "UILargeContentViewerInteractionEnabledStatusDidChangeNotification"
  )

  /// The object that chooses items; the interaction does not retain it.
  open private(set) weak var delegate: (any UILargeContentViewerInteractionDelegate)?
  /// The view; nil if there is none.
  open private(set) weak var view: UIView?
  private var shown: (any UILargeContentViewerItem)?
  private let card = LargeContentCard(frame: .zero)
  private lazy var press = UILongPressGestureRecognizer { [weak self] _ in self?.pressed() }
  /// Takes touches only where items are shown large.
  private lazy var gate = LargeContentGate()

  /// Creates an interaction.
  ///
  /// - Parameter delegate: Chooses items; nil for the usual choice.
  public init(delegate: (any UILargeContentViewerInteractionDelegate)?) {
    self.delegate = delegate
    super.init()
  }

  /// Creates an interaction with the usual choice.
  public override convenience init() { self.init(delegate: nil) }

  /// The recogniser of the touch, for relations with others.
  open var gestureRecognizerForExclusionRelationship: UIGestureRecognizer { press }

  /// Takes the recogniser from the view.
  open func willMove(to view: UIView?) {
    guard let old = self.view else { return }
    hide()
    old.removeGestureRecognizer(press)
    self.view = nil
  }

  /// Gives the view the recogniser.
  open func didMove(to view: UIView?) {
    self.view = view
    guard let view else { return }
    press.delegate = gate
    view.addGestureRecognizer(press)
  }

  private func pressed() {
    guard let view else { return }
    let point = press.location(in: view)
    switch press.state {
    case .began, .changed: show(item(at: point))
    case .ended:
      let item = shown
      hide()
      guard item != nil else { return }
      if let delegate {
        delegate.largeContentViewerInteraction(self, didEndOn: item, at: point)
      } else {
        tap(item)
      }
    default: hide()
    }
  }

  private func item(at point: CGPoint) -> (any UILargeContentViewerItem)? {
    guard let delegate else { return standardItem(at: point) }
    return delegate.largeContentViewerInteraction(self, itemAt: point)
  }

  /// The innermost view at a point of the view that is shown large.
  final func standardItem(at point: CGPoint) -> (any UILargeContentViewerItem)? {
    guard let view else { return nil }
    var found = view.hitTest(point, with: nil)
    while let candidate = found, !candidate.showsLargeContentViewer {
      found = candidate === view ? nil : candidate.superview
    }
    return found
  }

  /// Does what a tap of a control does.
  final func tap(_ item: (any UILargeContentViewerItem)?) {
    guard let control = item as? UIControl, control.isEnabled else { return }
    control.sendActions(for: .touchUpInside)
  }

  private func show(_ item: (any UILargeContentViewerItem)?) {
    guard let item, item.showsLargeContentViewer else { return hide() }
    guard shown !== item else { return }
    shown = item
    let place = delegate?.viewController(for: self)?.viewIfLoaded ?? view?.window
    guard let place else { return }
    card.show(item)
    card.bounds.size = CGSize(width: LargeContentCard.side, height: LargeContentCard.side)
    card.center = CGPoint(x: place.bounds.midX, y: place.bounds.midY)
    place.addSubview(card)
  }

  private func hide() {
    shown = nil
    card.removeFromSuperview()
  }
}

/// Lets a long touch begin only where items are shown large.
@MainActor
private final class LargeContentGate: NSObject, UIGestureRecognizerDelegate {
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    UILargeContentViewerInteraction.isEnabled
  }
}

/// The plate with a large picture and a large text.
final class LargeContentCard: UIView {
  private let picture = UIImageView()
  private let text = UILabel()
  private var insets = UIEdgeInsets.zero
  private var scales = false
  /// The width and height, in points.
  static let side: CGFloat = 240
  private static let margin: CGFloat = 20
  private static let imageSide: CGFloat = 100

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 24
    clipsToBounds = true
    picture.tintColor = .label
    text.font = .systemFont(ofSize: 34, weight: .semibold)
    text.textAlignment = .center
    text.numberOfLines = 3
    addSubview(picture)
    addSubview(text)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ item: any UILargeContentViewerItem) {
    picture.image = item.largeContentImage
    text.text = item.largeContentTitle
    insets = item.largeContentImageInsets
    scales = item.scalesLargeContentImage
    picture.contentMode = scales ? .scaleAspectFit : .center
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let area = bounds.insetBy(dx: LargeContentCard.margin, dy: LargeContentCard.margin)
    let hasImage = picture.image != nil
    let hasText = text.text?.isEmpty == false
    let imageHeight = hasText ? LargeContentCard.imageSide : area.height
    let frame = CGRect(x: area.minX, y: area.minY, width: area.width, height: imageHeight)
    picture.frame = hasImage ? frame.inset(by: insets) : .zero
    let top = hasImage ? area.minY + imageHeight : area.minY
    text.frame =
      hasText ? CGRect(x: area.minX, y: top, width: area.width, height: area.maxY - top) : .zero
  }
}
