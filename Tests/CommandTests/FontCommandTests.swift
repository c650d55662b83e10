// quartz and the fonts of text: folders alone, what is said, captures without any.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzText
import Testing

@Suite struct FontCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    let caml = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer bounds="0 0 60 24" position="30 12"><sublayers>
          <CATextLayer bounds="0 0 60 24" position="30 12" fontSize="20" string="aglQ"
            font="Aardvark Sans" foregroundColor="1 0 0"/>
        </sublayers></CALayer>
      </caml>
      """
    try write(Data(caml.utf8), "a.ca/main.caml")
  }

  private func write(_ bytes: Data, _ name: String) throws {
    let file = tool.folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try bytes.write(to: file)
  }

  private func addFont(_ name: String, to folder: String) throws {
    let font = try #require(FontCollection.system.font(shownFor: name))
    try write(try Data(contentsOf: URL(fileURLWithPath: font.file)), "\(folder)/\(name).ttf")
  }

  private func environment(_ changes: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment.merging(changes) { $1 }
  }

  @Test func folderOfFontsIsTheOnlyOne() throws {
    try addFont("LiberationSerif", to: "serif")
    let plain = try tool.run("render", "a.ca", "-o", "plain.png")
    #expect(plain.status == 0)
    let line =
      "CoreText: there is no font of the family \"Aardvark Sans\" in the fonts of this machine"
    #expect(plain.errorLines.filter { $0.hasPrefix(line) }.count == 1)
    let option = try tool.run("render", "a.ca", "-o", "option.png", "--fonts", "serif")
    #expect(option.status == 0 && option.error.contains("is shown in \"Liberation Serif\""))
    #expect(try tool.bytes("option.png") != tool.bytes("plain.png"))
    // The machine's fonts do not count: here it has none.
    try write(Data("<fontconfig></fontconfig>".utf8), "none.conf")
    let bare = try tool.run(
      ["render", "a.ca", "-o", "bare.png"],
      environment: environment([
        "QUARTZ_FONTS": tool.path("serif"), "FONTCONFIG_FILE": tool.path("none.conf"),
      ])
    )
    #expect(bare.status == 0)
    #expect(try tool.bytes("bare.png") == tool.bytes("option.png"))
    // A package's own fonts come before the option's.
    try addFont("LiberationMono", to: "mono")
    try addFont("LiberationSerif", to: "a.ca/fonts")
    #expect(try tool.run("render", "a.ca", "-o", "own.png", "--fonts", "mono").status == 0)
    #expect(try tool.bytes("own.png") == tool.bytes("option.png"))
  }

  @Test func foldersThatGiveNoFontsEndTheCommand() throws {
    try write(Data("no font".utf8), "broken/bad.ttf")
    try write(Data(), "empty/readme")
    for (folder, message) in [
      ("none", "none: no such folder of fonts"),
      ("empty", "empty: the folder has no font that can be drawn"),
      ("empty/readme", "empty/readme: not a folder of fonts"),
      ("broken", "broken/bad.ttf: the file is damaged or no font"),
    ] {
      for command in [["render", "a.ca", "-o", "x.png"], ["info"], ["view", "a.ca"]] {
        let found = try tool.run(command + ["--fonts", folder])
        #expect(found.status == 1 && found.errorLines.count == 1, "\(command): \(found.error)")
        #expect(found.error.hasPrefix("quartz: ") && found.error.hasSuffix("\(message)\n"))
      }
      let named = try tool.run(
        ["render", "a.ca", "-o", "x.png"],
        environment: environment(["QUARTZ_FONTS": folder])
      )
      #expect(named.status == 1 && named.error.hasSuffix("\(message)\n"))
    }
    #expect(try !tool.files.contains("x.png"))
  }

  @Test func infoSaysWhichFontsThereAre() throws {
    let machine = try tool.run("info").text
    #expect(machine.contains("Fonts: the fonts of this machine, "))
    #expect(machine.contains("Helvetica: LiberationSans ("))
    try addFont("LiberationSerif", to: "serif")
    let folder = try tool.run("info", "--fonts", "serif").text
    #expect(
      folder.contains("serif alone, 1 in 1 families")
        && folder.contains("Helvetica: LiberationSerif (")
    )
    try addFont("LiberationMono", to: "a.ca/fonts")
    #expect(try tool.run("info", "a.ca").text.contains("fonts 1 in 1 families: Liberation Mono"))
  }

  /// Text is pixels before it is sent, so a capture needs no fonts.
  @Test func capturesOfTextNeedNoFonts() throws {
    let server = try Tool("quartzd")
    let socket = server.path("s")
    let process = try server.process(["--socket", socket, "--renderer", "software"])
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    while process.isRunning,
      !String(decoding: try server.bytes(".output"), as: UTF8.self).contains("ready")
    {
      sched_yield()
    }
    let drawn = try tool.run(
      ["render", "a.ca", "-o", "drawn.png", "--server", socket],
      environment: environment(["QUARTZ_CAPTURE": tool.path("text.capture")])
    )
    #expect(drawn.status == 0, "\(drawn.error)")
    try write(Data("<fontconfig></fontconfig>".utf8), "none.conf")
    let replayed = try tool.run(
      ["replay", "text.capture", "-o", "replayed.png"],
      environment: environment(["FONTCONFIG_FILE": tool.path("none.conf")])
    )
    #expect(replayed.status == 0 && replayed.error.isEmpty, "\(replayed.error)")
    #expect(try tool.bytes("replayed.png") == tool.bytes("drawn.png"))
    // The picture has text: without fonts it is another one.
    let bare = try tool.run(
      ["render", "a.ca", "-o", "bare.png"],
      environment: environment(["FONTCONFIG_FILE": tool.path("none.conf")])
    )
    #expect(bare.status == 0 && bare.error.contains("there is no font"))
    #expect(try tool.bytes("bare.png") != tool.bytes("drawn.png"))
  }
}
