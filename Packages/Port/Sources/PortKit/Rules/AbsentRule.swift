// Names of Apple's that are not here.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Says which names of Apple's are not here, by the lists of Documentation/Symbols.
///
/// Beside them it knows calls that find a method, an observer or a class by its name alone, which
/// no list of names tells from others.
struct AbsentRule: Rule {
  let name = "absent"
  let reason = "Some names need Objective-C, or frameworks and parts of them that are not here."
  let limits = "All of them."

  private static let observing =
    "NSObject observes nothing by names here: conform to KeyValueObserver, without override"
  private static let sending = "no method is called by its name alone here: call it, or a closure"
  private static let making =
    "Self(…) of a class of Apple's needs a required initialiser: write its name"

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for use in AppleNames.absent(in: file, work.facts) {
      note(use.node, "\(use.name): \(use.reason)", file, &work)
    }
    for node in file.all(FunctionCallExprSyntax.self, .functionCallExpr) { call(node, file, &work) }
    for node in file.all(FunctionDeclSyntax.self, .functionDecl)
    where node.name.text == "observeValue" && !isOfObserver(node, file, work) {
      note(Syntax(node), Self.observing, file, &work)
    }
    for node in file.all(AttributeSyntax.self, .attribute)
    where file.text(node.attributeName) == "convention"
      && node.arguments.map({ file.text($0) }) == "block"
    {
      note(Syntax(node), "blocks are a part of Objective-C", file, &work)
    }
  }

  private func note(
    _ node: Syntax,
    _ reason: String,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard !BuildCondition.isDead(node, file) else { return }
    let line = file.line(node)
    if work.findings.last?.line == line, work.findings.last?.message == reason { return }
    work.report(file, node, reason)
  }

  private func call(
    _ node: FunctionCallExprSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    let name: String
    let isMember = node.calledExpression.is(MemberAccessExprSyntax.self)
    if let access = node.calledExpression.as(MemberAccessExprSyntax.self) {
      name = access.declName.baseName.text
    } else {
      name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
    }
    switch name {
    case "Self" where isOfApplesClass(node, file, work):
      note(Syntax(node), Self.making, file, &work)
    case "perform" where isMember && labels.first == "_" && !labels.contains("afterDelay"):
      let text = node.arguments.first.map { file.text($0.expression) } ?? ""
      guard text.hasPrefix("#selector") || text.hasPrefix("Selector(") else { return }
      note(Syntax(node), Self.sending, file, &work)
    case "responds" where isMember && labels == ["to"]:
      note(Syntax(node), Self.sending, file, &work)
    default:
      break
    }
  }

  /// Whether a method is one of a responder, or of a class that conforms to KeyValueObserver.
  private func isOfObserver(
    _ node: FunctionDeclSyntax,
    _ file: SourceFile,
    _ work: RuleWork
  ) -> Bool {
    guard let type = TypePath.node(around: Syntax(node)), let path = TypePath.own(type, file) else {
      return false
    }
    if work.facts.all(path).contains(where: { $0.inherited.contains("KeyValueObserver") }) {
      return true
    }
    return work.facts.ancestors(path, in: work.module).last?.hasPrefix("UI") ?? false
  }

  /// Classes of Foundation's without a prefix.
  private static let classes: Set = [
    "Bundle", "DateFormatter", "FileManager", "Formatter", "JSONDecoder", "JSONEncoder",
    "NotificationCenter", "NumberFormatter", "Operation", "OperationQueue", "Pipe", "Process",
    "Progress", "RunLoop", "Scanner", "Thread", "Timer", "URLSession", "UserDefaults",
  ]
  /// Structures and protocols whose names begin as those of classes.
  private static let values: Set = [
    // The initialisers of UIColor are required.
    "UIColor", "UIEdgeInsets", "UIOffset", "UIFloatRange", "NSDirectionalEdgeInsets", "NSRange",
    "CATransform3D", "CAFrameRateRange", "NSObjectProtocol", "CALayerDelegate",
  ]

  /// Whether code stands in an extension of a class of Apple's, outside of a type of the package.
  private func isOfApplesClass(
    _ node: FunctionCallExprSyntax,
    _ file: SourceFile,
    _ work: RuleWork
  ) -> Bool {
    guard let type = TypePath.node(around: Syntax(node)), type.is(ExtensionDeclSyntax.self),
      let name = TypePath.own(type, file), !work.facts.isType(name)
    else { return false }
    let isClass = ["UI", "CA", "NS", "AV"].contains { prefix in
      name.hasPrefix(prefix) && name.dropFirst(2).first?.isUppercase == true
    }
    return Self.classes.contains(name) || isClass && !Self.values.contains(name)
  }
}
