// A window on the desktop that shows views: one bridge for the views of both kinds.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
package import QuartzCore

/// A window of views that a window on the desktop shows, which gets the events of the latter.
///
/// Points are those of the context's picture, from its top left.
@MainActor
package protocol DesktopReceiver: AnyObject {
  typealias Key = CAContext.Window.Event.Key
  typealias Modifiers = CAContext.Window.Event.Modifiers

  /// The pointer moved, or one of its buttons did.
  func receive(_ change: DesktopInput.Pointer, at point: CGPoint, _ modifiers: Modifiers)
  /// The wheel turned by so many notches.
  func turnWheel(right: CGFloat, up: CGFloat, at point: CGPoint, _ modifiers: Modifiers)
  /// A finger touched the window, moved, or was lifted.
  func receive(
    _ phase: DesktopInput.Touch,
    finger: Int,
    at point: CGPoint,
    _ modifiers: Modifiers
  )
  func keyDown(_ key: Key, _ modifiers: Modifiers)
  func keyUp(_ key: Key, _ modifiers: Modifiers)
  /// Keys go to the window, or no longer do.
  func focusChanged(isFocused: Bool)
  /// The user chose another size.
  func follow(_ size: CGSize)
  func closed(_ ending: CAContext.Window.Ending)
}

/// The buttons and fingers of a window on the desktop that are down.
@MainActor
package final class DesktopInput {
  /// A change of the pointer.
  ///
  /// Buttons are 1 left, 2 middle, 3 right.
  package enum Pointer {
    case moved
    case left
    case down(button: Int, clicks: Int)
    case up(button: Int)
  }

  /// A change of a finger.
  package enum Touch {
    case began, moved, ended
  }

  package private(set) var buttons: Set<Int> = []
  package private(set) var fingers: Set<Int> = []

  package init() {}

  /// Forgets what is down: another window gets what comes next.
  package func forget() {
    buttons = []
    fingers = []
  }

  /// Opens the window on the desktop that shows a context.
  ///
  /// - Parameter title: The name of the window; nil is that of the program.
  package func open(
    _ context: CAContext,
    title: String?,
    for receiver: some DesktopReceiver
  ) throws(CAContextError) {
    let name = title ?? ProcessInfo.processInfo.processName
    let shown = try context.showInWindow(title: name)
    shown.onEvent = { [self] event in onViewThread { send(event, to: receiver) } }
    shown.onClose = { ending in onViewThread { receiver.closed(ending) } }
  }

  /// Takes the events of the windows in which a render server shows a context.
  package func listen(to context: CAContext, for receiver: some DesktopReceiver) {
    context.onEvent = { [self] event in onViewThread { send(event, to: receiver) } }
  }

  private func send(_ event: CAContext.Window.Event, to receiver: some DesktopReceiver) {
    let modifiers = event.modifiers
    switch event.kind {
    case .pointerMoved(let point): receiver.receive(.moved, at: point, modifiers)
    case .pointerLeft: receiver.receive(.left, at: CGPoint(x: -1, y: -1), modifiers)
    case .buttonDown(let button, let clicks, let point):
      buttons.insert(button)
      receiver.receive(.down(button: button, clicks: clicks), at: point, modifiers)
    case .buttonUp(let button, let point):
      guard buttons.remove(button) != nil else { return }
      receiver.receive(.up(button: button), at: point, modifiers)
    case .wheel(let right, let up, let point):
      receiver.turnWheel(right: right, up: up, at: point, modifiers)
    case .touchBegan(let finger, let point):
      fingers.insert(finger)
      receiver.receive(.began, finger: finger, at: point, modifiers)
    case .touchMoved(let finger, let point):
      receiver.receive(.moved, finger: finger, at: point, modifiers)
    case .touchEnded(let finger, let point):
      fingers.remove(finger)
      receiver.receive(.ended, finger: finger, at: point, modifiers)
    case .keyDown(let key): receiver.keyDown(key, modifiers)
    case .keyUp(let key): receiver.keyUp(key, modifiers)
    case .focus(let isFocused): receiver.focusChanged(isFocused: isFocused)
    case .resized(let size, _): receiver.follow(size)
    }
  }
}
