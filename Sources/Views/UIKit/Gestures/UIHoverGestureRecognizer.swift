// Hovering: a pointer over a view.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzInteraction

/// Recognises a pointer that is over its view without a button.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
  final var place = CGPoint.zero

  open override func location(in view: UIView?) -> CGPoint {
    guard let view, let window = self.view?.window else { return place }
    return view.convert(place, from: window)
  }

  /// The height of a pencil over the screen: 0.
  open var zOffset: CGFloat { 0 }

  private var current = State.possible

  /// The state; possible without a pointer.
  open override var state: State {
    get { current }
    set { current = newValue }
  }

  /// Follows the pointer.
  final func follow(_ point: CGPoint, _ state: State) {
    place = point
    current = state
    callTargets()
    if state == .ended { current = .possible }
  }

  override func fill(_ settings: inout GestureSettings) { settings.kind = .hover }

  /// It takes no touches at all.
  override func takes(_ buttons: UIEvent.ButtonMask) -> Bool { false }
}
