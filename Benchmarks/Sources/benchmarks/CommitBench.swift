// What it takes to get a commit from a client's value into a server's tree.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzWire

/// A thousand changed layers, and 4 MiB of pixels that are mapped and read.
enum CommitBench {
  static let all = [
    Bench(name: "commit/encode") { _ in
      let commits = (0..<8).map(changes)
      return { frame in _ = try encode(commits[frame % 8], nil) }
    },
    Bench(name: "commit/decode") { _ in
      let message = try encode(changes(0), nil)
      return { _ in _ = try decode(message) }
    },
    Bench(name: "commit/state") { _ in
      var tree = LayerTree()
      try tree.apply(creation)
      let commits = (0..<8).map(changes)
      return { frame in try tree.apply(decode(encode(commits[frame % 8], nil))) }
    },
    Bench(name: "commit/contents") { _ in try contents() },
  ]

  private static let layers: UInt32 = 1000

  private static let creation: Commit = {
    var commit = Commit()
    commit.created = (1...layers).map { .init(LayerID($0), .layer) }
    return commit
  }()

  /// Position, opacity and background of all layers.
  private static func changes(_ frame: Int) -> Commit {
    var commit = Commit(time: Double(frame))
    commit.changes = (1...layers).map { layer in
      var values = PropertyBag()
      values[.position] = .point(Point(Double(layer) + Double(frame), Double(layer)))
      values[.opacity] = .number(Double(frame % 100) / 100)
      values[.backgroundColor] = .color(Color(0.25, 0.5, Double(layer % 256) / 255))
      return .init(LayerID(layer), values)
    }
    return commit
  }

  private static func encode(
    _ commit: Commit,
    _ pool: BufferPool?
  ) throws(WireError) -> EncodedMessage {
    try WireWriter.encode(CommitMessage(context: 1, commit: commit), serial: 1, pool: pool)
  }

  private static func decode(_ message: EncodedMessage) throws -> Commit {
    let received = try message.withBytes { bytes in
      try WireReader.decode(
        ClientMessage.self,
        bytes: bytes,
        descriptors: ReceivedDescriptors(),
        limits: WireLimits(),
        releases: ReleaseQueue()
      )
    }
    return commit(in: received)
  }

  private static func commit(in received: Received<ClientMessage>) -> Commit {
    guard case .commit(let message) = received.message else { return Commit() }
    return message.commit
  }

  /// 1024 x 1024 pixels from a client's heap through a socket; a byte of each page is read.
  private static func contents() throws -> (Int) throws -> Void {
    let ends = try Socket.pair()
    let client = SocketTransport(ends.0, limits: WireLimits())
    let server = SocketTransport(ends.1, limits: WireLimits())
    let pool = BufferPool()
    let side = 1024
    let bytes = [UInt8](repeating: 200, count: side * side * 4)
    let pixels = try bytes.withUnsafeBytes { bytes in
      try PixelBuffer(
        width: side,
        height: side,
        rowBytes: side * 4,
        isOpaque: false,
        copying: bytes
      )
    }
    return { frame in
      var commit = Commit()
      commit.createdImages = [.init(ImageID(1), pixels)]
      try client.send(encode(commit, pool))
      _ = try server.receiver.receive()
      let received = try server.receiver.next(ClientMessage.self, releases: ReleaseQueue())
      guard let received else { throw WireError.disconnected }
      var sum = 0
      Self.commit(in: received).createdImages[0].pixels.withBytes { bytes in
        for page in stride(from: 0, to: bytes.count, by: 4096) { sum += Int(bytes[page]) }
      }
      guard sum == 200 * 1024 else { throw WireError.disconnected }
    }
  }
}
