// Animations as elements.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzFilters
import QuartzModel

extension DocumentWriter {
  mutating func writeAnimations(of layer: CALayer, to element: inout MarkupElement) {
    var list = MarkupElement(ReservedName.animations.rawValue)
    for (key, animation) in layer.keyedAnimations {
      if let child = self.animation(animation, key: key, of: layer) { list.children.append(child) }
    }
    if !list.children.isEmpty { element.children.append(list) }
  }

  /// Returns the element of an animation; nil, with a warning, for one that documents do not
  /// support.
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
    writeKeys(of: animation, to: &element, of: layer)
    return element
  }

  /// Returns the element of an animation in a group, named after its class; nil, with a warning,
  /// for one that documents do not support.
  private mutating func member(_ animation: CAAnimation, of layer: CALayer) -> MarkupElement? {
    guard let kind = AnimationClass(animation) else {
      warn(layer, "an animation of the class \(type(of: animation)) is left out")
      return nil
    }
    var element = MarkupElement(kind.rawValue)
    writeKeys(of: animation, to: &element, of: layer)
    return element
  }

  private mutating func writeKeys(
    of animation: CAAnimation,
    to element: inout MarkupElement,
    of layer: CALayer
  ) {
    let foreign = animation.foreignKeys
    for key in animation.archivedKeys {
      guard let value = animation.value(forKey: key) else { continue }
      let isWritten =
        AnimationKey(rawValue: key).flatMap { foreign.contains($0) ? nil : $0 }
        .map { write($0, value, to: &element, of: layer) }
        ?? writeTag(key, value, to: &element)
      if !isWritten { warn(layer, "\(key.shortened) of an animation is left out") }
    }
  }

  /// - Returns: Whether documents support such values.
  private mutating func write(
    _ key: AnimationKey,
    _ value: Any,
    to element: inout MarkupElement,
    of layer: CALayer
  ) -> Bool {
    let name = key.documentName
    switch key.kind {
    case .bool: element.attributes[name] = KnownValueType.bool.text(value)
    case .number: element.attributes[name] = KnownValueType.real.text(value)
    case .name where key == .type:
      // The attribute names the class.
      guard let text = value as? String else { return false }
      element.children.append(MarkupElement(name, ["value": text]))
    case .string, .name: element.attributes[name] = value as? String
    case .timingFunction:
      element.attributes[name] = KnownValueType.timingFunction.text(value)
    case .valueFunction:
      guard let function = value as? CAValueFunction else { return false }
      element.attributes[name] = function.name.rawValue
    case .animations:
      var list = MarkupElement(name)
      for animation in value as? [CAAnimation] ?? [] {
        if let child = member(animation, of: layer) { list.children.append(child) }
      }
      element.children.append(list)
    case .value, .path:
      guard let child = typed(value, key: key.rawValue) else { return false }
      element.children.append(child)
    case .numbers:
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
    case .filter:
      guard let filter = value as? any FilterConvertible else { return false }
      element.children.append(self.filter(filter, key: name))
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
  /// Creates the class of an animation.
  init?(_ animation: CAAnimation) {
    switch animation {
    case is CASpringAnimation: self = .spring
    case is CABasicAnimation: self = .basic
    case is CAKeyframeAnimation: self = .keyframe
    case is CAAnimationGroup: self = .group
    case is CATransition: self = .transition
    default: return nil
    }
  }
}

extension AnimationKey {
  /// The key's name in documents.
  var documentName: String { self == .initialVelocity ? "velocity" : rawValue }
}
