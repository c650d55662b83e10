// What it takes to get a thousand new animations from layers into a server's tree.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import QuartzModel
import QuartzWire

/// A thousand layers, each of which gets an animation in the one transaction that is measured: `add`,
/// the commit, and the way through a socket into the server's tree.
enum AnimationCommitBench {
  static let all = [
    Bench(name: "commit/add 1000 animations", preparing: { _ in try frame() })
  ]

  /// A clock that stands still.
  private final class StillClock: CAContext.Clock {
    let currentTime: CFTimeInterval = 1
  }

  /// A server's tree at the other end of a socket.
  private final class SocketCarrier: CommitCarrier {
    private let client: SocketTransport
    private let server: SocketTransport
    private let releases = ReleaseQueue()
    private var tree = LayerTree()

    init() throws {
      let ends = try Socket.pair()
      client = SocketTransport(ends.0, limits: WireLimits())
      server = SocketTransport(ends.1, limits: WireLimits())
    }

    func send(_ commit: Commit) throws(CarrierError) {
      do {
        try client.send(WireWriter.encode(CommitMessage(context: 1, commit: commit), serial: 1))
        while true {
          _ = try server.receiver.receive()
          if let received = try server.receiver.next(ClientMessage.self, releases: releases) {
            guard case .commit(let message) = received.message else { return }
            return try tree.apply(message.commit)
          }
          // The socket takes some of a long message at a time.
          try client.flush()
        }
      } catch {
        throw .failed("\(error)")
      }
    }

    func frame(at time: Double) throws(CarrierError) -> RenderedFrame {
      throw .failed("nothing is drawn here")
    }

    func reconnect() {}
    func close() {}
  }

  private static func frame() throws -> Bench.Frame {
    let context = CAContext(
      configuration: ContextConfiguration(width: 64, height: 64),
      carrier: try SocketCarrier(),
      clock: StillClock()
    )
    let root = CALayer()
    let layers = (0..<1000).map { _ in CALayer() }
    root.sublayers = layers
    context.layer = root
    CATransaction.flush()
    return Bench.Frame(
      prepare: { _ in
        for layer in layers { layer.removeAllAnimations() }
        CATransaction.flush()
      },
      run: { _ in
        CATransaction.begin()
        for (index, layer) in layers.enumerated() {
          let fade = CABasicAnimation(keyPath: index % 2 == 0 ? "opacity" : "position.x")
          fade.fromValue = 0.25
          fade.toValue = 0.75
          fade.duration = 1000
          layer.add(fade, forKey: "motion")
        }
        CATransaction.commit()
        CATransaction.flush()
        // The context belongs to its thread as long as this is measured.
        withExtendedLifetime(context) {}
      }
    )
  }
}
