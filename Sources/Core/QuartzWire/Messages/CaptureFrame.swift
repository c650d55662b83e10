// CaptureFrame: asks for a picture of a context of another connection.
// Licensed under the MIT license; see LICENSE.

/// Asks for the picture of the context with a token; answered by `Frame`.
package struct CaptureFrame: Message, Equatable {
  package static let opcode = Opcode.captureFrame

  package var token: UInt64
  /// A time does not move a stepped clock of another connection.
  package var time: FrameTime

  package init(token: UInt64, time: FrameTime) {
    self.token = token
    self.time = time
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(token)
    writer.append(time)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
    time = try reader.frameTime()
  }
}
