// Menus that a long touch shows.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// Something that a view does with touches, as an object of its own.
@preconcurrency
@MainActor
public protocol UIInteraction: NSObjectProtocol {
  /// The view; nil if there is none.
  var view: UIView? { get }
  /// Called before the interaction gets another view.
  func willMove(to view: UIView?)
  /// Called when the interaction has got another view.
  func didMove(to view: UIView?)
}

extension UIView {
  /// The interactions of the view.
  public var interactions: [any UIInteraction] {
    get { extras?.interactions ?? [] }
    set {
      for old in interactions where !newValue.contains(where: { $0 === old }) {
        removeInteraction(old)
      }
      for new in newValue { addInteraction(new) }
    }
  }

  /// Adds an interaction; it leaves its view first.
  public func addInteraction(_ interaction: any UIInteraction) {
    guard !interactions.contains(where: { $0 === interaction }) else { return }
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    ownExtras.interactions.append(interaction)
    interaction.didMove(to: self)
  }

  /// Removes an interaction.
  public func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    ownExtras.interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}

/// A menu with a preview, for a long touch.
@preconcurrency
@MainActor
open class UIContextMenuConfiguration: NSObject {
  /// Makes the controller whose view is shown beside the menu.
  public typealias PreviewProvider = () -> UIViewController?
  /// Makes the menu from the elements that the system suggests: none.
  public typealias ActionProvider = ([UIMenuElement]) -> UIMenu?

  // `Any` because: it is NSCopying's.
  /// The name of the menu.
  public let identifier: any NSCopying
  /// The items of a list that the menu is for.
  open var secondaryItemIdentifiers: Set<AnyHashable> = []
  /// The order of the rows; that of the elements in all of them.
  open var preferredMenuElementOrder = Order.automatic
  let previewProvider: PreviewProvider?
  let actionProvider: ActionProvider?

  /// The order of the rows of a menu.
  public enum Order: Int, Sendable {
    /// The menu's choice.
    case automatic = 0
    /// By importance.
    case priority = 1
    /// As they are.
    case fixed = 2
  }

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - identifier: The name; nil for a unique one.
  ///   - previewProvider: Makes a controller to show; or nil.
  ///   - actionProvider: Makes the menu; or nil.
  public init(
    identifier: (any NSCopying)? = nil,
    previewProvider: PreviewProvider? = nil,
    actionProvider: ActionProvider? = nil
  ) {
    self.identifier = identifier ?? NSUUID()
    self.previewProvider = previewProvider
    self.actionProvider = actionProvider
    super.init()
  }
}

/// Makes the controller whose view is shown beside a menu.
public typealias UIContextMenuContentPreviewProvider = UIContextMenuConfiguration.PreviewProvider

/// Makes a menu from the elements that the system suggests: none.
public typealias UIContextMenuActionProvider = UIContextMenuConfiguration.ActionProvider

/// The look of a view that is lifted.
@preconcurrency
@MainActor
open class UIPreviewParameters: NSObject {
  /// The part of the view; nil for its bounds.
  open var visiblePath: UIBezierPath?
  /// The outline of the shadow; nil for `visiblePath`.
  open var shadowPath: UIBezierPath?
  /// The colour behind the view; that of the view by default.
  open var backgroundColor: UIColor?

  /// Creates the usual look.
  public override init() { super.init() }
}

/// A place for a view that is lifted.
@preconcurrency
@MainActor
open class UIPreviewTarget: NSObject {
  /// The view that the place is in.
  public let container: UIView
  /// The middle of the place, in points of the container.
  public let center: CGPoint
  /// The transform of the view there.
  public let transform: CGAffineTransform

  /// Creates a place.
  public init(container: UIView, center: CGPoint, transform: CGAffineTransform) {
    self.container = container
    self.center = center
    self.transform = transform
    super.init()
  }

  /// Creates a place where the view has no transform.
  public convenience init(container: UIView, center: CGPoint) {
    self.init(container: container, center: center, transform: .identity)
  }
}

/// A view that is lifted, with its look and its place.
@preconcurrency
@MainActor
open class UITargetedPreview: NSObject {
  /// The view.
  public let view: UIView
  /// The look.
  public let parameters: UIPreviewParameters
  /// The place.
  public let target: UIPreviewTarget

  /// Creates a preview with a place.
  public init(view: UIView, parameters: UIPreviewParameters, target: UIPreviewTarget) {
    self.view = view
    self.parameters = parameters
    self.target = target
    super.init()
  }

  /// Creates a preview at the place of the view, which is in a superview.
  public convenience init(view: UIView, parameters: UIPreviewParameters) {
    self.init(
      view: view,
      parameters: parameters,
      target: UIPreviewTarget(container: view.superview ?? view, center: view.center)
    )
  }

  /// Creates a preview with the usual look at the place of the view.
  public convenience init(view: UIView) {
    self.init(view: view, parameters: UIPreviewParameters())
  }

  /// The size of the view, in points.
  open var size: CGSize { view.bounds.size }

  /// The preview at another place.
  open func retargetedPreview(with newTarget: UIPreviewTarget) -> UITargetedPreview {
    UITargetedPreview(view: view, parameters: parameters, target: newTarget)
  }
}

/// Runs closures beside the motion of a menu.
@preconcurrency
@MainActor
public protocol UIContextMenuInteractionAnimating: NSObjectProtocol {
  /// The controller that is shown beside the menu; nil if there is none.
  var previewViewController: UIViewController? { get }
  /// Runs a closure with the motion.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Runs a closure after the motion.
  func addCompletion(_ completion: @escaping () -> Void)
}

/// The end of a menu whose preview was tapped.
@preconcurrency
@MainActor
public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {
  /// The way in which the preview goes.
  var preferredCommitStyle: UIContextMenuInteractionCommitStyle { get set }
}

/// The way in which a preview goes.
public enum UIContextMenuInteractionCommitStyle: Int, Sendable {
  /// It goes away.
  case dismiss = 0
  /// It grows to the screen.
  case pop = 1
}

/// Runs closures at once: menus come and go without a motion.
@MainActor
final class MenuAnimating: NSObject, UIContextMenuInteractionCommitAnimating,
  UIEditMenuInteractionAnimating
{
  let previewViewController: UIViewController?
  var preferredCommitStyle = UIContextMenuInteractionCommitStyle.dismiss
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []

  init(_ controller: UIViewController?) {
    previewViewController = controller
    super.init()
  }

  func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
  func addCompletion(_ completion: @escaping () -> Void) { completions.append(completion) }

  func run() {
    for animation in animations { animation() }
    for completion in completions { completion() }
  }
}

/// Makes and hears of menus of a view.
@preconcurrency
@MainActor
public protocol UIContextMenuInteractionDelegate: AnyObject {
  /// Returns the menu for a place; or nil.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration?
  /// Returns the view that is lifted; nil for the interaction's.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview?
  /// Returns the view that the lifted one goes back to; nil for the interaction's.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview?
  /// The preview was tapped.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  )
  /// The menu comes.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  )
  /// The menu goes.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  )
}

extension UIContextMenuInteractionDelegate {
  /// None.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }
  /// None.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }
  /// Does nothing.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {}
  /// Does nothing.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  /// Does nothing.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
}

/// Shows a menu for a long touch of a view.
///
/// **Differences**: menus come and go without a motion; the view itself is not lifted.
@preconcurrency
@MainActor
open class UIContextMenuInteraction: NSObject, UIInteraction {
  /// The look of the menu.
  public enum Appearance: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// With a preview.
    case rich = 1
    /// Without.
    case compact = 2
  }

  /// The view; nil if there is none.
  open private(set) weak var view: UIView?
  /// The object that makes menus.
  open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
  private var shown: UIContextMenuConfiguration?
  private lazy var press = MenuPress(self)

  /// Creates an interaction.
  public init(delegate: any UIContextMenuInteractionDelegate) {
    self.delegate = delegate
    super.init()
  }

  /// The look of the menu: with a preview.
  open var menuAppearance: Appearance { shown == nil ? .unknown : .rich }

  /// Removes the recogniser of the long touch.
  open func willMove(to view: UIView?) { self.view?.removeGestureRecognizer(press.recognizer) }

  /// Adds the recogniser of the long touch.
  open func didMove(to view: UIView?) {
    self.view = view
    view?.addGestureRecognizer(press.recognizer)
  }

  /// The place of the touch, in points of a view; nil is the window.
  open func location(in view: UIView?) -> CGPoint { press.recognizer.location(in: view) }

  /// Takes the menu away.
  open func dismissMenu() { if shown != nil { MenuPresenter.dismiss() } }

  /// Changes the menu that shows.
  open func updateVisibleMenu(_ block: (UIMenu) -> UIMenu) {
    guard shown != nil, let overlay = MenuPresenter.current else { return }
    overlay.build(block(overlay.menu))
  }

  /// Shows the menu for a place of the view, as a long touch does.
  ///
  /// **Differences**: an addition, for tests and right buttons of mice.
  ///
  /// - Returns: Whether there is a menu for the place.
  @discardableResult
  open func show(at location: CGPoint) -> Bool {
    guard let configuration = configuration(at: location) else { return false }
    return show(configuration, at: location)
  }

  /// Returns the menu for a place of the view; nil if there is none, or no window.
  final func configuration(at location: CGPoint) -> UIContextMenuConfiguration? {
    guard view?.window != nil else { return nil }
    return delegate?.contextMenuInteraction(self, configurationForMenuAtLocation: location)
  }

  /// - Returns: Whether the menu has something to show.
  @discardableResult
  final func show(_ configuration: UIContextMenuConfiguration, at location: CGPoint) -> Bool {
    guard let view, view.window != nil, let delegate else { return false }
    let lifted = delegate.contextMenuInteraction(
      self,
      previewForHighlightingMenuWithConfiguration: configuration
    )
    let controller = configuration.previewProvider?()
    let menu = configuration.actionProvider?([]) ?? UIMenu()
    guard controller != nil || !menu.children.isEmpty else { return false }
    let animating = MenuAnimating(controller)
    delegate.contextMenuInteraction(
      self,
      willDisplayMenuFor: configuration,
      animator: animating
    )
    shown = configuration
    MenuPresenter.show(
      menu,
      from: lifted?.view ?? view,
      at: lifted == nil ? location : nil,
      preview: controller.map { preview($0, in: view, configuration) },
      ended: { [weak self] in self?.ended(configuration, controller) }
    )
    animating.run()
    return true
  }

  private func preview(
    _ controller: UIViewController,
    in view: UIView,
    _ configuration: UIContextMenuConfiguration
  ) -> UIView {
    let area = view.window?.bounds.size ?? .zero
    var size = controller.preferredContentSize
    if size == .zero { size = CGSize(width: area.width * 0.8, height: area.height * 0.4) }
    let shown: UIView = controller.view
    shown.frame.size = CGSize(
      width: min(size.width, area.width - 16),
      height: min(size.height, area.height / 2)
    )
    shown.layer.cornerRadius = 13
    shown.clipsToBounds = true
    shown.addGestureRecognizer(
      UITapGestureRecognizer { [weak self] _ in self?.commit(configuration, controller) }
    )
    return shown
  }

  private func commit(
    _ configuration: UIContextMenuConfiguration,
    _ controller: UIViewController
  ) {
    let animating = MenuAnimating(controller)
    delegate?.contextMenuInteraction(
      self,
      willPerformPreviewActionForMenuWith: configuration,
      animator: animating
    )
    MenuPresenter.dismiss()
    animating.run()
  }

  private func ended(
    _ configuration: UIContextMenuConfiguration,
    _ controller: UIViewController?
  ) {
    shown = nil
    let animating = MenuAnimating(controller)
    delegate?.contextMenuInteraction(self, willEndFor: configuration, animator: animating)
    animating.run()
  }
}

/// The long touch of a menu, which begins only where there is a menu.
@MainActor
final class MenuPress: NSObject, UIGestureRecognizerDelegate {
  private weak var interaction: UIContextMenuInteraction?
  private var pending: UIContextMenuConfiguration?
  private(set) lazy var recognizer = UILongPressGestureRecognizer { [weak self] _ in
    self?.changed()
  }

  init(_ interaction: UIContextMenuInteraction) {
    self.interaction = interaction
    super.init()
    recognizer.delegate = self
  }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    pending = interaction?.configuration(at: recognizer.location(in: interaction?.view))
    return pending != nil
  }

  private func changed() {
    guard recognizer.state == .began, let configuration = pending else { return }
    pending = nil
    interaction?.show(configuration, at: recognizer.location(in: interaction?.view))
  }
}
