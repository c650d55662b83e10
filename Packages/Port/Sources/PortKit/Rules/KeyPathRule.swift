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
      let enclosing = TypePath.enclosing(Syntax(macro), file)
      work.replace(file.range(macro), "\"\(key(words, enclosing, work))\"")
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
  ///
  /// - Parameter enclosing: The type around the path, which has its first name if no type is
  ///   written.
  private func key(_ words: [String], _ enclosing: String?, _ work: RuleWork) -> String {
    let facts = work.facts
    var words = words[...]
    var owner = enclosing
    while words.count > 1, let first = words.first,
      first.first?.isUppercase == true || first == "self" || facts.isType(first)
    {
      if first != "self", first != "Self" { owner = first }
      words.removeFirst()
    }
    var names: [String] = []
    for (index, word) in words.enumerated() {
      // The types of the properties on the way are not known.
      let isOwn =
        index == 0
        ? owner.map { has(word, $0, work) } ?? facts.properties.contains(word)
        : facts.properties.contains(word)
      names.append(isOwn ? facts.keys[word] ?? word : Self.key(of: word))
    }
    return names.joined(separator: ".")
  }

  /// Whether a type of the package, or one above it, declares a property.
  private func has(_ name: String, _ owner: String, _ work: RuleWork) -> Bool {
    let types = [owner] + work.facts.ancestors(owner, in: work.module)
    let last = Set(types.compactMap { $0.split(separator: ".").last.map(String.init) })
    return (work.facts.propertyTypes[name] ?? []).contains { type in
      type.split(separator: ".").last.map { last.contains(String($0)) } ?? false
    }
  }

  /// Returns the key of a property of Apple's: Booleans are called `hidden` and not `isHidden`.
  private static func key(of name: String) -> String {
    let rest = name.dropFirst(2)
    guard name.hasPrefix("is"), let first = rest.first, first.isUppercase else { return name }
    return first.lowercased() + rest.dropFirst()
  }
}
