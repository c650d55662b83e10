// Predicates as formats.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension PredicateTree: CustomStringConvertible {
  var description: String {
    switch self {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .all(let parts): parts.map(\.asPart).joined(separator: " AND ")
    case .any(let parts): parts.map(\.asPart).joined(separator: " OR ")
    case .not(let part): "NOT " + part.asPart
    case .comparison(let comparison): comparison.description
    }
  }

  /// The text with parentheses around more than one comparison.
  private var asPart: String {
    switch self {
    case .all, .any: "(\(self))"
    case .constant, .not, .comparison: description
    }
  }
}

extension PredicateComparison: CustomStringConvertible {
  var description: String {
    let sign = sign.rawValue + (letters.isEmpty ? "" : "[\(letters)]")
    let scope = scope == .direct ? "" : scope.rawValue + " "
    return "\(scope)\(left) \(sign) \(right)"
  }
}

extension PredicateExpression: CustomStringConvertible {
  var description: String {
    switch self {
    case .constant(let value): Self.text(of: value)
    case .itself: "SELF"
    case .variable(let name): "$" + name
    case .keyPath(.itself, let path): Self.text(of: path)
    case .keyPath(let base, let path): "\(base.asPart).\(path.joined(separator: "."))"
    case .element(let base, let index): "\(base.asPart)[\(index)]"
    case .list(let members): "{\(members.map(\.description).joined(separator: ", "))}"
    case .arithmetic(let left, let sign, let right):
      "\(left.asPart) \(sign.rawValue) \(right.asPart)"
    case .negative(let part): "-" + part.asPart
    case .call(let function, let arguments):
      "\(function.rawValue)(\(arguments.map(\.description).joined(separator: ", ")))"
    case .subquery(let list, let variable, let tree): "SUBQUERY(\(list), $\(variable), \(tree))"
    }
  }

  /// The text with parentheses around arithmetic.
  private var asPart: String {
    switch self {
    case .arithmetic, .negative: "(\(self))"
    case .constant, .itself, .variable, .keyPath, .element, .list, .call, .subquery: description
    }
  }

  /// Keys that are words of the language begin with a `#`.
  private static func text(of path: [String]) -> String {
    let first = path.first.map { PredicateParser.isReserved($0) ? "#" + $0 : $0 } ?? ""
    return ([first] + path.dropFirst()).joined(separator: ".")
  }

  private static func text(of value: Any?) -> String {
    switch PredicateValue(value) {
    case .nothing: "nil"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): quoted(text)
    case .date(let date): "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
    case .list(let elements, _):
      "{\(elements.map { PredicateExpression.constant($0).description }.joined(separator: ", "))}"
    case .other(let value): "\(value)"
    }
  }

  private static func quoted(_ text: String) -> String {
    let text = text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
      .replacingOccurrences(of: "\n", with: "\\n")
    return "\"\(text)\""
  }
}

extension PredicateIndex: CustomStringConvertible {
  var description: String {
    switch self {
    case .first: "FIRST"
    case .last: "LAST"
    case .size: "SIZE"
    case .at(let expression): expression.description
    }
  }
}
