// The cost of getting a commit from a client's value into a server's tree.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzWire

/// A thousand changed layers: the stages, and `commit/state`, the whole way from a client's value
/// through a socket into the server's tree, decoding, validation and application included.
enum CommitBench {
  static let all = [
    Bench(name: "commit/encode") { _ in
      let commits = (0..<8).map(changes)
      return { frame in _ = try encode(commits[frame % 8]) }
    },
    Bench(name: "commit/decode") { _ in
      let message = try encode(changes(0))
      return { _ in _ = try decode(message) }
    },
    Bench(name: "commit/apply") { _ in
      var tree = LayerTree()
      try tree.apply(creation)
      let commits = (0..<8).map(changes)
      return { frame in try tree.apply(commits[frame % 8]) }
    },
    Bench(name: "commit/state") { _ in try wholeWay((0..<8).map(changes)) },
    // The same, recorded to a file: at most 5 % more on the thread that commits.
    Bench(name: "commit/captured") { _ in try wholeWay((0..<8).map(changes), isCaptured: true) },
    // In the place of those of the frame before.
    Bench(name: "commit/1000 animations") { _ in try wholeWay((0..<8).map(animations)) },
    Bench(name: "commit/1000 new animations", preparing: { _ in try newAnimations() }),
  ]

  private static func newAnimations() throws -> Bench.Frame {
    let commits = (0..<8).map(animations)
    var removal = Commit()
    removal.animations = (1...layers).map { .removeAll(LayerID($0)) }
    let way = try Way()
    return Bench.Frame(
      prepare: { _ in try? way.tree.apply(removal) },
      run: { frame in try way.send(commits[frame % 8]) }
    )
  }

  private static func wholeWay(
    _ commits: [Commit],
    isCaptured: Bool = false
  ) throws -> (Int) throws -> Void {
    let way = try Way(isCaptured: isCaptured)
    return { frame in try way.send(commits[frame % 8]) }
  }

  /// A socket, and a server's tree behind it.
  private final class Way {
    private let client: SocketTransport
    private let server: SocketTransport
    private let releases = ReleaseQueue()
    var tree = LayerTree()

    private let recorder: CaptureRecorder?

    init(isCaptured: Bool = false) throws {
      let path = "/tmp/quartz-bench-\(UInt64.random(in: 0...UInt64.max)).capture"
      recorder = isCaptured ? try CaptureRecorder(CaptureRecorder.Options(path: path)) : nil
      // The file goes away with its last descriptor.
      unlink(path)
      let ends = try Socket.pair()
      client = SocketTransport(ends.0, limits: WireLimits())
      server = SocketTransport(ends.1, limits: WireLimits())
      try tree.apply(creation)
    }

    /// Encodes a commit, and applies what is decoded at the other end.
    func send(_ commit: Commit) throws {
      let message = try encode(commit)
      recorder?.record(message, of: 1)
      try client.send(message)
      while true {
        _ = try server.receiver.receive()
        if let received = try server.receiver.next(ClientMessage.self, releases: releases) {
          return try tree.apply(CommitBench.commit(in: received))
        }
        // The socket takes some of a long message at a time.
        try client.flush()
      }
    }
  }

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

  /// A new animation of each layer, in the place of the one before.
  private static func animations(_ frame: Int) -> Commit {
    var commit = Commit(time: Double(frame))
    var timing = MediaTiming()
    timing.duration = 1000
    commit.animations = (1...layers).map { layer in
      let state = AnimationState(
        target: layer % 2 == 0 ? AnimationTarget(.opacity) : AnimationTarget(.position, .x),
        kind: .basic(BasicAnimation(from: .number(0.25), to: .number(0.75))),
        timing: timing
      )
      return .add(LayerID(layer), key: "motion", state)
    }
    return commit
  }

  private static func encode(_ commit: Commit) throws(WireError) -> EncodedMessage {
    try WireWriter.encode(CommitMessage(context: 1, commit: commit), serial: 1)
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
}
