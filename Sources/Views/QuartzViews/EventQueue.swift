// Events one after the other.
// Licensed under the MIT license; see LICENSE.

/// Handles one event at a time; those that come meanwhile wait for its end.
@MainActor
package final class EventQueue {
  private var depth = 0
  private var later: [@MainActor () -> Void] = []

  package nonisolated init() {}

  /// Keeps an event that comes while another one is handled, or on a thread without the views: that
  /// one comes in the next turn of the loop.
  ///
  /// - Returns: Whether it was kept.
  package func postpones(_ event: @escaping @MainActor () -> Void) -> Bool {
    if ViewThread.isElsewhere {
      ViewThread.perform(event)
      return true
    }
    guard depth > 0 else { return false }
    later.append(event)
    return true
  }

  /// Handles an event, then those that came meanwhile.
  package func handle(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    while depth == 0, !later.isEmpty { later.removeFirst()() }
  }

  /// Forgets the events that wait.
  package func clear() { later.removeAll() }
}
