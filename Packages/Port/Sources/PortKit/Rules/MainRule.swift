// The beginning of a program, and the delegates of scenes.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Gives the delegate of an app a main function, and the delegates of scenes an initialiser.
///
/// On iOS `UIApplicationMain` makes the objects of classes that it finds by their names.
struct MainRule: Rule {
  let name = "main"
  let reason = "Swift on Linux makes no object of a class that is known by its name alone."
  let limits =
    "Delegates whose initialisers take arguments; delegates of scenes that are no class of UIKit's."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for node in file.all(ClassDeclSyntax.self, .classDecl) where !BuildCondition.isDead(node, file)
    {
      addMain(to: node, file, &work)
      addInitialiser(to: node, file, &work)
    }
  }

  private func addMain(to node: ClassDeclSyntax, _ file: SourceFile, _ work: inout RuleWork) {
    let old = ["UIApplicationMain", "NSApplicationMain"].lazy.compactMap {
      Attributes.find($0, node.attributes)
    }.first
    guard old != nil || Attributes.has("main", node.attributes) else { return }
    if let old {
      work.replace(file.range(old), "@main")
      guard file.text(old.attributeName) == "UIApplicationMain" else {
        return work.report(file, node, "the delegate of an app of AppKit needs a main function")
      }
    }
    let type = node.name.text
    let isDelegate =
      old != nil
      || node.inheritanceClause?.inheritedTypes.contains {
        file.text($0.type) == "UIApplicationDelegate"
      } ?? false
    let hasMain = (work.facts.methods["main"] ?? []).contains { $0.type == type && $0.isStatic }
    guard isDelegate, !hasMain else { return }
    insert("static func main() { UIApplication.run(\(type)()) }", into: node, file, &work)
  }

  private func addInitialiser(
    to node: ClassDeclSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard let list = node.inheritanceClause?.inheritedTypes, let last = list.last else { return }
    let names = list.map { file.text($0.type) }
    let isOfScene = !Set(names).isDisjoint(with: ["UIWindowSceneDelegate", "UISceneDelegate"])
    guard isOfScene, !names.contains("UISceneDelegateMaking") else { return }
    let end = file.range(last.type).upperBound
    work.insert(", UISceneDelegateMaking", at: end)
    let own = Members.flat(node.memberBlock.members).compactMap {
      $0.as(InitializerDeclSyntax.self)
    }.first { $0.signature.parameterClause.parameters.isEmpty }
    if let own {
      guard !Modifiers.has("required", own.modifiers) else { return }
      work.insert(
        "required ",
        at: file.range(own.modifiers.first.map(Syntax.init) ?? Syntax(own.initKeyword)).lowerBound
      )
    } else {
      insert("required override init() { super.init() }", into: node, file, &work)
    }
  }

  /// Inserts a line at the start of a class, as far in as its members.
  private func insert(
    _ line: String,
    into node: ClassDeclSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let outer = file.indentation(at: file.range(node).lowerBound)
    let member = node.memberBlock.members.first
    let inner = member.map { file.indentation(at: file.range($0).lowerBound) } ?? outer + "  "
    let isShort = inner == outer
    let end = file.range(node.memberBlock.leftBrace).upperBound
    let newline = file.lines.newline
    work.insert(isShort ? " \(line);" : newline + inner + line, at: end)
  }
}
