// The server as a process of its own.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import QuartzWire

/// A program that lies beside this one.
enum Neighbour {
  /// Starts it; what it prints is lost.
  static func start(_ name: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.executableURL = own.deletingLastPathComponent().appending(path: name)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  static func kill(_ process: Process) {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// A quartzd that draws with the software renderer, and its socket.
final class FuzzedServer {
  let path: String
  private(set) var process: Process
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appending(path: "s").path
    process = try Self.start(path)
  }

  deinit {
    kill()
  }

  private static func start(_ path: String) throws -> Process {
    try Neighbour.start("quartzd", ["--socket", path, "--renderer", "software"])
  }

  func kill() {
    if process.isRunning { Neighbour.kill(process) }
  }

  /// Starts it again, after it has ended.
  func restart() throws {
    process.waitUntilExit()
    process = try Self.start(path)
  }

  /// Connects as soon as the server listens.
  func connect(timeout: Double = 60) throws -> ServerConnection {
    var options = ServerConnection.Options()
    options.timeout = timeout
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let connection = try? ServerConnection(path: path, options: options) { return connection }
      usleep(1000)
    }
    return try ServerConnection(path: path, options: options)
  }
}
