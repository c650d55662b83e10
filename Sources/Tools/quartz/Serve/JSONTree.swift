// JSON as a value, for descriptions that are written as literals.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A value of JSON.
indirect enum JSONTree: Encodable, Sendable {
  case text(String)
  case whole(Int)
  case number(Double)
  case truth(Bool)
  case list([JSONTree])
  case object([String: JSONTree])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .whole(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .truth(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }

  /// Returns an object with the keys of another one, too, whose values go before.
  func adding(_ other: [String: JSONTree]) -> JSONTree {
    guard case .object(let own) = self else { return self }
    return .object(own.merging(other) { $1 })
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text(value) }
}

extension JSONTree: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .truth(value) }
}

extension JSONTree: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
}

extension JSONTree: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension JSONTree {
  /// The text of it in UTF-8, with sorted keys.
  var bytes: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Only numbers that are not finite have no text; there are none.
    return (try? encoder.encode(self)) ?? Data("{}".utf8)
  }
}
