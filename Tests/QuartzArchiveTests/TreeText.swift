// All that a tree has, as text: two trees are equal if their texts are.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzTesting
import Testing

@testable import QuartzCore

/// A layer and all below it with every value, bit by bit; colours in extended sRGB, images by
/// pixels.
func treeText(_ layer: CALayer, indent: String = "") -> String {
  var lines: [String] = []
  for row in PropertyTable.all {
    let value = row.type == .image ? layer.contents : layer.value(forKey: row.name)
    let isDefault = row.type != .image && layer.values.value(row.id) == row.defaultValue
    if !isDefault { lines.append("\(row.name) = \(valueText(value ?? NSNull()))") }
  }
  for key in layer.archivedKeys {
    switch DerivedKey(rawValue: key) {
    case .sublayers, .mask, .actions: break
    case .constraints:
      for one in layer.constraints ?? [] {
        lines.append(
          "constraint \(one.attribute) \(one.sourceName) \(one.sourceAttribute) \(one.scale)"
            + " \(one.offset)"
        )
      }
    case .layoutManager: lines.append("layoutManager \(type(of: layer.layoutManager))")
    default: lines.append("\(key) = \(valueText(layer.value(forKey: key) ?? NSNull()))")
    }
  }
  for (key, action) in (layer.actions ?? [:]).sorted(by: { $0.key < $1.key }) {
    lines.append("action \(key) = " + ((action as? CAAnimation).map(animationText) ?? "none"))
  }
  for (key, animation) in layer.keyedAnimations {
    lines.append("animation \(key ?? "-") = " + animationText(animation))
  }
  var text = "\(indent)layer\n" + lines.map { "\(indent)| \($0)\n" }.joined()
  if let mask = layer.mask { text += "\(indent)mask\n" + treeText(mask, indent: indent + "  ") }
  for child in layer.sublayers ?? [] { text += treeText(child, indent: indent + "  ") }
  return text
}

private func animationText(_ animation: CAAnimation) -> String {
  let keys = animation.archivedKeys.map { key in
    // Whole numbers among them may be of another type.
    if AnimationKey(rawValue: key)?.kind == .numbers,
      let numbers = animation.value(forKey: key) as? [NSNumber]
    {
      return "\(key): \(numbers.map(\.doubleValue))"
    }
    return "\(key): \(valueText(animation.value(forKey: key) ?? NSNull()))"
  }
  return "\(type(of: animation)) " + keys.joined(separator: ", ")
}

private func valueText(_ any: Any) -> String {
  switch any {
  case let color as CGColor:
    let color = Color(color)
    return "color \(color.red) \(color.green) \(color.blue) \(color.alpha)"
  case let image as CGImage:
    let pixels = image.pixelStorage
    let rows = (0..<pixels.height).map { y in
      (0..<pixels.width * 4).map { x in
        "\(pixels.base.load(fromByteOffset: y * pixels.rowBytes + x, as: UInt8.self))"
      }.joined(separator: ",")
    }
    return "image \(image.alphaInfo == .alphaOnly) \(rows.joined(separator: ";"))"
  case let filter as CAFilter: return "\(filter.filterDescription)"
  case let function as CAValueFunction: return "function \(function.name.rawValue)"
  case let animation as CAAnimation: return animationText(animation)
  case let function as CAMediaTimingFunction: return "curve \(function.function)"
  case let list as [Any]: return "[" + list.map(valueText).joined(separator: ", ") + "]"
  case let map as [String: Any]:
    let items = map.sorted { $0.key < $1.key }.map { "\($0.key): \(valueText($0.value))" }
    return "{" + items.joined(separator: ", ") + "}"
  default:
    guard let value = ArchivedValue.of(any, isSecure: true),
      let parts = ArchivedValue.Parts(value.kind, value.value)
    else { return "?" }
    // Zero has two signs, which matrices do not keep.
    let words = parts.words.map { $0 == 1 << 63 && value.kind == .transform ? 0 : $0 }
    return "\(parts.kind) \(words) \(parts.text ?? "") \(parts.bytes.map { [UInt8]($0) } ?? [])"
  }
}

/// Expects two trees to be equal; says the first line that differs.
func expectSame(
  _ found: CALayer,
  _ expected: CALayer,
  location: SourceLocation = #_sourceLocation
) {
  let (found, expected) = (treeText(found), treeText(expected))
  if found == expected { return }
  let lines = zip(found.split(separator: "\n"), expected.split(separator: "\n"))
  let first = lines.first { $0 != $1 }
  Issue.record(
    "found \(first?.0.prefix(300) ?? "less"), expected \(first?.1.prefix(300) ?? "more")",
    sourceLocation: location
  )
}
