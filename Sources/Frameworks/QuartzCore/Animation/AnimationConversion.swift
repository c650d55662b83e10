// Conversion of animations of the public API to values.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzFilters
import QuartzModel

/// The inputs from the layer for converting an animation.
struct AnimationConversion: ~Copyable {
  let layerClass: LayerClass
  /// Whether the layer's class declares a property of that name beyond the table.
  let declares: (String) -> Bool
  /// Takes the description of a problem in a grouped animation that is left out.
  let leaveOut: (String) -> Void
  let images: ImageResolver

  /// Returns the property, or its member, that a key path names.
  borrowing func property(_ keyPath: String) throws(AnimationProblem) -> AnimatedProperty {
    if let target = AnimationTarget(keyPath: keyPath, of: layerClass) { return .row(target) }
    if let target = FilterTarget(keyPath: keyPath) { return .filter(target) }
    if layerClass == .emitter, let target = CellTarget(keyPath: keyPath) { return .cell(target) }
    if declares(keyPath) { return .declared(keyPath, nil) }
    if let dot = keyPath.firstIndex(of: ".") {
      let (name, rest) = (String(keyPath[..<dot]), keyPath[keyPath.index(after: dot)...])
      if declares(name), let member = ValueMember.allCases.first(where: { $0.keyPath == rest }) {
        return .declared(name, member)
      }
    }
    throw AnimationProblem("the layer has no property \(keyPath)")
  }
}

/// The inputs for converting an animation's values.
struct ValueConversion: ~Copyable {
  /// The type of the values; nil for properties whose type only the values determine.
  let type: ValueType?
  let images: ImageResolver

  /// Converts a value; nil for nil.
  ///
  /// - Parameter name: The value's name in the error if it does not fit.
  borrowing func value(
    _ any: Any?,
    _ name: @autoclosure () -> String
  ) throws(AnimationProblem) -> PropertyValue? {
    guard let any else { return nil }
    let value =
      type.map { PropertyValue(any, type: $0, images: images) }
      ?? PropertyValue(untyped: any, images: images)
    guard let value else {
      let expected = type.map { "not \($0.noun)" } ?? "which cannot be animated"
      throw AnimationProblem("\(name()) is a \(Swift.type(of: any)), \(expected)")
    }
    return value
  }
}

extension PropertyValue {
  /// Converts a value of the public API by the only type that it can have; nil if it has none.
  init?(untyped any: Any, images: ImageResolver) {
    if let object = any as? any FilterInputConvertible {
      guard let value = PropertyValue(object.filterInputValue) else { return nil }
      self = value
      return
    }
    let types: [ValueType] = [
      .point, .size, .rect, .transform, .path, .color, .image, .number, .numbers,
    ]
    if let structure = PropertyValue(structure: any) {
      self = structure
      return
    }
    for type in types {
      guard let value = PropertyValue(any, type: type, images: images) else { continue }
      self = value
      return
    }
    return nil
  }
}

/// The limit for animations in groups, so that a group that contains itself ends.
struct GroupBudget {
  /// The maximum number of animations in one, including all groups in it.
  static let most = 10_000

  private var rest = GroupBudget.most

  /// Counts one animation; false if there are too many.
  mutating func take() -> Bool {
    rest -= 1
    return rest >= 0
  }
}
