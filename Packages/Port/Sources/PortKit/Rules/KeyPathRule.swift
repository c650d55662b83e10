// #keyPath.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Writes `#keyPath(CALayer.position)` as `"position"`.
struct KeyPathRule: Rule {
  let name = "keyPath"
  let reason = "#keyPath needs Objective-C; key-value coding here takes the same strings."
  let limits = "The compiler no longer checks that the property exists."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for macro in file.all(MacroExpansionExprSyntax.self, .macroExpansionExpr)
    where macro.macroName.text == "keyPath" {
      guard let argument = macro.arguments.first?.expression, macro.arguments.count == 1 else {
        work.report(file, macro, "#keyPath without one path")
        continue
      }
      let words = components(file.text(argument))
      guard let words else {
        work.report(file, macro, "#keyPath of something that is no path of names")
        continue
      }
      work.replace(file.range(macro), "\"\(key(words, work.facts))\"")
    }
  }

  /// Returns the names of a path; nil if it has anything else.
  private func components(_ text: String) -> [String]? {
    let words = text.split(separator: ".", omittingEmptySubsequences: false).map { word in
      word.filter { !$0.isWhitespace && $0 != "`" && $0 != "?" && $0 != "!" }
    }
    let isPath = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return isPath ? words : nil
  }

  /// Returns the key of a path, without the types at its start.
  private func key(_ words: [String], _ facts: PackageFacts) -> String {
    var words = words[...]
    while words.count > 1, let first = words.first,
      first.first?.isUppercase == true || first == "self" || facts.isType(first)
    {
      words.removeFirst()
    }
    return words.map { Self.key(of: $0, facts) }.joined(separator: ".")
  }

  /// Returns the key of a property: Apple's Booleans are called `hidden` and not `isHidden` there.
  private static func key(of name: String, _ facts: PackageFacts) -> String {
    if let own = facts.keys[name] { return own }
    let rest = name.dropFirst(2)
    guard name.hasPrefix("is"), let first = rest.first, first.isUppercase,
      !facts.properties.contains(name)
    else { return name }
    return first.lowercased() + rest.dropFirst()
  }
}
