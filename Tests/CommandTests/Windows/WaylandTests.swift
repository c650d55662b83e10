// Windows under Wayland, in a compositor without a monitor.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing
import VirtualScreen

/// A program with a window in a compositor of its own.
private final class WaylandProgram {
  let screen: WaylandScreen
  let tool: Tool
  let process: Process
  private let input = Pipe()

  init(_ name: String, _ arguments: [String] = [], on screen: WaylandScreen) throws {
    self.screen = screen
    tool = try Tool(name)
    process = try tool.process(arguments)
    process.environment = screen.environment
    process.standardInput = input
    try process.run()
  }

  convenience init(_ name: String, _ arguments: [String] = [], width: Int, height: Int) throws {
    try self.init(name, arguments, on: try WaylandScreen(width: width, height: height))
  }

  /// Tells the program to do something, and waits until that is done.
  func perform(_ command: String) throws {
    input.fileHandleForWriting.write(Data((command + "\n").utf8))
    try expect("done \(command)")
  }

  var errors: String {
    get throws { String(decoding: try tool.bytes(".error"), as: UTF8.self) }
  }

  deinit {
    // Threads of tests may have other signals blocked, and programs inherit that.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Waits until the program has written a line.
  func expect(_ line: String) throws {
    try VirtualScreen.wait(for: line) {
      String(decoding: try tool.bytes(".output"), as: UTF8.self).split(separator: "\n")
        .contains(Substring(line))
    }
  }

  /// Waits until the program has written a line that begins so, and returns it.
  func line(_ start: String) throws -> String {
    var line = ""
    try VirtualScreen.wait(for: start) {
      let output = String(decoding: try tool.bytes(".output"), as: UTF8.self)
      line = output.split(separator: "\n").first { $0.hasPrefix(start) }.map(String.init) ?? ""
      return !line.isEmpty
    }
    return line
  }

  /// Waits until a pixel has a colour.
  func expect(_ color: [UInt8], at x: Int, _ y: Int) throws {
    try VirtualScreen.wait(for: "\(color) at \(x), \(y)") {
      try screen.pixels(x: x, y: y, width: 1, height: 1) == color + [255]
    }
  }

  func status() throws -> Int32 {
    try VirtualScreen.wait(for: "the end of the program") { !process.isRunning }
    return process.terminationStatus
  }
}

@Suite(
  "Windows under Wayland",
  .enabled(if: WaylandScreen.isAvailable, Comment(rawValue: WaylandScreen.comment)),
  .serialized
) struct WaylandTests {
  /// A server's windows: pictures that OpenGL ES draws come to them without a copy in memory,
  /// others are copied; input comes to the program.
  @Test(arguments: ["software", "gles"])
  func serverShowsAContext(renderer: String) throws {
    let screen = try WaylandScreen(width: 200, height: 128)
    let folder = try Tool()
    let socket = folder.path("s")
    let server = try WaylandProgram(
      "quartzd",
      [
        "--socket", socket, "--renderer", renderer, "--log-level", "info", "--output", "window",
      ],
      on: screen
    )
    let ready = try server.line("quartzd ready")
    if renderer == "gles" { #expect(ready.contains("EGL platform wayland")) }
    let (red, blue, black): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0], [0, 0, 255], [0, 0, 0])
    for round in 0..<2 {
      let program = try WaylandProgram("server-window", [socket, "--served"], on: screen)
      try program.expect("shown")
      // The compositor's only window is as large as it; the picture is in its middle.
      try server.expect(red, at: 50, 70)
      try server.expect(blue, at: 150, 40)
      try server.expect(black, at: 50, 5)
      try program.perform("half")
      try server.expect(black, at: 50, 90)
      try server.expect(red, at: 50, 40)
      try screen.movePointer(to: 150, 64 + round)
      try screen.tool("click", "1")
      try program.expect("down 1 150.0 \(50 + round).0")
      kill(program.process.processIdentifier, SIGKILL)
      program.process.waitUntilExit()
      try VirtualScreen.wait(for: "a line in the log") {
        try server.errors.components(separatedBy: " bytes copied").count == round + 2
      }
    }
    let errors = try server.errors
    let count = errors.components(separatedBy: " pictures, 0 bytes copied").count - 1
    #expect(count == (renderer == "gles" ? 2 : 0), "\(errors)")
    #expect(server.process.isRunning)
    kill(server.process.processIdentifier, SIGTERM)
    #expect(try server.status() == 0)
    #expect(try !server.errors.contains("ends without waiting"))
  }

  /// The compositor's end is the end of the server's windows, and of nothing else.
  @Test func serverSurvivesItsCompositor() throws {
    let screen = try WaylandScreen(width: 200, height: 128)
    let folder = try Tool()
    let socket = folder.path("s")
    let server = try WaylandProgram(
      "quartzd",
      ["--socket", socket, "--renderer", "gles", "--output", "window"],
      on: screen
    )
    _ = try server.line("quartzd ready")
    let program = try WaylandProgram("server-window", [socket], on: screen)
    try program.expect("shown")
    try server.expect([255, 0, 0], at: 50, 70)
    screen.end()
    try VirtualScreen.wait(for: "a line in the log") {
      try server.errors.contains("the display is gone, and its windows with it")
    }
    try program.perform("green")
    try program.perform("frame")
    kill(server.process.processIdentifier, SIGTERM)
    #expect(try server.status() == 0)
  }

  /// The pixels that `quartz render` draws of a package of 320 x 320 points.
  private func rendered(_ path: String) throws -> [UInt8] {
    let tool = try Tool()
    let outcome = try tool.run(
      "render",
      "--renderer",
      "software",
      "--background",
      "#000000",
      path,
      "--time",
      "0.5",
      "--size",
      "320x320",
      "-o",
      "picture.png"
    )
    try #require(outcome.status == 0, "\(outcome.error)")
    return try PNGFile(try tool.bytes("picture.png")).image().pixelStorage.withBytes { Array($0) }
  }

  /// quartz view with a package, paused, once it shows it.
  private func view(_ path: String) throws -> WaylandProgram {
    let want = try rendered(path)
    let shown = try WaylandProgram(
      "quartz",
      ["view", "--renderer", "software", path, "--paused", "--time", "0.5"],
      width: 320,
      height: 320
    )
    // Weston draws the pointer, also before it was moved. The last rows, where it is, are left out.
    try shown.screen.movePointer(to: 316, 316)
    let (rows, rowBytes) = (280, 320 * 4)
    try VirtualScreen.wait(for: "the picture of \(path)") {
      try shown.screen.pixels(x: 0, y: 0, width: 320, height: rows)[...]
        == want[..<(rows * rowBytes)]
    }
    return shown
  }

  @Test func windowHasThePixelsOfQuartzRender() throws {
    let shown = try view(Example.path("Clock"))
    #expect(shown.process.isRunning)
  }

  @Test func touchesWheelAndKeysReachViews() throws {
    let shown = try WaylandProgram("uikit-window", width: 300, height: 150)
    try shown.expect("shown")
    try shown.expect([255, 0, 0], at: 50, 90)
    // Views follow the size that the compositor gives the window.
    try shown.expect([0, 0, 255], at: 290, 50)
    let screen = shown.screen
    try screen.movePointer(to: 40, 30)
    try screen.tool("mousedown", "1")
    try shown.expect("began 40.0 30.0")
    try screen.movePointer(to: 60, 35)
    try shown.expect("moved 60.0 35.0")
    try screen.tool("mouseup", "1")
    try shown.expect("ended 60.0 35.0")
    try screen.tool("key", "a", "shift+b", "Left")
    try shown.expect("key a")
    try shown.expect("key B")
    try shown.expect("key UIKeyInputLeftArrow")
    try screen.movePointer(to: 150, 50)
    try screen.tool("click", "5")
    try shown.expect("scrolled 30.0")
  }

  @Test func programHearsOfTheEndOfTheCompositor() throws {
    let shown = try WaylandProgram("uikit-window", width: 200, height: 150)
    try shown.expect("shown")
    try shown.expect([255, 0, 0], at: 50, 50)
    shown.screen.end()
    try shown.expect("closed displayLost")
    #expect(try shown.status() == 3)
  }

  @Test func endOfTheCompositorEndsQuartzView() throws {
    let shown = try view(Example.path("Clock"))
    shown.screen.end()
    #expect(try shown.status() == 1)
    let error = String(decoding: try shown.tool.bytes(".error"), as: UTF8.self)
    #expect(error.hasSuffix("quartz: the display is gone, and its windows with it\n"))
  }
}
