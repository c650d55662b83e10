// Objects that belong to other objects, and pools.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzSharing

/// How an object holds one that belongs to it.
public enum objc_AssociationPolicy: UInt, Sendable {
  /// Weakly.
  ///
  /// **Differences**: on Apple's platforms the reference dangles.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// Strongly.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// By a copy, of what can be copied.
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// Strongly.
  case OBJC_ASSOCIATION_RETAIN = 769
  /// By a copy, of what can be copied.
  case OBJC_ASSOCIATION_COPY = 771
}

/// The values of one object.
private final class Associations {
  weak var owner: AnyObject?
  var values: [UnsafeRawPointer: () -> Any?] = [:]

  init(_ owner: AnyObject) { self.owner = owner }
}

private struct AssociationTable {
  var owners: [ObjectIdentifier: Associations] = [:]
  var sweep = 64
}

private let associations = Guarded(AssociationTable())

/// Gives an object a value under a key; nil removes it.
///
/// **Differences**: values of an object that is gone are let go of with a later call.
public func objc_setAssociatedObject(
  _ object: Any,
  _ key: UnsafeRawPointer,
  _ value: Any?,
  _ policy: objc_AssociationPolicy
) {
  let object = object as AnyObject
  // Values leave the table before they are let go of.
  var dropped: [Any] = []
  associations.withLock { table in
    if table.owners.count >= table.sweep {
      for (id, entry) in table.owners where entry.owner == nil {
        dropped.append(entry)
        table.owners[id] = nil
      }
      table.sweep = max(64, table.owners.count * 2)
    }
    let id = ObjectIdentifier(object)
    if let entry = table.owners[id], entry.owner !== object {
      dropped.append(entry)
      table.owners[id] = nil
    }
    if value == nil, table.owners[id] == nil { return }
    let entry = table.owners[id] ?? Associations(object)
    table.owners[id] = entry
    if let old = entry.values[key] { dropped.append(old) }
    entry.values[key] = value.map { holder(of: Boxing.boxed($0), policy) }
  }
  dropped.removeAll()
}

/// Returns the value that an object has under a key; nil if there is none.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  let object = object as AnyObject
  return associations.withLock { table in
    guard let entry = table.owners[ObjectIdentifier(object)], entry.owner === object else {
      return nil
    }
    return entry.values[key]?()
  }
}

/// Removes all values of an object.
public func objc_removeAssociatedObjects(_ object: Any) {
  let id = ObjectIdentifier(object as AnyObject)
  let dropped = associations.withLock { $0.owners.removeValue(forKey: id) }
  dropped?.values.removeAll()
}

private func holder(of value: Any, _ policy: objc_AssociationPolicy) -> () -> Any? {
  switch policy {
  case .OBJC_ASSOCIATION_ASSIGN:
    weak let object = value as AnyObject
    return { object }
  case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
    let copy = (value as? any NSCopying)?.copy(with: nil) ?? value
    return { copy }
  case .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC: return { value }
  }
}

/// Calls `body`; Linux has no pools that would be emptied after it.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
