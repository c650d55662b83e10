// RequestEvents, OutputEvents, SetHeadroom: what happens to the windows and screens of a context.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Asks for the events of the windows and screens that show the context with a token; answered by
/// `OutputEvents` once there are some.
///
/// The connection is of the process that made the context: nobody reads what others type. One
/// connection at a time reads the events of a context, and asks again for those that follow. So a
/// program that does not read gets nothing, and the server keeps a bounded number for it.
package struct RequestEvents: Message, Equatable {
  package static let opcode = Opcode.requestEvents

  package var token: UInt64

  package init(token: UInt64) {
    self.token = token
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(token)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
  }
}

/// The answer to `RequestEvents`: what happened, in its order.
package struct OutputEvents: Message, Equatable {
  package static let opcode = Opcode.outputEvents
  /// The most events of a message; others follow in the next one.
  package static let mostEvents = 1024

  package var events: [OutputEvent]

  package init(events: [OutputEvent]) {
    self.events = events
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(UInt32(clamping: events.count))
    for event in events { try writer.append(event) }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    let count = try reader.count(
      of: "events",
      minimumBytes: 13,
      limit: OutputEvents.mostEvents,
      memory: MemoryLayout<OutputEvent>.stride
    )
    events = []
    events.reserveCapacity(count)
    for _ in 0..<count { events.append(try reader.outputEvent()) }
  }
}

/// Gives an output of extended range another headroom; no answer but a failure.
///
/// Its tree and its token stay, and what depends on the headroom is drawn anew.
package struct SetHeadroom: Message, Equatable {
  package static let opcode = Opcode.setHeadroom

  package var context: UInt32
  /// 1...64.
  package var headroom: Double

  package init(context: UInt32, headroom: Double) {
    (self.context, self.headroom) = (context, headroom)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(headroom)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    let start = reader.offset
    headroom = try reader.double()
    guard OutputRange.extended(headroom: Float(headroom)).isValid else {
      throw reader.malformed(at: start, "a headroom of 1...64", "\(headroom)")
    }
  }
}
