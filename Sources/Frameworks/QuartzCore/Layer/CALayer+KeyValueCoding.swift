// Key-value coding: the rows of the table, members of structs, and custom keys.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel

/// Keys of layers that have no row, because they are derived or objects.
package enum DerivedKey: String, CaseIterable {
  case frame, sublayers, superlayer, mask, delegate, actions, style
  case contentsFormat, drawsAsynchronously, needsDisplayOnBoundsChange
  case layoutManager, autoresizingMask, constraints, visibleRect

  /// Whether a key is one of the layers below.
  ///
  /// Animations of these show nothing, because there are no values in between.
  static func isStructure(_ key: String) -> Bool {
    key == DerivedKey.sublayers.rawValue || key == DerivedKey.mask.rawValue
  }
}

extension CALayer {
  private final func row(_ key: String) -> PropertyID? {
    PropertyTable.id(named: key, of: type(of: self).layerClass)
  }

  /// Whether a key is that of one of the layer's own properties.
  package final func hasProperty(forKey key: String) -> Bool {
    row(key) != nil || DerivedKey(rawValue: key) != nil
  }

  // MARK: Getting

  final func keyedValue(_ key: String) -> Any? {
    if let id = row(key) {
      if id == .compositingFilter { return compositingFilter }
      if PropertyTable[id].type == .filters { return filterObjects(id) }
      return objects[id] ?? values.value(id).bridged(PropertyTable[id].type) { _ in nil }
    }
    switch DerivedKey(rawValue: key) {
    case .frame: return frame
    case .sublayers: return sublayers
    case .superlayer: return superlayer
    case .mask: return mask
    case .delegate: return delegate
    case .actions: return actions
    case .style: return style
    case .contentsFormat: return contentsFormat.rawValue
    case .drawsAsynchronously: return NSNumber(value: drawsAsynchronously)
    case .needsDisplayOnBoundsChange: return NSNumber(value: needsDisplayOnBoundsChange)
    case .layoutManager: return layoutManager
    case .autoresizingMask: return NSNumber(value: autoresizingMask.rawValue)
    case .constraints: return constraints
    case .visibleRect: return visibleRect
    case nil: return customValue(key)
    }
  }

  /// Returns the value of a key without a row: the layer's own, its style's or its class's.
  final func customValue(_ key: String) -> Any? {
    customValues[key] ?? styleValue(key)
      ?? (type(of: self).defaultValue(forKey: key) ?? declaredDefault(key)).map(Boxing.boxed)
  }

  /// Sets a key without a row, and runs the action for it.
  final func setCustomValue(_ value: Any?, _ key: String) {
    let action = prepareAction(key)
    customValues[key] = value.map(Boxing.boxed)
    if isSubclass { redisplay(afterChangeOf: key) }
    tellObservers()
    action?.run(forKey: key, object: self, arguments: nil)
  }

  final func pathValue(_ keyPath: String) -> Any? {
    guard let (head, rest) = split(keyPath) else { return value(forKey: keyPath) }
    if let target = FilterTarget(keyPath: keyPath) { return filterValue(target) }
    if let id = row(head) {
      return member(rest, of: PropertyTable[id].type).flatMap { member in
        values.value(id).member(member)?.bridged(member.valueType) { _ in nil }
      }
    }
    let value = value(forKey: head)
    if let layer = value as? CALayer { return layer.value(forKeyPath: rest) }
    if let dictionary = value as? [AnyHashable: Any] { return entry(rest, of: dictionary) }
    guard let structure = value.flatMap({ PropertyValue(structure: $0) }),
      let type = structure.structureType, let member = member(rest, of: type)
    else { return nil }
    return structure.member(member)?.bridged(member.valueType) { _ in nil }
  }

  /// Returns the value that a key path names in a dictionary of dictionaries.
  private final func entry(_ keyPath: String, of dictionary: [AnyHashable: Any]) -> Any? {
    guard let (head, rest) = split(keyPath) else { return dictionary[keyPath] }
    return (dictionary[head] as? [AnyHashable: Any]).flatMap { entry(rest, of: $0) }
  }

  private final func split(_ keyPath: String) -> (head: String, rest: String)? {
    guard let dot = keyPath.firstIndex(of: ".") else { return nil }
    return (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
  }

  private final func member(_ path: String, of type: ValueType) -> ValueMember? {
    ValueMember.members(of: type).first { $0.keyPath == path }
  }

  // MARK: Setting

  final func setKeyedValue(_ value: Any?, _ key: String) {
    if let id = row(key) { return setRow(id, value) }
    switch DerivedKey(rawValue: key) {
    case .frame: assign(value, key) { frame = $0 }
    case .sublayers: assign(value ?? [CALayer](), key) { sublayers = $0 }
    case .mask: setKeyedMask(value)
    case .superlayer: Diagnostics.report("layer \(label): superlayer cannot be set by key")
    case .visibleRect: Diagnostics.report("layer \(label): visibleRect cannot be set by key")
    case .delegate: delegate = value as? any CALayerDelegate
    case .layoutManager: layoutManager = value as? any CALayoutManager
    case .autoresizingMask: setAutoresizingMask(value)
    case .constraints: assign(value ?? [CAConstraint](), key) { constraints = $0 }
    case .actions: assign(value ?? [String: any CAAction](), key) { actions = $0 }
    case .style: assign(value ?? [AnyHashable: Any](), key) { style = value == nil ? nil : $0 }
    case .contentsFormat where value == nil: displayState?.format = nil
    case .contentsFormat:
      assign(Bridge.string(value), key) { contentsFormat = CALayerContentsFormat(rawValue: $0) }
    case .drawsAsynchronously where value == nil: displayState?.drawsAsynchronously = nil
    case .drawsAsynchronously:
      assign(Bridge.bool(value), key) { drawsAsynchronously = $0 }
    case .needsDisplayOnBoundsChange where value == nil: displayState?.redrawsOnBoundsChange = nil
    case .needsDisplayOnBoundsChange:
      assign(Bridge.bool(value), key) { needsDisplayOnBoundsChange = $0 }
    case nil: setCustomValue(value, key)
    }
  }

  private final func setKeyedMask(_ any: Any?) {
    if any == nil || any is NSNull { return mask = nil }
    guard let layer = any as? CALayer else { return reportType(of: any, "mask") }
    mask = layer
  }

  private final func setAutoresizingMask(_ any: Any?) {
    guard let any else { return layout.autoresizing = nil }
    if let mask = any as? CAAutoresizingMask { return autoresizingMask = mask }
    guard let bits = Bridge.integer(any) else {
      return reportType(of: any, "autoresizingMask")
    }
    autoresizingMask = CAAutoresizingMask(rawValue: UInt32(truncatingIfNeeded: bits))
  }

  private final func assign<Value>(_ any: Any?, _ key: String, _ body: (Value) -> Void) {
    guard let value = any as? Value ?? any.map(Bridge.unboxed) as? Value else {
      return reportType(of: any, key)
    }
    body(value)
  }

  private final func setRow(_ id: PropertyID, _ any: Any?) {
    let row = PropertyTable[id]
    guard let any else { return resetRow(row) }
    switch id {
    case .contents: contents = any is NSNull ? nil : any
    case .compositingFilter: compositingFilter = any
    case .filters, .backgroundFilters, .emitterBehaviors:
      if any is NSNull { return setFilters(id, nil) }
      guard let list = any as? [Any] else { return reportType(of: any, row.name) }
      setFilters(id, list)
    default:
      guard let new = RowValue(any, row) else { return reportType(of: any, row.name) }
      set(id, new.value, object: new.object)
    }
  }

  final func setPathValue(_ any: Any?, _ keyPath: String) {
    guard let (head, rest) = split(keyPath) else { return setValue(any, forKey: keyPath) }
    if let target = FilterTarget(keyPath: keyPath) { return setFilterValue(any, target) }
    if let id = row(head) {
      guard let new = replace(rest, of: values.value(id), PropertyTable[id].type, with: any) else {
        return reportType(of: any, keyPath)
      }
      return set(id, new)
    }
    let value = value(forKey: head)
    if let layer = value as? CALayer { return layer.setValue(any, forKeyPath: rest) }
    guard let structure = value.flatMap({ PropertyValue(structure: $0) }),
      let type = structure.structureType,
      let new = replace(rest, of: structure, type, with: any)
    else { return reportType(of: any, keyPath) }
    setValue(new.bridged(type) { _ in nil }, forKey: head)
  }

  /// Returns a value with one member replaced; nil if there is no such member or its type does not
  /// fit.
  private final func replace(
    _ path: String,
    of value: PropertyValue,
    _ type: ValueType,
    with any: Any?
  ) -> PropertyValue? {
    guard let member = member(path, of: type), let any,
      let new = PropertyValue(any, type: member.valueType, images: { _ in nil })
    else { return nil }
    return value.replacing(member, with: new)
  }

  final func reportType(of any: Any?, _ key: String) {
    let found = any.map { "\(type(of: $0))" } ?? "nil"
    Diagnostics.report("layer \(label): \(key) takes no \(found)")
  }

  /// The layer's label in diagnostics: its name, or its class and address.
  final var label: String { name ?? String(describing: self) }
}
