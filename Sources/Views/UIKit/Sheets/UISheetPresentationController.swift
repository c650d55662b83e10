// Sheets: controllers that come up from below, and rest at some heights.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInteraction

/// Decides whether a presented controller goes.
@preconcurrency
@MainActor
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  /// Returns how a popover is shown where the window is narrow: `none` for a popover all the same,
  /// `automatic`, the default, for a sheet.
  func adaptivePresentationStyle(for controller: UIPresentationController)
    -> UIModalPresentationStyle
  /// Returns how a popover is shown with some traits where the window is narrow; as
  /// `adaptivePresentationStyle(for:)` by default.
  func adaptivePresentationStyle(
    for controller: UIPresentationController,
    traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle
  /// Returns the controller that is shown in the place of a popover where the window is narrow; it
  /// may be a navigation controller around the popover's own. Nil, the default, for that one.
  func presentationController(
    _ controller: UIPresentationController,
    viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
  ) -> UIViewController?
  /// Whether a finger may dismiss the controller; true by default.
  func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  ) -> Bool
  /// A finger begins to dismiss the controller.
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
  /// A finger has dismissed the controller.
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
  /// A finger tried to dismiss a controller that stays.
  func presentationControllerDidAttemptToDismiss(
    _ presentationController: UIPresentationController
  )
}

extension UIAdaptivePresentationControllerDelegate {
  /// Automatic.
  public func adaptivePresentationStyle(for controller: UIPresentationController)
    -> UIModalPresentationStyle
  { .automatic }
  /// That of `adaptivePresentationStyle(for:)`.
  public func adaptivePresentationStyle(
    for controller: UIPresentationController,
    traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { adaptivePresentationStyle(for: controller) }
  /// Nil.
  public func presentationController(
    _ controller: UIPresentationController,
    viewControllerForAdaptivePresentationStyle style: UIModalPresentationStyle
  ) -> UIViewController? { nil }
  /// True.
  public func presentationControllerShouldDismiss(
    _ presentationController: UIPresentationController
  ) -> Bool { true }
  /// Does nothing.
  public func presentationControllerWillDismiss(
    _ presentationController: UIPresentationController
  ) {}
  /// Does nothing.
  public func presentationControllerDidDismiss(
    _ presentationController: UIPresentationController
  ) {}
  /// Does nothing.
  public func presentationControllerDidAttemptToDismiss(
    _ presentationController: UIPresentationController
  ) {}
}

/// A presentation, as the owner of a delegate whose type its subclasses narrow.
@preconcurrency
@MainActor
public protocol UIAdaptivePresentationControllerDelegateOwner: AnyObject {}

extension UIAdaptivePresentationControllerDelegateOwner where Self: UIPresentationController {
  /// The object that decides whether a finger dismisses the controller, and is notified of it; the
  /// presentation does not retain it.
  public var delegate: (any UIAdaptivePresentationControllerDelegate)? {
    get { adaptiveDelegate }
    set { adaptiveDelegate = newValue }
  }
}

/// Is notified of a sheet's height.
@preconcurrency
@MainActor
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  /// A finger has brought the sheet to another detent.
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  )
}

extension UISheetPresentationControllerDelegate {
  /// Does nothing.
  public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {}
}

/// Shows a controller as a sheet, which a finger moves between detents and dismisses.
///
///     controller.sheetPresentationController?.detents = [.medium(), .large()]
///     present(controller, animated: true)
///
/// A finger begins to move the sheet after 10 points. Content of a scroll view goes first, unless
/// it is at its top and the finger goes down, or the sheet can grow. The sheet goes if it is let go
/// of below half of its least height, or faster than 1000 points a second.
///
/// **Differences**: it fills the width of the window. A style of `automatic` makes a sheet if
/// `sheetPresentationController` was asked for before, and covers the screen otherwise.
open class UISheetPresentationController: UIPresentationController {
  private let dimming = UIView()
  private let grabber = UIView()
  private lazy var gesture = SheetGesture(self)
  private var selected: Detent.Identifier?
  /// The height that a finger gives it; nil while it rests.
  final var draggedHeight: CGFloat? { didSet { placeSheet() } }

  /// The seconds of the way to a detent.
  private static let duration = 0.4
  private static let dimAlpha: CGFloat = 0.2
  private static let cornerRadius: CGFloat = 10
  private static let grabberSize = CGSize(width: 36, height: 5)

  /// The object that decides whether it goes, and is notified of its height.
  open var delegate: (any UISheetPresentationControllerDelegate)? {
    get { adaptiveDelegate as? any UISheetPresentationControllerDelegate }
    set { adaptiveDelegate = newValue }
  }

  /// The heights at which it rests; the large one by default.
  open var detents: [Detent] = [.large()] { didSet { invalidateDetents() } }

  /// The detent at which it rests; nil is the least one.
  open var selectedDetentIdentifier: Detent.Identifier? {
    get { selected }
    set {
      selected = newValue
      invalidateDetents()
    }
  }

  /// The greatest detent at which the views below are not dimmed and get touches, or nil.
  open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { invalidateDetents() } }

  /// Whether the sheet grows by a drag of content at its top, before the content moves; true by
  /// default.
  open var prefersScrollingExpandsWhenScrolledToEdge = true

  /// Whether a bar at the top shows that it can be dragged; false by default.
  open var prefersGrabberVisible = false { didSet { grabber.isHidden = !prefersGrabberVisible } }

  /// The radius of the upper corners, in points; nil is the system's, 10.
  open var preferredCornerRadius: CGFloat? { didSet { placeSheet() } }

  /// Changes detents with an animation.
  open func animateChanges(_ changes: () -> Void) {
    guard container?.window != nil else { return changes() }
    let spring = SpringTiming(ratio: 1, velocity: 0, duration: Self.duration)
    AnimationBlock(duration: Self.duration, options: [], timing: .spring(spring)).run(changes)
  }

  /// Resolves the detents again.
  open func invalidateDetents() { placeSheet() }

  // MARK: Places

  /// The heights in the container; nil without one.
  final var heights: SheetHeights? { container.map { SheetHeights(detents, in: $0) } }

  /// The height at which it rests, with the safe area below, in points.
  final var restingHeight: CGFloat { heights?.height(of: selected).height ?? 0 }

  open override var frameOfPresentedViewInContainerView: CGRect {
    guard let bounds = container?.bounds, let heights else { return .zero }
    let shown = draggedHeight ?? restingHeight
    // Below its least height it goes down as it is.
    let height = max(shown, heights.least.height)
    return CGRect(x: 0, y: bounds.height - shown, width: bounds.width, height: height)
  }

  private func placeSheet() {
    guard let view = presentedView, let container, view.superview === container else { return }
    view.frame = frameOfPresentedViewInContainerView
    dimming.frame = container.bounds
    dimming.alpha = dimmedPart * Self.dimAlpha
    view.layer.cornerRadius = preferredCornerRadius ?? Self.cornerRadius
    view.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    view.clipsToBounds = true
    let size = Self.grabberSize
    grabber.frame = CGRect(x: view.bounds.midX - size.width / 2, y: 5, width: size.width, height: 5)
    view.layoutIfNeeded()
  }

  /// How much of the dimming shows: 0 up to the largest undimmed detent, 1 from the next one on.
  private var dimmedPart: CGFloat {
    guard let heights else { return 0 }
    let shown = draggedHeight ?? restingHeight
    guard let largest = largestUndimmedDetentIdentifier,
      let undimmed = heights.all.first(where: { $0.identifier == largest })
    else { return min(max(shown / max(heights.least.height, 1), 0), 1) }
    let next = heights.next(from: undimmed.height, isUp: true).height
    guard next > undimmed.height else { return 0 }
    return min(max((shown - undimmed.height) / (next - undimmed.height), 0), 1)
  }

  override func passesTouch(at point: CGPoint) -> Bool {
    dimmedPart == 0 && presentedView?.frame.contains(point) != true
  }

  open override func containerViewDidLayoutSubviews() {
    super.containerViewDidLayoutSubviews()
    if presentedViewController.transitionCoordinator == nil { placeSheet() }
  }

  // MARK: Coming and going

  open override func presentationTransitionWillBegin() {
    guard let container, let view = presentedView else { return }
    dimming.backgroundColor = .black
    dimming.frame = container.bounds
    dimming.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    dimming.alpha = 0
    container.insertSubview(dimming, at: 0)
    grabber.backgroundColor = .systemGray3
    grabber.layer.cornerRadius = Self.grabberSize.height / 2
    grabber.isHidden = !prefersGrabberVisible
    grabber.isUserInteractionEnabled = false
    view.addSubview(grabber)
    view.layer.cornerRadius = preferredCornerRadius ?? Self.cornerRadius
    view.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    view.clipsToBounds = true
    view.addGestureRecognizer(gesture.pan)
    dimming.addGestureRecognizer(gesture.tap)
    let alpha = dimmedPart * Self.dimAlpha
    dim(to: alpha)
  }

  private func dim(to alpha: CGFloat) {
    let coordinator = presentedViewController.transitionCoordinator
    let isTaken = coordinator?.animate { [dimming] _ in dimming.alpha = alpha } ?? false
    if !isTaken { dimming.alpha = alpha }
  }

  open override func presentationTransitionDidEnd(_ completed: Bool) {
    if completed { placeSheet() } else { leave() }
  }

  open override func dismissalTransitionWillBegin() { dim(to: 0) }

  open override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { leave() } else { placeSheet() }
  }

  private func leave() {
    draggedHeight = nil
    dimming.removeFromSuperview()
    grabber.removeFromSuperview()
    gesture.pan.view?.removeGestureRecognizer(gesture.pan)
    presentedView?.layer.cornerRadius = 0
  }

  // MARK: Fingers

  /// Whether a finger may dismiss it.
  final var mayDismiss: Bool {
    !presentedViewController.isModalInPresentation
      && adaptiveDelegate?.presentationControllerShouldDismiss(self) ?? true
  }

  /// Goes, because a finger wants it to; or says that it tried.
  final func dismissByFinger() {
    guard mayDismiss else {
      adaptiveDelegate?.presentationControllerDidAttemptToDismiss(self)
      return rest(at: restingHeight, nil)
    }
    let delegate = adaptiveDelegate
    delegate?.presentationControllerWillDismiss(self)
    presentedViewController.dismiss(animated: true) {
      delegate?.presentationControllerDidDismiss(self)
    }
  }

  /// Goes to a height at which it rests.
  final func rest(at height: CGFloat, _ identifier: Detent.Identifier?) {
    let old = heights?.height(of: selected).identifier
    if let identifier { selected = identifier }
    animateChanges {
      draggedHeight = nil
      placeSheet()
    }
    if let identifier, identifier != old {
      delegate?.sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
    }
  }
}

extension UIViewController {
  /// The sheet that shows the controller, or that will, if its style is `automatic`, `pageSheet` or
  /// `formSheet`; else nil.
  public var sheetPresentationController: UISheetPresentationController? {
    if let shown = shownPresentation { return shown as? UISheetPresentationController }
    switch modalPresentationStyle {
    case .automatic, .pageSheet, .formSheet: return preparedSheet()
    default: return nil
    }
  }

  /// Returns the sheet by which the controller is to be shown; nil if it is shown otherwise.
  final func sheetForPresentation() -> UIPresentationController? {
    switch modalPresentationStyle {
    case .pageSheet, .formSheet: preparedSheet()
    case .automatic: sheet
    default: nil
    }
  }

  final func preparedSheet() -> UISheetPresentationController {
    if let sheet { return sheet }
    let new = UISheetPresentationController(presentedViewController: self, presenting: nil)
    sheet = new
    return new
  }
}
