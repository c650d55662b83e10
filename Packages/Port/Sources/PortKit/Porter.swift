// Applies the rules to the files of a package.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// A file of Swift source with its place.
public struct SourceText: Sendable {
  /// The path in the package, with `/`.
  public var path: String
  /// The module that it is compiled into.
  public var module: String
  /// UTF-8.
  public var bytes: [UInt8]

  /// Creates a source.
  public init(path: String, module: String, bytes: [UInt8]) {
    self.path = path
    self.module = module
    self.bytes = bytes
  }
}

/// The result of a port.
public struct PortResult: Sendable {
  /// The new bytes of the files that change, by path.
  public internal(set) var files: [String: [UInt8]] = [:]
  /// The changed lines, by file and line.
  public internal(set) var changes: [Change] = []
  /// The places that have to be changed by hand, by file and line.
  public internal(set) var findings: [Finding] = []
  /// The modules that each module imports after the port, where its code is compiled.
  var imports: [String: Set<String>] = [:]
}

extension PortResult {
  /// Adds the Swift of nibs, as far as it is not there already.
  fileprivate mutating func add(_ written: NibFiles, before: [String: [UInt8]]) {
    for (path, text) in written.texts.sorted(by: { $0.key < $1.key }) {
      imports[written.modules[path] ?? "", default: []].insert("UIKit")
      add(Array(text.utf8), path, before: before[path], rule: "nib")
    }
  }

  /// Adds a file that is written, unless it is there with these bytes.
  fileprivate mutating func add(
    _ bytes: [UInt8],
    _ path: String,
    before: [UInt8]?,
    rule: String
  ) {
    guard before != bytes else { return }
    files[path] = bytes
    changes.append(
      Change(
        path: path,
        line: 1,
        before: before.map { TextLines.split($0[...]) } ?? [],
        after: TextLines.split(bytes[...]),
        rules: [rule]
      )
    )
    changes.sort { ($0.path, $0.line) < ($1.path, $1.line) }
  }
}

/// Rewrites Swift code for iOS so that it compiles on Linux.
public enum Porter {
  /// Rewrites the sources of a package.
  ///
  /// All files are read before the first one is rewritten, because classes, protocols and
  /// extensions lie in different ones.
  ///
  /// - Parameters:
  ///   - sources: The files of all modules, but not the manifest.
  ///   - nibs: The nibs and storyboards, which are written as Swift beside them.
  /// - Returns: The files that change, in no order; nothing is written.
  public static func port(_ sources: [SourceText], nibs: [NibText] = []) -> PortResult {
    DeepStack.run { portHere(sources, nibs) }
  }

  private static func portHere(_ sources: [SourceText], _ nibs: [NibText]) -> PortResult {
    // Those of an earlier port are written anew.
    let outputs = Set(nibs.map(\.output))
    let before = Dictionary(
      sources.filter { outputs.contains($0.path) }.map { ($0.path, $0.bytes) },
      uniquingKeysWith: { first, _ in first }
    )
    let sources = sources.filter { !outputs.contains($0.path) }
    let files = sources.map { SourceFile(path: $0.path, bytes: $0.bytes) }
    let facts = PackageFacts(files, modules: sources.map(\.module))
    var work = RuleWork(facts: facts, edits: Edits(files))
    let written = NibFiles.write(nibs, NibFacts(facts, files))
    work.findings = written.findings
    work.uses = written.uses
    let rules = Rules.all(FileList(files))
    for (index, file) in files.enumerated() {
      work.file = index
      work.claimed = []
      for rule in rules {
        work.rule = rule.name
        rule.apply(to: file, &work)
      }
    }
    work.edits.settle()
    var result = result(files, work)
    result.add(written, before: before)
    for path in OpenCombine.files(for: files, facts) {
      // A file of the package is never written over.
      guard !files.contains(where: { $0.path == path }) else {
        let message = "the operators that OpenCombine lacks have no place: rename this file"
        result.findings.append(Finding(path: path, line: 1, message: message))
        continue
      }
      result.add(OpenCombine.operators, path, before: nil, rule: "import")
    }
    return result
  }

  private static func result(_ files: [SourceFile], _ work: RuleWork) -> PortResult {
    var result = PortResult()
    for (index, file) in files.enumerated() {
      let changes = work.edits.changes(index) ? work.edits.changes(of: index) : []
      var after = file
      if !changes.isEmpty {
        let bytes = work.edits.result(index)
        result.changes += changes
        result.files[file.path] = bytes
        after = SourceFile(path: file.path, bytes: bytes)
      }
      result.imports[work.facts.modules[index], default: []].formUnion(imports(of: after))
    }
    var known: Set<Finding> = []
    result.findings = work.findings.filter { known.insert($0).inserted }.sorted {
      ($0.path, $0.line) < ($1.path, $1.line)
    }
    return result
  }

  private static func imports(of file: SourceFile) -> [String] {
    file.all(ImportDeclSyntax.self, .importDecl).compactMap { node in
      BuildCondition.isDead(node, file) ? nil : node.path.first?.name.text
    }
  }

  /// The rules: name, reason, and the cases that are left to people.
  public static var rules: [(name: String, reason: String, limits: String)] {
    Rules.all(FileList()).map { ($0.name, $0.reason, $0.limits) }
  }
}
