// The look of the focus, and guides for it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// The look of an item that has the focus.
@preconcurrency
@MainActor
open class UIFocusEffect: NSObject, NSCopying {
  /// Creates the usual look: a halo.
  public override init() { super.init() }

  /// Returns itself.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A line around an item that has the focus.
///
/// **Differences**: it is drawn as the item is when it gets the focus.
@preconcurrency
@MainActor
open class UIFocusHaloEffect: UIFocusEffect {
  /// The side of the outline that the line is on.
  public enum Position: Int, Sendable {
    /// Outside.
    case automatic = 0
    /// Outside.
    case outside = 1
    /// Inside.
    case inside = 2
  }

  /// The outline, in points of the item; nil for its bounds.
  final let outline: UIBezierPath?
  /// The view that the line is added to; nil for the item.
  open weak var containerView: UIView?
  /// The view that the line lies in front of, in `containerView`; nil for the front.
  open weak var referenceView: UIView?
  /// The side of the outline that the line is on.
  open var position = Position.automatic

  /// Creates a line around the bounds.
  public override init() {
    outline = nil
    super.init()
  }

  /// Creates a line around a rectangle, in points of the item.
  public init(rect: CGRect) {
    outline = UIBezierPath(rect: rect)
    super.init()
  }

  /// Creates a line around a rectangle with round corners, in points of the item.
  public init(roundedRect rect: CGRect, cornerRadius: CGFloat, curve: CALayerCornerCurve) {
    outline = UIBezierPath(roundedRect: rect, cornerRadius: cornerRadius)
    super.init()
  }

  /// Creates a line around an outline, in points of the item.
  public init(path: UIBezierPath) {
    outline = path
    super.init()
  }
}

/// The values about the focus that a program set on a view.
struct FocusFacts {
  var groupIdentifier: String?
  var groupPriority: UIFocusGroupPriority?
  /// Whether the look was set.
  var hasEffect = false
  /// The look that was set; nil if there is none.
  var effect: UIFocusEffect?
}

/// The layer of a line around an item.
@MainActor
final class FocusHalo {
  /// The width of the line, in points.
  private static let width: CGFloat = 3
  private let layer = CAShapeLayer()

  /// Shows the line of an item; nil for an item without one.
  init?(of view: UIView) {
    guard let effect = view.focusEffect else { return nil }
    let halo = effect as? UIFocusHaloEffect ?? UIFocusHaloEffect()
    let shift = halo.position == .inside ? Self.width / 2 : -Self.width / 2
    let path =
      halo.outline?.cgPath
      ?? UIBezierPath(
        roundedRect: view.bounds.insetBy(dx: shift, dy: shift),
        cornerRadius: max(view.layer.cornerRadius - shift, 0)
      ).cgPath
    let container = halo.containerView ?? view
    layer.frame = container.layer.convert(view.bounds, from: view.layer)
    layer.bounds.origin = view.bounds.origin
    layer.path = path
    layer.fillColor = nil
    layer.lineWidth = Self.width
    layer.strokeColor = view.tintColor.resolvedColor(with: view.traitCollection).cgColor
    if let reference = halo.referenceView, reference.superview === container {
      container.layer.insertSublayer(layer, above: reference.layer)
    } else {
      layer.zPosition = 1
      container.layer.addSublayer(layer)
    }
  }

  func end() { layer.removeFromSuperlayer() }
}

/// A place without a view that leads the focus to other items.
@preconcurrency
@MainActor
open class UIFocusGuide: UILayoutGuide {
  // `!` because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The items that the focus goes to, the most important one first; none by default.
  open var preferredFocusEnvironments: [any UIFocusEnvironment]! = []
  /// Whether it leads the focus; true by default.
  open var isEnabled = true
}
