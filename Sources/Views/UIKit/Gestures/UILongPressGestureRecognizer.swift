// Long presses.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzInteraction

/// Recognises fingers that stay where they are for a while.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// The taps before the press; none by default.
  open var numberOfTapsRequired = 0
  /// The fingers that it takes; 1 by default.
  open var numberOfTouchesRequired = 1
  /// In seconds; 0.5 by default.
  open var minimumPressDuration: TimeInterval = 0.5
  /// In points: fingers that move farther before it begins press nothing; 10 by default.
  open var allowableMovement: CGFloat = 10

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .press
    settings.taps = numberOfTapsRequired
    settings.fingers = numberOfTouchesRequired
    settings.duration = minimumPressDuration
    settings.movement = allowableMovement
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
