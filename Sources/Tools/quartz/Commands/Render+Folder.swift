// quartz render: the documents of a folder, with one command.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import QuartzDocuments

extension Render {
  /// The placeholder for the name of a document in a file name.
  private static let namePlaceholder = "{name}"
  /// The most documents of a folder.
  private static let mostDocuments = 1_000_000
  /// The most lines of the table of documents that failed, or of which something was left out.
  private static let mostRows = 1000

  /// Whether there is a file for each document.
  var isForFolders: Bool { output?.contains(Self.namePlaceholder) == true }

  func validateFolder() throws {
    if isMeasured {
      throw ValidationError("{name} excludes --stats, --stats-file and --plan")
    }
    if shard != nil, film != nil {
      throw ValidationError("{name} and --shard are for pictures; of films, a share is one of each")
    }
  }

  /// Draws each document of the folder; one that fails keeps none of the others from it.
  ///
  /// Several pictures are drawn at the same time, one film after the other.
  ///
  /// - Throws: `RenderFailure` for a folder that cannot be read, and at the end, if documents
  ///   failed.
  func drawFolder() throws {
    let names = try documents()
    let own = shard.map { Array(names[$0.range(of: names.count)]) } ?? names
    var chosen = try chooseRenderer()
    var workers = 1
    if film == nil, case .software = chosen {
      workers = jobs ?? min(cores, DocumentArtist.mostWorkers)
      chosen = .software(threads: 1)
    }
    let progress = Progress(count: own.count, isWanted: progress, unit: "document")
    var table = DocumentTable(mostRows: Self.mostRows)
    let line = try FrameLine(own, workers: workers) { [self, chosen] in
      DocumentArtist(chosen) { name in command(for: name) }
    }
    while let outcome = try line.next() {
      table.add(outcome)
      progress.advance()
    }
    progress.clear()
    StandardError.write(table.text)
    if table.failed > 0 {
      throw RenderFailure.documents(failed: table.failed, of: own.count)
    }
  }

  /// The names of the folder's documents, in order.
  private func documents() throws(RenderFailure) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: package)
    } catch {
      throw .unreadable(path: package, reason: "{name} is for the documents of a folder: \(reason)")
    }
    let found = names.filter { name in
      let url = URL(fileURLWithPath: name)
      return !name.hasPrefix(".") && LayerFile.extensions.contains(url.pathExtension.lowercased())
    }
    .sorted()
    guard !found.isEmpty else {
      throw .unreadable(path: package, reason: "there is no document in the folder")
    }
    guard found.count <= Self.mostDocuments else {
      throw .beyondLimits("\(found.count) documents, at most \(Self.mostDocuments) are drawn")
    }
    var stems: [String: String] = [:]
    for name in found {
      guard let other = stems.updateValue(name, forKey: stem(name)) else { continue }
      throw .unreadable(path: package, reason: "\(other) and \(name) would be the same file")
    }
    return found
  }

  private var reason: String {
    FileManager.default.fileExists(atPath: package) ? "it is a file" : "there is none"
  }

  private func stem(_ name: String) -> String {
    URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
  }

  /// The command for one document of the folder.
  private func command(for name: String) -> Render {
    var command = self
    command.package = URL(fileURLWithPath: package).appendingPathComponent(name).path
    command.output = output?.replacing(Self.namePlaceholder, with: stem(name))
    command.shard = nil
    return command
  }
}

/// The result of a document.
private struct DocumentOutcome: Sendable {
  var name: String
  /// The parts that were left out, a line each.
  var warnings: [String] = []
  /// Why there is no picture; nil if there is one.
  var failure: String?
}

/// Draws one document after the other.
private final class DocumentArtist: FrameArtist {
  /// The limit of threads: each has all layers and pictures of a document.
  static let mostWorkers = 8

  private let renderer: FrameSource.Renderer
  private let command: (String) -> Render

  init(_ renderer: FrameSource.Renderer, _ command: @escaping (String) -> Render) {
    (self.renderer, self.command) = (renderer, command)
  }

  func frame(at name: String) -> DocumentOutcome {
    do {
      return DocumentOutcome(name: name, warnings: try command(name).draw(chosen: renderer))
    } catch {
      return DocumentOutcome(name: name, failure: "\(error)")
    }
  }
}

/// The documents that failed, and those of which something was left out.
private struct DocumentTable {
  private let mostRows: Int
  private var rows: [(name: String, text: String)] = []
  private var rowsLeftOut = 0
  private(set) var failed = 0

  init(mostRows: Int) {
    self.mostRows = mostRows
  }

  mutating func add(_ outcome: DocumentOutcome) {
    if let failure = outcome.failure {
      failed += 1
      add(outcome.name, "failed: \(failure)")
    } else if let first = outcome.warnings.first {
      let more = outcome.warnings.count - 1
      add(outcome.name, "warning: \(first)" + (more > 0 ? ", and \(more) more" : ""))
    }
  }

  private mutating func add(_ name: String, _ text: String) {
    guard rows.count < mostRows else { return rowsLeftOut += 1 }
    rows.append((name, text))
  }

  /// A line for each, in columns; empty if there is none.
  var text: String {
    let width = rows.map(\.name.count).max() ?? 0
    let lines = rows.map { name, text in
      "\(name)\(String(repeating: " ", count: width - name.count))  \(text)\n"
    }
    return lines.joined() + (rowsLeftOut > 0 ? "and \(rowsLeftOut) more\n" : "")
  }
}
