// The visual format language, which draws constraints as text.
// Licensed under the MIT license; see LICENSE.
//
//     format    = [ ("H" | "V") ":" ] [ "|" link ] view { link view } [ link "|" ]
//     view      = "[" name [ list ] "]"
//     link      = "" | "-" | "-" ( number | name | list ) "-"
//     list      = "(" predicate { "," predicate } ")"
//     predicate = [ "==" | "<=" | ">=" ] object [ "@" priority ]
//     object    = number | name [ "." attribute ] [ ("*" | "/") number ] [ ("+" | "-") number ]
//
// Spaces are skipped.

import Foundation

/// A text that is no visual format.
struct VisualFormatError: Error, Equatable {
  /// The fault, as a sentence without an end.
  var message: String
  /// The character at which it is.
  var column: Int
}

/// A visual format as written.
struct VisualFormat: Equatable {
  /// A length or a reference to another view's.
  struct Predicate: Equatable {
    var relation = 0
    var number: Double?
    var name: String?
    var attribute: String?
    var factor = 1.0
    var addend = 0.0
    var priority: Number?
  }

  /// A number, or the name of one.
  enum Number: Equatable {
    case value(Double)
    case name(String)
  }

  /// The distance between two views.
  enum Link: Equatable {
    case none
    case standard
    case lengths([Predicate])
  }

  struct View: Equatable {
    var name: String
    var sizes: [Predicate]
    /// The column of the name.
    var column: Int
  }

  var isVertical = false
  /// The links before, between and after the views; the first and the last are nil where there is
  /// no superview.
  var links: [Link?] = []
  var views: [View] = []

  init(_ text: String) throws(VisualFormatError) {
    var scanner = VisualFormatScanner(text)
    if scanner.take("H:") { isVertical = false } else { isVertical = scanner.take("V:") }
    links.append(scanner.take("|") ? try scanner.link() : nil)
    views.append(try scanner.view())
    while !scanner.isAtEnd {
      let link = try scanner.link()
      if scanner.take("|") {
        links.append(link)
        guard scanner.isAtEnd else { throw scanner.error("expected the end after a superview") }
        return
      }
      links.append(link)
      views.append(try scanner.view())
    }
    links.append(nil)
  }
}

/// Reads a visual format.
struct VisualFormatScanner {
  private let characters: [Character]
  private(set) var column = 0

  init(_ text: String) { characters = Array(text) }

  func error(_ message: String) -> VisualFormatError {
    VisualFormatError(message: message, column: column)
  }

  private mutating func skip() {
    while column < characters.count, characters[column] == " " { column += 1 }
  }

  var isAtEnd: Bool { characters[column...].allSatisfy { $0 == " " } }

  mutating func take(_ token: String) -> Bool {
    skip()
    let end = column + token.count
    guard end <= characters.count, String(characters[column..<end]) == token else { return false }
    column = end
    return true
  }

  mutating func expect(_ token: String) throws(VisualFormatError) {
    if !take(token) { throw error("expected '\(token)'") }
  }

  mutating func name() -> String? {
    skip()
    let start = column
    guard start < characters.count, characters[start].isLetter || characters[start] == "_" else {
      return nil
    }
    while column < characters.count,
      characters[column].isLetter || characters[column].isNumber || characters[column] == "_"
    {
      column += 1
    }
    return String(characters[start..<column])
  }

  mutating func number() -> Double? {
    skip()
    let start = column
    if column < characters.count, characters[column] == "-" { column += 1 }
    while column < characters.count,
      characters[column].isNumber || characters[column] == "."
    {
      column += 1
    }
    if let number = Double(String(characters[start..<column])), number.isFinite { return number }
    column = start
    return nil
  }

  mutating func view() throws(VisualFormatError) -> VisualFormat.View {
    try expect("[")
    skip()
    let start = column
    guard let name = name() else { throw error("expected the name of a view") }
    let sizes = take("(") ? try predicates() : []
    try expect("]")
    return VisualFormat.View(name: name, sizes: sizes, column: start)
  }

  mutating func link() throws(VisualFormatError) -> VisualFormat.Link {
    guard take("-") else { return .none }
    skip()
    if column < characters.count, characters[column] == "[" || characters[column] == "|" {
      return .standard
    }
    if take("(") {
      let found = try predicates()
      try expect("-")
      return .lengths(found)
    }
    var predicate = VisualFormat.Predicate()
    if column < characters.count, characters[column] != "-", let number = number() {
      predicate.number = number
    } else if let name = name() {
      predicate.name = name
    } else {
      throw error("expected a positive number, a metric or a list")
    }
    if take("@") { predicate.priority = try priority() }
    try expect("-")
    return .lengths([predicate])
  }

  private mutating func priority() throws(VisualFormatError) -> VisualFormat.Number {
    if let number = number() { return .value(number) }
    if let name = name() { return .name(name) }
    throw error("expected a priority")
  }

  private mutating func predicates() throws(VisualFormatError) -> [VisualFormat.Predicate] {
    var found: [VisualFormat.Predicate] = []
    repeat { found.append(try predicate()) } while take(",")
    try expect(")")
    return found
  }

  private mutating func predicate() throws(VisualFormatError) -> VisualFormat.Predicate {
    var result = VisualFormat.Predicate()
    if take("==") {
      result.relation = 0
    } else if take("<=") {
      result.relation = -1
    } else if take(">=") {
      result.relation = 1
    }
    if let number = number() {
      result.number = number
    } else if let name = name() {
      result.name = name
      if take(".") { result.attribute = self.name() }
      if take("*") { result.factor = try factor() }
      if take("/") { result.factor = 1 / (try factor()) }
      if take("+") {
        result.addend = try factor()
      } else if take("-") {
        result.addend = -(try factor())
      }
    } else {
      throw error("expected a number, a metric or a view")
    }
    if take("@") { result.priority = try priority() }
    return result
  }

  private mutating func factor() throws(VisualFormatError) -> Double {
    guard let number = number(), number != 0 else { throw error("expected a number") }
    return number
  }
}
