// Events on their way from one thread of the server to another.
// Licensed under the MIT license; see LICENSE.
//
//     quartz-windows ──EventFeed──▶ loop of the window's context ──EventFeed──▶ loop of a tree in it
//                                   EventRouter                                 EventOutlet
//                                   EventOutlet ──outputEvents──▶ program
//
// A feed and an outlet keep a bounded number of events (`EventBacklog`), however many come and
// however slow the other side is.

import QuartzModel
import Synchronization

/// Events for the loop of a context, from one other thread.
final class EventFeed: Sendable {
  private struct State {
    var backlog = EventBacklog<OutputEvent>()
    var isTold = false
  }

  private let state = Mutex(State())

  /// Adds an event.
  ///
  /// - Returns: Whether the other side has to be told that there are some.
  func add(_ event: OutputEvent) -> Bool {
    state.withLock { state in
      state.backlog.append(event)
      defer { state.isTold = true }
      return !state.isTold
    }
  }

  /// Takes all events.
  func take() -> [OutputEvent] {
    state.withLock { state in
      state.isTold = false
      return state.backlog.take()
    }
  }
}

/// The events of a context that wait for its program.
///
/// Without a connection that reads them, none waits; focus and headroom are states, which the next
/// reader is told first.
struct EventOutlet {
  /// The answer to a request.
  struct Answer {
    let reader: ClientID
    let serial: UInt64
    let events: [OutputEvent]
  }

  /// The connection that reads events; nil if there is none.
  private(set) var reader: ClientID?
  private var serial: UInt64?
  private var backlog = EventBacklog<OutputEvent>()
  private var focus: OutputEvent?
  private var headroom: OutputEvent?

  /// Adds an event.
  mutating func add(_ event: OutputEvent) {
    switch event.kind {
    case .focus(let hasFocus): focus = hasFocus ? event : nil
    case .headroom(let value):
      if case .headroom(let old) = headroom?.kind, old == value { return }
      headroom = event
    default: break
    }
    if reader != nil { backlog.append(event) }
  }

  /// Notes that a connection wants the next events.
  ///
  /// - Returns: False if it has asked already, or another one reads them.
  mutating func request(by client: ClientID, _ serial: UInt64) -> Bool {
    guard self.serial == nil, reader == nil || reader == client else { return false }
    if reader == nil {
      for state in [focus, headroom] { if let state { backlog.append(state) } }
    }
    (reader, self.serial) = (client, serial)
    return true
  }

  /// The answer to the request that waits, if there are events for it.
  mutating func takeAnswer(atMost count: Int) -> Answer? {
    guard let reader, let serial, !backlog.isEmpty else { return nil }
    self.serial = nil
    return Answer(reader: reader, serial: serial, events: backlog.take(atMost: count))
  }

  /// Takes the request that waits; the context is gone.
  mutating func takeRequest() -> (reader: ClientID, serial: UInt64)? {
    guard let reader, let serial else { return nil }
    self.serial = nil
    return (reader, serial)
  }

  /// Forgets a connection that is gone.
  ///
  /// - Returns: Whether it read the events.
  mutating func remove(_ client: ClientID) -> Bool {
    guard reader == client else { return false }
    (reader, serial) = (nil, nil)
    backlog = EventBacklog()
    return true
  }
}
