// The application: windows, and events that programs inject.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import UserNotifications

/// The application: its windows, its delegate, and the path of its events.
///
/// Linux has no fingers on a screen, so a program or test injects events: see `touch(_:)`.
@preconcurrency
@MainActor
open class UIApplication: UIResponder {
  /// Whether the application is in front.
  public enum State: Int, Sendable {
    /// In front.
    case active = 0
    /// In front, but without events.
    case inactive = 1
    /// Not shown.
    case background = 2
  }

  nonisolated private static let instance = onViewThread { UIApplication() }

  /// The application.
  open class var shared: UIApplication { instance }

  private struct WeakWindow {
    weak var window: UIWindow?
  }

  private var known: [WeakWindow] = []
  private weak var key: UIWindow?
  private var ignoring = 0
  final let input = InputState()
  final let updates = UpdateCycle()

  /// The object notified of the application's states.
  open weak var delegate: (any UIApplicationDelegate)?

  /// The windows, from back to front.
  open var windows: [UIWindow] {
    known.removeAll { $0.window == nil }
    return known.compactMap(\.window).enumerated().sorted {
      ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset)
    }.map(\.element)
  }

  /// The window that keys and shakes go to.
  open var keyWindow: UIWindow? { key }

  /// Whether the application is in front; active by default.
  ///
  /// **Differences**: programs and tests set it; delegates and observers hear of the steps.
  open var applicationState = State.active {
    didSet { tellState(from: oldValue, to: applicationState) }
  }

  /// The delegate of a running program, which is retained.
  final var runningDelegate: (any UIApplicationDelegate)?
  /// The number of the last task in the background.
  final var lastTask = 0
  /// The shortcuts of the home screen.
  ///
  /// **Differences**: desktops show none.
  open var shortcutItems: [UIApplicationShortcutItem]?

  /// The scenes of the program: one, which all windows are in.
  open var connectedScenes: Set<UIScene> { [scene] }

  final lazy var scene = UIWindowScene()

  /// The orientation of the main screen.
  open var statusBarOrientation: UIInterfaceOrientation { scene.interfaceOrientation }

  /// Whether the status bar is hidden: there is none.
  open var isStatusBarHidden: Bool { true }

  /// The direction of layout; from left to right.
  open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

  /// The size of text that a person asked for: large, which is the system's own.
  open var preferredContentSizeCategory: UIContentSizeCategory { .large }

  /// Whether the screen stays on.
  ///
  /// **Differences**: it is stored; the desktop decides when a screen turns off.
  open var isIdleTimerDisabled = false

  /// Whether a shake undoes; true by default.
  ///
  /// **Differences**: it is stored; a shake undoes nothing by itself.
  open var applicationSupportsShakeToEdit = true

  /// Whether a sign shows that the network is used.
  ///
  /// **Differences**: it is stored; there is no status bar.
  open var isNetworkActivityIndicatorVisible = false

  /// The number on the application's icon, which `UNUserNotificationCenter.setBadgeCount(_:)`
  /// changes, too; less than 0 counts as 0.
  ///
  /// **Differences**: it is stored; the desktop shows no number.
  open var applicationIconBadgeNumber: Int {
    get { UNUserNotificationCenter.current().badgeCount }
    set { UNUserNotificationCenter.current().badgeCount = newValue }
  }

  /// The height of the status bar: 0 by 0, for there is none.
  open var statusBarFrame: CGRect { .zero }

  open override var next: UIResponder? { delegate as? UIResponder }

  override var responderWindow: UIWindow? { nil }

  /// Lets the delegate change a menu while it is built.
  open override func buildMenu(with builder: any UIMenuBuilder) {
    (delegate as? UIResponder)?.buildMenu(with: builder)
  }

  /// Sends an event to its window.
  open func sendEvent(_ event: UIEvent) {
    if let touches = event.allTouches {
      var windows: [UIWindow] = []
      for case let window? in touches.map(\.window)
      where !windows.contains(where: { $0 === window }) {
        windows.append(window)
      }
      for window in windows { window.sendEvent(event) }
    } else {
      keyWindow?.sendEvent(event)
    }
  }

  /// Sends an action to a target; without one, to the first responder or one further on in its
  /// chain that has the method.
  ///
  /// - Returns: Whether it was called.
  @discardableResult
  open func sendAction(
    _ action: Selector,
    to target: Any?,
    from sender: Any?,
    for event: UIEvent?
  ) -> Bool {
    if let target {
      return SelectorCall.sendAction(action, to: target as AnyObject, from: sender, event: event)
    }
    let first = keyWindow?.firstResponder ?? sender as? UIResponder ?? keyWindow
    guard let found = first?.target(forAction: action, withSender: sender) else { return false }
    return SelectorCall.sendAction(action, to: found as AnyObject, from: sender, event: event)
  }

  /// Injected events are dropped until `endIgnoringInteractionEvents()`; calls nest.
  ///
  /// Fingers that are down are cancelled.
  open func beginIgnoringInteractionEvents() {
    ignoring += 1
    for finger in input.fingers.keys.sorted() { touchCancelled(finger: finger) }
  }

  /// Ends one `beginIgnoringInteractionEvents()`.
  open func endIgnoringInteractionEvents() { ignoring = max(ignoring - 1, 0) }

  /// Whether injected events are dropped.
  open var isIgnoringInteractionEvents: Bool { ignoring > 0 }

  // MARK: Windows

  final func note(_ window: UIWindow) {
    known.removeAll { $0.window == nil }
    known.append(WeakWindow(window: window))
  }

  final func makeKey(_ window: UIWindow) {
    guard window !== key, window.canBecomeKey else { return }
    let old = key
    key = window
    old?.resignKey()
    window.becomeKey()
  }

  final func windowWasHidden(_ window: UIWindow) {
    guard key === window else { return }
    key = nil
    window.resignKey()
    if let next = windows.last(where: { !$0.isHidden && $0.canBecomeKey }) { makeKey(next) }
  }
}
