// FlushSlot: the pictures of an image that wait for their time are not wanted any more.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Drops the pictures of an image that wait for a later time; the one that shows stays.
///
/// There is no answer unless the server refuses.
package struct FlushSlot: Message {
  package static let opcode = Opcode.flushSlot

  package var context: UInt32
  package var image: ImageID

  package init(context: UInt32, image: ImageID) {
    self.context = context
    self.image = image
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(context)
    writer.append(image.rawValue)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    image = ImageID(try reader.uint32())
  }
}
