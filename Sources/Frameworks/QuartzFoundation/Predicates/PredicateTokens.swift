// The words and signs of a predicate's format.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A word or sign of a format, and where it begins, in characters.
struct PredicateToken {
  enum Kind {
    /// A name or a word of the language.
    case word(String)
    /// A name that is no word of the language: behind a `#`, or an argument of `%K`.
    case name(String)
    case sign(String)
    /// `$NAME`.
    case variable(String)
    /// A literal or an argument.
    case value(Any?)
    case end
  }

  let kind: Kind
  let place: Int
}

/// Splits a format into words and signs, and puts its arguments in their places.
struct PredicateTokens {
  /// The longest format, in characters; arguments may be longer.
  static let longestFormat = 65_536
  // Longer signs come first.
  private static let signs = [
    "**", "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{",
    "}", "[", "]", ",", ".", "+", "-", "*", "/",
  ].map { Array($0) }
  private static let escapes: [Character: Character] = ["n": "\n", "t": "\t", "r": "\r"]

  private let format: [Character]
  private var arguments: ArraySlice<Any>
  private let argumentCount: Int
  private var place = 0

  /// Returns the tokens of a format; the last is the end.
  static func of(_ format: String, _ arguments: [Any]) throws(PredicateFailure) -> [PredicateToken]
  {
    let characters = Array(format)
    guard characters.count <= longestFormat else {
      throw PredicateFailure("it has \(characters.count) characters, at most \(longestFormat)")
    }
    var reader = PredicateTokens(characters, arguments)
    var tokens: [PredicateToken] = []
    while let token = try reader.next() { tokens.append(token) }
    tokens.append(PredicateToken(kind: .end, place: characters.count))
    return tokens
  }

  private init(_ format: [Character], _ arguments: [Any]) {
    self.format = format
    self.arguments = arguments[...]
    argumentCount = arguments.count
  }

  private mutating func next() throws(PredicateFailure) -> PredicateToken? {
    while place < format.count, format[place].isWhitespace { place += 1 }
    guard place < format.count else { return nil }
    let start = place
    return PredicateToken(kind: try kind(), place: start)
  }

  private mutating func kind() throws(PredicateFailure) -> PredicateToken.Kind {
    let character = format[place]
    switch character {
    case "\"", "'": return .value(try quoted(character))
    case "%": return try argument()
    case "#", "$":
      place += 1
      let name = word()
      guard !name.isEmpty else { throw failure("a name is missing behind \(character)", place) }
      return character == "#" ? .name(name) : .variable(name)
    default: break
    }
    let isFraction = character == "." && place + 1 < format.count && isDigit(format[place + 1])
    if isDigit(character) || isFraction && !followsName { return .value(try number()) }
    let word = word()
    if !word.isEmpty { return .word(word) }
    for sign in Self.signs where format[place...].starts(with: sign) {
      place += sign.count
      return .sign(String(sign))
    }
    throw failure("\(character) has no meaning here", place)
  }

  /// Whether a point here stands between the keys of a path.
  private var followsName: Bool {
    place > 0 && (isPart(format[place - 1]) || [")", "]"].contains(format[place - 1]))
  }

  private func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Reads a word, also with the sign of an operator of collections; empty if there is none.
  private mutating func word() -> String {
    let start = place
    if place < format.count, format[place] == "@" { place += 1 }
    while place < format.count, isPart(format[place]) { place += 1 }
    if place == start + 1, format[start] == "@" { place = start }
    return String(format[start..<place])
  }

  private mutating func number() throws(PredicateFailure) -> Any {
    let start = place
    let isHexadecimal = format[place...].starts(with: ["0", "x"])
    while place < format.count {
      let character = format[place]
      let isExponent = !isHexadecimal && ["e", "E"].contains(format[max(place - 1, start)])
      guard isPart(character) || character == "." || isExponent && "+-".contains(character) else {
        break
      }
      place += 1
    }
    let text = String(format[start..<place])
    if isHexadecimal, let number = Int64(text.dropFirst(2), radix: 16) { return number }
    if let number = Int64(text) { return number }
    guard !isHexadecimal, let number = Double(text) else {
      throw failure("\(text) is no number", start)
    }
    return number
  }

  private mutating func quoted(_ mark: Character) throws(PredicateFailure) -> String {
    let start = place
    var text = ""
    place += 1
    while place < format.count, format[place] != mark {
      if format[place] == "\\", place + 1 < format.count {
        place += 1
        text.append(Self.escapes[format[place]] ?? format[place])
      } else {
        text.append(format[place])
      }
      place += 1
    }
    guard place < format.count else { throw failure("a text has no end", start) }
    place += 1
    return text
  }

  func failure(_ words: String, _ place: Int) -> PredicateFailure {
    Self.failure(words, place, format)
  }

  /// A failure with its place and what stands there.
  static func failure(_ words: String, _ place: Int, _ format: [Character]) -> PredicateFailure {
    let rest = String(format[min(place, format.count)...].prefix(40))
    return PredicateFailure(
      "\(words), at character \(place + 1): \(rest.isEmpty ? "the end" : rest)"
    )
  }
}

// MARK: - Arguments

extension PredicateTokens {
  /// Reads a specifier such as `%@`, `%K` or `%ld`, and takes its argument.
  private mutating func argument() throws(PredicateFailure) -> PredicateToken.Kind {
    let start = place
    place += 1
    while place < format.count, "0123456789.+- #hlqLzjt".contains(format[place]) { place += 1 }
    guard place < format.count else { throw failure("a specifier has no end", start) }
    let letter = format[place]
    place += 1
    guard "@KdDiuUoOxXcCfFeEgGaAsS".contains(letter) else {
      throw failure("%\(letter) is no specifier", start)
    }
    guard let argument = arguments.popFirst() else {
      throw failure("there are \(argumentCount) arguments, and one more is asked for", start)
    }
    let value = PredicateValue(argument)
    switch letter {
    case "@": return .value(argument)
    case "K":
      guard case .text(let path) = value else { throw failure("%K wants a key path", start) }
      return .name(path)
    case "s", "S":
      guard case .text = value else { throw failure("%\(letter) wants a text", start) }
      return .value(argument)
    default:
      guard value.number != nil else { throw failure("%\(letter) wants a number", start) }
      return .value(argument)
    }
  }
}
