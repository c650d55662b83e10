// CaptureFrame, CaptureNextFrame, CaptureNews: ask for pictures of a context of another connection.
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

/// Asks for the picture of the next frame of the context with a token; answered by `Frame` once it
/// is drawn.
///
/// A connection can wait for one frame of a context at a time.
package struct CaptureNextFrame: Message, Equatable {
  package static let opcode = Opcode.captureNextFrame

  package var token: UInt64

  package init(token: UInt64) {
    self.token = token
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(token)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
  }
}

/// Asks for what is new in the picture of the context with a token; answered by `Frame` once there
/// is something.
///
/// The first answer has the whole picture. A later one has the pixels that changed since the one
/// before to this connection: those of the frame's damage, all others are undefined. Nothing is
/// drawn for it, so a context whose picture stands still has no answer. A context without a commit
/// has no picture yet, and one that is offered to hosts has none of its own.
///
/// A connection can wait for the news of a context once at a time.
package struct CaptureNews: Message, Equatable {
  package static let opcode = Opcode.captureNews

  package var token: UInt64
  /// Whether all pixels are wanted, also those that were sent before.
  package var isWhole: Bool

  package init(token: UInt64, isWhole: Bool) {
    (self.token, self.isWhole) = (token, isWhole)
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(token)
    writer.append(isWhole)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    token = try reader.uint64()
    isWhole = try reader.bool()
  }
}
