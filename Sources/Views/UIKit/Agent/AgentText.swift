// Texts in the lines of agents: quotes, numbers, words.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Texts in lines.
enum AgentText {
  /// The most characters of a label or a value.
  private static let longest = 200

  /// Returns a text in quotes, in one line, shortened if it is long.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for (count, character) in text.enumerated() {
      guard count < longest else {
        result += "\u{2026}"
        break
      }
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n", "\r\n", "\r": result += "\\n"
      case "\t": result += "\\t"
      default: result.append(character)
      }
    }
    return result + "\""
  }

  /// Returns a number to a hundredth, without an empty fraction.
  static func number(_ number: Double) -> String {
    guard number.isFinite else { return "\(number)" }
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }

  /// Returns a time to a tenth of a millisecond, which is what steps are written with.
  static func time(_ seconds: Double) -> String {
    let rounded = (seconds * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  static func point(_ point: CGPoint) -> String { "\(number(point.x)),\(number(point.y))" }

  static func frame(_ frame: CGRect) -> String {
    "\(point(frame.origin)) \(number(frame.width))x\(number(frame.height))"
  }
}

/// Reads words, quoted texts and signs of a line.
struct AgentWords {
  enum Word: Equatable {
    case plain(String)
    case quoted(String)

    var text: String {
      switch self {
      case .plain(let text), .quoted(let text): text
      }
    }
  }

  /// Returns the words of a text.
  ///
  /// - Throws: `AgentRefusal` for a quote without an end.
  static func words(of text: some StringProtocol) throws(AgentRefusal) -> [Word] {
    var words: [Word] = []
    var plain = ""
    var rest = text.makeIterator()
    func isBlank(_ character: Character) -> Bool { character.isWhitespace }
    while let character = rest.next() {
      if character == "\"" {
        if !plain.isEmpty { words.append(.plain(plain)) }
        plain = ""
        words.append(.quoted(try quoted(&rest)))
      } else if isBlank(character) {
        if !plain.isEmpty { words.append(.plain(plain)) }
        plain = ""
      } else {
        plain.append(character)
      }
    }
    if !plain.isEmpty { words.append(.plain(plain)) }
    return words
  }

  private static func quoted(
    _ rest: inout some IteratorProtocol<Character>
  ) throws(AgentRefusal) -> String {
    var text = ""
    while let character = rest.next() {
      if character == "\"" { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch rest.next() {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case let other?: text.append(other)
      case nil: break
      }
    }
    throw AgentRefusal("the quote of \"\(text.prefix(40)) has no end")
  }

  /// Returns the parts of a text between separators, but for those in quotes.
  static func parts(of text: some StringProtocol, at separators: Set<Character>) -> [String] {
    var parts: [String] = []
    var part = ""
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if !isQuoted, separators.contains(character) {
        parts.append(part)
        part = ""
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      part.append(character)
    }
    return parts + [part]
  }
}
