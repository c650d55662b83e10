// Animations.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import QuartzCore

/// Tells a function of C of an animation.
///
/// The animation retains it, so it lives as long.
private final class CallbackDelegate: CAAnimationDelegate {
  private let callback: quartz_animation_callback
  private let user: UnsafeMutableRawPointer?

  init(_ callback: @escaping quartz_animation_callback, _ user: UnsafeMutableRawPointer?) {
    (self.callback, self.user) = (callback, user)
  }

  func animationDidStart(_ anim: CAAnimation) {
    callback(0, user)
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    callback(flag ? 2 : 1, user)
  }
}

extension ThreadState {
  fileprivate func animation(_ object: quartz_object) throws(CallFailure) -> CAAnimation {
    try self.object(object, QUARTZ_KIND_ANIMATION, as: CAAnimation.self)
  }
}

@c @implementation
package func quartz_animation_create(
  _ class_name: UnsafePointer<CChar>?,
  _ key_path: UnsafePointer<CChar>?,
  _ animation: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(animation, "animation")
    let name = try Argument.text(class_name, "class_name")
    let keyPath = try Argument.optionalText(key_path, "key_path")
    guard let known = Catalogue.AnimationName(rawValue: name) else {
      throw Catalogue.unknown("class of animations", name)
    }
    result.pointee = try state.give(known.make(keyPath), QUARTZ_KIND_ANIMATION)
  }
}

@c @implementation
package func quartz_animation_copy(
  _ animation: quartz_object,
  _ copy: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(copy, "copy")
    let copy = try state.animation(animation).copy(with: nil) as? CAAnimation
    try state.give(copy, QUARTZ_KIND_ANIMATION, to: result)
  }
}

@c @implementation
package func quartz_animation_set_callback(
  _ animation: quartz_object,
  _ callback: quartz_animation_callback?,
  _ user: UnsafeMutableRawPointer?
) -> quartz_status {
  call { state throws(CallFailure) in
    let animation = try state.animation(animation)
    guard !animation.isFrozen else {
      throw CallFailure(QUARTZ_READ_ONLY, "an animation of a layer cannot be changed")
    }
    animation.delegate = callback.map { CallbackDelegate($0, user) }
  }
}

@c @implementation
package func quartz_layer_add_animation(
  _ layer: quartz_object,
  _ animation: quartz_object,
  _ key: UnsafePointer<CChar>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let key = try Argument.optionalText(key, "key")
    let layer = try state.model(layer)
    let animation = try state.animation(animation)
    let lines = Diagnostics.lines { layer.add(animation, forKey: key) }
    if let line = lines.first { throw CallFailure(QUARTZ_INVALID_VALUE, line) }
  }
}

@c @implementation
package func quartz_layer_remove_animation(
  _ layer: quartz_object,
  _ key: UnsafePointer<CChar>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let layer = try state.model(layer)
    if let key = try Argument.optionalText(key, "key") {
      layer.removeAnimation(forKey: key)
    } else {
      layer.removeAllAnimations()
    }
  }
}

@c @implementation
package func quartz_layer_animation_keys(
  _ layer: quartz_object,
  _ keys: UnsafeMutablePointer<quartz_strings>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let keys = try Argument.result(keys, "keys")
    let layer = try state.layer(layer)
    state.scratch.reset()
    keys.pointee = state.scratch.strings(layer.animationKeys() ?? [])
  }
}

@c @implementation
package func quartz_layer_animation(
  _ layer: quartz_object,
  _ key: UnsafePointer<CChar>?,
  _ animation: UnsafeMutablePointer<quartz_object>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let result = try Argument.result(animation, "animation")
    let key = try Argument.text(key, "key")
    guard let animation = try state.layer(layer).animation(forKey: key) else {
      throw CallFailure(QUARTZ_NOT_FOUND, "the layer has no animation \(key)")
    }
    try state.give(animation, QUARTZ_KIND_ANIMATION, to: result)
  }
}
