// A display without a monitor, for tests of windows: Xvfb, with input by xdotool.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A display of its own for a test, with windows, a pointer and keys.
///
/// Its picture is in a file that Xvfb keeps up to date, so that nobody has to ask it for one.
public final class VirtualScreen {
  /// A window of a program.
  public struct Window {
    /// The number by which X11 knows it, in decimal digits.
    public let number: String
    /// Pixels from the left edge of the display.
    public let x: Int
    /// Pixels from the upper edge of the display.
    public let y: Int
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
  }

  /// Why a test of windows cannot run here, or went wrong.
  public struct Failure: Error, CustomStringConvertible {
    /// One line.
    public let description: String
  }

  /// Whether the programs are installed.
  public static let isAvailable = ["Xvfb", "xdotool"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
  /// The comment of a test that is left out.
  public static let comment = "needs the Debian packages xvfb and xdotool"

  private let folder: URL
  private let server = Process()
  private let display: String

  /// Seconds that a test waits for something at most; a machine may be busy.
  private static let timeout = 60.0
  /// The display's width in pixels.
  public static let width = 1280
  /// The display's height in pixels.
  public static let height = 900

  /// Starts the display.
  public init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-screen-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let number = folder.appendingPathComponent("number").path
    server.executableURL = URL(fileURLWithPath: "/bin/sh")
    let size = "\(VirtualScreen.width)x\(VirtualScreen.height)x24"
    server.arguments = [
      "-c",
      """
      exec Xvfb -displayfd 3 -screen 0 \(size) -nolisten tcp -noreset -fbdir "$0" 3>"$1" 2>/dev/null
      """, folder.path, number,
    ]
    try server.run()
    var name = ""
    try VirtualScreen.wait(for: "Xvfb") {
      let text = try? String(contentsOfFile: number, encoding: .utf8)
      guard let text, text.hasSuffix("\n") else { return false }
      name = ":" + text.trimmingCharacters(in: .newlines)
      return true
    }
    display = name
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends the display, as a crash of it would.
  public func end() {
    guard server.isRunning else { return }
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
  }

  /// The environment of programs with windows on the display.
  public var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = display
    environment["WAYLAND_DISPLAY"] = nil
    environment["SDL_VIDEODRIVER"] = "x11"
    return environment
  }

  /// Waits until a condition holds.
  public static func wait(for name: String, _ condition: () throws -> Bool) throws {
    let end = Date() + timeout
    while try !condition() {
      guard Date() < end else { throw Failure(description: "\(name): not within \(timeout) s") }
      // The condition is another program's; nothing says when it is met.
      RunLoop.current.run(until: Date() + 0.005)
    }
  }

  // MARK: Windows and input

  /// Runs xdotool.
  @discardableResult
  public func tool(_ arguments: String...) throws -> String {
    try tool(arguments)
  }

  @discardableResult
  func tool(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xdotool")
    process.arguments = arguments
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits for the window of a program, and has keys go to it.
  public func window(of process: Process) throws -> Window {
    let pid = "\(process.processIdentifier)"
    var number = ""
    try VirtualScreen.wait(for: "a window") {
      number = try tool("search", "--onlyvisible", "--pid", pid)
      if !process.isRunning { throw Failure(description: "the program ended without a window") }
      return !number.isEmpty
    }
    number = number.split(separator: "\n").last.map(String.init) ?? number
    try tool("windowfocus", "--sync", number)
    return try window(number)
  }

  /// Returns a window as it is now.
  public func refreshed(_ window: Window) throws -> Window { try self.window(window.number) }

  private func window(_ number: String) throws -> Window {
    var values: [String: Int] = [:]
    for line in try tool("getwindowgeometry", "--shell", number).split(separator: "\n") {
      let parts = line.split(separator: "=")
      if parts.count == 2 { values[String(parts[0])] = Int(parts[1]) }
    }
    guard let x = values["X"], let y = values["Y"], let width = values["WIDTH"],
      let height = values["HEIGHT"]
    else { throw Failure(description: "xdotool knows no window \(number)") }
    return Window(number: number, x: x, y: y, width: width, height: height)
  }

  /// Presses and lets go of keys.
  public func press(_ keys: String...) throws { _ = try tool(["key"] + keys) }

  /// Moves the pointer to a place in a window.
  public func movePointer(to x: Int, _ y: Int, in window: Window) throws {
    try tool("mousemove", "--window", window.number, "\(x)", "\(y)")
  }

  /// Changes the size of a window, as a user does.
  public func resize(_ window: Window, width: Int, height: Int) throws {
    try tool("windowsize", window.number, "\(width)", "\(height)")
  }

  /// Closes a window, as a desktop's button does.
  public func close(_ window: Window) throws {
    try CloseRequest.send(to: window.number, on: display)
  }

  /// The title of a window.
  public func title(of window: Window) throws -> String { try tool("getwindowname", window.number) }

  // MARK: Pixels

  /// The pixels of a window: R, G, B, A bytes, rows from the top.
  public func pixels(of window: Window) throws -> [UInt8] {
    try pixels(x: window.x, y: window.y, width: window.width, height: window.height)
  }

  /// The pixels of a part of the display.
  public func pixels(x: Int, y: Int, width: Int, height: Int) throws -> [UInt8] {
    // Xvfb writes the format of xwd: 25 big-endian numbers and a table of colours, then the rows.
    let file = try Data(contentsOf: folder.appendingPathComponent("Xvfb_screen0"))
    func number(_ index: Int) -> Int {
      file[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let (rowBytes, bits) = (number(12), number(11))
    let start = number(0) + number(19) * 12
    guard file.count > 100, bits == 32, x >= 0, y >= 0, x + width <= VirtualScreen.width,
      y + height <= VirtualScreen.height, file.count >= start + rowBytes * (y + height)
    else { throw Failure(description: "no pixels of \(width) x \(height) at \(x), \(y)") }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    file.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      for row in y..<y + height {
        for column in x..<x + width {
          let place = start + row * rowBytes + column * 4
          pixels.append(contentsOf: [bytes[place + 2], bytes[place + 1], bytes[place], 255])
        }
      }
    }
    return pixels
  }
}
