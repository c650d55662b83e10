// BuffersReleased: the server no longer reads buffers that commits named.
// Licensed under the MIT license; see LICENSE.

/// Returns the buffers of images to the client, which may write to them again.
package struct BuffersReleased: Message, Equatable {
  package static let opcode = Opcode.buffersReleased

  /// Numbers from the buffer tables of commits, one for each commit that named the buffer.
  package var buffers: [UInt32]

  package init(buffers: [UInt32]) {
    self.buffers = buffers
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(list: buffers)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    buffers = try reader.list()
  }
}
