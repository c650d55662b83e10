// The keys and fingers that are down.
// Licensed under the MIT license; see LICENSE.
//
//     injected touch ──▶ UIApplication.sendEvent ──▶ UIWindow.sendEvent ──▶ TouchShell

import CoreGraphics
import Foundation
import QuartzViews

/// The keys and fingers that are down now.
@MainActor
final class InputState {
  /// The touches that are down, by the numbers of the fingers.
  var fingers: [Int: UITouch] = [:]
  /// The keys that are held.
  var keys: [String: UIPress] = [:]
  var modifiers = UIKeyModifierFlags()
  var buttons = UIEvent.ButtonMask()
  /// The height of the keyboard that first responders for text bring along, in points.
  var keyboardHeight: CGFloat = 0
  /// The pointer's place in the key window; nil if it was never there.
  var pointer: CGPoint?
  var hovering: [UIHoverGestureRecognizer] = []
  /// The recognisers that pads drive now.
  var pads: [UIEvent.EventType: PadTarget] = [:]
  private let queue = EventQueue()

  nonisolated init() {}

  /// Keeps an event that cannot be handled now.
  ///
  /// - Returns: Whether it was kept.
  func postpones(_ event: @escaping @MainActor () -> Void) -> Bool { queue.postpones(event) }

  /// Handles touches, then the events that came meanwhile.
  func handle(_ body: () -> Void) { queue.handle(body) }

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
    for case let recognizer? in pads.values.map(\.recognizer) { recognizer.pad = nil }
    pads.removeAll()
    pointer = nil
    queue.clear()
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
      tellRecognizers(phase, presses, responder, event)
      switch phase {
      case .began: responder.pressesBegan(presses, with: event)
      case .changed: responder.pressesChanged(presses, with: event)
      case .ended: responder.pressesEnded(presses, with: event)
      default: responder.pressesCancelled(presses, with: event)
      }
    }
  }

  /// Tells the recognisers of a responder and of all around it, before the responder.
  private func tellRecognizers(
    _ phase: UIPress.Phase,
    _ presses: Set<UIPress>,
    _ responder: UIResponder,
    _ event: UIPressesEvent
  ) {
    if phase == .began {
      var next: UIResponder? = responder
      var found: [UIGestureRecognizer] = []
      while let candidate = next {
        found += ((candidate as? UIView)?.gestureRecognizers ?? []).filter {
          $0.isEnabled && $0.shouldReceive(event)
            && $0.delegate?.gestureRecognizer($0, shouldReceive: event) ?? true
        }
        next = candidate.next
      }
      for press in presses {
        press.recognizers = found.filter {
          press.isAmong($0.allowedPressTypes)
            && $0.delegate?.gestureRecognizer($0, shouldReceive: press) ?? true
        }.map { UIGestureRecognizer.WeakRecognizer(recognizer: $0) }
      }
    }
    var told: Set<ObjectIdentifier> = []
    for case let recognizer? in presses.flatMap(\.recognizers).map(\.recognizer)
    where recognizer.isEnabled && told.insert(ObjectIdentifier(recognizer)).inserted {
      let own = presses.filter { $0.recognizers.contains { $0.recognizer === recognizer } }
      switch phase {
      case .began: recognizer.pressesBegan(own, with: event)
      case .changed: recognizer.pressesChanged(own, with: event)
      case .ended: recognizer.pressesEnded(own, with: event)
      default: recognizer.pressesCancelled(own, with: event)
      }
    }
  }
}
