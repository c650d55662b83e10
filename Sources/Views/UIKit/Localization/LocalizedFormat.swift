// Formats of texts in which nouns follow numbers.
// Licensed under the MIT license; see LICENSE.
//
// A program asks for a format by a key and fills it afterwards, in two calls that share nothing but
// a text. So the format of a text with variables names the entry it comes from: its variables are
// `%#@q7.files@` for the entry 7, which the second call finds by the number. It writes the texts of
// variables; Foundation fills in the rest.

import Foundation
import Synchronization

/// The parts of a format.
enum FormatPiece: Equatable {
  /// Letters, with `%` for `%%`.
  case text(String)
  /// A value: the number of its argument if it says one, its text without that, and its kind.
  case value(position: Int?, body: String, kind: Character)
  /// A variable: the number of its argument if it says one, and its name.
  case variable(position: Int?, name: String)

  /// The parts of a format; what is no specifier is text.
  static func pieces(of format: String) -> [FormatPiece] {
    var pieces: [FormatPiece] = []
    var text = ""
    var rest = Substring(format)
    while let mark = rest.firstIndex(of: "%") {
      text += rest[..<mark]
      rest = rest[mark...].dropFirst()
      if rest.first == "%" {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      guard let (piece, after) = specifier(rest) else {
        text += "%"
        continue
      }
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(piece)
      rest = after
    }
    text += rest
    if !text.isEmpty { pieces.append(.text(text)) }
    return pieces
  }

  private static func specifier(_ text: Substring) -> (FormatPiece, Substring)? {
    var rest = text
    var position: Int?
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, rest[digits.endIndex...].first == "$" {
      position = Int(digits)
      rest = rest[digits.endIndex...].dropFirst()
      guard position.map({ $0 > 0 }) ?? false else { return nil }
    }
    if rest.hasPrefix("#@") {
      let name = rest.dropFirst(2).prefix { $0 != "@" }
      guard name.endIndex < rest.endIndex else { return nil }
      return (.variable(position: position, name: String(name)), rest[name.endIndex...].dropFirst())
    }
    let body = rest.prefix { "-+ 0#'.123456789hlqLzjt".contains($0) }
    guard let kind = rest[body.endIndex...].first, "@dDiuUxXoOfFeEgGaAcCsSp".contains(kind) else {
      return nil
    }
    let after = rest[body.endIndex...].dropFirst()
    return (.value(position: position, body: String(body), kind: kind), after)
  }
}

/// Texts with variables that programs asked for.
enum LocalizedFormat {
  private struct Known: Hashable {
    var entry: LocalizedEntry
    var language: String
  }

  private struct Register {
    var entries: [LocalizedFormat.Known] = []
    var numbers: [LocalizedFormat.Known: Int] = [:]
  }

  private static let register = Mutex(Register())
  /// The start of the names of variables that are registered.
  private static let mark = "#@q"

  /// The format of a text that was found, for programs.
  static func format(of found: FoundText) -> String {
    guard !found.entry.variables.isEmpty else { return found.entry.format }
    let known = Known(entry: found.entry, language: found.language)
    let number = register.withLock { register in
      if let number = register.numbers[known] { return number }
      register.numbers[known] = register.entries.count
      register.entries.append(known)
      return register.entries.count - 1
    }
    var format = ""
    for piece in FormatPiece.pieces(of: found.entry.format) {
      switch piece {
      case .text(let text): format += text.replacing("%", with: "%%")
      case .value(let position, let body, let kind):
        format += "%" + (position.map { "\($0)$" } ?? "") + body + String(kind)
      case .variable(let position, let name):
        format += "%" + (position.map { "\($0)$" } ?? "") + "\(mark)\(number).\(name)@"
      }
    }
    return format
  }

  /// Whether a format has variables of texts that were found.
  static func hasVariables(_ format: String) -> Bool { format.contains(mark) }

  /// Fills a format.
  ///
  /// - Parameters:
  ///   - format: The format, with variables or without.
  ///   - arguments: The values.
  ///   - locale: The locale of numbers, or nil.
  static func text(_ format: String, _ arguments: [any CVarArg], _ locale: Locale?) -> String {
    guard hasVariables(format) else {
      return String(format: format, locale: locale, arguments: arguments)
    }
    return checkedText(format, arguments, locale)
  }

  /// Fills a format whose values a file says, which need not suit the arguments.
  static func checkedText(
    _ format: String,
    _ arguments: [any CVarArg],
    _ locale: Locale?
  ) -> String {
    var filling = Filling(arguments: arguments)
    var next = 1
    let plain = filling.fill(format, nil, next: &next, least: 1, depth: 0)
    return String(format: plain, locale: locale, arguments: filling.used)
  }

  /// The variable of a name: of the entry that it says, or of the one it stands in.
  private static func variable(
    _ name: String,
    in known: Known?
  ) -> (variable: LocalizedEntry.Variable, known: Known)? {
    if let variable = known?.entry.variables[name], let known { return (variable, known) }
    guard name.hasPrefix("q"), let dot = name.firstIndex(of: "."),
      let number = Int(name[..<dot].dropFirst())
    else { return nil }
    let known = register.withLock {
      $0.entries.indices.contains(number) ? $0.entries[number] : nil
    }
    guard let known, let found = known.entry.variables[String(name[dot...].dropFirst())] else {
      return nil
    }
    return (found, known)
  }

  /// Writes the texts of variables.
  private struct Filling {
    let arguments: [any CVarArg]
    /// The arguments of the specifiers that were written, in their order: Foundation takes others
    /// where positions leave one out.
    private(set) var used: [any CVarArg] = []
    /// The parts that may still be written: variables may stand in each other.
    var room = 10_000

    /// The text of a format, without positions.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - known: The entry that it belongs to; nil for a program's format.
    ///   - next: The number of the next argument without a position.
    ///   - least: The least number of an argument of a variable in it.
    ///   - depth: The count of variables around it.
    mutating func fill(
      _ format: String,
      _ known: Known?,
      next: inout Int,
      least: Int,
      depth: Int
    ) -> String {
      var result = ""
      for piece in FormatPiece.pieces(of: format) {
        room -= 1
        guard room > 0 else { break }
        switch piece {
        case .text(let text): result += text.replacing("%", with: "%%")
        case .value(let position, let body, let kind):
          result += value(at: position ?? next, body, kind)
          if position == nil { next += 1 }
        case .variable(let position, let name):
          guard depth < 8, let (variable, owner) = LocalizedFormat.variable(name, in: known) else {
            result += "%%#@\(name)@"
            continue
          }
          let place = position ?? variable.argument ?? max(next, least)
          let form = form(of: variable, at: place, language: owner.language)
          var inner = place
          result += fill(form, owner, next: &inner, least: place + 1, depth: depth + 1)
          if position == nil, variable.argument == nil { next = max(inner, place + 1) }
        }
      }
      return result
    }

    private func form(
      of variable: LocalizedEntry.Variable,
      at place: Int,
      language: String
    ) -> String {
      var number = self.number(at: place)
      if variable.isWhole, number == nil, place <= arguments.count {
        number = (place...arguments.count).lazy.compactMap { self.number(at: $0) }.first
      }
      guard let number else { return variable.forms[.other] ?? variable.form(.nan, .other) }
      let operands = PluralOperands(number, decimals: variable.decimals)
      return variable.form(number, PluralRules(language: language).category(operands))
    }

    private func number(at place: Int) -> Double? {
      guard arguments.indices.contains(place - 1) else { return nil }
      return Self.number(arguments[place - 1])
    }

    private static func number(_ argument: any CVarArg) -> Double? {
      func double(_ value: some BinaryInteger) -> Double { Double(value) }
      return switch argument {
      case let value as any BinaryInteger: double(value)
      case let value as Double: value
      case let value as Float: Double(value)
      case let value as CGFloat: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    }

    /// The specifier of an argument; its text, where the kind does not suit it.
    private mutating func value(at place: Int, _ body: String, _ kind: Character) -> String {
      guard arguments.indices.contains(place - 1) else { return "(null)" }
      let argument = arguments[place - 1]
      // By the type, because a number of Swift is an NSObject by conversion, too.
      let isObject = argument is String || type(of: argument) is AnyClass
      let isNumber = !isObject && Self.number(argument) != nil
      let wantsObject = kind == "@"
      if wantsObject && isNumber || !wantsObject && isObject {
        return String(describing: argument).replacing("%", with: "%%")
      }
      used.append(argument)
      return "%\(body)\(kind)"
    }
  }
}
