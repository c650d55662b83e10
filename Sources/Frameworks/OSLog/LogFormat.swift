// Texts with arguments in the way of printf, by the types that the arguments have.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Formats messages: a wrong specifier gives a text, and never reads what is no argument.
enum LogFormat {
  /// Returns a message with its arguments; those that are missing leave their specifiers.
  static func text(_ format: String, _ arguments: [Any]) -> String {
    var result = ""
    var rest = arguments[...]
    var index = format.startIndex
    while index < format.endIndex {
      guard format[index] == "%" else {
        result.append(format[index])
        index = format.index(after: index)
        continue
      }
      guard let specifier = Specifier(format[index...]) else {
        result.append("%")
        index = format.index(after: index)
        continue
      }
      if specifier.conversion == "%" {
        result.append("%")
      } else if let argument = rest.popFirst() {
        result += specifier.text(argument)
      } else {
        result += format[index..<specifier.end]
      }
      index = specifier.end
    }
    return result
  }
}

/// A specifier: `%`, a note in braces, flags, width, precision, length, conversion.
private struct Specifier {
  var flags = ""
  var width = ""
  var precision: String?
  var conversion: Character
  var end: String.Index

  /// Reads a specifier at the start of a text; nil if there is none.
  init?(_ text: Substring) {
    var rest = text.dropFirst()
    if rest.first == "{" {
      guard let close = rest.firstIndex(of: "}") else { return nil }
      rest = rest[rest.index(after: close)...]
    }
    func take(_ isPart: (Character) -> Bool) -> String {
      let part = rest.prefix(while: isPart)
      rest = rest.dropFirst(part.count)
      return String(part)
    }
    flags = take { "-+ #0".contains($0) }
    width = take(\.isNumber)
    if rest.first == "." {
      rest = rest.dropFirst()
      precision = take(\.isNumber)
    }
    _ = take { "hlqLztj".contains($0) }
    guard let conversion = rest.first, "diuxXofFeEgGaAcsSCp@%".contains(conversion) else {
      return nil
    }
    self.conversion = conversion
    end = rest.index(after: rest.startIndex)
  }

  func text(_ argument: Any) -> String {
    // A width that nobody reads is a mistake of the format.
    let width = Int(self.width).map { String(min($0, 1000)) } ?? ""
    let precision = self.precision.map { "." + String(min(Int($0) ?? 0, 100)) } ?? ""
    let start = "%" + flags + width + precision
    switch conversion {
    case "d", "i":
      guard let value = integer(argument) else { return "\(argument)" }
      return String(format: start + "lld", value)
    case "u", "x", "X", "o":
      guard let value = integer(argument) else { return "\(argument)" }
      return String(format: start + "ll" + String(conversion), UInt64(bitPattern: value))
    case "f", "F", "e", "E", "g", "G", "a", "A":
      guard let value = double(argument) else { return "\(argument)" }
      return String(format: start + String(conversion), value)
    case "c", "C":
      guard let value = integer(argument), let scalar = Unicode.Scalar(UInt32(clamping: value))
      else { return "\(argument)" }
      return String(Character(scalar))
    default:
      var text = "\(argument)"
      if let most = self.precision.flatMap({ Int($0) }) { text = String(text.prefix(most)) }
      let missing = (Int(width) ?? 0) - text.count
      guard missing > 0 else { return text }
      let space = String(repeating: " ", count: missing)
      return flags.contains("-") ? text + space : space + text
    }
  }

  private func integer(_ argument: Any) -> Int64? {
    switch argument {
    case let value as any BinaryInteger: Int64(truncatingIfNeeded: value)
    case let value as Bool: value ? 1 : 0
    case let value as NSNumber: value.int64Value
    default: nil
    }
  }

  private func double(_ argument: Any) -> Double? {
    switch argument {
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as any BinaryInteger: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }
}
