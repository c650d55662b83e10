// A Wayland compositor without a monitor, for tests of windows: Weston in a window of Xvfb.
// Licensed under the MIT license; see LICENSE.
//
// Weston's headless backend has neither keyboard nor pointer, without which SDL 2.26 crashes. As a
// window of X11 it has both, its picture is in Xvfb's frame buffer, and xdotool moves its pointer.
// Its shell for kiosks gives the one window all of the compositor's size.

import Foundation

/// A Wayland compositor of its own for a test, with one window that covers it, a pointer and keys.
public final class WaylandScreen {
  /// Whether the programs are installed.
  public static let isAvailable =
    VirtualScreen.isAvailable && FileManager.default.isExecutableFile(atPath: "/usr/bin/weston")
  /// The comment of a test that is left out.
  public static let comment = "needs the Debian packages xvfb, xdotool and weston"

  private static let socket = "wayland-quartz"

  private let screen: VirtualScreen
  private let folder: URL
  private let compositor = Process()
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int

  /// Starts the compositor; Weston's least side is 128 pixels.
  public init(width: Int, height: Int) throws {
    (self.width, self.height) = (width, height)
    screen = try VirtualScreen()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-wayland-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard chmod(folder.path, 0o700) == 0 else {
      throw VirtualScreen.Failure(description: "no folder for a compositor's socket")
    }
    compositor.executableURL = URL(fileURLWithPath: "/usr/bin/weston")
    compositor.arguments = [
      "--backend=x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--no-config",
      "--idle-time=0", "--width=\(width)", "--height=\(height)",
      "--socket=\(WaylandScreen.socket)", "--log=\(folder.path)/log",
    ]
    var environment = screen.environment
    environment["XDG_RUNTIME_DIR"] = folder.path
    compositor.environment = environment
    compositor.standardOutput = FileHandle.nullDevice
    compositor.standardError = FileHandle.nullDevice
    try compositor.run()
    let path = folder.appendingPathComponent(WaylandScreen.socket).path
    try VirtualScreen.wait(for: "Weston") {
      guard compositor.isRunning else {
        throw VirtualScreen.Failure(description: "Weston ended")
      }
      return FileManager.default.fileExists(atPath: path)
    }
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends the compositor, as a crash of it would.
  public func end() {
    guard compositor.isRunning else { return }
    kill(compositor.processIdentifier, SIGKILL)
    compositor.waitUntilExit()
  }

  /// The environment of programs with windows in the compositor.
  public var environment: [String: String] {
    var environment = screen.environment
    environment["DISPLAY"] = nil
    environment["WAYLAND_DISPLAY"] = WaylandScreen.socket
    environment["SDL_VIDEODRIVER"] = "wayland"
    environment["XDG_RUNTIME_DIR"] = folder.path
    return environment
  }

  /// Moves the pointer, to whose place keys go as well.
  public func movePointer(to x: Int, _ y: Int) throws {
    try screen.tool("mousemove", "\(x)", "\(y)")
  }

  /// Runs xdotool, for buttons and keys.
  public func tool(_ arguments: String...) throws { try screen.tool(arguments) }

  /// The pixels of a part of the compositor: R, G, B, A bytes, rows from the top.
  ///
  /// The pointer is a part of them where it is.
  public func pixels(x: Int, y: Int, width: Int, height: Int) throws -> [UInt8] {
    // The window of X11 that the compositor is has no frame, and lies at the upper left.
    try screen.pixels(x: x, y: y, width: width, height: height)
  }
}
