// Reads capture files.
// Licensed under the MIT license; see LICENSE.
//
// Every byte may be hostile. Records are checked when the file is opened; messages are read when
// they are asked for, and decoded by the code that the server decodes them with.

import Glibc
import QuartzFaults
import QuartzModel

/// A capture file: what the clients of a program sent, and when.
package final class Capture: Sendable {
  /// A record of a connection.
  package struct Event: Sendable {
    /// Seconds from the moment 0 of the capture.
    package let time: Double
    /// The number of the connection in the program.
    package let connection: UInt32
    /// Nil for the end of the connection.
    package let opcode: Opcode?
    /// The message in the file.
    fileprivate let bytes: Range<Int>
    /// Indices of the buffers.
    fileprivate let buffers: [UInt32]
  }

  package let path: String
  package let header: CaptureHeader
  package let events: [Event]
  /// Why the capture ends; nil for a file that was cut, or is still written.
  package let end: CaptureEnd?
  /// The reason, as the writer of the file gave it.
  package let endReason: String
  private let descriptor: Descriptor
  /// The bytes of buffers in the file.
  private let buffers: [Range<Int>]

  /// Opens a file and checks its records.
  ///
  /// A file that was cut is read up to its last whole record.
  package init(path: String) throws(CaptureError) {
    self.path = path
    let number = Fault.descriptor { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard number >= 0 else { throw .system(path) }
    let file = Descriptor(owning: number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .system(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .file(path: path, reason: "not a regular file")
    }
    var index = CaptureIndex(path: path, number, byteCount: Int(status.st_size))
    try index.read()
    (header, events, buffers) = (index.header, index.events, index.buffers)
    (end, endReason) = (index.end, index.endReason)
    descriptor = file
  }

  /// Whether the file ends before the capture did.
  package var isCut: Bool { end == nil }

  /// The time of the last record.
  package var duration: Double { events.last?.time ?? 0 }

  /// Returns a message, undecoded; nil for the end of a connection.
  ///
  /// Buffers are read into memory of their own, as if a client had sent it.
  package func message(_ index: Int) throws(CaptureError) -> UnreadMessage? {
    let event = events[index]
    if event.opcode == nil { return nil }
    let bytes = try read(event.bytes)
    var numbers: [Int32] = []
    do throws(CaptureError) {
      for buffer in event.buffers { numbers.append(try memory(buffers[Int(buffer)], index)) }
    } catch {
      for number in numbers { close(number) }
      throw error
    }
    do throws(WireError) {
      return try UnreadMessage(bytes, descriptors: numbers)
    } catch {
      // The file has another header than when it was opened.
      for number in numbers { close(number) }
      throw .message(index + 1, error)
    }
  }

  /// Returns the bytes of a message and of its buffers; nil for the end of a connection.
  func contents(_ index: Int) throws(CaptureError) -> (MemoryBlock, [MemoryBlock])? {
    let event = events[index]
    if event.opcode == nil { return nil }
    var contents: [MemoryBlock] = []
    for buffer in event.buffers { contents.append(try read(buffers[Int(buffer)])) }
    return (try read(event.bytes), contents)
  }

  /// Returns a message, decoded; nil for the end of a connection.
  package func decode(_ index: Int) throws(CaptureError) -> Received<ClientMessage>? {
    guard let unread = try message(index) else { return nil }
    do throws(WireError) {
      let message = try unread.decode(
        ClientMessage.self,
        limits: WireLimits(),
        releases: ReleaseQueue()
      )
      return Received(
        serial: unread.header.serial,
        message: message,
        byteCount: unread.byteCount
      )
    } catch {
      throw .message(index + 1, error)
    }
  }

  private func read(_ range: Range<Int>) throws(CaptureError) -> MemoryBlock {
    let block: MemoryBlock
    do {
      block = try MemoryBlock(count: range.count)
    } catch {
      throw .file(path: path, reason: "out of memory: \(error.bytes) bytes")
    }
    try CaptureIndex.read(
      descriptor.rawValue,
      UnsafeMutableRawBufferPointer(start: block.base, count: range.count),
      at: range.lowerBound,
      path
    )
    return block
  }

  /// Returns a descriptor of memory with the bytes of a buffer.
  private func memory(_ range: Range<Int>, _ index: Int) throws(CaptureError) -> Int32 {
    do throws(WireError) {
      let memory = try SharedMemory(count: range.count)
      try memory.map()
      guard let base = memory.base else { throw .outOfMemory(bytes: range.count) }
      let bytes = UnsafeMutableRawBufferPointer(start: base, count: range.count)
      do throws(CaptureError) {
        try CaptureIndex.read(descriptor.rawValue, bytes, at: range.lowerBound, path)
      } catch {
        throw .system(call: "pread", path: path, code: EIO)
      }
      let number = Fault.descriptor { fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 0) }
      guard number >= 0 else { throw .system("fcntl") }
      return number
    } catch {
      throw .message(index + 1, error)
    }
  }
}

/// The records of a file, found by reading it once.
private struct CaptureIndex: ~Copyable {
  /// The bytes that are read at once.
  private static let chunk = 1 << 20

  private let path: String
  private let descriptor: Int32
  private let byteCount: Int
  private(set) var header = CaptureHeader(start: 0, process: 0)
  private(set) var events: [Capture.Event] = []
  private(set) var buffers: [Range<Int>] = []
  private(set) var end: CaptureEnd?
  private(set) var endReason = ""
  private let memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: CaptureIndex.chunk,
    alignment: 16
  )

  init(path: String, _ descriptor: Int32, byteCount: Int) {
    (self.path, self.descriptor, self.byteCount) = (path, descriptor, byteCount)
  }

  deinit {
    memory.deallocate()
  }

  /// Fills memory from the file.
  static func read(
    _ descriptor: Int32,
    _ bytes: UnsafeMutableRawBufferPointer,
    at offset: Int,
    _ path: String
  ) throws(CaptureError) {
    var done = 0
    while done < bytes.count {
      // Bounds: `done` lies within the bytes.
      let count = uninterrupted {
        pread(
          descriptor,
          bytes.baseAddress.map { $0 + done },
          bytes.count - done,
          off_t(offset + done)
        )
      }
      guard count >= 0 else { throw .system(path) }
      guard count > 0 else { throw .file(path: path, reason: "became shorter while it was read") }
      done += count
    }
  }

  /// Reads the first bytes of a part of the file; the memory holds them until the next call.
  private func bytes(_ range: Range<Int>) throws(CaptureError) -> UnsafeRawBufferPointer {
    let part = UnsafeMutableRawBufferPointer(
      rebasing: memory[..<min(range.count, CaptureIndex.chunk)]
    )
    try CaptureIndex.read(descriptor, part, at: range.lowerBound, path)
    return UnsafeRawBufferPointer(part)
  }

  /// Reads the header and all whole records.
  mutating func read() throws(CaptureError) {
    let head = try bytes(0..<min(byteCount, CaptureHeader.byteCount))
    header = try CaptureHeader(head, path: path)
    var offset = CaptureHeader.byteCount
    while end == nil, byteCount - offset >= CaptureRecordKind.headerBytes {
      let head = try bytes(offset..<offset + CaptureRecordKind.headerBytes)
      let length = Int(head.little(UInt32.self, at: 0))
      let sum = head.little(UInt32.self, at: 8)
      guard let kind = CaptureRecordKind(rawValue: head[4]), head[5] == 0, head[6] == 0,
        head[7] == 0
      else {
        throw damaged(offset + 4, "a kind of record in 1...4 and zeros", "\(Array(head[4..<8]))")
      }
      let first = CRC32.of(UnsafeRawBufferPointer(rebasing: head[..<8]))
      try checkLength(length, kind, offset)
      let payload =
        offset + CaptureRecordKind.headerBytes..<offset
        + CaptureRecordKind.headerBytes + length
      guard payload.upperBound <= byteCount else { return }
      try check(payload, after: first, sum, offset)
      try take(kind, payload)
      offset = payload.upperBound
    }
    guard end == nil || offset == byteCount else {
      throw damaged(offset, "the end of the file", "\(byteCount - offset) more bytes")
    }
  }

  private func damaged(_ offset: Int, _ expected: String, _ found: String) -> CaptureError {
    .damaged(path: path, offset: offset, expected: expected, found: found)
  }

  private func checkLength(
    _ length: Int,
    _ kind: CaptureRecordKind,
    _ offset: Int
  ) throws(CaptureError) {
    let limits = WireLimits()
    let range =
      switch kind {
      case .pixels: 1...limits.tree.imageBytes
      case .message:
        CaptureRecordKind.messageBytes + Header.byteCount...CaptureRecordKind.messageBytes
          + 4 * WireLimits.maximumDescriptors + limits.messageBytes
      case .closed: 12...12
      case .end: 1...1 << 16
      }
    guard range.contains(length) else {
      throw damaged(offset, "a length in \(range)", "\(length)")
    }
  }

  private func check(
    _ payload: Range<Int>,
    after first: UInt32,
    _ expected: UInt32,
    _ offset: Int
  ) throws(CaptureError) {
    var (sum, start) = (first, payload.lowerBound)
    while start < payload.upperBound {
      let part = try bytes(start..<payload.upperBound)
      sum = CRC32.of(part, after: sum)
      start += part.count
    }
    guard sum == expected else {
      throw damaged(offset + 8, "the checksum \(sum)", "\(expected)")
    }
  }

  private mutating func take(
    _ kind: CaptureRecordKind,
    _ payload: Range<Int>
  ) throws(CaptureError) {
    switch kind {
    case .pixels: buffers.append(payload)
    case .message: events.append(try message(payload))
    case .closed:
      let bytes = try bytes(payload)
      events.append(
        Capture.Event(
          time: try time(bytes, payload),
          connection: bytes.little(UInt32.self, at: 8),
          opcode: nil,
          bytes: 0..<0,
          buffers: []
        )
      )
    case .end:
      let bytes = try bytes(payload)
      guard let end = CaptureEnd(rawValue: bytes[0]) else {
        throw damaged(payload.lowerBound, "a reason in 0...3", "\(bytes[0])")
      }
      self.end = end
      endReason = String(decoding: bytes.dropFirst(), as: UTF8.self)
    }
  }

  private func time(
    _ bytes: UnsafeRawBufferPointer,
    _ payload: Range<Int>
  ) throws(CaptureError) -> Double {
    let time = Double(bitPattern: bytes.little(UInt64.self, at: 0))
    let last = events.last?.time ?? 0
    guard time.isFinite, time >= last else {
      throw damaged(payload.lowerBound, "a time from \(last) s on", "\(time)")
    }
    return time
  }

  private func message(_ payload: Range<Int>) throws(CaptureError) -> Capture.Event {
    let head = try bytes(payload)
    let time = try time(head, payload)
    let count = Int(head[12])
    let start = CaptureRecordKind.messageBytes + 4 * count
    guard payload.count >= start + Header.byteCount, head[13] == 0, head[14] == 0, head[15] == 0
    else { throw damaged(payload.lowerBound + 12, "room for \(count) buffers", "too little") }
    var numbers: [UInt32] = []
    for index in 0..<count {
      let number = head.little(UInt32.self, at: CaptureRecordKind.messageBytes + 4 * index)
      guard number < buffers.count else {
        throw damaged(
          payload.lowerBound + CaptureRecordKind.messageBytes + 4 * index,
          "one of \(buffers.count) buffers",
          "\(number)"
        )
      }
      numbers.append(number)
    }
    let bytes = payload.lowerBound + start..<payload.upperBound
    let message = UnsafeRawBufferPointer(rebasing: head[start...])
    let header: Header
    do throws(WireError) {
      let limits = WireLimits()
      header = try Header(message, limits: limits, messageBytes: limits.messageBytes)
    } catch {
      throw damaged(bytes.lowerBound, "a message", "\(error)")
    }
    guard Int(header.length) == bytes.count, Int(header.descriptors) == count else {
      throw damaged(
        bytes.lowerBound,
        "\(bytes.count) bytes with \(count) descriptors",
        "\(header.length) and \(header.descriptors)"
      )
    }
    return Capture.Event(
      time: time,
      connection: head.little(UInt32.self, at: 8),
      opcode: header.opcode,
      bytes: bytes,
      buffers: numbers
    )
  }
}
