// Hovering: a pointer over a view.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Recognises a pointer that is over its view without a button.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
  final var place = CGPoint.zero

  open override func location(in view: UIView?) -> CGPoint {
    guard let view, let window = self.view?.window else { return place }
    return view.convert(place, from: window)
  }

  /// The height of a pencil over the screen: 0.
  open var zOffset: CGFloat { 0 }

  /// Follows the pointer.
  final func follow(_ point: CGPoint, isOver: Bool) {
    place = point
    switch (isOver, isGoingOn) {
    case (true, false):
      store(.possible)
      state = .began
    case (true, true): state = .changed
    case (false, true):
      state = .ended
      prepareForNext()
    case (false, false): break
    }
  }
}
