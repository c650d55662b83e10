// The cost of getting new animations from layers into a server's tree.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzModel
import QuartzWire

/// A thousand layers, each of which gets an animation in the one transaction that is measured:
/// `add`, the commit, and the way through a socket into the server's tree.
enum AnimationCommitBench {
  static let all = [
    Bench(name: "commit/add 1000 animations", preparing: { _ in try frame() }),
    Bench(name: "commit/build 3008 layers with 5578 animations", preparing: { _ in try film() }),
  ]

  /// A stopped clock.
  final class StillClock: CAContext.Clock {
    let currentTime: CFTimeInterval = 1
  }

  /// Gives each layer an animation: every other one fades, the others move.
  static func animate(_ layers: [CALayer]) {
    for (index, layer) in layers.enumerated() {
      let animation = CABasicAnimation(keyPath: index % 2 == 0 ? "opacity" : "position.x")
      animation.fromValue = 0.25
      animation.toValue = 0.75
      animation.duration = 1000
      layer.add(animation, forKey: "motion")
    }
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

  /// A tree as an animation engine builds it from a film: shapes in groups, each with one or two
  /// keyframe animations, in the one transaction that is measured.
  private static func film() throws -> Bench.Frame {
    let context = CAContext(
      configuration: ContextConfiguration(width: 64, height: 64),
      carrier: try SocketCarrier(),
      clock: StillClock()
    )
    return Bench.Frame(
      prepare: { _ in
        context.layer = CALayer()
        CATransaction.flush()
      },
      run: { _ in
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let root = CALayer()
        var animationCount = 0
        for group in 0..<32 {
          let parent = CALayer()
          root.addSublayer(parent)
          for index in 0..<93 {
            let shape = CAShapeLayer()
            shape.path = outline
            shape.fillColor = CGColor(gray: Double(index) / 93, alpha: 1)
            parent.addSublayer(shape)
            let keyPaths = ["transform", "position", "opacity"]
            let count = min(group * 93 + index < 2602 ? 2 : 1, 5578 - animationCount)
            for number in 0..<count {
              shape.add(motion(keyPaths[(index + number) % 3]), forKey: keyPaths[number])
            }
            animationCount += count
          }
        }
        context.layer = root
        CATransaction.commit()
        CATransaction.flush()
      }
    )
  }

  private static let outline = CGPath(
    ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10),
    transform: nil
  )

  private static func motion(_ keyPath: String) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.values = (0..<6).map { step -> Any in
      let part = Double(step) / 5
      return switch keyPath {
      case "transform": CATransform3DMakeRotation(part, 0, 0, 1)
      case "position": CGPoint(x: part * 10, y: 5)
      default: part
      }
    }
    animation.keyTimes = [0, 0.2, 0.4, 0.6, 0.8, 1]
    animation.timingFunctions = (0..<5).map { _ in CAMediaTimingFunction(name: .easeInEaseOut) }
    animation.calculationMode = .linear
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    animation.duration = 1000
    return animation
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
        animate(layers)
        CATransaction.commit()
        CATransaction.flush()
        // The context belongs to its thread as long as this is measured.
        withExtendedLifetime(context) {}
      }
    )
  }
}
