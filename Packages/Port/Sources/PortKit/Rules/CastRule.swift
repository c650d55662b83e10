// Casts and functions of CGFloat that Objective-C makes possible.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Writes `width as NSNumber` as `NSNumber(value: Double(width))`.
///
/// Only of expressions that are certainly a CGFloat, or a list of such: names that the package
/// declares so, `CGFloat(…)`, and coordinates and sizes by their names.
struct CastRule: Rule {
  let name = "cast"
  let reason = "A CGFloat is bridged to NSNumber by Objective-C alone."
  let limits = "Expressions whose type is not written."

  /// Properties of Apple's types that are CGFloats.
  private static let lengths: Set = [
    "width", "height", "x", "y", "dx", "dy", "minX", "midX", "maxX", "minY", "midY", "maxY",
    "alpha",
    "cornerRadius", "borderWidth", "shadowRadius", "zPosition", "contentsScale", "lineWidth",
    "pointSize", "fontSize", "instanceDelay",
  ]
  private static let arithmetic: Set = ["+", "-", "*", "/"]

  /// A cast: the expression's parts and the type after `as`.
  private struct Cast {
    var parts: [ExprSyntax]
    var type: String
    var isConditional: Bool
    var node: Syntax
  }

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for cast in casts(file) where !BuildCondition.isDead(cast.node, file) {
      apply(cast, file, &work)
    }
    for call in file.all(FunctionCallExprSyntax.self, .functionCallExpr) {
      guard let callee = call.calledExpression.as(DeclReferenceExprSyntax.self),
        callee.baseName.text == "abs",
        TypePath.enclosing(Syntax(call), file)?.split(separator: ".").last == "CGFloat"
      else { continue }
      // Foundation's CGFloat has a member of that name, which is not to be called.
      work.insert("Swift.", at: file.range(callee).lowerBound)
    }
  }

  private func apply(_ cast: Cast, _ file: SourceFile, _ work: inout RuleWork) {
    guard let first = cast.parts.first, let last = cast.parts.last else { return }
    let operands = file.range(first).lowerBound..<file.range(last).upperBound
    let whole = file.range(first).lowerBound..<file.range(cast.node).upperBound
    let text = file.text(operands)
    switch (cast.type, cast.isConditional) {
    case ("NSNumber", false) where cast.parts.contains { isNumber($0, file, work.facts) }:
      work.replace(whole, "NSNumber(value: Double(\(text)))")
    case ("[NSNumber]", false) where cast.parts.count == 1 && isList(first, file, work.facts):
      work.replace(whole, "\(text).map { NSNumber(value: Double($0)) }")
    default: break
    }
  }

  private func casts(_ file: SourceFile) -> [Cast] {
    let folded = file.all(AsExprSyntax.self, .asExpr).map { cast in
      Cast(
        parts: [cast.expression],
        type: file.text(cast.type).filter { !$0.isWhitespace },
        isConditional: cast.questionOrExclamationMark?.text == "?",
        node: Syntax(cast)
      )
    }
    let sequences = file.all(SequenceExprSyntax.self, .sequenceExpr).compactMap { sequence in
      flat(sequence, file)
    }
    return folded + sequences
  }

  /// Returns the cast at the end of a sequence, with the sums and products that it is of.
  ///
  /// `as` binds weaker than those, and stronger than all other operators.
  private func flat(_ sequence: SequenceExprSyntax, _ file: SourceFile) -> Cast? {
    let elements = Array(sequence.elements)
    guard elements.count >= 3, let type = elements.last,
      let word = elements[elements.count - 2].as(UnresolvedAsExprSyntax.self)
    else { return nil }
    let all = Array(elements.dropLast(2))
    // Operands and operators take turns.
    let before = all.indices.last { $0 % 2 == 1 && !Self.arithmetic.contains(file.text(all[$0])) }
    let parts = Array(all[(before.map { $0 + 1 } ?? 0)...])
    return Cast(
      parts: parts,
      type: file.text(type).filter { !$0.isWhitespace },
      isConditional: word.questionOrExclamationMark?.text == "?",
      node: Syntax(type)
    )
  }

  /// Whether an expression is a CGFloat for certain.
  private func isNumber(_ node: ExprSyntax, _ file: SourceFile, _ facts: PackageFacts) -> Bool {
    if let call = node.as(FunctionCallExprSyntax.self) {
      return file.text(call.calledExpression) == "CGFloat"
    }
    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return facts.typeNames(of: name) == ["CGFloat"]
    }
    if let access = node.as(MemberAccessExprSyntax.self) {
      let name = access.declName.baseName.text
      let own = facts.typeNames(of: name)
      return own.isEmpty ? access.base != nil && Self.lengths.contains(name) : own == ["CGFloat"]
    }
    if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let inner = tuple.elements.first?.expression
    {
      return isNumber(inner, file, facts)
    }
    guard let pair = node.as(InfixOperatorExprSyntax.self) else { return false }
    return Self.arithmetic.contains(file.text(pair.operator))
      && (isNumber(pair.leftOperand, file, facts) || isNumber(pair.rightOperand, file, facts))
  }

  /// Whether an expression is a list of CGFloats for certain.
  private func isList(_ node: ExprSyntax, _ file: SourceFile, _ facts: PackageFacts) -> Bool {
    if let array = node.as(ArrayExprSyntax.self) {
      return array.elements.contains { isNumber($0.expression, file, facts) }
    }
    let name =
      node.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? node.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return name.map { facts.typeNames(of: $0) == ["[CGFloat]"] } ?? false
  }
}
