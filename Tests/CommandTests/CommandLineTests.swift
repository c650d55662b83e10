// Names, numbers and files that quartz cannot take, and its words about them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import FilmSamples
import Foundation
import Testing

@Suite struct CommandLineTests {
  private let clock = Example.path("Clock")

  /// A document with something in a layer named `card`.
  private func write(_ tool: Tool, _ inner: String, to name: String = "Card.caml") throws {
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 64 64" position="32 32"><sublayers>
      <CALayer name="card" bounds="0 0 32 32" position="32 32" backgroundColor="1 0 0">\(inner)</CALayer>
      </sublayers></CALayer></caml>
      """
    try Data(document.utf8).write(to: tool.folder.appendingPathComponent(name))
  }

  // MARK: Usage

  @Test(arguments: ["render", "view", "inspect", "diff", "replay", "convert"])
  func wrongUsageNamesTheCommandsHelp(command: String) throws {
    let outcome = try Tool().run([command, "--none"])
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.hasSuffix("(see quartz \(command) --help)\n"), "\(outcome.error)")
  }

  @Test func wrongCommandNamesTheToolsHelp() throws {
    let outcome = try Tool().run("none")
    #expect(outcome.status == 2 && outcome.error.hasSuffix("(see quartz --help)\n"))
  }

  // MARK: Names of outputs

  @Test(arguments: ["avi", "heic", "bmp", "apng", "2"])
  func otherFormatsAreRefused(format: String) throws {
    let tool = try Tool()
    let outcome = try tool.run("render", clock, "-o", "a.\(format)", "--time", "0")
    #expect(outcome.status == 2)
    let expected = "a.\(format): .\(format) is not written; the name must end with "
    let names = ".png, .jpg, .jpeg, .webp, .tiff, .tif, .jp2, .mp4, .mov, .m4v, .mkv, .webm or .gif"
    #expect(outcome.error.contains(expected + names), "\(outcome.error)")
    #expect(try tool.files.isEmpty)
  }

  /// The bytes that files of each format begin with, after those that are left out.
  @Test(arguments: [
    ("png", 0, [0x89, 0x50, 0x4E, 0x47]), ("jpg", 0, [0xFF, 0xD8, 0xFF]),
    ("jpeg", 0, [0xFF, 0xD8, 0xFF]), ("webp", 8, Array("WEBP".utf8)),
    ("tiff", 0, Array("II".utf8)), ("tif", 0, Array("II".utf8)),
    ("jp2", 4, [0x6A, 0x50, 0x20, 0x20]), ("mov", 4, Array("ftypqt".utf8)),
    ("m4v", 4, Array("ftypM4V".utf8)), ("mp4", 4, Array("ftypisom".utf8)),
    ("mkv", 0, [0x1A, 0x45, 0xDF, 0xA3]), ("webm", 0, [0x1A, 0x45, 0xDF, 0xA3]),
    ("gif", 0, Array("GIF89a".utf8)),
  ])
  func extensionsDecideTheFormat(format: String, skipped: Int, start: [UInt8]) throws {
    let tool = try Tool()
    let moments =
      ["mov", "m4v", "mp4", "mkv", "webm", "gif"].contains(format)
      ? ["--frames", "2"] : ["--time", "0"]
    let outcome = try tool.run(["render", clock, "-o", "a.\(format)", "--size", "32x32"] + moments)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try tool.bytes("a.\(format)").dropFirst(skipped).prefix(start.count) == Data(start))
    // Matroska and WebM begin alike; the name of the document type follows.
    if format == "mkv" {
      #expect(try tool.bytes("a.mkv").prefix(64).range(of: Data("matroska".utf8)) != nil)
    }
  }

  @Test func manyPicturesNeedManyNames() throws {
    let tool = try Tool()
    let arguments = ["render", clock, "--size", "8x8", "--frames", "2"]
    let refused = try tool.run(arguments + ["-o", "a.jpg"])
    #expect(refused.status == 2 && refused.error.contains("many pictures need %d in the name"))
    #expect(try tool.run(arguments + ["-o", "a-%d.jpg"]).status == 0)
    #expect(try tool.files.sorted() == ["a-0.jpg", "a-1.jpg"])
  }

  @Test func namesWithoutExtensionArePNG() throws {
    let tool = try Tool()
    #expect(try tool.run("render", clock, "-o", "picture", "--time", "0").status == 0)
    #expect(try tool.bytes("picture").prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
  }

  // MARK: Rates

  private static let ntsc: Double = 1001
  private static let rates: [(String, Double)] = [
    ("30000/1001", 30_000 / ntsc), ("29.97", 30_000 / ntsc), ("23.976", 24_000 / ntsc),
    ("59.94", 60_000 / ntsc), ("12.5", 12.5), ("25", 25),
  ]

  @Test(arguments: rates)
  func ratesAreFractions(text: String, rate: Double) throws {
    let tool = try Tool()
    let arguments = ["render", clock, "-o", "a-%d.png", "--frames", "3", "--size", "16x16"]
    #expect(try tool.run(arguments + ["--fps", text]).status == 0)
    let times = (0..<3).map { "\(Double($0) / rate)" }.joined(separator: ",")
    let same = ["render", clock, "-o", "b-%d.png", "--times", times, "--size", "16x16"]
    #expect(try tool.run(same).status == 0)
    for index in 0..<3 {
      #expect(try tool.bytes("a-\(index).png") == tool.bytes("b-\(index).png"))
    }
  }

  @Test(arguments: ["0", "-1", "nan", "30/0", "1/2/3", "1001", "", "/"])
  func wrongRatesAreRefused(text: String) throws {
    let outcome = try Tool().run("render", clock, "-o", "a.png", "--fps=\(text)")
    #expect(outcome.status == 2 && outcome.error.contains("--fps"), "\(outcome.error)")
  }

  // MARK: Files

  @Test func filesThatAreNoPackagesAreNamed() throws {
    let tool = try Tool()
    #expect(try tool.run("render", clock, "-o", "a.png", "--time", "0").status == 0)
    try Data("#EXTM3U\n#EXT-X-VERSION:3\n".utf8)
      .write(to: tool.folder.appendingPathComponent("a.m3u8"))
    try Data("plain".utf8).write(to: tool.folder.appendingPathComponent("a.txt"))
    for (name, kind) in [
      ("a.png", "not a zip of packages but a PNG picture"),
      ("a.m3u8", "not a zip of packages but a play list (m3u8)"),
      ("a.txt", "not a zip of packages"),
    ] {
      for command in [["info"], ["render", "-o", "b.png"]] {
        let outcome = try tool.run(command + [name])
        #expect(outcome.status == 1)
        #expect(outcome.error.hasSuffix("\(name): \(kind)\n"), "\(outcome.error)")
      }
    }
  }

  @Test func filmsAreNotLayers() throws {
    let tool = try Tool()
    try Data([0, 0, 0, 20]).write(to: tool.folder.appendingPathComponent("a.mp4"))
    let picture = try tool.run("render", "-o", "b.png", "a.mp4")
    #expect(picture.status == 1)
    #expect(picture.error.contains("a.mp4: a film, which has no layers"), "\(picture.error)")
    // Errors of films are sentences.
    let outcome = try tool.run("info", "a.mp4")
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(outcome.error.contains("a.mp4") && !outcome.error.contains("AVError"))
    #expect(!outcome.error.contains("code:"), "\(outcome.error)")
  }

  @Test func missingProgramsSayHowToBuildThem() throws {
    let tool = try Tool()
    let environment = ["PATH": "/nowhere"]
    for (command, package) in [
      (["port"], "Packages/Port"), (["inspect", clock], "Packages/Inspector"),
    ] {
      let outcome = try tool.run(command, environment: environment)
      // Where the program lies beside quartz, it runs.
      if outcome.status == 0 || !outcome.error.contains("neither beside") { continue }
      let build = "swift build -c release --package-path \(package)"
      #expect(outcome.error.contains(build), "\(outcome.error)")
      let root = URL(fileURLWithPath: clock).deletingLastPathComponent().deletingLastPathComponent()
      let manifest = root.appendingPathComponent("\(package)/Package.swift").path
      #expect(FileManager.default.fileExists(atPath: manifest))
    }
  }

  // MARK: Windows

  /// SDL draws into memory where there is no display; nobody would see it.
  @Test(arguments: [nil, ":65535"])
  func noDisplayIsAnError(display: String?) throws {
    var environment = ProcessInfo.processInfo.environment
    for name in ["WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] { environment[name] = nil }
    environment["DISPLAY"] = display
    let outcome = try Tool().run(["view", clock], environment: environment)
    #expect(outcome.status == 1)
    // The library of Wayland may have a line of its own before.
    let last = outcome.errorLines.last ?? ""
    #expect(last.hasPrefix("quartz: no display for windows"), "\(outcome.error)")
  }

  // MARK: Filters

  @Test(arguments: [
    ("CIDepthOfField", "the filter CIDepthOfField has no effect here"),
    ("fog", "the filter fog is kept, without effect"),
  ])
  func aFilterWithoutEffectIsOneWarning(name: String, warning: String) throws {
    let tool = try Tool()
    try write(tool, #"<filters><CIFilter filter="\#(name)"/></filters>"#)
    let plain = try tool.run("render", "Card.caml", "-o", "a.png")
    #expect(plain.status == 0)
    #expect(plain.errorLines.count == 1, "\(plain.error)")
    #expect(plain.error.contains(warning) && plain.error.contains("[card]"), "\(plain.error)")
    let strict = try tool.run("render", "Card.caml", "-o", "b.png", "--strict")
    #expect(strict.status == 1 && strict.error.contains(warning))
    #expect(try tool.files == ["Card.caml", "a.png"])
  }

  @Test(arguments: [
    ("CIFilter", "CIGaussianBlur", "inputBogus"), ("CAFilter", "gaussianBlur", "inputBogus"),
  ])
  func anInputThatAFilterLacksIsOneWarning(element: String, type: String, input: String) throws {
    let tool = try Tool()
    for (name, filter) in [
      ("attribute", #"<\#(element) filter="\#(type)" \#(input)="3"/>"#),
      ("element", #"<\#(element) filter="\#(type)"><\#(input) value="3"/></\#(element)>"#),
    ] {
      try write(tool, "<filters>\(filter)</filters>")
      let warning = "the input \(input) of \(type) is left out"
      let plain = try tool.run("render", "Card.caml", "-o", "\(name).png")
      #expect(plain.status == 0)
      #expect(plain.errorLines.count == 1 && plain.error.contains(warning), "\(plain.error)")
      let strict = try tool.run("render", "Card.caml", "-o", "no.png", "--strict")
      #expect(strict.status == 1 && strict.error.contains(warning))
    }
    try write(
      tool,
      #"<filters><\#(element) filter="\#(type)" inputRadius="3"/></filters>"#
    )
    #expect(try tool.run("render", "Card.caml", "-o", "a.png", "--strict").status == 0)
  }

  // MARK: Info

  @Test func infoRoundsNumbersAndNamesFilters() throws {
    let tool = try Tool()
    try write(
      tool,
      """
      <filters><CAFilter filter="gaussianBlur" name="soft" inputRadius="3"/>
      <CIFilter filter="CISepiaTone"/></filters>
      """
    )
    let path = tool.folder.appendingPathComponent("Card.caml")
    let text = try String(contentsOf: path, encoding: .utf8)
      .replacing(
        "position=\"32 32\" background",
        with:
          "opacity=\"0.33333333333\" position=\"12.3456789 0.1234567\" "
          + "transform=\"rotate(90deg) rotate(60deg, 0, 0, 1)\" background"
      )
    try Data(text.utf8).write(to: path)
    let outcome = try tool.run("info", "Card.caml")
    #expect(outcome.text.contains("position = (12.3457 0.123457)"), "\(outcome.text)")
    #expect(outcome.text.contains("opacity = 0.333333;"), "\(outcome.text)")
    #expect(outcome.text.contains("filters = [soft, CISepiaTone]"), "\(outcome.text)")
    #expect(outcome.text.contains("(-0.866025 0.5; -0.5 -0.866025; 0 0)"), "\(outcome.text)")
    let clock = try tool.run("info", Example.path("Clock"))
    #expect(clock.text.contains("transform = (0 -1; 1 0; 96 0)"))
    #expect(clock.text.firstMatch(of: /[0-9]e-[0-9]|\.[0-9]{9}/) == nil)
  }

  @Test func infoPrintsMatricesByTheirNumbers() throws {
    let tool = try Tool()
    try write(tool, "")
    let path = tool.folder.appendingPathComponent("Card.caml")
    let text = try String(contentsOf: path, encoding: .utf8)
      .replacing("position=\"32 32\" background", with: "transform=\"scale(0.1, 2)\" background")
    try Data(text.utf8).write(to: path)
    let outcome = try tool.run("info", "Card.caml")
    #expect(outcome.text.contains("transform = (0.1 0; 0 2; 0 0)"), "\(outcome.text)")
  }
}
