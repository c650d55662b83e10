// The look of views under a pointer.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// The shape of a look.
public struct UIShape: Sendable {
  private enum Outline: Sendable {
    case rect(radius: CGFloat)
    case capsule
    case circle
    case fixed(CGRect, radius: CGFloat)
    case path(CGPath)
  }

  private var outline: Outline
  private var insets = UIEdgeInsets.zero

  /// The bounds.
  public static let rect = UIShape(outline: .rect(radius: 0))
  /// The bounds with ends that are half circles.
  public static let capsule = UIShape(outline: .capsule)
  /// The largest circle in the middle of the bounds.
  public static let circle = UIShape(outline: .circle)

  private init(outline: Outline) { self.outline = outline }

  /// The bounds with round corners; the radius in points.
  public static func rect(cornerRadius: CGFloat) -> UIShape {
    UIShape(outline: .rect(radius: cornerRadius))
  }

  /// A rectangle in points of the view, with round corners.
  public static func fixedRect(_ rect: CGRect, cornerRadius: CGFloat = 0) -> UIShape {
    UIShape(outline: .fixed(rect, radius: cornerRadius))
  }

  /// An outline in points of the view.
  public static func path(_ path: UIBezierPath) -> UIShape {
    UIShape(outline: .path(path.cgPath.copy() ?? path.cgPath))
  }

  /// The shape in bounds that are smaller by a distance on each side; fixed ones stay.
  public func inset(by amount: CGFloat) -> UIShape {
    inset(by: UIEdgeInsets(top: amount, left: amount, bottom: amount, right: amount))
  }

  /// The shape in bounds that are smaller by distances; fixed ones stay.
  public func inset(by insets: UIEdgeInsets) -> UIShape {
    var shape = self
    shape.insets.top += insets.top
    shape.insets.left += insets.left
    shape.insets.bottom += insets.bottom
    shape.insets.right += insets.right
    return shape
  }

  /// The outline in bounds.
  func path(in bounds: CGRect) -> CGPath {
    let box = bounds.inset(by: insets)
    func round(_ rect: CGRect, _ radius: CGFloat) -> CGPath {
      let most = min(rect.width, rect.height) / 2
      return UIBezierPath(roundedRect: rect, cornerRadius: min(max(radius, 0), most)).cgPath
    }
    switch outline {
    case .rect(let radius): return round(box, radius)
    case .capsule: return round(box, .infinity)
    case .circle:
      let side = min(box.width, box.height)
      return round(
        CGRect(x: box.midX - side / 2, y: box.midY - side / 2, width: side, height: side),
        .infinity
      )
    case .fixed(let rect, let radius): return round(rect, radius)
    case .path(let path): return path
    }
  }
}

/// A kind of look under a pointer.
public protocol UIHoverEffect: Sendable {}

/// The look that fits the view: a highlight.
public struct UIHoverAutomaticEffect: UIHoverEffect {
  /// Creates the effect.
  public init() {}
}

/// A highlight over the view.
public struct UIHoverHighlightEffect: UIHoverEffect {
  /// Creates the effect.
  public init() {}
}

/// A highlight over the view, and a shadow below it.
public struct UIHoverLiftEffect: UIHoverEffect {
  /// Creates the effect.
  public init() {}
}

extension UIHoverEffect where Self == UIHoverAutomaticEffect {
  /// The look that fits the view.
  public static var automatic: UIHoverAutomaticEffect { UIHoverAutomaticEffect() }
}

extension UIHoverEffect where Self == UIHoverHighlightEffect {
  /// A highlight over the view.
  public static var highlight: UIHoverHighlightEffect { UIHoverHighlightEffect() }
}

extension UIHoverEffect where Self == UIHoverLiftEffect {
  /// A highlight over the view, and a shadow below it.
  public static var lift: UIHoverLiftEffect { UIHoverLiftEffect() }
}

/// The look of a view under a pointer.
///
/// ```swift
/// tile.hoverStyle = UIHoverStyle(effect: .lift, shape: .rect(cornerRadius: 8))
/// ```
@preconcurrency
@MainActor
open class UIHoverStyle: NSObject {
  /// The kind of look.
  open var effect: any UIHoverEffect
  /// The shape; nil for the bounds with the corners of the view.
  open var shape: UIShape?
  /// Whether a pointer has the look show; true by default.
  open var isEnabled = true

  /// Creates a look.
  public init(effect: some UIHoverEffect = .automatic, shape: UIShape? = nil) {
    self.effect = effect
    self.shape = shape
    super.init()
  }

  /// The look that fits the view.
  open class func automatic() -> UIHoverStyle { UIHoverStyle() }
}

/// Shows the look of a view while a pointer is over it.
@MainActor
final class HoverLook {
  let style: UIHoverStyle
  private weak var view: UIView?
  private var plate: HoverPlate?
  private lazy var hover = UIHoverGestureRecognizer { [weak self] _ in self?.changed() }

  init(_ style: UIHoverStyle, of view: UIView) {
    self.style = style
    self.view = view
    view.addGestureRecognizer(hover)
  }

  func end() {
    leave()
    view?.removeGestureRecognizer(hover)
  }

  private func changed() {
    switch hover.state {
    case .began, .changed: enter()
    default: leave()
    }
  }

  private func enter() {
    guard plate == nil, style.isEnabled, let view else { return }
    let outline =
      style.shape?.path(in: view.bounds)
      ?? UIShape.rect(cornerRadius: view.layer.cornerRadius).path(in: view.bounds)
    let plate = HoverPlate(outline, isLifted: style.effect is UIHoverLiftEffect)
    plate.frame = view.bounds
    plate.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(plate)
    self.plate = plate
  }

  private func leave() {
    plate?.removeFromSuperview()
    plate = nil
  }
}

/// The highlight over a view.
final class HoverPlate: UIView {
  init(_ outline: CGPath, isLifted: Bool) {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    let fill = CAShapeLayer()
    fill.path = outline
    fill.fillColor = UIColor.tertiarySystemFill.cgColor
    layer.addSublayer(fill)
    guard isLifted else { return }
    layer.shadowPath = outline
    layer.shadowOpacity = 0.2
    layer.shadowOffset = CGSize(width: 0, height: 4)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }
}

extension UIView {
  /// The look under a pointer; nil, the default, for none.
  public var hoverStyle: UIHoverStyle? {
    get { extras?.hover?.style }
    set {
      guard newValue !== hoverStyle else { return }
      extras?.hover?.end()
      extras?.hover = nil
      if let newValue { ownExtras.hover = HoverLook(newValue, of: self) }
    }
  }
}
