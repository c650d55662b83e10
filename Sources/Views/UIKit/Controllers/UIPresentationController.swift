// The program's own way of showing a controller over another: frame, dimming, hooks.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Places the view of a controller that is presented, and shows views of its own beside it.
///
/// A controller whose ``UIViewController/modalPresentationStyle`` is `custom` asks its
/// transitioning delegate for one. It lives from the beginning of the presentation to the end of
/// the dismissal.
///
/// **Differences**: it has no traits of its own: its `traitCollection` is that of its container.
@preconcurrency
@MainActor
open class UIPresentationController: NSObject, UIContentContainer,
  UIAdaptivePresentationControllerDelegateOwner
{
  /// The controller that is shown.
  public let presentedViewController: UIViewController
  private weak var presenter: UIViewController?
  /// The object that decides whether the controller goes.
  final weak var adaptiveDelegate: (any UIAdaptivePresentationControllerDelegate)?
  /// The view around the controller's; nil before the presentation and after the dismissal.
  final weak var container: PresentationContainer?

  /// Creates a presentation.
  ///
  /// - Parameters:
  ///   - presentedViewController: The controller to show.
  ///   - presentingViewController: The controller below; nil if it is not known yet.
  public init(
    presentedViewController: UIViewController,
    presenting presentingViewController: UIViewController?
  ) {
    self.presentedViewController = presentedViewController
    presenter = presentingViewController
    super.init()
  }

  /// The controller below; the shown one itself as long as it is not known.
  open var presentingViewController: UIViewController {
    presentedViewController.presentingViewController ?? presenter ?? presentedViewController
  }

  /// The style of the controller that is shown.
  open var presentationStyle: UIModalPresentationStyle {
    presentedViewController.modalPresentationStyle
  }

  /// The view that the presentation takes place in; nil before it and after the dismissal.
  ///
  /// Views such as a dimming one are added to it.
  open var containerView: UIView? { container }

  /// The view that the transition moves; the controller's by default.
  ///
  /// A subclass may return a view that has the controller's in it.
  open var presentedView: UIView? { presentedViewController.view }

  /// The frame of the presented view at the end of the transition; all of the container by default.
  open var frameOfPresentedViewInContainerView: CGRect { container?.bounds ?? .zero }

  /// Whether the view below is removed at the end of the transition; false by default.
  open var shouldRemovePresentersView: Bool { false }

  /// Whether the presentation covers the window; true.
  open var shouldPresentInFullscreen: Bool { true }

  /// Whether a touch of the container belongs to the views below it.
  func passesTouch(at point: CGPoint) -> Bool { false }

  /// Called when the controller that is shown prefers another size.
  func contentSizeChanged() {}

  /// The traits of the container, or of the controller below before there is one.
  open var traitCollection: UITraitCollection {
    container?.traitCollection ?? presentingViewController.traitCollection
  }

  // MARK: Sizes

  /// The size that the controller prefers, in points.
  open var preferredContentSize: CGSize { presentedViewController.preferredContentSize }

  /// Called when the size that a controller prefers changed; does nothing by default.
  open func preferredContentSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  /// Called when the size of a container's content changed; does nothing by default.
  open func systemLayoutFittingSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  /// Returns the size of a controller's view, in points; that of the container by default.
  open func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize { parentSize }

  /// Called before the window gets another size; does nothing by default.
  open func viewWillTransition(
    to size: CGSize,
    with coordinator: any UIViewControllerTransitionCoordinator
  ) {}

  /// Called before the traits change; does nothing by default.
  open func willTransition(
    to newCollection: UITraitCollection,
    with coordinator: any UIViewControllerTransitionCoordinator
  ) {}

  /// Called before the container lays out its views; does nothing by default.
  open func containerViewWillLayoutSubviews() {}

  /// Called after the container has laid out its views; does nothing by default.
  open func containerViewDidLayoutSubviews() {}

  /// Called before the animation of the presentation, with the coordinator at hand.
  open func presentationTransitionWillBegin() {}

  /// Called after the animation of the presentation.
  ///
  /// - Parameter completed: Whether the controller stays.
  open func presentationTransitionDidEnd(_ completed: Bool) {}

  /// Called before the animation of the dismissal, with the coordinator at hand.
  open func dismissalTransitionWillBegin() {}

  /// Called after the animation of the dismissal.
  ///
  /// - Parameter completed: Whether the controller went.
  open func dismissalTransitionDidEnd(_ completed: Bool) {}

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// The view around a presented one; it tells the presentation of layout.
@MainActor
final class PresentationContainer: UIView {
  weak var presentation: UIPresentationController?

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    presentation?.passesTouch(at: point) == true ? nil : super.hitTest(point, with: event)
  }

  override func layoutSubviews() {
    presentation?.containerViewWillLayoutSubviews()
    super.layoutSubviews()
    presentation?.containerViewDidLayoutSubviews()
  }
}

/// The system's motion of a presentation that has no animations of the program's.
@MainActor
final class StandardPresentation: NSObject, UIViewControllerAnimatedTransitioning {
  private let isPresenting: Bool
  private let style: UIModalTransitionStyle
  private let duration: TimeInterval

  /// Creates a motion; one of 0 seconds changes at once.
  init(isPresenting: Bool, style: UIModalTransitionStyle, duration: TimeInterval) {
    self.isPresenting = isPresenting
    self.style = style
    self.duration = duration
  }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { duration }

  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    let container = transitionContext.containerView
    guard let view = transitionContext.view(forKey: isPresenting ? .to : .from) else {
      return transitionContext.completeTransition(true)
    }
    if isPresenting { container.addSubview(view) }
    guard duration > 0 else { return transitionContext.completeTransition(true) }
    let (place, alpha) = (view.frame, view.alpha)
    let away = { [self] in
      if style == .crossDissolve {
        view.alpha = 0
      } else {
        view.frame = place.offsetBy(dx: 0, dy: container.bounds.maxY - place.minY)
      }
    }
    if isPresenting { away() }
    UIView.animate(
      withDuration: duration,
      animations: { [self] in
        guard isPresenting else { return away() }
        (view.frame, view.alpha) = (place, alpha)
      },
      completion: { [self] _ in
        transitionContext.completeTransition(true)
        if !isPresenting { (view.frame, view.alpha) = (place, alpha) }
      }
    )
  }
}
