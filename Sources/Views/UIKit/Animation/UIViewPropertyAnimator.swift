// Animations that can be paused, scrubbed, turned round and stopped.
// Licensed under the MIT license; see LICENSE.
//
//              start, pause            stop(false)             finish(at:)
//     inactive ────────────▶ active ───────────────▶ stopped ─────────────▶ inactive
//         ▲                    │                                  (completions)
//         └────────────────────┘  the end (completions), or stop(true) (none)

import CoreGraphics
public import Foundation
import QuartzCore

/// The state of an animator.
public enum UIViewAnimatingState: Int, Sendable {
  /// Before the start and after the end.
  case inactive = 0
  /// Running or paused.
  case active = 1
  /// Stopped, and not finished.
  case stopped = 2
}

/// A position of an animator.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// The end.
  case end = 0
  /// The start.
  case start = 1
  /// Where it is.
  case current = 2
}

/// Something that animates, and can be paused and stopped.
@preconcurrency
@MainActor
public protocol UIViewAnimating: AnyObject {
  /// The state.
  var state: UIViewAnimatingState { get }
  /// Whether it moves.
  var isRunning: Bool { get }
  /// Whether it moves towards its start.
  var isReversed: Bool { get set }
  /// The part that is done, in 0...1, in the direction of the motion.
  var fractionComplete: CGFloat { get set }
  /// Starts or continues.
  func startAnimation()
  /// Starts after a delay in seconds.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Pauses.
  func pauseAnimation()
  /// Stops where it is; `true` makes it inactive at once, without completions.
  func stopAnimation(_ withoutFinishing: Bool)
  /// Ends a stopped animation.
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// Something that animates changes of views.
@preconcurrency
@MainActor
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  /// Adds changes for the whole animation.
  func addAnimations(_ animation: @escaping () -> Void)
  /// Adds changes that begin after a part of the remaining time.
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  /// Adds a block for the end.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  /// Continues with another timing.
  func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?,
    durationFactor: CGFloat
  )
}

/// Animates changes of views; it can be paused, scrubbed, turned round and stopped.
///
///     let animator = UIViewPropertyAnimator(duration: 1, curve: .easeOut) { card.center.y = 400 }
///     animator.startAnimation()
///     animator.pauseAnimation()
///     animator.fractionComplete = 0.3
///     animator.isReversed = true
///     animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
///
/// While it is paused, `fractionComplete` is the fraction of the change, if `scrubsLinearly` is
/// true and the timing is a curve. A spring is scrubbed by its time.
///
/// **Differences**: `finishAnimation(at:)` of an animator that is not stopped changes nothing and
/// gives a diagnostic.
@preconcurrency
@MainActor
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating {
  private let parameters: any UITimingCurveProvider
  private var timing: any UITimingCurveProvider
  private var length: TimeInterval
  // Of the present motion, which may be the rest of the change.
  private var motionLength: TimeInterval
  private var motionStart = 0.0
  private var changes: [(change: () -> Void, delay: Double)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private let recorder = AnimatorRecorder()
  private var current = UIViewAnimatingState.inactive
  private var runs = false
  private var reversed = false
  // While running: when the motion began, less what had passed; paused: the part of the time.
  private var begin: TimeInterval = 0
  private var elapsed = 0.0
  private var end: ViewClock.Call?
  private var delayed: ViewClock.Call?
  // A running animator is kept.
  private var keepsItself: UIViewPropertyAnimator?

  /// The delay that the animator was made with, in seconds.
  open private(set) var delay: TimeInterval = 0
  /// Whether views receive touches meanwhile; true by default.
  open var isUserInteractionEnabled = true
  /// Whether views are hit at the values that were set; if not, which is the default, they are hit
  /// where they show while the animator is active.
  open var isManualHitTestingEnabled = false {
    didSet { recorder.decidesHits = !isManualHitTestingEnabled }
  }
  /// Whether it may be paused and stopped; true by default.
  open var isInterruptible = true
  /// Whether a paused animator is scrubbed by the change and not by the time; true by default.
  open var scrubsLinearly = true
  /// Whether it stays active, paused and without completions at its end; false by default.
  open var pausesOnCompletion = false

  /// Creates an animator.
  ///
  /// - Parameters:
  ///   - duration: In seconds; springs by their physics have their own.
  ///   - parameters: The timing.
  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    self.parameters = parameters
    timing = parameters
    let own = parameters.springTimingParameters?.settlingDuration ?? 0
    length = own > 0 ? own : duration.isFinite ? max(duration, 0) : 0
    motionLength = length
    super.init()
  }

  /// Creates an animator with a curve by name.
  public convenience init(
    duration: TimeInterval,
    curve: UIView.AnimationCurve,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UICubicTimingParameters(animationCurve: curve)
    )
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a curve by its control points.
  public convenience init(
    duration: TimeInterval,
    controlPoint1 point1: CGPoint,
    controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    let curve = UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2)
    self.init(duration: duration, timingParameters: curve)
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a spring that is at rest after the duration.
  public convenience init(
    duration: TimeInterval,
    dampingRatio ratio: CGFloat,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration,
      timingParameters: UISpringTimingParameters(dampingRatio: ratio)
    )
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator and starts it.
  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let curve = UICubicTimingParameters(animationCurve: options.curve)
    let animator = UIViewPropertyAnimator(duration: duration, timingParameters: curve)
    animator.addAnimations(animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  /// The timing.
  open var timingParameters: (any UITimingCurveProvider)? { parameters }
  /// In seconds.
  open var duration: TimeInterval { length }

  /// The state: inactive, active or stopped.
  open var state: UIViewAnimatingState { current }

  /// Whether time moves the views now.
  open var isRunning: Bool { runs }

  /// Whether the views move towards their starts.
  open var isReversed: Bool {
    get { reversed }
    set { turn(isReversed: newValue) }
  }

  /// The part of the motion that is done, 0...1; set, the views move there, and on if they move.
  open var fractionComplete: CGFloat {
    get { CGFloat(fraction) }
    set { scrub(Double(newValue)) }
  }

  // MARK: Changes

  /// Adds changes that take the rest of the time.
  open func addAnimations(_ animation: @escaping () -> Void) {
    addAnimations(animation, delayFactor: 0)
  }

  /// Adds changes that begin after a part of the rest of the time, 0...1.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    let delay = delayFactor.isFinite ? min(max(Double(delayFactor), 0), 1) : 0
    guard current == .active else { return changes.append((animation, delay)) }
    let done = position
    record(animation, from: done + (1 - done) * delay)
    install()
  }

  /// Adds a block to call once the animator has ended, with the position where it did.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  private func record(_ change: () -> Void, from start: Double) {
    let block = AnimationBlock(duration: max(length, 1e-9), timing: .animator(recorder))
    recorder.with(start: start, duration: 1 - start) {
      AnimationBlock.with(block, change)
      block.finishChanges()
    }
  }

  // MARK: Time

  private var function: CAMediaTimingFunction? {
    timing.springTimingParameters == nil
      ? timing.cubicTimingParameters?.function ?? CAMediaTimingFunction(name: .linear) : nil
  }

  /// The part of the time of the present motion that has passed.
  private var passed: Double {
    guard runs else { return elapsed }
    guard motionLength > 0 else { return 1 }
    return min(max((recorder.now - begin) / motionLength, 0), 1)
  }

  private var isScrubbedByWay: Bool { scrubsLinearly && function != nil }

  /// The part that is done, in the direction of the motion.
  private var fraction: Double {
    let passed = passed
    guard isScrubbedByWay, runs else { return motionStart + (1 - motionStart) * passed }
    let function = reversed ? function?.mirrored : function
    return motionStart + (1 - motionStart) * (function?.way(at: passed) ?? passed)
  }

  /// The fraction of the change that is done.
  private var position: Double { reversed ? 1 - fraction : fraction }

  /// Shows the views in the present motion.
  private func install() {
    recorder.install(
      AnimatorRecorder.Motion(
        duration: max(motionLength, 1e-9),
        elapsed: passed,
        isReversed: reversed,
        isPaused: !runs,
        function: !runs && scrubsLinearly ? nil : function,
        spring: timing.springTimingParameters?.timing(length)
      )
    )
  }

  // MARK: Running

  private func activate() {
    guard current == .inactive else { return }
    current = .active
    keepsItself = self
    (motionLength, motionStart, elapsed) = (length, 0, 0)
    let changes = changes
    self.changes = []
    for (change, delay) in changes { record(change, from: delay) }
  }

  /// Starts, or continues after a pause.
  open func startAnimation() {
    guard current != .stopped, !runs else { return }
    delayed?.cancel()
    let isNew = current == .inactive
    activate()
    run(isNew: isNew)
  }

  /// Starts after a delay in seconds; the views show their starts until then.
  open func startAnimation(afterDelay delay: TimeInterval) {
    guard delay > 0, current == .inactive else { return startAnimation() }
    self.delay = delay
    activate()
    install()
    delayed = ViewClock.call(after: delay, in: recorder.window) { [self] in
      if current == .active, !runs { run(isNew: true) }
    }
  }

  /// Moves on from where it is.
  private func run(isNew: Bool) {
    if !isNew, isScrubbedByWay, let function {
      elapsed = (reversed ? function.mirrored : function).time(ofWay: elapsed)
    }
    runs = true
    begin = recorder.now - elapsed * motionLength
    install()
    end?.cancel()
    let rest = max((1 - elapsed) * motionLength, 0)
    if rest == 0 {
      end = nil
      ViewClock.callNextTurn { [weak self] in self?.reachEnd() }
    } else {
      end = ViewClock.call(after: rest, in: recorder.window) { [weak self] in self?.reachEnd() }
    }
  }

  private func reachEnd() {
    guard current == .active, runs else { return }
    runs = false
    elapsed = 1
    end = nil
    if pausesOnCompletion { return install() }
    complete(at: reversed ? .start : .end)
  }

  private func complete(at position: UIViewAnimatingPosition) {
    recorder.end(at: position)
    recorder.clear(isFinished: position == .end)
    become(.inactive)
    let completions = completions
    self.completions = []
    for completion in completions { completion(position) }
  }

  private func become(_ state: UIViewAnimatingState) {
    current = state
    runs = false
    end?.cancel()
    delayed?.cancel()
    (end, delayed) = (nil, nil)
    guard state == .inactive else { return }
    reversed = false
    elapsed = 0
    timing = parameters
    keepsItself = nil
  }

  /// Stops the time; the views stay where they are.
  open func pauseAnimation() {
    guard current != .stopped, isInterruptible else { return }
    activate()
    pauseHere()
  }

  private func pauseHere() {
    if runs {
      // The fraction of the change becomes the fraction of the time, which is even now.
      let done = fraction
      elapsed = isScrubbedByWay ? inMotion(done) : passed
      runs = false
    }
    end?.cancel()
    delayed?.cancel()
    install()
  }

  /// The part of the present motion that is done.
  private func inMotion(_ fraction: Double) -> Double {
    motionStart < 1 ? min(max((fraction - motionStart) / (1 - motionStart), 0), 1) : 1
  }

  private func scrub(_ fraction: Double) {
    guard current != .stopped, !fraction.isNaN else { return }
    activate()
    let wasRunning = runs
    pauseHere()
    elapsed = inMotion(min(max(fraction, 0), 1))
    if wasRunning { run(isNew: false) } else { install() }
  }

  private func turn(isReversed: Bool) {
    guard isReversed != reversed else { return }
    guard current == .active else {
      reversed = isReversed
      return
    }
    let wasRunning = runs
    pauseHere()
    let done = fraction
    reversed = isReversed
    recorder.restore()
    motionStart = 0
    motionLength = length
    elapsed = 1 - done
    if wasRunning { run(isNew: false) } else { install() }
  }

  /// Continues after a pause, with other timing.
  ///
  /// - Parameters:
  ///   - parameters: The timing of the rest; nil keeps the present one.
  ///   - durationFactor: The time of the rest, as a factor of `duration`; 0 for what is left of it.
  open func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?,
    durationFactor: CGFloat
  ) {
    guard current == .active, !runs else { return }
    guard parameters != nil || durationFactor > 0 else { return run(isNew: false) }
    let done = fraction
    let factor = durationFactor > 0 && durationFactor.isFinite ? Double(durationFactor) : 1 - done
    CATransaction.flush()
    recorder.rebase(at: position, isReversed: reversed)
    if let parameters { timing = parameters }
    motionStart = done
    motionLength = max(factor * length, 0)
    elapsed = 0
    run(isNew: true)
  }

  /// Stops where the views are on screen; without finishing it becomes inactive at once.
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard current == .active, isInterruptible else { return }
    CATransaction.flush()
    recorder.end(at: .current)
    if withoutFinishing {
      recorder.clear(isFinished: false)
      completions = []
      become(.inactive)
    } else {
      become(.stopped)
    }
  }

  /// Ends a stopped animator at a position, and calls the completions.
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard current == .stopped else {
      return Diagnostics.report(
        "UIKit: UIViewPropertyAnimator.finishAnimation(at:): the animator is \(current); expected "
          + "stopped, by stopAnimation(false) before"
      )
    }
    complete(at: finalPosition)
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
