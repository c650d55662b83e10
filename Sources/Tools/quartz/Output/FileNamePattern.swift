// Names of numbered files: `frame-%04d.png`.
// Licensed under the MIT license; see LICENSE.

/// A file name with one number in it, as printf writes it: `%d`, `%3d`, `%04d`; `%%` is a percent
/// sign.
struct FileNamePattern: Equatable {
  private let prefix: String
  private let suffix: String
  private let width: Int
  private let fill: Character

  /// Creates a pattern; nil if the text does not have exactly one number.
  init?(_ text: String) {
    var parts = [""]
    var width = 0
    var fill: Character = " "
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        parts[parts.count - 1].append("%")
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard rest.popFirst() == "d", digits.count <= 2 else { return nil }
      if digits.first == "0" { fill = "0" }
      width = Int(digits) ?? 0
      parts.append("")
    }
    guard parts.count == 2 else { return nil }
    (prefix, suffix) = (parts[0], parts[1])
    self.width = width
    self.fill = fill
  }

  func name(_ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: fill, count: max(width - digits.count, 0)) + digits + suffix
  }
}
