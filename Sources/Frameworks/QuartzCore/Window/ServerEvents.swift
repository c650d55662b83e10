// The events of a server's windows and screens, for a context of this program.
// Licensed under the MIT license; see LICENSE.
//
// A thread asks the server for the events of the context, over a connection of its own, and hands
// them to the program's run loop. It asks again at once, so that a busy program gets the last place
// of the pointer and not all of those before (`EventBacklog`).

import Foundation
import QuartzModel
import QuartzSharing
import QuartzWire

/// The thread that reads the events of a context of a server's.
final class ServerEvents: Sendable {
  fileprivate struct State {
    var backlog = EventBacklog<OutputEvent>()
    /// Whether the program was told that there are some.
    var isTold = false
    var isOver = false
    /// Whether a server has answered: it knows such events.
    var isAnswered = false
    /// The socket on which the thread waits.
    var socket: Socket
  }

  private let state: Monitor<State>

  // Seconds until the server is asked again after a failure, at first and at most.
  private static let retrySeconds = 0.1
  private static let longestRetrySeconds = 2.0

  /// Begins to read events.
  ///
  /// - Parameters:
  ///   - path: The server's socket.
  ///   - token: Returns the context's token, which may be another one each time.
  ///   - tell: Called on the thread when there are events to take.
  /// - Throws: `WireError` if the server is gone, or there is no thread.
  init(
    path: String,
    token: @escaping @Sendable () -> UInt64,
    tell: @escaping @Sendable () -> Void
  ) throws(WireError) {
    state = try ServerConnection.wait(
      path: path,
      for: "events",
      on: "quartz-events",
      { State(socket: $0) },
      loop: { ServerEvents.run($0, $1, token, tell) }
    )
  }

  deinit { close() }

  /// Ends the thread.
  func close() {
    state.change { state in
      state.isOver = true
      // Ends the call that waits.
      state.socket.shutDown()
    }
  }

  /// Whether the server knows such events.
  var isAnswered: Bool { state.withLock { $0.isAnswered } }

  /// Takes the events since the last call.
  func take() -> [OutputEvent] {
    state.withLock { state in
      state.isTold = false
      return state.backlog.take()
    }
  }

  private static func run(
    _ connection: ServerConnection,
    _ state: Monitor<State>,
    _ token: () -> UInt64,
    _ tell: () -> Void
  ) {
    var delay = retrySeconds
    while true {
      do throws(WireError) {
        if !connection.isConnected { try connection.reconnect() }
        let socket = connection.socket
        let isOver = state.change { state in
          state.socket = socket
          return state.isOver
        }
        if isOver { break }
        let events = try connection.events(of: token())
        delay = retrySeconds
        if state.change({ $0.add(events) }) { tell() }
      } catch {
        let isOver = state.change { state in
          state.isAnswered = false
          return state.isOver
        }
        if isOver { break }
        // The context has another token, or there is another server, before long. One from before
        // such events ends this connection each time.
        if error.isOfOlderServer { delay = longestRetrySeconds }
        Thread.sleep(forTimeInterval: delay)
        delay = min(delay * 2, longestRetrySeconds)
      }
    }
    connection.close()
  }
}

extension ServerEvents.State {
  /// - Returns: Whether the program has to be told.
  fileprivate mutating func add(_ events: [OutputEvent]) -> Bool {
    isAnswered = true
    for event in events { backlog.append(event) }
    defer { isTold = true }
    return !isTold
  }
}

extension WireError {
  /// Whether a server does not know the message.
  fileprivate var isOfOlderServer: Bool {
    if case .refused(let failure) = self { failure.code == .malformed } else { false }
  }
}
