// Turns on a pad.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzInteraction

/// Recognises two fingers on a pad that turn about each other.
///
/// It begins with the first event of the gesture.
open class NSRotationGestureRecognizer: NSGestureRecognizer {
  /// The turn since the start, or since it was set, counterclockwise in radians; 0 without a
  /// gesture.
  open var rotation: CGFloat {
    get { padValue }
    set { padValue = newValue }
  }

  /// The same in degrees.
  open var rotationInDegrees: CGFloat {
    get { rotation * 180 / .pi }
    set { rotation = newValue * .pi / 180 }
  }

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .rotation
    settings.isOfPad = true
  }

  override func takes(_ source: MouseSource) -> Bool { source == .rotation }
}
