// Popovers: controllers in a bubble beside what they belong to.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Something that a popover points at: a view, or an item of a bar.
@preconcurrency
@MainActor
public protocol UIPopoverPresentationControllerSourceItem: AnyObject {
  /// Returns its rectangle in a view; null if it does not show.
  func frame(in referenceView: UIView) -> CGRect
}

extension UIView: UIPopoverPresentationControllerSourceItem {
  /// Returns the bounds in another view; null if both are in no common window.
  public func frame(in referenceView: UIView) -> CGRect {
    guard let window, window === referenceView.window else { return .null }
    return referenceView.convert(bounds, from: self)
  }
}

extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {
  /// Returns the rectangle of the item's view in another view; null while it is in no bar.
  public func frame(in referenceView: UIView) -> CGRect {
    shownView?.frame(in: referenceView) ?? .null
  }
}

/// Decides about a popover, and is notified of it.
@preconcurrency
@MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  /// The popover is about to be shown; the last moment to say what it points at.
  func prepareForPopoverPresentation(
    _ popoverPresentationController: UIPopoverPresentationController
  )
  /// Whether a tap beside the popover dismisses it; true by default.
  func popoverPresentationControllerShouldDismissPopover(
    _ popoverPresentationController: UIPopoverPresentationController
  ) -> Bool
  /// A tap beside the popover has dismissed it.
  func popoverPresentationControllerDidDismissPopover(
    _ popoverPresentationController: UIPopoverPresentationController
  )
  /// The popover gets another place, because the window has another size; does nothing by default.
  ///
  /// - Parameters:
  ///   - popoverPresentationController: The presentation.
  ///   - rect: The part of the view that it points at, which may be changed.
  ///   - view: The view, which may be changed.
  ///
  /// **Differences**: the pointer to the view is an `UnsafeMutablePointer`.
  func popoverPresentationController(
    _ popoverPresentationController: UIPopoverPresentationController,
    willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
    in view: UnsafeMutablePointer<UIView>
  )
}

extension UIPopoverPresentationControllerDelegate {
  /// True.
  public func popoverPresentationControllerShouldDismissPopover(
    _ popoverPresentationController: UIPopoverPresentationController
  ) -> Bool { true }
  /// Does nothing.
  public func popoverPresentationControllerDidDismissPopover(
    _ popoverPresentationController: UIPopoverPresentationController
  ) {}
  /// Does nothing.
  public func popoverPresentationController(
    _ popoverPresentationController: UIPopoverPresentationController,
    willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
    in view: UnsafeMutablePointer<UIView>
  ) {}
  /// Does nothing.
  public func prepareForPopoverPresentation(
    _ popoverPresentationController: UIPopoverPresentationController
  ) {}
}

/// Shows a controller in a bubble whose arrow points at a view or at an item of a bar.
///
///     controller.modalPresentationStyle = .popover
///     controller.preferredContentSize = CGSize(width: 200, height: 120)
///     controller.popoverPresentationController?.sourceView = button
///     present(controller, animated: true)
///
/// The bubble is as large as the controller prefers, 320 x 480 points without a preference, as far
/// as there is room. A tap beside it dismisses it. Where a window's horizontal size class is
/// compact, the controller is shown as a sheet, unless the delegate's
/// `adaptivePresentationStyle(for:)` returns another style; `none` keeps the popover.
///
/// **Differences**: a popover that points at nothing is in the middle and reported; iOS raises an
/// exception. It has no backgrounds of the program's.
open class UIPopoverPresentationController: UIPresentationController {
  private let backdrop = UIView()
  private let bubble = PopoverBubble()
  private lazy var tap = UITapGestureRecognizer { [weak self] _ in self?.dismissByFinger() }
  private static let standardSize = CGSize(width: 320, height: 480)
  /// The size of the window for which the popover has its place.
  private var placedSize: CGSize?

  /// The object that decides whether it goes, and how it is shown in little room.
  open var delegate: (any UIPopoverPresentationControllerDelegate)? {
    get { adaptiveDelegate as? any UIPopoverPresentationControllerDelegate }
    set { adaptiveDelegate = newValue }
  }

  /// The directions in which the arrow may point; any by default.
  open var permittedArrowDirections = UIPopoverArrowDirection.any { didSet { place() } }

  /// The direction in which the arrow points; unknown before the popover shows.
  open var arrowDirection: UIPopoverArrowDirection { placement?.direction ?? .unknown }

  /// The view that it points at; nil for an item.
  open var sourceView: UIView? { didSet { place() } }

  /// The part of the view that it points at; null, the default, for all of it.
  open var sourceRect = CGRect.null { didSet { place() } }

  /// The view or the item of a bar that it points at; nil for `sourceView`.
  open var sourceItem: (any UIPopoverPresentationControllerSourceItem)? { didSet { place() } }

  /// The item of a bar that it points at.
  open var barButtonItem: UIBarButtonItem? {
    get { sourceItem as? UIBarButtonItem }
    set { sourceItem = newValue }
  }

  /// Views beside it that get their touches while it shows; nil by default.
  open var passthroughViews: [UIView]?

  /// The colour of the bubble; nil, the default, for that of the system.
  open var backgroundColor: UIColor? { didSet { bubble.color = backgroundColor } }

  /// The least distances from the edges of the window, beside the safe area, in points; 10 by
  /// default.
  open var popoverLayoutMargins = UIEdgeInsets(top: 10, left: 10, bottom: 10, right: 10) {
    didSet { place() }
  }

  // MARK: Places

  open override var presentedView: UIView? { bubble }

  private var source: CGRect {
    guard let container, let window = container.window else { return .null }
    if let sourceItem { return sourceItem.frame(in: container) }
    guard let sourceView, sourceView.window === window else { return .null }
    return container.convert(sourceRect.isNull ? sourceView.bounds : sourceRect, from: sourceView)
  }

  private var contentSize: CGSize {
    let size = presentedViewController.preferredContentSize
    let isUsable = size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite
    return isUsable ? size : UIPopoverPresentationController.standardSize
  }

  private var placement: PopoverPlacement? {
    guard let container else { return nil }
    let area = container.bounds.inset(by: container.safeAreaInsets).inset(by: popoverLayoutMargins)
    let source = source
    return PopoverPlacement(
      of: contentSize,
      at: source,
      in: area,
      permitted: source.isNull ? [] : permittedArrowDirections
    )
  }

  open override var frameOfPresentedViewInContainerView: CGRect { placement?.frame ?? .zero }

  override func contentSizeChanged() {
    guard bubble.window != nil else { return }
    UIView.animate(withDuration: 0.3) { self.place() }
  }

  private func place() {
    guard let container, let placement, bubble.superview === container else { return }
    backdrop.frame = container.bounds
    bubble.frame = placement.frame
    bubble.placement = placement
    bubble.layoutIfNeeded()
  }

  open override func containerViewDidLayoutSubviews() {
    super.containerViewDidLayoutSubviews()
    if let size = container?.bounds.size, size != placedSize {
      if placedSize != nil { askForPlace() }
      placedSize = size
    }
    place()
  }

  /// Lets the delegate choose what the popover points at in a window of another size.
  private func askForPlace() {
    guard let delegate, var view = sourceView else { return }
    var rect = sourceRect.isNull ? view.bounds : sourceRect
    let before = (rect: rect, view: view)
    delegate.popoverPresentationController(self, willRepositionPopoverTo: &rect, in: &view)
    if view !== before.view { sourceView = view }
    if rect != before.rect { sourceRect = rect }
  }

  override func passesTouch(at point: CGPoint) -> Bool {
    guard let container, !bubble.frame.contains(point) else { return false }
    return passthroughViews?.contains { view in
      view.window === container.window && view.bounds.contains(view.convert(point, from: container))
    } ?? false
  }

  // MARK: Coming and going

  open override func presentationTransitionWillBegin() {
    guard let container else { return }
    delegate?.prepareForPopoverPresentation(self)
    if source.isNull {
      Diagnostics.report(
        "UIKit: UIPopoverPresentationController: it points at nothing that shows; set its "
          + "sourceView, sourceItem or barButtonItem before the presentation"
      )
    }
    backdrop.frame = container.bounds
    backdrop.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    backdrop.addGestureRecognizer(tap)
    container.insertSubview(backdrop, at: 0)
    bubble.show(presentedViewController.view)
    bubble.color = backgroundColor
    if let placement {
      bubble.frame = placement.frame
      bubble.placement = placement
    }
  }

  open override func presentationTransitionDidEnd(_ completed: Bool) {
    if completed { place() } else { leave() }
  }

  open override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { leave() } else { place() }
  }

  private func leave() {
    placedSize = nil
    backdrop.removeFromSuperview()
    bubble.show(nil)
  }

  private func dismissByFinger() {
    let (delegate, own) = (adaptiveDelegate, self.delegate)
    guard !presentedViewController.isModalInPresentation,
      delegate?.presentationControllerShouldDismiss(self) ?? true,
      own?.popoverPresentationControllerShouldDismissPopover(self) ?? true
    else {
      delegate?.presentationControllerDidAttemptToDismiss(self)
      return
    }
    delegate?.presentationControllerWillDismiss(self)
    presentedViewController.dismiss(animated: true) {
      delegate?.presentationControllerDidDismiss(self)
      own?.popoverPresentationControllerDidDismissPopover(self)
    }
  }
}

/// The bubble of a popover, with the controller's view in it.
@MainActor
private final class PopoverBubble: UIView {
  private let shape = CAShapeLayer()
  private weak var content: UIView?

  var placement: PopoverPlacement? {
    didSet { if placement != oldValue { setNeedsLayout() } }
  }

  /// The colour; nil for that of the system.
  var color: UIColor? {
    didSet { showColor() }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    shape.actions = ["path": NSNull(), "fillColor": NSNull(), "onOrderIn": NSNull()]
    shape.shadowOpacity = 0.25
    shape.shadowRadius = 10
    shape.shadowOffset = .zero
    layer.addSublayer(shape)
    showColor()
  }

  required init?(coder: NSCoder) { nil }

  private func showColor() { shape.fillColor = (color ?? .systemBackground).cgColor }

  /// Takes the controller's view; nil lets it go.
  func show(_ view: UIView?) {
    if let content, content !== view, content.superview === self { content.removeFromSuperview() }
    content = view
    guard let view else { return }
    view.layer.cornerRadius = PopoverPlacement.corner
    view.clipsToBounds = true
    addSubview(view)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let placement else { return }
    shape.path = placement.outline
    shape.shadowPath = placement.outline
    content?.frame = placement.content
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    showColor()
  }
}

extension UIViewController {
  /// The popover that shows the controller, or that will, if its style is `popover`; else nil.
  public var popoverPresentationController: UIPopoverPresentationController? {
    if let shown = shownPresentation { return shown as? UIPopoverPresentationController }
    return modalPresentationStyle == .popover ? preparedPopover() : nil
  }

  final func preparedPopover() -> UIPopoverPresentationController {
    if let popover { return popover }
    let new = UIPopoverPresentationController(presentedViewController: self, presenting: nil)
    popover = new
    return new
  }

  /// Returns the controller that its delegate shows in its place where a window is narrow, in the
  /// style that the popover gets there; itself without one.
  final func adapted(over presenter: UIViewController) -> UIViewController {
    guard modalPresentationStyle == .popover,
      presenter.traitCollection.horizontalSizeClass == .compact
    else { return self }
    let popover = preparedPopover()
    guard let delegate = popover.adaptiveDelegate else { return self }
    let traits = presenter.traitCollection
    let wish = delegate.adaptivePresentationStyle(for: popover, traitCollection: traits)
    let style: UIModalPresentationStyle = wish == .automatic || wish == .popover ? .pageSheet : wish
    guard wish != .none,
      let other = delegate.presentationController(
        popover,
        viewControllerForAdaptivePresentationStyle: style
      ), other !== self
    else { return self }
    other.modalPresentationStyle = style
    return other
  }

  /// Returns the presentation of a style of popovers: a sheet or none where a window is narrow.
  final func popoverForPresentation(over presenter: UIViewController) -> UIPresentationController? {
    let popover = preparedPopover()
    let traits = presenter.traitCollection
    guard traits.horizontalSizeClass == .compact else { return popover }
    let delegate = popover.adaptiveDelegate
    let style = delegate?.adaptivePresentationStyle(for: popover, traitCollection: traits)
    switch style ?? .automatic {
    case .none: return popover
    case .automatic, .pageSheet, .formSheet, .popover:
      let sheet = preparedSheet()
      if sheet.adaptiveDelegate == nil { sheet.adaptiveDelegate = delegate }
      return sheet
    default: return nil
    }
  }
}
