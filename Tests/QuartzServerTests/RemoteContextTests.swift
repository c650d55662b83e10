// Contexts of QuartzCore that a server draws: in this process, and in another one that is killed.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzModel
@testable import QuartzServer
import QuartzWire
import Testing

/// A server within the process, at a socket in a folder of its own.
final class LocalServer {
  let folder: URL
  let path: String
  let server: RenderServer

  init(
    _ options: ServerOptions = ServerOptions(),
    renderer: RendererChoice = .software
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("s").path
    server = try makeServer(options, renderer: renderer)
    try server.listen(at: SocketPath(path))
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}

@Suite struct RemoteCarrierTests {
  private let configuration = ContextConfiguration(width: 64, height: 16, background: .black)

  @Test func commitsBecomeFrames() throws {
    let local = try LocalServer()
    let carrier = try RemoteCarrier(
      connection: ServerConnection(path: local.path),
      configuration: configuration
    )
    try carrier.send(Scenes.box())
    try carrier.send(Scenes.movement(from: 0, duration: 1))
    let first = try carrier.frame(at: 0)
    #expect(first.time == 0 && carrier.counters.draws > 0)
    #expect(
      first.pixels.withBytes { Array($0[(8 * 64 + 8) * 4..<(8 * 64 + 8) * 4 + 4]) } == [
        255, 255, 255, 255,
      ]
    )
    let second = try carrier.frame(at: 0.75)
    #expect(second.pixels.withBytes { $0[(8 * 64 + 8) * 4] } == 0)
    #expect(second.pixels.withBytes { $0[(8 * 64 + 44) * 4] } == 255)
    // A client with the token gets the same picture.
    let watcher = try ServerConnection(path: local.path)
    let captured = try watcher.capture(carrier.token, at: .seconds(0.75))
    #expect(captured.bytes == second.pixels.withBytes { Array($0) })
  }

  @Test func contextsOfOneConnectionAreApart() throws {
    let local = try LocalServer()
    let connection = try ServerConnection(path: local.path)
    let one = try RemoteCarrier(connection: connection, configuration: configuration)
    let other = try RemoteCarrier(connection: connection, configuration: configuration)
    try one.send(Scenes.box())
    #expect(try one.frame(at: 0).pixels.withBytes { $0[(8 * 64 + 8) * 4] } == 255)
    #expect(try other.frame(at: 0).pixels.withBytes { $0[(8 * 64 + 8) * 4] } == 0)
    one.close()
    // Answered after what was said before.
    _ = try connection.statistics()
    #expect(local.server.statistics().contexts == 1)
    #expect(try other.frame(at: 0).time == 0)
  }

  @Test func refusedCommitsAreSaid() throws {
    let local = try LocalServer()
    let carrier = try RemoteCarrier(
      connection: ServerConnection(path: local.path),
      configuration: configuration
    )
    // Moves a layer that was never made; the server ends the conversation and says why.
    try carrier.send(Scenes.movement(from: 0, duration: 1))
    #expect(throws: CarrierError.self) { try carrier.frame(at: 0) }
    #expect(!carrier.isConnected)
    try carrier.reconnect()
    try carrier.send(Scenes.box())
    #expect(try carrier.frame(at: 0).pixels.withBytes { $0[(8 * 64 + 8) * 4] } == 255)
  }

  /// Nobody says a word, and the end is noticed all the same.
  @Test func theEndIsNoticed() throws {
    let local = try LocalServer()
    let connection = try ServerConnection(path: local.path)
    let carrier = try RemoteCarrier(connection: connection, configuration: configuration)
    let isNoticed = DispatchSemaphore(value: 0)
    carrier.watch { isNoticed.signal() }
    try connection.ping()
    #expect(isNoticed.wait(timeout: .now()) == .timedOut)
    local.server.stop()
    #expect(isNoticed.wait(timeout: .now() + 20) == .success)
    #expect(!carrier.isConnected)
  }

  @Test func aWatchEndsWithItsConnection() throws {
    let local = try LocalServer()
    let isNoticed = DispatchSemaphore(value: 0)
    do {
      let connection = try ServerConnection(path: local.path)
      try connection.watch { isNoticed.signal() }
    }
    #expect(isNoticed.wait(timeout: .now() + 20) == .success)
  }
}

@Suite(.timeLimit(.minutes(1))) struct SteppedRemoteTests {
  /// The first component of the pixel in the middle.
  private func value(_ context: CAContext, at time: Double) throws -> UInt8 {
    try context.advance(to: time)
    let pixels = try context.frame(at: time).pixels
    return pixels.withBytes { $0[8 * pixels.rowBytes + 8 * 4] }
  }

  private func fade(_ layer: CALayer, from start: Double, to end: Double) {
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (start, end, 1)
    layer.add(fade, forKey: nil)
  }

  /// An animation that begins at the end of another one, however far time is moved.
  @Test func timeStandsStillUntilItIsMoved() throws {
    let server = try LocalServer()
    var options = CAContext.Options()
    options.isStepped = true
    let context = try CAContext(
      server: server.path,
      size: CGSize(width: 16, height: 16),
      options: options
    )
    #expect(context.currentTime == 0)
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    layer.opacity = 0
    context.layer = layer
    CATransaction.flush()
    var end: Double?
    CATransaction.begin()
    CATransaction.setCompletionBlock {
      end = context.currentTime
      fade(layer, from: 1, to: 0)
    }
    fade(layer, from: 0, to: 1)
    CATransaction.commit()
    #expect(try value(context, at: 0.5) == 128)
    #expect(end == nil)
    // A quarter of the second one has passed: 0.75 of 255.
    #expect(try value(context, at: 1.25) == 191)
    #expect(end == 1)
    #expect(context.currentTime == 1.25)
  }
}

// Serialized because: each test has several processes and there may be few cores.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RemoteContextTests {
  private func box(_ context: CAContext) -> CALayer {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let (root, box) = (CALayer(), CALayer())
    box.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    box.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    root.addSublayer(box)
    context.layer = root
    CATransaction.commit()
    CATransaction.flush()
    return box
  }

  /// The client only waits in its run loop: it makes no commit and asks for no frame.
  @Test func anIdleClientBringsItsPictureToTheNextServer() throws {
    let server = try ServerProcess()
    let size = CGSize(width: 64, height: 16)
    let context = try CAContext(server: server.path, size: size)
    let layer = box(context)
    let movement = CABasicAnimation(keyPath: "opacity")
    movement.fromValue = 0.25
    movement.toValue = 0.25
    movement.duration = 1000
    layer.add(movement, forKey: "dim")
    CATransaction.flush()
    let carrier = try #require(context.carrier as? RemoteCarrier)
    let picture = try ServerConnection(path: server.path).capture(carrier.token).bytes
    #expect(picture[(8 * 64 + 8) * 4] == 64)
    server.program.end()
    // It looks for a server more than once before there is one.
    wait(seconds: 0.25)
    #expect(!carrier.isConnected)
    try server.restart()
    let watcher = try ServerConnection(path: server.path)
    let clock = RealClock()
    let deadline = clock.now + 20
    while try watcher.statistics().layers < 2 {
      try #require(clock.now < deadline)
      wait(seconds: 0.01)
    }
    #expect(try watcher.capture(carrier.token).bytes == picture)
    #expect(try watcher.statistics().contexts == 1)
  }

  /// Returns layers that move at the same time, each in another way: values, paths, gradients,
  /// groups, springs.
  private func movements() -> [CALayer] {
    func animation(_ keyPath: String, _ from: Any, _ to: Any) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: keyPath)
      (animation.fromValue, animation.toValue) = (from, to)
      return animation
    }
    let (red, blue) = (
      CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    )
    let line = CGMutablePath()
    line.move(to: CGPoint(x: 4, y: 4))
    line.addLine(to: CGPoint(x: 60, y: 12))
    let along = CAKeyframeAnimation(keyPath: "position")
    along.path = line
    let steps = CAKeyframeAnimation(keyPath: "backgroundColor")
    (steps.values, steps.calculationMode) = ([red, blue, red], .discrete)
    let spring = CASpringAnimation(keyPath: "cornerRadius")
    (spring.fromValue, spring.toValue, spring.stiffness) = (0, 6, 1)
    let group = CAAnimationGroup()
    let late = animation("opacity", 1, 0.2)
    (late.beginTime, late.duration, late.fillMode) = (300, 400, .both)
    group.animations = [late, animation("bounds.size.width", 4, 20)]
    let kinds: [(CALayer, CAAnimation)] = [
      (CALayer(), animation("position.x", 0, 60)), (CALayer(), along), (CALayer(), steps),
      (CALayer(), spring), (CALayer(), group),
      (CAGradientLayer(), animation("locations", [0, 0.1], [0.8, 1])),
      (CAShapeLayer(), animation("strokeEnd", 0, 1)),
      (CALayer(), animation("transform.rotation.z", 0, Double.pi)),
    ]
    return kinds.enumerated().map { index, kind in
      let (layer, animation) = kind
      layer.frame = CGRect(x: index * 8, y: index % 2 * 8, width: 8, height: 8)
      layer.backgroundColor = CGColor(red: 1, green: CGFloat(index) / 8, blue: 0.5, alpha: 1)
      (layer as? CAGradientLayer)?.colors = [red, blue]
      (layer as? CAShapeLayer)?.path = line
      (layer as? CAShapeLayer)?.strokeColor = blue
      animation.duration = 1000
      layer.add(animation, forKey: "kind")
      return layer
    }
  }

  /// Every kind of animation goes on after a restart where it would have been without it.
  @Test func animationsGoOnWithTheNextServer() throws {
    let server = try ServerProcess()
    let context = try CAContext(server: server.path, size: CGSize(width: 64, height: 16))
    let root = CALayer()
    let begin = context.currentTime
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let layers = movements()
    for layer in layers {
      let animation = try #require(layer.animation(forKey: "kind")?.copy() as? CAAnimation)
      animation.beginTime = begin
      layer.add(animation, forKey: "kind")
    }
    root.sublayers = layers
    context.layer = root
    CATransaction.commit()
    CATransaction.flush()
    let carrier = try #require(context.carrier as? RemoteCarrier)
    let times: [Double] = [0, 125, 499, 501, 650, 999, 1001]
    func pictures() throws -> [[UInt8]] {
      let watcher = try ServerConnection(path: server.path)
      return try times.map { time in
        try watcher.capture(carrier.token, at: .seconds(begin + time)).bytes
      }
    }
    let before = try pictures()
    #expect(Set(before).count == times.count, "some times look alike")
    server.program.end()
    wait(seconds: 0.1)
    try server.restart()
    let (watcher, clock) = (try ServerConnection(path: server.path), RealClock())
    let deadline = clock.now + 20
    while try watcher.statistics().layers < layers.count + 1 {
      try #require(clock.now < deadline)
      wait(seconds: 0.01)
    }
    #expect(try pictures() == before)
  }

  private func wait(seconds: Double) {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: seconds))
  }

  @Test func theDefaultPathIsWhereTheServerListens() throws {
    #expect(CAContext.defaultServerPath == ProcessEnvironment.current.socketPath.path)
    #expect(CAContext.defaultServerPath.hasPrefix("/"))
  }
}
