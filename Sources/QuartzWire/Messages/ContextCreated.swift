// ContextCreated: the answer to CreateContext.
// Licensed under the MIT license; see LICENSE.

/// Says that a context is there and gives the token that lets others look at it.
package struct ContextCreated: Message, Equatable {
  package static let opcode = Opcode.contextCreated

  package var context: UInt32
  /// Random; whoever knows it may capture the context's picture over a connection of its own.
  package var token: UInt64

  package init(context: UInt32, token: UInt64) {
    self.context = context
    self.token = token
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
    writer.append(token)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    token = try reader.uint64()
  }
}
