// quartz render and list: states, wallpapers, archives.
// Licensed under the MIT license; see LICENSE.

import Foundation
import ImageIO
import QuartzTesting
import Testing

@Suite struct SceneCommandTests {
  private static func package(_ name: String, file: String = #filePath) -> String {
    URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("QuartzArchiveTests/Packages/\(name)").path
  }

  private static let wall = package("8.Wall-390w-844h@3x~iphone.wallpaper")

  private func pixel(_ tool: Tool, _ x: Int, _ y: Int) throws -> [UInt8] {
    let source = try #require(CGImageSourceCreateWithData(try tool.bytes("a.png"), nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    return image.pixelStorage.withBytes { bytes in
      (0..<4).map { bytes[y * image.pixelStorage.rowBytes + x * 4 + $0] }
    }
  }

  private func render(_ tool: Tool, _ package: String, _ options: [String]) throws -> Outcome {
    try tool.run(["render", package, "-o", "a.png", "--renderer", "software"] + options)
  }

  @Test(
    arguments: [
      (["--state", "on"], 80, [0, 0, 255, 255]),
      (["--state", "big"], 62, [0, 0, 255, 255]),
      (["--from", "base", "--state", "on", "--time", "0.25"], 35, [0, 0, 255, 255]),
      (["--from", "off", "--state", "big"], 80, [0, 0, 255, 255]),
      (["--from", "on", "--state", "off", "--time", "0.1"], 59, [255, 0, 0, 255]),
      (["--blend", "off:on:0.5"], 50, [128, 0, 128, 255]),
      (["--state", "base"], 20, [255, 0, 0, 255]),
    ] as [([String], Int, [UInt8])]
  )
  func states(options: [String], x: Int, color: [UInt8]) throws {
    let tool = try Tool()
    let outcome = try render(tool, Self.package("Switch.ca"), options)
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try pixel(tool, x, 50) == color)
  }

  /// Both renderers draw the acceptance packages alike.
  @Test(
    arguments: [
      (package("Plates.ca"), []), (package("Clockwork.ca"), ["--time", "0.75"]),
      (package("Stickers.ca"), []), (package("LightGroup.ca"), []), (package("LightHole.ca"), []),
      (package("DepthDoor.ca"), []), (package("DepthOrder.ca"), []),
      (package("Switch.ca"), ["--from", "on", "--state", "off", "--time", "0.2"]),
      (wall, ["--state", "lock"]), (Example.path("Lamp"), ["--state", "dim"]),
      (Example.path("Tiles"), ["--time", "0.95"]),
    ] as [(String, [String])]
  )
  func renderersAgree(path: String, options: [String]) throws {
    let tool = try Tool()
    for renderer in ["software", "gles"] {
      let outcome = try tool.run(
        ["render", path, "-o", "\(renderer).png", "--renderer", renderer] + options
      )
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    let outcome = try tool.run("diff", "software.png", "gles.png", "--tolerance", "2")
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test func planesApart() throws {
    let tool = try Tool()
    let outcome = try tool.run(
      "render",
      Self.wall,
      "-o",
      "a-{plane}.png",
      "--scale",
      "0.5",
      "--state",
      "lock"
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try tool.files == ["a-background.png", "a-floating.png", "a-foreground.png"])
  }

  @Test func strictly() throws {
    let tool = try Tool()
    for name in ["LightBlur.ca", "Plates.ca"] {
      #expect(try render(tool, Self.package(name), ["--strict"]).status == 0)
    }
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 9 9">
      <filters><CAFilter filter="noSuchFilter"/></filters></CALayer></caml>
      """
    let file = tool.path("unknown.caml")
    try Data(document.utf8).write(to: URL(fileURLWithPath: file))
    let outcome = try render(tool, file, ["--strict"])
    #expect(outcome.status == 1 && outcome.error.contains("noSuchFilter"), "\(outcome.error)")
  }

  @Test func unknownState() throws {
    let tool = try Tool()
    let outcome = try render(tool, Self.package("Switch.ca"), ["--state", "loud"])
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(outcome.error.contains("there is no state loud; it has off, on, big"))
    #expect(try tool.files.isEmpty)
  }

  /// The usual words for a state, whatever the wallpaper calls it.
  @Test(arguments: [
    (["--state", "lock"], 144), (["--state", "Locked"], 144), (["--state", "home"], 744),
    (["--state", "unlock"], 744), (["--state", "lock", "--appearance", "dark"], 144),
  ])
  func wallpaperStates(options: [String], y: Int) throws {
    let tool = try Tool()
    let outcome = try render(tool, Self.wall, options)
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(try pixel(tool, 195, y) == [0, 0, 255, 255])
    #expect(try pixel(tool, 5, 5) == [128, 128, 128, 255])
  }

  @Test func planesAndSize() throws {
    let tool = try Tool()
    _ = try render(tool, Self.wall, ["--planes", "background,floating,foreground"])
    #expect(try pixel(tool, 195, 422) == [0, 255, 0, 255])
    _ = try render(tool, Self.wall, ["--planes", "floating"])
    #expect(try pixel(tool, 5, 5) == [0, 0, 0, 0])
    let outcome = try render(tool, Self.wall, ["--state", "Locked", "--size", "430x932"])
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(try pixel(tool, 215, 159) == [0, 0, 255, 255])
    #expect(try render(tool, Self.wall, ["--planes", "whole"]).status == 1)
    let none = try render(tool, Self.wall, ["--wallpaper", "2"])
    #expect(none.status == 1 && none.error.contains("no wallpaper 2"))
  }

  /// Light and dark, portrait and landscape: names as tablets have them.
  @Test func appearances() throws {
    let tool = try Tool()
    let folder = tool.folder.appendingPathComponent("Pad.ca")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let states = [
      ("Lock PortraitUp Light", "1 1 0"), ("Lock PortraitUp Dark", "0 0 1"),
      ("Lock LandscapeLeft Dark", "0 1 0"),
    ].map { name, color in
      """
      <LKState name="\(name)"><elements><LKStateSetValue targetId="root" keyPath="backgroundColor">
      <value type="CGColor" value="\(color)"/></LKStateSetValue></elements></LKState>
      """
    }
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer id="root" bounds="0 0 8 8" position="4 4"><states>\(states.joined())</states></CALayer>
      </caml>
      """
    try Data(document.utf8).write(to: folder.appendingPathComponent("main.caml"))
    for (options, color) in [
      (["--state", "lock"], [255, 255, 0, 255]),
      (["--state", "lock", "--appearance", "dark"], [0, 0, 255, 255]),
      (["--state", "Lock LandscapeLeft Dark"], [0, 255, 0, 255]),
    ] as [([String], [UInt8])] {
      #expect(try render(tool, "Pad.ca", options).status == 0)
      #expect(try pixel(tool, 4, 4) == color, "\(options)")
    }
  }

  @Test func list() throws {
    let tool = try Tool()
    let text = try tool.run("list", Self.wall)
    #expect(text.status == 0 && text.error.isEmpty)
    #expect(text.text.hasPrefix("1  wallpaper Wall, 390 x 844 @3x\n"))
    #expect(text.text.contains("states: Locked, Unlock, Sleep"))
    let json = try tool.run("list", "--json", Self.wall)
    let items = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]]
    )
    #expect(items.count == 1 && items[0]["states"] as? [String] == ["Locked", "Unlock", "Sleep"])
    let planes = try #require(items[0]["planes"] as? [[String: Any]])
    #expect(planes.map { $0["plane"] as? String } == ["background", "foreground", "floating"])
    let example = try tool.run("list", Example.path("Tiles"))
    #expect(example.text.contains("loop 0...4 s"))
  }

  @Test func wallpaperIsWrittenAnew() throws {
    let tool = try Tool()
    #expect(try tool.run("convert", Self.wall, "b.wallpaper").status == 0)
    _ = try render(tool, Self.wall, ["--state", "lock"])
    let picture = try tool.bytes("a.png")
    _ = try render(tool, "b.wallpaper", ["--state", "lock"])
    #expect(try tool.bytes("a.png") == picture)
    let archive = try tool.run("convert", Self.wall, "b.caar")
    #expect(archive.status == 1 && archive.error.contains("keyed archive"))
  }

  @Test(arguments: ["Lamp", "Tiles"]) func examples(name: String) throws {
    let tool = try Tool()
    let outcome = try render(tool, Example.path(name), ["--time", "1.1"])
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
  }

  /// The hostile set: each ends soon with one line that names the reason.
  @Test(arguments: [
    (package("Bomb.zip"), "limit: at most 200 bytes unpacked for each byte"),
    (package("Plates.ca/index.xml"), "not a zip"), ("/dev/null", "not a regular file"),
  ])
  func hostile(path: String, words: String) throws {
    let tool = try Tool()
    let outcome = try render(tool, path, [])
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    #expect(outcome.error.contains(words), "\(outcome.error)")
  }
}
