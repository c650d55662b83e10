// Pinches and turns of two fingers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Recognises two fingers that move apart or together.
///
/// It begins when their distance has changed by 8 points.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// In points.
  static let hysteresis: CGFloat = 8

  private var startDistance: CGFloat = 0
  private var base: CGFloat = 1
  private var samples = PointerMotion()

  /// The distance as a multiple of that at the start, or since it was set.
  open var scale: CGFloat = 1 {
    didSet { if !isMeasuring { rebase() } }
  }
  private var isMeasuring = false

  /// The change of the scale in a second.
  open var velocity: CGFloat { samples.velocity.x }

  private var distance: CGFloat? {
    guard touches.count >= 2 else { return nil }
    let (one, other) = (touches[0].location(in: nil), touches[1].location(in: nil))
    return hypot(one.x - other.x, one.y - other.y)
  }

  private func rebase() {
    base = scale
    startDistance = distance ?? startDistance
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, let distance else { return }
    startDistance = distance
    samples = PointerMotion()
    samples.add(CGPoint(x: 1, y: 0), at: event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let distance else { return }
    if state == .possible {
      guard abs(distance - startDistance) >= UIPinchGestureRecognizer.hysteresis else { return }
      base = 1
      isMeasuring = true
      scale = startDistance > 0 ? distance / startDistance : 1
      isMeasuring = false
      samples.add(CGPoint(x: scale, y: 0), at: event.timestamp)
      return state = .began
    }
    guard isGoingOn else { return }
    isMeasuring = true
    scale = startDistance > 0 ? base * distance / startDistance : base
    isMeasuring = false
    samples.add(CGPoint(x: scale, y: 0), at: event.timestamp)
    state = .changed
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if isGoingOn {
      if numberOfTouches - touches.count < 2 { state = .ended }
    } else if numberOfTouches == touches.count {
      state = .failed
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = isGoingOn ? .cancelled : .failed
  }

  open override func reset() {
    isMeasuring = true
    scale = 1
    isMeasuring = false
    base = 1
  }
}

/// Recognises two fingers that turn about each other.
///
/// It begins when they have turned by a tenth of a radian.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// In radians.
  static let hysteresis: CGFloat = 0.1

  private var lastAngle: CGFloat = 0
  private var turned: CGFloat = 0
  private var samples = PointerMotion()

  /// The turn since the start, or since it was set, clockwise in radians.
  open var rotation: CGFloat = 0

  /// In radians a second.
  open var velocity: CGFloat { samples.velocity.x }

  private var angle: CGFloat? {
    guard touches.count >= 2 else { return nil }
    let (one, other) = (touches[0].location(in: nil), touches[1].location(in: nil))
    return atan2(other.y - one.y, other.x - one.x)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, let angle else { return }
    lastAngle = angle
    turned = 0
    samples = PointerMotion()
    samples.add(.zero, at: event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard let angle else { return }
    var step = angle - lastAngle
    if step > .pi { step -= 2 * .pi }
    if step < -.pi { step += 2 * .pi }
    lastAngle = angle
    turned += step
    samples.add(CGPoint(x: turned, y: 0), at: event.timestamp)
    if state == .possible {
      guard abs(turned) >= UIRotationGestureRecognizer.hysteresis else { return }
      rotation = turned
      return state = .began
    }
    guard isGoingOn else { return }
    rotation += step
    state = .changed
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if isGoingOn {
      if numberOfTouches - touches.count < 2 { state = .ended }
    } else if numberOfTouches == touches.count {
      state = .failed
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = isGoingOn ? .cancelled : .failed
  }

  open override func reset() {
    rotation = 0
    turned = 0
  }
}
