// Values by the names of properties.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Objects and values that give predicates and sort descriptors their values by name.
///
/// Stored properties need no conformance: they are found by reflection. A type whose properties
/// are computed, or have wrappers, conforms:
///
/// ```swift
/// extension Person: KeyedValues {
///   func value(forKey key: String) -> Any? {
///     switch key {
///     case "fullName": fullName
///     case "age": age
///     default: nil
///     }
///   }
/// }
/// ```
///
/// **Differences**: it stands for key-value coding, which Swift on Linux lacks. A type that
/// conforms gives all of its keys; nil is nothing, also for a name that the type does not know.
public protocol KeyedValues {
  // `Any` because: it is Apple's type.
  /// Returns the value of a property.
  ///
  /// - Parameter key: The name of the property.
  func value(forKey key: String) -> Any?
}

/// Values by keys and key paths.
enum KeyAccess {
  /// Returns the value at a key path, such as `owner.name` or `lines.@sum.price`.
  ///
  /// - Parameters:
  ///   - path: The keys; after an operator of collections, those of the elements.
  ///   - object: The object or value that has the first key.
  static func value(at path: ArraySlice<String>, of object: Any?) throws(PredicateFailure) -> Any? {
    var (value, path) = (object, path)
    while let key = path.popFirst() {
      if key.hasPrefix("@") { return try collect(key, path, of: value) }
      value = try self.value(of: value, key: key)
    }
    return value
  }

  private static func value(of object: Any?, key: String) throws(PredicateFailure) -> Any? {
    if key == "self" { return object }
    let kind = PredicateValue(object)
    switch kind {
    case .nothing: return nil
    case .list(let elements, _):
      if key == "count" { return elements.count }
      var values: [Any] = []
      for element in elements { values.append(try value(of: element, key: key) ?? NSNull()) }
      return values
    case .text(let text): return try known(ofText(text, key), object, key)
    case .integer, .real: return try known(ofNumber(kind.number ?? 0, key), object, key)
    case .date(let date): return try known(ofDate(date, key), object, key)
    case .other(let object):
      if let keyed = object as? any KeyedValues { return keyed.value(forKey: key) }
      if let dictionary = object as? [AnyHashable: Any] { return dictionary[key] }
      if let url = object as? URL { return try known(ofURL(url, key), object, key) }
      return try stored(object, key)
    }
  }

  /// Returns the value of a stored property, also of a superclass; optionals are unwrapped.
  private static func stored(_ object: Any, _ key: String) throws(PredicateFailure) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let part = mirror {
      for child in part.children
      where child.label == key || child.label == "$__lazy_storage_$_" + key {
        return unwrapped(child.value)
      }
      mirror = part.superclassMirror
    }
    return try known(key == "description" ? String(describing: object) : nil, object, key)
  }

  private static func known(
    _ value: Any?,
    _ object: Any?,
    _ key: String
  ) throws(PredicateFailure) -> Any {
    if let value { return value }
    let type = unwrapped(object).map { "\(Swift.type(of: $0))" } ?? "nil"
    throw PredicateFailure(
      "valueForUndefinedKey: \(type) has no stored property \"\(key)\"; a type with others conforms "
        + "to KeyedValues"
    )
  }

  private static func ofText(_ text: String, _ key: String) -> Any? {
    switch key {
    case "length": text.utf16.count
    case "lowercaseString": text.lowercased()
    case "uppercaseString": text.uppercased()
    case "capitalizedString": text.capitalized
    case "intValue", "integerValue": (text as NSString).integerValue
    case "doubleValue", "floatValue": (text as NSString).doubleValue
    case "boolValue": (text as NSString).boolValue
    case "description": text
    default: nil
    }
  }

  private static func ofNumber(_ number: Double, _ key: String) -> Any? {
    let number = NSNumber(value: number)
    return switch key {
    case "intValue", "integerValue": number.int64Value
    case "doubleValue", "floatValue": number.doubleValue
    case "boolValue": number.boolValue
    case "stringValue", "description": number.stringValue
    default: nil
    }
  }

  private static func ofDate(_ date: Date, _ key: String) -> Any? {
    switch key {
    case "timeIntervalSince1970": date.timeIntervalSince1970
    case "timeIntervalSinceReferenceDate": date.timeIntervalSinceReferenceDate
    case "timeIntervalSinceNow": date.timeIntervalSinceNow
    case "description": date.description
    default: nil
    }
  }

  private static func ofURL(_ url: URL, _ key: String) -> Any? {
    switch key {
    case "absoluteString", "description": url.absoluteString
    case "path": url.path
    case "host": url.host ?? NSNull()
    case "scheme": url.scheme ?? NSNull()
    case "lastPathComponent": url.lastPathComponent
    case "pathExtension": url.pathExtension
    default: nil
    }
  }
}

// MARK: - Operators of collections

extension KeyAccess {
  /// Returns the value of an operator such as `@sum`, over the values at a key path of elements.
  private static func collect(
    _ name: String,
    _ path: ArraySlice<String>,
    of object: Any?
  ) throws(PredicateFailure) -> Any? {
    let value = PredicateValue(object)
    if case .nothing = value { return name == "@count" ? 0 : nil }
    guard let elements = value.elements else {
      throw PredicateFailure("\(name) wants a collection, not \(object ?? "nil")")
    }
    if name == "@count" { return try self.value(at: path, of: elements.count) }
    var values: [Any] = []
    for element in elements {
      if let value = unwrapped(try self.value(at: path, of: element)), !(value is NSNull) {
        values.append(value)
      }
    }
    switch name {
    case "@sum": return try Aggregate.sum(values)
    case "@avg": return try Aggregate.average(values)
    case "@min": return Aggregate.extreme(values, .orderedAscending)
    case "@max": return Aggregate.extreme(values, .orderedDescending)
    case "@unionOfObjects": return values
    case "@distinctUnionOfObjects":
      return values.reduce(into: [Any]()) { kept, value in
        if !PredicateValue.contains(kept, value) { kept.append(value) }
      }
    default: throw PredicateFailure("\(name) is no operator of collections")
    }
  }
}

/// Sums and extremes of lists.
enum Aggregate {
  /// Returns the sum, a whole number if all of them are and it fits; 0 of none.
  static func sum(_ values: [Any]) throws(PredicateFailure) -> Any {
    var (whole, real, isWhole): (Int64, Double, Bool) = (0, 0, true)
    for value in values {
      let value = PredicateValue(value)
      guard let number = value.number else { throw PredicateFailure("a sum wants numbers") }
      real += number
      if case .integer(let number) = value {
        let (sum, isTooLarge) = whole.addingReportingOverflow(number)
        (whole, isWhole) = (sum, isWhole && !isTooLarge)
      } else {
        isWhole = false
      }
    }
    return isWhole ? whole : real
  }

  /// Returns the average; 0 of none.
  static func average(_ values: [Any]) throws(PredicateFailure) -> Any {
    let sum = PredicateValue(try sum(values)).number ?? 0
    return values.isEmpty ? 0 : sum / Double(values.count)
  }

  /// Returns the first of the values in an order; nil of none.
  static func extreme(_ values: [Any], _ order: ComparisonResult) -> Any? {
    values.dropFirst().reduce(values.first) { best, value in
      PredicateValue(value).order(PredicateValue(best)) == order ? value : best
    }
  }
}
