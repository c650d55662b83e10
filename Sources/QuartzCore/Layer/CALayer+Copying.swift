// Layers as text.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzModel

extension CALayer {
  /// Class and address.
  final var shortText: String {
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    return "<\(type(of: self)): 0x\(String(address, radix: 16))>"
  }

  /// The layer and all below it, its mask first, one line each, two spaces further in for each level.
  final var treeText: String {
    var lines: [String] = []
    var stack: [(prefix: String, layer: CALayer, depth: Int)] = [("", self, 0)]
    while let (prefix, layer, depth) = stack.popLast() {
      lines.append(String(repeating: "  ", count: depth) + prefix + layer.valuesText)
      for child in (layer.sublayers ?? []).reversed() { stack.append(("", child, depth + 1)) }
      if let mask = layer.mask { stack.append(("mask: ", mask, depth + 1)) }
    }
    return lines.joined(separator: "\n")
  }

  /// Class and address, and the properties that are not the default, in the table's order.
  private final var valuesText: String {
    var parts = ["\(type(of: self))"]
    for row in PropertyTable.all where type(of: self).layerClass.has(row.id) {
      if row.id == .contents {
        if let contents { parts.append("contents = \(CALayer.text(ofContents: contents))") }
      } else if let value = values[row.id], value != row.defaultValue {
        let any = value.bridged(row.type) { _ in nil }
        parts.append("\(row.name) = \(any.map { CALayer.text(of: $0) } ?? "nil")")
      }
    }
    let keys = attachedAnimations.compactMap(\.name)
    if !keys.isEmpty { parts.append("animations = \(keys)") }
    return "<" + parts.joined(separator: "; ") + ">"
  }

  /// The value of a row that has one.
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

  /// Structs as plain numbers.
  private static func text(of value: Any) -> String {
    switch value {
    case let point as CGPoint: "(\(point.x) \(point.y))"
    case let size as CGSize: "(\(size.width) \(size.height))"
    case let rect as CGRect:
      "(\(rect.origin.x) \(rect.origin.y); \(rect.size.width) \(rect.size.height))"
    case let color as CGColor: "\(color.components ?? [])"
    default: "\(value)"
    }
  }
}
