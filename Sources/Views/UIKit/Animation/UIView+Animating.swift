// Animation blocks.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

extension UIView {
  /// Animates the changes that a block makes: slow at both ends, at once.
  ///
  /// - Parameters:
  ///   - duration: In seconds; 0 or less sets values without animation.
  ///   - animations: Changes of views.
  ///   - completion: Called when all animations have ended, with whether all ran to their ends;
  ///     without animations, in the next turn of the run loop.
  public class func animate(
    withDuration duration: TimeInterval,
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      withDuration: duration,
      delay: 0,
      options: [],
      animations: animations,
      completion: completion
    )
  }

  /// Animates the changes that a block makes.
  ///
  /// While the delay lasts, the values before show. Animations of views in no window are dropped
  /// with the next commit; their block has not finished.
  ///
  /// - Parameters:
  ///   - duration: In seconds; 0 or less sets values without animation.
  ///   - delay: Seconds until the animations begin; a negative delay starts them partway through.
  ///   - options: Curve, repetition, and others.
  ///   - animations: Changes of views.
  ///   - completion: As for `animate(withDuration:animations:completion:)`.
  public class func animate(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    options: AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let block = AnimationBlock(duration: duration, options: options, completion: completion)
    block.delay = delay.isFinite ? delay : 0
    block.run(animations)
  }

  /// Animates the changes that a block makes by a spring that is at rest after the duration.
  ///
  /// - Parameters:
  ///   - duration: In seconds; 0 or less sets values without animation.
  ///   - delay: Seconds until the animations begin.
  ///   - dampingRatio: 1 for no swinging, down to 0 for much of it.
  ///   - velocity: At the start, in whole ways a second.
  ///   - options: Repetition, and others; a curve does not count.
  ///   - animations: Changes of views.
  ///   - completion: As for `animate(withDuration:animations:completion:)`.
  public class func animate(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let spring = SpringTiming(ratio: dampingRatio, velocity: velocity, duration: duration)
    let block = AnimationBlock(
      duration: duration,
      options: options,
      timing: .spring(spring),
      completion: completion
    )
    block.delay = delay.isFinite ? delay : 0
    block.run(animations)
  }

  /// Animates the changes that a block makes by a spring of a length of swing and a bounce.
  ///
  /// - Parameters:
  ///   - duration: The length of the swing, in seconds; it settles later.
  ///   - bounce: 0 for no swinging, up to 1; below 0 it creeps.
  ///   - initialSpringVelocity: At the start, in whole ways a second.
  ///   - delay: Seconds until the animations begin.
  ///   - options: Repetition, and others; a curve does not count.
  ///   - animations: Changes of views.
  ///   - completion: As for `animate(withDuration:animations:completion:)`.
  public class func animate(
    springDuration duration: TimeInterval = 0.5,
    bounce: CGFloat = 0.0,
    initialSpringVelocity: CGFloat = 0.0,
    delay: TimeInterval = 0.0,
    options: AnimationOptions = [],
    animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let spring = SpringTiming(duration: duration, bounce: bounce, velocity: initialSpringVelocity)
    let block = AnimationBlock(
      duration: duration > 0 ? spring.settlingDuration : 0,
      options: options,
      timing: .spring(spring),
      completion: completion
    )
    block.delay = delay.isFinite ? delay : 0
    block.run(animations)
  }

  /// Animates by key frames that the block adds.
  ///
  /// - Parameters:
  ///   - duration: Of all frames together, in seconds.
  ///   - delay: Seconds until the animation begins.
  ///   - options: The way between values, repetition, and others; a curve may be or-ed in.
  ///   - animations: Calls of `addKeyframe(withRelativeStartTime:relativeDuration:animations:)`;
  ///     changes beside them run over the whole duration.
  ///   - completion: As for `animate(withDuration:animations:completion:)`.
  public class func animateKeyframes(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    options: KeyframeAnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let switches = AnimationOptions(rawValue: options.rawValue & 0x3ff)
    let block = AnimationBlock(
      duration: duration,
      options: switches,
      timing: .keyframes(KeyframeRecorder(options)),
      completion: completion
    )
    block.delay = delay.isFinite ? delay : 0
    block.run(animations)
  }

  /// Adds a key frame; outside of a block with key frames the changes are made at once.
  ///
  /// - Parameters:
  ///   - frameStartTime: The part of the duration at which the frame starts, in 0...1.
  ///   - frameDuration: The part of the duration that it lasts, in 0...1.
  ///   - animations: Changes of views, which are complete at the end of the frame.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double,
    relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    guard let block = AnimationBlock.current else { return animations() }
    switch block.timing {
    case .keyframes(let recorder):
      recorder.with(start: frameStartTime, duration: frameDuration, animations)
    case .animator(let recorder):
      recorder.with(start: frameStartTime, duration: frameDuration, animations)
    case .curve, .spring: animations()
    }
  }

  /// Makes changes without animation, also within blocks.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    AnimationBlock.with(nil, actionsWithoutAnimation)
  }

  /// Performs a system animation on views: `delete` fades and shrinks them, then removes them.
  public class func perform(
    _ animation: SystemAnimation,
    on views: [UIView],
    options: AnimationOptions = [],
    animations parallelAnimations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: 0.25, delay: 0, options: options) {
      for view in views {
        view.alpha = 0
        view.transform = view.transform.scaledBy(x: 0.5, y: 0.5)
      }
      parallelAnimations?()
    } completion: { finished in
      for view in views { view.removeFromSuperview() }
      completion?(finished)
    }
  }

  /// An animation of the system.
  public enum SystemAnimation: UInt, Sendable {
    /// The views disappear.
    case delete = 0
  }

  /// Turns animations of blocks on and off; blocks then set values at once.
  public class func setAnimationsEnabled(_ enabled: Bool) { AnimationBlock.areEnabled = enabled }

  /// Whether blocks animate.
  public class var areAnimationsEnabled: Bool { AnimationBlock.areEnabled }

  /// The duration of the block that runs now, in seconds; 0 outside of blocks.
  public class var inheritedAnimationDuration: TimeInterval {
    AnimationBlock.current?.duration ?? 0
  }

  /// Lets the block that runs now repeat its animations; nil changes nothing.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat,
    autoreverses: Bool,
    animations: () -> Void
  ) {
    guard let block = AnimationBlock.current else { return animations() }
    let before = (block.repeatCount, block.autoreverses)
    (block.repeatCount, block.autoreverses) = (Float(count), autoreverses)
    animations()
    (block.repeatCount, block.autoreverses) = before
  }
}
