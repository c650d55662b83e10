// The writer that makes a document's elements of layers.
// Licensed under the MIT license; see LICENSE.
//
// The rows of the property table define what is written and how. Only values that differ from a
// plain CALayer's are written, and a few that always are. Scalars are attributes; larger values and
// null are elements. A layer of a program's own class is written as a CALayer with its values.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzText

/// A writer of one document.
struct DocumentWriter {
  /// The markup that was read with the layers but is not part of them.
  let preserved: PreservedMarkups
  var assets: AssetList
  /// The layers that portals can show, by name.
  private var names: LayerNames?
  /// The warnings about content that could not be written, in one line each.
  private(set) var warnings: [String] = []

  init(preserved: PreservedMarkups, images: [CGImage: PreservedImage]) {
    self.preserved = preserved
    assets = AssetList(images)
  }

  /// Returns the document of a root layer.
  mutating func document(_ root: CALayer) throws(CAPackageError) -> MarkupElement {
    names = LayerNames(of: root)
    return MarkupElement("caml", children: [try layer(root)])
  }

  /// Returns the element of a layer with all below it.
  ///
  /// - Parameter property: The property that the layer is the value of; nil in a list of layers.
  mutating func layer(
    _ layer: CALayer,
    as property: DerivedKey? = nil,
    depth: Int = 0
  ) throws(CAPackageError) -> MarkupElement {
    // Each level is two elements; the error of the document names the limit.
    guard depth <= MarkupLimits().depth else {
      throw CAPackageError(
        .limit(line: 1, what: "elements inside one another", limit: MarkupLimits().depth),
        file: "main.caml"
      )
    }
    let preserved = preserved[layer]
    let portal = layer as? CAPortalLayer
    let ownName = portal == nil ? type(of: layer).layerClass.publicName : PortalMarkup.element
    let className = preserved.className ?? ownName
    var element = MarkupElement(property?.rawValue ?? className)
    if property != nil { element.attributes[ReservedName.type.rawValue] = className }
    if let portal { writeSource(of: portal, to: &element) }
    element.attributes[ReservedName.id.rawValue] = preserved.id
    for row in rows(of: layer) { try write(row, of: layer, to: &element) }
    for key in layer.archivedKeys {
      if let derived = DerivedKey(rawValue: key) {
        try write(derived, of: layer, to: &element, depth: depth)
      } else {
        writeCustom(key, layer.value(forKey: key), to: &element)
      }
    }
    writeAnimations(of: layer, to: &element)
    // Contents that could not be read are kept as long as the layer has no others.
    let contents = PropertyTable[.contents].name
    element.children += preserved.elements.filter { $0.name != contents || layer.contents == nil }
    return element
  }

  /// Rows that Apple's writer always writes, because readers differ in their defaults.
  private static let alwaysWritten: Set<PropertyID> = [
    .bounds, .position, .allowsGroupOpacity, .allowsEdgeAntialiasing,
  ]

  /// Returns the rows to write, in the table's order.
  private func rows(of layer: CALayer) -> [Property] {
    let needed = layer.rowsUnlikePlainLayer
    // A layer with a style writes only its own values.
    guard layer.style == nil else { return needed }
    let ids = Set(needed.map(\.id))
    return PropertyTable.all.filter { row in
      ids.contains(row.id)
        || (Self.alwaysWritten.contains(row.id) && !layer.differsFromClass(row.name))
    }
  }

  mutating func warn(_ message: String) { warnings.append(message) }

  mutating func warn(_ layer: CALayer, _ message: String) {
    warnings.append("layer \(layer.name.map { $0.shortened } ?? "without a name"): \(message)")
  }

  // MARK: Rows

  private mutating func write(
    _ row: Property,
    of layer: CALayer,
    to element: inout MarkupElement
  ) throws(CAPackageError) {
    if row.type == .image { return try writeContents(layer, to: &element) }
    if row.type == .cells {
      let cells = (layer as? CAEmitterLayer)?.emitterCells
      if let cells { element.children.append(self.cells(cells)) }
      return
    }
    if row.id == .emitterBehaviors {
      let behaviors = (layer as? CAEmitterLayer)?.emitterBehaviors
      if let behaviors { element.children.append(self.behaviors(behaviors, named: row.name)) }
      return
    }
    if row.type == .filters {
      if let filters = layer.value(forKey: row.name) as? [Any] {
        element.children.append(self.filters(filters, named: row.name))
      }
      return
    }
    if row.id == .compositingFilter, let filter = layer.compositingFilter as? any FilterConvertible
    {
      element.children.append(self.filter(filter, key: row.name))
      return
    }
    if row.id == .contentsMultiplyColor, isTint(layer) { return }
    let value = layer.values.value(row.id)
    if row.id == .contentsTransform, let text = value.transform.flatMap({ ValueText.affine($0) }) {
      element.attributes[row.name] = text
    } else if value == .null {
      element.children.append(MarkupElement(row.name, [ReservedName.type.rawValue: "null"]))
    } else if let color = value.color, color.alpha != 1 || color.headroom != 0 {
      element.children.append(MarkupElement(row.name, ValueText.colorAttributes(color)))
    } else if row.type.item != nil {
      let items = value.bridged(row.type) { _ in nil } as? [Any] ?? []
      element.children.append(MarkupElement(row.name, children: items.compactMap { typed($0) }))
    } else if ReservedName(rawValue: row.name) != nil, let text = ValueText.text(value, row.type) {
      element.children.append(MarkupElement(row.name, ["value": text]))
    } else if case .name = row.type, let name = layer.value(forKey: row.name) {
      // The layer's own name, since some rows accept more names than those of their values.
      element.attributes[row.name] = name as? String
      if !(name is String) { warn(layer, "\(row.name) is a \(type(of: name)), left out") }
    } else if let text = ValueText.text(value, row.type) {
      element.attributes[row.name] = text
    } else {
      warn(layer, "\(row.name) is a pattern, left out")
    }
  }

  // MARK: Parts without a row

  private mutating func writeSource(of portal: CAPortalLayer, to element: inout MarkupElement) {
    guard let source = portal.sourceLayer else { return }
    guard let name = source.name, names?.first[name] === source else {
      return warn(portal, "its source has no name that is its alone, and is left out")
    }
    element.attributes[PortalMarkup.source] = name
  }

  private mutating func write(
    _ key: DerivedKey,
    of layer: CALayer,
    to element: inout MarkupElement,
    depth: Int
  ) throws(CAPackageError) {
    if case .scalar(let type) = key.archived {
      let value = layer.value(forKey: key.rawValue)
        .flatMap { PropertyValue($0, type: type, images: { _ in nil }) }
      element.attributes[key.rawValue] = value.flatMap { ValueText.text($0, type) }
      return
    }
    switch key {
    case .sublayers:
      var list = MarkupElement(key.rawValue)
      for child in layer.sublayers ?? [] {
        list.children.append(try self.layer(child, depth: depth + 2))
      }
      element.children.append(list)
    case .mask:
      guard let mask = layer.mask else { return }
      element.children.append(try self.layer(mask, as: key, depth: depth + 1))
    case .actions: element.children.append(actions(layer.actions ?? [:], key, of: layer))
    case .style: element.children.append(style(layer.style ?? [:], of: layer))
    case .constraints:
      let children = (layer.constraints ?? []).map { constraint($0) }
      element.children.append(MarkupElement(key.rawValue, children: children))
    case .layoutManager:
      guard layer.layoutManager is CAConstraintLayoutManager else {
        return warn(layer, "its layout manager is left out")
      }
      let type = [ReservedName.type.rawValue: KnownObject.constraintLayoutManager]
      element.children.append(MarkupElement(key.rawValue, type))
    default: warn(layer, "\(key.rawValue) is left out")
    }
  }

  private func constraint(_ constraint: CAConstraint) -> MarkupElement {
    let attributes: [ConstraintAttribute: String] = [
      .attribute: constraint.attribute.name,
      .sourceName: constraint.sourceName,
      .sourceAttribute: constraint.sourceAttribute.name,
      .scale: ValueText.text(Double(constraint.scale)),
      .offset: ValueText.text(Double(constraint.offset)),
    ]
    return MarkupElement(
      KnownObject.constraint,
      Dictionary(uniqueKeysWithValues: attributes.map { ($0.key.rawValue, $0.value) })
    )
  }

  private mutating func actions(
    _ actions: [String: Any],
    _ key: DerivedKey,
    of layer: CALayer
  ) -> MarkupElement {
    var list = MarkupElement(key.rawValue)
    for (name, action) in actions.sorted(by: { $0.key < $1.key }) {
      switch action {
      case is NSNull: list.children.append(named(name, ["type": "null"]))
      case let animation as CAAnimation:
        if let element = self.animation(animation, key: name, of: layer) {
          list.children.append(element)
        }
      default: warn(layer, "the action \(name.shortened) is a \(type(of: action)), left out")
      }
    }
    return list
  }

  private mutating func style(_ style: [AnyHashable: Any], of layer: CALayer) -> MarkupElement {
    var list = MarkupElement(DerivedKey.style.rawValue)
    let named = style.compactMap { key, value in (key as? String).map { (key: $0, value: value) } }
    for (key, value) in named.sorted(by: { $0.key < $1.key }) {
      if DerivedKey(rawValue: key) == .style, let inner = value as? [AnyHashable: Any] {
        list.children.append(self.style(inner, of: layer))
      } else if DerivedKey(rawValue: key) == .actions, let inner = value as? [String: Any] {
        list.children.append(actions(inner, .actions, of: layer))
      } else if let child = typed(value, key: key) {
        list.children.append(child)
      } else {
        warn(layer, "\(key.shortened) of its style is left out")
      }
    }
    return list
  }

  private mutating func writeCustom(
    _ key: String,
    _ value: Any?,
    to element: inout MarkupElement
  ) {
    if let name = CATextLayer.fontName(of: value) { return writeCustom(key, name, to: &element) }
    let isFree = MarkupElement.isName(key) && ReservedName(rawValue: key) == nil
    if isFree, let text = value as? String {
      element.attributes[key] = text
    } else if let value, let child = typed(value, key: key) {
      element.children.append(child)
    } else {
      warnings.append(
        "the key \(key.shortened) is left out: \(value.map { "\(type(of: $0))" } ?? "nil")"
      )
    }
  }

  // MARK: Values

  /// Returns an element with that name, or with the name as its key.
  func named(_ key: String, _ attributes: [String: String]) -> MarkupElement {
    if MarkupElement.isName(key), ReservedName(rawValue: key) == nil {
      return MarkupElement(key, attributes)
    }
    var attributes = attributes
    attributes[ReservedName.key.rawValue] = key
    return MarkupElement(ReservedName.p.rawValue, attributes)
  }

  /// Returns an element with a value and its type; nil if documents do not support such values.
  ///
  /// - Parameter key: The name of the element, which then has its type in an attribute; nil for an
  ///   element named after the type.
  mutating func typed(_ value: Any, key: String? = nil) -> MarkupElement? {
    guard let archived = ArchivedValue.of(value, isSecure: true),
      let type = KnownValueType(archived)
    else { return nil }
    var element =
      key.map { named($0, [ReservedName.type.rawValue: type.rawValue]) }
      ?? MarkupElement(type.rawValue)
    switch archived.value {
    case let list as [Any] where type == .list:
      for item in list {
        guard let child = typed(item) else { return nil }
        element.children.append(child)
      }
    case let dictionary as [String: Any] where type == .dictionary:
      for (key, item) in dictionary.sorted(by: { $0.key < $1.key }) {
        guard let child = typed(item, key: key) else { return nil }
        element.children.append(child)
      }
    case let image as CGImage:
      guard let reference = try? assets.reference(to: image) else { return nil }
      element.attributes.merge(reference.attributes) { $1 }
    case let color as CGColor:
      element.attributes.merge(ValueText.colorAttributes(Color(color))) { $1 }
    case is NSNull: break
    case let string as NSAttributedString where type == .styledString:
      writeRuns(of: string, to: &element)
    case let font as CTFont: writeFont(font, to: &element)
    default: element.attributes["value"] = type.text(archived.value)
    }
    return element
  }
}
