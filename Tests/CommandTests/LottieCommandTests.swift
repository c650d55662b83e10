// quartz render, info and convert of Lottie animations.
// Licensed under the MIT license; see LICENSE.

import Foundation
import ImageIO
import QuartzTesting
import Testing

@Suite struct LottieCommandTests {
  /// A bar of 20 pixels that goes from x = 0 to x = 100 in one second.
  private func tool() throws -> Tool {
    let tool = try Tool()
    let json = """
      {"v":"5.7.1","fr":10,"ip":0,"op":10,"w":100,"h":60,"nm":"Bar","layers":[{"ty":4,"nm":"L",
      "ip":0,"op":10,"ks":{"p":{"a":1,"k":[{"t":0,"s":[0,30],"o":{"x":0,"y":0},
      "i":{"x":1,"y":1}},{"t":10,"s":[100,30]}]}},"shapes":[{"ty":"rc","p":{"k":[0,0]},
      "s":{"k":[20,20]},"r":{"k":0}},{"ty":"fl","nm":"Fill","c":{"k":[1,0,0]},"o":{"k":100}}]}],
      "markers":[{"cm":"end","tm":6,"dr":4}]}
      """
    try Data(json.utf8).write(to: tool.folder.appendingPathComponent("bar.json"))
    return tool
  }

  private func pixel(_ tool: Tool, _ file: String, _ x: Int, _ y: Int) throws -> [UInt8] {
    let source = try #require(CGImageSourceCreateWithData(try tool.bytes(file) as CFData, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    return image.pixelStorage.withBytes { bytes in
      (0..<4).map { bytes[y * image.pixelStorage.rowBytes + x * 4 + $0] }
    }
  }

  @Test func aMoment() throws {
    let tool = try tool()
    let outcome = try tool.run("render", "bar.json", "-o", "a.png", "--time", "0.5")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try pixel(tool, "a.png", 50, 30) == [255, 0, 0, 255])
    #expect(try pixel(tool, "a.png", 30, 30) == [0, 0, 0, 0])
  }

  /// A film has the rate and the length of the document, or of a marker.
  @Test(arguments: [([], 10), (["--marker", "end"], 4)] as [([String], Int)])
  func aFilm(_ options: [String], _ count: Int) throws {
    let tool = try tool()
    let outcome = try tool.run(["render", "bar.json", "-o", "a.gif"] + options)
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let source = try #require(CGImageSourceCreateWithData(try tool.bytes("a.gif") as CFData, nil))
    #expect(CGImageSourceGetCount(source) == count)
  }

  @Test func otherColors() throws {
    let tool = try tool()
    let outcome = try tool.run(
      "render",
      "bar.json",
      "-o",
      "a.png",
      "--time",
      "0.5",
      "--set",
      "L.Fill.Color=#00ff00"
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try pixel(tool, "a.png", 50, 30) == [0, 255, 0, 255])
  }

  @Test func errorsAreOneLine() throws {
    let tool = try tool()
    let missing = try tool.run("render", "bar.json", "-o", "a.png", "--marker", "x")
    #expect(missing.status == 1)
    #expect(missing.errorLines == ["quartz: bar.json: there is no marker x; it has end"])
    try Data(#"{"w":1}"#.utf8).write(to: tool.folder.appendingPathComponent("bad.json"))
    let bad = try tool.run("render", "bad.json", "-o", "a.png")
    #expect(bad.status == 1)
    #expect(bad.errorLines == ["quartz: h: is missing"])
  }

  @Test func inWords() throws {
    let outcome = try tool().run("info", "bar.json")
    let lines = outcome.text.split(separator: "\n")
    #expect(outcome.status == 0)
    #expect(
      lines.prefix(4) == [
        "canvas 100.0 x 60.0 points", "10.0 frames, 10.0 a second: 1.0 seconds", "name Bar",
        "marker end: 6.0, 4.0 frames",
      ]
    )
  }

  // MARK: States

  /// Puts the bar into an archive with a machine of states.
  private func archive() throws -> Tool {
    let tool = try tool()
    let folder = tool.folder
    for name in ["a", "s", "t"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name),
        withIntermediateDirectories: false
      )
    }
    try FileManager.default.moveItem(
      at: folder.appendingPathComponent("bar.json"),
      to: folder.appendingPathComponent("a/bar.json")
    )
    let files = [
      "manifest.json": #"{"version":"2","animations":[{"id":"bar"}],"themes":[{"id":"dark"}],"#
        + #""stateMachines":[{"id":"m"}]}"#,
      "t/dark.json": #"{"rules":[]}"#,
      "s/m.json": """
      {"initial":"rest","states":[{"type":"PlaybackState","name":"rest","animation":"bar",
      "transitions":[]},{"type":"PlaybackState","name":"back","autoplay":true,"mode":"Reverse",
      "speed":2,"transitions":[],"entryActions":[{"type":"SetTheme","value":"dark"}]},
      {"type":"PlaybackState","name":"wave","autoplay":true,"loop":true,"mode":"Bounce",
      "segment":"end","transitions":[]},{"type":"PlaybackState","name":"half","transitions":[],
      "entryActions":[{"type":"SetProgress","value":50}]},{"type":"PlaybackState","name":"lost",
      "segment":"none","transitions":[]}]}
      """,
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    let zip = Process()
    zip.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    zip.arguments = ["-m", "zipfile", "-c", "bar.lottie", "manifest.json", "a", "s", "t"]
    zip.currentDirectoryURL = folder
    try zip.run()
    zip.waitUntilExit()
    try #require(zip.terminationStatus == 0)
    return tool
  }

  /// The left edge of the bar.
  private func place(_ tool: Tool, _ file: String) throws -> Int? {
    try (0..<100).first { try pixel(tool, file, $0, 30)[3] > 127 }
  }

  /// A state shows its part, in its direction and at its speed.
  @Test(
    arguments: [
      ("rest", 0.5, 0), ("half", 0, 40), ("back", 0.1, 70), ("wave", 0.2, 70), ("wave", 0.6, 70),
      ("wave", 1.0, 70),
    ] as [(String, Double, Int)]
  )
  func states(_ state: String, _ time: Double, _ expected: Int) throws {
    let tool = try archive()
    let outcome = try tool.run(
      "render",
      "bar.lottie",
      "-o",
      "a.png",
      "--state",
      state,
      "--time",
      "\(time)"
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let place = try #require(try place(tool, "a.png"))
    // Turns come a thousandth of a frame before the end.
    #expect(abs(place - expected) <= 1, "\(place)")
  }

  /// Films of states last until they end or begin anew.
  @Test(arguments: [("back", 5), ("wave", 8), ("rest", 1)])
  func filmsOfStates(_ state: String, _ count: Int) throws {
    let tool = try archive()
    let outcome = try tool.run("render", "bar.lottie", "-o", "a.gif", "--state", state)
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let source = try #require(CGImageSourceCreateWithData(try tool.bytes("a.gif") as CFData, nil))
    #expect(CGImageSourceGetCount(source) == count)
  }

  @Test(
    arguments: [
      (["--state", "x"], 1, "there is no state x; it has rest, back, wave, half, lost"),
      (["--state", "lost"], 1, "there is no marker none; it has end"),
      (["--state", "rest", "--machine", "n"], 1, "s/n.json: it is not in the archive"),
      (["--machine", "m"], 2, "--machine needs --state"),
      (["--state", "rest", "--from", "back"], 2, "--from and --blend are not for Lottie"),
      (["--state", "rest", "--marker", "end"], 2, "--marker and --state exclude one another"),
    ] as [([String], Int32, String)]
  )
  func statesThatAreNotThere(_ options: [String], _ status: Int32, _ message: String) throws {
    let outcome = try archive().run(["render", "bar.lottie", "-o", "a.png"] + options)
    #expect(outcome.status == status)
    #expect(outcome.errorLines.count == 1 && outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func archivesInWords() throws {
    let outcome = try archive().run("info", "bar.lottie")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.contains("animation bar: 100.0 x 60.0 points, 10.0 frames, 10.0 a second"))
    #expect(lines.contains("theme dark"))
    #expect(lines.contains("state machine m: rest, back, wave, half, lost"))
  }

  /// The package that it is converted to shows the same.
  @Test func asAPackage() throws {
    let tool = try tool()
    let converted = try tool.run("convert", "bar.json", "bar.ca")
    #expect(converted.status == 0 && converted.error.isEmpty, "\(converted.error)")
    let outcome = try tool.run("render", "bar.ca", "-o", "a.png", "--time", "0.5")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try pixel(tool, "a.png", 50, 30) == [255, 0, 0, 255])
  }
}
