// Captures of scenes that a server drew are drawn again byte for byte.
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

@Suite struct CaptureCorpusTests {
  /// A server of one client at a time, with a folder for its socket and for captures.
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
  }

  @Test(arguments: CorpusTests.corpus)
  func scenesReplayTheSame(scene: Scene) throws {
    let desk = try Desk()
    let recorder = try CaptureRecorder(CaptureRecorder.Options(path: desk.path("c")))
    var options = ServerConnection.Options()
    options.recorder = recorder
    let connection = try ServerConnection(path: desk.path("s"), options: options)
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
    let drawn = try scene.times.map { bytes(try stage.frame(at: $0).pixels) }
    recorder.finish()
    try expectReplay(of: desk.path("c"), drawn, "\(scene)")
  }

  /// A9.14: half floats of layers brighter than white, too.
  @Test(arguments: BrightScene.all)
  func brightScenesReplayTheSame(scene: BrightScene) throws {
    let desk = try Desk()
    let recorder = try CaptureRecorder(CaptureRecorder.Options(path: desk.path("c")))
    var options = ServerConnection.Options()
    options.recorder = recorder
    let connection = try ServerConnection(path: desk.path("s"), options: options)
    let range = OutputRange.extended(headroom: 4)
    let configuration = ContextConfiguration(width: 64, height: 64, range: range)
    let carrier = try RemoteCarrier(connection: connection, configuration: configuration)
    let stage = try Stage(SoftwareBackend(threads: 1), width: 64, height: 64, range: range) { _ in
      carrier
    }
    try scene.fill(stage)
    let drawn = try scene.times.map { bytes(try stage.frame(at: $0).pixels) }
    #expect(drawn.allSatisfy { $0.count == 64 * 64 * 8 })
    recorder.finish()
    try expectReplay(of: desk.path("c"), drawn, scene.testDescription)
  }

  private func expectReplay(of path: String, _ drawn: [[UInt8]], _ name: String) throws {
    let capture = try Capture(path: path)
    #expect(capture.end == .complete)
    let replay = try CaptureReplay(capture) { () throws(RenderError) in SoftwareBackend(threads: 1)
    }
    var replayed: [[UInt8]] = []
    while let step = try replay.next() {
      guard case .frame(let context, let time) = step else { continue }
      replayed.append(bytes(try replay.picture(of: context, at: time)))
    }
    #expect(replay.refusals.isEmpty)
    #expect(replayed.count == drawn.count)
    #expect(replayed == drawn, "\(name)")
  }

  private func bytes(_ pixels: PixelBuffer) -> [UInt8] {
    pixels.withBytes { bytes in
      (0..<pixels.height).flatMap { row in
        bytes[row * pixels.rowBytes..<row * pixels.rowBytes + pixels.width * pixels.texelBytes]
      }
    }
  }
}
