// RequestContexts and Contexts: which contexts a server has.
// Licensed under the MIT license; see LICENSE.

/// Asks for `ContextList`.
package struct RequestContexts: Message, Equatable {
  package static let opcode = Opcode.requestContexts

  package init() {}

  package func encode(to writer: inout WireWriter) {}

  package init(from reader: inout WireReader) throws(WireError) {}
}

/// The contexts of all programs, those that were made first in front.
package struct ContextList: Message, Equatable {
  package static let opcode = Opcode.contexts
  /// The most contexts that are listed.
  package static let mostEntries = 4096

  /// A context of a program.
  package struct Entry: Equatable, Sendable {
    /// Names the context in messages of any connection.
    package var token: UInt64
    /// The server's number for the connection that owns it.
    package var connection: UInt64
    /// The program's process; 0 if that is not known.
    package var process: UInt32
    /// The program's own name.
    package var program: String
    /// The id under which it is there to be hosted; 0 for none.
    package var client: UInt32
    /// The process of its host; 0 for none.
    package var host: UInt32
    /// The message that made it.
    package var creation: CreateContext

    package init(
      token: UInt64,
      connection: UInt64,
      process: UInt32,
      program: String,
      creation: CreateContext
    ) {
      self.token = token
      self.connection = connection
      self.process = process
      self.program = program
      (client, host) = (0, 0)
      self.creation = creation
    }
  }

  /// How many there are; the first of them are listed.
  package var count: Int
  package var entries: [Entry]

  package init(count: Int, entries: [Entry]) {
    (self.count, self.entries) = (count, entries)
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(UInt64(clamping: count))
    writer.append(UInt32(clamping: entries.count))
    for entry in entries {
      writer.append(entry.token)
      writer.append(entry.connection)
      writer.append(entry.process)
      try writer.append(entry.program, limit: Hello.nameBytes)
      writer.append(entry.client)
      writer.append(entry.host)
      entry.creation.encodeFields(to: &writer)
    }
  }

  package init(from reader: inout WireReader) throws(WireError) {
    count = try reader.size()
    let listed = try reader.count(
      of: "contexts",
      minimumBytes: 94,
      limit: ContextList.mostEntries,
      memory: MemoryLayout<Entry>.stride
    )
    entries = []
    entries.reserveCapacity(listed)
    for _ in 0..<listed {
      let token = try reader.uint64()
      let connection = try reader.uint64()
      let process = try reader.uint32()
      let program = try reader.string(limit: Hello.nameBytes)
      let (client, host) = (try reader.uint32(), try reader.uint32())
      var entry = Entry(
        token: token,
        connection: connection,
        process: process,
        program: program,
        creation: try CreateContext(fields: &reader)
      )
      (entry.client, entry.host) = (client, host)
      entries.append(entry)
    }
  }
}
