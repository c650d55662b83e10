// A server in a process of its own, whose memory and processor time are its alone.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import QuartzModel
import QuartzPlan
import QuartzServer
import QuartzWire

/// This program as a server, which ends with the object.
final class ScaleServer {
  static let firstArgument = "--scale-server"
  private static let timeout = 120.0
  /// Bytes of the commit of a million layers, and more.
  private static let mostMessageBytes = 1 << 30

  private let path: String
  private let folder: String
  private let process = Process()
  /// The server ends when nobody holds the other end of its input.
  private let input = Pipe()

  init() throws {
    _ = DescriptorLimit.raise()
    var name = Array("/tmp/quartz-scale-XXXXXX".utf8CString)
    precondition(mkdtemp(&name) != nil, "no folder under /tmp")
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/s"
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [ScaleServer.firstArgument, path]
    process.standardInput = input
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Connects as soon as the server listens.
  func connect() throws -> ServerConnection {
    var options = ServerConnection.Options()
    options.timeout = ScaleServer.timeout
    let end = ScaleTime.seconds() + 10
    while ScaleTime.seconds() < end {
      if let connection = try? ServerConnection(path: path, options: options) { return connection }
      usleep(1000)
    }
    return try ServerConnection(path: path, options: options)
  }

  /// Seconds that all threads of the server have run.
  var processorSeconds: Double {
    var clock = clockid_t()
    guard clock_getcpuclockid(process.processIdentifier, &clock) == 0 else { return 0 }
    return ScaleTime.seconds(clock)
  }

  /// Seconds that all threads of the server and of this process have run.
  var bothSeconds: Double { processorSeconds + ScaleTime.processSeconds() }

  /// Serves until the input ends.
  static func serve(_ path: String) throws {
    _ = DescriptorLimit.raise()
    var options = ServerOptions()
    options.renderer = .software
    options.limits.budget = .unlimited
    options.limits.wire.messageBytes = mostMessageBytes
    options.limits.bytesWaiting = mostMessageBytes
    let server = try RenderServer(options)
    try server.listen(at: SocketPath(path))
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) > 0 {}
    server.stop()
  }
}
