// The packing of one message's images into few shared buffers.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The position of an image's first pixel.
struct PixelLocation: Equatable {
  /// Index in the message's table of buffers.
  var buffer: UInt8
  /// Bytes from the buffer's beginning.
  var offset: Int
}

/// The images of a message in shared memory.
///
/// An image that is already in a `SharedBuffer` stays there. Other large images get a buffer each.
/// Small images share buffers, because each buffer costs a descriptor, a mapping and whole pages; a
/// shared buffer is released when all of its images are gone.
struct PackedPixels {
  /// Images of at most this many bytes share buffers.
  static let smallBytes = 64 << 10
  /// The most bytes of a buffer that small images share.
  static let slabBytes = 1 << 20
  /// The distance in bytes of rows and images in memory, for vector loads.
  private static let alignment = 64

  private(set) var buffers: [SharedBuffer] = []
  /// The bytes of each buffer that the images take.
  private(set) var byteCounts: [Int] = []
  /// One for each image.
  private(set) var locations: [PixelLocation] = []

  init(_ images: [PixelBuffer], pool: BufferPool?, opcode: Opcode) throws(WireError) {
    locations = Array(repeating: PixelLocation(buffer: 0, offset: 0), count: images.count)
    var small: [Int] = []
    for (index, pixels) in images.enumerated() {
      if let buffer = pixels.owner as? SharedBuffer, let offset = buffer.offset(of: pixels) {
        refer(to: buffer, offset, pixels, index)
      } else if pixels.byteCount <= PackedPixels.smallBytes {
        small.append(index)
      } else {
        try copy([index], of: images, to: pool, opcode)
      }
    }
    var start = 0
    var bytes = 0
    for (position, index) in small.enumerated() {
      if bytes + images[index].byteCount > PackedPixels.slabBytes {
        try copy(Array(small[start..<position]), of: images, to: pool, opcode)
        start = position
        bytes = 0
      }
      bytes += PackedPixels.aligned(images[index].byteCount)
    }
    if start < small.count { try copy(Array(small[start...]), of: images, to: pool, opcode) }
    guard buffers.count <= Int(UInt8.max) else {
      throw .cannotEncode(opcode: opcode, reason: "\(buffers.count) buffers of pixels, at most 255")
    }
  }

  private static func aligned(_ count: Int) -> Int {
    (count + alignment - 1) / alignment * alignment
  }

  /// Adds a reference to an image that is already in shared memory.
  private mutating func refer(
    to buffer: SharedBuffer,
    _ offset: Int,
    _ pixels: PixelBuffer,
    _ index: Int
  ) {
    let end = offset + pixels.byteCount
    if let known = buffers.firstIndex(where: { $0 === buffer }) {
      locations[index] = PixelLocation(buffer: UInt8(truncatingIfNeeded: known), offset: offset)
      byteCounts[known] = max(byteCounts[known], end)
    } else {
      locations[index] = PixelLocation(
        buffer: UInt8(truncatingIfNeeded: buffers.count),
        offset: offset
      )
      buffers.append(buffer)
      byteCounts.append(end)
    }
  }

  /// Copies images one after another into a buffer of their own.
  private mutating func copy(
    _ indexes: [Int],
    of images: [PixelBuffer],
    to pool: BufferPool?,
    _ opcode: Opcode
  ) throws(WireError) {
    guard let pool else {
      throw .cannotEncode(opcode: opcode, reason: "its pixels need a pool of shared memory")
    }
    var end = 0
    for index in indexes {
      let offset = PackedPixels.aligned(end)
      locations[index] = PixelLocation(
        buffer: UInt8(truncatingIfNeeded: buffers.count),
        offset: offset
      )
      end = offset + images[index].byteCount
    }
    let buffer = try pool.bufferForCopies(byteCount: end)
    for index in indexes {
      try images[index].withStorage { bytes throws(WireError) in
        try buffer.memory.write(bytes, at: locations[index].offset)
      }
    }
    buffers.append(buffer)
    byteCounts.append(end)
  }
}

extension PackedPixels {
  /// Cuts a list of images into ranges that need at most `limit` buffers each; one range, perhaps
  /// empty, if all of them fit one message.
  static func batches(_ images: [PixelBuffer], limit: Int) -> [Range<Int>] {
    var batches: [Range<Int>] = []
    var start = 0
    var large = 0
    var smallBytes = 0
    for (index, pixels) in images.enumerated() {
      let isSmall = pixels.byteCount <= PackedPixels.smallBytes && !(pixels.owner is SharedBuffer)
      // A slab that the next image does not fit is closed, at least 15/16 full.
      let nextBytes = smallBytes + (isSmall ? aligned(pixels.byteCount) : 0)
      let usable = slabBytes - PackedPixels.smallBytes
      let slabs = (nextBytes + usable - 1) / usable
      if index > start && large + (isSmall ? 0 : 1) + slabs > limit {
        batches.append(start..<index)
        (start, large, smallBytes) = (index, 0, 0)
      }
      if isSmall { smallBytes += aligned(pixels.byteCount) } else { large += 1 }
    }
    batches.append(start..<images.count)
    return batches
  }
}

extension PixelBuffer {
  /// Bytes from the first one of the memory to the end of the last row.
  var byteCount: Int { storageByteCount }
}
