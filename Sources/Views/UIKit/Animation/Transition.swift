// Transitions of views: fades, turns and pages.
// Licensed under the MIT license; see LICENSE.
//
// A fade is a CATransition. In a turn a picture of the old appearance turns away, and the view with
// the new one turns in from the back; both show only their fronts. A page is a picture of the old
// appearance that turns up about the top edge, or one of the new that comes down.

import CoreGraphics
import Foundation
import QuartzCore

/// A transition of one view.
@MainActor
enum Transition {
  private enum Kind {
    case fade
    /// A turn by a half about an axis, by the sign of the angle.
    case flip(x: CGFloat, y: CGFloat, sign: CGFloat)
    case page(isUp: Bool)

    init?(_ options: UIView.AnimationOptions) {
      switch options.rawValue >> 20 & 15 {
      case 1: self = .flip(x: 0, y: 1, sign: 1)
      case 2: self = .flip(x: 0, y: 1, sign: -1)
      case 3: self = .page(isUp: true)
      case 4: self = .page(isUp: false)
      case 5: self = .fade
      case 6: self = .flip(x: 1, y: 0, sign: -1)
      case 7: self = .flip(x: 1, y: 0, sign: 1)
      default: return nil
      }
    }
  }

  /// The steps of a turn; between them values go straight on.
  private static let stepCount = 32
  /// The distance of the eye, in lengths of the longer side.
  private static let eye: CGFloat = 2.5
  private static let key = "UIViewTransition"

  private static var pictures: [ObjectIdentifier: CALayer] = [:]

  /// Keeps the present appearance of a view, for a transition that follows.
  static func prepare(_ view: UIView) {
    pictures[ObjectIdentifier(view)] = picture(of: view)
  }

  /// Animates a view from its old appearance to the new one.
  ///
  /// - Parameter change: Makes the new appearance; nothing if it was made since `prepare(_:)`.
  static func run(
    _ options: UIView.AnimationOptions,
    on view: UIView,
    _ block: AnimationBlock,
    change: () -> Void = {}
  ) {
    guard let kind = Kind(options) else { return change() }
    let prepared = pictures.removeValue(forKey: ObjectIdentifier(view))
    if case .fade = kind {
      change()
      let fade = CATransition()
      fade.type = .fade
      block.time(fade, of: view.layer)
      return block.add(fade, to: view.layer, forKey: kCATransition, of: view)
    }
    let old = prepared ?? picture(of: view)
    change()
    guard let old, let outer = view.layer.superlayer else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    switch kind {
    case .flip(let x, let y, let sign):
      outer.insertSublayer(old, above: view.layer)
      let axis = (x: x, y: y)
      turn(old, from: 0, to: .pi * sign, axis, block, view)
      turn(view.layer, from: -.pi * sign, to: 0, axis, block, view)
    case .page(isUp: true):
      outer.insertSublayer(old, above: view.layer)
      hinge(old)
      turn(old, from: 0, to: .pi / 2, (x: 1, y: 0), block, view)
    case .page(isUp: false):
      if let new = picture(of: view) {
        outer.insertSublayer(old, above: view.layer)
        outer.insertSublayer(new, above: old)
        hinge(new)
        turn(new, from: .pi / 2, to: 0, (x: 1, y: 0), block, view)
        remove(new, after: block)
      }
    case .fade: break
    }
    CATransaction.commit()
    remove(old, after: block)
  }

  /// Places a layer's anchor in the middle of its top edge, where it is.
  private static func hinge(_ layer: CALayer) {
    let frame = layer.frame
    layer.anchorPoint = CGPoint(x: 0.5, y: 0)
    layer.position = CGPoint(x: frame.midX, y: frame.minY)
  }

  private static func turn(
    _ layer: CALayer,
    from: CGFloat,
    to: CGFloat,
    _ axis: (x: CGFloat, y: CGFloat),
    _ block: AnimationBlock,
    _ view: UIView
  ) {
    let side = max(layer.bounds.width, layer.bounds.height, 1)
    let base = layer.transform
    let animation = CAKeyframeAnimation(keyPath: "transform")
    animation.values = (0...stepCount).map { step -> Any in
      let angle = from + (to - from) * CGFloat(step) / CGFloat(stepCount)
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / (eye * side)
      let turned = CATransform3DMakeRotation(angle, axis.x, axis.y, 0)
      return CATransform3DConcat(CATransform3DConcat(turned, perspective), base)
    }
    block.time(animation, of: layer)
    let sides = CABasicAnimation(keyPath: "doubleSided")
    sides.fromValue = false
    sides.toValue = false
    let both = CAAnimationGroup()
    both.animations = [animation, sides]
    block.time(both, of: layer)
    both.timingFunction = nil
    sides.duration = both.duration
    animation.beginTime = 0
    animation.repeatCount = 0
    animation.autoreverses = false
    block.add(both, to: layer, forKey: key, of: view)
  }

  /// Removes a picture when the block's animations are over.
  private static func remove(_ layer: CALayer, after block: AnimationBlock) {
    block.whenOver { layer.removeFromSuperlayer() }
  }

  /// Returns a layer with a picture of a view, at its place; nil for a view without size.
  private static func picture(of view: UIView) -> CALayer? {
    guard let image = view.renderedImage(scale: view.pictureScale) else { return nil }
    let layer = CALayer()
    layer.contents = image
    layer.contentsScale = view.pictureScale
    layer.bounds = view.layer.bounds
    layer.anchorPoint = view.layer.anchorPoint
    layer.position = view.layer.position
    layer.transform = view.layer.transform
    return layer
  }
}

extension UIView {
  /// Animates a view from its old appearance to a new one.
  ///
  /// Changes of the block are not animated by themselves, unless the options say so. Fades are
  /// CATransitions, turns and pages are made of pictures of the view.
  ///
  /// - Parameters:
  ///   - view: The view that the transition is of; subviews change in it.
  ///   - duration: In seconds; 0 or less makes the changes without a transition.
  ///   - options: The transition, the curve, and others.
  ///   - animations: Changes of the view and of views in it.
  ///   - completion: As for `animate(withDuration:animations:completion:)`.
  public class func transition(
    with view: UIView,
    duration: TimeInterval,
    options: AnimationOptions = [],
    animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    let block = AnimationBlock(duration: duration, options: options, completion: completion)
    block.inherit()
    let animatesContent = options.contains(.allowAnimatedContent)
    let change = { AnimationBlock.with(animatesContent ? block : nil) { animations?() } }
    if block.duration > 0, AnimationBlock.areEnabled {
      Transition.run(options, on: view, block, change: change)
    } else {
      change()
    }
    block.finishChanges()
  }

  /// Animates from one view to another in their superview.
  ///
  /// The first view is removed and the second one added; with `showHideTransitionViews` one is
  /// hidden and the other one shown.
  ///
  /// - Parameters:
  ///   - fromView: The view that goes.
  ///   - toView: The view that comes.
  ///   - duration: In seconds; 0 or less exchanges them without a transition.
  ///   - options: The transition, the curve, and others.
  ///   - completion: As for `animate(withDuration:animations:completion:)`.
  public class func transition(
    from fromView: UIView,
    to toView: UIView,
    duration: TimeInterval,
    options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    let showsAndHides = options.contains(.showHideTransitionViews)
    let exchange = {
      if showsAndHides {
        fromView.isHidden = true
        toView.isHidden = false
      } else {
        let place = fromView.superview
        if let place, toView.superview !== place {
          place.insertSubview(toView, aboveSubview: fromView)
        }
        fromView.removeFromSuperview()
      }
    }
    guard let container = fromView.superview else {
      exchange()
      CATransaction.performNextTurn { completion?(false) }
      return
    }
    transition(
      with: container,
      duration: duration,
      options: options,
      animations: exchange,
      completion: completion
    )
  }
}
