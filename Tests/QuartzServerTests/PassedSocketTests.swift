// quartzd at a socket that somebody else has opened, as systemd does.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzWire
import Testing

// Serialized because: each test has processes of its own and there may be few cores.
@Suite(.serialized, .timeLimit(.minutes(1))) struct PassedSocketTests {
  /// A folder, and a path for a socket in it.
  private func makePath() throws -> (folder: URL, path: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartzd-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return (folder, folder.appendingPathComponent("s").path)
  }

  /// A local socket that is bound to a path.
  private func bound(to path: String, type: __socket_type = SOCK_STREAM) throws -> FileHandle {
    let number = socket(AF_UNIX, Int32(type.rawValue), 0)
    try #require(number >= 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Bounds: the path of a temporary folder is shorter than the field, or the test ends here.
    try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0)
    return FileHandle(fileDescriptor: number, closeOnDealloc: true)
  }

  /// A server that gets a file as descriptor 3, as services do.
  private func server(
    _ file: FileHandle,
    _ variables: String,
    _ arguments: [String] = []
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("quartzd")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = "exec 3<&0 0</dev/null; export \(variables); exec \"$0\" \"$@\""
    process.arguments = ["-c", script, program.path, "--renderer", "software"] + arguments
    process.standardInput = file
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, output, errors)
  }

  /// A client may connect before the server runs, and the socket outlives the server.
  @Test func clientsWaitForTheServer() throws {
    let (folder, path) = try makePath()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try bound(to: path)
    try #require(listen(file.fileDescriptor, 8) == 0)
    for _ in 0..<2 {
      let (process, output, _) = try server(file, "LISTEN_PID=$$ LISTEN_FDS=1")
      // It waits in the socket's queue, whether the server runs already or not.
      try ServerConnection(path: path).ping()
      process.terminate()
      let line = try output.fileHandleForReading.readToEnd() ?? Data()
      #expect(String(decoding: line, as: UTF8.self).contains("socket \(path), "))
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  /// A process that inherits the variables of another one opens a socket of its own.
  @Test func variablesOfAnotherProcess() throws {
    let (folder, path) = try makePath()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try bound(to: path)
    let own = folder.appendingPathComponent("own").path
    let (process, output, _) = try server(
      file,
      "LISTEN_PID=1 LISTEN_FDS=1",
      ["--socket", own]
    )
    let line = try output.fileHandleForReading.read(upToCount: 20) ?? Data()
    #expect(String(decoding: line, as: UTF8.self).hasPrefix("quartzd ready"))
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [
    ("LISTEN_PID=$$ LISTEN_FDS=2", false, 1, "LISTEN_FDS is 2"),
    ("LISTEN_PID=$$ LISTEN_FDS=many", true, 1, "LISTEN_FDS is many"),
    ("LISTEN_PID=$$ LISTEN_FDS=1", false, 1, "descriptor 3: is no local socket that listens"),
  ])
  func wrongSockets(variables: String, listens: Bool, status: Int, words: String) throws {
    let (folder, path) = try makePath()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try bound(to: path)
    if listens { try #require(listen(file.fileDescriptor, 8) == 0) }
    let (process, _, errors) = try server(file, variables)
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    #expect(String(decoding: text, as: UTF8.self).contains(words))
  }

  @Test func pathAndPassedSocket() throws {
    let (folder, path) = try makePath()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try bound(to: path)
    let (process, _, _) = try server(file, "LISTEN_PID=$$ LISTEN_FDS=1", ["--socket", "/x"])
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
  }
}
