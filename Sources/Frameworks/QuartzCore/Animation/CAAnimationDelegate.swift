// The delegate that is notified when animations start and stop.
// Licensed under the MIT license; see LICENSE.

/// Receives notifications when an animation starts and stops.
///
/// The methods are called on the thread that committed the animation.
///
/// **Differences**: every method has a default implementation that does nothing; the delegate need
/// not be an NSObject.
public protocol CAAnimationDelegate: AnyObject {
  /// The animation's active time begins.
  func animationDidStart(_ anim: CAAnimation)

  /// The animation ended or was removed.
  ///
  /// - Parameters:
  ///   - anim: The layer's own copy of the animation, with all its key-value tags.
  ///   - flag: Whether it ran to its end.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
