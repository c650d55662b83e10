// Conditions of compilation that ask for iOS.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Writes `os(iOS) || os(tvOS)` as `canImport(UIKit)`.
///
/// `os(iOS)` with the systems that are joined to it by `||` becomes one question. Systems that
/// stand for themselves stay: code for tvOS or watchOS alone is not compiled here. So does a
/// question for the system alone, whose other branch is code for Linux.
struct ConditionRule: Rule {
  let name = "condition"
  let reason = "os(iOS) is false on Linux, where UIKit exists all the same."
  let limits = "targetEnvironment(…) stays, and is false; so does os(iOS) of code without views."

  private static let question = "canImport(UIKit)"
  private static let joined: Set = [
    "os(iOS)", "os(tvOS)", "os(visionOS)", "os(watchOS)", "os(xrOS)", question,
  ]

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    var end = 0
    for call in file.all(FunctionCallExprSyntax.self, .functionCallExpr) {
      let range = file.range(call)
      guard range.lowerBound >= end, text(call, file) == "os(iOS)",
        let clause = clause(call), ViewCode.isChosen(clause, file)
      else { continue }
      let run = joined(call, file)
      work.replace(run, Self.question)
      end = run.upperBound
    }
  }

  private func text(_ node: some SyntaxProtocol, _ file: SourceFile) -> String {
    file.text(node).filter { !$0.isWhitespace }
  }

  /// Returns the `#if` or `#elseif` in whose condition it stands; nil if it stands elsewhere.
  private func clause(_ call: FunctionCallExprSyntax) -> IfConfigClauseSyntax? {
    var node = Syntax(call)
    while let parent = node.parent {
      if let clause = parent.as(IfConfigClauseSyntax.self) {
        return clause.condition.map { Syntax($0) } == node ? clause : nil
      }
      guard
        parent.is(ExprSyntax.self) || parent.is(ExprListSyntax.self)
          || parent.is(LabeledExprSyntax.self) || parent.is(LabeledExprListSyntax.self)
      else { return nil }
      node = parent
    }
    return nil
  }

  /// Returns the bytes of a question and of the ones joined to it by `||`.
  private func joined(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> Range<Int> {
    guard let list = call.parent?.as(ExprListSyntax.self) else { return pair(call, file) }
    let elements = Array(list)
    guard let own = elements.firstIndex(where: { Syntax($0) == Syntax(call) }) else {
      return file.range(call)
    }
    func isOr(_ index: Int) -> Bool {
      !elements.indices.contains(index) || file.text(elements[index]) == "||"
    }
    func isFree(_ index: Int) -> Bool {
      elements.indices.contains(index) && isOr(index - 1) && isOr(index + 1)
        && Self.joined.contains(text(elements[index], file))
    }
    var (first, last) = (own, own)
    if isFree(own) {
      while isFree(first - 2) { first -= 2 }
      while isFree(last + 2) { last += 2 }
    }
    return file.range(elements[first]).lowerBound..<file.range(elements[last]).upperBound
  }

  /// Returns the bytes of a question whose operators were folded: those of the largest `||` of
  /// such questions.
  private func pair(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> Range<Int> {
    var node = Syntax(call)
    while let parent = node.parent?.as(InfixOperatorExprSyntax.self),
      text(parent.operator, file) == "||",
      text(parent, file).components(of: "||").allSatisfy(Self.joined.contains)
    {
      node = Syntax(parent)
    }
    return file.range(node)
  }
}

extension String {
  /// The parts between occurrences of a separator.
  fileprivate func components(of separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
