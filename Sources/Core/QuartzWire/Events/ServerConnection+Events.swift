// Calls about the windows and screens that show a context.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

extension ServerConnection {
  /// Waits for events of the windows and screens that show the context with a token.
  ///
  /// The context belongs to this process; another connection may have made it. Other calls of this
  /// connection wait meanwhile.
  ///
  /// - Throws: `WireError.refused`, with the end of the connection, by a server that knows no such
  ///   events; `WireError.timedOut` if there are none within the timeout of a call.
  package func events(of token: UInt64) throws(WireError) -> [OutputEvent] {
    try locked { (session) throws(WireError) in
      let answer = try session.call(RequestEvents(token: token))
      guard case .outputEvents(let message) = answer else { throw session.unexpected(answer) }
      return message.events
    }
  }

  /// Whether the server takes pictures with fences, which it does if it knows events.
  ///
  /// It is asked once for each conversation, on a connection of its own: a server that does not
  /// know a message ends the connection.
  var takesFences: Bool {
    let number = session.withLock { $0.number }
    return fenceSupport.withLock { support in
      if let support, support.session == number { return support.isThere }
      let isThere = ServerConnection.knowsEvents(at: path)
      support = (number, isThere)
      return isThere
    }
  }

  /// Seconds for the question whether a server knows events.
  private static let questionTimeout = 1.0

  private static func knowsEvents(at path: String) -> Bool {
    var options = Options()
    options.clientName = "a question for events"
    options.timeout = questionTimeout
    options.recorder = nil
    do throws(WireError) {
      // No context has this token.
      _ = try ServerConnection(path: path, options: options).events(of: 0)
      return true
    } catch {
      if case .refused(let failure) = error { return failure.code == .unknownToken }
      return false
    }
  }

  /// Gives a context of extended range another headroom, of a server that has answered `events`.
  package func setHeadroom(
    _ headroom: Double,
    of context: RemoteContext
  ) throws(WireError) {
    try locked { (session) throws(WireError) in
      try session.check(context)
      try session.post(SetHeadroom(context: context.id, headroom: headroom))
    }
  }
}
