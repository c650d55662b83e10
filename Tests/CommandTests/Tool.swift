// Runs the built programs as a user does.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// How a program ended.
struct Outcome {
  var status: Int32
  var output: Data
  var error: String

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorLines: [Substring] { error.split(separator: "\n") }
}

/// A program among the products, with a folder to work in that goes away with it.
final class Tool {
  /// The folder of the products: the test bundle is one of them.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent()

  private let name: String
  let folder: URL

  init(_ name: String = "quartz") throws {
    self.name = name
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-tool-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A test may have taken the right to write away.
    _ = chmod(folder.path, 0o700)
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(name))
  }

  /// The names in the folder, but for the captured outputs.
  var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { !$0.hasPrefix(".") }.sorted()
    }
  }

  /// A process that is set up and not yet running; its outputs go to files.
  func process(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = Tool.products.appendingPathComponent(name)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    // Files rather than pipes: nothing can wait for a reader.
    process.standardOutput = try capture(".output")
    process.standardError = try capture(".error")
    return process
  }

  /// The same, with so many descriptors as it may have open.
  func process(_ arguments: [String], descriptors: Int) throws -> Process {
    let process = try process(arguments)
    let program = process.executableURL?.path ?? ""
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\"", program] + arguments
    return process
  }

  /// Makes a folder of programs with a script under the name of the encoder; nil for none.
  ///
  /// - Returns: The folder's path.
  func programs(encoder script: String?) throws -> String {
    let programs = folder.appendingPathComponent(".bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    if let script {
      let encoder = programs.appendingPathComponent("ffmpeg")
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: encoder)
      _ = chmod(encoder.path, 0o755)
    }
    return programs.path
  }

  private func capture(_ name: String) throws -> FileHandle {
    try Data().write(to: folder.appendingPathComponent(name))
    return try FileHandle(forWritingTo: folder.appendingPathComponent(name))
  }

  func run(_ arguments: String...) throws -> Outcome {
    try run(arguments)
  }

  /// Runs it; nil is the environment of the tests.
  func run(_ arguments: [String], environment: [String: String]? = nil) throws -> Outcome {
    let process = try process(arguments)
    if let environment { process.environment = environment }
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try bytes(".output"),
      error: String(decoding: try bytes(".error"), as: UTF8.self)
    )
  }
}

/// The packages under Examples/.
enum Example {
  static let names = ["Cards", "Clock", "Player"]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples")

  static func path(_ name: String) -> String {
    folder.appendingPathComponent("\(name).ca").path
  }
}
