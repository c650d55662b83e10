// Calls of optional members of protocols.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Writes `delegate?.moved?(to: x)` as `delegate?.moved(to: x)`.
///
/// The question mark goes from methods that a protocol of the package, or one of UIKit's, declares
/// as optional. Closures that may be nil keep theirs.
struct OptionalCallRule: Rule {
  let name = "optional call"
  let reason = "Members have defaults here, and a call of one that is there has no question mark."
  let limits = "Asking whether a member exists without calling it."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for call in file.all(FunctionCallExprSyntax.self, .functionCallExpr) {
      rewrite(call, file, &work)
    }
    for access in file.all(MemberAccessExprSyntax.self, .memberAccessExpr) {
      reportQuestion(access, file, &work)
    }
  }

  private func rewrite(
    _ call: FunctionCallExprSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let (access, mark): (MemberAccessExprSyntax?, TokenSyntax)
    if let chain = call.calledExpression.as(OptionalChainingExprSyntax.self) {
      (access, mark) = (chain.expression.as(MemberAccessExprSyntax.self), chain.questionMark)
    } else if let force = call.calledExpression.as(ForceUnwrapExprSyntax.self) {
      (access, mark) = (force.expression.as(MemberAccessExprSyntax.self), force.exclamationMark)
    } else {
      return
    }
    guard let access, access.base != nil else { return }
    let base = access.declName.baseName.text
    guard let member = member(base, call, work.facts) else { return }
    work.remove(file.range(mark))
    guard mark.text == "?" else { return }
    if member.result == .plain {
      reportComparison(call, member, file, &work)
      return
    }
    guard work.facts.markFiles[work.module] != nil else {
      work.report(file, call, "the absence of \(base), a member of another module, cannot be told")
      return
    }
    let range = file.range(call)
    let name = OptionalMark.name(base, labels: member.labels)
    work.insert("\(OptionalMark.prefix)call(\"\(name)\", ", at: range.lowerBound)
    // A value that is used on hangs together by question marks.
    let isUsedOn =
      call.parent.map {
        $0.is(MemberAccessExprSyntax.self) || $0.is(SubscriptCallExprSyntax.self)
      } ?? false
    work.insert(isUsedOn ? ")?" : ")", at: range.upperBound)
  }

  private func member(
    _ base: String,
    _ call: FunctionCallExprSyntax,
    _ facts: PackageFacts
  ) -> OptionalMember? {
    let labels = Signature.labels(call)
    if let member = facts.optionalMember(base, labels: labels) { return member }
    // A closure after the parentheses has lost its label.
    guard call.trailingClosure != nil else { return nil }
    return facts.optionals[base]?.first {
      $0.isMethod && $0.labels.count == labels.count && $0.labels.dropLast() == labels.dropLast()
    }
  }

  /// Reports a call without a value that is compared to see whether the member exists.
  private func reportComparison(
    _ call: FunctionCallExprSyntax,
    _ member: OptionalMember,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard let list = call.parent?.as(ExprListSyntax.self) else { return }
    let words = list.map { file.text($0) }
    guard words.contains("nil"), words.contains("==") || words.contains("!=") else { return }
    work.report(
      file,
      call,
      "this asks whether \(member.base) exists; its default counts as existing"
    )
  }

  /// Reports `delegate?.moved != nil`.
  private func reportQuestion(
    _ access: MemberAccessExprSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let name = access.declName.baseName.text
    guard let members = work.facts.optionals[name], members.contains(where: \.isMethod),
      access.base != nil, let list = access.parent?.as(ExprListSyntax.self)
    else { return }
    let words = list.map { file.text($0) }
    guard words.contains("nil"), words.contains("==") || words.contains("!=") else { return }
    work.report(file, access, "this asks whether \(name) exists without calling it")
  }
}
