// The server as a process of its own.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFaults
import QuartzWire

/// A program that lies beside this one.
enum Neighbour {
  /// Starts it; what it prints is lost.
  static func start(_ name: String, _ arguments: [String]) throws -> ChildProcess {
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = own.deletingLastPathComponent().appending(path: name)
    return try ChildProcess([program.path] + arguments, descriptors: [nil, nil, nil])
  }

  static func kill(_ process: ChildProcess) {
    process.kill()
    process.wait()
  }
}

/// A quartzd that draws with the software renderer, and its socket.
final class FuzzedServer {
  let path: String
  private(set) var process: ChildProcess
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appending(path: "s").path
    process = try Self.start(path)
  }

  deinit {
    kill()
  }

  private static func start(_ path: String) throws -> ChildProcess {
    try Neighbour.start("quartzd", ["--socket", path, "--renderer", "software"])
  }

  func kill() { Neighbour.kill(process) }

  /// Starts it again, after it has ended.
  func restart() throws {
    process.wait()
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
