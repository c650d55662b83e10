// Long presses.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

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

  private var start = CGPoint.zero
  private var timer: ViewClock.Call?

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else { return }
    if numberOfTouches > numberOfTouchesRequired { return state = .failed }
    guard numberOfTouches == numberOfTouchesRequired else { return }
    if let touch = touches.first, touch.tapCount <= numberOfTapsRequired { return state = .failed }
    start = location(in: nil)
    guard minimumPressDuration > 0 else { return state = .began }
    timer?.cancel()
    timer = ViewClock.call(after: minimumPressDuration, in: view?.window) { [weak self] in
      guard let self, state == .possible else { return }
      state = .began
      UIApplication.shared.input.settle()
    }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if isGoingOn { return state = .changed }
    let place = location(in: nil)
    if hypot(place.x - start.x, place.y - start.y) > allowableMovement {
      timer?.cancel()
      state = .failed
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    timer?.cancel()
    state = isGoingOn ? .ended : .failed
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    timer?.cancel()
    state = isGoingOn ? .cancelled : .failed
  }

  open override func reset() {
    timer?.cancel()
    timer = nil
  }
}
