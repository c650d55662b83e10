// The blend of two states.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzFilters
import QuartzMath
import QuartzModel

/// The values between two states, key path by key path.
///
/// Whole properties come before their members, so that a state that sets `transform` and one that
/// sets `transform.rotation.z` meet.
struct StateBlend {
  private struct Ends {
    var layer: CALayer
    var target: StateTarget
    var first: Any?
    var second: Any?
  }

  private var keys: [StateKey] = []
  private var ends: [StateKey: Ends] = [:]
  private let fraction: Double

  /// - Parameters:
  ///   - first: All values of a state; later ones override earlier ones.
  ///   - second: All values of another state.
  init(_ first: [StateValue], _ second: [StateValue], fraction: Double) {
    self.fraction = fraction
    for value in first { self[value].first = value.value }
    for value in second { self[value].second = value.value }
  }

  private subscript(value: StateValue) -> Ends {
    get { ends[value.stateKey] ?? Ends(layer: value.layer, target: value.target) }
    set {
      if ends[value.stateKey] == nil { keys.append(value.stateKey) }
      ends[value.stateKey] = newValue
    }
  }

  /// Sets the values of layers that are in the base document's state.
  func apply() {
    let ordered = keys.compactMap { ends[$0] }
    for isMember in [false, true] {
      for ends in ordered where ends.target.isMember == isMember { apply(ends) }
    }
  }

  private func apply(_ ends: Ends) {
    let keyPath = ends.target.keyPath
    let own = ends.layer.value(forKeyPath: keyPath) ?? NSNull()
    let (first, second) = (ends.first ?? own, ends.second ?? own)
    let between = value(first, second, ends.target.valueType)
    ends.layer.setValue(between ?? (fraction < 0.5 ? first : second), forKeyPath: keyPath)
  }

  /// Returns a value in between; nil for values that cannot be interpolated.
  private func value(_ first: Any, _ second: Any, _ type: ValueType?) -> Any? {
    guard let type else { return input(first, second) }
    guard let first = PropertyValue(first, type: type, images: { _ in nil }),
      let second = PropertyValue(second, type: type, images: { _ in nil })
    else { return nil }
    return first.mixed(with: second, fraction)?.bridged(type) { _ in nil }
  }
}

extension StateBlend {
  /// Returns a filter's input in between; nil for values that cannot be interpolated.
  private func input(_ first: Any, _ second: Any) -> Any? {
    guard let first = FilterInputValue(any: first, image: { _ in nil }),
      let second = FilterInputValue(any: second, image: { _ in nil })
    else { return nil }
    return first.mixed(with: second, fraction)?.object
  }
}

extension PropertyValue {
  fileprivate func mixed(with end: PropertyValue, _ fraction: Double) -> PropertyValue? {
    func mix(_ a: Double, _ b: Double) -> Double { a * (1 - fraction) + b * fraction }
    return switch (self, end) {
    case (.number(let a), .number(let b)): .number(mix(a, b))
    case (.point(let a), .point(let b)): .point(Point(mix(a.x, b.x), mix(a.y, b.y)))
    case (.size(let a), .size(let b)):
      .size(Size(mix(a.width, b.width), mix(a.height, b.height)))
    case (.rect(let a), .rect(let b)):
      .rect(
        Rect(mix(a.x, b.x), mix(a.y, b.y), mix(a.width, b.width), mix(a.height, b.height))
      )
    case (.color(let a), .color(let b)):
      .color(
        Color(
          mix(a.red, b.red),
          mix(a.green, b.green),
          mix(a.blue, b.blue),
          mix(a.alpha, b.alpha),
          headroom: max(a.headroom, b.headroom)
        )
      )
    // No colour counts as the other colour, transparent.
    case (.color(let a), .null): .color(a.with(alpha: mix(a.alpha, 0)))
    case (.null, .color(let b)): .color(b.with(alpha: mix(0, b.alpha)))
    case (.transform(let a), .transform(let b)):
      if let a = TransformParts(a.matrix), let b = TransformParts(b.matrix) {
        .transform(a.interpolated(to: b, fraction).matrix)
      } else {
        nil
      }
    default: nil
    }
  }
}

extension Color {
  fileprivate func with(alpha: Double) -> Color {
    var color = self
    color.alpha = alpha
    return color
  }
}
