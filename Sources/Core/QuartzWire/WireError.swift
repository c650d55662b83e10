// The errors between a client and the server.
// Licensed under the MIT license; see LICENSE.

/// The reason why a message could not be sent, received or decoded, or a connection could not be
/// made.
///
/// Offsets count bytes from the first byte of a message, its header included.
package enum WireError: Error, Equatable {
  // Messages that violate PROTOCOL.md.
  case unknownOpcode(UInt8)
  case unexpectedOpcode(Opcode)
  case malformed(opcode: Opcode, offset: Int, expected: String, found: String)
  case limitExceeded(opcode: Opcode, offset: Int, what: String, count: Int, limit: Int)
  case badHeader(opcode: UInt8, offset: Int, expected: String, found: String)
  /// Descriptors came that no message names.
  case strayDescriptors(count: Int)

  // Messages that cannot be encoded.
  case cannotEncode(opcode: Opcode, reason: String)

  // The conversation.
  case versionMismatch(ours: UInt32, theirs: UInt32)
  /// The other side refused a message, with a reason.
  case refused(Failure)
  case disconnected
  case timedOut(seconds: Double)
  /// The other side does not read its messages.
  case queueFull(bytes: Int, limit: Int)

  // This side.
  /// The kernel dropped descriptors, because the process can have no more.
  case descriptorsLost
  /// There is not as much memory as a message takes.
  case outOfMemory(bytes: Int)

  // The socket.
  case socketInUse(path: String)
  case noServer(path: String)
  case pathTooLong(path: String, limit: Int)
  case notASocket(path: String)
  case notListening(descriptor: Int32)
  case folderNotPrivate(path: String, reason: String)
  case foreignPeer(user: UInt32)
  /// A system call failed; `code` is its errno.
  case system(call: String, path: String, code: Int32)
}

extension WireError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownOpcode(let opcode): "no message has the opcode \(opcode)"
    case .unexpectedOpcode(let opcode): "message \(opcode) is not expected here"
    case .malformed(let opcode, let offset, let expected, let found):
      "message \(opcode), byte \(offset): expected \(expected), found \(found)"
    case .limitExceeded(let opcode, let offset, let what, let count, let limit):
      "message \(opcode), byte \(offset): \(count) \(what), at most \(limit) are allowed"
    case .badHeader(let opcode, let offset, let expected, let found):
      "header of opcode \(opcode), byte \(offset): expected \(expected), found \(found)"
    case .strayDescriptors(let count): "\(count) descriptors came that no message names"
    case .descriptorsLost: "descriptors that came are lost: the process can have no more"
    case .outOfMemory(let bytes): "out of memory: \(bytes) bytes for a message"
    case .cannotEncode(let opcode, let reason): "message \(opcode) cannot be sent: \(reason)"
    case .versionMismatch(let ours, let theirs):
      "the other side speaks version \(theirs) of the protocol, this one version \(ours)"
    case .refused(let failure): "the server refused: \(failure.reason)"
    case .disconnected: "the connection to the server is closed"
    case .timedOut(let seconds): "no answer from the server within \(seconds) s"
    case .queueFull(let bytes, let limit):
      "the other side does not read: \(bytes) bytes wait, at most \(limit) may"
    case .socketInUse(let path): "\(path): in use by a server that answers"
    case .noServer(let path): "\(path): no server answers there"
    case .pathTooLong(let path, let limit):
      "\(path): \(path.utf8.count) bytes, the path of a socket has at most \(limit)"
    case .notASocket(let path): "\(path): exists and is not a socket"
    case .notListening(let number): "descriptor \(number): is no local socket that listens"
    case .folderNotPrivate(let path, let reason): "\(path): \(reason)"
    case .foreignPeer(let user): "the other side belongs to user \(user)"
    case .system(let call, let path, let code):
      path.isEmpty
        ? "\(call): \(WireError.text(of: code))" : "\(path): \(call): \(WireError.text(of: code))"
    }
  }
}

extension WireError {
  /// The opcode of the message with the error, and the error's offset; for `Failure`.
  package var place: (opcode: UInt8, offset: Int) {
    switch self {
    case .unknownOpcode(let opcode): (opcode, Header.opcodeOffset)
    case .unexpectedOpcode(let opcode): (opcode.rawValue, Header.opcodeOffset)
    case .malformed(let opcode, let offset, _, _): (opcode.rawValue, offset)
    case .limitExceeded(let opcode, let offset, _, _, _): (opcode.rawValue, offset)
    case .badHeader(let opcode, let offset, _, _): (opcode, offset)
    default: (0, 0)
    }
  }
}
