// Layers: attributes, elements of properties, sublayers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzModel

extension DocumentReader {
  /// A layer with all below it.
  ///
  /// `element` is not yet the current one.
  func layer(_ element: MarkupElement) throws(CAPackageError) -> CALayer {
    if let shared = element.attributes["object"] {
      throw malformed(element, "the layer \(shared.shortened) would have two parents")
    }
    return try inside(element) { () throws(CAPackageError) in
      checkClass(of: element)
      let layer = CALayer()
      remember(layer, element)
      readAttributes(of: element, to: layer)
      try readChildren(of: element, to: layer)
      return layer
    }
  }

  private func checkClass(of element: MarkupElement) {
    // `<mask type="CAShapeLayer">` and the like: the class is the type where there is one.
    let name = element.attributes["type"] ?? element.name
    if let known = KnownLayerClass(rawValue: name), known.isDrawnCompletely { return }
    warn("\(name.shortened) is drawn as a plain CALayer")
  }

  private func remember(_ layer: CALayer, _ element: MarkupElement) {
    guard let id = element.attributes["id"] else { return }
    if layersByID[id] == nil {
      layersByID[id] = layer
    } else {
      warn("the id \(id.shortened) stands twice; the first layer keeps it")
    }
  }

  // MARK: Attributes

  private func readAttributes(of element: MarkupElement, to layer: CALayer) {
    // Whole properties come first, their members (`transform.rotation.z`) replace parts of them.
    let names = element.attributes.keys.sorted()
    for name in names where !name.contains(".") {
      guard let text = element.attributes[name] else { continue }
      if let id = PropertyTable.id(named: name, of: .layer) {
        set(id, from: ValueText.value(text, PropertyTable[id].type), text, to: layer)
      } else if !KnownAttribute.changesNothing(name, text) {
        warnOnce("attribute " + name, "the attribute \(name.shortened) is left out")
      }
    }
    for name in names where name.contains(".") {
      if let text = element.attributes[name] { setMember(name, text, of: layer) }
    }
  }

  private func setMember(_ name: String, _ text: String, of layer: CALayer) {
    guard let target = AnimationTarget(keyPath: name, of: .layer), let member = target.member else {
      return warnOnce("attribute " + name, "the attribute \(name.shortened) is left out")
    }
    let value = ValueText.value(text, target.valueType)
      .flatMap { layer.values.value(target.property).replacing(member, with: $0) }
    set(target.property, from: value, text, to: layer)
  }

  /// Sets a row, or says why not.
  private func set(
    _ id: PropertyID,
    from value: PropertyValue?,
    _ text: String,
    to layer: CALayer
  ) {
    let row = PropertyTable[id]
    guard let value else {
      return warn("\(row.name)=\"\(text.shortened)\" is not understood; the default is used")
    }
    if value.isFinite {
      layer.setValue(value.bridged(row.type) { _ in nil }, forKey: row.name)
    } else if row.damage.contains(.geometry) {
      layer.isHidden = true
      notDrawn.insert(ObjectIdentifier(layer))
      warn("\(row.name)=\"\(text.shortened)\" is not finite; the layer is not drawn")
    } else {
      warn("\(row.name)=\"\(text.shortened)\" is not finite; the default is used")
    }
  }

  // MARK: Children

  private func readChildren(of element: MarkupElement, to layer: CALayer) throws(CAPackageError) {
    for child in element.children where isKnownNamespace(child) {
      if let kind = LayerChild(rawValue: child.name) {
        switch kind {
        case .sublayers: try readSublayers(child, of: layer)
        case .animations: try readAnimations(child, of: layer)
        case .actions: break
        case .delegate, .modules, .scriptComponents:
          if !child.children.isEmpty { warn("what belongs to a host is left out", at: child) }
        }
      } else if let id = PropertyTable.id(named: child.name, of: .layer) {
        try readProperty(id, child, of: layer)
      } else {
        warn("this element is left out", at: child)
      }
    }
    if notDrawn.contains(ObjectIdentifier(layer)) {
      layer.isHidden = true
      // An animation could show it again, or move it from a place that is none.
      layer.removeAllAnimations()
    }
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
    let type = PropertyTable[id].type
    if type == .image { return try readContents(element, of: layer) }
    try inside(element) { () throws(CAPackageError) in
      if isNull(element) {
        layer.setValue(nil, forKey: PropertyTable[id].name)
      } else {
        set(
          id,
          from: value(of: element, type),
          valueElement(of: element).attributes["value"] ?? "",
          to: layer
        )
      }
    }
  }

  // MARK: Values of elements

  /// Whether an element says that there is no value.
  func isNull(_ element: MarkupElement) -> Bool {
    let type = element.attributes["type"] ?? element.name
    return type == "null" || type == "NSNull"
  }

  /// The element that has the value: `<opacity value="1"/>` or `<opacity><real value="1"/></opacity>`.
  func valueElement(of element: MarkupElement) -> MarkupElement {
    if element.attributes["value"] == nil, element.children.count == 1 {
      return element.children[0]
    }
    return element
  }

  /// The value of an element; colours may have an opacity beside.
  func value(of element: MarkupElement, _ type: ValueType) -> PropertyValue? {
    let element = valueElement(of: element)
    let opacity = element.attributes["opacity"].map { ValueText.number($0) ?? .nan } ?? 1
    return element.attributes["value"].flatMap { ValueText.value($0, type, opacity: opacity) }
  }
}
