// Controllers that are shown over others.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension UIViewController {
  /// The seconds of the motion.
  private static let duration = 0.4

  /// The controller whose view fills the window.
  private var outermost: UIViewController {
    var outer = self
    while let parent = outer.parent { outer = parent }
    return outer
  }

  private var keepsViewBelow: Bool {
    if let presentation { return !presentation.shouldRemovePresentersView }
    return switch modalPresentationStyle {
    case .fullScreen, .currentContext, .none: false
    default: true
    }
  }

  /// Returns the reason why this controller, whose outermost parent is `outer`, cannot present
  /// another; nil if it can.
  private func reason(against controller: UIViewController, in outer: UIViewController) -> String? {
    if controller === self { return "a controller cannot present itself" }
    if controller === outer { return "it contains \(type(of: self))" }
    if let other = controller.presentingViewController {
      return "it is already presented by \(type(of: other))"
    }
    if let parent = controller.parent { return "it is a child of \(type(of: parent))" }
    return outer.presentedViewController.map {
      "\(type(of: outer)) already presents \(type(of: $0))"
    }
  }

  final func show(over controller: UIViewController, animated: Bool, _ completion: (() -> Void)?) {
    let outer = outermost
    let controller = controller.adapted(over: outer)
    let refusal = reason(against: controller, in: outer)
    guard refusal == nil, let window = viewIfLoaded?.window else {
      return Diagnostics.report(
        "UIKit: UIViewController.present(_:animated:completion:): \(type(of: self)) cannot present "
          + "\(type(of: controller)); "
          + (refusal ?? "the view of \(type(of: self)) is in no window")
      )
    }
    outer.setShown(controller)
    let delegate = controller.transitioningDelegate
    if controller.modalPresentationStyle == .custom {
      controller.presentation = delegate?.presentationController(
        forPresented: controller,
        presenting: outer,
        source: self
      )
    } else if controller.modalPresentationStyle == .popover {
      controller.presentation = controller.popoverForPresentation(over: outer)
    } else {
      controller.presentation = controller.sheetForPresentation()
    }
    let animator =
      animated
      ? delegate?.animationController(forPresented: controller, presenting: outer, source: self)
      : nil
    if let animator = animator
      ?? controller.standardAnimator(isPresenting: true, animated: animated)
    {
      return outer.show(controller, in: window, by: animator, completion)
    }
    let view: UIView = controller.view
    view.frame = window.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let covers = !controller.keepsViewBelow
    controller.beginAppearance(isAppearing: true, animated: animated)
    if covers { outer.beginAppearance(isAppearing: false, animated: animated) }
    window.addSubview(view)
    let end = {
      controller.finishTransition = nil
      controller.endAppearance()
      if covers {
        outer.viewIfLoaded?.removeFromSuperview()
        outer.endAppearance()
      }
      completion?()
    }
    guard animated else { return end() }
    controller.placeAway(window)
    let motion = ViewMotion(
      of: [view],
      duration: UIViewController.duration,
      animations: { controller.placeHere(window) },
      completion: end
    )
    controller.finishTransition = motion.finish
  }

  final func hide(
    _ controller: UIViewController,
    animated: Bool,
    _ completion: (() -> Void)?
  ) {
    // A presentation that still runs ends first; its completion may dismiss the controller.
    if controller.goingCompletions == nil { controller.finishTransition?() }
    // It is going already; the completion comes with the end.
    if controller.goingCompletions != nil {
      if let completion { controller.goingCompletions?.append(completion) }
      return
    }
    // The presentation was called off, or is over.
    guard presentedViewController === controller else {
      completion?()
      return
    }
    controller.goingCompletions = completion.map { [$0] } ?? []
    let completion = {
      let completions = controller.goingCompletions ?? []
      controller.goingCompletions = nil
      for completion in completions { completion() }
    }
    hideOnce(controller, animated: animated, completion)
  }

  private func hideOnce(
    _ controller: UIViewController,
    animated: Bool,
    _ completion: @escaping () -> Void
  ) {
    // A controller that it presents itself goes with it.
    if let further = controller.presentedViewController, controller.parent == nil {
      controller.hide(further, animated: false, nil)
      further.finishTransition?()
    }
    let covers = !controller.keepsViewBelow
    let window = controller.viewIfLoaded?.window
    let animator =
      animated
      ? controller.transitioningDelegate?.animationController(forDismissed: controller) : nil
    if let window,
      let animator = animator
        ?? controller.standardAnimator(isPresenting: false, animated: animated)
    {
      return hide(controller, in: window, by: animator, completion)
    }
    controller.beginAppearance(isAppearing: false, animated: animated)
    if covers, let window, let below = viewIfLoaded {
      beginAppearance(isAppearing: true, animated: animated)
      below.frame = window.bounds
      window.insertSubview(below, at: 0)
    }
    let end = { [self] in
      controller.finishTransition = nil
      controller.viewIfLoaded?.removeFromSuperview()
      if animated, let window { controller.placeHere(window) }
      controller.removeTransitionContainer()
      controller.endAppearance()
      if covers { endAppearance() }
      setShown(nil)
      completion()
    }
    guard animated, let window else { return end() }
    let motion = ViewMotion(
      of: [controller.viewIfLoaded],
      duration: UIViewController.duration,
      animations: { controller.placeAway(window) },
      completion: end
    )
    controller.finishTransition = motion.finish
  }

  // MARK: By the program's animations

  /// The system's motion for a presentation of the program's; nil without such a presentation.
  private func standardAnimator(
    isPresenting: Bool,
    animated: Bool
  ) -> StandardPresentation? {
    guard let presentation else { return nil }
    return StandardPresentation(
      isPresenting: isPresenting,
      style: presentation is UIPopoverPresentationController
        ? .crossDissolve : modalTransitionStyle,
      duration: animated ? UIViewController.duration : 0
    )
  }

  /// Makes the view that a transition takes place in.
  private func makeTransitionContainer(in window: UIWindow) -> UIView {
    let container = PresentationContainer(frame: window.bounds)
    container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.presentation = presentation
    presentation?.container = container
    transitionContainer = container
    return container
  }

  /// The view that transitions of the controller move.
  private var transitionView: UIView { presentation?.presentedView ?? view }

  /// Places the view for its presentation.
  private func placeForTransition(in container: UIView) {
    let moved = transitionView
    moved.frame = presentation?.frameOfPresentedViewInContainerView ?? container.bounds
    if presentation == nil { moved.autoresizingMask = [.flexibleWidth, .flexibleHeight] }
  }

  private func show(
    _ controller: UIViewController,
    in window: UIWindow,
    by animator: any UIViewControllerAnimatedTransitioning,
    _ completion: (() -> Void)?
  ) {
    let covers = !controller.keepsViewBelow
    let container = controller.makeTransitionContainer(in: window)
    controller.placeForTransition(in: container)
    let (presentation, shown) = (controller.presentation, controller.transitionView)
    controller.beginAppearance(isAppearing: true, animated: true)
    if covers { beginAppearance(isAppearing: false, animated: true) }
    window.addSubview(container)
    if covers { container.addSubview(view) }
    let transition = ControllerTransition(
      ControllerTransition.Parts(
        from: self,
        to: controller,
        fromView: covers ? view : nil,
        toView: shown,
        style: controller.modalPresentationStyle,
        presentedFrame: presentation?.frameOfPresentedViewInContainerView
      ),
      in: container,
      animator: animator,
      driver: controller.transitioningDelegate?
        .interactionControllerForPresentation(using: animator)
    ) { [self] didComplete in
      controller.finishTransition = nil
      if didComplete {
        if shown.superview == nil { container.addSubview(shown) }
        if covers { view.removeFromSuperview() }
      } else {
        if covers { window.insertSubview(view, at: 0) }
        shown.removeFromSuperview()
        controller.removeTransitionContainer()
        controller.beginAppearance(isAppearing: false, animated: true)
        if covers { beginAppearance(isAppearing: true, animated: true) }
      }
      controller.endAppearance()
      if covers { endAppearance() }
      presentation?.presentationTransitionDidEnd(didComplete)
      if !didComplete { setShown(nil) }
      completion?()
    }
    transition.willStart = { presentation?.presentationTransitionWillBegin() }
    controller.finishTransition = { transition.endNow() }
    transition.start()
  }

  private func hide(
    _ controller: UIViewController,
    in window: UIWindow,
    by animator: any UIViewControllerAnimatedTransitioning,
    _ completion: (() -> Void)?
  ) {
    let covers = !controller.keepsViewBelow
    let (presentation, shown) = (controller.presentation, controller.transitionView)
    let before = controller.transitionContainer
    let container = before ?? controller.makeTransitionContainer(in: window)
    if before == nil {
      window.addSubview(container)
      container.addSubview(shown)
    }
    controller.beginAppearance(isAppearing: false, animated: true)
    if covers {
      beginAppearance(isAppearing: true, animated: true)
      view.frame = container.bounds
    }
    let transition = ControllerTransition(
      ControllerTransition.Parts(
        from: controller,
        to: self,
        fromView: shown,
        toView: covers ? view : nil,
        style: controller.modalPresentationStyle,
        presentedFrame: presentation == nil ? nil : shown.frame
      ),
      in: container,
      animator: animator,
      driver: controller.transitioningDelegate?.interactionControllerForDismissal(using: animator)
    ) { [self] didComplete in
      controller.finishTransition = nil
      if didComplete {
        if covers { window.insertSubview(view, at: 0) }
        shown.removeFromSuperview()
        controller.removeTransitionContainer()
      } else {
        if covers { view.removeFromSuperview() }
        controller.beginAppearance(isAppearing: true, animated: true)
        if covers { beginAppearance(isAppearing: false, animated: true) }
      }
      controller.endAppearance()
      if covers { endAppearance() }
      presentation?.dismissalTransitionDidEnd(didComplete)
      if didComplete { setShown(nil) }
      completion?()
    }
    transition.willStart = { presentation?.dismissalTransitionWillBegin() }
    controller.finishTransition = { transition.endNow() }
    transition.start()
  }

  fileprivate func removeTransitionContainer() {
    transitionContainer?.removeFromSuperview()
    transitionContainer = nil
    presentation = nil
  }

  private func placeAway(_ window: UIWindow) {
    if modalTransitionStyle == .crossDissolve {
      view.alpha = 0
    } else {
      view.frame = window.bounds.offsetBy(dx: 0, dy: window.bounds.height)
    }
  }

  private func placeHere(_ window: UIWindow) {
    if modalTransitionStyle == .crossDissolve {
      view.alpha = 1
    } else {
      view.frame = window.bounds
    }
  }
}
