// quartz view, as a user runs it: on a display without a monitor.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing
import VirtualScreen

/// quartz view, running on a display of its own.
final class ShownFile {
  let screen: VirtualScreen
  let tool: Tool
  let process: Process
  var window: VirtualScreen.Window

  convenience init(_ arguments: String...) throws {
    try self.init(try Tool(), arguments)
  }

  /// - Parameter environment: Variables beyond those of the display.
  init(_ tool: Tool, _ arguments: [String], environment: [String: String] = [:]) throws {
    screen = try VirtualScreen()
    self.tool = tool
    process = try tool.process(["view", "--renderer", "software"] + arguments)
    process.environment = screen.environment.merging(environment) { $1 }
    try process.run()
    window = try screen.window(of: process)
  }

  deinit {
    // Threads of tests may have other signals blocked, and programs inherit that.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Waits until the window shows what `quartz render` draws, byte for byte.
  func expectPixels(of arguments: String...) throws {
    let want = try rendered(arguments)
    var found: VirtualScreen.Window?
    try VirtualScreen.wait(for: "the picture of \(arguments.joined(separator: " "))") {
      let now = try screen.refreshed(window)
      guard now.width * now.height * 4 == want.count else { return false }
      found = now
      return try screen.pixels(of: now) == want
    }
    if let found { window = found }
  }

  private func rendered(_ arguments: [String]) throws -> [UInt8] {
    let outcome = try Tool().runForPicture(
      ["render", "--renderer", "software", "--background", "#000000"] + arguments
    )
    return try PNGFile(outcome).image().pixelStorage.withBytes { Array($0) }
  }

  func expectTitle(_ title: String) throws {
    try VirtualScreen.wait(for: "the title \(title)") { try screen.title(of: window) == title }
  }

  /// Waits for the end of the program.
  func outcome() throws -> Outcome {
    try VirtualScreen.wait(for: "the end of quartz view") { !process.isRunning }
    return Outcome(
      status: process.terminationStatus,
      output: try tool.bytes(".output"),
      error: String(decoding: try tool.bytes(".error"), as: UTF8.self)
    )
  }
}

extension Tool {
  /// The picture that a command writes.
  fileprivate func runForPicture(_ arguments: [String]) throws -> Data {
    let outcome = try run(arguments + ["-o", "picture.png"])
    try #require(outcome.status == 0, "\(outcome.error)")
    return try bytes("picture.png")
  }
}

@Suite(
  "quartz view",
  .enabled(if: VirtualScreen.isAvailable, Comment(rawValue: VirtualScreen.comment)),
  .serialized
) struct ViewCommandTests {
  private let clock = Example.path("Clock")

  @Test("The window has the pixels of quartz render", arguments: ["Clock", "Cards", "Player"])
  func pixels(_ name: String) throws {
    let shown = try ShownFile(Example.path(name), "--paused", "--time", "0.5")
    try shown.expectPixels(of: Example.path(name), "--time", "0.5")
    try shown.expectTitle("\(name).ca - paused at 0.5 s")
  }

  @Test func spacePausesAndEscapeCloses() throws {
    let shown = try ShownFile(clock)
    try shown.expectTitle("Clock.ca")
    try shown.screen.press("space")
    try VirtualScreen.wait(for: "a pause") {
      try shown.screen.title(of: shown.window).contains("paused at")
    }
    try shown.screen.press("space")
    try shown.expectTitle("Clock.ca")
    try shown.screen.press("Escape")
    let outcome = try shown.outcome()
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
  }

  @Test func arrowsStep() throws {
    let shown = try ShownFile(clock, "--paused")
    try shown.screen.press("Right", "shift+Right")
    try shown.expectTitle("Clock.ca - paused at 1.017 s")
    try shown.expectPixels(of: clock, "--time", "\(1.0 / 60 + 1)")
    try shown.screen.press("shift+Left", "Left", "Left")
    try shown.expectTitle("Clock.ca - paused at 0.0 s")
    try shown.expectPixels(of: clock, "--time", "0")
  }

  @Test func digitsChooseStates() throws {
    let lamp = Example.path("Lamp")
    let shown = try ShownFile(lamp, "--paused")
    try shown.screen.press("1")
    try shown.expectTitle("Lamp.ca - off - paused at 0.0 s")
    try shown.screen.press("2")
    try shown.expectTitle("Lamp.ca - on - paused at 0.0 s")
    // The change begins at the time that is shown, and its animations run from there.
    for _ in 0..<5 { try shown.screen.press("shift+Right") }
    try shown.expectPixels(of: lamp, "--state", "on", "--from", "off", "--time", "5")
    try shown.screen.press("r", "0")
    try shown.expectTitle("Lamp.ca - paused at 0.0 s")
  }

  @Test func plusAndEdgesScale() throws {
    let shown = try ShownFile(clock, "--paused")
    try shown.screen.press("plus")
    try shown.expectPixels(of: clock, "--time", "0", "--scale", "1.5")
    try shown.screen.press("minus", "minus")
    try shown.expectPixels(of: clock, "--time", "0", "--scale", "0.75")
    // The canvas has 320 x 320 points.
    try shown.screen.resize(shown.window, width: 600, height: 400)
    try shown.expectPixels(of: clock, "--time", "0", "--size", "600x400", "--scale", "1.25")
  }

  @Test func stripMovesTheTime() throws {
    let shown = try ShownFile(clock, "--paused")
    try shown.expectPixels(of: clock, "--time", "0")
    // The strip has 320 pixels, from 0 to 10 s.
    try shown.screen.movePointer(to: 319, 310, in: shown.window)
    try shown.screen.tool("mousedown", "1")
    try shown.expectTitle("Clock.ca - paused at 10.0 s")
    try shown.screen.movePointer(to: 0, 100, in: shown.window)
    try shown.expectTitle("Clock.ca - paused at 0.0 s")
    try shown.screen.tool("mouseup", "1")
    // The strip goes away with the pointer.
    try shown.expectPixels(of: clock, "--time", "0")
  }

  @Test func savedFileIsShownAtItsTime() throws {
    let tool = try Tool()
    let path = tool.path("Scene.ca")
    try FileManager.default.copyItem(atPath: Example.path("Loader"), toPath: path)
    let shown = try ShownFile(path, "--paused", "--time", "0.7")
    try shown.expectPixels(of: path, "--time", "0.7")
    // A file that cannot be read is reported, and the window keeps its picture.
    let caml = path + "/main.caml"
    let text = try String(contentsOfFile: caml, encoding: .utf8)
    try "<caml".write(toFile: caml, atomically: true, encoding: .utf8)
    try VirtualScreen.wait(for: "a report") { try shown.tool.bytes(".error").count > 0 }
    try text.replacing(
      "<sublayers>",
      with: "<sublayers><CALayer frame=\"0 0 50 50\" backgroundColor=\"1 0 0\"/>"
    )
    .write(toFile: caml, atomically: true, encoding: .utf8)
    try shown.expectPixels(of: path, "--time", "0.7")
    try shown.expectTitle("Scene.ca - paused at 0.7 s")
    try shown.screen.close(shown.window)
    #expect(try shown.outcome().status == 0)
  }

  /// The display keeps nothing of a window that is hidden.
  @Test func hiddenWindowIsDrawnWhenItIsBack() throws {
    let shown = try ShownFile(clock, "--paused", "--time", "0.5")
    try shown.expectPixels(of: clock, "--time", "0.5")
    try shown.screen.tool("windowunmap", "--sync", shown.window.number)
    try shown.screen.tool("windowmap", "--sync", shown.window.number)
    try shown.expectPixels(of: clock, "--time", "0.5")
    try shown.screen.press("Right")
    try shown.expectPixels(of: clock, "--time", "\(0.5 + 1.0 / 60)")
  }

  @Test func windowDestroyedByAnotherProgramIsClosed() throws {
    let shown = try ShownFile(clock)
    // The next picture finds no window, which Xlib by itself answers with the end of the program.
    try shown.screen.tool("windowclose", shown.window.number)
    let outcome = try shown.outcome()
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
  }

  @Test func endOfTheDisplayEndsTheProgram() throws {
    let shown = try ShownFile(clock)
    shown.screen.end()
    let outcome = try shown.outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errorLines == ["quartz: the display is gone, and its windows with it"])
  }

  @Test func missingDisplayIsAnError() throws {
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = ":65535"
    environment["WAYLAND_DISPLAY"] = nil
    environment["SDL_VIDEODRIVER"] = "x11"
    let outcome = try Tool().run(["view", clock], environment: environment)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.hasPrefix("quartz: no display for windows"))
  }

  @Test func badArgumentsAreErrors() throws {
    for arguments in [
      ["--scale", "0"], ["--scale", "nan"], ["--time", "inf"], ["--background", "0,0,0,0.5"],
    ] {
      #expect(try Tool().run(["view", clock] + arguments).status == 2)
    }
    #expect(try Tool().run(["view", "missing.ca"]).status == 1)
  }
}
