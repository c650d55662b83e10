// The reader of one untrusted message.
// Licensed under the MIT license; see LICENSE.
//
// Every byte may be hostile. Nothing is read beyond the end. Nothing is allocated for a count
// before a check that the remaining bytes can hold so many entries. Every refusal names the offset,
// the expected value and the found one.

import QuartzFaults
import QuartzMath
import QuartzModel

/// A reader of values from a message, from the first byte of the payload on.
package struct WireReader: ~Copyable {
  let opcode: Opcode
  let limits: WireLimits
  let releases: ReleaseQueue
  var descriptors: ReceivedDescriptors
  // Safe because: the bytes outlive the reader, which never leaves `decode`.
  private let base: UnsafeRawPointer
  private let end: Int
  /// Bytes from the first byte of the message.
  private(set) var offset = Header.byteCount

  /// Reads a whole message.
  ///
  /// `bytes` are the message, its header included, as long as the header says. The numbers of its
  /// buffers are added to `releases` when their pixels are no longer used.
  package static func decode<Messages: MessageSet>(
    _ type: Messages.Type,
    header: Header,
    bytes: UnsafeRawBufferPointer,
    descriptors: consuming ReceivedDescriptors,
    limits: WireLimits,
    releases: ReleaseQueue
  ) throws(WireError) -> Messages {
    guard let base = bytes.baseAddress, bytes.count == Int(header.length) else {
      throw .badHeader(
        opcode: header.opcode.rawValue,
        offset: Header.lengthOffset,
        expected: "\(bytes.count) bytes",
        found: "\(header.length)"
      )
    }
    var reader = WireReader(
      opcode: header.opcode,
      limits: limits,
      releases: releases,
      descriptors: descriptors,
      base: base,
      end: bytes.count
    )
    let message = try Messages(header.opcode, from: &reader)
    try reader.finish()
    return message
  }

  /// Reads a message in one piece, including its header.
  package static func decode<Messages: MessageSet>(
    _ type: Messages.Type,
    bytes: UnsafeRawBufferPointer,
    descriptors: consuming ReceivedDescriptors,
    limits: WireLimits,
    releases: ReleaseQueue
  ) throws(WireError) -> Received<Messages> {
    guard bytes.count >= Header.byteCount else {
      throw .badHeader(
        opcode: 0,
        offset: bytes.count,
        expected: "a header of 16 bytes",
        found: "\(bytes.count) bytes"
      )
    }
    let header = try Header(bytes, limits: limits, messageBytes: limits.messageBytes)
    guard descriptors.count == header.descriptors else {
      throw .badHeader(
        opcode: header.opcode.rawValue,
        offset: Header.descriptorsOffset,
        expected: "\(descriptors.count), as many as came",
        found: "\(header.descriptors)"
      )
    }
    let message = try decode(
      type,
      header: header,
      bytes: bytes,
      descriptors: descriptors,
      limits: limits,
      releases: releases
    )
    return Received(serial: header.serial, message: message, byteCount: bytes.count)
  }

  private init(
    opcode: Opcode,
    limits: WireLimits,
    releases: ReleaseQueue,
    descriptors: consuming ReceivedDescriptors,
    base: UnsafeRawPointer,
    end: Int
  ) {
    self.opcode = opcode
    self.limits = limits
    self.releases = releases
    self.descriptors = descriptors
    self.base = base
    self.end = end
  }

  private func finish() throws(WireError) {
    guard offset == end else {
      throw malformed(at: offset, "the end of the message", "\(end - offset) more bytes")
    }
    guard descriptors.count == 0 else { throw .strayDescriptors(count: descriptors.count) }
  }

  // MARK: Errors

  func malformed(at offset: Int, _ expected: String, _ found: String) -> WireError {
    .malformed(opcode: opcode, offset: offset, expected: expected, found: found)
  }

  @inline(never)
  private func truncated(_ byteCount: Int) -> WireError {
    malformed(at: offset, "\(byteCount) more bytes", "\(end - offset)")
  }

  @inline(__always)
  var remaining: Int { end - offset }

  // MARK: Numbers

  /// Bounds: the bytes of the number lie between `offset` and `end`.
  @inline(__always)
  private mutating func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type
  ) throws(WireError) -> Number {
    guard end - offset >= MemoryLayout<Number>.size else {
      throw truncated(MemoryLayout<Number>.size)
    }
    let number = Number(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: type))
    offset += MemoryLayout<Number>.size
    return number
  }

  @inline(__always)
  mutating func uint8() throws(WireError) -> UInt8 { try load(UInt8.self) }

  @inline(__always)
  mutating func uint32() throws(WireError) -> UInt32 { try load(UInt32.self) }

  @inline(__always)
  mutating func uint64() throws(WireError) -> UInt64 { try load(UInt64.self) }

  mutating func int32() throws(WireError) -> Int32 { try load(Int32.self) }

  mutating func int64() throws(WireError) -> Int64 { try load(Int64.self) }

  @inline(__always)
  mutating func double() throws(WireError) -> Double { Double(bitPattern: try load(UInt64.self)) }

  /// Reads two doubles at once.
  @inline(__always)
  mutating func doubles2() throws(WireError) -> (Double, Double) {
    guard end - offset >= 16 else { throw truncated(16) }
    defer { offset += 16 }
    return (peek(0), peek(8))
  }

  /// Reads four doubles at once.
  @inline(__always)
  mutating func doubles4() throws(WireError) -> SIMD4<Double> {
    guard end - offset >= 32 else { throw truncated(32) }
    defer { offset += 32 }
    return SIMD4(peek(0), peek(8), peek(16), peek(24))
  }

  /// Bounds: the caller has checked that eight bytes are left.
  @inline(__always)
  private func peek(_ delta: Int) -> Double {
    Double(
      bitPattern: UInt64(
        littleEndian: base.loadUnaligned(fromByteOffset: offset + delta, as: UInt64.self)
      )
    )
  }

  mutating func bool() throws(WireError) -> Bool {
    let value = try uint8()
    guard value <= 1 else { throw malformed(at: offset - 1, "0 or 1", "\(value)") }
    return value == 1
  }

  /// Reads a number of 64 bits that is at most `Int.max`.
  mutating func size() throws(WireError) -> Int {
    let value = try uint64()
    guard let size = Int(exactly: value) else {
      throw malformed(at: offset - 8, "at most \(Int.max)", "\(value)")
    }
    return size
  }

  mutating func color() throws(WireError) -> Color {
    let parts = try doubles4()
    return Color(parts.x, parts.y, parts.z, parts.w)
  }

  /// Reads one of the cases of an enum.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) throws(WireError) -> Choice where Choice.RawValue: FixedWidthInteger & BitwiseCopyable {
    let start = offset
    let number = try load(Choice.RawValue.self)
    guard let choice = Choice(rawValue: number) else {
      let known = Choice.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
      throw malformed(at: start, "one of \(known)", "\(number)")
    }
    return choice
  }

  // MARK: Lists and text

  /// Reads the count of a list whose entries take at least `minimumBytes` each.
  ///
  /// - Parameter memory: The bytes that reading an entry takes, without lists that have counts of
  ///   their own.
  /// - Throws: `WireError` if the bytes that are left cannot hold so many, it exceeds `limit`, or
  ///   there is not so much memory.
  mutating func count(
    of what: String,
    minimumBytes: Int,
    limit: Int = .max,
    memory: Int
  ) throws(WireError) -> Int {
    let start = offset
    let count = Int(try uint32())
    guard count <= limit else {
      throw .limitExceeded(opcode: opcode, offset: start, what: what, count: count, limit: limit)
    }
    guard count <= remaining / minimumBytes else {
      throw malformed(
        at: start,
        "at most \(remaining / minimumBytes) \(what) in \(remaining) bytes",
        "\(count)"
      )
    }
    do {
      try MemoryProbe.ensure(bytes: count * memory)
    } catch {
      throw .outOfMemory(bytes: error.bytes)
    }
    return count
  }

  mutating func list() throws(WireError) -> [UInt32] {
    let count = try count(of: "numbers", minimumBytes: 4, memory: 4)
    var list: [UInt32] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try uint32()) }
    return list
  }

  mutating func string() throws(WireError) -> String {
    try string(limit: limits.stringBytes)
  }

  mutating func string(limit: Int) throws(WireError) -> String {
    let count = try count(of: "bytes of text", minimumBytes: 1, limit: limit, memory: 1)
    // Bounds: `count` found that so many bytes are left.
    let bytes = UnsafeRawBufferPointer(start: base + offset, count: count)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw malformed(at: offset, "\(count) bytes of UTF-8", "bytes that are not")
    }
    offset += count
    return text
  }
}
