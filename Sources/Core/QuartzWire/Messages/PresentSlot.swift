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
    try writer.append(present)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    context = try reader.uint32()
    present = try reader.present()
  }
}

/// The same as `PresentSlot` for a picture that a device has yet to make, with its fence.
///
/// The image keeps its picture until the fence signals; a picture whose fence does not within
/// `FencedPresents.patience` is given back unread.
package struct PresentFencedSlot: Message {
  package static let opcode = Opcode.presentFencedSlot

  package var context: UInt32
  /// With a fence.
  package var present: ImagePresent

  package init(context: UInt32, present: ImagePresent) {
    self.context = context
    self.present = present
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    guard let fence = present.fence else { throw writer.error("the picture has no fence") }
    writer.attach(fence)
    writer.append(context)
    try writer.append(present)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    guard let fence = reader.descriptors.next() else {
      throw reader.malformed(at: reader.offset, "a descriptor of a fence", "none")
    }
    let held = FenceDescriptor(fence)
    context = try reader.uint32()
    present = try reader.present()
    present.fence = held
  }
}

extension WireWriter {
  mutating func append(_ present: ImagePresent) throws(WireError) {
    append(present.image.rawValue)
    append(present.time != nil)
    append(present.time ?? 0)
    let locations = try append(buffersOf: [present.pixels])
    append(present.pixels, at: locations[0])
  }
}

extension WireReader {
  mutating func present() throws(WireError) -> ImagePresent {
    let image = ImageID(try uint32())
    let hasTime = try bool()
    let start = offset
    let time = try double()
    guard time.isFinite, hasTime || time == 0 else {
      let expected = hasTime ? "a finite time" : "0 where there is no time"
      throw malformed(at: start, expected, "\(time)")
    }
    var buffers = try buffers()
    let pixels = try pixels(in: &buffers)
    try checkUse(of: buffers)
    return ImagePresent(image, pixels, at: hasTime ? time : nil)
  }
}
