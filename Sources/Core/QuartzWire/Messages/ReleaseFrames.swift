// ReleaseFrames: the client no longer reads frames that it received.
// Licensed under the MIT license; see LICENSE.

/// Returns the buffers of frames to the server.
package struct ReleaseFrames: Message, Equatable {
  package static let opcode = Opcode.releaseFrames

  /// Numbers from `Frame`, one for each time that a buffer came.
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
