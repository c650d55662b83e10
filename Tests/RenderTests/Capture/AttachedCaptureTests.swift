// Captures that begin while a program runs: they replay what its server draws, byte for byte.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzModel
import QuartzPlan
import QuartzServer
import QuartzSoftware
import QuartzWire
import RenderScenes
import Testing

@Suite struct AttachedCaptureTests {
  /// A server with a folder for its socket and for captures.
  private final class Desk {
    let folder: URL
    let server: RenderServer

    init() throws {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "quartz-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var options = ServerOptions()
      options.renderer = .software
      server = try RenderServer(options, clock: SteppedClock(100))
      try server.listen(at: SocketPath(path("s")))
    }

    deinit {
      server.stop()
      try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func connection() throws -> ServerConnection {
      var options = ServerConnection.Options()
      options.recorder = nil
      return try ServerConnection(path: path("s"), options: options)
    }
  }

  /// Whether a scene has transitions, whose old picture only the server has.
  private static func hasTransitions(_ scene: Scene) -> Bool {
    scene.name.lowercased().contains("transition")
  }

  /// The first picture is drawn before the capture begins; the tree that it shows, its particles
  /// and its animations with the times at which they began are all that the capture has of it.
  @Test(arguments: CorpusTests.corpus.filter { !hasTransitions($0) })
  func scenesReplayTheSame(scene: Scene) throws {
    let desk = try Desk()
    let connection = try desk.connection()
    var remote: RemoteCarrier?
    let stage = try Stage(scene, SoftwareBackend(threads: 1)) { carrier in
      remote = try? RemoteCarrier(
        connection: connection,
        configuration: ContextConfiguration(
          width: scene.widthInPixels,
          height: scene.heightInPixels,
          scale: scene.scale,
          isYUp: scene.isYUp
        )
      )
      return remote ?? carrier
    }
    #expect(remote != nil)
    let first = try #require(scene.times.first)
    var drawn = [bytes(try stage.frame(at: first).pixels)]
    let observer = try CaptureObserver(
      try desk.connection(),
      process: UInt32(getpid()),
      path: desk.path("c"),
      start: 100
    )
    #expect(try observer.collect())
    for time in scene.times.dropFirst() {
      drawn.append(bytes(try stage.frame(at: time).pixels))
      #expect(try observer.collect())
    }
    try observer.finish()

    let capture = try Capture(path: desk.path("c"))
    #expect(capture.end == .complete)
    let replay = try CaptureReplay(capture) { () throws(RenderError) in SoftwareBackend(threads: 1)
    }
    var replayed: [[UInt8]] = []
    while let step = try replay.next() {
      guard case .frame(let context, let time) = step else { continue }
      replayed.append(bytes(try replay.picture(of: context, at: time)))
    }
    #expect(replay.refusals.isEmpty, "\(replay.refusals)")
    #expect(replayed.count == drawn.count)
    #expect(replayed == drawn, "\(scene)")
  }

  private func bytes(_ pixels: PixelBuffer) -> [UInt8] {
    pixels.withBytes { bytes in
      (0..<pixels.height).flatMap { row in
        bytes[row * pixels.rowBytes..<row * pixels.rowBytes + pixels.width * 4]
      }
    }
  }

  // MARK: Programs that host others

  /// A layer of a colour that moves from one side of 64 x 16 points to the other.
  private func tree(_ colour: CGColor) -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 16)
    let box = CALayer()
    box.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    box.backgroundColor = colour
    let movement = CABasicAnimation(keyPath: "position.x")
    movement.toValue = 56
    movement.duration = 2
    movement.beginTime = 99.5
    movement.repeatCount = .infinity
    box.add(movement, forKey: "movement")
    root.addSublayer(box)
    return root
  }

  private func commit(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
    CATransaction.flush()
  }

  /// A context in real time whose animations run, with the tree of another context in a layer; and
  /// a change after the capture began.
  @Test func runningContextsAndWhatTheyHostReplayTheSame() throws {
    let desk = try Desk()
    let connection = try desk.connection()
    let size = ContextConfiguration(width: 64, height: 32, background: .black)
    let port = Int32(CARemoteLayerServer.shared().serverPort)
    let key = try #require(LayerServerPort(descriptor: port)).key
    let hosted = CAContext(
      configuration: ContextConfiguration(width: 64, height: 16),
      carrier: try RemoteCarrier(
        connection: desk.connection(),
        configuration: ContextConfiguration(width: 64, height: 16),
        clock: .real,
        offer: RemoteCarrier.Offer(key: key, client: 77)
      )
    )
    commit { hosted.layer = tree(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)) }
    let carrier = try RemoteCarrier(connection: connection, configuration: size, clock: .real)
    let context = CAContext(configuration: size, carrier: carrier)
    let root = CALayer()
    let host = CALayer(remoteClientId: 77)
    host.frame = CGRect(x: 0, y: 16, width: 64, height: 16)
    commit {
      root.addSublayer(tree(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)))
      root.addSublayer(host)
      context.layer = root
    }
    _ = desk.server.statistics()
    let observer = try CaptureObserver(
      try desk.connection(),
      process: UInt32(getpid()),
      path: desk.path("c"),
      start: 100
    )
    #expect(try observer.collect())
    commit { root.opacity = 0.5 }
    _ = try context.image(at: 100)
    #expect(try observer.collect())
    try observer.finish()
    let replay = try CaptureReplay(Capture(path: desk.path("c"))) { () throws(RenderError) in
      SoftwareBackend(threads: 1)
    }
    try replay.run(to: .infinity)
    #expect(replay.refusals.isEmpty)
    let index = try #require(replay.shownContext)
    #expect(replay.contexts[index].configuration == size)
    for time in [100, 100.25, 101, 101.75] {
      let drawn = bytes(try connection.capture(carrier.token, at: .seconds(time)).pixels)
      // The server took over the hosted tree, too.
      #expect(drawn[(16 * 64 * 4)...].contains { $0 == 128 })
      #expect(bytes(try replay.picture(of: index, at: time)) == drawn, "at \(time)")
    }
  }

  /// A program that ends takes its contexts with it, and the capture is whole.
  @Test func captureEndsWithTheProgram() throws {
    let desk = try Desk()
    let connection = try desk.connection()
    let context = try connection.createContext(
      ContextConfiguration(width: 8, height: 8),
      clock: .stepped
    )
    var commit = Commit()
    commit.created = [Commit.Creation(LayerID(1), .layer)]
    commit.root = LayerID(1)
    try connection.send(commit, to: context)
    _ = try connection.statistics()
    let observer = try CaptureObserver(
      try desk.connection(),
      process: UInt32(getpid()),
      path: desk.path("c"),
      start: 100
    )
    #expect(try observer.collect())
    try connection.destroyContext(context)
    _ = try connection.statistics()
    #expect(try !observer.collect())
    try observer.finish()
    let replay = try CaptureReplay(Capture(path: desk.path("c"))) { () throws(RenderError) in
      SoftwareBackend(threads: 1)
    }
    try replay.run(to: .infinity)
    #expect(replay.refusals.isEmpty && replay.contexts.count == 1 && replay.shownContext == nil)
  }
}
