// Reads the table of buffers and the images in them.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The buffers of a message, mapped.
struct BufferTable {
  var buffers: [ReceivedBuffer] = []
  // Element i is the end in buffer i of the images read so far.
  fileprivate var ends: [Int] = []
  // Element i is the offset of buffer i's entry in the message.
  fileprivate var offsets: [Int] = []
}

extension WireReader {
  /// Reads the table and maps each buffer's memory from its descriptor.
  mutating func buffers() throws(WireError) -> BufferTable {
    let start = offset
    let count = Int(try uint8())
    guard count == descriptors.count else {
      throw malformed(at: start, "\(descriptors.count) buffers, one a descriptor", "\(count)")
    }
    var table = BufferTable()
    var left = limits.tree.imageBytes
    for _ in 0..<count {
      table.offsets.append(offset)
      table.buffers.append(try buffer(&left))
      table.ends.append(0)
    }
    return table
  }

  private mutating func buffer(_ left: inout Int) throws(WireError) -> ReceivedBuffer {
    let start = offset
    let id = try uint32()
    let byteCount = try size()
    guard byteCount > 0 else { throw malformed(at: start + 4, "at least 1 byte", "0") }
    guard byteCount <= left else {
      throw .limitExceeded(
        opcode: opcode,
        offset: start + 4,
        what: "bytes of pixels",
        count: byteCount,
        limit: limits.tree.imageBytes
      )
    }
    left -= byteCount
    guard let descriptor = descriptors.next() else {
      throw malformed(at: start, "a descriptor", "none")
    }
    guard releases.admit() else {
      throw .limitExceeded(
        opcode: opcode,
        offset: start,
        what: "buffers in use",
        count: releases.inUse + 1,
        limit: releases.limit
      )
    }
    do {
      let memory = try MappedMemory(descriptor, count: byteCount)
      return ReceivedBuffer(id: id, memory: memory, releases: releases)
    } catch {
      releases.dismiss()
      switch error {
      case .notSealed:
        throw malformed(
          at: start,
          "memory sealed against shrinking and growing, or a dma-buf",
          "another descriptor"
        )
      case .tooShort(let found):
        throw malformed(at: start + 4, "at most \(found) bytes, the memory's size", "\(byteCount)")
      case .mapping(let error): throw error
      }
    }
  }

  /// Reads the position of an image and wraps its memory.
  mutating func pixels(in table: inout BufferTable) throws(WireError) -> PixelBuffer {
    let start = offset
    let width = Int(try uint32())
    let height = Int(try uint32())
    let rowBytes = Int(try uint32())
    let form = try pixelForm()
    let index = Int(try uint8())
    guard index < table.buffers.count else {
      throw malformed(at: offset - 1, "one of \(table.buffers.count) buffers", "\(index)")
    }
    let byteOffset = try size()
    let buffer = table.buffers[index]
    guard byteOffset <= buffer.memory.count, form.isPlanes || byteOffset % 4 == 0 else {
      throw malformed(
        at: offset - 8,
        "a multiple of 4, at most \(buffer.memory.count)",
        "\(byteOffset)"
      )
    }
    let texels: TexelForm = form.isHalf ? .halves(try light()) : .bytes
    do {
      let pixels: PixelBuffer
      if form.isPlanes {
        let first = PlaneLayout.Plane(offset: byteOffset, rowBytes: rowBytes)
        // Bounds: PixelBuffer checks that all planes lie in the mapping.
        pixels = try PixelBuffer(
          width: width,
          height: height,
          planes: try planes(after: first, isBright: form == .brightPlanes),
          base: buffer.memory.base,
          byteCount: buffer.memory.count,
          owner: buffer
        )
        table.ends[index] = max(table.ends[index], pixels.byteCount)
      } else {
        // Bounds: `byteOffset` lies in the mapping; PixelBuffer checks that the rows fit into the
        // rest.
        pixels = try PixelBuffer(
          width: width,
          height: height,
          rowBytes: rowBytes,
          isOpaque: form.isOpaque,
          base: buffer.memory.base + byteOffset,
          byteCount: buffer.memory.count - byteOffset,
          owner: buffer,
          form: texels
        )
        table.ends[index] = max(table.ends[index], byteOffset + pixels.byteCount)
      }
      return pixels
    } catch let error as WireError {
      throw error
    } catch {
      throw malformed(at: start, "pixels that fit their buffer", "\(error)")
    }
  }

  /// Checks that no buffer is larger than its images need, so that no memory is mapped that no
  /// limit counts.
  func checkUse(of table: BufferTable) throws(WireError) {
    for (index, buffer) in table.buffers.enumerated()
    where buffer.memory.count != table.ends[index] {
      throw malformed(
        at: table.offsets[index] + 4,
        "\(table.ends[index]) bytes, up to the end of the buffer's last image",
        "\(buffer.memory.count)"
      )
    }
  }
}
