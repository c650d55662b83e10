// Previews: code that Xcode alone runs.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Finds previews: `#Preview` with its closure, and types that conform to PreviewProvider.
enum Previews {
  /// Returns the previews of a file that a compiler for Linux would see, in its order.
  static func all(_ file: SourceFile) -> [Syntax] {
    let found: [Syntax] =
      file.all(MacroExpansionDeclSyntax.self, .macroExpansionDecl).map { Syntax($0) }
      + file.all(MacroExpansionExprSyntax.self, .macroExpansionExpr).map { Syntax($0) }
      + file.all(StructDeclSyntax.self, .structDecl).map { Syntax($0) }
      + file.all(EnumDeclSyntax.self, .enumDecl).map { Syntax($0) }
      + file.all(ClassDeclSyntax.self, .classDecl).map { Syntax($0) }
    return found.filter { isPreview($0) && !BuildCondition.isDead($0, file) }
      .sorted { $0.position < $1.position }
  }

  /// Whether a node is a preview.
  static func isPreview(_ node: Syntax) -> Bool {
    switch node.kind {
    case .macroExpansionDecl:
      node.as(MacroExpansionDeclSyntax.self)?.macroName.text == "Preview"
    case .macroExpansionExpr:
      node.as(MacroExpansionExprSyntax.self)?.macroName.text == "Preview"
    case .structDecl: provides(node.as(StructDeclSyntax.self)?.inheritanceClause)
    case .enumDecl: provides(node.as(EnumDeclSyntax.self)?.inheritanceClause)
    case .classDecl: provides(node.as(ClassDeclSyntax.self)?.inheritanceClause)
    default: false
    }
  }

  private static func provides(_ clause: InheritanceClauseSyntax?) -> Bool {
    clause?.inheritedTypes.contains {
      ["PreviewProvider", "SwiftUI.PreviewProvider"].contains($0.type.trimmedDescription)
    } ?? false
  }
}
