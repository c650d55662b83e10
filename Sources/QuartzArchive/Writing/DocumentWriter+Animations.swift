// Animations as elements.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel

extension DocumentWriter {
  mutating func writeAnimations(of layer: CALayer, to element: inout MarkupElement) {
    var list = MarkupElement(ReservedName.animations.rawValue)
    for (key, animation) in layer.keyedAnimations {
      if let child = self.animation(animation, key: key, of: layer) { list.children.append(child) }
    }
    if !list.children.isEmpty { element.children.append(list) }
  }

  /// The element of an animation; nil, with a warning, for one that documents do not have.
  ///
  /// - Parameter key: Its key; nil for an animation without one.
  mutating func animation(
    _ animation: CAAnimation,
    key: String?,
    of layer: CALayer
  ) -> MarkupElement? {
    guard let kind = AnimationClass(animation) else {
      warn(layer, "an animation of the class \(type(of: animation)) is left out")
      return nil
    }
    let type = [ReservedName.type.rawValue: kind.rawValue]
    var element = key.map { named($0, type) } ?? MarkupElement(ReservedName.p.rawValue, type)
    for key in animation.archivedKeys {
      guard let value = animation.value(forKey: key) else { continue }
      let isWritten =
        AnimationKey(rawValue: key).map { write($0, value, to: &element) }
        ?? writeTag(key, value, to: &element)
      if !isWritten { warn(layer, "\(key.shortened) of an animation is left out") }
    }
    return element
  }

  /// - Returns: Whether documents have such values.
  private mutating func write(
    _ key: AnimationKey,
    _ value: Any,
    to element: inout MarkupElement
  ) -> Bool {
    switch key.kind {
    case .bool: element.attributes[key.rawValue] = KnownValueType.bool.text(value)
    case .number: element.attributes[key.rawValue] = KnownValueType.real.text(value)
    case .string, .name: element.attributes[key.rawValue] = value as? String
    case .timingFunction:
      element.attributes[key.rawValue] = KnownValueType.timingFunction.text(value)
    case .value:
      guard let child = typed(value, key: key.rawValue) else { return false }
      element.children.append(child)
    case .fractions:
      let numbers = (value as? [NSNumber] ?? []).map(\.doubleValue)
      let children = numbers.compactMap { typed(NSNumber(value: $0)) }
      element.children.append(MarkupElement(key.rawValue, children: children))
    case .values, .timingFunctions:
      var list = MarkupElement(key.rawValue)
      for item in value as? [Any] ?? [] {
        guard let child = typed(item) else { return false }
        list.children.append(child)
      }
      element.children.append(list)
    case .reference: return false
    }
    return true
  }

  private mutating func writeTag(
    _ key: String,
    _ value: Any,
    to element: inout MarkupElement
  ) -> Bool {
    if MarkupElement.isName(key), ReservedName(rawValue: key) == nil, let text = value as? String {
      element.attributes[key] = text
    } else if let child = typed(value, key: key) {
      element.children.append(child)
    } else {
      return false
    }
    return true
  }
}

extension AnimationClass {
  /// The class that an animation is one of.
  init?(_ animation: CAAnimation) {
    switch animation {
    case is CABasicAnimation: self = .basic
    case is CAKeyframeAnimation: self = .keyframe
    default: return nil
    }
  }
}
