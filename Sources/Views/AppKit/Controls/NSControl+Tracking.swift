// Controls and the button that they follow.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzInteraction

extension NSControl {
  private func isInside(_ event: NSEvent) -> Bool {
    isMousePoint(convert(event.locationInWindow, from: nil), in: bounds)
  }

  /// Begins to follow the button of an event.
  ///
  /// - Returns: Whether it does, which a disabled control does not.
  final func follow(_ event: NSEvent) -> Bool {
    guard isEnabled else { return false }
    tracker.begin(event.buttonNumber)
    return true
  }

  /// Takes a drag.
  ///
  /// - Returns: Whether the pointer is on the control; nil for a button that it does not follow.
  final func followDrag(_ event: NSEvent) -> Bool? {
    guard tracker.touch == event.buttonNumber else { return nil }
    _ = tracker.move(isInside: isInside(event))
    return tracker.isInside
  }

  /// Follows the button no more.
  ///
  /// - Returns: The event of the button that went up; nil for one that it does not follow.
  final func followUp(_ event: NSEvent) -> ControlTracker.Event? {
    guard tracker.touch == event.buttonNumber else { return nil }
    let last = tracker.end(isInside: isInside(event))
    tracker.stop()
    return last
  }

  /// Whether a recogniser may take the button away; some controls refuse clicks or drags.
  final func allows(_ recognizer: NSGestureRecognizer) -> Bool {
    guard isEnabled, recognizer.view !== self, let row = recognizer.row else { return true }
    // Controls follow the left button alone.
    let shell = recognizer.shell
    let isOwn = { (finger: GestureFinger) in
      shell?.view(of: finger.touch) === self
        && shell?.interaction.touch(finger.touch)?.finger == MouseSource.primary.finger
    }
    guard let finger = row.hand.fingers.first(where: isOwn) else { return true }
    var gesture = GestureRules.ControlCase(kind: row.settings.kind)
    gesture.taps = row.settings.taps
    gesture.fingers = row.settings.fingers
    // The knob of a slider goes to the pointer.
    gesture.isOnKnob = tracker.touch != nil
    gesture.isAlong = ScrollIntake.isHorizontal(finger.place - finger.start)
    return !GestureRules.control(answers, refuses: gesture)
  }
}
