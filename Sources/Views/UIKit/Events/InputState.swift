// The keys and fingers that are down.
// Licensed under the MIT license; see LICENSE.
//
//     injected touch ──▶ UIApplication.sendEvent ──▶ UIWindow.sendEvent ──▶ TouchShell

import CoreGraphics
import Foundation

/// The keys and fingers that are down now.
@MainActor
final class InputState {
  /// The touches that are down, by the numbers of the fingers.
  var fingers: [Int: UITouch] = [:]
  /// The keys that are held.
  var keys: [String: UIPress] = [:]
  var modifiers = UIKeyModifierFlags()
  var buttons = UIEvent.ButtonMask()
  /// The pointer's place in the key window; nil if it was never there.
  var pointer: CGPoint?
  var hovering: [UIHoverGestureRecognizer] = []
  /// How many windows handle touches now: one, or none.
  private var depth = 0
  /// The events that came meanwhile.
  private var later: [() -> Void] = []

  nonisolated init() {}

  /// Keeps an event that comes while another one is handled.
  ///
  /// - Returns: Whether it was kept.
  func postpones(_ event: @escaping () -> Void) -> Bool {
    guard depth > 0 else { return false }
    later.append(event)
    return true
  }

  /// Handles touches, then the events that came meanwhile.
  func handle(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    while depth == 0, !later.isEmpty { later.removeFirst()() }
  }

  /// Removes a touch that has ended.
  func forget(_ touch: UITouch) {
    if fingers[touch.finger] === touch { fingers[touch.finger] = nil }
  }

  /// Forgets all touches and keys.
  func clear() {
    for window in UIApplication.shared.windows { window.touchShell.clear() }
    fingers.removeAll()
    keys.removeAll()
    modifiers = []
    hovering.removeAll()
    pointer = nil
    later.removeAll()
  }
}

extension UIWindow {
  /// Does the default work of `sendEvent(_:)`.
  final func deliver(_ event: UIEvent) {
    switch event.type {
    case .touches: touchShell.deliver(event)
    case .presses:
      guard let event = event as? UIPressesEvent else { return }
      sendPresses(event)
    case .motion:
      let responder = firstResponder ?? self
      responder.motionBegan(event.subtype, with: event)
      responder.motionEnded(event.subtype, with: event)
    default: break
    }
  }

  private func sendPresses(_ event: UIPressesEvent) {
    for phase in [UIPress.Phase.began, .changed, .ended, .cancelled] {
      let presses = event.presses.filter { $0.phase == phase }
      guard let responder = presses.first?.responder ?? firstResponder, !presses.isEmpty else {
        continue
      }
      switch phase {
      case .began: responder.pressesBegan(presses, with: event)
      case .changed: responder.pressesChanged(presses, with: event)
      case .ended: responder.pressesEnded(presses, with: event)
      default: responder.pressesCancelled(presses, with: event)
      }
    }
  }
}
