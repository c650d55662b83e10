// Questions about nodes that several rules ask.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

enum Attributes {
  /// Whether a list has an attribute of that name.
  static func has(_ name: String, _ list: AttributeListSyntax) -> Bool { find(name, list) != nil }

  /// Returns the attribute of a name, also within `#if`, or nil.
  static func find(_ name: String, _ list: AttributeListSyntax) -> AttributeSyntax? {
    for element in list {
      if let attribute = element.as(AttributeSyntax.self),
        attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text == name
      {
        return attribute
      }
    }
    return nil
  }

  /// Returns the text between the parentheses of an attribute, or nil.
  static func argument(
    _ name: String,
    _ list: AttributeListSyntax,
    _ file: SourceFile
  ) -> String? {
    guard let arguments = find(name, list)?.arguments else { return nil }
    let text = file.text(arguments)
    return text.isEmpty ? nil : text
  }
}

enum Modifiers {
  /// Returns the modifier of a name, or nil.
  static func find(_ name: String, _ list: DeclModifierListSyntax) -> DeclModifierSyntax? {
    list.first { $0.name.text == name && $0.detail == nil }
  }

  static func has(_ name: String, _ list: DeclModifierListSyntax) -> Bool {
    find(name, list) != nil
  }

  /// Whether only the file sees the declaration.
  static func isPrivate(_ list: DeclModifierListSyntax) -> Bool {
    has("private", list) || has("fileprivate", list)
  }

  /// Returns the word for the access; nil if none is written.
  static func access(_ list: DeclModifierListSyntax) -> String? {
    ["open", "public", "package", "internal", "fileprivate", "private"].first { has($0, list) }
  }
}

enum Members {
  /// Returns the members of a list, with those of all branches of `#if`.
  static func flat(_ list: MemberBlockItemListSyntax) -> [DeclSyntax] {
    var members: [DeclSyntax] = []
    var waiting = Array(list.reversed())
    while let item = waiting.popLast() {
      guard let config = item.decl.as(IfConfigDeclSyntax.self) else {
        members.append(item.decl)
        continue
      }
      for clause in config.clauses.reversed() {
        if case .decls(let inner)? = clause.elements { waiting += inner.reversed() }
      }
    }
    return members
  }
}

enum Signature {
  /// Returns the labels of a function, `_` for none.
  static func labels(_ function: FunctionDeclSyntax) -> [String] {
    function.signature.parameterClause.parameters.map(\.firstName.text)
  }

  /// Returns the labels of a call, `_` for none.
  static func labels(_ call: FunctionCallExprSyntax) -> [String] {
    var labels = call.arguments.map { $0.label?.text ?? "_" }
    if call.trailingClosure != nil { labels.append("_") }
    return labels
  }

  /// Whether a result is nothing or an optional.
  static func isPlain(_ type: TypeSyntax?, _ file: SourceFile) -> Bool {
    guard let type else { return true }
    let text = file.text(type)
    return ["Void", "()"].contains(text) || isOptional(type, file)
  }

  /// Whether a type is an optional.
  static func isOptional(_ type: TypeSyntax, _ file: SourceFile) -> Bool {
    type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || file.text(type).hasPrefix("Optional<")
  }
}

/// Names of types with those around them.
enum TypePath {
  /// Returns a type's name without generic arguments, spaces and attributes.
  static func plain(_ type: some SyntaxProtocol, _ file: SourceFile) -> String {
    var depth = 0
    var name = ""
    for character in file.text(type) {
      if character == "<" { depth += 1 }
      if depth == 0, !character.isWhitespace { name.append(character) }
      if character == ">" { depth -= 1 }
    }
    // `@unchecked Sendable`, `any P`.
    for prefix in ["@unchecked", "@preconcurrency", "@retroactive"] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    return name
  }

  /// Returns the name of a declaration or extension; nil if it is neither.
  static func own(_ node: Syntax, _ file: SourceFile) -> String? {
    if let type = node.as(ExtensionDeclSyntax.self) { return plain(type.extendedType, file) }
    return node.asProtocol((any NamedDeclSyntax).self)?.name.text
  }

  /// Whether a node is a declaration or an extension of a type.
  static func isType(_ node: Syntax) -> Bool {
    switch node.kind {
    case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: true
    default: false
    }
  }

  /// Returns the whole name of a declaration or extension.
  static func of(_ node: Syntax, _ file: SourceFile) -> String? {
    guard let name = own(node, file) else { return nil }
    guard let outer = enclosing(node, file) else { return name }
    return outer + "." + name
  }

  /// Returns the declaration or extension around a node; nil at the top of a file.
  static func node(around node: Syntax) -> Syntax? {
    var next = node.parent
    while let current = next {
      if isType(current) { return current }
      next = current.parent
    }
    return nil
  }

  /// Returns the whole name of the type around a node; nil at the top of a file.
  static func enclosing(_ node: Syntax, _ file: SourceFile) -> String? {
    var names: [String] = []
    var next = self.node(around: node)
    while let current = next {
      if let name = own(current, file) { names.append(name) }
      next = self.node(around: current)
    }
    return names.isEmpty ? nil : names.reversed().joined(separator: ".")
  }

  /// Whether a function belongs to a type or extension that Objective-C sees as a whole.
  static func isMemberOfObjC(_ function: FunctionDeclSyntax) -> Bool {
    guard let type = node(around: Syntax(function)),
      let group = type.asProtocol((any DeclGroupSyntax).self)
    else { return false }
    return Attributes.has("objcMembers", group.attributes)
      || (type.kind != .classDecl && Attributes.has("objc", group.attributes))
  }
}

/// Texts that tell which members override each other.
enum MemberKey {
  /// Returns the key of a function, property or subscript; nil for others.
  static func of(_ member: DeclSyntax) -> String? {
    if let function = member.as(FunctionDeclSyntax.self) {
      let labels = Signature.labels(function).map { $0 + ":" }.joined()
      return "\(function.name.text)(\(labels))"
    }
    guard let variable = member.as(VariableDeclSyntax.self) else { return nil }
    return variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }

  /// Returns the modifiers of a member; nil if it has none by nature.
  static func modifiers(_ member: DeclSyntax) -> DeclModifierListSyntax? {
    member.asProtocol((any WithModifiersSyntax).self)?.modifiers
  }
}
