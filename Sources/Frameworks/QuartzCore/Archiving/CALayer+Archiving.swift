// Layers in keyed archives.
// Licensed under the MIT license; see LICENSE.
//
// A layer is one dictionary in its archive, under a key of its own so that subclasses can use any
// others. It has the rows of the property table, the layer's other keys, and custom keys. Missing
// keys have their defaults. A value that does not fit its key makes the whole layer unreadable: a
// partial layer would differ from the archived one.

import CoreGraphics
import Foundation
package import QuartzModel

extension DerivedKey {
  /// The archived form of a key.
  package enum Archived {
    /// Nothing: the key is derived from others, or is an owner of the layer.
    case nothing
    /// A value of that type, never null.
    case scalar(ValueType)
    /// Layers, or other objects.
    case objects
  }

  package var archived: Archived {
    switch self {
    case .sublayers, .mask, .actions, .style, .layoutManager, .constraints: .objects
    case .contentsFormat: .scalar(.string)
    case .drawsAsynchronously, .needsDisplayOnBoundsChange: .scalar(.bool)
    case .autoresizingMask: .scalar(.integer)
    case .frame, .superlayer, .delegate, .visibleRect: .nothing
    }
  }
}

extension CALayer {
  static let archiveKey = "CALayer"
  /// The key of the animations, as pairs of a key or null and an animation; no program can set it.
  private static let animationsKey = "\u{1}animations"

  // MARK: Writing

  /// The rows in an archive, in the table's order.
  package final var archivedRows: [Property] {
    PropertyTable.all.filter {
      type(of: self).layerClass.has($0.id) && hasToArchive($0.name)
    }
  }

  /// The rows whose value differs from that of a plain CALayer, in the table's order, except for
  /// those that the class does not want archived.
  package final var rowsUnlikePlainLayer: [Property] {
    PropertyTable.all.filter { row in
      guard type(of: self).layerClass.has(row.id) else { return false }
      guard ownRows.contains(row.id) else {
        // Styled values are written with the style; the rest is compared with the class's values.
        let isStyled = row.id != .bounds && styleValue(row.name) != nil
        return !isStyled && values.value(row.id) != documentDefaults.value(row.id)
      }
      if differsFromClass(row.name), !shouldArchiveValue(forKey: row.name) { return false }
      return objects[row.id] != nil || styleValues != nil
        || values.value(row.id) != documentDefaults.value(row.id)
    }
  }

  /// The default values of the class under which documents write this layer.
  private final var documentDefaults: PropertyBag {
    switch type(of: self).layerClass {
    case .scroll: DefaultValues.of(CAScrollLayer.self)
    default: PropertyBag()
    }
  }

  /// The keys without a row in an archive: derived ones in the order of their declaration, then
  /// custom ones by name.
  package final var archivedKeys: [String] {
    let keys = DerivedKey.allCases.map(\.rawValue) + customValues.keys.sorted()
    return keys.filter { hasToArchive($0) }
  }

  /// The keys that are archived even where they have the value of a new layer, as measured.
  private static let keysAlwaysArchived: Set<String> = [
    PropertyTable[.allowsEdgeAntialiasing].name, PropertyTable[.allowsGroupOpacity].name,
    PropertyTable[.cornerCurve].name, DerivedKey.contentsFormat.rawValue,
  ]

  /// Whether a key is archived even where it has the value of a new layer.
  final func isAlwaysArchived(_ key: String) -> Bool { Self.keysAlwaysArchived.contains(key) }

  /// Whether the value of a key is written: inherited values are those of the reader too.
  private final func hasToArchive(_ key: String) -> Bool {
    shouldArchiveValue(forKey: key) && (!isAlwaysArchived(key) || differsFromClass(key))
  }

  /// The layer's animations in the order they were added, with their keys.
  package final var keyedAnimations: [(key: String?, animation: CAAnimation)] {
    attachedAnimations.map { ($0.name, $0.animation) }
  }

  final func encodeState(with coder: NSCoder) {
    var values: [String: Any] = [:]
    for row in archivedRows { values[row.name] = keyedValue(row.name) ?? NSNull() }
    for key in archivedKeys { values[key] = keyedValue(key) }
    let animations = keyedAnimations.map { [$0.key ?? NSNull(), $0.animation] as [Any] }
    if !animations.isEmpty { values[Self.animationsKey] = animations }
    let archived = ArchivedValue.of(values, isSecure: coder.requiresSecureCoding) { key in
      let found = values[key].map { "\(type(of: $0))" } ?? ""
      Diagnostics.report("layer \(label): \(key) is a \(found), which archives cannot have")
    }
    coder.encode(archived, forKey: Self.archiveKey)
  }

  /// Whether a key's value differs from that of a new layer of the class.
  package final func differsFromClass(_ key: String) -> Bool {
    if let id = PropertyTable.id(named: key, of: type(of: self).layerClass) {
      guard ownRows.contains(id) else { return false }
      // With a style, a value that was set counts even if it is the default.
      return objects[id] != nil || styleValues != nil
        || values.value(id) != DefaultValues.of(type(of: self)).value(id)
    }
    guard let derived = DerivedKey(rawValue: key) else { return customValues[key] != nil }
    switch derived.archived {
    case .nothing: return false
    case .objects: return keyedValue(key) != nil
    case .scalar(let type):
      func value(_ any: Any?) -> PropertyValue? {
        any.flatMap { PropertyValue($0, type: type, images: { _ in nil }) }
      }
      let layerType = Swift.type(of: self)
      let inherited =
        styleValue(key) ?? layerType.defaultValue(forKey: key) ?? layerType.tableDefault(key)
      return value(keyedValue(key)) != value(inherited)
    }
  }

  // MARK: Reading

  /// Restores the state from an archive.
  ///
  /// - Returns: False if the archive is damaged.
  final func restoreState(from coder: NSCoder) -> Bool {
    let archived = coder.object(of: ArchivedValue.self, forKey: Self.archiveKey)
    guard var values = archived?.value as? [String: Any] else { return false }
    let animations = values.removeValue(forKey: Self.animationsKey)
    // The keys are restored in order, so that the result is deterministic.
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard restore(value, forKey: key) else { return false }
    }
    return animations.map { restoreAnimations($0) } ?? true
  }

  private final func restore(_ any: Any, forKey key: String) -> Bool {
    if let id = PropertyTable.id(named: key, of: type(of: self).layerClass) {
      return restore(any, of: id)
    }
    guard let derived = DerivedKey(rawValue: key) else {
      customValues[key] = any
      return true
    }
    switch derived.archived {
    case .nothing: return false
    case .scalar(let type):
      guard PropertyValue(any, type: type, images: { _ in nil }) != nil else { return false }
      setKeyedValue(any, key)
      return true
    case .objects: return restoreObjects(any, derived)
    }
  }

  private final func restoreObjects(_ any: Any, _ key: DerivedKey) -> Bool {
    switch (key, any) {
    case (.sublayers, let layers as [CALayer]): setChildren(layers)
    case (.mask, let layer as CALayer): setMask(layer)
    case (.constraints, let constraints as [CAConstraint]): layout.constraints = constraints
    case (.layoutManager, let manager as any CALayoutManager): layout.manager = manager
    case (.style, let style as [String: Any]): setStyle(style)
    case (.actions, let actions as [String: Any]):
      let codable = actions.compactMapValues { $0 as? any CAAction }
      storedActions = codable
      return codable.count == actions.count
    default: return false
    }
    return true
  }

  private final func restore(_ any: Any, of id: PropertyID) -> Bool {
    // Names of a later version are treated as the default, as for the setter.
    guard let new = RowValue(any, PropertyTable[id]) else { return false }
    ownRows.insert(id)
    if id != .contents { values[id] = new.value }
    objects[id] = new.object
    return true
  }

  private final func restoreAnimations(_ any: Any) -> Bool {
    guard let animations = any as? [[Any]] else { return false }
    for pair in animations {
      guard pair.count == 2, let animation = pair[1] as? CAAnimation else { return false }
      attachAnimation(animation, pair[0] as? String)
    }
    return true
  }
}

extension Property {
  /// Returns whether the row, one of names, has a value of that name.
  package func knows(_ name: String) -> Bool {
    guard case .name(let names) = type else { return false }
    return names.contains(name)
      || (id == .compositingFilter && CompositingMode(filter: name) != nil)
  }
}
