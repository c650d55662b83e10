// Animations of one property.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzModel

/// An animation of one property, or of a member of it, named by a key path.
open class CAPropertyAnimation: CAAnimation {
  private var storedKeyPath: String?
  private var storedIsAdditive = false
  private var storedIsCumulative = false
  private var storedFunction: CAValueFunction?

  /// Creates an animation of nothing.
  public override init() {
    super.init()
  }

  /// Creates an animation from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Creates an animation of the property that `path` names, such as `position` or
  /// `transform.rotation.z`.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  /// The property, or a member of it: `position`, `position.x`, `transform.rotation.z`.
  open var keyPath: String? {
    get { storedKeyPath }
    set {
      willModify()
      storedKeyPath = newValue
    }
  }

  /// Whether the value is added to the one that the property shows without this animation.
  open var isAdditive: Bool {
    get { storedIsAdditive }
    set {
      willModify()
      storedIsAdditive = newValue
    }
  }

  /// Whether every cycle starts where the one before ended.
  open var isCumulative: Bool {
    get { storedIsCumulative }
    set {
      willModify()
      storedIsCumulative = newValue
    }
  }

  /// The function that makes transforms of the animation's numbers; nil for values of the
  /// property's own type.
  ///
  ///     let turn = CABasicAnimation(keyPath: "transform")
  ///     turn.valueFunction = CAValueFunction(name: .rotateZ)
  ///     turn.fromValue = 0
  ///     turn.toValue = 2 * Double.pi
  open var valueFunction: CAValueFunction? {
    get { storedFunction }
    set {
      willModify()
      storedFunction = newValue
    }
  }

  override class var plain: CAAnimation { CAPropertyAnimation() }

  override func declaredValue(_ key: AnimationKey) -> Any? {
    switch key {
    case .keyPath: keyPath
    case .additive: NSNumber(value: isAdditive)
    case .cumulative: NSNumber(value: isCumulative)
    case .valueFunction: valueFunction
    default: super.declaredValue(key)
    }
  }

  package override func setDeclared(_ key: AnimationKey, _ value: Any?) -> Assignment? {
    switch key {
    case .keyPath: assign(value) { keyPath = $0 }
    case .additive: .assign(Bridge.bool(value)) { isAdditive = $0 }
    case .cumulative: .assign(Bridge.bool(value)) { isCumulative = $0 }
    case .valueFunction: assign(value) { valueFunction = $0 }
    default: super.setDeclared(key, value)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CAPropertyAnimation else { return }
    copy.storedKeyPath = storedKeyPath
    copy.storedIsAdditive = storedIsAdditive
    copy.storedIsCumulative = storedIsCumulative
    copy.storedFunction = storedFunction
  }

  override func kind(
    _ conversion: borrowing AnimationConversion
  ) throws(AnimationProblem) -> AnimationState.Kind {
    guard let keyPath else { throw AnimationProblem("it has no key path") }
    let property = try conversion.property(keyPath)
    let values = ValueConversion(
      type: valueFunction?.function.valueType ?? property.valueType,
      images: conversion.images
    )
    var animation = PropertyAnimation(property, try propertyKind(values))
    animation.valueFunction = valueFunction?.function
    animation.isAdditive = isAdditive
    animation.isCumulative = isCumulative
    return .property(animation)
  }

  /// Converts the animation's effect on its property.
  ///
  /// - Throws: `AnimationProblem` for an animation that cannot have an effect.
  func propertyKind(
    _ conversion: borrowing ValueConversion
  ) throws(AnimationProblem) -> PropertyAnimation.Kind {
    throw AnimationProblem("\(type(of: self)) has no values")
  }

  /// Adds the animation to the layer; one without a key path animates the property of the event.
  open override func run(
    forKey event: String,
    object anObject: Any,
    arguments dict: [AnyHashable: Any]?
  ) {
    guard keyPath == nil, let copy = copy() as? CAPropertyAnimation else {
      return super.run(forKey: event, object: anObject, arguments: dict)
    }
    copy.keyPath = event
    copy.run(forKey: event, object: anObject, arguments: dict)
  }
}
