// Windows of programs: pictures, input and endings, on a display without a monitor.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing
import VirtualScreen

/// A program with a window, running on a display of its own.
private final class ShownProgram {
  let screen: VirtualScreen
  let tool: Tool
  let process: Process
  let window: VirtualScreen.Window

  init(_ name: String) throws {
    screen = try VirtualScreen()
    tool = try Tool(name)
    process = try tool.process([tool.path("free")])
    process.environment = screen.environment
    try process.run()
    window = try screen.window(of: process)
    try expect("shown")
  }

  deinit {
    // Threads of tests may have other signals blocked, and programs inherit that.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  var lines: [String] {
    get throws {
      String(decoding: try tool.bytes(".output"), as: UTF8.self).split(separator: "\n").map(
        String.init
      )
    }
  }

  /// Waits until the program has written a line.
  func expect(_ line: String) throws {
    do {
      try VirtualScreen.wait(for: line) { try lines.contains(line) }
    } catch {
      Issue.record("no \(line) among \(try lines)")
      throw error
    }
  }

  /// Waits until a pixel of the window has a colour.
  func expect(_ color: [UInt8], at x: Int, _ y: Int) throws {
    try VirtualScreen.wait(for: "\(color) at \(x), \(y)") {
      let now = try screen.refreshed(window)
      guard x < now.width, y < now.height else { return false }
      return try screen.pixels(x: now.x + x, y: now.y + y, width: 1, height: 1) == color + [255]
    }
  }

  func status() throws -> Int32 {
    try VirtualScreen.wait(for: "the end of the program") { !process.isRunning }
    return process.terminationStatus
  }
}

@Suite(
  "Windows of programs",
  .enabled(if: VirtualScreen.isAvailable, Comment(rawValue: VirtualScreen.comment)),
  .serialized
) struct WindowTests {
  @Test func touchesWheelAndKeysReachViews() throws {
    let shown = try ShownProgram("uikit-window")
    let (screen, window) = (shown.screen, shown.window)
    #expect(window.width == 200 && window.height == 100)
    #expect(try screen.title(of: window) == "UIKit's window")
    try shown.expect([255, 0, 0], at: 50, 50)
    try shown.expect([0, 0, 255], at: 150, 50)
    try screen.movePointer(to: 40, 30, in: window)
    try screen.tool("mousedown", "1")
    try shown.expect("began 40.0 30.0")
    try screen.movePointer(to: 60, 35, in: window)
    try shown.expect("moved 60.0 35.0")
    try screen.tool("mouseup", "1")
    try shown.expect("ended 60.0 35.0")
    try screen.press("a", "shift+b", "Left")
    try shown.expect("key a")
    try shown.expect("key B")
    try shown.expect("key UIKeyInputLeftArrow")
    // A notch of the wheel is 30 points.
    try screen.movePointer(to: 150, 50, in: window)
    try screen.tool("click", "5")
    try shown.expect("scrolled 30.0")
    // Views follow the width that the user gives the window.
    try screen.resize(window, width: 300, height: 100)
    try shown.expect([0, 0, 255], at: 290, 50)
    try shown.expect([255, 0, 0], at: 50, 50)
    try screen.close(window)
    try shown.expect("closed user")
    #expect(try shown.status() == 0)
  }

  @Test func mouseAndKeysReachResponders() throws {
    let shown = try ShownProgram("appkit-window")
    let (screen, window) = (shown.screen, shown.window)
    #expect(try screen.title(of: window) == "AppKit's window")
    try screen.movePointer(to: 40, 30, in: window)
    try screen.tool("mousedown", "1")
    try shown.expect("down 40.0 70.0 1")
    try screen.movePointer(to: 50, 20, in: window)
    try shown.expect("dragged 50.0 80.0 1")
    try screen.tool("mouseup", "1")
    try shown.expect("up 50.0 80.0 1")
    try screen.tool("click", "3")
    try shown.expect("right 50.0 80.0 1")
    try screen.tool("click", "4")
    try shown.expect("wheel 0.0 10.0")
    try screen.press("Right")
    try shown.expect("key \u{F703} 124")
    try screen.press("c")
    try shown.expect("closed program")
    #expect(try shown.status() == 0)
  }

  @Test func animationsRunWhileTheProgramIsBusy() throws {
    let shown = try ShownProgram("appkit-window")
    try shown.expect([255, 0, 0], at: 195, 95)
    try shown.screen.press("a")
    try shown.expect("key a 0")
    // The end of the bar gets there, though the program hears nothing before the file is there.
    try shown.expect([0, 255, 0], at: 195, 95)
    #expect(try !shown.lines.contains("free"))
    try Data().write(to: URL(fileURLWithPath: shown.tool.path("free")))
    try shown.expect("free")
  }

  @Test func programHearsOfTheEndOfTheDisplay() throws {
    let shown = try ShownProgram("uikit-window")
    shown.screen.end()
    try shown.expect("closed displayLost")
    #expect(try shown.status() == 3)
  }

  @Test func missingDisplayIsAnError() throws {
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = ":65535"
    environment["WAYLAND_DISPLAY"] = nil
    environment["SDL_VIDEODRIVER"] = "x11"
    let outcome = try Tool("uikit-window").run([], environment: environment)
    #expect(outcome.status == 2)
    #expect(outcome.text.hasPrefix("no display for windows"))
  }
}
