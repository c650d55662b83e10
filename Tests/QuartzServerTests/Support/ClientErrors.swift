// The ways in which a client can err, each in a few bytes.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
@testable import QuartzWire

/// A way to err.
///
/// The client has the context 1, without layers.
enum ClientError: CaseIterable {
  case unknownOpcode, truncatedCommit, hugeLength, foreignContext, foreignLayer, foreignFrame
  case cycle, secondHello, serverMessage, strayBytes, unsealedMemory, shortMemory
  case notANumber, badContextSize

  /// The code of the failure.
  var code: FailureCode {
    switch self {
    case .foreignContext: .unknownContext
    case .foreignLayer, .cycle: .refusedCommit
    case .hugeLength: .limitExceeded
    case .unknownOpcode, .truncatedCommit, .foreignFrame, .secondHello, .serverMessage,
      .strayBytes, .unsealedMemory, .shortMemory, .notANumber, .badContextSize:
      .malformed
    }
  }

  /// Where in the message the failure says it is, in bytes from its beginning.
  var offset: Int {
    switch self {
    case .hugeLength: Header.lengthOffset
    case .unknownOpcode, .serverMessage: Header.opcodeOffset
    // Nothing in particular after the header: the message as a whole is refused, or ends here.
    case .truncatedCommit, .foreignContext, .foreignLayer, .foreignFrame, .cycle, .secondHello,
      .strayBytes:
      Header.byteCount
    // The context's number comes first.
    case .notANumber, .badContextSize: Header.byteCount + 4
    // After the number, the time and the count of buffers; the buffer's own size after its number.
    case .unsealedMemory: Header.byteCount + 4 + 8 + 1
    case .shortMemory: Header.byteCount + 4 + 8 + 1 + 4
    }
  }

  /// Sends what the error is.
  func commit(by client: RawClient) throws {
    switch self {
    case .unknownOpcode: client.sendBytes(header(99, length: 16))
    case .truncatedCommit: client.sendBytes(header(.commit, length: 18) + [1, 0])
    case .hugeLength: client.sendBytes(header(.commit, length: 1 << 30))
    case .foreignContext: try client.commit(Scenes.box(), to: 77)
    case .foreignLayer: try client.commit(Scenes.movement(from: 0, duration: 1))
    case .foreignFrame: try client.send(ReleaseFrames(buffers: [1]))
    case .cycle:
      var commit = Scenes.box()
      commit.sublayers.append(Commit.Sublayers(Scenes.box, [Scenes.root]))
      try client.commit(commit)
    case .secondHello: try client.send(Hello(clientName: "again"))
    case .serverMessage: client.sendBytes(header(.pong, length: 16))
    case .strayBytes: client.sendBytes(header(.ping, length: 17) + [0])
    case .unsealedMemory:
      let file = open("/dev/zero", O_RDWR | O_CLOEXEC)
      defer { close(file) }
      try sendImage(in: file, by: client)
    case .shortMemory:
      // A page, and the image has four of them.
      let page = try BufferPool().pixels(width: 1, height: 1, isOpaque: true) { _ in }
      try sendImage(in: descriptorOf(page), by: client)
    case .notANumber: client.sendBytes(try commitAtNoTime())
    case .badContextSize:
      var message = try bytes(
        of: CreateContext(context: 5, configuration: Scenes.size, clock: .real)
      )
      message[Header.byteCount + 7] = 0x3F
      client.sendBytes(message)
    }
  }

  /// A commit whose time is not a number; an honest encoder refuses to write that.
  private func commitAtNoTime() throws -> [UInt8] {
    var message = try bytes(of: CommitMessage(context: 1, commit: Commit(time: 1)))
    let one = withUnsafeBytes(of: 1.0.bitPattern.littleEndian) { Array($0) }
    let nan = withUnsafeBytes(of: Double.nan.bitPattern.littleEndian) { Array($0) }
    let place = message.indices.first { Array(message[$0...].prefix(8)) == one }
    message.replaceSubrange(place!..<(place! + 8), with: nan)
    return message
  }

  /// A commit with an image whose pixels are said to be in a descriptor.
  private func sendImage(in descriptor: Int32, by client: RawClient) throws {
    let commit = try Scenes.contents(ImageID(1), side: 64)
    let message = try bytes(of: CommitMessage(context: 1, commit: commit))
    sendDescriptor(descriptor, with: message, over: client.socket.descriptor)
  }
}

/// A header with the serial 9.
func header(_ opcode: UInt8, length: UInt32) -> [UInt8] {
  let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> UInt32($0 * 8)) }
  return bytes + [opcode, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 7)
}

func header(_ opcode: Opcode, length: UInt32) -> [UInt8] {
  header(opcode.rawValue, length: length)
}

/// A message as an honest client would send it.
func bytes(of message: some Message) throws -> [UInt8] {
  try WireWriter.encode(message, serial: 9, pool: BufferPool()).withBytes { Array($0) }
}
