// DestroyContext: frees a context and its resources.
// Licensed under the MIT license; see LICENSE.

/// Frees a context.
///
/// There is no answer; its buffers come back in `BuffersReleased`.
package struct DestroyContext: Message, Equatable {
  package static let opcode = Opcode.destroyContext

  package var context: UInt32

  package init(context: UInt32) {
    self.context = context
  }

  package func encode(to writer: inout WireWriter) {
    writer.append(context)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
  }
}
