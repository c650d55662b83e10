// The numbers of messages and the header that each message begins with.
// Licensed under the MIT license; see LICENSE.

/// The version of the protocol; both ends must speak the same one.
package let protocolVersion: UInt32 = 1

/// A message's number.
///
/// 1...127 go to the server, 128...255 to the client; numbers are never reused.
package enum Opcode: UInt8, CaseIterable, Sendable {
  case hello = 1
  case createContext = 2
  case destroyContext = 3
  case commit = 4
  case requestFrame = 5
  case captureFrame = 6
  case releaseFrames = 7
  case requestStatistics = 8
  case ping = 9
  case awaitFrame = 10
  case presentSlot = 11
  case flushSlot = 12
  case serveLayers = 13
  case offerContext = 14
  case revokeClient = 15
  case requestHosting = 16
  case setOverlays = 17
  case requestContextStatistics = 18
  case reportCommit = 19
  case fence = 20
  case requestSettings = 31
  case requestContexts = 32
  case requestChange = 33
  case endObservation = 34
  case overrideValue = 35
  case captureStatistics = 36
  case awaitRatedFrame = 37
  case captureNextFrame = 38
  case captureNews = 39
  case startEmission = 40
  case requestEvents = 41
  case setHeadroom = 42
  case presentFencedSlot = 43

  case welcome = 128
  case contextCreated = 129
  case frame = 130
  case buffersReleased = 131
  case statistics = 132
  case pong = 133
  case failure = 134
  case frameBegan = 135
  case hosting = 136
  case contextStatistics = 145
  case clientSettings = 146
  case contexts = 147
  case change = 148
  case overridden = 149
  case outputEvents = 150

  package var isForServer: Bool { rawValue < 128 }
}

/// The 16 bytes before each payload, little-endian.
package struct Header: Equatable, Sendable {
  package static let byteCount = 16
  static let lengthOffset = 0
  static let opcodeOffset = 4
  static let descriptorsOffset = 5
  static let reservedOffset = 6
  static let serialOffset = 8

  /// Bytes of the whole message, this header included.
  package var length: UInt32
  package var opcode: Opcode
  /// Descriptors that came with the message's first byte.
  package var descriptors: UInt8
  /// The sender's number for the message; an answer has the number of its request.
  package var serial: UInt64

  package init(length: UInt32, opcode: Opcode, descriptors: UInt8, serial: UInt64) {
    self.length = length
    self.opcode = opcode
    self.descriptors = descriptors
    self.serial = serial
  }

  /// Reads a header of 16 bytes.
  ///
  /// - Throws: `WireError` if the length is below 16 or above `limit`, the opcode is unknown, the
  ///   reserved bytes are not zero or there are more descriptors than allowed.
  init(
    _ bytes: UnsafeRawBufferPointer,
    limits: WireLimits,
    messageBytes limit: Int
  ) throws(WireError) {
    let length = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    let rawOpcode = bytes[Header.opcodeOffset]
    let descriptors = bytes[Header.descriptorsOffset]
    let reserved = UInt16(
      littleEndian: bytes.loadUnaligned(fromByteOffset: Header.reservedOffset, as: UInt16.self)
    )
    guard let opcode = Opcode(rawValue: rawOpcode) else { throw .unknownOpcode(rawOpcode) }
    guard length >= Header.byteCount else {
      throw .badHeader(
        opcode: rawOpcode,
        offset: Header.lengthOffset,
        expected: "a length of at least 16",
        found: "\(length)"
      )
    }
    guard length <= limit else {
      throw .limitExceeded(
        opcode: opcode,
        offset: Header.lengthOffset,
        what: "bytes",
        count: Int(length),
        limit: limit
      )
    }
    guard descriptors <= limits.descriptors else {
      throw .limitExceeded(
        opcode: opcode,
        offset: Header.descriptorsOffset,
        what: "descriptors",
        count: Int(descriptors),
        limit: limits.descriptors
      )
    }
    guard reserved == 0 else {
      throw .badHeader(
        opcode: rawOpcode,
        offset: Header.reservedOffset,
        expected: "0",
        found: "\(reserved)"
      )
    }
    self.length = length
    self.opcode = opcode
    self.descriptors = descriptors
    serial = UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: Header.serialOffset, as: UInt64.self)
    )
  }
}
