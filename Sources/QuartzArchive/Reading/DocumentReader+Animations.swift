// Animations: basic and keyframe ones with their timing.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel

extension DocumentReader {
  /// Adds the animations of a dictionary: `<rotate type="CABasicAnimation" …/>`, `<p key="…" …/>`.
  func readAnimations(_ list: MarkupElement, of layer: CALayer) throws(CAPackageError) {
    try inside(list) { () throws(CAPackageError) in
      var keys: Set<String> = []
      var repetitions: [String: Int] = [:]
      for child in list.children where isKnownNamespace(child) {
        let name = child.name == "p" ? child.attributes["key"] ?? "p" : child.name
        // Elements of the same name must not replace one another.
        var key = name
        while !keys.insert(key).inserted {
          repetitions[name, default: 0] += 1
          key = "\(name)-\(repetitions[name, default: 0])"
        }
        guard let animation = try animation(child) else { continue }
        layer.add(animation, forKey: key)
      }
    }
  }

  private func animation(_ element: MarkupElement) throws(CAPackageError) -> CAAnimation? {
    let name = element.attributes["type"] ?? element.name
    guard let kind = AnimationClass(rawValue: name) else {
      warn("\(name.shortened) is left out", at: element)
      return nil
    }
    return try inside(element) { () throws(CAPackageError) in
      guard let keyPath = text("keyPath", of: element),
        let target = AnimationTarget(keyPath: keyPath, of: .layer),
        PropertyTable[target.property].isAnimatable
      else {
        let keyPath = text("keyPath", of: element) ?? ""
        warn("an animation of \"\(keyPath.shortened)\" is left out")
        return nil
      }
      let animation: CAPropertyAnimation?
      switch kind {
      case .basic: animation = try basic(element, keyPath, target.valueType)
      case .keyframe: animation = try keyframes(element, keyPath, target.valueType)
      }
      if let animation { readTiming(of: element, to: animation) }
      return animation
    }
  }

  private func basic(
    _ element: MarkupElement,
    _ keyPath: String,
    _ type: ValueType
  ) throws(CAPackageError) -> CABasicAnimation? {
    let animation = CABasicAnimation(keyPath: keyPath)
    for child in element.children where isKnownNamespace(child) {
      guard let end = AnimationChild(rawValue: child.name) else {
        if !isKnownAnimationChild(child) { warn("this element is left out", at: child) }
        continue
      }
      guard let value = try animationValue(child, type) else { return nil }
      switch end {
      case .fromValue: animation.fromValue = value
      case .toValue: animation.toValue = value
      case .byValue: animation.byValue = value
      case .values, .keyTimes, .timingFunctions: warn("this element is left out", at: child)
      }
    }
    return animation
  }

  private func keyframes(
    _ element: MarkupElement,
    _ keyPath: String,
    _ type: ValueType
  ) throws(CAPackageError) -> CAKeyframeAnimation? {
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    for child in element.children where isKnownNamespace(child) {
      switch AnimationChild(rawValue: child.name) {
      case .values:
        guard let values = try keyframeValues(child, type) else { return nil }
        animation.values = values
      case .keyTimes: animation.keyTimes = keyTimes(child).map { NSNumber(value: $0) }
      case .timingFunctions: animation.timingFunctions = timingFunctions(child)
      case .fromValue, .toValue, .byValue: warn("this element is left out", at: child)
      case nil:
        if !isKnownAnimationChild(child) { warn("this element is left out", at: child) }
      }
    }
    if let mode = text("calculationMode", of: element) {
      if CalculationMode.names.contains(mode) {
        animation.calculationMode = CAAnimationCalculationMode(rawValue: mode)
      } else {
        warn("the calculation mode \(mode.shortened) is drawn as linear")
      }
    }
    return animation
  }

  // MARK: Values

  private func keyframeValues(
    _ list: MarkupElement,
    _ type: ValueType
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

  /// A value as the public API takes it; nil, with a warning, if the animation cannot be used.
  private func animationValue(
    _ element: MarkupElement,
    _ type: ValueType
  ) throws(CAPackageError) -> Any? {
    if isNull(element) { return NSNull() }
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

  private func keyTimes(_ list: MarkupElement) -> [Double] {
    if let text = list.attributes["value"], let times = ValueText.numbers(text) { return times }
    return list.children.compactMap { child in
      let time = child.attributes["value"].flatMap { ValueText.number($0) }
      if time == nil { warn("this key time is left out", at: child) }
      return time
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
    return timingFunction(text, at: element)
  }

  private func timingFunction(_ text: String, at element: MarkupElement) -> CAMediaTimingFunction? {
    if let function = ValueText.timingFunction(text) { return CAMediaTimingFunction(function) }
    warn("the timing function \"\(text.shortened)\" is not understood", at: element)
    return nil
  }

  // MARK: Timing

  /// A scalar of an animation; its element, if there is one, counts more than its attribute.
  private func text(_ name: String, of element: MarkupElement) -> String? {
    element.child(name).flatMap { valueElement(of: $0).attributes["value"] }
      ?? element.attributes[name]
  }

  private func isKnownAnimationChild(_ element: MarkupElement) -> Bool {
    AnimationAttribute(rawValue: element.name) != nil
      || KnownAttribute.editorsAnimation.contains(element.name)
  }

  private func readTiming(of element: MarkupElement, to animation: CAPropertyAnimation) {
    for attribute in AnimationAttribute.allCases {
      guard let text = text(attribute.rawValue, of: element) else { continue }
      if !set(attribute, text, of: animation, element) {
        warn("\(attribute.rawValue)=\"\(text.shortened)\" is not understood; the default is used")
      }
    }
    if let child = element.child(AnimationAttribute.timingFunction.rawValue) {
      animation.timingFunction = timingFunction(child)
    }
    for name in element.attributes.keys.sorted()
    where AnimationAttribute(rawValue: name) == nil
      && !KnownAttribute.editorsAnimation.contains(name)
    {
      warnOnce("animation " + name, "the attribute \(name.shortened) is left out")
    }
  }

  /// Sets a scalar.
  ///
  /// - Returns: Whether the text could be understood.
  private func set(
    _ attribute: AnimationAttribute,
    _ text: String,
    of animation: CAPropertyAnimation,
    _ element: MarkupElement
  ) -> Bool {
    // Only counts and lengths may be infinite.
    let number = ValueText.number(text).flatMap { $0.isNaN ? nil : $0 }
    let finite = number.flatMap { $0.isFinite ? $0 : nil }
    func take<Value>(_ value: Value?, _ set: (Value) -> Void) -> Bool {
      value.map(set) != nil
    }
    return switch attribute {
    case .beginTime: take(finite) { animation.beginTime = $0 }
    case .duration: take(finite) { animation.duration = $0 }
    case .speed: take(finite) { animation.speed = Float($0) }
    case .timeOffset: take(finite) { animation.timeOffset = $0 }
    case .repeatCount: take(number) { animation.repeatCount = Float($0) }
    case .repeatDuration: take(number) { animation.repeatDuration = $0 }
    case .autoreverses: take(ValueText.bool(text)) { animation.autoreverses = $0 }
    case .removedOnCompletion:
      take(ValueText.bool(text)) { animation.isRemovedOnCompletion = $0 }
    case .additive: take(ValueText.bool(text)) { animation.isAdditive = $0 }
    case .cumulative: take(ValueText.bool(text)) { animation.isCumulative = $0 }
    case .fillMode:
      take(FillMode.names.contains(text) ? text : nil) {
        animation.fillMode = CAMediaTimingFillMode(rawValue: $0)
      }
    case .timingFunction:
      take(ValueText.timingFunction(text)) { animation.timingFunction = CAMediaTimingFunction($0) }
    case .keyPath, .calculationMode: true
    }
  }
}

/// Elements of an animation that are more than a scalar.
private enum AnimationChild: String {
  case fromValue, toValue, byValue
  case values, keyTimes, timingFunctions
}

/// Scalars of an animation.
private enum AnimationAttribute: String, CaseIterable {
  case beginTime, duration, speed, timeOffset, repeatCount, repeatDuration, autoreverses
  case removedOnCompletion, additive, cumulative, fillMode, timingFunction
  case keyPath, calculationMode
}
