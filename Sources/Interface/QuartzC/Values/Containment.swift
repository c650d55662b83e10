// Checks that nothing contains itself.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import QuartzCore

enum Containment {
  /// The most objects that are looked at.
  private static let most = 100_000

  // MARK: Layers

  /// Checks that a layer may become one below another.
  static func check(_ sublayer: CALayer, in layer: CALayer) throws(CallFailure) {
    var ancestor: CALayer? = layer
    while let node = ancestor {
      if node === sublayer {
        throw CallFailure(QUARTZ_CYCLE, "the layer would be below itself")
      }
      ancestor = node.superlayer
    }
    for layer in [sublayer, layer] where layer.model() !== layer {
      throw CallFailure(QUARTZ_READ_ONLY, "a presentation has no place in a tree")
    }
  }

  // `Any?` because: key-value coding takes values of any type.
  /// Checks a value of a key of a layer.
  static func check(_ value: Any?, _ key: String, in layer: CALayer) throws(CallFailure) {
    switch key {
    case "sublayers":
      var seen: Set<ObjectIdentifier> = []
      for case let sublayer as CALayer in value as? [Any] ?? [] {
        try check(sublayer, in: layer)
        guard seen.insert(ObjectIdentifier(sublayer)).inserted else {
          throw CallFailure(QUARTZ_INVALID_VALUE, "a layer is in the list twice")
        }
      }
    case "mask": if let mask = value as? CALayer { try check(mask, in: layer) }
    case "superlayer", "visibleRect":
      throw CallFailure(QUARTZ_READ_ONLY, "\(key) cannot be set")
    default: break
    }
  }

  // MARK: Animations and cells

  // `Any?` because: key-value coding takes values of any type.
  /// Checks that an animation is in none of those that it would have.
  static func check(_ value: Any?, in animation: CAAnimation) throws(CallFailure) {
    try check(value, isSelf: { $0 === animation }) {
      ($0 as? CAAnimationGroup)?.animations ?? []
    }
  }

  // `Any?` because: key-value coding takes values of any type.
  /// Checks that a cell is in none of those that it would have.
  static func check(_ value: Any?, in cell: CAEmitterCell) throws(CallFailure) {
    try check(value, isSelf: { $0 === cell }) {
      ($0 as? CAEmitterCell)?.emitterCells ?? []
    }
  }

  // `Any?` because: key-value coding takes values of any type.
  private static func check(
    _ value: Any?,
    isSelf: (AnyObject) -> Bool,
    inner: (AnyObject) -> [AnyObject]
  ) throws(CallFailure) {
    guard let value else { return }
    var pending: [AnyObject] = []
    switch value {
    case let animation as CAAnimation: pending = [animation]
    case let cell as CAEmitterCell: pending = [cell]
    case let animations as [CAAnimation]: pending = animations
    case let cells as [CAEmitterCell]: pending = cells
    default: return
    }
    var count = 0
    while let object = pending.popLast() {
      if isSelf(object) { throw CallFailure(QUARTZ_CYCLE, "the object would contain itself") }
      count += 1
      guard count < most else { throw CallFailure(QUARTZ_LIMIT, "more than \(most) objects") }
      pending += inner(object)
    }
  }
}
