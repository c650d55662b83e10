// The names that Swift gives to selectors.
// Licensed under the MIT license; see LICENSE.

enum SelectorName {
  // Source: "Importing Swift into Objective-C", Apple; a first label without a preposition is
  // joined by "With".
  private static let prepositions: Set = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following",
    "for", "from", "given", "in", "including", "inside", "into", "matching", "of", "on", "passing",
    "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
  ]

  /// Returns the selector of a method: `moveTo:animated:` for `move(to:animated:)`.
  static func make(_ base: String, labels: [String]) -> String {
    let base = base.filter { $0 != "`" }
    guard let first = labels.first else { return base }
    var name = base
    if first != "_" {
      let joins = prepositions.contains(firstWord(first)) || prepositions.contains(lastWord(base))
      name += (joins ? "" : "With") + capitalised(first)
    }
    return name + ":" + labels.dropFirst().map { $0 == "_" ? ":" : $0 + ":" }.joined()
  }

  /// Returns the selector of a property's setter.
  static func setter(of name: String) -> String { "set" + capitalised(name) + ":" }

  private static func capitalised(_ text: String) -> String {
    (text.first?.uppercased() ?? "") + text.dropFirst()
  }

  private static func firstWord(_ text: String) -> String {
    String(text.prefix { !$0.isUppercase }).lowercased()
  }

  private static func lastWord(_ text: String) -> String {
    guard let start = text.lastIndex(where: \.isUppercase) else { return text.lowercased() }
    return text[start...].lowercased()
  }
}
