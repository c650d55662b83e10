// The speed of fingers.
// Licensed under the MIT license; see LICENSE.

/// The last places of a finger, for its velocity.
package struct VelocityWindow: Sendable {
  private struct Sample: Sendable {
    var place: TouchPlace
    var time: Double
  }

  private var samples: [Sample] = []
  /// In points a second.
  package private(set) var velocity = TouchPlace.zero

  package init() {}

  /// Forgets all places but one.
  package mutating func restart(at place: TouchPlace, time: Double) {
    samples.removeAll(keepingCapacity: true)
    velocity = .zero
    add(place, time: time)
  }

  /// Adds a place; a later one of the same time takes its place.
  package mutating func add(_ place: TouchPlace, time: Double) {
    if let last = samples.last, last.time == time { samples.removeLast() }
    samples.append(Sample(place: place, time: time))
    measure(at: time)
  }

  /// Measures for a finger that is lifted; one that rested has no velocity.
  mutating func measure(at time: Double) {
    // The last sample before the window counts as its start.
    while samples.count > 2, time - samples[1].time >= InteractionConstants.velocityWindow {
      samples.removeFirst()
    }
    guard let first = samples.first, let last = samples.last, last.time > first.time,
      time - last.time < InteractionConstants.velocityWindow
    else { return velocity = .zero }
    velocity = (last.place - first.place) / max(last.time - first.time, 1e-6)
  }
}
