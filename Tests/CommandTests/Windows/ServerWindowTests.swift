// Contexts that a server draws, in windows: of the program, and of the server.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing
import VirtualScreen

/// A running program with its lines.
private final class WindowProgram {
  let tool: Tool
  let process: Process
  private let input = Pipe()

  init(
    _ name: String,
    _ arguments: [String],
    on screen: VirtualScreen,
    _ environment: [String: String] = [:]
  ) throws {
    tool = try Tool(name)
    process = try tool.process(arguments)
    process.environment = screen.environment.merging(environment) { $1 }
    process.standardInput = input
    try process.run()
  }

  deinit {
    // Threads of tests may have other signals blocked, and programs inherit that.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  var output: String {
    get throws { String(decoding: try tool.bytes(".output"), as: UTF8.self) }
  }
  var errors: String {
    get throws { String(decoding: try tool.bytes(".error"), as: UTF8.self) }
  }

  /// Waits until the program has written a line that begins so.
  func expect(_ line: String) throws {
    try VirtualScreen.wait(for: line) {
      try output.split(separator: "\n").contains { $0.hasPrefix(line) }
    }
  }

  /// Tells the program to do something, and waits until that is done.
  func perform(_ command: String) throws {
    input.fileHandleForWriting.write(Data((command + "\n").utf8))
    try expect("done \(command)")
  }

  /// Ends it, as a crash would.
  func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func status() throws -> Int32 {
    try VirtualScreen.wait(for: "the end of the program") { !process.isRunning }
    return process.terminationStatus
  }
}

@Suite(
  "Contexts of servers in windows",
  .enabled(if: VirtualScreen.isAvailable, Comment(rawValue: VirtualScreen.comment)),
  .serialized
) struct ServerWindowTests {
  private let screen: VirtualScreen
  private let folder: Tool
  private var socket: String { folder.path("s") }

  init() throws {
    screen = try VirtualScreen()
    folder = try Tool()
  }

  private func server(
    _ options: String...,
    renderer: String = "software"
  ) throws -> WindowProgram {
    let server = try WindowProgram(
      "quartzd",
      ["--socket", socket, "--renderer", renderer, "--log-level", "info"] + options,
      on: screen
    )
    try server.expect("quartzd ready")
    return server
  }

  private func program(_ options: String...) throws -> WindowProgram {
    let program = try WindowProgram("server-window", [socket] + options, on: screen)
    try program.expect("shown")
    return program
  }

  /// Waits until a pixel of a window has a colour.
  private func expect(
    _ color: [UInt8],
    at x: Int,
    _ y: Int,
    in window: VirtualScreen.Window
  ) throws {
    try VirtualScreen.wait(for: "\(color) at \(x), \(y)") {
      let now = try screen.refreshed(window)
      guard x < now.width, y < now.height else { return false }
      return try screen.pixels(x: now.x + x, y: now.y + y, width: 1, height: 1) == color + [255]
    }
  }

  /// The numbers of the windows of a program that can be seen.
  private func windows(of program: WindowProgram) throws -> [Substring] {
    let pid = "\(program.process.processIdentifier)"
    return try screen.tool("search", "--onlyvisible", "--pid", pid).split(separator: "\n")
  }

  private let red: [UInt8] = [255, 0, 0]
  private let green: [UInt8] = [0, 255, 0]
  private let blue: [UInt8] = [0, 0, 255]

  // MARK: Windows of programs

  @Test func programShowsWhatAServerDraws() throws {
    let server = try server()
    let program = try program("--window")
    let window = try screen.window(of: program.process)
    #expect(window.width == 200 && window.height == 100)
    #expect(try screen.title(of: window) == "a server's context")
    try expect(red, at: 50, 50, in: window)
    try expect(blue, at: 150, 50, in: window)
    try program.perform("green")
    try expect(green, at: 50, 50, in: window)
    // The server moves it while the program sleeps.
    try program.perform("turn")
    try expect(green, at: 190, 50, in: window)
    try screen.movePointer(to: 40, 30, in: window)
    try program.expect("pointer 40.0 30.0")
    try screen.tool("mousedown", "1")
    try program.expect("down 1 40.0 30.0")
    try screen.press("a")
    try program.expect("key a")
    #expect(server.process.isRunning)
    try screen.close(window)
    try program.expect("closed user")
    #expect(try program.status() == 0)
  }

  @Test func contextFollowsTheWindowAndTheWindowTheContext() throws {
    let server = try server()
    let program = try program("--window")
    let window = try screen.window(of: program.process)
    try expect(blue, at: 150, 50, in: window)
    try screen.resize(window, width: 250, height: 100)
    try program.expect("resized 250.0 100.0")
    try expect(blue, at: 240, 50, in: window)
    try program.perform("wide")
    try expect(blue, at: 290, 50, in: window)
    #expect(try screen.refreshed(window).width == 300)
    #expect(server.process.isRunning)
  }

  @Test func windowShowsTheSuccessorOfAServer() throws {
    let first = try server()
    let program = try program("--window")
    let window = try screen.window(of: program.process)
    try expect(red, at: 50, 50, in: window)
    first.end()
    // The window keeps its picture.
    try expect(red, at: 50, 50, in: window)
    let second = try server()
    try program.perform("green")
    try expect(green, at: 50, 50, in: window)
    #expect(second.process.isRunning)
  }

  /// A picture that stands still is asked for once.
  @Test func stillPictureCostsNothing() throws {
    let server = try server()
    let program = try program("--window")
    let window = try screen.window(of: program.process)
    try expect(red, at: 50, 50, in: window)
    func ticks() throws -> Int {
      let text = try String(
        contentsOfFile: "/proc/\(server.process.processIdentifier)/stat",
        encoding: .utf8
      )
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      // User and system time, in hundredths of a second.
      return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
    }
    let before = try ticks()
    Thread.sleep(forTimeInterval: 2)
    #expect(try ticks() - before <= 2)
  }

  // MARK: Other programs in a window

  /// The desk hosts three programs: their live trees, a window that goes to the dock and comes
  /// back, and one that is closed.
  @Test func deskShowsOtherProgramsInAWindow() throws {
    let server = try server()
    let desk = try WindowProgram("desk", ["--window"], on: screen, ["QUARTZ_SOCKET": socket])
    let window = try screen.window(of: desk.process)
    #expect(window.width == 740 && window.height == 486)
    // The first program in its window, at the upper left of its tree, and in the dock.
    let paper: [UInt8] = [247, 242, 230]
    let table: [UInt8] = [71, 107, 153]
    try expect(paper, at: 45, 75, in: window)
    try expect(paper, at: 250, 430, in: window)
    // The yellow dot.
    try screen.movePointer(to: 64, 57, in: window)
    try screen.tool("click", "1")
    try expect(table, at: 45, 75, in: window)
    try expect(paper, at: 250, 430, in: window)
    // Its picture in the dock.
    try screen.movePointer(to: 275, 435, in: window)
    try screen.tool("click", "1")
    try expect(paper, at: 45, 75, in: window)
    // By its bar, 300 to the right and 20 down.
    try screen.movePointer(to: 150, 57, in: window)
    try screen.tool("mousedown", "1")
    try screen.movePointer(to: 450, 77, in: window)
    try expect(paper, at: 345, 95, in: window)
    try screen.tool("mouseup", "1")
    try expect(table, at: 45, 75, in: window)
    // The red dot ends the program, and its tree goes from the dock.
    try screen.movePointer(to: 348, 77, in: window)
    try screen.tool("click", "1")
    try VirtualScreen.wait(for: "the end of a program") {
      let now = try screen.refreshed(window)
      let pixel = try screen.pixels(x: now.x + 250, y: now.y + 430, width: 1, height: 1)
      return pixel != paper + [255]
    }
    try screen.close(window)
    #expect(try desk.status() == 0)
    #expect(server.process.isRunning)
  }

  /// A program that runs is recorded from its server, and drawn again.
  @Test func captureAttachesToAProgramThatRuns() throws {
    let server = try server()
    let program = try program()
    let file = folder.path("attached.capture")
    let capture = try WindowProgram(
      "quartz",
      [
        "capture", "--attach", "\(program.process.processIdentifier)", "-o", file, "--server",
        socket,
      ],
      on: screen
    )
    try VirtualScreen.wait(for: "a tree") {
      ((try? Data(contentsOf: URL(fileURLWithPath: file)))?.count ?? 0) > 200
    }
    // The tree comes well before the change.
    Thread.sleep(forTimeInterval: 1)
    try program.perform("green")
    Thread.sleep(forTimeInterval: 0.5)
    kill(capture.process.processIdentifier, SIGINT)
    #expect(try capture.status() == 0)
    for (time, color) in [("0.9", red), ("100", green)] {
      let outcome = try Tool().run("replay", file, "--at", time, "-o", folder.path("out.png"))
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
      let picture = try PNGFile(folder.bytes("out.png")).image()
      let pixel = picture.pixelStorage.withBytes { Array($0[50 * 800 + 200..<50 * 800 + 204]) }
      #expect(pixel == color + [255], "at \(time)")
    }
    program.end()
    let late = try Tool().run(
      "capture",
      "--attach",
      "\(program.process.processIdentifier)",
      "-o",
      file,
      "--server",
      socket
    )
    #expect(late.status == 1 && late.error.contains("has no context there"))
    #expect(server.process.isRunning)
  }

  // MARK: Windows of the server

  @Test(arguments: ["software", "gles"])
  func serverShowsEachContextInAWindow(renderer: String) throws {
    let server = try server("--output", "window", renderer: renderer)
    #expect(try server.output.contains(", output window"))
    let program = try program()
    let window = try screen.window(of: server.process)
    #expect(window.width == 200 && window.height == 100)
    #expect(try screen.title(of: window) == "server-window")
    try expect(red, at: 50, 50, in: window)
    try expect(blue, at: 150, 50, in: window)
    try program.perform("green")
    try expect(green, at: 50, 50, in: window)
    try program.perform("turn")
    try expect(green, at: 190, 50, in: window)
    let other = try self.program()
    try VirtualScreen.wait(for: "a second window") { try windows(of: server).count == 2 }
    // A program that dies takes its window with it.
    other.end()
    try VirtualScreen.wait(for: "one window") { try windows(of: server).count == 1 }
    try expect(green, at: 190, 50, in: window)
    program.end()
    try VirtualScreen.wait(for: "no window") { try windows(of: server).isEmpty }
    #expect(server.process.isRunning)
  }

  /// Pictures that OpenGL ES draws come to windows of X11 without a copy in memory; others are
  /// copied.
  @Test(arguments: ["software", "gles"])
  func picturesOfTheDriverStayThere(renderer: String) throws {
    let server = try server("--output", "window", renderer: renderer)
    if renderer == "gles" { #expect(try server.output.contains("x11")) }
    let program = try program()
    let window = try screen.window(of: server.process)
    try expect(red, at: 50, 75, in: window)
    try expect(blue, at: 150, 25, in: window)
    // The upper half is red, as in the picture.
    try program.perform("half")
    try expect([0, 0, 0], at: 50, 75, in: window)
    try expect(red, at: 50, 25, in: window)
    // Another window covers it, and goes.
    let cover = try self.program("--window")
    _ = try screen.window(of: cover.process)
    cover.end()
    try expect(red, at: 50, 25, in: window)
    try expect(blue, at: 150, 75, in: window)
    program.end()
    let line = "a window of \"server-window\" showed "
    try VirtualScreen.wait(for: "a line in the log") { try server.errors.contains(line) }
    let errors = try server.errors
    #expect(errors.contains(" pictures, 0 bytes copied") == (renderer == "gles"), "\(errors)")
    #expect(server.process.isRunning)
    kill(server.process.processIdentifier, SIGTERM)
    // At once, and OpenGL ES has complained about nothing.
    #expect(try server.status() == 0)
    #expect(try !server.errors.contains("ends without waiting"))
  }

  @Test(arguments: ["software", "gles"])
  func serversWindowFollowsTheContextsSize(renderer: String) throws {
    let server = try server("--output", "window", renderer: renderer)
    let program = try program()
    let window = try screen.window(of: server.process)
    try expect(blue, at: 150, 50, in: window)
    try program.perform("wide")
    try expect(blue, at: 290, 50, in: window)
    #expect(try screen.refreshed(window).width == 300)
    // A window that somebody makes larger has the picture in its middle, on black.
    try screen.resize(window, width: 400, height: 200)
    try expect([0, 0, 0], at: 49, 100, in: window)
    try expect(red, at: 50, 100, in: window)
    try expect(blue, at: 349, 149, in: window)
    try expect([0, 0, 0], at: 349, 150, in: window)
  }

  /// Input over a window of the server comes to its program, in points of its context.
  @Test func inputComesToTheProgram() throws {
    let server = try server("--output", "window")
    let program = try program("--served")
    let window = try screen.window(of: server.process)
    try expect(blue, at: 150, 50, in: window)
    try program.expect("focus true")
    try screen.movePointer(to: 40, 30, in: window)
    try program.expect("pointer 40.0 30.0")
    try screen.tool("click", "1")
    try program.expect("down 1 40.0 30.0")
    try program.expect("up 1 40.0 30.0")
    try screen.tool("click", "4")
    try program.expect("wheel 0.0 1.0")
    try screen.press("a")
    try program.expect("key a")
    try screen.press("shift+b")
    try program.expect("key B")
    // The context has another size, and thus another token; the window is larger than the picture.
    try program.perform("wide")
    try expect(blue, at: 290, 50, in: window)
    try screen.resize(window, width: 400, height: 200)
    try expect([0, 0, 0], at: 49, 100, in: window)
    try screen.movePointer(to: 60, 70, in: window)
    try program.expect("pointer 10.0 20.0")
    // A program that is stopped hears of the last place.
    kill(program.process.processIdentifier, SIGSTOP)
    for step in 0..<50 { try screen.movePointer(to: step, step, in: window) }
    kill(program.process.processIdentifier, SIGCONT)
    try program.perform("green")
    try program.expect("pointer -1.0 -1.0")
    #expect(server.process.isRunning)
  }

  /// The desk in a window of the server: its own layers by mouse, and a program in it that listens.
  @Test func deskWorksInAWindowOfTheServer() throws {
    let server = try server("--output", "window")
    let desk = try WindowProgram("desk", ["--served"], on: screen, ["QUARTZ_SOCKET": socket])
    let window = try screen.window(of: server.process)
    #expect(window.width == 740 && window.height == 486)
    let paper: [UInt8] = [247, 242, 230]
    let table: [UInt8] = [71, 107, 153]
    try expect(paper, at: 45, 75, in: window)
    // By its bar, 300 to the right and 20 down, and back.
    try screen.movePointer(to: 150, 57, in: window)
    try screen.tool("mousedown", "1")
    try screen.movePointer(to: 450, 77, in: window)
    try expect(paper, at: 345, 95, in: window)
    try expect(table, at: 45, 75, in: window)
    try screen.movePointer(to: 150, 57, in: window)
    try expect(paper, at: 45, 75, in: window)
    try screen.tool("mouseup", "1")
    // The yellow dot, and its picture in the dock.
    try screen.movePointer(to: 64, 57, in: window)
    try screen.tool("click", "1")
    try expect(table, at: 45, 75, in: window)
    try screen.movePointer(to: 275, 435, in: window)
    try screen.tool("click", "1")
    try expect(paper, at: 45, 75, in: window)
    // The third program puts a dot where it was pressed.
    try screen.movePointer(to: 520, 130, in: window)
    try screen.tool("click", "1")
    try expect([51, 102, 255], at: 520, 130, in: window)
    kill(desk.process.processIdentifier, SIGKILL)
    try VirtualScreen.wait(for: "no window") { try windows(of: server).isEmpty }
    #expect(server.process.isRunning)
  }

  @Test func closedWindowHarmsNoProgram() throws {
    let server = try server("--output", "window")
    let program = try program()
    let window = try screen.window(of: server.process)
    try expect(red, at: 50, 50, in: window)
    try screen.close(window)
    try VirtualScreen.wait(for: "no window") { try windows(of: server).isEmpty }
    try program.perform("green")
    try program.perform("frame")
    #expect(try windows(of: server).isEmpty)
    let other = try self.program()
    try expect(red, at: 50, 50, in: try screen.window(of: server.process))
    #expect(other.process.isRunning && program.process.isRunning)
  }

  @Test(arguments: ["software", "gles"])
  func serverSurvivesItsDisplay(renderer: String) throws {
    let server = try server("--output", "window", renderer: renderer)
    let program = try program()
    try expect(red, at: 50, 50, in: try screen.window(of: server.process))
    screen.end()
    try VirtualScreen.wait(for: "a line in the log") {
      try server.errors.contains("the display is gone, and its windows with it")
    }
    try program.perform("green")
    try program.perform("frame")
    kill(server.process.processIdentifier, SIGTERM)
    #expect(try server.status() == 0)
  }

  @Test func serverWithoutADisplayDoesNotStart() throws {
    var environment = screen.environment
    environment["DISPLAY"] = ":65535"
    let outcome = try Tool("quartzd").run(
      ["--socket", socket, "--output", "window"],
      environment: environment
    )
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("quartzd: no display for windows"))
  }
}
