// Optional members that a subclass of the conforming class has.
// Licensed under the MIT license; see LICENSE.
//
// A class conforms to a protocol and leaves an optional member out; a class below it has the
// member. Objective-C finds it there. Swift has settled for the default when it compiled the
// conformance, so the class below would never be asked. It has to override a member of the class
// that conforms.

import SwiftSyntax

/// Gives the conforming class the default as a member, and lets the class below override it.
struct InheritedMemberRule: Rule {
  let name = "inherited member"
  let reason = "A conformance is settled in the class that has it; classes below it override."
  let limits = "Members in extensions of the class below, and values without a known default."

  let files: FileList

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for function in file.all(FunctionDeclSyntax.self, .functionDecl) {
      guard let node = TypePath.node(around: Syntax(function)),
        let path = TypePath.of(node, file), work.facts.isClass(path, in: work.module),
        !Modifiers.has("override", function.modifiers),
        !Modifiers.has("static", function.modifiers),
        !Modifiers.has("class", function.modifiers), !Modifiers.isPrivate(function.modifiers),
        let owner = owner(of: function, below: path, work)
      else { continue }
      rewrite(function, in: node, owner, file, &work)
    }
  }

  /// Returns the class above that conforms without having the member, or nil.
  private func owner(
    of function: FunctionDeclSyntax,
    below path: String,
    _ work: RuleWork
  ) -> TypeFact? {
    let facts = work.facts
    let (base, labels) = (function.name.text, Signature.labels(function))
    let protocols = protocols(base, labels, facts)
    guard !protocols.isEmpty, !conforms(path, protocols, work) else { return nil }
    for above in facts.ancestors(path, in: work.module) {
      guard let type = facts.declaration(above, in: work.module), type.module == work.module else {
        return nil
      }
      let has = (facts.methods[base] ?? []).contains { $0.type == type.path && $0.labels == labels }
      if has { return nil }
      if conforms(type.path, protocols, work) { return type }
    }
    return nil
  }

  /// Returns the protocols with an optional member of that name.
  private func protocols(
    _ base: String,
    _ labels: [String],
    _ facts: PackageFacts
  ) -> Set<String> {
    let own = (facts.optionals[base] ?? []).filter { $0.isMethod && $0.labels == labels }
    if !own.isEmpty { return Set(own.map(\.protocol)) }
    guard AppleOptionals.names.contains(base), labels.first == "_" || labels.first == "in" else {
      return []
    }
    return AppleOptionals.protocols(of: base)
  }

  private func conforms(_ path: String, _ protocols: Set<String>, _ work: RuleWork) -> Bool {
    work.facts.all(path).contains { $0.inherited.contains(where: protocols.contains) }
  }

  private func rewrite(
    _ function: FunctionDeclSyntax,
    in node: Syntax,
    _ owner: TypeFact,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let base = function.name.text
    let isOwn = work.facts.optionals[base] != nil
    guard node.is(ClassDeclSyntax.self), let body = body(of: function, isOwn: isOwn, file, work)
    else {
      work.report(
        file,
        function,
        "\(base) is asked of \(owner.name), which lacks it: declare it there and override it"
      )
      return
    }
    let word = function.modifiers.first.map { file.range($0) } ?? file.range(function.funcKeyword)
    work.insert("override ", at: word.lowerBound)
    let key = "\(owner.file) \(owner.path) \(MemberKey.of(DeclSyntax(function)) ?? base)"
    guard work.moved.insert(key).inserted else { return }
    let target = files.all[owner.file]
    let access = owner.node.as(ClassDeclSyntax.self).flatMap { Modifiers.access($0.modifiers) }
    let isPrivate = access == "private" || access == "fileprivate"
    let head = file.range(function.funcKeyword).lowerBound
    let end = file.range(function.signature).upperBound
    let brace = target.range(owner.members.rightBrace).lowerBound
    let isOwnLine = target.isFirstInLine(brace)
    let newline = target.lines.newline
    let first = owner.members.members.first.map { target.range($0).lowerBound }
    let own = first.flatMap { target.isFirstInLine($0) ? target.indentation(at: $0) : nil }
    let indentation = own ?? target.indentation(at: brace) + "  "
    let text =
      newline + indentation + (access.map { isPrivate ? "" : $0 + " " } ?? "")
      + file.text(head..<end) + " " + body + newline
    let offset = isOwnLine ? target.lines.start(of: brace) : brace
    work.edits.add(
      Edit(range: offset..<offset, pieces: [.text(text)], rule: name),
      to: owner.file
    )
  }

  /// Returns the code of the default; nil if none is known.
  private func body(
    of function: FunctionDeclSyntax,
    isOwn: Bool,
    _ file: SourceFile,
    _ work: RuleWork
  ) -> String? {
    guard let type = function.signature.returnClause?.type,
      !["Void", "()"].contains(file.text(type))
    else { return "{}" }
    if Signature.isOptional(type, file) { return "{ nil }" }
    guard isOwn, work.facts.markFiles[work.module] != nil,
      let value = DefaultValue.of(type, file, work.facts)
    else { return nil }
    let name = OptionalMark.name(function.name.text, labels: Signature.labels(function))
    return "{ \(OptionalMark.prefix)missing(\"\(name)\", \(value)) }"
  }
}
