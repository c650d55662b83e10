// Taps.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzInteraction

/// Recognises taps: touches that end near where they began.
///
/// A touch that moves by more than 45 points, or lasts longer than 0.75 s, is not a tap. Taps of
/// one gesture follow within 0.35 s and 45 points.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// The taps that it takes; 1 by default.
  open var numberOfTapsRequired = 1
  /// The fingers that it takes; 1 by default.
  open var numberOfTouchesRequired = 1
  /// The buttons of a pointer that it takes; the first by default.
  open var buttonMaskRequired: UIEvent.ButtonMask = .primary

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .tap
    settings.taps = numberOfTapsRequired
    settings.fingers = numberOfTouchesRequired
  }

  override func takes(_ buttons: UIEvent.ButtonMask) -> Bool {
    !buttons.isDisjoint(with: buttonMaskRequired)
  }

  /// Takes touches that began.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.began)
  }

  /// Takes touches that moved.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.moved)
  }

  /// Takes touches that ended.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.ended)
  }

  /// Takes touches that were taken away.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.cancelled)
  }
}
