// Expressions of predicates, and their values.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The object that a predicate is asked about, and the values of its variables.
struct PredicateContext {
  let object: Any?
  var bindings: [String: Any]
}

/// An expression of a predicate.
indirect enum PredicateExpression {
  /// A literal or an argument.
  case constant(Any?)
  /// `SELF`.
  case itself
  /// `$NAME`.
  case variable(String)
  case keyPath(of: PredicateExpression, [String])
  case element(of: PredicateExpression, PredicateIndex)
  /// `{a, b}`.
  case list([PredicateExpression])
  case arithmetic(PredicateExpression, PredicateArithmetic, PredicateExpression)
  case negative(PredicateExpression)
  case call(PredicateFunction, [PredicateExpression])
  case subquery(PredicateExpression, variable: String, PredicateTree)
}

/// The place of an element.
enum PredicateIndex {
  case first, last, size
  /// A number in an array, or a key in a dictionary.
  case at(PredicateExpression)
}

/// A sign of arithmetic.
enum PredicateArithmetic: String {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case power = "**"
}

/// A function of expressions.
enum PredicateFunction: String {
  case sum, count, min, max, average, abs, sqrt, ceiling, floor, trunc, ln, log, exp, now, uppercase
  case lowercase, length
}

extension PredicateExpression {
  /// Returns the value in a context.
  func value(in context: PredicateContext) throws(PredicateFailure) -> Any? {
    switch self {
    case .constant(let value): return value
    case .itself: return context.object
    case .variable(let name):
      guard let value = context.bindings[name] else {
        throw PredicateFailure("the variable $\(name) has no value among the substitutions")
      }
      return value
    case .keyPath(let base, let path):
      return try KeyAccess.value(at: path[...], of: base.value(in: context))
    case .element(let base, let index):
      return try index.element(of: base.value(in: context), context)
    case .list(let members):
      var values: [Any] = []
      for member in members { values.append(try member.value(in: context) ?? NSNull()) }
      return values
    case .arithmetic(let left, let sign, let right):
      return try sign.value(
        PredicateValue(left.value(in: context)),
        PredicateValue(right.value(in: context))
      )
    case .negative(let part):
      return try PredicateArithmetic.minus.value(
        .integer(0),
        PredicateValue(part.value(in: context))
      )
    case .call(let function, let arguments):
      var values: [Any?] = []
      for argument in arguments { values.append(try argument.value(in: context)) }
      return try function.value(values)
    case .subquery(let list, let variable, let tree):
      return try Self.filtered(list.value(in: context), variable, tree, context)
    }
  }

  private static func filtered(
    _ list: Any?,
    _ variable: String,
    _ tree: PredicateTree,
    _ context: PredicateContext
  ) throws(PredicateFailure) -> [Any] {
    var (context, found): (_, [Any]) = (context, [])
    for element in PredicateValue(list).elements ?? [] {
      context.bindings[variable] = element
      if try tree.evaluate(in: context) { found.append(element) }
    }
    return found
  }
}

extension PredicateIndex {
  /// Returns an element; nil outside of the list.
  fileprivate func element(
    of object: Any?,
    _ context: PredicateContext
  ) throws(PredicateFailure) -> Any? {
    let value = PredicateValue(object)
    if case .at(let key) = self, case .other(let object) = value {
      guard case .text(let key) = PredicateValue(try key.value(in: context)) else { return nil }
      return try KeyAccess.value(at: [key], of: object)
    }
    guard let elements = value.elements else {
      if case .nothing = value { return nil }
      throw PredicateFailure("an index wants an array or a dictionary, not \(object ?? "nil")")
    }
    switch self {
    case .first: return elements.first
    case .last: return elements.last
    case .size: return elements.count
    case .at(let place):
      guard case .integer(let place) = PredicateValue(try place.value(in: context)),
        let place = Int(exactly: place), elements.indices.contains(place)
      else { return nil }
      return elements[place]
    }
  }
}

extension PredicateArithmetic {
  /// Returns the result, a whole number of whole numbers if it fits; nil if one is nothing.
  fileprivate func value(
    _ left: PredicateValue,
    _ right: PredicateValue
  ) throws(PredicateFailure) -> Any? {
    if case .nothing = left { return nil }
    if case .nothing = right { return nil }
    if case .integer(let a) = left, case .integer(let b) = right, let whole = whole(a, b) {
      return whole
    }
    guard let a = left.number, let b = right.number else {
      throw PredicateFailure("\(rawValue) wants numbers")
    }
    return switch self {
    case .plus: a + b
    case .minus: a - b
    case .times: a * b
    case .divided: a / b
    case .power: pow(a, b)
    }
  }

  private func whole(_ a: Int64, _ b: Int64) -> Int64? {
    let (result, overflows) =
      switch self {
      case .plus: a.addingReportingOverflow(b)
      case .minus: a.subtractingReportingOverflow(b)
      case .times: a.multipliedReportingOverflow(by: b)
      case .divided: a.dividedReportingOverflow(by: b)
      case .power: (0, true)
      }
    return overflows ? nil : result
  }
}

extension PredicateFunction {
  /// The numbers of arguments that the function takes; of one, it may be a list.
  var arity: ClosedRange<Int> {
    switch self {
    case .now: 0...0
    case .sum, .count, .min, .max, .average: 1...1000
    case .abs, .sqrt, .ceiling, .floor, .trunc, .ln, .log, .exp, .uppercase, .lowercase, .length:
      1...1
    }
  }

  fileprivate func value(_ arguments: [Any?]) throws(PredicateFailure) -> Any? {
    let all = arguments.compactMap(unwrapped)
    let list = arguments.count == 1 ? PredicateValue(arguments[0]).elements ?? all : all
    switch self {
    case .now: return Date()
    case .sum: return try Aggregate.sum(list)
    case .count: return list.count
    case .average: return try Aggregate.average(list)
    case .min: return Aggregate.extreme(list, .orderedAscending)
    case .max: return Aggregate.extreme(list, .orderedDescending)
    case .uppercase, .lowercase, .length:
      guard case .text(let text) = PredicateValue(all.first) else { return nil }
      if self == .length { return text.utf16.count }
      return self == .uppercase ? text.uppercased() : text.lowercased()
    case .abs, .sqrt, .ceiling, .floor, .trunc, .ln, .log, .exp:
      guard let number = PredicateValue(all.first).number else { return nil }
      return ofNumber(number)
    }
  }

  private func ofNumber(_ number: Double) -> Double? {
    switch self {
    case .abs: number.magnitude
    case .sqrt: number.squareRoot()
    case .ceiling: number.rounded(.up)
    case .floor: number.rounded(.down)
    case .trunc: number.rounded(.towardZero)
    case .ln: Foundation.log(number)
    case .log: Foundation.log10(number)
    case .exp: Foundation.exp(number)
    case .sum, .count, .min, .max, .average, .now, .uppercase, .lowercase, .length: nil
    }
  }
}
