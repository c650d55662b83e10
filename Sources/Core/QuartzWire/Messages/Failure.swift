// Failure: the refusal of a message, with its reason.
// Licensed under the MIT license; see LICENSE.

/// The kind of a failure, for programs; the reason is for people.
package enum FailureCode: UInt16, CaseIterable, Sendable {
  /// Bytes that PROTOCOL.md does not allow.
  case malformed = 1
  case unsupportedVersion = 2
  /// A context that the client does not have, or has already.
  case unknownContext = 3
  /// A token that no context has.
  case unknownToken = 4
  /// A commit that does not fit the tree.
  case refusedCommit = 5
  case limitExceeded = 6
  /// The renderer could not draw.
  case renderFailed = 7
  /// The client does not read its messages.
  case notReading = 8
  case shuttingDown = 9
  /// A frame would take more work or memory than its budget; the last picture stays.
  case budgetSpent = 10
  /// The server lacks descriptors, threads or memory, or has an internal error; the message was
  /// valid.
  case serverFailed = 11
  /// A fence was not complete in time; nothing of it shows.
  case fenceBroken = 12
}

/// The refusal of a message.
package struct Failure: Message, Equatable {
  package static let opcode = Opcode.failure
  static let reasonBytes = 4 << 10

  /// The opcode of the refused message, or 0.
  package var refusedOpcode: UInt8
  /// The byte of the refused message that is wrong, counted from its first byte.
  package var offset: UInt32
  package var code: FailureCode
  /// Whether the server closes the connection after this message.
  package var endsConnection: Bool
  /// The expected and the found value; cut after 4096 bytes.
  package var reason: String

  package init(
    refusedOpcode: UInt8,
    offset: Int = 0,
    code: FailureCode,
    endsConnection: Bool,
    reason: String
  ) {
    self.refusedOpcode = refusedOpcode
    self.offset = UInt32(clamping: offset)
    self.code = code
    self.endsConnection = endsConnection
    self.reason = reason
  }

  /// Creates the failure that ends a client whose message had an error.
  package init(_ error: WireError) {
    let place = error.place
    let code: FailureCode =
      switch error {
      case .versionMismatch: .unsupportedVersion
      case .limitExceeded: .limitExceeded
      case .queueFull: .notReading
      case .unknownOpcode, .unexpectedOpcode, .malformed, .badHeader, .strayDescriptors: .malformed
      case .descriptorsLost, .outOfMemory, .cannotEncode, .refused, .disconnected, .timedOut,
        .socketInUse,
        .noServer, .pathTooLong, .notASocket, .notListening, .folderNotPrivate, .foreignPeer,
        .system:
        .serverFailed
      }
    self.init(
      refusedOpcode: place.opcode,
      offset: place.offset,
      code: code,
      endsConnection: true,
      reason: "\(error)"
    )
  }

  package func encode(to writer: inout WireWriter) throws(WireError) {
    writer.append(refusedOpcode)
    writer.append(offset)
    writer.append(code.rawValue)
    writer.append(endsConnection)
    try writer.append(reason.prefix(utf8Bytes: Failure.reasonBytes), limit: Failure.reasonBytes)
  }

  package init(from reader: inout WireReader) throws(WireError) {
    refusedOpcode = try reader.uint8()
    offset = try reader.uint32()
    // A server may know more kinds of failure than this client; the reason describes it.
    let low = UInt16(try reader.uint8())
    code = FailureCode(rawValue: low | UInt16(try reader.uint8()) << 8) ?? .serverFailed
    endsConnection = try reader.bool()
    reason = try reader.string(limit: Failure.reasonBytes)
  }
}

extension String {
  /// Returns the longest prefix of whole characters that fits into `limit` bytes of UTF-8.
  fileprivate func prefix(utf8Bytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
