// Animations: basic and keyframe ones with their timing.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzFilters
import QuartzModel

extension DocumentReader {
  /// Adds the animations of a dictionary: `<rotate type="CABasicAnimation" …/>`, `<p key="…" …/>`.
  func readAnimations(_ list: MarkupElement, of layer: CALayer) throws(CAPackageError) {
    try inside(list) { () throws(CAPackageError) in
      var keys: Set<String> = []
      var repetitions: [String: Int] = [:]
      for child in list.children where isKnownNamespace(child) {
        let isNamed = child.name == ReservedName.p.rawValue
        // A `p` without a key is an animation without one.
        let name = isNamed ? child.attributes["key"] : child.name
        var key = name
        // Elements of the same name must not replace one another.
        while let name, let taken = key, !keys.insert(taken).inserted {
          repetitions[name, default: 0] += 1
          key = "\(name)-\(repetitions[name, default: 0])"
        }
        guard let animation = try animation(child) else { continue }
        layer.add(animation, forKey: key)
      }
    }
  }

  /// Reads an animation; nil, with a warning, if it cannot be used.
  ///
  /// - Parameter event: The property to animate if the element names none.
  func animation(
    _ element: MarkupElement,
    for event: String? = nil
  ) throws(CAPackageError) -> CAAnimation? {
    let name = element.attributes["type"] ?? element.name
    guard let kind = AnimationClass(rawValue: name) ?? AnimationClass(rawValue: element.name) else {
      warn("\(name.shortened) is left out", at: element)
      return nil
    }
    return try inside(element) { () throws(CAPackageError) in
      let keyPath = text(.keyPath, of: element)
      let animation: CAAnimation
      switch kind {
      case .basic: animation = CABasicAnimation(keyPath: keyPath)
      case .keyframe: animation = CAKeyframeAnimation(keyPath: keyPath)
      case .spring: animation = CASpringAnimation(keyPath: keyPath)
      case .group: animation = CAAnimationGroup()
      case .transition: animation = CATransition()
      }
      var type: ValueType?
      if animation is CAPropertyAnimation {
        let path = keyPath ?? event ?? ""
        // Of the inputs of filters, the values say the type.
        let valueType = Self.animatedType(path)
        guard valueType != nil || FilterTarget(keyPath: path) != nil else {
          warn("an animation of \"\((keyPath ?? "").shortened)\" is left out")
          return nil
        }
        let function = text(.valueFunction, of: element)
          .flatMap { CAValueFunction(name: CAValueFunctionName(rawValue: $0)) }
        type = function?.function.valueType ?? valueType
      }
      guard try readKeys(of: element, type, to: animation) else { return nil }
      readTags(of: element, to: animation)
      return animation
    }
  }

  /// Returns the type of the values of an animatable key path of a layer or cell; nil for others.
  private static func animatedType(_ keyPath: String) -> ValueType? {
    if let target = CellTarget(keyPath: keyPath) {
      return target.property.isAnimatable ? target.property.type : nil
    }
    guard let target = AnimationTarget(keyPath: keyPath),
      PropertyTable[target.property].isAnimatable
    else { return nil }
    return target.valueType
  }

  // MARK: Keys

  /// The value of an element's key.
  private enum Found {
    case value(Any)
    /// An invalid text; the default is used.
    case malformed(String)
    /// A value that makes the animation unusable, with a warning.
    case unusable
  }

  /// Sets all keys of the class.
  ///
  /// - Parameter type: The type of the animated property's values; nil if there is none.
  /// - Returns: False, with a warning, if a value makes the animation unusable.
  private func readKeys(
    of element: MarkupElement,
    _ type: ValueType?,
    to animation: CAAnimation
  ) throws(CAPackageError) -> Bool {
    let foreign = animation.foreignKeys
    for key in AnimationKey.allCases where !foreign.contains(key) {
      guard let found = try find(key, in: element, type, of: animation) else { continue }
      switch found {
      case .value(let value): _ = animation.setDeclared(key, value)
      case .malformed(let text):
        warn("\(key.rawValue)=\"\(text.shortened)\" is not understood; the default is used")
      case .unusable: return false
      }
    }
    return true
  }

  private func find(
    _ key: AnimationKey,
    in element: MarkupElement,
    _ type: ValueType?,
    of animation: CAAnimation
  ) throws(CAPackageError) -> Found? {
    if let text = text(key, of: element), let scalar = scalar(key.kind, text) { return scalar }
    guard let child = element.child(key.rawValue) else { return nil }
    switch key.kind {
    case .value:
      return try animationValue(child, type).map { .value($0) } ?? .unusable
    case .values:
      return try keyframeValues(child, type).map { .value($0) } ?? .unusable
    case .path: return try animationValue(child, .path).map { .value($0) } ?? .unusable
    case .numbers: return .value(numbers(child))
    case .timingFunctions: return .value(timingFunctions(child))
    case .timingFunction: return timingFunction(child).map { .value($0) }
    case .animations where animation is CAAnimationGroup: return .value(try members(child))
    case .bool, .number, .string, .name, .valueFunction, .animations, .reference: return nil
    case .filter: return try filter(child).map { .value($0) }
    }
  }

  /// Reads the animations of a group; unusable ones are skipped, with a warning.
  private func members(_ list: MarkupElement) throws(CAPackageError) -> [CAAnimation] {
    try inside(list) { () throws(CAPackageError) in
      var animations: [CAAnimation] = []
      for child in list.children where isKnownNamespace(child) {
        if let animation = try animation(child) { animations.append(animation) }
      }
      return animations
    }
  }

  /// Reads a key with a text value; nil for other kinds.
  private func scalar(_ kind: AnimationKey.Kind, _ text: String) -> Found? {
    let value: Any?
    switch kind {
    case .bool: value = ValueText.bool(text)
    case .number(let canBeInfinite):
      let number = ValueText.number(text).flatMap { $0.isNaN ? nil : $0 }
      value = number.flatMap { $0.isFinite || canBeInfinite ? $0 : nil }
    case .string: value = text
    case .name(let names): value = names.contains(text) ? text : nil
    case .timingFunction:
      value = ValueText.timingFunction(text).map { CAMediaTimingFunction($0) }
    case .valueFunction: value = CAValueFunction(name: CAValueFunctionName(rawValue: text))
    case .value, .values, .path, .numbers, .timingFunctions, .animations, .filter, .reference:
      return nil
    }
    return value.map { .value($0) } ?? .malformed(text)
  }

  /// Returns the text of an animation's scalar; an element overrides an attribute.
  private func text(_ key: AnimationKey, of element: MarkupElement) -> String? {
    for name in [key.documentName, key.rawValue] {
      if let text = element.child(name).flatMap({ valueElement(of: $0).attributes["value"] }) {
        return text
      }
      guard let text = element.attributes[name] else { continue }
      // The attribute `type` is the class, unless the element's name is.
      if key != .type || AnimationClass(rawValue: text) == nil { return text }
    }
    return nil
  }

  /// Reads undeclared keys: tags of the animation, or editors' own.
  private func readTags(
    of element: MarkupElement,
    to animation: CAAnimation
  ) {
    let own = Set(AnimationKey.allCases).subtracting(animation.foreignKeys)
    let names = Set(own.flatMap { [$0.rawValue, $0.documentName] })
    for name in element.attributes.keys.sorted() {
      guard !names.contains(name), ReservedName(rawValue: name) == nil else { continue }
      guard MarkupElement.isName(name) else {
        warnOnce("animation " + name, "the attribute \(name.shortened) is left out")
        continue
      }
      animation.setValue(element.attributes[name], forKey: name)
      if KnownAttribute.isEditors(name) { continue }
      warnOnce("animation " + name, "the attribute \(name.shortened) is kept, without effect")
    }
    for child in element.children where isKnownNamespace(child) {
      let isNamed = child.name == ReservedName.p.rawValue
      let key = isNamed ? child.attributes["key"] : child.name
      guard let key, !names.contains(key) else { continue }
      if child.attributes["type"] != nil, let value = try? typedValue(child) {
        animation.setValue(value, forKey: key)
      } else if !KnownAttribute.isEditors(key) {
        warn("this element is left out", at: child)
      }
    }
  }

  // MARK: Values

  private func keyframeValues(
    _ list: MarkupElement,
    _ type: ValueType?
  ) throws(CAPackageError) -> [Any]? {
    try inside(list) { () throws(CAPackageError) in
      var values: [Any] = []
      for child in list.children where isKnownNamespace(child) {
        guard let value = try animationValue(child, type) else { return nil }
        values.append(value)
      }
      return values
    }
  }

  /// Returns a value for the public API; nil, with a warning, if the animation cannot be used.
  ///
  /// - Parameter type: The type of the property's values; nil for values that say it themselves.
  private func animationValue(
    _ element: MarkupElement,
    _ type: ValueType?
  ) throws(CAPackageError) -> Any? {
    if isNull(element) { return NSNull() }
    guard let type else { return try inputValue(element) }
    if type == .numbers { return numbers(element) }
    if type == .image {
      guard let contents = try contents(of: element) else { return NSNull() }
      if contents.tint != nil { warn("the tint is left out", at: element) }
      return contents.image
    }
    if let value = value(of: element, type), value.isFinite {
      return value.bridged(type) { _ in nil }
    }
    let text = valueElement(of: element).attributes["value"] ?? ""
    warn(
      "the value \"\(text.shortened)\" is not understood; the animation is left out",
      at: element
    )
    return nil
  }

  /// Returns the value of a filter's input; nil, with a warning, if it is none.
  private func inputValue(_ element: MarkupElement) throws(CAPackageError) -> Any? {
    let own = try typedValue(element)
    let inner = own == nil ? try typedValue(valueElement(of: element)) : own
    if let value = inner,
      FilterInputValue(any: value, image: { _ in 0 })?.isFinite == true
    {
      return value
    }
    warn("the value of a filter's input is not understood; the animation is left out", at: element)
    return nil
  }

  private func numbers(_ list: MarkupElement) -> [Double] {
    if let text = list.attributes["value"], let numbers = ValueText.numbers(text) { return numbers }
    return list.children.compactMap { child in
      let number = child.attributes["value"].flatMap { ValueText.number($0) }
      if number == nil { warn("this number is left out", at: child) }
      return number
    }
  }

  private func timingFunctions(_ list: MarkupElement) -> [CAMediaTimingFunction] {
    list.children.map { timingFunction($0) ?? CAMediaTimingFunction(.linear) }
  }

  private func timingFunction(_ element: MarkupElement) -> CAMediaTimingFunction? {
    let element = valueElement(of: element)
    let text =
      element.attributes["value"] ?? element.attributes["name"]
      ?? element.attributes["controlPoints"] ?? ""
    if let function = ValueText.timingFunction(text) { return CAMediaTimingFunction(function) }
    warn("the timing function \"\(text.shortened)\" is not understood", at: element)
    return nil
  }
}
