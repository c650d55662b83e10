// Sets of objects that may be forgotten.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A set of objects, which the set may hold weakly.
///
/// ```swift
/// let delegates = NSHashTable<AnyObject>.weakObjects()
/// delegates.add(screen)
/// for delegate in delegates.allObjects { … }
/// ```
///
/// **Differences**: `count` leaves out objects that are gone. The type may be that of a protocol;
/// its values have to be objects, which is not checked.
public final class NSHashTable<ObjectType>: NSObject {
  private let options: NSPointerFunctions.Options
  private var references: Set<TableReference> = []
  private var sweep = TableSweep()

  /// Creates an empty set.
  ///
  /// - Parameters:
  ///   - options: How the set holds and compares its objects.
  ///   - initialCapacity: The number of objects that the set has room for at first.
  public init(options: NSPointerFunctions.Options, capacity initialCapacity: Int) {
    self.options = options
    references.reserveCapacity(max(0, min(initialCapacity, 1 << 16)))
  }

  /// Creates an empty set.
  ///
  /// - Parameter options: How the set holds and compares its objects.
  public convenience init(options: NSPointerFunctions.Options) {
    self.init(options: options, capacity: 0)
  }

  /// Creates an empty set that keeps its objects.
  public override convenience init() { self.init(options: [], capacity: 0) }

  private func reference(_ object: ObjectType) -> TableReference {
    TableReference(object as AnyObject, options)
  }

  /// Returns an empty set that forgets objects that nobody else keeps.
  public static func weakObjects() -> NSHashTable { NSHashTable(options: .weakMemory) }

  /// The objects, in no order.
  public var allObjects: [ObjectType] { references.compactMap { $0.object as? ObjectType } }
  /// The number of objects.
  public var count: Int { references.count(where: { $0.object != nil }) }
  /// One of the objects; nil if there is none.
  public var anyObject: ObjectType? {
    references.lazy.compactMap { $0.object as? ObjectType }.first
  }
  /// The objects as a set of its own.
  public var setRepresentation: Set<AnyHashable> {
    Set(allObjects.compactMap { ($0 as? any Hashable).map { AnyHashable($0) } })
  }

  /// Adds an object, unless an equal one is there; nil is none.
  public func add(_ object: ObjectType?) {
    guard let object else { return }
    if sweep.isDue(references.count) {
      references = references.filter { $0.object != nil }
      sweep.done(references.count)
    }
    let reference = TableReference(options.kept(object as AnyObject), options)
    if !references.contains(reference) { references.insert(reference) }
  }

  /// Removes an object; nil is none.
  public func remove(_ object: ObjectType?) {
    guard let object else { return }
    references.remove(reference(object))
  }

  /// Removes all objects.
  public func removeAllObjects() { references.removeAll() }

  /// Whether an object is in the set.
  public func contains(_ anObject: ObjectType?) -> Bool { member(anObject) != nil }

  /// Returns the object of the set that equals an object; nil if there is none.
  public func member(_ object: ObjectType?) -> ObjectType? {
    guard let object, let place = references.firstIndex(of: reference(object)) else {
      return nil
    }
    return references[place].object as? ObjectType
  }

  /// Returns an enumerator of the objects that are there now.
  public func objectEnumerator() -> NSEnumerator { NSArray(array: allObjects).objectEnumerator() }

  /// Adds the objects of another set.
  public func union(_ other: NSHashTable) { for object in other.allObjects { add(object) } }

  /// Removes the objects of another set.
  public func minus(_ other: NSHashTable) { for object in other.allObjects { remove(object) } }

  /// Removes all objects that another set lacks.
  public func intersect(_ other: NSHashTable) {
    for object in allObjects where !other.contains(object) { remove(object) }
  }
}
