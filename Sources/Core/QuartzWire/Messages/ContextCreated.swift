// ContextCreated: the answer to CreateContext.
// Licensed under the MIT license; see LICENSE.

/// Confirms a context and gives the token with which others can capture it.
package struct ContextCreated: Message, Equatable {
  package static let opcode = Opcode.contextCreated

  package var context: UInt32
  /// A random number.
  ///
  /// A client that knows it may capture the context's picture over its own connection.
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
