// Previews: code that Xcode alone runs.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Finds previews: `#Preview` with its closure, and types that conform to PreviewProvider.
enum Previews {
  private static let kinds: [SyntaxKind] = [
    .macroExpansionDecl, .macroExpansionExpr, .structDecl, .enumDecl, .classDecl,
  ]

  /// Returns the previews of a file that a compiler for Linux would see.
  static func all(_ file: SourceFile) -> [Syntax] {
    kinds.flatMap { file.all(Syntax.self, $0) }
      .filter { isPreview($0) && !BuildCondition.isDead($0, file) }
  }

  /// Whether a node is a preview.
  static func isPreview(_ node: Syntax) -> Bool {
    switch node.kind {
    case .macroExpansionDecl, .macroExpansionExpr:
      node.asProtocol((any FreestandingMacroExpansionSyntax).self)?.macroName.text == "Preview"
    case .structDecl, .enumDecl, .classDecl:
      node.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes
        .contains { isProvider($0.type) } ?? false
    default: false
    }
  }

  private static func isProvider(_ type: TypeSyntax) -> Bool {
    if let member = type.as(MemberTypeSyntax.self) {
      return member.name.text == "PreviewProvider"
        && member.baseType.as(IdentifierTypeSyntax.self)?.name.text == "SwiftUI"
    }
    return type.as(IdentifierTypeSyntax.self)?.name.text == "PreviewProvider"
  }
}
