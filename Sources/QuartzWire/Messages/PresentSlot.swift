// PresentSlot: a new picture for an image, without a commit.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Replaces the pixels of an image, at the next frame or at the first one from a time on.
///
/// The image is one that a commit created; the picture may have another size. There is no answer
/// unless the server refuses.
package struct PresentSlot: Message {
  package static let opcode = Opcode.presentSlot

  package var context: UInt32
  package var present: ImagePresent

  package init(context: UInt32, present: ImagePresent) {
    self.context = context
    self.present = present
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(context)
    writer.append(present.image.rawValue)
    writer.append(present.time != nil)
    writer.append(present.time ?? 0)
    let locations = try writer.append(buffersOf: [present.pixels])
    writer.append(present.pixels, at: locations[0])
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    let image = ImageID(try reader.uint32())
    let hasTime = try reader.bool()
    let start = reader.offset
    let time = try reader.double()
    guard time.isFinite, hasTime || time == 0 else {
      let expected = hasTime ? "a finite time" : "0 where there is no time"
      throw reader.malformed(at: start, expected, "\(time)")
    }
    var buffers = try reader.buffers()
    let pixels = try reader.pixels(in: &buffers)
    try reader.checkUse(of: buffers)
    present = ImagePresent(image, pixels, at: hasTime ? time : nil)
  }
}
