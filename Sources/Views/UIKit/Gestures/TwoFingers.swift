// Pinches and turns of two fingers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzInteraction

/// Recognises two fingers that move apart or together.
///
/// It begins when their distance has changed by 8 points, and ends when both are lifted.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// The distance as a multiple of that at the start, or since it was set; 1 without a gesture.
  open var scale: CGFloat {
    get {
      if let pad { return pad.value.x }
      guard case .pinch(let machine) = row?.machine else { return 1 }
      return machine.scale
    }
    set {
      pad?.value.x = newValue
      shell?.interaction.change(number) { machine, hand in
        guard case .pinch(var pinch) = machine else { return }
        pinch.rebase(to: newValue, hand)
        machine = .pinch(pinch)
      }
    }
  }

  /// The change of the scale in a second.
  open var velocity: CGFloat { (pad?.velocity ?? row?.hand.velocity)?.velocity.x ?? 0 }

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .pinch
    settings.fingers = 2
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

/// The recogniser of a scroll view's pinches, which goes together with that of its drags.
@MainActor
final class ScrollPinchGestureRecognizer: UIPinchGestureRecognizer {
  override func fill(_ settings: inout GestureSettings) {
    super.fill(&settings)
    settings.scroll = settings.view
  }
}

/// Recognises two fingers that turn about each other.
///
/// It begins when they have turned by a tenth of a radian, and ends when both are lifted.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// The turn since the start, or since it was set, clockwise in radians; 0 without a gesture.
  open var rotation: CGFloat {
    get {
      if let pad { return pad.value.x }
      guard case .rotation(let machine) = row?.machine else { return 0 }
      return machine.rotation
    }
    set {
      pad?.value.x = newValue
      shell?.interaction.change(number) { machine, _ in
        guard case .rotation(var rotation) = machine else { return }
        rotation.rotation = newValue
        machine = .rotation(rotation)
      }
    }
  }

  /// In radians a second.
  open var velocity: CGFloat { (pad?.velocity ?? row?.hand.velocity)?.velocity.x ?? 0 }

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .rotation
    settings.fingers = 2
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
