// Objects by other objects, which may be forgotten.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Objects by other objects, where the table may hold either weakly.
///
/// ```swift
/// let loads = NSMapTable<UIView, Load>.weakToStrongObjects()
/// loads.setObject(load, forKey: view)
/// ```
///
/// **Differences**: an entry whose key is gone lets go of its object with a later call. The
/// types may be those of protocols; their values have to be objects, which is not checked.
public final class NSMapTable<KeyType, ObjectType>: NSObject {
  private let options: (key: NSPointerFunctions.Options, object: NSPointerFunctions.Options)
  private var entries: [TableReference: TableReference] = [:]
  private var sweep = TableSweep()

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - keyOptions: How the table holds and compares its keys.
  ///   - valueOptions: How the table holds its objects.
  ///   - initialCapacity: The number of entries that the table has room for at first.
  public init(
    keyOptions: NSPointerFunctions.Options = [],
    valueOptions: NSPointerFunctions.Options = [],
    capacity initialCapacity: Int = 0
  ) {
    options = (keyOptions, valueOptions)
    entries.reserveCapacity(max(0, min(initialCapacity, 1 << 16)))
  }

  /// Creates an empty table that keeps keys and objects.
  public override convenience init() { self.init(keyOptions: [], valueOptions: [], capacity: 0) }

  private func reference(_ key: KeyType) -> TableReference {
    TableReference(key as AnyObject, options.key)
  }

  /// Returns an empty table that keeps keys and objects.
  public static func strongToStrongObjects() -> NSMapTable { NSMapTable() }

  /// Returns an empty table that keeps objects for as long as their keys live.
  public static func weakToStrongObjects() -> NSMapTable { NSMapTable(keyOptions: .weakMemory) }

  /// Returns an empty table that keeps keys, and forgets objects that nobody else keeps.
  public static func strongToWeakObjects() -> NSMapTable { NSMapTable(valueOptions: .weakMemory) }

  /// Returns an empty table that forgets keys and objects that nobody else keeps.
  public static func weakToWeakObjects() -> NSMapTable {
    NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory)
  }

  private var living: [(key: KeyType, object: ObjectType)] {
    entries.compactMap { key, object in
      guard let key = key.object as? KeyType, let object = object.object as? ObjectType else {
        return nil
      }
      return (key, object)
    }
  }

  /// The number of entries whose key and object are there.
  public var count: Int { living.count }

  /// Returns the object of a key; nil if there is none.
  public func object(forKey aKey: KeyType?) -> ObjectType? {
    aKey.flatMap { entries[reference($0)]?.object as? ObjectType }
  }

  /// Sets the object of a key; nil removes it.
  public func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
    guard let aKey else { return }
    guard let anObject else { return removeObject(forKey: aKey) }
    if sweep.isDue(entries.count) {
      entries = entries.filter { $0.key.object != nil && $0.value.object != nil }
      sweep.done(entries.count)
    }
    let object = TableReference(options.object.kept(anObject as AnyObject), options.object)
    if entries[reference(aKey)] != nil {
      entries[reference(aKey)] = object
    } else {
      entries[TableReference(options.key.kept(aKey as AnyObject), options.key)] = object
    }
  }

  /// Removes the object of a key.
  public func removeObject(forKey aKey: KeyType?) {
    if let aKey { entries[reference(aKey)] = nil }
  }

  /// Removes all entries.
  public func removeAllObjects() { entries.removeAll() }

  /// Returns an enumerator of the keys that are there now.
  public func keyEnumerator() -> NSEnumerator {
    NSArray(array: living.map(\.key)).objectEnumerator()
  }

  /// Returns an enumerator of the objects that are there now; nil if there are none.
  public func objectEnumerator() -> NSEnumerator? {
    let objects = living.map(\.object)
    return objects.isEmpty ? nil : NSArray(array: objects).objectEnumerator()
  }

  /// Returns the objects by their keys, where the keys can be hashed.
  public func dictionaryRepresentation() -> [AnyHashable: Any] {
    var result: [AnyHashable: Any] = [:]
    for (key, object) in living {
      if let key = key as? any Hashable { result[AnyHashable(key)] = object }
    }
    return result
  }
}
