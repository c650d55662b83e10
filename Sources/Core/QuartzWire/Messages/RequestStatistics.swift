// RequestStatistics: asks for the server's statistics.
// Licensed under the MIT license; see LICENSE.

/// Asks for `Statistics`.
package struct RequestStatistics: Message, Equatable {
  package static let opcode = Opcode.requestStatistics

  package init() {}

  package func encode(to writer: inout WireWriter) {}

  package init(from reader: inout WireReader) throws(WireError) {}
}
