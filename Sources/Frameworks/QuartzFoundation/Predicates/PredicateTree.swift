// Predicates as trees, and whether they are true.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A predicate that was read from its format.
indirect enum PredicateTree {
  case constant(Bool)
  case all([PredicateTree])
  case any([PredicateTree])
  case not(PredicateTree)
  case comparison(PredicateComparison)

  /// Whether the predicate is true in a context.
  func evaluate(in context: PredicateContext) throws(PredicateFailure) -> Bool {
    switch self {
    case .constant(let value): return value
    case .all(let parts):
      for part in parts where try !part.evaluate(in: context) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.evaluate(in: context) { return true }
      return false
    case .not(let part): return try !part.evaluate(in: context)
    case .comparison(let comparison): return try comparison.evaluate(in: context)
    }
  }
}

/// The operators of comparisons, as formats write them.
enum PredicateOperator: String, CaseIterable {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case greater = ">"
  case atMost = "<="
  case atLeast = ">="
  case between = "BETWEEN"
  case matches = "MATCHES"
  case like = "LIKE"
  case contains = "CONTAINS"
  case begins = "BEGINSWITH"
  case ends = "ENDSWITH"
  case isIn = "IN"
}

/// A comparison of two expressions.
struct PredicateComparison {
  /// The elements of the left side that have to fulfil the comparison, if it is a collection.
  enum Scope: String {
    case direct = ""
    case any = "ANY"
    case all = "ALL"
  }

  var scope = Scope.direct
  let left: PredicateExpression
  let sign: PredicateOperator
  let right: PredicateExpression
  /// The letters in brackets.
  let letters: String
  private let options: String.CompareOptions
  /// The expression of `MATCHES` or `LIKE`, if its pattern is a constant and in order.
  private let expression: NSRegularExpression?

  init(
    left: PredicateExpression,
    _ sign: PredicateOperator,
    right: PredicateExpression,
    letters: String
  ) {
    (self.left, self.sign, self.right, self.letters) = (left, sign, right, letters)
    var options: String.CompareOptions = []
    if letters.contains("c") { options.insert(.caseInsensitive) }
    if letters.contains("d") { options.insert(.diacriticInsensitive) }
    self.options = options
    if case .constant(let pattern) = right, case .text(let pattern) = PredicateValue(pattern) {
      expression = try? Self.expression(sign, pattern, options)
    } else {
      expression = nil
    }
  }

  /// Whether the comparison is true in a context.
  func evaluate(in context: PredicateContext) throws(PredicateFailure) -> Bool {
    let (left, right) = (try left.value(in: context), try right.value(in: context))
    if scope == .direct { return try holds(PredicateValue(left), PredicateValue(right)) }
    let value = PredicateValue(left)
    if case .nothing = value { return false }
    guard let elements = value.elements else {
      throw PredicateFailure("the left side of \(scope.rawValue) is no collection: \(self)")
    }
    let other = PredicateValue(right)
    for element in elements where try holds(PredicateValue(element), other) != (scope == .all) {
      return scope == .any
    }
    return scope == .all
  }

  private func holds(
    _ left: PredicateValue,
    _ right: PredicateValue
  ) throws(PredicateFailure) -> Bool {
    switch sign {
    case .equal: return left.equals(right, options: options)
    case .unequal: return !left.equals(right, options: options)
    case .less: return left.order(right, options: options) == .orderedAscending
    case .greater: return left.order(right, options: options) == .orderedDescending
    case .atMost:
      return left.order(right, options: options).map { $0 != .orderedDescending } ?? false
    case .atLeast:
      return left.order(right, options: options).map { $0 != .orderedAscending } ?? false
    case .between: return try isBetween(left, right)
    case .isIn: return isMember(left, of: right)
    case .contains: return isMember(right, of: left)
    case .begins: return found(right, in: left, .anchored)
    case .ends: return found(right, in: left, [.anchored, .backwards])
    case .matches, .like: return try matches(left, right)
    }
  }

  private func isBetween(
    _ value: PredicateValue,
    _ limits: PredicateValue
  ) throws(PredicateFailure) -> Bool {
    guard let limits = limits.elements, limits.count == 2 else {
      throw PredicateFailure("BETWEEN wants a list of two limits: \(self)")
    }
    guard let low = value.order(PredicateValue(limits[0]), options: options),
      let high = value.order(PredicateValue(limits[1]), options: options)
    else { return false }
    return low != .orderedAscending && high != .orderedDescending
  }

  private func isMember(_ value: PredicateValue, of whole: PredicateValue) -> Bool {
    if let elements = whole.elements {
      return elements.contains { PredicateValue($0).equals(value, options: options) }
    }
    return found(value, in: whole, [])
  }

  private func found(
    _ part: PredicateValue,
    in whole: PredicateValue,
    _ place: String.CompareOptions
  ) -> Bool {
    guard case .text(let part) = part, case .text(let whole) = whole else { return false }
    return whole.range(of: part, options: options.union(place)) != nil
  }

  // MARK: - Patterns

  private func matches(
    _ value: PredicateValue,
    _ pattern: PredicateValue
  ) throws(PredicateFailure) -> Bool {
    guard case .text(let text) = value, case .text(let pattern) = pattern else { return false }
    var known = expression
    if known == nil { known = try Self.expression(sign, pattern, options) }
    guard let known else { return false }
    let folded = Self.folded(text, options)
    let range = NSRange(location: 0, length: folded.utf16.count)
    return known.firstMatch(in: folded, options: .anchored, range: range) != nil
  }

  /// Returns the expression that a whole text has to match; nil for other operators.
  private static func expression(
    _ sign: PredicateOperator,
    _ pattern: String,
    _ options: String.CompareOptions
  ) throws(PredicateFailure) -> NSRegularExpression? {
    guard sign == .matches || sign == .like else { return nil }
    let isLike = sign == .like
    let pattern = folded(isLike ? expressionOfLike(pattern) : pattern, options)
    var flags: NSRegularExpression.Options = isLike ? .dotMatchesLineSeparators : []
    if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
    do {
      // A pattern is in order by itself, and not only between the parentheses.
      _ = try NSRegularExpression(pattern: pattern, options: flags)
      return try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: flags)
    } catch {
      throw PredicateFailure("Can't do regex matching: \"\(pattern)\" is no regular expression")
    }
  }

  /// Returns the expression of a pattern with `?` for a character and `*` for any number of them;
  /// a backslash takes the meaning of the character behind it.
  private static func expressionOfLike(_ pattern: String) -> String {
    var (text, isEscaped) = ("", false)
    for character in pattern {
      if isEscaped {
        text += NSRegularExpression.escapedPattern(for: String(character))
        isEscaped = false
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "*": text += ".*"
      case "?": text += "\\X"
      default: text += NSRegularExpression.escapedPattern(for: String(character))
      }
    }
    return isEscaped ? text + "\\\\" : text
  }

  private static func folded(_ text: String, _ options: String.CompareOptions) -> String {
    options.contains(.diacriticInsensitive)
      ? text.folding(options: .diacriticInsensitive, locale: nil) : text
  }
}
