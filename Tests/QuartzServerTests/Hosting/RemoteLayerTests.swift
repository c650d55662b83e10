// Layers of one program in another one, by Apple's names: in this process, and in another that is
// stopped and killed.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzModel
@testable import QuartzServer
import QuartzWire
import TestClaims
import Testing

@Suite(.serialized) struct RemoteLayerTests {
  private let size = CGSize(width: 64, height: 64)

  private func port(_ path: String) throws -> LayerServerPort {
    let number = Int32(CARemoteLayerServer.shared().serverPort)
    let name = try #require(LayerServerPort(descriptor: number))
    return LayerServerPort(key: name.key, path: path)
  }

  private func edit(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
    CATransaction.flush()
  }

  /// Waits until what clients have sent is handled, and nothing is on its way between loops.
  private func settle(_ local: LocalServer) {
    local.server.settle(local.path)
  }

  private func bytes(_ context: CAContext, at time: Double = 0) throws -> [UInt8] {
    context.prepareFrame(at: time)
    return try context.frame(at: time).pixels.withBytes { Array($0) }
  }

  /// A picture, text and a clipped box that turns.
  private func makeTree() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 4, y: 4, width: 56, height: 56)
    root.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
    root.cornerRadius = 12
    root.masksToBounds = true
    let box = CALayer()
    box.frame = CGRect(x: 30, y: 30, width: 40, height: 20)
    box.backgroundColor = CGColor(red: 1, green: 0.8, blue: 0, alpha: 0.7)
    root.addSublayer(box)
    let text = CATextLayer()
    text.string = "Ag"
    text.fontSize = 20
    text.frame = CGRect(x: 4, y: 4, width: 40, height: 24)
    root.addSublayer(text)
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.toValue = Double.pi
    turn.duration = 2
    box.add(turn, forKey: "turn")
    return root
  }

  private func makeHost(_ local: LocalServer?) throws -> CAContext {
    var options = CAContext.Options()
    options.isStepped = true
    guard let local else { return try CAContext(size: size) }
    return try CAContext(server: local.path, size: size, options: options)
  }

  /// The pictures at two times of a tree that its own context shows.
  private func expected() throws -> [[UInt8]] {
    let context = try CAContext(size: size)
    edit {
      let root = CALayer()
      root.addSublayer(makeTree())
      context.layer = root
    }
    return try [0, 0.7].map { try bytes(context, at: $0) }
  }

  private func check(_ local: LocalServer?) throws {
    let expected = try expected()
    let host = try makeHost(local)
    let client = CARemoteLayerClient(try port(local?.path ?? ""))
    #expect(client.clientId != 0)
    let hosting = CALayer(remoteClientId: client.clientId)
    edit {
      let root = CALayer()
      root.addSublayer(hosting)
      host.layer = root
      client.layer = makeTree()
    }
    if let local { settle(local) }
    #expect(try bytes(host) == expected[0])
    #expect(try bytes(host, at: 0.7) == expected[1])
    // A change, which is not animated.
    edit { client.layer?.isHidden = true }
    if let local { settle(local) }
    #expect(Set(try bytes(host, at: 0.7)) == [0])
    edit { client.layer?.isHidden = false }
    // Hit testing says whose layer it is.
    edit { hosting.bounds = CGRect(x: 0, y: 0, width: 64, height: 64) }
    edit { hosting.anchorPoint = .zero }
    if let local { settle(local) }
    #expect(try bytes(host, at: 0.7) == expected[1])
    let hit = try #require(host.layer?.hitTest(CGPoint(x: 20, y: 20)))
    #expect(CARemoteLayerServer.shared().clientId(of: hit) == client.clientId)
    #expect(CARemoteLayerServer.shared().clientId(of: CALayer()) == 0)
    let id = client.clientId
    client.invalidate()
    #expect(client.clientId == 0 && client.layer == nil && id != 0)
    if let local { settle(local) }
    #expect(Set(try bytes(host, at: 0.7)) == [0])
  }

  @Test(
    .shows(
      "CARemoteLayerClient",
      "CARemoteLayerClient.invalidate()",
      "CARemoteLayerClient.clientId",
      "CARemoteLayerClient.layer",
      "CARemoteLayerServer.shared()",
      "CALayer.init(remoteClientId:)"
    )
  ) func aServerShowsTheTree() throws {
    try check(try LocalServer())
  }

  @Test func aProcessShowsItsOwnTree() throws {
    try check(nil)
  }

  @Test func whatIsRevokedIsGone() throws {
    let local = try LocalServer()
    for server in [local, nil] {
      let host = try makeHost(server)
      let client = CARemoteLayerClient(try port(server?.path ?? ""))
      edit {
        host.layer = CALayer(remoteClientId: client.clientId)
        client.layer = makeTree()
      }
      if let server { settle(server) }
      #expect(Set(try bytes(host)).count > 1)
      CARemoteLayerServer.shared().revoke(clientId: client.clientId)
      if let server { settle(server) }
      #expect(Set(try bytes(host)) == [0])
    }
  }

  @Test func pictureSlotsOfTheProcessShow() throws {
    let host = try makeHost(nil)
    let client = CARemoteLayerClient(try port(""))
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    edit {
      host.layer = CALayer(remoteClientId: client.clientId)
      client.layer = layer
    }
    #expect(Set(try bytes(host)) == [0])
    edit { layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1) }
    #expect(Set(try bytes(host)) == [255])
  }

  @Test func contextsOfAProcessInOneAnother() throws {
    let first = CARemoteLayerClient(try port(""))
    let second = CARemoteLayerClient(try port(""))
    let host = try makeHost(nil)
    edit {
      host.layer = CALayer(remoteClientId: first.clientId)
      first.layer = makeTree()
      first.layer?.addSublayer(CALayer(remoteClientId: second.clientId))
      second.layer = CALayer(remoteClientId: first.clientId)
    }
    #expect(try bytes(host) == expected()[0])
  }

  @Test(.shows("CARemoteLayerClient.init(serverPort:)", "CARemoteLayerServer.serverPort"))
  func aPortIsADescriptor() throws {
    let local = try LocalServer()
    let host = try makeHost(local)
    // Memory as that of `serverPort`, for a host whose last context is in this server.
    let memory = try port(local.path).makeMemory()
    let client = CARemoteLayerClient(serverPort: UInt32(memory.rawValue))
    #expect(client.clientId != 0)
    edit {
      let root = CALayer()
      root.addSublayer(CALayer(remoteClientId: client.clientId))
      host.layer = root
      client.layer = makeTree()
    }
    settle(local)
    #expect(try bytes(host) == expected()[0])
  }

  @Test func aPortThatIsNone() throws {
    for number in [UInt32(0xFFFF_FFFF), 1 << 20] {
      let client = CARemoteLayerClient(serverPort: number)
      client.layer = CALayer()
      #expect(client.clientId == 0 && client.layer == nil)
      client.invalidate()
    }
    let file = Pipe()
    let descriptor = file.fileHandleForReading.fileDescriptor
    #expect(CARemoteLayerClient(serverPort: UInt32(descriptor)).clientId == 0)
    let nowhere = LayerServerPort(key: .random(process: 1), path: "/nonexistent/socket")
    #expect(CARemoteLayerClient(nowhere).clientId == 0)
    #expect(CARemoteLayerClient(LayerServerPort(key: .random(process: 1), path: "")).clientId == 0)
  }

  @Test func portsAreReadAsWritten() throws {
    let name = LayerServerPort(key: .random(process: 77), path: "/run/é/s")
    let memory = try name.makeMemory()
    #expect(LayerServerPort(descriptor: memory.rawValue) == name)
    #expect(LayerServerPort(descriptor: -1) == nil)
  }

  /// The next server shows both programs again, by the same id.
  @Test func aServerThatDiesIsReplaced() throws {
    let local = try LocalServer()
    let host = try makeHost(local)
    let client = CARemoteLayerClient(try port(local.path))
    let id = client.clientId
    edit {
      host.layer = CALayer(remoteClientId: client.clientId)
      client.layer = makeTree()
    }
    settle(local)
    let before = try bytes(host)
    local.server.stop()
    let next = try makeServer()
    defer { next.stop() }
    try next.listen(at: SocketPath(local.path))
    // Both notice by what they do next.
    edit { client.layer?.opacity = 1 }
    edit { client.layer?.name = "again" }
    _ = try bytes(host)
    next.settle(local.path)
    #expect(try bytes(host) == before && client.clientId == id)
  }
}

/// With a program of its own, which is stopped and killed.
@Suite struct RemoteLayerProcessTests {
  /// LW-P-03, LW-12.03: the tree moves while its program is stopped, and is gone with it.
  @Test func aStoppedProgramsTreeMoves() throws {
    let local = try LocalServer()
    let key = LayerServerKey.random(process: UInt32(getpid()))
    let host = try RawClient(Socket.connect(to: local.path))
    let size = ContextConfiguration(width: 64, height: 64, background: .black)
    try host.send(CreateContext(context: 1, configuration: size, clock: .stepped))
    guard case .contextCreated = try host.receive() else {
      Issue.record("no context")
      return
    }
    try host.send(ServeLayers(high: key.high, low: key.low))
    try host.commit(Scenes.hosting(7))
    let program = try RunningProgram(
      "quartz-test-client",
      [local.path, "offer", "\(key.high)", "\(key.low)", "\(key.process)", "7"]
    )
    #expect(!program.readLine().isEmpty)
    program.signal(SIGSTOP)
    local.server.settle(local.path)
    let now = MonotonicTime.now
    let pictures = try (0..<8).map { try host.frame(at: .seconds(now + Double($0) * 0.03)) }
    #expect(Set(pictures).count >= 6, "the box moves")
    // Besides the alphas of all pixels, there is the white of the box.
    #expect(pictures.allSatisfy { $0.count(where: { $0 == 255 }) > 64 * 64 })
    program.end()
    // The server hears of it by the hang-up of the socket.
    var isGone = false
    while !isGone {
      _ = local.server.statistics()
      // The rest is black: of each pixel only the alpha is 255.
      let bytes = try host.frame(at: .seconds(now))
      isGone = bytes.count(where: { $0 == 255 }) == 64 * 64
    }
  }
}

extension RenderServer {
  /// Waits until what was sent is handled, and nothing is on its way between loops.
  func settle(_ path: String) {
    let connection = try? ServerConnection(path: path)
    for _ in 0..<8 {
      // All sockets are read in turn: what was sent before has been read by the second answer.
      try? connection?.ping()
      _ = statistics()
    }
  }
}

private enum MonotonicTime {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
