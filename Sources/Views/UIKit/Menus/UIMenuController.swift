// The bar of commands for what is selected.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A command of the program's in the bar of commands.
@preconcurrency
@MainActor
open class UIMenuItem: NSObject {
  /// The title.
  open var title: String
  /// The method, which the first responder or one further on in its chain has.
  open var action: Selector

  /// Creates a command.
  public init(title: String, action: Selector) {
    self.title = title
    self.action = action
    super.init()
  }
}

/// The bar of commands for what is selected.
///
/// It has the usual commands, such as Copy, and those of the program, for which the chain of the
/// first responder has a method: `canPerformAction(_:withSender:)` decides. Without a first
/// responder the chain begins with the view.
///
/// **Differences**: a bar that is too wide is scrolled. It has no arrow. The sender of methods is
/// a `UICommand`. A touch beside the bar takes it away and does nothing else.
@preconcurrency
@MainActor
open class UIMenuController: NSObject {
  /// The side to which the arrow of the bar points.
  public enum ArrowDirection: Int, Sendable {
    /// Down, if there is room above.
    case `default` = 0
    /// Up: the bar is below.
    case up = 1
    /// Down: the bar is above.
    case down = 2
    /// To the left.
    ///
    /// **Differences**: it is treated as the default.
    case left = 3
    /// To the right.
    ///
    /// **Differences**: it is treated as the default.
    case right = 4
  }

  nonisolated private static let instance = onViewThread { UIMenuController() }

  /// The bar.
  open class var shared: UIMenuController { instance }

  /// Posted before the bar comes.
  nonisolated public static let willShowMenuNotification = Notification.Name(
    "UIMenuControllerWillShowMenuNotification"
  )
  /// Posted when the bar shows.
  nonisolated public static let didShowMenuNotification = Notification.Name(
    "UIMenuControllerDidShowMenuNotification"
  )
  /// Posted before the bar goes.
  ///
  /// **Differences**: posted when it has gone, before `didHideMenuNotification`.
  nonisolated public static let willHideMenuNotification = Notification.Name(
    "UIMenuControllerWillHideMenuNotification"
  )
  /// Posted when the bar has gone.
  nonisolated public static let didHideMenuNotification = Notification.Name(
    "UIMenuControllerDidHideMenuNotification"
  )
  /// Posted when the frame of the bar changed.
  nonisolated public static let menuFrameDidChangeNotification = Notification.Name(
    "UIMenuControllerMenuFrameDidChangeNotification"
  )

  private weak var overlay: MenuOverlay?
  private weak var targetView: UIView?
  private var targetRect = CGRect.zero

  /// The program's own commands, behind the usual ones; nil by default.
  open var menuItems: [UIMenuItem]?

  /// The side to which the arrow points.
  open var arrowDirection = ArrowDirection.default

  /// Whether the bar shows; setting it shows it at the target, or takes it away.
  open var isMenuVisible: Bool {
    get { overlay?.superview != nil }
    set { setMenuVisible(newValue, animated: false) }
  }

  /// The frame of the bar on the screen, in points; zero if it does not show.
  open var menuFrame: CGRect { isMenuVisible ? overlay?.panelFrame ?? .zero : .zero }

  /// Shows the bar at the target, or takes it away; there is no motion.
  open func setMenuVisible(_ menuVisible: Bool, animated: Bool) {
    guard menuVisible else { return hideMenu() }
    if let targetView { showMenu(from: targetView, rect: targetRect) }
  }

  /// Sets the rectangle of a view that the bar is shown at.
  open func setTargetRect(_ targetRect: CGRect, in targetView: UIView) {
    self.targetRect = targetRect
    self.targetView = targetView
  }

  /// Shows the bar at a rectangle of a view; nothing without commands, or without a window.
  open func showMenu(from targetView: UIView, rect targetRect: CGRect) {
    setTargetRect(targetRect, in: targetView)
    let responder = targetView.menuResponder
    let own = (menuItems ?? []).filter {
      responder.target(forAction: $0.action, withSender: self) != nil
    }
    let commands =
      StandardCommands.available(from: responder)
      + own.map { UICommand(title: $0.title, action: $0.action) }
    guard !commands.isEmpty, targetView.window != nil else { return hideMenu() }
    post(UIMenuController.willShowMenuNotification)
    overlay = MenuPresenter.showBar(
      UIMenu(children: commands),
      from: targetView,
      around: targetRect,
      isBelow: arrowDirection == .up
    ) { [weak self] in
      self?.post(UIMenuController.willHideMenuNotification)
      self?.post(UIMenuController.didHideMenuNotification)
    }
    if overlay != nil { post(UIMenuController.didShowMenuNotification) }
  }

  /// Takes the bar away.
  open func hideMenu() { overlay?.end() }

  /// Takes the bar away, if it was shown for a view.
  open func hideMenu(from targetView: UIView) {
    if overlay?.source === targetView { hideMenu() }
  }

  /// Finds the commands again, and the place.
  open func update() {
    guard isMenuVisible, let targetView else { return }
    showMenu(from: targetView, rect: targetRect)
    post(UIMenuController.menuFrameDidChangeNotification)
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}
