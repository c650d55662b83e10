// Objects behind rows of the table, and defaults that subclasses change.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import Synchronization

/// Objects by row, for the few rows that have an object.
///
/// The table holds colours as extended sRGB and images by ID. The object is the one that was set,
/// so that a getter returns exactly that.
struct ObjectValues {
  private var entries: [(id: PropertyID, object: Any)] = []

  subscript(id: PropertyID) -> Any? {
    get {
      for entry in entries where entry.id == id { return entry.object }
      return nil
    }
    set {
      let index = entries.firstIndex { $0.id == id }
      switch (index, newValue) {
      case (let index?, let object?): entries[index].object = object
      case (let index?, nil): entries.remove(at: index)
      case (nil, let object?): entries.append((id, object))
      case (nil, nil): break
      }
    }
  }
}

/// The values that layers of a class start with.
enum DefaultValues {
  private static let bags = Mutex<[ObjectIdentifier: PropertyBag]>([:])

  /// Returns the rows whose defaults differ from the table in a subclass; found once for each
  /// class.
  static func of(_ type: CALayer.Type) -> PropertyBag {
    if type == CALayer.self { return PropertyBag() }
    if let bag = bags.withLock({ $0[ObjectIdentifier(type)] }) { return bag }
    var bag = PropertyBag()
    for row in PropertyTable.all where type.layerClass.has(row.id) && row.type != .image {
      guard let any = type.defaultValue(forKey: row.name),
        let value = RowValue(any, row)?.value,
        value != row.defaultValue
      else { continue }
      bag[row.id] = value
    }
    bags.withLock { $0[ObjectIdentifier(type)] = bag }
    return bag
  }
}
