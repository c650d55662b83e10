// The commands of the programs of the book: they list demos and run one by its number.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation

/// A demo as the commands know it.
@MainActor
public struct Entry {
  /// The row of the inventory, as "LW-8.4".
  public let id: String
  /// The subject, in a few words.
  public let title: String
  /// Makes the stage; a render server at the path of its socket draws it, or this process does.
  let stage: @MainActor (_ server: String?) throws -> Findings
  /// Plays the demo on its stage.
  let play: @MainActor (Findings) throws -> Void

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - id: The row of the inventory.
  ///   - title: The subject.
  ///   - stage: Makes the stage, with the path of a server's socket.
  ///   - play: Plays the demo on a stage that `stage` has made.
  public init<Kind: Findings>(
    _ id: String,
    _ title: String,
    stage: @escaping @MainActor (_ server: String?) throws -> Kind,
    play: @escaping @MainActor (Kind) throws -> Void
  ) {
    (self.id, self.title, self.stage) = (id, title, { server in try stage(server) })
    self.play = { findings in
      guard let findings = findings as? Kind else { return }
      try play(findings)
    }
  }
}

/// A program of the book.
@MainActor
public enum BookProgram {
  fileprivate static var name = Row.mainProgram
  fileprivate static var entries: [Entry] = []

  /// Runs the command of the command line.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - entries: Its demos.
  public static func run(_ name: String, _ entries: [Entry]) async {
    (self.name, self.entries) = (name, entries)
    await Book.main()
  }
}

private struct Book: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "The demos of the texts on layers.",
    subcommands: [List.self, Show.self, All.self, Compare.self],
    defaultSubcommand: Show.self
  )
}

/// Prints the demos.
private struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the demos, and says which rows of the texts they show."
  )

  @Argument(help: "The beginning of numbers, as LW-8.")
  var prefix = ""

  @MainActor
  func run() async throws {
    for demo in BookProgram.entries where demo.id.hasPrefix(prefix) {
      print("\(demo.id)\t\(demo.title)")
    }
    let rows = Row.all.filter { $0.ids.contains { Row.number(of: $0).hasPrefix(prefix) } }
    let numbers = Set(BookProgram.entries.map(\.id))
    var (demos, figures) = ((shown: 0, all: 0), (shown: 0, all: 0))
    for row in rows {
      var isShown = false
      switch row.place {
      case .demo(let number, let program) where program == BookProgram.name:
        isShown = numbers.contains(number)
        if !isShown { print("\(row.ids[0])\tno demo \(number)") }
      case .demo(let number, let program):
        isShown = true
        if number == Row.number(of: row.ids[0]) { print("\(number)\tin the program \(program)") }
      case .none(let reason, _): print("\(row.ids[0])\tno picture: \(reason)")
      }
      if row.isDemo {
        demos = (demos.shown + (isShown ? 1 : 0), demos.all + 1)
      } else {
        figures = (figures.shown + (isShown ? 1 : 0), figures.all + 1)
      }
    }
    print("\(demos.shown) of \(demos.all) demos, \(figures.shown) of \(figures.all) more figures")
  }
}

/// Runs a demo and writes what it shows.
private struct Show: AsyncParsableCommand {
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
    guard let demo = BookProgram.entries.first(where: { $0.id == id }) else {
      throw ValidationError("There is no demo \(id); `\(BookProgram.name) list` prints all.")
    }
    let stage = try demo.stage(server)
    let film = try film.map { try Film(path: $0) }
    if let film {
      stage.frameDuration = 1 / Film.rate
      stage.onFrame = { try film.append($0) }
    }
    try demo.play(stage)
    try film?.finish()
    if film == nil, !stage.figures.isEmpty { try Strip.write(stage.figures, to: output) }
    for count in stage.counts { print("\(demo.id): \(count)") }
    for failure in stage.failures { print("\(demo.id): \(failure)") }
    if !stage.failures.isEmpty { throw ExitCode.failure }
  }
}

/// Runs all demos.
private struct All: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs all demos, and writes a PNG file and its captions for each."
  )

  @Option(name: .shortAndLong, help: "A folder, which is made.")
  var output = "book"

  @Option(help: "The beginning of numbers, as LW-8.")
  var prefix = ""

  @Option(help: "The socket of a render server that draws them; this process does by default.")
  var server: String?

  @Flag(help: "Print the hash of each demo's figures, as the references have it.")
  var hashes = false

  @MainActor
  func run() async throws {
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    var failed = 0
    let demos = BookProgram.entries.filter { $0.id.hasPrefix(prefix) }
    for demo in demos where !draws(demo) { failed += 1 }
    print("\(demos.count) demos, \(failed) with statements that are not true, or that did not run")
    if failed > 0 { throw ExitCode.failure }
  }

  /// Runs a demo and writes its figures, their captions and its counts; false if it failed.
  @MainActor
  private func draws(_ demo: Entry) -> Bool {
    do {
      let stage = try demo.stage(server)
      try demo.play(stage)
      let place = "\(output)/\(demo.id)"
      if !stage.figures.isEmpty { try Strip.write(stage.figures, to: "\(place).png") }
      let lines = stage.figures.map(\.caption) + stage.counts.map(\.description)
      let text = lines.map { $0.replacingOccurrences(of: "\n", with: " ") + "\n" }.joined()
      try Data(text.utf8).write(to: URL(filePath: "\(place).txt"))
      if hashes { print("\(demo.id) \(stage.hash)") }
      for failure in stage.failures { print("\(demo.id): \(failure)") }
      return stage.failures.isEmpty
    } catch {
      print("\(demo.id): \(error)")
      return false
    }
  }
}

/// Compares the pictures of two renderers.
private struct Compare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares the figures of this process with those of a server of its own."
  )

  @Argument(help: "The beginning of numbers, as LW-8.")
  var prefix = ""

  @Option(help: "What draws in the server: gles or software.")
  var renderer = "gles"

  @MainActor
  func run() async throws {
    let server = try Server(["--renderer", renderer])
    var (count, failed) = (0, 0)
    for demo in BookProgram.entries where demo.id.hasPrefix(prefix) {
      count += 1
      do {
        let problems = try compare(demo, server.path)
        for problem in problems { print("\(demo.id): \(problem)") }
        if !problems.isEmpty { failed += 1 }
      } catch {
        print("\(demo.id): \(error)")
        failed += 1
      }
    }
    print("\(count) demos, \(failed) that \(renderer) shows in another way")
    if failed > 0 { throw ExitCode.failure }
  }

  /// Returns the figures that differ by more than their edges.
  @MainActor
  private func compare(_ demo: Entry, _ path: String) throws -> [String] {
    let figures = try [nil, path].map { server in
      let stage = try demo.stage(server)
      try demo.play(stage)
      return stage.figures
    }
    let (own, other) = (figures[0], figures[1])
    guard own.count == other.count else { return ["\(other.count) figures, not \(own.count)"] }
    return zip(own, other).compactMap { first, second in
      guard !first.isMeasured else { return nil }
      guard let difference = FigureDifference(first.image, second.image) else {
        return "\"\(first.caption)\" has another size"
      }
      return difference.isOfEdges ? nil : "\"\(first.caption)\": \(difference)"
    }
  }
}
