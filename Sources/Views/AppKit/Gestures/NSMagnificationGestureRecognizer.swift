// Magnifications on a pad.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzInteraction

/// Recognises two fingers on a pad that move apart or together.
///
/// It begins with the first event of the gesture.
open class NSMagnificationGestureRecognizer: NSGestureRecognizer {
  /// How much larger the gesture makes things: 0.5 is half as large again, and 0 the same size.
  ///
  /// It is the sum of the events' magnifications since the start, or since it was set.
  open var magnification: CGFloat {
    get { padValue }
    set { padValue = newValue }
  }

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .pinch
    settings.isOfPad = true
  }

  override func takes(_ source: MouseSource) -> Bool { source == .magnification }
}

extension NSGestureRecognizer {
  /// The sum of the changes that a pad told of; 0 without a gesture.
  final var padValue: Double {
    get {
      guard case .pad(let machine) = row?.machine else { return 0 }
      return machine.value
    }
    set {
      guard newValue.isFinite else { return }
      shell?.interaction.change(number) { machine, _ in
        guard case .pad(var pad) = machine else { return }
        pad.value = newValue
        machine = .pad(pad)
      }
    }
  }
}
