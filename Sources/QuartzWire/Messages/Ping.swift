// Ping: asks whether the other side is there.
// Licensed under the MIT license; see LICENSE.

/// Asks for `Pong`, which comes at once, whatever earlier messages wait for.
package struct Ping: Message, Equatable {
  package static let opcode = Opcode.ping

  package init() {}

  package func encode(to writer: inout WireWriter) {}

  package init(from reader: inout WireReader) throws(WireError) {}
}
