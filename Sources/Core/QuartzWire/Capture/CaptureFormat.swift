// The parts of a capture file; Documentation/Captures.md gives their bytes.
// Licensed under the MIT license; see LICENSE.

/// The reason why a capture was not read or written.
///
/// The description is one line.
package enum CaptureError: Error, Equatable, CustomStringConvertible {
  /// The system refused a call on the file.
  case file(path: String, reason: String)
  /// The file does not begin as a capture does.
  case notACapture(path: String)
  /// The file is of a format or protocol that this build does not read.
  case unknownVersion(path: String, what: String, found: UInt32, known: UInt32)
  /// A record is not as it must be; the offset is in the file.
  case damaged(path: String, offset: Int, expected: String, found: String)
  /// A limit of captures; the offset is in the file.
  case limit(path: String, offset: Int, what: String, count: Int, limit: Int)
  /// A message cannot be read; the index counts messages from 1.
  case message(Int, WireError)

  package var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .notACapture(let path): "\(path): not a capture"
    case .unknownVersion(let path, let what, let found, let known):
      "\(path): version \(found) of the \(what), this build reads \(known)"
    case .damaged(let path, let offset, let expected, let found):
      "\(path): damaged at byte \(offset): expected \(expected), found \(found)"
    case .limit(let path, let offset, let what, let count, let limit):
      "\(path): at byte \(offset) there are \(count) \(what), at most \(limit) are allowed"
    case .message(let index, let error): "message \(index): \(error)"
    }
  }
}

/// The beginning of a capture file.
package struct CaptureHeader: Equatable, Sendable {
  static let magic: [UInt8] = Array("QRTZCAPT".utf8)
  static let byteCount = 40
  /// The version of the format.
  package static let version: UInt32 = 1

  /// The moment 0 of the capture, in seconds of CLOCK_MONOTONIC, the clock of contexts in real
  /// time.
  package var start: Double
  /// The process that was captured; it names a host of layers.
  package var process: UInt32
  /// Whether pixels and texts are placeholders.
  package var isRedacted: Bool

  package init(start: Double, process: UInt32, isRedacted: Bool = false) {
    self.start = start
    self.process = process
    self.isRedacted = isRedacted
  }

  /// The bytes of the file's beginning.
  var bytes: [UInt8] {
    var bytes = CaptureHeader.magic
    bytes.append(little: CaptureHeader.version)
    bytes.append(little: protocolVersion)
    bytes.append(little: start.bitPattern)
    bytes.append(little: process)
    bytes.append(little: UInt32(isRedacted ? 1 : 0))
    bytes.append(little: UInt32(0))
    bytes.append(little: bytes.withUnsafeBytes { CRC32.of($0) })
    return bytes
  }

  /// Reads the beginning of a file.
  init(_ bytes: UnsafeRawBufferPointer, path: String) throws(CaptureError) {
    guard bytes.count >= CaptureHeader.byteCount,
      bytes.prefix(CaptureHeader.magic.count).elementsEqual(CaptureHeader.magic)
    else { throw .notACapture(path: path) }
    let version = bytes.little(UInt32.self, at: 8)
    guard version == CaptureHeader.version else {
      throw .unknownVersion(
        path: path,
        what: "format",
        found: version,
        known: CaptureHeader.version
      )
    }
    let spoken = bytes.little(UInt32.self, at: 12)
    guard spoken == protocolVersion else {
      throw .unknownVersion(path: path, what: "protocol", found: spoken, known: protocolVersion)
    }
    let sum = CRC32.of(UnsafeRawBufferPointer(rebasing: bytes[..<36]))
    let found = bytes.little(UInt32.self, at: 36)
    guard sum == found else {
      throw .damaged(path: path, offset: 36, expected: "the checksum \(sum)", found: "\(found)")
    }
    start = Double(bitPattern: bytes.little(UInt64.self, at: 16))
    process = bytes.little(UInt32.self, at: 24)
    let flags = bytes.little(UInt32.self, at: 28)
    let reserved = bytes.little(UInt32.self, at: 32)
    guard start.isFinite, flags <= 1, reserved == 0 else {
      throw .damaged(
        path: path,
        offset: 16,
        expected: "a finite time, flags of 0 or 1, and 0",
        found: "\(start), \(flags), \(reserved)"
      )
    }
    isRedacted = flags == 1
  }
}

/// The kind of a record.
enum CaptureRecordKind: UInt8 {
  /// The bytes of a buffer, which messages behind it name by its number.
  case pixels = 1
  /// A message of a client.
  case message = 2
  /// The end of a connection.
  case closed = 3
  /// The end of the capture.
  case end = 4

  /// Bytes before the payload: its length, kind and checksum.
  static let headerBytes = 12
  /// Bytes of a message's record before its list of buffers.
  static let messageBytes = 16
}

/// Why a capture ends where it does.
package enum CaptureEnd: UInt8, Sendable {
  /// The program, or who captured it, was done.
  case complete = 0
  /// The file was as large as it may be.
  case fileLimit = 1
  /// More waited to be written than may wait: the disk was slower than the program.
  case slowDisk = 2
  /// The system refused a call.
  case failure = 3
}

extension [UInt8] {
  /// Calls `body` with the bytes; its errors keep their type.
  func withRaw<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withUnsafeBytes { bytes in
      Result { () throws(Failure) in try body(bytes) }
    }.get()
  }

  mutating func append<Number: FixedWidthInteger>(little value: Number) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Bounds: the caller knows that the number lies within.
  func little<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type,
    at offset: Int
  ) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
