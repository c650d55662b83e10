// Text of Swift.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Texts of expressions.
enum SwiftText {
  private static let words: Set = [
    "class", "default", "func", "in", "init", "is", "let", "protocol", "repeat", "self", "switch",
    "var", "where", "while", "for", "if", "else", "case", "return", "operator", "internal",
    "private", "public", "static", "struct", "enum", "extension", "import", "nil", "true", "false",
  ]

  /// Returns a literal.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028
        || scalar.value == 0x2029:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Returns a text without the ends of lines in it.
  static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  /// Returns a name that Swift takes: with quotes if it is a word of the language.
  static func name(_ name: String) -> String { words.contains(name) ? "`\(name)`" : name }

  /// Whether a text is a name: letters, digits and lines, with dots between names.
  static func isPath(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard let first = part.unicodeScalars.first, part.utf8.count <= 200 else { return false }
      return (first == "_" || first.properties.isAlphabetic)
        && part.unicodeScalars.allSatisfy {
          $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
    }
  }

  /// Returns letters, digits and lines of an identifier.
  static func plain(_ id: String) -> String {
    String(
      id.unicodeScalars.map { scalar -> Character in
        let isFit =
          scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        return isFit ? Character(scalar) : "_"
      }
    )
  }

  /// Returns a number as Swift writes it; nil if it is none, or not finite.
  static func number(_ text: String) -> String? {
    guard let value = Double(text), value.isFinite, abs(value) < 1e15 else { return nil }
    return value == value.rounded() ? String(Int64(value)) : String(value)
  }

  /// Returns a whole number; nil if it is none.
  static func integer(_ text: String) -> String? { Int32(text).map(String.init) }
}
