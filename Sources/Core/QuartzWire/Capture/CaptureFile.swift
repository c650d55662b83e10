// Writes a capture file, record by record.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults

/// The size of a capture, for tests and reports.
package struct CaptureCounts: Equatable, Sendable {
  package var messages = 0
  package var messageBytes = 0
  /// Bytes of the buffers of all messages.
  package var pixelBytes = 0
  /// Bytes of buffers in the file: each content once.
  package var storedPixelBytes = 0
  package var fileBytes = 0
}

/// A capture file that grows.
///
/// Each record is written in one piece or, if the system fails, in part: readers stop before it.
final class CaptureFile {
  /// Two hashes with keys that differ from run to run, and the length.
  private struct Content: Hashable {
    let first: Int
    let second: Int
    let byteCount: Int

    init(_ bytes: UnsafeRawBufferPointer) {
      var (one, two) = (Hasher(), Hasher())
      two.combine(1)
      one.combine(bytes: bytes)
      two.combine(bytes: bytes)
      (first, second, byteCount) = (one.finalize(), two.finalize(), bytes.count)
    }
  }

  let path: String
  private let descriptor: Descriptor
  private let mostBytes: Int
  private var contents: [Content: UInt32] = [:]
  private(set) var counts = CaptureCounts()

  /// Makes the file, or empties the one that is there.
  ///
  /// A file that another process captures to is left alone: this one's name gets the process's
  /// number.
  init(path: String, _ header: CaptureHeader, mostBytes: Int) throws(CaptureError) {
    self.mostBytes = mostBytes
    func open(_ path: String) throws(CaptureError) -> Int32 {
      let flags = O_WRONLY | O_CREAT | O_CLOEXEC
      let number = Fault.descriptor { Glibc.open(path, flags, 0o600) }
      guard number >= 0 else { throw .system(path) }
      return number
    }
    var path = path
    var number = try open(path)
    if flock(number, LOCK_EX | LOCK_NB) != 0 {
      close(number)
      path += ".\(getpid())"
      number = try open(path)
    }
    descriptor = Descriptor(owning: number)
    self.path = path
    guard ftruncate(number, 0) == 0 else { throw .system(path) }
    let bytes = header.bytes
    try bytes.withRaw { (bytes) throws(CaptureError) in try write(bytes) }
  }

  /// Adds a message whose buffers are mapped.
  func add(
    _ message: EncodedMessage,
    _ memories: [MappedMemory],
    at time: Double,
    of connection: UInt32
  ) throws(CaptureError) -> Bool {
    let buffers = memories.map { UnsafeRawBufferPointer(start: $0.base, count: $0.count) }
    var result: Result<Bool, CaptureError> = .success(true)
    message.withBytes { bytes in
      result = Result { () throws(CaptureError) in
        try add(bytes, buffers, at: time, of: connection)
      }
    }
    return try result.get()
  }

  /// Adds a message.
  func add(
    _ message: EncodedMessage,
    at time: Double,
    of connection: UInt32
  ) throws(CaptureError) -> Bool {
    let numbers = message.attachments.map { fcntl($0.descriptor, F_DUPFD_CLOEXEC, 0) }
    guard let memories = message.map(ReceivedDescriptors(owning: numbers.filter { $0 >= 0 })) else {
      throw .system(path)
    }
    return try add(message, memories, at: time, of: connection)
  }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - bytes: The message as it is on the wire.
  ///   - buffers: The bytes behind its descriptors.
  /// - Returns: Whether the file had room for it.
  func add(
    _ bytes: UnsafeRawBufferPointer,
    _ buffers: [UnsafeRawBufferPointer],
    at time: Double,
    of connection: UInt32
  ) throws(CaptureError) -> Bool {
    var numbers: [UInt32] = []
    for buffer in buffers {
      counts.pixelBytes += buffer.count
      let content = Content(buffer)
      if let known = contents[content] {
        numbers.append(known)
        continue
      }
      guard try add(.pixels, [buffer]) else { return false }
      counts.storedPixelBytes += buffer.count
      let number = UInt32(contents.count)
      contents[content] = number
      numbers.append(number)
    }
    var head: [UInt8] = []
    head.append(little: time.bitPattern)
    head.append(little: connection)
    head.append(UInt8(truncatingIfNeeded: numbers.count))
    head += [0, 0, 0]
    for number in numbers { head.append(little: number) }
    let isAdded = try head.withRaw { (head) throws(CaptureError) in
      try add(.message, [head, bytes])
    }
    if isAdded {
      counts.messages += 1
      counts.messageBytes += bytes.count
    }
    return isAdded
  }

  func addEnd(of connection: UInt32, at time: Double) throws(CaptureError) {
    var payload: [UInt8] = []
    payload.append(little: time.bitPattern)
    payload.append(little: connection)
    try payload.withRaw { (bytes) throws(CaptureError) in _ = try add(.closed, [bytes]) }
  }

  /// Says why nothing follows; it may go beyond the limit of the file.
  func finish(_ end: CaptureEnd, _ reason: String) throws(CaptureError) {
    let payload = [end.rawValue] + Array(reason.utf8)
    try payload.withRaw { (bytes) throws(CaptureError) in
      _ = try add(.end, [bytes], isLimited: false)
    }
  }

  /// - Returns: False if the file would be larger than it may be.
  private func add(
    _ kind: CaptureRecordKind,
    _ parts: [UnsafeRawBufferPointer],
    isLimited: Bool = true
  ) throws(CaptureError) -> Bool {
    let length = parts.reduce(0) { $0 + $1.count }
    let whole = counts.fileBytes + CaptureRecordKind.headerBytes + length
    guard !isLimited || whole <= mostBytes, let count = UInt32(exactly: length) else {
      return false
    }
    var head: [UInt8] = []
    head.append(little: count)
    head += [kind.rawValue, 0, 0, 0]
    var sum = head.withUnsafeBytes { CRC32.of($0) }
    for part in parts { sum = CRC32.of(part, after: sum) }
    head.append(little: sum)
    try head.withRaw { (bytes) throws(CaptureError) in try write(bytes) }
    for part in parts { try write(part) }
    return true
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(CaptureError) {
    var done = 0
    while done < bytes.count {
      let number = descriptor.rawValue
      // Bounds: `done` lies within the bytes.
      let written = uninterrupted {
        Glibc.write(number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      guard written > 0 else { throw .system(path) }
      done += written
    }
    counts.fileBytes += bytes.count
  }
}

extension EncodedMessage {
  /// Maps the buffers; nil if that fails.
  ///
  /// - Parameter descriptors: Duplicates of theirs.
  func map(_ descriptors: consuming ReceivedDescriptors) -> [MappedMemory]? {
    var descriptors = descriptors
    var memories: [MappedMemory] = []
    for byteCount in attachmentBytes {
      guard let descriptor = descriptors.next(),
        let memory = try? MappedMemory(descriptor, count: byteCount)
      else { return nil }
      memories.append(memory)
    }
    return memories
  }

  /// Reads the message back.
  ///
  /// - Parameter descriptors: Duplicates of those of the buffers.
  func decode(
    _ descriptors: consuming ReceivedDescriptors
  ) throws(WireError) -> Received<ClientMessage> {
    try WireReader.decode(
      ClientMessage.self,
      bytes: UnsafeRawBufferPointer(start: block.base, count: byteCount),
      descriptors: descriptors,
      limits: WireLimits(),
      releases: ReleaseQueue()
    )
  }
}

extension CaptureError {
  /// The error of the call that has just failed.
  static func system(_ path: String) -> CaptureError {
    .file(path: path, reason: String(cString: strerror(errno)))
  }
}
