// From animations of the public API to values.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel

/// What converting an animation needs to know of the layer that it is added to.
struct AnimationConversion: ~Copyable {
  let layerClass: LayerClass
  /// Whether the layer's class declares a property of that name beyond the table.
  let declares: (String) -> Bool
  /// Gets what is wrong with an animation in a group that does without it.
  let leaveOut: (String) -> Void
  let images: ImageResolver

  /// The property, or its member, that a key path names.
  borrowing func property(_ keyPath: String) throws(AnimationProblem) -> AnimatedProperty {
    if let target = AnimationTarget(keyPath: keyPath, of: layerClass) { return .row(target) }
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

/// What converting an animation's values needs to know.
struct ValueConversion: ~Copyable {
  /// The type that they must have; nil for properties of which only their values say it.
  let type: ValueType?
  let images: ImageResolver

  /// A value; nil for nil.
  ///
  /// - Parameter name: What to call it if it does not fit.
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
  /// The value of the only type that a value of the public API can have; nil if it has none.
  init?(untyped any: Any, images: ImageResolver) {
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

/// How many animations may be in groups, so that a group that is in itself comes to an end.
struct GroupBudget {
  /// The most animations in one, all groups in it included.
  static let most = 10_000

  private var rest = GroupBudget.most

  /// Takes one animation; false if too many were taken.
  mutating func take() -> Bool {
    rest -= 1
    return rest >= 0
  }
}
