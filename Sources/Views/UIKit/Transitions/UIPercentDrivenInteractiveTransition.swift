// A transition whose progress a gesture sets.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Drives the animations of a transition by a fraction of their duration.
///
/// The layer of the container is paused meanwhile: its time is the fraction of the duration.
///
/// ```swift
/// switch gesture.state {
/// case .changed: driver.update(gesture.translation(in: view).x / view.bounds.width)
/// case .ended: driver.percentComplete > 0.5 ? driver.finish() : driver.cancel()
/// default: break
/// }
/// ```
@preconcurrency
@MainActor
open class UIPercentDrivenInteractiveTransition: NSObject,
  UIViewControllerInteractiveTransitioning
{
  private var context: ControllerTransition?
  private var beginning: CFTimeInterval = 0
  private var ticker: FrameTicker?
  private var lastTick: CFTimeInterval = 0

  /// Creates a driver.
  public override init() { super.init() }

  /// The duration of the transition, in seconds; 0 before it begins.
  open private(set) var duration: CGFloat = 0
  /// How far the transition is, in 0...1.
  open private(set) var percentComplete: CGFloat = 0
  /// The speed at which the rest of the transition is animated; 1 by default.
  open var completionSpeed: CGFloat = 1
  /// The curve of the rest of the transition.
  ///
  /// **Differences**: the rest is animated with the curve of the animations.
  open var completionCurve = UIView.AnimationCurve.easeInOut
  /// Whether the transition is interactive at its start; true by default.
  open var wantsInteractiveStart = true

  private final var layer: CALayer? { context?.containerView.layer }

  /// Begins the transition, and stops the time of its container.
  open func startInteractiveTransition(
    _ transitionContext: any UIViewControllerContextTransitioning
  ) {
    guard let transition = transitionContext as? ControllerTransition else { return }
    context = transition
    transition.driverEnd = { [weak self] in self?.letGo() }
    percentComplete = 0
    let seconds = transition.animator.transitionDuration(using: transition)
    duration = seconds.isFinite ? max(seconds, 0) : 0
    let layer = transition.containerView.layer
    beginning = layer.convertTime(now, from: nil)
    layer.speed = 0
    layer.timeOffset = beginning
    if let animation = transition.animator.interruptibleAnimator(using: transition) {
      animation.startAnimation()
    } else {
      transition.animator.animateTransition(using: transition)
    }
    // The animations begin now, and not at the fraction of the first update.
    CATransaction.flush()
  }

  private var now: CFTimeInterval {
    context?.containerView.window?.context?.currentTime ?? CACurrentMediaTime()
  }

  /// Shows a fraction of the transition.
  ///
  /// - Parameter percentComplete: In 0...1; others are clamped to the nearest of these.
  open func update(_ percentComplete: CGFloat) {
    guard let context, ticker == nil, !percentComplete.isNaN else { return }
    self.percentComplete = min(max(percentComplete, 0), 1)
    // At the very end the animations would be over.
    let most = max(duration - 0.000_1, 0)
    layer?.timeOffset = beginning + min(self.percentComplete * duration, most)
    context.updateInteractiveTransition(self.percentComplete)
  }

  /// Lets the transition go on to its end.
  open func finish() {
    guard let context, ticker == nil, let layer else { return }
    context.finishInteractiveTransition()
    context.coordinator.tellInteraction()
    // The time of the layer goes on from where it stood: (time - beginTime) * speed + timeOffset.
    layer.beginTime = now
    layer.speed = Float(restSpeed)
    self.context = nil
  }

  /// Lets the transition go back to its start, and ends it.
  open func cancel() {
    guard let context, ticker == nil else { return }
    context.cancelInteractiveTransition()
    context.coordinator.tellInteraction()
    guard percentComplete > 0, duration > 0 else { return endAtStart() }
    lastTick = now
    let rest = Double(percentComplete * duration / restSpeed)
    // The driver goes back even where nobody else keeps it.
    ticker = FrameTicker(context.containerView, until: lastTick + rest) { _, time in
      self.goBack(time)
    }
  }

  /// Makes an animated transition interactive; `update(_:)` moves it on.
  open func pause() {
    guard let context, let layer, ticker == nil else { return }
    context.pauseInteractiveTransition()
    let time = layer.convertTime(now, from: nil)
    layer.speed = 0
    layer.timeOffset = time
    if duration > 0 { percentComplete = min(max((time - beginning) / duration, 0), 1) }
  }

  private var restSpeed: CGFloat {
    completionSpeed.isFinite && completionSpeed > 0 ? completionSpeed : 1
  }

  private func goBack(_ time: CFTimeInterval) {
    let step = max(time - lastTick, 0) * restSpeed
    lastTick = time
    percentComplete = max(percentComplete - step / duration, 0)
    // The rest is less than a rounding error.
    if percentComplete < 1e-9 { percentComplete = 0 }
    layer?.timeOffset = beginning + percentComplete * duration
    context?.updateInteractiveTransition(percentComplete)
    if percentComplete <= 0 { endAtStart() }
  }

  /// Leaves the transition, which is over or goes on by itself.
  private func letGo() {
    ticker?.cancel()
    ticker = nil
    context = nil
  }

  private func endAtStart() {
    guard let context else { return }
    letGo()
    let root = context.containerView.layer
    root.resetTime()
    // The ends of the animations call their completions.
    root.removeAnimationsOfTree()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
