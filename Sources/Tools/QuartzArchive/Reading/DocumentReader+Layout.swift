// Constraints, actions and styles.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel

/// Names of classes of objects that are neither layers nor animations.
enum KnownObject {
  static let constraint = "CAConstraint"
  static let constraintLayoutManager = "CAConstraintLayoutManager"
}

/// Attributes of a constraint.
enum ConstraintAttribute: String {
  case attribute, sourceName, sourceAttribute, scale, offset
}

extension CAConstraintAttribute {
  /// The name in documents: `minX`.
  var name: String { "\(self)" }

  private static let byName: [String: CAConstraintAttribute] = {
    let all = (Int32(0)...).lazy.map { CAConstraintAttribute(rawValue: $0) }.prefix { $0 != nil }
    return Dictionary(uniqueKeysWithValues: all.compactMap(\.self).map { ($0.name, $0) })
  }()

  /// Creates the attribute of a name, or of its number in the public API.
  init?(text: String) {
    if let named = Self.byName[text] {
      self = named
    } else {
      guard let number = Int32(text) else { return nil }
      self.init(rawValue: number)
    }
  }
}

extension DocumentReader {
  func constraints(_ list: MarkupElement) throws(CAPackageError) -> [CAConstraint]? {
    try inside(list) { () throws(CAPackageError) in
      var constraints: [CAConstraint] = []
      for child in list.children where isKnownNamespace(child) {
        if let constraint = constraint(child) {
          constraints.append(constraint)
        } else {
          warn("this constraint is left out", at: child)
        }
      }
      return constraints
    }
  }

  private func constraint(_ element: MarkupElement) -> CAConstraint? {
    func text(_ name: ConstraintAttribute) -> String? { element.attributes[name.rawValue] }
    func number(_ name: ConstraintAttribute, _ value: Double) -> Double? {
      guard let text = text(name) else { return value }
      return ValueText.number(text).flatMap { $0.isFinite ? $0 : nil }
    }
    guard (element.attributes["type"] ?? element.name) == KnownObject.constraint,
      let attribute = text(.attribute).flatMap({ CAConstraintAttribute(text: $0) }),
      let source = text(.sourceAttribute).flatMap({ CAConstraintAttribute(text: $0) }),
      let name = text(.sourceName), let scale = number(.scale, 1), let offset = number(.offset, 0)
    else { return nil }
    return CAConstraint(
      attribute: attribute,
      relativeTo: name,
      attribute: source,
      scale: CGFloat(scale),
      offset: CGFloat(offset)
    )
  }

  /// Reads the actions of a dictionary: `<bounds type="null"/>` is no action, and an animation is
  /// itself one.
  func actions(_ list: MarkupElement) throws(CAPackageError) -> [String: any CAAction] {
    try inside(list) { () throws(CAPackageError) in
      var actions: [String: any CAAction] = [:]
      for child in list.children where isKnownNamespace(child) {
        let key = child.name == ReservedName.p.rawValue ? child.attributes["key"] : child.name
        guard let key else {
          warn("this action is left out", at: child)
          continue
        }
        actions[key] = isNull(child) ? NSNull() : try animation(child, for: key)
      }
      return actions
    }
  }

  /// Reads a style: values by key, with their own types or those of the properties of that name.
  func style(_ list: MarkupElement) throws(CAPackageError) -> [String: Any] {
    try inside(list) { () throws(CAPackageError) in
      var style: [String: Any] = [:]
      for child in list.children where isKnownNamespace(child) {
        let key = child.name == ReservedName.p.rawValue ? child.attributes["key"] : child.name
        if let key, let value = try styleValue(key, child) {
          style[key] = value
        } else {
          warn("this value of a style is left out", at: child)
        }
      }
      return style
    }
  }

  private func styleValue(_ key: String, _ element: MarkupElement) throws(CAPackageError) -> Any? {
    switch DerivedKey(rawValue: key) {
    case .style: return try style(element)
    case .actions: return try actions(element)
    default: break
    }
    if let value = try typedValue(element) { return value }
    guard let id = PropertyTable.id(named: key) else { return nil }
    let type = PropertyTable[id].type
    return value(of: element, type)?.bridged(type) { _ in nil }
  }
}
