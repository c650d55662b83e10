// Clients' texts, escaped for a log.
// Licensed under the MIT license; see LICENSE.

/// A client's text in one line of a log.
///
/// A terminal must not execute it, and a reader must not mistake it for another line.
enum LogText {
  /// The largest number of characters; the rest is cut.
  static let mostCharacters = 512

  /// Replaces control characters, and those that change how others are shown, by their numbers.
  static func escaped(_ text: String) -> String {
    var result = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      guard count < mostCharacters else { return result + "..." }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
        .surrogate:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes and quotes a name, cut to the length of a name.
  static func quoted(_ name: String) -> String {
    let text = escaped(String(name.unicodeScalars.prefix(64)))
    let mark = "\""
    return mark
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\\"") + mark
  }
}
