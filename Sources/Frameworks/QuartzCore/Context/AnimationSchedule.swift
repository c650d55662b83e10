// When the animations of a context start and end.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The animated layers of a context, their clocks, and the time of the next event.
///
/// A layer is looked at anew when its animations change, and not with every commit: most animations
/// of a large tree have no event to come.
///
/// To be used under the lock of layers.
final class AnimationSchedule {
  private typealias Layers = [ObjectIdentifier: CALayer]

  private var animated: Layers = [:]
  // The layers whose animations changed since they were last looked at.
  private var changed: Layers = [:]
  // The layers with an event to come, and its time on the layer's clock.
  private var upcoming: [ObjectIdentifier: (layer: CALayer, localTime: Double)] = [:]
  // The layers whose own drawing is animated.
  private var drawn: Layers = [:]
  /// When the next animation starts or ends, in seconds of the context; nil for never.
  private(set) var nextEvent: Double?
  /// Whether `nextEvent` is out of date.
  private(set) var isStale = false
  /// How often the animations of a layer were looked at, for tests.
  private(set) var lookCount = 0
  // Whether some layer may have a clock of its own; moving such a layer in the tree moves events.
  private var hasClocks = false

  /// The layers whose own drawing depends on an animated property, in no particular order.
  var drawnLayers: [CALayer] {
    refresh()
    return Array(drawn.values)
  }

  /// Whether there are layers whose own drawing depends on an animated property.
  var hasDrawnLayers: Bool {
    refresh()
    return !drawn.isEmpty
  }

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

  /// Notes that animations were added to a layer, were committed, or started or ended.
  func animationsChanged(_ layer: CALayer) {
    guard !layer.attachedAnimations.isEmpty else { return remove(layer) }
    animated[ObjectIdentifier(layer)] = layer
    changed[ObjectIdentifier(layer)] = layer
    isStale = true
  }

  func remove(_ layer: CALayer) {
    let key = ObjectIdentifier(layer)
    guard animated.removeValue(forKey: key) != nil else { return }
    changed[key] = nil
    upcoming[key] = nil
    drawn[key] = nil
  }

  /// Forgets all events, but not the layers.
  func stop() { nextEvent = nil }

  func removeAll() {
    animated.removeAll()
    changed.removeAll()
    upcoming.removeAll()
    drawn.removeAll()
    nextEvent = nil
  }

  /// The events of all animations that have come by a time of the context, in their order.
  func events(at now: Double) -> [AnimationEvent] {
    refresh()
    var events: [AnimationEvent] = []
    for (layer, localTime) in upcoming.values {
      let time = layer.localTime(at: now)
      if time >= localTime { layer.addAnimationEvents(at: time, to: &events) }
    }
    events.sort(by: AnimationEvent.comesBefore)
    return events
  }

  /// Finds the next event after a time.
  func update(from now: Double?) {
    isStale = false
    nextEvent = nil
    guard !animated.isEmpty, let now else { return }
    refresh()
    for (layer, localTime) in upcoming.values {
      guard let time = layer.firstContextTime(reaching: localTime, from: now) else { continue }
      nextEvent = min(nextEvent ?? .infinity, time)
    }
  }

  private func refresh() {
    guard !changed.isEmpty else { return }
    lookCount += changed.count
    for (key, layer) in changed {
      upcoming[key] = layer.nextAnimationEvent.map { (layer, $0) }
      drawn[key] = layer.drawsAnimations ? layer : nil
    }
    changed.removeAll(keepingCapacity: true)
  }
}
