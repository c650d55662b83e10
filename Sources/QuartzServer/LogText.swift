// What clients say, made fit for a log.
// Licensed under the MIT license; see LICENSE.

/// Text of a client's in one line of a log: a terminal must not obey it, nor a reader take it for
/// another line.
enum LogText {
  /// Characters beyond are left out.
  static let mostCharacters = 512

  /// Control characters, and those that change how others are shown, are replaced by their numbers.
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

  /// The same between quotation marks, and no more than a name has.
  static func quoted(_ name: String) -> String {
    let text = escaped(String(name.unicodeScalars.prefix(64)))
    let mark = "\""
    return mark
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\\"") + mark
  }
}
