// Hello: the first message of a connection, from the client.
// Licensed under the MIT license; see LICENSE.

/// Opens the conversation.
///
/// The fields up to the version are the same in all versions.
package struct Hello: Message, Equatable {
  package static let opcode = Opcode.hello
  /// "QRTZ" in the order of the bytes.
  static let magic: UInt32 = 0x5A54_5251
  static let nameBytes = 256

  package var version: UInt32
  /// For logs; at most 256 bytes of UTF-8.
  package var clientName: String

  package init(version: UInt32 = protocolVersion, clientName: String) {
    self.version = version
    self.clientName = clientName
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(Hello.magic)
    writer.append(version)
    try writer.append(clientName, limit: Hello.nameBytes)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.offset
    let magic = try reader.uint32()
    guard magic == Hello.magic else {
      throw reader.malformed(at: start, "the bytes QRTZ", "\(magic)")
    }
    version = try reader.uint32()
    guard version == protocolVersion else {
      throw .versionMismatch(ours: protocolVersion, theirs: version)
    }
    clientName = try reader.string(limit: Hello.nameBytes)
  }
}
