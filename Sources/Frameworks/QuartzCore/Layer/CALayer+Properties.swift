// Getting and setting rows of the table.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters
import QuartzMath
import QuartzModel

extension CALayer {
  // Every row has a value of its type, so the fallbacks are never taken.
  final func bool(_ id: PropertyID) -> Bool { values.value(id).bool ?? false }
  final func integer(_ id: PropertyID) -> Int64 { values.value(id).integer ?? 0 }
  final func number(_ id: PropertyID) -> Double { values.value(id).number ?? 0 }
  final func point(_ id: PropertyID) -> Point { values.value(id).point ?? .zero }
  final func size(_ id: PropertyID) -> Size { values.value(id).size ?? .zero }
  final func rect(_ id: PropertyID) -> Rect { values.value(id).rect ?? .zero }
  final func matrix(_ id: PropertyID) -> Matrix4x4 { values.value(id).transform ?? .identity }

  final func name(_ id: PropertyID) -> String {
    // A name that no renderer knows.
    if let name = objects[id] as? String { return name }
    guard case .name(let names) = PropertyTable[id].type, let index = values.value(id).name else {
      return ""
    }
    return names[Int(index)]
  }

  final func color(_ id: PropertyID) -> CGColor? {
    objects[id] as? CGColor ?? values.value(id).color.map { CGColor($0) }
  }

  final func path(_ id: PropertyID) -> CGPath? {
    objects[id] as? CGPath ?? values.value(id).path.map { CGPath($0) }
  }

  /// Sets a row, runs its action and marks it for the next commit.
  final func set(_ id: PropertyID, _ value: PropertyValue) {
    if !setAlone(id, value) { set(id, value, object: nil) }
  }

  final func setColor(_ id: PropertyID, _ color: CGColor?) {
    set(id, color.map { PropertyValue($0) } ?? .null, object: color)
  }

  final func setPath(_ id: PropertyID, _ path: CGPath?) {
    let fixed = path is CGMutablePath ? path?.copy() : path
    set(id, fixed.map { .path($0.path) } ?? .null, object: fixed)
  }

  /// The object that was set, or the name of the class's default mode.
  final var compositingFilterObject: Any? {
    if let object = objects[.compositingFilter] { return object }
    let mode = name(.compositingFilter)
    return mode == CompositingMode.normal.name ? nil : mode
  }

  /// Sets the blend mode that an object names, and stores the object.
  final func setCompositingFilter(_ filter: Any?) {
    let new = RowValue(filter ?? NSNull(), PropertyTable[.compositingFilter])
    set(.compositingFilter, new?.value ?? .null, object: new?.object)
    reportUnknownFilter()
  }

  /// Reports a filter that is not a blend mode.
  final func reportUnknownFilter() {
    guard let filter = objects[.compositingFilter],
      CompositingMode(object: filter) == nil
    else { return }
    Diagnostics.report("layer \(label): compositingFilter knows no \(filter)")
  }

  /// Sets a row of names; for a name that is not in the list see `RowValue`.
  final func setName(_ id: PropertyID, _ name: String) {
    guard let new = RowValue(name, PropertyTable[id]) else { return }
    set(id, new.value, object: new.object)
  }

  final func set(_ id: PropertyID, _ value: PropertyValue, object: Any?) {
    let value = id == .bounds ? value.standardized : value
    let changed = LayerLock.with { () -> PropertyValue? in
      ownRows.insert(id)
      if differs(id, value, object) { return values.value(id) }
      // The colour looks the same but may be in another colour space.
      objects[id] = object
      return nil
    }
    guard let old = changed else { return }
    var action = prepareAction(PropertyTable[id].name)
    // A pattern does not mix with a colour, and a value that is not finite cannot be animated.
    if action is CABasicAnimation,
      hasPattern(id, or: object) || !value.isFinite || !old.isFinite
    {
      action = nil
    }
    store(id, value, object: object)
    switch id {
    case .bounds: boundsChanged(from: old.rect ?? .zero)
    case .transform: if !layout.isOfView { setNeedsLayout() }
    default: break
    }
    tellObservers()
    run(action, PropertyTable[id].name)
    if id == .hidden { runAction(value.bool == true ? kCAOnOrderOut : kCAOnOrderIn) }
  }

  /// Runs the action of a property, after all observers were told; those of a frame's parts wait
  /// for the whole frame.
  private final func run(_ action: (any CAAction)?, _ key: String) {
    guard let action else { return }
    if layout.isFrameChanging {
      layout.frameActions.append((key, action))
    } else {
      action.run(forKey: key, object: self, arguments: nil)
    }
  }

  /// Whether another value would change the picture.
  final func differs(_ id: PropertyID, _ value: PropertyValue, _ object: Any?) -> Bool {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    // Cells are read at every assignment.
    if values.value(id) != value || id == .emitterCells { return true }
    // The images of filters are found when they are committed.
    if let filters = object as? [any FilterConvertible] {
      return filters.contains { !$0.filterImages.isEmpty }
    }
    return hasPattern(id, or: object) && object as? CGColor != objects[id] as? CGColor
  }

  /// Whether a row's object, or another one, is a pattern that the layer shows.
  private final func hasPattern(_ id: PropertyID, or object: Any?) -> Bool {
    guard CALayer.patternRows.contains(id) else { return false }
    return pattern(id) != nil || (object as? CGColor)?.pattern != nil
  }

  /// Changes a row's value and marks it for the next commit and drawing.
  final func store(_ id: PropertyID, _ value: PropertyValue, object: Any?) {
    LayerLock.with {
      let old = values.value(id)
      values[id] = value
      objects[id] = object
      link.journal?.valueChanged(self, id, from: old)
      // Patterns are drawn at that scale.
      if id == .contentsScale { patternsChanged() }
      if id == .geometryFlipped { link.journal?.turnedOver(self) }
    }
    if object != nil { reportPattern(id, object) }
    if isSubclass || displayState != nil || styleValues != nil { redisplay(afterChangeOf: id) }
  }

  final func setContents(_ any: Any?) {
    ownRows.insert(.contents)
    var contents = any
    if let any, !CALayer.shows(any), let image = any as? any LayerContentsConvertible {
      contents = image.contents(for: self)
    }
    let isSameImage = (contents as? CGImage).map { $0 === objects[.contents] as? CGImage }
    if isSameImage ?? (contents == nil && objects[.contents] == nil) { return }
    let action = prepareAction(PropertyTable[.contents].name)
    storeContents(contents)
    tellObservers()
    action?.run(forKey: PropertyTable[.contents].name, object: self, arguments: nil)
  }

  /// Changes the layer's contents, without an action, and marks them for the next commit.
  package final func storeContents(_ contents: Any?) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    if let contents, !CALayer.shows(contents), objects[.contents].map(CALayer.shows) ?? true {
      Diagnostics.report(
        "layer \(label): contents is a \(Swift.type(of: contents)), not an image: it shows nothing"
      )
    }
    objects[.contents] = contents
    displayState?.backing = nil
    link.journal?.valueChanged(self, .contents, from: .null)
  }

  /// Whether an object set as contents can be shown.
  private static func shows(_ contents: Any) -> Bool {
    contents is CGImage || contents is CAContentSlot || contents is NSNull
  }
}
