// Layers as text.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters
import QuartzModel

extension CALayer {
  /// The class and the address.
  final var shortText: String { ObjectText.short(self) }

  /// The most levels that lines are moved in for; further down the level is said.
  private static let deepestIndent = 64

  /// The layer and all below it, its mask first, one line each, two spaces further in for each
  /// level.
  final var treeText: String {
    var lines: [String] = []
    var stack: [(prefix: String, layer: CALayer, depth: Int)] = [("", self, 0)]
    while let (prefix, layer, depth) = stack.popLast() {
      let indent = String(repeating: "  ", count: min(depth, CALayer.deepestIndent))
      let level = depth > CALayer.deepestIndent ? "level \(depth): " : ""
      lines.append(indent + level + prefix + layer.valuesText)
      for child in (layer.sublayers ?? []).reversed() { stack.append(("", child, depth + 1)) }
      if let mask = layer.mask { stack.append(("mask: ", mask, depth + 1)) }
    }
    return lines.joined(separator: "\n")
  }

  /// The class, the properties that are not the default, and the names of the animations.
  private final var valuesText: String {
    var parts = ["\(type(of: self))"] + rowTexts()
    let keys = attachedAnimations.compactMap(\.name)
    if !keys.isEmpty { parts.append("animations = \(keys)") }
    return "<" + parts.joined(separator: "; ") + ">"
  }

  /// Returns the properties that are not the default, in the table's order.
  private final func rowTexts(without left: [PropertyID] = []) -> [String] {
    var parts: [String] = []
    for row in PropertyTable.all
    where type(of: self).layerClass.has(row.id) && !left.contains(row.id) {
      if row.id == .contents {
        if let contents { parts.append("contents = \(CALayer.text(ofContents: contents))") }
      } else if let value = values[row.id], value != row.defaultValue {
        let any = value.bridged(row.type) { _ in nil }
        parts.append("\(row.name) = \(any.map { CALayer.text(of: $0) } ?? "nil")")
      }
    }
    return parts
  }

  /// Returns the text of the value of a row that has one.
  final func text(ofValue row: PropertyID) -> String {
    keyedValue(PropertyTable[row].name).map { CALayer.text(of: $0) } ?? "nil"
  }

  private static func text(ofContents contents: Any) -> String {
    switch contents {
    case let image as CGImage: return "image of \(image.width) x \(image.height)"
    case let slot as CAContentSlot:
      return "slot of \(Int(slot.size.width)) x \(Int(slot.size.height))"
    default: return "\(type(of: contents))"
    }
  }

  /// Returns a value's text; structs as plain numbers, filters by their names.
  private static func text(of value: Any) -> String {
    switch value {
    case let point as CGPoint: "(\(rounded(point.x)) \(rounded(point.y)))"
    case let size as CGSize: "(\(rounded(size.width)) \(rounded(size.height)))"
    case let rect as CGRect: "(" + text(ofCorner: rect) + ")"
    case let color as CGColor: text(of: color)
    case let colors as [CGColor]: "[\(colors.map { text(of: $0) }.joined(separator: ", "))]"
    case let transform as CATransform3D: text(of: transform)
    case let filter as any FilterConvertible: text(of: filter.filterDescription)
    case let number as NSNumber: text(of: number)
    case let list as [Any]: "[\(list.map { text(of: $0) }.joined(separator: ", "))]"
    default: "\(value)"
    }
  }
}

extension CALayer {
  /// Returns a colour's text: its components.
  private static func text(of color: CGColor) -> String {
    "\((color.components ?? []).map { rounded($0) })"
  }

  /// Returns a rectangle's text: its origin and its size.
  private static func text(ofCorner rect: CGRect) -> String {
    "\(rounded(rect.origin.x)) \(rounded(rect.origin.y)); "
      + "\(rounded(rect.size.width)) \(rounded(rect.size.height))"
  }

  /// Returns a filter's text: its name, or its type if it has none.
  private static func text(of filter: FilterDescription) -> String { filter.name ?? filter.type }

  /// Returns a number's text: whole ones and truth values as they are.
  private static func text(of number: NSNumber) -> String {
    let double = number.doubleValue
    return double == double.rounded() ? "\(number)" : "\(rounded(double))"
  }

  /// The significant digits of numbers in texts.
  private static let digits = 6.0
  /// Numbers nearer to zero than this are what is left of a zero after a rotation.
  private static let smallest = 1e-10

  /// Returns a number with six significant digits, or as a whole number if it has more than six
  /// before the point.
  private static func rounded(_ number: CGFloat) -> Double {
    let number = Double(number)
    guard number.isFinite else { return number }
    guard abs(number) >= smallest else { return 0 }
    let scale = max(pow(10, digits - 1 - log10(abs(number)).rounded(.down)), 1)
    let scaled = (number * scale).rounded()
    return scaled.isFinite ? scaled / scale : number
  }

  /// Returns a matrix's text: its rows, or the six numbers of one within the plane.
  private static func text(of transform: CATransform3D) -> String {
    let rows: [[CGFloat]]
    if CATransform3DIsAffine(transform) {
      let affine = CATransform3DGetAffineTransform(transform)
      rows = [[affine.a, affine.b], [affine.c, affine.d], [affine.tx, affine.ty]]
    } else {
      rows = [
        [transform.m11, transform.m12, transform.m13, transform.m14],
        [transform.m21, transform.m22, transform.m23, transform.m24],
        [transform.m31, transform.m32, transform.m33, transform.m34],
        [transform.m41, transform.m42, transform.m43, transform.m44],
      ]
    }
    let texts = rows.map { row in row.map { shortText(of: $0) }.joined(separator: " ") }
    return "(" + texts.joined(separator: "; ") + ")"
  }

  /// Returns a number's text, without a point if it is whole.
  private static func shortText(of number: CGFloat) -> String {
    let text = "\(rounded(number))"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The snapshot text of a layer, without its class, name and frame: the properties that are not
  /// the default, in the table's order, and the animations with their classes.
  package final var snapshotValues: [String] {
    var parts = rowTexts(without: [.bounds, .position, .name])
    if bounds.origin != .zero { parts.append("bounds.origin = \(CALayer.text(of: bounds.origin))") }
    let animations = attachedAnimations.filter {
      !$0.hasEnded && $0.name.map(DerivedKey.isStructure) != true
    }.map { attached in
      let path = (attached.animation as? CAPropertyAnimation)?.keyPath
      return "\(attached.name ?? path ?? "no key"): \(type(of: attached.animation))"
    }
    if !animations.isEmpty { parts.append("animations = [\(animations.joined(separator: ", "))]") }
    return parts
  }
}
