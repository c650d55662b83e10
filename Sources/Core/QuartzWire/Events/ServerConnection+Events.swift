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
