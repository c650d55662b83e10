// #selector.
// Licensed under the MIT license; see LICENSE.
//
// Swift on Linux finds no method by its name. A selector here has a name and may bring its method
// along: `Selector("step:", Spinner.step(_:))` enters the method into a table, by class and name,
// in which every selector of that name finds it. The reference stands where #selector stood, so it
// reaches what that reached: private methods, local classes, generic ones.

import SwiftSyntax

/// Writes `#selector(step(_:))` as `Selector("step:", Spinner.step(_:))`.
struct SelectorRule: Rule {
  let name = "selector"
  let reason = "#selector needs Objective-C; a selector here brings its method along."
  let limits = "Methods of protocols and of types, and methods of objects whose class is not known."

  /// The parts of a reference.
  private struct Reference {
    /// The text before the name, or nil.
    var base: String?
    var name: String
    /// The labels; nil if they are not written.
    var labels: [String]?
    /// The name with the labels, as written.
    var written: String
    /// The type after `as`, or nil.
    var cast: String?
  }

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for macro in file.all(MacroExpansionExprSyntax.self, .macroExpansionExpr)
    where macro.macroName.text == "selector" {
      rewrite(macro, file, &work)
    }
    for call in file.all(FunctionCallExprSyntax.self, .functionCallExpr) {
      attachMethod(to: call, file, &work)
    }
  }

  private func rewrite(
    _ macro: MacroExpansionExprSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard let argument = macro.arguments.first, macro.arguments.count == 1 else {
      work.report(file, macro, "#selector without one method")
      return
    }
    let range = file.range(macro)
    work.imports.append("UIKit")
    guard let reference = reference(argument.expression, file) else {
      work.report(file, macro, "#selector of an expression that names no method")
      return
    }
    if let label = argument.label?.text {
      let isGetter = label == "getter"
      let key = work.facts.keys[reference.name] ?? reference.name
      work.replace(range, "\(type(work))(\"\(isGetter ? key : SelectorName.setter(of: key))\")")
      work.report(file, macro, "the \(label) of a property cannot be called by its name")
      return
    }
    let enclosing = TypePath.enclosing(Syntax(macro), file)
    let owner = owner(reference, enclosing, work)
    let method = method(reference, owner: owner, work)
    let selector = method?.selector ?? name(reference)
    guard let owner, method?.isStatic != true else {
      work.replace(range, "\(type(work))(\"\(selector)\")")
      let reason = owner == nil ? "the class that has it is not known" : "it is a type's method"
      work.report(file, macro, "the selector \(selector) has no method: \(reason)")
      return
    }
    work.replace(range, "\(type(work))(\"\(selector)\", \(text(reference, owner)))")
  }

  /// The name of the type of selectors.
  private func type(_ work: RuleWork) -> String {
    work.facts.libraryName("Selector", of: "UIKit")
  }

  /// Returns the text of the method, with its cast.
  private func text(_ reference: Reference, _ owner: String) -> String {
    let method = "\(owner).\(reference.written)"
    guard let cast = reference.cast else { return method }
    // A cast of an object's method lacks the object. One that asks for no actor suits any.
    let arrows = cast.components(separatedBy: "->")
    let inner = arrows.count > 2 ? arrows.dropFirst().joined(separator: "->") : " " + cast
    return "\(method) as @MainActor (\(owner)) -> @isolated(any)\(inner)"
  }

  /// Returns the type that has the method; nil if it is not known.
  private func owner(_ reference: Reference, _ enclosing: String?, _ work: RuleWork) -> String? {
    let facts = work.facts
    guard let base = reference.base, !["self", "Self", "super"].contains(base) else {
      let isClass = enclosing.map { name in
        !facts.all(name).contains { $0.kind == .protocol }
      }
      return isClass == true ? enclosing : uniqueType(reference, work)
    }
    let last = base.split(separator: ".").last.map(String.init) ?? base
    if last.first?.isUppercase == true || facts.isType(last) {
      return facts.all(base).contains { $0.kind == .protocol } ? nil : base
    }
    return uniqueType(reference, work)
  }

  /// Returns the only type with such a method.
  private func uniqueType(_ reference: Reference, _ work: RuleWork) -> String? {
    let found = (work.facts.methods[reference.name] ?? []).filter { method in
      (reference.labels.map { $0 == method.labels } ?? true) && isVisible(method, work)
        && !work.facts.all(method.type).contains { $0.kind == .protocol }
    }
    let types = Set(found.map(\.type))
    return types.count == 1 ? types.first : nil
  }

  private func isVisible(_ method: MethodFact, _ work: RuleWork) -> Bool {
    !method.isPrivate || method.file == work.file
  }

  /// Returns the method of a reference; nil if it is not one of the package.
  private func method(
    _ reference: Reference,
    owner: String?,
    _ work: RuleWork
  ) -> MethodFact? {
    let found = (work.facts.methods[reference.name] ?? []).filter { method in
      reference.labels.map { $0 == method.labels } ?? true
    }
    let fitting = fit(found, reference)
    guard let owner else { return fitting.first }
    let chain = [owner] + work.facts.ancestors(owner, in: work.module)
    for type in chain {
      let own = fitting.filter { $0.type == type || $0.type.hasSuffix("." + type) }
      if let method = own.first(where: \.isObjC) ?? own.first { return method }
    }
    return nil
  }

  /// Returns the methods with the number of arguments that a cast asks for.
  private func fit(_ methods: [MethodFact], _ reference: Reference) -> [MethodFact] {
    guard reference.labels == nil, let count = argumentCount(reference) else { return methods }
    return methods.filter { $0.labels.count == count }
  }

  private func argumentCount(_ reference: Reference) -> Int? {
    guard let cast = reference.cast else { return nil }
    let arrows = cast.components(separatedBy: "->")
    guard arrows.count >= 2 else { return nil }
    let list = arrows[arrows.count - 2].filter { !$0.isWhitespace && $0 != "(" && $0 != ")" }
    return list.isEmpty ? 0 : list.split(separator: ",").count
  }

  /// Returns the selector of a method that is not one of the package.
  private func name(_ reference: Reference) -> String {
    let count = argumentCount(reference) ?? 0
    let labels = reference.labels ?? Array(repeating: "_", count: count)
    return SelectorName.make(reference.name, labels: labels)
  }

  private func reference(_ expression: ExprSyntax, _ file: SourceFile) -> Reference? {
    var expression = expression
    var cast: String?
    while true {
      if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
        let inner = tuple.elements.first?.expression
      {
        expression = inner
      } else if let list = expression.as(SequenceExprSyntax.self)?.elements, list.count == 3,
        let first = list.first, let type = list.last,
        list.contains(where: { $0.is(UnresolvedAsExprSyntax.self) })
      {
        (expression, cast) = (first, file.text(type))
      } else if let inner = expression.as(AsExprSyntax.self) {
        (expression, cast) = (inner.expression, file.text(inner.type))
      } else {
        break
      }
    }
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      return reference(name, base: nil, cast, file)
    }
    guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base else {
      return nil
    }
    return reference(access.declName, base: TypePath.plain(base, file), cast, file)
  }

  private func reference(
    _ name: DeclReferenceExprSyntax,
    base: String?,
    _ cast: String?,
    _ file: SourceFile
  ) -> Reference {
    Reference(
      base: base,
      name: name.baseName.text,
      labels: name.argumentNames?.arguments.map(\.name.text),
      written: file.text(name),
      cast: cast
    )
  }

  /// Adds the method to `Selector("step:")`, if a class of the package has one of that name.
  private func attachMethod(
    to call: FunctionCallExprSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard file.text(call.calledExpression) == type(work), call.arguments.count == 1,
      let argument = call.arguments.first, argument.label == nil
    else { return }
    var expression = argument.expression
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let inner = tuple.elements.first?.expression
    {
      expression = inner
    }
    guard let literal = expression.as(StringLiteralExprSyntax.self),
      let selector = literal.representedLiteralValue
    else { return }
    let base = String(selector.prefix { $0 != ":" })
    let enclosing = TypePath.enclosing(Syntax(call), file)
    let found = (work.facts.selectors[selector] ?? []).filter { method in
      !method.isStatic && isVisible(method, work) && method.module == work.module
    }
    let own = found.first { $0.type == enclosing }
    guard let method = own ?? (Set(found.map(\.type)).count == 1 ? found.first : nil) else {
      if !found.isEmpty {
        work.report(file, call, "several classes have a method \(base): write which one is meant")
      }
      return
    }
    let labels = method.labels.isEmpty ? "" : "(\(method.labels.map { $0 + ":" }.joined()))"
    work.replace(
      file.range(call),
      "\(type(work))(\"\(selector)\", \(method.type).\(method.base)\(labels))"
    )
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
