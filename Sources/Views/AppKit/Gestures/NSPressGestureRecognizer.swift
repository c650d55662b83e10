// Presses that last.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzInteraction

/// Recognises a button that stays down for a while.
open class NSPressGestureRecognizer: NSGestureRecognizer {
  /// The buttons that have to be down, all together: bit 0 is the left one, and bit 1 the right
  /// one; the left one by default.
  open var buttonMask = 1
  /// In seconds; 0.5 by default.
  open var minimumPressDuration: TimeInterval = InteractionConstants.pressDuration
  /// In points: a pointer that moves farther before it begins presses nothing; 10 by default.
  open var allowableMovement: CGFloat = InteractionConstants.pressMovement

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .press
    settings.taps = 0
    settings.fingers = buttonMask.nonzeroBitCount
    settings.duration = minimumPressDuration
    settings.movement = allowableMovement
  }

  override func takes(_ source: MouseSource) -> Bool { source.isIn(buttonMask) }
}
