// Names of Apple's in a folder that are not here.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// A report about a folder: the names of Apple's in it that are not here, by count.
///
/// The names are those that a port reports, from Documentation/Symbols. A file is whole if it uses
/// none of them and imports no module that is not here, unless a port takes
/// the import out.
public struct PackageReport: CustomStringConvertible {
  /// A name that is not here.
  public struct Row: Sendable {
    /// The name with its owner, as lists have it; `import` and a module for one of those.
    public let name: String
    /// The reason.
    public let reason: String
    /// The places, as `path:line`, in order.
    public internal(set) var places: [String]
    /// The number of files that use it.
    public internal(set) var files: Int
  }

  /// The names, those with most uses first.
  public let rows: [Row]
  /// The number of Swift files, without manifests.
  public let files: Int
  /// The number of those that use no such name.
  public let wholeFiles: Int
  /// The places of nibs and storyboards that are not carried over.
  public let nibFindings: [Finding]
  /// The number of nibs and storyboards.
  public let nibs: Int

  /// Reads a folder; nothing is written.
  ///
  /// - Throws: `PortError` that names the file.
  public init(_ path: String) throws(PortError) {
    let folder = try Folder(path, leavingOut: nil)
    let (layout, made) = try DeepStack.run { () -> Result<(PackageLayout, Parts), PortError> in
      Result { () throws(PortError) in
        let layout = try PackageLayout(folder)
        return (layout, Parts(layout))
      }
    }.get()
    files = made.files
    wholeFiles = made.whole
    rows = made.rows.values.sorted {
      ($1.places.count, $0.name) < ($0.places.count, $1.name)
    }
    nibs = layout.nibs.count
    nibFindings = made.nibFindings
  }

  /// The parts of a report, as they are found.
  private struct Parts {
    var rows: [String: Row] = [:]
    var files = 0
    var whole = 0
    var nibFindings: [Finding] = []

    init(_ layout: PackageLayout) {
      let outputs = Set(layout.nibs.map(\.output))
      let sources = layout.sources.filter { !outputs.contains($0.path) }
      let files = sources.map { SourceFile(path: $0.path, bytes: $0.bytes) }
      let facts = PackageFacts(files, modules: sources.map(\.module))
      self.files = files.count
      for file in files {
        var isWhole = true
        var seen: Set<String> = []
        func note(_ name: String, _ reason: String, _ node: some SyntaxProtocol) {
          isWhole = false
          var row = rows[name] ?? Row(name: name, reason: reason, places: [], files: 0)
          row.places.append("\(file.path):\(file.line(node))")
          if seen.insert(name).inserted { row.files += 1 }
          rows[name] = row
        }
        for use in AppleNames.absent(in: file, facts) { note(use.name, use.reason, use.node) }
        let unused = UnusedImports(file, facts)
        for node in file.all(ImportDeclSyntax.self, .importDecl) {
          guard let module = node.path.first?.name.text, facts.isAbsent(module: module),
            !BuildCondition.isDead(node, file), !unused.contains(node)
          else { continue }
          note("import \(module)", "there is no module \(module) here", node)
        }
        if isWhole { whole += 1 }
      }
      nibFindings = NibFiles.write(layout.nibs, NibFacts(facts, files)).findings
    }
  }

  /// A table in Markdown.
  public var description: String {
    var lines = ["| name | uses | files | why | first place |", "|---|---:|---:|---|---|"]
    for row in rows {
      lines.append(
        "| `\(row.name)` | \(row.places.count) | \(row.files) | \(row.reason) "
          + "| \(row.places.first ?? "") |"
      )
    }
    if rows.isEmpty { lines = [] }
    for finding in nibFindings { lines.append("\(finding)") }
    let uses = rows.reduce(0) { $0 + $1.places.count }
    lines.append(
      "\(wholeFiles) of \(files) files are whole; \(rows.count) names in \(uses) places are not here; "
        + "\(nibs) nibs and storyboards, \(nibFindings.count) places in them are not carried over"
    )
    return lines.joined(separator: "\n")
  }
}
