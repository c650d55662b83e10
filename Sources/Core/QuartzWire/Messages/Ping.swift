// Ping: asks whether the other side responds.
// Licensed under the MIT license; see LICENSE.

/// Asks for `Pong`, which comes at once, even if earlier messages wait.
package struct Ping: Message, Equatable {
  package static let opcode = Opcode.ping

  package init() {}

  package func encode(to writer: inout WireWriter) {}

  package init(from reader: inout WireReader) throws(WireError) {}
}
