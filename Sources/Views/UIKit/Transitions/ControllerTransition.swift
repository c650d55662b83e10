// A transition between two controllers that a program animates.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The context of a transition: holds the views, starts the animation, and is notified of its
/// end.
@MainActor
final class ControllerTransition: NSObject, UIViewControllerContextTransitioning {
  /// The controllers and the views of a change.
  struct Parts {
    var from: UIViewController?
    var to: UIViewController?
    /// The views that the transition moves; nil for a view that stays in place.
    var fromView: UIView?
    var toView: UIView?
    var style = UIModalPresentationStyle.none
    /// The frame of the presented view in the container; nil for all of it.
    var presentedFrame: CGRect?
  }

  let containerView: UIView
  let animator: any UIViewControllerAnimatedTransitioning
  private let parts: Parts
  private let driver: (any UIViewControllerInteractiveTransitioning)?
  private var end: ((Bool) -> Void)?
  /// The place of the view that goes, for a transition that is called off.
  private let placeBefore: (bounds: CGRect, center: CGPoint, transform: CGAffineTransform)?
  private(set) var isInteractive = false
  private(set) var transitionWasCancelled = false
  let coordinator: TransitionCoordinator
  /// Called before the animation, when the controllers know the coordinator.
  var willStart: (() -> Void)?
  /// Called at the end, so that the driver lets go.
  var driverEnd: (() -> Void)?
  /// Whether a gesture has set the time of the container.
  private var wasDriven = false

  var isAnimated: Bool { true }
  var presentationStyle: UIModalPresentationStyle { parts.style }
  var targetTransform: CGAffineTransform { .identity }

  /// Creates a transition; `end` is called once, with whether the change stays.
  init(
    _ parts: Parts,
    in container: UIView,
    animator: any UIViewControllerAnimatedTransitioning,
    driver: (any UIViewControllerInteractiveTransitioning)?,
    end: @escaping (Bool) -> Void
  ) {
    self.parts = parts
    containerView = container
    self.animator = animator
    self.driver = driver
    self.end = end
    placeBefore = parts.fromView.map { ($0.bounds, $0.center, $0.transform) }
    coordinator = TransitionCoordinator()
    super.init()
    coordinator.context = self
  }

  /// Begins the animation; the transition keeps itself until its end.
  func start() {
    for controller in [parts.from, parts.to] { controller?.coordinator = coordinator }
    willStart?()
    willStart = nil
    if let driver, driver.wantsInteractiveStart {
      isInteractive = true
      wasDriven = true
      driver.startInteractiveTransition(self)
    } else {
      animator.animateTransition(using: self)
    }
    coordinator.run(animator.transitionDuration(using: self))
  }

  func updateInteractiveTransition(_ percentComplete: CGFloat) {
    coordinator.percentComplete = min(max(percentComplete, 0), 1)
  }

  func finishInteractiveTransition() { isInteractive = false }

  func cancelInteractiveTransition() {
    transitionWasCancelled = true
    isInteractive = false
  }

  func pauseInteractiveTransition() {
    isInteractive = true
    wasDriven = true
  }

  /// Ends the transition now, for a change that cannot wait; it stays unless it was called off.
  func endNow() {
    guard end != nil else { return }
    stopMotion()
    completeTransition(!transitionWasCancelled)
  }

  /// Takes the animations from the views that the transition moves.
  private func stopMotion() {
    let views = containerView.subviews + [parts.fromView, parts.toView].compactMap { $0 }
    for view in views { view.layer.removeAllAnimations() }
    if wasDriven { containerView.layer.removeAnimationsOfTree() }
  }

  func completeTransition(_ didComplete: Bool) {
    guard let end else { return }
    self.end = nil
    driverEnd?()
    driverEnd = nil
    if wasDriven { containerView.layer.resetTime() }
    if !didComplete {
      transitionWasCancelled = true
      restoreView()
    }
    isInteractive = false
    for controller in [parts.from, parts.to] { controller?.coordinator = nil }
    end(didComplete)
    coordinator.finish()
    animator.animationEnded(didComplete)
  }

  /// Returns the view that stays to where it was before the animations moved it.
  private func restoreView() {
    guard let view = parts.fromView, let placeBefore else { return }
    (view.transform, view.bounds, view.center) = (
      placeBefore.transform, placeBefore.bounds, placeBefore.center
    )
  }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    switch key {
    case .from: parts.from
    case .to: parts.to
    default: nil
    }
  }

  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    switch key {
    case .from: parts.fromView
    case .to: parts.toView
    default: nil
    }
  }

  func initialFrame(for vc: UIViewController) -> CGRect {
    guard vc === parts.from else { return .zero }
    return place(of: vc, parts.fromView)
  }

  func finalFrame(for vc: UIViewController) -> CGRect {
    // A view below one that does not cover it stays.
    if vc === parts.to { return place(of: vc, parts.toView) }
    return vc === parts.from && parts.fromView == nil ? containerView.bounds : .zero
  }

  /// The frame of a controller's view; only the presented one may have a place of its own.
  private func place(of controller: UIViewController, _ view: UIView?) -> CGRect {
    guard let frame = parts.presentedFrame, controller.presentation != nil, view != nil else {
      return containerView.bounds
    }
    return frame
  }
}

extension CALayer {
  /// Takes the animations from the layer and from all below it.
  final func removeAnimationsOfTree() {
    var stack = [self]
    while let layer = stack.popLast() {
      layer.removeAllAnimations()
      stack += layer.sublayers ?? []
    }
  }

  /// Lets the time of the layer be that of its superlayer.
  final func resetTime() {
    speed = 1
    timeOffset = 0
    beginTime = 0
  }
}
