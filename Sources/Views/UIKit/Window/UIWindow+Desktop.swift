// A window on the desktop: its events become touches, wheels and keys.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzViews

extension UIWindow {
  /// Opens the window of the desktop that shows the context.
  final func openOnDesktop(_ context: CAContext, title: String?) throws(CAContextError) {
    let touches = DesktopTouches(self)
    try touches.input.open(context, title: title, for: touches)
  }

  /// Takes the input of the windows in which a render server shows the context.
  final func listen(to context: CAContext) {
    let touches = DesktopTouches(self)
    touches.input.listen(to: context, for: touches)
  }
}

/// Makes touches and presses from the events of a window of the desktop.
@MainActor
private final class DesktopTouches: DesktopReceiver {
  let input = DesktopInput()
  private weak var window: UIWindow?
  /// The keys that are down, by their positions on the keyboard: the characters of a key may change
  /// while it is held.
  private var keys: [Int: UIKey] = [:]

  init(_ window: UIWindow) {
    self.window = window
  }

  func receive(_ change: DesktopInput.Pointer, at point: CGPoint, _ modifiers: Modifiers) {
    guard let window else { return }
    let app = UIApplication.shared
    switch change {
    case .moved: app.mouseMoved(to: point, in: window)
    case .left: break
    case .down(let button, _): app.mouseDown(at: point, button: Self.number(button), in: window)
    case .up: app.mouseUp(at: point)
    }
  }

  func turnWheel(right: CGFloat, up: CGFloat, at point: CGPoint, _ modifiers: Modifiers) {
    guard let window else { return }
    UIApplication.shared.turnWheel(right: right, up: up, at: point, in: window)
  }

  func receive(
    _ phase: DesktopInput.Touch,
    finger: Int,
    at point: CGPoint,
    _ modifiers: Modifiers
  ) {
    guard let window else { return }
    let app = UIApplication.shared
    switch phase {
    case .began: app.touchBegan(at: point, finger: finger, in: window)
    case .moved: app.touchMoved(to: point, finger: finger)
    case .ended: app.touchEnded(at: point, finger: finger)
    }
  }

  func keyDown(_ key: Key, _ modifiers: Modifiers) {
    // Modifier keys are in the flags of the others.
    guard !key.characters.isEmpty else { return }
    // A key that repeats goes up and down.
    keyUp(key, modifiers)
    // The bits are those of UIKit.
    let flags = UIKeyModifierFlags(rawValue: modifiers.rawValue)
    let new = UIKey(characters: Self.input(key), modifierFlags: flags)
    keys[key.usage] = new
    UIApplication.shared.keyDown(new)
  }

  func keyUp(_ key: Key, _ modifiers: Modifiers) {
    if let held = keys.removeValue(forKey: key.usage) { UIApplication.shared.keyUp(held) }
  }

  func focusChanged(isFocused: Bool) {
    if isFocused { window?.makeKey() } else { release() }
  }

  /// Gives the window the size that the user chose.
  func follow(_ size: CGSize) {
    guard let window, size != window.bounds.size else { return }
    window.frame.size = size
    window.layoutIfNeeded()
  }

  func closed(_ ending: CAContext.Window.Ending) {
    guard let window else { return }
    release()
    window.onClose?(ending)
    guard ending != .program else { return }
    window.isHidden = true
    UIApplication.shared.windowWasClosed()
  }

  /// Cancels what is down: another window gets what comes next.
  private func release() {
    for key in keys.values { UIApplication.shared.keyUp(key) }
    keys = [:]
    for finger in input.fingers { UIApplication.shared.touchCancelled(finger: finger) }
    if !input.buttons.isEmpty { UIApplication.shared.mouseCancelled() }
    input.forget()
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

  private static func input(_ key: Key) -> String { names[key.characters] ?? key.characters }
}

extension UIApplication {
  /// Takes the held button of the mouse away.
  final func mouseCancelled() {
    touchCancelled(finger: UIApplication.pointerFinger)
    input.buttons = []
  }
}
