// Events that wait for somebody who may be slow.
// Licensed under the MIT license; see LICENSE.

/// An event that a later one may make obsolete.
package protocol MergedEvent: Sendable {
  /// Returns what both together are; nil if each counts.
  func merged(with next: Self) -> Self?
  /// Whether it only says where something is, so that its order among others like it is of no
  /// interest.
  var isMovement: Bool { get }
}

/// Events that wait, in their order.
///
/// However many movements come, the last place of each thing waits; and however many other events
/// come, `limit` of them wait, of which the oldest goes first.
package struct EventBacklog<Event: MergedEvent>: Sendable {
  /// The most events that wait.
  package static var limit: Int { 4096 }

  // Those before `start` are gone; their room is given back now and then, so that an event costs
  // the same however many wait.
  private var stored: [Event] = []
  private var start = 0

  package init() {}

  package var isEmpty: Bool { start == stored.count }

  /// The events that wait, the oldest first.
  package var events: [Event] { Array(stored[start...]) }

  package mutating func append(_ event: Event) {
    var index = stored.count
    while index > start {
      index -= 1
      if let merged = stored[index].merged(with: event) {
        stored[index] = merged
        return
      }
      guard event.isMovement, stored[index].isMovement else { break }
    }
    if stored.count - start >= Self.limit { remove(1) }
    stored.append(event)
  }

  /// Removes and returns the first events.
  ///
  /// - Parameter count: The most that are returned.
  package mutating func take(atMost count: Int = .max) -> [Event] {
    let taken = Array(stored[start...].prefix(count))
    remove(taken.count)
    return taken
  }

  private mutating func remove(_ count: Int) {
    start += count
    guard start == stored.count || start >= Self.limit else { return }
    stored.removeFirst(start)
    start = 0
  }
}

extension OutputEvent: MergedEvent {
  package func merged(with next: OutputEvent) -> OutputEvent? {
    switch (kind, next.kind) {
    case (.pointerMoved, .pointerMoved), (.headroom, .headroom): return next
    case (.touch(.moved, let finger, _), .touch(.moved, let other, _)) where finger == other:
      return next
    case (.wheel(let right, let up, _), .wheel(let moreRight, let moreUp, let point))
    where modifiers == next.modifiers:
      let kind = Kind.wheel(right: right + moreRight, up: up + moreUp, at: point)
      return OutputEvent(kind, modifiers, time: next.time)
    default: return nil
    }
  }

  package var isMovement: Bool {
    switch kind {
    case .pointerMoved, .touch(.moved, _, _): true
    case .touch, .pointerLeft, .buttonDown, .buttonUp, .wheel, .key, .focus, .headroom: false
    }
  }
}
