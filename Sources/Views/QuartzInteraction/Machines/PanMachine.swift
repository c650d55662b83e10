// Fingers that drag.
// Licensed under the MIT license; see LICENSE.

/// Pans, and those from an edge of the screen.
package struct PanMachine: Sendable {
  /// The way of the fingers without the hysteresis, in the window.
  package var translation = TouchPlace.zero
  /// The way since enough fingers came down.
  package private(set) var way = TouchPlace.zero
  private var last = TouchPlace.zero
  private var hasCrossed = false
  private var hadEnough = false

  mutating func take(
    _ phase: TouchPhase,
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    switch phase {
    case .began: return begin(&hand, settings, moment)
    case .moved: return move(&hand, settings, moment)
    case .ended: return end(&hand, settings, moment)
    case .cancelled: return moment.isActive ? .cancel : .fail
    }
  }

  private mutating func begin(
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    if settings.kind == .edge, !moment.isActive, !isAtEdge(hand, settings) { return .fail }
    if hand.fingers.count > settings.maximumFingers {
      guard moment.isActive || settings.scroll >= 0 else { return .fail }
      hand.ignoreNew(beyond: settings.maximumFingers)
      guard hand.fingers.contains(where: { $0.phase == .began && !$0.isIgnored }) else {
        return nil
      }
    }
    restart(&hand, settings, moment)
    return nil
  }

  /// Goes on from where the fingers are now: those that come and go are no way.
  private mutating func restart(
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) {
    last = hand.restingCentroid
    hand.velocity.restart(at: last, time: moment.now)
    let isEnough = hand.resting >= settings.fingers
    if isEnough, !hadEnough, !moment.isActive, !hasCrossed { way = .zero }
    hadEnough = isEnough
  }

  private mutating func move(
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    let place = hand.centroid
    let step = place - last
    last = place
    hand.velocity.add(place, time: moment.now)
    guard hand.fingers.count >= settings.fingers else { return nil }
    if moment.isActive || hasCrossed {
      translation += step
      way += step
      return moment.isActive ? .change : nil
    }
    way += step
    let length = way.length
    guard length >= settings.hysteresis else { return nil }
    if settings.kind == .edge, !leadsInwards(settings) { return .fail }
    hasCrossed = true
    translation = way - way * (settings.hysteresis / length)
    return .begin
  }

  private mutating func end(
    _ hand: inout GestureHand,
    _ settings: GestureSettings,
    _ moment: MachineMoment
  ) -> GestureWish? {
    guard hand.resting > 0 else {
      hand.velocity.measure(at: moment.now)
      return moment.isActive ? .end : .fail
    }
    restart(&hand, settings, moment)
    return nil
  }

  private func isAtEdge(_ hand: GestureHand, _ settings: GestureSettings) -> Bool {
    let (width, area, edges) = (
      InteractionConstants.edgeWidth, settings.area, settings.edges
    )
    return hand.fingers.allSatisfy { finger in
      guard finger.phase == .began else { return true }
      let place = finger.place
      return edges & 1 != 0 && place.y < width || edges & 2 != 0 && place.x < width
        || edges & 4 != 0 && place.y >= area.y - width
        || edges & 8 != 0 && place.x >= area.x - width
    }
  }

  private func leadsInwards(_ settings: GestureSettings) -> Bool {
    let edges = settings.edges
    let down = max(edges & 1 != 0 ? way.y : 0, edges & 4 != 0 ? -way.y : 0)
    let right = max(edges & 2 != 0 ? way.x : 0, edges & 8 != 0 ? -way.x : 0)
    return down > abs(way.x) || right > abs(way.y)
  }
}
