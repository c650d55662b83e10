// Copies of images in shared memory, for messages that pass them on.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

extension BufferPool {
  /// The distance in bytes of images in memory, for vector loads.
  private static let alignment = 64

  /// Copies images one after another into one buffer.
  ///
  /// - Returns: The buffer, and the images in it in their order.
  package func copies(
    of images: [PixelBuffer]
  ) throws(WireError) -> (buffer: SharedBuffer, images: [PixelBuffer]) {
    func aligned(_ count: Int) -> Int {
      (count + Self.alignment - 1) / Self.alignment * Self.alignment
    }
    let byteCount = images.reduce(0) { $0 + aligned($1.width * $1.height * $1.texelBytes) }
    let buffer = try buffer(byteCount: byteCount)
    var offset = 0
    var copies: [PixelBuffer] = []
    for image in images {
      let rowBytes = image.width * image.texelBytes
      image.withBytes { source in
        // Planes that there was no memory to convert are clear.
        guard !source.isEmpty else {
          let rows = buffer.bytes[offset...].prefix(rowBytes * image.height)
          for index in rows.indices { buffer.bytes[index] = 0 }
          return
        }
        // Bounds: the buffer has room for all rows of all images.
        for row in 0..<image.height {
          let start = row * image.rowBytes
          let target = buffer.bytes[(offset + row * rowBytes)...].prefix(rowBytes)
          UnsafeMutableRawBufferPointer(rebasing: target).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[start..<(start + rowBytes)])
          )
        }
      }
      do {
        copies.append(
          try buffer.pixels(
            width: image.width,
            height: image.height,
            rowBytes: rowBytes,
            isOpaque: image.isOpaque,
            offset: offset,
            form: image.form
          )
        )
      } catch {
        throw .cannotEncode(opcode: .change, reason: "\(error)")
      }
      offset += aligned(rowBytes * image.height)
    }
    return (buffer, copies)
  }
}
