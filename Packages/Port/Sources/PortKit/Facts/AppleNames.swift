// The names of Apple's that a file uses.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Finds the names of Apple's in code that are not here.
enum AppleNames {
  /// A use of an absent name.
  struct Use {
    let node: Syntax
    /// The name with its owner, as lists have it.
    let name: String
    let reason: String
  }

  /// Returns the uses of absent names in a file, in the order of the source, where its code is
  /// compiled here.
  ///
  /// A name that the package declares is its own. Of a member whose owner is not written, all types
  /// that have it must be absent, and the name must have two words or two labels.
  static func absent(in file: SourceFile, _ facts: PackageFacts) -> [Use] {
    var uses: [Use] = []
    func add(_ node: some SyntaxProtocol, _ name: String, _ reason: String) {
      guard !BuildCondition.isDead(node, file) else { return }
      uses.append(Use(node: Syntax(node), name: name, reason: reason))
    }
    for node in file.all(IdentifierTypeSyntax.self, .identifierType) {
      if let reason = type(node.name.text, facts) { add(node, node.name.text, reason) }
    }
    for node in file.all(DeclReferenceExprSyntax.self, .declReferenceExpr)
    where node.parent?.as(MemberAccessExprSyntax.self)?.declName != node {
      if let reason = type(node.baseName.text, facts) { add(node, node.baseName.text, reason) }
    }
    for node in file.all(MemberAccessExprSyntax.self, .memberAccessExpr) {
      if let found = member(node, file, facts) { add(node.declName, found.name, found.reason) }
    }
    for node in file.all(FunctionCallExprSyntax.self, .functionCallExpr) {
      guard let type = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        !facts.isType(type), SymbolTable.reason(of: type) == nil,
        let found = SymbolTable.reason(ofInitialiser: type, labels: Signature.labels(node)),
        !isDeclared("init", facts)
      else { continue }
      add(node, found.name, found.reason)
    }
    for node in file.all(FunctionDeclSyntax.self, .functionDecl)
    where Modifiers.has("override", node.modifiers) {
      let labels = Signature.labels(node)
      guard let found = SymbolTable.reason(ofMember: node.name.text, labels: labels),
        found.name.hasSuffix("." + whole(node.name.text, labels)),
        (facts.methods[node.name.text] ?? []).count(where: { $0.labels == labels }) < 2
      else { continue }
      add(node.name, found.name, found.reason)
    }
    for node in file.all(AttributeSyntax.self, .attribute) {
      let name = "@" + file.text(node.attributeName)
      if let reason = SymbolTable.reason(of: name) { add(node, name, reason) }
    }
    return uses.sorted { $0.node.position < $1.node.position }
  }

  private static func whole(_ base: String, _ labels: [String]) -> String {
    "\(base)(\(labels.map { $0 + ":" }.joined()))"
  }

  private static func type(_ name: String, _ facts: PackageFacts) -> String? {
    guard !facts.isType(name), facts.methods[name] == nil, facts.typeNames(of: name).isEmpty else {
      return nil
    }
    return SymbolTable.reason(of: name)
  }

  /// Whether the package declares a member of that name.
  private static func isDeclared(_ base: String, _ facts: PackageFacts) -> Bool {
    facts.methods[base] != nil || facts.properties.contains(base)
      || !facts.typeNames(of: base).isEmpty || facts.isType(base)
  }

  private static func member(
    _ node: MemberAccessExprSyntax,
    _ file: SourceFile,
    _ facts: PackageFacts
  ) -> (name: String, reason: String)? {
    let base = node.declName.baseName.text
    guard !isDeclared(base, facts), base != "init", base != "self" else { return nil }
    let owner = owner(node, file)
    if let owner, owner.first?.isUppercase == true,
      let reason = SymbolTable.reason(of: owner + "." + base)
    {
      return (owner + "." + base, reason)
    }
    let call = node.parent?.as(FunctionCallExprSyntax.self)
    let labels = call.flatMap { $0.calledExpression.is(MemberAccessExprSyntax.self) ? $0 : nil }
      .map { Signature.labels($0) }
    // Foundation and Swift have members, too, which no list has; they share words, not phrases.
    guard base.contains(where: \.isUppercase) || (labels?.count ?? 0) > 1,
      let found = SymbolTable.reason(ofMember: base, labels: labels)
    else { return nil }
    // A type that the package declares has its own members.
    if let owner, facts.isType(owner) { return nil }
    return found
  }

  /// Returns the text before a member, if it is short enough to be a name.
  private static func owner(_ node: MemberAccessExprSyntax, _ file: SourceFile) -> String? {
    guard let base = node.base, base.totalLength.utf8Length < 200 else { return nil }
    return TypePath.plain(base, file)
  }
}
