// Bars of commands of views.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The side to which the arrow of a bar of commands points.
public enum UIEditMenuArrowDirection: Int, Sendable {
  /// The bar's choice: down, if there is room above.
  case automatic = 0
  /// Up: the bar is below.
  case up = 1
  /// Down: the bar is above.
  case down = 2
  /// To the left.
  ///
  /// **Differences**: it is treated as automatic.
  case left = 3
  /// To the right.
  ///
  /// **Differences**: it is treated as automatic.
  case right = 4
}

/// The name and the place of a bar of commands.
@preconcurrency
@MainActor
open class UIEditMenuConfiguration: NSObject {
  /// The name.
  public let identifier: AnyHashable
  /// The place that the bar is shown at, in points of the interaction's view.
  public let sourcePoint: CGPoint
  /// The side to which the arrow points.
  ///
  /// **Differences**: there is no arrow; the bar is on the other side.
  open var preferredArrowDirection = UIEditMenuArrowDirection.automatic

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - identifier: The name; nil for a unique one.
  ///   - sourcePoint: In points of the interaction's view.
  public init(identifier: AnyHashable?, sourcePoint: CGPoint) {
    self.identifier = identifier ?? AnyHashable(UUID())
    self.sourcePoint = sourcePoint
    super.init()
  }
}

/// Runs closures beside the motion of a bar of commands.
@preconcurrency
@MainActor
public protocol UIEditMenuInteractionAnimating: NSObjectProtocol {
  /// Runs a closure with the motion.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Runs a closure after the motion.
  func addCompletion(_ completion: @escaping () -> Void)
}

/// Makes and hears of bars of commands of a view.
///
/// **Differences**: optional methods have default implementations.
@preconcurrency
@MainActor
public protocol UIEditMenuInteractionDelegate: AnyObject {
  /// Returns the menu; nil for the suggested commands alone.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - configuration: The name and the place.
  ///   - suggestedActions: The usual commands, such as Copy, for which there is a method.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu?

  /// Returns the rectangle of the view that the bar keeps off; `CGRect.null`, the default, for the
  /// place of the configuration.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    targetRectFor configuration: UIEditMenuConfiguration
  ) -> CGRect

  /// The bar comes.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    willPresentMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  )

  /// The bar goes.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    willDismissMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  )
}

extension UIEditMenuInteractionDelegate {
  /// Returns nil.
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu? { nil }

  /// Returns `CGRect.null`.
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    targetRectFor configuration: UIEditMenuConfiguration
  ) -> CGRect { .null }

  /// Does nothing.
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    willPresentMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) {}

  /// Does nothing.
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction,
    willDismissMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) {}
}

/// Shows a bar of commands at a place of a view, when the program asks for it.
///
///     let interaction = UIEditMenuInteraction(delegate: self)
///     view.addInteraction(interaction)
///     let place = CGPoint(x: 40, y: 40)
///     interaction.presentEditMenu(with: .init(identifier: nil, sourcePoint: place))
///
/// **Differences**: bars come and go without a motion, and are scrolled if they are too wide. A
/// touch beside the bar takes it away and does nothing else. A right button of a mouse shows none.
@preconcurrency
@MainActor
open class UIEditMenuInteraction: NSObject, UIInteraction {
  /// The view; nil if there is none.
  open private(set) weak var view: UIView?
  /// The object that makes menus.
  open private(set) weak var delegate: (any UIEditMenuInteractionDelegate)?
  private var shown: UIEditMenuConfiguration?
  private weak var overlay: MenuOverlay?

  /// Creates an interaction; without a delegate bars have the usual commands.
  public init(delegate: (any UIEditMenuInteractionDelegate)?) {
    self.delegate = delegate
    super.init()
  }

  /// Takes the bar away.
  open func willMove(to view: UIView?) { dismissMenu() }

  /// Notes the view.
  open func didMove(to view: UIView?) { self.view = view }

  /// Returns the place of the bar that shows, in points of a view; nil is the window.
  open func location(in view: UIView?) -> CGPoint {
    guard let own = self.view, let shown else { return .zero }
    return own.convert(shown.sourcePoint, to: view)
  }

  /// Shows the bar; nothing without commands, or without a window.
  open func presentEditMenu(with configuration: UIEditMenuConfiguration) {
    dismissMenu()
    guard let view, view.window != nil else { return }
    let menu = menu(for: configuration, of: view)
    guard !menu.children.isEmpty, view.window != nil else { return }
    let animating = MenuAnimating(nil)
    delegate?.editMenuInteraction(
      self,
      willPresentMenuFor: configuration,
      animator: animating
    )
    shown = configuration
    overlay = MenuPresenter.showBar(
      menu,
      from: view,
      around: target(of: configuration),
      isBelow: configuration.preferredArrowDirection == .up
    ) { [weak self] in self?.ended(configuration) }
    if overlay == nil { shown = nil }
    animating.run()
  }

  private func menu(for configuration: UIEditMenuConfiguration, of view: UIView) -> UIMenu {
    let suggested = StandardCommands.available(from: view.menuResponder)
    let made = delegate?.editMenuInteraction(
      self,
      menuFor: configuration,
      suggestedActions: suggested
    )
    return made ?? UIMenu(children: suggested)
  }

  private func target(of configuration: UIEditMenuConfiguration) -> CGRect {
    let rect =
      delegate?.editMenuInteraction(self, targetRectFor: configuration) ?? CGRect.null
    let isUsable = !rect.isNull && rect.minX.isFinite && rect.minY.isFinite && rect.width.isFinite
    if isUsable, rect.height.isFinite { return rect }
    let point = configuration.sourcePoint
    return point.x.isFinite && point.y.isFinite ? CGRect(origin: point, size: .zero) : .zero
  }

  private func ended(_ configuration: UIEditMenuConfiguration) {
    if shown === configuration { shown = nil }
    let animating = MenuAnimating(nil)
    delegate?.editMenuInteraction(
      self,
      willDismissMenuFor: configuration,
      animator: animating
    )
    animating.run()
  }

  /// Takes the bar away.
  open func dismissMenu() { overlay?.end() }

  /// Asks for the menu that shows again.
  open func reloadVisibleMenu() {
    guard let shown, let overlay, let view else { return }
    overlay.build(menu(for: shown, of: view))
  }

  /// Asks for the rectangle again, and moves the bar there; there is no motion.
  open func updateVisibleMenuPosition(animated: Bool) {
    guard let shown, let overlay, let view, let window = view.window else { return }
    overlay.anchor = view.convert(target(of: shown), to: window)
    overlay.setNeedsLayout()
  }
}
