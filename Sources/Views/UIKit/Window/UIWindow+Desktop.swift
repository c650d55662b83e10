// A window on the desktop: its events become touches, wheels and keys.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UIWindow {
  /// Opens the window of the desktop that shows the context.
  final func openOnDesktop(_ context: CAContext, title: String?) throws(CAContextError) {
    let name = title ?? ProcessInfo.processInfo.processName
    let shown = try context.showInWindow(title: name)
    var input = DesktopInput()
    shown.onEvent = { [weak self] event in
      onViewThread { if let self { input.take(event, for: self) } }
    }
    shown.onClose = { [weak self] ending in
      onViewThread {
        guard let self else { return }
        input.release()
        self.onClose?(ending)
        if ending != .program { self.isHidden = true }
      }
    }
  }

  /// Gives the window the size that the user chose.
  fileprivate func follow(_ size: CGSize) {
    guard size != bounds.size else { return }
    frame.size = size
    layoutIfNeeded()
  }
}

/// The keys and fingers of a window of the desktop that are down.
@MainActor
private struct DesktopInput {
  /// By their places on the keyboard: what a key types may change while it is held.
  private var keys: [Int: UIKey] = [:]
  private var fingers: Set<Int> = []
  private var isButtonDown = false

  mutating func take(_ event: CAContext.Window.Event, for window: UIWindow) {
    let app = UIApplication.shared
    switch event.kind {
    case .pointerMoved(let point): app.mouseMoved(to: point, in: window)
    case .pointerLeft: break
    case .buttonDown(let button, _, let point):
      isButtonDown = true
      app.mouseDown(at: point, button: Self.number(button), in: window)
    case .buttonUp(_, let point):
      isButtonDown = false
      app.mouseUp(at: point)
    case .wheel(let right, let up, let point):
      app.turnWheel(right: right, up: up, at: point, in: window)
    case .touchBegan(let finger, let point):
      fingers.insert(finger)
      app.touchBegan(at: point, finger: finger, in: window)
    case .touchMoved(let finger, let point): app.touchMoved(to: point, finger: finger)
    case .touchEnded(let finger, let point):
      fingers.remove(finger)
      app.touchEnded(at: point, finger: finger)
    case .keyDown(let key): press(key, event.modifiers)
    case .keyUp(let key): if let held = keys.removeValue(forKey: key.usage) { app.keyUp(held) }
    case .focus(true): window.makeKey()
    case .focus(false): release()
    case .resized(let size, _): window.follow(size)
    }
  }

  private mutating func press(
    _ key: CAContext.Window.Event.Key,
    _ modifiers: CAContext.Window.Event.Modifiers
  ) {
    // Modifier keys are in the flags of the others.
    guard !key.characters.isEmpty else { return }
    // A key that repeats is one that goes up and down.
    if let held = keys.removeValue(forKey: key.usage) { UIApplication.shared.keyUp(held) }
    // The bits are those of UIKit.
    let flags = UIKeyModifierFlags(rawValue: modifiers.rawValue)
    let new = UIKey(characters: Self.input(key), modifierFlags: flags)
    keys[key.usage] = new
    UIApplication.shared.keyDown(new)
  }

  /// Lets go of everything: another window gets what comes next.
  mutating func release() {
    for key in keys.values { UIApplication.shared.keyUp(key) }
    for finger in fingers { UIApplication.shared.touchCancelled(finger: finger) }
    if isButtonDown { UIApplication.shared.mouseCancelled() }
    (keys, fingers, isButtonDown) = ([:], [], false)
  }

  /// Buttons count from the left here; in UIKit the right one is the second.
  private static func number(_ button: Int) -> Int {
    switch button {
    case 2: 3
    case 3: 2
    default: button
    }
  }

  /// UIKit's names of keys that type nothing.
  private static let names = [
    "\u{F700}": "UIKeyInputUpArrow", "\u{F701}": "UIKeyInputDownArrow",
    "\u{F702}": "UIKeyInputLeftArrow", "\u{F703}": "UIKeyInputRightArrow",
    "\u{F729}": "UIKeyInputHome", "\u{F72B}": "UIKeyInputEnd",
    "\u{F72C}": "UIKeyInputPageUp", "\u{F72D}": "UIKeyInputPageDown",
    "\u{F728}": "UIKeyInputDelete", "\u{1B}": "UIKeyInputEscape", "\u{7F}": "\u{8}",
  ]

  private static func input(_ key: CAContext.Window.Event.Key) -> String {
    names[key.characters] ?? key.characters
  }
}

extension UIApplication {
  /// The points that content moves with a notch of the wheel.
  private static let notch: CGFloat = 30

  /// Takes the held button of the mouse away.
  final func mouseCancelled() {
    touchCancelled(finger: UIApplication.pointerFinger)
    input.buttons = []
  }

  /// Turns the wheel of the mouse: the content under the pointer moves, as far as it goes.
  ///
  /// - Parameters:
  ///   - right: Notches to the right.
  ///   - up: Notches away from the user.
  ///   - point: In points of the window.
  ///   - window: The window; nil is the key window.
  public func turnWheel(
    right: CGFloat = 0,
    up: CGFloat,
    at point: CGPoint,
    in window: UIWindow? = nil
  ) {
    guard let window = window ?? keyWindow, !isIgnoringInteractionEvents, right.isFinite,
      up.isFinite, point.x.isFinite, point.y.isFinite
    else { return }
    var view = window.hitTest(point, with: nil)
    while let candidate = view {
      if let scroll = candidate as? UIScrollView, scroll.isScrollEnabled,
        scroll.turn(by: CGPoint(x: right * Self.notch, y: -up * Self.notch))
      {
        return
      }
      view = candidate.superview
    }
  }
}

extension UIScrollView {
  /// Moves the content within its range.
  ///
  /// - Returns: Whether it moved.
  fileprivate func turn(by way: CGPoint) -> Bool {
    let place = CGPoint(
      x: min(max(contentOffset.x + way.x, rangeX.lowerBound), rangeX.upperBound),
      y: min(max(contentOffset.y + way.y, rangeY.lowerBound), rangeY.upperBound)
    )
    guard place != contentOffset else { return false }
    setContentOffset(place, animated: false)
    return true
  }
}
