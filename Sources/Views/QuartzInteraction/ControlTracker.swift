// A control and the finger that it follows.
// Licensed under the MIT license; see LICENSE.

/// Follows one finger and says which events a control sends.
package struct ControlTracker: Sendable {
  /// An event of a control; the numbers are the bits of the public events.
  package enum Event: UInt, Sendable {
    case down = 1
    case downRepeat = 2
    case dragInside = 4
    case dragOutside = 8
    case dragEnter = 16
    case dragExit = 32
    case upInside = 64
    case upOutside = 128
    case cancel = 256
  }

  /// Up to two events, one after the other.
  package struct Events: Sendable {
    package var first: Event
    package var second: Event?

    package init(first: Event, second: Event? = nil) {
      self.first = first
      self.second = second
    }
  }

  /// The touch that is followed; nil if there is none.
  package private(set) var touch: Int?
  /// Whether the finger is within reach.
  package private(set) var isInside = false

  package init() {}

  /// Whether a place of the control is within reach.
  package static func reaches(_ place: TouchPlace, size: TouchPlace) -> Bool {
    let reach = InteractionConstants.controlReach
    return place.x >= -reach && place.x < size.x + reach && place.y >= -reach
      && place.y < size.y + reach
  }

  /// Takes a touch before the control is asked about it.
  package mutating func begin(_ touch: Int) {
    self.touch = touch
    isInside = true
  }

  /// Returns the events of a touch that the control follows.
  package func began(tapCount: Int) -> Events {
    Events(first: .down, second: tapCount > 1 ? .downRepeat : nil)
  }

  /// Takes a move of the touch, and returns its events.
  package mutating func move(isInside new: Bool) -> Events {
    let old = isInside
    isInside = new
    let drag = new ? Event.dragInside : .dragOutside
    guard new != old else { return Events(first: drag) }
    return Events(first: new ? .dragEnter : .dragExit, second: drag)
  }

  /// Takes the place where the touch was lifted, and returns the event.
  package mutating func end(isInside new: Bool) -> Event {
    isInside = new
    return new ? .upInside : .upOutside
  }

  /// Follows nothing any more.
  package mutating func stop() {
    touch = nil
    isInside = false
  }
}
