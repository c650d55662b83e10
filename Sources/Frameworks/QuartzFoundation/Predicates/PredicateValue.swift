// Values as predicates and sort descriptors compare them.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Why a predicate cannot be read or evaluated, in words.
struct PredicateFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A value of any type, by what it can be compared with.
///
/// Numbers of all types are one kind, and so are texts, dates and lists. An enumeration counts as
/// its raw value, `NSNull` and an empty optional as nothing.
// `Any` because: properties and arguments have any type, here and in the files beside this one.
enum PredicateValue {
  case nothing
  case integer(Int64)
  case real(Double)
  case text(String)
  case date(Date)
  /// The elements of an array, an ordered set or a set.
  case list([Any], isOrdered: Bool)
  /// A dictionary, or an object or value of another type.
  case other(Any)

  init(_ value: Any?) {
    guard let value = unwrapped(value), !(value is NSNull) else {
      self = .nothing
      return
    }
    self =
      Self.ofNumber(value) ?? Self.ofText(value) ?? Self.ofList(value)
      ?? (value as? Date).map { .date($0) }
      ?? (value as? any RawRepresentable).map { PredicateValue($0.rawValue) } ?? .other(value)
  }

  private static func ofNumber(_ value: Any) -> PredicateValue? {
    if let number = value as? Decimal { return .real(NSDecimalNumber(decimal: number).doubleValue) }
    if let number = value as? any BinaryInteger {
      return Int64(exactly: number).map { .integer($0) } ?? .real(Double(number))
    }
    if let number = value as? any BinaryFloatingPoint { return .real(Double(number)) }
    guard let number = value as? NSNumber else { return nil }
    // The types of C: double and float are no whole numbers, the largest ones have no sign.
    switch String(cString: number.objCType) {
    case "d", "f": return .real(number.doubleValue)
    case "Q": return PredicateValue(number.uint64Value)
    default: return .integer(number.int64Value)
    }
  }

  private static func ofText(_ value: Any) -> PredicateValue? {
    if let text = value as? String { return .text(text) }
    return (value as? any StringProtocol).map { .text(String($0)) }
  }

  private static func ofList(_ value: Any) -> PredicateValue? {
    if let list = value as? [Any] { return .list(list, isOrdered: true) }
    if let list = value as? NSOrderedSet { return .list(list.array, isOrdered: true) }
    if let list = value as? NSSet { return .list(list.allObjects, isOrdered: false) }
    return (value as? Set<AnyHashable>).map { .list($0.map(\.base), isOrdered: false) }
  }

  /// The number; nil if it is none.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .nothing, .text, .date, .list, .other: nil
    }
  }

  /// The elements of a list, or the values of a dictionary; nil of others.
  var elements: [Any]? {
    switch self {
    case .list(let elements, _): elements
    case .other(let value): (value as? [AnyHashable: Any]).map { Array($0.values) }
    case .nothing, .integer, .real, .text, .date: nil
    }
  }
}

/// Returns the value in optionals of any depth; nil if one of them is empty.
func unwrapped(_ value: Any?) -> Any? {
  var value = value
  while let some = value, let optional = some as? any PossibleValue { value = optional.anyValue }
  return value
}

/// An optional of any type.
private protocol PossibleValue {
  var anyValue: Any? { get }
}

extension Optional: PossibleValue {
  fileprivate var anyValue: Any? { map { $0 as Any } }
}

// MARK: - Comparing

extension PredicateValue {
  /// Whether two values are equal: of one kind, and equal as such.
  func equals(_ other: PredicateValue, options: String.CompareOptions = []) -> Bool {
    switch (self, other) {
    case (.nothing, .nothing): true
    case (.integer(let a), .integer(let b)): a == b
    case (.integer, .real), (.real, .integer), (.real, .real): number == other.number
    case (.text(let a), .text(let b)): a.compare(b, options: options) == .orderedSame
    case (.date(let a), .date(let b)): a == b
    case (.list(let a, true), .list(let b, true)):
      a.count == b.count
        && zip(a, b).allSatisfy { PredicateValue($0).equals(PredicateValue($1), options: options) }
    case (.list(let a, _), .list(let b, _)):
      a.count == b.count && a.allSatisfy { PredicateValue.contains(b, $0, options: options) }
    case (.other(let a), .other(let b)): Self.areEqual(a, b)
    default: false
    }
  }

  /// Whether one of the elements equals a value.
  static func contains(_ list: [Any], _ value: Any?, options: String.CompareOptions = []) -> Bool {
    let value = PredicateValue(value)
    return list.contains { PredicateValue($0).equals(value, options: options) }
  }

  private static func areEqual(_ a: Any, _ b: Any) -> Bool {
    if let a = a as? [AnyHashable: Any], let b = b as? [AnyHashable: Any] {
      return a.count == b.count
        && a.allSatisfy { key, value in
          b[key].map { PredicateValue(value).equals(PredicateValue($0)) } ?? false
        }
    }
    if let a = a as? any Equatable { return a.isEqual(to: b) }
    return type(of: a) is any AnyObject.Type && a as AnyObject === b as AnyObject
  }

  /// The order of two values: of numbers, texts, dates, or of one type that is comparable.
  ///
  /// - Returns: nil if there is no order between them.
  func order(_ other: PredicateValue, options: String.CompareOptions = []) -> ComparisonResult? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): PredicateValue.order(a, b)
    case (.text(let a), .text(let b)): a.compare(b, options: options)
    case (.date(let a), .date(let b)): PredicateValue.order(a, b)
    case (.other(let a), .other(let b)): (a as? any Comparable)?.order(before: b)
    default:
      if let a = number, let b = other.number { PredicateValue.order(a, b) } else { nil }
    }
  }

  fileprivate static func order<Value: Comparable>(_ a: Value, _ b: Value) -> ComparisonResult? {
    a < b ? .orderedAscending : a > b ? .orderedDescending : a == b ? .orderedSame : nil
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

extension Comparable {
  fileprivate func order(before other: Any) -> ComparisonResult? {
    (other as? Self).flatMap { PredicateValue.order(self, $0) }
  }
}
