// Reads predicates from their formats.
// Licensed under the MIT license; see LICENSE.
//
// The language is that of Apple's "Predicate Format String Syntax". A parenthesis may begin a
// predicate or an expression: `(a + b) > c`, `(a > b) OR c < d`. So each rule gives either, and the
// rule above says which of them it wants; nothing is read twice.

import Foundation

/// Reads the predicate of a format.
struct PredicateParser {
  /// The deepest nesting of parentheses, and the longest chain of arithmetic.
  static let deepestNesting = 200

  /// The result of a rule.
  private enum Part {
    case expression(PredicateExpression)
    case predicate(PredicateTree)
  }

  private let format: [Character]
  private let tokens: [PredicateToken]
  private var next = 0
  private var depth = 0
  private var links = 0

  /// Returns the predicate of a format with its arguments.
  static func tree(_ format: String, _ arguments: [Any]) throws(PredicateFailure) -> PredicateTree {
    do {
      var parser = PredicateParser(Array(format), try PredicateTokens.of(format, arguments))
      let tree = try parser.predicate(parser.disjunction())
      guard case .end = parser.token else { throw parser.failure("an operator is missing") }
      return tree
    } catch {
      throw PredicateFailure("Unable to parse the format string \"\(format)\": \(error)")
    }
  }

  private init(_ format: [Character], _ tokens: [PredicateToken]) {
    (self.format, self.tokens) = (format, tokens)
  }

  // MARK: - Tokens

  private var token: PredicateToken.Kind { tokens[next].kind }

  private func failure(_ words: String) -> PredicateFailure {
    PredicateTokens.failure(words, tokens[next].place, format)
  }

  private mutating func advance() { next = min(next + 1, tokens.count - 1) }

  /// Takes a sign if it comes next.
  private mutating func take(_ signs: String...) -> Bool {
    guard case .sign(let sign) = token, signs.contains(sign) else { return false }
    advance()
    return true
  }

  /// Takes a word of the language, in any case, if it comes next.
  private mutating func takeWord(_ words: String...) -> Bool {
    guard case .word(let word) = token, words.contains(word.uppercased()) else { return false }
    advance()
    return true
  }

  private mutating func require(_ sign: String) throws(PredicateFailure) {
    guard take(sign) else { throw failure("\(sign) is missing") }
  }

  private mutating func deeper<Result>(
    _ body: (inout Self) throws(PredicateFailure) -> Result
  ) throws(PredicateFailure) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting else {
      throw failure("more than \(Self.deepestNesting) levels")
    }
    return try body(&self)
  }

  private mutating func predicate(_ part: Part) throws(PredicateFailure) -> PredicateTree {
    guard case .predicate(let tree) = part else { throw failure("a comparison is missing") }
    return tree
  }

  private mutating func expression(_ part: Part) throws(PredicateFailure) -> PredicateExpression {
    guard case .expression(let expression) = part else { throw failure("a value is missing") }
    return expression
  }

  // MARK: - Predicates

  private mutating func disjunction() throws(PredicateFailure) -> Part {
    let first = try conjunction()
    var trees: [PredicateTree] = []
    while take("||") || takeWord("OR") {
      if trees.isEmpty { trees.append(try predicate(first)) }
      trees.append(try predicate(conjunction()))
    }
    return trees.isEmpty ? first : .predicate(.any(trees))
  }

  private mutating func conjunction() throws(PredicateFailure) -> Part {
    let first = try negation()
    var trees: [PredicateTree] = []
    while take("&&") || takeWord("AND") {
      if trees.isEmpty { trees.append(try predicate(first)) }
      trees.append(try predicate(negation()))
    }
    return trees.isEmpty ? first : .predicate(.all(trees))
  }

  private mutating func negation() throws(PredicateFailure) -> Part {
    guard take("!") || takeWord("NOT") else { return try comparison() }
    return try deeper { (parser) throws(PredicateFailure) in
      .predicate(.not(try parser.predicate(parser.negation())))
    }
  }

  private mutating func comparison() throws(PredicateFailure) -> Part {
    if takeWord("TRUEPREDICATE") { return .predicate(.constant(true)) }
    if takeWord("FALSEPREDICATE") { return .predicate(.constant(false)) }
    if takeWord("ANY", "SOME") { return try .predicate(.comparison(collection(.any))) }
    if takeWord("ALL") { return try .predicate(.comparison(collection(.all))) }
    if takeWord("NONE") { return try .predicate(.not(.comparison(collection(.any)))) }
    let part = try sum()
    guard case .expression(let left) = part, let sign = comparisonSign() else { return part }
    return .predicate(.comparison(try comparison(left, sign)))
  }

  /// Reads a comparison behind `ANY` or `ALL`.
  private mutating func collection(
    _ scope: PredicateComparison.Scope
  ) throws(PredicateFailure) -> PredicateComparison {
    let left = try expression(sum())
    guard let sign = comparisonSign() else { throw failure("a comparison is missing") }
    var comparison = try comparison(left, sign)
    comparison.scope = scope
    return comparison
  }

  private mutating func comparisonSign() -> PredicateOperator? {
    let sign: PredicateOperator? =
      switch token {
      case .sign("="): .equal
      case .sign("<>"): .unequal
      case .sign("=<"): .atMost
      case .sign("=>"): .atLeast
      case .sign(let sign): PredicateOperator(rawValue: sign)
      case .word(let word): PredicateOperator(rawValue: word.uppercased())
      case .name, .variable, .value, .end: nil
      }
    if sign != nil { advance() }
    return sign
  }

  /// Reads the options and the right side.
  private mutating func comparison(
    _ left: PredicateExpression,
    _ sign: PredicateOperator
  ) throws(PredicateFailure) -> PredicateComparison {
    var letters = ""
    if take("[") {
      guard case .word(let word) = token, Set("cdnl").isSuperset(of: word.lowercased()) else {
        throw failure("the options of a comparison are c, d, n and l")
      }
      letters = word.lowercased()
      advance()
      try require("]")
    }
    let right = try expression(sum())
    return PredicateComparison(left: left, sign, right: right, letters: letters)
  }
}

// MARK: - Expressions

extension PredicateParser {
  private mutating func sum() throws(PredicateFailure) -> Part {
    try chain([.plus, .minus]) { (parser) throws(PredicateFailure) in try parser.product() }
  }

  private mutating func product() throws(PredicateFailure) -> Part {
    try chain([.times, .divided]) { (parser) throws(PredicateFailure) in try parser.power() }
  }

  private mutating func power() throws(PredicateFailure) -> Part {
    try chain([.power]) { (parser) throws(PredicateFailure) in try parser.negative() }
  }

  private mutating func chain(
    _ signs: [PredicateArithmetic],
    _ operand: (inout Self) throws(PredicateFailure) -> Part
  ) throws(PredicateFailure) -> Part {
    let first = try operand(&self)
    guard case .expression(var result) = first else { return first }
    while let sign = signs.first(where: { take($0.rawValue) }) {
      try link()
      result = .arithmetic(result, sign, try expression(operand(&self)))
    }
    return .expression(result)
  }

  private mutating func negative() throws(PredicateFailure) -> Part {
    guard take("-") else { return try postfix() }
    let part = try deeper { (parser) throws(PredicateFailure) in
      try parser.expression(parser.negative())
    }
    guard case .constant(let value) = part else { return .expression(.negative(part)) }
    switch PredicateValue(value) {
    case .integer(let number) where number != .min: return .expression(.constant(-number))
    case .real(let number): return .expression(.constant(-number))
    default: return .expression(.negative(part))
    }
  }

  /// Reads a value, and the keys and indexes behind it.
  private mutating func postfix() throws(PredicateFailure) -> Part {
    let first = try primary()
    guard case .expression(var result) = first else { return first }
    while true {
      if take(".") {
        result = try key(of: result)
      } else if take("[") {
        result = .element(of: result, try index())
      } else {
        return .expression(result)
      }
      try link()
    }
  }

  /// Counts what makes an expression deep without parentheses.
  private mutating func link() throws(PredicateFailure) {
    links += 1
    guard links <= Self.deepestNesting else {
      throw failure("more than \(Self.deepestNesting) operators of values")
    }
  }

  private mutating func key(
    of base: PredicateExpression
  ) throws(PredicateFailure) -> PredicateExpression {
    let names: [String]
    switch token {
    case .word(let word): names = [word]
    case .name(let path): names = try keys(path)
    case .sign, .variable, .value, .end: throw failure("a key is missing")
    }
    advance()
    guard case .keyPath(let base, let path) = base else { return .keyPath(of: base, names) }
    return .keyPath(of: base, path + names)
  }

  /// Splits a path, which may be an argument.
  private func keys(_ path: String) throws(PredicateFailure) -> [String] {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard keys.allSatisfy({ !$0.isEmpty }) else { throw failure("\"\(path)\" is no key path") }
    return keys
  }

  private mutating func index() throws(PredicateFailure) -> PredicateIndex {
    let index: PredicateIndex =
      if takeWord("FIRST") {
        .first
      } else if takeWord("LAST") {
        .last
      } else if takeWord("SIZE") {
        .size
      } else {
        .at(try inside { (parser) throws(PredicateFailure) in try parser.sum() })
      }
    try require("]")
    return index
  }

  /// Reads an expression inside of brackets of any kind.
  private mutating func inside(
    _ body: (inout Self) throws(PredicateFailure) -> Part
  ) throws(PredicateFailure) -> PredicateExpression {
    try deeper { (parser) throws(PredicateFailure) in try parser.expression(body(&parser)) }
  }

  private mutating func primary() throws(PredicateFailure) -> Part {
    switch token {
    case .value(let value):
      advance()
      return .expression(.constant(value))
    case .variable(let name):
      advance()
      return .expression(.variable(name))
    case .name: return .expression(try key(of: .itself))
    case .word(let word): return .expression(try expression(word))
    case .sign("("):
      advance()
      let part = try deeper { (parser) throws(PredicateFailure) in try parser.disjunction() }
      try require(")")
      return part
    case .sign("{"):
      advance()
      return .expression(.list(try members(until: "}")))
    case .sign, .end: throw failure("a value is missing")
    }
  }

  /// Reads expressions with commas between them, and the sign at the end.
  private mutating func members(
    until end: String
  ) throws(PredicateFailure) -> [PredicateExpression] {
    if take(end) { return [] }
    var members: [PredicateExpression] = []
    repeat {
      members.append(try inside { (parser) throws(PredicateFailure) in try parser.sum() })
    } while take(",")
    try require(end)
    return members
  }
}

// MARK: - Words

extension PredicateParser {
  private static let operators = Set(
    ["AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE"]
      + PredicateOperator.allCases.map(\.rawValue)
  )
  private static let constants: Set = [
    "TRUE", "YES", "FALSE", "NO", "NULL", "NIL", "SELF", "SUBQUERY", "CAST", "FIRST", "LAST",
    "SIZE",
  ]

  /// Whether a name is a word of the language.
  static func isReserved(_ name: String) -> Bool {
    operators.contains(name.uppercased()) || constants.contains(name.uppercased())
  }

  /// Reads a constant, a call or a key, by its first word.
  private mutating func expression(
    _ word: String
  ) throws(PredicateFailure) -> PredicateExpression {
    guard !Self.operators.contains(word.uppercased()) else {
      throw failure("\(word) is a word of the language, and a key as #\(word)")
    }
    advance()
    switch word.uppercased() {
    case "TRUE", "YES": return .constant(true)
    case "FALSE", "NO": return .constant(false)
    case "NULL", "NIL": return .constant(nil)
    case "SELF": return .itself
    case "SUBQUERY": return try subquery()
    default: break
    }
    guard take("(") else { return .keyPath(of: .itself, [word]) }
    let arguments = try members(until: ")")
    if word.uppercased() == "CAST" { return try cast(arguments) }
    guard let function = PredicateFunction(rawValue: word.lowercased()) else {
      throw failure("there is no function \(word)")
    }
    guard function.arity.contains(arguments.count) else {
      throw failure("\(word) does not take \(arguments.count) arguments")
    }
    return .call(function, arguments)
  }

  /// Reads the rest of `SUBQUERY(list, $variable, predicate)`.
  private mutating func subquery() throws(PredicateFailure) -> PredicateExpression {
    try require("(")
    let list = try inside { (parser) throws(PredicateFailure) in try parser.sum() }
    try require(",")
    guard case .variable(let name) = token else { throw failure("a variable is missing") }
    advance()
    try require(",")
    let tree = try deeper { (parser) throws(PredicateFailure) in
      try parser.predicate(parser.disjunction())
    }
    try require(")")
    return .subquery(list, variable: name, tree)
  }

  /// Returns the date of a number of seconds, the only conversion.
  private func cast(
    _ arguments: [PredicateExpression]
  ) throws(PredicateFailure) -> PredicateExpression {
    guard arguments.count == 2, case .constant(let seconds) = arguments[0],
      let seconds = PredicateValue(seconds).number, case .constant(let type) = arguments[1],
      PredicateValue(type).equals(.text("NSDate"))
    else { throw failure("CAST takes a number of seconds and \"NSDate\"") }
    return .constant(Date(timeIntervalSinceReferenceDate: seconds))
  }
}
