// Pong: the answer to Ping.
// Licensed under the MIT license; see LICENSE.

/// The answer to `Ping`.
package struct Pong: Message, Equatable {
  package static let opcode = Opcode.pong

  package init() {}

  package func encode(to writer: inout WireWriter) {}

  package init(from reader: inout WireReader) throws(WireError) {}
}
