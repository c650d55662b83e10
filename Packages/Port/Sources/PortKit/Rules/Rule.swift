// Rules: each rewrites one thing.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// A rewriting of one construct.
///
/// A rule replaces bytes where it has to and nothing else. Applied to its own result it changes
/// nothing.
protocol Rule: Sendable {
  /// The name in reports.
  var name: String { get }
  /// The reason, in one sentence.
  var reason: String { get }
  /// The cases that it leaves to people; empty for none.
  var limits: String { get }

  /// Adds the edits and findings of a file.
  func apply(to file: SourceFile, _ work: inout RuleWork)
}

/// The facts that a rule may ask, and its results.
struct RuleWork {
  let facts: PackageFacts
  /// The index of the file.
  var file = 0
  var rule = ""
  var edits: Edits
  var findings: [Finding] = []
  /// The offsets of attributes that a rule has taken over from the next ones.
  var claimed: Set<Int> = []
  /// The modules that the file has to import beyond its own imports.
  var imports: [String] = []

  /// The members that the code of nibs uses.
  var uses: Set<NibWriter.Use> = []

  /// The imports that moved members brought into other files.
  var moved: Set<String> = []

  /// The file's module.
  var module: String { facts.modules[file] }

  mutating func replace(_ range: Range<Int>, _ text: String) {
    edits.add(Edit(range: range, pieces: [.text(text)], rule: rule), to: file)
  }

  mutating func remove(_ range: Range<Int>) {
    edits.add(Edit(range: range, pieces: [], rule: rule), to: file)
  }

  mutating func insert(_ text: String, at offset: Int) { replace(offset..<offset, text) }

  mutating func report(_ source: SourceFile, _ node: some SyntaxProtocol, _ message: String) {
    findings.append(Finding(path: source.path, line: source.line(node), message: message))
  }
}

/// All rules, in the order in which they are applied.
enum Rules {
  static func all(_ files: FileList) -> [any Rule] {
    [
      SyntaxErrorRule(), ImportRule(), UnusedImportRule(), PreviewRule(), ConditionRule(),
      LayerPropertyRule(), ProtocolRule(), OptionalCallRule(), InheritedMemberRule(files: files),
      SelectorRule(), KeyPathRule(), OverrideRule(files: files),
      AttributeRule(), OutletRule(), MainRule(), CastRule(), AbsentRule(), MissingImportRule(),
    ]
  }
}
