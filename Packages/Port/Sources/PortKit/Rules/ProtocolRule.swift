// Protocols of Objective-C.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Gives optional members of protocols default implementations, and binds the protocols to classes.
///
/// The default of a member with a value notes that it was called, so that a caller can tell it from
/// a real implementation, as `delegate?.height?() ?? 44` does.
struct ProtocolRule: Rule {
  let name = "protocol"
  let reason = "Swift for Linux has no optional members; a protocol of Objective-C is for classes."
  let limits = "Values without a known default, and properties, whose absence cannot be told."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    var needsMark = false
    for node in file.all(ProtocolDeclSyntax.self, .protocolDecl) {
      bindToClasses(node, file, &work)
      var defaults: [String] = []
      for member in Members.flat(node.memberBlock.members) {
        guard let modifiers = MemberKey.modifiers(member),
          let optional = Modifiers.find("optional", modifiers)
        else { continue }
        work.remove(file.rangeToRemove(file.range(optional)))
        guard let text = defaultText(member, file, &work) else { continue }
        needsMark = needsMark || text.contains(OptionalMark.prefix)
        defaults.append(text)
      }
      guard !defaults.isEmpty else { continue }
      add(defaults, of: node, file, &work)
    }
    if needsMark, work.facts.markFiles[work.module] == work.file {
      let newline = file.lines.newline
      let isEnded = file.bytes.last.map(Byte.isNewline) ?? true
      let text = OptionalMark.source.split(separator: "\n", omittingEmptySubsequences: false)
      work.insert(
        (isEnded ? "" : newline) + newline + text.joined(separator: newline) + newline,
        at: file.bytes.count
      )
      work.imports.append("Foundation")
    }
  }

  private func bindToClasses(
    _ node: ProtocolDeclSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard Attributes.has("objc", node.attributes) else { return }
    if let clause = node.inheritanceClause {
      let names = clause.inheritedTypes.map { TypePath.plain($0.type, file) }
      guard let first = clause.inheritedTypes.first, !names.contains(where: work.facts.isClassBound)
      else { return }
      work.insert("AnyObject, ", at: file.range(first).lowerBound)
    } else {
      let end = node.primaryAssociatedTypeClause.map { file.range($0) } ?? file.range(node.name)
      work.insert(": AnyObject", at: end.upperBound)
    }
  }

  private func defaultText(
    _ member: DeclSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) -> String? {
    if let function = member.as(FunctionDeclSyntax.self) {
      return defaultText(function, file, &work)
    }
    guard let variable = member.as(VariableDeclSyntax.self),
      let binding = variable.bindings.first, let type = binding.typeAnnotation?.type
    else {
      work.report(file, member, "an optional member that is no function and no property")
      return nil
    }
    guard let value = DefaultValue.of(type, file, work.facts) else {
      work.report(file, member, "an optional property of a type without a known default")
      return nil
    }
    if !Signature.isOptional(type, file) {
      work.report(file, member, "an optional property: its absence reads as \(value)")
    }
    let isStatic = Modifiers.has("static", variable.modifiers) ? "static " : ""
    let head = "\(isStatic)var \(file.text(binding.pattern)): \(file.text(type))"
    let isSettable = binding.accessorBlock.map { file.text($0).contains("set") } ?? false
    return head + (isSettable ? " { get { \(value) } set {} }" : " { \(value) }")
  }

  private func defaultText(
    _ function: FunctionDeclSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) -> String? {
    let attributes = function.attributes.compactMap { element -> String? in
      let text = file.text(element)
      return text.hasPrefix("@objc") || text.hasPrefix("@available") ? nil : text + " "
    }
    let isStatic = Modifiers.has("static", function.modifiers) ? "static " : ""
    let range = file.range(function.funcKeyword).lowerBound..<file.range(function).upperBound
    let head = attributes.joined() + isStatic + file.text(range)
    guard let type = function.signature.returnClause?.type else { return head + " {}" }
    if ["Void", "()"].contains(file.text(type)) { return head + " {}" }
    if Signature.isOptional(type, file) { return head + " { nil }" }
    guard let value = DefaultValue.of(type, file, work.facts) else {
      work.report(file, function, "an optional method whose result has no known default")
      return nil
    }
    let name = OptionalMark.name(function.name.text, labels: Signature.labels(function))
    let mark = "\(OptionalMark.prefix)missing(\"\(name)\", \(value))"
    return head + " { \(mark) }"
  }

  private func add(
    _ defaults: [String],
    of node: ProtocolDeclSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let newline = file.lines.newline
    let indentation = node.memberBlock.members.first.map {
      file.indentation(at: file.range($0).lowerBound)
    }
    let step = indentation.flatMap { $0.isEmpty ? nil : $0 } ?? "  "
    let access = Modifiers.access(node.modifiers).flatMap {
      ["public", "package"].contains($0) ? $0 + " " : nil
    }
    let path = TypePath.of(Syntax(node), file) ?? node.name.text
    let lines =
      ["", "", "\(access ?? "")extension \(path) {"] + defaults.map { step + $0 } + ["}"]
    var outermost = Syntax(node)
    while let outer = TypePath.node(around: outermost) { outermost = outer }
    work.insert(lines.joined(separator: newline), at: file.range(outermost).upperBound)
  }
}

/// The note that the default of an optional member was called.
enum OptionalMark {
  static let prefix = "OptionalMember."

  /// Returns the whole name of a method.
  static func name(_ base: String, labels: [String]) -> String {
    "\(base)(\(labels.map { $0 + ":" }.joined()))"
  }

  /// The declaration that one file of each module gets.
  static let source = """
    /// Tells whether an object has an optional member of a protocol.
    enum OptionalMember {
      private static let key = "OptionalMember"

      /// Notes that a default was called, and returns its value.
      static func missing<Value>(_ name: String, _ value: Value) -> Value {
        Thread.current.threadDictionary[key] = name
        return value
      }

      /// Returns the value of a call; nil if a default was called.
      static func call<Value>(
        _ name: String,
        _ body: @autoclosure () throws -> Value?
      ) rethrows -> Value? {
        Thread.current.threadDictionary[key] = nil
        let value = try body()
        let isMissing = Thread.current.threadDictionary[key] as? String == name
        Thread.current.threadDictionary[key] = nil
        return isMissing ? nil : value
      }
    }
    """
}
