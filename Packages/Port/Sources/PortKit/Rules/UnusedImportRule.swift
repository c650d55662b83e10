// Imports of modules that are not here and that a file does not use.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Takes out imports of modules that are not here, where the file uses no name of them.
struct UnusedImportRule: Rule {
  let name = "unused import"
  let reason = "Files often import a module of Apple's that they do not use, and it is not here."
  let limits = "Imports of parts and those with @_exported stay, and so do those in doubt."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    let unused = UnusedImports(file, work.facts)
    var end = 0
    for node in file.all(ImportDeclSyntax.self, .importDecl) where unused.contains(node) {
      // With the semicolon after it.
      let item = node.parent?.as(CodeBlockItemSyntax.self)
      let range = file.rangeToRemove(item.map { file.range($0) } ?? file.range(node))
      // The one before it in the line may have taken the blanks between them.
      work.remove(max(end, range.lowerBound)..<range.upperBound)
      end = range.upperBound
    }
    work.imports += unused.broughtAlong(file)
  }
}

/// The imports of a file that it does not need, because they are of modules that are not here and
/// it uses none of their names.
///
/// A name is any word of code outside of imports, previews and comments, also in branches that are
/// not compiled here. A file that does not parse has no such imports.
struct UnusedImports {
  /// Modules that bring Core Location along, and its names.
  private static let withPlaces: Set = [
    "MapKit", "CoreLocationUI", "Photos", "PhotosUI", "EventKit",
  ]
  private static let ofPlaces: ModuleNames = "CL*"

  private let nodes: Set<ImportDeclSyntax>
  private let words: Set<String>

  init(_ file: SourceFile, _ facts: PackageFacts) {
    let candidates = file.all(ImportDeclSyntax.self, .importDecl).filter { node in
      guard let module = node.path.first?.name.text, node.path.count == 1,
        facts.isAbsent(module: module)
      else { return false }
      return node.importKindSpecifier == nil && !Self.isExported(node)
        && !BuildCondition.isDead(node, file)
    }
    let words = candidates.isEmpty || file.firstError != nil ? [] : Self.words(of: file)
    let modules = Set(candidates.compactMap { $0.path.first?.name.text }).filter { module in
      guard file.firstError == nil, !words.contains(module),
        let names = AppleModules.names(ofAbsent: module)
      else { return false }
      return !words.contains(where: names.contains)
    }
    nodes = Set(candidates.filter { modules.contains($0.path.first?.name.text ?? "") })
    self.words = words
  }

  /// Whether an import is one of them.
  func contains(_ node: ImportDeclSyntax) -> Bool { nodes.contains(node) }

  /// Returns the modules that they bring along on Apple's platforms and that the file needs, if
  /// nothing else in it imports them.
  func broughtAlong(_ file: SourceFile) -> [String] {
    guard !nodes.isEmpty else { return [] }
    var imports: Set<String> = []
    for node in file.all(ImportDeclSyntax.self, .importDecl)
    where !contains(node) && !BuildCondition.isDead(node, file) {
      if let module = node.path.first?.name.text { imports.insert(AppleModules.name(of: module)) }
    }
    var needed: [String] = []
    let modules = Set(nodes.compactMap { $0.path.first?.name.text })
    if !modules.isDisjoint(with: Self.withPlaces), !imports.contains("CoreLocation"),
      words.contains(where: Self.ofPlaces.contains)
    {
      needed.append("CoreLocation")
    }
    guard imports.isDisjoint(with: ["UIKit", "AppKit"]) else { return needed }
    let names = words.filter(ViewCode.isName)
    if names.contains(where: { $0.hasPrefix("UI") }) { return needed + ["UIKit"] }
    if !names.isEmpty, imports.isDisjoint(with: ViewCode.modules) { needed.append("QuartzCore") }
    if !imports.contains("Foundation") { needed.append("Foundation") }
    return needed
  }

  private static func isExported(_ node: ImportDeclSyntax) -> Bool {
    node.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "_exported"
    }
  }

  private static func words(of file: SourceFile) -> Set<String> {
    var words: Set<String> = []
    var waiting = [Syntax(file.tree)]
    while let node = waiting.popLast() {
      if let token = node.as(TokenSyntax.self) {
        guard case .identifier(let word) = token.tokenKind else { continue }
        words.insert(word.filter { $0 != "`" })
      } else if node.kind != .importDecl, !Previews.isPreview(node) {
        waiting += node.children(viewMode: .sourceAccurate)
      }
    }
    return words
  }
}
