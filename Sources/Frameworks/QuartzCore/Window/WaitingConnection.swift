// Connections of their own, on which threads wait for a server.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFaults
import QuartzSharing
import QuartzWire

extension ServerConnection {
  /// Connects to a server, and waits for it on a thread of its own.
  ///
  /// The connection has no time limit: nothing may happen for as long as the user or another
  /// program likes. The thread ends when the socket on which it waits is shut down.
  ///
  /// - Parameters:
  ///   - path: The server's socket.
  ///   - purpose: A word for the server's logs, where it follows the program's name.
  ///   - thread: The thread's name.
  ///   - makeState: Makes the state that the thread shares with others, with the socket on which it
  ///     waits.
  ///   - loop: The thread's work; it closes the connection.
  /// - Returns: The state.
  /// - Throws: `WireError` if the server is gone, or there is no thread.
  static func wait<State>(
    path: String,
    for purpose: String,
    on thread: String,
    _ makeState: (Socket) -> State,
    loop: @escaping @Sendable (ServerConnection, Monitor<State>) -> Void
  ) throws(WireError) -> Monitor<State> {
    var options = ServerConnection.Options()
    options.clientName = ProcessInfo.processInfo.processName + ", " + purpose
    options.timeout = .infinity
    options.recorder = nil
    let connection = try ServerConnection(path: path, options: options)
    let state = Monitor(makeState(connection.socket))
    do throws(ThreadError) {
      try SystemThread.detach(name: thread) { loop(connection, state) }
    } catch {
      throw .system(call: "pthread_create", path: "", code: error.code)
    }
    return state
  }
}
