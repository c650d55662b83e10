// Attributes of Objective-C.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Drops `@objc`, `@objcMembers`, `@IBOutlet` and `@IBSegueAction`.
///
/// `@IBAction` of a method with one argument, `@IBInspectable`, `@IBDesignable`, `@nonobjc`,
/// `@NSCopying` and `dynamic` compile on Linux and stay.
struct AttributeRule: Rule {
  let name = "attribute"
  let reason = "Swift for Linux has no Objective-C, and the attribute is an error there."
  let limits = ""

  private static let dropped: Set = ["objc", "objcMembers", "IBOutlet", "IBSegueAction"]

  /// Whether an action does not take just its sender: Swift on Linux refuses the attribute then.
  private func isTaken(_ attribute: AttributeSyntax) -> Bool {
    let function = attribute.parent?.parent?.as(FunctionDeclSyntax.self)
    return function.map { $0.signature.parameterClause.parameters.count != 1 } ?? false
  }

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for attribute in file.all(AttributeSyntax.self, .attribute) {
      let name = file.text(attribute.attributeName)
      let word = file.range(attribute)
      guard Self.dropped.contains(name) || name == "IBAction" && isTaken(attribute),
        !work.claimed.contains(word.lowerBound)
      else { continue }
      work.remove(file.rangeToRemove(word))
    }
  }
}

/// Says where a file is not Swift.
struct SyntaxErrorRule: Rule {
  let name = "syntax"
  let reason = "Parts that are not Swift are left as they are."
  let limits = "Code that does not parse is copied."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    if let excess = file.excess {
      work.findings.append(
        Finding(
          path: file.path,
          line: file.lines.number(of: excess.offset),
          message: "\(excess.message); the file is copied"
        )
      )
      return
    }
    guard let offset = file.firstError else { return }
    work.findings.append(
      Finding(
        path: file.path,
        line: file.lines.number(of: offset),
        message: "this does not parse as Swift, or is nested too deeply; the part is copied"
      )
    )
  }
}
