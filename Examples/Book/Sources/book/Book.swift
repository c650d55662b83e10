// `book`: lists the demos and runs one by its number.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import BookKit
import Demos
import Foundation
import UIKit

@main
struct Book: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "The demos of the texts on layers.",
    subcommands: [List.self, Show.self, All.self],
    defaultSubcommand: Show.self
  )
}

/// Prints the demos.
struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Lists the demos.")

  @Argument(help: "The beginning of numbers, as LW-8.")
  var prefix = ""

  @MainActor
  func run() async throws {
    for demo in Demos.all where demo.id.hasPrefix(prefix) { print("\(demo.id)\t\(demo.title)") }
  }
}

/// Runs a demo and writes what it shows.
struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Runs a demo by its number.")

  @Argument(help: "The number, as LW-8.4.")
  var id: String

  @Option(name: .shortAndLong, help: "A PNG file with the demo's figures in a row.")
  var output = "demo.png"

  @Option(help: "A film of the demo instead, as FFmpeg names it: mp4, webm, gif.")
  var film: String?

  @Option(help: "The socket of a render server that draws it; this process does by default.")
  var server: String?

  @MainActor
  func run() async throws {
    guard let demo = Demos.all.first(where: { $0.id == id }) else {
      throw ValidationError("There is no demo \(id); `book list` prints all.")
    }
    let stage = Stage(
      demo,
      output: server.map { .server(path: $0, isRealTime: false) } ?? .pictures
    )
    let film = try film.map { try Film(path: $0, demo: demo) }
    if let film {
      stage.frameDuration = 1 / Film.rate
      stage.onFrame = { try film.append($0) }
    }
    try demo.run(on: stage)
    try film?.finish()
    if film == nil { try Strip.write(stage.figures, to: output) }
    for failure in stage.failures { print("\(demo.id): \(failure)") }
    if !stage.failures.isEmpty { throw ExitCode.failure }
  }
}

/// Runs all demos.
struct All: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs all demos, and writes a PNG file and its captions for each."
  )

  @Option(name: .shortAndLong, help: "A folder, which is made.")
  var output = "book"

  @Option(help: "The beginning of numbers, as LW-8.")
  var prefix = ""

  @MainActor
  func run() async throws {
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    var failed = 0
    let demos = Demos.all.filter { $0.id.hasPrefix(prefix) }
    for demo in demos where !draws(demo) { failed += 1 }
    print("\(demos.count) demos, \(failed) with statements that are not true, or that did not run")
    if failed > 0 { throw ExitCode.failure }
  }

  /// Runs a demo and writes its figures and their captions; false if it failed.
  @MainActor
  private func draws(_ demo: Demo) -> Bool {
    let stage = Stage(demo)
    do {
      try demo.run(on: stage)
      try Strip.write(stage.figures, to: "\(output)/\(demo.id).png")
      let captions = stage.figures.map { $0.caption.replacingOccurrences(of: "\n", with: " ") + "\n" }
      try Data(captions.joined().utf8).write(to: URL(filePath: "\(output)/\(demo.id).txt"))
    } catch {
      print("\(demo.id): \(error)")
      return false
    }
    for failure in stage.failures { print("\(demo.id): \(failure)") }
    return stage.failures.isEmpty
  }
}
