// Inherited values of a layer: those of its style, and those of its class.
// Licensed under the MIT license; see LICENSE.
//
//     own value ──none──▶ style ──none──▶ style["style"] ──▶ … ──none──▶ defaultValue(forKey:)
//
// `values` always has the effective values, so that reading a layer needs no search; `ownRows` has
// the rows that were set. Setting a style updates the other rows.

import CoreGraphics
import Foundation
import QuartzModel

extension CALayer {
  /// The maximum depth of styles within styles: a dictionary of Foundation can contain itself.
  private static let deepestStyle = 64

  /// Calls `body` for the style and those within it, the shallowest first, until it returns a
  /// value.
  private final func firstInStyle<Value>(_ body: ([AnyHashable: Any]) -> Value?) -> Value? {
    var style = styleValues
    for _ in 0..<CALayer.deepestStyle {
      guard let dictionary = style else { return nil }
      if let value = body(dictionary) { return value }
      style = dictionary["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  /// Returns the style's value for a key.
  final func styleValue(_ key: String) -> Any? {
    firstInStyle { $0[key] }
  }

  /// Returns the style's action for an event.
  final func styleAction(_ event: String) -> (any CAAction)? {
    firstInStyle { ($0["actions"] as? [AnyHashable: Any])?[event] as? any CAAction }
  }

  // MARK: Rows

  /// Sets the style and updates the rows that are not the layer's own.
  final func setStyle(_ style: [AnyHashable: Any]?) {
    if style == nil && styleValues == nil { return }
    let action = prepareAction(DerivedKey.style.rawValue)
    styleValues = style.map { Boxing.boxed($0) }
    for row in PropertyTable.all where type(of: self).layerClass.has(row.id) {
      if ownRows.contains(row.id) { continue }
      let new = inheritedRow(row)
      if row.id == .contents {
        storeStyledContents(new.object)
      } else if differs(row.id, new.value, new.object) {
        store(row.id, new.value, object: new.object)
        if row.id == .transform { setNeedsLayout() }
      } else {
        objects[row.id] = new.object
      }
      if row.id == .compositingFilter { reportUnknownFilter() }
      if row.type == .filters { reportUnknownFilters(row.id) }
    }
    action?.run(forKey: DerivedKey.style.rawValue, object: self, arguments: nil)
  }

  private final func storeStyledContents(_ contents: Any?) {
    if contents == nil && objects[.contents] == nil { return }
    if let image = contents as? CGImage, image === objects[.contents] as? CGImage { return }
    storeContents(contents)
  }

  /// Removes the layer's own value of a row.
  final func resetRow(_ row: Property) {
    let new = inheritedRow(row)
    if row.id == .contents {
      setContents(new.object)
    } else {
      set(row.id, new.value, object: new.object)
    }
    ownRows.remove(row.id)
  }

  /// Returns the value of a row that has no own value.
  private final func inheritedRow(_ row: Property) -> RowValue {
    // As on Apple's platforms, styles do not size layers.
    guard row.id != .bounds, let any = styleValue(row.name) else {
      return RowValue(default: row, of: type(of: self))
    }
    if let value = RowValue(any, row) { return value }
    reportType(of: any, "style.\(row.name)")
    return RowValue(default: row, of: type(of: self))
  }

  // MARK: Keys without rows

  /// Returns the value of a key that has no own value; nil if it can only be the usual default.
  private final func inherited(_ key: DerivedKey) -> Any? {
    guard isSubclass || styleValues != nil else { return nil }
    return styleValue(key.rawValue) ?? type(of: self).defaultValue(forKey: key.rawValue)
  }

  final func inheritedBool(_ key: DerivedKey) -> Bool {
    inherited(key).flatMap { Bridge.bool($0) } ?? false
  }

  final var inheritedFormat: CALayerContentsFormat {
    let name = inherited(.contentsFormat).flatMap { Bridge.string($0) }
    return name.map { CALayerContentsFormat(rawValue: $0).counted } ?? .RGBA8Uint
  }

  final var inheritedAutoresizing: CAAutoresizingMask {
    guard let any = inherited(.autoresizingMask) else { return [] }
    if let mask = any as? CAAutoresizingMask { return mask }
    return CAAutoresizingMask(rawValue: UInt32(truncatingIfNeeded: Bridge.integer(any) ?? 0))
  }

  /// The keys that have a default, as measured, though it is zero.
  static let keysWithZeroDefault: Set<String> = [
    PropertyTable[.contentsHeadroom].name, PropertyTable[.wantsExtendedDynamicRangeContent].name,
    DerivedKey.drawsAsynchronously.rawValue,
  ]

  /// Returns the default of a key for layers of the class, without overrides by subclasses.
  static func tableDefault(_ key: String) -> Any? {
    if let id = PropertyTable.id(named: key, of: layerClass) {
      return PropertyTable[id].bridgedDefault
    }
    switch DerivedKey(rawValue: key) {
    case .contentsFormat: return CALayerContentsFormat.RGBA8Uint.rawValue
    case .drawsAsynchronously, .needsDisplayOnBoundsChange: return NSNumber(value: false)
    case .autoresizingMask: return NSNumber(value: 0)
    case .frame, .sublayers, .superlayer, .mask, .delegate, .actions, .style, .layoutManager,
      .constraints, .visibleRect, nil:
      return nil
    }
  }
}
