// Views that can be replaced by placeholders.
// Licensed under the MIT license; see LICENSE.

import UIKit
#if canImport(SwiftUI)
import SwiftUI
#endif

private struct AssociatedKeys {
  static var isShimmerable = "isShimmerable"
  static var layer = "shimmerLayer"
  static var radius = "shimmerRadius"
}

@objc public enum ShimmerDirection: Int {
  case leftRight, topBottom

  var points: (from: (CGPoint, CGPoint), to: (CGPoint, CGPoint)) {
    switch self {
    case .leftRight:
      return (
        (CGPoint(x: -1, y: 0.5), CGPoint(x: 0, y: 0.5)), (CGPoint(x: 1, y: 0.5), CGPoint(x: 2, y: 0.5))
      )
    case .topBottom:
      return (
        (CGPoint(x: 0.5, y: -1), CGPoint(x: 0.5, y: 0)), (CGPoint(x: 0.5, y: 1), CGPoint(x: 0.5, y: 2))
      )
    }
  }
}

extension UIView {
  @IBInspectable public var isShimmerable: Bool {
    get { return (objc_getAssociatedObject(self, &AssociatedKeys.isShimmerable) as? Bool) ?? false }
    set {
      objc_setAssociatedObject(
        self, &AssociatedKeys.isShimmerable, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
  }

  @IBInspectable public var shimmerRadius: CGFloat {
    get { return (objc_getAssociatedObject(self, &AssociatedKeys.radius) as? CGFloat) ?? 4 }
    set {
      objc_setAssociatedObject(self, &AssociatedKeys.radius, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
  }

  fileprivate var shimmerLayer: ShimmerLayer? {
    get { return objc_getAssociatedObject(self, &AssociatedKeys.layer) as? ShimmerLayer }
    set { objc_setAssociatedObject(self, &AssociatedKeys.layer, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
  }

  @objc open func showShimmer(base: UIColor = UIColor(white: 0.85, alpha: 1), direction: ShimmerDirection = .leftRight) {
    guard !isShimmering else { return }
    for view in shimmerableSubviews {
      let layer = ShimmerLayer(base: base, direction: direction)
      layer.frame = view.bounds
      layer.cornerRadius = view.shimmerRadius
      view.layer.addSublayer(layer)
      view.shimmerLayer = layer
    }
    isUserInteractionEnabled = false
  }

  @objc open func hideShimmer() {
    for view in shimmerableSubviews {
      view.shimmerLayer?.removeFromSuperlayer()
      view.shimmerLayer = nil
    }
    isUserInteractionEnabled = true
  }

  public var isShimmering: Bool { return shimmerableSubviews.contains { $0.shimmerLayer != nil } }

  private var shimmerableSubviews: [UIView] {
    let inner = subviews.flatMap { $0.shimmerableSubviews }
    return isShimmerable && inner.isEmpty ? [self] : inner
  }
}

/// A gradient that moves.
final class ShimmerLayer: CAGradientLayer {
  private var direction = ShimmerDirection.leftRight

  convenience init(base: UIColor, direction: ShimmerDirection) {
    self.init()
    self.direction = direction
    anchorPoint = .zero
    let light = base.lighter(by: 0.08)
    colors = [base.cgColor, light.cgColor, base.cgColor]
    startPoint = direction.points.from.0
    endPoint = direction.points.from.1
    slide()
  }

  private func slide() {
    let points = direction.points
    let start = CABasicAnimation(keyPath: #keyPath(CAGradientLayer.startPoint))
    start.fromValue = NSValue(cgPoint: points.from.0)
    start.toValue = NSValue(cgPoint: points.to.0)
    let end = CABasicAnimation(keyPath: #keyPath(CAGradientLayer.endPoint))
    end.fromValue = NSValue(cgPoint: points.from.1)
    end.toValue = NSValue(cgPoint: points.to.1)
    let group = CAAnimationGroup()
    group.animations = [start, end]
    group.duration = 1.5
    group.timingFunction = CAMediaTimingFunction(name: CAMediaTimingFunctionName.easeIn)
    group.repeatCount = .infinity
    group.isRemovedOnCompletion = false
    add(group, forKey: "shimmer")
  }
}

extension UIColor {
  func lighter(by amount: CGFloat) -> UIColor {
    var (h, s, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    guard getHue(&h, saturation: &s, brightness: &b, alpha: &a) else { return self }
    return UIColor(hue: h, saturation: s, brightness: min(b + amount, 1), alpha: a)
  }
}

#if canImport(SwiftUI) && canImport(Combine)
@available(iOS 13, *)
struct ShimmerModifier: ViewModifier {
  func body(content: Content) -> some View { content }
}
#endif
