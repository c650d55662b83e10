// The frames that quartz gives to an encoder, which are the pictures that it draws alone.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzWire
import Testing

/// Films draw each frame over the one before, and stills draw all: both have to be the same bytes.
@Suite struct FilmFrameTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let side = 96
  private static let look = ["--background", "#ffffff", "--size", "\(side)x\(side)"]

  private static func packages(_ path: String) throws -> [String] {
    let folder = folder.appending(path: path)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".ca") || $0.hasSuffix(".wallpaper") }
      .map { folder.appending(path: $0).path }
  }

  /// Runs the tool with an encoder that keeps the frames it is given, and fails.
  ///
  /// - Returns: R, G, B, A bytes, frame after frame.
  private static func frames(_ tool: Tool, _ arguments: [String]) throws -> Data {
    let programs = try tool.programs(
      encoder: "/bin/cat > '\(tool.path(".frames"))'\nexit 3"
    )
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(programs):\(environment["PATH"] ?? "")"
    let outcome = try tool.run(arguments, environment: environment)
    #expect(outcome.status == 1 && outcome.error.contains("status 3"), "\(outcome.error)")
    return try tool.bytes(".frames")
  }

  private static func check(_ package: String, renderer: String) throws {
    let tool = try Tool()
    let film = ["-o", "film.gif", "--duration", "1", "--fps", "5"]
    let common = ["render", package, "--renderer", renderer] + look
    let frames = try frames(tool, common + film)
    let size = side * side * 4
    try #require(frames.count == 5 * size)
    for (index, time) in [(2, "0.4"), (4, "0.8")] {
      let outcome = try tool.run(common + ["-o", "still.png", "--time", time])
      try #require(outcome.status == 0, "\(outcome.error)")
      let frame = frames.dropFirst(index * size).prefix(size)
      let still = try FFmpeg.frames(tool.path("still.png"))
      #expect(frame == still, "\(package) at \(time), \(renderer)")
    }
  }

  @Test func framesOfPackagesAreTheirStills() throws {
    let packages =
      try Self.packages("Examples") + Self.packages("Tests/QuartzArchiveTests/Packages")
    try #require(packages.count > 20)
    for package in packages { try Self.check(package, renderer: "software") }
  }

  /// The encoder that fails ends the program while others of its threads draw by GL.
  @Test func framesOfPackagesAreTheirStillsInGLES() throws {
    for package in try Self.packages("Examples") { try Self.check(package, renderer: "gles") }
  }

  /// A group with a shadow that slides over the edge, and a copy that comes and goes.
  private func write(_ path: String) throws {
    let writer = try CaptureWriter(path: path, CaptureHeader(start: 0, process: 1))
    try writer.add(Hello(clientName: "test"), at: 0)
    let size = ContextConfiguration(width: Self.side, height: Self.side, background: .white)
    try writer.add(CreateContext(context: 1, configuration: size, clock: .stepped), at: 0)
    let (root, group, box) = (LayerID(1), LayerID(2), LayerID(3))
    for step in 0..<5 {
      var commit = Commit()
      var values = PropertyBag()
      values[.position] = .point(Point(Double(24 * step), 50))
      values[.shadowOpacity] = .number(step % 2 == 0 ? 1 : 0.5)
      if step == 0 {
        commit.created = [.init(root, .layer), .init(group, .layer), .init(box, .layer)]
        commit.root = root
        commit.sublayers = [.init(root, [group]), .init(group, [box])]
        values[.bounds] = .rect(Rect(0, 0, 40, 30))
        values[.shadowRadius] = .number(7)
        var inner = PropertyBag()
        inner[.bounds] = .rect(Rect(0, 0, 20, 20))
        inner[.backgroundColor] = .color(Color(0, 0, 1))
        commit.changes = [.init(box, inner)]
      }
      commit.changes.append(.init(group, values))
      try writer.add(CommitMessage(context: 1, commit: commit), at: Double(step))
      try writer.add(RequestFrame(context: 1, time: .seconds(Double(step))), at: Double(step))
    }
    try writer.finish()
  }

  @Test func framesOfCapturesAreTheirStills() throws {
    let tool = try Tool()
    try write(tool.path("a.capture"))
    let frames = try Self.frames(tool, ["replay", "a.capture", "--film", "film.gif", "--fps", "1"])
    let size = Self.side * Self.side * 4
    let count = frames.count / size
    try #require(count >= 4 && frames.count == count * size)
    var pictures: Set<Data> = []
    for index in 0..<count {
      let outcome = try tool.run("replay", "a.capture", "-o", "still.png", "--at", "\(index)")
      try #require(outcome.status == 0, "\(outcome.error)")
      let frame = frames.dropFirst(index * size).prefix(size)
      #expect(try frame == FFmpeg.frames(tool.path("still.png")), "at \(index) s")
      pictures.insert(frame)
    }
    #expect(pictures.count >= 4)
  }
}
