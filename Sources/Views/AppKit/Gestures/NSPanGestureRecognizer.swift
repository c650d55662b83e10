// Pans: the pointer that is dragged.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzInteraction

/// Recognises a pointer that is dragged with a button down.
///
/// It begins when the pointer has moved by 3 points, which do not count for the translation. The
/// velocity is that of the last 100 ms. It ends when the last of its buttons goes up.
open class NSPanGestureRecognizer: NSGestureRecognizer {
  /// The buttons that have to be down, all together: bit 0 is the left one, and bit 1 the right
  /// one; the left one by default.
  open var buttonMask = 1

  /// Returns the drag since the start, or since it was set, in a view's coordinates.
  ///
  /// The first three points do not count.
  open func translation(in view: NSView?) -> NSPoint {
    guard case .pan(let machine) = row?.machine else { return .zero }
    return convertedVector(machine.translation, to: view)
  }

  /// Sets the translation; later drags add to it.
  open func setTranslation(_ translation: NSPoint, in view: NSView?) {
    let vector = vector(translation, in: view)
    guard vector.isFinite else { return }
    shell?.interaction.change(number) { machine, _ in
      guard case .pan(var pan) = machine else { return }
      pan.translation = vector
      machine = .pan(pan)
    }
  }

  /// Returns the velocity in points a second, in a view's coordinates.
  open func velocity(in view: NSView?) -> NSPoint {
    convertedVector(row?.hand.velocity.velocity ?? .zero, to: view)
  }

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .pan
    settings.fingers = buttonMask.nonzeroBitCount
    settings.hysteresis = InteractionConstants.mousePanHysteresis
  }

  override func takes(_ source: MouseSource) -> Bool { source.isIn(buttonMask) }
}
