// Taps.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Recognises taps: touches that end near where they began.
///
/// A touch that moves by more than 10 points, or lasts longer than a second and a half, is not a
/// tap. Taps of one gesture follow within 0.35 s.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// The taps that it takes; 1 by default.
  open var numberOfTapsRequired = 1
  /// The fingers that it takes; 1 by default.
  open var numberOfTouchesRequired = 1
  /// The buttons of a pointer that it takes; the first by default.
  ///
  /// **Differences**: it is stored; a tap with any button counts.
  open var buttonMaskRequired: UIEvent.ButtonMask = .primary

  /// In points: farther touches are not taps.
  static let slack: CGFloat = 10
  /// In seconds: longer touches are not taps.
  static let longest: TimeInterval = 1.5

  private var starts: [ObjectIdentifier: CGPoint] = [:]
  private var fingers = 0
  private var ended = 0
  private var taps = 0
  private var firstPlace = CGPoint.zero
  private var timer: ViewClock.Call?

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    waitsForMore = false
    for touch in touches {
      let place = touch.location(in: nil)
      starts[ObjectIdentifier(touch)] = place
      if taps == 0, fingers == 0 { firstPlace = place }
      if taps > 0, hypot(place.x - firstPlace.x, place.y - firstPlace.y) > InputState.tapDistance {
        return giveUp()
      }
    }
    fingers += touches.count
    if fingers > numberOfTouchesRequired { return giveUp() }
    wait(UITapGestureRecognizer.longest)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    for touch in touches {
      guard let start = starts[ObjectIdentifier(touch)] else { continue }
      let place = touch.location(in: nil)
      if hypot(place.x - start.x, place.y - start.y) > UITapGestureRecognizer.slack {
        return giveUp()
      }
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    touchesMoved(touches, with: event)
    guard state == .possible else { return }
    ended += touches.count
    guard ended == fingers else { return }
    guard fingers == numberOfTouchesRequired else { return giveUp() }
    (fingers, ended) = (0, 0)
    starts.removeAll()
    taps += 1
    if taps >= numberOfTapsRequired {
      timer?.cancel()
      state = .ended
    } else {
      waitsForMore = true
      wait(InputState.tapPause)
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { giveUp() }

  open override func reset() {
    timer?.cancel()
    timer = nil
    starts.removeAll()
    (fingers, ended, taps) = (0, 0, 0)
  }

  private func wait(_ delay: TimeInterval) {
    timer?.cancel()
    timer = ViewClock.call(after: delay, in: view?.window) { [weak self] in
      guard let self, state == .possible else { return }
      giveUp()
      UIApplication.shared.input.settle()
    }
  }

  private func giveUp() {
    waitsForMore = false
    timer?.cancel()
    state = .failed
  }
}
