// JSON as it is written: values as literals of Swift, and their text.
// Licensed under the MIT license; see LICENSE.

package import Foundation

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if let whole = Int64(exactly: value) {
        try container.encode(whole)
      } else {
        try container.encode(value)
      }
    case .text(let value): try container.encode(value)
    case .numbers(let values): try container.encode(values.map { JSONValue.number($0) })
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }

  /// Returns an object with the keys of another one, too, whose values go before.
  package func adding(_ other: [String: JSONValue]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    return .object(own.merging(other) { $1 })
  }

  /// The text in UTF-8, with sorted keys.
  package var bytes: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Only numbers that are not finite have no text; there are none.
    return (try? encoder.encode(self)) ?? Data("{}".utf8)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self = .text(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
