// Two fingers: their distance and their angle.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension GestureHand {
  /// The line from the first finger to the second; nil if there is one alone.
  fileprivate var line: TouchPlace? {
    let two = fingers.lazy.filter { !$0.isLifted && !$0.isIgnored }.prefix(2)
    guard two.count == 2, let one = two.first, let other = two.last else { return nil }
    return other.place - one.place
  }
}

/// Two fingers that go apart or together.
package struct PinchMachine: Sendable {
  /// The distance as a multiple of that at the start.
  package var scale = 1.0 {
    didSet { base = scale }
  }
  private var base = 1.0
  private var start = 0.0
  private var hasCrossed = false

  /// Goes on from a scale that the program sets.
  package mutating func rebase(to scale: Double, _ hand: GestureHand) {
    self.scale = scale
    start = hand.line?.length ?? start
  }

  mutating func take(
    _ phase: TouchPhase,
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    switch phase {
    case .began:
      hand.ignoreNew(beyond: 2)
      guard let line = hand.line else { return nil }
      rebase(to: scale, hand)
      start = line.length
      hand.velocity.restart(at: TouchPlace(scale, 0), time: moment.now)
      return nil
    case .moved: return move(&hand, moment)
    case .ended:
      hand.velocity.measure(at: moment.now)
      guard hand.resting == 0 else { return nil }
      return moment.isActive ? .end : .fail
    case .cancelled: return moment.isActive ? .cancel : .fail
    }
  }

  private mutating func move(_ hand: inout GestureHand, _ moment: MachineMoment) -> GestureWish? {
    guard let distance = hand.line?.length else { return nil }
    let isNew = !moment.isActive && !hasCrossed
    if isNew, abs(distance - start) < InteractionConstants.pinchHysteresis { return nil }
    let old = base
    scale = start > 0 ? old * distance / start : old
    base = old
    hand.velocity.add(TouchPlace(scale, 0), time: moment.now)
    hasCrossed = true
    return moment.isActive ? .change : isNew ? .begin : nil
  }
}

/// Two fingers that turn about each other.
package struct RotationMachine: Sendable {
  /// Clockwise, in radians.
  package var rotation = 0.0
  private var angle = 0.0
  private var turned = 0.0
  private var hasCrossed = false

  mutating func take(
    _ phase: TouchPhase,
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    switch phase {
    case .began:
      hand.ignoreNew(beyond: 2)
      guard let line = hand.line else { return nil }
      angle = atan2(line.y, line.x)
      hand.velocity.restart(at: TouchPlace(turned, 0), time: moment.now)
      return nil
    case .moved: return move(&hand, moment)
    case .ended:
      hand.velocity.measure(at: moment.now)
      guard hand.resting == 0 else { return nil }
      return moment.isActive ? .end : .fail
    case .cancelled: return moment.isActive ? .cancel : .fail
    }
  }

  private mutating func move(_ hand: inout GestureHand, _ moment: MachineMoment) -> GestureWish? {
    guard let line = hand.line else { return nil }
    let new = atan2(line.y, line.x)
    var step = new - angle
    if step > .pi { step -= 2 * .pi }
    if step < -.pi { step += 2 * .pi }
    angle = new
    turned += step
    rotation += step
    hand.velocity.add(TouchPlace(turned, 0), time: moment.now)
    if moment.isActive { return .change }
    guard !hasCrossed, abs(turned) >= InteractionConstants.rotationHysteresis else { return nil }
    hasCrossed = true
    return .begin
  }
}
