// Members that the code of nibs uses.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Drops `private` and `fileprivate` of outlets and actions that a nib connects.
///
/// On iOS a nib reaches private members by their names. The Swift that is written for it stands in
/// a file of its own.
struct OutletRule: Rule {
  let name = "outlet"
  let reason = "The Swift of a nib sets outlets and calls actions from another file."
  let limits = ""

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    guard !work.uses.isEmpty else { return }
    for node in file.all(VariableDeclSyntax.self, .variableDecl) {
      guard let type = TypePath.enclosing(Syntax(node), file) else { continue }
      let names = node.bindings.compactMap {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      }
      if names.contains(where: { isUsed($0, type, work) }) { open(node.modifiers, file, &work) }
    }
    for node in file.all(FunctionDeclSyntax.self, .functionDecl) {
      guard let type = TypePath.enclosing(Syntax(node), file),
        isUsed(node.name.text, type, work)
      else { continue }
      open(node.modifiers, file, &work)
    }
  }

  private func isUsed(_ member: String, _ type: String, _ work: RuleWork) -> Bool {
    work.uses.contains { use in
      use.member == member && (use.type == type || type.hasSuffix("." + use.type))
    }
  }

  private func open(
    _ modifiers: DeclModifierListSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    for modifier in modifiers where ["private", "fileprivate"].contains(modifier.name.text) {
      work.remove(file.rangeToRemove(file.range(modifier)))
    }
  }
}
