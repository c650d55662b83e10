// Numbers in `Any` as objects.
// Licensed under the MIT license; see LICENSE.

import Foundation

// `Any` because: values of keys are of any type.
/// Numbers as NSNumbers, which casts turn into every type of number.
///
/// On Apple's platforms a number that goes through key-value coding or a dictionary becomes one by
/// itself.
package enum Boxing {
  /// Returns an NSNumber for a number or truth value, the same for those in lists and in
  /// dictionaries, and other values unchanged.
  package static func boxed(_ any: Any) -> Any { box(any, depth: 0) ?? any }

  /// Returns a dictionary with all numbers in it as NSNumbers.
  package static func boxed<Key>(_ values: [Key: Any]) -> [Key: Any] {
    values.mapValues { boxed($0) }
  }

  /// A list of Foundation can contain itself.
  private static let deepest = 64

  /// Returns a value in place of one that is or has numbers; nil if there are none.
  private static func box(_ any: Any, depth: Int) -> Any? {
    let type = type(of: any)
    if type is any Numeric.Type || type == Bool.self { return number(any) }
    guard depth < deepest, !(type is AnyObject.Type), type is any Collection.Type else {
      return nil
    }
    if let list = any as? [Any] {
      var result: [Any]?
      for (index, item) in list.enumerated() {
        guard let boxed = box(item, depth: depth + 1) else { continue }
        if result == nil { result = list }
        result?[index] = boxed
      }
      return result
    }
    if let dictionary = any as? [String: Any] { return boxed(dictionary, depth) }
    return (any as? [AnyHashable: Any]).flatMap { boxed($0, depth) }
  }

  private static func boxed<Key>(_ dictionary: [Key: Any], _ depth: Int) -> [Key: Any]? {
    var result: [Key: Any]?
    for (key, item) in dictionary {
      guard let boxed = box(item, depth: depth + 1) else { continue }
      if result == nil { result = dictionary }
      result?[key] = boxed
    }
    return result
  }

  private static func number(_ any: Any) -> Any? {
    // On Linux an NSNumber of eight bits cannot be told from a truth value.
    if let number = any as? Int8 { return NSNumber(value: Int16(number)) }
    return any as? NSNumber
  }
}
