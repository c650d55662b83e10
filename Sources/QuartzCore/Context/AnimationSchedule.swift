// When the animations of a context start and end.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The animated layers of a context, their clocks, and the time of the next event.
///
/// To be used under the lock of layers.
final class AnimationSchedule {
  private var animated: [ObjectIdentifier: CALayer] = [:]
  /// When the next animation starts or ends, in seconds of the context; nil for never.
  private(set) var nextEvent: Double?
  /// Whether `nextEvent` is out of date.
  private(set) var isStale = false
  // Whether some layer may have a clock of its own; moving such a layer in the tree moves events.
  private var hasClocks = false

  /// The layers that have animations, in no particular order.
  var layers: [CALayer] { Array(animated.values) }

  /// Notes that a layer with a clock of its own is in the tree.
  func noteClock() { hasClocks = true }

  /// Notes that a layer's clock changed.
  func clockChanged() {
    hasClocks = true
    isStale = true
  }

  /// Notes that layers moved in the tree, and may have other clocks around them.
  func treeChanged() {
    if hasClocks { isStale = true }
  }

  func insert(_ layer: CALayer) {
    animated[ObjectIdentifier(layer)] = layer
    isStale = true
  }

  func remove(_ layer: CALayer) { animated[ObjectIdentifier(layer)] = nil }

  /// Forgets all events, but not the layers.
  func stop() { nextEvent = nil }

  func removeAll() {
    animated.removeAll()
    nextEvent = nil
  }

  /// The events of all animations that have come by a time of the context, in their order.
  func events(at now: Double) -> [AnimationEvent] {
    var events: [AnimationEvent] = []
    for layer in layers { layer.addAnimationEvents(at: layer.localTime(at: now), to: &events) }
    events.sort(by: AnimationEvent.comesBefore)
    return events
  }

  /// Finds the next event after a time.
  func update(from now: Double?) {
    isStale = false
    nextEvent = nil
    guard !animated.isEmpty, let now else { return }
    for layer in layers {
      guard let localTime = layer.nextAnimationEvent,
        let time = layer.firstContextTime(reaching: localTime, from: now)
      else { continue }
      nextEvent = min(nextEvent ?? .infinity, time)
    }
  }
}
