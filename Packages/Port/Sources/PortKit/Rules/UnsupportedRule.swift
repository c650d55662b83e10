// Things that will never compile here, or never do what they did.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Says what has to be rewritten by hand.
struct UnsupportedRule: Rule {
  let name = "unsupported"
  let reason = "Some things need Objective-C, Interface Builder or frameworks that are not here."
  let limits = "All of them."

  private static let swizzling = "there is no Objective-C runtime here: use the hooks of the class"
  private static let observing = "no observer is called by a key path of text here: use observe(_:)"
  private static let nibs = "there are no nibs and storyboards here: make the views in code"
  private static let layout = "there is no Auto Layout here: set frames in layoutSubviews()"
  private static let sending = "no method is called by its name alone here: call it, or a closure"
  private static let loops = "this function of CFRunLoop is not here: use RunLoop and Timer"
  private static let making =
    "Self(…) of a class of Apple's needs a required initialiser: write its name"
  private static let symbols = "there are no SF Symbols here: use a picture of your own"

  /// Names of functions and types, with the reasons.
  private static let names: [String: String] = [
    "method_exchangeImplementations": swizzling, "method_setImplementation": swizzling,
    "class_getInstanceMethod": swizzling, "class_getClassMethod": swizzling,
    "class_addMethod": swizzling, "class_replaceMethod": swizzling, "object_setClass": swizzling,
    "class_copyMethodList": swizzling, "objc_getClass": swizzling,
    "imp_implementationWithBlock": swizzling, "IMP": swizzling, "Method": swizzling,
    "objc_msgSend": swizzling, "NSClassFromString": "classes are not found by their names here",
    "NSProxy": swizzling, "UINib": nibs, "UIStoryboard": nibs, "UIStoryboardSegue": nibs,
    "NSLayoutConstraint": layout, "NSLayoutAnchor": layout, "NSLayoutDimension": layout,
    "NSLayoutXAxisAnchor": layout, "NSLayoutYAxisAnchor": layout, "UILayoutGuide": layout,
    "NSPredicate": "predicates by format need Objective-C",
    "NSExpression": "expressions by format need Objective-C",
    "NSUserActivity": "there is no NSUserActivity here",
    "UIHostingController": "there is no SwiftUI here",
    "UIViewRepresentable": "there is no SwiftUI here", "WKWebView": "there is no WebKit here",
  ]

  /// Names of members, with the reasons.
  private static let members: [String: String] = [
    "translatesAutoresizingMaskIntoConstraints": layout, "loadNibNamed": nibs,
    "instantiateInitialViewController": nibs, "instantiateViewController": nibs,
    "performSelector": sending, "perform": sending, "responds": sending,
    "appearance": "appearance proxies do not exist here: set the properties",
    "leadingAnchor": layout, "trailingAnchor": layout, "topAnchor": layout, "bottomAnchor": layout,
    "widthAnchor": layout, "heightAnchor": layout, "centerXAnchor": layout, "centerYAnchor": layout,
    "setContentHuggingPriority": layout, "setContentCompressionResistancePriority": layout,
  ]

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for node in file.all(DeclReferenceExprSyntax.self, .declReferenceExpr)
    where node.parent?.as(MemberAccessExprSyntax.self)?.declName != node {
      note(node, reason(node.baseName.text, work), file, &work)
    }
    for node in file.all(IdentifierTypeSyntax.self, .identifierType) {
      note(node, reason(node.name.text, work), file, &work)
    }
    for node in file.all(MemberAccessExprSyntax.self, .memberAccessExpr) {
      member(node, file, &work)
    }
    for node in file.all(FunctionCallExprSyntax.self, .functionCallExpr) { call(node, file, &work) }
    for node in file.all(FunctionDeclSyntax.self, .functionDecl)
    where node.name.text == "observeValue" {
      note(node, Self.observing, file, &work)
    }
    for node in file.all(AttributeSyntax.self, .attribute) { attribute(node, file, &work) }
  }

  /// Returns the reason why a name cannot stay; nil if it can, or is one of the package's own.
  private func reason(_ name: String, _ work: RuleWork) -> String? {
    guard !work.facts.isType(name) else { return nil }
    let isOfLoops = name.hasPrefix("CFRunLoop") && !MissingImportRule.ofLoops.contains(name)
    return isOfLoops ? Self.loops : Self.names[name]
  }

  private func note(
    _ node: some SyntaxProtocol,
    _ reason: String?,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard let reason, !BuildCondition.isDead(node, file) else { return }
    let line = file.line(node)
    if work.findings.last?.line == line, work.findings.last?.message == reason { return }
    work.report(file, node, reason)
  }

  private func member(
    _ node: MemberAccessExprSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let name = node.declName.baseName.text
    guard let reason = Self.members[name] else { return }
    let call = node.parent?.as(FunctionCallExprSyntax.self)
    let first = call?.arguments.first
    switch name {
    case "perform":
      let text = first.map { file.text($0.expression) } ?? ""
      let isSelector = text.hasPrefix("#selector") || text.hasPrefix("Selector(")
      // Calls that wait for their time exist here.
      let waits = call?.arguments.contains { $0.label?.text == "afterDelay" } ?? false
      guard first?.label == nil, isSelector, !waits else { return }
    case "responds":
      guard first?.label?.text == "to" else { return }
    case "appearance":
      guard let call, call.arguments.isEmpty || first?.label?.text.hasPrefix("when") == true,
        node.base.map({ file.text($0).first?.isUppercase == true }) == true
      else { return }
    default:
      break
    }
    note(node, reason, file, &work)
  }

  private func call(
    _ node: FunctionCallExprSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    let name: String
    if let access = node.calledExpression.as(MemberAccessExprSyntax.self) {
      name = access.declName.baseName.text
    } else {
      name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
    }
    switch name {
    case "addObserver" where labels.contains("forKeyPath"),
      "removeObserver" where labels.contains("forKeyPath"):
      note(node, Self.observing, file, &work)
    case "Self" where isOfApplesClass(node, file, work):
      note(node, Self.making, file, &work)
    case "UIImage" where labels.contains("systemName"):
      note(node, Self.symbols, file, &work)
    default:
      break
    }
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

  private func attribute(
    _ node: AttributeSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    switch file.text(node.attributeName) {
    case "UIApplicationMain", "NSApplicationMain":
      note(node, "there is no main function of an app here: write one with a UIWindow", file, &work)
    case "convention" where node.arguments.map({ file.text($0) }) == "block":
      note(node, "blocks are a part of Objective-C", file, &work)
    default:
      break
    }
  }
}
