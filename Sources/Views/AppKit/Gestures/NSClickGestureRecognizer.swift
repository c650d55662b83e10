// Clicks.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzInteraction

/// Recognises clicks: a button that goes up near the place where it went down.
///
/// A button that moves by more than 45 points, or stays down for more than 0.75 s, is no click.
/// Clicks of one gesture follow within `NSEvent.doubleClickInterval` and 45 points. One that takes
/// single clicks does not wait for one that takes two, unless its delegate says so.
open class NSClickGestureRecognizer: NSGestureRecognizer {
  /// The buttons that have to be clicked, all together: bit 0 is the left one, and bit 1 the right
  /// one; the left one by default.
  open var buttonMask = 1
  /// The clicks that it takes; 1 by default.
  open var numberOfClicksRequired = 1

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .tap
    settings.taps = numberOfClicksRequired
    settings.fingers = buttonMask.nonzeroBitCount
    settings.pause = InteractionConstants.clickPause
  }

  override func takes(_ source: MouseSource) -> Bool { source.isIn(buttonMask) }
}
