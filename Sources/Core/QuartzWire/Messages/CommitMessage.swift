// Commit: the changes of one context's tree.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Changes a context's tree.
///
/// There is no answer unless the server refuses.
package struct CommitMessage: Message {
  package static let opcode = Opcode.commit

  package var context: UInt32
  package var commit: Commit

  package init(context: UInt32, commit: Commit) {
    self.context = context
    self.commit = commit
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(context)
    try writer.append(commit)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    commit = try reader.commit()
  }
}
