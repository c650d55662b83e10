// Writes one message: a growing block of bytes, and the buffers whose descriptors go with it.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
package import QuartzModel

/// A growing block of bytes on the heap, owned by one writer or one queued message.
final class ByteBlock {
  fileprivate(set) var base: UnsafeMutableRawPointer
  fileprivate(set) var capacity: Int

  init(capacity: Int) {
    base = .allocate(byteCount: capacity, alignment: 16)
    self.capacity = capacity
  }

  deinit {
    base.deallocate()
  }
}

/// A message ready to be sent.
package struct EncodedMessage {
  package let opcode: Opcode
  let block: ByteBlock
  /// Bytes of the message, its header included.
  package let byteCount: Int
  /// The buffers whose descriptors travel with it.
  ///
  /// The sender retains them until the other side releases them.
  package let attachments: [SharedBuffer]
  /// Bytes of each that the message's images take.
  let attachmentBytes: [Int]
  /// The fence whose descriptor travels before those of the buffers; nil if there is none.
  package let fence: (any PictureFence)?

  /// The descriptors in their order.
  package var descriptors: [Int32] {
    (fence.map { [$0.descriptor] } ?? []) + attachments.map(\.descriptor)
  }

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeRawBufferPointer(start: block.base, count: byteCount))
  }
}

/// A writer that appends values to a message.
///
/// All numbers are little-endian, nothing is padded.
package struct WireWriter: ~Copyable {
  private let opcode: Opcode
  let limits: WireLimits
  private let pool: BufferPool?
  private let block: ByteBlock
  // The block's memory, copied here because reading an object's property for every number costs
  // more than writing the number.
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = Header.byteCount
  private var attachments: [SharedBuffer] = []
  private var attachmentBytes: [Int] = []
  private var fence: (any PictureFence)?

  /// Writes a whole message.
  ///
  /// `limits` are the receiver's. Pixels that are not in shared memory yet are copied to memory of
  /// `pool`; messages without pixels need no pool. It throws `WireError.cannotEncode` if the
  /// message exceeds the limits or has a value that is not allowed in its place.
  package static func encode(
    _ message: borrowing some Message,
    serial: UInt64,
    limits: WireLimits = WireLimits(),
    pool: BufferPool? = nil
  ) throws(WireError) -> EncodedMessage {
    var writer = WireWriter(type(of: message).opcode, limits: limits, pool: pool)
    try message.encode(to: &writer)
    return try writer.finish(serial: serial)
  }

  private init(_ opcode: Opcode, limits: WireLimits, pool: BufferPool?) {
    self.opcode = opcode
    self.limits = limits
    self.pool = pool
    block = ByteBlock(capacity: 512)
    base = block.base
    capacity = block.capacity
  }

  private consuming func finish(serial: UInt64) throws(WireError) -> EncodedMessage {
    guard count <= limits.messageBytes else {
      throw error("\(count) bytes, at most \(limits.messageBytes) are allowed")
    }
    base.storeBytes(
      of: UInt32(count).littleEndian,
      toByteOffset: Header.lengthOffset,
      as: UInt32.self
    )
    base.storeBytes(of: opcode.rawValue, toByteOffset: Header.opcodeOffset, as: UInt8.self)
    base.storeBytes(
      of: UInt8(attachments.count + (fence == nil ? 0 : 1)),
      toByteOffset: Header.descriptorsOffset,
      as: UInt8.self
    )
    base.storeBytes(of: 0, toByteOffset: Header.reservedOffset, as: UInt16.self)
    base.storeBytes(of: serial.littleEndian, toByteOffset: Header.serialOffset, as: UInt64.self)
    return EncodedMessage(
      opcode: opcode,
      block: block,
      byteCount: count,
      attachments: attachments,
      attachmentBytes: attachmentBytes,
      fence: fence
    )
  }

  /// Lets a fence travel with the message.
  mutating func attach(_ fence: any PictureFence) { self.fence = fence }

  func error(_ reason: String) -> WireError {
    .cannotEncode(opcode: opcode, reason: reason)
  }

  // MARK: Numbers

  /// Makes room for `byteCount` more bytes.
  @inline(__always)
  mutating func reserve(_ byteCount: Int) {
    if capacity - count < byteCount { grow(byteCount) }
  }

  @inline(never)
  private mutating func grow(_ byteCount: Int) {
    let size = max(capacity * 2, count + byteCount)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.copyMemory(from: base, byteCount: count)
    base.deallocate()
    block.base = memory
    block.capacity = size
    base = memory
    capacity = size
  }

  @inline(__always)
  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ value: Number) {
    reserve(MemoryLayout<Number>.size)
    put(value)
  }

  /// Appends to reserved room.
  ///
  /// Bounds: the caller has called `reserve` with at least as many bytes as it puts.
  @inline(__always)
  mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(_ value: Number) {
    base.storeBytes(of: value.littleEndian, toByteOffset: count, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  /// Appends to reserved room, as `put` of a number does.
  @inline(__always)
  mutating func put(_ value: Double) {
    put(value.bitPattern)
  }

  @inline(__always)
  mutating func append(_ value: Double) {
    append(value.bitPattern)
  }

  // Bool because: one of the overloads by the type of a value.
  @inline(__always)
  mutating func append(_ value: Bool) {
    append(value ? UInt8(1) : 0)
  }

  mutating func append(_ color: Color) {
    append(color.red)
    append(color.green)
    append(color.blue)
    append(color.alpha)
  }

  // MARK: Lists and text

  /// Appends the length in bytes, then UTF-8.
  mutating func append(_ text: String, limit: Int) throws(WireError) {
    var text = text
    var failure: WireError?
    text.withUTF8 { bytes in
      guard bytes.count <= limit else {
        failure = error("a text of \(bytes.count) bytes, at most \(limit) are allowed")
        return
      }
      append(UInt32(bytes.count))
      reserve(bytes.count)
      // Bounds: room was reserved for exactly these bytes.
      if let source = bytes.baseAddress {
        (base + count).copyMemory(from: source, byteCount: bytes.count)
      }
      count += bytes.count
    }
    if let failure { throw failure }
  }

  mutating func append(_ text: String) throws(WireError) {
    try append(text, limit: limits.stringBytes)
  }

  mutating func append(list: [UInt32]) {
    append(UInt32(list.count))
    for number in list { append(number) }
  }

  // MARK: Pixels

  /// Writes the table of the buffers that hold the images, which are put into shared memory first.
  ///
  /// - Returns: The position of each image.
  mutating func append(buffersOf images: [PixelBuffer]) throws(WireError) -> [PixelLocation] {
    let packed = try PackedPixels(images, pool: pool, opcode: opcode)
    guard packed.buffers.count <= limits.descriptors else {
      throw error(
        "\(packed.buffers.count) buffers of pixels, at most \(limits.descriptors) are allowed"
      )
    }
    append(UInt8(packed.buffers.count))
    for (buffer, byteCount) in zip(packed.buffers, packed.byteCounts) {
      append(buffer.id)
      append(UInt64(byteCount))
    }
    attachments += packed.buffers
    attachmentBytes += packed.byteCounts
    return packed.locations
  }

  mutating func append(_ pixels: PixelBuffer, at location: PixelLocation) {
    append(UInt32(pixels.width))
    append(UInt32(pixels.height))
    if let planes = pixels.planes {
      append(planes, at: location)
    } else {
      append(UInt32(pixels.rowBytes))
      append(PixelForm(pixels).rawValue)
      append(location.buffer)
      append(UInt64(location.offset))
      if case .halves(let light) = pixels.form { append(light) }
    }
  }
}
