// Layers: attributes, elements of properties, the layers below.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzModel

extension DocumentReader {
  /// Reads a layer with all below it.
  ///
  /// `element` is not yet the current one.
  func layer(_ element: MarkupElement) throws(CAPackageError) -> CALayer {
    if let shared = element.attributes["object"] {
      throw malformed(element, "the layer \(shared.shortened) would have two parents")
    }
    return try inside(element) { () throws(CAPackageError) in
      let layer = newLayer(element)
      remember(layer, element)
      readAttributes(of: element, to: layer)
      try readChildren(of: element, to: layer)
      swizzleContents(of: layer)
      return layer
    }
  }

  /// Creates a layer of an element's class.
  private func newLayer(_ element: MarkupElement) -> CALayer {
    // `<mask type="CAShapeLayer">` and the like: the class is the type where there is one, and the
    // property's own where there is none.
    let isProperty = DerivedKey(rawValue: element.name) != nil
    let name = element.attributes["type"] ?? (isProperty ? "CALayer" : element.name)
    if let known = name == PortalMarkup.element ? .portal : LayerClass(publicName: name) {
      let layer = known.makeLayer()
      if let text = layer as? CATextLayer { textLayers.append(text) }
      return layer
    }
    let layer = CALayer()
    if MarkupElement.isName(name) { preserved[layer].className = name }
    warn("\(name.shortened) is drawn as a plain CALayer")
    return layer
  }

  private func remember(_ layer: CALayer, _ element: MarkupElement) {
    guard let id = element.attributes["id"] else { return }
    preserved[layer].id = id
    if layersByID[id] == nil {
      layersByID[id] = layer
    } else {
      warn("the id \(id.shortened) stands twice; the first layer keeps it")
    }
  }

  // MARK: Attributes

  private func readAttributes(of element: MarkupElement, to layer: CALayer) {
    // Whole properties come first, and their members (`transform.rotation.z`) replace parts of
    // them.
    let names = element.attributes.keys.sorted()
    for name in names where !name.contains(".") {
      if let text = element.attributes[name] { readAttribute(name, text, of: layer) }
    }
    for name in names where name.contains(".") {
      if let text = element.attributes[name] { setMember(name, text, of: layer) }
    }
  }

  private func readAttribute(_ name: String, _ text: String, of layer: CALayer) {
    // `type` is the class of a layer that is the value of a property.
    if name == ReservedName.type.rawValue { return }
    if let portal = layer as? CAPortalLayer, name == PortalMarkup.source {
      return portals.append(PortalMarkup(portal: portal, source: text, path: path))
    }
    if let id = PropertyTable.id(named: name, of: type(of: layer).layerClass) {
      set(id, from: ValueText.value(text, PropertyTable[id].type), text, to: layer)
    } else if let key = DerivedKey(rawValue: name) {
      if case .scalar(let type) = key.archived {
        set(key, from: ValueText.value(text, type), text, to: layer)
      } else {
        warnOnce("attribute " + name, "the attribute \(name) is left out")
      }
    } else if let reserved = ReservedName(rawValue: name) {
      if reserved == .continuousCorners, ValueText.bool(text) == true {
        layer.cornerCurve = .continuous
      }
    } else if MarkupElement.isName(name) {
      layer.setValue(text, forKey: name)
      if KnownAttribute.changesNothing(name, text) || type(of: layer).needsDisplay(forKey: name) {
        return
      }
      warnOnce("attribute " + name, "the attribute \(name.shortened) is kept, without effect")
    } else {
      warnOnce("attribute " + name, "the attribute \(name.shortened) is left out")
    }
  }

  private func setMember(_ name: String, _ text: String, of layer: CALayer) {
    guard let target = AnimationTarget(keyPath: name, of: type(of: layer).layerClass),
      let member = target.member
    else {
      return warnOnce("attribute " + name, "the attribute \(name.shortened) is left out")
    }
    let value = ValueText.value(text, target.valueType)
      .flatMap { layer.values.value(target.property).replacing(member, with: $0) }
    set(target.property, from: value, text, to: layer)
  }

  /// Sets a row, or warns of the reason why not.
  private func set(
    _ id: PropertyID,
    from value: PropertyValue?,
    _ text: String,
    to layer: CALayer
  ) {
    let row = PropertyTable[id]
    // Rows may accept more names than those of their values.
    if row.knows(text) { return layer.setValue(text, forKey: row.name) }
    guard let value else { return warnNotUnderstood(row.name, text) }
    if value.isFinite || (row.canBeInfinite && value.number == .infinity) {
      layer.setValue(value.bridged(row.type) { _ in nil }, forKey: row.name)
    } else if row.damage.contains(.geometry) {
      layer.isHidden = true
      notDrawn.insert(ObjectIdentifier(layer))
      warn("\(row.name)=\"\(text.shortened)\" is not finite; the layer is not drawn")
    } else {
      warn("\(row.name)=\"\(text.shortened)\" is not finite; the default is used")
    }
  }

  private func set(
    _ key: DerivedKey,
    from value: PropertyValue?,
    _ text: String,
    to layer: CALayer
  ) {
    guard let value, value.isFinite, case .scalar(let type) = key.archived else {
      return warnNotUnderstood(key.rawValue, text)
    }
    layer.setValue(value.bridged(type) { _ in nil }, forKey: key.rawValue)
  }

  private func warnNotUnderstood(_ name: String, _ text: String) {
    warn("\(name)=\"\(text.shortened)\" is not understood; the default is used")
  }

  // MARK: Children

  private func readChildren(of element: MarkupElement, to layer: CALayer) throws(CAPackageError) {
    for child in element.children where isKnownNamespace(child) {
      if child.name == ReservedName.animations.rawValue {
        try readAnimations(child, of: layer)
      } else if let id = PropertyTable.id(
        named: child.name,
        of: type(of: layer).layerClass
      ) {
        try readProperty(id, child, of: layer)
      } else if let key = DerivedKey(rawValue: child.name) {
        try readDerived(key, child, of: layer)
      } else if ReservedName(rawValue: child.name) == nil || child.name == ReservedName.p.rawValue {
        try readCustom(child, of: layer)
      } else {
        keep(child, of: layer)
      }
    }
    noteStates(of: element)
    if notDrawn.contains(ObjectIdentifier(layer)) {
      layer.isHidden = true
      // An animation could show it again, or move it from an invalid position.
      layer.removeAllAnimations()
    }
  }

  private func readDerived(
    _ key: DerivedKey,
    _ element: MarkupElement,
    of layer: CALayer
  ) throws(CAPackageError) {
    if case .scalar(let type) = key.archived {
      let text = valueElement(of: element).attributes["value"] ?? ""
      return try inside(element) { () throws(CAPackageError) in
        set(key, from: value(of: element, type), text, to: layer)
      }
    }
    switch key {
    case .sublayers: try readSublayers(element, of: layer)
    case .mask: layer.mask = isNull(element) ? nil : try self.layer(element)
    case .actions: layer.actions = try actions(element)
    case .style: layer.style = try style(element)
    case .constraints: layer.constraints = try constraints(element)
    case .layoutManager:
      if element.attributes["type"] == KnownObject.constraintLayoutManager {
        layer.layoutManager = CAConstraintLayoutManager()
      } else {
        keep(element, of: layer)
      }
    default: keep(element, of: layer)
    }
  }

  private func noteStates(of element: MarkupElement) {
    let states = element.child(ReservedName.states.rawValue)
    let transitions = element.child(ReservedName.stateTransitions.rawValue)
    guard states != nil || transitions != nil else { return }
    stateMarkups.append(StateMarkup(path: path, states: states, transitions: transitions))
  }

  /// Keeps an element that is not a property.
  private func keep(_ element: MarkupElement, of layer: CALayer) {
    preserved[layer].elements.append(element)
    switch ReservedName(rawValue: element.name) {
    case .states, .stateTransitions: return
    default: break
    }
    // An empty element has no meaning.
    if element.attributes.isEmpty && element.children.isEmpty { return }
    warn("this element is kept, without effect", at: element)
  }

  private func readSublayers(_ list: MarkupElement, of layer: CALayer) throws(CAPackageError) {
    try inside(list) { () throws(CAPackageError) in
      for child in list.children where isKnownNamespace(child) {
        layer.addSublayer(try self.layer(child))
      }
    }
  }

  private func readProperty(
    _ id: PropertyID,
    _ element: MarkupElement,
    of layer: CALayer
  ) throws(CAPackageError) {
    let row = PropertyTable[id]
    if row.type == .image { return try readContents(element, of: layer) }
    if row.type == .cells {
      let cells = isNull(element) ? nil : try self.cells(element)
      return layer.setValue(cells, forKey: row.name)
    }
    if id == .emitterBehaviors {
      let behaviors = isNull(element) ? nil : try self.behaviors(element)
      return layer.setDocumentFilters(id, behaviors)
    }
    if row.type == .filters {
      let filters = isNull(element) ? nil : try self.filters(element)
      return layer.setDocumentFilters(id, filters)
    }
    // A filter has its name in an attribute of its own.
    let text = valueElement(of: element).attributes["value"] ?? element.attributes["filter"] ?? ""
    if case .name = row.type, !isNull(element), !row.knows(text) { return keep(element, of: layer) }
    try inside(element) { () throws(CAPackageError) in
      if isNull(element) { return layer.setValue(NSNull(), forKey: row.name) }
      set(id, from: value(of: element, row.type), text, to: layer)
    }
  }

  private func readCustom(
    _ element: MarkupElement,
    of layer: CALayer
  ) throws(CAPackageError) {
    let isNamed = element.name == ReservedName.p.rawValue
    let key = isNamed ? element.attributes["key"] : element.name
    guard let key, PropertyTable.id(named: key, of: type(of: layer).layerClass) == nil,
      DerivedKey(rawValue: key) == nil,
      KnownValueType(name: element.attributes["type"] ?? "") != nil,
      let value = try typedValue(element)
    else { return keep(element, of: layer) }
    layer.setValue(value, forKey: key)
  }

  // MARK: Values of elements

  /// Returns whether an element stands for no value.
  func isNull(_ element: MarkupElement) -> Bool {
    let type = element.attributes["type"] ?? element.name
    return type == "null" || type == "NSNull"
  }

  /// Returns the element with the value: `<opacity value="1"/>` or `<opacity><real
  /// value="1"/></opacity>`.
  func valueElement(of element: MarkupElement) -> MarkupElement {
    if element.attributes["value"] == nil, element.children.count == 1 {
      return element.children[0]
    }
    return element
  }

  /// Returns the value of an element; colours may have a separate opacity and a headroom.
  func value(of element: MarkupElement, _ type: ValueType) -> PropertyValue? {
    if let item = type.item, element.attributes["value"] == nil {
      return list(of: element, item)
    }
    let element = valueElement(of: element)
    return element.attributes["value"].flatMap {
      let value = ValueText.value($0, type, opacity: opacity(of: element))
      guard case .color(var color)? = value, let headroom = headroom(of: element) else {
        return value
      }
      color.headroom = headroom
      return .color(color)
    }
  }

  /// The headroom of an element's colour; nil where it names none, or one that there cannot be.
  private func headroom(of element: MarkupElement) -> Float? {
    let number = element.attributes["headroom"].flatMap { ValueText.number($0) }
    guard let number, number >= 1, number <= Double(ContentLight.largestHeadroom) else {
      return nil
    }
    return Float(number)
  }

  /// Returns the values inside of an element; nil if one of them is invalid.
  private func list(of element: MarkupElement, _ item: ValueType) -> PropertyValue? {
    var (numbers, colors): ([Double], [Color]) = ([], [])
    for child in element.children {
      switch value(of: child, item) {
      case .number(let number): numbers.append(number)
      case .color(let color): colors.append(color)
      default: return nil
      }
    }
    return item == .color ? .colors(colors) : .numbers(numbers)
  }

  private func opacity(of element: MarkupElement) -> Double {
    element.attributes["opacity"].map { ValueText.number($0) ?? .nan } ?? 1
  }

  /// Returns the value of an element by its own type: `<real value="1"/>`, `<x type="CGPoint" …/>`,
  /// `<x type="NSArray">` with values inside; nil if it has none.
  func typedValue(_ element: MarkupElement) throws(CAPackageError) -> Any? {
    guard let type = KnownValueType(name: element.attributes["type"] ?? element.name) else {
      return nil
    }
    switch type {
    case .null: return NSNull()
    case .image: return try contents(of: element)?.image
    case .list:
      var list: [Any] = []
      for child in element.children {
        guard let value = try typedValue(child) else { return nil }
        list.append(value)
      }
      return list
    case .dictionary:
      var dictionary: [String: Any] = [:]
      for child in element.children {
        let key = child.name == ReservedName.p.rawValue ? child.attributes["key"] : child.name
        guard let key, let value = try typedValue(child) else { return nil }
        dictionary[key] = value
      }
      return dictionary
    case .styledString: return try styledString(element)
    case .font: return font(element)
    case .color: return value(of: element, .color)?.bridged(.color) { _ in nil }
    default:
      let text = element.attributes["value"]
      return text.flatMap { type.value($0, opacity: opacity(of: element)) }
    }
  }
}

extension ValueType {
  /// The type of the values in a list; nil if it is no list.
  var item: ValueType? {
    switch self {
    case .numbers: .number
    case .colors: .color
    default: nil
    }
  }
}
