// Animations between a begin and a commit, the API before blocks.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// The calls that an animation between a begin and a commit makes, and their target.
@MainActor
private final class OldAnimation {
  let block = AnimationBlock(duration: 0.2)
  let name: String?
  weak var delegate: AnyObject?
  var willStart: Selector?
  var didStop: Selector?
  var transition: (transition: UIView.AnimationTransition, view: UIView)?

  init(_ name: String?) { self.name = name }

  static var open: [OldAnimation] = []
}

extension UIView {
  /// Begins animated changes, up to `commitAnimations()`; calls nest.
  ///
  /// - Parameters:
  ///   - animationID: A name for the delegate.
  ///   - context: A value for the delegate.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    let old = OldAnimation(animationID)
    OldAnimation.open.append(old)
    old.block.inherit()
    AnimationBlock.push(old.block)
  }

  /// Ends animated changes; without a begin nothing happens.
  public class func commitAnimations() {
    guard let old = OldAnimation.open.popLast() else { return }
    _ = AnimationBlock.pop()
    let name = old.name
    if let delegate = old.delegate {
      if let selector = old.willStart {
        old.block.willStart = { SelectorCall.send(selector, to: delegate, from: name) }
      }
      if let selector = old.didStop {
        old.block.setCompletion { finished in
          SelectorCall.send(
            selector,
            to: delegate,
            from: name,
            event: NSNumber(value: finished)
          )
        }
      }
    }
    if let (transition, view) = old.transition, old.block.duration > 0 {
      Transition.run(transition.options, on: view, old.block)
    }
    old.block.finishChanges()
  }

  /// Sets the delegate of the animations that were begun.
  ///
  /// Its methods get the name of the animation, and the second one whether they finished.
  public class func setAnimationDelegate(_ delegate: Any?) {
    OldAnimation.open.last?.delegate = delegate.map { $0 as AnyObject }
  }

  /// Sets the delegate's method for the start.
  public class func setAnimationWillStart(_ selector: Selector?) {
    OldAnimation.open.last?.willStart = selector
  }

  /// Sets the delegate's method for the end.
  public class func setAnimationDidStop(_ selector: Selector?) {
    OldAnimation.open.last?.didStop = selector
  }

  /// Sets the duration of the animations that were begun, in seconds; 0.2 by default.
  public class func setAnimationDuration(_ duration: TimeInterval) {
    OldAnimation.open.last?.block.duration = duration.isFinite ? duration : 0
  }

  /// Sets the seconds until they begin.
  public class func setAnimationDelay(_ delay: TimeInterval) {
    OldAnimation.open.last?.block.delay = delay.isFinite ? delay : 0
  }

  /// Sets when they begin.
  public class func setAnimationStart(_ startDate: Date) {
    setAnimationDelay(max(startDate.timeIntervalSinceNow, 0))
  }

  /// Sets their curve; slow at both ends by default.
  public class func setAnimationCurve(_ curve: AnimationCurve) {
    OldAnimation.open.last?.block.timing = .curve(curve.function)
  }

  /// Sets how often they run.
  public class func setAnimationRepeatCount(_ repeatCount: Float) {
    (OldAnimation.open.last?.block ?? AnimationBlock.current)?.repeatCount = repeatCount
  }

  /// Sets whether they run back each time.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    (OldAnimation.open.last?.block ?? AnimationBlock.current)?.autoreverses = repeatAutoreverses
  }

  /// Sets whether they begin at the values that show.
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    guard let block = OldAnimation.open.last?.block else { return }
    if fromCurrentState {
      block.options.insert(.beginFromCurrentState)
    } else {
      block.options.remove(.beginFromCurrentState)
    }
  }

  /// Sets a transition of a view, whose subviews change before the commit.
  public class func setAnimationTransition(
    _ transition: AnimationTransition,
    for view: UIView,
    cache: Bool
  ) {
    guard transition != .none, let old = OldAnimation.open.last else { return }
    old.transition = (transition, view)
    Transition.prepare(view)
  }
}

extension UIView.AnimationTransition {
  /// The same transition as an option.
  fileprivate var options: UIView.AnimationOptions {
    UIView.AnimationOptions(rawValue: UInt(rawValue) << 20)
  }
}
