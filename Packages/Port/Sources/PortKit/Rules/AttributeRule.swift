// Attributes of Objective-C.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Drops `@objc`, `@objcMembers` and `@IBOutlet`.
///
/// `@IBAction`, `@IBInspectable`, `@IBDesignable`, `@nonobjc`, `@NSCopying` and `dynamic` compile
/// on Linux and stay.
struct AttributeRule: Rule {
  let name = "attribute"
  let reason = "Swift for Linux has no Objective-C, and the attribute is an error there."
  let limits = "Outlets are never connected, because there are no nibs."

  private static let dropped: Set = ["objc", "objcMembers", "IBOutlet"]

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for attribute in file.all(AttributeSyntax.self, .attribute) {
      let name = file.text(attribute.attributeName)
      let word = file.range(attribute)
      guard Self.dropped.contains(name), !work.claimed.contains(word.lowerBound) else { continue }
      work.remove(file.rangeToRemove(word))
      if name == "IBOutlet" {
        work.report(file, attribute, "an outlet is never connected: there are no nibs here")
      }
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
