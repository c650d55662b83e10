// Questions of nibs about the classes of a package.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// The classes of the package, as nibs name them.
struct NibFacts {
  let facts: PackageFacts
  let files: [SourceFile]
  /// The names of classes that Objective-C knows by another one.
  private let renamed: [String: String]

  init(_ facts: PackageFacts, _ files: [SourceFile]) {
    self.facts = facts
    self.files = files
    var renamed: [String: String] = [:]
    for type in facts.types where type.kind == .class {
      guard let node = type.node.as(ClassDeclSyntax.self),
        let name = Attributes.argument("objc", node.attributes, files[type.file])
      else { continue }
      renamed[name] = type.path
    }
    self.renamed = renamed
  }

  /// A property, with its type as written.
  struct Property {
    /// The class that declares it.
    let owner: String
    /// The text of the type; nil if none is written.
    let type: String?
  }

  /// Returns the declaration of a class; nil if the package has none of that name.
  func type(_ name: String, in module: String) -> TypeFact? {
    facts.declaration(renamed[name] ?? name, in: module)
  }

  /// Returns a class and those above it.
  private func chain(_ name: String, _ module: String) -> [String] {
    [name] + facts.ancestors(name, in: module)
  }

  /// Whether all classes above one are of the package or of UIKit.
  func isKnown(_ name: String, in module: String) -> Bool {
    guard let last = chain(name, module).last else { return false }
    return NibClass.isName(last) || last == "NSObject" || facts.declaration(last, in: module) != nil
  }

  /// Returns a property of a class or of one above it; nil if the package declares none.
  func property(_ name: String, of type: String, in module: String) -> Property? {
    for owner in chain(type, module) {
      for fact in facts.all(owner) {
        for member in Members.flat(fact.members.members) {
          guard let variable = member.as(VariableDeclSyntax.self) else { continue }
          for binding in variable.bindings
          where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
            return Property(
              owner: owner,
              type: text(of: binding, in: variable, files[fact.file])
            )
          }
        }
      }
    }
    return nil
  }

  private func text(
    of binding: PatternBindingSyntax,
    in variable: VariableDeclSyntax,
    _ file: SourceFile
  ) -> String? {
    if let type = binding.typeAnnotation?.type {
      return file.text(type).filter { !$0.isWhitespace }
    }
    guard let value = binding.initializer?.value else { return nil }
    if value.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if value.is(FloatLiteralExprSyntax.self) { return "Double" }
    if value.is(StringLiteralExprSyntax.self) { return "String" }
    if let call = value.as(FunctionCallExprSyntax.self) { return file.text(call.calledExpression) }
    let text = file.text(value)
    return text.hasPrefix("UIColor.") ? "UIColor" : nil
  }

  /// Returns the method of a selector, of a class or one above it; nil if the package has none.
  func method(_ selector: String, of type: String, in module: String) -> MethodFact? {
    let base = String(selector.prefix { $0 != ":" })
    for owner in chain(type, module) {
      let named = facts.selectors[selector] ?? []
      let found = (named + (facts.methods[base] ?? [])).first {
        $0.selector == selector && ($0.type == owner || $0.type.hasSuffix("." + owner))
      }
      if let found { return found }
    }
    // `tapWithSender:` is the selector of `tap(sender:)`.
    for owner in chain(type, module) {
      for method in facts.methods.values.joined()
      where method.selector == selector
        && (method.type == owner || method.type.hasSuffix("." + owner))
      {
        return method
      }
    }
    return nil
  }

  /// Returns the classes with a method that takes a segue, by its selector.
  func unwindMethods(_ selector: String, in module: String) -> [MethodFact] {
    facts.methods.values.joined().filter {
      $0.selector == selector && $0.module == module && !$0.isStatic && $0.labels.count == 1
    }.sorted { $0.type < $1.type }
  }
}
