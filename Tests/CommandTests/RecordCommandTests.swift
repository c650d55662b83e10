// quartz record: films of what a server shows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import FilmSamples
import Foundation
import ImageIO
import QuartzCore
import QuartzModel
import QuartzWire
import Testing

/// A server, and a program that shows the number of a time, 25 a second, as `NumberPicture` has it.
private final class NumberScreen {
  static let rate = 25.0

  private final class Clock: CAContext.Clock {
    let currentTime: CFTimeInterval = 0
  }

  let tool: Tool
  let socket: String
  let server: Process
  private(set) var context: CAContext?

  /// - Parameter isStepped: Whether `show` sets the time; if not, it is the machine's.
  init(isStepped: Bool) throws {
    tool = try Tool("quartzd")
    socket = tool.path("s")
    server = try tool.process(["--socket", socket, "--renderer", "software"])
    let output = Pipe()
    server.standardOutput = output
    try server.run()
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first,
      byte != UInt8(ascii: "\n")
    {}
    let context: CAContext
    if isStepped {
      let configuration = ContextConfiguration(
        width: NumberPicture.side,
        height: NumberPicture.side,
        background: .black
      )
      let carrier = try RemoteCarrier(
        connection: ServerConnection(path: socket),
        configuration: configuration
      )
      context = CAContext(configuration: configuration, carrier: carrier, clock: Clock())
    } else {
      let side = Double(NumberPicture.side)
      context = try CAContext(server: socket, size: CGSize(width: side, height: side))
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    context.layer = Self.layers()
    CATransaction.commit()
    CATransaction.flush()
    self.context = context
  }

  deinit {
    if server.isRunning { kill(server.processIdentifier, SIGKILL) }
    server.waitUntilExit()
  }

  /// A square for each bit, which is there half of the time.
  private static func layers() -> CALayer {
    let root = CALayer()
    let side = Double(NumberPicture.side)
    root.frame = CGRect(x: 0, y: 0, width: side, height: side)
    for bit in 0..<16 {
      let layer = CALayer()
      layer.frame = CGRect(x: bit % 4 * 16, y: bit / 4 * 16, width: 16, height: 16)
      layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
      let blink = CAKeyframeAnimation(keyPath: "opacity")
      blink.calculationMode = .discrete
      blink.values = [0, 1]
      blink.duration = Double(2 << bit) / rate
      blink.repeatCount = .infinity
      blink.beginTime = 1e-100
      layer.add(blink, forKey: "blink")
      root.addSublayer(layer)
    }
    return root
  }

  /// The number of a time; after 65,535, which takes 44 minutes, comes 0.
  static func number(at time: Double) -> Int { Int((time * rate).rounded(.down)) & 0xFFFF }

  /// Sets a stepped clock to the middle of a number's time.
  func show(_ number: Int) throws {
    _ = try context?.image(at: (Double(number) + 0.5) / Self.rate)
  }

  /// Ends the program's part.
  func leave() { context = nil }
}

/// The contents of the file of `--stats-file`.
private struct RecordingFacts: Decodable {
  struct Frame: Decodable {
    var time: Double
    var start: Double
  }

  var process: UInt32
  var width: Int
  var height: Int
  var frames: [Frame]
  var unchanged: Int
  var missed: Int
  var end: Double
  var reason: String

  init(_ tool: Tool, _ name: String = "facts.json") throws {
    self = try JSONDecoder().decode(Self.self, from: try tool.bytes(name))
  }

  private enum CodingKeys: String, CodingKey {
    case process, width, height, frames, unchanged, missed, end, reason
  }
}

// Serialized because: each test has several processes, and there may be few cores.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RecordCommandTests {
  private static let pictureBytes = NumberPicture.side * NumberPicture.side * 4

  /// The numbers of pictures of R, G, B, A.
  private func numbers(_ pictures: Data) -> [Int] {
    stride(from: 0, to: pictures.count, by: Self.pictureBytes).map { start in
      NumberPicture.number([UInt8](pictures[start..<start + Self.pictureBytes]))
    }
  }

  private func start(_ tool: Tool, _ screen: NumberScreen, _ options: String...) throws -> Process {
    let process = try tool.process(
      ["record", "--server", screen.socket, "--stats-file", "facts.json"] + options
    )
    try process.run()
    return process
  }

  /// Steps through numbers until the program has ended.
  private func play(_ screen: NumberScreen, until process: Process) throws {
    for number in 0..<60_000 where process.isRunning { try screen.show(number) }
  }

  private func error(_ tool: Tool) -> String {
    String(decoding: (try? tool.bytes(".error")) ?? Data(), as: UTF8.self)
  }

  /// Every frame of a stepped clock is a picture, once, however slow either side is.
  @Test func everyFrameOfAStepIsAPicture() throws {
    let screen = try NumberScreen(isStepped: true)
    let tool = try Tool()
    let process = try start(tool, screen, "-o", "frame-%02d.png", "--frames", "40")
    for number in 0..<40 {
      let path = tool.path("frame-\(number < 10 ? "0" : "")\(number).png")
      // The same time again is no frame that shows something new.
      while !FileManager.default.fileExists(atPath: path), process.isRunning {
        try screen.show(number)
      }
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(error(tool))")
    let names = try tool.files.filter { $0.hasSuffix(".png") }
    #expect(names.count == 40)
    for (number, name) in names.enumerated() {
      let source = try #require(CGImageSourceCreateWithData(try tool.bytes(name), nil))
      let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
      let pixels = image.pixelStorage.withBytes { [UInt8]($0) }
      #expect(NumberPicture.number(pixels) == number)
      #expect(pixels.enumerated().allSatisfy { $0 % 4 == 3 ? $1 == 255 : $1 == 0 || $1 == 255 })
    }
    let facts = try RecordingFacts(tool)
    #expect(facts.frames.map { NumberScreen.number(at: $0.time) } == Array(0..<40))
    #expect(facts.missed == 0 && facts.reason == "limit")
    #expect(facts.process == UInt32(getpid()) && facts.width == NumberPicture.side)
  }

  /// Frames are those of their times, in each format.
  @Test(arguments: ["a.mp4", "a.mov", "a.m4v", "a.mkv", "a.webm", "a.gif", "a.png"])
  func filmsShowTheNumbersOfTheirTimes(_ name: String) throws {
    let screen = try NumberScreen(isStepped: true)
    let tool = try Tool()
    let process = try start(tool, screen, "-o", name, "--frames", "12")
    try play(screen, until: process)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(error(tool))")
    #expect(try tool.files == [name, "facts.json"])
    let facts = try RecordingFacts(tool)
    #expect(facts.frames.count == 12)
    let isPNG = name.hasSuffix("png")
    let pictures = try FFmpeg.frames(
      tool.path(name),
      decoder: isPNG ? ["-f", "apng"] : [],
      isConstant: false
    )
    #expect(numbers(pictures) == facts.frames.map { NumberScreen.number(at: $0.time) })
    guard !isPNG else { return }
    let times = try FFmpeg.times(tool.path(name)).sorted()
    #expect(times.count == 12)
    let units = [".gif": 0.01, ".mkv": 0.001, ".webm": 0.001]
    let unit = units.first { name.hasSuffix($0.key) }?.value ?? 1e-6
    for (time, frame) in zip(times, facts.frames) {
      #expect(abs(time - frame.start) <= unit * 0.51 + 1e-6)
    }
  }

  /// A screen in real time, for a second.
  @Test func aSecondOfRealTime() throws {
    let screen = try NumberScreen(isStepped: false)
    let tool = try Tool()
    let process = try start(tool, screen, "-o", "a.mkv", "--duration", "1")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(error(tool))")
    let facts = try RecordingFacts(tool)
    #expect(facts.reason == "limit" && facts.end < 1 && facts.end > 0)
    let shown = numbers(try FFmpeg.frames(tool.path("a.mkv"), isConstant: false))
    let expected = facts.frames.map { NumberScreen.number(at: $0.time) }
    // The last picture stays to the end.
    #expect(shown == expected || shown == expected + expected.suffix(1))
    // The clock is the machine's, and the numbers may begin again within this second.
    let steps = zip(expected, expected.dropFirst()).map { ($1 - $0) & 0xFFFF }
    #expect(steps.allSatisfy { (1...25).contains($0) }, "\(expected)")
    let rate = facts.frames.count + facts.unchanged + facts.missed
    #expect((58...61).contains(rate), "\(rate) frames of the server")
  }

  /// The number of frames a second has a limit.
  @Test func fewerFramesASecond() throws {
    let screen = try NumberScreen(isStepped: false)
    let tool = try Tool()
    let process = try start(tool, screen, "-o", "a.mkv", "--duration", "1", "--fps", "10")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(error(tool))")
    let starts = try RecordingFacts(tool).frames.map(\.start)
    #expect((2...10).contains(starts.count))
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 > 0.0999 })
  }

  fileprivate enum Ending: CaseIterable {
    case interrupt, terminate, program, server
  }

  /// However a recording ends, its film is whole.
  @Test(arguments: Ending.allCases) fileprivate func filmsAreWholeAtEachEnd(_ ending: Ending) throws
  {
    let screen = try NumberScreen(isStepped: false)
    let tool = try Tool()
    let process = try start(tool, screen, "-o", "a.mp4")
    let number = process.processIdentifier
    // The encoder is started when the first frame is there.
    let children = "/proc/\(number)/task/\(number)/children"
    while process.isRunning, try String(contentsOfFile: children, encoding: .utf8).isEmpty {}
    switch ending {
    case .interrupt: kill(number, SIGINT)
    case .terminate: kill(number, SIGTERM)
    case .program: screen.leave()
    case .server: kill(screen.server.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try tool.files == ["a.mp4", "facts.json"])
    let facts = try RecordingFacts(tool)
    let shown = numbers(try FFmpeg.frames(tool.path("a.mp4"), isConstant: false))
    let expected = facts.frames.map { NumberScreen.number(at: $0.time) }
    #expect(shown == expected || shown == expected + expected.suffix(1))
    let reasons: [Ending: String] = [
      .interrupt: "request", .terminate: "request", .program: "program", .server: "server",
    ]
    #expect(facts.reason == reasons[ending])
    #expect(error(tool).contains("has ended") == (facts.reason != "request"))
  }

  @Test func mistakesAreTold() throws {
    let screen = try NumberScreen(isStepped: false)
    let tool = try Tool()
    func refusal(_ arguments: String...) throws -> (status: Int32, text: String) {
      let outcome = try tool.run(["record", "--server", screen.socket] + arguments)
      #expect(outcome.errorLines.count == 1)
      return (outcome.status, outcome.error)
    }
    for (arguments, words) in [
      (["-o", "a.jpg"], "pictures need %d"), (["-o", "a.avi"], ".avi is not written"),
      (["-o", "a.mp4", "--duration", "0"], "--duration must be above 0"),
      (["-o", "a.mp4", "--frames", "0"], "--frames must be at least 1"),
      (["-o", "a.webm", "--preset", "fast"], "--preset is for mp4"),
    ] {
      let outcome = try tool.run(["record"] + arguments)
      #expect(outcome.status == 2 && outcome.error.contains(words), "\(outcome.error)")
    }
    let nobody = try refusal("-o", "a.mp4", "--process", "1")
    #expect(nobody.status == 1 && nobody.text.contains("no such context"))
    let folder = try refusal("-o", "none/a.mp4", "--duration", "1")
    #expect(folder.status == 1 && folder.text.contains("none/a.mp4"))
    let absent = try tool.run("record", "--server", tool.path("none"), "-o", "a.mp4")
    #expect(absent.status == 1 && absent.error.contains("none"))
    let programs = try tool.programs(encoder: nil)
    let process = try tool.process(
      ["record", "--server", screen.socket, "-o", "a.mp4", "--duration", "1"]
    )
    process.environment = ["PATH": programs]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(error(tool).contains("ffmpeg is missing"))
    #expect(try tool.files == [])
  }
}
