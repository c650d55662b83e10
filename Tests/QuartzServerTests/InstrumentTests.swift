// Overlays, statistics, slow animations and traces over the wire.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel
@testable import QuartzServer
import QuartzWire
import Testing

@Suite(.timeLimit(.minutes(2))) struct InstrumentTests {
  private func makeContext(_ path: String) throws -> CAContext {
    var options = CAContext.Options()
    options.isStepped = true
    let context = try CAContext(
      server: path,
      size: CGSize(width: 40, height: 20),
      options: options
    )
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.layer = root
    return context
  }

  private func pixel(_ context: CAContext, _ time: Double, x: Int = 20, y: Int = 10) throws -> [Int]
  {
    let storage = try context.image(at: time).pixelStorage
    let place = storage.base + y * storage.rowBytes + x * 4
    return (0..<4).map { Int(place.load(fromByteOffset: $0, as: UInt8.self)) }
  }

  /// The program and the server's user choose apart; a frame shows both.
  @Test func overlaysOfProgramAndServer() throws {
    let local = try LocalServer()
    let context = try makeContext(local.path)
    let other = try makeContext(local.path)
    #expect(try pixel(context, 0) == [255, 255, 255, 255])
    context.overlays = .blended
    #expect(try pixel(context, 0) == [127, 255, 127, 255])
    #expect(try pixel(other, 0) == [255, 255, 255, 255])
    local.server.overlays = .borders
    _ = local.server.statistics()
    #expect(try pixel(other, 0, x: 0, y: 0) == [0, 255, 255, 255])
    #expect(try pixel(context, 0) == [127, 255, 127, 255])
    #expect(try pixel(context, 0, x: 0, y: 0) == [0, 255, 255, 255])
    local.server.overlays = []
    _ = local.server.statistics()
    context.overlays = []
    #expect(try pixel(context, 0, x: 0, y: 0) == [255, 255, 255, 255])
    // Bits without a meaning are none.
    context.overlays = CAContext.Overlays(rawValue: .max)
    #expect(context.overlays.rawValue == Overlays.all.rawValue)
  }

  /// Another size or another server is told again.
  @Test func overlaysStay() throws {
    let server = try ServerProcess()
    let context = try makeContext(server.path)
    context.overlays = .blended
    try context.setSize(CGSize(width: 44, height: 20))
    #expect(try pixel(context, 0) == [127, 255, 127, 255])
    server.program.end()
    try server.restart()
    #expect(try pixel(context, 0) == [127, 255, 127, 255])
  }

  @Test func hostileMessages() throws {
    let local = try LocalServer()
    let client = try RawClient(local.server)
    _ = try client.createContext()
    var message = try bytes(of: SetOverlays(context: 1, overlays: .all))
    message[22] = 0xFF
    client.sendBytes(message)
    #expect(try client.failure()?.code == .malformed)
    let stranger = try RawClient(local.server)
    try stranger.send(RequestContextStatistics(context: 7))
    #expect(try stranger.failure()?.code == .unknownContext)
  }

  @Test func statistics() throws {
    let local = try LocalServer()
    for isRemote in [false, true] {
      let size = CGSize(width: 40, height: 20)
      let context =
        isRemote ? try makeContext(local.path) : try CAContext(size: size)
      let root = CALayer()
      root.frame = CGRect(origin: .zero, size: size)
      let raster = CALayer()
      raster.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      raster.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      raster.shouldRasterize = true
      let text = CATextLayer()
      text.string = "Q"
      text.frame = CGRect(x: 20, y: 0, width: 20, height: 20)
      let image = CALayer()
      image.frame = CGRect(x: 12, y: 0, width: 4, height: 4)
      image.contents = try CAContext(size: CGSize(width: 4, height: 4)).image()
      root.sublayers = [raster, text, image]
      context.layer = root
      #expect(try context.statistics.frameCount == 0)
      _ = try context.image(at: 0)
      let statistics = try context.statistics
      #expect(statistics.frameCount == 1 && statistics.framesPerSecond == 1)
      #expect(statistics.damagedPixels == 800 && statistics.targetCount == 2)
      #expect(statistics.cacheMisses == 1 && statistics.cacheHits == 0)
      #expect(statistics.commit.worst > 0 && statistics.draw.worst >= statistics.draw.median)
      let memory = Dictionary(
        uniqueKeysWithValues: statistics.layers.map { (ObjectIdentifier($0.layer), $0) }
      )
      #expect(memory[ObjectIdentifier(raster)]?.cachedBytes == 400)
      #expect((memory[ObjectIdentifier(image)]?.contentsBytes ?? 0) >= 64)
      #expect(memory[ObjectIdentifier(root)] == nil)
    }
  }

  /// An animation of a second takes ten; a program's own factor counts as well.
  @Test func slowAnimations() throws {
    var options = ServerOptions()
    options.slowAnimationFactor = 10
    let local = try LocalServer(options)
    let context = try makeContext(local.path)
    #expect(context.slowAnimationFactor == 1)
    let box = CALayer()
    box.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
    box.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.layer?.addSublayer(box)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (5.0, 35.0, 1)
    box.add(move, forKey: "move")
    #expect(try pixel(context, 5) == [255, 0, 0, 255])
    #expect(try pixel(context, 9.9, x: 35) == [255, 0, 0, 255])
  }

  /// A trace of a server that is killed is whole, and an arrow leads from each commit to its frame.
  @Test func traceOfAKilledServer() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trace-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (socket, file) = (
      folder.appendingPathComponent("s").path, folder.appendingPathComponent("t.json").path
    )
    let program = try RunningProgram(
      "quartzd",
      ["--socket", socket, "--renderer", "software", "--trace", file]
    )
    _ = program.readLine()
    let connection = try ServerConnection(path: socket)
    try connection.followSettings()
    let context = try connection.createContext(Scenes.size, clock: .stepped)
    #expect(connection.settings.wantsReports)
    var phases = FramePhases()
    phases[.layout] = 0.25
    try connection.send(Scenes.box(), to: context, report: CommitReport(flow: 0xABC, phases: phases))
    _ = try connection.frame(of: context, at: .seconds(0))
    program.end()
    let text = try String(contentsOfFile: file, encoding: .utf8) + "]"
    let events = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    )
    let names = events.compactMap { $0["name"] as? String }
    for name in ["process_name", "apply", "frame", "evaluate", "plan", "draw"] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(events.contains { $0["ph"] as? String == "f" && $0["id"] as? String == "0xabc" })
    #expect(names.count { $0 == "process_name" } == 1)
  }
}
