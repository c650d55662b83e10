// Gathers the facts of one file.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Gathers types, methods, optional members and private names of a file.
struct FactCollector {
  let file: SourceFile
  let index: Int
  let module: String
  private(set) var types: [TypeFact] = []
  private(set) var methods: [MethodFact] = []
  private(set) var optionals: [OptionalMember] = []
  private(set) var keys: [String: String] = [:]
  /// The types that declare a property, by its name.
  private(set) var propertyTypes: [String: Set<String>] = [:]
  /// The written types of variables, parameters and functions, by their names.
  private(set) var typeNames: [String: Set<String>] = [:]
  private(set) var privateNames: Set<String> = []
  /// The members that override another, by `MemberKey`, with their types.
  private(set) var overrides: [(key: String, type: String)] = []

  init(file: SourceFile, index: Int, module: String) {
    self.file = file
    self.index = index
    self.module = module
  }

  mutating func collect() {
    for node in file.all(ClassDeclSyntax.self, .classDecl) { add(node, .class, node.memberBlock) }
    for node in file.all(StructDeclSyntax.self, .structDecl) { add(node, .other, node.memberBlock) }
    for node in file.all(EnumDeclSyntax.self, .enumDecl) { add(node, .other, node.memberBlock) }
    for node in file.all(ActorDeclSyntax.self, .actorDecl) { add(node, .other, node.memberBlock) }
    for node in file.all(ProtocolDeclSyntax.self, .protocolDecl) {
      add(node, .protocol, node.memberBlock)
      addOptionals(node)
    }
    for node in file.all(ExtensionDeclSyntax.self, .extensionDecl) {
      add(node, .extension, node.memberBlock)
    }
    for node in file.all(FunctionDeclSyntax.self, .functionDecl) { add(node) }
    for node in file.all(VariableDeclSyntax.self, .variableDecl) { add(node) }
    for node in file.all(PatternBindingSyntax.self, .patternBinding) { addType(of: node) }
    for node in file.all(FunctionParameterSyntax.self, .functionParameter) {
      note((node.secondName ?? node.firstName).text, node.type)
    }
  }

  private mutating func addType(of node: PatternBindingSyntax) {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return }
    if let type = node.typeAnnotation?.type {
      note(name, type)
    } else if let call = node.initializer?.value.as(FunctionCallExprSyntax.self) {
      typeNames[name, default: []].insert(file.text(call.calledExpression))
    } else {
      typeNames[name, default: []].insert("")
    }
  }

  private mutating func note(_ name: String, _ type: TypeSyntax) {
    typeNames[name, default: []].insert(file.text(type).filter { !$0.isWhitespace })
  }

  private mutating func add(
    _ node: some DeclGroupSyntax,
    _ kind: TypeFact.Kind,
    _ members: MemberBlockSyntax
  ) {
    guard let path = TypePath.of(Syntax(node), file) else { return }
    let inherited = node.inheritanceClause?.inheritedTypes.map { TypePath.plain($0.type, file) }
    types.append(
      TypeFact(
        path: path,
        kind: kind,
        file: index,
        module: module,
        inherited: inherited ?? [],
        isObjC: Attributes.has("objc", node.attributes),
        members: members,
        node: Syntax(node)
      )
    )
    if Modifiers.isPrivate(node.modifiers), let name = path.split(separator: ".").last {
      privateNames.insert(String(name))
    }
  }

  private mutating func add(_ node: FunctionDeclSyntax) {
    if Modifiers.isPrivate(node.modifiers) { privateNames.insert(node.name.text) }
    guard let type = TypePath.enclosing(Syntax(node), file) else { return }
    if Modifiers.has("override", node.modifiers), let key = MemberKey.of(DeclSyntax(node)) {
      overrides.append((key, type))
    }
    let isObjC =
      ["objc", "IBAction"].contains { Attributes.has($0, node.attributes) }
      || TypePath.isMemberOfObjC(node)
    methods.append(
      MethodFact(
        type: type,
        base: node.name.text,
        labels: Signature.labels(node),
        isObjC: isObjC,
        objcName: Attributes.argument("objc", node.attributes, file),
        file: index,
        module: module,
        isPrivate: Modifiers.isPrivate(node.modifiers),
        isStatic: Modifiers.has("static", node.modifiers) || Modifiers.has("class", node.modifiers)
      )
    )
  }

  private mutating func add(_ node: VariableDeclSyntax) {
    let names = node.bindings.compactMap {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
    if Modifiers.isPrivate(node.modifiers) { privateNames.formUnion(names) }
    guard let type = TypePath.enclosing(Syntax(node), file) else { return }
    if Modifiers.has("override", node.modifiers), let key = MemberKey.of(DeclSyntax(node)) {
      overrides.append((key, type))
    }
    for name in names { propertyTypes[name, default: []].insert(type) }
    if let key = Attributes.argument("objc", node.attributes, file), let name = names.first {
      keys[name] = key
    }
  }

  private mutating func addOptionals(_ node: ProtocolDeclSyntax) {
    for member in Members.flat(node.memberBlock.members) {
      if let function = member.as(FunctionDeclSyntax.self),
        Modifiers.has("optional", function.modifiers)
      {
        optionals.append(
          OptionalMember(
            protocol: node.name.text,
            base: function.name.text,
            labels: Signature.labels(function),
            isMethod: true,
            result: Signature.isPlain(function.signature.returnClause?.type, file) ? .plain : .value
          )
        )
      } else if let variable = member.as(VariableDeclSyntax.self),
        Modifiers.has("optional", variable.modifiers), let binding = variable.bindings.first,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)
      {
        let type = binding.typeAnnotation?.type
        optionals.append(
          OptionalMember(
            protocol: node.name.text,
            base: name.identifier.text,
            labels: [],
            isMethod: false,
            result: Signature.isPlain(type, file) ? .plain : .value
          )
        )
      }
    }
  }
}
