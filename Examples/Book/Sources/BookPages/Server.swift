// A render server of a demo's own.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A render server that is started beside this program, and ends with the value.
public final class Server {
  /// A server that did not start.
  public struct Problem: Error, CustomStringConvertible {
    /// The server's own words.
    public let description: String
  }

  /// The path of its socket.
  public let path: String
  private let process = Process()
  private let folder: URL
  private var tracePath: String { folder.appending(path: "trace.json").path }

  /// Starts `quartzd`, which writes a trace.
  ///
  /// - Parameter arguments: Its options, besides those for the socket and the trace.
  public init(_ arguments: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "quartz-book-\(UUID())")
    path = folder.appending(path: "quartzd.sock").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = try Server.program()
    process.arguments = ["--socket", path, "--trace", tracePath] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // It prints a line when it listens, and nothing if it cannot.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard line.hasPrefix("quartzd ready") else {
      throw Problem(description: "quartzd did not start: \(line)")
    }
  }

  /// The server's program, which lies beside this one.
  private static func program() throws -> URL {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own).deletingLastPathComponent().appending(path: "quartzd")
  }

  /// The help text of the server.
  public static func help() throws -> String {
    let process = Process()
    process.executableURL = try program()
    process.arguments = ["--help"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends the server, and returns its trace.
  public func trace() throws -> Trace {
    process.terminate()
    process.waitUntilExit()
    return try Trace(tracePath)
  }
}
