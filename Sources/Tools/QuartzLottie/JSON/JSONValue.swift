// Values of JSON, and their places in a document.
// Licensed under the MIT license; see LICENSE.

/// A value of JSON.
///
/// Lists that have nothing but numbers, of which animations mostly consist, are kept as such.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case numbers([Double])
  case list([JSONValue])
  case object([String: JSONValue])

  /// The kind, for messages, with its article.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .text: "a text"
    case .numbers, .list: "a list"
    case .object: "an object"
    }
  }
}

/// The way from the root of a document to a value, such as `layers[3].ks.o`.
indirect enum JSONPath: Sendable, CustomStringConvertible {
  case root
  case member(JSONPath, String)
  case index(JSONPath, Int)

  var description: String {
    var (parts, path): ([String], JSONPath) = ([], self)
    while true {
      switch path {
      case .root: return parts.reversed().joined()
      case .member(let parent, let name):
        if case .root = parent { parts.append(name) } else { parts.append("." + name) }
        path = parent
      case .index(let parent, let index):
        parts.append("[\(index)]")
        path = parent
      }
    }
  }
}

/// A value with its path.
struct JSONPlace: Sendable {
  let value: JSONValue
  let path: JSONPath

  /// The member of an object; nil if it is absent or null, or if this is no object.
  subscript(name: String) -> JSONPlace? {
    guard case .object(let members) = value, let member = members[name] else { return nil }
    if case .null = member { return nil }
    return JSONPlace(value: member, path: .member(path, name))
  }

  /// The names of all members of an object, sorted.
  var names: [String] {
    guard case .object(let members) = value else { return [] }
    return members.keys.sorted()
  }

  var isObject: Bool {
    if case .object = value { return true }
    return false
  }

  /// The elements of a list; nil if this is none.
  var elements: [JSONPlace]? {
    switch value {
    case .numbers(let numbers):
      return numbers.enumerated().map { JSONPlace(value: .number($1), path: .index(path, $0)) }
    case .list(let list):
      return list.enumerated().map { JSONPlace(value: $1, path: .index(path, $0)) }
    default: return nil
    }
  }

  /// A number, or the first one of a list.
  var number: Double? {
    switch value {
    case .number(let number): number
    case .numbers(let numbers): numbers.first
    case .bool(let bool): bool ? 1 : 0
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .list(let list):
      if case .number(let number)? = list.first { number } else { nil }
    default: nil
    }
  }

  /// All numbers of a list, or a number alone; nil if there is another value among them.
  var numbers: [Double]? {
    switch value {
    case .number(let number): [number]
    case .numbers(let numbers): numbers
    case .list(let list): list.isEmpty ? [] : nil
    default: nil
    }
  }

  /// A text, or a number as text.
  var text: String? {
    switch value {
    case .text(let text): text
    case .number(let number): number.shortText
    default: nil
    }
  }

  /// A truth value: numbers but 0 are true.
  var bool: Bool? {
    switch value {
    case .bool(let bool): bool
    case .number(let number): number != 0
    default: nil
    }
  }
}

extension Double {
  /// The number without a fraction of zero.
  var shortText: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)"
  }

  /// The whole number toward zero, held to a range; 0 for what is no number.
  func whole(in range: ClosedRange<Int>) -> Int {
    guard self == self else { return max(range.lowerBound, min(0, range.upperBound)) }
    if self <= Double(range.lowerBound) { return range.lowerBound }
    if self >= Double(range.upperBound) { return range.upperBound }
    return Int(self)
  }
}
