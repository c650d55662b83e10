// Tests of what the server takes from environment and machine.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import QuartzWire
import Testing

@testable import QuartzServer

@Suite struct SelectionTests {
  @Test func environmentGivesTheSocketsPath() {
    let named = ProcessEnvironment(variables: [
      "QUARTZ_SOCKET": "/a/b", "XDG_RUNTIME_DIR": "/run/user/1",
    ])
    #expect(named.socketPath == SocketPath("/a/b"))
    let runtime = ProcessEnvironment(variables: ["XDG_RUNTIME_DIR": "/run/user/1"])
    #expect(runtime.socketPath.path == "/run/user/1/quartzd.sock")
    let bare = ProcessEnvironment(variables: ["QUARTZ_SOCKET": ""])
    #expect(bare.socketPath.ownFolder != nil)
  }

  @Test func environmentGivesThePlatform() {
    let named = ProcessEnvironment(variables: ["QUARTZ_PLATFORM": "gbm:/dev/dri/card0"])
    #expect(named.platform == "gbm:/dev/dri/card0")
    #expect(ProcessEnvironment(variables: ["QUARTZ_PLATFORM": ""]).platform == nil)
  }

  @Test func environmentGivesTheTimeout() {
    #expect(ProcessEnvironment(variables: ["QUARTZ_TIMEOUT": "2.5"]).timeout == 2.5)
    for text in ["", "0", "-1", "nan", "inf", "1e999", "soon"] {
      #expect(ProcessEnvironment(variables: ["QUARTZ_TIMEOUT": text]).timeout == nil)
    }
  }

  /// Asked for by name, a platform is not replaced by another one, nor by the software renderer.
  @Test func platformThatIsMissingIsRefused() throws {
    let missing = GLESPreferences(platforms: .only(.gbm(node: "/dev/dri/card999")))
    let reasons = ["gbm:/dev/dri/card999: No such file or directory"]
    var report = BackendSelection(.auto)
    #expect(throws: RenderError.noRenderer(reasons: reasons)) {
      try BackendSelection.make(.gles, missing, report: &report)
    }
    #expect(report.taken == nil)
    let backend = try BackendSelection.make(
      .auto,
      missing,
      nodes: GraphicsNodes(paths: ["/dev/dri/card999"]),
      report: &report
    )
    #expect(backend.description.name == "software")
    #expect(report.reasons == ["no renderer: \(reasons[0])"])
  }

  @Test func softwareIsTakenWhenAskedFor() throws {
    var report = BackendSelection(.auto)
    let backend = try BackendSelection.make(.software, report: &report)
    #expect(backend.description.name == "software")
    #expect(report.taken == "software")
    #expect(report.description.hasPrefix("software: takes software\n  "))
  }

  @Test func autoTakesNoSoftwareGL() throws {
    var report = BackendSelection(.auto)
    let backend = try BackendSelection.make(.auto, report: &report)
    let renderer = backend.description.renderer.lowercased()
    for name in ["llvmpipe", "softpipe", "swiftshader"] { #expect(!renderer.contains(name)) }
    #expect(report.taken == backend.description.name)
    #expect(!report.reasons.isEmpty)
  }

  /// Without a device node `auto` asks no driver: no line of the report is about EGL.
  @Test func autoAsksNoDriverWithoutNodes() throws {
    var report = BackendSelection(.auto)
    let backend = try BackendSelection.make(.auto, nodes: GraphicsNodes(paths: []), report: &report)
    #expect(backend.description.name == "software")
    #expect(report.reasons == ["there is no GPU: \(GraphicsNodes.searchedPaths) are missing"])
  }

  @Test func autoAsksTheDriverWithANode() throws {
    var report = BackendSelection(.auto)
    let nodes = GraphicsNodes(paths: ["/dev/dri/renderD128"])
    _ = try BackendSelection.make(.auto, nodes: nodes, report: &report)
    #expect(!report.reasons.contains { $0.hasPrefix("there is no GPU") })
  }

  @Test func nodesAreThoseOfGPUs() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "quartz-nodes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(GraphicsNodes.present(in: folder.path).isEmpty)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "dri"),
      withIntermediateDirectories: true
    )
    for name in ["null", "dri/by-path"] {
      try Data().write(to: folder.appending(path: name))
    }
    #expect(GraphicsNodes.present(in: folder.path).isEmpty)
    let nodes = ["dri/card0", "dri/renderD128", "nvidia0"]
    for name in nodes { try Data().write(to: folder.appending(path: name)) }
    #expect(
      GraphicsNodes.present(in: folder.path).paths == nodes.map { "\(folder.path)/\($0)" }
    )
  }
}

/// A renderer without half-float surfaces.
private final class BytesBackend: ForwardingBackend {
  override func createOutput(
    _ context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    if range.isExtended { throw .noExtendedRange(renderer: "bytes", reason: "a test says so") }
    try super.createOutput(context, width: width, height: height, range: range)
  }
}

@Suite struct ExtendedFallbackTests {
  /// Such a context gets the software renderer, others keep theirs, and one line says so.
  @Test func softwareTakesExtendedOutputs() throws {
    let log = RecordedLog.Lines()
    let harness = try LoopHarness(logger: log.logger) { (_) throws(RenderError) in BytesBackend() }
    let client = harness.connect(1)
    for (number, range) in [(1 as UInt32, OutputRange.standard), (2, .extended(headroom: 4))] {
      var size = Scenes.size
      size.range = range
      harness.post(
        .createContext(
          CreateContext(context: number, configuration: size, clock: .real, frameRate: 10)
        ),
        from: client
      )
      let answers = harness.turn()
      #expect(!answers.contains { $0.isEnd }, "\(answers)")
    }
    let contexts = try #require(harness.loop.clients[client]?.contexts)
    #expect(contexts[1]?.renderer.backend === harness.loop.backend)
    let renderer = try #require(contexts[2]?.renderer)
    #expect(renderer.backend is SoftwareBackend)
    let warning =
      "bytes draws no outputs of extended range: a test says so; "
      + "the software renderer draws this one"
    #expect(log.lines.contains(warning), "\(log.lines)")
    // It draws half floats.
    harness.commit(Scenes.box(color: Color(1, 1, 1)), to: 2, of: client)
    harness.turn()
    try renderer.render(at: 100)
    var pixels = [UInt64](repeating: 0, count: Scenes.size.width * Scenes.size.height)
    try pixels.withUnsafeMutableBytes { bytes in
      try renderer.read(into: bytes, rowBytes: Scenes.size.width * 8)
    }
    #expect(pixels.contains(0x3C00_3C00_3C00_3C00))
  }
}
