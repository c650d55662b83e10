// A client that may say anything, for tests of the server's patience.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzModel
import QuartzServer
import QuartzWire

/// One end of a socket whose other end a server has.
///
/// It may send what no proper client sends.
final class RawClient {
  let socket: Socket
  let transport: SocketTransport
  let pool = BufferPool()
  private var serial: UInt64 = 0
  private let releases = ReleaseQueue()

  /// Connects, and shakes hands unless told otherwise.
  convenience init(_ server: RenderServer, greets: Bool = true) throws {
    let (mine, theirs) = try Socket.pair()
    server.adopt(theirs)
    try self.init(mine, greets: greets)
  }

  /// Talks to the server at the other end of a socket.
  init(_ socket: Socket, greets: Bool = true) throws {
    self.socket = socket
    transport = SocketTransport(socket, limits: WireLimits())
    if greets {
      try send(Hello(clientName: "raw"))
      _ = try receive()
    }
  }

  @discardableResult
  func send(_ message: some Message) throws -> UInt64 {
    serial += 1
    let encoded = try WireWriter.encode(message, serial: serial, pool: pool)
    try transport.send(encoded, until: Deadline(seconds: 10)) {}
    return serial
  }

  /// The next message of the server's; waits for it.
  func receive() throws -> ServerMessage {
    while true {
      switch try transport.receiver.receive() {
      case .message:
        if let received = try transport.receiver.next(ServerMessage.self, releases: releases) {
          return received.message
        }
      case .nothing, .more, .noDescriptors: try socket.wait(orSend: false, until: Deadline(seconds: 20))
      case .end: throw WireError.disconnected
      }
    }
  }

  /// Sends bytes as they are, as far as the server takes them.
  func sendBytes(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      start += count
    }
  }

  /// Says that nothing more will come; answers still arrive.
  func finishSending() {
    shutdown(socket.descriptor, Int32(SHUT_WR))
  }

  /// Why the server ended this client; nil if it just closed the connection.
  func failure() throws -> Failure? {
    while true {
      do {
        if case .failure(let failure) = try receive() { return failure }
      } catch WireError.disconnected {
        return nil
      }
    }
  }

  func createContext(
    _ number: UInt32 = 1,
    clock: ContextClock = .stepped,
    rate: Double = 10
  ) throws -> UInt64 {
    try send(
      CreateContext(
        context: number,
        configuration: Scenes.size,
        clock: clock,
        frameRate: rate
      )
    )
    while true {
      if case .contextCreated(let created) = try receive() { return created.token }
    }
  }

  func commit(_ commit: Commit, to context: UInt32 = 1) throws {
    try send(CommitMessage(context: context, commit: commit))
  }

  func frame(_ context: UInt32 = 1, at time: FrameTime = .now) throws -> [UInt8] {
    try send(RequestFrame(context: context, time: time))
    while true {
      switch try receive() {
      case .frame(let frame):
        let bytes = frame.bytes
        try releaseFrames(besides: frame)
        return bytes
      case .failure(let failure): throw WireError.refused(failure)
      default: break
      }
    }
  }

  private func releaseFrames(besides frame: Frame) throws {
    guard let buffer = frame.pixels.owner as? ReceivedBuffer else { return }
    try send(ReleaseFrames(buffers: [buffer.id]))
  }
}
