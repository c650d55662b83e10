// The render server: one that is there, or one of this program's own.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// A failure of an example, in one line.
package struct ExampleFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// A render server that answers.
package final class ServerProcess {
  /// Where it listens.
  package let path: String
  package let description: String
  // Nil for one that was there before.
  private let process: Process?
  private let folder: URL?

  private init(_ path: String, _ description: String, process: Process? = nil, folder: URL? = nil) {
    self.path = path
    self.description = description
    self.process = process
    self.folder = folder
  }

  /// The server at a path, or one that is started beside this program and ends with it.
  package static func find(at path: String) throws -> ServerProcess {
    if (try? CAContext(server: path, size: CGSize(width: 1, height: 1))) != nil {
      return ServerProcess(path, "the server at \(path)")
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-example-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("quartzd")
    let ownPath = folder.appendingPathComponent("quartzd.sock").path
    process.arguments = ["--socket", ownPath]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // It prints a line when it listens, and nothing if it cannot.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard line.hasPrefix("quartzd ready") else {
      throw ExampleFailure("quartzd did not start: \(line)")
    }
    let renderer = line.components(separatedBy: ", renderer ").last ?? ""
    let name = renderer.components(separatedBy: ", EGL").first ?? ""
    return ServerProcess(ownPath, "a quartzd: \(name)", process: process, folder: folder)
  }

  deinit {
    process?.terminate()
    process?.waitUntilExit()
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}
